//! `model.safetensors.index.json`: which tensor lies in which file, and how many bytes there are.

use super::{Described, FileKind, MOST_PARAMETERS, Note, ReadError, plain_name, tensors};
use crate::catalog::{Model, ModelKind};
use crate::json::Value;
use crate::query::WeightFormat;
use crate::units::Params;

/// The most bytes that are believed: four for each of the most parameters.
const MOST_BYTES: u64 = 80_000_000_000_000;

/// Reads an index.
pub(super) fn read(name: &str, root: &Value) -> Result<Described, ReadError> {
    let metadata = root.get("metadata");
    let number = |field: &str, high: u64| match metadata.and_then(|m| m.get(field)) {
        None => Ok(None),
        Some(value) => match value.whole().and_then(|whole| u64::try_from(whole).ok()) {
            Some(whole) if (1..=high).contains(&whole) => Ok(Some(whole)),
            _ => Err(ReadError::OutOfRange {
                field: format!("metadata.{field}"),
                low: 1,
                high,
            }),
        },
    };
    let Some(bytes) = number("total_size", MOST_BYTES)? else {
        return Err(ReadError::Missing("metadata.total_size"));
    };
    let exact = number("total_parameters", MOST_BYTES / 4)?;
    let Some(Value::Map(map)) = root.get("weight_map") else {
        return Err(ReadError::Missing("weight_map"));
    };
    if map.is_empty() {
        return Err(ReadError::Missing("weight_map"));
    }
    let weights = tensors::packed(map.iter().map(|(name, _)| name.as_str()));
    let mut notes = vec![Note::ShapeUnknown];
    let total = match exact {
        Some(exact) => to_f64(exact),
        None => {
            notes.push(Note::BytesPerWeightAssumed);
            to_f64(bytes) / bytes_per_weight(weights)
        }
    };
    let total = Params::new(total.clamp(1.0, MOST_PARAMETERS));
    Ok(Described {
        source: FileKind::Index,
        model: shapeless(plain_name(name), total),
        weights,
        exact_parameters: exact,
        weight_bytes: Some(bytes),
        stored: Vec::new(),
        notes,
    })
}

/// A language model of which only the size is known.
pub(super) fn shapeless(name: String, total: Params) -> Model {
    Model {
        id: String::new(),
        name,
        family: String::new(),
        kind: ModelKind::Decoder,
        total,
        active: total,
        shape: None,
        tower: None,
        network: None,
        max_context: None,
    }
}

/// Bytes per weight where nothing but the format is known: weights of 16 bit, or packed ones with
/// their scales and the tensors left wide.
const fn bytes_per_weight(format: Option<WeightFormat>) -> f64 {
    match format {
        None => 2.0,
        Some(WeightFormat::Fp8 | WeightFormat::Int8) => 1.05,
        Some(_) => 0.6,
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the nearest value is good enough"
)]
pub(super) const fn to_f64(value: u64) -> f64 {
    value as f64
}
