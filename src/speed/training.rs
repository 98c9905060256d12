//! Speed of training: tokens per second at a share of the peak, against launches and traffic.

use super::efficiency;
use super::hardware::{bandwidth, fabric, peak};
use super::{Bottleneck, Speed, SpeedUnit, Unrated};
use crate::fit::{
    Blocks, Device, EngineClass, Group, Subject, base_format, has_experts, method,
    micro_batch_tokens, sequence_length, trainable, weight_bytes,
};
use crate::query::{Checkpointing, Method, Query, WeightFormat};
use crate::units::{Range, Ratio};

/// What one card computes and exchanges in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Step {
    /// Tokens of one step on one card.
    pub tokens: f64,
    /// Operations per token.
    pub flops_per_token: f64,
    /// Peak rate of one card in the training precision.
    pub peak: f64,
    /// Seconds of traffic, most of which hides behind arithmetic.
    pub exchange: f64,
    /// Seconds in which frozen 4-bit or 8-bit weights are expanded for each pass.
    pub expanding: f64,
    /// Layers.
    pub layers: f64,
}

/// Operations per parameter and token: forward 2; backward 2 towards the input and, where the
/// weights are trained, 2 towards them; forward again 2 with checkpointing.
pub(crate) fn flops_per_parameter(query: &Query) -> f64 {
    let trained = match method(query) {
        Method::Full => 6.0,
        Method::Lora | Method::Qlora => 4.0,
    };
    trained
        + if query.checkpointing != Checkpointing::Off {
            2.0
        } else {
            0.0
        }
}

/// The format whose rate holds: 4-bit and 8-bit frozen weights are expanded to 16 bit.
fn arithmetic_format(query: &Query) -> WeightFormat {
    match (method(query), query.weights) {
        (Method::Full, format) => format,
        (_, WeightFormat::Fp32) => WeightFormat::Fp32,
        (_, WeightFormat::Fp16) => WeightFormat::Fp16,
        _ => WeightFormat::Bf16,
    }
}

/// Works out one step.
pub(crate) fn step(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
) -> Result<Step, Unrated> {
    let model = &subject.model;
    let peak = peak(device.accelerator, arithmetic_format(query))
        .ok_or(Unrated::NoComputeFigure)?
        .get()
        * device.share.get();
    if peak <= 0.0 {
        return Err(Unrated::NoComputeFigure);
    }
    let blocks = Blocks::of(model);
    let multiplied = (model.active.get() - blocks.head).max(0.0);
    let per_parameter = flops_per_parameter(query);
    let sequence = sequence_length(query, model);
    let (layers, attention) = match &model.shape {
        Some(shape) => {
            let queries = f64::from(shape.heads) * f64::from(shape.head_dim);
            let window = shape.window.map_or(sequence, f64::from).min(sequence);
            let attended = f64::from(shape.full_layers) * sequence / 2.0
                + f64::from(shape.windowed_layers) * window.min(sequence / 2.0);
            (f64::from(shape.layers), 4.0 * queries * attended)
        }
        None => (32.0, 0.0),
    };
    // Attention has no weights: its backward pass is twice its forward pass under every method.
    let passes = 3.0
        + if query.checkpointing != Checkpointing::Off {
            1.0
        } else {
            0.0
        };
    let shards_f = f64::from(group.cards());
    let weights = weight_bytes(model, base_format(query), EngineClass::Eager);
    // Weights are gathered for the forward and the backward pass, gradients scattered.
    let traffic = 2.0 * weights + 2.0 * trainable(query, model);
    let fabric = fabric(device.accelerator, group.link, group.cards());
    let expanding = if is_expanded(query) {
        let bandwidth = bandwidth(device).ok_or(Unrated::NoComputeFigure)?.get();
        let bytes = (passes - 1.0) * efficiency::EXPANDED_BYTES * model.total.get();
        bytes / (bandwidth * efficiency::EXPANDING).max(1.0)
    } else {
        0.0
    };
    Ok(Step {
        tokens: micro_batch_tokens(query, model).max(1.0),
        flops_per_token: per_parameter * multiplied + passes * attention,
        peak,
        exchange: fabric.gather(traffic, shards_f),
        expanding,
        layers,
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
    let shards = f64::from(group.cards());
    let arithmetic = |index: usize| {
        let reached = utilisation(query, subject, index);
        step.tokens * step.flops_per_token / (step.peak * reached) + step.expanding
    };
    let launches = |index: usize| {
        step.layers
            * efficiency::TRAINING_LAYER
                .get(index)
                .copied()
                .unwrap_or(0.0)
    };
    // Launches run ahead of a busy card, and gathering hides behind arithmetic: the longest of the
    // three is what a step takes.
    let rate = |index: usize| {
        let seconds = arithmetic(index).max(launches(index)).max(step.exchange);
        Ratio::new(shards * step.tokens / seconds)
    };
    let bottleneck = if step.exchange >= arithmetic(1).max(launches(1)) {
        Bottleneck::Interconnect
    } else if launches(1) >= arithmetic(1) {
        Bottleneck::Latency
    } else {
        Bottleneck::Compute
    };
    Ok(Speed {
        unit: SpeedUnit::TrainingTokens,
        rate: Range::new(rate(0), rate(1), rate(2)),
        first_token: None,
        per_token: None,
        bottleneck,
    })
}

/// Share of the peak that a run reaches in one scenario: 0 slow, 1 expected, 2 fast.
pub(crate) fn utilisation(query: &Query, subject: &Subject, scenario: usize) -> f64 {
    let table = if has_experts(&subject.model) {
        efficiency::TRAINING_EXPERTS
    } else {
        efficiency::TRAINING
    };
    let share = if method(query) == Method::Full && query.weights == WeightFormat::Fp8 {
        efficiency::FP8_SHARE
    } else {
        1.0
    };
    table.get(scenario).copied().unwrap_or(1.0) * share
}

/// Whether the weights are stored narrower than they are multiplied.
fn is_expanded(query: &Query) -> bool {
    method(query) != Method::Full
        && !matches!(
            base_format(query),
            WeightFormat::Fp32 | WeightFormat::Bf16 | WeightFormat::Fp16
        )
}
