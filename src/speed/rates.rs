//! The rates at which a card multiplies in training.

use super::Unrated;
use super::sustained::sustained;
use crate::calibration::TrainingSpeed;
use crate::catalog::Accelerator;
use crate::fit::{base_format, method};
use crate::query::{Method, Query, Trainer, WeightFormat};
use crate::units::FlopsPerSecond;

/// Share of the products of layers that NVFP4 recipes compute in 4 bit (Megatron Bridge keeps the
/// last layers and part of the backward pass wider).
const NARROWEST: f64 = 0.85;

/// The rates of a card in one training format.
pub(super) struct Rates {
    /// Products of layers.
    pub layers: f64,
    /// Products that stay in 16 bit or wider.
    pub wide: f64,
    /// Peak of the products of layers.
    pub peak: f64,
    /// Bytes of an activation.
    pub bytes: f64,
    /// Whether activations are cast to a narrower format.
    pub casts: bool,
}

/// The rates of a card in the format of a query.
pub(super) fn rates(
    query: &Query,
    accelerator: &Accelerator,
    figures: &TrainingSpeed,
) -> Result<Rates, Unrated> {
    let of =
        |rate: Option<FlopsPerSecond>| rate.map(FlopsPerSecond::get).filter(|rate| *rate > 0.0);
    let peak = &accelerator.peak;
    let half = of(peak.bf16).or(of(peak.fp16));
    if query.weights == WeightFormat::Fp32 {
        // Libraries multiply 32-bit data in TF32 where the card has it.
        let (peak, rate) = match (of(peak.tf32), of(peak.fp32)) {
            (Some(tf32), _) => (tf32, sustained(accelerator, tf32, 0.5)),
            (None, Some(fp32)) => (fp32, 0.9 * figures.vector_share * fp32),
            _ => return Err(Unrated::NoComputeFigure),
        };
        return Ok(Rates {
            layers: rate,
            wide: rate,
            peak,
            bytes: 4.0,
            casts: false,
        });
    }
    let half = match query.weights {
        WeightFormat::Fp16 => of(peak.fp16).or(half),
        _ => half,
    }
    .ok_or(Unrated::NoComputeFigure)?;
    let wide = sustained(accelerator, half, 1.0);
    // Only trainers with such recipes multiply in narrow formats; others expand narrow weights.
    let trains_narrow = method(query) == Method::Full || query.trainer == Trainer::Megatron;
    let (layers, peak, casts) = match (query.weights, of(peak.fp8), of(peak.fp4)) {
        (WeightFormat::Nvfp4, Some(eight), Some(four)) if trains_narrow => {
            let slow = sustained(accelerator, eight, 2.0);
            let fast = sustained(accelerator, four, 4.0);
            let rate = 1.0 / (NARROWEST / fast + (1.0 - NARROWEST) / slow);
            (rate, four, true)
        }
        (
            WeightFormat::Fp8 | WeightFormat::Mxfp8 | WeightFormat::Mxfp4 | WeightFormat::Nvfp4,
            Some(eight),
            _,
        ) if trains_narrow => (sustained(accelerator, eight, 2.0), eight, true),
        _ => (wide, half, false),
    };
    Ok(Rates {
        layers,
        wide,
        peak,
        bytes: 2.0,
        casts,
    })
}

/// Whether attention is of the generations whose matrix units outran their other units.
pub(super) fn is_late(accelerator: &Accelerator) -> bool {
    matches!(
        accelerator.family.as_str(),
        "nvidia-hopper" | "nvidia-blackwell" | "amd-cdna3" | "amd-cdna4"
    )
}

/// Whether the weights are stored narrower than they are multiplied.
pub(super) fn is_expanded(query: &Query) -> bool {
    let narrow_products = matches!(
        query.weights,
        WeightFormat::Fp8 | WeightFormat::Mxfp8 | WeightFormat::Nvfp4
    ) && query.trainer == Trainer::Megatron;
    method(query) != Method::Full
        && !narrow_products
        && !matches!(
            base_format(query),
            WeightFormat::Fp32 | WeightFormat::Bf16 | WeightFormat::Fp16
        )
}
