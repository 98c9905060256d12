//! Whatever the bytes, reading ends with a description that a link can carry, or with a reason.

use super::safetensors::{DECODER, head, raw};
use super::{gguf, refuses, try_whole};
use kasuan::locale::Locale;
use kasuan::query::{Query, decode, encode};
use kasuan::reader::ReadError;
use proptest::prelude::*;

/// Reads bytes and puts what comes of them through all that follows.
fn survives(bytes: &[u8], length: u64) {
    match try_whole("any", bytes, length) {
        Ok((described, _)) => {
            let mut query = Query::default();
            described.apply(&mut query);
            let decoded = decode(&encode(&query));
            assert_eq!(decoded.problems, [], "{}", encode(&query));
            assert!(described.model.total.get() >= 1.0);
            assert!(described.model.active <= described.model.total);
            for locale in [Locale::En, Locale::Zh] {
                assert!(
                    described
                        .notes
                        .iter()
                        .all(|n| !locale.file_note(n).is_empty())
                );
            }
        }
        Err(error) => {
            for locale in [Locale::En, Locale::Zh] {
                assert!(!locale.read_error(&error).is_empty());
            }
        }
    }
}

const CONFIG: &str = r#"{"model_type":"qwen3_moe","hidden_size":2048,"intermediate_size":6144,
"num_hidden_layers":48,"num_attention_heads":32,"num_key_value_heads":4,"head_dim":128,
"vocab_size":151936,"max_position_embeddings":40960,"num_experts":128,"num_experts_per_tok":8,
"moe_intermediate_size":768,"sliding_window":4096,"layer_types":["full_attention","sliding_attention"],
"kv_lora_rank":512,"decoder_sparse_step":1,"quantization_config":{"quant_method":"awq","bits":4}}"#;

fn files() -> Vec<Vec<u8>> {
    let small = gguf::Head::new()
        .text("general.architecture", "qwen3moe")
        .number("qwen3moe.block_count", 4)
        .number("qwen3moe.embedding_length", 64)
        .number("qwen3moe.attention.head_count", 2)
        .numbers("qwen3moe.feed_forward_length", &[128, 0, 128, 128])
        .number("qwen3moe.expert_count", 8)
        .number("qwen3moe.expert_used_count", 2)
        .texts("tokenizer.ggml.tokens", 20)
        .tensor("token_embd.weight", &[64, 20], 1, 2560)
        .tensor("output.weight", &[64, 20], 8, 1360);
    vec![
        CONFIG.as_bytes().to_vec(),
        head(&DECODER).0,
        small.finish(3).0,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..600), more in 0_u64..1 << 40) {
        survives(&bytes, bytes.len() as u64 + more);
        let starts: [&[u8]; 3] = [b"GGUF\x03\0\0\0", b"{\"hidden_size\":", b"\x40\0\0\0\0\0\0\0{"];
        for start in starts {
            let bytes = [start, &bytes].concat();
            survives(&bytes, bytes.len() as u64);
        }
    }

    #[test]
    fn files_with_some_bytes_changed(
        file in 0_usize..3,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in proptest::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = files().swap_remove(file);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        survives(&bytes, bytes.len() as u64);
        survives(&bytes, bytes.len() as u64 + 5000);
    }

    #[test]
    fn configs_with_other_numbers(
        fields in proptest::collection::vec((0_usize..17, "-?[0-9]{1,12}|NaN|null|\"x\"|[1-9]|[0-9]{2,5}|\\[[0-9]{1,5},[0-9]\\]|true|1e9|\\{\\}"), 1..5),
    ) {
        let mut lines: Vec<String> = CONFIG.split(',').map(str::to_owned).collect();
        for (line, value) in fields {
            if let Some((name, _)) = lines.get(line).and_then(|l| l.split_once(':')) {
                let line_text = format!("{name}:{value}");
                lines[line] = line_text;
            }
        }
        let text = lines.join(",");
        survives(text.as_bytes(), text.len() as u64);
    }
}

#[test]
fn deep_and_long_texts_are_refused() {
    let deep = format!("{{\"a\":{}", "[".repeat(1_000_000));
    assert!(matches!(
        refuses("config.json", deep.as_bytes()),
        ReadError::TooDeep(_)
    ));
    assert!(matches!(
        refuses("x.safetensors", &raw(&deep)),
        ReadError::TooDeep(_)
    ));
    let many = format!("{{\"a\":[{}0]}}", "0,".repeat(2_100_000));
    assert!(matches!(
        refuses("config.json", many.as_bytes()),
        ReadError::TooMany(_)
    ));
    assert_eq!(refuses("config.json", b""), ReadError::Empty);
    assert_eq!(
        refuses("config.json", b"{}"),
        ReadError::Missing("hidden_size")
    );
    assert!(matches!(
        refuses("config.json", b"{\"a\":1"),
        ReadError::Syntax(_)
    ));
    assert!(matches!(
        refuses("config.json", b"{\"a\xff\":1}"),
        ReadError::Syntax(_)
    ));
    assert_eq!(
        refuses("model.bin", b"PK\x03\x04 a zip archive"),
        ReadError::NotAModel
    );
    assert_eq!(
        refuses("picture.png", b"\x89PNG\r\n\x1a\n and more"),
        ReadError::NotAModel
    );
    let long = try_whole("config.json", b"{\"hidden_size\": 1", 1 << 40);
    assert_eq!(long.unwrap_err(), ReadError::HeaderTooLong(1 << 40));
}
