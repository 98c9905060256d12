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
use super::needs::Needs;
use super::sum::Sum;
use super::walk::{Scratch, Term, Walk};
use super::ways::{Terms, Way, When};
use crate::catalog::{Catalog, Offer, Price};
use crate::demand::Profile;
use crate::units::{Currency, Hours, Money};

/// How all instances of a project are bought.
#[derive(Clone, Debug, PartialEq)]
pub struct Mix {
    /// What is bought, one part per way, in the order of the ways.
    pub parts: Vec<Part>,
    /// How each group of instances is bought at the start of the project.
    pub layers: Vec<LayerPlan>,
}

impl Mix {
    /// An amount of every part, summed in US dollars; `None` where a currency has no rate.
    #[must_use]
    pub fn usd(&self, catalog: &Catalog, of: fn(&Part) -> Money) -> Option<Money> {
        let mut sum = Money::zero(Currency::USD);
        for part in &self.parts {
            sum += catalog.convert(of(part), Currency::USD)?;
        }
        Some(sum)
    }

    /// Every part with its way and the price of that.
    #[must_use]
    pub fn used<'a>(
        &'a self,
        ways: &'a [Way],
        offer: &'a Offer,
    ) -> Vec<(&'a Part, &'a Way, &'a Price)> {
        let used = self.parts.iter().filter_map(|part| {
            let way = ways.get(part.way)?;
            Some((part, way, offer.prices.get(way.price)?))
        });
        used.collect()
    }
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
pub(super) struct Hourly {
    pub(super) firm: Option<(usize, f64)>,
    /// With the expected factor of spot in its rate.
    pub(super) soft: Option<(usize, f64)>,
    pub(super) days: Option<(usize, f64)>,
    pub(super) month: Option<(usize, f64)>,
}

/// The cheapest mix; `None` where the ways cannot cover the need, as spot alone cannot what may not
/// be interrupted.
#[must_use]
pub fn best(ways: &[Way], profile: &Profile, conditions: &Conditions) -> Option<Mix> {
    best_of(ways, profile, &Needs::of(profile, conditions))
}

/// The cheapest mix, where the billed hours of the profile are known already.
#[must_use]
pub fn best_of(ways: &[Way], profile: &Profile, needs: &Needs) -> Option<Mix> {
    let mut sums = vec![Sum::default(); ways.len()];
    let layers = buy(ways, profile, needs, false, &mut |way, _, sum, times| {
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

/// Buys every group of instances and enters each purchase in the book; `monthly` enters hours month
/// by month even where they are all that is bought.
pub(super) fn buy(
    ways: &[Way],
    profile: &Profile,
    needs: &Needs,
    monthly: bool,
    book: &mut Book,
) -> Option<Vec<LayerPlan>> {
    let hourly = Hourly::of(ways, 0);
    let terms = Term::cheapest(ways);
    let months = profile.project / Hours::MONTH;
    let mut commitment = hourly.commitment(&terms, months, &needs.conditions);
    let mut scratch = Scratch::default();
    // The month from which other ways are the cheapest, where that lies within the project.
    let turns = ways.iter().find_map(|way| match way.when {
        When::Before(first) | When::After(first) => Some(usize::from(first.0)),
        When::Always => None,
    });
    let turns = turns.filter(|month| (*month as f64) < months - 1e-9);
    let later = turns.map(|month| (month, Hourly::of(ways, month)));
    let mut layers = Vec::with_capacity(profile.layers.len());
    for (layer, group) in profile.layers.iter().zip(&needs.groups) {
        let walk = Walk {
            ways,
            hourly,
            terms: &terms,
            later,
            layer,
            profile,
            group,
            conditions: &needs.conditions,
            commitment,
            months,
        };
        layers.push(match walk.by_hours_alone() {
            Some(plan) if !monthly => {
                walk.settle_hours(book);
                plan
            }
            _ => walk.buy(book, &mut scratch)?,
        });
        // Where no commitment paid for months like these, none pays for months that cost less.
        if layer.is_even() && scratch.by_hours {
            commitment = commitment.max(walk.most_by_hours().unwrap_or(0.0));
        }
    }
    Some(layers)
}

impl Hourly {
    /// Those of a month of the project.
    fn of(ways: &[Way], month: usize) -> Self {
        let least = |cost: &dyn Fn(&Way) -> Option<f64>| {
            let mut best: Option<(usize, f64)> = None;
            for (position, way) in ways.iter().enumerate() {
                if way.when.holds(month)
                    && let Some(cost) = cost(way)
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

    /// The least that a full month costs around the clock; nothing where days are sold, whose price
    /// follows the use.
    fn commitment(&self, terms: &[Term], months: f64, conditions: &Conditions) -> f64 {
        // A term costs least for a month that it covers where as much of it as can be is needed.
        let least = terms
            .iter()
            .map(|term| term.cost(months, conditions) / months.min(term.months as f64))
            .fold(f64::INFINITY, f64::min);
        match (self.days, self.month) {
            (Some(_), _) => 0.0,
            (None, Some((_, rate))) => least.min(rate),
            (None, None) => least,
        }
    }

    /// The hours of spot that are paid for a useful one, where spot is the way for what may stop.
    pub(super) fn lost(&self, ways: &[Way]) -> f64 {
        match self.soft.and_then(|(way, _)| ways.get(way)) {
            Some(Way {
                terms: Terms::Spot(lost),
                ..
            }) => lost.get(),
            _ => 1.0,
        }
    }
}
