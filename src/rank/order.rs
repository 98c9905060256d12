//! Orders, ties and the Pareto front. `docs/cli.md` states each rule.

use super::{Candidate, CostItem, Warning};
use crate::catalog::Catalog;
use crate::fit::Verdict;
use crate::query::Order;
use crate::sorted;
use crate::speed::SpeedUnit;
use crate::units::{Currency, Money, Range, Ratio};
use std::cmp::{Ordering, Reverse};

/// Sorts candidates by an order.
///
/// Offers whose price is older than eighteen months, and was not re-read since, come after all
/// others in every order: an old price must not win by its age. Among the others, and among
/// these, what misses a target comes after all that meet it: it does not do what is asked.
pub fn sort(catalog: &Catalog, order: Order, candidates: &mut [Box<Candidate>]) {
    let scale = Scale::of(candidates);
    sorted::sort_by(candidates, |a, b| {
        is_stale(a)
            .cmp(&is_stale(b))
            .then_with(|| misses(a).cmp(&misses(b)))
            .then_with(|| by_order(order, &scale, a, b))
            .then_with(|| by_ties(catalog, a, b))
    });
}

/// Charges what is not known as the dearest that any candidate is known to charge for it. The
/// charge counts for the order only, and for the high end of the range; no sum shows it.
pub fn charge_unknown(candidates: &mut [Box<Candidate>], months: impl Fn(&Candidate) -> Ratio) {
    let mut dearest: Vec<(CostItem, Money)> = Vec::new();
    for line in candidates.iter().flat_map(|c| &c.costs) {
        let Some(amount) = line.per_month else {
            continue;
        };
        match dearest.iter_mut().find(|(item, _)| *item == line.item) {
            Some((_, most)) if most.micros() >= amount.micros() => {}
            Some((_, most)) => *most = amount,
            None => dearest.push((line.item, amount)),
        }
    }
    for candidate in candidates {
        let unknown = candidate.costs.iter().filter(|l| l.per_month.is_none());
        let charge = unknown
            .filter_map(|line| dearest.iter().find(|(item, _)| *item == line.item))
            .fold(Money::zero(Currency::USD), |sum, (_, most)| sum + *most)
            .scaled(months(candidate).get());
        candidate.ranked = candidate.total + charge;
        candidate.total_range.high += Ratio::new(charge.to_f64());
    }
}

/// Whether a candidate's price is older than eighteen months.
#[must_use]
pub fn is_stale(candidate: &Candidate) -> bool {
    candidate.warnings.contains(&Warning::VeryOldPrice)
}

/// Whether a candidate misses the deadline, or a time to the first or per token, that is asked for.
#[must_use]
pub fn misses(candidate: &Candidate) -> bool {
    let targets = [
        Warning::MissesFirstToken,
        Warning::MissesPerToken,
        Warning::MissesDeadline,
    ];
    candidate.warnings.iter().any(|w| targets.contains(w))
}

/// Marks the candidates of which what the order goes by may be as good as that of the first: their
/// range from low to high overlaps its range. Positions stay as they are. A price that is too old
/// to be ranked with the others is no tie of one that is not, and what misses a target none of what
/// meets it. Returns how many are tied with the first, which is then marked as well.
///
/// The steadiness has no range: there only equals are ties.
pub fn mark_ties(order: Order, candidates: &mut [Box<Candidate>]) -> u32 {
    let scale = Scale::of(candidates);
    let Some((first, others)) = candidates.split_first_mut() else {
        return 0;
    };
    let best = span(order, &scale, first);
    let (stale, late) = (is_stale(first), misses(first));
    let mut count = 0_u32;
    for other in others {
        let own = span(order, &scale, other);
        let alike = is_stale(other) == stale && misses(other) == late;
        other.tied = alike && own.low <= best.high && best.low <= own.high;
        count += u32::from(other.tied);
    }
    first.tied = count > 0;
    count
}

/// What an order goes by, from the low to the high end.
fn span(order: Order, scale: &Scale, candidate: &Candidate) -> Range<Ratio> {
    let (total, rate) = (candidate.total_range, candidate.rate);
    match order {
        Order::Cost => total,
        Order::Speed => rate,
        Order::Value => {
            let hourly = candidate.per_hour.to_f64();
            rate * (if hourly > 0.0 { 1.0 / hourly } else { 0.0 })
        }
        Order::Steady => Range::exact(candidate.steadiness.whole()),
        Order::Balanced => {
            let steadiness = candidate.steadiness.whole();
            Range::new(
                scale.balance(total.low, rate.high, steadiness),
                scale.balance(
                    Ratio::new(candidate.ranked.to_f64()),
                    rate.expected,
                    steadiness,
                ),
                scale.balance(total.high, rate.low, steadiness),
            )
        }
    }
}

/// Whether one way to buy an offer is to be preferred to another way to buy the same offer.
#[must_use]
pub fn prefers(order: Order, a: &Candidate, b: &Candidate) -> bool {
    let first = match order {
        Order::Speed => b.rate.expected.cmp(&a.rate.expected),
        Order::Value => works(b)
            .cmp(&works(a))
            .then_with(|| value(b).cmp(&value(a))),
        Order::Balanced => value(b).cmp(&value(a)),
        Order::Cost | Order::Steady => Ordering::Equal,
    };
    misses(a)
        .cmp(&misses(b))
        .then(first)
        .then_with(|| a.total.micros().cmp(&b.total.micros()))
        .then_with(|| a.credit_used.micros().cmp(&b.credit_used.micros()))
        .then_with(|| b.rate.expected.cmp(&a.rate.expected))
        .then_with(|| a.gpus_per_instance.cmp(&b.gpus_per_instance))
        .is_lt()
}

fn by_order(order: Order, scale: &Scale, a: &Candidate, b: &Candidate) -> Ordering {
    match order {
        Order::Cost => a.ranked.micros().cmp(&b.ranked.micros()),
        Order::Speed => b.rate.expected.cmp(&a.rate.expected),
        Order::Value => by_value(scale, a, b),
        Order::Steady => b.steadiness.whole().cmp(&a.steadiness.whole()),
        Order::Balanced => {
            let of = |c: &Candidate| {
                let total = Ratio::new(c.ranked.to_f64());
                scale.balance(total, c.rate.expected, c.steadiness.whole())
            };
            of(a).cmp(&of(b))
        }
    }
}

/// Ties, in this order: lower total, less credit used up, faster, newer price, more host memory, more virtual CPUs, id.
fn by_ties(catalog: &Catalog, a: &Candidate, b: &Candidate) -> Ordering {
    let (x, y) = (catalog.offer(a.offer), catalog.offer(b.offer));
    a.ranked
        .micros()
        .cmp(&b.ranked.micros())
        .then_with(|| a.credit_used.micros().cmp(&b.credit_used.micros()))
        .then_with(|| b.rate.expected.cmp(&a.rate.expected))
        .then_with(|| b.price_as_of.cmp(&a.price_as_of))
        .then_with(|| y.ram_gb.cmp(&x.ram_gb))
        .then_with(|| y.vcpu.cmp(&x.vcpu))
        .then_with(|| x.id.cmp(&y.id))
}

/// Most work for the money, of what is known to work at a price that is known to hold first. Within
/// a twentieth the estimates cannot tell two apart: there the one of which fewest facts are assumed
/// comes first, then the faster.
fn by_value(scale: &Scale, a: &Candidate, b: &Candidate) -> Ordering {
    works(b)
        .cmp(&works(a))
        .then_with(|| scale.steps_below(a).cmp(&scale.steps_below(b)))
        .then_with(|| assumed(a).cmp(&assumed(b)))
        .then_with(|| b.rate.expected.cmp(&a.rate.expected))
        .then_with(|| value(b).cmp(&value(a)))
}

/// How many facts of an offer are assumed, or are those of other offers.
fn assumed(candidate: &Candidate) -> usize {
    let facts = [
        Warning::CountNotConfirmed,
        Warning::CardAssumed,
        Warning::MemoryAssumed,
        Warning::PriceFloor,
        Warning::PriceNotConfirmed,
        Warning::StorageUnknown,
        Warning::EgressUnknown,
        Warning::ExtraUnknown,
        Warning::ExtrasElsewhere,
    ];
    let warnings = candidate.warnings.iter();
    warnings.filter(|w| facts.contains(w)).count()
}

/// Whether a candidate is known to do the work at its price: its software is known to run on the
/// card, even the high end of the need fits, and the price was read within six months. A service is
/// filled up to its memory and takes fewer sequences where less of it is left; anything else would
/// fail.
fn works(candidate: &Candidate) -> bool {
    let elastic = candidate.replica_speed.unit == SpeedUnit::OutputTokens;
    let doubts = [
        Warning::EngineUnknown,
        Warning::EnginePartial,
        Warning::OldPrice,
    ];
    (elastic || candidate.verdict == Verdict::Fits)
        && !doubts.iter().any(|w| candidate.warnings.contains(w))
}

/// Work per unit of money: speed over the hourly cost.
fn value(candidate: &Candidate) -> Ratio {
    let hourly = candidate.per_hour.to_f64();
    if hourly > 0.0 {
        Ratio::new(candidate.rate.expected.get() / hourly)
    } else {
        Ratio::ZERO
    }
}

/// The best of each quantity among the candidates, for the balanced order.
struct Scale {
    most_value: f64,
    least_total: f64,
    most_rate: f64,
}

impl Scale {
    fn of(candidates: &[Box<Candidate>]) -> Self {
        let fresh = || candidates.iter().filter(|c| !is_stale(c));
        let known = candidates.iter().filter(|c| !is_stale(c) && works(c));
        Self {
            most_value: known.map(|c| value(c)).max().map_or(0.0, Ratio::get),
            least_total: fresh()
                .map(|c| c.ranked.micros())
                .min()
                .map_or(1.0, |m| (m as f64 / 1e6).max(1e-6)),
            most_rate: fresh()
                .map(|c| c.rate.expected)
                .max()
                .map_or(1.0, |r| r.get().max(1e-12)),
        }
    }

    /// How many steps of a twentieth the work for the money is below the most of what is known to work.
    fn steps_below(&self, candidate: &Candidate) -> u32 {
        let own = value(candidate).get();
        if own <= 0.0 {
            return u32::MAX;
        }
        let steps = libm::log(self.most_value / own) / libm::log(1.05);
        // `as` saturates: what is not known to work may be above the most of what is.
        f64::floor(steps.max(0.0)) as u32
    }

    /// Lower is better: how many times the least cost it costs, times the square root of how many
    /// times slower than the fastest it is, times 2 − steadiness. The root weighs speed below
    /// cost: twice the speed is worth 41 % more money, and full steadiness twice the money of none.
    fn balance(&self, total: Ratio, rate: Ratio, steadiness: Ratio) -> Ratio {
        let cost = total.get() / self.least_total;
        let slow = self.most_rate / rate.get().max(1e-12);
        Ratio::new(cost * f64::sqrt(slow) * (2.0 - steadiness.get()))
    }
}

/// Marks the candidates to which no other is at once at most as dear and at least as fast, and
/// better in one of both.
pub fn mark_pareto(candidates: &mut [Box<Candidate>]) {
    let mut positions: Vec<usize> = (0..candidates.len()).collect();
    sorted::sort_by_key(&mut positions, |p| {
        (
            candidates[*p].ranked.micros(),
            Reverse(candidates[*p].rate.expected),
            *p,
        )
    });
    let mut fastest: Option<(Ratio, i64)> = None;
    for position in positions {
        let (rate, total) = (
            candidates[position].rate.expected,
            candidates[position].ranked.micros(),
        );
        let on_front = fastest.is_none_or(|(r, t)| rate > r || (rate == r && total == t));
        candidates[position].pareto = on_front;
        if on_front {
            fastest = Some((rate, total));
        }
    }
}
