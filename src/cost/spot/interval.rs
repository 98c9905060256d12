//! When to save: Young's and Daly's intervals, and the one that costs least.

use super::run::{Checkpoints, LEAST_INTERVAL};
use crate::units::{Hours, PerHour};

/// What is decided about checkpoints before the rate and the work are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CheckpointRule {
    /// None are written.
    #[default]
    Never,
    /// At a given interval.
    Every {
        /// Work between two checkpoints.
        interval: Hours,
        /// Time to write one.
        save: Hours,
    },
    /// At the interval that costs least, or none where they cost more than they save.
    Best {
        /// Time to write one.
        save: Hours,
    },
}

impl CheckpointRule {
    /// The checkpoints of a run of so much work at such a rate of interruptions.
    ///
    /// The best interval divides the work evenly: by convexity of the exponential no other division
    /// into as many parts is shorter. The number of parts is one of the two beside work ÷
    /// [`optimum`], since the expected time is convex in it. The interval lies between the time of
    /// a save and the whole work.
    #[must_use]
    pub fn of(self, work: Hours, rate: PerHour) -> Checkpoints {
        match self {
            Self::Never => Checkpoints::None,
            Self::Every { interval, save } => Checkpoints::Every { interval, save },
            Self::Best { save } => best(work, rate, save),
        }
    }
}

fn best(work: Hours, rate: PerHour, save: Hours) -> Checkpoints {
    let (t, save) = (work.get(), save.max(Hours::ZERO));
    let least = save.get().max(LEAST_INTERVAL);
    let Some(free) = optimum(rate, save) else {
        return Checkpoints::None;
    };
    if t <= least {
        return Checkpoints::None;
    }
    let most = f64::floor(t / least).max(1.0);
    let near = t / free.get().max(least);
    // Not `clamp`, here and in `fit::infer`: between ends that are not constants it may panic with
    // them in its message, for which the page would carry the standard library's float text.
    let fewer = f64::floor(near).max(1.0).min(most);
    let more = f64::ceil(near).max(1.0).min(most);
    // Interruptions, to which both the hours lost and the restarts are proportional.
    let count = |parts: f64| parts * libm::expm1(rate.get() * (t / parts + save.get()));
    let parts = if count(fewer) <= count(more) {
        fewer
    } else {
        more
    };
    let without = libm::expm1(rate.get() * t);
    if without.is_finite() && without <= count(parts) {
        return Checkpoints::None;
    }
    Checkpoints::Every {
        interval: Hours::new(t / parts),
        save,
    }
}

/// Young's interval, √(2w ÷ Λ): right to first order, for saves that are short against the time
/// between interruptions (J. W. Young, "A first order approximation to the optimum checkpoint
/// interval", CACM 17(9), 1974). `None` without interruptions.
#[must_use]
pub fn young(rate: PerHour, save: Hours) -> Option<Hours> {
    (rate > PerHour::ZERO).then(|| Hours::new(f64::sqrt(2.0 * save.get().max(0.0) / rate.get())))
}

/// Daly's interval, to higher order: with M = 1 ÷ Λ,
/// √(2wM) · (1 + ⅓ √(w ÷ 2M) + ⅑ (w ÷ 2M)) − w where w < 2M, else M (J. T. Daly, "A higher order
/// estimate of the optimum checkpoint interval for restart dumps", FGCS 22(3), 2006, equation 37).
/// `None` without interruptions.
#[must_use]
pub fn daly(rate: PerHour, save: Hours) -> Option<Hours> {
    let save = save.get().max(0.0);
    let between = 1.0 / rate.get();
    let half = 0.5 * save * rate.get();
    (rate > PerHour::ZERO).then(|| {
        Hours::new(if half < 1.0 {
            let root = f64::sqrt(half);
            2.0 * between * root * (1.0 + root / 3.0 + half / 9.0) - save
        } else {
            between
        })
    })
}

/// The interval c that makes (e^{Λ(c+w)} − 1) ÷ c least, of which Young's and Daly's are
/// approximations: the root of Λc = 1 − e^{−Λ(c+w)}, found by Newton's method. The restart does not
/// enter. `None` without interruptions.
#[must_use]
pub fn optimum(rate: PerHour, save: Hours) -> Option<Hours> {
    if rate <= PerHour::ZERO {
        return None;
    }
    let exposure = (rate.get() * save.get()).max(0.0);
    // x + e^{−(x + exposure)} − 1 is convex and rises where x > −exposure; from x = 1, above the
    // root, each step comes nearer from above. Without a save the root is 0 and double, so that
    // it is answered at once.
    if exposure == 0.0 {
        return Some(Hours::ZERO);
    }
    let mut x = 1.0_f64;
    for _ in 0..60 {
        let value = x + libm::expm1(-(x + exposure));
        let next = x - value / -libm::expm1(-(x + exposure));
        if next >= x || next <= 0.0 {
            break;
        }
        x = next;
    }
    Some(Hours::new(x / rate.get()))
}

/// An interval as somebody would set it: whole minutes below three, then multiples of three minutes
/// up to an hour, quarters of an hour up to twelve, whole hours from there on. The nearest of them,
/// or the next below where that is above `most`; `None` where none is. The expected time is flat
/// about its least, so that little is lost.
#[must_use]
pub fn sensible(interval: Hours, most: Hours) -> Option<Hours> {
    let hours = interval.get().min(most.get());
    // Steps to the hour, which divide without a rest that a link could not hold, but for minutes.
    let steps = match hours {
        h if h < 0.05 => 60.0,
        h if h < 1.0 => 20.0,
        h if h < 12.0 => 4.0,
        _ => 1.0,
    };
    let nearest = libm::round(hours * steps).max(1.0);
    let within = [nearest, nearest - 1.0].into_iter().map(|n| n / steps);
    within
        .filter(|rounded| *rounded > 0.0)
        .find(|rounded| *rounded <= most.get())
        .map(Hours::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_said_in_minutes_or_hours() {
        let said = |interval: f64, most: f64| {
            let said = sensible(Hours::new(interval), Hours::new(most));
            said.map(|hours| hours.get() * 60.0)
        };
        let near = |minutes: Option<f64>, expected: f64| {
            assert!(
                minutes.is_some_and(|m| (m - expected).abs() < 1e-9),
                "{minutes:?}"
            );
        };
        near(said(0.0, 10.0), 1.0);
        near(said(0.001, 10.0), 1.0);
        near(said(0.04, 10.0), 2.0);
        near(said(0.185, 10.0), 12.0);
        near(said(0.99, 10.0), 60.0);
        near(said(4.406, 10.0), 4.5 * 60.0);
        near(said(13.6, 24.0), 14.0 * 60.0);
        // Never above the most, and nothing where a minute is.
        near(said(13.6, 13.7), 13.0 * 60.0);
        near(said(100.0, 0.24), 12.0);
        assert_eq!(said(1.0, 0.01), None);
    }
}
