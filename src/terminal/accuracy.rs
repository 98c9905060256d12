//! `kasuan accuracy`: the estimates held against measurements.

use super::args::Args;
use super::{Failure, load};
use crate::accuracy::{self, Judged, MEMORY, Report, Row, THROUGHPUT, Table, fit, judge};
use crate::calibration::{FITTED, Room};
use crate::catalog::Catalog;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// Runs the command.
pub fn run(args: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let mut args = Args::new(args);
    let json = args.flag("--json");
    let with_rows = args.flag("--rows");
    let memory = args.value("--memory")?;
    let throughput = args.value("--throughput")?;
    let room = args.value("--fit")?;
    let folder = args.value("--write")?;
    args.none()?;
    let rows = rows(memory, throughput)?;
    let catalog = load(None)?;
    if let Some(room) = room {
        return fit_room(&catalog, room, &rows, out);
    }
    let judged = judge(&catalog, &FITTED, &rows);
    if folder.is_some() && (memory.is_some() || throughput.is_some()) {
        return Err(Failure::Arguments(
            "`--write` publishes the own rows; it takes no other files".to_owned(),
        ));
    }
    if let Some(folder) = folder {
        return write_documents(folder, &catalog, &judged, out);
    }
    let report = Report::of(&judged);
    if json {
        write_json(&report, &judged, with_rows, out)
    } else {
        write_text(&report, &judged, with_rows, out).map_err(Failure::Output)
    }
}

/// The rows of the named files; of the own copies where none is named.
fn rows(memory: Option<&str>, throughput: Option<&str>) -> Result<Vec<Row>, Failure> {
    let read = |path: &str| {
        std::fs::read_to_string(path).map_err(|error| Failure::File(path.to_owned(), error))
    };
    let mut rows = Vec::new();
    let mut add = |table, name: &str, text: &str| {
        let read = Row::read(table, text)
            .map_err(|message| Failure::Arguments(format!("{name}: {message}")))?;
        rows.extend(read);
        Ok::<(), Failure>(())
    };
    if memory.is_none() && throughput.is_none() {
        add(Table::Memory, "the own table", MEMORY)?;
        add(Table::Throughput, "the own table", THROUGHPUT)?;
    }
    if let Some(path) = memory {
        add(Table::Memory, path, &read(path)?)?;
    }
    if let Some(path) = throughput {
        add(Table::Throughput, path, &read(path)?)?;
    }
    Ok(rows)
}

#[derive(Serialize)]
struct JsonGroup<'a> {
    table: &'static str,
    kind: &'a str,
    workload: &'a str,
    rows: usize,
    predicted: usize,
    unsupported: usize,
    unsupported_reasons: &'a BTreeMap<&'static str, usize>,
    median: Option<f64>,
    p90: Option<f64>,
    inside: Option<f64>,
    half_width: Option<f64>,
}

#[derive(Serialize)]
struct JsonCounts {
    fits_right: usize,
    fits_wrong: usize,
    oom_right: usize,
    oom_wrong: usize,
}

#[derive(Serialize)]
struct JsonRow<'a> {
    id: &'a str,
    table: &'static str,
    supported: bool,
    reason: Option<&'static str>,
    measured: Option<f64>,
    low: Option<f64>,
    expected: Option<f64>,
    high: Option<f64>,
    unit: &'a str,
    verdict: Option<&'static str>,
}

#[derive(Serialize)]
struct Json<'a> {
    groups: Vec<JsonGroup<'a>>,
    fit: JsonCounts,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<JsonRow<'a>>>,
}

fn write_json(
    report: &Report,
    judged: &[Judged<'_>],
    with_rows: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let groups = report
        .groups
        .iter()
        .map(|((table, kind, workload), group)| JsonGroup {
            table: table.word(),
            kind,
            workload,
            rows: group.rows,
            predicted: group.predicted,
            unsupported: group.rows - group.predicted,
            unsupported_reasons: &group.unsupported,
            median: group.median,
            p90: group.p90,
            inside: group.inside,
            half_width: group.half_width,
        })
        .collect();
    let row = |judged: &'_ Judged<'_>| {
        let estimate = judged.estimate.as_ref().ok().copied();
        (
            estimate,
            judged.estimate.as_ref().err().map(|reason| reason.text()),
        )
    };
    let rows = with_rows.then(|| {
        judged
            .iter()
            .map(|one| {
                let (estimate, reason) = row(one);
                JsonRow {
                    id: &one.row.id,
                    table: one.row.table.word(),
                    supported: estimate.is_some(),
                    reason,
                    measured: one.row.measured(),
                    low: estimate.map(|e| e.low),
                    expected: estimate.map(|e| e.expected),
                    high: estimate.map(|e| e.high),
                    unit: one.row.unit(),
                    verdict: estimate.and_then(|e| e.verdict).map(|v| v.word()),
                }
            })
            .collect()
    });
    let json = Json {
        groups,
        fit: JsonCounts {
            fits_right: report.counts.fits_right,
            fits_wrong: report.counts.fits_wrong,
            oom_right: report.counts.oom_right,
            oom_wrong: report.counts.oom_wrong,
        },
        rows,
    };
    serde_json::to_writer_pretty(&mut *out, &json)
        .map_err(|error| Failure::Output(error.into()))?;
    writeln!(out).map_err(Failure::Output)
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |v| format!("{:.1}%", v * 100.0))
}

fn write_text(
    report: &Report,
    judged: &[Judged<'_>],
    with_rows: bool,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    writeln!(
        out,
        "{:<11} {:<20} {:<19} {:>5} {:>9} {:>8} {:>8} {:>7} {:>10}",
        "table", "kind", "workload", "rows", "predicted", "median", "p90", "inside", "half-width"
    )?;
    for ((table, kind, workload), group) in &report.groups {
        writeln!(
            out,
            "{:<11} {kind:<20} {workload:<19} {:>5} {:>9} {:>8} {:>8} {:>7} {:>10}",
            table.word(),
            group.rows,
            group.predicted,
            percent(group.median),
            percent(group.p90),
            percent(group.inside),
            percent(group.half_width),
        )?;
        for (reason, rows) in &group.unsupported {
            writeln!(out, "            not supported: {rows} ({reason})")?;
        }
    }
    let counts = report.counts;
    writeln!(
        out,
        "fits called right {} of {}, out of memory called right {} of {}",
        counts.fits_right,
        counts.fits_right + counts.fits_wrong,
        counts.oom_right,
        counts.oom_right + counts.oom_wrong,
    )?;
    if with_rows {
        for one in judged {
            let row = one.row;
            write!(
                out,
                "{}\t{}\t{}\t{}\t{}\t{}\t",
                row.id,
                row.kind(),
                row.text("model"),
                row.text("gpu"),
                row.text("precision"),
                row.text("engine")
            )?;
            match (&one.estimate, row.measured()) {
                (Err(reason), _) => writeln!(out, "not supported: {}", reason.text())?,
                (Ok(e), Some(measured)) => writeln!(
                    out,
                    "measured {measured:.4}\testimate {:.4} ({:.4} to {:.4})\t{:+.1}%",
                    e.expected,
                    e.low,
                    e.high,
                    (e.expected / measured - 1.0) * 100.0
                )?,
                (Ok(e), None) => writeln!(
                    out,
                    "estimate {:.4}\t{}",
                    e.expected,
                    e.verdict.map_or("", |v| v.word())
                )?,
            }
        }
    }
    Ok(())
}

/// Writes the document and the page's summary into a checkout of the project.
fn write_documents(
    folder: &str,
    catalog: &Catalog,
    judged: &[Judged<'_>],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let document = accuracy::document(catalog, &FITTED, judged);
    let published = accuracy::published(judged);
    for (file, text) in [
        ("docs/accuracy.md", document),
        ("src/calibration/published.rs", published),
    ] {
        let path = Path::new(folder).join(file);
        std::fs::write(&path, text)
            .map_err(|error| Failure::File(path.display().to_string(), error))?;
        writeln!(out, "{}", path.display()).map_err(Failure::Output)?;
    }
    Ok(())
}

/// Fits a room and prints its table for `src/calibration/fitted.rs`.
fn fit_room(
    catalog: &Catalog,
    name: &str,
    rows: &[Row],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let Some(room) = Room::ALL.iter().copied().find(|room| room.name() == name) else {
        let names: Vec<&str> = Room::ALL.iter().map(|room| room.name()).collect();
        return Err(Failure::Arguments(format!(
            "`--fit {name}`: one of {} is expected",
            names.join(", ")
        )));
    };
    let fitted: accuracy::Fitted = fit(catalog, &FITTED, room, rows);
    if !fitted.all.0.is_finite() {
        return Err(Failure::Arguments(format!(
            "`--fit {name}`: no measured row of this room"
        )));
    }
    let print = |out: &mut dyn Write| -> std::io::Result<()> {
        let line = |out: &mut dyn Write, what: &str, (median, p90): (f64, f64)| {
            writeln!(
                out,
                "// {what}: median {:.1} %, 90th percentile {:.1} %",
                median * 100.0,
                p90 * 100.0
            )
        };
        line(out, "all rows", fitted.all)?;
        line(out, "models left out", fitted.by_model)?;
        line(out, "cards left out", fitted.by_card)?;
        for (name, value) in room.figures().iter().zip(fitted.calibration.values(room)) {
            writeln!(out, "{name}: {},", figure(value))?;
        }
        Ok(())
    };
    print(out).map_err(Failure::Output)
}

/// Four significant digits, as Rust reads them.
fn figure(value: f64) -> String {
    let short: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    format!("{short:?}")
}
