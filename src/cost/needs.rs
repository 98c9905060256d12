//! What the groups of a profile come to on the bill, computed once for all offers that are billed
//! alike.

use super::conditions::Conditions;
use crate::demand::{Layer, Profile};
use crate::units::Hours;

/// The billed hours of a profile under some conditions.
#[derive(Clone, Debug, PartialEq)]
pub struct Needs {
    pub(super) conditions: Conditions,
    /// One entry for each group of the profile.
    pub(super) groups: Vec<Group>,
}

/// Hours that may not be interrupted, and hours that may, of one instance.
pub(super) type Pair = (f64, f64);

/// The hours of one group, each for one of its instances.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    /// Billed hours of each full month; one entry where all are alike.
    billed: Vec<Pair>,
    /// The most billed hours of a month.
    pub(super) most: Pair,
    /// Hours of use over the project.
    pub(super) used: Pair,
    /// Billed hours over the project.
    pub(super) paid: Pair,
    /// The same, those of the first months with their discount.
    pub(super) units: Pair,
}

impl Needs {
    /// The billed hours of a profile.
    #[must_use]
    pub fn of(profile: &Profile, conditions: &Conditions) -> Self {
        let groups = profile.layers.iter();
        Self {
            conditions: *conditions,
            groups: groups
                .map(|layer| Group::of(profile, layer, conditions))
                .collect(),
        }
    }
}

impl Needs {
    /// Hours that are billed over the project where all of it is bought by the hour, those of the
    /// first months with their discount.
    #[must_use]
    pub fn by_the_hour(&self, profile: &Profile) -> Hours {
        let groups = self.groups.iter().zip(&profile.layers);
        let hours = groups.map(|(group, layer)| {
            let times = f64::from(layer.instances);
            group.units.0 * times + group.units.1 * times
        });
        Hours::new(hours.sum())
    }
}

impl Group {
    fn of(profile: &Profile, layer: &Layer, conditions: &Conditions) -> Self {
        let months = profile.project / Hours::MONTH;
        let count = f64::ceil(months - 1e-9).max(1.0) as usize;
        let entries = if layer.is_even() { 1 } else { count };
        // Most months need what the month before them needs.
        let mut known = None;
        let mut billed: Vec<Pair> = Vec::with_capacity(entries);
        for month in 0..entries {
            let need = (
                (layer.firm(month), layer.soft(month)),
                (layer.starts(month), layer.booted(month)),
            );
            let again = known.filter(|(known, _)| *known == need);
            let (_, pair) = again.unwrap_or_else(|| (need, conditions.billed(layer, month)));
            known = Some((need, pair));
            billed.push(pair);
        }
        let mut group = Self {
            most: billed
                .iter()
                .fold((0.0, 0.0), |most, b| (most.0.max(b.0), most.1.max(b.1))),
            billed,
            used: (0.0, 0.0),
            paid: (0.0, 0.0),
            units: (0.0, 0.0),
        };
        // Months that are alike in use and in discount are one entry.
        let single = if layer.is_even() {
            f64::ceil(conditions.first_months.get()).min(count as f64) as usize
        } else {
            count
        };
        for month in 0..single {
            group.add(layer, month, (months - month as f64).min(1.0), conditions);
        }
        if single < count {
            group.add(layer, single, months - single as f64, conditions);
        }
        group
    }

    /// Adds so many months like one of them.
    fn add(&mut self, layer: &Layer, month: usize, months: f64, conditions: &Conditions) {
        let billed = self.billed(month);
        let factor = conditions.factor(month);
        let add = |sum: &mut Pair, hours: Pair, times: f64| {
            sum.0 += hours.0 * times;
            sum.1 += hours.1 * times;
        };
        let used = (layer.firm(month).get(), layer.soft(month).get());
        add(&mut self.used, used, months);
        add(&mut self.paid, billed, months);
        add(&mut self.units, billed, months * factor);
    }

    /// Billed hours of a full month.
    pub(super) fn billed(&self, month: usize) -> Pair {
        let month = self.billed.get(month).or_else(|| self.billed.last());
        month.copied().unwrap_or((0.0, 0.0))
    }
}
