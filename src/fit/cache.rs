//! The KV cache and recurrent state of a serving replica.

use super::serving::{EngineClass, UBATCH};
use crate::catalog::{Model, ModelKind};
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

/// What one token adds to the cache of one card per layer, in elements.
fn elements_per_layer(model: &Model, class: EngineClass, shards: f64) -> f64 {
    let Some(shape) = &model.shape else {
        return 0.0;
    };
    if let Some(latent) = shape.latent {
        // One latent per token, shared by all heads: no rank can leave it out, so tensor
        // parallelism replicates it.
        let width = f64::from(latent.kv_rank) + f64::from(latent.rope_dim);
        return match class {
            EngineClass::Paged => width,
            EngineClass::Ggml | EngineClass::Eager => width / shards,
        };
    }
    let heads = f64::from(shape.kv_heads);
    let own = match class {
        // Heads are divided down to one per rank.
        EngineClass::Paged => (heads / shards).max(1.0),
        EngineClass::Ggml | EngineClass::Eager => heads / shards,
    };
    2.0 * own * f64::from(shape.head_dim)
}

/// Bytes of cache that one more token of context takes on one card, in the layers that see all of
/// it.
pub(crate) fn bytes_per_token(
    model: &Model,
    class: EngineClass,
    format: CacheFormat,
    shards: u32,
) -> f64 {
    let Some(shape) = &model.shape else {
        return 0.0;
    };
    if model.kind == ModelKind::Encoder {
        return 0.0;
    }
    let per_layer =
        elements_per_layer(model, class, f64::from(shards.max(1))) * element_bytes(format);
    let layers = match class {
        // Page sizes are unified across layer groups, so windowed layers hold the whole context
        // (hf-mem PR #70 on gpt-oss in vLLM).
        EngineClass::Paged => f64::from(shape.full_layers) + f64::from(shape.windowed_layers),
        EngineClass::Ggml | EngineClass::Eager => f64::from(shape.full_layers),
    };
    per_layer * layers
}

/// Bytes of cache and recurrent state on one card, with `sequences` of `context` tokens each.
pub(crate) fn cache_bytes(
    model: &Model,
    class: EngineClass,
    format: CacheFormat,
    shards: u32,
    context: f64,
    sequences: f64,
) -> f64 {
    let Some(shape) = &model.shape else {
        return 0.0;
    };
    if model.kind == ModelKind::Encoder {
        return 0.0;
    }
    let full = bytes_per_token(model, class, format, shards) * context * sequences;
    let windowed = match (class, shape.window) {
        (EngineClass::Paged, _) => 0.0,
        (_, window) => {
            let window = window.map_or(context, f64::from);
            // llama.cpp keeps the window of every sequence and the batch in flight.
            let held = match class {
                EngineClass::Ggml => (window * sequences + UBATCH).min(context * sequences),
                _ => window.min(context) * sequences,
            };
            elements_per_layer(model, class, f64::from(shards.max(1)))
                * element_bytes(format)
                * f64::from(shape.windowed_layers)
                * held
        }
    };
    full + windowed + state_bytes(model) * sequences / f64::from(shards.max(1))
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
    let Some(shape) = &model.shape else {
        return 0.0;
    };
    if model.kind == ModelKind::Encoder {
        return 0.0;
    }
    let window = shape.window.map_or(context, f64::from).min(context);
    let tokens = f64::from(shape.full_layers) * context + f64::from(shape.windowed_layers) * window;
    let shards = f64::from(shards.max(1));
    // The state is read and written.
    let state = 2.0 * state_bytes(model) / shards;
    sequences * (elements_per_layer(model, class, shards) * element_bytes(format) * tokens + state)
}

/// Width of a key head of gated linear attention and size of a state-space state.
const STATE_WIDTH: f64 = 128.0;
/// Steps that the short convolution before linear attention remembers.
const CONVOLUTION_STEPS: f64 = 3.0;

/// Bytes of recurrent state of one sequence, in 32 bit: per layer a matrix of the value width by
/// 128, and three steps of convolution over values, keys and queries. A Qwen3.6-27B at four
/// sequences logs 598.5 MiB, which this reproduces (lmstudio-bug-tracker #1862).
fn state_bytes(model: &Model) -> f64 {
    let Some(shape) = &model.shape else {
        return 0.0;
    };
    let values = f64::from(shape.heads) * f64::from(shape.head_dim);
    let layer = values * STATE_WIDTH + CONVOLUTION_STEPS * values * 5.0 / 3.0;
    f64::from(shape.linear_layers) * layer * 4.0
}
