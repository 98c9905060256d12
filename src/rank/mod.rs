//! From a question to a ranked answer: the one path that page and terminal share.

mod advice;
mod alternatives;
mod answer;
mod bill;
mod budget;
mod candidate;
mod codes;
mod filter;
mod host;
mod layout;
mod lone;
mod need;
mod order;
mod pieces;
mod portfolio;
mod preference;
mod profiles;
mod question;
mod rent;
mod risk;
mod rules;
mod schedule;
mod sensitivity;
mod signs;
mod single;
mod spot_pays;
mod spread;
mod steadiness;
mod warnings;

pub use alternatives::{Alternatives, Api, Cpu, Own, Serverless};
pub use answer::{
    Answer, Candidate, Closest, CostItem, CostLine, Need, Plan, Purchase, Rejection, UnitCost,
    UnitOf,
};
pub use budget::{WithinBudget, within};
pub use codes::{Reject, Warning};
pub use lone::cash_flow;
pub use portfolio::{PlanAnswer, PlanMember, Shared, plan};

pub use advice::{Advice, AdviceUnit, Mend, Others, advise, mend};
pub use risk::{Risk, SpotFacts};
pub use rules::{Renewal, SellerRules, renewal};
pub use schedule::{KindWeek, LayerBuy, needed, schedule};
pub use sensitivity::{Moved, moves};
pub use signs::Signs;
pub use spot_pays::{Kept, SpotPays};
pub use steadiness::Steadiness;

use crate::catalog::{AcceleratorIx, Basis, Catalog, GpuCount, Offer, OfferIx, PriceKind};
use crate::cost::Extras;
use crate::fit::{self, Device, Measured, Unsupported};
use crate::query::{Query, Workload};
use crate::sorted::{self, SortedMap};
use crate::speed::{OwnRun, Unrated};
use crate::units::{Currency, Date, Hours, Money, Ratio};
use candidate::Offered;
use filter::Filter;
use host::{Host, SpotOnly};
use layout::{Layout, Misfit};
use profiles::{Known, Profiles};
use question::Question;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Answers a question from a catalog. Total: every question has an answer, and "nothing fits" is
/// one with numbers.
#[must_use]
pub fn answer(catalog: &Catalog, query: &Query, today: Date) -> Answer {
    let subject = fit::subject(catalog, query);
    let mut answer = Answer {
        rows: count(catalog.offers.len()),
        rankable: count(
            catalog
                .offers
                .iter()
                .filter(|o| o.not_rankable.is_none())
                .count(),
        ),
        ..Answer::default()
    };
    answer.own_run = OwnRun::of(catalog, query, subject.as_ref());
    let measured = answer.own_run.map(|run| run.factors()).unwrap_or_default();
    let question = Question::of(catalog, query, today, subject.as_ref(), measured);
    answer.work_unstated = question.demand.is_job() && question.work.is_none();
    let mut ranking = Ranking::of(&question);
    let needs_model = !matches!(
        query.workload,
        Workload::Render | Workload::Hpc | Workload::Vram
    );
    for (position, offer) in catalog.offers.iter().enumerate() {
        // The catalog's reader admits at most 65,535 offers.
        let ix = OfferIx(u16::try_from(position).unwrap_or(u16::MAX));
        let outcome = if needs_model && subject.is_none() && offer.not_rankable.is_none() {
            Err(Rejected::plain(Reject::ModelUnknown))
        } else {
            ranking.consider(ix, offer)
        };
        match outcome {
            Ok(candidate) => ranking.candidates.push(candidate),
            Err(rejected) => ranking.reject(rejected),
        }
    }
    let Ranking {
        mut candidates,
        rejections,
        filter,
        ..
    } = ranking;
    answer.unoffered = filter::unoffered(catalog, query);
    answer.unmet = filter::unmet(catalog, query);
    order::charge_unknown(&mut candidates, |c| Ratio::new(c.project / Hours::MONTH));
    order::mark_pareto(&mut candidates);
    order::sort(catalog, query.order, &mut candidates);
    answer.tied = order::mark_ties(query.order, &mut candidates);
    answer.median_total = median(&candidates, |c| c.total);
    answer.median_per_month = median(&candidates, |c| c.per_month);
    let rejections = rejections.into_vec().into_iter();
    answer.rejected = rejections.map(|(_, rejection)| rejection).collect();
    sorted::sort_by(&mut answer.rejected, |a, b| {
        b.offers.cmp(&a.offers).then(a.reason.cmp(&b.reason))
    });
    answer.need = need::need(&question, &candidates, &answer.rejected);
    answer.ways = need::ways(&question, &candidates, &answer.rejected);
    answer.alternatives = alternatives::alternatives(&question, &filter, &mut candidates);
    answer.candidates = candidates;
    answer.subject = subject;
    answer
}

/// A kind of host: accelerator, share of it (numerator, denominator), cards, and what of the host
/// decides: its link, its network where the workload may span hosts, and spot where a deadline must
/// be met on nothing else.
type HostKind = (u16, u32, u32, Host);

/// The work in progress of one answer.
struct Ranking<'a> {
    question: &'a Question<'a>,
    filter: Filter<'a>,
    /// What is needed beside the instances, by seller and region.
    extras: SortedMap<(u16, &'a str), Rc<Extras>>,
    /// Layouts by kind of host: the same card, share, count and link lie alike.
    layouts: BTreeMap<HostKind, Result<(Layout, Profiles), Misfit>>,
    profiles: Known,
    #[expect(clippy::vec_box, reason = "see `Answer::candidates`")]
    candidates: Vec<Box<Candidate>>,
    rejections: SortedMap<Reject, Rejection>,
}

/// An offer that is out.
#[derive(Clone, Copy)]
struct Rejected {
    reason: Reject,
    closest: Option<Closest>,
}

impl Rejected {
    const fn plain(reason: Reject) -> Self {
        Self {
            reason,
            closest: None,
        }
    }
}

impl<'a> Ranking<'a> {
    fn of(question: &'a Question<'a>) -> Self {
        Self {
            question,
            filter: Filter::new(question.catalog, question.query),
            extras: SortedMap::default(),
            layouts: BTreeMap::new(),
            profiles: Known::default(),
            candidates: Vec::with_capacity(question.catalog.offers.len()),
            rejections: SortedMap::default(),
        }
    }

    /// The best candidate that an offer gives, over the counts it can be bought with.
    fn consider(&mut self, ix: OfferIx, offer: &'a Offer) -> Result<Box<Candidate>, Rejected> {
        self.filter.admit(offer).map_err(Rejected::plain)?;
        let (catalog, query) = (self.question.catalog, self.question.query);
        let Some(card) = offer.accelerator else {
            return Err(Rejected::plain(Reject::GpuUnknown));
        };
        let Some(device) = device(catalog, query, self.question.measured, card, offer.gpus) else {
            return Err(Rejected::plain(Reject::MemoryUnknown));
        };
        let place = (offer.provider.0, offer.region.name.as_str());
        let extras = Rc::clone(self.extras.get_or_insert_with(place, |_| {
            let provider = catalog.provider(offer.provider);
            Rc::new(Extras::of(catalog, query, provider, &offer.region))
        }));
        let mut best: Option<Box<Candidate>> = None;
        let mut rejected = self.wrong_count(ix, offer, &device);
        for &cards in counts(offer, &offer.gpus.cards().max(1)) {
            if !self.filter.admits_count(offer, cards) {
                continue;
            }
            let question = self.question;
            let outcome = match self.layout(offer, &device, cards) {
                Err(misfit) => Err(misfit_of(*misfit, ix, offer, cards)),
                Ok((layout, profiles)) => {
                    let offered = Offered {
                        ix,
                        offer,
                        device: &device,
                        cards,
                        layout,
                        profiles,
                        extras: &extras,
                    };
                    candidate::build(question, &offered).map_err(Rejected::plain)
                }
            };
            match outcome {
                Err(reason) => rejected = reason,
                Ok(candidate) => {
                    if best
                        .as_ref()
                        .is_none_or(|b| order::prefers(query.order, &candidate, b))
                    {
                        best = Some(candidate);
                    }
                }
            }
        }
        best.ok_or(rejected)
    }

    /// The layout over a kind of host, computed once.
    fn layout(
        &mut self,
        offer: &Offer,
        device: &Device,
        cards: u32,
    ) -> &Result<(Layout, Profiles), Misfit> {
        let (question, known) = (self.question, &mut self.profiles);
        let (part, of) = match offer.gpus {
            GpuCount::Slice { part, of } => (part, of),
            GpuCount::Whole(_) | GpuCount::Unknown => (1, 1),
        };
        let card = offer.accelerator.map_or(u16::MAX, |a| a.0);
        let host = Host {
            cards,
            link: offer.link,
            network: offer.network.filter(|_| question.trains()),
            spot: SpotOnly::of(question, offer),
        };
        self.layouts
            .entry((card, part, of, host))
            .or_insert_with(|| {
                let layout = question.layout(device, host, is_slice(offer))?;
                let profiles = layout.profiles(question, known);
                Ok((layout, profiles))
            })
    }

    /// The reason for an offer that is not sold with the count of cards that is asked for: too
    /// little memory where even that count would not hold the workload, else the count itself.
    fn wrong_count(&mut self, ix: OfferIx, offer: &Offer, device: &Device) -> Rejected {
        let Some(asked) = self.question.query.gpu_count else {
            return Rejected::plain(Reject::Count);
        };
        if is_slice(offer) {
            return Rejected::plain(Reject::Count);
        }
        match self.layout(offer, device, asked) {
            Err(misfit @ Misfit::TooSmall { .. }) => misfit_of(*misfit, ix, offer, asked),
            _ => Rejected::plain(Reject::Count),
        }
    }

    fn reject(&mut self, rejected: Rejected) {
        let entry = self
            .rejections
            .get_or_insert_with(rejected.reason, |reason| Rejection {
                reason: *reason,
                offers: 0,
                closest: None,
            });
        entry.offers += 1;
        if let Some(new) = rejected.closest
            && entry
                .closest
                .is_none_or(|old| shortfall(&new) < shortfall(&old))
        {
            entry.closest = Some(new);
        }
    }
}

/// How many times over the usable memory a need is.
fn shortfall(closest: &Closest) -> Ratio {
    Ratio::new(closest.needed / closest.usable)
}

/// Counts of cards that one instance can be bought with; `own` is its own count.
fn counts<'a>(offer: &'a Offer, own: &'a u32) -> &'a [u32] {
    match &offer.basis {
        Basis::Instance => std::slice::from_ref(own),
        Basis::Gpu { counts, .. } => counts,
    }
}

const fn is_slice(offer: &Offer) -> bool {
    matches!(offer.gpus, GpuCount::Slice { .. })
}

fn misfit_of(misfit: Misfit, ix: OfferIx, offer: &Offer, cards: u32) -> Rejected {
    let reason = match misfit {
        Misfit::Unsupported(Unsupported::Engine) => Reject::EngineUnsupported,
        Misfit::Unsupported(Unsupported::Precision) => Reject::PrecisionUnsupported,
        Misfit::TooSmall { .. } if is_slice(offer) => Reject::SliceTooSmall,
        Misfit::TooSmall { .. } => Reject::TooSmall,
        Misfit::Unrated(Unrated::NoFp64Figure) => Reject::NoFp64Figure,
        Misfit::Unrated(Unrated::NoRenderFigure) => Reject::NoRenderFigure,
        Misfit::Unrated(Unrated::NoComputeFigure) => Reject::NoComputeFigure,
    };
    let closest = match misfit {
        Misfit::TooSmall { needed, usable } => Some(Closest {
            offer: ix,
            gpus: cards,
            needed,
            usable,
        }),
        Misfit::Unsupported(_) | Misfit::Unrated(_) => None,
    };
    Rejected { reason, closest }
}

/// The device of an offer's unit, corrected by the asker's own measurements; `None` where the
/// card's memory is unknown.
#[must_use]
pub fn device<'a>(
    catalog: &'a Catalog,
    query: &Query,
    measured: Measured,
    card: AcceleratorIx,
    gpus: GpuCount,
) -> Option<Device<'a>> {
    let device = Device::new(catalog, query, catalog.accelerator(card), gpus)?;
    Some(Device { measured, ..device })
}

/// The middle of an amount over the candidates.
fn median(candidates: &[Box<Candidate>], amount: impl Fn(&Candidate) -> Money) -> Option<Money> {
    let mut amounts: Vec<i64> = candidates.iter().map(|c| amount(c).micros()).collect();
    let middle = amounts.len() / 2;
    sorted::sort(&mut amounts);
    let median = amounts.get(middle)?;
    Some(Money::from_micros(*median, Currency::USD))
}

fn count(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}

/// Whether another offer of the same provider and instance has an exact price of a kind, beside
/// which a floor over regions does not rank.
fn has_exact(catalog: &Catalog, offer: &Offer, kind: PriceKind) -> bool {
    catalog.offers.iter().any(|other| {
        other.provider == offer.provider
            && other.instance == offer.instance
            && other
                .prices
                .iter()
                .any(|p| !p.floor && p.kind.word() == kind.word())
    })
}
