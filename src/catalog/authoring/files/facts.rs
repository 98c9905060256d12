//! Everything else that is known: cards, spellings, engines, models, extras, rates, places, sources.

use super::is_false;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use std::collections::BTreeMap;

/// `catalog/accelerators.json`, one card.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AcceleratorEntry {
    /// Stable kebab-case id.
    pub id: String,
    /// The vendor's name of it.
    pub name: String,
    /// Lower-case vendor.
    pub vendor: String,
    /// Join to `engines.json`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub family: String,
    /// Every figure by its name: `year`, `memory_gb`, `usable_mib`, `bandwidth_gb_s`,
    /// `fp64_tflops` …, `link_gb_s`, `tdp_w`, `sm_count`, `boost_mhz`, `l2_mb`, `pcie_gen`,
    /// `blender_score`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<String, Number>,
    /// Kind of memory, such as `HBM2e`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub memory: String,
    /// Whether it computes in BF16.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bf16: Option<bool>,
    /// Whether it computes in FP8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fp8: Option<bool>,
    /// Error correction: `yes`, `no` or `optional`, not shipped.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub ecc: String,
    /// The link as written.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub link: String,
    /// `nvswitch`, `bridge-pairs`, `hybrid-cube-mesh` or `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topology: Option<String>,
    /// Software runtimes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub runtimes: Vec<String>,
    /// Id in `sources.json`.
    pub source: String,
    /// What else is known, not shipped.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Made by hand: a new import keeps it.
    #[serde(skip_serializing_if = "is_false")]
    pub hand: bool,
}

/// `catalog/aliases.json`, one spelling of a card.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AliasEntry {
    /// The spelling.
    pub alias: String,
    /// The cards it can be; one for a spelling that is clear.
    pub cards: Vec<String>,
    /// `exact`, `slice`, `disguised`, `ambiguous`, `pool` (one of several different cards),
    /// `floor` (a floor over several cards), `none` (no card) or `unknown`.
    pub kind: String,
    /// For a slice: `1/4`, or `memory/24` for the row's memory over 24.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<String>,
    /// How it is known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Made by hand: a new import keeps it.
    #[serde(skip_serializing_if = "is_false")]
    pub hand: bool,
}

/// `catalog/engines.json`, one engine on one family.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EngineEntry {
    /// Engine id.
    pub engine: String,
    /// Accelerator family.
    pub family: String,
    /// `yes`, `partial`, `no` or `unknown`.
    pub level: String,
    /// Precisions, where stated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub precisions: Vec<String>,
    /// Oldest version seen to list it, not shipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Not shipped.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Where it was read, not shipped.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// `catalog/models.json`, one model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ModelEntry {
    /// Stable id.
    pub id: String,
    /// The publisher's name of it.
    pub name: String,
    /// Family.
    pub family: String,
    /// `decoder`, `encoder`, `encoder-decoder`, `speech`, `diffusion`, `video-diffusion`, `vision`.
    pub kind: String,
    /// All parameters.
    pub total: u64,
    /// Parameters that one token touches.
    pub active: u64,
    /// The transformer's shape by the names of [`crate::catalog::Architecture`]; experts and the
    /// latent by their own fields.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub shape: BTreeMap<String, u32>,
    /// Whether input and output embeddings are one matrix.
    #[serde(skip_serializing_if = "is_false")]
    pub tied_embeddings: bool,
    /// What else is so of the shape: `plain` networks of two matrices, `qkv_biases`, `all_biases`,
    /// `output_gate`, `keys_as_values` in global layers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<String>,
    /// Parameters of a vision encoder and projector beside the text decoder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tower: Option<u64>,
    /// 10⁹ multiply-adds of one forward pass for one image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forward_gmac: Option<Number>,
    /// 10⁶ elements of activations for one image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activations_m: Option<Number>,
    /// Side of the image in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<u32>,
    /// Longest context.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_context: Option<u32>,
    /// Licence, not shipped.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub licence: String,
    /// Where it was read, not shipped.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// Not shipped.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Made by hand: a new import keeps it.
    #[serde(skip_serializing_if = "is_false")]
    pub hand: bool,
}

/// `catalog/extras.json`, one price of an extra.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ExtraEntry {
    /// The provider's id.
    pub provider: String,
    /// `egress`, `block_storage`, `object_storage`, `file_storage`, `snapshot`, `load_balancer`,
    /// `cross_zone`, `public_ip` or `other`.
    pub kind: String,
    /// As listed; empty where one price holds everywhere.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub region: String,
    /// As listed.
    pub unit: String,
    /// Currency.
    pub currency: String,
    /// A decimal string; `0` stands for free.
    pub price: String,
    /// The tier as listed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tier: String,
    /// Monthly GB at which the tier starts; left out for 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_gb: Option<u64>,
    /// Monthly GB at which the tier ends; left out for the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_gb: Option<u64>,
    /// ISO date.
    pub as_of: String,
    /// Id in `sources.json`.
    pub source: String,
}

/// `catalog/currencies.json`, one rate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurrencyEntry {
    /// ISO code.
    pub currency: String,
    /// Units per US dollar, a decimal string.
    pub per_usd: String,
    /// ISO date.
    pub as_of: String,
    /// Id in `sources.json`.
    pub source: String,
}

/// `catalog/regions.json`, where a region is. The key is the region as listed, or
/// `provider:region` where two sellers mean two places by one name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RegionEntry {
    /// Part of the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Jurisdiction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jurisdiction: Option<String>,
}

/// `catalog/sources.json`, one source.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SourceEntry {
    /// Stable kebab-case id.
    pub id: String,
    /// What a person reads.
    pub title: String,
    /// Where a person can look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The source cells of the tables that mean this source.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
}
