//! Models and the engine table from columns.

use super::super::{
    Architecture, Biases, EngineTable, Experts, GlobalHeads, Latent, Linear, Model, Network,
    Pipeline, Support,
};
use super::columns::{Columns, Ints};
use super::{LEVELS, MODEL_KINDS};
use crate::units::Params;

/// Reads models. The columns of a shape, of latent attention, of experts and of image facts have
/// rows for those models only whose flags say so.
pub(super) fn models(columns: &Columns<'_>) -> Vec<Model> {
    let mut id = columns.texts("model.id");
    let mut name = columns.texts("model.name");
    let mut family = columns.texts("model.family");
    let mut kind = columns.ints("model.kind");
    let mut total = columns.nums("model.total");
    let mut active = columns.nums("model.active");
    let mut max_context = columns.ints("model.max_context");
    let mut flags = columns.ints("model.flags");
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
        "shape.bare_layers",
        "shape.encoder_layers",
        "shape.positions",
    ]
    .map(|name| columns.ints(name));
    let mut window = columns.ints("shape.window");
    let mut latent = [
        "latent.kv_rank",
        "latent.rope_dim",
        "latent.q_rank",
        "latent.nope_dim",
        "latent.value_dim",
    ]
    .map(|name| columns.ints(name));
    let mut experts = [
        "experts.count",
        "experts.per_token",
        "experts.shared",
        "experts.intermediate",
        "experts.first_dense",
        "experts.shared_intermediate",
        "experts.every",
        "experts.latent",
    ]
    .map(|name| columns.ints(name));
    let mut global = ["global.kv_heads", "global.head_dim"].map(|name| columns.ints(name));
    let mut linear = [
        "linear.key_heads",
        "linear.value_heads",
        "linear.key_dim",
        "linear.value_dim",
        "linear.kernel",
    ]
    .map(|name| columns.ints(name));
    let mut tower = columns.nums("model.tower");
    let mut network = columns.nums("network.figures");
    let mut pipeline = columns.nums("pipeline.figures");
    let mut rows = Vec::with_capacity(id.rows());
    for _ in 0..id.rows() {
        let flags = flags.next();
        let is = |bit: i64| flags & bit != 0;
        let mut model = Model {
            id: id.next(),
            name: name.next(),
            family: family.next(),
            kind: kind.choice(&MODEL_KINDS),
            total: Params::new(total.next()),
            active: Params::new(active.next()),
            shape: None,
            tower: None,
            network: None,
            max_context: max_context.optional_u32(),
        };
        if is(super::MODEL_SHAPE) {
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
                bare_layers,
                encoder_layers,
                positions,
            ] = next(&mut shape);
            model.shape = Some(Architecture {
                layers,
                full_layers,
                windowed_layers,
                linear_layers,
                window: window.optional_u32(),
                hidden,
                intermediate,
                heads,
                kv_heads,
                head_dim,
                vocab,
                bare_layers,
                encoder_layers,
                positions,
                latent: is(super::MODEL_LATENT).then(|| {
                    let [kv_rank, rope_dim, q_rank, nope_dim, value_dim] = next(&mut latent);
                    Latent {
                        kv_rank,
                        rope_dim,
                        q_rank,
                        nope_dim,
                        value_dim,
                    }
                }),
                experts: is(super::MODEL_EXPERTS).then(|| {
                    let [
                        count,
                        per_token,
                        shared,
                        intermediate,
                        first_dense,
                        shared_intermediate,
                        every,
                        latent,
                    ] = next(&mut experts);
                    Experts {
                        count,
                        per_token,
                        shared,
                        intermediate,
                        shared_intermediate,
                        first_dense,
                        every,
                        latent,
                    }
                }),
                global: is(super::MODEL_GLOBAL).then(|| {
                    let [kv_heads, head_dim] = next(&mut global);
                    GlobalHeads {
                        kv_heads,
                        head_dim,
                        keys_as_values: is(super::MODEL_KEYS_AS_VALUES),
                    }
                }),
                linear: is(super::MODEL_LINEAR).then(|| {
                    let [key_heads, value_heads, key_dim, value_dim, kernel] = next(&mut linear);
                    Linear {
                        key_heads,
                        value_heads,
                        key_dim,
                        value_dim,
                        kernel,
                    }
                }),
                tied_embeddings: is(super::MODEL_TIED),
                plain: is(super::MODEL_PLAIN),
                biases: if is(super::MODEL_ALL_BIASES) {
                    Biases::All
                } else if is(super::MODEL_QKV_BIASES) {
                    Biases::Qkv
                } else {
                    Biases::None
                },
                output_gate: is(super::MODEL_OUTPUT_GATE),
            });
        }
        if is(super::MODEL_TOWER) {
            model.tower = Some(Params::new(tower.next()));
        }
        if is(super::MODEL_NETWORK) {
            let mut figures = [0.0; 11];
            for figure in &mut figures {
                *figure = network.next();
            }
            let mut parts = [0.0; 12];
            if figures.last().is_some_and(|last| *last > 0.0) {
                for part in &mut parts {
                    *part = pipeline.next();
                }
            }
            let around = (parts != [0.0; 12]).then(|| Pipeline::of(parts));
            model.network = Some(Network::of(figures, around));
        }
        if model.total <= Params::ZERO || model.active > model.total {
            columns.broken(
                &model.id,
                "a model must have parameters, and at most all of them active",
            );
        }
        rows.push(model);
    }
    rows
}

/// The next value of each column.
fn next<const N: usize>(columns: &mut [Ints<'_>; N]) -> [u32; N] {
    let mut values = [0; N];
    for (value, column) in values.iter_mut().zip(columns) {
        *value = column.u32();
    }
    values
}

/// Reads the engine table, whose look-up needs the order of engine and family.
pub(super) fn engines(columns: &Columns<'_>) -> EngineTable {
    let mut engine = columns.texts("engine.engine");
    let mut family = columns.texts("engine.family");
    let mut level = columns.ints("engine.level");
    let mut precision_counts = columns.ints("engine.precision_count");
    let mut precisions = columns.texts("engine.precision");
    let mut rows: Vec<Support> = Vec::new();
    for _ in 0..engine.rows() {
        let row = Support {
            engine: engine.next(),
            family: family.next(),
            level: level.choice(&LEVELS),
            precisions: precisions.list(&mut precision_counts),
        };
        let before = rows.last().map(|r| (r.engine.as_str(), r.family.as_str()));
        if before.is_some_and(|before| before >= (row.engine.as_str(), row.family.as_str())) {
            columns.broken(&row.engine, "the families must be unique and in order");
        }
        rows.push(row);
    }
    precisions.end();
    EngineTable { rows }
}
