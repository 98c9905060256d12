//! Serving on spot: how many spare replicas hold the load.

use crate::units::{Hours, PerHour, Ratio};

/// The share of time in which the load is to be held, unless told otherwise.
pub const DEFAULT_TARGET: Ratio = Ratio::new(0.999);

/// Above ten spares for each replica (and ten) no price of spot pays, and the search ends.
const MOST_SPARES: u32 = 10;

/// Replicas on spot that hold the load of those that are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fleet {
    /// Replicas that the load needs.
    pub needed: u32,
    /// Replicas that run, spares included.
    pub total: u32,
    /// Pools over which they are spread evenly.
    pub pools: u32,
}

impl Fleet {
    /// Replicas beyond those needed.
    #[must_use]
    pub const fn spares(self) -> u32 {
        self.total.saturating_sub(self.needed)
    }

    /// What is paid over what the load needs; 1 for no load.
    #[must_use]
    pub fn cost_factor(self) -> Ratio {
        if self.needed == 0 {
            return Ratio::new(1.0);
        }
        Ratio::new(f64::from(self.total) / f64::from(self.needed))
    }
}

/// The share of time in which an instance works, that is lost λ times per hour of working and
/// replaced within so many hours: (1 ÷ λ) ÷ (1 ÷ λ + R) = 1 ÷ (1 + λR).
#[must_use]
pub fn availability(rate: PerHour, repair: Hours) -> Ratio {
    Ratio::new(1.0 / (1.0 + odds(rate, repair)))
}

/// The fewest replicas, at least one of them spare, of which the needed ones work in the target
/// share of the time.
///
/// In one pool instances are taken independently: the number that works is binomial with
/// [`availability`]. With two or more pools a whole pool may vanish at once, and the others must
/// hold the load alone: each has ⌈needed ÷ (pools − 1)⌉ replicas, or its part of what one pool
/// would need where that is more. `None` where even eleven replicas for each needed do not do.
#[must_use]
pub fn fleet(
    needed: u32,
    rate: PerHour,
    repair: Hours,
    pools: u32,
    target: Ratio,
) -> Option<Fleet> {
    let pools = pools.max(1);
    if needed == 0 {
        return Some(Fleet {
            needed,
            total: 0,
            pools,
        });
    }
    let spares = fewest_spares(needed, odds(rate, repair), target.get())?;
    let alone = needed.saturating_add(spares);
    let total = if pools == 1 {
        alone
    } else {
        let each = needed.div_ceil(pools - 1).max(alone.div_ceil(pools));
        each.saturating_mul(pools)
    };
    Some(Fleet {
        needed,
        total,
        pools,
    })
}

/// Time down over time up.
fn odds(rate: PerHour, repair: Hours) -> f64 {
    (rate.get() * repair.get()).max(0.0)
}

/// More spares never hold less, so doubling and halving finds the fewest.
fn fewest_spares(needed: u32, odds: f64, target: f64) -> Option<u32> {
    let most = needed
        .saturating_mul(MOST_SPARES)
        .saturating_add(MOST_SPARES);
    if needed > SUMMED {
        return bounded(needed, odds, target).filter(|spares| *spares <= most);
    }
    let holds = |spares: u32| held(needed, spares, odds) >= target;
    let mut enough = 1_u32;
    let mut few = 0_u32;
    while !holds(enough) {
        if enough >= most {
            return None;
        }
        few = enough;
        enough = enough.saturating_mul(2).min(most);
    }
    while enough - few > 1 {
        let middle = few + (enough - few) / 2;
        if holds(middle) {
            enough = middle;
        } else {
            few = middle;
        }
    }
    Some(enough)
}

/// Replicas up to which the binomial sum is worked out.
const SUMMED: u32 = 2000;

/// Spares that suffice for many replicas, by Chernoff's bound on the lower tail of a binomial: of N
/// replicas with availability a, fewer than N·a − √(2·N·a·ln(1 ÷ δ)) work in at most δ of the time.
/// A few more than the fewest: below a tenth of all at 2,000 replicas.
fn bounded(needed: u32, odds: f64, target: f64) -> Option<u32> {
    let slack = -2.0 * libm::log1p(-target);
    if !slack.is_finite() {
        return None;
    }
    let root = (f64::sqrt(slack) + f64::sqrt(slack + 4.0 * f64::from(needed))) / 2.0;
    let total = f64::ceil(root * root * (1.0 + odds));
    // `as` saturates: what is beyond counting is beyond the most as well.
    Some((total - f64::from(needed)).max(1.0) as u32)
}

/// The chance that at most `spares` of all replicas are down: a binomial sum, term by term from
/// none down. The sum is kept in range by powers of 10²⁰⁰, since its first term may underflow.
fn held(needed: u32, spares: u32, odds: f64) -> f64 {
    let all = f64::from(needed) + f64::from(spares);
    let mut exponent = -all * libm::log1p(odds);
    let mut term = 1.0;
    let mut sum = 1.0;
    let mut down = 0.0;
    for _ in 0..spares {
        term *= (all - down) / (down + 1.0) * odds;
        sum += term;
        down += 1.0;
        if sum > 1e200 {
            term *= 1e-200;
            sum *= 1e-200;
            exponent += 200.0 * std::f64::consts::LN_10;
        }
    }
    libm::exp(exponent + libm::log(sum)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bound for many replicas is enough, and not far above the sum for few.
    #[test]
    fn the_bound_is_enough_and_near() {
        for odds in [0.0001, 0.01, 0.5, 6.0] {
            let exact = fewest_spares(SUMMED, odds, 0.999).unwrap();
            let bound = bounded(SUMMED, odds, 0.999).unwrap();
            assert!(bound >= exact, "{odds}: {bound} < {exact}");
            let all = f64::from(SUMMED + exact);
            assert!(
                f64::from(SUMMED + bound) < all * 1.1,
                "{odds}: {bound} {exact}"
            );
        }
        assert_eq!(fewest_spares(1_000_000, 60.0, 0.999), None);
    }
}
