//! Errors by group, and the count of verdicts.

use super::estimate::Estimate;
use super::row::{Row, Table};
use super::setup::Reason;
use crate::fit::Verdict;
use std::collections::BTreeMap;

/// A row with its estimate, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged<'a> {
    /// The row.
    pub row: &'a Row,
    /// The estimate.
    pub estimate: Result<Estimate, Reason>,
}

impl Judged<'_> {
    /// Estimate and measurement, where there are both.
    #[must_use]
    pub fn pair(&self) -> Option<(Estimate, f64)> {
        let estimate = self.estimate.as_ref().ok()?;
        Some((*estimate, self.row.measured()?))
    }

    /// Relative error: positive where the estimate is too high.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let (estimate, measured) = self.pair()?;
        Some(estimate.expected / measured - 1.0)
    }

    /// Whether the measurement lies between low and high.
    #[must_use]
    pub fn is_inside(&self) -> Option<bool> {
        let (estimate, measured) = self.pair()?;
        Some((estimate.low..=estimate.high).contains(&measured))
    }

    /// Half of the range's width, relative to what is expected.
    #[must_use]
    pub fn half_width(&self) -> Option<f64> {
        let estimate = self.estimate.as_ref().ok()?;
        (estimate.expected > 0.0)
            .then(|| (estimate.high - estimate.low) / (2.0 * estimate.expected))
    }
}

/// The errors of one group of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// Rows.
    pub rows: usize,
    /// Rows with an estimate.
    pub predicted: usize,
    /// Rows without, by reason.
    pub unsupported: BTreeMap<&'static str, usize>,
    /// Median of the absolute relative error; `None` without a measured figure.
    pub median: Option<f64>,
    /// Its 90th percentile.
    pub p90: Option<f64>,
    /// Share of measurements between low and high.
    pub inside: Option<f64>,
    /// Median half-width of the range.
    pub half_width: Option<f64>,
}

impl Group {
    /// The errors of some rows.
    #[must_use]
    pub fn of(rows: &[&Judged<'_>]) -> Self {
        let mut unsupported = BTreeMap::new();
        for judged in rows {
            if let Err(reason) = &judged.estimate {
                *unsupported.entry(reason.text()).or_default() += 1;
            }
        }
        let errors: Vec<f64> = rows.iter().filter_map(|j| Some(j.error()?.abs())).collect();
        let inside: Vec<bool> = rows.iter().filter_map(|j| j.is_inside()).collect();
        let widths: Vec<f64> = rows
            .iter()
            .filter(|j| j.pair().is_some())
            .filter_map(|j| j.half_width())
            .collect();
        let held = inside.iter().filter(|inside| **inside).count();
        Self {
            rows: rows.len(),
            predicted: rows.iter().filter(|j| j.estimate.is_ok()).count(),
            unsupported,
            median: quantile(&errors, 0.5),
            p90: quantile(&errors, 0.9),
            inside: (!inside.is_empty()).then(|| held as f64 / inside.len() as f64),
            half_width: quantile(&widths, 0.5),
        }
    }
}

/// A quantile by linear interpolation between the two nearest; `None` of nothing.
#[must_use]
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let position = share.clamp(0.0, 1.0) * last as f64;
    let below = position.floor();
    let low = sorted.get(below as usize)?;
    let high = sorted.get((below as usize + 1).min(last))?;
    Some(low + (high - low) * (position - below))
}

/// How often `fits` and out of memory were called right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Ran, and was said to.
    pub fits_right: usize,
    /// Ran, and was said not to.
    pub fits_wrong: usize,
    /// Did not run, and was said not to.
    pub oom_right: usize,
    /// Did not run, and was said to.
    pub oom_wrong: usize,
}

/// All that is reported.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Errors by table, kind and workload.
    pub groups: BTreeMap<(Table, String, String), Group>,
    /// Verdicts.
    pub counts: Counts,
}

impl Report {
    /// Sums up.
    #[must_use]
    pub fn of(judged: &[Judged<'_>]) -> Self {
        let mut members: BTreeMap<(Table, String, String), Vec<&Judged<'_>>> = BTreeMap::new();
        let mut counts = Counts::default();
        for one in judged {
            let row = one.row;
            let key = (
                row.table,
                row.kind().to_owned(),
                row.text("workload").to_owned(),
            );
            members.entry(key).or_default().push(one);
            let verdict = one.estimate.as_ref().ok().and_then(|e| e.verdict);
            if let Some(verdict) = verdict {
                let holds = verdict != Verdict::No;
                match (row.kind(), holds) {
                    ("fits", true) => counts.fits_right += 1,
                    ("fits", false) => counts.fits_wrong += 1,
                    ("oom", false) => counts.oom_right += 1,
                    ("oom", true) => counts.oom_wrong += 1,
                    _ => {}
                }
            }
        }
        Self {
            groups: members
                .into_iter()
                .map(|(key, rows)| (key, Group::of(&rows)))
                .collect(),
            counts,
        }
    }
}
