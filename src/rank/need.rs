//! What the workload needs, and the way out where nothing holds it.

use super::layout::count_of;
use super::question::Question;
use super::{Candidate, Closest, Need, Reject, Rejection, device, shortfall};
use crate::catalog::{InstanceLink, OfferIx};
use crate::demand::highest;
use crate::fit::{self, Device, Group};
use crate::query::{DEFAULT_CONCURRENCY, Query};
use crate::units::{Bytes, Ratio};

/// What one replica of the best plan needs; with no plan, unsharded on the card that came closest.
pub(super) fn need(
    question: &Question,
    candidates: &[Box<Candidate>],
    rejected: &[Rejection],
) -> Option<Need> {
    if let Some(best) = candidates.first() {
        return Some(Need {
            gpus: best.plan.shards,
            footprint: best.footprint.times(best.plan.shards),
        });
    }
    let closest = closest_of(rejected)?;
    let device = device_of(question, closest.offer)?;
    Some(Need {
        gpus: 1,
        footprint: fit::footprint(
            question.query,
            question.subject,
            &device,
            &Group::ONE,
            sequences(question.query),
        ),
    })
}

/// For the way out where nothing fits: what each of 1, 2, 4, 8 and 16 cards would have to hold. None
/// where an offer that holds it is out for another reason.
pub(super) fn ways(
    question: &Question,
    candidates: &[Box<Candidate>],
    rejected: &[Rejection],
) -> Vec<(u32, Bytes)> {
    let fits = |r: &Rejection| {
        matches!(
            r.reason,
            Reject::OverBudget
                | Reject::PurchaseKind
                | Reject::NoRate
                | Reject::FloorBesideExact
                | Reject::TooManyInstances
        )
    };
    if !candidates.is_empty() || rejected.iter().any(fits) {
        return Vec::new();
    }
    let Some(device) = closest_of(rejected).and_then(|c| device_of(question, c.offer)) else {
        return Vec::new();
    };
    [1, 2, 4, 8, 16]
        .into_iter()
        .map(|cards| {
            let footprint = fit::footprint(
                question.query,
                question.subject,
                &device,
                &Group::of(question.query.workload, cards, InstanceLink::Unknown),
                sequences(question.query),
            );
            (cards, footprint.total.expected)
        })
        .collect()
}

/// Sequences that are resident at the peak, which of a rate are the cap of a replica.
pub(super) fn sequences(query: &Query) -> u32 {
    if query.has_rate() {
        query.concurrency.unwrap_or(1)
    } else {
        count_of(resident(query).get())
    }
}

/// Sequences that are resident at the peak over the whole service where no rate is asked for; not
/// rounded.
pub(super) fn resident(query: &Query) -> Ratio {
    let stated = query.concurrency.unwrap_or(DEFAULT_CONCURRENCY).max(1);
    highest(query) * f64::from(stated)
}

fn closest_of(rejected: &[Rejection]) -> Option<Closest> {
    rejected
        .iter()
        .filter_map(|r| r.closest)
        .min_by_key(shortfall)
}

fn device_of<'a>(question: &Question<'a>, offer: OfferIx) -> Option<Device<'a>> {
    let catalog = question.catalog;
    let offer = catalog.offer(offer);
    device(
        catalog,
        question.query,
        question.measured,
        offer.accelerator?,
        offer.gpus,
    )
}
