//! What each layer of a network does: families state it as lists, patterns, periods and offsets.

use super::ReadError;
use super::fields::{Fields, MOST_LAYERS};
use crate::json::Value;

/// How a layer mixes tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mixing {
    /// Attention to the whole context.
    Full,
    /// Attention to a window.
    Windowed,
    /// A fixed state: linear attention, a state space, convolution.
    Linear,
    /// Not at all.
    None,
}

/// The feed-forward network of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Network {
    Dense,
    Experts,
    None,
}

/// A layer.
pub(super) type Layer = (Mixing, Network);

/// The width of the window; `None` where nothing is windowed.
pub(super) fn window(fields: Fields<'_>) -> Result<Option<u32>, ReadError> {
    if fields.flag("use_sliding_window") == Some(false) {
        return Ok(None);
    }
    let names = [
        "sliding_window",
        "sliding_window_size",
        "attention_chunk_size",
        "local_attention",
        "attention_window_size",
        "window_size",
    ];
    // Some state −1 for none, or one number for each of several kinds.
    let none = |name: &&str| {
        let value = fields.get(name);
        value.is_some_and(|v| v.whole().is_some_and(|w| w <= 0))
    };
    if names.iter().any(none) {
        return Ok(None);
    }
    fields.some(&names)
}

/// The layers of a network, the first one first.
pub(super) fn layers(
    fields: Fields<'_>,
    model_type: &str,
    count: u32,
    window: Option<u32>,
    experts: bool,
) -> Result<Vec<Layer>, ReadError> {
    if let Some(pattern) = fields.text("hybrid_override_pattern") {
        return Ok(pattern
            .chars()
            .take(MOST_LAYERS as usize)
            .map(|kind| match kind {
                'M' => (Mixing::Linear, Network::None),
                '*' => (Mixing::Full, Network::None),
                'E' => (Mixing::None, Network::Experts),
                _ => (Mixing::None, Network::Dense),
            })
            .collect());
    }
    let kinds = fields.list("layers_block_type");
    if model_type == "nemotron_h" && !kinds.is_empty() {
        let kinds = kinds.iter().filter_map(Value::text);
        return Ok(kinds
            .map(|kind| match kind {
                "mamba" => (Mixing::Linear, Network::None),
                "attention" => (Mixing::Full, Network::None),
                "moe" => (Mixing::None, Network::Experts),
                _ => (Mixing::None, Network::Dense),
            })
            .collect());
    }
    if matches!(model_type, "mamba" | "mamba2" | "falcon_mamba") {
        return Ok(vec![(Mixing::Linear, Network::None); count as usize]);
    }
    let routed = expert_layers(fields, model_type, count, experts)?;
    let mixing = mixing(fields, model_type, count, window)?;
    Ok((0..count)
        .map(|layer| {
            let network = if routed(layer) {
                Network::Experts
            } else {
                Network::Dense
            };
            let mixing = match mixing(layer) {
                // A window as long as the context, or of no width, is none.
                Mixing::Windowed if window.is_none() => Mixing::Full,
                mixing => mixing,
            };
            (mixing, network)
        })
        .collect())
}

/// What a word says of a layer.
fn named(word: &str) -> Mixing {
    let has = |part: &str| word.contains(part);
    if word == "none" {
        Mixing::None
    } else if has("linear") || has("mamba") || has("conv") || has("recurrent") || has("delta") {
        Mixing::Linear
    } else if has("sliding") || has("chunked") || has("local") {
        Mixing::Windowed
    } else {
        Mixing::Full
    }
}

type Of<'a, T> = Box<dyn Fn(u32) -> T + 'a>;

fn mixing<'a>(
    fields: Fields<'a>,
    model_type: &str,
    count: u32,
    window: Option<u32>,
) -> Result<Of<'a, Mixing>, ReadError> {
    let either = |one: bool, a, b| if one { a } else { b };
    // Lists with one entry for each layer, or a period of them.
    for name in [
        "layer_types",
        "layers_block_type",
        "block_types",
        "attention_types",
    ] {
        let words: Vec<&str> = words(fields.list(name));
        if !words.is_empty() {
            return Ok(Box::new(move |layer| {
                let word = words.get(layer as usize % words.len());
                word.map_or(Mixing::Full, |word| named(word))
            }));
        }
    }
    for (name, one, other) in [
        ("attn_type_list", Mixing::Full, Mixing::Linear),
        ("hybrid_layer_pattern", Mixing::Windowed, Mixing::Full),
    ] {
        let list = fields.list(name);
        if !list.is_empty() {
            return Ok(Box::new(move |layer| {
                let is_one = list.get(layer as usize).and_then(Value::whole) == Some(1);
                either(is_one, one, other)
            }));
        }
    }
    // Lists of the layers that attend; Kimi counts them from one.
    for (name, first) in [
        ("attn_layer_indices", 0),
        ("full_attn_idxs", 0),
        ("full_attn_layers", 1),
    ] {
        let list = fields.list(name);
        if !list.is_empty() {
            return Ok(Box::new(move |layer| {
                let number = Some(i64::from(layer) + first);
                let full = list.iter().any(|item| item.whole() == number);
                either(full, Mixing::Full, Mixing::Linear)
            }));
        }
    }
    // Periods with state in between.
    if let Some(period) = fields.some(&["full_attention_interval"])? {
        return Ok(Box::new(move |layer| {
            either(
                (layer + 1).is_multiple_of(period),
                Mixing::Full,
                Mixing::Linear,
            )
        }));
    }
    if let Some(period) = fields.some(&["attn_layer_period"])? {
        let offset = fields.some(&["attn_layer_offset"])?.unwrap_or(0);
        return Ok(Box::new(move |layer| {
            either(layer % period == offset, Mixing::Full, Mixing::Linear)
        }));
    }
    if model_type.starts_with("qwen3_next") || model_type.starts_with("qwen3_5") {
        return Ok(Box::new(move |layer| {
            either((layer + 1).is_multiple_of(4), Mixing::Full, Mixing::Linear)
        }));
    }
    // Windows: without one, all layers see everything.
    if window.is_none() {
        return Ok(Box::new(|_| Mixing::Full));
    }
    if let Some(pattern) = fields.text("sliding_window_pattern") {
        let letters: Vec<bool> = pattern.chars().take(64).map(|c| c == 'L').collect();
        return Ok(Box::new(move |layer| {
            let local = letters.get(layer as usize % letters.len().max(1)) == Some(&true);
            // The last layer is always full (EXAONE 4).
            either(local && layer + 1 < count, Mixing::Windowed, Mixing::Full)
        }));
    }
    if let Some(every) = fields.some(&["global_attn_every_n_layers"])? {
        return Ok(Box::new(move |layer| {
            either(layer.is_multiple_of(every), Mixing::Full, Mixing::Windowed)
        }));
    }
    let usual = match model_type {
        "gemma2" | "gpt_oss" | "gpt_neo" => 2,
        "gemma3_text" | "gemma3" | "gemma4_text" => 6,
        "gemma3n_text" => 5,
        "cohere2" | "llama4_text" | "llama4" | "olmo3" => 4,
        _ => 1,
    };
    let names = [
        "sliding_window_pattern",
        "_sliding_window_pattern",
        "no_rope_layer_interval",
    ];
    let period = fields.some(&names)?.unwrap_or(usual);
    let (first, all) = match model_type {
        // Qwen2 lets the layers from `max_window_layers` on have the window.
        "qwen2" | "qwen2_moe" | "qwen3" | "qwen3_moe" => {
            (fields.some(&["max_window_layers"])?.unwrap_or(0), true)
        }
        _ => (0, period < 2),
    };
    Ok(Box::new(move |layer| {
        let local = if all {
            layer >= first
        } else {
            !(layer + 1).is_multiple_of(period)
        };
        either(local, Mixing::Windowed, Mixing::Full)
    }))
}

/// The words of a list; GPT-Neo has them in lists that are repeated.
fn words(list: &[Value]) -> Vec<&str> {
    if let [Value::List(one), ..] = list
        && let [Value::List(period), _] = &one[..]
    {
        return period.iter().filter_map(Value::text).collect();
    }
    list.iter().filter_map(Value::text).collect()
}

fn expert_layers<'a>(
    fields: Fields<'a>,
    model_type: &str,
    count: u32,
    experts: bool,
) -> Result<Of<'a, bool>, ReadError> {
    if !experts {
        return Ok(Box::new(|_| false));
    }
    let listed = fields.list("moe_layers");
    if !listed.is_empty() {
        return Ok(Box::new(move |layer| {
            listed
                .iter()
                .any(|item| item.whole() == Some(i64::from(layer)))
        }));
    }
    if let Some(period) = fields.some(&["interleave_moe_layer_step"])? {
        return Ok(Box::new(move |layer| (layer + 1).is_multiple_of(period)));
    }
    if let Some(period) = fields.some(&["expert_layer_period"])? {
        let offset = fields.some(&["expert_layer_offset"])?.unwrap_or(0);
        return Ok(Box::new(move |layer| layer % period == offset));
    }
    let flags = fields.list("moe_layer_freq");
    if !flags.is_empty() {
        return Ok(Box::new(move |layer| {
            flags.get(layer as usize).and_then(Value::whole) == Some(1)
        }));
    }
    let first = fields
        .some(&[
            "first_k_dense_replace",
            "num_dense_layers",
            "moe_layer_start_index",
            "moe_layer_num_skipped",
        ])?
        .unwrap_or(0);
    let last = fields.some(&["moe_layer_end_index"])?.unwrap_or(count);
    let names = [
        "moe_layer_freq",
        "decoder_sparse_step",
        "moe_layer_interval",
    ];
    let period = fields.some(&names)?.unwrap_or(1);
    let dense = fields.list("mlp_only_layers");
    // Qwen and ERNIE count from one, DeepSeek from zero.
    let shift = u32::from(!model_type.starts_with("deepseek"));
    Ok(Box::new(move |layer| {
        layer >= first
            && layer <= last
            && (layer + shift).is_multiple_of(period)
            && !dense
                .iter()
                .any(|item| item.whole() == Some(i64::from(layer)))
    }))
}
