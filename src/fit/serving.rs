//! Memory of a serving replica.

use super::blocks::{end_bytes, loaded_bytes};
use super::peak::Holder;
use super::{Device, Footprint, Group, Subject};
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

/// Driver context of a `PyTorch` process. NVML readings show 0.3 to 1.3 GiB.
pub(crate) const CONTEXT: Range<Bytes> = Range {
    low: Bytes::from_gib(0.3),
    expected: Bytes::from_gib(0.5),
    high: Bytes::from_gib(0.9),
};
/// Driver context of llama.cpp, which loads few kernels.
const GGML_CONTEXT: Range<Bytes> = Range {
    low: Bytes::from_gib(0.2),
    expected: Bytes::from_gib(0.35),
    high: Bytes::from_gib(0.6),
};
/// What a driver reports but hands to no process: 24,576 MiB show as 23.58 GiB, 81,559 MiB as
/// 79.18 GiB in vLLM's logs.
pub(crate) const DRIVER_KEEPS: Bytes = Bytes::from_gib(0.44);
/// Memory outside the allocator with one card and with several (llm-d-planner, 0.13 to 0.14 GiB
/// and 0.54 to 0.55 GiB measured on H100).
const NON_TORCH_ONE: Bytes = Bytes::from_gib(0.15);
const NON_TORCH_MANY: Bytes = Bytes::from_gib(0.55);
/// The share of a card that a paged engine must be left: at a utilisation of 0.98 vLLM ran out of
/// memory during graph capture, at 0.97 it ran (vllm #57475).
const HEADROOM: f64 = 0.025;
/// CUDA graphs, where a paged engine captures them: measured between −0.88 and +1.03 GiB.
const GRAPHS_HIGH: Bytes = Bytes::from_gib(1.0);

/// Communication buffers and other memory outside the allocator.
pub(crate) fn communication(shards: u32) -> Bytes {
    if shards > 1 {
        NON_TORCH_MANY
    } else {
        NON_TORCH_ONE
    }
}

/// The driver context of an engine.
pub(crate) const fn driver_context(class: EngineClass) -> Range<Bytes> {
    match class {
        EngineClass::Ggml => GGML_CONTEXT,
        EngineClass::Paged | EngineClass::Eager => CONTEXT,
    }
}

/// Memory outside allocator and context.
fn outside(class: EngineClass, shards: u32) -> Bytes {
    match class {
        // Split by layers over one process: nothing is exchanged but the hidden state.
        EngineClass::Ggml => Bytes::ZERO,
        EngineClass::Eager => NON_TORCH_ONE,
        EngineClass::Paged => communication(shards),
    }
}

/// Shared memory up to this size leaves Metal two thirds of it.
const METAL_SMALL: Bytes = Bytes::from_gib(36.0);

fn runs_metal(device: &Device) -> bool {
    let runtimes = &device.accelerator.runtimes;
    runtimes.iter().any(|runtime| runtime == "metal")
}

/// The part of a card that must stay free beside what an engine needs: what the driver keeps, and
/// with paged engines room for the capture of graphs. It is part of [`Footprint::overhead`].
#[must_use]
pub fn headroom(query: &Query, device: &Device) -> Bytes {
    match EngineClass::of(query.engine) {
        EngineClass::Paged => device.usable * HEADROOM,
        EngineClass::Ggml | EngineClass::Eager if runs_metal(device) => {
            // Of memory shared with the host Metal hands out two thirds up to 36 GB and three
            // quarters above (`recommendedMaxWorkingSetSize` as llama.cpp logs it).
            device.usable
                / if device.usable <= METAL_SMALL {
                    3.0
                } else {
                    4.0
                }
        }
        EngineClass::Ggml | EngineClass::Eager => DRIVER_KEEPS * device.share.get(),
    }
}

/// What a release of an engine does beyond the formulas. [`Conduct::CURRENT`] answers questions;
/// older releases are needed to hold estimates against measurements of their time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Conduct {
    /// Copies of the cache that live while a token is added. Transformers before 4.36 concatenates
    /// all layers before it frees the old tensors.
    pub cache_copies: f64,
    /// Bytes per prompt token and vocabulary entry, where logits of the whole prompt are computed:
    /// transformers before 4.45 holds them in 16 and 32 bit.
    pub prompt_logits: f64,
    /// Each layer has tables of its own for rotary positions (transformers before 4.45).
    pub rotary_tables: bool,
    /// The prompt is computed at once.
    pub prefill: bool,
    /// 16-bit copies of attention scores that `ExLlama` holds where no fused kernel is used.
    pub score_copies: f64,
    /// A paged engine profiles a batch of the longest sequence (vLLM before 0.8).
    pub profiles_context: bool,
}

impl Conduct {
    /// What current releases do.
    pub(crate) const CURRENT: Self = Self {
        cache_copies: 1.0,
        prompt_logits: 0.0,
        rotary_tables: false,
        prefill: true,
        score_copies: 0.0,
        profiles_context: false,
    };
}

/// What one card of a serving replica holds, by part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    /// Weights.
    pub weights: Range<Bytes>,
    /// Cache and recurrent state.
    pub cache: Range<Bytes>,
    /// What the allocator holds beside them at the peak.
    pub activations: Range<Bytes>,
    /// Context, other memory outside the allocator, headroom.
    pub overhead: Range<Bytes>,
    /// Half-width of a total's range, beside the ranges of its parts.
    spread: f64,
}

impl Parts {
    /// What an allocator reports.
    #[cfg(feature = "terminal")]
    pub(crate) fn allocated(&self) -> Range<Bytes> {
        widened(self.weights + self.cache + self.activations, self.spread)
    }

    /// What a card must have.
    pub(crate) fn total(&self) -> Range<Bytes> {
        widened(
            self.weights + self.cache + self.activations + self.overhead,
            self.spread,
        )
    }
}

/// A range with its ends moved out.
pub(crate) fn widened(range: Range<Bytes>, spread: f64) -> Range<Bytes> {
    Range {
        low: range.low / (1.0 + spread),
        expected: range.expected,
        high: range.high * (1.0 + spread),
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
    let parts = parts(query, subject, device, group, sequences, &Conduct::CURRENT);
    Footprint {
        weights: parts.weights.expected,
        cache: parts.cache.expected,
        activations: parts.activations.expected,
        overhead: parts.overhead.expected,
        total: parts.total(),
        ..Footprint::default()
    }
}

/// What each card of a serving replica holds, by part.
pub(crate) fn parts(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
    sequences: u32,
    conduct: &Conduct,
) -> Parts {
    let class = EngineClass::of(query.engine);
    let shards = group.cards();
    let model = &subject.model;
    let figures = &device.calibration.serving_memory;
    let holder = Holder {
        query,
        subject,
        device,
        class,
        conduct,
        shards: f64::from(shards),
        sequences: f64::from(sequences.max(1)),
    };
    let loaded = match query.weight_bytes {
        Some(gb) => Bytes::from_gb(gb.to_f64()).get(),
        None => loaded_bytes(model, query.weights, query.engine),
    };
    let weights = match class {
        EngineClass::Paged => loaded / holder.shards,
        EngineClass::Ggml => widest_or_last(subject, query.weights, shards, loaded),
        EngineClass::Eager => loaded * holder.share(),
    };
    let cache = holder.cache(f64::from(query.context));
    let spread = match class {
        EngineClass::Paged => 0.0,
        EngineClass::Ggml | EngineClass::Eager => figures.spread_plain,
    };
    let inferred = if subject.inferred { 0.01 } else { 0.0 };
    // What a file states is exact but for what loading adds (14.99 GiB measured for 14.96).
    let width = match query.weight_bytes {
        Some(_) => 0.003,
        None => figures.spread_weights + inferred,
    };
    // Of a model known by size alone, half or twice as many KV heads are as plausible.
    let factor = if subject.inferred { 2.0 } else { 1.0 };
    let fixed = Range::exact(headroom(query, device) + outside(class, shards));
    let graphs = match class {
        EngineClass::Paged => GRAPHS_HIGH,
        EngineClass::Ggml | EngineClass::Eager => Bytes::ZERO,
    };
    let graphs = Range::new(Bytes::ZERO, Bytes::ZERO, graphs);
    Parts {
        weights: widened(Range::exact(Bytes::new(weights)), width),
        cache: widened(Range::exact(Bytes::new(cache)), factor - 1.0),
        activations: holder.activations(),
        overhead: driver_context(class) + fixed + graphs,
        spread,
    }
}

/// Weights of the fullest card of a llama.cpp split. The head counts as one layer more and lies on
/// the last card; the input embedding of a split model stays in host memory. One card is given the
/// whole file.
fn widest_or_last(subject: &Subject, format: WeightFormat, shards: u32, loaded: f64) -> f64 {
    let layers = subject.model.shape.as_ref().map_or(0, |s| s.layers);
    if layers == 0 || shards <= 1 {
        return loaded / f64::from(shards);
    }
    let (embedding, head) = end_bytes(&subject.model, format);
    let layer = (loaded - embedding - head).max(0.0) / f64::from(layers);
    let parts = layers.saturating_add(1);
    let widest = f64::from(parts.div_ceil(shards).min(layers)) * layer;
    let last = f64::from((parts / shards).saturating_sub(1)) * layer + head;
    widest.max(last)
}
