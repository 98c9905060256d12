//! The load of a week, hour by hour, in shares of its peak, which is the highest load that occurs.

use crate::query::{Query, Scaling, Usage};
use crate::sorted;
use crate::units::{Hours, Ratio};
use std::cmp::Reverse;

/// Hours of a week.
pub const HOURS: usize = 168;

/// One hour of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The load as a share of the peak.
    pub level: Ratio,
    /// The share of the hour in which there is any use.
    pub used: Ratio,
}

/// A week from Monday 00:00.
#[derive(Clone, Debug, PartialEq)]
pub struct Week {
    cells: Vec<Cell>,
    /// Each level that occurs, with the hours of the week that have it, the highest first.
    levels: Vec<(Ratio, f64)>,
    /// How often in a week the load rises to each of the levels, or above it, from below it; the
    /// last hour comes before the first.
    rises: Vec<f64>,
    /// Hours with any use, and hours at the peak that hold as much load.
    sums: (f64, f64),
    /// Days with any use; one that is used in part, as in 5.5 days a week, counts in part.
    days: f64,
    /// How often use begins anew after hours without any.
    sessions: f64,
    /// Instances follow the load of each hour rather than hours that were stated.
    follows: bool,
}

/// The hour of the day with the greatest and, twelve hours later, the least load of a swing.
const BUSIEST: f64 = 15.0;

impl Week {
    /// The week that a query asks for.
    ///
    /// `office` is 8 hours on 5 days unless `hpd` and `dpw` say otherwise, `always` all hours
    /// unless they do. A swing falls from the peak at 15:00 to its depth at 03:00 as a cosine.
    #[must_use]
    pub fn of(query: &Query) -> Self {
        if let Some(levels) = stated(query) {
            return Self::of_levels(levels);
        }
        let (hours, days) = match query.effective_usage() {
            Usage::Office => (8.0, 5.0),
            _ => (24.0, 7.0),
        };
        let hours = query.hours_per_day.map_or(hours, |h| h.to_f64());
        let days = query.days_per_week.map_or(days, |d| d.to_f64());
        let depth = match query.effective_usage() {
            Usage::Always => query.load.swing_percent.percent().get(),
            _ => 0.0,
        };
        // Working hours start at nine, or earlier where the day would not hold them.
        let start = f64::floor((24.0 - hours).clamp(0.0, 9.0));
        let cells = (0..HOURS).map(|hour| {
            let (day, hour) = ((hour / 24) as f64, (hour % 24) as f64);
            let used = (days - day).clamp(0.0, 1.0) * (hours - (hour - start)).clamp(0.0, 1.0);
            let turn = (hour - BUSIEST) / 24.0 * core::f64::consts::TAU;
            Cell {
                level: Ratio::new(1.0 - depth * (1.0 - libm::cos(turn)) / 2.0),
                used: Ratio::new(if hour < start { 0.0 } else { used }),
            }
        });
        let mut cells: Vec<Cell> = cells.collect();
        // The peak that the question states is that of the hours in use, even if they end before
        // 15:00.
        let used = cells.iter().filter(|cell| cell.used > Ratio::ZERO);
        if let Some(most) = used.map(|cell| cell.level).max()
            && most > Ratio::ZERO
        {
            for cell in &mut cells {
                cell.level = Ratio::new((cell.level.get() / most.get()).min(1.0));
            }
        }
        let days = days.min(7.0);
        // Days in full leave a pause at the end of the week alone.
        let sessions = match (hours < 24.0, days < 7.0) {
            (true, _) => days,
            (false, pause) => f64::from(u8::from(pause)),
        };
        Self::of_cells(cells, depth > 0.0, (days, sessions))
    }

    /// A week of levels from 0 to 100, in shares of the highest.
    fn of_levels(levels: &[u8]) -> Self {
        let most = f64::from(most(levels).max(1));
        let cells = (0..HOURS).map(|hour| {
            let level = f64::from(levels.get(hour).copied().unwrap_or(0)) / most;
            Cell {
                level: Ratio::new(level),
                used: Ratio::new(if level > 0.0 { 1.0 } else { 0.0 }),
            }
        });
        let cells: Vec<Cell> = cells.collect();
        let in_use = |cell: &Cell| cell.used > Ratio::ZERO;
        let days = cells.chunks(24).filter(|day| day.iter().any(in_use));
        let days = days.count() as f64;
        let before = cells.iter().cycle().skip(HOURS - 1);
        let begins = cells.iter().zip(before);
        let begins = begins.filter(|(now, before)| in_use(now) && !in_use(before));
        let sessions = begins.count() as f64;
        Self::of_cells(cells, true, (days, sessions))
    }

    fn of_cells(cells: Vec<Cell>, follows: bool, (days, sessions): (f64, f64)) -> Self {
        let mut levels: Vec<(Ratio, f64)> = Vec::new();
        for cell in cells.iter().filter(|cell| cell.used > Ratio::ZERO) {
            match levels.iter_mut().find(|(level, _)| *level == cell.level) {
                Some((_, hours)) => *hours += cell.used.get(),
                None => levels.push((cell.level, cell.used.get())),
            }
        }
        sorted::sort_by_key(&mut levels, |(level, _)| Reverse(*level));
        let place = |cell: &Cell| {
            let in_use = cell.used > Ratio::ZERO;
            let place = levels.iter().position(|(level, _)| *level == cell.level);
            place.filter(|_| in_use)
        };
        let mut rises = vec![0.0; levels.len()];
        // Hours without use come after the lowest level.
        let place = |cell: &Cell| place(cell).unwrap_or(levels.len());
        let mut before = cells.last().map_or(levels.len(), place);
        for now in cells.iter().map(place) {
            for rise in rises.get_mut(now..before).into_iter().flatten() {
                *rise += 1.0;
            }
            before = now;
        }
        let used = cells.iter().map(|c| c.used.get()).sum();
        let load = cells.iter().map(|c| c.level.get() * c.used.get()).sum();
        Self {
            cells,
            levels,
            rises,
            sums: (used, load),
            days,
            sessions,
            follows,
        }
    }

    /// All hours in order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether instances start and stop with the load of the hours; otherwise the hours of use are
    /// stated, and starting lies within them.
    #[must_use]
    pub const fn follows(&self) -> bool {
        self.follows
    }

    /// Hours with any use, in a month of 730 hours.
    #[must_use]
    pub fn use_per_month(&self) -> Hours {
        per_month(self.sums.0)
    }

    /// Hours at the peak that hold as much load as a month.
    #[must_use]
    pub fn load_per_month(&self) -> Hours {
        per_month(self.sums.1)
    }

    /// Hours at the peak that hold as much load as a day with any use.
    #[must_use]
    pub fn load_per_day(&self) -> Hours {
        Hours::new(if self.days > 0.0 {
            self.sums.1 / self.days
        } else {
            0.0
        })
    }

    /// How long use lasts on average from where it begins until it pauses; `None` where it never
    /// pauses.
    #[must_use]
    pub fn session(&self) -> Option<Hours> {
        (self.sessions > 0.0).then(|| Hours::new(self.sums.0 / self.sessions))
    }

    /// How often in a week the load rises to each of the [`levels`](Self::levels), or above it, from
    /// below it; never where the peak is held.
    pub(super) fn rises(&self, scaling: Scaling) -> &[f64] {
        match scaling {
            Scaling::Auto => &self.rises,
            Scaling::Fixed => &[],
        }
    }

    /// Each level that occurs with its hours of the week, the highest first, for instances that follow the load or
    /// are held at the peak all the time.
    pub(super) fn levels(&self, scaling: Scaling) -> &[(Ratio, f64)] {
        const HELD: &[(Ratio, f64)] = &[(Ratio::new(1.0), HOURS as f64)];
        match scaling {
            Scaling::Auto => &self.levels,
            Scaling::Fixed => HELD,
        }
    }
}

/// The levels of a week that the question states hour by hour.
fn stated(query: &Query) -> Option<&[u8]> {
    let week = query.week.as_deref();
    week.filter(|_| query.effective_usage() == Usage::Week)
}

fn most(levels: &[u8]) -> u8 {
    levels.iter().take(HOURS).copied().max().unwrap_or(0)
}

/// The peak of the load over what the question states as its peak: a rate or a number of sequences
/// belongs to level 100 of a stated week, which need not occur in it. Averages over a day hold
/// whatever the levels.
#[must_use]
pub fn highest(query: &Query) -> Ratio {
    let most = stated(query).map_or(100, most);
    Ratio::new(f64::from(most.min(100)) / 100.0)
}

/// Hours of a week as hours of a month: 365 ÷ 7 ÷ 12 weeks.
pub(super) fn per_month(week: f64) -> Hours {
    Hours::new(week * Hours::MONTH.get() / HOURS as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::decode;

    fn week(link: &str) -> Week {
        Week::of(&decode(link).query)
    }

    #[track_caller]
    fn assert_close(hours: Hours, expected: f64) {
        assert!((hours.get() - expected).abs() < 0.005, "{hours:?}");
    }

    #[test]
    fn always_is_the_full_month() {
        let week = week("");
        assert_eq!(week.use_per_month(), Hours::MONTH);
        assert_eq!(week.load_per_month(), Hours::MONTH);
        assert_eq!(week.load_per_day(), Hours::new(24.0));
        assert!(!week.follows());
    }

    #[test]
    fn office_is_forty_hours_a_week() {
        let week = week("use=office");
        assert_close(week.use_per_month(), 173.81);
        assert_close(week.load_per_day(), 8.0);
        assert_eq!(week.cells()[8].used, Ratio::ZERO);
        assert_eq!(week.cells()[9].used, Ratio::new(1.0));
        assert_eq!(week.cells()[17].used, Ratio::ZERO);
    }

    #[test]
    fn parts_of_hours_and_days_count_in_part() {
        assert_close(
            week("use=office&hpd=2.5&dpw=5.5").use_per_month(),
            2.5 * 5.5 * 730.0 / 168.0,
        );
        assert_close(week("hpd=23.5").use_per_month(), 23.5 / 24.0 * 730.0);
    }

    #[test]
    fn a_swing_falls_to_its_depth_at_night() {
        let week = week("swing=60");
        let level = |hour: usize| week.cells()[hour].level.get();
        assert!((level(15) - 1.0).abs() < 1e-12);
        assert!((level(3) - 0.4).abs() < 1e-12);
        // The mean of a cosine is half of its depth.
        assert_close(week.load_per_month(), 730.0 * 0.7);
        assert_eq!(week.use_per_month(), Hours::MONTH);
    }

    #[test]
    fn a_week_of_levels_is_followed() {
        let week = week("use=week&wk=0x9.50x9.0x6~5_0x24~2");
        assert!(week.follows());
        assert_close(week.use_per_month(), 45.0 * 730.0 / 168.0);
        // The highest level is the peak.
        assert_close(week.load_per_month(), 45.0 * 730.0 / 168.0);
        assert_close(week.load_per_day(), 9.0);
        let highest = |link: &str| highest(&decode(link).query).get();
        assert_eq!(highest("use=week&wk=0x9.50x9.0x6~5_0x24~2"), 0.5);
        assert_eq!(highest("use=office&wk=0x9.50x9.0x6~5_0x24~2"), 1.0);
        assert_eq!(highest("swing=40&hpd=5"), 1.0);
    }

    /// Less than an hour a day is a part of a day's hour, and no part of a day.
    #[test]
    fn a_short_day_holds_the_load_of_a_day() {
        assert_close(week("hpd=0.5").load_per_day(), 0.5);
        assert_close(week("hpd=0.5&dpw=5.5").load_per_day(), 0.5);
        assert_close(week("hpd=2&dpw=5.5").load_per_day(), 2.0);
        assert_close(week("dpw=1.5").load_per_day(), 24.0);
    }

    #[test]
    fn use_lasts_until_it_pauses() {
        let lasts = |link: &str, hours: f64| {
            let session = week(link).session();
            assert_close(
                session.unwrap_or_else(|| panic!("{link} never pauses")),
                hours,
            );
        };
        lasts("use=office", 8.0);
        lasts("use=office&hpd=8", 8.0);
        lasts("hpd=0.5&dpw=5.5", 0.5);
        lasts("dpw=5", 120.0);
        lasts("use=week&wk=0x9.100x8.0x7~5_0x24~2", 8.0);
        // Over midnight, and from Sunday to Monday.
        lasts("use=week&wk=50x9.0x12.20x3~7", 12.0);
        lasts("use=week&wk=100x24~5_0x24~2", 120.0);
        assert_eq!(week("").session(), None);
        assert_eq!(week("swing=60").session(), None);
        assert_eq!(week("use=week&wk=60x168").session(), None);
    }

    #[test]
    fn levels_are_shares_of_the_highest() {
        let week = week("use=week&wk=20x8.80x10.40x6~7");
        let level = |hour: usize| week.cells()[hour].level.get();
        assert_eq!([level(0), level(8), level(18)], [0.25, 1.0, 0.5]);
    }
}
