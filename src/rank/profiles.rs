//! What the instances of a layout are needed for, at the expected speed and at its ends.

use super::layout::Layout;
use super::question::Question;
use crate::cost::{Conditions, Needs};
use crate::demand::{Peak, Profile};
use crate::units::Hours;
use std::cell::RefCell;
use std::rc::Rc;

/// What the instances of a layout are needed for.
pub struct Profiles {
    /// At the expected speed.
    pub expected: Profile,
    /// At the high and at the low end of the speed, where the need depends on it.
    pub ends: Option<(Profile, Profile)>,
    /// What they come to on the bill, for each set of conditions that was asked about: the rules of
    /// billing of all sellers are few.
    needs: RefCell<Vec<(End, Conditions, Rc<Needs>)>>,
}

/// The speed at which a profile is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Expected.
    Expected,
    /// High, so that the need is low.
    Low,
    /// Low.
    High,
}

impl Profiles {
    /// The profile at an end, which is the expected one where the need does not depend on it.
    pub fn at(&self, end: End) -> &Profile {
        match (end, &self.ends) {
            (End::Low, Some((low, _))) => low,
            (End::High, Some((_, high))) => high,
            _ => &self.expected,
        }
    }

    /// What the profile at an end comes to on the bill.
    pub fn needs(&self, end: End, conditions: &Conditions) -> Rc<Needs> {
        let end = if self.ends.is_some() {
            end
        } else {
            End::Expected
        };
        let mut known = self.needs.borrow_mut();
        if let Some((_, _, needs)) = known.iter().find(|k| k.0 == end && k.1 == *conditions) {
            return Rc::clone(needs);
        }
        let needs = Rc::new(Needs::of(self.at(end), conditions));
        known.push((end, *conditions, Rc::clone(&needs)));
        needs
    }
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
            needs: RefCell::default(),
        }
    }
}
