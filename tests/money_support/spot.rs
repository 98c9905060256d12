//! What the tests of spot share.

use kasuan::catalog::{Interruptions, SourceIx};
use kasuan::units::{Date, Hours, Ratio};

/// Fails unless a figure is another to a relative tolerance.
#[track_caller]
pub fn near(actual: f64, expected: f64, relative: f64) {
    let off = (actual - expected).abs();
    assert!(
        off <= relative * expected.abs().max(1e-300),
        "{actual} is not {expected} to {relative}"
    );
}

/// Hours.
pub fn hours(value: f64) -> Hours {
    Hours::new(value)
}

/// A published band of monthly interruptions.
pub fn band(low: f64, high: Option<f64>) -> Interruptions {
    Interruptions {
        low: Ratio::new(low),
        high: high.map(Ratio::new),
        as_of: Date::new(2025, 6, 28).unwrap(),
        source: SourceIx(0),
    }
}
