//! Offers: what a provider sells, by the hour and otherwise.

use super::{AcceleratorIx, Interruptions, ProviderIx, SourceIx};
use crate::units::{BytesPerSecond, Date, Money, Ratio};
use std::fmt;

/// Index into [`super::Catalog::offers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OfferIx(pub u16);

/// One row of a provider's list: an instance type in a region, with every price kind it is sold by.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// Stable unique kebab-case id.
    pub id: String,
    /// Who sells it.
    pub provider: ProviderIx,
    /// The instance name as the provider writes it.
    pub instance: String,
    /// Where it stands.
    pub region: Region,
    /// What kind of seller this is.
    pub tier: Tier,
    /// The card, where the row names one.
    pub accelerator: Option<AcceleratorIx>,
    /// The card's form (SXM or PCIe) or edition is not stated; the slower one was taken.
    pub card_assumed: bool,
    /// Cards in one unit of the row.
    pub gpus: GpuCount,
    /// What a price buys and how it scales.
    pub basis: Basis,
    /// Virtual CPUs, where stated.
    pub vcpu: Option<Ratio>,
    /// Host memory in GB, where stated.
    pub ram_gb: Option<Ratio>,
    /// Local disk in GB, where stated.
    pub disk_gb: Option<Ratio>,
    /// Network of the instance.
    pub network: Option<BytesPerSecond>,
    /// The link between cards and hosts.
    pub link: InstanceLink,
    /// The link as written by the source; empty where blank.
    pub link_text: String,
    /// All prices. Empty for a shape without a price.
    pub prices: Vec<Price>,
    /// How often spot instances of it are interrupted; `None` where nothing is known.
    pub interruptions: Option<Interruptions>,
    /// Why the row is not ranked; `None` for a row that is.
    pub not_rankable: Option<NotRankable>,
}

/// A region as listed, and where that is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// As the provider writes it; empty where the row states none.
    pub name: String,
    /// Part of the world; `None` where unknown or several.
    pub group: Option<RegionGroup>,
    /// Lower-case jurisdiction in which the data lie: a country code (`cn` is the mainland, `hk`
    /// Hong Kong) or `eu` for member states; `None` where unknown or several.
    pub jurisdiction: Option<String>,
}

/// A part of the world, as the `reg` filter names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RegionGroup {
    /// Mainland China.
    Cn,
    /// Asia and the Pacific outside mainland China.
    Apac,
    /// Europe.
    Eu,
    /// North America.
    Na,
    /// Middle East and Africa.
    Me,
    /// South America.
    Sa,
}

impl RegionGroup {
    /// All groups.
    pub const ALL: [Self; 6] = [Self::Cn, Self::Apac, Self::Eu, Self::Na, Self::Me, Self::Sa];

    /// The word in links and files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Cn => "cn",
            Self::Apac => "apac",
            Self::Eu => "eu",
            Self::Na => "na",
            Self::Me => "me",
            Self::Sa => "sa",
        }
    }

    /// The group of a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|g| g.word() == word)
    }
}

/// What kind of seller an offer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// A general cloud with data centres and a service-level agreement of its own.
    Cloud,
    /// A GPU cloud with data centres of its own or under contract.
    Specialist,
    /// A marketplace of many hosts, or a quote of one.
    Market,
    /// Hosts of private persons or unvetted third parties.
    Community,
    /// Resells capacity of others.
    Broker,
}

impl Tier {
    /// All tiers, the steadiest first.
    pub const ALL: [Self; 5] = [
        Self::Cloud,
        Self::Specialist,
        Self::Market,
        Self::Community,
        Self::Broker,
    ];

    /// The word in links and files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Cloud => "cloud",
            Self::Specialist => "specialist",
            Self::Market => "market",
            Self::Community => "community",
            Self::Broker => "broker",
        }
    }

    /// The tier of a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.word() == word)
    }
}

/// How many cards one unit of a row holds. A blank count is never 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GpuCount {
    /// So many whole cards (or chips).
    Whole(u32),
    /// A share of one card, as 1/8. Never sharded with others.
    Slice {
        /// Numerator.
        part: u32,
        /// Denominator.
        of: u32,
    },
    /// Not stated.
    Unknown,
}

impl GpuCount {
    /// The share of a card that a slice has; 1 for whole cards.
    #[must_use]
    pub fn share(self) -> Ratio {
        match self {
            Self::Slice { part, of } if of > 0 => Ratio::new(f64::from(part) / f64::from(of)),
            _ => Ratio::new(1.0),
        }
    }

    /// Whole cards; 1 for a slice, 0 where unknown.
    #[must_use]
    pub const fn cards(self) -> u32 {
        match self {
            Self::Whole(count) => count,
            Self::Slice { .. } => 1,
            Self::Unknown => 0,
        }
    }
}

/// What a row's price buys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The whole instance with the cards of [`Offer::gpus`].
    Instance,
    /// One card; an instance is sold with one of these counts, at count × price.
    Gpu {
        /// Counts that one host can be bought with, ascending, never empty.
        counts: Vec<u32>,
        /// Whether a source states these counts. If not, only one card is offered, with the
        /// warning `count_not_confirmed`.
        confirmed: bool,
    },
}

/// The best link that an instance is known to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InstanceLink {
    /// Not stated.
    #[default]
    Unknown,
    /// PCI Express.
    Pcie,
    /// NVLink, Infinity Fabric, HCCS, ICI or NeuronLink between the cards of a host.
    Nvlink,
    /// In addition RDMA between hosts.
    Rdma,
}

/// One price of one kind, with its own date and source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    /// How it is sold.
    pub kind: PriceKind,
    /// The amount per [`Price::unit`], in the native currency; always positive.
    pub amount: Money,
    /// Per hour or per month, for one unit of the offer's basis.
    pub unit: RateUnit,
    /// The day of the price.
    pub as_of: Date,
    /// Where it was read.
    pub source: SourceIx,
    /// A later reading that confirmed it.
    pub checked: Option<Checked>,
    /// The cheapest region of a list, not a price of a named region.
    pub floor: bool,
    /// The source itself says that nothing confirms the figure.
    pub unconfirmed: bool,
    /// What exactly a commitment is to; `None` for what is none, and where the source does not say.
    pub product: Option<Product>,
}

/// What a commitment is to. Plans that also cover other instances have other rates than a
/// reservation of this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Product {
    /// A plan to spend so much an hour, on whatever instances it covers.
    SavingsPlan,
    /// A reservation of this kind of instance.
    Reservation,
    /// A promise to use so much of a resource.
    CommittedUse,
    /// The whole time, paid ahead.
    Prepaid,
}

impl Product {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::SavingsPlan,
        Self::Reservation,
        Self::CommittedUse,
        Self::Prepaid,
    ];

    /// The word in files and output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::SavingsPlan => "savings_plan",
            Self::Reservation => "reserved",
            Self::CommittedUse => "committed_use",
            Self::Prepaid => "prepaid",
        }
    }
}

/// A later reading that confirmed a price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// When.
    pub as_of: Date,
    /// What exactly was re-read.
    pub what: String,
}

/// The time that a price pays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateUnit {
    /// An hour.
    Hour,
    /// A calendar month, paid ahead.
    Month,
}

/// How a price is sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PriceKind {
    /// 按量付费: by use, no term.
    OnDemand,
    /// 抢占式/竞价: may be taken away.
    Spot,
    /// A commitment of one or three years; the price is the effective hourly rate.
    Commit {
        /// 1 or 3.
        years: u8,
        /// How it is paid.
        payment: Payment,
    },
    /// 包年包月: a month at a time.
    Subscription,
    /// A reservation of a block of days, paid ahead; nothing else is sold.
    CapacityBlock,
    /// By the second while a request runs.
    Serverless,
    /// A price for new customers or first months.
    Promotion,
}

/// How a commitment is paid, part of its price key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Payment {
    /// All at the start.
    AllUpfront,
    /// Part at the start.
    PartialUpfront,
    /// By the month.
    NoUpfront,
    /// The source does not say.
    Unstated,
}

/// Why a row is kept but not ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotRankable {
    /// The price is of the card alone; the host costs extra.
    ComponentWithoutHost,
    /// The number of cards is not stated.
    GpuCountUnknown,
    /// The card is not stated, or one of several that differ.
    GpuUnknown,
    /// A quote of the market, not of a seller.
    MarketQuote,
    /// The lowest bid of a market at one moment.
    MarketMinimum,
    /// A floor over several cards.
    MixedCardsFloor,
    /// No accelerator in it.
    NoGpu,
    /// A shape without any price.
    NoPrice,
}

impl NotRankable {
    /// All reasons.
    pub const ALL: [Self; 8] = [
        Self::ComponentWithoutHost,
        Self::GpuCountUnknown,
        Self::GpuUnknown,
        Self::MarketQuote,
        Self::MarketMinimum,
        Self::MixedCardsFloor,
        Self::NoGpu,
        Self::NoPrice,
    ];

    /// The code in output and files.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::ComponentWithoutHost => "component_without_host",
            Self::GpuCountUnknown => "gpu_count_unknown",
            Self::GpuUnknown => "gpu_unknown",
            Self::MarketQuote => "market_quote",
            Self::MarketMinimum => "market_minimum",
            Self::MixedCardsFloor => "mixed_cards_floor",
            Self::NoGpu => "no_gpu",
            Self::NoPrice => "no_price",
        }
    }

    /// The reason of a code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.code() == code)
    }
}

impl PriceKind {
    /// The word of the `pay` key that allows this kind.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::OnDemand => "od",
            Self::Spot => "spot",
            Self::Commit { years: 1, .. } => "c1",
            Self::Commit { .. } => "c3",
            Self::Subscription => "sub",
            Self::CapacityBlock => "cb",
            Self::Serverless => "sl",
            Self::Promotion => "pr",
        }
    }
}

impl Payment {
    /// All options.
    pub const ALL: [Self; 4] = [
        Self::AllUpfront,
        Self::PartialUpfront,
        Self::NoUpfront,
        Self::Unstated,
    ];

    /// The word in files and output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::AllUpfront => "all_upfront",
            Self::PartialUpfront => "partial_upfront",
            Self::NoUpfront => "no_upfront",
            Self::Unstated => "unstated",
        }
    }
}

impl fmt::Display for PriceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Offer {
    /// Counts of cards that one instance of this offer can be bought with.
    #[must_use]
    pub fn counts(&self) -> Vec<u32> {
        match &self.basis {
            Basis::Instance => vec![self.gpus.cards()],
            Basis::Gpu { counts, .. } => counts.clone(),
        }
    }
}
