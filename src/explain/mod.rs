//! Why: each figure with its formula, what was put in, and the source of its constants.
//!
//! The results are those of [`crate::fit`] and [`crate::speed`] themselves; nothing is computed
//! twice. [`crate::locale::terms`] has the words.

mod memory;
mod speed;

pub use memory::memory;
pub use speed::speed;

use crate::units::{Bytes, BytesPerSecond, Flops, FlopsPerSecond, Ratio, Seconds, Tokens};

/// One figure of an answer and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What the figure is.
    pub item: Item,
    /// How it was computed.
    pub formula: Formula,
    /// What was put in, in the order in which the formula names it.
    pub inputs: Vec<(Symbol, Value)>,
    /// The figure, per card for memory and per replica for speed.
    pub result: Value,
    /// Where the formula's constants come from.
    pub source: &'static str,
}

/// What a figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// Weights on one card.
    Weights,
    /// KV cache and recurrent state on one card.
    Cache,
    /// Activations and scratch on one card.
    Activations,
    /// Gradients on one card.
    Gradients,
    /// Optimizer states on one card.
    Optimizer,
    /// Context, communication, headroom on one card.
    Overhead,
    /// The sum on one card.
    Total,
    /// Time of one prefill.
    Prefill,
    /// Time of one decoding step.
    Step,
    /// Time to the first token.
    FirstToken,
    /// Time per output token of one sequence.
    PerToken,
    /// Work per second of one replica.
    Rate,
    /// A figure as the asker's own measurement corrects it.
    Corrected,
}

/// How a figure is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Formula {
    /// Parameters × bits ÷ 8 ÷ cards.
    Weights,
    /// The same on the card that has the most layers.
    WeightsByLayer,
    /// 2 × layers × KV heads per card × head width × bytes × tokens × sequences.
    CacheHeads,
    /// Layers × (latent rank + rotary width) × bytes × tokens × sequences, on each card.
    CacheLatent,
    /// Full layers by context, windowed ones by window, linear ones a fixed state.
    CacheMixed,
    /// 2 × decoder layers × hidden width × 2 × positions × hypotheses × sequences.
    CacheAudio,
    /// An encoder keeps no cache.
    CacheNone,
    /// Profiled sequences × vocabulary × bytes + profiled tokens × hidden width × bytes.
    ProfiledBatch,
    /// Logits, streams and mask of one micro-batch.
    MicroBatch,
    /// Prompt tokens × the buffers of the widest layer.
    WidestLayer,
    /// The middle of what was measured, for want of a shape.
    Measured,
    /// Trained parameters × bytes ÷ cards.
    PerTrained,
    /// Tokens × (layers × kept bytes + the larger of one layer again and logits).
    Passes,
    /// What the optimizer makes anew in an update, more than the passes work with.
    Update,
    /// Pixels × bytes × images at once.
    PerPixel,
    /// Bytes held per image × images at once.
    PerImage,
    /// An assumed scene.
    Scene,
    /// As said, divided over cards.
    AsSaid,
    /// Driver context + communication + headroom.
    Overhead,
    /// The sum of the parts.
    Sum,
    /// The estimate × what was measured ÷ what was estimated for the same card.
    TimesFactor,
    /// Reading, arithmetic, traffic, launches and exchange, beside the host.
    Phase,
    /// Own prefill, and half of a step that is under way.
    WaitAndPrefill,
    /// One step with the prompts of the others mixed in.
    StepAndOthers,
    /// Sequences × output ÷ time of one request.
    SteadyStream,
    /// Tokens read per second.
    Encoded,
    /// Cards × tokens ÷ the longest of arithmetic, launches and exchange.
    TrainingStep,
    /// Cards × images ÷ (steps × the longer of arithmetic with traffic, and launches, + decoding).
    ImagesByPasses,
    /// Cards × sequences × tokens ÷ (encoding + tokens × step).
    Transcribed,
    /// Cards × score ÷ reference score ÷ minutes per frame.
    FramesByScore,
    /// Cards × peak × share.
    ShareOfPeak,
    /// One GPU-hour per card and hour.
    HoursAsSaid,
}

/// What is put into a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// All parameters.
    Parameters,
    /// Parameters that one token uses.
    ActiveParameters,
    /// Parameters that are trained.
    TrainedParameters,
    /// Mean bits per weight.
    BitsPerWeight,
    /// Cards that share one replica.
    Cards,
    /// Layers.
    Layers,
    /// Layers that see the whole context.
    FullLayers,
    /// Layers that see a window.
    WindowedLayers,
    /// Layers with a fixed state.
    LinearLayers,
    /// KV heads on one card.
    HeadsPerCard,
    /// Width of a head.
    HeadWidth,
    /// Latent rank and rotary width.
    LatentWidth,
    /// Bytes of one element.
    ElementBytes,
    /// Tokens per sequence.
    Context,
    /// Resident sequences.
    Sequences,
    /// Sequences of the profiled batch.
    ProfiledSequences,
    /// Tokens of the profiled batch.
    ProfiledTokens,
    /// Vocabulary.
    Vocabulary,
    /// Hidden width.
    Hidden,
    /// Bytes per sequence and vocabulary entry.
    SamplerBytes,
    /// Bytes per token and hidden element.
    HiddenBytes,
    /// Tokens of one micro-batch.
    BatchTokens,
    /// Bytes per trained parameter.
    BytesPerParameter,
    /// Bytes that one token keeps in one layer.
    KeptBytes,
    /// Bytes of one token in a layer that is computed again.
    LayerBytes,
    /// Bytes of logits per token and vocabulary entry.
    LogitBytes,
    /// What forward and backward pass work with.
    Passes,
    /// Pixels of an image.
    Pixels,
    /// Bytes held per image.
    HeldBytes,
    /// Positions of a sequence.
    Positions,
    /// Hypotheses of a search.
    Hypotheses,
    /// Time of decoding a batch of images.
    Decoding,
    /// Images at once.
    Images,
    /// Memory as said.
    Said,
    /// Driver context.
    DriverContext,
    /// Communication buffers and memory outside the allocator.
    Communication,
    /// What must stay free.
    Headroom,
    /// The low end.
    Low,
    /// The high end.
    High,
    /// Bytes read on one card.
    BytesRead,
    /// Operations on one card.
    Operations,
    /// Memory bandwidth.
    Bandwidth,
    /// Peak rate.
    Peak,
    /// Share of the bandwidth that is reached.
    BandwidthShare,
    /// Share of the peak that is reached.
    PeakShare,
    /// Time of reading.
    Reading,
    /// Time of arithmetic.
    Arithmetic,
    /// Time of moving cache, scores and activations.
    Traffic,
    /// Time of starting and ending kernels.
    Launches,
    /// Time of the host that hides behind the card.
    Host,
    /// Time of the host for which the card waits.
    Serial,
    /// Time of the card in one step.
    Device,
    /// Stages of a pipeline.
    Stages,
    /// What one prompt adds to steps that are under way.
    MixedPrompt,
    /// Time per token of one sequence.
    TokenTime,
    /// Time of exchange between cards.
    Exchange,
    /// Time of one prefill.
    PrefillTime,
    /// Time of one step.
    StepTime,
    /// Prompt tokens.
    Prompt,
    /// Output tokens.
    Output,
    /// Operations per token.
    OperationsPerToken,
    /// Denoising steps.
    DenoisingSteps,
    /// Render score of the card.
    Score,
    /// Render score of the reference card.
    ReferenceScore,
    /// Time per frame on the reference card.
    FrameTime,
    /// What was measured ÷ what was estimated.
    Factor,
}

/// A figure with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A pure number.
    Count(Ratio),
    /// Bytes.
    Bytes(Bytes),
    /// Bytes per second.
    BytesPerSecond(BytesPerSecond),
    /// Operations.
    Flops(Flops),
    /// Operations per second.
    FlopsPerSecond(FlopsPerSecond),
    /// Seconds.
    Seconds(Seconds),
    /// Tokens.
    Tokens(Tokens),
    /// A share of one.
    Share(Ratio),
    /// Units of work per second.
    PerSecond(Ratio),
}

impl Value {
    /// The bare number, in the base unit.
    #[must_use]
    pub const fn get(self) -> f64 {
        match self {
            Self::Count(value) | Self::Share(value) | Self::PerSecond(value) => value.get(),
            Self::Bytes(value) => value.get(),
            Self::BytesPerSecond(value) => value.get(),
            Self::Flops(value) => value.get(),
            Self::FlopsPerSecond(value) => value.get(),
            Self::Seconds(value) => value.get(),
            Self::Tokens(value) => value.get(),
        }
    }
}

/// The term of a figure that the asker's own measurement corrects.
fn corrected(factor: Ratio, result: Value) -> Term {
    Term {
        item: Item::Corrected,
        formula: Formula::TimesFactor,
        inputs: vec![(Symbol::Factor, Value::Count(factor))],
        result,
        source: "",
    }
}

const fn count(value: f64) -> Value {
    Value::Count(Ratio::new(value))
}

const fn share(value: f64) -> Value {
    Value::Share(Ratio::new(value))
}

const fn bytes(value: f64) -> Value {
    Value::Bytes(Bytes::new(value))
}

const fn seconds(value: f64) -> Value {
    Value::Seconds(Seconds::new(value))
}

const fn tokens(value: f64) -> Value {
    Value::Tokens(Tokens::new(value))
}
