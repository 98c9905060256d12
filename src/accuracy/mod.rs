//! Accuracy: the engine's estimates held against public measurements.
//!
//! Each measured row becomes a question, a card and a group of cards, and is answered by the very
//! functions that answer the page. No row is treated by its id or source.

mod class;
mod document;
mod estimate;
mod fitting;
mod imaging;
mod inference_memory;
mod inference_speed;
mod naive;
mod names;
mod report;
mod row;
mod setup;
mod training_memory;
mod training_speed;

pub use document::{document, published};
pub use estimate::Estimate;
pub use fitting::{Fitted, fit, is_of};
pub use report::{Counts, Group, Judged, Report, quantile};
pub use row::{Row, Table};
pub use setup::Reason;

use crate::calibration::Calibration;
use crate::catalog::Catalog;
use setup::Context;

/// The project's own copy of the measurements of memory.
pub const MEMORY: &str = include_str!("../../tests/measurements/memory.csv");
/// The project's own copy of the measurements of speed.
pub const THROUGHPUT: &str = include_str!("../../tests/measurements/throughput.csv");

/// The estimate of one row.
///
/// # Errors
/// [`Reason`] where there is none.
pub fn estimate(
    catalog: &Catalog,
    calibration: &Calibration,
    row: &Row,
) -> Result<Estimate, Reason> {
    let context = Context {
        catalog,
        calibration,
    };
    estimate::estimate(context, row)
}

/// Estimates all rows.
#[must_use]
pub fn judge<'a>(catalog: &Catalog, calibration: &Calibration, rows: &'a [Row]) -> Vec<Judged<'a>> {
    rows.iter()
        .map(|row| Judged {
            row,
            estimate: estimate(catalog, calibration, row),
        })
        .collect()
}
