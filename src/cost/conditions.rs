//! Conditions that hold for all purchases of a project.

use super::billing::BillingRule;
use crate::demand::Layer;
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
    /// The hours of a job hold its starts.
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

    /// Hours of a full month that are billed for what may not be interrupted and for what may: with
    /// start-ups, and rounded as the provider does. Where that comes to more than the month, the
    /// instance runs on instead of stopping; a run that takes several months has its share of what
    /// rounding adds at its end.
    pub(super) fn billed(&self, layer: &Layer, month: usize) -> (f64, f64) {
        let (firm, soft) = (layer.firm(month), layer.soft(month));
        let all = firm + soft;
        if all <= Hours::ZERO {
            return (0.0, 0.0);
        }
        let started = self.startup * layer.booted(month).get();
        let once = Ratio::new(1.0);
        let billed = if layer.runs_for > once {
            let run = all * layer.runs_for.get();
            self.billing.billed_hours(run, once).hours / layer.runs_for.get()
        } else {
            let billed = self
                .billing
                .billed_hours(all + started, layer.starts(month));
            billed.hours.min(Hours::MONTH.max(all))
        };
        let more = billed / all;
        (firm.get() * more, soft.get() * more)
    }
}
