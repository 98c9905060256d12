//! The rate of matrix products that a card sustains under its power limit.

use crate::catalog::Accelerator;

/// The share of its peak that a large product reaches where power does not limit it: A100 271 of
/// 312 Tflop/s (stas00/ml-engineering, maximum achievable matmul).
const UNLIMITED: f64 = 0.9;
/// The share where neither power nor process is known; Gaudi 3 reaches 0.74 there.
const UNKNOWN: f64 = 0.75;
/// How the rate falls with the power that is short: clock and voltage fall together, so a card with
/// half the power does more than half the work. Fitted on training runs; a cubic law would be 1/3,
/// a fixed voltage 1.
const POWER_EXPONENT: f64 = 0.57;

/// 16-bit operations per joule at full clock, in 10¹², by chip family. Fitted on training runs
/// with [`POWER_EXPONENT`], beside the calibration, since few cards stand for a family; within 15 % of measured products (stas00/ml-engineering) on A100, H100
/// and GB200, and below them on MI300X and B200, whose tuned products training does not reach.
fn per_joule(family: &str) -> Option<f64> {
    Some(match family {
        "nvidia-volta" => 0.27,
        "nvidia-turing" => 0.275,
        "nvidia-ampere" => 0.76,
        "nvidia-ada" => 0.367,
        "nvidia-hopper" => 1.04,
        "nvidia-blackwell" => 1.29,
        "amd-cdna3" => 0.315,
        // MI355X 1,565 of 2,500 Tflop/s at 1,400 W (stas00/ml-engineering).
        "amd-cdna4" => 0.80,
        _ => return None,
    })
}

/// What a card sustains of a peak rate whose operations are `narrowness` times as cheap as 16-bit
/// ones: 2 for 8 bit, 4 for 4 bit, ½ for TF32.
pub(crate) fn sustained(accelerator: &Accelerator, peak: f64, narrowness: f64) -> f64 {
    let watts = accelerator.tdp.map_or(0.0, |watts| watts.get());
    match per_joule(&accelerator.family) {
        Some(per_joule) if watts > 0.0 => {
            let powered = per_joule * 1e12 * narrowness * watts / peak.max(1.0);
            UNLIMITED * peak * libm::pow(powered.min(1.0), POWER_EXPONENT)
        }
        _ => UNKNOWN * peak,
    }
}
