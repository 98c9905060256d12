//! Helpers of the integration tests: the shipped catalog, a fixed day, questions from links.

#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

use kasuan::catalog::{Catalog, Offer};
use kasuan::query::{Query, decode};
use kasuan::rank::{Answer, Candidate, Reject, Rejection, answer};
use kasuan::units::Date;
use std::sync::LazyLock;

/// The shipped catalog.
pub static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    Catalog::from_json(include_str!("../../public/catalog.json")).expect("the shipped catalog")
});

/// The day on which the tests ask, so that price ages do not move.
pub fn today() -> Date {
    Date::new(2026, 11, 30).expect("a day")
}

/// The query of a link that has no problems.
#[track_caller]
pub fn query(link: &str) -> Query {
    let decoded = decode(link).known_to(&CATALOG);
    assert!(
        decoded.problems.is_empty(),
        "{link}: {:?}",
        decoded.problems
    );
    decoded.query
}

/// The answer to a link that has no problems.
#[track_caller]
pub fn ask(link: &str) -> Answer {
    answer(&CATALOG, &query(link), today())
}

/// The offer of a candidate.
pub fn offer(candidate: &Candidate) -> &'static Offer {
    CATALOG.offer(candidate.offer)
}

/// The provider's id of a candidate.
pub fn provider(candidate: &Candidate) -> &'static str {
    &CATALOG.provider(offer(candidate).provider).id
}

/// The card's id of a candidate.
pub fn card(candidate: &Candidate) -> &'static str {
    offer(candidate)
        .accelerator
        .map_or("", |a| CATALOG.accelerator(a).id.as_str())
}

/// The rejection for a reason.
#[track_caller]
pub fn rejection(answer: &Answer, reason: Reject) -> &Rejection {
    answer
        .rejected
        .iter()
        .find(|r| r.reason == reason)
        .unwrap_or_else(|| panic!("nothing rejected for {reason:?}: {:?}", answer.rejected))
}
