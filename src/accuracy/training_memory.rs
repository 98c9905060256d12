//! Rows of memory of training.

use super::estimate::{Estimate, scope};
use super::row::Row;
use super::setup::{Context, Reason, Setup};
use crate::fit;
use crate::query::{Checkpointing, Method, Workload};

/// The method of a row.
pub(super) fn method(word: &str) -> Method {
    match word {
        "qlora" => Method::Qlora,
        "lora" | "lora+emb" => Method::Lora,
        _ => Method::Full,
    }
}

/// The estimate of one row.
pub(super) fn estimate(context: Context<'_>, row: &Row) -> Result<Estimate, Reason> {
    let mut setup = Setup::new(context, row, Workload::Finetune)?;
    setup.query.method = method(row.text("method"));
    setup.query.sequence = row.whole("seq_len").unwrap_or(512);
    setup.query.batch = row.whole("batch").unwrap_or(1);
    setup.query.checkpointing = match row.text("activation_checkpointing") {
        "no" => Checkpointing::Off,
        "selective" => Checkpointing::Selective,
        "yes+offload" => Checkpointing::Offloaded,
        _ => Checkpointing::Full,
    };
    if row.kind() != "peak" && row.kind() != "fits" && row.kind() != "oom" {
        return Err(Reason::UnknownKind);
    }
    let footprint = setup.footprint()?;
    let verdict = fit::verdict(&footprint, &setup.device()?);
    Ok(Estimate::memory(row, footprint.total, scope(row)).judged(verdict))
}
