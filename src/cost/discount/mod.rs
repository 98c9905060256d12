//! Discounts, credit and tax: which prices are discounted, by how much usually, and what is paid in
//! the end.
//!
//! Order: the price as listed → the negotiated discount (`Rules`) → the discount of the first
//! months (`Conditions`) → plus extras → minus credit → plus tax ([`Dues`]). The negotiated discount comes off commitments as well as off
//! on-demand prices, after their own discount: AWS computes reserved prices and savings plans
//! first and its enterprise discount on what is left (help.prosperops.com, "How are RI and SP
//! savings calculations impacted by an EDP?"). Tax is charged on what is left after credit
//! (danielcompton.net, "Excluding credits from your AWS bill").

mod listed;

pub use listed::{Distribution, Term, Typical, discounts_as_they_are, typical_discounts};

use crate::catalog::{Catalog, PriceKind};
use crate::query::Query;
use crate::units::{Currency, Money, Ratio};

/// Whether discounts on list prices hold for a way of buying: on demand, commitments,
/// subscriptions and capacity blocks.
///
/// Not for spot, which is a price of a market and no list price, not for promotions, which are
/// discounted already, and not for serverless; and never for extras. What agreements leave out is
/// negotiated and mostly not published ("eligibility exclusions are extensive", awsnegotiations.com,
/// "How AWS EDP pricing actually works"), so that only what they commonly cover is discounted: a
/// bill must not look smaller than it will be.
#[must_use]
pub const fn takes_discounts(kind: PriceKind) -> bool {
    match kind {
        PriceKind::OnDemand
        | PriceKind::Commit { .. }
        | PriceKind::Subscription
        | PriceKind::CapacityBlock => true,
        PriceKind::Spot | PriceKind::Promotion | PriceKind::Serverless => false,
    }
}

/// What is paid in the end, all in the currency of the bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The bill before credit and tax.
    pub before: Money,
    /// Credit that was used up, from the start of the project on.
    pub credit_used: Money,
    /// Credit that is left at the end, and lapses.
    pub credit_left: Money,
    /// Tax on what is left of the bill.
    pub tax: Money,
    /// What is paid.
    pub total: Money,
}

/// What is taken from and put on a whole bill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dues {
    /// `credit`: in US dollars, never below 0.
    pub credit: Money,
    /// `tax`: share on top of everything, from 0 to 1.
    pub tax: Ratio,
}

impl Dues {
    /// What a query states. A credit in a currency without a rate counts nothing; reading the query
    /// against the catalog reports such a currency.
    #[must_use]
    pub fn of(catalog: &Catalog, query: &Query) -> Self {
        let credit = query
            .credit
            .map(|credit| Money::from_decimal(credit, query.currency))
            .and_then(|credit| catalog.convert(credit, Currency::USD))
            .filter(|credit| credit.micros() > 0);
        let tax = query.buy.tax_percent.percent();
        Self {
            credit: credit.unwrap_or(Money::zero(Currency::USD)),
            tax: tax.clamp(Ratio::ZERO, Ratio::new(1.0)),
        }
    }

    /// Takes credit from a project's bill in US dollars and puts tax on the rest. Credit is used
    /// from the start of the project and never makes a bill negative; what is left of it lapses.
    #[must_use]
    pub fn settle(&self, bill: Money) -> Settled {
        let currency = bill.currency();
        let available = if self.credit.currency() == currency {
            self.credit.micros().max(0)
        } else {
            0
        };
        let used = available.min(bill.micros().max(0));
        let credit_used = Money::from_micros(used, currency);
        let rest = bill - credit_used;
        let tax = rest.scaled(self.tax.get());
        Settled {
            before: bill,
            credit_used,
            credit_left: Money::from_micros(available - used, currency),
            tax,
            total: rest + tax,
        }
    }
}

#[cfg(test)]
mod tests;
