//! What the names and dimensions of tensors tell: the format of packed weights, the parameters in
//! them, and the shape of a plain decoder.

use crate::json::Value;
use crate::query::WeightFormat;

/// A tensor of a header.
pub(super) struct Tensor<'a> {
    pub(super) name: &'a str,
    /// Position of its type in the list of types.
    pub(super) kind: usize,
    /// Whether its elements are integers, which may be packed weights.
    pub(super) is_whole: bool,
    pub(super) dims: Vec<u64>,
    pub(super) elements: u64,
    pub(super) bytes: u64,
}

/// Endings of tensors that are no parameters: scales, zeros, look-up tables, masks.
const BESIDE: [&str; 22] = [
    ".scales",
    "_scales",
    ".weight_scale",
    ".weight_scale_inv",
    ".weight_scale_2",
    ".weight_global_scale",
    ".input_scale",
    ".input_global_scale",
    ".k_scale",
    ".v_scale",
    ".qzeros",
    ".g_idx",
    ".weight_g_idx",
    ".weight_shape",
    ".weight_zero_point",
    ".absmax",
    ".quant_map",
    ".SCB",
    ".masked_bias",
    ".inv_freq",
    "position_ids",
    ".weight_format",
];

/// Whether a tensor holds no parameters of the network.
pub(super) fn is_beside(name: &str) -> bool {
    name.contains(".quant_state.")
        || name.contains(".nested_")
        || BESIDE.iter().any(|ending| name.ends_with(ending))
}

/// The format that names alone tell; `None` where the weights are plain.
pub(super) fn packed<'a>(names: impl Iterator<Item = &'a str>) -> Option<WeightFormat> {
    let (mut groups, mut zeros, mut found) = (false, false, None);
    for name in names {
        groups |= name.ends_with(".g_idx");
        zeros |= name.ends_with(".qzeros");
        if found.is_none() {
            found = [
                (".weight_scale_2", WeightFormat::Nvfp4),
                (".weight_global_scale", WeightFormat::Nvfp4),
                ("_blocks", WeightFormat::Mxfp4),
                (".absmax", WeightFormat::Nf4),
                (".SCB", WeightFormat::Int8),
                (".weight_packed", WeightFormat::Int4),
                (".weight_scale_inv", WeightFormat::Fp8),
            ]
            .iter()
            .find(|(ending, _)| name.ends_with(ending))
            .map(|(_, format)| *format);
        }
    }
    match (groups, zeros) {
        (true, _) => Some(WeightFormat::Gptq),
        (false, true) => Some(WeightFormat::Awq),
        _ => found,
    }
}

/// Weights in one stored element of a tensor: more than one where small ones are packed into wider
/// integers, none in what lies beside the weights.
pub(super) fn per_element(tensor: &Tensor<'_>, format: Option<WeightFormat>) -> u64 {
    let name = tensor.name;
    let is_mask = tensor.dims.len() == 4 && name.ends_with(".attn.bias");
    if is_beside(name) || is_mask {
        0
    } else if name.ends_with(".qweight") || name.ends_with(".weight_packed") {
        // Four bits each, in words of 32 or in bytes.
        tensor.bytes.saturating_mul(2) / tensor.elements.max(1)
    } else if tensor.is_whole && tensor.bytes == tensor.elements {
        match format {
            Some(WeightFormat::Nf4 | WeightFormat::Mxfp4 | WeightFormat::Nvfp4) => 2,
            _ => 1,
        }
    } else {
        1
    }
}

/// A plain decoder's config, put together from its tensors; `None` where they tell too little:
/// with experts, latent attention or a state nothing says how much of them a token uses.
pub(super) fn as_config(tensors: &[Tensor<'_>]) -> Option<(Value, Option<u32>)> {
    let dims = |endings: &[&str]| {
        let found = tensors.iter().find(|tensor| {
            let plain = !tensor.is_whole && is_text(tensor.name);
            plain && endings.iter().any(|ending| tensor.name.ends_with(ending))
        });
        found.map(|tensor| &tensor.dims[..])
    };
    let odd = [
        "experts",
        "kv_a_proj",
        "kv_b_proj",
        "mamba",
        "linear_attn",
        "A_log",
        "encoder.",
    ];
    if tensors
        .iter()
        .any(|t| is_text(t.name) && odd.iter().any(|part| t.name.contains(part)))
    {
        return None;
    }
    let &[vocab, hidden] = dims(&["embed_tokens.weight", "tok_embeddings.weight"])? else {
        return None;
    };
    let &[queries, _] = dims(&["q_proj.weight"])? else {
        return None;
    };
    let &[keys, _] = dims(&["k_proj.weight"])? else {
        return None;
    };
    let &[_, inner] = dims(&["down_proj.weight"])? else {
        return None;
    };
    let stated = match dims(&["q_norm.weight"]) {
        Some(&[width]) if width < queries => Some(width),
        _ => None,
    };
    // Heads are 128 wide in all but small models, and of narrow keys there must be one at least.
    let assumed = [128, 64, 96, 80, 32]
        .into_iter()
        .find(|width| queries % width == 0 && keys % width == 0);
    let width = stated.or(assumed)?;
    let layers = tensors.iter().filter_map(|t| layer(t.name)).max()?;
    let tied = dims(&["lm_head.weight", "output.weight"]).is_none();
    let fields = [
        ("hidden_size", hidden),
        ("vocab_size", vocab),
        ("num_hidden_layers", layers.checked_add(1)?),
        ("num_attention_heads", queries / width),
        ("num_key_value_heads", keys / width),
        ("head_dim", width),
        ("intermediate_size", inner),
        ("tie_word_embeddings", u64::from(tied)),
    ];
    let assumed = stated.is_none().then(|| u32::try_from(width).unwrap_or(0));
    Some((object(&fields), assumed))
}

/// An object of whole numbers.
pub(super) fn object(fields: &[(&str, u64)]) -> Value {
    let field = |(name, value): &(&str, u64)| {
        let value = i64::try_from(*value).map_or(Value::Odd, Value::Whole);
        ((*name).to_owned(), value)
    };
    Value::Map(fields.iter().map(field).collect())
}

/// Whether a tensor belongs to the text model.
fn is_text(name: &str) -> bool {
    !["vision", "visual", "audio"]
        .iter()
        .any(|part| name.contains(part))
}

/// The number of a tensor's layer: the first number in its name.
fn layer(name: &str) -> Option<u64> {
    if !is_text(name) {
        return None;
    }
    name.split('.').find_map(|part| part.parse().ok())
}
