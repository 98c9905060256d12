//! The rules of thumb that most calculators use, on the same rows.

use super::names;
use super::row::{Row, Table};
use super::setup::Context;
use crate::catalog::Model;
use crate::query::WeightFormat;

/// A rule of thumb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rule {
    /// Parameters × bytes × 1.2.
    WeightsAndFifth,
    /// 16 bytes × parameters ÷ cards.
    SixteenBytes,
    /// Two bytes (half of one at 4 bit) × parameters × 1.2, for adapters.
    AdapterWeights,
    /// Bandwidth ÷ bytes of the active weights.
    FullBandwidth,
    /// Peak ÷ (2 × active parameters).
    FullPeak,
    /// Peak ÷ (6 × active parameters).
    FullPeakTraining,
}

impl Rule {
    pub(super) const ALL: [Self; 6] = [
        Self::WeightsAndFifth,
        Self::SixteenBytes,
        Self::AdapterWeights,
        Self::FullBandwidth,
        Self::FullPeak,
        Self::FullPeakTraining,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::WeightsAndFifth => "inference peak: parameters × bytes × 1.2",
            Self::SixteenBytes => "full training: 16 bytes × parameters ÷ cards",
            Self::AdapterWeights => "LoRA, QLoRA: bytes of the weights × 1.2",
            Self::FullBandwidth => "decode of one sequence: bandwidth ÷ bytes of active weights",
            Self::FullPeak => "prefill: peak ÷ (2 × active parameters)",
            Self::FullPeakTraining => "full training: peak ÷ (6 × active parameters)",
        }
    }
}

/// The rule for a row with its figure in the row's unit; `None` where no rule is common.
pub(super) fn naive(context: Context<'_>, row: &Row) -> Option<(Rule, f64)> {
    let model = names::model(context.catalog, row.text("model"))?;
    let format = names::format(row.text("precision"))?;
    match row.table {
        Table::Memory => memory(row, model, format),
        Table::Throughput => speed(context, row, model, format),
    }
}

/// Bytes per parameter as a name says them.
fn nominal_bytes(format: WeightFormat) -> f64 {
    let word = format.word();
    let digits = |prefix: &str| {
        word.split(prefix)
            .nth(1)
            .and_then(|rest| rest.chars().next())
            .and_then(|digit| digit.to_digit(10))
            .map(|bits| f64::from(bits) / 8.0)
    };
    match format {
        WeightFormat::Fp32 => 4.0,
        WeightFormat::Bf16 | WeightFormat::Fp16 => 2.0,
        WeightFormat::Fp8 | WeightFormat::Mxfp8 | WeightFormat::Int8 => 1.0,
        _ => digits("iq")
            .or(digits("q"))
            .or(digits("exl2-"))
            .unwrap_or(0.5),
    }
}

fn memory(row: &Row, model: &Model, format: WeightFormat) -> Option<(Rule, f64)> {
    if row.kind() != "peak" {
        return None;
    }
    let unit = if row.unit() == "GiB" {
        1_073_741_824.0
    } else {
        1e9
    };
    let parameters = model.total.get();
    let cards = f64::from(row.cards());
    let shares = if row.text("scope") == "per_gpu" {
        cards
    } else {
        1.0
    };
    let (rule, bytes) = match (row.text("workload"), row.text("method")) {
        ("inference", _) => (
            Rule::WeightsAndFifth,
            parameters * nominal_bytes(format) * 1.2,
        ),
        ("pretrain", _) | ("finetune", "full") => (Rule::SixteenBytes, parameters * 16.0),
        ("finetune", "qlora") => (Rule::AdapterWeights, parameters * 0.5 * 1.2),
        ("finetune", _) => (Rule::AdapterWeights, parameters * 2.0 * 1.2),
        _ => return None,
    };
    Some((rule, bytes / shares / unit))
}

fn speed(
    context: Context<'_>,
    row: &Row,
    model: &Model,
    format: WeightFormat,
) -> Option<(Rule, f64)> {
    let card = names::accelerator(context.catalog, row.text("gpu"))?;
    let active = model.active.get();
    let half = card.peak.bf16.or(card.peak.fp16)?.get();
    let is_alone = row.number("batch_or_concurrency").is_none_or(|n| n <= 1.0);
    match (row.kind(), row.text("workload")) {
        ("decode_tok_s", _) if is_alone => {
            let read = active * nominal_bytes(format);
            Some((Rule::FullBandwidth, card.bandwidth?.get() / read))
        }
        ("prefill_tok_s", _) => Some((Rule::FullPeak, half / (2.0 * active))),
        ("train_tok_s_per_gpu", _) => {
            let adapters = row.note("method").is_some_and(|m| m.contains("lora"));
            let peak = match format {
                WeightFormat::Fp8 | WeightFormat::Mxfp8 => card.peak.fp8?.get(),
                WeightFormat::Nvfp4 => card.peak.fp4?.get(),
                _ => half,
            };
            (!adapters).then(|| (Rule::FullPeakTraining, peak / (6.0 * active)))
        }
        _ => None,
    }
}
