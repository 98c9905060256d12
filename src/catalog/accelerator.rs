//! Accelerator cards and chips.

use super::SourceIx;
use crate::units::{Bytes, BytesPerSecond, FlopsPerSecond, Hertz, Ratio, Watts};

/// Index into [`super::Catalog::accelerators`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AcceleratorIx(pub u16);

/// One card or chip as a person buys it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accelerator {
    /// Stable kebab-case id, such as `h100-sxm`.
    pub id: String,
    /// The name as the vendor writes it.
    pub name: String,
    /// Who makes it.
    pub vendor: Vendor,
    /// Chip family, the join to the engine table, such as `nvidia-hopper`. Empty where unknown.
    pub family: String,
    /// Launch year.
    pub year: Option<u16>,
    /// The memory on the label, read as GiB (vendors print "80 GB" and fit 80 GiB).
    /// `None` where the vendor does not say.
    pub nominal: Option<Bytes>,
    /// Kind of memory, such as `HBM2e` or `GDDR6X`; empty where unknown.
    pub memory: String,
    /// Memory that the driver reports as total; `None` where no reading was found.
    pub reported: Option<Bytes>,
    /// Memory bandwidth.
    pub bandwidth: Option<BytesPerSecond>,
    /// Dense peak rates.
    pub peak: Peak,
    /// Whether it computes in BF16.
    pub bf16: Option<bool>,
    /// Whether it computes in FP8.
    pub fp8: Option<bool>,
    /// The link between cards, as written, such as `NVLink 4`.
    pub link: String,
    /// Bandwidth of that link per card.
    pub link_bandwidth: Option<BytesPerSecond>,
    /// How cards are joined in a host.
    pub topology: Option<Topology>,
    /// Board power.
    pub tdp: Option<Watts>,
    /// Streaming multiprocessors, or compute units.
    pub sm_count: Option<u32>,
    /// Highest clock that the data sheet states.
    pub boost: Option<Hertz>,
    /// Level-2 cache.
    pub l2: Option<Bytes>,
    /// PCI Express generation.
    pub pcie_gen: Option<u8>,
    /// Blender Open Data median score.
    pub blender_score: Option<Ratio>,
    /// Software runtimes, such as `cuda`, `rocm`.
    pub runtimes: Vec<String>,
    /// Whether any row of the catalog rents it.
    pub rentable: bool,
    /// Where the figures come from.
    pub source: SourceIx,
}

/// Dense peak rates by number format; `None` where the card lacks it or no figure was found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Peak {
    /// Vector FP64.
    pub fp64: Option<FlopsPerSecond>,
    /// Vector FP32.
    pub fp32: Option<FlopsPerSecond>,
    /// TF32 matrix.
    pub tf32: Option<FlopsPerSecond>,
    /// BF16 matrix.
    pub bf16: Option<FlopsPerSecond>,
    /// FP16 matrix.
    pub fp16: Option<FlopsPerSecond>,
    /// FP8 matrix.
    pub fp8: Option<FlopsPerSecond>,
    /// INT8 matrix.
    pub int8: Option<FlopsPerSecond>,
    /// INT4 matrix.
    pub int4: Option<FlopsPerSecond>,
    /// FP4 matrix.
    pub fp4: Option<FlopsPerSecond>,
}

/// Who makes a card, as the `vendor` filter names it (lower case), such as `nvidia`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vendor(pub String);

/// How the cards of one host are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topology {
    /// Every card reaches every other at full rate through switches.
    Switched,
    /// Pairs joined by bridges, only where the host fits them.
    BridgePairs,
    /// The hybrid cube mesh of V100 hosts.
    CubeMesh,
    /// No link beside PCI Express.
    None,
}

impl Accelerator {
    /// Memory that a process can count on, and whether the figure is assumed: what the driver
    /// reports, or 0.955 of the label where no reading was found. Of the 78 cards that were read 14
    /// report less than that, GDDR cards with ECC at 0.937 and B300 at 0.933 of their label, and 64
    /// more (H100 0.9956, A100 1.0). An assumed figure is marked as one.
    #[must_use]
    pub fn usable(&self) -> Option<(Bytes, bool)> {
        match (self.reported, self.nominal) {
            (Some(reported), _) => Some((reported, false)),
            (None, Some(nominal)) => Some((nominal * 0.955, true)),
            (None, None) => None,
        }
    }

    /// Whether a filter word names this card: its id, or the family that its id starts with
    /// (`h100` is every H100), unless the word is itself the id of another card.
    #[must_use]
    pub fn is_in(&self, word: &str) -> bool {
        self.id
            .strip_prefix(word)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    }
}
