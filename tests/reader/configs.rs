//! `config.json` files with the values that their publishers state.

use super::{refuses, whole};
use kasuan::catalog::ModelKind;
use kasuan::query::{Query, WeightFormat, decode, encode};
use kasuan::reader::{Described, Note, ReadError};
use std::fs;
use std::path::Path;

fn published(name: &str) -> Described {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reader/configs");
    let bytes = fs::read(folder.join(format!("{name}.json"))).expect(name);
    whole(&format!("{name}.json"), &bytes)
}

/// Billions of parameters in all and active, as published, or as the tensors of the published
/// checkpoint add up to where the name is rounder than one percent.
const PUBLISHED: [(&str, f64, f64); 64] = [
    ("baichuan2-13b", 13.90, 13.90),
    ("bert-base", 0.1089, 0.1089),
    ("bge-m3", 0.5677, 0.5677),
    ("bloom-7b1", 7.069, 7.069),
    ("chatglm3-6b", 6.2436, 6.2436),
    ("command-r-35b", 34.98, 34.98),
    ("dbrx", 131.6, 36.5),
    ("deberta-v3-base", 0.184, 0.184),
    ("deepseek-v2-lite", 15.706, 2.66),
    ("deepseek-v3", 671.03, 37.55),
    ("ernie-4.5-21b-a3b", 21.83, 3.35),
    ("exaone-4.0-32b", 32.0, 32.0),
    ("falcon-40b", 41.30, 41.30),
    ("falcon-7b", 6.922, 6.922),
    ("gemma-2-9b", 9.242, 9.242),
    ("gemma-3-27b", 27.01, 27.01),
    ("gemma-3-4b", 3.880, 3.880),
    ("gemma-7b", 8.538, 8.538),
    ("glm-4.5-air", 106.85, 13.42),
    ("gpt-j-6b", 6.05, 6.05),
    ("gpt-neox-20b", 20.55, 20.55),
    ("gpt-oss-20b", 20.91, 4.19),
    ("gpt2", 0.1244, 0.1244),
    ("granite-3.1-8b", 8.17, 8.17),
    ("hunyuan-a13b", 80.4, 12.75),
    ("internlm2-7b", 7.738, 7.738),
    ("jamba-v0.1", 51.57, 12.1),
    ("kimi-k2", 1026.4, 32.86),
    ("kimi-linear-48b-a3b", 49.1, 3.48),
    ("llama-3.1-8b", 8.030, 8.030),
    ("llama-3.1-8b-awq", 8.030, 8.030),
    ("llama-3.2-1b", 1.236, 1.236),
    ("llama-4-maverick", 400.7, 17.18),
    ("llama-4-scout", 107.77, 17.17),
    ("llava-1.5-7b", 6.739, 6.739),
    ("mamba-2.8b", 2.768, 2.768),
    ("minimax-m2", 228.69, 11.03),
    ("minimax-text-01", 456.09, 48.4),
    ("mistral-7b", 7.242, 7.242),
    ("mixtral-8x7b", 46.70, 12.88),
    ("modernbert-base", 0.149, 0.149),
    ("mpt-7b", 6.65, 6.65),
    ("mt5-xxl", 12.92, 12.92),
    ("nemotron-3-nano-30b-a3b", 31.58, 3.58),
    ("nemotron-4-340b", 341.03, 341.03),
    ("nomic-embed-v1.5", 0.1367, 0.1367),
    ("olmo2-7b", 7.298, 7.298),
    ("olmoe-1b-7b", 6.919, 1.28),
    ("opt-175b", 174.6, 174.6),
    ("phi-2", 2.780, 2.780),
    ("phi-3-mini", 3.821, 3.821),
    ("phi-3.5-moe", 41.87, 6.64),
    ("phi-4", 14.66, 14.66),
    ("phi-4-mini", 3.836, 3.836),
    ("qwen-7b", 7.721, 7.721),
    ("qwen2-57b-a14b", 57.41, 14.25),
    ("qwen2.5-7b", 7.616, 7.616),
    ("qwen3-30b-a3b", 30.53, 3.35),
    ("qwen3-8b", 8.191, 8.191),
    ("qwen3-next-80b-a3b", 79.67, 3.87),
    ("starcoder2-15b", 15.96, 15.96),
    ("t5-3b", 2.85, 2.85),
    ("whisper-large-v3", 1.543, 1.543),
    ("yi-34b", 34.39, 34.39),
];

#[test]
fn parameters_agree_with_the_published_count() {
    for (name, total, active) in PUBLISHED {
        let described = published(name);
        for (read, stated) in [
            (described.model.total, total),
            (described.model.active, active),
        ] {
            let error = read.get() / (stated * 1e9) - 1.0;
            assert!(error.abs() < 0.01, "{name}: {} for {stated} B", read.get());
        }
        let unknown = described
            .notes
            .iter()
            .any(|n| matches!(n, Note::FamilyUnknown(_)));
        assert!(!unknown, "{name}");
    }
}

/// What decides the cache: layers with the whole context, with a window, with a fixed state.
#[test]
fn layers_are_told_apart() {
    for (name, full, windowed, linear, window) in [
        ("gemma-2-9b", 21, 21, 0, Some(4096)),
        ("gemma-3-27b", 10, 52, 0, Some(1024)),
        ("gpt-oss-20b", 12, 12, 0, Some(128)),
        ("mistral-7b", 0, 32, 0, Some(4096)),
        ("mixtral-8x7b", 32, 0, 0, None),
        ("qwen2.5-7b", 28, 0, 0, None),
        // A window as long as the context is none.
        ("phi-4-mini", 32, 0, 0, None),
        ("phi-3-mini", 0, 32, 0, Some(2047)),
        ("llama-4-scout", 12, 36, 0, Some(8192)),
        ("exaone-4.0-32b", 16, 48, 0, Some(4096)),
        ("modernbert-base", 8, 14, 0, Some(128)),
        ("qwen3-next-80b-a3b", 12, 0, 36, None),
        ("qwen3.5-35b-a3b", 10, 0, 30, None),
        ("jamba-v0.1", 4, 0, 28, None),
        ("kimi-linear-48b-a3b", 7, 0, 20, None),
        ("minimax-text-01", 10, 0, 70, None),
        ("nemotron-3-nano-30b-a3b", 6, 0, 23, None),
        ("mamba-2.8b", 0, 0, 64, None),
    ] {
        let shape = published(name).model.shape.expect(name);
        let read = (
            shape.full_layers,
            shape.windowed_layers,
            shape.linear_layers,
            shape.window,
        );
        assert_eq!(read, (full, windowed, linear, window), "{name}");
    }
}

#[test]
fn heads_are_read_under_every_name() {
    for (name, heads, kv_heads, head_dim) in [
        ("llama-3.1-8b", 32, 8, 128),
        ("chatglm3-6b", 32, 2, 128),
        ("dbrx", 48, 8, 128),
        ("falcon-7b", 71, 1, 64),
        ("falcon-40b", 128, 8, 64),
        ("gemma-3-4b", 8, 4, 256),
        ("mpt-7b", 32, 32, 128),
        ("qwen-7b", 32, 32, 128),
        ("gpt2", 12, 12, 64),
        ("mt5-xxl", 64, 64, 64),
        ("deepseek-v3", 128, 128, 128),
    ] {
        let shape = published(name).model.shape.expect(name);
        let read = (shape.heads, shape.kv_heads, shape.head_dim);
        assert_eq!(read, (heads, kv_heads, head_dim), "{name}");
    }
    let latent = published("deepseek-v3")
        .model
        .shape
        .and_then(|s| s.latent)
        .unwrap();
    assert_eq!(
        (latent.kv_rank, latent.rope_dim, latent.q_rank),
        (512, 64, 1536)
    );
}

#[test]
fn the_storage_of_the_weights_is_read() {
    for (name, format) in [
        ("llama-3.1-8b", Some(WeightFormat::Bf16)),
        ("phi-2", Some(WeightFormat::Fp16)),
        ("bge-m3", Some(WeightFormat::Fp32)),
        ("deepseek-v3", Some(WeightFormat::Fp8)),
        ("gpt-oss-20b", Some(WeightFormat::Mxfp4)),
        ("llama-3.1-8b-awq", Some(WeightFormat::Awq)),
        ("bert-base", None),
    ] {
        assert_eq!(published(name).weights, format, "{name}");
    }
    let with = |settings: &str| {
        let text = format!(
            "{{\"model_type\":\"llama\",\"hidden_size\":64,\"num_hidden_layers\":2,\
             \"num_attention_heads\":4,\"vocab_size\":100,\"quantization_config\":{settings}}}"
        );
        whole("config.json", text.as_bytes()).weights
    };
    for (settings, format) in [
        (
            r#"{"quant_method":"gptq","bits":4}"#,
            Some(WeightFormat::Gptq),
        ),
        (
            r#"{"quant_method":"gptq","bits":8}"#,
            Some(WeightFormat::Int8),
        ),
        (r#"{"quant_method":"gptq","bits":3}"#, None),
        (
            r#"{"quant_method":"bitsandbytes","load_in_4bit":true}"#,
            Some(WeightFormat::Nf4),
        ),
        (
            r#"{"quant_method":"bitsandbytes","load_in_8bit":true}"#,
            Some(WeightFormat::Int8),
        ),
        (r#"{"quant_method":"fbgemm_fp8"}"#, Some(WeightFormat::Fp8)),
        (
            r#"{"quant_method":"modelopt","quant_algo":"NVFP4"}"#,
            Some(WeightFormat::Nvfp4),
        ),
        (
            r#"{"quant_method":"compressed-tensors","format":"pack-quantized",
                "config_groups":{"group_0":{"weights":{"num_bits":4,"type":"int"}}}}"#,
            Some(WeightFormat::Int4),
        ),
        (
            r#"{"quant_method":"compressed-tensors","format":"float-quantized",
                "config_groups":{"group_0":{"weights":{"num_bits":8,"type":"float"}}}}"#,
            Some(WeightFormat::Fp8),
        ),
        (r#"{"bits":4,"group_size":64}"#, Some(WeightFormat::Int4G64)),
        (
            r#"{"quant_method":"exl2","bits":2.5}"#,
            Some(WeightFormat::Exl2B25),
        ),
        (
            r#"{"quant_method":"exl2","bits":4.0}"#,
            Some(WeightFormat::Exl2B4),
        ),
        (r#"{"quant_method":"magic"}"#, None),
    ] {
        assert_eq!(with(settings), format, "{settings}");
    }
}

#[test]
fn kinds_of_network() {
    for (name, kind) in [
        ("bert-base", ModelKind::Encoder),
        ("nomic-embed-v1.5", ModelKind::Encoder),
        ("t5-3b", ModelKind::EncoderDecoder),
        ("whisper-large-v3", ModelKind::Speech),
        ("llava-1.5-7b", ModelKind::Decoder),
    ] {
        assert_eq!(published(name).model.kind, kind, "{name}");
    }
    let tower = published("llava-1.5-7b")
        .model
        .tower
        .expect("a vision tower");
    assert!((tower.get() / 303e6 - 1.0).abs() < 0.05, "{}", tower.get());
}

/// A link carries what a file says, so that the answer needs the file no longer.
#[test]
fn a_link_carries_every_config() {
    for (name, ..) in PUBLISHED {
        let mut query = Query::default();
        let described = published(name);
        described.apply(&mut query);
        let link = encode(&query);
        let decoded = decode(&link);
        assert_eq!(decoded.problems, [], "{name}: {link}");
        assert_eq!(decoded.query, query, "{name}: {link}");
        assert_eq!(decoded.query.architecture, described.custom(), "{name}");
        assert!(link.len() < 260, "{name}: {link}");
    }
}

#[test]
fn a_family_that_is_not_known_is_said() {
    let text = r#"{"model_type":"brand-new","hidden_size":1024,"num_hidden_layers":4,
        "num_attention_heads":8,"vocab_size":1000}"#;
    let notes = whole("config.json", text.as_bytes()).notes;
    assert_eq!(notes, [Note::FamilyUnknown("brand_new".to_owned())]);
}

#[test]
fn what_is_missing_or_odd_is_named() {
    let with = |fields: &str| {
        refuses(
            "config.json",
            format!("{{\"model_type\":\"llama\",{fields}}}").as_bytes(),
        )
    };
    assert_eq!(
        with(r#""num_hidden_layers":4,"num_attention_heads":8,"vocab_size":9"#),
        ReadError::Missing("hidden_size")
    );
    for value in [
        "0",
        "-1",
        "1.5",
        "NaN",
        "1e99",
        "\"4096\"",
        "[]",
        "{}",
        "true",
        "99999999999",
    ] {
        let fields = format!(
            "\"hidden_size\":{value},\"num_hidden_layers\":4,\"num_attention_heads\":8,\
             \"vocab_size\":9"
        );
        let error = with(&fields);
        let expected = ReadError::OutOfRange {
            field: "hidden_size".to_owned(),
            low: 1,
            high: 1 << 24,
        };
        assert!(
            error == expected || value == "0" && error == ReadError::Missing("hidden_size"),
            "{value}: {error:?}"
        );
    }
    let adapter = br#"{"peft_type":"LORA","r":16,"lora_alpha":32}"#;
    assert_eq!(
        refuses("adapter_config.json", adapter),
        ReadError::NotThisJson
    );
    let pipeline = br#"{"_class_name":"FluxPipeline"}"#;
    assert_eq!(
        refuses("model_index.json", pipeline),
        ReadError::NotThisJson
    );
    // Every number alone is possible; together they are more than any model.
    let giant = with(
        r#""hidden_size":16000000,"num_hidden_layers":4096,"num_attention_heads":1000,
           "intermediate_size":16000000,"vocab_size":16000000"#,
    );
    assert!(matches!(giant, ReadError::OutOfRange { field, .. } if field == "parameters"));
}

/// Blocks of different sizes, listed one by one.
#[test]
fn blocks_may_differ() {
    let block = |heads: &str, factor: &str, none: bool| {
        format!(
            "{{\"attention\":{{\"n_heads_in_group\":{heads},\"no_op\":{none}}},\
             \"ffn\":{{\"ffn_mult\":{factor},\"no_op\":false}}}}"
        )
    };
    let blocks = [block("8", "5.25", false), block("null", "1.3125", true)].join(",");
    let text = format!(
        "{{\"model_type\":\"nemotron-nas\",\"hidden_size\":8192,\"intermediate_size\":null,\
         \"num_hidden_layers\":2,\"num_attention_heads\":64,\"num_key_value_heads\":null,\
         \"vocab_size\":128256,\"block_configs\":[{blocks}]}}"
    );
    let shape = whole("config.json", text.as_bytes()).model.shape.unwrap();
    assert_eq!((shape.layers, shape.full_layers, shape.kv_heads), (2, 1, 8));
    // 28,672 and 7,168 wide.
    assert_eq!(shape.intermediate, 17_920);
}
