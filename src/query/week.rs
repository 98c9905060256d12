//! The `wk` key, 168 hourly levels from Monday 00:00: its run-length form, and common weeks.
//!
//! A run is a level with its length in hours, `100x9`; a length of 1 may be left out. Runs joined
//! by a point make a block, which `~` repeats; blocks are joined by `_`. Nine hours on working
//! days are `0x9.100x9.0x6~5_0x24~2`.

/// Hours of a day.
pub(super) const DAY: usize = 24;
/// Hours of a week.
pub(super) const HOURS: usize = 168;

/// Reads exactly 168 levels from 0 to 100; `None` for anything else.
pub(super) fn read(text: &str) -> Option<Vec<u8>> {
    let mut week = Vec::with_capacity(HOURS);
    for block in text.split('_') {
        let (runs, repeats) = match block.split_once('~') {
            Some((runs, repeats)) => (runs, small(repeats)?),
            None => (block, 1),
        };
        let mut levels = Vec::new();
        for run in runs.split('.') {
            let (level, length) = match run.split_once('x') {
                Some((level, length)) => (level, small(length)?),
                None => (run, 1),
            };
            let level = u8::try_from(small(level)?).ok().filter(|l| *l <= 100)?;
            if length == 0 || levels.len() + length > HOURS {
                return None;
            }
            levels.resize(levels.len() + length, level);
        }
        if repeats == 0 || week.len() + levels.len() * repeats > HOURS {
            return None;
        }
        for _ in 0..repeats {
            week.extend_from_slice(&levels);
        }
    }
    (week.len() == HOURS).then_some(week)
}

/// At most three plain digits, so that no product here overflows.
fn small(text: &str) -> Option<usize> {
    let digits = (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

/// Writes a week, equal neighbouring days as one repeated block where that is shorter; `None` for
/// what is no week.
pub(super) fn write(week: &[u8]) -> Option<String> {
    if week.len() != HOURS || week.iter().any(|level| *level > 100) {
        return None;
    }
    let flat = runs(week);
    let days: Vec<&[u8]> = week.chunks(DAY).collect();
    let blocks: Vec<String> = days
        .chunk_by(|a, b| a == b)
        .map(|same| match same {
            [day] => runs(day),
            [day, ..] => format!("{}~{}", runs(day), same.len()),
            [] => String::new(),
        })
        .collect();
    let blocks = blocks.join("_");
    Some(if blocks.len() < flat.len() {
        blocks
    } else {
        flat
    })
}

fn runs(levels: &[u8]) -> String {
    let runs: Vec<String> = levels
        .chunk_by(|a, b| a == b)
        .filter_map(|run| {
            let level = run.first()?;
            Some(match run.len() {
                1 => level.to_string(),
                length => format!("{level}x{length}"),
            })
        })
        .collect();
    runs.join(".")
}

/// A week that is common enough to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeekPreset {
    /// Nine to five on working days, as the usage pattern `office` has it.
    Office,
    /// Eight in the morning to eleven at night, every day.
    DayEvening,
    /// Working days, day and night.
    Weekdays,
    /// Saturday and Sunday, day and night.
    Weekend,
    /// Every hour alike.
    Level,
}

impl WeekPreset {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Office,
        Self::DayEvening,
        Self::Weekdays,
        Self::Weekend,
        Self::Level,
    ];

    /// A word for markup; links carry the levels themselves.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Office => "office",
            Self::DayEvening => "day",
            Self::Weekdays => "weekdays",
            Self::Weekend => "weekend",
            Self::Level => "level",
        }
    }

    /// Its 168 levels: 100 in the hours of use, 0 in all others.
    #[must_use]
    pub fn levels(self) -> Vec<u8> {
        let (days, hours) = match self {
            Self::Office => (0..5, 9..17),
            Self::DayEvening => (0..7, 8..23),
            Self::Weekdays => (0..5, 0..24),
            Self::Weekend => (5..7, 0..24),
            Self::Level => (0..7, 0..24),
        };
        let used = |hour: usize| days.contains(&(hour / DAY)) && hours.contains(&(hour % DAY));
        (0..HOURS)
            .map(|hour| if used(hour) { 100 } else { 0 })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn office_hours_are_short() {
        let office = "0x9.100x9.0x6~5_0x24~2";
        let week = read(office).unwrap();
        assert_eq!(week.iter().filter(|level| **level == 100).count(), 45);
        assert_eq!((week[8], week[9], week[17], week[18]), (0, 100, 100, 0));
        assert_eq!(week[5 * 24 + 9], 0);
        assert_eq!(write(&week).as_deref(), Some(office));
    }

    #[test]
    fn a_level_week_is_one_run() {
        assert_eq!(write(&[60; HOURS]).as_deref(), Some("60x168"));
        assert_eq!(read("60x168"), Some(vec![60; HOURS]));
        assert_eq!(read("60x84~2"), Some(vec![60; HOURS]));
    }

    #[test]
    fn refuses_what_is_no_week() {
        for text in [
            "",
            "60",
            "60x167",
            "60x169",
            "101x168",
            "x168",
            "60x",
            "60x168_",
            "60x168~0",
            "60x0.60x168",
            "-1x168",
            "60x168~99",
            "6 0x168",
            "60x84~2~1",
            "999x999~999",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(write(&[0; 167]), None);
        assert_eq!(write(&[101; HOURS]), None);
    }

    #[test]
    fn common_weeks_are_what_they_say() {
        let hours = |preset: WeekPreset| preset.levels().iter().filter(|l| **l == 100).count();
        let all: Vec<usize> = WeekPreset::ALL
            .iter()
            .map(|preset| hours(*preset))
            .collect();
        assert_eq!(all, [40, 105, 120, 48, 168]);
        let link = |preset: WeekPreset| write(&preset.levels()).unwrap();
        assert_eq!(link(WeekPreset::Office), "0x9.100x8.0x7~5_0x24~2");
        assert_eq!(link(WeekPreset::DayEvening), "0x8.100x15.0~7");
        assert_eq!(link(WeekPreset::Weekend), "0x120.100x48");
    }
}
