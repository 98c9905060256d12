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

/// `catalog/networks.json`, what a pass of an image network or of a denoiser does. Counts are in
/// the units that their names end with: 10⁶ elements or parameters (`m`), 10⁹ operations, 2 per
/// multiply-add (`gflop`), 10⁶ bytes (`mb`). Their meaning is that of [`crate::catalog::Network`]
/// and [`crate::catalog::Pipeline`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NetworkEntry {
    /// Side of the image in pixels.
    pub side: u32,
    /// Operations of a forward pass, attention included.
    pub gflop: f64,
    /// Those of attention between positions.
    pub attention_gflop: f64,
    /// Elements that products read and write.
    pub moved_m: f64,
    /// Elements that all operations read and write.
    pub traffic_m: f64,
    /// Operations that are launched.
    pub launches: u32,
    /// Bytes that forward and backward pass read and write.
    pub trained_mb: f64,
    /// Those that convolutions read and write.
    pub convolved_mb: f64,
    /// Bytes held for the backward pass, in mixed precision.
    pub held_mb: f64,
    /// The same in 32 bit.
    pub held_wide_mb: f64,
    /// What else a diffusion pipeline has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pipeline: Option<PipelineEntry>,
    /// How it was found, not shipped.
    pub source: String,
}

/// The pipeline around a denoiser.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PipelineEntry {
    /// Parameters of the text encoders.
    pub text_m: f64,
    /// Parameters of the image decoder and encoder.
    pub decoder_m: f64,
    /// Parameters that training changes, where that is not the denoiser.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trainable_m: Option<f64>,
    /// Share of the sequence that is text.
    pub fixed: f64,
    /// Whether a step runs the denoiser twice.
    pub guided: bool,
    /// Steps by default.
    pub steps: u32,
    /// Frames of a clip; 1 for an image.
    pub frames: u32,
    /// Elements that the denoiser holds at once.
    pub active_m: f64,
    /// Operations of the decoder.
    pub decode_gflop: f64,
    /// Elements that the decoder's operations read and write.
    pub decode_traffic_m: f64,
    /// Bytes that the decoder holds at once.
    pub decode_held_mb: f64,
    /// Bytes of attention scores held for the backward pass where attention is not fused.
    pub scores_mb: f64,
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
