//! Between a [`Query`] and the text of a link.

use super::Query;

/// A decoded link: the question, and what was wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The question, with defaults where a value was bad.
    pub query: Query,
    /// What was wrong, in the order of the link.
    pub problems: Vec<Problem>,
}

/// One bad value of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The key.
    pub key: String,
    /// The value as given.
    pub value: String,
    /// What is wrong with it.
    pub reason: ProblemReason,
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemReason {
    /// Not one of the words; these are.
    UnknownWord(&'static [&'static str]),
    /// Not a number.
    NotANumber,
    /// Outside the accepted range (both ends as shown to a person).
    OutOfRange(String, String),
    /// Two keys contradict; the other one wins.
    Contradicts(&'static str),
    /// Understood and kept, but no result depends on it yet.
    NotUsedYet,
    /// Not understood, in another way: malformed escape, week curve, id.
    Malformed,
}

/// Reads a page URL, `?query` or a bare query. Never fails.
#[must_use]
pub fn decode(_text: &str) -> Decoded {
    Decoded {
        query: Query::default(),
        problems: Vec::new(),
    }
}

/// Writes the query of a link, defaults omitted, without a leading `?`.
#[must_use]
pub fn encode(_query: &Query) -> String {
    String::new()
}
