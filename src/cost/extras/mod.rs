//! Extras: what a month of storage, traffic, balancers and addresses costs beside the instances.
//!
//! Each item is known, known from another region of the provider, or unknown; an unknown price is
//! never counted as free. `docs/money.md` gives the formulas.

mod idle;
mod tariff;

pub use idle::{Idle, idle_cost};

use crate::catalog::{Catalog, ExtraKind, Provider, Region, SourceIx};
use crate::query::Query;
use crate::units::{Bytes, Currency, Date, Decimal, Money, Ratio};
use tariff::Amount;

/// What a month of an extra costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraCost {
    /// In US dollars; 0 only where nothing was asked for or a free tier covers it.
    Known(Money),
    /// In US dollars, by the price of another region of the provider: the offer's own is not
    /// listed.
    Elsewhere(Money),
    /// The provider's price is not known. Never counted as free.
    Unknown,
}

impl ExtraCost {
    /// The amount in US dollars; `None` where the price is not known.
    #[must_use]
    pub const fn amount(self) -> Option<Money> {
        match self {
            Self::Known(amount) | Self::Elsewhere(amount) => Some(amount),
            Self::Unknown => None,
        }
    }
}

macro_rules! items {
    ($($(#[$doc:meta])* $item:ident: $kind:ident = $word:literal, $unknown:literal;)+) => {
        /// What is paid for beside the instances.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ExtraItem { $($(#[$doc])* $item),+ }

        impl ExtraItem {
            /// All items, in the order in which they are listed.
            pub const ALL: &'static [Self] = &[$(Self::$item),+];

            /// The word in output where the price is known.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$item => $word),+ }
            }

            /// The word in output where the price is not known.
            #[must_use]
            pub const fn unknown_word(self) -> &'static str {
                match self { $(Self::$item => $unknown),+ }
            }

            const fn kind(self) -> ExtraKind {
                match self { $(Self::$item => ExtraKind::$kind),+ }
            }
        }
    };
}

items!(
    /// Block storage: key `gb`, for the whole month whether instances run or not.
    Storage: BlockStorage = "storage", "storage_unknown";
    /// Traffic to the internet: key `eg`.
    Egress: Egress = "egress", "egress_unknown";
    /// Object storage: key `obj`.
    ObjectStorage: ObjectStorage = "object_storage", "object_storage_unknown";
    /// Snapshots: key `snap`.
    Snapshot: Snapshot = "snapshot", "snapshot_unknown";
    /// Traffic between zones or regions: key `xz`.
    CrossZone: CrossZone = "cross_zone", "cross_zone_unknown";
    /// Load balancers: key `lb`, each for 730 hours. What a provider charges on top by the load
    /// (capacity units) is not counted.
    LoadBalancer: LoadBalancer = "load_balancer", "load_balancer_unknown";
    /// Public IPv4 addresses: key `ip`, each for the whole month.
    PublicIp: PublicIp = "public_ip", "public_ip_unknown";
);

impl ExtraItem {
    /// How much of it a query asks for; `None` where it asks for none.
    fn asked(self, query: &Query) -> Option<Amount> {
        let extras = &query.extras;
        let data =
            |gb: Decimal| (gb.to_micros() > 0).then(|| Amount::Data(Bytes::from_gb(gb.to_f64())));
        let count = |pieces: u32| (pieces > 0).then_some(Amount::Count(pieces));
        match self {
            Self::Storage => data(query.storage_gb),
            Self::Egress => data(query.egress_gb),
            Self::ObjectStorage => data(extras.object_gb),
            Self::Snapshot => data(extras.snapshot_gb),
            Self::CrossZone => data(extras.cross_zone_gb),
            Self::LoadBalancer => count(extras.balancers),
            Self::PublicIp => count(extras.addresses),
        }
    }
}

/// One extra that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraLine {
    /// What it is.
    pub item: ExtraItem,
    /// What a month of it costs.
    pub cost: ExtraCost,
    /// Where its price was read; `None` where it has none.
    pub read: Option<Read>,
}

/// Where a price was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read {
    /// The day of the price.
    pub as_of: Date,
    /// The source.
    pub source: SourceIx,
}

impl ExtraLine {
    /// The word in output, which says whether the price is known.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self.cost {
            ExtraCost::Unknown => self.item.unknown_word(),
            ExtraCost::Known(_) | ExtraCost::Elsewhere(_) => self.item.word(),
        }
    }
}

/// Every extra that a query asks for, at one provider and region, once for the whole service.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// In the order of [`ExtraItem::ALL`]; only what was asked for.
    pub lines: Vec<ExtraLine>,
}

impl Extras {
    /// The extras of a query at a provider's region.
    #[must_use]
    pub fn of(catalog: &Catalog, query: &Query, provider: &Provider, region: &Region) -> Self {
        Self {
            lines: ExtraItem::ALL
                .iter()
                .filter_map(|item| {
                    let amount = item.asked(query)?;
                    let (cost, read) =
                        tariff::per_month(catalog, provider, region, amount, item.kind());
                    Some(ExtraLine {
                        item: *item,
                        cost,
                        read,
                    })
                })
                .collect(),
        }
    }

    /// The sum of what is known, per month in US dollars.
    #[must_use]
    pub fn per_month(&self) -> Money {
        self.lines
            .iter()
            .filter_map(|line| line.cost.amount())
            .fold(Money::zero(Currency::USD), |sum, amount| sum + amount)
    }

    /// Whether any price is that of another region.
    #[must_use]
    pub fn is_from_elsewhere(&self) -> bool {
        let mut lines = self.lines.iter();
        lines.any(|line| matches!(line.cost, ExtraCost::Elsewhere(_)))
    }

    /// The share of the known extras in a month's bill, of which `compute` is the rest, in US
    /// dollars; `None` where the bill is nothing.
    #[must_use]
    pub fn share(&self, compute: Money) -> Option<Ratio> {
        let extras = self.per_month();
        let bill = extras + compute;
        (bill.micros() > 0).then(|| Ratio::new(extras.to_f64() / bill.to_f64()))
    }
}
