//! Which offers a question lets in. An unknown fact never passes a filter on it.

use super::Reject;
use crate::catalog::{
    Accelerator, AcceleratorIx, Catalog, GpuCount, InstanceLink, NotRankable, Offer, Provider,
    ProviderIx, Region,
};
use crate::query::{MinLink, Query, has, is_letter};
use crate::units::Ratio;

impl From<NotRankable> for Reject {
    fn from(reason: NotRankable) -> Self {
        match reason {
            NotRankable::ComponentWithoutHost => Self::ComponentWithoutHost,
            NotRankable::GpuCountUnknown => Self::GpuCountUnknown,
            NotRankable::GpuUnknown => Self::GpuUnknown,
            NotRankable::MarketQuote => Self::MarketQuote,
            NotRankable::MarketMinimum => Self::MarketMinimum,
            NotRankable::MixedCardsFloor => Self::MixedCardsFloor,
            NotRankable::NoGpu => Self::NoGpu,
            NotRankable::NoPrice => Self::NoPrice,
        }
    }
}

/// The filters of a query, with card words resolved once.
pub struct Filter<'a> {
    catalog: &'a Catalog,
    query: &'a Query,
    /// For each accelerator whether the `gpu` words let it in; empty lets all in.
    cards: Vec<bool>,
}

impl<'a> Filter<'a> {
    /// Prepares the filters of a query.
    #[must_use]
    pub fn new(catalog: &'a Catalog, query: &'a Query) -> Self {
        let cards = if query.gpus.is_empty() {
            Vec::new()
        } else {
            let words: Vec<CardWord> = card_words(catalog, query).collect();
            catalog
                .accelerators
                .iter()
                .map(|card| words.iter().any(|word| word.names(card)))
                .collect()
        };
        Self {
            catalog,
            query,
            cards,
        }
    }

    /// Lets an offer in, or says why not: first what makes it unrankable, then the filters in the
    /// order of the question.
    ///
    /// # Errors
    /// The first reason that holds.
    pub fn admit(&self, offer: &Offer) -> Result<(), Reject> {
        if let Some(reason) = offer.not_rankable {
            return Err(reason.into());
        }
        let query = self.query;
        if !query.tiers.contains(&offer.tier) {
            return Err(Reject::Tier);
        }
        let provider = self.catalog.provider(offer.provider);
        if !query.providers.is_empty() && !query.providers.contains(&provider.id) {
            return Err(Reject::Provider);
        }
        self.admit_card(offer.accelerator.ok_or(Reject::GpuUnknown)?)?;
        self.admit_place(&offer.region)?;
        self.admit_provider(provider)?;
        admit_link(query.link, offer)
    }

    /// Whether a card is let in, whoever sells it.
    #[must_use]
    pub fn admits_card(&self, ix: AcceleratorIx) -> bool {
        self.admit_card(ix).is_ok()
    }

    /// Whether a host without cards is let in.
    #[must_use]
    pub fn admits_host(&self, provider: ProviderIx, region: &Region) -> bool {
        let provider = self.catalog.provider(provider);
        (self.query.providers.is_empty() || self.query.providers.contains(&provider.id))
            && self.admit_place(region).is_ok()
            && self.admit_provider(provider).is_ok()
    }

    fn admit_card(&self, ix: AcceleratorIx) -> Result<(), Reject> {
        if !self.cards.is_empty() && self.cards.get(usize::from(ix.0)) != Some(&true) {
            return Err(Reject::Gpu);
        }
        let vendor = &self.catalog.accelerator(ix).vendor.0;
        if !self.query.vendors.is_empty() && !self.query.vendors.contains(vendor) {
            return Err(Reject::Vendor);
        }
        Ok(())
    }

    fn admit_place(&self, region: &Region) -> Result<(), Reject> {
        if !self.query.regions.is_empty() {
            match region.group {
                None => return Err(Reject::RegionUnknown),
                Some(group) if !self.query.regions.contains(&group) => return Err(Reject::Region),
                Some(_) => {}
            }
        }
        if !self.query.jurisdictions.is_empty() {
            match &region.jurisdiction {
                None => return Err(Reject::JurisdictionUnknown),
                Some(place) if !self.query.jurisdictions.contains(place) => {
                    return Err(Reject::Jurisdiction);
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    fn admit_provider(&self, provider: &Provider) -> Result<(), Reject> {
        let query = self.query;
        if !query.homes.is_empty() {
            let home = provider.home.as_deref().ok_or(Reject::HomeUnknown)?;
            if !query.homes.iter().any(|wanted| is_under(home, wanted)) {
                return Err(Reject::Home);
            }
        }
        if !query.compliance.is_empty() {
            if provider.compliance.is_empty() {
                return Err(Reject::ComplianceUnknown);
            }
            let holds = |wanted: &String| provider.compliance.iter().any(|c| names(c, wanted));
            if !query.compliance.iter().all(holds) {
                return Err(Reject::Compliance);
            }
        }
        if !query.frameworks.is_empty() {
            let known = [&provider.platform, &provider.frameworks];
            if known.iter().all(|k| k.is_none()) {
                return Err(Reject::FrameworkUnknown);
            }
            let offers = |wanted: &String| {
                known
                    .iter()
                    .any(|k| k.as_ref().is_some_and(|text| names(text, wanted)))
            };
            if !query.frameworks.iter().all(offers) {
                return Err(Reject::Framework);
            }
        }
        if let Some(wanted) = query.sla_percent {
            match provider.sla_percent {
                None => return Err(Reject::SlaUnknown),
                Some(promised) if promised < Ratio::new(wanted.to_f64()) => {
                    return Err(Reject::Sla);
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Whether one count of cards is asked for.
    #[must_use]
    pub fn admits_count(&self, offer: &Offer, cards: u32) -> bool {
        match self.query.gpu_count {
            None => true,
            Some(wanted) => wanted == cards && !matches!(offer.gpus, GpuCount::Slice { .. }),
        }
    }
}

/// The card words of a query that no rankable row answers to.
#[must_use]
pub fn unoffered(catalog: &Catalog, query: &Query) -> Vec<String> {
    card_words(catalog, query)
        .filter(|word| {
            !catalog.offers.iter().any(|offer| {
                offer.not_rankable.is_none()
                    && offer
                        .accelerator
                        .is_some_and(|ix| word.names(catalog.accelerator(ix)))
            })
        })
        .map(|word| word.word.to_owned())
        .collect()
}

/// The words of other conditions that nobody in the catalog is known to meet: certificates,
/// frameworks, homes of sellers, places of data.
#[must_use]
pub fn unmet(catalog: &Catalog, query: &Query) -> Vec<String> {
    let sellers = || catalog.providers.iter();
    let certified = |wanted: &str| {
        sellers().any(|seller| seller.compliance.iter().any(|held| names(held, wanted)))
    };
    let runs = |wanted: &str| {
        sellers().any(|seller| {
            let known = [&seller.platform, &seller.frameworks].into_iter().flatten();
            known.into_iter().any(|text| names(text, wanted))
        })
    };
    let home = |wanted: &str| {
        let homes = sellers().filter_map(|seller| seller.home.as_deref());
        homes.into_iter().any(|home| is_under(home, wanted))
    };
    let place = |wanted: &str| {
        let mut places = catalog
            .offers
            .iter()
            .map(|offer| &offer.region.jurisdiction);
        places.any(|place| place.as_deref() == Some(wanted))
    };
    let mut unmet: Vec<String> = Vec::new();
    let mut add = |words: &[String], met: &dyn Fn(&str) -> bool| {
        unmet.extend(words.iter().filter(|word| !met(word)).cloned());
    };
    add(&query.compliance, &certified);
    add(&query.frameworks, &runs);
    add(&query.homes, &home);
    add(&query.jurisdictions, &place);
    unmet
}

/// A word of the `gpu` filter. One that is the id of a card names that card alone, any other a
/// family.
struct CardWord<'a> {
    word: &'a str,
    exact: bool,
}

impl CardWord<'_> {
    fn names(&self, card: &Accelerator) -> bool {
        if self.exact {
            card.id == self.word
        } else {
            card.is_in(self.word)
        }
    }
}

fn card_words<'a>(
    catalog: &'a Catalog,
    query: &'a Query,
) -> impl Iterator<Item = CardWord<'a>> + 'a {
    query.gpus.iter().map(|word| CardWord {
        word,
        exact: catalog.accelerator_by_id(word).is_some(),
    })
}

fn admit_link(least: Option<MinLink>, offer: &Offer) -> Result<(), Reject> {
    let Some(least) = least else {
        return Ok(());
    };
    if offer.link == InstanceLink::Unknown {
        return Err(Reject::LinkUnknown);
    }
    let least = match least {
        MinLink::Pcie => InstanceLink::Pcie,
        MinLink::Nvlink => InstanceLink::Nvlink,
        MinLink::Rdma => InstanceLink::Rdma,
    };
    if offer.link < least {
        return Err(Reject::Link);
    }
    Ok(())
}

/// The member states of the European Union, by the codes of ISO 3166 in lower case
/// (european-union.europa.eu, country profiles; 27 since 2020).
const UNION: [&str; 27] = [
    "at", "be", "bg", "cy", "cz", "de", "dk", "ee", "es", "fi", "fr", "gr", "hr", "hu", "ie", "it",
    "lt", "lu", "lv", "mt", "nl", "pl", "pt", "ro", "se", "si", "sk",
];

/// Whether a seller's home is the jurisdiction that is asked for, or one of the union's members
/// where that is.
fn is_under(home: &str, wanted: &str) -> bool {
    home == wanted || (wanted == "eu" && UNION.contains(&home))
}

/// Whether a text as written by a provider names what a link asks for, where a link writes it in
/// lower case without blanks and punctuation: `iso27001` is named by `ISO 27001`.
fn names(text: &str, wanted: &str) -> bool {
    let plain = |s: &str| -> String {
        s.chars()
            .filter(|c| is_letter(*c))
            .map(|c| c.to_ascii_lowercase())
            .collect()
    };
    let wanted = plain(wanted);
    // Of nothing but punctuation nothing is left, which every text contains and none names.
    !wanted.is_empty() && has(&plain(text), &wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certificates_are_named_without_blanks() {
        assert!(names("ISO 27001", "iso27001"));
        assert!(names("HIPAA/HITRUST", "hipaa"));
        assert!(!names("ISO 27001", "iso27017"));
        assert!(!names("ISO 27001", "-"));
    }

    #[test]
    fn a_member_state_is_under_the_union() {
        assert!(is_under("de", "eu") && is_under("de", "de"));
        assert!(!is_under("gb", "eu") && !is_under("eu", "de"));
    }
}
