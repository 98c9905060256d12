//! Memory of image generation, image networks, rendering, and of needs as said.

use super::serving::{CONTEXT, EngineClass, communication};
use super::subject::stored_bytes;
use super::training::moment_bytes;
use super::{Footprint, Group, Subject};
use crate::catalog::{Model, ModelKind};
use crate::query::{Query, WeightFormat};
use crate::units::{Bytes, Flops, Params, Range};

/// Side of a generated image where none is given.
pub const DEFAULT_SIDE: u32 = 1024;

/// Bytes of activations per pixel and image: the decoder's peak in 16 bit. FLUX.1-dev at 1024²
/// grows by 2.0 GiB per image of a batch (diffusers-torchao, 1 to 8 images on H100).
const PIXEL_BYTES: f64 = 2048.0;
/// The same for a clip of 49 frames: CogVideoX-5b at 720 × 480 peaks 12.0 GiB above its weights.
const CLIP_PIXEL_BYTES: f64 = 37_300.0;

/// Pixels of one generated image.
pub(crate) fn pixels(query: &Query) -> f64 {
    let side = f64::from(query.resolution.unwrap_or(DEFAULT_SIDE));
    side * side
}

/// What each card holds that generates images; cards do not share a pipeline.
pub(crate) fn generation(query: &Query, subject: &Subject) -> Footprint {
    let weights = Bytes::new(stored_bytes(query, &subject.model, EngineClass::Eager));
    let per_pixel = match subject.model.kind {
        ModelKind::VideoDiffusion => CLIP_PIXEL_BYTES,
        _ => PIXEL_BYTES,
    };
    let peak = Bytes::new(per_pixel * pixels(query) * f64::from(query.batch.max(1)));
    // Slicing and tiling of the decoder save most of it; an unfused one takes more.
    let activations = Range::new(peak * 0.4, peak, peak * 1.6);
    let overhead = CONTEXT + Range::exact(communication(1));
    Footprint {
        weights,
        activations: activations.expected,
        overhead: overhead.expected,
        total: Range::new(weights * 0.95, weights, weights * 1.05) + activations + overhead,
        ..Footprint::default()
    }
}

/// Operations per activation element of ResNet-50 (8.2 GFLOP, 11.1 million elements at 224²), for
/// networks of which only the operations are known.
const FLOPS_PER_ELEMENT: f64 = 740.0;
/// Operations and activation elements per parameter of ViT-B/16 at 224² (35.2 GFLOP and 23.9
/// million elements on 86.6 million parameters), for networks known by size alone.
const REFERENCE_FLOPS: f64 = 406.0;
const REFERENCE_ELEMENTS: f64 = 0.276;
const REFERENCE_SIDE: u32 = 224;

/// Operations of a forward pass and activation elements of one image at the asked resolution.
pub(crate) fn image_work(query: &Query, model: &Model) -> (Flops, Params) {
    let (forward, elements, side) = match model.vision {
        Some(facts) => {
            let elements = if facts.activations > Params::ZERO {
                facts.activations.get()
            } else {
                facts.forward.get() / FLOPS_PER_ELEMENT
            };
            (facts.forward.get(), elements, facts.side.max(1))
        }
        None => (
            model.total.get() * REFERENCE_FLOPS,
            model.total.get() * REFERENCE_ELEMENTS,
            REFERENCE_SIDE,
        ),
    };
    let ratio = f64::from(query.resolution.unwrap_or(side)) / f64::from(side);
    let area = ratio * ratio;
    (Flops::new(forward * area), Params::new(elements * area))
}

/// Bytes held per activation element in mixed precision: the outputs of convolutions, their
/// normalisation and non-linearity. ResNet-50 at batch 448 fills 24 GB and at 928 48 GB, ViT-B at
/// 192 fills 24 GB (largest batches that ran, DeepLearningExamples and timm).
const ELEMENT_BYTES: f64 = 4.2;

/// What each card holds that trains an image network; weights are replicated.
pub(crate) fn vision(query: &Query, subject: &Subject, group: &Group) -> Footprint {
    let model = &subject.model;
    let parameters = model.total.get();
    // Mixed precision keeps 32-bit weights and gradients and casts per operation.
    let weights = Bytes::new(parameters * 4.0);
    let gradients = Bytes::new(parameters * 4.0);
    let optimizer = Bytes::new(parameters * moment_bytes(query.optimizer));
    let width = if query.weights == WeightFormat::Fp32 {
        2.0
    } else {
        1.0
    };
    let (_, elements) = image_work(query, model);
    let peak = Bytes::new(elements.get() * ELEMENT_BYTES * width * f64::from(query.batch.max(1)));
    // The workspace that the convolution library chooses, and cast copies of the weights.
    let workspace = Bytes::new(parameters * 2.0) + WORKSPACE;
    let activations = Range::new(peak * 0.6, peak, peak * 1.5) + Range::exact(workspace);
    let overhead = CONTEXT + Range::exact(communication(group.cards()));
    Footprint {
        weights,
        activations: activations.expected,
        optimizer,
        gradients,
        overhead: overhead.expected,
        total: Range::exact(weights + gradients + optimizer) + activations + overhead,
        ..Footprint::default()
    }
}

/// Workspace of a convolution library at its common limit.
const WORKSPACE: Bytes = Bytes::from_gib(0.5);

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
