//! The metadata of a GGUF file under the names of a `config.json`, so that one reader understands
//! both.

use crate::json::Value;

/// The family's word in configs for the one in GGUF files, where they differ.
pub(super) fn model_type(family: &str) -> String {
    let word = match family {
        "command-r" => "cohere",
        "deepseek2" => "deepseek_v3",
        "falcon-h1" => "falcon_h1",
        "gemma3" => "gemma3_text",
        "gemma3n" => "gemma3n_text",
        "gemma4" => "gemma4_text",
        "glm4moe" => "glm4_moe",
        "gptneox" => "gpt_neox",
        "granitehybrid" => "granitemoehybrid",
        "llama4" => "llama4_text",
        "minimax-m2" => "minimax_m2",
        "nomic-bert" => "nomic_bert",
        "phi2" => "phi",
        "qwen" => "qwen2",
        "qwen2moe" => "qwen2_moe",
        "qwen2vl" => "qwen2",
        "qwen3moe" | "qwen3vlmoe" => "qwen3_moe",
        "qwen3vl" => "qwen3",
        "qwen3next" => "qwen3_next",
        "qwen35" => "qwen3_5_text",
        "qwen35moe" => "qwen3_5_moe_text",
        "starcoder" => "gpt_bigcode",
        other => other,
    };
    word.to_ascii_lowercase().replace('-', "_")
}

/// Names in a config, and where GGUF has the same number.
const NAMES: [(&str, &str); 27] = [
    ("num_hidden_layers", "block_count"),
    ("hidden_size", "embedding_length"),
    ("intermediate_size", "feed_forward_length"),
    ("num_attention_heads", "attention.head_count"),
    ("num_key_value_heads", "attention.head_count_kv"),
    ("head_dim", "attention.key_length"),
    ("max_position_embeddings", "context_length"),
    ("num_experts", "expert_count"),
    ("num_experts_per_tok", "expert_used_count"),
    ("moe_intermediate_size", "expert_feed_forward_length"),
    ("n_shared_experts", "expert_shared_count"),
    (
        "shared_expert_intermediate_size",
        "expert_shared_feed_forward_length",
    ),
    ("first_k_dense_replace", "leading_dense_block_count"),
    ("interleave_moe_layer_step", "interleave_moe_layer_step"),
    ("sliding_window", "attention.sliding_window"),
    ("attention_chunk_size", "attention.chunk_size"),
    ("num_kv_shared_layers", "attention.shared_kv_layers"),
    ("full_attention_interval", "full_attention_interval"),
    ("kv_lora_rank", "attention.kv_lora_rank"),
    ("q_lora_rank", "attention.q_lora_rank"),
    ("num_decoder_layers", "decoder_block_count"),
    ("mamba_d_state", "ssm.state_size"),
    ("mamba_d_conv", "ssm.conv_kernel"),
    ("mamba_dt_rank", "ssm.time_step_rank"),
    ("mamba_n_groups", "ssm.group_count"),
    ("index_n_heads", "attention.indexer.head_count"),
    ("index_head_dim", "attention.indexer.key_length"),
];

/// A config from metadata, which `get` looks up without the family's prefix.
pub(super) fn config(
    get: &dyn Fn(&str) -> Option<Value>,
    family: &str,
    vocab: Option<u64>,
    tied: bool,
) -> Value {
    let mut fields = Vec::new();
    let mut put = |name: &str, value: Value| fields.push((name.to_owned(), value));
    for (name, key) in NAMES {
        if let Some(value) = get(key) {
            put(name, value);
        }
    }
    let vocab = match vocab {
        Some(vocab) => Some(i64::try_from(vocab).map_or(Value::Odd, Value::Whole)),
        None => get("vocab_size"),
    };
    if let Some(vocab) = vocab {
        put("vocab_size", vocab);
    }
    put("tie_word_embeddings", Value::Flag(tied));
    let number = |key: &str| get(key).and_then(|value| value.whole());
    // Of latent attention the plain lengths may be those of the cache.
    if number("attention.kv_lora_rank").is_some() {
        let keys = number("attention.key_length_mla").or_else(|| number("attention.key_length"));
        let values =
            number("attention.value_length_mla").or_else(|| number("attention.value_length"));
        let rope = number("rope.dimension_count");
        if let (Some(keys), Some(values), Some(rope)) = (keys, values, rope) {
            put("qk_rope_head_dim", Value::Whole(rope));
            put("qk_nope_head_dim", Value::Whole(keys.saturating_sub(rope)));
            put("v_head_dim", Value::Whole(values));
        }
    }
    if let Some(layers) = layers(get, family) {
        put("layer_types", layers);
    } else if let Some(pattern @ Value::Whole(_)) = get("attention.sliding_window_pattern") {
        put("sliding_window_pattern", pattern);
    }
    Value::Map(fields)
}

/// What each layer does, where the metadata has lists: no key/value heads mean a state, a flag a
/// window.
fn layers(get: &dyn Fn(&str) -> Option<Value>, family: &str) -> Option<Value> {
    let list = |key: &str| get(key).filter(|value| matches!(value, Value::List(_)));
    let heads = list("attention.head_count_kv");
    let heads = heads.as_ref().map_or(&[][..], Value::items);
    let words: Vec<&str> = if heads.contains(&Value::Whole(0)) {
        // In Nemotron-H, Mamba and feed-forward layers are apart.
        let networks = list("feed_forward_length");
        let networks = networks.as_ref().map_or(&[][..], Value::items);
        let apart = family.starts_with("nemotron_h");
        let word = |(layer, heads): (usize, &Value)| match heads.whole() {
            Some(0) if apart && networks.get(layer).and_then(Value::whole) > Some(0) => "none",
            Some(0) => "linear",
            _ => "full",
        };
        heads.iter().enumerate().map(word).collect()
    } else {
        let flags = list("attention.sliding_window_pattern")?;
        let word = |flag: &Value| match flag {
            Value::Flag(true) | Value::Whole(1) => "sliding",
            _ => "full",
        };
        flags.items().iter().map(word).collect()
    };
    let words = words.into_iter().map(|word| Value::Text(word.to_owned()));
    Some(Value::List(words.collect()))
}
