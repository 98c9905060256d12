//! What a card and the links between cards deliver at most.

use crate::catalog::{Accelerator, InstanceLink, Topology};
use crate::fit::Device;
use crate::query::WeightFormat;
use crate::units::{BytesPerSecond, FlopsPerSecond};

/// The peak rate at which a card multiplies weights of a format: the format's own rate where the
/// card has it and engines use it, and the 16-bit rate for formats that are expanded first.
pub(crate) fn peak(accelerator: &Accelerator, format: WeightFormat) -> Option<FlopsPerSecond> {
    let peak = &accelerator.peak;
    let half = peak.bf16.or(peak.fp16);
    match format {
        WeightFormat::Fp32 => peak.fp32,
        WeightFormat::Fp16 => peak.fp16.or(peak.bf16).max(peak.fp32),
        WeightFormat::Fp8 => peak.fp8.or(half),
        WeightFormat::Int8 => peak.int8.or(half),
        WeightFormat::Nvfp4 | WeightFormat::Mxfp4 => peak.fp4.or(half),
        _ => half,
    }
}

/// The rate at which a card multiplies in serving, and how often its numbers are half as wide as 16
/// bit. Integer formats of language models hold weights alone, which are expanded and multiplied in
/// 16 bit; encoders multiply integers.
pub(crate) fn rate_of(
    accelerator: &Accelerator,
    format: WeightFormat,
    is_encoder: bool,
) -> Option<(FlopsPerSecond, u32)> {
    let peak = &accelerator.peak;
    // Cards whose 16-bit rate is below that of 32 bit (Pascal) are given 32-bit products.
    let half = peak.fp16.or(peak.bf16).max(peak.fp32);
    // Matrix engines of cards without CUDA that lack an 8-bit float take bytes at the rate of
    // integers (Arc Pro B60).
    let is_xpu = accelerator.runtimes.iter().any(|name| name == "xpu");
    let byte = peak.fp8.or(peak.int8.filter(|_| is_encoder || is_xpu));
    let (narrow, halvings) = match format {
        WeightFormat::Fp32 => return Some((peak.fp32.or(half)?, 0)),
        WeightFormat::Fp8 | WeightFormat::Mxfp8 => (byte, 1),
        WeightFormat::Int8 if is_encoder => (byte, 1),
        WeightFormat::Nvfp4 | WeightFormat::Mxfp4 => (peak.fp4, 2),
        _ => (None, 0),
    };
    match narrow {
        Some(rate) => Some((rate, halvings)),
        None => Some((half?, 0)),
    }
}

/// The bandwidth of a device's memory.
pub(crate) fn bandwidth(device: &Device) -> Option<BytesPerSecond> {
    Some(device.accelerator.bandwidth? * device.share.get())
}

/// How cards of one host exchange data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fabric {
    /// What one card sends per second.
    pub bandwidth: BytesPerSecond,
    /// Seconds of one exchange beside the transfer.
    pub latency: f64,
}

/// What the long collectives of training reach of a link's rate (NCCL tests: 0.7 to 0.85 of NVLink,
/// about 0.6 of PCI Express). The short ones of serving have fitted figures.
const DIRECT_EFFICIENCY: f64 = 0.7;
const HOST_EFFICIENCY: f64 = 0.6;

/// The one-way rate of the direct link between `shards` cards of an instance; `None` where they
/// meet over PCI Express as far as is known.
fn direct(accelerator: &Accelerator, link: InstanceLink, shards: u32) -> Option<BytesPerSecond> {
    let share = match (link, accelerator.topology) {
        (InstanceLink::Pcie, _) | (_, Some(Topology::None)) => return None,
        // A bridge joins two cards, and is fitted only where a host says so; more cards meet over
        // PCI Express.
        (_, Some(Topology::BridgePairs)) => {
            if link == InstanceLink::Unknown || shards > 2 {
                return None;
            }
            1.0
        }
        // In the cube mesh half of the links lead to any one group of four, and pairs across
        // groups share what is left.
        (_, Some(Topology::CubeMesh)) => {
            if shards <= 4 {
                0.5
            } else {
                0.33
            }
        }
        // A switched board, or a module with a link of another make (Infinity Fabric, NeuronLink,
        // ICI, HCCS), is wired so wherever it is rented, whether the row says so or not.
        (_, Some(Topology::Switched) | None) => 1.0,
    };
    // Vendors state both directions together.
    accelerator.link_bandwidth.map(|both| both * (0.5 * share))
}

/// Whether shards meet over PCI Express as far as is known.
pub(crate) fn is_slow(accelerator: &Accelerator, link: InstanceLink, shards: u32) -> bool {
    shards > 1 && direct(accelerator, link, shards).is_none()
}

/// What one of `shards` cards of an instance sends per second in a long collective.
pub(crate) fn collective(
    accelerator: &Accelerator,
    instance: InstanceLink,
    shards: u32,
) -> BytesPerSecond {
    match direct(accelerator, instance, shards) {
        Some(rate) => rate * DIRECT_EFFICIENCY,
        None => host_link(accelerator) * HOST_EFFICIENCY,
    }
}

/// The fabric between `shards` cards of an instance, with the latency in seconds and the share of
/// the rate that a collective reaches over direct links and over PCI Express.
pub(crate) fn link(
    accelerator: &Accelerator,
    instance: InstanceLink,
    shards: u32,
    of_direct: (f64, f64),
    of_host: (f64, f64),
) -> Fabric {
    let (rate, (latency, share)) = match direct(accelerator, instance, shards) {
        Some(rate) => (rate, of_direct),
        None => (host_link(accelerator), of_host),
    };
    Fabric {
        bandwidth: rate * share,
        latency,
    }
}

/// One direction of sixteen lanes of PCI Express; the fourth generation where it is not known.
fn host_link(accelerator: &Accelerator) -> BytesPerSecond {
    BytesPerSecond::from_gb(match accelerator.pcie_gen {
        Some(..=3) => 16.0,
        Some(4) | None => 32.0,
        Some(5) => 64.0,
        Some(6..) => 128.0,
    })
}

impl Fabric {
    /// Seconds of one ring all-reduce of so many bytes over `shards` cards.
    pub(crate) fn all_reduce(&self, bytes: f64, shards: f64) -> f64 {
        if shards < 2.0 {
            return 0.0;
        }
        self.latency + 2.0 * (shards - 1.0) / shards * bytes / self.bandwidth.get().max(1.0)
    }
}
