//! Heads of GGUF files.

use super::{refuses, try_whole, whole};
use kasuan::query::WeightFormat;
use kasuan::reader::{FileKind, Note, ReadError, TensorFault};

/// A GGUF head being written.
pub(crate) struct Head {
    entries: u64,
    metadata: Vec<u8>,
    tensors: u64,
    list: Vec<u8>,
    end: u64,
}

impl Head {
    pub(crate) fn new() -> Self {
        Self {
            entries: 0,
            metadata: Vec::new(),
            tensors: 0,
            list: Vec::new(),
            end: 0,
        }
    }

    fn name(to: &mut Vec<u8>, name: &str) {
        to.extend((name.len() as u64).to_le_bytes());
        to.extend(name.as_bytes());
    }

    pub(crate) fn entry(mut self, name: &str, kind: u32, value: &[u8]) -> Self {
        self.entries += 1;
        Self::name(&mut self.metadata, name);
        self.metadata.extend(kind.to_le_bytes());
        self.metadata.extend(value);
        self
    }

    pub(crate) fn number(self, name: &str, value: u32) -> Self {
        self.entry(name, 4, &value.to_le_bytes())
    }

    pub(crate) fn text(self, name: &str, value: &str) -> Self {
        let mut bytes = Vec::new();
        Self::name(&mut bytes, value);
        self.entry(name, 8, &bytes)
    }

    pub(crate) fn numbers(self, name: &str, values: &[u32]) -> Self {
        let mut bytes = 4_u32.to_le_bytes().to_vec();
        bytes.extend((values.len() as u64).to_le_bytes());
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        self.entry(name, 9, &bytes)
    }

    pub(crate) fn texts(self, name: &str, count: usize) -> Self {
        let mut bytes = 8_u32.to_le_bytes().to_vec();
        bytes.extend((count as u64).to_le_bytes());
        for n in 0..count {
            Self::name(&mut bytes, &format!("token {n}"));
        }
        self.entry(name, 9, &bytes)
    }

    pub(crate) fn tensor(self, name: &str, dims: &[u64], kind: u32, bytes: u64) -> Self {
        let at = self.end;
        self.tensor_at(name, dims, kind, at, bytes)
    }

    fn tensor_at(mut self, name: &str, dims: &[u64], kind: u32, at: u64, bytes: u64) -> Self {
        self.tensors += 1;
        Self::name(&mut self.list, name);
        self.list.extend((dims.len() as u32).to_le_bytes());
        self.list
            .extend(dims.iter().flat_map(|size| size.to_le_bytes()));
        self.list.extend(kind.to_le_bytes());
        self.list.extend(at.to_le_bytes());
        let end = at.saturating_add(bytes).checked_next_multiple_of(32);
        self.end = end.unwrap_or(0);
        self
    }

    /// The head, and the length of the whole file.
    pub(crate) fn finish(&self, version: u32) -> (Vec<u8>, u64) {
        let mut file = b"GGUF".to_vec();
        file.extend(version.to_le_bytes());
        file.extend(self.tensors.to_le_bytes());
        file.extend(self.entries.to_le_bytes());
        file.extend(&self.metadata);
        file.extend(&self.list);
        let length = (file.len() as u64)
            .next_multiple_of(32)
            .saturating_add(self.end);
        (file, length)
    }
}

/// Llama 3.1 8B in Q4_K_M, as far as its head goes: two of its tensors.
pub(crate) fn llama() -> Head {
    Head::new()
        .text("general.architecture", "llama")
        .text("general.name", "Meta Llama 3.1 8B Instruct")
        .number("general.file_type", 15)
        .number("llama.block_count", 32)
        .number("llama.context_length", 131_072)
        .number("llama.embedding_length", 4096)
        .number("llama.feed_forward_length", 14_336)
        .number("llama.attention.head_count", 32)
        .number("llama.attention.head_count_kv", 8)
        .entry("llama.rope.freq_base", 6, &500_000_f32.to_le_bytes())
        .texts("tokenizer.ggml.tokens", 128_256)
        .tensor("token_embd.weight", &[4096, 128_256], 12, 295_501_824)
        .tensor("output.weight", &[4096, 128_256], 14, 430_940_160)
        .tensor("output_norm.weight", &[4096], 0, 16_384)
}

#[test]
fn a_head_gives_shape_and_exact_bytes() {
    for version in [2, 3] {
        let (bytes, length) = llama().finish(version);
        let (described, read) = try_whole("llama.gguf", &bytes, length).unwrap();
        // A vocabulary of two megabytes takes some steps, and no more than the head is read.
        assert!(read <= bytes.len());
        assert_eq!(described.source, FileKind::Gguf);
        assert_eq!(described.model.name, "Meta Llama 3.1 8B Instruct");
        assert_eq!(described.weights, Some(WeightFormat::Q4KM));
        assert_eq!(described.exact_parameters, Some(2 * 4096 * 128_256 + 4096));
        assert_eq!(
            described.weight_bytes,
            Some(295_501_824 + 430_940_160 + 16_384)
        );
        let kinds: Vec<_> = described.stored.iter().map(|row| row.kind).collect();
        assert_eq!(kinds, ["q6_K", "q4_K", "f32"]);
        let shape = described.model.shape.unwrap();
        assert_eq!(
            (shape.layers, shape.hidden, shape.intermediate),
            (32, 4096, 14_336)
        );
        assert_eq!((shape.heads, shape.kv_heads, shape.head_dim), (32, 8, 128));
        assert_eq!((shape.vocab, shape.tied_embeddings), (128_256, false));
        assert_eq!(described.model.max_context, Some(131_072));
        assert_eq!(described.notes, []);
    }
}

#[test]
fn lists_by_layer_and_latent_attention() {
    let jamba = Head::new()
        .text("general.architecture", "jamba")
        .number("jamba.block_count", 4)
        .number("jamba.embedding_length", 256)
        .numbers("jamba.feed_forward_length", &[512, 512, 512, 512])
        .numbers("jamba.attention.head_count", &[8, 8, 8, 8])
        .numbers("jamba.attention.head_count_kv", &[0, 0, 2, 0])
        .number("jamba.ssm.state_size", 16)
        .tensor("token_embd.weight", &[256, 1000], 1, 512_000);
    let (bytes, length) = jamba.finish(3);
    let (described, _) = try_whole("jamba.gguf", &bytes, length).unwrap();
    let shape = described.model.shape.unwrap();
    assert_eq!((shape.full_layers, shape.linear_layers), (1, 3));
    assert_eq!((shape.heads, shape.kv_heads, shape.vocab), (8, 2, 1000));
    assert!(shape.tied_embeddings);
    assert_eq!(described.weights, Some(WeightFormat::Fp16));

    let deepseek = Head::new()
        .text("general.architecture", "deepseek2")
        .number("deepseek2.block_count", 61)
        .number("deepseek2.embedding_length", 7168)
        .number("deepseek2.feed_forward_length", 18_432)
        .number("deepseek2.attention.head_count", 128)
        .number("deepseek2.attention.head_count_kv", 1)
        .number("deepseek2.attention.key_length", 576)
        .number("deepseek2.attention.value_length", 512)
        .number("deepseek2.attention.key_length_mla", 192)
        .number("deepseek2.attention.value_length_mla", 128)
        .number("deepseek2.attention.kv_lora_rank", 512)
        .number("deepseek2.attention.q_lora_rank", 1536)
        .number("deepseek2.rope.dimension_count", 64)
        .number("deepseek2.expert_count", 256)
        .number("deepseek2.expert_used_count", 8)
        .number("deepseek2.expert_shared_count", 1)
        .number("deepseek2.expert_feed_forward_length", 2048)
        .number("deepseek2.leading_dense_block_count", 3)
        .number("deepseek2.vocab_size", 129_280)
        .number("split.no", 0)
        .number("split.count", 9)
        .tensor("output.weight", &[7168, 32], 0, 917_504);
    let (bytes, length) = deepseek.finish(3);
    let (described, _) = try_whole("deepseek-00001-of-00009.gguf", &bytes, length).unwrap();
    // One part of nine: the count follows from the shape.
    assert_eq!(described.notes, [Note::Part(1, 9)]);
    assert_eq!(
        (described.exact_parameters, described.weight_bytes),
        (None, None)
    );
    assert!((described.model.total.get() / 671.03e9 - 1.0).abs() < 0.001);
    assert!((described.model.active.get() / 37.55e9 - 1.0).abs() < 0.001);
}

#[test]
fn windows_follow_the_family() {
    let gemma = Head::new()
        .text("general.architecture", "gemma3")
        .number("gemma3.block_count", 62)
        .number("gemma3.embedding_length", 5376)
        .number("gemma3.feed_forward_length", 21_504)
        .number("gemma3.attention.head_count", 32)
        .number("gemma3.attention.head_count_kv", 16)
        .number("gemma3.attention.key_length", 128)
        .number("gemma3.attention.sliding_window", 1024)
        .number("gemma3.context_length", 131_072)
        .tensor("token_embd.weight", &[5376, 262_144], 8, 1_497_366_528);
    let (bytes, length) = gemma.finish(3);
    let (described, _) = try_whole("gemma.gguf", &bytes, length).unwrap();
    let shape = described.model.shape.unwrap();
    assert_eq!((shape.full_layers, shape.windowed_layers), (10, 52));
    assert_eq!(shape.window, Some(1024));
}

/// C09: a tool derived the cache from the embedding; 5,120 over 32 heads would be 160.
#[test]
fn c09_key_lengths_and_kv_heads_are_read_not_derived() {
    let mistral = Head::new()
        .text("general.architecture", "llama")
        .number("llama.block_count", 40)
        .number("llama.embedding_length", 5120)
        .number("llama.feed_forward_length", 32_768)
        .number("llama.attention.head_count", 32)
        .number("llama.attention.head_count_kv", 8)
        .number("llama.attention.key_length", 128)
        .number("llama.attention.value_length", 128)
        .number("llama.vocab_size", 131_072)
        .tensor("token_embd.weight", &[5120, 131_072], 1, 1_342_177_280);
    let (bytes, length) = mistral.finish(3);
    let (described, _) = try_whole("mistral.gguf", &bytes, length).unwrap();
    let shape = described.model.shape.unwrap();
    assert_eq!((shape.heads, shape.kv_heads, shape.head_dim), (32, 8, 128));
    assert_eq!(shape.cache_width(true).to_bits(), 2048_f64.to_bits());
}

#[test]
fn what_is_wrong_is_refused() {
    let tiny = || {
        Head::new()
            .text("general.architecture", "llama")
            .number("llama.block_count", 1)
            .number("llama.embedding_length", 64)
            .number("llama.attention.head_count", 1)
    };
    let (bytes, _) = tiny()
        .tensor("token_embd.weight", &[64, 10], 0, 2560)
        .finish(1);
    assert_eq!(refuses("x.gguf", &bytes), ReadError::Version(1));
    let (bytes, _) = tiny().finish(3_u32.swap_bytes());
    assert_eq!(refuses("x.gguf", &bytes), ReadError::BigEndian);
    let wrong = |head: Head| refuses("x.gguf", &head.finish(3).0);
    let fault = |fault| ReadError::Tensor {
        name: "t".to_owned(),
        fault,
    };
    for (dims, kind, expected) in [
        (&[64, 0][..], 0, TensorFault::Dimensions),
        (&[], 0, TensorFault::Dimensions),
        (&[1, 1, 1, 1, 1], 0, TensorFault::Dimensions),
        (&[64, 10], 99, TensorFault::Type),
        (&[100, 10], 12, TensorFault::Length),
        (&[1 << 30, 1 << 30], 0, TensorFault::TooLarge),
    ] {
        assert_eq!(
            wrong(tiny().tensor("t", dims, kind, 1)),
            fault(expected),
            "{dims:?}"
        );
    }
    let overlap =
        tiny()
            .tensor_at("a", &[64, 10], 0, 0, 2560)
            .tensor_at("t", &[64, 10], 0, 32, 2560);
    assert_eq!(wrong(overlap), fault(TensorFault::Offset));
    let far = tiny().tensor_at("t", &[64, 10], 0, u64::MAX - 64, 32);
    assert_eq!(wrong(far), fault(TensorFault::Offset));
    let odd = tiny()
        .number("general.alignment", 3)
        .tensor("t", &[64], 0, 256);
    assert!(matches!(wrong(odd), ReadError::OutOfRange { .. }));
    let negative = tiny()
        .entry("llama.attention.head_count_kv", 5, &(-1_i32).to_le_bytes())
        .tensor("token_embd.weight", &[64, 10], 0, 2560);
    assert!(
        matches!(wrong(negative), ReadError::OutOfRange { field, .. } if field == "num_key_value_heads")
    );
}

#[test]
fn counts_and_lengths_are_bounded_by_the_file() {
    let start = |tensors: u64, entries: u64| {
        let mut file = b"GGUF".to_vec();
        file.extend(3_u32.to_le_bytes());
        file.extend(tensors.to_le_bytes());
        file.extend(entries.to_le_bytes());
        file
    };
    assert!(matches!(
        refuses("x", &start(u64::MAX, 0)),
        ReadError::TooMany(_)
    ));
    assert!(matches!(
        refuses("x", &start(0, u64::MAX)),
        ReadError::TooMany(_)
    ));
    assert_eq!(refuses("x", &start(1000, 0)), ReadError::Truncated);
    let list = |kind: u32, count: u64| {
        let mut file = start(0, 1);
        file.extend(1_u64.to_le_bytes());
        file.extend(b"a");
        file.extend(9_u32.to_le_bytes());
        file.extend(kind.to_le_bytes());
        file.extend(count.to_le_bytes());
        file
    };
    assert_eq!(refuses("x", &list(10, u64::MAX)), ReadError::Truncated);
    assert_eq!(refuses("x", &list(8, u64::MAX)), ReadError::Truncated);
    assert_eq!(refuses("x", &list(9, 1)), ReadError::TooDeep(1));
    assert_eq!(refuses("x", &list(77, 1)), ReadError::NotAModel);
}

/// A head that is cut at any place is never taken for a whole one.
#[test]
fn every_prefix_is_truncated() {
    let small = Head::new()
        .text("general.architecture", "llama")
        .number("llama.block_count", 1)
        .number("llama.embedding_length", 64)
        .number("llama.attention.head_count", 1)
        .texts("tokenizer.ggml.tokens", 10)
        .tensor("token_embd.weight", &[64, 10], 0, 2560);
    let (bytes, _) = small.finish(3);
    for end in 9..bytes.len() {
        assert_eq!(
            refuses("x.gguf", &bytes[..end]),
            ReadError::Truncated,
            "{end}"
        );
    }
    let described = whole("x.gguf", &bytes);
    assert_eq!(described.notes, [Note::Incomplete]);
}
