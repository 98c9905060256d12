//! What competes with an instance of cards or decides how it is bought: interruption rates of
//! spot, token APIs, serverless cards, hosts without cards, hardware to own.

use super::{AcceleratorIx, Price, ProviderIx, Region, SourceIx};
use crate::units::{Bytes, BytesPerSecond, Date, FlopsPerSecond, Money, Ratio, Seconds};

/// How often running spot instances of an offer were interrupted in a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interruptions {
    /// Least share of instances that are interrupted in a month.
    pub low: Ratio,
    /// Greatest share; `None` for an open-ended band such as "> 20 %".
    pub high: Option<Ratio>,
    /// The day of the figure.
    pub as_of: Date,
    /// Where it was read.
    pub source: SourceIx,
}

/// A price per token of a model that another one serves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenPrice {
    /// The seller as listed, such as `deepinfra`.
    pub seller: String,
    /// The model as the seller names it.
    pub name: String,
    /// The id of the same model in [`super::Catalog::models`].
    pub model: String,
    /// Per million input tokens.
    pub input: Money,
    /// Per million output tokens.
    pub output: Money,
    /// Per million input tokens that were found cached.
    pub cached_input: Option<Money>,
    /// Share off for requests that may wait.
    pub batch_discount: Option<Ratio>,
    /// The day of the price.
    pub as_of: Date,
    /// Where it was read.
    pub source: SourceIx,
}

/// A card by the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerlessPrice {
    /// The seller as listed, such as `runpod-serverless (flex)`.
    pub seller: String,
    /// The card; the slowest of those that the seller puts under one price.
    pub accelerator: AcceleratorIx,
    /// The card is one of several under one price.
    pub card_assumed: bool,
    /// Cards of one worker.
    pub cards: u32,
    /// Per hour of one worker, exactly; billed by [`ServerlessPrice::granularity`]. Prices by the
    /// second have more digits than millionths hold.
    pub per_hour: Money,
    /// Billed around the clock, whether used or not.
    pub always_on: bool,
    /// Shortest time that is billed, to which time is rounded up; `None` where unknown.
    pub granularity: Option<Seconds>,
    /// Time after the last request that is billed before the worker stops; `None` where unknown.
    pub idle: Option<Seconds>,
    /// Median time until a worker of this seller starts; `None` where unknown.
    pub cold_start: Option<Seconds>,
    /// Processor and memory are billed on top, and not in the price.
    pub host_extra: bool,
    /// The day of the price.
    pub as_of: Date,
    /// Where it was read.
    pub source: SourceIx,
}

/// A host without accelerator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuOffer {
    /// Provider, instance and region in one.
    pub id: String,
    /// The seller.
    pub provider: ProviderIx,
    /// The instance as the seller names it.
    pub instance: String,
    /// Where it is.
    pub region: Region,
    /// Virtual processors.
    pub vcpu: u32,
    /// Memory.
    pub ram: Bytes,
    /// Peak memory bandwidth per virtual processor in bytes per second.
    pub bandwidth_per_vcpu: BytesPerSecond,
    /// 32-bit floating-point operations per second of one virtual processor.
    pub flops_per_vcpu: FlopsPerSecond,
    /// Every price it is sold at.
    pub prices: Vec<Price>,
}

/// What a price of hardware buys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HardwareKind {
    /// A new card.
    CardNew,
    /// A used or resold card.
    CardUsed,
    /// A card at the price of its launch: history, not a price of today.
    CardLaunch,
    /// A whole server with its cards.
    Server,
}

/// A price of hardware to own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HardwarePrice {
    /// The card.
    pub accelerator: AcceleratorIx,
    /// What is bought.
    pub kind: HardwareKind,
    /// Cards in it.
    pub cards: u32,
    /// The price.
    pub price: Money,
    /// Where it was asked, as written.
    pub country: String,
    /// The day of the price.
    pub as_of: Date,
    /// Where it was read.
    pub source: SourceIx,
}

/// A price of electricity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tariff {
    /// Country or continent, as written.
    pub place: String,
    /// For households rather than business.
    pub household: bool,
    /// Per kilowatt-hour.
    pub per_kwh: Money,
    /// The day of the price.
    pub as_of: Date,
    /// Where it was read.
    pub source: SourceIx,
}

/// How much power a site takes for each unit that its servers take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overhead {
    /// The site, as written.
    pub site: String,
    /// All power over that of the servers (PUE).
    pub pue: Ratio,
    /// The day of the figure.
    pub as_of: Date,
    /// Where it was read.
    pub source: SourceIx,
}

/// Facts about what is not an instance of cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Market {
    /// Token APIs of models in the catalog.
    pub tokens: Vec<TokenPrice>,
    /// Cards by the second.
    pub serverless: Vec<ServerlessPrice>,
    /// Hosts without accelerator, ordered by id.
    pub cpus: Vec<CpuOffer>,
    /// Hardware to own.
    pub hardware: Vec<HardwarePrice>,
    /// Electricity.
    pub tariffs: Vec<Tariff>,
    /// Power usage effectiveness.
    pub overheads: Vec<Overhead>,
}
