//! Rows of memory of inference.

use super::estimate::{Estimate, scope};
use super::row::Row;
use super::setup::{Context, Reason, Setup};
use crate::fit;
use crate::query::Workload;
use crate::units::Range;

/// The estimate of one row.
pub(super) fn estimate(context: Context<'_>, row: &Row) -> Result<Estimate, Reason> {
    let mut setup = Setup::new(context, row, Workload::Serve)?;
    setup.query.context = row.whole("seq_len").unwrap_or(512);
    setup.query.output = setup.query.output.min(setup.query.context);
    setup.sequences = row.whole("concurrency").or(row.whole("batch")).unwrap_or(1);
    let footprint = setup.footprint()?;
    let device = setup.device()?;
    let bytes = match row.kind() {
        "peak" | "fits" | "oom" => footprint.total,
        "weights" => Range::exact(footprint.weights),
        "kv_cache" => Range::exact(footprint.cache),
        "overhead" => Range::exact(footprint.activations),
        "compute_buffer" => Range::exact(footprint.activations),
        _ => return Err(Reason::UnknownKind),
    };
    let verdict = fit::verdict(&footprint, &device);
    Ok(Estimate::memory(row, bytes, scope(row)).judged(verdict))
}
