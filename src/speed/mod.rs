//! Speed: prefill, decode, training steps, images, frames, floating-point work.
//!
//! A roofline with stated efficiencies; `docs/model.md` has formula, source and range of each.

use crate::catalog::InstanceLink;
use crate::fit::{Device, Subject};
use crate::query::Query;
use crate::units::{Range, Ratio, Seconds};

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

/// How fast one replica over `shards` cards works with `sequences` resident sequences.
///
/// # Errors
/// [`Unrated`] names the missing figure; a card is never scored 0.
pub fn speed(
    _query: &Query,
    _subject: Option<&Subject>,
    _device: &Device,
    _link: InstanceLink,
    _shards: u32,
    _sequences: u32,
) -> Result<Speed, Unrated> {
    Err(Unrated::NoComputeFigure)
}

/// All the work of a job in the units of [`SpeedUnit`]; `None` where the query does not say how
/// much there is.
#[must_use]
pub fn work(_query: &Query, _subject: Option<&Subject>) -> Option<Ratio> {
    None
}
