//! Memory of a serving replica.

use super::blocks::{head_bytes, resident_bytes};
use super::cache::cache_bytes;
use super::{Device, Footprint, Group, Subject};
use crate::catalog::{Architecture, ModelKind};
use crate::query::{Attention, Engine, Query, WeightFormat};
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
/// Tokens that `ExLlama` computes at once (`max_input_len`, default 2,048).
const CHUNK: f64 = 2048.0;

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
/// Workspace of matrix products in `PyTorch`: 32 MiB on Hopper and later, 8 MiB before
/// (`CUBLAS_WORKSPACE_CONFIG`).
const WORKSPACE_NEW: f64 = 32.0 * 1_048_576.0;
const WORKSPACE_OLD: f64 = 8.0 * 1_048_576.0;

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

/// The part of a card that must stay free beside what an engine needs: what the driver keeps, and
/// with paged engines room for the capture of graphs. It is part of [`Footprint::overhead`].
#[must_use]
pub fn headroom(query: &Query, device: &Device) -> Bytes {
    match EngineClass::of(query.engine) {
        EngineClass::Paged => device.usable * HEADROOM,
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
    let share = layer_share(subject, class, shards);
    let resident = resident_bytes(model, query.weights, query.engine);
    let weights = match class {
        EngineClass::Ggml if shards > 1 => last_or_widest(subject, query.weights, shards, resident),
        _ => resident * share,
    };
    let cache = holder.cache(f64::from(query.context)) * share * f64::from(shards);
    let spread = match class {
        EngineClass::Paged => 0.0,
        EngineClass::Ggml | EngineClass::Eager => figures.spread_plain,
    };
    let inferred = if subject.inferred { 0.01 } else { 0.0 };
    let width = figures.spread_weights + inferred;
    // Of a model known by size alone, half or twice as many KV heads are as plausible.
    let factor = if subject.inferred { 2.0 } else { 1.0 };
    let fixed = headroom(query, device) + outside(class, shards);
    Parts {
        weights: widened(Range::exact(Bytes::new(weights)), width),
        cache: widened(Range::exact(Bytes::new(cache)), factor - 1.0),
        activations: holder.activations(share),
        overhead: driver_context(class) + Range::exact(fixed),
        spread,
    }
}

/// The share of layers on the fullest card. Tensor parallelism divides evenly; a split by layers
/// leaves one card with a layer more. llama.cpp counts the head as one layer more.
pub(crate) fn layer_share(subject: &Subject, class: EngineClass, shards: u32) -> f64 {
    let even = 1.0 / f64::from(shards);
    let layers = subject.model.shape.as_ref().map_or(0, |s| s.layers);
    match class {
        EngineClass::Paged => even,
        _ if layers == 0 || shards <= 1 => even,
        EngineClass::Ggml => {
            f64::from(layers.saturating_add(1).div_ceil(shards).min(layers)) / f64::from(layers)
        }
        EngineClass::Eager => f64::from(layers.div_ceil(shards)) / f64::from(layers),
    }
}

/// Weights of the fullest card of a llama.cpp split: the one with most layers, or the last one,
/// which has the head.
fn last_or_widest(subject: &Subject, format: WeightFormat, shards: u32, resident: f64) -> f64 {
    let layers = subject.model.shape.as_ref().map_or(0, |s| s.layers);
    if layers == 0 {
        return resident / f64::from(shards);
    }
    let head = head_bytes(&subject.model, format).min(resident);
    let layer = (resident - head) / f64::from(layers);
    let parts = layers.saturating_add(1);
    let widest = f64::from(parts.div_ceil(shards).min(layers)) * layer;
    let last = f64::from((parts / shards).saturating_sub(1)) * layer + head;
    widest.max(last)
}

/// A model on an engine and a card.
struct Holder<'a> {
    query: &'a Query,
    subject: &'a Subject,
    device: &'a Device<'a>,
    class: EngineClass,
    conduct: &'a Conduct,
    shards: f64,
    sequences: f64,
}

impl Holder<'_> {
    /// Bytes of cache on one card, were layers split evenly, at so many tokens per sequence.
    fn cache(&self, tokens: f64) -> f64 {
        cache_bytes(
            &self.subject.model,
            self.class,
            self.query.cache,
            self.shards,
            tokens,
            self.sequences,
        )
    }

    /// What the allocator of one card holds beside weights and cache at the peak.
    fn activations(&self, share: f64) -> Range<Bytes> {
        let Some(shape) = &self.subject.model.shape else {
            // Without a shape the middle of what was measured stands.
            return Range::new(
                Bytes::from_gib(1.0),
                Bytes::from_gib(3.0),
                Bytes::from_gib(8.0),
            );
        };
        match self.class {
            EngineClass::Paged => self.profiled(shape),
            EngineClass::Ggml => self.micro_batch(shape),
            EngineClass::Eager => Range::exact(Bytes::new(self.eager(shape, share))),
        }
    }

    /// The peak that a paged engine measures at its start.
    fn profiled(&self, shape: &Architecture) -> Range<Bytes> {
        let figures = &self.device.calibration.serving_memory;
        let (vocab, hidden) = (f64::from(shape.vocab), f64::from(shape.hidden));
        let peak = |sequences: f64, tokens: f64| {
            Bytes::new(
                sequences * vocab * figures.sampler_bytes + tokens * hidden * figures.hidden_bytes,
            )
        };
        let (sequences, tokens) = profiled_batch(self.device);
        if self.conduct.profiles_context {
            let tokens = f64::from(self.query.context).max(2048.0);
            let expected = peak(256.0, 0.0).max(Bytes::new(tokens * layer_bytes(shape, 2.0)));
            return widened(Range::exact(expected), 0.25);
        }
        let expected = peak(sequences, tokens);
        // The low end is an engine started with no more sequences than are needed.
        let low = peak(self.sequences.min(sequences), tokens.min(2048.0));
        Range::new(low, expected, expected * 1.25 + GRAPHS_HIGH)
    }

    /// The compute buffer of llama.cpp.
    fn micro_batch(&self, shape: &Architecture) -> Range<Bytes> {
        let context = f64::from(self.query.context);
        let (vocab, hidden) = (f64::from(shape.vocab), f64::from(shape.hidden));
        // An encoder reads its whole input in one batch, computes no logits, and holds the
        // scores of that batch (gpustack #2443: 4.1 GB for 137 million parameters at 8,192).
        let is_encoder = self.subject.model.kind == ModelKind::Encoder;
        let batch = if is_encoder { context } else { UBATCH };
        let logits = if is_encoder { 0.0 } else { batch * vocab * 4.0 };
        let streams = batch * hidden * 4.0 * 6.0;
        let mask = context * self.sequences * batch * 2.0;
        let scores = f64::from(shape.heads) * context * batch * 4.0;
        // Latent attention had no flash kernel: scores and their softmax are held
        // (ollama PR #17201, 2.4 GB at 32K on DeepSeek-V2-Lite).
        let held = match (is_encoder, shape.latent) {
            (true, _) => scores,
            (false, Some(_)) => 2.0 * scores,
            (false, None) => 0.0,
        };
        let flash = logits + streams + mask;
        Range::new(
            Bytes::new(if is_encoder { flash } else { flash + held }),
            Bytes::new(flash + held),
            Bytes::new(flash + held + scores),
        )
    }

    /// The peak of plain module execution beside weights and final cache: at the end of the prompt,
    /// whose cache is smaller, or at the end of the output.
    fn eager(&self, shape: &Architecture, share: f64) -> f64 {
        let (vocab, hidden) = (f64::from(shape.vocab), f64::from(shape.hidden));
        let (heads, context) = (f64::from(shape.heads), f64::from(self.query.context));
        let element = match self.query.weights {
            WeightFormat::Fp32 => 4.0,
            _ => 2.0,
        };
        let is_encoder = self.subject.model.kind == ModelKind::Encoder;
        let prompt = if is_encoder {
            context
        } else {
            f64::from(self.query.context.saturating_sub(self.query.output).max(1))
        };
        let layer = layer_bytes(shape, element);
        let widest = hidden * widest_network(shape);
        let workspace = if self.device.accelerator.fp8 == Some(true) {
            WORKSPACE_NEW
        } else {
            WORKSPACE_OLD
        };
        if self.query.engine == Engine::Exllama {
            let chunk = context.min(CHUNK) * self.sequences;
            let scores = heads * chunk * context * 2.0 * self.conduct.score_copies;
            return chunk * layer + scores + widest * 2.0 + workspace;
        }
        let scores = match self.query.attention {
            Attention::Flash => 0.0,
            // Scores in 16 bit and their softmax in 32.
            Attention::Plain => heads * prompt * (element + 4.0),
        };
        let tokens = prompt * self.sequences;
        let logits = if is_encoder {
            0.0
        } else {
            // The last token's in 16 and 32 bit, unless the whole prompt's are computed.
            (self.sequences * vocab * 6.0).max(tokens * vocab * self.conduct.prompt_logits)
        };
        let expanded = match self.query.weights {
            // The kernel of ExLlama expands the largest matrix to 16 bit.
            WeightFormat::Gptq => widest * 2.0,
            // Plain code quantises the head too, and expands it to 32 bit.
            WeightFormat::Nf4 | WeightFormat::Nf4Single if self.query.engine == Engine::Litgpt => {
                vocab * hidden * 4.0
            }
            _ => 0.0,
        };
        let rotary = if self.conduct.rotary_tables {
            let positions = self.subject.model.max_context.unwrap_or(2048).min(32_768);
            let width = f64::from(shape.head_dim) * 4.0;
            f64::from(shape.layers) * share * f64::from(positions) * width
        } else {
            0.0
        };
        // Tables of the ExLlama kernel stay; a bitsandbytes head is expanded while others rest.
        let (resting, passing) = match self.query.weights {
            WeightFormat::Gptq => (expanded, 0.0),
            _ => (0.0, expanded),
        };
        let work = match self.conduct.prefill {
            true => (tokens * (layer + scores)).max(logits).max(passing),
            false => 0.0,
        };
        let split = share * self.shards;
        let final_cache = self.cache(context) * split;
        let prefill = self.cache(prompt.min(context)) * split + work;
        let decode = final_cache * self.conduct.cache_copies;
        (prefill.max(decode) - final_cache).max(0.0) + resting + rotary + workspace
    }
}

/// Width of the widest feed-forward network that a token passes.
fn widest_network(shape: &Architecture) -> f64 {
    match &shape.experts {
        Some(experts) => {
            let routed = f64::from(experts.intermediate) * f64::from(experts.per_token);
            let used = routed + f64::from(experts.shared_intermediate);
            if shape.dense_layers() > 0 {
                used.max(f64::from(shape.intermediate))
            } else {
                used
            }
        }
        None => f64::from(shape.intermediate),
    }
}

/// Bytes per token that the widest layer holds at once in plain execution: three buffers of the
/// feed-forward width and four of the hidden width. Reproduces Qwen2.5 in transformers within 3 %
/// (7B at 30,720 tokens 4.03 GiB, 0.5B 1.04 GiB beyond weights and cache).
fn layer_bytes(shape: &Architecture, element: f64) -> f64 {
    element * (3.0 * widest_network(shape) + 4.0 * f64::from(shape.hidden))
}
