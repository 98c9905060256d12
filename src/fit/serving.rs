//! Memory of a serving replica.

use super::cache::cache_bytes;
use super::subject::stored_bytes;
use super::{Device, Footprint, Group, Subject};
use crate::catalog::ModelKind;
use crate::query::{Engine, Query, WeightFormat};
use crate::units::{Bytes, Range};

/// How an engine handles memory and cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EngineClass {
    /// Paged cache, tensor parallelism, a profiled batch: vLLM and its like.
    Paged,
    /// llama.cpp and what builds on it: layers are split over cards, which work in turn.
    Ggml,
    /// Plain module execution, layers split over cards.
    Eager,
}

impl EngineClass {
    /// The class of an engine.
    pub(crate) const fn of(engine: Engine) -> Self {
        match engine {
            Engine::Llamacpp | Engine::Ollama => Self::Ggml,
            Engine::Transformers
            | Engine::Onnx
            | Engine::Exllama
            | Engine::Gptfast
            | Engine::Litgpt
            | Engine::Ctranslate => Self::Eager,
            Engine::Vllm
            | Engine::Sglang
            | Engine::Trtllm
            | Engine::Lmdeploy
            | Engine::Mindie
            | Engine::Jax
            | Engine::Paddle
            | Engine::Neuron => Self::Paged,
        }
    }
}

/// Tokens that llama.cpp computes at once (`n_ubatch`, default 512).
pub(crate) const UBATCH: f64 = 512.0;

/// Bytes per profiled sequence and vocabulary entry of a paged engine: logits and the sampler's
/// 32-bit copies. Fitted to seven vLLM start-ups on H100 (llm-d-planner: Llama-3.1-8B 4.76 GiB,
/// Qwen3-0.6B 5.56, Qwen3-32B 5.64, Llama-3.3-70B 4.84, gpt-oss-20b and 120b 7.38), which it
/// reproduces within 1 % at 1,024 sequences.
pub(crate) const SAMPLER_BYTES: f64 = 38.2;
/// Bytes per profiled token and hidden element, from the same start-ups.
pub(crate) const HIDDEN_BYTES: f64 = 2.7;
/// Cards from this size on get the larger default batch (vLLM `EngineArgs`, which makes an
/// exception for a card of this size without FP8).
const LARGE_CARD: Bytes = Bytes::from_gib(70.0);

/// Sequences and tokens of the batch with which a paged engine measures its peak: vLLM's defaults
/// by card size.
pub(crate) fn profiled_batch(device: &Device) -> (f64, f64) {
    if device.usable >= LARGE_CARD && device.accelerator.fp8 != Some(false) {
        (1024.0, 8192.0)
    } else {
        (256.0, 2048.0)
    }
}

/// CUDA graphs, where a paged engine captures them: measured between −0.88 and +1.03 GiB.
const GRAPHS_HIGH: Bytes = Bytes::from_gib(1.0);
/// Driver context of a process. NVML readings show 0.3 to 1.3 GiB.
pub(crate) const CONTEXT: Range<Bytes> = Range {
    low: Bytes::from_gib(0.3),
    expected: Bytes::from_gib(0.5),
    high: Bytes::from_gib(0.9),
};
/// Memory outside the allocator with one card and with several (llm-d-planner, 0.13 to 0.14 GiB
/// and 0.55 to 0.6 GiB measured on H100).
const NON_TORCH_ONE: Bytes = Bytes::from_gib(0.15);
const NON_TORCH_MANY: Bytes = Bytes::from_gib(0.6);
/// The share of a card that a paged engine must be left: at a utilisation of 0.98 vLLM ran out of
/// memory during graph capture, at 0.97 it ran (vllm #57475).
const HEADROOM: f64 = 0.025;

/// Communication buffers and other memory outside the allocator.
pub(crate) fn communication(shards: u32) -> Bytes {
    if shards > 1 {
        NON_TORCH_MANY
    } else {
        NON_TORCH_ONE
    }
}

/// The part of a card that must stay free beside what an engine needs. It is part of
/// [`Footprint::overhead`] of paged engines.
#[must_use]
pub fn headroom(query: &Query, device: &Device) -> Bytes {
    match EngineClass::of(query.engine) {
        EngineClass::Paged => device.usable * HEADROOM,
        EngineClass::Ggml | EngineClass::Eager => Bytes::ZERO,
    }
}

/// What each card of a serving replica holds.
pub(crate) fn footprint(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
    sequences: u32,
) -> Footprint {
    let class = EngineClass::of(query.engine);
    let shards = group.cards();
    let model = &subject.model;
    let context = f64::from(query.context);

    let weights = stored_bytes(query, model, class) * largest_share(subject, class, shards);
    let spread = if query.weight_bytes.is_some() {
        FILE_SPREAD
    } else {
        weight_spread(query.weights, subject.inferred)
    };
    let weights = Range::new(
        Bytes::new(weights * (1.0 - spread)),
        Bytes::new(weights),
        Bytes::new(weights * (1.0 + spread)),
    );
    let cache = cache_bytes(
        model,
        class,
        query.cache,
        shards,
        context,
        f64::from(sequences),
    );
    // Of a model known by size alone, half or twice as many KV heads are as plausible.
    let cache_factor = if subject.inferred { 2.0 } else { 1.0 };
    let cache = Range::new(
        Bytes::new(cache / cache_factor),
        Bytes::new(cache),
        Bytes::new(cache * cache_factor),
    );
    let activations = activations(query, subject, device, sequences);
    let fixed = headroom(query, device) + communication(shards);
    let overhead = CONTEXT + Range::exact(fixed);

    Footprint {
        weights: weights.expected,
        cache: cache.expected,
        activations: activations.expected,
        overhead: overhead.expected,
        total: weights + cache + activations + overhead,
        ..Footprint::default()
    }
}

/// The share of the weights on the fullest card. Tensor parallelism divides evenly; a split by
/// layers leaves one card with a layer more.
fn largest_share(subject: &Subject, class: EngineClass, shards: u32) -> f64 {
    let even = 1.0 / f64::from(shards);
    match (class, &subject.model.shape) {
        (EngineClass::Ggml | EngineClass::Eager, Some(shape)) if shape.layers > 0 => {
            f64::from(shape.layers.div_ceil(shards)) / f64::from(shape.layers)
        }
        _ => even,
    }
}

/// Relative half-width of weights whose bytes a file states: what loading adds (14.99 GiB measured
/// for 14.96).
const FILE_SPREAD: f64 = 0.003;

/// Relative half-width of weights: 16- and 32-bit files are exact (14.99 GiB measured for 14.96);
/// quantised ones differ by which tensors a publisher leaves wide.
fn weight_spread(format: WeightFormat, inferred: bool) -> f64 {
    let format = match format {
        WeightFormat::Fp32 | WeightFormat::Bf16 | WeightFormat::Fp16 => 0.003,
        _ => 0.03,
    };
    if inferred { format + 0.01 } else { format }
}

/// Activations and scratch of one card.
fn activations(query: &Query, subject: &Subject, device: &Device, sequences: u32) -> Range<Bytes> {
    let sequences = f64::from(sequences.max(1));
    let context = f64::from(query.context);
    let Some(shape) = &subject.model.shape else {
        // Without a shape the middle of what was measured stands.
        return Range::new(
            Bytes::from_gib(1.0),
            Bytes::from_gib(3.0),
            Bytes::from_gib(8.0),
        );
    };
    let hidden = f64::from(shape.hidden);
    let vocab = f64::from(shape.vocab);
    let heads = f64::from(shape.heads);
    match EngineClass::of(query.engine) {
        EngineClass::Paged => {
            let peak = |sequences: f64, tokens: f64| {
                Bytes::new(sequences * vocab * SAMPLER_BYTES + tokens * hidden * HIDDEN_BYTES)
            };
            let (profiled, tokens) = profiled_batch(device);
            let expected = peak(profiled, tokens);
            // The low end is an engine started with no more sequences than are needed.
            let low = peak(sequences.min(profiled), tokens.min(2048.0));
            Range::new(low, expected, expected * 1.25 + GRAPHS_HIGH)
        }
        EngineClass::Ggml => {
            // An encoder reads its whole input in one batch, computes no logits, and holds the
            // scores of that batch (gpustack #2443: 4.1 GB for 137 million parameters at 8,192).
            let is_encoder = subject.model.kind == ModelKind::Encoder;
            let batch = if is_encoder { context } else { UBATCH };
            let logits = if is_encoder { 0.0 } else { batch * vocab * 4.0 };
            let streams = batch * hidden * 4.0 * 6.0;
            let mask = context * sequences * batch * 2.0;
            let scores = heads * context * batch * 4.0;
            // Latent attention had no flash kernel: scores and their softmax are held
            // (ollama PR #17201, 2.4 GB at 32K on DeepSeek-V2-Lite).
            let held = match (is_encoder, shape.latent) {
                (true, _) => scores,
                (false, Some(_)) => 2.0 * scores,
                (false, None) => 0.0,
            };
            let flash = logits + streams + mask;
            let low = if is_encoder { flash } else { flash + held };
            let expected = flash + held;
            Range::new(
                Bytes::new(low * 0.8),
                Bytes::new(expected),
                Bytes::new(expected + scores),
            )
        }
        EngineClass::Eager => {
            let prompt = f64::from(query.context.saturating_sub(query.output).max(1));
            let expected = prompt * sequences * layer_bytes(subject) + sequences * vocab * 4.0;
            Range::new(
                Bytes::new(expected * 0.3),
                Bytes::new(expected),
                Bytes::new(expected * 1.3),
            )
        }
    }
}

/// Bytes per token that the widest layer holds at once in plain 16-bit execution: three buffers of
/// the feed-forward width and four of the hidden width. Reproduces Qwen2.5 in transformers within
/// 3 % (7B at 30,720 tokens 4.03 GiB, 0.5B 1.04 GiB beyond weights and cache).
fn layer_bytes(subject: &Subject) -> f64 {
    let Some(shape) = &subject.model.shape else {
        return 0.0;
    };
    let width = match &shape.experts {
        Some(experts) => f64::from(experts.intermediate) * experts.used(),
        None => f64::from(shape.intermediate),
    };
    2.0 * (3.0 * width + 4.0 * f64::from(shape.hidden))
}
