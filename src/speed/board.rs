//! What a card delivers to image and speech networks.

use super::Unrated;
use super::hardware::{bandwidth, peak};
use crate::calibration::Imaging;
use crate::fit::Device;
use crate::query::{Query, Runtime, WeightFormat};

/// What a card delivers to networks whose operations run one after another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board<'a> {
    /// Operations per second that products in the question's format reach.
    pub(crate) products: f64,
    /// Those that products in 16 bit reach.
    pub(super) half: f64,
    /// Those that fused attention reaches.
    pub(super) attention: f64,
    /// Bytes per second that the operations reach.
    pub(crate) bandwidth: f64,
    /// Whether 8-bit products run on units of their own.
    pub(super) is_narrow: bool,
    /// Launches of a host of its time, in those of a later one.
    host: f64,
    /// The fitted figures.
    pub(super) figures: &'a Imaging,
}

/// Board power of a card of which it is not known, in watts per 10¹² operations of its 16-bit peak:
/// that of an H100 SXM.
const WATTS: f64 = 0.7;

impl<'a> Board<'a> {
    /// The board that a device is to a question.
    pub(crate) fn new(query: &Query, device: &Device<'a>) -> Result<Self, Unrated> {
        let figures = &device.calibration.imaging;
        let card = device.accelerator;
        let share = device.share.get();
        let half = peak(card, WeightFormat::Fp16)
            .or(card.peak.fp32)
            .ok_or(Unrated::NoComputeFigure)?
            .get();
        // Products run into the board's power before they reach the peak: the share of it that they
        // reach grows with the square root of the watts behind each operation. Int8 convolutions
        // reach 0.31 of the peak on H100 PCIe (0.23 W per 10¹² operations), 0.37 on H100 SXM
        // (0.35 W), 0.45 on L40S (0.48 W) and 0.53 on RTX 2000E Ada (0.73 W; MLPerf Inference 4.1
        // and 5.1); 16 bit, TF32 and 32 bit follow the same curve.
        let watts = card.tdp.map_or(half / 1e12 * WATTS, |tdp| tdp.get());
        let rate = |peak: f64, reached: f64| {
            let density = watts / (peak / 1e12).max(1e-3);
            peak * share * (reached * density.max(0.0).sqrt()).min(MOST)
        };
        let half_rate = rate(half, figures.products_half);
        let narrow = match query.weights {
            WeightFormat::Fp8 => card.peak.fp8,
            WeightFormat::Int8 => card.peak.int8.or(card.peak.fp8),
            _ => None,
        };
        let products = match query.weights {
            // Convolution libraries multiply 32-bit data in TF32 where the card has it.
            WeightFormat::Fp32 => match (card.peak.tf32, card.peak.fp32) {
                (Some(tf32), _) => rate(tf32.get(), figures.products_tf32),
                (None, Some(fp32)) => rate(fp32.get(), figures.products_vector),
                (None, None) => return Err(Unrated::NoComputeFigure),
            },
            _ => narrow.map_or(half_rate, |peak| {
                rate(peak.get(), figures.products_narrow).max(half_rate)
            }),
        };
        let reached = if card.memory.starts_with("HBM") {
            figures.hbm_share
        } else {
            figures.gddr_share
        };
        let bandwidth = bandwidth(device).ok_or(Unrated::NoComputeFigure)?.get() * reached;
        if products > 0.0 && bandwidth > 0.0 {
            Ok(Self {
                products,
                half: half_rate,
                attention: half * share * ATTENTION,
                bandwidth,
                is_narrow: narrow.is_some(),
                host: if card.year.is_some_and(|year| year < LATER) {
                    OLD_HOST
                } else {
                    1.0
                },
                figures,
            })
        } else {
            Err(Unrated::NoComputeFigure)
        }
    }

    /// Seconds that the host takes to launch one operation.
    pub(super) const fn launch(&self, runtime: Runtime) -> f64 {
        let seconds = match runtime {
            Runtime::Eager | Runtime::Nhwc => self.figures.launch_eager,
            Runtime::Compile => self.figures.launch_compiled,
            Runtime::Tensorrt => LAUNCH_CAPTURED,
        };
        seconds * self.host
    }
}

/// Seconds between operations of a captured graph (CUDA graphs, 2 to 4 µs per kernel).
const LAUNCH_CAPTURED: f64 = 3e-6;

/// The largest share of a peak. It is above one: consumer cards run above their stated clock, and
/// arithmetic overlaps with some of the traffic that is added to it.
const MOST: f64 = 1.3;

/// Share of the 16-bit peak that fused attention reaches: 0.5 to 0.7 on A100, 0.4 to 0.7 on H100 with
/// heads of 64 and 128 (FlashAttention-2, Dao 2023; cuDNN).
const ATTENTION: f64 = 0.6;

/// What a host of a card from before 2020 takes for a launch, in launches of a later one: V100 and
/// T4 hosts run ResNet-50 alone at 10 ms per image, 58 µs per operation (DeepLearningExamples); A100
/// and H100 hosts launch SD 1.5 and SDXL at 33 µs (stable-fast).
const OLD_HOST: f64 = 1.75;
/// The first year of later hosts.
const LATER: u16 = 2020;
