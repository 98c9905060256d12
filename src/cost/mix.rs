//! The best way to buy the instances of a project: commitments for what always runs, subscriptions,
//! on demand for peaks, spot for what may be interrupted.
//!
//! The first instance is needed at least as long as the second, in every month, and terms start
//! with the project. So the instances can be bought one by one: the cheapest purchases of each are
//! together the cheapest of all (`docs/money.md` has the argument; `tests/money_mix.rs` holds it
//! against trying everything).
//! For one instance the months of the project are walked from the last to the first: the cheapest
//! rest from a month on is the cheapest of paying that month by the hour or as a subscription, and
//! of starting a term there, each with the cheapest rest after it.

use super::conditions::Conditions;
use super::sum::Sum;
use super::ways::{Terms, Way};
use crate::demand::{Layer, Profile};
use crate::units::{Hours, Money};

/// Longest project that is walked month by month; longer ones repeat a plan of three years.
pub(super) const LONGEST: usize = 120;

/// Months of the longest term that is sold.
const BLOCK: usize = 36;

/// How all instances of a project are bought.
#[derive(Clone, Debug, PartialEq)]
pub struct Mix {
    /// What is bought, one part per way, in the order of the ways.
    pub parts: Vec<Part>,
    /// How each group of instances is bought at the start of the project.
    pub layers: Vec<LayerPlan>,
}

/// Everything that is bought one way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The way, as its position.
    pub way: usize,
    /// Instance-hours of use that it covers over the project.
    pub used: Hours,
    /// Instance-hours that are paid: for a term all of its hours, for spot those that are expected
    /// to be lost as well.
    pub paid: Hours,
    /// What is paid for over the project, native currency.
    pub total: Money,
    /// What of it falls into the project, by the time that it covers, native currency.
    pub accrued: Money,
    /// A term runs on after the project.
    pub beyond_project: bool,
}

/// How a group of like instances is bought at the start of the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerPlan {
    /// How many instances.
    pub instances: u32,
    /// The way that covers them around the clock, where there is one.
    pub base: Option<usize>,
    /// The way for hours that may not be interrupted.
    pub firm: Option<usize>,
    /// The way for hours that may.
    pub soft: Option<usize>,
}

/// The cheapest hourly ways of one offer.
#[derive(Clone, Copy)]
struct Hourly {
    firm: Option<(usize, f64)>,
    /// With the expected factor of spot in its rate.
    soft: Option<(usize, f64)>,
    days: Option<(usize, f64)>,
    month: Option<(usize, f64)>,
}

/// What is done in one month.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    /// By the hour.
    Hours,
    /// By whole days, so many months without a pause.
    Days { months: usize },
    /// A subscription for the month.
    Month,
    /// A term starts.
    Term { way: usize, months: usize },
}

/// The cheapest mix; `None` where the ways cannot cover the need, as spot alone cannot what may not
/// be interrupted.
#[must_use]
pub fn best(ways: &[Way], profile: &Profile, conditions: &Conditions) -> Option<Mix> {
    let mut sums = vec![Sum::default(); ways.len()];
    let layers = buy(ways, profile, conditions, &mut |way, _, sum, times| {
        if let Some(own) = sums.get_mut(way) {
            own.add(sum, times);
        }
    })?;
    let parts = sums
        .iter()
        .zip(ways)
        .enumerate()
        .filter(|(_, (sum, _))| sum.paid > 0.0)
        .map(|(position, (sum, way))| sum.part(position, way));
    Some(Mix {
        parts: parts.collect(),
        layers,
    })
}

/// Takes what is bought: the way, the month in which it starts, what, and how many times.
pub(super) type Book<'a> = dyn FnMut(usize, usize, &Sum, f64) + 'a;

/// Buys every group of instances and enters each purchase in the book.
pub(super) fn buy(
    ways: &[Way],
    profile: &Profile,
    conditions: &Conditions,
    book: &mut Book,
) -> Option<Vec<LayerPlan>> {
    let hourly = Hourly::of(ways);
    let mut layers = Vec::with_capacity(profile.layers.len());
    for layer in &profile.layers {
        let walk = Walk {
            ways,
            hourly,
            layer,
            profile,
            conditions,
            even: conditions.billed(profile, layer, 0),
            months: profile.project / Hours::MONTH,
        };
        layers.push(walk.buy(book)?);
    }
    Some(layers)
}

impl Hourly {
    fn of(ways: &[Way]) -> Self {
        let least = |cost: &dyn Fn(&Way) -> Option<f64>| {
            let mut best: Option<(usize, f64)> = None;
            for (position, way) in ways.iter().enumerate() {
                if let Some(cost) = cost(way)
                    && best.is_none_or(|(_, least)| cost < least)
                {
                    best = Some((position, cost));
                }
            }
            best
        };
        let firm = least(&|way| (way.terms == Terms::Hours).then_some(way.usd.to_f64()));
        let soft = least(&|way| match way.terms {
            Terms::Hours => Some(way.usd.to_f64()),
            Terms::Spot(factor) => Some(way.usd.to_f64() * factor.get()),
            _ => None,
        });
        Self {
            firm,
            soft,
            days: least(&|way| (way.terms == Terms::Days).then_some(way.usd.to_f64())),
            month: least(&|way| (way.terms == Terms::Months).then_some(way.usd.to_f64())),
        }
    }
}

/// The cheapest way through the rest of the project, from some month on.
#[derive(Clone, Copy, Default)]
struct Rest {
    cost: f64,
    /// Months in which the instance is paid for around the clock.
    committed: usize,
    /// The sum of the months in which such purchases start.
    late: usize,
}

impl Rest {
    /// This rest after a purchase for so many months from a month on.
    fn after(self, cost: f64, month: usize, covered: usize, step: Step) -> Self {
        let (committed, late) = match step {
            Step::Hours => (0, 0),
            Step::Days { .. } | Step::Month | Step::Term { .. } => (covered, month),
        };
        Self {
            cost: cost + self.cost,
            committed: committed + self.committed,
            late: late + self.late,
        }
    }

    /// Of two that cost the same, the one that binds for less time is better, and then the one
    /// that binds earlier: so that the longest needed instances are committed at the same time.
    fn is_better(&self, other: &Self) -> bool {
        // The same purchases in another order sum to the same but for the last bits.
        let same = (self.cost - other.cost).abs() <= 1e-12 * self.cost.max(other.cost);
        if same {
            (self.committed, self.late) < (other.committed, other.late)
        } else {
            self.cost < other.cost
        }
    }
}

/// One group of like instances over the months of the project.
struct Walk<'a> {
    ways: &'a [Way],
    hourly: Hourly,
    layer: &'a Layer,
    profile: &'a Profile,
    conditions: &'a Conditions,
    /// Billed hours of a full month, where all are alike.
    even: (f64, f64),
    months: f64,
}

impl Walk<'_> {
    /// Enters the cheapest purchases of this group.
    fn buy(&self, book: &mut Book) -> Option<LayerPlan> {
        let whole = libm::ceil(self.months - 1e-9).max(1.0);
        // What lies beyond the longest walk is even, for the load grows over 120 months at most.
        let blocks = libm::ceil((whole - LONGEST as f64).max(0.0) / BLOCK as f64);
        let tail = self.months - blocks * BLOCK as f64;
        let mut first = None;
        if blocks > 0.0 {
            let plan = self.walk(BLOCK as f64, false)?;
            self.settle(&plan, BLOCK as f64, (blocks, false), book);
            first = plan.first().copied();
        }
        let plan = self.walk(tail, true)?;
        self.settle(&plan, tail, (1.0, true), book);
        let first = first.or_else(|| plan.first().copied())?;
        let way = |hourly: Option<(usize, f64)>| hourly.map(|(way, _)| way);
        let base = match first {
            Step::Hours => None,
            Step::Days { .. } => way(self.hourly.days),
            Step::Month => way(self.hourly.month),
            Step::Term { way, .. } => Some(way),
        };
        Some(LayerPlan {
            instances: self.layer.instances,
            base,
            firm: way(self.hourly.firm),
            soft: way(self.hourly.soft),
        })
    }

    /// The cheapest steps through so many months, month by month; a month within a term has none
    /// of its own. `first` says whether these are the first months of the project.
    fn walk(&self, months: f64, first: bool) -> Option<Vec<Step>> {
        let count = libm::ceil(months - 1e-9).max(1.0) as usize;
        let mut rests = vec![Rest::default(); count + 1];
        let mut steps: Vec<Option<Step>> = vec![None; count];
        for month in (0..count).rev() {
            let share = (months - month as f64).min(1.0);
            let mut best: Option<(Rest, Step)> = None;
            let mut offer = |cost: f64, covered: usize, step: Step| {
                let after = rests.get(month + covered).copied().unwrap_or_default();
                let rest = after.after(cost, month, covered, step);
                if rest.cost.is_finite() && best.is_none_or(|(least, _)| rest.is_better(&least)) {
                    best = Some((rest, step));
                }
            };
            let factor = if first {
                self.conditions.factor(month)
            } else {
                1.0
            };
            if let Some(cost) = self.by_hours(month, share) {
                offer(cost * factor, 1, Step::Hours);
            }
            if let Some((_, rate)) = self.hourly.month {
                offer(rate * factor, 1, Step::Month);
            }
            for covered in 1..=count - month {
                let Some((_, rate)) = self.hourly.days else {
                    break;
                };
                let (_, days) = self.days(month, covered, months);
                offer(rate * days, covered, Step::Days { months: covered });
            }
            for (position, way) in self.ways.iter().enumerate() {
                let Terms::Term(term) = way.terms else {
                    continue;
                };
                let covered = usize::from(term).min(count - month);
                let paid = self.paid(way, months - month as f64);
                let step = Step::Term {
                    way: position,
                    months: covered,
                };
                offer(way.usd.to_f64() * paid, covered, step);
            }
            let (rest, step) = best?;
            rests[month] = rest;
            steps[month] = Some(step);
        }
        let mut plan = Vec::new();
        let mut month = 0;
        while let Some(Some(step)) = steps.get(month) {
            plan.push(*step);
            month += match step {
                Step::Term { months, .. } | Step::Days { months } => (*months).max(1),
                Step::Hours | Step::Month => 1,
            };
        }
        Some(plan)
    }

    /// Hours that a term is paid for in the end, where so many months of the project are left: the
    /// resold share of what lies beyond it comes back.
    fn paid(&self, way: &Way, left: f64) -> f64 {
        let Terms::Term(term) = way.terms else {
            return 0.0;
        };
        let term = f64::from(term);
        let beyond = (term - left).max(0.0);
        (term - beyond * self.conditions.resale.get()) * Hours::MONTH.get()
    }

    /// Hours that are billed for a month of which the project takes a share.
    fn hours(&self, month: usize, share: f64) -> (f64, f64) {
        let (firm, soft) = if self.layer.is_even() {
            self.even
        } else {
            self.conditions.billed(self.profile, self.layer, month)
        };
        (firm * share, soft * share)
    }

    fn by_hours(&self, month: usize, share: f64) -> Option<f64> {
        let (firm, soft) = self.hours(month, share);
        let part = |hours: f64, way: Option<(usize, f64)>| match way {
            _ if hours <= 0.0 => Some(0.0),
            Some((_, rate)) => Some(rate * hours),
            None => None,
        };
        Some(part(firm, self.hourly.firm)? + part(soft, self.hourly.soft)?)
    }

    /// Hours of use in some months, and those of the whole days that hold them: a job's days
    /// without a pause, otherwise every day. A day that two months share is one day.
    fn days(&self, first: usize, covered: usize, months: f64) -> (f64, f64) {
        let (mut used, mut needed) = (0.0, 0.0);
        for month in first..first + covered {
            let share = (months - month as f64).min(1.0);
            let hours = (self.layer.firm(month) + self.layer.soft(month)).get() * share;
            used += hours;
            needed += match self.profile.contiguous {
                true => hours,
                false if hours > 0.0 => Hours::MONTH.get() * share,
                false => 0.0,
            };
        }
        // The least of any use is one day.
        let least = if needed > 0.0 { 1.0 } else { 0.0 };
        (used, libm::ceil(needed / 24.0 - 1e-9).max(least) * 24.0)
    }

    /// Enters what the steps buy, so many times over; `first` as in the walk.
    fn settle(&self, plan: &[Step], months: f64, (times, first): (f64, bool), book: &mut Book) {
        let times = times * f64::from(self.layer.instances);
        let mut month = 0;
        for step in plan {
            let share = (months - month as f64).min(1.0);
            let factor = if first {
                self.conditions.factor(month)
            } else {
                1.0
            };
            let (firm, soft) = (self.layer.firm(month).get(), self.layer.soft(month).get());
            let start = month;
            let mut add = |way: Option<(usize, f64)>, entry: Sum| {
                if let Some((way, _)) = way {
                    book(way, start, &entry, times);
                }
            };
            match step {
                Step::Hours => {
                    let (paid_firm, paid_soft) = self.hours(month, share);
                    add(
                        self.hourly.firm,
                        Sum::hours(firm * share, paid_firm, factor),
                    );
                    let lost = match self.hourly.soft.and_then(|(way, _)| self.ways.get(way)) {
                        Some(Way {
                            terms: Terms::Spot(lost),
                            ..
                        }) => lost.get(),
                        _ => 1.0,
                    };
                    add(
                        self.hourly.soft,
                        Sum::hours(soft * share, paid_soft * lost, factor),
                    );
                    month += 1;
                }
                Step::Days { months: covered } => {
                    let (used, paid) = self.days(month, *covered, months);
                    add(self.hourly.days, Sum::hours(used, paid, 1.0));
                    month += covered;
                }
                Step::Month => {
                    let sum = Sum {
                        used: (firm + soft) * share,
                        paid: Hours::MONTH.get(),
                        units: factor,
                        within: factor * share,
                        beyond: false,
                    };
                    add(self.hourly.month, sum);
                    month += 1;
                }
                Step::Term {
                    way,
                    months: covered,
                } => {
                    let Some(bought) = self.ways.get(*way) else {
                        continue;
                    };
                    let left = months - month as f64;
                    let Terms::Term(term) = bought.terms else {
                        continue;
                    };
                    let used = (month..month + covered).map(|m| {
                        let share = (months - m as f64).min(1.0);
                        (self.layer.firm(m) + self.layer.soft(m)).get() * share
                    });
                    let sum = Sum {
                        used: used.sum(),
                        paid: f64::from(term) * Hours::MONTH.get(),
                        units: self.paid(bought, left),
                        within: f64::from(term).min(left) * Hours::MONTH.get(),
                        beyond: f64::from(term) > left + 1e-9,
                    };
                    add(Some((*way, 0.0)), sum);
                    month += covered;
                }
            }
        }
    }
}
