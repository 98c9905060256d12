//! `config.json` of a Hugging Face model.

use super::fields::Fields;
use super::{Described, FileKind, Note, ReadError, format, network, plain_name, short};
use crate::catalog::Model;
use crate::json::Value;
use crate::units::Params;

/// Objects that hold the text model of a model for several kinds of input.
const TEXT: [&str; 6] = [
    "text_config",
    "llm_config",
    "language_config",
    "thinker_config",
    "text_model",
    "llm",
];

/// Fields of JSON that is no model's: an adapter, a pipeline of networks, a part of one.
const OTHER: [&str; 3] = ["peft_type", "_class_name", "_diffusers_version"];

/// Reads a config.
pub(super) fn read(name: &str, root: &Value) -> Result<Described, ReadError> {
    if OTHER.iter().any(|field| root.get(field).is_some()) {
        return Err(ReadError::NotThisJson);
    }
    let mut text = root;
    // Three levels are one more than any family has.
    for _ in 0..3 {
        match TEXT.iter().find_map(|field| text.get(field)) {
            Some(inner @ Value::Map(_)) => text = inner,
            _ => break,
        }
    }
    let nested = !std::ptr::eq(text, root);
    let model_type = model_type(text).or_else(|| model_type(root));
    let mut notes = Vec::new();
    let weights = format::of_config(root, text, &mut notes);
    let model_type = model_type.unwrap_or_default();
    let mut model = network::read(text, &model_type, nested, &mut notes)?;
    add_towers(root, &mut model, &mut notes)?;
    let path = root.get("_name_or_path").and_then(Value::text);
    model.name = plain_name(name);
    if model.name.is_empty() {
        model.name = short(path.and_then(|path| path.rsplit('/').next()).unwrap_or(""));
    }
    Ok(Described {
        source: FileKind::Config,
        model,
        weights,
        exact_parameters: None,
        weight_bytes: None,
        stored: Vec::new(),
        notes,
    })
}

/// The family's word, from `model_type` or else from the class.
fn model_type(config: &Value) -> Option<String> {
    let word = match config.get("model_type").and_then(Value::text) {
        Some(word) => word,
        None => {
            let class = config.get("architectures")?.items().first()?.text()?;
            let end = class.find("For").or_else(|| class.find("Model"));
            class.get(..end.unwrap_or(class.len()))?
        }
    };
    Some(short(&word.to_ascii_lowercase().replace('-', "_")))
}

/// Adds the networks for other kinds of input, as plain transformers of their stated size.
fn add_towers(root: &Value, model: &mut Model, notes: &mut Vec<Note>) -> Result<(), ReadError> {
    let holder = root.get("thinker_config").unwrap_or(root);
    for name in ["vision_config", "audio_config"] {
        let Some(tower) = holder.get(name) else {
            continue;
        };
        let fields = Fields::new(tower, &[]);
        let width = fields.width(&["hidden_size", "embed_dim", "d_model", "width"])?;
        let names = ["num_hidden_layers", "depth", "encoder_layers", "layers"];
        let (Some(width), Some(layers)) = (width, fields.width(&names)?) else {
            continue;
        };
        let names = ["intermediate_size", "encoder_ffn_dim"];
        let inner = fields
            .width(&names)?
            .map_or(4.0 * f64::from(width), f64::from);
        let gated = fields.text("hidden_act") == Some("silu");
        let matrices = if gated { 3.0 } else { 2.0 };
        let width = f64::from(width);
        let count = f64::from(layers) * width * (4.0 * width + matrices * inner);
        let count = Params::new(count);
        model.tower = Some(model.tower.unwrap_or(Params::ZERO) + count);
    }
    if let Some(tower) = model.tower {
        notes.push(Note::Tower(tower));
    }
    network::bounded(model)
}
