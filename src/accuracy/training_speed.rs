//! Rows of speed of training.

use super::estimate::Estimate;
use super::row::Row;
use super::setup::{Context, Reason, Setup};
use super::training_memory::method;
use crate::query::{Checkpointing, Workload};

/// The estimate of one row.
pub(super) fn estimate(context: Context<'_>, row: &Row) -> Result<Estimate, Reason> {
    let mut setup = Setup::new(context, row, Workload::Finetune)?;
    setup.query.method = method(row.note("method").unwrap_or("full"));
    setup.query.sequence = row.whole("input_len").unwrap_or(2048);
    setup.query.batch = row
        .note_whole("mbs")
        .or(row.whole("batch_or_concurrency"))
        .unwrap_or(1);
    setup.query.checkpointing = match row.note("ac") {
        Some("no" | "False") => Checkpointing::Off,
        Some("selective") => Checkpointing::Selective,
        _ => Checkpointing::Full,
    };
    let speed = setup.speed()?;
    let cards = f64::from(setup.group.cards());
    match row.kind() {
        "train_tok_s_per_gpu" => Ok(Estimate::speed(speed.rate, 1.0 / cards)),
        "train_tok_s_total" => Ok(Estimate::speed(speed.rate, 1.0)),
        "samples_s" => Ok(Estimate::speed(
            speed.rate,
            1.0 / f64::from(setup.query.sequence),
        )),
        _ => Err(Reason::UnknownKind),
    }
}
