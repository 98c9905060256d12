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

mod walk;

use super::billing::BillingRule;
use super::ways::{Terms, Way};
use crate::demand::Profile;
use crate::units::{Hours, Money, Ratio};
use walk::Walk;

/// Conditions that hold for all purchases of a project.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// Share of the rest of a term that is got back at the project's end.
    pub resale: Ratio,
    /// Months at the start in which hours and subscriptions cost `first_factor` times as much.
    pub first_months: Ratio,
    /// What is left of a price in the first months.
    pub first_factor: Ratio,
    /// Time that each start of an instance is billed before it works, where instances follow a load.
    pub startup: Hours,
    /// How time is rounded.
    pub billing: BillingRule,
}

impl Conditions {
    /// Nothing but the list.
    pub const NONE: Self = Self {
        resale: Ratio::ZERO,
        first_months: Ratio::ZERO,
        first_factor: Ratio::new(1.0),
        startup: Hours::ZERO,
        billing: BillingRule {
            granularity: None,
            minimum: None,
        },
    };

    /// What is left of a price in a month: the discount of the first months, in part where it ends
    /// within the month.
    fn factor(&self, month: usize) -> f64 {
        let share = (self.first_months.get() - month as f64).clamp(0.0, 1.0);
        1.0 - share * (1.0 - self.first_factor.get())
    }
}

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

/// The cheapest mix; `None` where the ways cannot cover the need, as spot alone cannot what may not
/// be interrupted.
#[must_use]
pub fn best(ways: &[Way], profile: &Profile, conditions: &Conditions) -> Option<Mix> {
    let hourly = Hourly::of(ways);
    let mut sums = vec![Sum::default(); ways.len()];
    let mut layers = Vec::with_capacity(profile.layers.len());
    for layer in &profile.layers {
        let walk = Walk {
            ways,
            hourly,
            layer,
            profile,
            conditions,
            months: profile.project / Hours::MONTH,
        };
        layers.push(walk.buy(&mut sums)?);
    }
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

/// What is bought one way so far.
#[derive(Clone, Copy, Default)]
struct Sum {
    used: f64,
    paid: f64,
    /// Units of the rate that are paid: hours, or months.
    units: f64,
    /// Units that fall into the project.
    within: f64,
    beyond: bool,
}

impl Sum {
    const fn hours(used: f64, paid: f64, factor: f64) -> Self {
        Self {
            used,
            paid,
            units: paid * factor,
            within: paid * factor,
            beyond: false,
        }
    }

    fn add(&mut self, other: &Self, times: f64) {
        self.used += other.used * times;
        self.paid += other.paid * times;
        self.units += other.units * times;
        self.within += other.within * times;
        self.beyond |= other.beyond;
    }

    fn part(&self, position: usize, way: &Way) -> Part {
        Part {
            way: position,
            used: Hours::new(self.used),
            paid: Hours::new(self.paid),
            total: way.rate.scaled(self.units),
            accrued: way.rate.scaled(self.within),
            beyond_project: self.beyond,
        }
    }
}
