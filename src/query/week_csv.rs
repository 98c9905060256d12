//! A week of loads from a spreadsheet: CSV, or cells as they are copied.

use super::week::{DAY, HOURS};
use crate::units::Decimal;

/// Why a table of a spreadsheet is no week.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeekCsvError {
    /// There is no number in it.
    Empty,
    /// Longer than any week is written.
    TooLong,
    /// A cell (as it stands, cut short) that is no number; lines count from 1.
    NotANumber(usize, String),
    /// A load below zero, in this line.
    Negative(usize),
    /// So many numbers, which make neither a day nor a week.
    Count(usize),
    /// Lines of an hour and a level, in which this line's hour is none of the week or stands twice.
    Hour(usize),
    /// Every hour is zero.
    NoLoad,
}

/// The longest table that is read, in bytes. 168 lines with a date and a number of twenty digits
/// are a tenth of it.
pub const LONGEST_WEEK_CSV: usize = 65_536;

/// Reads a week from CSV or copied cells: 168 loads in any unit from Monday 00:00 on, or 24 that
/// hold for every day, scaled so that the greatest is 100.
///
/// The loads may stand in one line, one in a line, in seven lines of 24, in 24 lines of seven days,
/// or after their hour as `hour,level` (counted from 0 or from 1, in any order). Commas, semicolons,
/// tabs and, where none of these is used, spaces separate; beside semicolons and tabs a comma is
/// decimal. Words before the numbers of a line, and lines without numbers above them, are labels. A
/// load that would round to 0 becomes 1, since something runs for it.
///
/// # Errors
/// [`WeekCsvError`] where it is neither.
pub fn read_week_csv(text: &str) -> Result<Vec<u8>, WeekCsvError> {
    if text.len() > LONGEST_WEEK_CSV {
        return Err(WeekCsvError::TooLong);
    }
    let rows = rows(text)?;
    let width = rows.first().map_or(0, |(_, row)| row.len());
    let level = rows.iter().all(|(_, row)| row.len() == width);
    let loads = match (level, width, rows.len()) {
        (true, 2, _) => by_hour(&rows)?,
        (true, 7, DAY) => (0..7)
            .flat_map(|day| rows.iter().filter_map(move |(_, row)| row.get(day)))
            .copied()
            .collect(),
        _ => rows.iter().flat_map(|(_, row)| row).copied().collect(),
    };
    let loads = match loads.len() {
        0 => return Err(WeekCsvError::Empty),
        DAY => loads.repeat(7),
        HOURS => loads,
        count => return Err(WeekCsvError::Count(count)),
    };
    let most = i128::from(loads.iter().copied().max().unwrap_or(0));
    if most == 0 {
        return Err(WeekCsvError::NoLoad);
    }
    let share = |load: &i64| match i128::from(*load) {
        0 => 0,
        // At most 100, since no load is above the greatest.
        load => u8::try_from(((load * 200 + most) / (most * 2)).max(1)).unwrap_or(100),
    };
    Ok(loads.iter().map(share).collect())
}

/// The numbers of each line that has some, in millionths, with the number of the line.
fn rows(text: &str) -> Result<Vec<(usize, Vec<i64>)>, WeekCsvError> {
    let text = text.trim_start_matches('\u{feff}');
    let separator = [';', '\t', ',']
        .into_iter()
        .find(|separator| text.contains(*separator));
    let decimal_comma = matches!(separator, Some(';' | '\t'));
    let mut rows = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let cells: Vec<&str> = match separator {
            Some(separator) => line.split(separator).collect(),
            None => line.split_whitespace().collect(),
        };
        let mut row = Vec::new();
        let mut words = None;
        for cell in cells {
            let cell = cell.trim().trim_matches('"').trim();
            match load(cell, decimal_comma) {
                _ if cell.is_empty() => {}
                Some(load) if load < 0 => return Err(WeekCsvError::Negative(number)),
                Some(load) => row.push(load),
                // A label stands before the numbers.
                None if row.is_empty() => words = Some(cell),
                None => return Err(not_a_number(number, cell)),
            }
        }
        match words {
            // A line of words alone is a heading, and stands above all numbers.
            Some(cell) if row.is_empty() && !rows.is_empty() => {
                return Err(not_a_number(number, cell));
            }
            _ if row.is_empty() => {}
            _ => rows.push((number, row)),
        }
    }
    Ok(rows)
}

fn not_a_number(line: usize, cell: &str) -> WeekCsvError {
    WeekCsvError::NotANumber(line, cell.chars().take(24).collect())
}

/// A load in millionths: a plain decimal, perhaps with a percent sign.
fn load(cell: &str, decimal_comma: bool) -> Option<i64> {
    let cell = cell.trim_end_matches(['%', '％']).trim_end();
    let cell = if decimal_comma {
        cell.replace(',', ".")
    } else {
        cell.to_owned()
    };
    cell.parse::<Decimal>().ok().map(Decimal::to_micros)
}

/// The loads of lines of an hour and a level, put in order.
fn by_hour(rows: &[(usize, Vec<i64>)]) -> Result<Vec<i64>, WeekCsvError> {
    let count = rows.len();
    if count != DAY && count != HOURS {
        return Err(WeekCsvError::Count(count));
    }
    let from_zero = rows.iter().any(|(_, row)| row.first() == Some(&0));
    let first = if from_zero { 0 } else { 1 };
    let mut loads = vec![None; count];
    for (line, row) in rows {
        let &[hour, load] = row.as_slice() else {
            return Err(WeekCsvError::Hour(*line));
        };
        let whole = (hour % Decimal::SCALE == 0).then_some(hour / Decimal::SCALE - first);
        let slot = whole
            .and_then(|hour| usize::try_from(hour).ok())
            .and_then(|hour| loads.get_mut(hour))
            .filter(|slot| slot.is_none())
            .ok_or(WeekCsvError::Hour(*line))?;
        *slot = Some(load);
    }
    // As many distinct hours as lines fill every hour.
    Ok(loads.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A week of different loads: hour `h` has load `h`, so 167 is the greatest.
    fn rising() -> Vec<u8> {
        (0..HOURS)
            .map(|h| {
                u8::try_from((h * 200 + 167) / 334)
                    .unwrap()
                    .max(u8::from(h > 0))
            })
            .collect()
    }

    fn joined(cells: impl Iterator<Item = usize>, separator: &str) -> String {
        let cells: Vec<String> = cells.map(|cell| cell.to_string()).collect();
        cells.join(separator)
    }

    #[test]
    fn reads_a_week_in_each_layout() {
        let rows = |separator: &str| -> String {
            let rows: Vec<String> = (0..7)
                .map(|day| joined(day * 24..day * 24 + 24, separator))
                .collect();
            rows.join("\r\n")
        };
        let labelled: String = (0..7)
            .map(|day| format!("\"day {day}\", {}\n", joined(day * 24..day * 24 + 24, ", ")))
            .collect();
        let columns: Vec<String> = (0..24)
            .map(|hour| {
                format!(
                    "{hour}:00,{}",
                    joined((0..7).map(|day| day * 24 + hour), ",")
                )
            })
            .collect();
        let lines: Vec<String> = (0..HOURS)
            .rev()
            .map(|hour| format!("{hour},{hour}"))
            .collect();
        let from_one: Vec<String> = (0..HOURS)
            .map(|hour| format!("{};{hour},0", hour + 1))
            .collect();
        let dated: Vec<String> = (0..HOURS)
            .map(|hour| format!("2026-11-30 {hour}:00,{hour}"))
            .collect();
        for text in [
            joined(0..HOURS, ","),
            joined(0..HOURS, "\n"),
            joined(0..HOURS, " "),
            format!("\u{feff}load\n{}\n\n", joined(0..HOURS, "\n")),
            rows(","),
            rows(";"),
            rows("\t"),
            rows(" "),
            labelled,
            format!("time,Mon,Tue,Wed,Thu,Fri,Sat,Sun\n{}", columns.join("\n")),
            format!("hour,level\n{}\n", lines.join("\n")),
            from_one.join("\n"),
            dated.join("\n"),
        ] {
            assert_eq!(read_week_csv(&text), Ok(rising()), "{text}");
        }
    }

    #[test]
    fn a_day_holds_for_the_week_and_the_greatest_is_a_hundred() {
        let day = format!("{}0.5,1.5,0.001", "0,".repeat(21));
        let week = read_week_csv(&day).unwrap();
        // 0.5 of 1.5 is a third; what is not nothing stays above nothing.
        assert_eq!(week[20..24], [0, 33, 100, 1]);
        assert_eq!(week[24..48], week[..24]);
        let hours: Vec<String> = (1..=24)
            .map(|hour| format!("{hour}\t{}%", hour * 4))
            .collect();
        assert_eq!(read_week_csv(&hours.join("\n")).unwrap()[23], 100);
        let most = read_week_csv(&"9000000000000 ".repeat(24)).unwrap();
        assert_eq!(most, vec![100; HOURS]);
    }

    #[test]
    fn says_why_a_table_is_no_week() {
        let ones = |count: usize| "1\n".repeat(count);
        let hours = |line: &str| format!("{line}{}", "7,1\n".repeat(23));
        for (text, error) in [
            (String::new(), WeekCsvError::Empty),
            ("load,level\n\n".to_owned(), WeekCsvError::Empty),
            (ones(23), WeekCsvError::Count(23)),
            (ones(167), WeekCsvError::Count(167)),
            (ones(169), WeekCsvError::Count(169)),
            ("1,2\n3,4".to_owned(), WeekCsvError::Count(2)),
            ("0,".repeat(168), WeekCsvError::NoLoad),
            (format!("{}-1", ones(23)), WeekCsvError::Negative(24)),
            (hours("7,1\n"), WeekCsvError::Hour(2)),
            (hours("24,1\n"), WeekCsvError::Hour(3)),
            (hours("0.5,1\n"), WeekCsvError::Hour(1)),
            (
                "1,2,high".to_owned(),
                WeekCsvError::NotANumber(1, "high".to_owned()),
            ),
            (
                "1\n2\ntotal".to_owned(),
                WeekCsvError::NotANumber(3, "total".to_owned()),
            ),
            (
                format!("1,{}", "é".repeat(200)),
                WeekCsvError::NotANumber(1, "é".repeat(24)),
            ),
            (
                "1 1e3".to_owned(),
                WeekCsvError::NotANumber(1, "1e3".to_owned()),
            ),
            (
                "1 99999999999999999999".to_owned(),
                WeekCsvError::NotANumber(1, "99999999999999999999".to_owned()),
            ),
            ("1,".repeat(LONGEST_WEEK_CSV), WeekCsvError::TooLong),
        ] {
            assert_eq!(read_week_csv(&text), Err(error), "{text:.60}");
        }
    }
}
