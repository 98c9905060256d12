//! What is said about a file: why it cannot be used, and what was assumed.

use crate::units::Params;

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The file is empty.
    Empty,
    /// Neither JSON nor safetensors nor GGUF.
    NotAModel,
    /// JSON, but of no model: an adapter, a pipeline of several networks, settings of something
    /// else.
    NotThisJson,
    /// The file ends before its header does.
    Truncated,
    /// The header is longer than [`MOST_HEAD`](super::MOST_HEAD); its bytes.
    HeaderTooLong(u64),
    /// The JSON is broken after so many bytes.
    Syntax(usize),
    /// More levels of lists and objects than so many.
    TooDeep(u32),
    /// More entries than so many.
    TooMany(u32),
    /// A field that the shape needs is missing.
    Missing(&'static str),
    /// A field is no whole number from the least to the greatest.
    OutOfRange {
        /// The field.
        field: String,
        /// The least accepted value.
        low: u64,
        /// The greatest accepted value.
        high: u64,
    },
    /// A GGUF version other than 2 and 3.
    Version(u32),
    /// A GGUF file of a big-endian machine.
    BigEndian,
    /// A tensor that contradicts itself or another.
    Tensor {
        /// Its name.
        name: String,
        /// What is wrong with it.
        fault: TensorFault,
    },
    /// One part of a model in several files, which says nothing about the others.
    PartOfSeveral {
        /// Its number.
        part: u32,
        /// Parts in all.
        of: u32,
    },
}

/// What is wrong with a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TensorFault {
    /// Its entry is not understood.
    Entry,
    /// Its storage type is not known.
    Type,
    /// A dimension is zero, or there are too many of them.
    Dimensions,
    /// It is larger than any tensor can be.
    TooLarge,
    /// Its bytes do not agree with its dimensions.
    Length,
    /// It overlaps another, or leaves a gap.
    Offset,
}

/// What was assumed about a model, or left out.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// The family is not known: it was read as a decoder with a gated feed-forward network.
    FamilyUnknown(String),
    /// Fields that the file leaves out have the family's default.
    Defaults,
    /// The width of a head is not stated; so many were assumed.
    HeadDimAssumed(u32),
    /// The file gives no shape: one is inferred from the size.
    ShapeUnknown,
    /// The count follows from the bytes at two bytes per weight.
    BytesPerWeightAssumed,
    /// Parameters of a vision or audio tower, counted roughly.
    Tower(Params),
    /// Layers that predict further tokens are not counted; how many.
    PredictionLayers(u32),
    /// Layers that share the cache of another, and so hold none; how many.
    SharedCache(u32),
    /// The storage is none of the known formats; the nearest was taken. Its own name.
    FormatNearest(String),
    /// The storage is not known; its own name. The format of the question stays.
    FormatUnknown(String),
    /// One of several files: bytes and count follow from the shape. Its number, and how many.
    Part(u32, u32),
    /// The file is shorter than its header says.
    Incomplete,
}
