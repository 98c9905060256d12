//! The kinds of estimate that are judged together.

/// A kind of estimate with its own bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Memory of inference of language models.
    InferenceMemory,
    /// Memory of training of language models.
    TrainingMemory,
    /// Memory of image, video, vision and speech networks.
    ImagingMemory,
    /// Output tokens per second while decoding.
    Decode,
    /// Prompt tokens per second.
    Prefill,
    /// Tokens per second of many sequences at once, prompts included.
    Batched,
    /// Speed of training of language models and encoders.
    TrainingSpeed,
    /// Speed of image, video, vision and speech networks.
    ImagingSpeed,
}

impl Class {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::InferenceMemory,
        Self::TrainingMemory,
        Self::ImagingMemory,
        Self::Decode,
        Self::Prefill,
        Self::Batched,
        Self::TrainingSpeed,
        Self::ImagingSpeed,
    ];
}

/// How far the estimates of a class were from measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The class.
    pub class: Class,
    /// Measured figures.
    pub rows: u32,
    /// Median of the absolute relative error, in thousandths.
    pub median: u32,
    /// Its 90th percentile, in thousandths.
    pub p90: u32,
    /// Share of measurements between low and high, in thousandths.
    pub inside: u32,
}
