//! When the instances of several loads and jobs start.

use super::super::week::HOURS;
use super::{Claim, parts};
use crate::sorted::SortedMap;

/// Instances that start at once in the first month: of so many that run then, the last.
pub(super) struct Start {
    running: u32,
    started: u32,
    times: f64,
}

impl Start {
    /// How often on average one of the instances after the number `below` up to `to` starts so.
    pub(super) fn of(&self, below: u32, to: u32) -> f64 {
        let first = self.running.saturating_sub(self.started).max(below);
        let count = self.running.min(to).saturating_sub(first);
        self.times * f64::from(count) / f64::from(to.saturating_sub(below).max(1))
    }
}

/// What starts in each week of the first month, of which the projects take a share, and what starts
/// with the month, of the claims that are counted.
///
/// A load that takes over an instance from another still has to start on it, so that every claim
/// keeps its own starts, however many run before and after.
pub(super) fn starts(
    claims: &[Claim],
    share: f64,
    counted: &dyn Fn(&Claim) -> bool,
) -> (Vec<Start>, Vec<Start>) {
    let weeks: Vec<Vec<u32>> = claims.iter().map(Claim::week).collect();
    let mut weekly: SortedMap<(u32, u32), f64> = SortedMap::default();
    let mut once = Vec::new();
    for (part, active) in parts(claims, 0) {
        let on = claims.iter().zip(&weeks).zip(&active);
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
            let started = sum(&|claim, week| if counted(claim) { rise(week) } else { 0 });
            if started > 0 {
                *weekly.get_or_default((running, started)) += part / share;
            }
        }
        // Jobs start with the month, on top of the loads that run then; all are active at first.
        if once.is_empty() {
            once.push(Start {
                running: sum(&|_, week| at(week, 0)),
                started: sum(&|claim, week| {
                    let starts = claim.is_job() && counted(claim);
                    if starts { at(week, 0) } else { 0 }
                }),
                times: 1.0,
            });
        }
    }
    let weekly = weekly.into_vec().into_iter();
    let weekly = weekly.map(|((running, started), times)| Start {
        running,
        started,
        times,
    });
    (weekly.collect(), once)
}
