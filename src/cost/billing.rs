//! Billing rules: how hours of use become hours on the bill.

use crate::catalog::Provider;
use crate::units::{Decimal, Hours, Ratio, Seconds};

/// A time that exceeds a whole number of billing units by less than this share of a unit is that
/// number: 20 minutes in hours and back to seconds are 1200.0000000000002.
const WHOLE: f64 = 1e-6;

/// How a provider bills time on demand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BillingRule {
    /// The unit to which each run is rounded up; `None` where unknown.
    pub granularity: Option<Seconds>,
    /// The least time that a start is billed; `None` where unknown.
    pub minimum: Option<Seconds>,
}

/// Hours on the bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Billed {
    /// The hours. Where a part of the rule is not known they are a least.
    pub hours: Hours,
    /// Whether the unit to which time is rounded up is known. If not, it was not rounded.
    pub granularity_known: bool,
    /// Whether the least time of a start is known. If not, none was applied.
    pub minimum_known: bool,
}

impl BillingRule {
    /// The rule of a provider. A figure that is not above 0 is none.
    #[must_use]
    pub fn of(provider: &Provider) -> Self {
        let positive = |time: Option<Seconds>| time.filter(|t| *t > Seconds::ZERO);
        Self {
            granularity: positive(provider.granularity),
            minimum: positive(provider.minimum),
        }
    }

    /// The hours billed for `run` hours of use over so many starts, taken as equally long:
    /// starts × ⌈max(run ÷ starts, minimum) ÷ unit⌉ × unit.
    ///
    /// An average month may hold a fraction of a start; any use has at least one start, and no use
    /// has none. A rule that is not documented is not invented: what is unknown is not applied and
    /// reported as unknown, so that the hours are then a least.
    #[must_use]
    pub fn billed_hours(self, run: Hours, starts: Ratio) -> Billed {
        let hours = if run > Hours::ZERO {
            let starts = starts.max(Ratio::new(1.0)).get();
            let each = run.to_seconds() / starts;
            let least = each.max(self.minimum.unwrap_or(Seconds::ZERO));
            let billed = match self.granularity {
                Some(unit) if unit > Seconds::ZERO => {
                    let units = least / unit;
                    unit * (units - WHOLE).ceil().max(1.0)
                }
                _ => least,
            };
            // Rounding down by a whole unit's tolerance must not bill less than was used.
            (billed * starts).to_hours().max(run)
        } else {
            Hours::ZERO
        };
        Billed {
            hours,
            granularity_known: self.granularity.is_some(),
            minimum_known: self.minimum.is_some(),
        }
    }
}

/// The hours that useful hours of cards take where they wait for data for a share of the time
/// (key `stall`, in percent): useful ÷ (1 − stall). A share above 95 % counts as 95 %, as the key
/// admits no more.
#[must_use]
pub fn with_stalls(useful: Hours, stall_percent: Decimal) -> Hours {
    let share = stall_percent.percent().get().clamp(0.0, 0.95);
    useful / (1.0 - share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rule(granularity: Option<f64>, minimum: Option<f64>) -> BillingRule {
        BillingRule {
            granularity: granularity.map(Seconds::new),
            minimum: minimum.map(Seconds::new),
        }
    }

    #[track_caller]
    fn bills(rule: BillingRule, run_min: f64, starts: f64, expected_min: f64) {
        let billed = rule.billed_hours(Hours::new(run_min / 60.0), Ratio::new(starts));
        let minutes = billed.hours.get() * 60.0;
        assert!((minutes - expected_min).abs() < 1e-6, "{minutes} minutes");
    }

    #[test]
    fn each_start_is_rounded_up_and_bills_its_minimum() {
        let hourly = rule(Some(3600.0), None);
        bills(hourly, 61.0, 1.0, 120.0);
        bills(hourly, 60.0, 1.0, 60.0);
        // Twenty runs of 10 minutes are twenty hours.
        bills(hourly, 200.0, 20.0, 1200.0);
        let minute = rule(Some(1.0), Some(60.0));
        bills(minute, 0.5, 1.0, 1.0);
        bills(minute, 10.0, 20.0, 20.0);
        bills(minute, 90.5, 1.0, 90.5);
        // A minimum that is no whole number of units is rounded up with the rest.
        bills(rule(Some(3600.0), Some(5400.0)), 10.0, 1.0, 120.0);
        // Twenty minutes are twenty units of a minute, not twenty-one.
        bills(rule(Some(60.0), None), 20.0, 1.0, 20.0);
        // A month that holds 21.7 starts.
        bills(hourly, 21.7 * 30.0, 21.7, 21.7 * 60.0);
    }

    /// C72: a floor that nobody documents is unknown; none is invented and none is denied.
    #[test]
    fn what_is_unknown_is_not_applied_and_is_said() {
        let run = Hours::new(0.21);
        let billed = rule(None, None).billed_hours(run, Ratio::new(3.0));
        assert_eq!(billed.hours, run);
        assert!(!billed.granularity_known && !billed.minimum_known);
        let billed = rule(Some(60.0), None).billed_hours(run, Ratio::new(3.0));
        assert!(billed.granularity_known && !billed.minimum_known);
        let provider = Provider {
            granularity: Some(Seconds::ZERO),
            ..Provider::default()
        };
        assert_eq!(BillingRule::of(&provider), rule(None, None));
    }

    #[test]
    fn waiting_for_data_takes_hours() {
        assert_eq!(
            with_stalls(Hours::new(75.0), Decimal::from_int(25)),
            Hours::new(100.0)
        );
        assert_eq!(with_stalls(Hours::new(75.0), Decimal::ZERO).get(), 75.0);
        assert!(with_stalls(Hours::new(1.0), Decimal::from_int(100)).get() < 21.0);
    }

    proptest! {
        #[test]
        fn no_rule_bills_less_than_was_used(
            run in 0.0..10_000.0_f64,
            starts in 0.0..1_000.0_f64,
            unit in prop::option::of(0.001..90_000.0_f64),
            least in prop::option::of(0.0..90_000.0_f64),
        ) {
            let (run, starts) = (Hours::new(run), Ratio::new(starts));
            let rule = rule(unit, least);
            let billed = rule.billed_hours(run, starts).hours;
            prop_assert!(billed >= run);
            // One unit or the minimum per start is all that rounding adds.
            let added = unit.unwrap_or(0.0) + least.unwrap_or(0.0);
            let most = run.get() + (added + 1e-6) / 3600.0 * starts.get().max(1.0);
            prop_assert!(billed.get() <= most + 1e-9, "{billed:?} {most}");
            // Longer runs and more starts never bill less.
            let longer = rule.billed_hours(run + Hours::new(1.0), starts).hours;
            prop_assert!(longer.get() >= billed.get() * (1.0 - 1e-5));
        }
    }
}
