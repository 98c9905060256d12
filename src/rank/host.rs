//! Hosts of one kind, and the groups of their cards that are tried.

use super::question::Question;
use crate::catalog::{InstanceLink, Offer, PriceKind};
use crate::cost::spot::Hazard;
use crate::fit::Group;
use crate::query::Workload;
use crate::units::{BytesPerSecond, PerHour, Range};

/// Hosts that one job is tried on.
const HOSTS: [u32; 16] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256];

/// The kind of host that a workload is laid over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Host {
    /// Its cards.
    pub cards: u32,
    /// The link between them.
    pub link: InstanceLink,
    /// The network of the whole host; `None` where it is unknown.
    pub network: Option<BytesPerSecond>,
    /// What interrupts a job with a deadline that can be bought on spot alone, which then counts in
    /// the number of instances.
    pub spot: Option<SpotOnly>,
}

/// Spot where it is the only way to buy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SpotOnly {
    /// Expected interruptions of one instance.
    rate: PerHour,
    /// The network over which a new instance fetches what it goes on with.
    pub network: Option<BytesPerSecond>,
}

impl SpotOnly {
    /// Of an offer that the question lets be bought on spot alone, for a job with a deadline.
    pub(super) fn of(question: &Question, offer: &Offer) -> Option<Self> {
        if !question.demand.is_job() || question.query.deadline_hours.is_none() {
            return None;
        }
        let mut allowed = offer.prices.iter().map(|price| price.kind);
        let all = allowed.all(|kind| kind == PriceKind::Spot || !question.rules.allows(kind));
        let spot = question.rules.allows(PriceKind::Spot);
        let hazard = Hazard::of(question.query, offer);
        (all && spot).then_some(Self {
            rate: hazard.rate.expected,
            network: offer.network,
        })
    }

    /// The expected rate as if it were known.
    pub(super) fn hazard(self) -> Hazard {
        Hazard {
            rate: Range::exact(self.rate),
            assumed: false,
        }
    }
}

impl Host {
    /// What each of its cards sends to other hosts, where all do at once.
    fn per_card(self, cards: u32) -> Option<BytesPerSecond> {
        self.network.map(|rate| rate / f64::from(cards.max(1)))
    }

    /// The groups of cards that are tried on hosts with so many cards.
    pub(super) fn groups(self, question: &Question, cards: u32, sliced: bool) -> Vec<Group> {
        let workload = question.query.workload;
        match workload {
            // A job spans hosts where it is known what joins them.
            Workload::Pretrain | Workload::Finetune => HOSTS
                .iter()
                .take(if sliced || self.network.is_none() {
                    1
                } else {
                    HOSTS.len()
                })
                .map(|hosts| Group {
                    data: cards * hosts,
                    per_host: cards,
                    network: self.per_card(cards),
                    ..Group::training(cards, self.link)
                })
                .collect(),
            // As-said and scientific work use the whole host.
            Workload::Vram | Workload::Hpc => vec![Group::of(workload, cards, self.link)],
            // Every card renders, classifies or draws by itself.
            Workload::Render | Workload::Vision | Workload::Image => {
                vec![Group::of(workload, 1, self.link)]
            }
            // Tensor parallelism needs every rank to hold whole heads.
            Workload::Serve => {
                let heads = question
                    .subject
                    .and_then(|s| s.model.shape.as_ref())
                    .map_or(0, |shape| shape.heads);
                (1..=cards)
                    .filter(|t| {
                        cards.is_multiple_of(*t) && (heads == 0 || heads.is_multiple_of(*t))
                    })
                    .map(|t| Group::serving(t, self.link))
                    .collect()
            }
        }
    }
}
