//! Adding up what is bought one way.

use super::mix::Part;
use super::ways::Way;
use crate::units::Hours;

/// What is bought one way so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum {
    pub(super) used: f64,
    pub(super) paid: f64,
    /// Units of the rate that are paid: hours, or months.
    pub(super) units: f64,
    /// Units that fall into the project.
    pub(super) within: f64,
    pub(super) beyond: bool,
}

impl Sum {
    pub(super) const fn hours(used: f64, paid: f64, factor: f64) -> Self {
        Self {
            used,
            paid,
            units: paid * factor,
            within: paid * factor,
            beyond: false,
        }
    }

    pub(super) fn add(&mut self, other: &Self, times: f64) {
        self.used += other.used * times;
        self.paid += other.paid * times;
        self.units += other.units * times;
        self.within += other.within * times;
        self.beyond |= other.beyond;
    }

    pub(super) fn part(&self, position: usize, way: &Way) -> Part {
        Part {
            way: position,
            used: Hours::new(self.used),
            paid: Hours::new(self.paid),
            total: way.rate.scaled(self.units),
            accrued: way.rate.scaled(self.within),
            beyond_project: self.beyond,
        }
    }
}
