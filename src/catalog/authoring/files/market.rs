//! What is not an instance of cards: interruptions, tokens, seconds, hosts, hardware to own.
//!
//! Every row of the tables is kept. One that is not shipped says why in `left_out`.

use super::{PriceEntry, is_false};
use serde::{Deserialize, Serialize};
use serde_json::Number;

/// `catalog/interruptions.json`, one reading: a band, or another figure about being interrupted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct InterruptionEntry {
    /// The provider's id.
    pub provider: String,
    /// The instance as an offer has it.
    pub instance: String,
    /// The region as an offer has it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub region: String,
    /// Least share of running spot instances that are interrupted in a month, a decimal string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<String>,
    /// Greatest share; left out where the band has no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<String>,
    /// A figure that is no band, as listed. Not shipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<String>,
    /// What the figure counts.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// ISO date.
    pub as_of: String,
    /// Id in `sources.json`.
    pub source: String,
    /// Made by hand: a new import keeps it.
    #[serde(skip_serializing_if = "is_false")]
    pub hand: bool,
}

/// `catalog/tokens.json`, one price of a token API.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TokenEntry {
    /// The seller as listed.
    pub seller: String,
    /// The model as the seller names it.
    pub name: String,
    /// Id of the same model in `models.json`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Why the row is not shipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// Currency of all amounts.
    pub currency: String,
    /// Per million input tokens, a decimal string.
    pub input: String,
    /// Per million output tokens.
    pub output: String,
    /// Per million input tokens that were found cached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cached_input: Option<String>,
    /// Share off for requests that may wait, a decimal string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch_discount: Option<String>,
    /// ISO date.
    pub as_of: String,
    /// Id in `sources.json`.
    pub source: String,
    /// Made by hand: a new import keeps it.
    #[serde(skip_serializing_if = "is_false")]
    pub hand: bool,
}

/// `catalog/serverless.json`, a card by the second.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ServerlessEntry {
    /// The seller, with the kind of worker in parentheses.
    pub seller: String,
    /// The card as listed.
    pub gpu: String,
    /// Id in `accelerators.json`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accelerator: Option<String>,
    /// The card is the slowest of several, or its form is not stated.
    #[serde(skip_serializing_if = "is_false")]
    pub card_assumed: bool,
    /// Cards of a worker; left out for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<u32>,
    /// Why the row is not shipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// Currency.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub currency: String,
    /// Per hour of one worker, a decimal string: the seller's own figure, or 3,600 times that of a
    /// second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_hour: Option<String>,
    /// Billed around the clock.
    #[serde(skip_serializing_if = "is_false")]
    pub always_on: bool,
    /// Time is rounded up to so many seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub granularity_s: Option<Number>,
    /// Seconds after the last request that are billed before the worker stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle_s: Option<Number>,
    /// Median seconds until a worker starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cold_start_s: Option<Number>,
    /// Processor and memory are billed on top.
    #[serde(skip_serializing_if = "is_false")]
    pub host_extra: bool,
    /// How time is billed, as listed. Not shipped.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub terms: String,
    /// ISO date.
    pub as_of: String,
    /// Id in `sources.json`.
    pub source: String,
    /// Made by hand: a new import keeps it.
    #[serde(skip_serializing_if = "is_false")]
    pub hand: bool,
}

/// `catalog/hosts.json`, a host without accelerator.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HostEntry {
    /// Stable unique kebab-case id.
    pub id: String,
    /// The provider's id.
    pub provider: String,
    /// The instance as the seller names it.
    pub instance: String,
    /// The region as listed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub region: String,
    /// Id in `processors.json`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    /// Why the row is not shipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// Virtual processors.
    pub vcpu: u32,
    /// Memory in GiB, as sellers count it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ram_gib: Option<Number>,
    /// Currency of all amounts.
    pub currency: String,
    /// All prices, ordered by kind.
    pub prices: Vec<PriceEntry>,
    /// What else the source says, not shipped.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Made by hand: a new import keeps it.
    #[serde(skip_serializing_if = "is_false")]
    pub hand: bool,
}

/// `catalog/processors.json`: what hosts compute with, kept by people.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Processors {
    /// Processors whose figures are known; a host has the first whose pattern fits.
    pub processors: Vec<ProcessorEntry>,
    /// Hosts that are left out, with the reason.
    pub left_out: Vec<UnknownHosts>,
}

/// One processor, as one socket of a full host has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProcessorEntry {
    /// Stable kebab-case id.
    pub id: String,
    /// The maker's name of it.
    pub name: String,
    /// Patterns of the hosts that have it: `provider:instance`.
    pub hosts: Vec<String>,
    /// Cores of a socket; where several models may be behind a name, the most.
    pub cores: u32,
    /// Virtual processors that are sold per core: 2 where each is a thread.
    pub vcpus_per_core: u32,
    /// Memory channels of 8 bytes.
    pub channels: u32,
    /// Millions of transfers per second and channel.
    pub mt_s: u32,
    /// Clock that all cores hold; where only the base clock is published, that one.
    pub ghz: Number,
    /// 32-bit floating-point operations per core and cycle: lanes × units × 2.
    pub flops_per_cycle: u32,
    /// Where it was read, and what was assumed.
    pub source: String,
}

/// Hosts whose speed cannot be told.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnknownHosts {
    /// Patterns: `provider:instance`.
    pub hosts: Vec<String>,
    /// Why.
    pub why: String,
}

/// `catalog/ownership.json`: what owning costs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ownership {
    /// Cards and servers.
    pub hardware: Vec<HardwareEntry>,
    /// Electricity.
    pub tariffs: Vec<TariffEntry>,
    /// Power usage effectiveness.
    pub overheads: Vec<OverheadEntry>,
    /// Rows of the table that are none of these, with the reason.
    pub left_out: Vec<LeftOutFact>,
}

/// A price of hardware.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HardwareEntry {
    /// As listed.
    pub item: String,
    /// Id in `accelerators.json`.
    pub accelerator: String,
    /// `new`, `used`, `launch` or `server`.
    pub kind: String,
    /// Cards in it; left out for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<u32>,
    /// Currency.
    pub currency: String,
    /// A decimal string.
    pub price: String,
    /// Where it was asked.
    pub country: String,
    /// ISO date.
    pub as_of: String,
    /// Id in `sources.json`.
    pub source: String,
    /// Made by hand: a new import keeps it.
    #[serde(skip_serializing_if = "is_false")]
    pub hand: bool,
}

/// A price of electricity.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TariffEntry {
    /// Country or continent, with a part or a class in parentheses.
    pub place: String,
    /// For households.
    #[serde(skip_serializing_if = "is_false")]
    pub household: bool,
    /// Currency.
    pub currency: String,
    /// A decimal string.
    pub per_kwh: String,
    /// ISO date.
    pub as_of: String,
    /// Id in `sources.json`.
    pub source: String,
    /// Made by hand: a new import keeps it.
    #[serde(skip_serializing_if = "is_false")]
    pub hand: bool,
}

/// A power usage effectiveness.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OverheadEntry {
    /// The site.
    pub site: String,
    /// All power over that of the servers, a decimal string.
    pub pue: String,
    /// ISO date.
    pub as_of: String,
    /// Id in `sources.json`.
    pub source: String,
    /// Made by hand: a new import keeps it.
    #[serde(skip_serializing_if = "is_false")]
    pub hand: bool,
}

/// A figure that is kept but not shipped.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOutFact {
    /// As listed.
    pub item: String,
    /// The figure with its unit or currency.
    pub figure: String,
    /// Why.
    pub why: String,
}
