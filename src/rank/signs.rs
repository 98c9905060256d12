//! Figures of a candidate by which the usual mistakes are told: memory and time that lie idle, hosts
//! that wait for each other, loads that would share a card, old prices.
//!
//! Each limit is a convention that is stated here and in `docs/cli.md`, not a measurement.

use super::bill::Bill;
use super::candidate::Offered;
use super::question::Question;
use crate::catalog::{GpuCount, InstanceLink};
use crate::cost::Part;
use crate::demand::{Demand, Month};
use crate::query::Workload;
use crate::speed;
use crate::units::{Bytes, BytesPerSecond, Hours, Ratio};

/// Usable memory above this many times the need is called oversized: two thirds of what is paid
/// for lie idle.
pub const OVERSIZED: Ratio = Ratio::new(3.0);
/// Less of the paid capacity than this is called little use.
pub const LITTLE_USE: Ratio = Ratio::new(0.3);
/// A greater share of a step in exchange between hosts is called slow.
pub const SLOW_EXCHANGE: Ratio = Ratio::new(0.2);
/// The same where the hosts are known to lack RDMA. The estimate takes 0.8 of the wire, which
/// collectives reach with RDMA only, so that it is too kind here.
pub const SLOW_WITHOUT_RDMA: Ratio = Ratio::new(0.05);
/// Cards that wait for data for this share of the time are called starved.
pub const STARVED: Ratio = Ratio::new(0.1);
/// So many loads on one card are worth a word.
pub const SHARED: u32 = 2;

/// More loads than this on one card are not told apart.
const MOST_LOADS: f64 = 1000.0;

/// What tells the usual mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signs {
    /// Memory of all cards that processes can count on, over what the load takes of it at its peak.
    pub memory: Ratio,
    /// The share of what the instances could do in the hours of the project that are paid for, that
    /// is asked for; `None` where the question does not say how much work there is.
    pub used: Option<Ratio>,
    /// The share of a step that would be saved if the network between the hosts took no time;
    /// `None` on one host.
    pub exchange: Option<Ratio>,
    /// Such loads that one card holds, by memory and by speed; 1 where no rate or target says what
    /// speed is needed, and where the load takes more than one whole card.
    pub loads: u32,
    /// Months since the oldest price used was read.
    pub months_old: u32,
}

impl Signs {
    /// The figures of one candidate.
    pub(super) fn of(question: &Question, offered: &Offered, bill: &Bill) -> Self {
        let memory = memory(question, offered);
        Self {
            memory,
            used: used(question, offered, bill),
            exchange: exchange(question, offered),
            loads: loads(question, offered, memory),
            months_old: u32::try_from(bill.months_old).unwrap_or(0),
        }
    }

    /// The share of a step in exchange that is called slow on a link; unknown is not "no RDMA".
    #[must_use]
    pub fn slow_exchange(link: InstanceLink) -> Ratio {
        match link {
            InstanceLink::Unknown | InstanceLink::Rdma => SLOW_EXCHANGE,
            InstanceLink::Pcie | InstanceLink::Nvlink => SLOW_WITHOUT_RDMA,
        }
    }
}

/// Memory held over memory taken.
///
/// Serving a rate takes the weights (and all that does not follow the sequences) on as many replicas
/// as the rate keeps busy, and the cache of the sequences that are then resident. Serving so many
/// sequences takes the weights once on each instance and the cache of all sequences: what stands on
/// the other cards of an instance is a copy that the load does not need. Everything else is divided
/// over all cards.
fn memory(question: &Question, offered: &Offered) -> Ratio {
    let layout = offered.layout;
    let footprint = layout.footprint;
    let each = footprint.total.expected;
    if question.query.workload != Workload::Serve {
        return ratio(offered.device.usable, each);
    }
    let fixed = each - footprint.cache;
    let replicas = layout.peak.expected.replicas.get();
    let (copies, caches) = match layout.asked {
        Some(_) => (f64::ceil(replicas - 1e-6).max(1.0), replicas),
        None => (f64::from(layout.instances), f64::from(layout.replicas)),
    };
    let taken = (fixed * copies + footprint.cache * caches) * f64::from(layout.group.cards());
    let cards = f64::from(offered.cards.max(1)) * f64::from(layout.instances);
    ratio(offered.device.usable * cards, taken)
}

fn ratio(held: Bytes, taken: Bytes) -> Ratio {
    Ratio::new(if taken > Bytes::ZERO {
        held / taken
    } else {
        1.0
    })
}

/// Work asked for over what the paid hours hold.
///
/// Of a job its hours of work, and of hours of use that are stated those, over hours paid. Of a rate,
/// the replica-hours that it keeps busy, Σ over the months of replicas at the peak × hours at the peak
/// that hold the month's load × growth, over the replica-hours paid.
fn used(question: &Question, offered: &Offered, bill: &Bill) -> Option<Ratio> {
    let layout = offered.layout;
    let parts = || bill.mix.parts.iter();
    // What a term pays for after the project is another mistake, which has its own warning.
    let within = |part: &Part| {
        let rate = bill.ways.get(part.way).map_or(0.0, |way| way.rate.to_f64());
        if part.beyond_project && rate > 0.0 {
            Hours::new(part.accrued.to_f64() / rate)
        } else {
            part.paid
        }
    };
    let paid: Hours = parts().map(within).sum();
    if paid <= Hours::ZERO {
        return None;
    }
    let busy = match (&question.demand, layout.asked) {
        (Demand::Load { week, project }, Some(_)) => {
            let headroom = question.query.load.capacity().get();
            let months = question.demand.months(question.query);
            let growth = Month::mean(&months, |load| load).get();
            let months = *project / Hours::MONTH * growth;
            let replicas = layout.peak.expected.replicas.get() / headroom;
            let per_instance = f64::from(layout.peak.expected.per_instance.max(1));
            week.load_per_month() * (months * replicas / per_instance)
        }
        (Demand::Load { .. }, None) => parts().map(|part| part.used).sum(),
        (Demand::Once { .. } | Demand::Monthly { .. }, _) => {
            layout.job?;
            bill.span.total * f64::from(layout.instances)
        }
    };
    Some(Ratio::new((busy / paid).min(1.0)))
}

/// 1 − speed ÷ speed with a network that takes no time.
fn exchange(question: &Question, offered: &Offered) -> Option<Ratio> {
    let layout = offered.layout;
    let group = &layout.group;
    if !question.trains() || group.cards() <= group.per_host {
        return None;
    }
    let mut free = *group;
    free.network = Some(BytesPerSecond::new(f64::MAX));
    let (query, subject) = (question.query, question.subject);
    let free = speed::speed(query, subject, offered.device, &free, 1).ok()?;
    let share = 1.0 - layout.speed.rate.expected / free.rate.expected;
    Some(Ratio::new(share.clamp(0.0, 1.0)))
}

/// How many such loads one card holds.
fn loads(question: &Question, offered: &Offered, memory: Ratio) -> u32 {
    let layout = offered.layout;
    let alone = question.query.workload == Workload::Serve
        && !question.demand.is_job()
        && matches!(offered.offer.gpus, GpuCount::Whole(_))
        && offered.cards == 1
        && layout.instances == 1;
    let by_memory = whole(memory.get());
    if !alone || by_memory < SHARED {
        return 1;
    }
    match layout.asked {
        Some(_) => {
            let replicas = layout.peak.expected.replicas.get();
            by_memory.min(whole((1.0 / replicas.max(1e-6)) + 1e-6))
        }
        None if question.has_latency_target() => (SHARED..=by_memory)
            .take_while(|loads| {
                let sequences = layout.sequences.saturating_mul(*loads);
                question.meets_latency(offered.device, &layout.group, sequences)
            })
            .last()
            .unwrap_or(1),
        None => 1,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 1 and 1000"
)]
fn whole(value: f64) -> u32 {
    value.clamp(1.0, MOST_LOADS) as u32
}
