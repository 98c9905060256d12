//! The cheapest purchases of one group of like instances, month by month.

use super::conditions::Conditions;
use super::mix::{Book, Hourly, LayerPlan};
use super::needs::{Group, Pair};
use super::sum::Sum;
use super::ways::{Terms, Way};
use crate::demand::{Layer, Profile};
use crate::units::Hours;

/// Longest project that is walked month by month; longer ones repeat a plan of three years.
pub(super) const LONGEST: usize = 120;

/// Months of the longest term that is sold.
const BLOCK: usize = 36;

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

/// A way that binds for a term.
pub(super) struct Term {
    way: usize,
    /// How long it is.
    pub(super) months: usize,
    /// Its rate per hour in US dollars.
    usd: f64,
}

impl Term {
    /// The cheapest term of each length: all of a length bind alike.
    pub(super) fn cheapest(ways: &[Way]) -> Vec<Self> {
        let mut cheapest: Vec<Self> = Vec::new();
        for (position, way) in ways.iter().enumerate() {
            let Terms::Term(months) = way.terms else {
                continue;
            };
            let term = Self {
                way: position,
                months: usize::from(months),
                usd: way.usd.to_f64(),
            };
            match cheapest.iter_mut().find(|t| t.months == term.months) {
                Some(known) if known.usd <= term.usd => {}
                Some(known) => *known = term,
                None => cheapest.push(term),
            }
        }
        cheapest
    }

    /// What it costs in the end where so many months of the project are left.
    pub(super) fn cost(&self, left: f64, conditions: &Conditions) -> f64 {
        self.usd * paid(self.months as f64, left, conditions)
    }
}

/// Hours that a term of so many months is paid for in the end, where so many months of the project
/// are left: the resold share of what lies beyond it comes back.
fn paid(months: f64, left: f64, conditions: &Conditions) -> f64 {
    let beyond = (months - left).max(0.0);
    (months - beyond * conditions.resale.get()) * Hours::MONTH.get()
}

/// What a walk needs room for, kept for the next one.
#[derive(Default)]
pub(super) struct Scratch {
    rests: Vec<Rest>,
    steps: Vec<Option<Step>>,
    /// Hours that days must hold before each month.
    days: Vec<f64>,
    /// The cheapest steps from the start of the walk on.
    plan: Vec<Step>,
    /// Whether the last group was bought by hours alone; false before the first.
    pub(super) by_hours: bool,
}

/// One group of like instances over the months of the project.
pub(super) struct Walk<'a> {
    pub(super) ways: &'a [Way],
    /// The hourly ways at the start of the project.
    pub(super) hourly: Hourly,
    pub(super) terms: &'a [Term],
    /// Those from a month on, where a promotion ends within the project.
    pub(super) later: Option<(usize, Hourly)>,
    pub(super) layer: &'a Layer,
    pub(super) profile: &'a Profile,
    pub(super) group: &'a Group,
    pub(super) conditions: &'a Conditions,
    /// The least that a full month costs around the clock.
    pub(super) commitment: f64,
    pub(super) months: f64,
}

impl Walk<'_> {
    /// The plan where no commitment can pay: even the month with the most hours costs less by the
    /// hour than the cheapest month around the clock.
    pub(super) fn by_hours_alone(&self) -> Option<LayerPlan> {
        if self.later.is_some() {
            return None;
        }
        (self.most_by_hours()? <= self.commitment).then(|| self.plan(None))
    }

    /// What the month with the most hours costs by the hour.
    pub(super) fn most_by_hours(&self) -> Option<f64> {
        self.cost(&self.hourly, self.group.most)
    }

    /// Enters all hours of the project at once.
    pub(super) fn settle_hours(&self, book: &mut Book) {
        let times = f64::from(self.layer.instances);
        let Group {
            used, paid, units, ..
        } = *self.group;
        let mut add = |way: Option<(usize, f64)>, used: f64, paid: f64, units: f64| {
            if let Some((way, _)) = way {
                let sum = Sum {
                    used,
                    paid,
                    units,
                    within: units,
                    beyond: false,
                };
                book(way, 0, &sum, times);
            }
        };
        let lost = self.hourly.lost(self.ways);
        add(self.hourly.firm, used.0, paid.0, units.0);
        add(self.hourly.soft, used.1, paid.1 * lost, units.1 * lost);
    }

    fn plan(&self, base: Option<usize>) -> LayerPlan {
        let way = |hourly: Option<(usize, f64)>| hourly.map(|(way, _)| way);
        LayerPlan {
            instances: self.layer.instances,
            base,
            firm: way(self.hourly.firm),
            soft: way(self.hourly.soft),
        }
    }

    /// Enters the cheapest purchases of this group.
    pub(super) fn buy(&self, book: &mut Book, scratch: &mut Scratch) -> Option<LayerPlan> {
        let whole = f64::ceil(self.months - 1e-9).max(1.0);
        // What lies beyond the longest walk is even, for the load grows over 120 months at most.
        let blocks = f64::ceil((whole - LONGEST as f64).max(0.0) / BLOCK as f64);
        let tail = self.months - blocks * BLOCK as f64;
        let mut first = None;
        scratch.by_hours = true;
        if blocks > 0.0 {
            self.walk(BLOCK as f64, false, scratch)?;
            self.settle(&scratch.plan, BLOCK as f64, (blocks, false), book);
            first = scratch.plan.first().copied();
        }
        self.walk(tail, true, scratch)?;
        self.settle(&scratch.plan, tail, (1.0, true), book);
        let first = first.or_else(|| scratch.plan.first().copied())?;
        let hourly = self.hourly(0, blocks <= 0.0);
        let way = |hourly: Option<(usize, f64)>| hourly.map(|(way, _)| way);
        let base = match first {
            Step::Hours => None,
            Step::Days { .. } => way(hourly.days),
            Step::Month => way(hourly.month),
            Step::Term { way, .. } => Some(way),
        };
        Some(self.plan(base))
    }

    /// Plans the cheapest steps through so many months, month by month; a month within a term has
    /// none of its own. `first` says whether these are the first months of the project.
    fn walk(&self, months: f64, first: bool, scratch: &mut Scratch) -> Option<()> {
        let count = f64::ceil(months - 1e-9).max(1.0) as usize;
        let Scratch {
            rests,
            steps,
            days,
            plan,
            by_hours,
        } = scratch;
        rests.clear();
        rests.resize(count + 1, Rest::default());
        steps.clear();
        steps.resize(count, None);
        plan.clear();
        days.clear();
        if self.hourly.days.is_some() || self.later.is_some() {
            let mut before = 0.0;
            for month in 0..=count {
                days.push(before);
                before += self.day_hours(month, months).1;
            }
        }
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
            let hourly = self.hourly(month, first);
            if let Some(cost) = self.cost(hourly, self.hours(month, share)) {
                offer(cost * factor, 1, Step::Hours);
            }
            if let Some((_, rate)) = hourly.month {
                offer(rate * factor, 1, Step::Month);
            }
            if let Some((_, rate)) = hourly.days {
                let from = days.get(month).copied().unwrap_or(0.0);
                for (covered, before) in days.iter().skip(month).enumerate().skip(1) {
                    let step = Step::Days { months: covered };
                    offer(rate * whole_days(before - from), covered, step);
                }
            }
            for term in self.terms {
                let covered = term.months.min(count - month);
                let step = Step::Term {
                    way: term.way,
                    months: covered,
                };
                let cost = term.cost(months - month as f64, self.conditions);
                offer(cost, covered, step);
            }
            let (rest, step) = best?;
            rests[month] = rest;
            steps[month] = Some(step);
        }
        let mut month = 0;
        while let Some(Some(step)) = steps.get(month) {
            plan.push(*step);
            month += match step {
                Step::Term { months, .. } | Step::Days { months } => (*months).max(1),
                Step::Hours | Step::Month => 1,
            };
            *by_hours &= *step == Step::Hours;
        }
        Some(())
    }

    /// Hours that are billed for a month of which the project takes a share.
    fn hours(&self, month: usize, share: f64) -> (f64, f64) {
        let (firm, soft) = self.group.billed(month);
        (firm * share, soft * share)
    }

    /// The hourly ways of a month; `first` as in the walk.
    const fn hourly(&self, month: usize, first: bool) -> &Hourly {
        match &self.later {
            Some((from, later)) if month >= *from || !first => later,
            _ => &self.hourly,
        }
    }

    /// What hours cost; `None` where there is no way to buy them.
    fn cost(&self, hourly: &Hourly, (firm, soft): Pair) -> Option<f64> {
        let part = |hours: f64, way: Option<(usize, f64)>| match way {
            _ if hours <= 0.0 => Some(0.0),
            Some((_, rate)) => Some(rate * hours),
            None => None,
        };
        Some(part(firm, hourly.firm)? + part(soft, hourly.soft)?)
    }

    /// Hours of use in a month, and those that days must hold: a job's hours without a pause,
    /// otherwise those of every day.
    fn day_hours(&self, month: usize, months: f64) -> Pair {
        let share = (months - month as f64).min(1.0);
        let used = (self.layer.firm(month) + self.layer.soft(month)).get() * share;
        match self.profile.contiguous {
            false if used > 0.0 => (used, Hours::MONTH.get() * share),
            _ => (used, used),
        }
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
            let hourly = self.hourly(month, first);
            let mut add = |way: Option<(usize, f64)>, entry: Sum| {
                if let Some((way, _)) = way {
                    book(way, start, &entry, times);
                }
            };
            match step {
                Step::Hours => {
                    let (paid_firm, paid_soft) = self.hours(month, share);
                    add(hourly.firm, Sum::hours(firm * share, paid_firm, factor));
                    let lost = hourly.lost(self.ways);
                    add(
                        hourly.soft,
                        Sum::hours(soft * share, paid_soft * lost, factor),
                    );
                    month += 1;
                }
                Step::Days { months: covered } => {
                    let hours = (month..month + covered).map(|m| self.day_hours(m, months));
                    let (used, needed) = hours.fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
                    add(hourly.days, Sum::hours(used, whole_days(needed), 1.0));
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
                    add(hourly.month, sum);
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
                    let units = paid(f64::from(term), left, self.conditions);
                    let within = f64::from(term).min(left) * Hours::MONTH.get();
                    let sum = Sum {
                        used: used.sum(),
                        paid: f64::from(term) * Hours::MONTH.get(),
                        units,
                        within,
                        // A rest that is resold in full costs nothing after the project.
                        beyond: units > within + 1e-6,
                    };
                    add(Some((*way, 0.0)), sum);
                    month += covered;
                }
            }
        }
    }
}

/// The hours of the whole days that hold some hours without a pause. A day that two months share
/// is one day, and the least of any use is one.
fn whole_days(hours: f64) -> f64 {
    let least = if hours > 0.0 { 1.0 } else { 0.0 };
    f64::ceil(hours / 24.0 - 1e-9).max(least) * 24.0
}
