//! The catalog: accelerators, providers, offers with their prices, models, engines, extras.
//!
//! People edit the readable JSON under `catalog/`; [`authoring`] merges and checks it into the one
//! shipped `public/catalog.json`, which [`Catalog::from_json`] reads on the page and in the
//! terminal. `docs/catalog.md` describes both.

mod accelerator;
#[cfg(feature = "terminal")]
pub mod authoring;
mod counts;
mod engine;
mod market;
mod model;
pub mod named;
mod offer;
mod provider;
mod wire;

pub use accelerator::{Accelerator, AcceleratorIx, Peak, Topology, Vendor};
pub use counts::Counts;
pub use engine::{EngineTable, Support, SupportLevel};
pub use market::{
    CpuOffer, HardwareKind, HardwarePrice, Interruptions, Market, Overhead, ServerlessPrice,
    Tariff, TokenPrice,
};
pub use model::{
    Architecture, Biases, Experts, GlobalHeads, Latent, Linear, Model, ModelKind, Network, Pipeline,
};
pub use offer::{
    Basis, Checked, GpuCount, InstanceLink, NotRankable, Offer, OfferIx, Payment, Price, PriceKind,
    Product, RateUnit, Region, RegionGroup, Tier,
};
pub use provider::{Extra, ExtraKind, Provider, ProviderIx, StoppedRule};
pub use wire::CatalogError;

use crate::units::{Currency, Date, Decimal, Money};

/// Everything that is known, loaded and cross-referenced. Indices point into the vectors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalog {
    /// The newest date of any price.
    pub as_of: Option<Date>,
    /// Accelerators, ordered by id.
    pub accelerators: Vec<Accelerator>,
    /// Providers, ordered by id.
    pub providers: Vec<Provider>,
    /// Offers, ordered by id.
    pub offers: Vec<Offer>,
    /// Models, in the order of the model table.
    pub models: Vec<Model>,
    /// Which engine runs on which accelerator family.
    pub engines: EngineTable,
    /// Storage, traffic and other extras.
    pub extras: Vec<Extra>,
    /// What is not an instance of cards.
    pub market: Market,
    /// Units per US dollar.
    pub currencies: Vec<CurrencyRate>,
    /// Where figures come from.
    pub sources: Vec<Source>,
}

/// What one US dollar buys of a currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurrencyRate {
    /// The currency.
    pub currency: Currency,
    /// Units per US dollar.
    pub per_usd: Decimal,
    /// The day of the rate.
    pub as_of: Date,
    /// Where the rate was read.
    pub source: SourceIx,
}

/// Index into [`Catalog::sources`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceIx(pub u16);

/// Where a figure was read, as shown to a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// A short title.
    pub title: String,
    /// A link, where there is one.
    pub url: Option<String>,
}

impl Catalog {
    /// The accelerator of an index.
    #[must_use]
    pub fn accelerator(&self, ix: AcceleratorIx) -> &Accelerator {
        &self.accelerators[usize::from(ix.0)]
    }

    /// The provider of an index.
    #[must_use]
    pub fn provider(&self, ix: ProviderIx) -> &Provider {
        &self.providers[usize::from(ix.0)]
    }

    /// The offer of an index.
    #[must_use]
    pub fn offer(&self, ix: OfferIx) -> &Offer {
        &self.offers[usize::from(ix.0)]
    }

    /// The source of an index.
    #[must_use]
    pub fn source(&self, ix: SourceIx) -> &Source {
        &self.sources[usize::from(ix.0)]
    }

    /// The accelerator with an id.
    #[must_use]
    pub fn accelerator_by_id(&self, id: &str) -> Option<(AcceleratorIx, &Accelerator)> {
        let position = self
            .accelerators
            .binary_search_by(|a| a.id.as_str().cmp(id))
            .ok()?;
        Some((
            AcceleratorIx(u16::try_from(position).ok()?),
            &self.accelerators[position],
        ))
    }

    /// The provider with an id.
    #[must_use]
    pub fn provider_by_id(&self, id: &str) -> Option<(ProviderIx, &Provider)> {
        let position = self
            .providers
            .binary_search_by(|p| p.id.as_str().cmp(id))
            .ok()?;
        Some((
            ProviderIx(u16::try_from(position).ok()?),
            &self.providers[position],
        ))
    }

    /// The offer with an id.
    #[must_use]
    pub fn offer_by_id(&self, id: &str) -> Option<(OfferIx, &Offer)> {
        let position = self
            .offers
            .binary_search_by(|o| o.id.as_str().cmp(id))
            .ok()?;
        Some((
            OfferIx(u16::try_from(position).ok()?),
            &self.offers[position],
        ))
    }

    /// The model with an id.
    #[must_use]
    pub fn model_by_id(&self, id: &str) -> Option<&Model> {
        self.models.iter().find(|m| m.id == id)
    }

    /// The rate of a currency.
    #[must_use]
    pub fn rate(&self, currency: Currency) -> Option<&CurrencyRate> {
        self.currencies.iter().find(|r| r.currency == currency)
    }

    /// An amount in another currency; `None` where either rate is unknown.
    #[must_use]
    pub fn convert(&self, amount: Money, to: Currency) -> Option<Money> {
        if amount.currency() == to {
            return Some(amount);
        }
        let (own, other) = (self.rate(amount.currency())?, self.rate(to)?);
        Some(amount.converted(own.per_usd, to, other.per_usd))
    }
}
