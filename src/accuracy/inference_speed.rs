//! Rows of speed of inference.

use super::estimate::Estimate;
use super::row::Row;
use super::setup::{Context, Reason, Setup};
use crate::query::Workload;
use crate::units::{Range, Ratio};

/// The estimate of one row.
pub(super) fn estimate(context: Context<'_>, row: &Row) -> Result<Estimate, Reason> {
    let mut setup = Setup::new(context, row, Workload::Serve)?;
    let input = row.number("input_len").unwrap_or(0.0) as u32;
    let output = row.number("output_len").unwrap_or(0.0) as u32;
    setup.query.output = output.max(1);
    setup.query.context = (input + output).max(1);
    setup.sequences = row.whole("batch_or_concurrency").unwrap_or(1);
    let speed = setup.speed()?;
    let inverse = |seconds: f64, work: f64| Ratio::new(work / seconds.max(1e-12));
    match row.kind() {
        "decode_tok_s" => {
            let per_token = speed.per_token.ok_or(Reason::UnknownKind)?;
            let sequences = f64::from(setup.sequences);
            let rate = |seconds: crate::units::Seconds| inverse(seconds.get(), sequences);
            let range = Range::new(
                rate(per_token.high),
                rate(per_token.expected),
                rate(per_token.low),
            );
            Ok(Estimate::speed(range, 1.0))
        }
        "prefill_tok_s" => {
            let first = speed.first_token.ok_or(Reason::UnknownKind)?;
            let rate = |seconds: crate::units::Seconds| inverse(seconds.get(), f64::from(input));
            let range = Range::new(rate(first.high), rate(first.expected), rate(first.low));
            Ok(Estimate::speed(range, 1.0))
        }
        "total_output_tok_s" => Ok(Estimate::speed(speed.rate, 1.0)),
        "total_tok_s" => {
            let share = f64::from(input + output) / f64::from(output.max(1));
            Ok(Estimate::speed(speed.rate, share))
        }
        _ => Err(Reason::UnknownKind),
    }
}
