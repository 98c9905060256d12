//! Speed of training: the time of one batch, part by part.
//!
//! A batch is as long as the busier of the card and its sharding traffic, at least as long as its
//! launches, and stands for the stages that wait for it. `docs/model.md` has the terms.

use super::layers::Sizes;
use super::network::Links;
use super::rates::{is_expanded, is_late, rates};
use super::trainer::habits;
use super::{Bottleneck, Speed, SpeedUnit, Unrated};
use crate::catalog::ModelKind;
use crate::fit::{
    Device, EngineClass, Group, Subject, base_format, method, sequence_length, trainable,
    weight_bytes,
};
use crate::query::{
    Attention, Checkpointing, Method, Offload, Query, Trainer, WeightFormat, Workload, Zero,
};
use crate::units::{Range, Ratio};

/// What elementwise operations reach of the memory bandwidth (STREAM-like kernels: 0.75 to 0.9).
const STREAMED: f64 = 0.8;
/// Tokens at which a product's rows reach half its rate: one tile of 128 rows.
const TILE_ROWS: f64 = 100.0;
/// Head width at which the products of unfused attention reach half their rate.
const TILE_HEAD: f64 = 30.0;
/// Positions of an encoder's pre-training that are predicted: 20 of 128 and 80 of 512
/// (DeepLearningExamples).
const MASKED: f64 = 0.156;
/// Mean length in tokens of what an encoder is pre-trained on, and what bins of lengths leave of
/// padding (NVIDIA LDDL; MLPerf's Wikipedia fills half of 512).
const DOCUMENT: f64 = 350.0;
const BIN: f64 = 32.0;
/// Parts that a stage is cut into so that stages wait less: virtual stages of Megatron's recipes,
/// and of torchtitan's.
const VIRTUAL_FUSED: f64 = 4.0;
const VIRTUAL: f64 = 1.5;
/// Operations of fused attention in forward and backward pass, in forward passes: the backward pass
/// computes the scores again (FlashAttention 2).
const ATTENTION_PASSES: f64 = 3.5;
/// Seconds per weight of an update on the host: 28 bytes at 25 GB/s, a card's part of a host's
/// memory (ZeRO-Offload).
const HOST_UPDATE: f64 = 28.0 / 25e9;

/// One batch of one card, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Step {
    /// Tokens of one batch over all cards.
    pub tokens: f64,
    /// Operations per token, over the cards that share it.
    pub flops_per_token: f64,
    /// Peak rate of one card in the format of the products.
    pub peak: f64,
    /// Products, attention, head.
    pub arithmetic: f64,
    /// Elementwise operations, logits, weights, casts and expansion.
    pub moving: f64,
    /// Exchange inside layers that does not hide.
    pub exchange: f64,
    /// Traffic of sharded weights and gradients.
    pub sharding: f64,
    /// Share of the shorter of sharding and the rest that does not hide.
    pub exposed: f64,
    /// Launches on the host.
    pub launches: f64,
    /// The optimizer's part.
    pub update: f64,
    /// What waiting stages and many hosts make of it.
    pub waiting: f64,
    /// Whether experts are routed to.
    pub routed: bool,
}

impl Step {
    /// Seconds of one batch.
    pub(crate) fn seconds(&self) -> f64 {
        let busy = self.arithmetic + self.moving + self.exchange;
        let card = busy.max(self.sharding) + self.exposed * busy.min(self.sharding);
        // Launches run ahead of a busy card; near the balance both are felt.
        let (card, host) = (card * card, self.launches * self.launches);
        let both = f64::sqrt(f64::sqrt(card * card + host * host));
        (both * self.waiting + self.update).max(f64::MIN_POSITIVE)
    }

    /// What the card reaches of its peak while it computes.
    pub(crate) fn peak_share(&self, cards: f64) -> f64 {
        let ideal = self.tokens * self.flops_per_token / cards / self.peak.max(1.0);
        if self.arithmetic > 0.0 {
            ideal / self.arithmetic
        } else {
            0.0
        }
    }

    fn bottleneck(&self) -> Bottleneck {
        let traffic = self.exchange + self.sharding;
        let most = self
            .arithmetic
            .max(self.moving)
            .max(traffic)
            .max(self.launches);
        if most <= self.arithmetic {
            Bottleneck::Compute
        } else if most <= self.moving {
            Bottleneck::Bandwidth
        } else if most <= self.launches {
            Bottleneck::Latency
        } else {
            Bottleneck::Interconnect
        }
    }
}

/// The share of its rate that a product of width `size` reaches.
fn filled(size: f64, half: f64) -> f64 {
    (size / (size + half)).max(1e-3)
}

/// Works out one batch.
pub(crate) fn step(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
) -> Result<Step, Unrated> {
    let figures = &device.calibration.training_speed;
    let model = &subject.model;
    let accelerator = device.accelerator;
    let habits = habits(query.trainer, figures);
    let share = device.share.get();
    let rates = rates(query, accelerator, figures)?;
    let (layers_rate, wide_rate) = (rates.layers * share, rates.wide * share);
    let bandwidth = accelerator
        .bandwidth
        .map(|rate| rate.get() * share * STREAMED)
        .filter(|rate| *rate > 0.0)
        .ok_or(Unrated::NoComputeFigure)?;
    if layers_rate <= 0.0 || wide_rate <= 0.0 {
        return Err(Unrated::NoComputeFigure);
    }
    let sizes = Sizes::of(model);
    let links = Links::of(device, group, figures.staged_share);

    let degree = |value: u32| f64::from(value.max(1));
    let (tensor, pipeline) = (degree(group.tensor), degree(group.pipeline));
    let (data, context, expert) = (
        degree(group.data),
        degree(group.context),
        degree(group.expert),
    );
    let split = tensor * pipeline;
    let nominal = sequence_length(query, model).max(1.0);
    let is_encoder = model.kind == ModelKind::Encoder;
    let pretrains = query.workload == Workload::Pretrain;
    let (used, predicted) = match (is_encoder, pretrains) {
        (true, true) => {
            let filled = DOCUMENT * (1.0 - libm::exp(-nominal / DOCUMENT)) + BIN;
            ((filled / nominal).min(1.0), MASKED)
        }
        (true, false) => (1.0, 0.0),
        _ => (1.0, 1.0),
    };
    let sequence = nominal * used;
    let tokens = degree(query.batch) * sequence / context;
    let accumulation = degree(query.accumulation);

    let is_full = method(query) == Method::Full;
    // What is computed again: of the products, and of plain attention. torchtitan's selection takes
    // every second product, Megatron's the core of attention and nothing else (Megatron-LM #523).
    let (again, core_again) = match query.checkpointing {
        Checkpointing::Off => (0.0, 0.0),
        Checkpointing::Selective if query.trainer == Trainer::Compile => (0.5, 0.5),
        Checkpointing::Selective => (0.0, 1.0),
        Checkpointing::Full | Checkpointing::Offloaded => (1.0, 1.0),
    };
    let all_again = again >= 1.0;
    // Forward, backward towards the input, backward towards trained weights, and what is computed
    // again.
    let passes = 2.0 + if is_full { 1.0 } else { 0.0 } + again;

    // Arithmetic.
    let half = figures.matrix_scale / 400e12;
    let dense = sizes.dense * 2.0 * tokens * passes / split;
    let routed = sizes.routed * sizes.used * 2.0 * tokens * passes / split;
    let head = predicted * sizes.vocab * sizes.hidden * 2.0 * tokens * (passes - again) / split;
    let attention = sizes.attention(sequence) * tokens / split;
    let plain = query.attention == Attention::Plain;
    let (attention, attention_rate) = if plain {
        let rate = wide_rate * filled(sizes.head_width, TILE_HEAD);
        (attention * (3.0 + core_again), rate)
    } else {
        let reached = match (is_late(accelerator), habits.fused) {
            (false, _) => figures.attention_share,
            (true, false) => figures.attention_late_share,
            (true, true) => figures.attention_fused_share,
        };
        let again = if all_again { 1.0 } else { 0.0 };
        (attention * (ATTENTION_PASSES + again), wide_rate * reached)
    };
    let rows = tokens * sizes.used * expert;
    let arithmetic = dense
        / (layers_rate
            * filled(sizes.width / tensor, half * layers_rate)
            * filled(tokens, TILE_ROWS))
        + routed
            / (layers_rate
                * figures.expert_share
                * filled(sizes.expert_width, half * layers_rate)
                * filled(rows, figures.expert_rows))
        + head / (wide_rate * filled(sizes.hidden, half * wide_rate))
        + attention / attention_rate;

    // Memory traffic.
    let dispatched = sizes.expert_layers * sizes.per_token * sizes.hidden;
    let moved = habits.moves
        * (figures.hidden_moves * sizes.layers * sizes.hidden
            + figures.network_moves * sizes.network
            + figures.heads_moves * sizes.heads
            + figures.dispatch_moves * dispatched);
    let scores = if plain {
        figures.score_moves * sizes.query_heads * sequence
    } else {
        0.0
    };
    let casts = if rates.casts {
        figures.cast_bytes * (4.0 * sizes.layers * sizes.hidden + 2.0 * sizes.cast)
    } else {
        0.0
    };
    let elementwise = ((moved + scores) * rates.bytes + casts) * (3.0 + again) / 3.0;
    let logits = predicted * figures.logit_bytes * sizes.vocab * habits.moves;
    let resident_dense = (sizes.total - sizes.routed).max(0.0) / split;
    let resident_routed = sizes.routed / (split * expert);
    let resident = resident_dense + resident_routed;
    let weights = resident * figures.weight_bytes * if is_full { 1.0 } else { 0.35 };
    let narrow = is_expanded(query);
    let expanding = if narrow {
        let bytes = match base_format(query) {
            WeightFormat::Gptq => figures.expand_gptq,
            _ => figures.expand_bytes,
        };
        bytes * passes * (sizes.dense + sizes.routed) / split
    } else {
        0.0
    };
    let moving = ((elementwise + logits) * tokens / split + weights + expanding) / bandwidth;

    // Exchange inside layers: two sums per layer and pass over the cards of a tensor group, and
    // each token to its experts and back.
    let per_layer = tokens * sizes.hidden * 2.0;
    let summed = if tensor > 1.0 {
        let passes = 4.0 * if all_again { 1.5 } else { 1.0 };
        let hidden = if habits.fused {
            figures.tensor_fused_share
        } else {
            figures.tensor_share
        };
        let bytes = passes * 2.0 * per_layer * (tensor - 1.0) / tensor * sizes.layers / pipeline;
        let rate = if tensor > links.per_host {
            links.ring(tensor, 1.0)
        } else {
            links.tensor
        };
        bytes / rate * hidden
    } else {
        0.0
    };
    let dispatch = if sizes.expert_layers > 0.0 && expert > 1.0 {
        let bytes = 4.0 * per_layer * sizes.expert_layers / split;
        let near = bytes * sizes.per_token.min(expert) * (expert - 1.0) / expert / links.near;
        // A token crosses to another host once for all of its experts there.
        let hosts = (expert / links.per_host).max(1.0);
        let reached = 1.0 - libm::pow(1.0 - 1.0 / hosts, sizes.per_token);
        let far = bytes * (hosts - 1.0) * reached / links.far;
        near * figures.expert_near_share + far * figures.expert_far_share
    } else {
        0.0
    };

    // Sharded states.
    let trained = if is_full { 1.0 } else { 0.0 };
    let width = weight_bytes(model, base_format(query), EngineClass::Eager) / sizes.total.max(1.0);
    let ring = |weights: f64, cards: f64, rate: f64| {
        if cards <= 1.0 {
            return 0.0;
        }
        let trained = trained * weights;
        let bytes = match query.zero {
            Zero::Full => 2.0 * width * weights + 2.0 * trained,
            Zero::Gradients => width * weights / accumulation + 2.0 * trained,
            Zero::Optimizer | Zero::Replicated => 4.0 * trained / accumulation,
        };
        bytes * (cards - 1.0) / cards / rate
    };
    let ranks = data * context;
    let span = ranks * tensor;
    let dense_ring = ring(resident_dense, ranks, links.ring(span, tensor));
    let routed_ring = ring(
        resident_routed,
        (ranks / expert).max(1.0),
        links.ring(span, tensor * expert),
    );
    let fetched = match query.offload {
        // Weights leave the card where they are divided over all cards.
        Offload::All if query.zero == Zero::Full => 2.0 * width * resident / ranks,
        Offload::All | Offload::None | Offload::Optimizer => 0.0,
    } + if query.checkpointing == Checkpointing::Offloaded {
        4.0 * sizes.layers * sizes.hidden * tokens / split
    } else {
        0.0
    };
    let sharding = dense_ring + routed_ring + fetched / links.host;
    let exposed = if links.slow || !habits.overlaps {
        1.0
    } else {
        figures.exposed_share.min(1.0)
    };

    // The host and the optimizer.
    let mut launches =
        sizes.layers / pipeline * habits.launch * if all_again { 4.0 / 3.0 } else { 1.0 }
            + sizes.expert_layers / pipeline * figures.launch_experts;
    if narrow {
        launches *= figures.launch_expanding;
    }
    let divided = ranks > 1.0 && query.zero == Zero::Full;
    if divided && is_full && query.trainer == Trainer::Deepspeed {
        launches *= figures.launch_sharded;
    }
    let divisor = if query.zero == Zero::Replicated {
        1.0
    } else {
        ranks
    };
    let updated = if is_full {
        resident_dense / divisor + resident_routed / (divisor / expert).max(1.0)
    } else {
        trainable(query, model) / (split * divisor)
    };
    let update = match query.offload {
        Offload::None => updated * figures.update_bytes / bandwidth,
        _ => updated * (HOST_UPDATE + 4.0 / links.host),
    } / accumulation;

    let virtual_stages = if habits.fused { VIRTUAL_FUSED } else { VIRTUAL };
    let bubble = 1.0 + (pipeline - 1.0) / (accumulation * virtual_stages);
    let hosts = (f64::from(group.cards()) / 8.0).max(1.0);
    let waiting = bubble * (1.0 + figures.doubling_loss * libm::log2(hosts));

    Ok(Step {
        tokens: degree(query.batch) * nominal * data,
        flops_per_token: (dense + routed + head + attention) * split * context * data
            / (degree(query.batch) * nominal * data).max(1.0),
        peak: rates.peak * share,
        arithmetic,
        moving,
        exchange: summed + dispatch,
        sharding,
        exposed,
        launches,
        update,
        waiting,
        routed: sizes.expert_layers > 0.0,
    })
}

/// How fast a replica trains.
pub(crate) fn speed(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
) -> Result<Speed, Unrated> {
    let step = step(query, subject, device, group)?;
    let figures = &device.calibration.training_speed;
    let spread = 1.0
        + if step.routed {
            figures.spread_experts
        } else {
            figures.spread_dense
        };
    let rate = step.tokens / step.seconds();
    Ok(Speed {
        unit: SpeedUnit::TrainingTokens,
        rate: Range::new(
            Ratio::new(rate / spread),
            Ratio::new(rate),
            Ratio::new(rate * spread),
        ),
        first_token: None,
        per_token: None,
        bottleneck: step.bottleneck(),
    })
}
