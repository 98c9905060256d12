//! What families of models do not write into their config because their code implies it.
//!
//! From the configuration classes of the transformers library (`tie_word_embeddings` and widths of
//! heads by default) and its modelling code (whether the feed-forward network is gated).

use crate::catalog::ModelKind;

/// A family of models.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Family {
    pub(super) kind: ModelKind,
    /// Three matrices in a feed-forward network instead of two.
    pub(super) gated: bool,
    /// Input and output embedding are one matrix, unless the config says otherwise.
    pub(super) tied: bool,
    /// Whether it is one of the list.
    pub(super) known: bool,
}

const GATED_UNTIED: &str = " aquila baichuan bailing_moe bamba chatglm dbrx decilm deepseek \
    deepseek_v2 deepseek_v3 deepseek_v32 dots1 exaone exaone4 falcon_h1 glm glm4 glm4_moe \
    glm4_moe_lite glm_moe_dsa gpt_oss granite granitemoe granitemoehybrid granitemoeshared \
    hunyuan hunyuan_v1_dense hunyuan_v1_moe internlm internlm2 internlm3 jamba kimi_k2 \
    kimi_linear llama llama4 llama4_text longcat_flash mimo minimax minimax_m2 minimax_text_01 \
    minimax_m1 ministral3 mistral mixtral nemotron_nas olmo olmo2 olmo3 olmoe orion phi3 \
    phi3small phimoe qwen qwen2 qwen2_moe qwen2_vl_text qwen2_5_vl_text qwen3 qwen3_5_moe_text \
    qwen3_5_text qwen3_moe qwen3_next qwen3_vl_moe_text qwen3_vl_text seed_oss stablelm \
    stablelm_epoch telechat xverse yi ";
const GATED_TIED: &str = " cohere cohere2 ernie4_5 ernie4_5_moe gemma gemma2 gemma3_text \
    gemma3n_text gemma4_text lfm2 lfm2_moe minicpm minicpm3 phi4mm recurrent_gemma smollm3 ";
const PLAIN_UNTIED: &str = " apertus arcee codegen gpt_neox gptj nemotron nemotron_h persimmon \
    phi phi_msft ";
const PLAIN_TIED: &str = " biogpt bloom falcon falcon_mamba gpt2 gpt_bigcode gpt_neo mamba mamba2 \
    mpt opt refinedweb refinedwebmodel starcoder2 xglm ";
const ENCODERS: &str = " albert bert camembert deberta deberta_v2 distilbert electra ernie esm \
    mpnet roberta roformer xlm_roberta xlm_roberta_xl ";
const GATED_ENCODERS: &str = " modernbert new nomic_bert ";
const BOTH: &str = " bart blenderbot longt5 m2m_100 marian mbart mt5 nllb_moe pegasus t5 umt5 ";

impl Family {
    /// The family of a `model_type`.
    pub(super) fn of(model_type: &str) -> Self {
        let word = format!(" {} ", model_type.to_ascii_lowercase().replace('-', "_"));
        let row = |kind, gated, tied| Self {
            kind,
            gated,
            tied,
            known: true,
        };
        let rows = [
            (GATED_UNTIED, row(ModelKind::Decoder, true, false)),
            (GATED_TIED, row(ModelKind::Decoder, true, true)),
            (PLAIN_UNTIED, row(ModelKind::Decoder, false, false)),
            (PLAIN_TIED, row(ModelKind::Decoder, false, true)),
            (ENCODERS, row(ModelKind::Encoder, false, true)),
            (GATED_ENCODERS, row(ModelKind::Encoder, true, true)),
            (BOTH, row(ModelKind::EncoderDecoder, false, true)),
            (" whisper ", row(ModelKind::Speech, false, true)),
        ];
        let found = rows.iter().find(|(names, _)| names.contains(&word));
        found.map_or(
            Self {
                known: false,
                ..row(ModelKind::Decoder, true, false)
            },
            |(_, family)| *family,
        )
    }
}

/// What a config of a family leaves out. A text model inside another leaves out all that is as its
/// class has it; of a config of its own only the width of a head stands in.
pub(super) fn defaults(model_type: &str, nested: bool) -> &'static [(&'static str, u32)] {
    match (model_type, nested) {
        ("llama", true) => &[
            ("hidden_size", 4096),
            ("intermediate_size", 11_008),
            ("num_hidden_layers", 32),
            ("num_attention_heads", 32),
            ("vocab_size", 32_000),
        ],
        ("mistral", true) => &[
            ("hidden_size", 4096),
            ("intermediate_size", 14_336),
            ("num_hidden_layers", 32),
            ("num_attention_heads", 32),
            ("num_key_value_heads", 8),
            ("vocab_size", 32_000),
        ],
        ("gemma3_text", true) => &[
            ("num_attention_heads", 8),
            ("num_key_value_heads", 4),
            ("head_dim", 256),
            ("vocab_size", 262_208),
        ],
        ("gemma3n_text", true) => &[
            ("num_attention_heads", 8),
            ("num_key_value_heads", 2),
            ("head_dim", 256),
            ("vocab_size", 262_400),
        ],
        ("gemma", true) => &[("head_dim", 256), ("vocab_size", 256_000)],
        ("gemma" | "gemma2" | "gemma3_text" | "gemma4_text", _) => &[("head_dim", 256)],
        ("qwen3" | "qwen3_moe" | "llama4_text" | "minimax_m2", _) => &[("head_dim", 128)],
        ("t5" | "mt5" | "umt5" | "longt5", _) => &[("d_kv", 64)],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_found_whole() {
        assert!(Family::of("gpt-oss").gated);
        assert!(Family::of("GPT_NEOX").known);
        assert!(!Family::of("gpt").known);
        assert!(!Family::of("").known);
        assert_eq!(Family::of("XLM-Roberta").kind, ModelKind::Encoder);
    }
}
