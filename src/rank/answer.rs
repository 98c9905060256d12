//! What a question is answered with: numbers, units and reasons, never sentences.

use super::rejection::Rejection;
use super::risk::Risk;
use super::schedule::LayerBuy;
use super::signs::Signs;
use crate::catalog::{OfferIx, PriceKind, SourceIx};
use crate::cost::ExtraItem;
use crate::demand::Peak;
use crate::fit::{Footprint, Group, Subject, Verdict};
use crate::speed::{OwnRun, Speed};
use crate::units::{Bytes, Date, Hours, Money, Range, Ratio};
use std::fmt;

/// The answer to a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The model that the question is about; `None` for workloads without one.
    pub subject: Option<Subject>,
    /// What one replica of the best plan needs; unsharded where nothing fits.
    pub need: Option<Need>,
    /// Every offer that serves, best first.
    pub candidates: Vec<Candidate>,
    /// Why the others do not, the most frequent reason first.
    pub rejected: Vec<Rejection>,
    /// How many other candidates are tied with the first.
    pub tied: u32,
    /// Rows of the catalog.
    pub rows: u32,
    /// Rows that can be ranked.
    pub rankable: u32,
    /// The least memory per card and count that would hold the workload, for the way out where
    /// nothing fits: card counts with the memory each card would need.
    pub ways: Vec<(u32, Bytes)>,
    /// Words of the `gpu` filter of which no row can be ranked: nobody is known to sell these.
    pub unoffered: Vec<String>,
    /// What the asker measured beside the estimates for the same card.
    pub own_run: Option<OwnRun>,
    /// A job is asked for, and the query does not say how much work it is.
    pub work_unstated: bool,
    /// The middle of the project totals of all candidates, in US dollars.
    pub median_total: Option<Money>,
    /// The middle of the monthly costs of all candidates, in US dollars.
    pub median_per_month: Option<Money>,
}

impl Answer {
    /// What the first candidate saves against the middle of all, as a share of the middle; for a
    /// job over the project, otherwise over a month. `None` where it saves nothing.
    #[must_use]
    pub fn saving(&self, job: bool) -> Option<Ratio> {
        let best = self.candidates.first()?;
        let (own, middle) = if job {
            (best.total, self.median_total?)
        } else {
            (best.per_month, self.median_per_month?)
        };
        let saved = 1.0 - own.to_f64() / middle.to_f64();
        (self.candidates.len() > 2 && saved > 0.0).then(|| Ratio::new(saved))
    }
}

/// What one replica needs, summed over its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// Cards of the replica.
    pub gpus: u32,
    /// The parts, summed over the cards.
    pub footprint: Footprint,
}

/// How a replica is laid over cards and how often it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plan {
    /// Cards that one replica is sharded over (tensor parallel, or fully sharded data parallel).
    pub shards: u32,
    /// Replicas over all instances.
    pub replicas: u32,
    /// Whether the shards are of a training job.
    pub training: bool,
}

impl fmt::Display for Plan {
    /// The plan as in output: `tp2·dp3` for serving and the like, `fsdp8·dp1` for training.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.training { "fsdp" } else { "tp" };
        write!(f, "{kind}{}·dp{}", self.shards, self.replicas)
    }
}

/// One offer that serves, with everything that its card shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The offer.
    pub offer: OfferIx,
    /// Cards per instance as bought.
    pub gpus_per_instance: u32,
    /// Instances at the peak of the first month.
    pub instances: u32,
    /// Most instances at any time of the project.
    pub most_instances: u32,
    /// The plan over them.
    pub plan: Plan,
    /// The cards that run one replica.
    pub group: Group,
    /// Sequences resident on one replica; 1 where it does not serve.
    pub sequences: u32,
    /// Whether the memory suffices.
    pub verdict: Verdict,
    /// What each card holds.
    pub footprint: Footprint,
    /// Memory per card that a process can count on.
    pub usable: Bytes,
    /// Memory per card on the label.
    pub nominal: Bytes,
    /// Speed of one replica.
    pub replica_speed: Speed,
    /// Speed of the whole service or job, in the unit of `replica_speed`.
    pub rate: Range<Ratio>,
    /// Machine-hours of one instance in a month, and over the project.
    pub hours_per_month: Hours,
    /// Hours over the whole project, of one instance.
    pub hours_total: Hours,
    /// How it is bought.
    pub purchases: Vec<Purchase>,
    /// How each group of like instances is bought at the start, the longest needed first.
    pub layers: Vec<LayerBuy>,
    /// How many instances the load takes at its peak.
    pub peak: Peak,
    /// The same bought on demand alone, over the project in US dollars, with everything beside the
    /// rent; `None` where it is not sold on demand.
    pub on_demand: Option<Money>,
    /// Rent of all instances per hour of use, in US dollars.
    pub per_hour: Money,
    /// Everything per month, in US dollars.
    pub per_month: Money,
    /// Everything over the project, in US dollars.
    pub total: Money,
    /// The project total with its uncertainty, in US dollars.
    pub total_range: Range<Ratio>,
    /// What a unit of work costs, in US dollars.
    pub unit_cost: Option<UnitCost>,
    /// The month's cost by item, in US dollars; they sum to `per_month`.
    pub costs: Vec<CostLine>,
    /// Credit that is used up over the project, in US dollars; the sums are after it.
    pub credit_used: Money,
    /// The risk of spot, where any is bought.
    pub risk: Option<Risk>,
    /// The share of storage, traffic and the like in the month's cost.
    pub extras_share: Option<Ratio>,
    /// The oldest date of a price used.
    pub price_as_of: Date,
    /// The source of that price.
    pub price_source: SourceIx,
    /// Steadiness from 0 to 1: seller tier, promised availability, kind of purchase, price age.
    pub steadiness: Ratio,
    /// What tells the usual mistakes.
    pub signs: Signs,
    /// No other candidate is both cheaper and faster.
    pub pareto: bool,
    /// What the order goes by is within its uncertainty the same as that of the first candidate.
    pub tied: bool,
    /// What to know.
    pub warnings: Vec<Warning>,
}

/// One way in which part of the hours is bought.
#[derive(Clone, Debug, PartialEq)]
pub struct Purchase {
    /// The price kind.
    pub kind: PriceKind,
    /// The share of instance-hours bought this way.
    pub share: Ratio,
    /// The discount is a usual one, not one that the seller lists.
    pub assumed: bool,
    /// What is paid for it over the project, native currency.
    pub total: Money,
    /// What of that pays for time after the project, native currency.
    pub after_end: Money,
    /// The rate per hour of one instance as bought (all its cards), native currency.
    pub rate_per_hour: Money,
    /// The rate per hour of one card, native currency.
    pub rate_per_gpu_hour: Money,
    /// The day of the price.
    pub as_of: Date,
    /// Where it was read.
    pub source: SourceIx,
}

/// What a unit of work costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitCost {
    /// In US dollars.
    pub amount: Money,
    /// In US dollars and not rounded: an image may cost less than a millionth.
    pub exact: Ratio,
    /// Per what.
    pub of: UnitOf,
}

/// A unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitOf {
    /// A million output (or training) tokens.
    MillionTokens,
    /// A pass over the training data.
    Epoch,
    /// An image.
    Image,
    /// A frame.
    Frame,
    /// An hour of one card.
    GpuHour,
}

impl UnitOf {
    /// The word in output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::MillionTokens => "million_tokens",
            Self::Epoch => "epoch",
            Self::Image => "image",
            Self::Frame => "frame",
            Self::GpuHour => "gpu_hour",
        }
    }
}

/// One line of a month's cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostLine {
    /// What is paid for.
    pub item: CostItem,
    /// In US dollars; `None` where the price is not known, and not in any sum.
    pub per_month: Option<Money>,
}

/// What a cost line pays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CostItem {
    /// The instances.
    Compute,
    /// Something beside them.
    Extra(ExtraItem),
    /// Tax on the rest.
    Tax,
}

impl CostLine {
    /// The word in output, which says whether the price is known.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match (self.item, self.per_month) {
            (CostItem::Compute, _) => "compute",
            (CostItem::Tax, _) => "tax",
            (CostItem::Extra(item), Some(_)) => item.word(),
            (CostItem::Extra(item), None) => item.unknown_word(),
        }
    }
}

macro_rules! codes {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $code:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// All codes.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code in output; `docs/cli.md` lists it.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }
        }
    };
}

codes!(
    /// What to know about a candidate.
    Warning {
        /// The host's card counts are not confirmed; one card was taken.
        CountNotConfirmed = "count_not_confirmed",
        /// A price is older than six months.
        OldPrice = "old_price",
        /// A price is older than eighteen months.
        VeryOldPrice = "very_old_price",
        /// The price is the cheapest region of a list.
        PriceFloor = "price_floor",
        /// Nothing confirms the price.
        PriceNotConfirmed = "price_not_confirmed",
        /// The card's form or edition is assumed to be the slower one.
        CardAssumed = "card_assumed",
        /// Usable memory is assumed from the label.
        MemoryAssumed = "memory_assumed",
        /// The memory suffices for the expected need only.
        TightMemory = "tight_memory",
        /// The memory is more than three times what is needed.
        Oversized = "oversized",
        /// The engine supports this card only in part.
        EnginePartial = "engine_partial",
        /// Nothing was found on engine and card.
        EngineUnknown = "engine_unknown",
        /// The card stores this precision but computes in a wider one.
        PrecisionEmulated = "precision_emulated",
        /// Shards talk over PCI Express.
        SlowLink = "slow_link",
        /// The time to the first token misses its target.
        MissesFirstToken = "misses_first_token",
        /// The time per token misses its target.
        MissesPerToken = "misses_per_token",
        /// The job ends after its deadline.
        MissesDeadline = "misses_deadline",
        /// The commitment is longer than the project; it is paid to its end.
        CommitTooLong = "commit_too_long",
        /// Spot may be taken away, and no checkpoints are asked for.
        SpotNoCheckpoint = "spot_no_checkpoint",
        /// The price of storage is not known and not in the sum.
        StorageUnknown = "storage_unknown",
        /// The price of traffic is not known and not in the sum.
        EgressUnknown = "egress_unknown",
        /// The price of another extra is not known and not in the sum.
        ExtraUnknown = "extra_unknown",
        /// A commitment is priced at the usual discount, not at one that the seller lists.
        DiscountAssumed = "discount_assumed",
        /// How often spot instances of this kind are interrupted is not known; a wide range is assumed.
        InterruptionsUnknown = "interruptions_unknown",
        /// With the interruptions of spot the job is likelier than one in ten to miss its deadline.
        SpotMayMiss = "spot_may_miss_deadline",
        /// Less than 30 % of what the instances can do is asked for.
        UnderThirtyPercent = "under_30_percent",
        /// A host without accelerator does the same for less.
        CpuWouldDo = "cpu_would_do",
        /// The hosts of one job exchange over a network without RDMA.
        SlowNetwork = "slow_network",
        /// The cards wait for data for a tenth of the time or more.
        Starved = "starved",
        /// The load would fit on a part of a card, or several such on one card.
        ShareCard = "share_card",
        /// The region is in another part of the world than the users.
        FarFromUsers = "far_from_users",
        /// Storage or traffic is priced as in another region of the provider.
        ExtrasElsewhere = "extras_elsewhere",
        /// The speed of this kind of work is a rough estimate.
        RoughSpeed = "rough_speed",
        /// The model's shape was inferred from its size.
        ModelInferred = "model_inferred",
    }
);

codes!(
    /// Why an offer does not serve.
    Reject {
        /// The row cannot be ranked: a card without its host.
        ComponentWithoutHost = "component_without_host",
        /// The row cannot be ranked: the number of cards is unknown.
        GpuCountUnknown = "gpu_count_unknown",
        /// The row cannot be ranked: the card is unknown.
        GpuUnknown = "gpu_unknown",
        /// The row cannot be ranked: a quote of the market.
        MarketQuote = "market_quote",
        /// The row cannot be ranked: the lowest bid of a market.
        MarketMinimum = "market_minimum",
        /// The row cannot be ranked: a floor over several cards.
        MixedCardsFloor = "mixed_cards_floor",
        /// The row cannot be ranked: no accelerator.
        NoGpu = "no_gpu",
        /// The row cannot be ranked: no price.
        NoPrice = "no_price",
        /// Filtered by seller tier.
        Tier = "tier",
        /// Filtered by provider.
        Provider = "provider",
        /// Filtered by card.
        Gpu = "gpu",
        /// Filtered by vendor.
        Vendor = "vendor",
        /// Filtered by region.
        Region = "region",
        /// The region is not stated.
        RegionUnknown = "region_unknown",
        /// Filtered by jurisdiction.
        Jurisdiction = "jurisdiction",
        /// The place of the data is not stated.
        JurisdictionUnknown = "jurisdiction_unknown",
        /// The seller is under another law.
        Home = "home",
        /// It is not stated under which law the seller is.
        HomeUnknown = "home_unknown",
        /// The provider lacks a certificate, as far as is known.
        Compliance = "compliance",
        /// No certificates of the provider are known.
        ComplianceUnknown = "compliance_unknown",
        /// The provider lacks the framework or platform, as far as is known.
        Framework = "framework",
        /// Nothing is known of the provider's frameworks.
        FrameworkUnknown = "framework_unknown",
        /// The promised availability is too low.
        Sla = "sla",
        /// No promised availability is known.
        SlaUnknown = "sla_unknown",
        /// The interconnect is too slow.
        Link = "link",
        /// The interconnect is not stated.
        LinkUnknown = "link_unknown",
        /// Not sold with this number of cards.
        Count = "count",
        /// No price of an allowed kind.
        PurchaseKind = "purchase_kind",
        /// Only a floor, beside an exact row of the same instance and kind.
        FloorBesideExact = "floor_beside_exact",
        /// A price in a currency without a rate.
        NoRate = "no_rate",
        /// The engine does not run on this card.
        EngineUnsupported = "engine_unsupported",
        /// The card lacks this precision.
        PrecisionUnsupported = "precision_unsupported",
        /// The card's memory is unknown.
        MemoryUnknown = "memory_unknown",
        /// Too little memory.
        TooSmall = "too_small",
        /// A slice of a card cannot be sharded with others, and one is too small.
        SliceTooSmall = "slice_too_small",
        /// No FP64 figure of the card is known.
        NoFp64Figure = "no_fp64_figure",
        /// No render figure of the card is known.
        NoRenderFigure = "no_render_figure",
        /// No bandwidth or compute figure of the card is known.
        NoComputeFigure = "no_compute_figure",
        /// The month costs more than the budget.
        OverBudget = "over_budget",
        /// The preset is not known, or the workload cannot run this model.
        ModelUnknown = "model_unknown",
    }
);
