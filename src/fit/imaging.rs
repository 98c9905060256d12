//! Memory of image and video pipelines, image networks, speech, rendering, and of needs as said.

use super::passes::{area, denoiser, element_width, network, pixels, positions, weight_width};
use super::serving::{CONTEXT, communication};
use super::training::{base_format, method, moment_bytes};
use super::{Device, Footprint, Group, Subject};
use crate::catalog::{Model, ModelKind, Network, Pipeline};
use crate::query::{
    Attention, Checkpointing, Engine, Method, Offload, Optimizer, Query, Runtime, States,
    VisionMode, WeightFormat, Workload,
};
use crate::units::{Bytes, Params, Range};

/// Side of a generated image that a form offers first.
pub const DEFAULT_SIDE: u32 = 1024;

/// Pixels of a tile that the decoder works on where it is sliced: 512² (diffusers' AutoencoderKL),
/// and a quarter of a frame for a clip (AutoencoderKLCogVideoX).
const TILE: f64 = 512.0 * 512.0;

/// The parts of a pipeline while it runs.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Parts {
    text: f64,
    denoiser: f64,
    decoder: f64,
    denoising: f64,
    decoding: f64,
}

fn parts(query: &Query, model: &Model, network: &Network, around: &Pipeline) -> Parts {
    let wide = element_width(query.weights);
    let chosen = weight_width(query.weights, model);
    // A quantised video pipeline has its text encoder quantised too: it is as large as the denoiser
    // (diffusers-torchao).
    let text = if around.frames > 1 { chosen } else { wide };
    let images = f64::from(query.batch.max(1));
    let passes = if around.guided { 2.0 } else { 1.0 };
    let area = area(query, network);
    let (tile, at_once) = if query.sliced {
        let part = if around.frames > 1 {
            0.25
        } else {
            TILE / pixels(query, network).max(1.0)
        };
        (part.min(1.0), 1.0)
    } else {
        (1.0, images)
    };
    Parts {
        text: around.text.get() * text,
        denoiser: denoiser(model, around) * chosen,
        decoder: around.decoder.get() * wide,
        denoising: around.active.get() * positions(area, network) * images * passes * wide,
        decoding: around.decode_held.get() * (wide / 2.0) * area * tile * at_once,
    }
}

/// Bytes of the weights as the question states them, or else as their format makes them.
fn stated(query: &Query, estimated: f64) -> f64 {
    query
        .weight_bytes
        .map_or(estimated, |gb| Bytes::from_gb(gb.to_f64()).get())
}

/// What each card holds that generates images; cards do not share a pipeline.
pub(crate) fn generation(query: &Query, subject: &Subject, device: &Device) -> Footprint {
    let model = &subject.model;
    let network = network(model);
    let around = network.pipeline.unwrap_or_default();
    let parts = parts(query, model, &network, &around);
    let all = stated(query, parts.text + parts.denoiser + parts.decoder);
    let (weights, activations) = if query.offload == Offload::All {
        // One component at a time is on the card.
        let phases = [
            (parts.text, 0.0),
            (parts.denoiser, parts.denoising),
            (parts.decoder, parts.decoding),
        ];
        phases.into_iter().fold((0.0, 0.0), |most, phase| {
            if phase.0 + phase.1 > most.0 + most.1 {
                phase
            } else {
                most
            }
        })
    } else {
        let peak = parts.denoising.max(parts.decoding);
        // torchao narrows a pipeline that is on the card in 16 bit already.
        let loaded = if query.engine == Engine::Gptfast {
            model.total.get() * element_width(query.weights)
        } else {
            0.0
        };
        (all, peak.max(loaded - all))
    };
    spread(
        device,
        Footprint {
            weights: Bytes::new(weights),
            activations: Bytes::new(activations),
            overhead: CONTEXT.expected + communication(1),
            ..Footprint::default()
        },
    )
}

/// The parts with their sum and its range.
fn spread(device: &Device, parts: Footprint) -> Footprint {
    let sum = parts.weights
        + parts.cache
        + parts.activations
        + parts.optimizer
        + parts.gradients
        + parts.overhead;
    let wide = 1.0 + device.calibration.imaging.spread_total;
    Footprint {
        total: Range::new(sum / wide, sum, sum * wide),
        ..parts
    }
}

/// Whether weights and activations are in 32 bit throughout, without casts to 16 bit.
fn is_wide(query: &Query) -> bool {
    query.weights == WeightFormat::Fp32 && query.states == States::Pure
}

/// Bytes held for the backward pass of so many images in units of area.
fn held(network: &Network, wide: bool, area: f64, images: f64) -> f64 {
    let held = if wide {
        network.held_wide
    } else {
        network.held
    };
    held.get() * positions(area, network) * images
}

/// Share of the activations that is left where they are computed again, block by block.
const CHECKPOINTED: f64 = 0.15;

/// Workspace of a convolution library at its common limit.
const WORKSPACE: Bytes = Bytes::from_gib(0.5);

/// What each card holds that trains or runs an image network; weights are replicated.
pub(crate) fn vision(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
) -> Footprint {
    let model = &subject.model;
    let network = network(model);
    let parameters = model.total.get();
    let images = f64::from(query.batch.max(1));
    let area = area(query, &network);
    let convolves = network.convolved > network.trained * 0.1;
    let workspace = if convolves { WORKSPACE } else { Bytes::ZERO };
    let overhead = CONTEXT.expected + communication(group.cards()) + workspace;
    if query.vision_mode == VisionMode::Infer {
        // Two of the widest tensors of a pass: a twentieth of what it moves.
        let active = network.traffic.get() * 0.05 * positions(area, &network) * images;
        return spread(
            device,
            Footprint {
                weights: Bytes::new(stated(
                    query,
                    parameters * weight_width(query.weights, model),
                )),
                activations: Bytes::new(active * element_width(query.weights)),
                overhead,
                ..Footprint::default()
            },
        );
    }
    let is_wide = query.weights == WeightFormat::Fp32;
    // Mixed precision keeps 32-bit weights and gradients and casts each weight once per step.
    let casts = if is_wide { 0.0 } else { 2.0 * parameters };
    let mut held = held(&network, is_wide, area, images);
    if query.checkpointing == Checkpointing::Full {
        held *= CHECKPOINTED;
    }
    let gradients = 4.0 * parameters;
    // Gradients take the place of activations that the backward pass has used.
    let activations = (held + casts - gradients).max(0.0);
    spread(
        device,
        Footprint {
            weights: Bytes::new(4.0 * parameters),
            activations: Bytes::new(activations),
            optimizer: Bytes::new(parameters * moment_bytes(query.optimizer)),
            gradients: Bytes::new(gradients),
            overhead,
            ..Footprint::default()
        },
    )
}

/// Adapter parameters per rank and parameter of the denoiser: SD 1.5 has 797,184 at rank 4 on its
/// attention (diffusers).
const ADAPTER: f64 = 2.3e-4;

/// Parameters of a diffusion pipeline that are trained: its denoiser, or adapters on it.
pub(super) fn tuned(query: &Query, model: &Model) -> f64 {
    let around = network(model).pipeline.unwrap_or_default();
    let denoiser = denoiser(model, &around);
    if method(query) == Method::Full {
        around.trainable.map_or(denoiser, Params::get)
    } else {
        denoiser * ADAPTER * f64::from(query.rank)
    }
}

/// What each card holds that fine-tunes a diffusion pipeline; weights are replicated.
pub(crate) fn tuning(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
) -> Footprint {
    let model = &subject.model;
    let network = network(model);
    let around = network.pipeline.unwrap_or_default();
    let denoiser = denoiser(model, &around);
    let is_full = method(query) == Method::Full;
    let trained = tuned(query, model);
    let wide = is_wide(query);
    // Weights that change are in 32 bit and cast to 16 bit once per step; frozen ones are in 16 bit,
    // unless they are kept in 32 bit and cast as well.
    let casts = if wide { 0.0 } else { 2.0 };
    let master = if query.states == States::Pure && !wide {
        2.0
    } else {
        4.0 + casts
    };
    let frozen = if is_full {
        (denoiser - trained).max(0.0) * element_width(query.weights)
    } else if base_format(query) == WeightFormat::Fp32 {
        denoiser * (4.0 + casts)
    } else {
        denoiser * weight_width(base_format(query), model)
    };
    let side = (around.text + around.decoder).get() * if wide { 4.0 } else { 2.0 };
    let images = f64::from(query.batch.max(1));
    let area = area(query, &network);
    let mut held = held(&network, wide, area, images);
    if query.attention == Attention::Plain {
        held += around.scores.get() * area * area * images;
    }
    if query.checkpointing == Checkpointing::Full {
        held *= CHECKPOINTED;
    }
    // Images are encoded on the card first, and the allocator keeps half of what that took beside
    // the rest.
    held += 0.5 * around.decode_held.get() * area * images;
    // Adam over lists of tensors holds one more copy of a moment during its step.
    let copy = match query.optimizer {
        Optimizer::Adamw => 4.0 * trained,
        _ => 0.0,
    };
    spread(
        device,
        Footprint {
            weights: Bytes::new(trained * master + frozen + side),
            activations: Bytes::new(held.max(copy)),
            optimizer: Bytes::new(trained * moment_bytes(query.optimizer)),
            gradients: Bytes::new(
                trained
                    * if query.states == States::Pure {
                        2.0
                    } else {
                        4.0
                    },
            ),
            overhead: CONTEXT.expected + communication(group.cards()),
            ..Footprint::default()
        },
    )
}

/// Positions that a speech encoder makes of thirty seconds (Whisper).
pub(crate) const SPEECH_POSITIONS: f64 = 1500.0;
/// Text tokens of thirty seconds of speech: 150 words a minute at 1.4 tokens each.
pub(crate) const SPEECH_TOKENS: f64 = 105.0;

/// Hypotheses that are held at once: five by default in openai/whisper and faster-whisper, one in
/// engines that search greedily.
pub(crate) const fn beams(query: &Query) -> f64 {
    match query.engine {
        Engine::Trtllm | Engine::Vllm | Engine::Sglang => 1.0,
        _ if matches!(query.runtime, Runtime::Tensorrt) => 1.0,
        _ => 5.0,
    }
}

/// Bytes of keys and values over the encoded audio that each hypothesis of a sequence holds, and of
/// those over its text.
pub(crate) fn speech_cache(model: &Model) -> (f64, f64) {
    let Some(shape) = &model.shape else {
        return (0.0, 0.0);
    };
    let decoders = f64::from(shape.cross_layers());
    let position = 2.0 * decoders * f64::from(shape.hidden) * 2.0;
    (position * SPEECH_POSITIONS, position * SPEECH_TOKENS)
}

/// What one card holds that transcribes `sequences` pieces of thirty seconds at once.
pub(crate) fn speech(
    query: &Query,
    subject: &Subject,
    device: &Device,
    sequences: u32,
) -> Footprint {
    let model = &subject.model;
    let (audio, text) = speech_cache(model);
    let rows = f64::from(sequences.max(1));
    let hidden = model
        .shape
        .as_ref()
        .map_or(0.0, |shape| f64::from(shape.hidden));
    // The encoder's widest layer: a network four times as wide, before and after its
    // non-linearity, and the stream beside it.
    let encoder = SPEECH_POSITIONS * hidden * 10.0 * 2.0 * rows;
    spread(
        device,
        Footprint {
            weights: Bytes::new(stated(
                query,
                model.total.get() * weight_width(query.weights, model),
            )),
            cache: Bytes::new((audio + text) * beams(query) * rows),
            activations: Bytes::new(encoder),
            overhead: CONTEXT.expected,
            ..Footprint::default()
        },
    )
}

/// A scene of a frame to render: an assumption, since scenes differ by a factor of fifty. Eight GB
/// is the memory of the smallest card on which Blender's own benchmark scenes all run.
const SCENE: Range<Bytes> = Range {
    low: Bytes::from_gb(4.0),
    expected: Bytes::from_gb(8.0),
    high: Bytes::from_gb(12.0),
};

/// What each card holds that renders: the whole scene.
pub(crate) fn render() -> Footprint {
    let overhead = CONTEXT;
    Footprint {
        activations: SCENE.expected,
        overhead: overhead.expected,
        total: SCENE + overhead,
        ..Footprint::default()
    }
}

/// A need as said, divided over cards.
pub(crate) fn as_said(query: &Query, group: &Group) -> Footprint {
    let total = query.vram_gb.map_or(0.0, |gb| gb.to_f64().max(0.0));
    let own = Bytes::from_gb(total) / f64::from(group.cards());
    Footprint {
        activations: own,
        total: Range::exact(own),
        ..Footprint::default()
    }
}

/// Whether a question is to fine-tune a pipeline, not a language model.
pub(crate) fn tunes(query: &Query, subject: &Subject) -> bool {
    query.workload == Workload::Finetune
        && matches!(
            subject.model.kind,
            ModelKind::Diffusion | ModelKind::VideoDiffusion
        )
}

/// Whether a question is to transcribe speech.
pub(crate) fn transcribes(query: &Query, subject: &Subject) -> bool {
    query.workload == Workload::Serve && subject.model.kind == ModelKind::Speech
}
