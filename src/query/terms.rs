//! The parts of a question that are about money: load over time, spot, conditions, extras, own
//! hardware. Each has the default under which it changes nothing.

use super::words::{CheckpointPlan, Scaling};
use crate::units::{Decimal, Ratio};

/// How the load moves and how many instances follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadTerms {
    /// `swing`: how far the load falls at night, in percent of the day's peak.
    pub swing_percent: Decimal,
    /// `grow`: growth of the load per month, in percent.
    pub growth_percent: Decimal,
    /// `scale`: whether instances follow the load.
    pub scaling: Scaling,
    /// `floor`: least instances that go on running.
    pub floor: u32,
    /// `su`: minutes until a started instance works.
    pub startup_min: Decimal,
    /// `head`: capacity above the load, in percent of it.
    pub headroom_percent: Decimal,
}

/// What may happen to spot instances and what is done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpotTerms {
    /// `int`: share of the load that may be interrupted, in percent.
    pub interruptible_percent: Decimal,
    /// `ckp`: whether checkpoints are written at the interval that costs least.
    pub checkpoints: CheckpointPlan,
    /// `save`: minutes to write a checkpoint; by the size of the states where not given.
    pub save_min: Option<Decimal>,
    /// `redl`: GB (10⁹ bytes) that a new instance fetches before it goes on.
    pub refetch_gb: Decimal,
    /// `pools`: pools of instances over which spot is spread.
    pub pools: u32,
}

/// Conditions of buying beside the list price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuyTerms {
    /// `typ`: a typical discount is assumed where no commitment is listed.
    pub assume_typical: bool,
    /// `resell`: share of the rest of a commitment that is resold at the project's end, in percent.
    pub resale_percent: Decimal,
    /// `fm`: months at the start with the discount `fmd`.
    pub first_months: Decimal,
    /// `fmd`: discount of the first months, in percent.
    pub first_discount_percent: Decimal,
    /// `prm`: months from the start in which a promotion's price holds.
    pub promotion_months: u32,
    /// `tax`: tax on everything, in percent.
    pub tax_percent: Decimal,
}

/// What is needed beside instances, block storage and traffic to the internet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraTerms {
    /// `obj`: object storage in GB.
    pub object_gb: Decimal,
    /// `snap`: snapshots in GB.
    pub snapshot_gb: Decimal,
    /// `xz`: traffic between zones or regions, GB per month.
    pub cross_zone_gb: Decimal,
    /// `lb`: load balancers.
    pub balancers: u32,
    /// `ip`: public addresses.
    pub addresses: u32,
    /// `stall`: share of the time in which cards wait for data, in percent.
    pub stall_percent: Decimal,
}

/// Own hardware; amounts in the display currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnTerms {
    /// `card`: price of one card.
    pub card: Option<Decimal>,
    /// `host`: price of the rest of the server, per card.
    pub host: Option<Decimal>,
    /// `kwh`: price of a kilowatt-hour.
    pub kwh: Option<Decimal>,
    /// `pue`: power usage effectiveness: all power over that of the servers.
    pub pue: Option<Decimal>,
    /// `keep`: years over which the hardware is written off.
    pub years: Decimal,
    /// `left`: share of the price that it is sold for after those years, in percent.
    pub residual_percent: Decimal,
    /// `staff`: staff and care, per month for all of it.
    pub staff: Decimal,
    /// `space`: space and cooling beside power, per month for all of it.
    pub space: Decimal,
}

impl LoadTerms {
    /// Capacity over the load that it is for.
    #[must_use]
    pub const fn capacity(&self) -> Ratio {
        Ratio::new(1.0 + self.headroom_percent.percent().get())
    }

    /// The load of a month over that of the month before.
    #[must_use]
    pub const fn growth(&self) -> Ratio {
        Ratio::new(1.0 + self.growth_percent.percent().get())
    }

    /// A level load, followed by instances that start within five minutes.
    pub(super) const DEFAULT: Self = Self {
        swing_percent: Decimal::ZERO,
        growth_percent: Decimal::ZERO,
        scaling: Scaling::Auto,
        floor: 0,
        startup_min: Decimal::from_int(5),
        headroom_percent: Decimal::ZERO,
    };
}

impl SpotTerms {
    pub(super) const DEFAULT: Self = Self {
        interruptible_percent: Decimal::from_int(100),
        checkpoints: CheckpointPlan::None,
        save_min: None,
        refetch_gb: Decimal::ZERO,
        pools: 1,
    };
}

impl BuyTerms {
    pub(super) const DEFAULT: Self = Self {
        assume_typical: false,
        resale_percent: Decimal::ZERO,
        first_months: Decimal::ZERO,
        first_discount_percent: Decimal::ZERO,
        promotion_months: 12,
        tax_percent: Decimal::ZERO,
    };
}

impl ExtraTerms {
    pub(super) const DEFAULT: Self = Self {
        object_gb: Decimal::ZERO,
        snapshot_gb: Decimal::ZERO,
        cross_zone_gb: Decimal::ZERO,
        balancers: 0,
        addresses: 0,
        stall_percent: Decimal::ZERO,
    };
}

impl OwnTerms {
    pub(super) const DEFAULT: Self = Self {
        card: None,
        host: None,
        kwh: None,
        pue: None,
        years: Decimal::from_int(3),
        residual_percent: Decimal::ZERO,
        staff: Decimal::ZERO,
        space: Decimal::ZERO,
    };
}
