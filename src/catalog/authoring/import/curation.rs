//! `catalog/curation.json`: what the tables do not say in columns, kept by hand as data.

use super::curation_market::{OwnershipRule, ServerlessRule, StoppedWords, TokenRules};
use super::text::glob;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// All hand-kept data that an import applies.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Curation {
    /// Kind of seller and names, one per provider.
    pub(super) providers: Vec<Seller>,
    /// Tables of the price layout that an import leaves out, with the reason.
    pub(super) skip_tables: BTreeMap<String, String>,
    /// What is so for certain rows.
    pub(super) rules: Vec<Rule>,
    /// Remarks that mean that nothing confirms a figure.
    pub(super) unconfirmed: Vec<String>,
    /// Cards of spellings that `gpu_aliases.csv` leaves open, and spellings that it lacks.
    pub(super) aliases: BTreeMap<String, AliasRule>,
    /// Engine names of the table to engine ids.
    pub(super) engines: BTreeMap<String, String>,
    /// Extras whose kind the table's column does not tell.
    pub(super) extras: Vec<ExtraRule>,
    /// Parts of model ids to how publishers write them.
    pub(super) words: BTreeMap<String, String>,
    /// Facts of models beyond the table, by id or by pattern; a later one in the order of the
    /// alphabet wins, so that an id wins over a pattern that fits it.
    pub(super) models: BTreeMap<String, ModelRule>,
    /// Figures of cards that the table leaves open, by card id.
    #[serde(default)]
    pub(super) cards: BTreeMap<String, CardRule>,
    /// What stopped instances go on costing.
    pub(super) stopped: Vec<StoppedWords>,
    /// How names of token APIs are read.
    pub(super) tokens: TokenRules,
    /// What is so for certain rows of the per-second table.
    pub(super) serverless: Vec<ServerlessRule>,
    /// What certain rows of the ownership table are.
    pub(super) ownership: Vec<OwnershipRule>,
}

/// A provider's tier and names.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Seller {
    /// The provider's id.
    pub(super) id: String,
    /// Kind of seller.
    pub(super) tier: String,
    /// English name, where `providers.csv` has no row.
    #[serde(default)]
    pub(super) name_en: Option<String>,
    /// Chinese name, where `providers.csv` has no row.
    #[serde(default)]
    pub(super) name_zh: Option<String>,
    /// Home, where `providers.csv` has none.
    #[serde(default)]
    pub(super) home: Option<String>,
}

/// What is so for certain rows of the price tables. Patterns take `*` for anything.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    /// Provider id pattern.
    #[serde(default = "any")]
    pub(super) provider: String,
    /// Instance pattern.
    #[serde(default = "any")]
    pub(super) instance: String,
    /// Pattern on the card as listed.
    #[serde(default = "any")]
    pub(super) gpu: String,
    /// Pattern on the notes.
    #[serde(default = "any")]
    pub(super) notes: String,
    /// Pattern on the reserved terms.
    #[serde(default = "any")]
    pub(super) terms: String,
    /// Why, in a sentence.
    pub(super) why: String,
    /// Kind of seller of these rows.
    #[serde(default)]
    pub(super) tier: Option<String>,
    /// Whether a price buys one card.
    #[serde(default)]
    pub(super) per_gpu: Option<bool>,
    /// Card counts that a host is sold with.
    #[serde(default)]
    pub(super) counts: Vec<u32>,
    /// Where the counts were read.
    #[serde(default)]
    pub(super) counts_source: Option<String>,
    /// The card's id.
    #[serde(default)]
    pub(super) card: Option<String>,
    /// Why the rows are not ranked.
    #[serde(default)]
    pub(super) not_rankable: Option<String>,
    /// The kind that the on-demand column holds here.
    #[serde(default)]
    pub(super) on_demand_is: Option<String>,
    /// Kinds that are printed but not sold.
    #[serde(default)]
    pub(super) not_sold: Vec<String>,
    /// Source cells by kind, where a kind was read elsewhere than the row.
    #[serde(default)]
    pub(super) sources: BTreeMap<String, String>,
    /// Why a price outside the band of its card is right.
    #[serde(default)]
    pub(super) band_reason: Option<String>,
}

/// Cards of a spelling.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AliasRule {
    /// Card ids.
    pub(super) cards: Vec<String>,
    /// Kind as in `aliases.json`.
    pub(super) kind: String,
    /// How it is known.
    pub(super) why: String,
}

/// The kind of certain extras, and what the table has wrong or in words only.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExtraRule {
    /// Provider id pattern.
    #[serde(default = "any")]
    pub(super) provider: String,
    /// Kind of the table.
    pub(super) kind: String,
    /// Pattern on the tier.
    #[serde(default = "any")]
    pub(super) tier: String,
    /// Pattern on the unit.
    #[serde(default = "any")]
    pub(super) unit: String,
    /// The kind in `extras.json`; left out where the table's holds.
    #[serde(default)]
    pub(super) to: Option<String>,
    /// Gigabytes that are free before the price begins, which gives a tier of their own.
    #[serde(default)]
    pub(super) free_gb: Option<u64>,
    /// The price, where the table's is out of date.
    #[serde(default)]
    pub(super) price: Option<String>,
    /// The source cell of that price.
    #[serde(default)]
    pub(super) source: Option<String>,
    /// Its date.
    #[serde(default)]
    pub(super) as_of: Option<String>,
    /// How it is known.
    #[serde(default)]
    pub(super) why: String,
}

/// Facts of a model beyond the table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelRule {
    /// The publisher's name of it.
    #[serde(default)]
    pub(super) name: Option<String>,
    /// The shape in the table cannot be told in the fields of a shape.
    #[serde(default)]
    pub(super) no_shape: bool,
    /// Parts of the shape that the table lacks or has wrong.
    #[serde(default)]
    pub(super) shape: BTreeMap<String, u32>,
    /// Traits of the shape.
    #[serde(default)]
    pub(super) traits: Vec<String>,
    /// Whether input and output embeddings are one matrix.
    #[serde(default)]
    pub(super) tied_embeddings: Option<bool>,
    /// All parameters, where the table has a rounded figure only.
    #[serde(default)]
    pub(super) total: Option<u64>,
    /// Parameters that one token touches, likewise.
    #[serde(default)]
    pub(super) active: Option<u64>,
    /// Parameters of a vision encoder and projector.
    #[serde(default)]
    pub(super) tower: Option<u64>,
    /// Where it was read.
    pub(super) why: String,
}

/// Figures of a card that the table leaves open. What the table says stays but for what is
/// corrected.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardRule {
    /// Figures by the names of `accelerators.json`.
    #[serde(default)]
    pub(super) figures: BTreeMap<String, serde_json::Number>,
    /// Figures that the table has wrong.
    #[serde(default)]
    pub(super) corrected: BTreeMap<String, serde_json::Number>,
    /// Kind of memory.
    #[serde(default)]
    pub(super) memory: Option<String>,
    /// Error correction.
    #[serde(default)]
    pub(super) ecc: Option<String>,
    /// Whether it computes in BF16.
    #[serde(default)]
    pub(super) bf16: Option<bool>,
    /// Whether it computes in FP8.
    #[serde(default)]
    pub(super) fp8: Option<bool>,
    /// How cards are joined.
    #[serde(default)]
    pub(super) topology: Option<String>,
    /// Where it was read.
    pub(super) why: String,
}

impl ModelRule {
    /// Takes over what a later rule says.
    fn and(mut self, later: &Self) -> Self {
        macro_rules! take {
            ($($field:ident),*) => {
                $(if later.$field.is_some() {
                    self.$field.clone_from(&later.$field);
                })*
            };
        }
        take!(name, tied_embeddings, total, active, tower);
        self.no_shape |= later.no_shape;
        self.shape
            .extend(later.shape.iter().map(|(k, v)| (k.clone(), *v)));
        for name in &later.traits {
            if !self.traits.contains(name) {
                self.traits.push(name.clone());
            }
        }
        self
    }
}

impl Curation {
    /// All that is known of a model beyond the table.
    pub(super) fn model(&self, id: &str) -> ModelRule {
        self.models
            .iter()
            .filter(|(pattern, _)| glob(pattern, id))
            .fold(ModelRule::default(), |all, (_, rule)| all.and(rule))
    }
}

fn any() -> String {
    "*".to_owned()
}

impl Rule {
    /// Whether the rule speaks of a row.
    pub(super) fn fits(&self, row: &super::table::Row) -> bool {
        glob(&self.provider, row.get("provider"))
            && glob(&self.instance, row.get("instance"))
            && glob(&self.gpu, row.get("gpu"))
            && glob(&self.notes, row.get("notes"))
            && glob(&self.terms, row.get("reserved_terms"))
    }
}
