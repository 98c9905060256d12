//! When spot stops being cheaper.

use super::{CheckpointRule, SpotRun};
use crate::units::{Hours, Money, PerHour, Ratio};

/// What spot costs per hour over what the other way of buying costs, both **after** every discount
/// that the buyer has; a commitment's discounted rate may be below that of spot. `None` for two
/// currencies and where either price is not above 0.
#[must_use]
pub fn price_ratio(spot: Money, other: Money) -> Option<Ratio> {
    let sold = spot.micros() > 0 && other.micros() > 0;
    (sold && spot.currency() == other.currency())
        .then(|| Ratio::new(spot.to_f64() / other.to_f64()))
}

/// The mean hours between interruptions of the run at which spot, at so much of the other price,
/// costs as much: with fewer hours between them spot is dearer. For a gang of n instances each may
/// be interrupted every n times as many hours.
///
/// Solves ratio × expected hours = work by halving the logarithm of the rate, of which the expected
/// hours are a rising function. `None` where spot is never cheaper: at a ratio of 1 or more, or
/// where checkpoints alone make up for the lower price; and for a ratio or work that is not above 0.
#[must_use]
pub fn break_even(
    ratio: Ratio,
    work: Hours,
    restart: Hours,
    rule: CheckpointRule,
) -> Option<Hours> {
    if ratio <= Ratio::ZERO || work <= Hours::ZERO {
        return None;
    }
    let dearer = |rate: f64| {
        let rate = PerHour::new(rate);
        let run = SpotRun {
            work,
            rate,
            restart,
            checkpoints: rule.of(work, rate),
        };
        // What never ends is dearer at any price.
        run.expected()
            .is_none_or(|e| ratio.get() * e.factor().get() >= 1.0)
    };
    if dearer(0.0) {
        return None;
    }
    // 2⁻⁶⁰ to 2⁶⁰ interruptions within the work: below, none costs anything; above, nothing ends.
    let (mut low, mut high) = (-60.0_f64, 60.0_f64);
    let rate = |power: f64| libm::exp2(power) / work.get();
    if !dearer(rate(high)) || dearer(rate(low)) {
        return None;
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if dearer(rate(middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(Hours::new(1.0 / rate(high)))
}
