//! What an advice must not give up: a deadline or a latency that the question asks for.

use crate::query::Query;
use crate::rank::{Candidate, Warning};
use crate::units::{Hours, Ratio};

/// The warnings that say that a target is missed, or likely to be.
const MISSED: [Warning; 4] = [
    Warning::MissesFirstToken,
    Warning::MissesPerToken,
    Warning::MissesDeadline,
    Warning::SpotMayMiss,
];

/// Whether a candidate misses a target of the question that the one it would stand in for keeps, or
/// misses by more what both miss.
pub fn breaks_more(query: &Query, asked: &Candidate, other: &Candidate) -> bool {
    MISSED.into_iter().any(|code| {
        other.warnings.contains(&code)
            && (!asked.warnings.contains(&code)
                || by_how_much(query, other, code) > by_how_much(query, asked, code))
    })
}

/// By how much a target is missed, in a figure that can be compared.
fn by_how_much(query: &Query, candidate: &Candidate, code: Warning) -> Option<Ratio> {
    let speed = &candidate.replica_speed;
    match code {
        Warning::MissesFirstToken => speed.first_token.map(|s| Ratio::new(s.expected.get())),
        Warning::MissesPerToken => speed.per_token.map(|s| Ratio::new(s.expected.get())),
        Warning::MissesDeadline => Some(Ratio::new(candidate.project.get())),
        _ => {
            let deadline = Hours::new(query.deadline_hours?.to_f64());
            let chance = candidate.risk?.chance_within(deadline)?;
            Some(Ratio::new(1.0 - chance.expected.get()))
        }
    }
}
