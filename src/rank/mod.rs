//! From a question to a ranked answer: the one path that page and terminal share.

mod answer;

pub use answer::{
    Answer, Candidate, Closest, CostItem, CostLine, Need, Plan, Purchase, Reject, Rejection,
    UnitCost, UnitOf, Warning,
};

use crate::catalog::Catalog;
use crate::query::Query;
use crate::units::Date;

/// Answers a question from a catalog. Total: every question has an answer.
#[must_use]
pub fn answer(_catalog: &Catalog, _query: &Query, _today: Date) -> Answer {
    Answer::default()
}
