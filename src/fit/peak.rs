//! What a serving engine's allocator holds at its peak beside weights and cache.

use super::cache::cache_bytes;
use super::serving::{Conduct, EngineClass, UBATCH, profiled_batch, widened};
use super::{Device, Subject};
use crate::catalog::{Architecture, ModelKind};
use crate::query::{Attention, Engine, Query, WeightFormat};
use crate::units::{Bytes, Range};

/// Tokens that `ExLlama` computes at once (`max_input_len`, default 2,048).
const CHUNK: f64 = 2048.0;

/// Bytes per profiled sequence and vocabulary entry of a paged engine: logits and the sampler's
/// 32-bit copies. Fitted to seven start-ups of vLLM 0.11 on H100 (llm-d-planner: Llama-3.1-8B 4.76
/// GiB, Qwen3-0.6B 5.56, Qwen3-32B 5.64 on one card and on two, Llama-3.3-70B 4.84, gpt-oss-20b and
/// 120b 7.38), which it reproduces within 1 % at 1,024 sequences. An eighth, Mistral Small 3.2 24B
/// with 2.12 GiB, is less than half of what follows.
pub(crate) const SAMPLER_BYTES: f64 = 38.2;
/// Bytes per profiled token and hidden element, from the same start-ups.
pub(crate) const HIDDEN_BYTES: f64 = 2.7;
/// Half-width of the range of a profiled peak: seven start-ups agree within 1 %, other releases and
/// models with towers do not. Set by hand.
const PROFILE_SPREAD: f64 = 0.25;
/// Workspace of matrix products in `PyTorch`: 32 MiB on Hopper and later, 8 MiB before
/// (`CUBLAS_WORKSPACE_CONFIG`).
const WORKSPACE_NEW: f64 = 32.0 * 1_048_576.0;
const WORKSPACE_OLD: f64 = 8.0 * 1_048_576.0;

/// A model on an engine and a card.
pub(crate) struct Holder<'a> {
    pub query: &'a Query,
    pub subject: &'a Subject,
    pub device: &'a Device<'a>,
    pub class: EngineClass,
    pub conduct: &'a Conduct,
    pub shards: f64,
    pub sequences: f64,
}

impl Holder<'_> {
    /// The share of layers on the fullest card of a split by layers.
    pub(crate) fn share(&self) -> f64 {
        match &self.subject.model.shape {
            Some(shape) if shape.layers > 0 => {
                let layers = f64::from(shape.layers);
                (layers / self.shards).ceil() / layers
            }
            _ => 1.0 / self.shards,
        }
    }

    /// Bytes of cache on one card at so many tokens per sequence.
    pub(crate) fn cache(&self, tokens: f64) -> f64 {
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
    pub(crate) fn activations(&self) -> Range<Bytes> {
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
            EngineClass::Eager => Range::exact(Bytes::new(self.eager(shape))),
        }
    }

    /// The peak that a paged engine measures at its start.
    fn profiled(&self, shape: &Architecture) -> Range<Bytes> {
        let (vocab, hidden) = (f64::from(shape.vocab), f64::from(shape.hidden));
        let peak = |sequences: f64, tokens: f64| {
            Bytes::new(sequences * vocab * SAMPLER_BYTES + tokens * hidden * HIDDEN_BYTES)
        };
        let (sequences, tokens) = profiled_batch(self.device);
        if self.conduct.profiles_context {
            let tokens = f64::from(self.query.context).max(2048.0);
            let expected = peak(256.0, 0.0).max(Bytes::new(tokens * layer_bytes(shape, 2.0)));
            return widened(Range::exact(expected), PROFILE_SPREAD);
        }
        widened(Range::exact(peak(sequences, tokens)), PROFILE_SPREAD)
    }

    /// The compute buffer of llama.cpp.
    fn micro_batch(&self, shape: &Architecture) -> Range<Bytes> {
        let context = f64::from(self.query.context);
        let (vocab, hidden) = (f64::from(shape.vocab), f64::from(shape.hidden));
        // An encoder reads its whole input in one batch, computes no logits, and holds the
        // scores of that batch (gpustack #2443: 4.1 GB for 137 million parameters at 8,192).
        let is_encoder = self.subject.model.kind == ModelKind::Encoder;
        let batch = if is_encoder { context } else { UBATCH };
        let scores = f64::from(shape.heads) * context * batch * 4.0;
        // Latent attention had no flash kernel: scores and their softmax are held
        // (ollama PR #17201, 2.4 GB at 32K on DeepSeek-V2-Lite).
        let held = match (is_encoder, shape.latent) {
            (true, _) => scores,
            (false, Some(_)) => 2.0 * scores,
            (false, None) => 0.0,
        };
        // The graph's buffer is as large as its widest moment, the network of a layer or the head
        // with its input, and the mask of attention lies beside it. A model of 3,072 by 50,688
        // words logged 105 MiB, exactly the head; Gemma at a long context 821 (unsloth #11043).
        let mask = context * self.sequences * batch * 2.0;
        let layer = batch * 4.0 * (2.0 * widest_network(shape) + 3.0 * hidden);
        let head = if is_encoder {
            0.0
        } else {
            batch * 4.0 * (vocab + hidden)
        };
        let flash = layer.max(head) + mask;
        let expected = (layer + held).max(head) + mask;
        Range::new(
            Bytes::new(if is_encoder { flash } else { expected }),
            Bytes::new(expected),
            Bytes::new(expected + scores),
        )
    }

    /// The peak of plain module execution beside weights and final cache: at the end of the prompt,
    /// whose cache is smaller, or at the end of the output.
    fn eager(&self, shape: &Architecture) -> f64 {
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
        // The kernel of ExLlama has room for the largest matrix in 16 bit.
        let resting = match self.query.weights {
            WeightFormat::Gptq => widest * 2.0,
            _ => 0.0,
        };
        // Plain code quantises the head too, and bitsandbytes expands it to 32 bit.
        let passing = match (self.query.engine, self.query.weights) {
            (Engine::Litgpt, WeightFormat::Nf4 | WeightFormat::Nf4Single) => vocab * hidden * 4.0,
            _ => 0.0,
        };
        let rotary = if self.conduct.rotary_tables {
            let positions = self.subject.model.max_context.unwrap_or(2048).min(32_768);
            let width = f64::from(shape.head_dim) * 4.0;
            f64::from(shape.layers) * self.share() * f64::from(positions) * width
        } else {
            0.0
        };
        let work = if self.conduct.prefill {
            (tokens * (layer + scores)).max(logits).max(passing)
        } else {
            0.0
        };
        let final_cache = self.cache(context);
        let prefill = self.cache(prompt.min(context)) + work;
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
