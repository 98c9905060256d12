//! What the instances of a layout are needed for, at the expected speed and at its ends.

use super::layout::Layout;
use super::question::Question;
use crate::demand::{Peak, Profile};
use crate::units::Hours;

/// What the instances of a layout are needed for.
pub struct Profiles {
    /// At the expected speed.
    pub expected: Profile,
    /// At the high and at the low end of the speed, where the need depends on it.
    pub ends: Option<(Profile, Profile)>,
}

impl Layout {
    /// What its instances are needed for.
    pub fn profiles(&self, question: &Question) -> Profiles {
        let of = |job: Option<Hours>, peak: Peak| {
            question
                .demand
                .profile(question.query, job, peak, self.instances)
        };
        let moves = self.job.is_some() || self.peak.low != self.peak.high;
        Profiles {
            expected: of(self.job.map(|job| job.expected), self.peak.expected),
            ends: moves.then(|| {
                (
                    of(self.job.map(|job| job.low), self.peak.low),
                    of(self.job.map(|job| job.high), self.peak.high),
                )
            }),
        }
    }
}
