//! The model that a query asks about: a preset, or one inferred from a size.

use super::infer;
use super::support::suits;
use crate::catalog::{Catalog, Model, ModelKind};
use crate::query::{Query, Workload};
use crate::units::{Decimal, Params};

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
    let language = matches!(
        query.workload,
        Workload::Serve | Workload::Pretrain | Workload::Finetune
    );
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
            id: name.to_lowercase(),
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
