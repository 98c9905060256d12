//! Advice against the usual mistakes: what is wrong with a candidate, in a number with the limit
//! above or below which it is said, and the changed question that mends it.

mod instead;
mod mend;
mod promises;

pub use instead::Others;
pub use mend::{Mend, mend};

use super::signs::{LITTLE_USE, OVERSIZED, SHARED, STARVED, Signs};
use super::single::single;
use super::{Answer, Candidate, Warning};
use crate::catalog::{Catalog, PriceKind};
use crate::cost::{OLD_MONTHS, VERY_OLD_MONTHS};
use crate::query::Query;
use crate::units::{Currency, Date, Decimal, Hours, Money, Ratio};

/// A usual mistake that a candidate makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Which one.
    pub code: Warning,
    /// How large it is, in the unit; `None` where it has no size.
    pub value: Option<Ratio>,
    /// The value from which on it is said; `None` where any is.
    pub limit: Option<Ratio>,
    /// What value and limit count.
    pub unit: AdviceUnit,
    /// Instance-hours over the project that are lost to it.
    pub hours: Option<Hours>,
    /// What is paid for it over the project, in US dollars; of a place that is far from the users
    /// what the cheapest offer near them costs more.
    pub money: Option<Money>,
    /// Of too much memory the offers with less, of a place that is far from the users those near
    /// them, that keep what the first keeps of the question's targets.
    pub others: Option<Others>,
    /// Of little use, how many times the load the same money would carry.
    pub carries: Option<Ratio>,
}

/// What the value of an advice counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AdviceUnit {
    /// How many times over.
    Times,
    /// A share of 1.
    Share,
    /// Months.
    Months,
    /// Loads like this one.
    Loads,
    /// Nothing.
    None,
}

impl Advice {
    /// A mistake without a figure.
    pub(crate) const fn plain(code: Warning) -> Self {
        Self {
            code,
            value: None,
            limit: None,
            unit: AdviceUnit::None,
            hours: None,
            money: None,
            others: None,
            carries: None,
        }
    }
}

impl AdviceUnit {
    /// The word in output; none for nothing.
    #[must_use]
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Self::Times => Some("times"),
            Self::Share => Some("share"),
            Self::Months => Some("months"),
            Self::Loads => Some("loads"),
            Self::None => None,
        }
    }
}

/// The warnings that are advice, what costs most to leave first.
const CODES: [Warning; 11] = [
    Warning::CommitTooLong,
    Warning::SpotNoCheckpoint,
    Warning::Starved,
    Warning::SlowNetwork,
    Warning::CpuWouldDo,
    Warning::Oversized,
    Warning::ShareCard,
    Warning::UnderThirtyPercent,
    Warning::FarFromUsers,
    Warning::VeryOldPrice,
    Warning::OldPrice,
];

/// What is wrong with a candidate of a question's answer, in a fixed order. Nothing is ranked anew;
/// [`mend()`] finds the way out.
#[must_use]
pub fn advise(
    catalog: &Catalog,
    query: &Query,
    today: Date,
    ranked: &Answer,
    candidate: &Candidate,
) -> Vec<Advice> {
    CODES
        .into_iter()
        .filter(|code| candidate.warnings.contains(code))
        .map(|code| match code {
            Warning::CpuWouldDo => cheaper_without_cards(ranked, candidate),
            Warning::FarFromUsers => far(catalog, query, ranked, candidate),
            Warning::Oversized => Advice {
                others: Some(Others::smaller(query, ranked, candidate)),
                ..sized(catalog, query, today, candidate, code)
            },
            code => sized(catalog, query, today, candidate, code),
        })
        .collect()
}

fn sized(
    catalog: &Catalog,
    query: &Query,
    today: Date,
    candidate: &Candidate,
    code: Warning,
) -> Advice {
    let signs = &candidate.signs;
    let rent = || candidate.rent_with_tax();
    let advice = |value: Option<Ratio>, limit: Option<Ratio>, unit: AdviceUnit| Advice {
        value,
        limit,
        unit,
        ..Advice::plain(code)
    };
    let share =
        |value: Option<Ratio>, limit: Option<Ratio>| advice(value, limit, AdviceUnit::Share);
    match code {
        Warning::CommitTooLong => {
            // Credit and tax change its part of the bill as they do all of it.
            let after = candidate.after_end(catalog);
            let tax = Ratio::new(1.0 + query.buy.tax_percent.to_f64() / 100.0);
            let all = (candidate.total.divided(tax) + candidate.credit_used).to_f64();
            let value = (all > 0.0).then(|| Ratio::new(after.to_f64() / all));
            Advice {
                money: value.map(|share| candidate.total.scaled(share.get())),
                ..share(value, None)
            }
        }
        Warning::SpotNoCheckpoint => lost_to_interruptions(catalog, candidate, share(None, None)),
        Warning::Starved => {
            let stall = query.extras.stall_percent.percent();
            let mut fed = query.clone();
            fed.extras.stall_percent = Decimal::ZERO;
            let fed = single(catalog, &fed, today, candidate.offer, Ratio::new(1.0));
            let hours = candidate.hours_total * f64::from(candidate.instances) * stall.get();
            Advice {
                hours: Some(hours),
                money: fed.map(|fed| candidate.total - fed.total),
                ..share(Some(stall), Some(STARVED))
            }
        }
        Warning::SlowNetwork => {
            let limit = Signs::slow_exchange(catalog.offer(candidate.offer).link);
            Advice {
                money: signs.exchange.map(|share| rent().scaled(share.get())),
                ..share(signs.exchange, Some(limit))
            }
        }
        Warning::Oversized => advice(Some(signs.memory), Some(OVERSIZED), AdviceUnit::Times),
        Warning::ShareCard => advice(
            Some(Ratio::new(f64::from(signs.loads))),
            Some(Ratio::new(f64::from(SHARED))),
            AdviceUnit::Loads,
        ),
        Warning::UnderThirtyPercent => Advice {
            money: signs.used.map(|used| rent().scaled(1.0 - used.get())),
            carries: instead::carries(catalog, query, today, candidate),
            ..share(signs.used, Some(LITTLE_USE))
        },
        Warning::OldPrice | Warning::VeryOldPrice => {
            let limit = if code == Warning::OldPrice {
                OLD_MONTHS
            } else {
                VERY_OLD_MONTHS
            };
            advice(
                Some(Ratio::new(f64::from(signs.months_old))),
                Some(Ratio::new(f64::from(limit))),
                AdviceUnit::Months,
            )
        }
        _ => advice(None, None, AdviceUnit::None),
    }
}

/// What hosts without an accelerator cost, as a share of what the machines of a candidate do.
fn cheaper_without_cards(ranked: &Answer, candidate: &Candidate) -> Advice {
    let rent = candidate.rent();
    let cpu = ranked.alternatives.cpu.map(|cpu| cpu.total);
    let share = |cpu: Money| Ratio::new(cpu.to_f64() / rent.to_f64());
    Advice {
        value: cpu.map(share),
        limit: Some(Ratio::new(1.0)),
        unit: AdviceUnit::Share,
        money: cpu.map(|cpu| rent - cpu),
        ..Advice::plain(Warning::CpuWouldDo)
    }
}

/// What there is near the users, and what it costs more. How much longer answers take from afar is
/// not known of any offer.
fn far(catalog: &Catalog, query: &Query, ranked: &Answer, candidate: &Candidate) -> Advice {
    let near = Others::near(catalog, query, ranked, candidate);
    let none = Money::zero(Currency::USD);
    let more = |least: Money| {
        let more = least - candidate.total;
        if more.micros() > 0 { more } else { none }
    };
    Advice {
        money: near.least.map(more),
        others: Some(near),
        ..Advice::plain(Warning::FarFromUsers)
    }
}

/// Of f hours that are paid for each useful one, f − 1 are lost.
fn lost_to_interruptions(catalog: &Catalog, candidate: &Candidate, advice: Advice) -> Advice {
    let Some(risk) = candidate.risk else {
        return advice;
    };
    let lost = 1.0 - 1.0 / risk.factor.expected.get().max(1.0);
    let spot = candidate
        .purchases
        .iter()
        .find(|p| p.kind == PriceKind::Spot);
    let hours = spot.and_then(|p| {
        let rate = p.rate_per_hour.to_f64();
        (rate > 0.0).then(|| Hours::new(p.total.to_f64() / rate * lost))
    });
    Advice {
        value: Some(Ratio::new(lost)),
        hours,
        money: spot.and_then(|p| catalog.convert(p.total.scaled(lost), Currency::USD)),
        ..advice
    }
}
