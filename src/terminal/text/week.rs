//! The week of an offer as it is bought, as text: days that are alike together, and in them hours
//! that are alike.

use super::words::kind;
use crate::query::Query;
use crate::rank::{self, Candidate, KindWeek};
use std::io::{self, Write};

const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// Lines from which on spans of hours are harder to read than a row of figures for each kind.
const MOST_SPANS: usize = 10;

/// Instances of each kind in one hour, in the order of the kinds.
type Cell = Vec<u32>;

/// Days of the week that are bought alike, with their hours.
struct Alike {
    days: Vec<usize>,
    hours: Vec<Cell>,
}

/// Writes the week of a candidate.
pub fn write(query: &Query, c: &Candidate, out: &mut dyn Write) -> io::Result<()> {
    let Some(kinds) = rank::schedule(query, c) else {
        return writeln!(out, "     a job has no week to show");
    };
    writeln!(
        out,
        "     instances in each hour of the week, in the first month:"
    )?;
    let (level, moving): (Vec<&KindWeek>, Vec<&KindWeek>) =
        kinds.iter().partition(|kind| is_level(kind));
    for week in level {
        let instances = week.instances.first().copied().unwrap_or(0);
        writeln!(out, "       {} {instances} in every hour", kind(week.kind))?;
    }
    if moving.is_empty() {
        return Ok(());
    }
    let days = days(&moving);
    let spans: usize = days
        .iter()
        .map(|day| day.hours.chunk_by(|a, b| a == b).count())
        .sum();
    if spans <= MOST_SPANS {
        write_spans(&days, &moving, out)
    } else {
        write_rows(&days, &moving, out)
    }
}

fn is_level(week: &KindWeek) -> bool {
    let first = week.instances.first();
    week.instances.iter().all(|hour| Some(hour) == first)
}

/// The days of a week, alike ones together, in the order of the first of each.
fn days(kinds: &[&KindWeek]) -> Vec<Alike> {
    let mut all: Vec<Alike> = Vec::new();
    for day in 0..DAYS.len() {
        let hours: Vec<Cell> = (day * 24..(day + 1) * 24)
            .map(|hour| {
                let of = |week: &&KindWeek| week.instances.get(hour).copied().unwrap_or(0);
                kinds.iter().map(of).collect()
            })
            .collect();
        match all.iter_mut().find(|alike| alike.hours == hours) {
            Some(alike) => alike.days.push(day),
            None => all.push(Alike {
                days: vec![day],
                hours,
            }),
        }
    }
    all
}

/// Days by name: `Mon–Fri`, `Sat, Sun`.
fn names(days: &[usize]) -> String {
    let name = |day: &usize| DAYS.get(*day).copied().unwrap_or_default();
    let runs = days.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, .., last] if run.len() > 2 => format!("{}–{}", name(first), name(last)),
        run => run.iter().map(name).collect::<Vec<_>>().join(", "),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// A line for each span of like hours.
fn write_spans(days: &[Alike], kinds: &[&KindWeek], out: &mut dyn Write) -> io::Result<()> {
    for day in days {
        let mut start = 0;
        for span in day.hours.chunk_by(|a, b| a == b) {
            let end = start + span.len();
            let cell = span.first().map_or(&[][..], Vec::as_slice);
            let some = kinds.iter().zip(cell).filter(|(_, count)| **count > 0);
            let bought: Vec<String> = some
                .map(|(week, instances)| format!("{} {instances}", kind(week.kind)))
                .collect();
            writeln!(
                out,
                "       {} {start:02}–{end:02} h: {}",
                names(&day.days),
                if bought.is_empty() {
                    "none".to_owned()
                } else {
                    bought.join(", ")
                }
            )?;
            start = end;
        }
    }
    Ok(())
}

/// A row of 24 figures for each kind and day.
fn write_rows(days: &[Alike], kinds: &[&KindWeek], out: &mut dyn Write) -> io::Result<()> {
    let cells = days.iter().flat_map(|day| day.hours.iter().flatten());
    let width = cells.max().map_or(1, |most| most.to_string().len()).max(2);
    let row = |hours: &mut dyn Iterator<Item = u32>| -> String {
        hours.map(|figure| format!(" {figure:>width$}")).collect()
    };
    writeln!(out, "       hour {}", row(&mut (0..24)))?;
    for day in days {
        writeln!(out, "       {}", names(&day.days))?;
        for (position, week) in kinds.iter().enumerate() {
            let mut hours = day
                .hours
                .iter()
                .map(|cell| cell.get(position).copied().unwrap_or(0));
            writeln!(out, "            {} {}", row(&mut hours), kind(week.kind))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::PriceKind;

    fn week(of: fn(usize) -> u32) -> KindWeek {
        KindWeek {
            kind: PriceKind::OnDemand,
            instances: (0..168).map(of).collect(),
        }
    }

    #[test]
    fn days_that_are_alike_stand_together() {
        let office = week(|hour| u32::from(hour / 24 < 5 && (9..18).contains(&(hour % 24))));
        let days = days(&[&office]);
        let names: Vec<String> = days.iter().map(|day| names(&day.days)).collect();
        assert_eq!(names, ["Mon–Fri", "Sat, Sun"]);
        let mut text = Vec::new();
        write_spans(&days, &[&office], &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text.lines().count(), 4);
        assert!(text.contains("Mon–Fri 09–18 h: on demand 1\n"), "{text}");
        assert!(!is_level(&office) && is_level(&week(|_| 3)));
    }

    #[test]
    fn many_spans_are_rows_of_figures() {
        let busy = week(|hour| u32::try_from(hour % 24).unwrap() * 10);
        let mut text = Vec::new();
        write_rows(&days(&[&busy]), &[&busy], &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text.lines().count(), 3);
        let figures = text.lines().nth(2).unwrap().split_whitespace();
        let figures: Vec<u32> = figures.map_while(|word| word.parse().ok()).collect();
        assert_eq!(figures, busy.instances[..24]);
    }
}
