//! What is plausible.

use serde::{Deserialize, Serialize};

/// `catalog/limits.json`: what is plausible.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Card counts that any card may be sold with.
    pub counts: Vec<u32>,
    /// Further counts by card id (`*` at the end stands for anything).
    pub more_counts: Vec<MoreCounts>,
    /// What one card may cost.
    pub bands: Vec<Band>,
}

/// Further counts of certain cards.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoreCounts {
    /// Card ids.
    pub cards: Vec<String>,
    /// Their counts.
    pub counts: Vec<u32>,
    /// Which machines have them.
    pub why: String,
}

/// What one card of a class may cost in US dollars per hour.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Card ids (`*` at the end stands for anything).
    pub cards: Vec<String>,
    /// Least, a decimal string.
    pub low: String,
    /// Most, a decimal string.
    pub high: String,
    /// What the band was drawn from.
    pub why: String,
}
