//! A model on the cards of one replica: what every phase of serving needs.

use super::efficiency::{self, Execution, Release};
use super::hardware::{Fabric, bandwidth, link, peak, rate_of};
use super::{Unrated, soft_max};
use crate::calibration::ServingSpeed;
use crate::catalog::{Architecture, ModelKind};
use crate::fit::{Blocks, Device, EngineClass, Group, Mixture, Subject, stored_ratio};
use crate::query::{Query, WeightFormat};

/// Expected share of experts that a batch of tokens touches: each token leaves an expert untouched
/// with probability 1 − e/E.
pub(crate) fn touched_experts(count: f64, per_token: f64, tokens: f64) -> f64 {
    if count <= 0.0 {
        return 0.0;
    }
    let missed = (1.0 - per_token / count).clamp(0.0, 1.0);
    1.0 - libm::pow(missed, tokens)
}

/// Operations of attention per query token that attends to so many: 4 per query element and
/// attended token, for scores and values.
pub(super) fn attention_operations(shape: &Architecture, context: f64) -> f64 {
    let window = shape.window.map_or(context, f64::from).min(context);
    let width = |is_full| {
        let (heads, _, width) = shape.heads_of(is_full);
        f64::from(heads) * f64::from(width)
    };
    4.0 * (width(true) * f64::from(shape.full_layers) * context
        + width(false) * f64::from(shape.windowed_layers) * window)
}

/// A model and the cards that run it, with all that both phases need.
pub(super) struct Machine<'a> {
    pub(super) figures: &'a ServingSpeed,
    pub(super) query: &'a Query,
    pub(super) subject: &'a Subject,
    pub(super) release: Release,
    pub(super) execution: Execution,
    pub(super) blocks: Blocks,
    /// Bytes of weights that every token reads, and of all routed experts.
    pub(super) fixed: f64,
    pub(super) experts: f64,
    /// Cards that share every layer and work at the same time, and stages.
    pub(super) ranks: f64,
    pub(super) stages: f64,
    /// Cards that work in turn.
    pub(super) turns: f64,
    /// Each rank holds its own sequences and a part of the experts.
    pub(super) is_divided: bool,
    pub(super) fabric: Fabric,
    pub(super) bandwidth: f64,
    /// Seconds per byte of weights.
    pub(super) per_byte: f64,
    pub(super) peak: f64,
    /// Rates that products reach in the format of the weights, and the peak of 16-bit products.
    pub(super) sustained: f64,
    pub(super) half: f64,
    /// Rate of products that accumulate in 16 bit.
    pub(super) accumulating: f64,
    pub(super) is_metal: bool,
    /// Kernels expand weights of 4 bit or so.
    pub(super) is_packed: bool,
    pub(super) is_new: bool,
    pub(super) is_grace: bool,
}

/// Bytes of fixed weights and of all experts that are read.
fn weights(query: &Query, subject: &Subject, blocks: &Blocks) -> (f64, f64) {
    let model = &subject.model;
    let mixture = Mixture::of(query.weights, model);
    // Where the bytes of the weights are known, each kind of tensor has its share of them.
    let stored = stored_ratio(query, model, EngineClass::of(query.engine));
    (
        blocks.fixed_read(&mixture) * stored,
        blocks.expert_bytes(&mixture) * stored,
    )
}

/// What limits how many bytes per second kernels fetch beside the memory: multiprocessors × clock.
/// A data sheet without a clock gets 1.7 GHz; one without multiprocessors as many as reach its
/// 16-bit peak at 4,096 operations per clock, as those of A100 and H100 do; Apple's chips 256
/// operations in 32 bit per clock and core, by which their published rates are counted.
fn lanes(device: &Device, half: f64) -> f64 {
    let card = device.accelerator;
    if is_metal(device)
        && let Some(single) = card.peak.fp32
    {
        return single.get() / 256.0;
    }
    let clock = card.boost.map_or(1.7e9, |clock| clock.get());
    match card.sm_count {
        Some(count) if count > 0 => f64::from(count) * clock * device.share.get(),
        _ => half / 4096.0,
    }
}

fn is_metal(device: &Device) -> bool {
    device
        .accelerator
        .runtimes
        .iter()
        .any(|name| name == "metal")
}

impl<'a> Machine<'a> {
    pub(super) fn new(
        query: &'a Query,
        subject: &'a Subject,
        device: &Device<'a>,
        group: &Group,
        release: Release,
    ) -> Result<Self, Unrated> {
        let figures = &device.calibration.serving_speed;
        let card = device.accelerator;
        let share = device.share.get();
        let execution = Execution::of(query.engine);
        let bandwidth = bandwidth(device).ok_or(Unrated::NoComputeFigure)?.get();
        let half = peak(card, WeightFormat::Fp16).ok_or(Unrated::NoComputeFigure)?;
        let half = half.get() * share;
        let is_encoder = subject.model.kind == ModelKind::Encoder;
        let (rate, halvings) =
            rate_of(card, query.weights, is_encoder).ok_or(Unrated::NoComputeFigure)?;
        let peak = rate.get() * share;
        if bandwidth <= 0.0 || peak <= 0.0 || half <= 0.0 {
            return Err(Unrated::NoComputeFigure);
        }
        let (ranks, turns) = if execution.is_in_turn() {
            (1, group.cards())
        } else {
            (group.cards() / group.pipeline.max(1), 1)
        };
        let is_cuda = card.runtimes.iter().any(|name| name == "cuda");
        let has_experts = subject
            .model
            .shape
            .as_ref()
            .is_some_and(|shape| shape.experts.is_some());
        let mut reached = match halvings {
            _ if is_encoder => figures.encoder_share,
            0 => figures.half_share,
            1 => figures.byte_share,
            _ => figures.nibble_share,
        };
        if has_experts {
            reached *= figures.experts_share;
        }
        if !is_encoder {
            let is_xpu = card.runtimes.iter().any(|name| name == "xpu");
            if !is_cuda && !is_xpu {
                reached *= figures.other_share;
            }
            if release.is_before_2025() {
                reached *= figures.young_share;
            }
        }
        let products = peak * reached;
        // Halving the width of numbers halves the energy of a product.
        let sustained = match card.tdp {
            Some(watts) if is_cuda && watts.get() > 0.0 => {
                let limit = watts.get() * share * figures.joule * f64::from(1 << halvings);
                1.0 / soft_max(1.0 / products, 1.0 / limit)
            }
            _ => products,
        };
        let blocks = Blocks::of(&subject.model);
        let (fixed, experts) = weights(query, subject, &blocks);
        let fetch = efficiency::fetch(figures, query.engine, query.weights, release);
        Ok(Self {
            figures,
            query,
            subject,
            release,
            execution,
            blocks,
            fixed,
            experts,
            ranks: f64::from(ranks.max(1)),
            stages: f64::from(if turns > 1 { 1 } else { group.pipeline.max(1) }),
            turns: f64::from(turns),
            is_divided: group.expert > 1 && has_experts,
            fabric: link(
                card,
                group.link,
                ranks,
                (figures.direct_latency, figures.direct_share),
                (figures.host_latency, figures.pcie_share),
            ),
            bandwidth,
            per_byte: soft_max(
                1.0 / (bandwidth * figures.bandwidth_share),
                1.0 / (lanes(device, half) * fetch),
            ),
            peak,
            sustained,
            half,
            // Consumer cards accumulate in 16 bit at twice the rate of 32 bit: half of their rate
            // for 8-bit integers.
            accumulating: card.peak.int8.map_or(half, |rate| rate.get() * share / 2.0),
            is_metal: is_metal(device),
            is_packed: fetch != figures.fetch_plain,
            is_new: card.year.is_some_and(|year| year >= 2022),
            is_grace: card.name.starts_with("GB") || card.name.starts_with("GH"),
        })
    }

    pub(super) fn shape(&self) -> Option<&'a Architecture> {
        self.subject.model.shape.as_ref()
    }

    /// Layers; a model without a shape is taken to have 32.
    pub(super) fn layers(&self) -> f64 {
        self.shape().map_or(32.0, |shape| f64::from(shape.layers))
    }

    pub(super) fn hidden(&self) -> f64 {
        self.shape().map_or(4096.0, |shape| f64::from(shape.hidden))
    }

    /// Operations of attention per query token that attends to so many.
    pub(super) fn attention(&self, context: f64) -> f64 {
        self.shape()
            .map_or(0.0, |shape| attention_operations(shape, context))
    }

    /// Share of the experts that so many tokens touch.
    pub(super) fn touched(&self, tokens: f64) -> f64 {
        let experts = self.shape().and_then(|shape| shape.experts);
        experts.map_or(0.0, |experts| {
            let count = f64::from(experts.count);
            touched_experts(count, f64::from(experts.per_token), tokens)
        })
    }

    /// Parameters that each token is multiplied with in the layers, and those of the head.
    pub(super) fn multiplied(&self) -> (f64, f64) {
        let blocks = &self.blocks;
        let head = match self.subject.model.kind {
            ModelKind::Encoder => 0.0,
            _ if blocks.head > 0.0 => blocks.head,
            _ => blocks.embedding,
        };
        let active = self.subject.model.active.get();
        ((active - blocks.embedding - blocks.head).max(0.0), head)
    }

    /// Operations with so many tokens in the layers and rows in the head, if a product computes at
    /// least so many rows. The tokens of an expert are few where there are many experts.
    pub(super) fn products(&self, tokens: f64, rows: f64, least: f64) -> f64 {
        let (multiplied, head) = self.multiplied();
        let mut operations = head * rows.max(least);
        let experts = self.shape().and_then(|shape| shape.experts);
        let routed = self.blocks.expert_down + self.blocks.expert_rest;
        match experts {
            Some(experts) if routed > 0.0 => {
                let used = f64::from(experts.per_token) / f64::from(experts.count.max(1));
                let touched = self.touched(tokens).max(1e-9);
                let fixed = (multiplied - routed * used).max(0.0);
                operations += fixed * tokens.max(least);
                operations += routed * touched * (tokens * used / touched).max(least);
            }
            _ => operations += multiplied * tokens.max(least),
        }
        2.0 * operations
    }

    /// Rows that a product of the weights' format computes at least: tiles of tensor cores. Kernels
    /// that expand 4-bit weights have small ones.
    pub(super) fn tile(&self) -> f64 {
        let is_tiled = matches!(self.execution, Execution::Paged | Execution::Compiled);
        if !is_tiled || self.query.weights == WeightFormat::Fp32 {
            1.0
        } else if self.is_packed {
            16.0
        } else {
            self.figures.tile_rows
        }
    }

    /// Two all-reduces per layer: their latency, and the transfer.
    pub(super) fn exchange(&self, tokens: f64) -> (f64, f64) {
        let times = 2.0 * self.layers() / self.stages;
        let whole = self
            .fabric
            .all_reduce(tokens * self.hidden() * 2.0, self.ranks);
        let latency = self.fabric.all_reduce(0.0, self.ranks);
        (times * latency, times * (whole - latency))
    }

    /// Moving what layers hand on.
    pub(super) fn elements(&self, tokens: f64) -> f64 {
        let bytes = tokens * self.layers() * self.hidden() * self.figures.element_bytes;
        bytes / (self.bandwidth * self.figures.bandwidth_share) / (self.ranks * self.stages)
    }
}
