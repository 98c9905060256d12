//! How many instances a job is spread over, so that it is done by its deadline.

use super::layout::count_of;
use super::pieces;
use super::question::Question;
use super::risk::Run;
use crate::cost::spot::Hazard;
use crate::demand::MOST;
use crate::units::{Hours, Range, Ratio};

/// A job on the instances of one layout, before their number is known.
pub struct Spread<'a> {
    /// The question.
    pub question: &'a Question<'a>,
    /// Time that the work takes on one instance, or on the hosts that work as one.
    pub alone: Option<Range<Hours>>,
    /// Replicas on these.
    pub replicas: u32,
    /// What interrupts it, where it can be bought on spot alone.
    pub spot: Option<(Run<'a>, Hazard)>,
}

impl Spread<'_> {
    /// How many times these instances it takes.
    ///
    /// Work that falls into independent pieces is spread over instances, each of which starts first,
    /// until the deadline holds. Training is not: all of its hosts work as one group, which
    /// `Host::groups` makes larger.
    pub fn times(&self) -> u32 {
        let query = self.question.query;
        let Some((alone, deadline)) = self.alone.zip(self.question.time_to_work()) else {
            return 1;
        };
        if !pieces::splits(query) || deadline <= Hours::ZERO {
            return 1;
        }
        let alone = alone.expected;
        let times = pieces::times_for_deadline(query, alone, deadline, self.replicas);
        let undisturbed = count_of(times);
        if self.spot.is_none() {
            return undisturbed;
        }
        // Interruptions leave less time the longer a run is; where no number of instances makes up
        // for them, more than without would be paid for nothing.
        let meets = |times: u32| self.ends(times) <= deadline;
        let (mut low, mut high) = (undisturbed.saturating_sub(1), undisturbed);
        while !meets(high) {
            if high >= MOST {
                return undisturbed;
            }
            (low, high) = (high, high.saturating_mul(2).min(MOST));
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if meets(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        high
    }

    /// When the work is expected to be done on so many times the instances, counted from when they
    /// have started.
    fn ends(&self, times: u32) -> Hours {
        let alone = self.alone.map_or(Hours::ZERO, |alone| alone.expected);
        let job = alone / f64::from(times.max(1));
        let replicas = self.replicas.saturating_mul(times);
        pieces::ends(self.question.query, job, replicas) * self.drawn_out(job).get()
    }

    /// Whether so many times the instances end in time; work that is not stated does.
    pub fn meets_deadline(&self, times: u32) -> bool {
        let asked = self.alone.and_then(|_| self.question.time_to_work());
        asked.is_none_or(|asked| self.ends(times) <= asked)
    }

    /// Hours that a run of so much work is expected to take over that work.
    fn drawn_out(&self, job: Hours) -> Ratio {
        let spot = self.spot.as_ref();
        spot.map_or(Ratio::new(1.0), |(run, hazard)| run.drawn_out(*hazard, job))
    }
}
