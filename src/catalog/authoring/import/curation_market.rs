//! The parts of `catalog/curation.json` about what is not an instance of cards. Patterns take `*`
//! for anything.

use super::text::glob;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a stopped instance goes on costing, by how a seller words it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoppedWords {
    /// Pattern on the words of the table.
    pub(super) says: String,
    /// `storage`, `everything` or `no_stop`.
    pub(super) is: String,
}

/// How names of token APIs are read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TokenRules {
    /// Endings, in lower case, that name a speed at which the same model is served.
    pub(super) endings: Vec<String>,
    /// Names that are no spelling of a published one, to model ids.
    pub(super) names: BTreeMap<String, String>,
    /// Rows that are another product than the model their name begins with.
    pub(super) left_out: Vec<LeftOutRule>,
}

/// Rows that are not shipped.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeftOutRule {
    /// Pattern on the name.
    pub(super) name: String,
    /// Why.
    pub(super) why: String,
}

/// What is so for certain rows of the per-second table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ServerlessRule {
    /// Pattern on the seller.
    pub(super) seller: String,
    /// Pattern on the card as listed.
    pub(super) gpu: String,
    /// The seller's name with the kind of worker.
    #[serde(default)]
    pub(super) seller_is: Option<String>,
    /// Whether processor and memory are billed on top.
    #[serde(default)]
    pub(super) host_extra: Option<bool>,
    /// Why the rows are not shipped.
    #[serde(default)]
    pub(super) left_out: Option<String>,
    /// How it is known.
    #[serde(default)]
    pub(super) why: String,
}

impl ServerlessRule {
    pub(super) fn fits(&self, seller: &str, gpu: &str) -> bool {
        glob(&self.seller, seller) && glob(&self.gpu, gpu)
    }
}

/// What certain rows of the ownership table are.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OwnershipRule {
    /// Pattern on the item.
    pub(super) item: String,
    /// The card's id.
    #[serde(default)]
    pub(super) card: Option<String>,
    /// Cards in it.
    #[serde(default)]
    pub(super) cards: Option<u32>,
    /// Why the row is left out.
    #[serde(default)]
    pub(super) left_out: Option<String>,
    /// How it is known.
    #[serde(default)]
    pub(super) why: String,
}
