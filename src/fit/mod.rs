//! Memory: what a workload needs on each card, by component, and whether a card holds it.
//!
//! Every term has its formula, source and validity in `docs/model.md`.

mod blocks;
mod cache;
mod group;
mod host;
mod imaging;
mod infer;
mod measured;
mod passes;
mod peak;
mod serving;
mod subject;
mod support;
mod training;
mod working;

pub use group::Group;
pub use host::HOST_KEEPS;
pub(crate) use host::{host_footprint, on_host, runs_on_host};
pub use imaging::DEFAULT_SIDE;
pub use measured::Measured;
pub use serving::headroom;
pub(crate) use subject::stored_ratio;
pub use subject::{Subject, default_model_for, subject};
pub use support::{engine_id, supports};
pub use training::{base_format, method};

pub(crate) use blocks::{Blocks, Mixture, weight_bytes};
pub(crate) use cache::{element_bytes, layer_elements, read_bytes};
pub(crate) use imaging::{
    SPEECH_POSITIONS, SPEECH_TOKENS, beams, speech_cache, transcribes, tunes,
};
pub(crate) use passes::{area, denoiser, element_width, network, pixels, positions, weight_width};
pub(crate) use peak::{HIDDEN_BYTES, SAMPLER_BYTES};
pub(crate) use serving::{CONTEXT, EngineClass, UBATCH, driver_context, profiled_batch};
#[cfg(feature = "terminal")]
pub(crate) use serving::{Conduct, DRIVER_KEEPS, communication, parts, widened};
#[cfg(feature = "web")]
pub(crate) use support::suits;
pub(crate) use training::{sequence_length, trainable};
pub(crate) use working::Working;

use crate::calibration::{Calibration, FITTED};
use crate::catalog::{Accelerator, Catalog, GpuCount, ModelKind};
use crate::query::{Query, Workload};
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
    /// Render score of the card that the query's minutes per frame refer to; `None` where it has
    /// none, and for all work but rendering.
    pub reference_score: Option<Ratio>,
    /// The fitted figures of the engine.
    pub calibration: &'a Calibration,
    /// What the asker's own measurements say.
    pub measured: Measured,
}

impl<'a> Device<'a> {
    /// The device that an offer's unit stands for in a question; `None` where the card's memory is
    /// unknown.
    #[must_use]
    pub fn new(
        catalog: &Catalog,
        query: &Query,
        accelerator: &'a Accelerator,
        count: GpuCount,
    ) -> Option<Self> {
        let (usable, usable_assumed) = accelerator.usable()?;
        let share = count.share();
        let reference = match query.workload {
            Workload::Render => catalog.accelerator_by_id(&query.reference),
            _ => None,
        };
        Some(Self {
            accelerator,
            share,
            usable: usable * share.get(),
            usable_assumed,
            reference_score: reference.and_then(|(_, card)| card.blender_score),
            calibration: &FITTED,
            measured: Measured::default(),
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
        self.scaled(f64::from(cards))
    }

    /// Every part and the sum by the same factor.
    fn scaled(&self, factor: f64) -> Self {
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

/// What each card of a group must hold for one replica with `sequences` resident sequences, which
/// count for serving alone.
#[must_use]
pub fn footprint(
    query: &Query,
    subject: Option<&Subject>,
    device: &Device,
    group: &Group,
    sequences: u32,
) -> Footprint {
    estimated(query, subject, device, group, sequences).corrected(device.measured)
}

/// The footprint without the asker's own measurements.
fn estimated(
    query: &Query,
    subject: Option<&Subject>,
    device: &Device,
    group: &Group,
    sequences: u32,
) -> Footprint {
    match (query.workload, subject) {
        (_, Some(subject)) if tunes(query, subject) => {
            imaging::tuning(query, subject, device, group)
        }
        (_, Some(subject)) if transcribes(query, subject) => {
            imaging::speech(query, subject, device, sequences)
        }
        (Workload::Serve, Some(subject)) => {
            serving::footprint(query, subject, device, group, sequences)
        }
        (Workload::Pretrain | Workload::Finetune, Some(subject)) => {
            training::footprint(query, subject, device, group)
        }
        (Workload::Image, Some(subject)) => imaging::generation(query, subject, device),
        (Workload::Vision, Some(subject)) => match subject.model.kind {
            ModelKind::Encoder => training::footprint(query, subject, device, group),
            _ => imaging::vision(query, subject, device, group),
        },
        (Workload::Render, _) => imaging::render(),
        (Workload::Vram, _) => imaging::as_said(query, group),
        // Scientific codes differ too much in memory for any figure to stand; without a model
        // there is nothing to hold.
        (Workload::Hpc, _) | (_, None) => Footprint::default(),
    }
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
