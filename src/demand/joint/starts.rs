//! When the instances of several loads and jobs start.

use super::super::week::{HOURS, per_month};
use super::{Claim, parts};
use crate::sorted::SortedMap;
use crate::units::Ratio;
use std::rc::Rc;

/// Instances that start at once: of so many that run then, the last.
struct Start {
    running: u32,
    started: u32,
    times: f64,
}

impl Start {
    /// How often on average one of the instances after the number `below` up to `to` starts so.
    fn of(&self, below: u32, to: u32) -> f64 {
        let first = self.running.saturating_sub(self.started).max(below);
        let count = self.running.min(to).saturating_sub(first);
        self.times * f64::from(count) / f64::from(to.saturating_sub(below).max(1))
    }
}

/// What starts in a month of several claims.
///
/// A load that takes over an instance from another still has to start on it, so that every claim
/// keeps its own starts, however many run before and after.
struct Month {
    /// In each week.
    weekly: Vec<Start>,
    /// Of these, what is billed on top of its hours.
    booted: Vec<Start>,
    /// With the month.
    once: Start,
}

/// The parts of a month in which the same claims are active, as shares of what the projects take of it.
type Parts = Vec<(f64, Vec<bool>)>;

/// What starts in each month.
pub(super) struct Begun(Vec<Rc<Month>>);

impl Begun {
    /// What starts in so many months of a project of some length, in months.
    pub(super) fn of(claims: &[Claim], length: f64, months: usize) -> Self {
        let grows = claims.iter().any(Claim::grows);
        let mut weeks: Vec<Vec<u32>> = Vec::new();
        // Most months begin as the one before them.
        let mut known: Option<(Parts, Rc<Month>)> = None;
        let months = (0..months).map(|month| {
            if month == 0 || grows {
                weeks = claims.iter().map(|claim| claim.week(month)).collect();
            }
            let share = (length - month as f64).min(1.0);
            let parts = parts(claims, month);
            let parts: Parts = parts.map(|(part, on)| (part / share, on)).collect();
            let again = known.take().filter(|known| !grows && known.0 == parts);
            let (_, month) = known.insert(again.unwrap_or_else(|| {
                let month = Rc::new(Month::of(claims, &weeks, &parts));
                (parts, month)
            }));
            Rc::clone(month)
        });
        Self(months.collect())
    }

    /// How often one of the instances after a number up to another starts in a month on average, and
    /// how many of these starts are billed on top of its hours.
    pub(super) fn of_month(&self, month: usize, below: u32, to: u32) -> (Ratio, Ratio) {
        let Some(month) = self.0.get(month) else {
            return (Ratio::ZERO, Ratio::ZERO);
        };
        let weekly = |starts: &[Start]| {
            let starts = starts.iter().map(|start| start.of(below, to));
            per_month(starts.sum()).get()
        };
        let all = weekly(&month.weekly) + month.once.of(below, to);
        (Ratio::new(all), Ratio::new(weekly(&month.booted)))
    }
}

impl Month {
    /// What starts in a month of these parts.
    fn of(claims: &[Claim], weeks: &[Vec<u32>], parts: &Parts) -> Self {
        let mut weekly: SortedMap<(u32, u32), f64> = SortedMap::default();
        let mut booted: SortedMap<(u32, u32), f64> = SortedMap::default();
        let mut once = None;
        for (part, active) in parts {
            let on = claims.iter().zip(weeks).zip(active);
            let on: Vec<(&Claim, &Vec<u32>)> = on.filter(|(_, on)| **on).map(|(c, _)| c).collect();
            let sum = |of: &dyn Fn(&Claim, &[u32]) -> u32| {
                let each = on.iter().map(|(claim, week)| of(claim, week));
                each.fold(0, u32::saturating_add)
            };
            let at = |week: &[u32], hour: usize| week.get(hour).copied().unwrap_or(0);
            for hour in 0..HOURS {
                let running = sum(&|_, week| at(week, hour));
                // The week follows itself.
                let before = hour.checked_sub(1).unwrap_or(HOURS - 1);
                let rise = |week: &[u32]| at(week, hour).saturating_sub(at(week, before));
                let enter = |starts: &mut SortedMap<(u32, u32), f64>, started: u32| {
                    if started > 0 {
                        *starts.get_or_default((running, started)) += part;
                    }
                };
                enter(&mut weekly, sum(&|_, week| rise(week)));
                let of_load = |claim: &Claim, week: &[u32]| {
                    if claim.follows() { rise(week) } else { 0 }
                };
                enter(&mut booted, sum(&of_load));
            }
            // Jobs start with the month, on top of the loads that run then; all that are needed in it
            // are active at first.
            once.get_or_insert_with(|| Start {
                running: sum(&|_, week| at(week, 0)),
                started: sum(&|claim, week| if claim.is_job() { at(week, 0) } else { 0 }),
                times: 1.0,
            });
        }
        let list = |starts: SortedMap<(u32, u32), f64>| -> Vec<Start> {
            let starts = starts.into_vec().into_iter();
            let starts = starts.map(|((running, started), times)| Start {
                running,
                started,
                times,
            });
            starts.collect()
        };
        Self {
            weekly: list(weekly),
            booted: list(booted),
            once: once.unwrap_or(Start {
                running: 0,
                started: 0,
                times: 0.0,
            }),
        }
    }
}
