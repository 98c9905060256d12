//! Models and the engine table from columns.

use super::super::{Architecture, EngineTable, Experts, Latent, Model, Support, VisionFacts};
use super::columns::Read;
use super::read::broken;
use super::{Document, LEVELS, MODEL_KINDS};
use crate::units::{Flops, Params};

/// Reads models. The columns of a shape, of latent attention, of experts and of image facts have
/// rows for those models only whose flags say so.
pub(super) fn models(document: &Document) -> Read<Vec<Model>> {
    let mut id = document.texts("model.id");
    let mut name = document.texts("model.name");
    let mut family = document.texts("model.family");
    let mut kind = document.ints("model.kind");
    let mut total = document.nums("model.total");
    let mut active = document.nums("model.active");
    let mut max_context = document.ints("model.max_context");
    let mut flags = document.ints("model.flags");
    let mut shape = [
        "shape.layers",
        "shape.full_layers",
        "shape.windowed_layers",
        "shape.linear_layers",
        "shape.hidden",
        "shape.intermediate",
        "shape.heads",
        "shape.kv_heads",
        "shape.head_dim",
        "shape.vocab",
    ]
    .map(|name| document.ints(name));
    let mut window = document.ints("shape.window");
    let mut latent = ["latent.kv_rank", "latent.rope_dim"].map(|name| document.ints(name));
    let mut experts = [
        "experts.count",
        "experts.per_token",
        "experts.shared",
        "experts.intermediate",
        "experts.first_dense",
    ]
    .map(|name| document.ints(name));
    let mut forward = document.nums("vision.forward");
    let mut activations = document.nums("vision.activations");
    let mut side = document.ints("vision.side");
    let mut rows = Vec::with_capacity(id.rows());
    for _ in 0..id.rows() {
        let flags = flags.next()?;
        let mut model = Model {
            id: id.next()?,
            name: name.next()?,
            family: family.next()?,
            kind: kind.choice(&MODEL_KINDS)?,
            total: total.next(Params::new)?,
            active: active.next(Params::new)?,
            shape: None,
            vision: None,
            max_context: max_context.optional()?,
        };
        if flags & super::MODEL_SHAPE != 0 {
            let [
                layers,
                full_layers,
                windowed_layers,
                linear_layers,
                hidden,
                intermediate,
                heads,
                kv_heads,
                head_dim,
                vocab,
            ] = small(&mut shape)?;
            model.shape = Some(Architecture {
                layers,
                full_layers,
                windowed_layers,
                linear_layers,
                window: window.optional()?,
                hidden,
                intermediate,
                heads,
                kv_heads,
                head_dim,
                vocab,
                latent: if flags & super::MODEL_LATENT == 0 {
                    None
                } else {
                    let [kv_rank, rope_dim] = small(&mut latent)?;
                    Some(Latent { kv_rank, rope_dim })
                },
                experts: if flags & super::MODEL_EXPERTS == 0 {
                    None
                } else {
                    let [count, per_token, shared, intermediate, first_dense] =
                        small(&mut experts)?;
                    Some(Experts {
                        count,
                        per_token,
                        shared,
                        intermediate,
                        first_dense,
                    })
                },
                tied_embeddings: flags & super::MODEL_TIED != 0,
            });
        }
        if flags & super::MODEL_VISION != 0 {
            model.vision = Some(VisionFacts {
                forward: forward.next(Flops::new)?,
                activations: activations.next(Params::new)?,
                side: side.small()?,
            });
        }
        if model.total <= Params::ZERO || model.active > model.total {
            return Err(broken(
                &model.id,
                "a model must have parameters, and at most all of them active",
            ));
        }
        rows.push(model);
    }
    Ok(rows)
}

/// The next value of each column.
fn small<const N: usize>(columns: &mut [super::columns::Ints<'_>; N]) -> Read<[u32; N]> {
    let mut values = [0; N];
    for (value, column) in values.iter_mut().zip(columns) {
        *value = column.small()?;
    }
    Ok(values)
}

/// Reads the engine table and orders it by engine and family, as its look-up needs.
pub(super) fn engines(document: &Document) -> Read<EngineTable> {
    let mut engine = document.texts("engine.engine");
    let mut family = document.texts("engine.family");
    let mut level = document.ints("engine.level");
    let mut precision_counts = document.ints("engine.precision_count");
    let mut precisions = document.texts("engine.precision");
    let mut rows = (0..engine.rows())
        .map(|_| {
            Ok(Support {
                engine: engine.next()?,
                family: family.next()?,
                level: level.choice(&LEVELS)?,
                precisions: precisions.list(&mut precision_counts)?,
            })
        })
        .collect::<Read<Vec<_>>>()?;
    precisions.end()?;
    rows.sort_by(|a, b| (&a.engine, &a.family).cmp(&(&b.engine, &b.family)));
    let twice = rows
        .iter()
        .zip(rows.iter().skip(1))
        .find(|(a, b)| (&a.engine, &a.family) == (&b.engine, &b.family));
    match twice {
        None => Ok(EngineTable { rows }),
        Some((row, _)) => Err(broken(&row.engine, "the engine table names a family twice")),
    }
}
