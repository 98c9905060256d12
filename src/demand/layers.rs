//! Instances that are needed alike, from how many each hour of every month needs.

use super::week::per_month;
use crate::sorted;
use crate::units::{Hours, Ratio};
use std::cmp::Reverse;

/// Instances that are needed alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// How many.
    pub instances: u32,
    /// Hours in which one of them is needed and may not be interrupted: by month, or one figure
    /// for every full month.
    pub(super) firm: Vec<Hours>,
    /// Hours in which one of them is needed and may be interrupted.
    pub(super) soft: Vec<Hours>,
    /// How often one of them starts: by month, or one figure for every full month.
    pub(super) starts: Vec<Ratio>,
    /// How many of these starts are billed on top of the hours in which it is needed; those of a
    /// job, and of hours that are stated, lie within.
    pub(super) booted: Vec<Ratio>,
    /// Months that one run takes where it is a job's that goes on for more than one, else 1.
    pub runs_for: Ratio,
}

impl Layer {
    /// Hours of a full month in which it may not be interrupted.
    #[must_use]
    pub fn firm(&self, month: usize) -> Hours {
        at(&self.firm, month)
    }

    /// Hours of a full month in which it may be interrupted.
    #[must_use]
    pub fn soft(&self, month: usize) -> Hours {
        at(&self.soft, month)
    }

    /// How often one of them starts in a full month.
    #[must_use]
    pub fn starts(&self, month: usize) -> Ratio {
        at(&self.starts, month)
    }

    /// How many of these starts are billed on top of the hours in which it is needed; those of a
    /// job, and of hours that are stated, lie within.
    #[must_use]
    pub fn booted(&self, month: usize) -> Ratio {
        at(&self.booted, month)
    }

    /// Whether every month is alike.
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.firm.len() <= 1
    }
}

fn at<T: Copy + Default>(months: &[T], month: usize) -> T {
    let month = months.get(month).or_else(|| months.last());
    month.copied().unwrap_or_default()
}

/// Hours of the week with so many instances.
#[derive(Clone, PartialEq)]
pub(super) struct Need {
    pub(super) all: u32,
    pub(super) firm: u32,
    pub(super) hours: f64,
}

/// Each number of instances with the hours of the week that have at least so many, the most first.
fn held(needs: &[Need], of: fn(&Need) -> u32) -> Vec<(u32, f64)> {
    let mut held: Vec<(u32, f64)> = needs.iter().map(|n| (of(n), n.hours)).collect();
    if !held.is_sorted_by_key(|(instances, _)| Reverse(*instances)) {
        sorted::sort_by_key(&mut held, |(instances, _)| Reverse(*instances));
    }
    let mut sum = 0.0;
    for (_, hours) in &mut held {
        sum += *hours;
        *hours = sum;
    }
    held
}

/// How often one of the instances after a number up to another starts in a month on average, and how
/// many of these starts are billed on top of its hours.
pub(super) type Starts<'a> = dyn Fn(usize, u32, u32) -> (Ratio, Ratio) + 'a;

/// Groups of like instances, the longest needed first, from the needs of each month or of every
/// month alike.
pub(super) fn layers(months: &[Vec<Need>], starts: &Starts) -> Vec<Layer> {
    let mut below = 0;
    let steps = steps(months);
    let count = months.len();
    let mut layers: Vec<Layer> = steps
        .iter()
        .map(|to| {
            let layer = Layer {
                instances: to - below,
                soft: Vec::with_capacity(count),
                firm: Vec::with_capacity(count),
                starts: Vec::with_capacity(count),
                booted: Vec::with_capacity(count),
                runs_for: Ratio::new(1.0),
            };
            below = *to;
            layer
        })
        .collect();
    for (month, needs) in months.iter().enumerate() {
        let (firm, all) = (held(needs, |n| n.firm), held(needs, |n| n.all));
        // The later a step, the fewer hours have so many instances.
        let (mut of_firm, mut of_all) = (firm.len(), all.len());
        let mut below = 0;
        for (layer, to) in layers.iter_mut().zip(&steps) {
            let firm = mean_hours(&firm, &mut of_firm, (below, *to));
            let all = mean_hours(&all, &mut of_all, (below, *to));
            let (starts, booted) = starts(month, below, *to);
            layer.soft.push((all - firm).max(Hours::ZERO));
            layer.firm.push(firm);
            layer.starts.push(starts);
            layer.booted.push(booted);
            below = *to;
        }
    }
    layers
}

/// Hours of a month for one of the instances after `below` up to `to` on average, from those of a week
/// by numbers of instances, the most first; `last` is how many of the entries hold for instances after
/// those that were asked for before.
pub(super) fn mean_hours(held: &[(u32, f64)], last: &mut usize, (below, to): (u32, u32)) -> Hours {
    let (mut from, mut sum) = (below, 0.0);
    while from < to {
        let Some((instances, hours)) = last.checked_sub(1).and_then(|at| held.get(at)) else {
            break;
        };
        if *instances <= from {
            *last -= 1;
            continue;
        }
        let until = to.min(*instances);
        if (from, until) == (below, to) {
            // All alike, to the last bit.
            return per_month(*hours);
        }
        sum += f64::from(until - from) * hours;
        from = until;
    }
    per_month(sum / f64::from(to.saturating_sub(below).max(1)))
}

/// Most groups of like instances. A load that grows by the month over thousands of instances has
/// more; neighbours then count as needed for the mean of their hours. By the hour that comes to what
/// they need. A commitment is the best for all of them or for none, so that they cost a little more
/// than the optimum and never less: what hours cost the cheapest way is concave.
const MOST_LAYERS: usize = 64;

/// The same where each month has its own needs, which makes a group as many times as much work.
const MOST_GROWING_LAYERS: usize = 24;

/// The last instances of the groups, ascending: all numbers at which something changes, where these
/// are few.
fn steps(months: &[Vec<Need>]) -> Vec<u32> {
    let numbers = numbers(months);
    let most = if months.len() > 1 {
        MOST_GROWING_LAYERS
    } else {
        MOST_LAYERS
    };
    if numbers.len() <= most {
        return numbers;
    }
    let hours = hours(months, &numbers);
    // The least spread of a group with which so few groups suffice.
    let (mut low, mut high) = (0.0, f64::from(numbers.last().copied().unwrap_or(0)));
    high *= hours.first().copied().unwrap_or(0.0);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if grouped(&numbers, &hours, middle).len() > most {
            low = middle;
        } else {
            high = middle;
        }
    }
    grouped(&numbers, &hours, high)
}

/// How often the bound on the spread is halved: to a billionth of all hours.
const HALVINGS: u32 = 30;

/// Neighbouring numbers in groups, in each of which the instances are needed for no more than so many
/// instance-hours less than if all were needed as long as the first.
fn grouped(numbers: &[u32], hours: &[f64], bound: f64) -> Vec<u32> {
    let mut steps: Vec<u32> = Vec::new();
    let (mut before, mut first, mut spread) = (0, 0.0, 0.0);
    for (number, hours) in numbers.iter().zip(hours) {
        spread += f64::from(number - before) * (first - hours);
        before = *number;
        match steps.last_mut() {
            Some(step) if spread <= bound => *step = *number,
            _ => {
                steps.push(*number);
                (first, spread) = (*hours, 0.0);
            }
        }
    }
    steps
}

/// The hours of all months with at least so many instances, and with so many that may not be
/// interrupted, for each of the numbers.
fn hours(months: &[Vec<Need>], numbers: &[u32]) -> Vec<f64> {
    let mut hours = vec![0.0; numbers.len()];
    for need in months.iter().flatten() {
        for number in [need.firm, need.all] {
            let place = numbers.binary_search(&number).ok();
            if let Some(sum) = place.and_then(|place| hours.get_mut(place)) {
                *sum += need.hours;
            }
        }
    }
    let mut sum = 0.0;
    for hours in hours.iter_mut().rev() {
        sum += *hours;
        *hours = sum;
    }
    hours
}

/// Up to this number of instances, the numbers that occur are marked, and sorted above it: the months
/// of a load that grows state the same few again and again.
const MARKED: u32 = 1 << 16;

/// Every number of instances that occurs, once and ascending.
fn numbers(months: &[Vec<Need>]) -> Vec<u32> {
    let all = || {
        let needs = months.iter().flatten();
        needs.flat_map(|need| [need.firm, need.all])
    };
    let most = all().max().unwrap_or(0);
    let mut numbers: Vec<u32> = if most < MARKED {
        let mut occurs = vec![false; most as usize + 1];
        for number in all() {
            if let Some(mark) = occurs.get_mut(number as usize) {
                *mark = true;
            }
        }
        let marked = (0..=most).zip(occurs);
        marked
            .filter_map(|(number, occurs)| occurs.then_some(number))
            .collect()
    } else {
        let mut numbers: Vec<u32> = all().collect();
        sorted::sort(&mut numbers);
        numbers.dedup();
        numbers
    };
    numbers.retain(|number| *number > 0);
    numbers
}
