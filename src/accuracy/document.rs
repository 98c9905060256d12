//! `docs/accuracy.md` and the summary on the page, written from the estimates.

use super::class::{bar, class, name};
use super::naive::{Rule, naive};
use super::report::{Counts, Group, Judged, Report, quantile};
use super::row::{Row, Table};
use super::setup::Context;
use crate::calibration::{Calibration, Class};
use crate::catalog::Catalog;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Why an estimate is off, by row; for the document alone.
pub const REMARKS: &str = include_str!("../../tests/measurements/remarks.csv");

/// Rows shown as the worst of a class.
const WORST: usize = 5;
/// Groups smaller than this are not listed: one run is no distribution.
const LEAST: usize = 3;

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.1} %", value * 100.0))
}

/// An engine's name without its version: what a row calls `vllm 0.6.3` or `MLPerf submission (…)`.
fn engine(row: &Row) -> String {
    let full = row.text("engine");
    let plain = full.split(" (").next().unwrap_or(full);
    let words: Vec<&str> = plain
        .split_whitespace()
        .filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    if words.is_empty() {
        "not stated".to_owned()
    } else {
        words.join(" ")
    }
}

/// Groups rows by a key and writes a line for each group with enough measured figures.
fn table(
    out: &mut String,
    head: &str,
    judged: &[Judged<'_>],
    key: impl Fn(&Row) -> Option<String>,
) {
    let mut groups: BTreeMap<String, Vec<&Judged<'_>>> = BTreeMap::new();
    for one in judged {
        if let Some(key) = key(one.row) {
            groups.entry(key).or_default().push(one);
        }
    }
    let _ = writeln!(
        out,
        "| {head} | rows | estimated | median | 90 % | in range | half-width |\n| --- | --: | --: | --: | --: | --: | --: |"
    );
    for (key, rows) in groups {
        let group = Group::of(&rows);
        if rows.iter().filter(|j| j.row.measured().is_some()).count() < LEAST {
            continue;
        }
        let _ = writeln!(
            out,
            "| {key} | {} | {} | {} | {} | {} | {} |",
            group.rows,
            group.predicted,
            percent(group.median),
            percent(group.p90),
            percent(group.inside),
            percent(group.half_width),
        );
    }
    out.push('\n');
}

/// The errors of a class over its measured rows.
fn of_class(judged: &[Judged<'_>], wanted: Class) -> Group {
    let rows: Vec<&Judged<'_>> = judged
        .iter()
        .filter(|j| class(j.row) == Some(wanted) && j.row.measured().is_some())
        .collect();
    Group::of(&rows)
}

/// The document.
#[must_use]
pub fn document(catalog: &Catalog, calibration: &Calibration, judged: &[Judged<'_>]) -> String {
    let report = Report::of(judged);
    let mut out = String::from(
        "# Accuracy: the estimates held against measurements

Written by `cargo xtask accuracy` from `tests/measurements`; a test fails where it has drifted. The rows are public
measurements with their sources; `kasuan accuracy --rows` prints each with its estimate. The error is |estimate ÷ measurement − 1|:
its median and 90th percentile. *In range* is the share of measurements between low and high, *half-width* half of the range's
median width. No estimate reads a row's id or source: what the engine is told comes from the row's own columns and notes, the
model table and the card table. A setting that a row does not state takes the default of the engine or trainer that it names, and
where that is a benchmark or a publisher's total, what is usual there (`src/accuracy`). [The model](model.md) has the formulas and how their figures were fitted and cross-validated.

**中文简述**：本页由程序生成，把显存与速度的估算逐条对照公开实测。误差为 |估算 ÷ 实测 − 1| 的中位数与第 90 百分位；
“in range” 指实测落在低–高区间内的比例，“half-width” 指区间半宽的中位数。误差大的条目列在各表之后，并注明原因。

## By class

| class | measured rows | estimated | median | 90 % | bar | in range | half-width |
| --- | --: | --: | --: | --: | --: | --: | --: |
",
    );
    for wanted in Class::ALL {
        let group = of_class(judged, *wanted);
        let (median, p90) = bar(*wanted);
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {:.0} / {:.0} % | {} | {} |",
            name(*wanted),
            group.rows,
            group.predicted,
            percent(group.median),
            percent(group.p90),
            median * 100.0,
            p90 * 100.0,
            percent(group.inside),
            percent(group.half_width),
        );
    }
    let Counts {
        fits_right,
        fits_wrong,
        oom_right,
        oom_wrong,
    } = report.counts;
    let _ = writeln!(
        out,
        "\nOf {} runs that fitted, {fits_right} are said to fit; of {} that ran out of memory, {oom_right} are said not to.\n",
        fits_right + fits_wrong,
        oom_right + oom_wrong
    );
    rules(&mut out, catalog, calibration, judged);
    out.push_str("## By workload, kind and engine\n\n");
    table(&mut out, "workload, kind, engine", judged, |row| {
        row.measured()?;
        Some(format!(
            "{}, {}, {}",
            row.text("workload"),
            row.kind(),
            engine(row)
        ))
    });
    for (heading, of, label) in [
        ("## Memory by card", Table::Memory, "workload, card"),
        ("## Speed by card", Table::Throughput, "workload, card"),
    ] {
        let _ = writeln!(out, "{heading}\n");
        table(&mut out, label, judged, |row| {
            (row.table == of && class(row).is_some() && row.measured().is_some()).then(|| {
                let card = match row.text("gpu") {
                    "" => "not stated",
                    card => card,
                };
                format!("{}, {card}", row.text("workload"))
            })
        });
    }
    worst(&mut out, judged);
    unsupported(&mut out, judged);
    out
}

/// Rules of thumb beside the engine, on the same rows.
fn rules(out: &mut String, catalog: &Catalog, calibration: &Calibration, judged: &[Judged<'_>]) {
    let context = Context {
        catalog,
        calibration,
    };
    out.push_str(
        "## Against the rules of thumb

The same rows by the rules that most calculators use, at 100 % of the data sheet.

| rule | rows | its median | its 90 % | ours, median | ours, 90 % |
| --- | --: | --: | --: | --: | --: |
",
    );
    for rule in Rule::ALL {
        let (mut its, mut ours) = (Vec::new(), Vec::new());
        for one in judged {
            let (Some(own), Some(measured)) = (one.error(), one.row.measured()) else {
                continue;
            };
            if let Some((found, figure)) = naive(context, one.row)
                && found == rule
            {
                its.push((figure / measured - 1.0).abs());
                ours.push(own.abs());
            }
        }
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            rule.name(),
            its.len(),
            percent(quantile(&its, 0.5)),
            percent(quantile(&its, 0.9)),
            percent(quantile(&ours, 0.5)),
            percent(quantile(&ours, 0.9)),
        );
    }
    out.push('\n');
}

/// The rows that are furthest off, with what is known of why.
fn worst(out: &mut String, judged: &[Judged<'_>]) {
    let remarks: BTreeMap<&str, &str> = REMARKS
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(','))
        .map(|(id, remark)| (id, remark.trim().trim_matches('"')))
        .collect();
    out.push_str("## The worst of each class\n\n");
    for wanted in Class::ALL {
        let mut rows: Vec<(&Judged<'_>, f64)> = judged
            .iter()
            .filter(|j| class(j.row) == Some(*wanted))
            .filter_map(|j| Some((j, j.error()?)))
            .collect();
        // A factor too low is as bad as the same factor too high.
        let size = |error: f64| libm::log((1.0 + error).max(1e-9)).abs();
        rows.sort_by(|a, b| size(b.1).total_cmp(&size(a.1)));
        let _ = writeln!(
            out,
            "**{}**\n\n| row | what ran | measured | estimate | error | why |\n| --- | --- | --: | --: | --: | --- |",
            name(*wanted)
        );
        for (one, error) in rows.into_iter().take(WORST) {
            let row = one.row;
            let Some((estimate, measured)) = one.pair() else {
                continue;
            };
            let ran: Vec<&str> = ["model", "precision", "gpu", "engine"]
                .iter()
                .map(|column| row.text(column))
                .filter(|text| !text.is_empty())
                .collect();
            let _ = writeln!(
                out,
                "| {} | {} | {measured:.4} | {:.4} | {:+.0} % | {} |",
                row.id,
                ran.join(", "),
                estimate.expected,
                error * 100.0,
                remarks.get(row.id.as_str()).unwrap_or(&"not explained")
            );
        }
        out.push('\n');
    }
}

/// What has no estimate, and why.
fn unsupported(out: &mut String, judged: &[Judged<'_>]) {
    let mut reasons: BTreeMap<(String, &'static str), usize> = BTreeMap::new();
    for one in judged {
        if let Err(reason) = &one.estimate {
            let key = format!("{}, {}", one.row.text("workload"), one.row.kind());
            *reasons.entry((key, reason.text())).or_default() += 1;
        }
    }
    let total: usize = reasons.values().sum();
    let _ = writeln!(
        out,
        "## Without an estimate\n\n{total} of {} rows.\n\n| rows | workload, kind | why |\n| --: | --- | --- |",
        judged.len()
    );
    for ((key, reason), rows) in reasons {
        let _ = writeln!(out, "| {rows} | {key} | {reason} |");
    }
}

/// `src/calibration/published.rs`.
#[must_use]
pub fn published(judged: &[Judged<'_>]) -> String {
    let counts = Report::of(judged).counts;
    let thousandths = |value: Option<f64>| (value.unwrap_or(0.0) * 1000.0).round();
    let mut rows = String::new();
    for wanted in Class::ALL {
        let group = of_class(judged, *wanted);
        let _ = writeln!(
            rows,
            "    Published {{\n        class: Class::{wanted:?},\n        rows: {},\n        median: {},\n        p90: {},\n        inside: {},\n    }},",
            group.predicted,
            thousandths(group.median),
            thousandths(group.p90),
            thousandths(group.inside),
        );
    }
    format!(
        "//! What `docs/accuracy.md` reports, as the page shows it. Written by `cargo xtask accuracy`.

use super::{{Class, Published}};

/// The errors by class.
pub static PUBLISHED: [Published; {}] = [
{rows}];
/// Runs that fitted, and how many of them were called right.
pub const FITS: (u32, u32) = ({}, {});
/// Runs that ran out of memory, and how many of them were called right.
pub const OUT_OF_MEMORY: (u32, u32) = ({}, {});
",
        Class::ALL.len(),
        counts.fits_right + counts.fits_wrong,
        counts.fits_right,
        counts.oom_right + counts.oom_wrong,
        counts.oom_right,
    )
}
