//! Heads of `.safetensors` files and indexes.

use super::{refuses, try_whole, whole};
use kasuan::query::WeightFormat;
use kasuan::reader::{FileKind, Note, ReadError, TensorFault};

/// A tensor of a made-up file: name, type, dimensions, bytes.
pub(crate) type Entry<'a> = (&'a str, &'a str, &'a [u64], u64);

/// A head with tensors one after the other, without their data.
pub(crate) fn head(entries: &[Entry<'_>]) -> (Vec<u8>, u64) {
    let mut at = 0;
    let mut parts = vec!["\"__metadata__\":{\"format\":\"pt\"}".to_owned()];
    for (name, dtype, shape, bytes) in entries {
        let end = at + bytes;
        parts.push(format!(
            "\"{name}\":{{\"dtype\":\"{dtype}\",\"shape\":{shape:?},\"data_offsets\":[{at},{end}]}}"
        ));
        at = end;
    }
    let json = format!("{{{}}}", parts.join(","));
    (raw(&json), at)
}

pub(crate) fn raw(json: &str) -> Vec<u8> {
    let mut file = (json.len() as u64).to_le_bytes().to_vec();
    file.extend_from_slice(json.as_bytes());
    file
}

/// A tiny decoder: hidden 256, two layers, four heads of 64 of which two have keys.
pub(crate) const DECODER: [Entry<'_>; 8] = [
    ("model.embed_tokens.weight", "BF16", &[1000, 256], 512_000),
    (
        "model.layers.0.self_attn.q_proj.weight",
        "BF16",
        &[256, 256],
        131_072,
    ),
    (
        "model.layers.0.self_attn.k_proj.weight",
        "BF16",
        &[128, 256],
        65_536,
    ),
    ("model.layers.0.self_attn.q_norm.weight", "BF16", &[64], 128),
    (
        "model.layers.0.mlp.down_proj.weight",
        "BF16",
        &[256, 700],
        358_400,
    ),
    (
        "model.layers.1.mlp.down_proj.weight",
        "BF16",
        &[256, 700],
        358_400,
    ),
    ("model.norm.weight", "F32", &[256], 1024),
    ("lm_head.weight", "BF16", &[1000, 256], 512_000),
];

#[test]
fn counts_are_exact_and_only_the_head_is_read() {
    let (bytes, data) = head(&DECODER);
    let length = bytes.len() as u64 + data;
    let (described, read) = try_whole("tiny.safetensors", &bytes, length).unwrap();
    assert_eq!(read, bytes.len());
    assert_eq!(described.source, FileKind::Safetensors);
    assert_eq!(described.weight_bytes, Some(data));
    assert_eq!(described.exact_parameters, Some((data - 1024) / 2 + 256));
    assert_eq!(described.weights, Some(WeightFormat::Bf16));
    assert_eq!(described.stored[0].kind, "BF16");
    assert_eq!(described.stored[1].bytes, 1024);
    assert_eq!(described.notes, []);
    let shape = described.model.shape.unwrap();
    assert_eq!((shape.layers, shape.hidden, shape.vocab), (2, 256, 1000));
    assert_eq!((shape.heads, shape.kv_heads, shape.head_dim), (4, 2, 64));
    assert!(!shape.tied_embeddings);
    assert_eq!(described.model.name, "tiny");
}

#[test]
fn a_file_that_lacks_its_data_is_said_to() {
    let (bytes, _) = head(&DECODER);
    assert_eq!(whole("tiny.safetensors", &bytes).notes, [Note::Incomplete]);
}

#[test]
fn packed_weights_are_unpacked() {
    for (entries, format, parameters) in [
        (
            // 1024 × 512 weights of four bits, scales and zeros per 128.
            &[
                ("l.0.q.qweight", "I32", &[1024, 64][..], 262_144),
                ("l.0.q.qzeros", "I32", &[8, 64], 2048),
                ("l.0.q.scales", "F16", &[8, 512], 8192),
            ][..],
            WeightFormat::Awq,
            524_288,
        ),
        (
            &[
                ("l.0.q.qweight", "I32", &[128, 512][..], 262_144),
                ("l.0.q.g_idx", "I32", &[1024], 4096),
                ("l.0.q.scales", "F16", &[8, 512], 8192),
            ],
            WeightFormat::Gptq,
            524_288,
        ),
        (
            &[
                ("l.0.q.weight", "U8", &[262_144, 1][..], 262_144),
                ("l.0.q.weight.absmax", "U8", &[8192], 8192),
                (
                    "l.0.q.weight.quant_state.bitsandbytes__nf4",
                    "U8",
                    &[80],
                    80,
                ),
            ],
            WeightFormat::Nf4,
            524_288,
        ),
        (
            &[
                (
                    "l.0.mlp.experts.gate_up_proj_blocks",
                    "U8",
                    &[4, 64, 8, 16][..],
                    32_768,
                ),
                (
                    "l.0.mlp.experts.gate_up_proj_scales",
                    "U8",
                    &[4, 64, 8],
                    2048,
                ),
            ],
            WeightFormat::Mxfp4,
            65_536,
        ),
        (
            &[
                ("l.0.q.weight", "F8_E4M3", &[512, 512][..], 262_144),
                ("l.0.q.weight_scale_inv", "F32", &[4, 4], 64),
            ],
            WeightFormat::Fp8,
            262_144,
        ),
    ] {
        let (bytes, _) = head(entries);
        let described = whole("packed.safetensors", &bytes);
        assert_eq!(described.weights, Some(format));
        assert_eq!(described.exact_parameters, Some(parameters), "{format:?}");
    }
}

#[test]
fn contradictions_are_refused() {
    let one = |entry: &str| refuses("x.safetensors", &raw(&format!("{{\"t\":{entry}}}")));
    let fault = |fault| ReadError::Tensor {
        name: "t".to_owned(),
        fault,
    };
    for (entry, expected) in [
        (
            r#"{"dtype":"F32","shape":[2],"data_offsets":[0,7]}"#,
            TensorFault::Length,
        ),
        (
            r#"{"dtype":"F32","shape":[0],"data_offsets":[0,0]}"#,
            TensorFault::Dimensions,
        ),
        (
            r#"{"dtype":"F32","shape":[1,1,1,1,1,1,1,1,1],"data_offsets":[0,4]}"#,
            TensorFault::Dimensions,
        ),
        (
            r#"{"dtype":"X","shape":[2],"data_offsets":[0,8]}"#,
            TensorFault::Type,
        ),
        (
            r#"{"dtype":"F32","shape":[2],"data_offsets":[8,0]}"#,
            TensorFault::Offset,
        ),
        (
            r#"{"dtype":"F32","shape":[2],"data_offsets":[4,12]}"#,
            TensorFault::Offset,
        ),
        (
            r#"{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}"#,
            TensorFault::Entry,
        ),
        (
            r#"{"dtype":"F32","shape":[NaN],"data_offsets":[0,8]}"#,
            TensorFault::Entry,
        ),
        (r#"{"dtype":"F32","shape":[2]}"#, TensorFault::Entry),
        (
            r#"{"dtype":"F32","data_offsets":[0,8]}"#,
            TensorFault::Entry,
        ),
        ("7", TensorFault::Entry),
        (
            r#"{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8]}"#,
            TensorFault::TooLarge,
        ),
    ] {
        assert_eq!(one(entry), fault(expected), "{entry}");
    }
    let overlap = r#"{"a":{"dtype":"U8","shape":[8],"data_offsets":[0,8]},
        "t":{"dtype":"U8","shape":[8],"data_offsets":[4,12]}}"#;
    assert_eq!(
        refuses("x.safetensors", &raw(overlap)),
        fault(TensorFault::Offset)
    );
}

#[test]
fn lengths_are_believed_only_within_limits() {
    for length in [u64::MAX, 1 << 40, 65 << 20] {
        let mut file = length.to_le_bytes().to_vec();
        file.extend_from_slice(b"{\"a\":1}");
        assert_eq!(
            refuses("x.safetensors", &file),
            ReadError::HeaderTooLong(length)
        );
    }
    let mut short = 1000_u64.to_le_bytes().to_vec();
    short.extend_from_slice(b"{\"a\":");
    assert_eq!(refuses("x.safetensors", &short), ReadError::Truncated);
    let (bytes, _) = head(&DECODER);
    assert_eq!(
        refuses("model-00002-of-00004.safetensors", &bytes),
        ReadError::PartOfSeveral { part: 2, of: 4 }
    );
    assert!(matches!(
        refuses("x", &raw("{\"__metadata__\":{}}")),
        ReadError::Missing(_)
    ));
}

#[test]
fn an_index_states_the_bytes() {
    let text = r#"{"metadata":{"total_size":16060522496},
        "weight_map":{"model.embed_tokens.weight":"model-00001-of-00004.safetensors"}}"#;
    let index = whole("model.safetensors.index.json", text.as_bytes());
    assert_eq!(index.source, FileKind::Index);
    assert_eq!(index.weight_bytes, Some(16_060_522_496));
    assert_eq!(index.model.total.get(), 8_030_261_248.0);
    assert_eq!(
        index.notes,
        [Note::ShapeUnknown, Note::BytesPerWeightAssumed]
    );
    for (broken, missing) in [
        (r#"{"metadata":{},"weight_map":{"a":"b"}}"#, true),
        (r#"{"metadata":{"total_size":1},"weight_map":{}}"#, true),
        (
            r#"{"metadata":{"total_size":-1},"weight_map":{"a":"b"}}"#,
            false,
        ),
        (
            r#"{"metadata":{"total_size":1e300},"weight_map":{"a":"b"}}"#,
            false,
        ),
    ] {
        let error = refuses("model.safetensors.index.json", broken.as_bytes());
        assert_eq!(
            matches!(error, ReadError::Missing(_)),
            missing,
            "{broken}: {error:?}"
        );
    }
}

/// A config with the index of the same model: shape from the one, bytes from the other.
#[test]
fn files_of_one_model_add_up() {
    let config = r#"{"model_type":"mixtral","hidden_size":4096,"intermediate_size":14336,
        "num_hidden_layers":32,"num_attention_heads":32,"num_key_value_heads":8,
        "vocab_size":32000,"num_local_experts":8,"num_experts_per_tok":2,
        "torch_dtype":"bfloat16"}"#;
    let index = r#"{"metadata":{"total_size":93405585408,"total_parameters":46702792704},
        "weight_map":{"a":"b"}}"#;
    let config = whole("config.json", config.as_bytes());
    let index = whole("model.safetensors.index.json", index.as_bytes());
    for described in [config.clone().with(index.clone()), index.with(config)] {
        assert_eq!(described.source, FileKind::Config);
        assert_eq!(described.weight_bytes, Some(93_405_585_408));
        assert_eq!(described.exact_parameters, Some(46_702_792_704));
        assert_eq!(described.model.total.get(), 46_702_792_704.0);
        assert!((described.model.active.get() / 12.88e9 - 1.0).abs() < 0.001);
        assert_eq!(described.weights, Some(WeightFormat::Bf16));
        assert_eq!(described.notes, []);
    }
}
