//! The model that a query asks about: a preset, or one inferred from a size.

use super::blocks::weight_bytes;
use super::infer;
use super::serving::EngineClass;
use super::support::suits;
use crate::catalog::{Catalog, Counts, Model, ModelKind};
use crate::query::{CustomShape, Query, Workload};
use crate::units::{Bytes, Decimal, Params};

/// The model of a query with what was assumed about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The model.
    pub model: Model,
    /// Its shape was inferred from its size.
    pub inferred: bool,
}

/// The preset that stands where the key `m` was not given and the default language model makes no
/// sense; `None` for workloads without a model.
#[must_use]
pub const fn default_model_for(workload: Workload) -> Option<&'static str> {
    match workload {
        Workload::Serve | Workload::Pretrain | Workload::Finetune => Some("llama-3.1-8b"),
        Workload::Image => Some("sdxl"),
        Workload::Vision => Some("resnet-50"),
        Workload::Render | Workload::Hpc | Workload::Vram => None,
    }
}

/// The model that a query asks about. `None` for workloads without one, where a preset id is
/// unknown and no size is given, and where the preset is of a kind that the workload cannot use.
#[must_use]
pub fn subject(catalog: &Catalog, query: &Query) -> Option<Subject> {
    let fallback = default_model_for(query.workload)?;
    if let Some(custom) = &query.architecture {
        let model = spelled(custom, query.params_b, query.active_b);
        let inferred = false;
        return suits(query.workload, model.kind).then_some(Subject { model, inferred });
    }
    if let Some(total) = query.params_b {
        return custom(query.workload, total, query.active_b);
    }
    let is_default = Some(query.model.as_str()) == default_model_for(Workload::Serve);
    let id = if is_default {
        fallback
    } else {
        query.model.as_str()
    };
    let model = catalog.model_by_id(id)?;
    if !suits(query.workload, model.kind) {
        return None;
    }
    let mut model = model.clone();
    let active = if model.active > Params::ZERO {
        model.active.min(model.total)
    } else {
        model.total
    };
    model.active = active;
    // A pipeline that is fine-tuned has parts of its own, and no shape to infer.
    let language = matches!(
        query.workload,
        Workload::Serve | Workload::Pretrain | Workload::Finetune
    ) && !matches!(model.kind, ModelKind::Diffusion | ModelKind::VideoDiffusion);
    let inferred = model.shape.is_none() && language && model.total.get() >= LEAST;
    if inferred {
        model.shape = Some(if active < model.total {
            infer::mixture(model.total.get(), active.get())
        } else {
            infer::dense(model.total.get())
        });
    }
    Some(Subject { model, inferred })
}

/// Bytes of the weights over all cards that run a model: as the question states them, or else as
/// their format makes them. A file's own bytes hold no longer once training has changed the format.
pub(crate) fn stored_bytes(query: &Query, model: &Model, class: EngineClass) -> f64 {
    match query.weight_bytes {
        Some(gb) => Bytes::from_gb(gb.to_f64()).get(),
        None => weight_bytes(model, query.weights, class),
    }
}

/// Bytes of the weights as stated ÷ as their format makes them.
pub(crate) fn stored_ratio(query: &Query, model: &Model, class: EngineClass) -> f64 {
    let estimated = weight_bytes(model, query.weights, class);
    if query.weight_bytes.is_some() && estimated > 0.0 {
        stored_bytes(query, model, class) / estimated
    } else {
        1.0
    }
}

/// A model whose shape the link spells out. Parameters that it does not state are counted.
fn spelled(custom: &CustomShape, total: Option<Decimal>, active: Option<Decimal>) -> Model {
    let counts = Counts::of(&custom.shape);
    let billions = |count: Decimal| Params::new(count.to_f64() * 1e9);
    let total = total.map_or(Params::new(counts.total()), billions);
    let least = Params::new(1.0);
    let unused = Params::new(counts.total() - counts.active());
    let active = active
        .map_or((total - unused).max(least), billions)
        .min(total);
    // Two places of a billion, or of a million where there is less than one.
    let size = |count: Params| {
        let (unit, letter) = if count.get() < 1e9 {
            (1e6, 'M')
        } else {
            (1e9, 'B')
        };
        let rounded = (count.get() / unit * 100.0).round() / 100.0;
        format!("{}{letter}", Decimal::from_f64(rounded))
    };
    let name = if active < total {
        format!("{}-A{}", size(total), size(active))
    } else {
        size(total)
    };
    Model {
        id: name.to_ascii_lowercase(),
        name,
        family: String::new(),
        kind: custom.kind,
        total,
        active,
        shape: Some(custom.shape.clone()),
        tower: custom
            .tower_millions
            .map(|millions| Params::new(f64::from(millions) * 1e6)),
        network: None,
        max_context: custom.max_context,
    }
}

/// The smallest size for which a shape is inferred: ten million parameters.
const LEAST: f64 = 1e7;

/// A model of a size: dense, or with experts where fewer parameters are active.
fn custom(workload: Workload, total: Decimal, active: Option<Decimal>) -> Option<Subject> {
    let parameters = total.to_f64() * 1e9;
    if parameters < LEAST {
        return None;
    }
    let used = active.map_or(parameters, |active| active.to_f64() * 1e9);
    let has_experts = used < parameters && used >= LEAST;
    let used = if has_experts { used } else { parameters };
    let (kind, shape) = match workload {
        Workload::Image => (ModelKind::Diffusion, None),
        Workload::Vision => (ModelKind::Vision, None),
        _ if has_experts => (ModelKind::Decoder, Some(infer::mixture(parameters, used))),
        _ => (ModelKind::Decoder, Some(infer::dense(parameters))),
    };
    let name = match active {
        Some(active) if has_experts => format!("{total}B-A{active}B"),
        _ => format!("{total}B"),
    };
    Some(Subject {
        model: Model {
            id: name.to_ascii_lowercase(),
            name,
            family: String::new(),
            kind,
            total: Params::new(parameters),
            active: Params::new(used),
            shape,
            tower: None,
            network: None,
            max_context: None,
        },
        inferred: true,
    })
}
