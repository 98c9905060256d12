//! What a question is answered with: numbers, units and reasons, never sentences.

use super::Alternatives;
use super::codes::{Reject, Warning};
use super::risk::Risk;
use super::schedule::LayerBuy;
use super::signs::Signs;
use super::steadiness::Steadiness;
use crate::catalog::{OfferIx, PriceKind, Product, SourceIx};
use crate::cost::{ExtraItem, Read};
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
    /// Every offer that serves, best first. Each is boxed, since it is large and is moved while it is
    /// built, sorted and picked.
    pub candidates: Vec<Box<Candidate>>,
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
    /// Words of other conditions that nobody in the catalog is known to meet.
    pub unmet: Vec<String>,
    /// What the asker measured beside the estimates for the same card.
    pub own_run: Option<OwnRun>,
    /// A job is asked for, and the query does not say how much work it is.
    pub work_unstated: bool,
    /// What competes with renting.
    pub alternatives: Alternatives,
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
    /// Hours of use or work of one instance in a month. Starting is billed on top of those of a job
    /// and of a load that instances follow.
    pub hours_per_month: Hours,
    /// Wall-clock length of the project.
    pub project: Hours,
    /// The same over the whole project.
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
    /// Rent of all instances per hour of use, spares on spot among them, in US dollars.
    pub per_hour: Money,
    /// Everything per month, in US dollars.
    pub per_month: Money,
    /// Everything over the project, in US dollars.
    pub total: Money,
    /// The total by which it is ordered: what is not known counts as the dearest that any candidate
    /// is known to charge for it, so that nothing wins by being unknown.
    pub ranked: Money,
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
    /// Hours of spot paid for each useful one, bought or not; `None` where it is not to be had.
    pub spot_factor: Option<Ratio>,
    /// The share of storage, traffic and the like in the month's cost.
    pub extras_share: Option<Ratio>,
    /// The oldest date of a price used.
    pub price_as_of: Date,
    /// The source of that price.
    pub price_source: SourceIx,
    /// Steadiness from 0 to 1: seller tier, promised availability, kind of purchase, price age.
    pub steadiness: Steadiness,
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
    /// What exactly a commitment is to, where that is known.
    pub product: Option<Product>,
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
    /// Where its price was read; of several prices of instances the oldest. `None` where it has
    /// none, as taxes.
    pub read: Option<Read>,
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

/// How many offers are out for one reason, and which came closest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The reason.
    pub reason: Reject,
    /// Offers that are out for it.
    pub offers: u32,
    /// For reasons of memory: the offer that came closest.
    pub closest: Option<Closest>,
}

/// The offer that came closest to holding the workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closest {
    /// The offer.
    pub offer: OfferIx,
    /// Cards per instance.
    pub gpus: u32,
    /// What each card would have to hold.
    pub needed: Bytes,
    /// What it can hold.
    pub usable: Bytes,
}
