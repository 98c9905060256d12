//! Fitting the figures of one room of the calibration to measurements.

use super::report::{Judged, quantile};
use super::row::{Row, Table};
use super::{estimate, judge};
use crate::calibration::{Calibration, Room};
use crate::catalog::Catalog;

/// What a fit found.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The values, fitted on all rows.
    pub calibration: Calibration,
    /// Median and 90th percentile of the absolute relative error on all rows.
    pub all: (f64, f64),
    /// The same on rows whose model was left out of the fit, over three folds.
    pub by_model: (f64, f64),
    /// The same on rows whose card was left out.
    pub by_card: (f64, f64),
}

/// Parts that the models, or the cards, are divided into for cross-validation.
const FOLDS: u64 = 3;
/// Share of measurements that a range is made to hold.
const HELD: f64 = 0.86;
/// An error below this is as good as none: the measurements are no better.
const BLUR: f64 = 0.03;
/// What a figure's distance from where it started costs, per squared logarithm: as much as so many
/// rows that are off by e. Figures that the rows do not determine stay where a data sheet, a kernel
/// table or reason put them.
const PULL: f64 = 0.5;

/// Whether a row is of a room.
#[must_use]
pub fn is_of(room: Room, row: &Row) -> bool {
    let is_inference = row.text("workload") == "inference";
    let is_training = matches!(row.text("workload"), "finetune" | "pretrain");
    match room {
        Room::ServingMemory => row.table == Table::Memory && is_inference,
        Room::TrainingMemory => row.table == Table::Memory && is_training,
        Room::ServingSpeed => row.table == Table::Throughput && is_inference,
        Room::TrainingSpeed => row.table == Table::Throughput && is_training,
        Room::Imaging => !is_inference && !is_training,
    }
}

/// Fits one room.
#[must_use]
pub fn fit(catalog: &Catalog, start: &Calibration, room: Room, rows: &[Row]) -> Fitted {
    let rows: Vec<&Row> = rows
        .iter()
        .filter(|row| is_of(room, row) && row.measured().is_some())
        .collect();
    let mut calibration = descend(catalog, start, room, &rows);
    widen(catalog, &mut calibration, room, &rows);
    Fitted {
        all: errors(catalog, &calibration, &rows),
        by_model: validate(catalog, start, room, &rows, "model"),
        by_card: validate(catalog, start, room, &rows, "gpu"),
        calibration,
    }
}

/// The errors on rows that a fit on the others had not seen.
fn validate(
    catalog: &Catalog,
    start: &Calibration,
    room: Room,
    rows: &[&Row],
    column: &str,
) -> (f64, f64) {
    let mut found = Vec::new();
    for fold in 0..FOLDS {
        let is_left_out = |row: &&Row| hash(row.text(column)) % FOLDS == fold;
        let (left_out, seen): (Vec<&Row>, Vec<&Row>) =
            rows.iter().copied().partition(|row| is_left_out(row));
        let calibration = descend(catalog, start, room, &seen);
        found.extend(
            left_out
                .iter()
                .filter_map(|row| error(catalog, &calibration, row)),
        );
    }
    summary(&found)
}

/// FNV-1a: the same folds in every run.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

fn error(catalog: &Catalog, calibration: &Calibration, row: &Row) -> Option<f64> {
    let estimate = estimate(catalog, calibration, row).ok()?;
    Some((estimate.expected / row.measured()? - 1.0).abs())
}

fn errors(catalog: &Catalog, calibration: &Calibration, rows: &[&Row]) -> (f64, f64) {
    let found: Vec<f64> = rows
        .iter()
        .filter_map(|row| error(catalog, calibration, row))
        .collect();
    summary(&found)
}

fn summary(errors: &[f64]) -> (f64, f64) {
    let of = |share| quantile(errors, share).unwrap_or(f64::NAN);
    (of(0.5), of(0.9))
}

/// Sum of smoothed absolute errors of the logarithm: outliers pull no harder than others.
fn loss(catalog: &Catalog, calibration: &Calibration, rows: &[&Row]) -> f64 {
    let one = |row: &&Row| {
        let estimate = estimate(catalog, calibration, row).ok()?;
        let ratio = libm::log(estimate.expected.max(1e-30) / row.measured()?);
        Some(f64::sqrt(ratio * ratio + BLUR * BLUR))
    };
    rows.iter().filter_map(one).sum()
}

/// The loss with what the distance from the start costs.
fn pulled(
    catalog: &Catalog,
    calibration: &Calibration,
    start: &Calibration,
    room: Room,
    rows: &[&Row],
) -> f64 {
    let distance: f64 = room
        .figures()
        .iter()
        .zip(calibration.values(room))
        .zip(start.values(room))
        .filter(|((name, _), _)| !name.starts_with("spread_"))
        .map(|((_, value), before)| {
            let moved = libm::log(value.max(1e-300) / before.max(1e-300));
            moved * moved
        })
        .sum();
    loss(catalog, calibration, rows) + PULL * distance
}

/// Changes one figure after the other by shrinking steps as long as the loss falls.
fn descend(catalog: &Catalog, start: &Calibration, room: Room, rows: &[&Row]) -> Calibration {
    let mut best = start.clone();
    let mut least = pulled(catalog, &best, start, room, rows);
    for step in [1.5, 1.25, 1.12, 1.06, 1.03, 1.015] {
        // A sweep that gains less than a thousandth ends the steps of this size.
        for _ in 0..8 {
            let before = least;
            for (position, name) in room.figures().iter().enumerate() {
                if name.starts_with("spread_") {
                    continue;
                }
                for factor in [step, 1.0 / step] {
                    while let Some(tried) = changed(&best, room, position, name, factor) {
                        let found = pulled(catalog, &tried, start, room, rows);
                        if found >= least {
                            break;
                        }
                        (best, least) = (tried, found);
                    }
                }
            }
            if least > before * 0.999 {
                break;
            }
        }
    }
    best
}

/// The calibration with one figure multiplied; `None` where it would leave its domain.
fn changed(
    calibration: &Calibration,
    room: Room,
    position: usize,
    name: &str,
    factor: f64,
) -> Option<Calibration> {
    let mut values = calibration.values(room);
    let value = values.get_mut(position)?;
    *value *= factor;
    // A share of a peak is no more than all of it.
    if name.ends_with("_share") && *value > 1.0 {
        return None;
    }
    let mut changed = calibration.clone();
    changed.replace(room, &values).then_some(changed)
}

/// Makes each half-width as small as holds its share of the rows that depend on it.
fn widen(catalog: &Catalog, calibration: &mut Calibration, room: Room, rows: &[&Row]) {
    for (position, name) in room.figures().iter().enumerate() {
        if !name.starts_with("spread_") {
            continue;
        }
        let set = |value: f64| {
            let mut values = calibration.values(room);
            if let Some(place) = values.get_mut(position) {
                *place = value;
            }
            let mut changed = calibration.clone();
            changed.replace(room, &values).then_some(changed)
        };
        let (Some(narrow), Some(wide)) = (set(0.01), set(10.0)) else {
            continue;
        };
        let owned: Vec<Row> = rows.iter().map(|row| (*row).clone()).collect();
        let narrow = judge(catalog, &narrow, &owned);
        let wide = judge(catalog, &wide, &owned);
        let width = |judged: &Judged<'_>| judged.half_width().unwrap_or(0.0);
        let needed: Vec<f64> = narrow
            .iter()
            .zip(&wide)
            .filter(|(narrow, wide)| width(wide) > width(narrow) * 2.0)
            .filter_map(|(narrow, _)| {
                let (estimate, measured) = narrow.pair()?;
                let ratio = estimate.expected / measured;
                Some(ratio.max(1.0 / ratio) - 1.0)
            })
            .collect();
        if let Some(held) = quantile(&needed, HELD)
            && let Some(changed) = set((held * 1000.0).ceil() / 1000.0)
        {
            *calibration = changed;
        }
    }
}
