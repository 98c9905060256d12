//! A run under all that may be the rate of its interruptions.

use super::{CheckpointRule, Checkpoints, Expected, Hazard, SpotRun};
use crate::units::{Hours, PerHour, Range, Ratio};

/// A run at the low, expected and high rate of interruptions. The checkpoints are chosen once, by
/// the expected rate, since whoever runs it does not know the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The run at each end of the rate.
    pub runs: Range<SpotRun>,
    /// What it is expected to take at each; `None` where it never ends.
    pub expected: Range<Option<Expected>>,
    /// Checkpoints, as chosen.
    pub checkpoints: Checkpoints,
    /// The rate is an assumption, since nothing is known of these instances.
    pub assumed: bool,
}

/// The outlook of `work` hours on so many instances that work together.
#[must_use]
pub fn outlook(
    hazard: Hazard,
    instances: u32,
    work: Hours,
    restart: Hours,
    rule: CheckpointRule,
) -> Outlook {
    let rate = hazard.gang(instances).rate;
    let checkpoints = rule.of(work, rate.expected);
    let run = |rate| SpotRun {
        work,
        rate,
        restart,
        checkpoints,
    };
    Outlook::of(rate, run, checkpoints, hazard.assumed)
}

impl Outlook {
    /// The outlook of runs that depend on the rate of their interruptions alone.
    #[must_use]
    pub fn of(
        rate: Range<PerHour>,
        run: impl Fn(PerHour) -> SpotRun,
        checkpoints: Checkpoints,
        assumed: bool,
    ) -> Self {
        let runs = Range {
            low: run(rate.low),
            expected: run(rate.expected),
            high: run(rate.high),
        };
        Self {
            runs,
            expected: Range {
                low: runs.low.expected(),
                expected: runs.expected.expected(),
                high: runs.high.expected(),
            },
            checkpoints,
            assumed,
        }
    }

    /// The chance to be done within a deadline: least at the high rate. See
    /// [`SpotRun::chance_within`].
    #[must_use]
    pub fn chance_within(&self, deadline: Hours) -> Range<Ratio> {
        Range::new(
            self.runs.high.chance_within(deadline),
            self.runs.expected.chance_within(deadline),
            self.runs.low.chance_within(deadline),
        )
    }
}
