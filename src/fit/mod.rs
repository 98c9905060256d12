//! Memory: what a workload needs on each card, by component, and whether a card holds it.
//!
//! Every term has its formula, source and validity in `docs/model.md`.

mod subject;

pub use subject::{Subject, subject};

use crate::catalog::{Accelerator, Catalog, GpuCount};
use crate::query::Query;
use crate::units::{Bytes, Range, Ratio};

/// A card, or the share of one, as one rank of a plan sees it.
#[derive(Clone, Copy, Debug)]
pub struct Device<'a> {
    /// The card.
    pub accelerator: &'a Accelerator,
    /// The share of memory, bandwidth and compute: 1 for a whole card.
    pub share: Ratio,
    /// Memory that a process can count on.
    pub usable: Bytes,
    /// Whether `usable` is assumed from the label.
    pub usable_assumed: bool,
}

impl<'a> Device<'a> {
    /// The device that an offer's unit stands for; `None` where the card's memory is unknown.
    #[must_use]
    pub fn new(accelerator: &'a Accelerator, count: GpuCount) -> Option<Self> {
        let (usable, usable_assumed) = accelerator.usable()?;
        let share = count.share();
        Some(Self {
            accelerator,
            share,
            usable: usable * share.get(),
            usable_assumed,
        })
    }
}

/// What one card must hold, by component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// Weights.
    pub weights: Bytes,
    /// KV cache and recurrent state.
    pub cache: Bytes,
    /// Activations and engine scratch.
    pub activations: Bytes,
    /// Optimizer states, with 32-bit master weights.
    pub optimizer: Bytes,
    /// Gradients.
    pub gradients: Bytes,
    /// Context of the driver, allocator, communication buffers.
    pub overhead: Bytes,
    /// The sum with its uncertainty; `expected` is the sum of the parts.
    pub total: Range<Bytes>,
}

impl Footprint {
    /// The same over a number of cards.
    #[must_use]
    pub fn times(&self, cards: u32) -> Self {
        let factor = f64::from(cards);
        Self {
            weights: self.weights * factor,
            cache: self.cache * factor,
            activations: self.activations * factor,
            optimizer: self.optimizer * factor,
            gradients: self.gradients * factor,
            overhead: self.overhead * factor,
            total: self.total * factor,
        }
    }
}

/// Whether a card holds a footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Even the high end is held.
    Fits,
    /// The expected need is held, the high end is not.
    Tight,
    /// The expected need is not held.
    No,
}

impl Verdict {
    /// The word in output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fits => "fits",
            Self::Tight => "tight",
            Self::No => "no",
        }
    }
}

/// Why a card cannot run the workload at all, whatever its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unsupported {
    /// The engine does not run on this accelerator family.
    Engine,
    /// The card does not compute in this precision, and no kernel of the engine stands in.
    Precision,
}

/// What to know about a workload that a card does run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Caveat {
    /// The engine supports the family only in part (fork, plugin, preview).
    EnginePartial,
    /// Nothing was found on engine and family.
    EngineUnknown,
    /// The card stores this precision but computes in a wider one.
    PrecisionEmulated,
}

/// Whether an accelerator can run the query's engine and precision at all.
///
/// # Errors
/// [`Unsupported`] says what it lacks.
pub fn supports(
    _catalog: &Catalog,
    _query: &Query,
    _subject: Option<&Subject>,
    _accelerator: &Accelerator,
) -> Result<Option<Caveat>, Unsupported> {
    Ok(None)
}

/// What each of `shards` cards must hold for one replica with `sequences` resident sequences.
///
/// `sequences` counts for serving alone. `shards` is the tensor-parallel degree of serving and the
/// data-parallel (fully sharded) degree of training.
#[must_use]
pub fn footprint(
    _query: &Query,
    _subject: Option<&Subject>,
    _device: &Device,
    _shards: u32,
    _sequences: u32,
) -> Footprint {
    Footprint::default()
}

/// Whether a device holds a footprint.
#[must_use]
pub fn verdict(footprint: &Footprint, device: &Device) -> Verdict {
    if footprint.total.high <= device.usable {
        Verdict::Fits
    } else if footprint.total.expected <= device.usable {
        Verdict::Tight
    } else {
        Verdict::No
    }
}
