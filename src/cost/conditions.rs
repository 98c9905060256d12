//! Conditions that hold for all purchases of a project.

use super::billing::BillingRule;
use crate::units::{Hours, Ratio};

/// Conditions that hold for all purchases of a project.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// Share of the rest of a term that is got back at the project's end.
    pub resale: Ratio,
    /// Months at the start in which hours and subscriptions cost `first_factor` times as much.
    pub first_months: Ratio,
    /// What is left of a price in the first months.
    pub first_factor: Ratio,
    /// Time that each start of an instance is billed before it works, where instances follow a load.
    pub startup: Hours,
    /// How time is rounded.
    pub billing: BillingRule,
}

impl Conditions {
    /// Nothing but the list.
    pub const NONE: Self = Self {
        resale: Ratio::ZERO,
        first_months: Ratio::ZERO,
        first_factor: Ratio::new(1.0),
        startup: Hours::ZERO,
        billing: BillingRule {
            granularity: None,
            minimum: None,
        },
    };

    /// What is left of a price in a month: the discount of the first months, in part where it ends
    /// within the month.
    pub(super) fn factor(&self, month: usize) -> f64 {
        let share = (self.first_months.get() - month as f64).clamp(0.0, 1.0);
        1.0 - share * (1.0 - self.first_factor.get())
    }
}
