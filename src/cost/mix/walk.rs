//! The cheapest purchases of one group of like instances, month by month.

use super::{Conditions, Hourly, LayerPlan, Sum};
use crate::cost::ways::{Terms, Way};
use crate::demand::{Layer, Profile};
use crate::units::Hours;

/// Longest project that is walked month by month; longer ones repeat a plan of three years.
const LONGEST: usize = 120;

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

/// One group of like instances over the months of the project.
pub(super) struct Walk<'a> {
    pub(super) ways: &'a [Way],
    pub(super) hourly: Hourly,
    pub(super) layer: &'a Layer,
    pub(super) profile: &'a Profile,
    pub(super) conditions: &'a Conditions,
    pub(super) months: f64,
}

impl Walk<'_> {
    /// Adds the cheapest purchases of this group to the sums.
    pub(super) fn buy(&self, sums: &mut [Sum]) -> Option<LayerPlan> {
        let whole = libm::ceil(self.months - 1e-9).max(1.0);
        // What lies beyond the longest walk is even, for the load grows over 120 months at most.
        let blocks = libm::ceil((whole - LONGEST as f64).max(0.0) / BLOCK as f64);
        let tail = self.months - blocks * BLOCK as f64;
        let mut first = None;
        if blocks > 0.0 {
            let plan = self.walk(BLOCK as f64, false)?;
            self.settle(&plan, BLOCK as f64, (blocks, false), sums);
            first = plan.first().copied();
        }
        let plan = self.walk(tail, true)?;
        self.settle(&plan, tail, (1.0, true), sums);
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
        let mut rest = vec![0.0_f64; count + 1];
        let mut steps: Vec<Option<Step>> = vec![None; count];
        for month in (0..count).rev() {
            let share = (months - month as f64).min(1.0);
            let mut best: Option<(f64, Step)> = None;
            let mut offer = |cost: f64, step: Step| {
                if cost.is_finite() && best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, step));
                }
            };
            let after = rest.get(month + 1).copied().unwrap_or(0.0);
            let factor = if first {
                self.conditions.factor(month)
            } else {
                1.0
            };
            if let Some(cost) = self.by_hours(month, share) {
                offer(cost * factor + after, Step::Hours);
            }
            if let Some((_, rate)) = self.hourly.month {
                offer(rate * factor + after, Step::Month);
            }
            if let Some((_, rate)) = self.hourly.days {
                for end in month + 1..=count {
                    let after = rest.get(end).copied().unwrap_or(0.0);
                    let covered = end - month;
                    offer(
                        rate * self.days(month, covered, months).1 + after,
                        Step::Days { months: covered },
                    );
                }
            }
            for (position, way) in self.ways.iter().enumerate() {
                let Terms::Term(term) = way.terms else {
                    continue;
                };
                let term = usize::from(term);
                let end = (month + term).min(count);
                let paid = self.paid(way, months - month as f64);
                let after = rest.get(end).copied().unwrap_or(0.0);
                offer(
                    way.usd.to_f64() * paid + after,
                    Step::Term {
                        way: position,
                        months: end - month,
                    },
                );
            }
            let (cost, step) = best?;
            rest[month] = cost;
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

    /// Hours that are billed for a month of which the project takes a share: with start-ups, and
    /// rounded as the provider does. Where that comes to more than the month, the instance runs on
    /// instead of stopping.
    fn hours(&self, month: usize, share: f64) -> (f64, f64) {
        let (firm, soft) = (self.layer.firm(month), self.layer.soft(month));
        let all = firm + soft;
        if all <= Hours::ZERO {
            return (0.0, 0.0);
        }
        let starts = self.layer.starts;
        let started = if self.profile.follows {
            self.conditions.startup * starts.get()
        } else {
            Hours::ZERO
        };
        let billed = self.conditions.billing.billed_hours(all + started, starts);
        let more = billed.hours.min(Hours::MONTH.max(all)) / all;
        (firm.get() * share * more, soft.get() * share * more)
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
            needed += if self.profile.contiguous {
                hours
            } else if hours > 0.0 {
                Hours::MONTH.get() * share
            } else {
                0.0
            };
        }
        (used, libm::ceil(needed / 24.0 - 1e-9).max(0.0) * 24.0)
    }

    /// Adds what the steps buy to the sums, so many times over; `first` as in the walk.
    fn settle(&self, plan: &[Step], months: f64, (times, first): (f64, bool), sums: &mut [Sum]) {
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
            let mut add = |way: Option<(usize, f64)>, entry: Sum| {
                if let Some(sum) = way.and_then(|(way, _)| sums.get_mut(way)) {
                    sum.add(&entry, times);
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
