//! The head of a GGUF file, versions 2 and 3: metadata and the list of tensors (docs/gguf.md of
//! the ggml project).

use super::index::{shapeless, to_f64};
use super::{
    Described, FileKind, MOST_HEAD, MOST_PARAMETERS, Note, Progress, ReadError, Stored,
    TensorFault, ggml, network, short,
};
use crate::json::Value;
use crate::sorted;
use crate::units::Params;

/// The most entries of metadata, and the most tensors. Models in use have some hundred and some
/// thousand.
const MOST_ENTRIES: u32 = 65_536;
const MOST_TENSORS: u32 = 1 << 20;
/// The longest name of an entry or a tensor.
const LONGEST_NAME: u64 = 65_535;
/// The most items of a list that is kept: one for each layer.
const MOST_ITEMS: u64 = 4096;
/// The most dimensions of a tensor (`GGML_MAX_DIMS`).
const MOST_DIMENSIONS: u32 = 4;

/// Why reading stopped.
enum Stop {
    /// The head must reach so far.
    More(u64),
    Bad(ReadError),
}

impl From<ReadError> for Stop {
    fn from(error: ReadError) -> Self {
        Self::Bad(error)
    }
}

/// The head in reading.
struct Cursor<'a> {
    head: &'a [u8],
    at: u64,
    length: u64,
}

impl<'a> Cursor<'a> {
    /// Passes over bytes, which must lie in the file.
    fn skip(&mut self, bytes: u64) -> Result<u64, Stop> {
        let end = self.at.checked_add(bytes).filter(|end| *end <= self.length);
        let end = end.ok_or(ReadError::Truncated)?;
        if end > MOST_HEAD {
            return Err(ReadError::HeaderTooLong(end).into());
        }
        Ok(std::mem::replace(&mut self.at, end))
    }

    fn take(&mut self, bytes: u64) -> Result<&'a [u8], Stop> {
        let start = self.skip(bytes)?;
        let range = usize::try_from(start)
            .ok()
            .zip(usize::try_from(self.at).ok());
        range
            .and_then(|(start, end)| self.head.get(start..end))
            .ok_or(Stop::More(self.at))
    }

    /// A little-endian number of up to eight bytes.
    fn number(&mut self, bytes: u64) -> Result<u64, Stop> {
        let taken = self.take(bytes)?.iter().rev();
        Ok(taken.fold(0, |number, byte| (number << 8) | u64::from(*byte)))
    }

    fn count(&mut self, most: u32) -> Result<u64, Stop> {
        let count = self.number(8)?;
        if count > u64::from(most) {
            return Err(ReadError::TooMany(most).into());
        }
        Ok(count)
    }

    fn name(&mut self) -> Result<&'a str, Stop> {
        let length = self.number(8)?;
        if length > LONGEST_NAME {
            return Err(ReadError::NotAModel.into());
        }
        let bytes = self.take(length)?;
        std::str::from_utf8(bytes).map_err(|_| ReadError::NotAModel.into())
    }
}

/// Bytes of a scalar of metadata by the number of its type; `None` for texts and lists.
const fn width(kind: u64) -> Option<u64> {
    match kind {
        0 | 1 | 7 => Some(1),
        2 | 3 => Some(2),
        4..=6 => Some(4),
        10..=12 => Some(8),
        _ => None,
    }
}

const TEXT: u64 = 8;
const LIST: u64 = 9;

/// What metadata holds that matters here.
#[derive(Default)]
struct Metadata<'a> {
    entries: Vec<(&'a str, Value)>,
    /// Entries of the vocabulary.
    tokens: Option<u64>,
}

impl Metadata<'_> {
    fn get(&self, name: &str) -> Option<&Value> {
        let found = self.entries.iter().rev().find(|(entry, _)| *entry == name);
        found.map(|(_, value)| value)
    }

    fn number(&self, name: &str) -> Option<u64> {
        u64::try_from(self.get(name)?.whole()?).ok()
    }
}

/// Reads the head of a file.
pub(super) fn read(head: &[u8], length: u64) -> Result<Progress, ReadError> {
    let mut cursor = Cursor {
        head,
        at: 4,
        length,
    };
    match whole(&mut cursor) {
        Ok(described) => Ok(Progress::Done(Box::new(described))),
        Err(Stop::Bad(error)) => Err(error),
        // Twice as much each time, so that what is read again adds up to no more than the head.
        Err(Stop::More(bytes)) => {
            let twice = u64::try_from(head.len())
                .unwrap_or(u64::MAX)
                .saturating_mul(2);
            Ok(Progress::Need(bytes.max(twice.min(MOST_HEAD)).min(length)))
        }
    }
}

fn whole(cursor: &mut Cursor<'_>) -> Result<Described, Stop> {
    match u32::try_from(cursor.number(4)?).unwrap_or(0) {
        2 | 3 => {}
        version if version.swap_bytes() <= 3 && version > 0 => {
            return Err(ReadError::BigEndian.into());
        }
        version => return Err(ReadError::Version(version).into()),
    }
    let tensors = cursor.count(MOST_TENSORS)?;
    let entries = cursor.count(MOST_ENTRIES)?;
    let mut metadata = Metadata::default();
    for _ in 0..entries {
        entry(cursor, &mut metadata)?;
    }
    let mut sums = Sums::new();
    for _ in 0..tensors {
        sums.tensor(cursor)?;
    }
    let alignment = metadata.number("general.alignment").unwrap_or(32);
    if !alignment.is_power_of_two() || alignment > 1 << 20 {
        return Err(ReadError::OutOfRange {
            field: "general.alignment".to_owned(),
            low: 1,
            high: 1 << 20,
        }
        .into());
    }
    let start = cursor.at.next_multiple_of(alignment);
    sums.check_places()?;
    let is_whole = start.saturating_add(sums.end) <= cursor.length;
    Ok(describe(&metadata, sums, is_whole)?)
}

/// Reads one entry of metadata and keeps it where it may matter.
fn entry<'a>(cursor: &mut Cursor<'a>, metadata: &mut Metadata<'a>) -> Result<(), Stop> {
    let name = cursor.name()?;
    let kind = cursor.number(4)?;
    let of_tokenizer = name.starts_with("tokenizer.");
    let value = match kind {
        TEXT => {
            let length = cursor.number(8)?;
            let bytes = cursor.take(length)?;
            let text = std::str::from_utf8(bytes).unwrap_or("");
            Some(Value::Text(short(text)))
        }
        LIST => {
            let kind = cursor.number(4)?;
            let count = cursor.number(8)?;
            if name == "tokenizer.ggml.tokens" {
                metadata.tokens = Some(count);
            }
            list(cursor, kind, count, !of_tokenizer)?
        }
        kind => Some(scalar(cursor, kind)?),
    };
    if let Some(value) = value.filter(|_| !of_tokenizer) {
        metadata.entries.push((name, value));
    }
    Ok(())
}

fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn scalar(cursor: &mut Cursor<'_>, kind: u64) -> Result<Value, Stop> {
    let bytes = width(kind).ok_or(ReadError::NotAModel)?;
    let number = cursor.number(bytes)?;
    Ok(match kind {
        // Floats count nothing here.
        6 | 12 => Value::Odd,
        1 | 3 | 5 | 11 => {
            // The sign of a narrow number is moved to the top and back.
            let shift = 64 - 8 * bytes;
            Value::Whole(number.wrapping_shl(narrow(shift)).cast_signed() >> shift)
        }
        7 => Value::Flag(number != 0),
        _ => i64::try_from(number).map_or(Value::Odd, Value::Whole),
    })
}

/// Passes over a list; a short one of numbers is kept.
fn list(cursor: &mut Cursor<'_>, kind: u64, count: u64, keep: bool) -> Result<Option<Value>, Stop> {
    match width(kind) {
        Some(_) if keep && count <= MOST_ITEMS => {
            let items: Result<_, Stop> = (0..count).map(|_| scalar(cursor, kind)).collect();
            Ok(Some(Value::List(items?)))
        }
        Some(bytes) => {
            let all = count.checked_mul(bytes).ok_or(ReadError::Truncated)?;
            cursor.skip(all)?;
            Ok(None)
        }
        None if kind == TEXT => {
            // Each takes eight bytes at least, so that the file bounds how many there are.
            if count > cursor.length / 8 {
                return Err(ReadError::Truncated.into());
            }
            for _ in 0..count {
                let length = cursor.number(8)?;
                cursor.skip(length)?;
            }
            Ok(None)
        }
        None if kind == LIST => Err(ReadError::TooDeep(1).into()),
        None => Err(ReadError::NotAModel.into()),
    }
}

/// What the tensors add up to.
struct Sums<'a> {
    stored: Vec<Stored>,
    parameters: u64,
    bytes: u64,
    /// Where each lies, with its name.
    places: Vec<(u64, u64, &'a str)>,
    /// Where the last one ends.
    end: u64,
    has_output: bool,
    /// Rows of the input embedding.
    rows: Option<u64>,
}

impl<'a> Sums<'a> {
    fn new() -> Self {
        let row = |position| Stored {
            kind: ggml::at(position).name,
            tensors: 0,
            elements: 0,
            bytes: 0,
        };
        Self {
            stored: (0..ggml::COUNT).map(row).collect(),
            parameters: 0,
            bytes: 0,
            places: Vec::new(),
            end: 0,
            has_output: false,
            rows: None,
        }
    }

    fn tensor(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Stop> {
        let name = cursor.name()?;
        let refuse = |fault| {
            Stop::Bad(ReadError::Tensor {
                name: short(name),
                fault,
            })
        };
        let count = u32::try_from(cursor.number(4)?).unwrap_or(u32::MAX);
        if !(1..=MOST_DIMENSIONS).contains(&count) {
            return Err(refuse(TensorFault::Dimensions));
        }
        let (mut elements, mut first, mut last) = (1_u64, 0, 0);
        for dimension in 0..count {
            let size = cursor.number(8)?;
            if size == 0 {
                return Err(refuse(TensorFault::Dimensions));
            }
            if dimension == 0 {
                first = size;
            }
            last = size;
            let product = elements.checked_mul(size).filter(|n| *n < 1 << 53);
            elements = product.ok_or_else(|| refuse(TensorFault::TooLarge))?;
        }
        let number = u32::try_from(cursor.number(4)?).unwrap_or(u32::MAX);
        let position = ggml::position(number).ok_or_else(|| refuse(TensorFault::Type))?;
        let kind = ggml::at(position);
        if !first.is_multiple_of(kind.weights) {
            return Err(refuse(TensorFault::Length));
        }
        // Below 2^53 elements of at most 8 bytes.
        let bytes = elements / kind.weights * kind.bytes;
        let offset = cursor.number(8)?;
        let end = offset.checked_add(bytes);
        let end = end.ok_or_else(|| refuse(TensorFault::Offset))?;
        self.places.push((offset, end, name));
        self.end = self.end.max(end);
        self.parameters = self.parameters.saturating_add(elements);
        self.bytes = self.bytes.saturating_add(bytes);
        self.has_output |= name == "output.weight";
        if name == "token_embd.weight" {
            self.rows = Some(last);
        }
        if let Some(row) = self.stored.get_mut(position) {
            row.tensors += 1;
            row.elements = row.elements.saturating_add(elements);
            row.bytes = row.bytes.saturating_add(bytes);
        }
        Ok(())
    }

    /// That no tensor lies in another.
    fn check_places(&mut self) -> Result<(), ReadError> {
        sorted::sort(&mut self.places);
        let mut before = 0;
        for (start, end, name) in &self.places {
            if *start < before {
                return Err(ReadError::Tensor {
                    name: short(name),
                    fault: TensorFault::Offset,
                });
            }
            before = *end;
        }
        Ok(())
    }
}

fn describe(
    metadata: &Metadata<'_>,
    sums: Sums<'_>,
    is_whole: bool,
) -> Result<Described, ReadError> {
    let total = to_f64(sums.parameters);
    if total > MOST_PARAMETERS {
        return Err(ReadError::OutOfRange {
            field: "parameters".to_owned(),
            low: 1,
            high: 20_000_000_000_000,
        });
    }
    let mut notes = Vec::new();
    let text = |name: &str| metadata.get(name).and_then(Value::text).unwrap_or("");
    let family = text("general.architecture");
    let config = super::gguf_config::config(
        &|name| metadata.get(&format!("{family}.{name}")).cloned(),
        family,
        sums.rows.or(metadata.tokens),
        !sums.has_output,
    );
    let model_type = super::gguf_config::model_type(family);
    let network = match network::read(&config, &model_type, false, &mut notes) {
        Ok(network) => Some(network),
        // What does not tell a shape may tell exact counts.
        Err(ReadError::Missing(_)) if sums.parameters > 0 => {
            notes.push(Note::ShapeUnknown);
            None
        }
        Err(error) => return Err(error),
    };
    let parts = metadata.number("split.count").filter(|parts| *parts > 1);
    let has_all = parts.is_none() && sums.parameters > 0;
    let exact = Params::new(total);
    let mut model = match network {
        Some(mut network) if has_all => {
            // The experts that a token leaves out; all else in the file is used.
            let unused = network.total - network.active;
            network.total = exact;
            network.active = (exact - unused).max(Params::new(1.0)).min(exact);
            network
        }
        Some(network) => network,
        None => shapeless(String::new(), exact),
    };
    model.name = short(text("general.name"));
    if let Some(parts) = parts {
        let number = metadata.number("split.no").unwrap_or(0);
        notes.push(Note::Part(narrow(number.saturating_add(1)), narrow(parts)));
    }
    if !is_whole && sums.parameters > 0 {
        notes.push(Note::Incomplete);
    }
    let largest = (0..ggml::COUNT).max_by_key(|position| {
        let row = sums.stored.get(*position);
        row.map_or(0, |row| row.bytes)
    });
    let file_type = metadata.number("general.file_type");
    let weights = file_type.and_then(ggml::of_file).or_else(|| {
        let kind = ggml::at(largest.filter(|_| sums.parameters > 0)?);
        if !ggml::is_exact(kind) {
            notes.push(Note::FormatNearest(kind.name.to_owned()));
        }
        kind.format
    });
    let mut stored = sums.stored;
    stored.retain(|row| row.tensors > 0);
    sorted::sort_by_key(&mut stored, |row| std::cmp::Reverse(row.bytes));
    Ok(Described {
        source: FileKind::Gguf,
        model,
        weights,
        exact_parameters: has_all.then_some(sums.parameters),
        weight_bytes: has_all.then_some(sums.bytes),
        stored,
        notes,
    })
}
