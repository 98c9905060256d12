//! The stopped rule: what instances cost between uses if they are kept and not released.

use crate::catalog::StoppedRule;
use crate::units::{Hours, Money};

/// What keeping instances between uses costs in a month beyond releasing them. Storage is none of
/// it: that is paid for the whole month either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// A stopped instance costs nothing but its storage and addresses.
    Free,
    /// A stopped instance is billed as a running one until it is released: this much.
    Billed(Money),
    /// There is no stopped state: it is released, or it runs on and costs this much.
    OnlyRunning(Money),
    /// What a stopped instance costs at this provider is not known. Never counted as free.
    Unknown,
}

/// What keeping an instance through the hours of a month in which it is not used costs, by the
/// provider's rule: rate × (730 − used). `rate` is per hour of one instance; the amount is in its
/// currency.
#[must_use]
pub fn idle_cost(rule: Option<StoppedRule>, rate: Money, used: Hours) -> Idle {
    let idle = (Hours::MONTH - used.max(Hours::ZERO)).max(Hours::ZERO);
    match rule {
        None => Idle::Unknown,
        Some(StoppedRule::Storage) => Idle::Free,
        Some(StoppedRule::Everything) => Idle::Billed(rate.over(idle)),
        Some(StoppedRule::NoStop) => Idle::OnlyRunning(rate.over(idle)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Currency;

    const RATE: Money = Money::from_micros(2_000_000, Currency::USD);

    fn idle(rule: Option<StoppedRule>, used: f64) -> Idle {
        idle_cost(rule, RATE, Hours::new(used))
    }

    /// C88: a stopped cloud server goes on billing until it is released, a container does not.
    #[test]
    fn a_stopped_instance_costs_what_the_provider_s_rule_says() {
        let forgotten = Money::from_micros(1_140_000_000, Currency::USD);
        assert_eq!(idle(Some(StoppedRule::Storage), 160.0), Idle::Free);
        assert_eq!(
            idle(Some(StoppedRule::Everything), 160.0),
            Idle::Billed(forgotten)
        );
        assert_eq!(
            idle(Some(StoppedRule::NoStop), 160.0),
            Idle::OnlyRunning(forgotten)
        );
        assert_eq!(idle(None, 160.0), Idle::Unknown);
    }

    #[test]
    fn an_instance_in_use_around_the_clock_is_never_idle() {
        let nothing = Money::zero(Currency::USD);
        for used in [730.0, 744.0, f64::INFINITY] {
            assert_eq!(
                idle(Some(StoppedRule::Everything), used),
                Idle::Billed(nothing)
            );
        }
        let all = Money::from_micros(1_460_000_000, Currency::USD);
        assert_eq!(idle(Some(StoppedRule::Everything), -5.0), Idle::Billed(all));
    }
}
