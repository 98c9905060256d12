//! Sellers, what they sell, and at what prices.

use super::is_false;
use serde::{Deserialize, Serialize};
use serde_json::Number;

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
    /// What a stopped instance goes on costing, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_billing: Option<String>,
    /// The same as a rule: `storage`, `everything` or `no_stop`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// Billing granularity, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub billing: Option<String>,
    /// Seconds that use is rounded up to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub granularity_s: Option<u32>,
    /// Least seconds that a start is billed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum_s: Option<u32>,
    /// RDMA between hosts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rdma: Option<String>,
    /// Credit for new customers, as written.
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
    /// With `c1` and `c3`: `reserved`, `savings_plan`, `committed_use` or `prepaid`, where the source
    /// says so. Not shipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
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
