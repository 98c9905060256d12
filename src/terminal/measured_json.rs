//! The asker's own measurements as JSON.

use crate::catalog::Catalog;
use crate::speed::{Compared, OwnRun};
use serde::Serialize;

/// What the asker measured, beside the estimate for the same card.
#[derive(Serialize)]
pub struct MeasuredOut {
    accelerator: String,
    gpus: u32,
    memory: Option<ComparedOut>,
    speed: Option<ComparedOut>,
}

#[derive(Serialize)]
pub struct ComparedOut {
    measured: f64,
    estimated: f64,
    factor: f64,
    used: bool,
}

/// The measurements of a run beside the estimates for it.
pub fn measured(catalog: &Catalog, run: OwnRun) -> MeasuredOut {
    let compared = |compared: Compared| ComparedOut {
        measured: compared.measured.get(),
        estimated: compared.estimated.get(),
        factor: compared.factor().get(),
        used: compared.is_plausible(),
    };
    MeasuredOut {
        accelerator: catalog.accelerator(run.card).id.clone(),
        gpus: run.cards,
        memory: run.memory.map(compared),
        speed: run.speed.map(compared),
    }
}
