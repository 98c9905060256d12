//! The header of a `.safetensors` file: its length in eight bytes, then JSON with type, dimensions
//! and place of each tensor (the format's description at huggingface/safetensors).

use super::index::{shapeless, to_f64};
use super::tensors::{self, Tensor};
use super::{
    Described, FileKind, MOST_HEAD, MOST_PARAMETERS, Note, Progress, ReadError, Stored,
    TensorFault, looks_like_json, network, plain_name, short,
};
use crate::json::Value;
use crate::query::WeightFormat;
use crate::sorted;
use crate::units::Params;

/// A storage type: its name, its bits, whether it is an integer, and the format that it means.
type Kind = (&'static str, u64, bool, Option<WeightFormat>);

const KINDS: [Kind; 20] = [
    ("BF16", 16, false, Some(WeightFormat::Bf16)),
    ("F16", 16, false, Some(WeightFormat::Fp16)),
    ("F32", 32, false, Some(WeightFormat::Fp32)),
    ("F64", 64, false, Some(WeightFormat::Fp32)),
    ("F8_E4M3", 8, false, Some(WeightFormat::Fp8)),
    ("F8_E5M2", 8, false, Some(WeightFormat::Fp8)),
    ("F8_E8M0", 8, false, None),
    ("F6_E2M3", 6, false, None),
    ("F6_E3M2", 6, false, None),
    ("F4", 4, false, Some(WeightFormat::Nvfp4)),
    ("I8", 8, true, Some(WeightFormat::Int8)),
    ("U8", 8, true, None),
    ("BOOL", 8, true, None),
    ("I16", 16, true, None),
    ("U16", 16, true, None),
    ("I32", 32, true, None),
    ("U32", 32, true, None),
    ("I64", 64, true, None),
    ("U64", 64, true, None),
    ("C64", 64, false, None),
];

/// The most dimensions of a tensor.
const MOST_DIMENSIONS: usize = 8;

/// The stated length of the header, where a file looks like one of this kind.
pub(super) fn header(head: &[u8]) -> Option<u64> {
    let (length, rest) = head.split_first_chunk::<8>()?;
    let length = u64::from_le_bytes(*length);
    // Text read as a number is larger than any header.
    let text = looks_like_json(head) && length > MOST_HEAD;
    (rest.first() == Some(&b'{') && !text).then_some(length)
}

/// Reads a file whose header has so many bytes.
pub(super) fn read(
    name: &str,
    head: &[u8],
    bytes: u64,
    length: u64,
) -> Result<Progress, ReadError> {
    if let Some((part, of)) = part(name) {
        return Err(ReadError::PartOfSeveral { part, of });
    }
    if bytes > MOST_HEAD {
        return Err(ReadError::HeaderTooLong(bytes));
    }
    let end = bytes + 8;
    let Some(json) = usize::try_from(end).ok().and_then(|end| head.get(8..end)) else {
        return Ok(Progress::Need(end));
    };
    let text = std::str::from_utf8(json).map_err(|e| ReadError::Syntax(e.valid_up_to()))?;
    let root = Value::read(text)?;
    let Value::Map(entries) = &root else {
        return Err(ReadError::NotAModel);
    };
    let mut list = Vec::new();
    let mut places = Vec::new();
    for (name, entry) in entries {
        if name == "__metadata__" {
            continue;
        }
        let (tensor, place) = tensor(name, entry).map_err(|fault| refuse(name, fault))?;
        list.push(tensor);
        places.push((place, name.as_str()));
    }
    let held = check_places(&mut places)?;
    let mut described = describe(name, &list)?;
    if held > length.saturating_sub(end) {
        described.notes.push(Note::Incomplete);
    }
    Ok(Progress::Done(Box::new(described)))
}

fn refuse(name: &str, fault: TensorFault) -> ReadError {
    ReadError::Tensor {
        name: short(name),
        fault,
    }
}

/// The number in a name such as `model-00001-of-00004.safetensors`, and how many there are.
pub(super) fn part(name: &str) -> Option<(u32, u32)> {
    let (before, after) = name.rsplit_once("-of-")?;
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let of = after.get(..digits(after))?.parse().ok()?;
    let (_, part) = before.rsplit_once('-')?;
    (of > 1).then_some((part.parse().ok()?, of))
}

type Place = (u64, u64);

/// Reads and checks one entry.
fn tensor<'a>(name: &'a str, entry: &Value) -> Result<(Tensor<'a>, Place), TensorFault> {
    let whole = |value: &Value| value.whole().and_then(|whole| u64::try_from(whole).ok());
    let dtype = entry
        .get("dtype")
        .and_then(Value::text)
        .ok_or(TensorFault::Entry)?;
    let kind = KINDS
        .iter()
        .position(|(name, ..)| *name == dtype)
        .ok_or(TensorFault::Type)?;
    let Some(Value::List(shape)) = entry.get("shape") else {
        return Err(TensorFault::Entry);
    };
    if shape.len() > MOST_DIMENSIONS {
        return Err(TensorFault::Dimensions);
    }
    let (_, bits, is_whole, _) = KINDS.get(kind).ok_or(TensorFault::Type)?;
    let mut dims = Vec::with_capacity(shape.len());
    let mut elements = 1_u64;
    for size in shape {
        let size = whole(size).ok_or(TensorFault::Entry)?;
        if size == 0 {
            return Err(TensorFault::Dimensions);
        }
        elements = elements.checked_mul(size).ok_or(TensorFault::TooLarge)?;
        dims.push(size);
    }
    let stored = elements.checked_mul(*bits).ok_or(TensorFault::TooLarge)?;
    let (begin, end) = match entry.get("data_offsets").map(Value::items) {
        Some([begin, end]) => (whole(begin), whole(end)),
        _ => return Err(TensorFault::Entry),
    };
    let (Some(begin), Some(end)) = (begin, end) else {
        return Err(TensorFault::Entry);
    };
    let bytes = end.checked_sub(begin).ok_or(TensorFault::Offset)?;
    if bytes.checked_mul(8) != Some(stored) {
        return Err(TensorFault::Length);
    }
    let tensor = Tensor {
        name,
        kind,
        is_whole: *is_whole,
        dims,
        elements,
        bytes,
    };
    Ok((tensor, (begin, end)))
}

/// That the tensors follow each other without overlap or gap; how many bytes they take.
fn check_places(places: &mut [(Place, &str)]) -> Result<u64, ReadError> {
    sorted::sort(places);
    let mut end = 0;
    for ((begin, stop), name) in places {
        if *begin != end {
            return Err(refuse(name, TensorFault::Offset));
        }
        end = *stop;
    }
    Ok(end)
}

/// What the tensors add up to.
fn describe(name: &str, list: &[Tensor<'_>]) -> Result<Described, ReadError> {
    let packed = tensors::packed(list.iter().map(|tensor| tensor.name));
    let mut stored: Vec<Stored> = KINDS
        .iter()
        .map(|(kind, ..)| Stored {
            kind,
            tensors: 0,
            elements: 0,
            bytes: 0,
        })
        .collect();
    // No sum here overflows: the places of all tensors follow each other below 2^64.
    let (mut parameters, mut bytes) = (0_u64, 0_u64);
    for tensor in list {
        bytes = bytes.saturating_add(tensor.bytes);
        let weights = tensors::per_element(tensor, packed);
        parameters = parameters.saturating_add(tensor.elements.saturating_mul(weights));
        if let Some(row) = stored.get_mut(tensor.kind) {
            row.tensors += 1;
            row.elements = row.elements.saturating_add(tensor.elements);
            row.bytes = row.bytes.saturating_add(tensor.bytes);
        }
    }
    if parameters == 0 {
        return Err(ReadError::Missing("tensors"));
    }
    let total = to_f64(parameters);
    if total > MOST_PARAMETERS {
        return Err(ReadError::OutOfRange {
            field: "parameters".to_owned(),
            low: 1,
            high: 20_000_000_000_000,
        });
    }
    let largest = stored.iter().zip(KINDS).max_by_key(|(row, _)| row.bytes);
    let weights = packed.or_else(|| largest.and_then(|(_, kind)| kind.3));
    stored.retain(|row| row.tensors > 0);
    sorted::sort_by_key(&mut stored, |row| std::cmp::Reverse(row.bytes));
    let mut notes = Vec::new();
    let total = Params::new(total);
    let mut model = shapeless(plain_name(name), total);
    let shape = tensors::as_config(list).and_then(|(config, assumed)| {
        // What does not make a network is no reason to refuse exact counts.
        let network = network::read(&config, "llama", false, &mut Vec::new()).ok()?;
        Some((network.shape?, assumed))
    });
    match shape {
        Some((shape, assumed)) => {
            model.shape = Some(shape);
            notes.extend(assumed.map(Note::HeadDimAssumed));
        }
        None => notes.push(Note::ShapeUnknown),
    }
    Ok(Described {
        source: FileKind::Safetensors,
        model,
        weights,
        exact_parameters: Some(parameters),
        weight_bytes: Some(bytes),
        stored,
        notes,
    })
}
