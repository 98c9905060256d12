//! Speed of image and video pipelines, image networks, rendering, and scientific work.

use super::board::Board;
use super::{Bottleneck, Speed, SpeedUnit, Unrated};
use crate::catalog::{Model, Network};
use crate::fit::{self, Device, Group, Subject};
use crate::query::{
    Checkpointing, Method, Query, Runtime, VisionMode, WeightFormat, WorkPrecision,
};
use crate::units::{Range, Ratio};

/// Bytes that products move where they are in 8 bit and attention and norms stay in 16, as a share
/// of those in 16 bit: three in four halved.
const NARROWED: f64 = 0.65;

/// Casts of weights that mixed precision launches per operation of a forward pass (ResNet-50: 54
/// beside 174).
const CASTS: f64 = 0.3;

/// One pass over a batch in seconds, by part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pass {
    /// Products and attention.
    pub(crate) arithmetic: f64,
    /// Reading and writing.
    pub(crate) traffic: f64,
    /// Launches, which run ahead of the card and count only where they are longer.
    pub(crate) launches: f64,
    /// Operations.
    pub(crate) flops: f64,
    /// Bytes.
    pub(crate) bytes: f64,
}

impl Pass {
    pub(crate) fn seconds(&self) -> f64 {
        (self.arithmetic + self.traffic).max(self.launches)
    }

    fn bottleneck(&self) -> Bottleneck {
        if self.launches > self.arithmetic + self.traffic {
            Bottleneck::Latency
        } else if self.traffic > self.arithmetic {
            Bottleneck::Bandwidth
        } else {
            Bottleneck::Compute
        }
    }
}

/// A forward pass over so many images of an area, with so many weights of so many bytes.
fn forward(
    query: &Query,
    board: &Board,
    network: &Network,
    area: f64,
    images: f64,
    weights: (f64, f64),
) -> Pass {
    let positions = fit::positions(area, network);
    let products = network.products.get() * positions * images;
    let attention = network.attention.get() * positions * positions * images;
    let elements = match query.runtime {
        Runtime::Eager | Runtime::Nhwc => network.traffic.get(),
        // Fused: what lies between products stays on the chip.
        Runtime::Compile => network.moved.get(),
        // A convolution takes what follows it along and hands its result on in the cache.
        Runtime::Tensorrt if network.attention.get() <= 0.0 => {
            network.moved.get() * board.figures.tensorrt_share
        }
        Runtime::Tensorrt if board.is_narrow => network.moved.get() * NARROWED,
        Runtime::Tensorrt => network.moved.get(),
    };
    let is_eager = matches!(query.runtime, Runtime::Eager | Runtime::Nhwc);
    let (weights, stored) = weights;
    let narrow = stored < 1.9;
    // Narrow weights without units of their own are expanded before each product: read, written
    // and read in 16 bit. Where they have units, activations are narrowed for them instead.
    let expanded = if narrow && !board.is_narrow && is_eager {
        4.0
    } else {
        0.0
    };
    let narrowed = if board.is_narrow && is_eager {
        network.moved.get() * 5.0
    } else {
        0.0
    };
    let bytes = (elements * fit::element_width(query.weights) + narrowed) * positions * images
        + weights * (stored + expanded);
    Pass {
        arithmetic: products / board.products + attention / board.attention,
        traffic: bytes / board.bandwidth,
        launches: f64::from(network.launches) * board.launch(query.runtime),
        flops: products + attention,
        bytes,
    }
}

/// Denoising and decoding of a batch.
pub(crate) struct Generation {
    /// One step of the denoiser.
    pub(crate) step: Pass,
    /// Steps.
    pub(crate) steps: f64,
    /// Seconds of decoding.
    pub(crate) decode: f64,
    /// Images of the batch.
    pub(crate) images: f64,
}

/// What generating a batch takes.
pub(crate) fn batch(
    query: &Query,
    subject: &Subject,
    device: &Device,
) -> Result<Generation, Unrated> {
    let board = Board::new(query, device)?;
    let model = &subject.model;
    let network = fit::network(model);
    let around = network.pipeline.unwrap_or_default();
    let images = f64::from(query.batch.max(1));
    let area = fit::area(query, &network);
    let passes = if around.guided { 2.0 } else { 1.0 };
    let weights = (
        fit::denoiser(model, &around),
        fit::weight_width(query.weights, model),
    );
    let step = forward(query, &board, &network, area, images * passes, weights);
    // The decoder runs in 16 bit, operation by operation; text is read once and is not counted: a
    // hundredth of the time.
    let decode = area
        * images
        * (around.decode.get() / board.half
            + around.decode_traffic.get() * fit::element_width(query.weights) / board.bandwidth);
    Ok(Generation {
        step,
        steps: f64::from(query.steps.max(1)),
        decode,
        images,
    })
}

/// Images that a replica generates per second; each card works on its own.
pub(crate) fn generation(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
) -> Result<Speed, Unrated> {
    let work = batch(query, subject, device)?;
    let seconds = work.steps * work.step.seconds() + work.decode;
    Ok(rated(
        SpeedUnit::Images,
        work.images / seconds * cards(group, device),
        device,
        work.step.bottleneck(),
    ))
}

/// Cards of a group, less what waiting for one another takes.
pub(crate) fn cards(group: &Group, device: &Device) -> f64 {
    let cards = group.cards();
    let kept = if cards > 1 {
        device.calibration.imaging.together_share
    } else {
        1.0
    };
    f64::from(cards) * kept
}

/// A rate with its range.
pub(crate) fn rated(unit: SpeedUnit, rate: f64, device: &Device, bottleneck: Bottleneck) -> Speed {
    let wide = 1.0 + device.calibration.imaging.spread_rate;
    Speed {
        unit,
        rate: Range::new(
            Ratio::new(rate / wide),
            Ratio::new(rate),
            Ratio::new(rate * wide),
        ),
        first_token: None,
        per_token: None,
        bottleneck,
    }
}

/// Launches of forward pass, backward pass and optimizer for each one of the forward pass: PyTorch
/// launches 3 to 5 times as many (timm 1.0.31, computed).
const TRAINING_LAUNCHES: f64 = 4.0;

/// One step of training over a batch.
fn trained(
    query: &Query,
    board: &Board,
    network: &Network,
    area: f64,
    images: f64,
    passes: f64,
) -> Pass {
    let positions = fit::positions(area, network);
    let is_wide = query.weights == WeightFormat::Fp32;
    let products = network.products.get() * positions * images * passes;
    // Fused attention computes its scores once more on the way back.
    let attention = network.attention.get() * positions * positions * images * (passes + 0.5);
    let wider = if is_wide {
        (network.held_wide / network.held).max(1.0)
    } else {
        1.0
    };
    let fused = match query.runtime {
        Runtime::Eager | Runtime::Nhwc => 1.0,
        Runtime::Compile | Runtime::Tensorrt => (network.moved / network.traffic).min(1.0),
    };
    // Convolution kernels read channels last; where a framework keeps channels first, data is
    // turned around for each of them.
    let turned = match (query.runtime, is_wide) {
        (Runtime::Eager, false) => board.figures.layout,
        (Runtime::Eager, true) => board.figures.layout_wide * 2.0,
        _ => 0.0,
    };
    let bytes = (network.trained.get() * wider * fused + network.convolved.get() * turned)
        * positions
        * images
        * (passes / 3.0);
    Pass {
        arithmetic: products / board.products + attention / board.attention,
        traffic: bytes / board.bandwidth,
        launches: f64::from(network.launches) * TRAINING_LAUNCHES * board.launch(query.runtime),
        flops: products + attention,
        bytes,
    }
}

/// One step over a batch of an image network, or one of tuning a pipeline.
pub(crate) fn step(query: &Query, model: &Model, device: &Device) -> Result<Pass, Unrated> {
    let board = Board::new(query, device)?;
    let network = fit::network(model);
    let images = f64::from(query.batch.max(1));
    let area = fit::area(query, &network);
    let tunes = network.pipeline.is_some();
    if query.vision_mode == VisionMode::Infer && !tunes {
        let mut pass = forward(
            query,
            &board,
            &network,
            area,
            images,
            (model.total.get(), fit::weight_width(query.weights, model)),
        );
        if fit::element_width(query.weights) < 4.0 {
            pass.launches *= 1.0 + CASTS;
        }
        return Ok(pass);
    }
    // A forward pass, and two more for the gradients of data and of weights; frozen weights need
    // none. What is computed again costs another forward pass.
    let frozen = tunes && fit::method(query) != Method::Full;
    let passes = if frozen { 2.0 } else { 3.0 }
        + if query.checkpointing == Checkpointing::Full && tunes {
            1.0
        } else {
            0.0
        };
    Ok(trained(query, &board, &network, area, images, passes))
}

/// Images that a replica trains on, or classifies, per second.
pub(crate) fn vision(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
) -> Result<Speed, Unrated> {
    let step = step(query, &subject.model, device)?;
    let images = f64::from(query.batch.max(1));
    Ok(rated(
        SpeedUnit::Images,
        images / step.seconds() * cards(group, device),
        device,
        step.bottleneck(),
    ))
}

/// How far scenes scale differently from the benchmark's median.
const RENDER_SPREAD: [f64; 3] = [0.75, 1.0, 1.25];

/// Frames that a replica renders per second: minutes on the reference card, scaled by the scores.
pub(crate) fn render(query: &Query, device: &Device, group: &Group) -> Result<Speed, Unrated> {
    let own = device.accelerator.blender_score.map_or(0.0, Ratio::get) * device.share.get();
    let reference = device.reference_score.map_or(0.0, Ratio::get);
    let minutes = query.frame_minutes.to_f64();
    if own <= 0.0 || reference <= 0.0 || minutes <= 0.0 {
        return Err(Unrated::NoRenderFigure);
    }
    let frames = f64::from(group.cards()) * own / reference / (minutes * 60.0);
    let rates = RENDER_SPREAD.map(|share| frames * share);
    Ok(steady(SpeedUnit::Frames, rates, Bottleneck::Compute))
}

/// Share of the vector peak that scientific codes reach: stencils and sparse solvers 0.1 to 0.2,
/// dense linear algebra 0.8 (Top500 HPL on GPU systems 0.6 to 0.8).
const SCIENCE: [f64; 3] = [0.15, 0.45, 0.80];

/// 10¹⁵ operations that a replica does per second.
pub(crate) fn science(query: &Query, device: &Device, group: &Group) -> Result<Speed, Unrated> {
    let peak = match query.work_precision {
        WorkPrecision::Fp64 => device.accelerator.peak.fp64,
        WorkPrecision::Fp32 => device.accelerator.peak.fp32,
    };
    let own = peak.ok_or(Unrated::NoFp64Figure)?.get() * device.share.get();
    if own <= 0.0 {
        return Err(Unrated::NoFp64Figure);
    }
    let rates = SCIENCE.map(|share| f64::from(group.cards()) * own * share / 1e15);
    Ok(steady(SpeedUnit::Petaflop, rates, Bottleneck::Compute))
}

/// GPU-hours per second: each card does one per hour, whatever it is.
pub(crate) fn as_said(group: &Group) -> Speed {
    let rate = f64::from(group.cards()) / 3600.0;
    steady(SpeedUnit::GpuHours, [rate; 3], Bottleneck::AsSaid)
}

fn steady(unit: SpeedUnit, rates: [f64; 3], bottleneck: Bottleneck) -> Speed {
    let [low, expected, high] = rates.map(Ratio::new);
    Speed {
        unit,
        rate: Range::new(low, expected, high),
        first_token: None,
        per_token: None,
        bottleneck,
    }
}
