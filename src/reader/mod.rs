//! Reading a model's own files: the `config.json` of a Hugging Face model, its
//! `model.safetensors.index.json`, the head of a `.safetensors` or of a `.gguf` file.
//!
//! [`read`] is given the beginning of a file and says how much more of it is needed, so that of a
//! file of any size only the head is ever read. Nothing that a file states is believed before it is
//! checked: lengths against the length of the file, counts and levels against limits, offsets
//! against each other. No memory is set aside by an unchecked length, and no input makes it panic.

mod blocks;
mod config;
mod family;
mod fields;
mod format;
mod ggml;
mod gguf;
mod gguf_config;
mod index;
mod layers;
mod mixers;
mod network;
mod note;
mod puzzle;
mod safetensors;
mod tensors;

pub use note::{Note, ReadError, TensorFault};

use crate::catalog::Model;
use crate::json::{Fault, MOST_LEVELS, MOST_VALUES, Value};
use crate::query::{CustomShape, Query, WeightFormat};
use crate::units::{Bytes, Decimal, Params};

/// The longest head that is read. The largest in use, GGUF files with a vocabulary of 260,000
/// entries and indexes of models with 384 experts per layer, are about 15 MB.
pub const MOST_HEAD: u64 = 64 << 20;

/// What is read of a file whose length of head is not known yet.
const FIRST: u64 = 256 << 10;

/// The most parameters that are believed: 20,000 billion, as the key `n` accepts.
const MOST_PARAMETERS: f64 = 2e13;

/// Which file a description comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// `config.json`.
    Config,
    /// `model.safetensors.index.json`.
    Index,
    /// `.safetensors`.
    Safetensors,
    /// `.gguf`.
    Gguf,
}

impl FileKind {
    /// The word in output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Config => "config",
            Self::Index => "index",
            Self::Safetensors => "safetensors",
            Self::Gguf => "gguf",
        }
    }
}

/// What the tensors of one storage type hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The type as the file names it, such as `BF16` or `q4_K`.
    pub kind: &'static str,
    /// Tensors of it.
    pub tensors: u64,
    /// Elements as stored.
    pub elements: u64,
    /// Bytes.
    pub bytes: u64,
}

/// What a file says of its model.
#[derive(Clone, Debug, PartialEq)]
pub struct Described {
    /// The file it comes from; of several, the one that gave the shape.
    pub source: FileKind,
    /// The model; without a shape where the file does not tell it.
    pub model: Model,
    /// How the weights are stored, where that is one of the known formats.
    pub weights: Option<WeightFormat>,
    /// Parameters, counted tensor by tensor; `None` where they follow from the shape.
    pub exact_parameters: Option<u64>,
    /// Bytes of all weights, where the file states them.
    pub weight_bytes: Option<u64>,
    /// What the file holds, by storage type.
    pub stored: Vec<Stored>,
    /// What was assumed or left out.
    pub notes: Vec<Note>,
}

/// How far reading has come.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// So many bytes from the beginning of the file are needed; more than were given, and no more
    /// than the file has.
    Need(u64),
    /// All that was wanted is known.
    Done(Box<Described>),
}

/// Reads the head of a file of a name and a length in bytes.
///
/// # Errors
/// The reason why this is no model file that can be used.
pub fn read(name: &str, head: &[u8], length: u64) -> Result<Step, ReadError> {
    if length == 0 {
        return Err(ReadError::Empty);
    }
    let given = u64::try_from(head.len()).unwrap_or(u64::MAX);
    // Nine bytes tell the kinds apart.
    if given < length.min(9) {
        return Ok(Step::Need(length.min(FIRST)));
    }
    let read = if head.starts_with(b"GGUF") {
        gguf::read(head, length)
    } else if let Some(bytes) = safetensors::header(head) {
        safetensors::read(name, head, bytes, length)
    } else if looks_like_json(head) {
        if length > MOST_HEAD {
            Err(ReadError::HeaderTooLong(length))
        } else if given < length {
            return Ok(Step::Need(length));
        } else {
            read_text(name, head).map(|read| Progress::Done(Box::new(read)))
        }
    } else {
        Err(ReadError::NotAModel)
    };
    match read? {
        Progress::Done(described) => Ok(Step::Done(described)),
        Progress::Need(bytes) if bytes > MOST_HEAD => Err(ReadError::HeaderTooLong(bytes)),
        Progress::Need(bytes) if bytes > length || bytes <= given => Err(ReadError::Truncated),
        Progress::Need(bytes) => Ok(Step::Need(bytes)),
    }
}

/// What reading one kind of file came to.
enum Progress {
    Need(u64),
    Done(Box<Described>),
}

/// Whether a file starts as an object of JSON does.
fn looks_like_json(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    head.trim_ascii_start().first() == Some(&b'{')
}

/// Reads a pasted text or a whole file of JSON.
fn read_text(name: &str, bytes: &[u8]) -> Result<Described, ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|e| ReadError::Syntax(e.valid_up_to()))?;
    let root = Value::read(text)?;
    if root.get("weight_map").is_some() {
        index::read(name, &root)
    } else {
        config::read(name, &root)
    }
}

impl From<Fault> for ReadError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Syntax(at) => Self::Syntax(at),
            Fault::TooDeep => Self::TooDeep(MOST_LEVELS),
            Fault::TooMany => Self::TooMany(MOST_VALUES),
        }
    }
}

impl Described {
    /// Takes what another file of the same model says: the shape from the file that states it,
    /// counts and bytes from the file that holds the tensors.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        let (mut shaped, counted) = match (&self.model.shape, &other.model.shape) {
            (None, Some(_)) => (other, self),
            (Some(_), Some(_)) if other.source == FileKind::Config => (other, self),
            _ => (self, other),
        };
        if counted.exact_parameters.is_some() {
            shaped.exact_parameters = counted.exact_parameters;
            let least = Params::new(1.0);
            let tower = shaped.model.tower.unwrap_or(Params::ZERO);
            let total = (counted.model.total - tower).max(least);
            // What is active follows from the shape; tensors beyond it are used by every token.
            let unused = shaped.model.total - shaped.model.active;
            shaped.model.active = (total - unused).max(least).min(total);
            shaped.model.total = total;
        }
        shaped.weight_bytes = counted.weight_bytes.or(shaped.weight_bytes);
        // A config states how the weights are stored; tensors alone leave some formats open.
        shaped.weights = match shaped.source {
            FileKind::Config => shaped.weights.or(counted.weights),
            _ => counted.weights.or(shaped.weights),
        };
        if !counted.stored.is_empty() {
            shaped.stored = counted.stored;
        }
        for note in counted.notes {
            let obsolete = matches!(note, Note::ShapeUnknown | Note::BytesPerWeightAssumed);
            if !obsolete && !shaped.notes.contains(&note) {
                shaped.notes.push(note);
            }
        }
        shaped
    }

    /// Puts the model into a question, in place of the one there.
    pub fn apply(&self, query: &mut Query) {
        let billions = |count: f64| Decimal::from_f64(count / 1e9).max(LEAST_BILLIONS);
        let total = billions(self.model.total.get());
        let active = billions(self.model.active.get());
        query.model = Query::default().model;
        query.params_b = Some(total);
        query.active_b = (active < total).then_some(active);
        query.architecture = self.custom();
        if let Some(format) = self.weights {
            query.weights = format;
        }
        query.weight_bytes = self
            .weight_bytes
            .map(|bytes| Decimal::from_f64(to_bytes(bytes).to_gb()).max(LEAST_BILLIONS));
    }

    /// The shape as a link carries it.
    #[must_use]
    pub fn custom(&self) -> Option<CustomShape> {
        CustomShape::of(&self.model)
    }
}

/// The least that the keys `n`, `na` and `wb` accept.
const LEAST_BILLIONS: Decimal = Decimal::from_micros(1000);

#[expect(
    clippy::cast_precision_loss,
    reason = "the nearest value is good enough"
)]
fn to_bytes(bytes: u64) -> Bytes {
    Bytes::new(bytes as f64)
}

/// What to call a model that a file does not name: the file, without the parts that say what kind
/// of file it is.
fn plain_name(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file
        .trim_end_matches(".json")
        .trim_end_matches(".index")
        .trim_end_matches(".safetensors")
        .trim_end_matches(".gguf");
    short(if matches!(stem, "config" | "model") {
        ""
    } else {
        stem
    })
}

/// The first characters of a text from a file, for names and messages.
fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(80).collect()
}
