//! What to know about a candidate.

use super::Warning;
use super::bill::Bill;
use super::candidate::Offered;
use super::question::Question;
use super::signs::{LITTLE_USE, OVERSIZED, SHARED, STARVED, Signs};
use crate::catalog::Basis;
use crate::cost::spot::Checkpoints;
use crate::cost::{ExtraCost, ExtraItem, OLD_MONTHS, VERY_OLD_MONTHS};
use crate::fit::{Caveat, Verdict};
use crate::query::Workload;
use crate::speed::{SpeedUnit, hardware};
use crate::units::{Hours, Ratio};

/// A chance to meet the deadline below this is worth a word: a convention.
const LIKELY: Ratio = Ratio::new(0.9);

/// The warnings of a candidate, in a fixed order.
#[must_use]
pub fn of(question: &Question, offered: &Offered, bill: &Bill, signs: &Signs) -> Vec<Warning> {
    let query = question.query;
    let Offered {
        offer,
        device,
        layout,
        extras,
        ..
    } = *offered;
    let unknown = |item: ExtraItem| {
        let mut lines = extras.lines.iter();
        lines.any(|line| line.item == item && line.cost == ExtraCost::Unknown)
    };
    let months = bill.months_old;
    let run = bill.risk.and_then(|risk| risk.run);
    let deadline = query.deadline_hours.map(|hours| Hours::new(hours.to_f64()));
    let may_miss = question.demand.is_job()
        && bill
            .risk
            .zip(deadline)
            .and_then(|(risk, deadline)| risk.chance_within(deadline))
            .is_some_and(|chance| chance.expected < LIKELY);
    let prices = || {
        let ways = bill
            .mix
            .parts
            .iter()
            .filter_map(|part| bill.ways.get(part.way));
        ways.filter_map(|way| offer.prices.get(way.price))
    };
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
        (signs.memory > OVERSIZED, Warning::Oversized),
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
        (bill.promotion_end_unknown, Warning::PromotionEndUnknown),
        (
            run.is_some_and(|run| run.runs.expected.checkpoints == Checkpoints::None),
            Warning::SpotNoCheckpoint,
        ),
        (
            bill.risk.is_some_and(|risk| risk.hazard.assumed),
            Warning::InterruptionsUnknown,
        ),
        (may_miss, Warning::SpotMayMiss),
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
        (
            signs.used.is_some_and(|used| used < LITTLE_USE),
            Warning::UnderThirtyPercent,
        ),
        (
            signs
                .exchange
                .is_some_and(|share| share > Signs::slow_exchange(offer.link)),
            Warning::SlowNetwork,
        ),
        (is_starved(question, offered), Warning::Starved),
        (signs.loads >= SHARED, Warning::ShareCard),
        (is_far(question, offered), Warning::FarFromUsers),
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

/// Whether the cards of a job wait for data for a good part of the time. Hours that are said include
/// all waiting.
fn is_starved(question: &Question, offered: &Offered) -> bool {
    let stall = question.query.extras.stall_percent.percent();
    question.query.workload != Workload::Vram && offered.layout.job.is_some() && stall >= STARVED
}

/// Whether the region is known to be in another part of the world than the users.
fn is_far(question: &Question, offered: &Offered) -> bool {
    let users = question.query.users.zip(offered.offer.region.group);
    users.is_some_and(|(users, place)| users != place)
}
