//! Discounts, credit and tax: from list prices to what is paid.
//!
//! Order: the price as listed → the negotiated discount → the discount of the first months → plus
//! extras → minus credit → plus tax. The negotiated discount comes off commitments as well as off
//! on-demand prices, after their own discount: AWS computes reserved prices and savings plans
//! first and its enterprise discount on what is left (help.prosperops.com, "How are RI and SP
//! savings calculations impacted by an EDP?"). Tax is charged on what is left after credit
//! (danielcompton.net, "Excluding credits from your AWS bill").

mod listed;

pub use listed::{Spread, Term, Typical, discounts_as_they_are, typical_discounts};

use crate::catalog::{Catalog, PriceKind};
use crate::query::Query;
use crate::units::{Currency, Decimal, Hours, Money, Ratio};

/// The asker's own conditions of buying. Shares are kept within 0 and 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discounts {
    /// `disc`: share off list prices.
    pub negotiated: Ratio,
    /// `fm`: months at the start with a further discount.
    pub first_months: Ratio,
    /// `fmd`: the share off in these months.
    pub first: Ratio,
    /// `credit`: in US dollars.
    pub credit: Money,
    /// `tax`: share on top of everything.
    pub tax: Ratio,
}

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

impl Discounts {
    /// The conditions that a query states. A credit in a currency without a rate counts nothing;
    /// reading the query against the catalog reports such a currency.
    #[must_use]
    pub fn of(catalog: &Catalog, query: &Query) -> Self {
        let share = |percent: Decimal| Ratio::new((percent.to_f64() / 100.0).clamp(0.0, 1.0));
        let credit = query
            .credit
            .map(|credit| Money::from_decimal(credit, query.currency))
            .and_then(|credit| catalog.convert(credit, Currency::USD))
            .filter(|credit| credit.micros() > 0);
        Self {
            negotiated: share(query.discount_percent.unwrap_or_default()),
            first_months: Ratio::new(query.buy.first_months.to_f64()).max(Ratio::ZERO),
            first: share(query.buy.first_discount_percent),
            credit: credit.unwrap_or(Money::zero(Currency::USD)),
            tax: share(query.buy.tax_percent),
        }
    }

    /// A price or bill of compute after the negotiated discount; as it is for a way of buying that
    /// takes none.
    #[must_use]
    pub fn negotiated(&self, kind: PriceKind, listed: Money) -> Money {
        if takes_discounts(kind) {
            listed.scaled(1.0 - self.negotiated.get())
        } else {
            listed
        }
    }

    /// The bill of a project's compute after both discounts: listed × (1 − disc) ×
    /// (1 − fmd × min(fm, length) ÷ length). The bill is taken as spread evenly over the project;
    /// where it is not, call this for the months inside and outside of the first ones with a
    /// `length` of their own.
    #[must_use]
    pub fn compute(&self, kind: PriceKind, listed: Money, length: Hours) -> Money {
        let negotiated = self.negotiated(kind, listed);
        if takes_discounts(kind) {
            negotiated.scaled(1.0 - self.first.get() * self.first_share(length).get())
        } else {
            negotiated
        }
    }

    /// The share of a project that lies in the first months, from 0 to 1.
    #[must_use]
    pub fn first_share(&self, length: Hours) -> Ratio {
        let months = length / Hours::MONTH;
        if months > 0.0 {
            Ratio::new((self.first_months.get() / months).clamp(0.0, 1.0))
        } else {
            // What ends at once lies in the first month, where there is one.
            Ratio::new(self.first_months.get().clamp(0.0, 1.0).ceil())
        }
    }

    /// Takes credit from a project's bill in US dollars and puts tax on the rest. Credit never
    /// makes a bill negative; what is left of it lapses.
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
