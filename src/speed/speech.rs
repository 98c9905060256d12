//! Speed of transcription.

use super::board::Board;
use super::imaging::{cards, rated};
use super::{Bottleneck, Speed, SpeedUnit, Unrated};
use crate::fit::{self, Device, Group, Subject};
use crate::query::{Engine, Query, Runtime};
use crate::units::{Range, Seconds};

/// Launches of one layer of a speech decoder for one token (transformers' Whisper: two attentions,
/// three norms, a network).
const SPEECH_LAUNCHES: f64 = 25.0;

/// Tokens that a replica writes per second while it transcribes `sequences` pieces of thirty
/// seconds at once; each card works on its own.
pub(crate) fn speed(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
    sequences: u32,
) -> Result<Speed, Unrated> {
    let model = &subject.model;
    let Some(shape) = &model.shape else {
        return Err(Unrated::NoComputeFigure);
    };
    let board = Board::new(query, device)?;
    let rows = f64::from(sequences.max(1));
    let hidden = f64::from(shape.hidden);
    let encoders = f64::from(shape.encoder_layers);
    let decoders = f64::from(shape.cross_layers());
    if encoders < 1.0 || decoders < 1.0 {
        return Err(Unrated::NoComputeFigure);
    }
    let positions = fit::SPEECH_POSITIONS;
    // Twelve squares of the width per layer, and the keys and values that the decoder takes.
    let square = hidden * hidden;
    let encoder = 2.0 * positions * square * (12.0 * encoders + 2.0 * decoders);
    let scores = 4.0 * positions * positions * hidden * encoders;
    let encoding = rows * (encoder / board.half + scores / board.attention);
    let stored = fit::weight_width(query.weights, model);
    // Keys and values over the audio are read for each token of each hypothesis.
    let (audio, _) = fit::speech_cache(model);
    let read = 16.0 * square * decoders * stored + audio * fit::beams(query) * rows;
    let runtime = match query.engine {
        Engine::Trtllm | Engine::Vllm | Engine::Sglang => Runtime::Tensorrt,
        Engine::Transformers => query.runtime,
        _ => Runtime::Compile,
    };
    let written = read / board.bandwidth + decoders * SPEECH_LAUNCHES * board.launch(runtime);
    let seconds = encoding + fit::SPEECH_TOKENS * written;
    let tokens = rows * fit::SPEECH_TOKENS / seconds * cards(group, device);
    let wide = 1.0 + device.calibration.imaging.spread_rate;
    let range = |seconds: f64| {
        Range::new(
            Seconds::new(seconds / wide),
            Seconds::new(seconds),
            Seconds::new(seconds * wide),
        )
    };
    Ok(Speed {
        first_token: Some(range(encoding + written)),
        per_token: Some(range(written)),
        ..rated(
            SpeedUnit::OutputTokens,
            tokens,
            device,
            Bottleneck::Bandwidth,
        )
    })
}
