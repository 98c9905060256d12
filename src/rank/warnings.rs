//! What to know about a candidate.

use super::Warning;
use super::bill::Bill;
use super::candidate::Offered;
use super::layout::Question;
use crate::catalog::{Basis, PriceKind};
use crate::cost::{ExtraCost, ExtraItem, Extras, OLD_MONTHS, VERY_OLD_MONTHS};
use crate::fit::{Caveat, Verdict};
use crate::speed::{SpeedUnit, hardware};

/// Usable memory above this many times the need is called oversized: a convention, by which two
/// thirds of what is paid for lies idle.
const OVERSIZED: f64 = 3.0;

/// The warnings of a candidate, in a fixed order.
#[must_use]
pub fn of(question: &Question, offered: &Offered, bill: &Bill, extras: &Extras) -> Vec<Warning> {
    let query = question.query;
    let Offered {
        offer,
        device,
        layout,
        ..
    } = *offered;
    let unknown = |item: ExtraItem| {
        let mut lines = extras.lines.iter();
        lines.any(|line| line.item == item && line.cost == ExtraCost::Unknown)
    };
    let months = bill.months_old;
    let bought = |kind: fn(&PriceKind) -> bool| bill.purchases.iter().any(|p| kind(&p.kind));
    let prices = || {
        let ways = bill
            .mix
            .parts
            .iter()
            .filter_map(|part| bill.ways.get(part.way));
        ways.filter_map(|way| offer.prices.get(way.price))
    };
    let needed = layout.footprint.total.expected * f64::from(layout.group.cards());
    let held = device.usable * f64::from(offer.gpus.cards().max(layout.group.cards()));
    let unconfirmed_count = matches!(
        offer.basis,
        Basis::Gpu {
            confirmed: false,
            ..
        }
    );
    let rough = matches!(layout.speed.unit, SpeedUnit::Frames | SpeedUnit::Petaflop);
    [
        (months >= VERY_OLD_MONTHS, Warning::VeryOldPrice),
        (
            (OLD_MONTHS..VERY_OLD_MONTHS).contains(&months),
            Warning::OldPrice,
        ),
        (prices().any(|p| p.floor), Warning::PriceFloor),
        (prices().any(|p| p.unconfirmed), Warning::PriceNotConfirmed),
        (unconfirmed_count, Warning::CountNotConfirmed),
        (offer.card_assumed, Warning::CardAssumed),
        (device.usable_assumed, Warning::MemoryAssumed),
        (layout.verdict == Verdict::Tight, Warning::TightMemory),
        (held > needed * OVERSIZED, Warning::Oversized),
        (
            layout.caveat == Some(Caveat::EnginePartial),
            Warning::EnginePartial,
        ),
        (
            layout.caveat == Some(Caveat::EngineUnknown),
            Warning::EngineUnknown,
        ),
        (
            layout.caveat == Some(Caveat::PrecisionEmulated),
            Warning::PrecisionEmulated,
        ),
        (
            hardware::is_slow(
                device.accelerator,
                offer.link,
                layout.group.cards().min(layout.group.per_host),
            ),
            Warning::SlowLink,
        ),
        (!layout.targets.first_token, Warning::MissesFirstToken),
        (!layout.targets.per_token, Warning::MissesPerToken),
        (!layout.targets.deadline, Warning::MissesDeadline),
        (bill.beyond_project, Warning::CommitTooLong),
        (
            bought(|kind| *kind == PriceKind::Spot) && query.checkpoint_hours.is_none(),
            Warning::SpotNoCheckpoint,
        ),
        (unknown(ExtraItem::Storage), Warning::StorageUnknown),
        (unknown(ExtraItem::Egress), Warning::EgressUnknown),
        (
            extras.lines.iter().any(|line| {
                line.cost == ExtraCost::Unknown
                    && !matches!(line.item, ExtraItem::Storage | ExtraItem::Egress)
            }),
            Warning::ExtraUnknown,
        ),
        (
            bill.purchases.iter().any(|p| p.assumed),
            Warning::DiscountAssumed,
        ),
        (extras.is_from_elsewhere(), Warning::ExtrasElsewhere),
        (rough, Warning::RoughSpeed),
        (
            question.subject.is_some_and(|s| s.inferred),
            Warning::ModelInferred,
        ),
    ]
    .into_iter()
    .filter_map(|(holds, warning)| holds.then_some(warning))
    .collect()
}
