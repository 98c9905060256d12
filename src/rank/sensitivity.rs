//! Which inputs move the first candidate's total most: each is varied alone within its honest range,
//! and that one offer is laid out and bought anew.

use super::Candidate;
use super::single::single;
use crate::catalog::{Catalog, PriceKind};
use crate::cost;
use crate::query::{DEFAULT_CONCURRENCY, Query, Usage, scaled};
use crate::sorted;
use crate::units::{Date, Decimal, Money, PerHour, Ratio};

/// How many inputs are named.
const NAMED: usize = 3;

/// How far what the asker says of the own load may be off: a fifth, up or down. A convention.
const OWN_FIGURES: f64 = 0.2;

/// How much sooner or later a project may end: a quarter of its length. A convention.
const PROJECT_END: f64 = 0.25;

/// Keys of the work, of the hours and of what is needed beside the instances: what the asker expects
/// and may be wrong about, not what the asker decides. Those that are not given, or that the
/// workload does not read, move nothing.
const LOADS: &[&str] = &[
    "rps", "tpd", "con", "ctx", "out", "tok", "imgs", "frames", "fmin", "pflop", "gpuh", "vram",
    "hpd", "swing", "grow", "stall", "gb", "eg", "obj", "snap", "xz",
];

/// How one input moves the total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The key of the link that states it, or `speed` and `price`, which no key states.
    pub key: &'static str,
    /// The lesser total over the project, in US dollars.
    pub low: Money,
    /// The greater one; `None` where the offer does not serve at an end of the range, which moves
    /// the answer more than any sum.
    pub high: Option<Money>,
}

/// The inputs that move a candidate's total most, at most three, the most first. An input that moves
/// nothing is not among them.
///
/// Ranges: the speed and the interruptions of spot (`lam`) from their low to their high end; the
/// prices by what their age lets them drift ([`cost::drift`]); what the asker says of the load, ±20 %;
/// the length of the project, ±25 %, where a commitment is bought, since without one the bill just
/// follows it. Rates of exchange move what is shown and not what is paid. Some twenty evaluations of
/// one offer: on demand rather than on every keystroke.
#[must_use]
pub fn moves(catalog: &Catalog, query: &Query, today: Date, candidate: &Candidate) -> Vec<Moved> {
    let at = |query: Option<Query>, speed: Ratio| match query {
        None => End::Same,
        Some(query) => single(catalog, &query, today, candidate.offer, speed)
            .map_or(End::Unserved, |c| End::Total(c.total)),
    };
    let as_is = Ratio::new(1.0);
    let total = candidate.total;
    let mut all = Vec::new();
    let mut add = |key: &'static str, ends: [End; 2]| all.extend(moved(key, total, ends));

    let rate = candidate.replica_speed.rate;
    let speeds =
        [rate.low, rate.high].map(|end| at(Some(query.clone()), Ratio::new(end / rate.expected)));
    add("speed", speeds);

    let drift = candidate
        .rent_with_tax()
        .scaled(cost::drift(candidate.signs.months_old.cast_signed()).get());
    add(
        "price",
        [End::Total(total - drift), End::Total(total + drift)],
    );

    if let Some(risk) = candidate.risk {
        let hazard = risk.hazard.rate;
        add(
            "lam",
            [hazard.low, hazard.high].map(|rate| at(Some(interrupted(query, rate)), as_is)),
        );
    }
    for key in LOADS {
        add(
            key,
            [1.0 - OWN_FIGURES, 1.0 + OWN_FIGURES]
                .map(|factor| at(varied(query, key, Ratio::new(factor)), as_is)),
        );
    }
    let commits = |kind| matches!(kind, PriceKind::Commit { .. });
    if candidate.purchases.iter().any(|p| commits(p.kind)) {
        add(
            "mon",
            [1.0 - PROJECT_END, 1.0 + PROJECT_END]
                .map(|factor| at(scaled(query, "mon", Ratio::new(factor)), as_is)),
        );
    }
    // Equal spreads keep the order above.
    sorted::sort_by_key(&mut all, |moved| {
        let spread = moved.high.map_or(i64::MAX, |high| {
            high.micros().saturating_sub(moved.low.micros())
        });
        std::cmp::Reverse(spread)
    });
    all.truncate(NAMED);
    all
}

/// The total at one end of an input's range.
#[derive(Clone, Copy)]
enum End {
    /// The input is not given, or already at the end of what its key accepts.
    Same,
    Total(Money),
    Unserved,
}

fn moved(key: &'static str, total: Money, ends: [End; 2]) -> Option<Moved> {
    let mut low = total;
    let mut high = Some(total);
    for end in ends {
        match end {
            End::Same => {}
            End::Total(end) => {
                if end.micros() < low.micros() {
                    low = end;
                }
                high = high.map(|high| {
                    if end.micros() > high.micros() {
                        end
                    } else {
                        high
                    }
                });
            }
            End::Unserved => high = None,
        }
    }
    (high != Some(low)).then_some(Moved { key, low, high })
}

/// A question with one number varied; `None` where that is not given.
fn varied(query: &Query, key: &str, factor: Ratio) -> Option<Query> {
    let mut stated = query.clone();
    match key {
        // What stands for a load that is not given is an assumption like any other.
        "con" if !query.has_rate() => {
            stated.concurrency.get_or_insert(DEFAULT_CONCURRENCY);
        }
        "hpd" if query.effective_usage() == Usage::Office => {
            stated.hours_per_day.get_or_insert(Decimal::from_int(8));
        }
        _ => {}
    }
    let mut changed = scaled(&stated, key, factor)?;
    // A context never holds more output than tokens.
    match key {
        "ctx" => changed.output = changed.output.min(changed.context),
        "out" => changed.context = changed.context.max(changed.output),
        _ => {}
    }
    Some(changed)
}

fn interrupted(query: &Query, rate: PerHour) -> Query {
    Query {
        interruptions_per_hour: Some(Decimal::from_f64(rate.get())),
        ..query.clone()
    }
}
