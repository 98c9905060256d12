//! What a pass of an image network or of a denoiser does, as computed or inferred from its size.

use super::blocks::Mixture;
use crate::catalog::{Model, ModelKind, Network, Pipeline};
use crate::query::{Query, WeightFormat};
use crate::units::{Bytes, Flops, Params, Ratio};

/// What ViT-B/16 does per parameter at 224², for an image network known by size alone (timm 1.0.31,
/// computed): operations, those of attention, elements moved by products and by all operations,
/// launches, bytes moved in training and by its convolutions, bytes held, and in 32 bit.
const VISION: [f64; 11] = [
    224.0, 389.0, 16.5, 0.42, 0.854, 137.0, 6.98, 0.0, 0.81, 1.44, 0.0,
];
/// The same of a denoiser at 1024², between SDXL, SD 3 and FLUX.1 (diffusers 0.42, computed).
const IMAGE: [f64; 11] = [
    1024.0, 3300.0, 800.0, 1.4, 6.0, 2500.0, 45.0, 0.0, 4.0, 6.0, 1.0,
];
/// The same of CogVideoX-5b for a clip of 49 frames at 720 × 480.
const VIDEO: [f64; 11] = [
    588.0, 30_360.0, 29_280.0, 9.08, 48.5, 2500.0, 367.0, 0.0, 25.8, 39.2, 1.0,
];

/// What a pass of a model's network does: as computed, or inferred from its size.
pub(crate) fn network(model: &Model) -> Network {
    if let Some(network) = model.network {
        return network;
    }
    let (mut figures, clip) = match model.kind {
        ModelKind::Diffusion => (IMAGE, Some(1)),
        ModelKind::VideoDiffusion => (VIDEO, Some(49)),
        _ => (VISION, None),
    };
    let total = model.total.get();
    // A pipeline of its size: a quarter reads the text, the decoder is the usual one.
    let parts = |frames: u32| {
        let is_clip = frames > 1;
        Pipeline {
            text: Params::new(total * 0.25),
            decoder: Params::new(84e6_f64.min(total * 0.1)),
            fixed: Ratio::new(0.07),
            guided: true,
            steps: 30,
            frames,
            active: Params::new(total * if is_clip { 0.06 } else { 0.03 }),
            decode: Flops::new(if is_clip { 315e12 } else { 10.5e12 }),
            decode_traffic: Params::new(if is_clip { 684e9 } else { 16.7e9 }),
            decode_held: Bytes::from_gb(if is_clip { 12.87 } else { 2.147 }),
            ..Pipeline::default()
        }
    };
    let pipeline = clip.map(parts);
    let weights = pipeline.map_or(total, |around| denoiser(model, &around));
    for (index, figure) in figures.iter_mut().enumerate() {
        if !matches!(index, 0 | 5 | 10) {
            *figure *= weights;
        }
    }
    Network::of(figures, pipeline)
}

/// Parameters of a pipeline's denoiser.
pub(crate) fn denoiser(model: &Model, around: &Pipeline) -> f64 {
    (model.total - around.text - around.decoder).get().max(0.0)
}

/// Pixels of one image, or of one frame.
pub(crate) fn pixels(query: &Query, network: &Network) -> f64 {
    let side = f64::from(query.resolution.unwrap_or(network.side));
    side * side
}

/// Pixels of an image in units of those that a network's figures are for.
pub(crate) fn area(query: &Query, network: &Network) -> f64 {
    let side = f64::from(network.side.max(1));
    pixels(query, network) / (side * side)
}

/// Positions of a sequence in the same units, where part of it is text.
pub(crate) fn positions(area: f64, network: &Network) -> f64 {
    let fixed = network.pipeline.map_or(0.0, |around| around.fixed.get());
    fixed + (1.0 - fixed) * area
}

/// Bytes of one weight of a model in a format.
pub(crate) fn weight_width(format: WeightFormat, model: &Model) -> f64 {
    Mixture::of(format, model).rest / 8.0
}

/// Bytes of an activation element: 16 bit unless all is in 32 bit.
pub(crate) fn element_width(format: WeightFormat) -> f64 {
    if format == WeightFormat::Fp32 {
        4.0
    } else {
        2.0
    }
}
