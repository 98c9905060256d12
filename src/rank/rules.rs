//! What a seller's rules add to the price of a candidate: rounding, stopped instances, credit for
//! new customers, and what a promotion becomes.

use super::Candidate;
use crate::catalog::{Basis, Catalog, Offer, PriceKind, RateUnit, StoppedRule};
use crate::cost::{self, BillingRule, Idle, Months, Rules};
use crate::query::Query;
use crate::units::{Date, Hours, Money};

/// The rules of the seller of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SellerRules<'a> {
    /// How time is billed; what is not known in it was not applied.
    pub billing: BillingRule,
    /// What a stopped instance goes on costing; `None` where that is not known.
    pub stopped: Option<StoppedRule>,
    /// What one instance costs in a month if it is kept between uses and not released, in the
    /// currency of its price and before tax. `None` where nothing lies idle: all is bought around
    /// the clock, or used so.
    pub kept: Option<Idle>,
    /// Credit for new customers as the seller states it; in no sum, since who is new and what it may
    /// be spent on is the asker's to know (`credit` takes it off). `None` where none is known.
    pub new_customers: Option<&'a str>,
}

/// A price that follows a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renewal {
    /// How it is sold.
    pub kind: PriceKind,
    /// Per hour of one instance after discount, in the native currency; a monthly price is spread
    /// over 730 hours.
    pub rate_per_hour: Money,
    /// Months of the project after which it follows.
    pub after: Months,
}

impl Candidate {
    /// The seller's rules for this candidate.
    #[must_use]
    pub fn seller_rules<'a>(&self, catalog: &'a Catalog) -> SellerRules<'a> {
        let offer = catalog.offer(self.offer);
        let provider = catalog.provider(offer.provider);
        // Spot, serverless and blocks are given back; what is paid for a term is paid either way.
        let by_the_hour = self.purchases.iter().find(|p| {
            matches!(p.kind, PriceKind::OnDemand | PriceKind::Promotion) && is_hourly(offer, p.kind)
        });
        let kept = by_the_hour
            .filter(|_| self.hours_per_month < Hours::MONTH)
            .map(|p| cost::idle_cost(provider.stopped, p.rate_per_hour, self.hours_per_month));
        SellerRules {
            billing: BillingRule::of(provider),
            stopped: provider.stopped,
            kept,
            new_customers: provider.credit.as_deref(),
        }
    }
}

fn is_hourly(offer: &Offer, kind: PriceKind) -> bool {
    offer
        .prices
        .iter()
        .any(|p| p.kind == kind && p.unit == RateUnit::Hour)
}

/// What an offer that is bought as a promotion costs after the months for which that is counted;
/// `None` where it is not known, and where no promotion is bought.
#[must_use]
pub fn renewal(
    catalog: &Catalog,
    query: &Query,
    today: Date,
    candidate: &Candidate,
) -> Option<Renewal> {
    let mut bought = candidate.purchases.iter();
    bought.find(|purchase| purchase.kind == PriceKind::Promotion)?;
    let offer = catalog.offer(candidate.offer);
    let rules = Rules::of(catalog, query, today);
    let cards = match offer.basis {
        Basis::Instance => 1,
        Basis::Gpu { .. } => candidate.gpus_per_instance,
    };
    let way = cost::after_promotion(catalog, offer, cards, &rules)?;
    Some(Renewal {
        kind: offer.prices.get(way.price)?.kind,
        rate_per_hour: way.per_hour(),
        after: rules.promotion,
    })
}
