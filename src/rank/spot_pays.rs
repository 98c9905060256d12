//! Whether a job on spot is cheaper than on demand, as it is run and with what interruptions add.

use super::Candidate;
use super::risk::NEVER_ENDS;
use crate::catalog::PriceKind;
use crate::cost::spot::Checkpoints;
use crate::query::Query;
use crate::units::{Hours, Money};

/// What of a run an interruption leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kept {
    /// Nothing: no checkpoints are written.
    Nothing,
    /// The work up to the last checkpoint.
    Checkpoint,
    /// The pieces that are done, frames or images.
    Pieces,
}

/// A job on spot against the same on demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpotPays {
    /// What an interruption leaves.
    pub kept: Kept,
    /// What it is expected to cost on spot over the project, in US dollars.
    pub on_spot: Money,
    /// It is not expected to end on spot: what it costs there is then a figure for the order alone.
    pub endless: bool,
    /// What it costs on demand, in US dollars, with the same beside the rent.
    pub on_demand: Money,
    /// Mean hours between interruptions of all instances that work together at which both cost the
    /// same. `None` where one of them is cheaper however often it is interrupted.
    pub even: Option<Hours>,
}

impl SpotPays {
    /// Whether spot is cheaper.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.on_spot.micros() < self.on_demand.micros()
    }
}

impl Candidate {
    /// Whether spot pays for the job of a candidate that is bought on spot alone. `None` for
    /// serving, where it is not sold on demand, and where both cost the same (as where credit pays
    /// all).
    #[must_use]
    pub fn spot_pays(&self, query: &Query) -> Option<SpotPays> {
        let facts = self.spot(query)?;
        let run = facts.risk.run?.runs.expected;
        let on_demand = self.on_demand?;
        let alone = self.purchases.iter().all(|p| p.kind == PriceKind::Spot);
        if !alone || on_demand.micros() == self.total.micros() {
            return None;
        }
        let kept = match run.checkpoints {
            _ if facts.risk.queue.is_some() => Kept::Pieces,
            Checkpoints::None => Kept::Nothing,
            Checkpoints::Every { .. } => Kept::Checkpoint,
        };
        let pays = SpotPays {
            kept,
            on_spot: self.total,
            endless: facts.risk.factor.expected.get() >= NEVER_ENDS,
            on_demand,
            even: None,
        };
        // Bills are rounded as sellers count, which may turn what is nearly even: then the hours
        // between interruptions at which it turns are not told against the rate that is assumed.
        let is_rarer = |even: &Hours| run.rate.get() * even.get() < 1.0;
        Some(SpotPays {
            even: facts
                .break_even
                .filter(|even| is_rarer(even) == pays.holds()),
            ..pays
        })
    }
}
