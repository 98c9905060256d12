//! Speed of image generation, image networks, rendering, and scientific work.

use super::hardware::{bandwidth, peak};
use super::{Bottleneck, Speed, SpeedUnit, Unrated};
use crate::catalog::ModelKind;
use crate::fit::{Device, Group, Subject, image_work, pixels};
use crate::query::{Query, WeightFormat, WorkPrecision};
use crate::units::{Range, Ratio};

/// Operations per parameter of the whole pipeline, megapixel and denoising step. FLUX.1-dev at
/// 1024² takes about 9.3 × 10¹³ (5,300), SDXL with guidance 1.2 × 10¹³ (3,300), SD 1.5 at 512²
/// 1.4 × 10¹² (4,900).
const STEP_FLOPS: f64 = 4200.0;
/// The same per clip of 49 frames, compressed fourfold in time.
const CLIP_FACTOR: f64 = 13.0;
/// Share of the peak that a denoiser reaches: FLUX.1-dev on H100 0.42 as it comes and 0.66 compiled
/// (diffusers-torchao).
const GENERATION: [f64; 3] = [0.22, 0.42, 0.68];

/// Images that a replica generates per second; each card works on its own.
pub(crate) fn generation(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
) -> Result<Speed, Unrated> {
    let peak = rate_of(device, query.weights)?;
    let clip = match subject.model.kind {
        ModelKind::VideoDiffusion => CLIP_FACTOR,
        _ => 1.0,
    };
    let megapixels = pixels(query) / 1e6;
    let flops =
        subject.model.total.get() * STEP_FLOPS * megapixels * f64::from(query.steps.max(1)) * clip;
    let images = |share: f64| f64::from(group.cards()) * peak * share / flops;
    Ok(steady(
        SpeedUnit::Images,
        GENERATION.map(images),
        Bottleneck::Compute,
    ))
}

/// Bytes moved per activation element in forward and backward pass in 16 bit. ResNet-50 trains at
/// 2,500 to 2,900 images per second on an A100 (DeepLearningExamples), which is memory traffic.
const ELEMENT_TRAFFIC: f64 = 45.0;
/// Share of the peak that the products of an image network reach.
const PRODUCTS: [f64; 3] = [0.30, 0.50, 0.70];
/// Share of the bandwidth that its other operations reach.
const TRAFFIC: [f64; 3] = [0.55, 0.80, 1.0];

/// Images that a replica trains on per second.
pub(crate) fn vision(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
) -> Result<Speed, Unrated> {
    // Convolution libraries multiply 32-bit data in TF32 where the card has it.
    let peak = match (query.weights, device.accelerator.peak.tf32) {
        (WeightFormat::Fp32, Some(rate)) if rate.get() > 0.0 => rate.get() * device.share.get(),
        _ => rate_of(device, query.weights)?,
    };
    let bandwidth = bandwidth(device).ok_or(Unrated::NoComputeFigure)?.get();
    let (forward, elements) = image_work(query, &subject.model);
    // The backward pass costs two forward passes.
    let flops = 3.0 * forward.get();
    let width = if query.weights == WeightFormat::Fp32 {
        2.0
    } else {
        1.0
    };
    let traffic = elements.get() * ELEMENT_TRAFFIC * width;
    let times = |index: usize| {
        let pick = |shares: [f64; 3]| shares.get(index).copied().unwrap_or(1.0);
        (
            flops / (peak * pick(PRODUCTS)),
            traffic / (bandwidth * pick(TRAFFIC)),
        )
    };
    let images = [0, 1, 2].map(|index| {
        let (products, traffic) = times(index);
        f64::from(group.cards()) / (products + traffic)
    });
    let (products, traffic) = times(1);
    let bottleneck = if traffic > products {
        Bottleneck::Bandwidth
    } else {
        Bottleneck::Compute
    };
    Ok(steady(SpeedUnit::Images, images, bottleneck))
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

fn rate_of(device: &Device, format: WeightFormat) -> Result<f64, Unrated> {
    let rate = peak(device.accelerator, format)
        .ok_or(Unrated::NoComputeFigure)?
        .get()
        * device.share.get();
    if rate > 0.0 {
        Ok(rate)
    } else {
        Err(Unrated::NoComputeFigure)
    }
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
