//! The KV cache and recurrent state of a serving replica.

use super::serving::{EngineClass, UBATCH};
use crate::catalog::{Architecture, Model, ModelKind};
use crate::query::CacheFormat;

/// Bytes of one cached element. GGUF blocks carry a 16-bit scale per 32 elements.
pub(crate) const fn element_bytes(format: CacheFormat) -> f64 {
    match format {
        CacheFormat::Fp32 => 4.0,
        CacheFormat::Bf16 | CacheFormat::Fp16 => 2.0,
        CacheFormat::Fp8 | CacheFormat::Int8 => 1.0,
        CacheFormat::Int4 => 0.5,
        CacheFormat::Q8_0 => 34.0 / 32.0,
        CacheFormat::Q4_0 => 18.0 / 32.0,
    }
}

/// What one token adds to the cache of one card in a layer that sees the whole context, or in a
/// windowed one, in elements.
pub(crate) fn layer_elements(
    shape: &Architecture,
    class: EngineClass,
    is_full: bool,
    shards: f64,
) -> f64 {
    let (heads, kv_heads, head_dim) = shape.heads_of(is_full);
    if let Some(latent) = &shape.latent {
        return match class {
            // One latent per token, shared by all heads: no rank can leave it out, so tensor
            // parallelism replicates it.
            EngineClass::Paged => shape.cache_width(is_full),
            EngineClass::Ggml => shape.cache_width(is_full) / shards,
            // Transformers expands the latent and caches keys and values of every head
            // (modeling_deepseek_v3.py).
            EngineClass::Eager => {
                let head = f64::from(latent.nope_dim)
                    + f64::from(latent.rope_dim)
                    + f64::from(latent.value_dim);
                f64::from(heads) * head / shards
            }
        };
    }
    let own = match class {
        // Heads are divided down to one per rank.
        EngineClass::Paged => (f64::from(kv_heads) / shards).max(1.0),
        EngineClass::Ggml | EngineClass::Eager => f64::from(kv_heads) / shards,
    };
    2.0 * own * f64::from(head_dim)
}

/// The shape of a model that keeps a cache.
fn cached(model: &Model) -> Option<&Architecture> {
    match model.kind {
        ModelKind::Encoder => None,
        _ => model.shape.as_ref(),
    }
}

/// Tokens that a paged engine computes in one batch (vLLM's `max_num_batched_tokens` on large cards).
const BATCHED_TOKENS: f64 = 8192.0;

/// Bytes of cache and recurrent state on one card, with `sequences` of `context` tokens each.
pub(crate) fn cache_bytes(
    model: &Model,
    class: EngineClass,
    format: CacheFormat,
    shards: f64,
    context: f64,
    sequences: f64,
) -> f64 {
    let Some(shape) = cached(model) else {
        return 0.0;
    };
    let all = context * sequences;
    let held = match (class, shape.window) {
        (_, None) => all,
        // Page sizes are unified across layer groups, and a windowed layer holds its window and
        // the tokens of one batch: up to that length the whole context (hf-mem PR #70 on gpt-oss),
        // beyond it no more (vllm #43308: from some 55,000 to 525,000 tokens; C22).
        (EngineClass::Paged, Some(window)) => {
            (f64::from(window) - 1.0 + BATCHED_TOKENS).min(context) * sequences
        }
        // llama.cpp keeps the window of every sequence and the batch in flight.
        (EngineClass::Ggml, Some(window)) => (f64::from(window) * sequences + UBATCH).min(all),
        (EngineClass::Eager, Some(window)) => f64::from(window).min(context) * sequences,
    };
    let elements = |is_full| layer_elements(shape, class, is_full, shards);
    let tokens = f64::from(shape.full_layers) * elements(true) * all
        + f64::from(shape.windowed_layers) * elements(false) * held;
    tokens * element_bytes(format) + state_bytes(shape, class) * sequences / shards
}

/// Bytes of cache and state that one decoding step reads on one card: a windowed layer reads no
/// more than its window, whatever is held.
pub(crate) fn read_bytes(
    model: &Model,
    class: EngineClass,
    format: CacheFormat,
    shards: u32,
    context: f64,
    sequences: f64,
) -> f64 {
    let Some(shape) = cached(model) else {
        return 0.0;
    };
    let shards = f64::from(shards.max(1));
    let window = shape.window.map_or(context, f64::from).min(context);
    let elements = |is_full| layer_elements(shape, class, is_full, shards);
    let tokens = f64::from(shape.full_layers) * elements(true) * context
        + f64::from(shape.windowed_layers) * elements(false) * window;
    // The state is read and written.
    let state = 2.0 * state_bytes(shape, class) / shards;
    sequences * (tokens * element_bytes(format) + state)
}

/// Bytes of recurrent state of one sequence: the matrix of each linear layer in 32 bit, and the
/// past steps of its convolution, in 32 bit with llama.cpp and in 16 elsewhere. A Qwen3.6-27B at
/// four sequences logs 598.5 MiB in llama.cpp, which this reproduces (lmstudio-bug-tracker #1862).
fn state_bytes(shape: &Architecture, class: EngineClass) -> f64 {
    let (matrix, convolution) = shape.state_elements();
    let step = match class {
        EngineClass::Ggml => 4.0,
        EngineClass::Paged | EngineClass::Eager => 2.0,
    };
    f64::from(shape.linear_layers) * (matrix * 4.0 + convolution * step)
}
