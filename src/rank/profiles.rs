//! What the instances of a layout are needed for, at the expected speed and at its ends.

use super::layout::Layout;
use super::question::Question;
use crate::cost::{Conditions, Needs};
use crate::demand::{Demand, Peak, Profile, counts};
use crate::sorted::SortedMap;
use crate::units::Hours;
use std::cell::RefCell;
use std::rc::Rc;

/// What the instances of a layout are needed for.
pub struct Profiles {
    /// At the expected speed.
    pub expected: Rc<Held>,
    /// At the high and at the low end of the speed, where the need depends on it.
    ends: Option<(Rc<Held>, Rc<Held>)>,
}

/// A profile with what it comes to on the bill.
pub struct Held {
    /// The profile.
    pub profile: Profile,
    /// One entry for each set of conditions that was asked about: the rules of billing of all
    /// sellers are few.
    needs: RefCell<Vec<(Conditions, Rc<Needs>)>>,
}

/// The profiles of loads that are known already, by the instances that they take: most layouts take
/// the same few.
pub type Known = SortedMap<Vec<u32>, Rc<Held>>;

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
    pub fn at(&self, end: End) -> &Rc<Held> {
        match (end, &self.ends) {
            (End::Low, Some((low, _))) => low,
            (End::High, Some((_, high))) => high,
            _ => &self.expected,
        }
    }

    /// Whether the need at an end is the expected one.
    pub fn is_expected(&self, end: End) -> bool {
        Rc::ptr_eq(self.at(end), &self.expected)
    }
}

impl Held {
    fn new(profile: Profile) -> Rc<Self> {
        Rc::new(Self {
            profile,
            needs: RefCell::default(),
        })
    }

    /// What the profile comes to on the bill.
    pub fn needs(&self, conditions: &Conditions) -> Rc<Needs> {
        let mut known = self.needs.borrow_mut();
        if let Some((_, needs)) = known.iter().find(|known| known.0 == *conditions) {
            return Rc::clone(needs);
        }
        let needs = Rc::new(Needs::of(&self.profile, conditions));
        known.push((*conditions, Rc::clone(&needs)));
        needs
    }
}

impl Layout {
    /// What its instances are needed for.
    pub fn profiles(&self, question: &Question, known: &mut Known) -> Profiles {
        let (query, demand) = (question.query, &question.demand);
        let mut of = |job: Option<Hours>, peak: Peak| match demand {
            Demand::Load { week, project } => {
                let counts = counts(query, week, *project, peak);
                let held = known.get_or_insert_with(counts, |counts| {
                    Held::new(Profile::of_counts(query, week, *project, counts))
                });
                Rc::clone(held)
            }
            Demand::Once { .. } | Demand::Monthly { .. } => {
                Held::new(demand.profile(query, job, peak, self.instances))
            }
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
