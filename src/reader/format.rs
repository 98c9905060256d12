//! How weights are stored, from a config's words for it.

use super::Note;
use super::fields::Fields;
use super::short;
use crate::json::Value;
use crate::query::WeightFormat;

/// The format of a config's `quantization_config`, or else of its `dtype`.
pub(super) fn of_config(root: &Value, text: &Value, notes: &mut Vec<Note>) -> Option<WeightFormat> {
    let either = |name: &str| text.get(name).or_else(|| root.get(name));
    for name in ["quantization_config", "compression_config", "quantization"] {
        if let Some(settings @ Value::Map(_)) = either(name) {
            let method = named(settings);
            let format = quantized(settings, &method);
            if format.is_none() {
                notes.push(Note::FormatUnknown(short(&method)));
            }
            return format;
        }
    }
    let kind = either("dtype").or_else(|| either("torch_dtype"));
    match kind?.text()?.trim_start_matches("torch.") {
        "bfloat16" => Some(WeightFormat::Bf16),
        "float16" | "half" => Some(WeightFormat::Fp16),
        "float32" | "float" => Some(WeightFormat::Fp32),
        other if other.starts_with("float8") => Some(WeightFormat::Fp8),
        other => {
            notes.push(Note::FormatUnknown(short(other)));
            None
        }
    }
}

/// What a quantisation calls itself.
fn named(settings: &Value) -> String {
    let fields = Fields::new(settings, &[]);
    let texts = ["quant_method", "quant_algo", "format", "quant_type"]
        .iter()
        .filter_map(|name| fields.text(name));
    texts.collect::<Vec<_>>().join(" ").to_ascii_lowercase()
}

fn quantized(settings: &Value, method: &str) -> Option<WeightFormat> {
    let fields = Fields::new(settings, &[]);
    // Compressed tensors state bits and kind of number for groups of layers.
    let group = settings
        .get("config_groups")
        .and_then(|groups| match groups {
            Value::Map(groups) => groups.first()?.1.get("weights"),
            _ => None,
        });
    let bits = group
        .and_then(|group| group.get("num_bits")?.whole())
        .or_else(|| {
            let names = ["bits", "w_bit", "nbits"];
            names.iter().find_map(|name| fields.get(name)?.whole())
        });
    let is_float = group
        .and_then(|group| group.get("type")?.text())
        .is_some_and(|kind| kind == "float");
    let has = |word: &str| method.contains(word);
    let size = group
        .and_then(|group| group.get("group_size")?.whole())
        .or_else(|| fields.get("group_size")?.whole());
    let four = match bits {
        Some(8) => Some(WeightFormat::Int8),
        _ if has("gptq") => Some(WeightFormat::Gptq),
        _ if has("awq") => Some(WeightFormat::Awq),
        Some(4) => Some(match size {
            Some(32) => WeightFormat::Int4G32,
            Some(64) => WeightFormat::Int4G64,
            _ => WeightFormat::Int4,
        }),
        _ => None,
    };
    if has("exl2") {
        let bits = match fields.get("bits") {
            Some(Value::Real(bits)) => *bits,
            Some(Value::Whole(2)) => 2.0,
            Some(Value::Whole(3)) => 3.0,
            Some(Value::Whole(4)) => 4.0,
            _ => 5.0,
        };
        return Some(match bits {
            bits if bits < 2.75 => WeightFormat::Exl2B25,
            bits if bits < 3.5 => WeightFormat::Exl2B3,
            bits if bits < 4.5 => WeightFormat::Exl2B4,
            _ => WeightFormat::Exl2B5,
        });
    }
    if has("mxfp8") {
        return Some(WeightFormat::Mxfp8);
    }
    if has("nvfp4") || has("modelopt_fp4") {
        Some(WeightFormat::Nvfp4)
    } else if has("mxfp4") {
        Some(WeightFormat::Mxfp4)
    } else if has("bitsandbytes") || fields.has("load_in_4bit") || fields.has("load_in_8bit") {
        let eight = fields.flag("load_in_8bit") == Some(true);
        Some(if eight {
            WeightFormat::Int8
        } else {
            WeightFormat::Nf4
        })
    } else if has("fp8") || has("float8") || (is_float && bits == Some(8)) {
        Some(WeightFormat::Fp8)
    } else if is_float && bits == Some(4) {
        Some(WeightFormat::Nvfp4)
    } else if has("gptq") && !matches!(bits, None | Some(4 | 8)) {
        None
    } else if has("int8") || has("eetq") {
        Some(WeightFormat::Int8)
    } else if has("int4") {
        Some(WeightFormat::Int4)
    } else {
        four
    }
}
