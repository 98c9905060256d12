//! The estimate of one row, in the row's unit and scope.

use super::row::Row;
use super::setup::{Context, Reason};
use super::{imaging, inference_memory, inference_speed, training_memory, training_speed};
use crate::fit::Verdict;
use crate::units::{Bytes, Range, Ratio};

/// The estimate of one row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The low end.
    pub low: f64,
    /// What is expected.
    pub expected: f64,
    /// The high end.
    pub high: f64,
    /// Whether the card holds it, for memory.
    pub verdict: Option<Verdict>,
}

impl Estimate {
    /// Memory in the unit of a row. `cards` is 1 where the row's figure is of one card.
    pub(super) fn memory(row: &Row, bytes: Range<Bytes>, cards: f64) -> Self {
        let unit = match row.unit() {
            "GiB" => 1_073_741_824.0,
            _ => 1e9,
        };
        let of = |bytes: Bytes| bytes.get() * cards / unit;
        Self {
            low: of(bytes.low),
            expected: of(bytes.expected),
            high: of(bytes.high),
            verdict: None,
        }
    }

    /// A speed, times a factor from units per second of a replica to what the row counts.
    pub(super) fn speed(rate: Range<Ratio>, factor: f64) -> Self {
        Self {
            low: rate.low.get() * factor,
            expected: rate.expected.get() * factor,
            high: rate.high.get() * factor,
            verdict: None,
        }
    }

    /// A figure that falls as a rate rises: a time of so much work.
    pub(super) fn time(rate: Range<Ratio>, work: f64) -> Self {
        let of = |rate: Ratio| work / rate.get().max(f64::MIN_POSITIVE);
        Self {
            low: of(rate.high),
            expected: of(rate.expected),
            high: of(rate.low),
            verdict: None,
        }
    }

    /// The same with a verdict.
    pub(super) const fn judged(self, verdict: Verdict) -> Self {
        Self {
            verdict: Some(verdict),
            ..self
        }
    }
}

/// Cards that a row's figure sums over.
pub(super) fn scope(row: &Row) -> f64 {
    match row.text("scope") {
        "total" => f64::from(row.cards()),
        _ => 1.0,
    }
}

/// The estimate of a row.
pub(super) fn estimate(context: Context<'_>, row: &Row) -> Result<Estimate, Reason> {
    use super::row::Table;
    match (row.table, row.text("workload")) {
        (Table::Memory, "inference") => inference_memory::estimate(context, row),
        (Table::Memory, "finetune" | "pretrain") => training_memory::estimate(context, row),
        (Table::Throughput, "inference") => inference_speed::estimate(context, row),
        (Table::Throughput, "finetune" | "pretrain") => training_speed::estimate(context, row),
        (Table::Memory, _) => imaging::memory(context, row),
        (Table::Throughput, _) => imaging::speed(context, row),
    }
}
