//! The readable files under `catalog/`, field by field. `docs/catalog.md` explains them.
//!
//! Money is a decimal string, a date is ISO, an unknown field is refused, and what is not known is
//! left out.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use std::collections::BTreeMap;

/// `catalog/providers/<id>.json`: one seller with all it sells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderFile {
    /// Facts of the seller.
    pub provider: ProviderEntry,
    /// What it sells, ordered by id.
    pub offers: Vec<OfferEntry>,
}

/// Facts of a seller.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProviderEntry {
    /// The id of the provider tables.
    pub id: String,
    /// English name.
    pub name_en: String,
    /// Chinese name.
    pub name_zh: String,
    /// Kind of seller, for every offer that states none of its own.
    pub tier: String,
    /// Lower-case home jurisdiction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    /// Promised availability of one instance in percent, a decimal string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sla_percent: Option<String>,
    /// The promise as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sla_note: Option<String>,
    /// Certificates, each as written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub compliance: Vec<String>,
    /// Machine-learning platform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform: Option<String>,
    /// Frameworks offered ready-made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frameworks: Option<String>,
    /// What a stopped instance goes on costing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_billing: Option<String>,
    /// Billing granularity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub billing: Option<String>,
    /// RDMA between hosts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rdma: Option<String>,
    /// Credit for new customers, kept but not shipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credit: Option<String>,
    /// Domestic accelerators, kept but not shipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domestic_accelerators: Option<String>,
    /// Anything else worth knowing, kept but not shipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Id in `sources.json`.
    pub source: String,
}

/// One row of a seller's list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OfferEntry {
    /// Stable unique kebab-case id.
    pub id: String,
    /// The instance name as the seller writes it.
    pub instance: String,
    /// The region as listed; empty where none is stated.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub region: String,
    /// The card as listed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub gpu: String,
    /// Id in `accelerators.json`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accelerator: Option<String>,
    /// The form or edition is not stated, the slower card was taken.
    #[serde(skip_serializing_if = "is_false")]
    pub card_assumed: bool,
    /// Cards in one unit, `8` or `1/8`; left out where not stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gpus: Option<String>,
    /// Memory per card (or of the slice) as listed, in GB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_gb: Option<Number>,
    /// A price buys one card and not the instance.
    #[serde(skip_serializing_if = "is_false")]
    pub per_gpu: bool,
    /// With `per_gpu`: card counts that one host is sold with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<u32>,
    /// Where the counts come from; without it they are not confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts_source: Option<String>,
    /// Kind of seller where it differs from the provider's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// Virtual CPUs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vcpu: Option<Number>,
    /// Host memory in GB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ram_gb: Option<Number>,
    /// Local disk in GB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk_gb: Option<Number>,
    /// Network in gigabits per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network_gbps: Option<Number>,
    /// The best link: `pcie`, `nvlink` or `rdma`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The link as written.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub link_text: String,
    /// Why the row is not ranked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_rankable: Option<String>,
    /// Why a price outside the band of its card is right all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub band_reason: Option<String>,
    /// Currency of all amounts.
    pub currency: String,
    /// All prices, ordered by kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prices: Vec<PriceEntry>,
    /// Figures of the source that are no price of this row, with the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// What else the source says, not shipped.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Made by hand: a new import keeps it.
    #[serde(skip_serializing_if = "is_false")]
    pub hand: bool,
}

/// One price.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PriceEntry {
    /// `od`, `spot`, `c1`, `c3`, `sub`, `cb`, `sl` or `pr`.
    pub kind: String,
    /// With `c1` and `c3`: how it is paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment: Option<String>,
    /// A decimal string.
    pub amount: String,
    /// `month`; left out for an hour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per: Option<String>,
    /// ISO date.
    pub as_of: String,
    /// Id in `sources.json`.
    pub source: String,
    /// The cheapest region of a list.
    #[serde(skip_serializing_if = "is_false")]
    pub floor: bool,
    /// Nothing confirms the figure.
    #[serde(skip_serializing_if = "is_false")]
    pub unconfirmed: bool,
    /// A later reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<CheckedEntry>,
}

/// A later reading that confirmed a price.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckedEntry {
    /// ISO date.
    pub as_of: String,
    /// What exactly was re-read.
    pub what: String,
}

/// A figure that the source prints but that nobody can buy as such.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// The kind under which the source prints it.
    pub kind: String,
    /// A decimal string.
    pub amount: String,
    /// Why it is no price.
    pub why: String,
}

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
    /// Whether it computes in BF16.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bf16: Option<bool>,
    /// Whether it computes in FP8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fp8: Option<bool>,
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

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands a reference to the predicate"
)]
fn is_false(value: &bool) -> bool {
    !value
}
