//! A run on instances that may be taken away: the hours it is expected to be billed.

use crate::units::{Hours, PerHour, Ratio};

/// Expected hours above this many times the work count as "never ends": no spot price is a
/// millionth of another price, so that nothing is decided beyond.
const ENDLESS: f64 = 1e6;

/// The least interval between checkpoints, which is also the least that a link can ask for.
pub(super) const LEAST_INTERVAL: f64 = 0.001;

/// Whether and when a run writes down how far it is. By default it does not, and begins again from
/// the start after an interruption.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checkpoints {
    /// Never.
    #[default]
    None,
    /// After each interval of work, and after the last, shorter one.
    Every {
        /// Work between two checkpoints.
        interval: Hours,
        /// Time to write one, in which no work is done.
        save: Hours,
    },
}

/// A run of equal instances that work together, so that an interruption of one stops all.
///
/// Independent pieces (frames, images) are a run too, see [`SpotRun::pieces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpotRun {
    /// Hours of useful work.
    pub work: Hours,
    /// Interruptions per hour of the run: those of one instance times the instances of the gang.
    pub rate: PerHour,
    /// From an interruption until work goes on: start-up, fetching data, loading the checkpoint.
    /// Billed, for all of the gang.
    pub restart: Hours,
    /// Whether and when progress is saved.
    pub checkpoints: Checkpoints,
}

/// What a run is expected to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Useful work.
    pub work: Hours,
    /// All hours that are billed for each instance: the sum of the four parts.
    pub hours: Hours,
    /// Part of them: writing checkpoints that were kept.
    pub saving: Hours,
    /// Part of them: work and saves that an interruption undid.
    pub lost: Hours,
    /// Part of them: restarts.
    pub restarting: Hours,
    /// How many interruptions are expected.
    pub interruptions: Ratio,
}

impl Expected {
    /// Billed hours over useful ones; 1 for no work.
    #[must_use]
    pub fn factor(&self) -> Ratio {
        if self.work > Hours::ZERO {
            Ratio::new(self.hours / self.work)
        } else {
            Ratio::new(1.0)
        }
    }
}

/// Equal stretches of a run, each kept once it is through, and a shorter last one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretches {
    /// Whole stretches.
    pub(super) whole: f64,
    /// Hours of a whole one, its checkpoint included.
    pub(super) length: f64,
    /// Hours of the last, shorter one, its checkpoint included; 0 where there is none.
    pub(super) last: f64,
}

impl Stretches {
    /// Hours without any interruption.
    pub(super) fn total(self) -> f64 {
        self.whole * self.length + self.last
    }

    /// How many there are.
    pub(super) fn count(self) -> f64 {
        self.whole + if self.last > 0.0 { 1.0 } else { 0.0 }
    }

    /// The mean length of the stretch that a rare interruption falls in: each is hit in proportion
    /// to its hours.
    pub(super) fn struck(self) -> f64 {
        (self.whole * self.length * self.length + self.last * self.last) / self.total()
    }
}

impl SpotRun {
    /// Pieces that do not depend on each other: the piece is the natural checkpoint, at no cost, and
    /// each instance is interrupted alone. `work` is then the sum over all instances, and so are
    /// the hours that come out.
    #[must_use]
    pub const fn pieces(work: Hours, piece: Hours, rate: PerHour, restart: Hours) -> Self {
        Self {
            work,
            rate,
            restart,
            checkpoints: Checkpoints::Every {
                interval: piece,
                save: Hours::ZERO,
            },
        }
    }

    /// The expected hours, interruptions and what they cost.
    ///
    /// A stretch of L hours that must pass without an interruption, at Λ per hour, takes
    /// (e^{ΛL} − 1) ÷ Λ hours and e^{ΛL} − 1 interruptions, each of which costs the restart R. A run
    /// without checkpoints is one stretch of its work. With checkpoints it is T ÷ c stretches of
    /// c + w; where T is no multiple of c, whole ones and a last one of the rest + w. The last
    /// checkpoint is the result. (Daly 2006, see [`super::daly`], with a restart that is itself not
    /// interrupted: right to (ΛR)² ÷ 2.)
    ///
    /// `None` where the run never ends: above a million times its work.
    #[must_use]
    pub fn expected(&self) -> Option<Expected> {
        let work = self.work.get().max(0.0);
        let rate = self.rate.get().max(0.0);
        let stretches = self.stretches();
        let mut interruptions = 0.0;
        let mut lost = 0.0;
        for (count, length) in [(stretches.whole, stretches.length), (1.0, stretches.last)] {
            // Of none there is nothing to add, however long one would be.
            if count == 0.0 {
                continue;
            }
            let exposure = rate * length;
            interruptions += count * libm::expm1(exposure);
            lost += count * length * (grown(exposure) - 1.0);
        }
        let restarting = interruptions * self.restart.get().max(0.0);
        let total = stretches.total();
        let hours = total + lost + restarting;
        // A sum that overflowed is above any bound, and so is what is not a number.
        if !hours.is_finite() || hours > ENDLESS * work {
            return (work == 0.0).then(Self::nothing);
        }
        Some(Expected {
            work: Hours::new(work),
            hours: Hours::new(hours),
            saving: Hours::new((total - work).max(0.0)),
            lost: Hours::new(lost),
            restarting: Hours::new(restarting),
            interruptions: Ratio::new(interruptions),
        })
    }

    const fn nothing() -> Expected {
        Expected {
            work: Hours::ZERO,
            hours: Hours::ZERO,
            saving: Hours::ZERO,
            lost: Hours::ZERO,
            restarting: Hours::ZERO,
            interruptions: Ratio::ZERO,
        }
    }

    pub(super) fn stretches(&self) -> Stretches {
        let work = self.work.get().max(0.0);
        match self.checkpoints {
            Checkpoints::None => Stretches {
                whole: 1.0,
                length: work,
                last: 0.0,
            },
            Checkpoints::Every { interval, save } => {
                let interval = interval.get().max(LEAST_INTERVAL);
                let save = save.get().max(0.0);
                let count = work / interval;
                // A work that was divided evenly may miss a whole number by the last bits.
                let nearest = libm::round(count);
                let even = nearest > 0.0 && (count - nearest).abs() <= 1e-9 * nearest;
                let whole = if even { nearest } else { f64::floor(count) };
                let rest = if even { 0.0 } else { work - whole * interval };
                Stretches {
                    whole,
                    length: interval + save,
                    last: if rest > 0.0 { rest + save } else { 0.0 },
                }
            }
        }
    }
}

/// (eˣ − 1) ÷ x, which is 1 at 0: how much longer a stretch takes because of interruptions.
fn grown(x: f64) -> f64 {
    if x < 1e-8 {
        // The series to its second term; the third is below the last bit.
        1.0 + 0.5 * x
    } else {
        libm::expm1(x) / x
    }
}
