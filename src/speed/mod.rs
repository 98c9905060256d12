//! Speed: prefill, decode, training steps, images, frames, floating-point work.
//!
//! The time of each phase is worked out part by part, with figures that are fitted to measurements or
//! stated beside their source; `docs/model.md` has formula, source and range of each.

mod board;
pub mod cpu;
pub(crate) mod efficiency;
pub(crate) mod hardware;
pub(crate) mod imaging;
mod layers;
mod machine;
mod measured;
mod network;
mod prefill;
mod rates;
pub(crate) mod serving;
mod speech;
mod step;
mod sustained;
mod trainer;
pub(crate) mod training;

pub use measured::{Compared, OwnRun, WIDEST};

use crate::catalog::ModelKind;
use crate::fit::{self, Device, Group, Subject};
use crate::query::{Query, Workload};
use crate::units::{Range, Ratio, Seconds};

/// A maximum without a corner: of two limits that are about as strong, each costs something.
fn soft_max(a: f64, b: f64) -> f64 {
    let (most, least) = if a > b { (a, b) } else { (b, a) };
    if most <= 0.0 {
        return 0.0;
    }
    let ratio = least / most;
    let squared = ratio * ratio;
    most * f64::sqrt(f64::sqrt(1.0 + squared * squared))
}

/// How fast one replica works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed {
    /// What is counted.
    pub unit: SpeedUnit,
    /// Units per second of one replica over all its cards.
    pub rate: Range<Ratio>,
    /// Serving: seconds to the first token.
    pub first_token: Option<Range<Seconds>>,
    /// Serving: seconds per output token of one sequence.
    pub per_token: Option<Range<Seconds>>,
    /// What limits it.
    pub bottleneck: Bottleneck,
}

/// What a speed counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpeedUnit {
    /// Output tokens of a served model.
    OutputTokens,
    /// Tokens trained on.
    TrainingTokens,
    /// Images generated, trained on or classified.
    Images,
    /// Frames rendered.
    Frames,
    /// 10¹⁵ floating-point operations.
    Petaflop,
    /// GPU-hours as said: one card does one per hour, whatever card it is.
    GpuHours,
}

/// What limits a speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bottleneck {
    /// Reading weights and cache from memory.
    Bandwidth,
    /// Arithmetic.
    Compute,
    /// Launches and synchronisation.
    Latency,
    /// Traffic between cards.
    Interconnect,
    /// Nothing is modelled: the work is as said.
    AsSaid,
}

/// A figure that the speed needs and the card's facts lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unrated {
    /// No FP64 (or FP32) rate is known.
    NoFp64Figure,
    /// No render score is known.
    NoRenderFigure,
    /// No bandwidth or matrix rate is known.
    NoComputeFigure,
}

/// How fast one replica over a group of cards works with `sequences` resident sequences.
///
/// # Errors
/// [`Unrated`] names the missing figure; a card is never scored 0.
pub fn speed(
    query: &Query,
    subject: Option<&Subject>,
    device: &Device,
    group: &Group,
    sequences: u32,
) -> Result<Speed, Unrated> {
    estimated(query, subject, device, group, sequences)
        .map(|speed| speed.corrected(device.measured))
}

/// The speed without the asker's own measurements.
fn estimated(
    query: &Query,
    subject: Option<&Subject>,
    device: &Device,
    group: &Group,
    sequences: u32,
) -> Result<Speed, Unrated> {
    match (query.workload, subject) {
        (_, Some(subject)) if fit::tunes(query, subject) => {
            imaging::vision(query, subject, device, group)
        }
        (_, Some(subject)) if fit::transcribes(query, subject) => {
            speech::speed(query, subject, device, group, sequences)
        }
        (Workload::Serve, Some(subject)) => {
            serving::speed(query, subject, device, group, sequences)
        }
        (Workload::Pretrain | Workload::Finetune, Some(subject)) => {
            training::speed(query, subject, device, group)
        }
        (Workload::Image, Some(subject)) => imaging::generation(query, subject, device, group),
        (Workload::Vision, Some(subject)) => match subject.model.kind {
            ModelKind::Encoder => training::speed(query, subject, device, group),
            _ => imaging::vision(query, subject, device, group),
        },
        (Workload::Render, _) => imaging::render(query, device, group),
        (Workload::Hpc, _) => imaging::science(query, device, group),
        (Workload::Vram, _) => Ok(imaging::as_said(group)),
        (_, None) => Err(Unrated::NoComputeFigure),
    }
}

/// All the work of a job in the units of [`SpeedUnit`]; `None` where the query does not say how
/// much there is.
#[must_use]
pub fn work(query: &Query, subject: Option<&Subject>) -> Option<Ratio> {
    let epochs = query.epochs.to_f64().max(0.0);
    let amount = match query.workload {
        Workload::Serve => return None,
        Workload::Finetune if subject.is_some_and(|subject| fit::tunes(query, subject)) => {
            query.images_k?.to_f64() * 1e3 * epochs
        }
        Workload::Pretrain | Workload::Finetune => query.tokens_b?.to_f64() * 1e9 * epochs,
        Workload::Image => query.images_k?.to_f64() * 1e3,
        Workload::Vision if subject.is_some_and(|s| s.model.kind == ModelKind::Encoder) => {
            query.tokens_b?.to_f64() * 1e9 * epochs
        }
        Workload::Vision => query.images_k?.to_f64() * 1e3 * epochs,
        Workload::Render => f64::from(query.frames?),
        Workload::Hpc => query.petaflop?.to_f64(),
        Workload::Vram => query.gpu_hours?.to_f64(),
    };
    Some(Ratio::new(amount.max(0.0)))
}
