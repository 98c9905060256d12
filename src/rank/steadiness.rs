//! How steady a candidate is: the order `steady`, and a part of `balanced`.

use super::bill::Bill;
use crate::catalog::{Offer, PriceKind, Provider, Tier};
use crate::cost::{OLD_MONTHS, VERY_OLD_MONTHS};
use crate::units::Ratio;

/// Steadiness from 0 to 1: half by the seller, a fifth by the promised availability, a fifth by
/// the purchase kind, a tenth by the age of the price. The weights are a stated convention of
/// this order, not a measurement; an availability that is not known counts as none.
#[must_use]
pub fn of(offer: &Offer, provider: &Provider, bill: &Bill) -> Ratio {
    let seller = match offer.tier {
        Tier::Cloud => 1.0,
        Tier::Specialist => 0.8,
        Tier::Broker => 0.5,
        Tier::Market => 0.4,
        Tier::Community => 0.2,
    };
    // 99 % and below count nothing, 99.99 % fully.
    let promised = provider
        .sla_percent
        .map_or(0.0, |sla| ((sla.get() - 99.0) / 0.99).clamp(0.0, 1.0));
    let kind = |kind: PriceKind| match kind {
        PriceKind::Commit { .. } | PriceKind::Subscription => 1.0,
        PriceKind::OnDemand | PriceKind::CapacityBlock => 0.8,
        PriceKind::Serverless => 0.6,
        PriceKind::Promotion => 0.5,
        PriceKind::Spot => 0.0,
    };
    let bought = bill.purchases.iter().map(|p| p.share.get() * kind(p.kind));
    let kind: f64 = bought.sum();
    let age = match bill.months_old {
        months if months < OLD_MONTHS => 1.0,
        months if months < VERY_OLD_MONTHS => 0.5,
        _ => 0.0,
    };
    Ratio::new(0.5 * seller + 0.2 * promised + 0.2 * kind + 0.1 * age)
}
