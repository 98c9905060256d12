//! Discounts as the catalog's own prices show them: each commitment against the on-demand price
//! of the same offer.

use crate::catalog::{Catalog, Offer, Price, PriceKind, ProviderIx, RateUnit, Tier};
use crate::cost::VERY_OLD_MONTHS;
use crate::sorted;
use crate::units::{Hours, Ratio};

/// Least offers from which a typical discount is taken: a convention; below it one list decides.
const LEAST_OFFERS: usize = 5;

/// A way of buying below the on-demand price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// A month at a time, around the clock.
    Month,
    /// Committed for a year.
    OneYear,
    /// Committed for three years.
    ThreeYears,
    /// Spot.
    Spot,
    /// A price for new customers or first months.
    Promotion,
}

impl Term {
    /// The term of a price kind; `None` for one that is no discount on an on-demand price.
    #[must_use]
    pub const fn of(kind: PriceKind) -> Option<Self> {
        match kind {
            PriceKind::Commit { years: 1, .. } => Some(Self::OneYear),
            PriceKind::Commit { years: 3, .. } => Some(Self::ThreeYears),
            PriceKind::Subscription => Some(Self::Month),
            PriceKind::Spot => Some(Self::Spot),
            PriceKind::Promotion => Some(Self::Promotion),
            PriceKind::Commit { .. }
            | PriceKind::OnDemand
            | PriceKind::CapacityBlock
            | PriceKind::Serverless => None,
        }
    }
}

/// How the discounts of one provider and term are spread. A share below 0 is a price above the
/// on-demand one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// The provider.
    pub provider: ProviderIx,
    /// The term.
    pub term: Term,
    /// Prices compared.
    pub prices: usize,
    /// The least discount.
    pub least: Ratio,
    /// The middle one.
    pub median: Ratio,
    /// The greatest.
    pub greatest: Ratio,
}

/// What a commitment usually saves where both prices are listed, of one kind of seller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Typical {
    /// The middle discount of a one-year commitment; `None` where too few list one.
    pub one_year: Option<Ratio>,
    /// The middle discount of a three-year commitment; `None` where too few list one.
    pub three_years: Option<Ratio>,
}

impl Typical {
    /// What is left of an on-demand price under a commitment of one and of three years that is not
    /// listed: an assumption to be marked as one. `None` where either is not known.
    #[must_use]
    pub fn left(&self) -> Option<[Ratio; 2]> {
        let one = Ratio::new(1.0);
        Some([one - self.one_year?, one - self.three_years?])
    }
}

/// The discounts of every provider and term, in the order of providers and terms.
#[must_use]
pub fn discounts_as_they_are(catalog: &Catalog) -> Vec<Distribution> {
    let mut all: Vec<(ProviderIx, Term, Ratio)> = catalog
        .offers
        .iter()
        .flat_map(|offer| discounts(offer).map(|(term, off)| (offer.provider, term, off)))
        .collect();
    sorted::sort(&mut all);
    all.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))
        .filter_map(|group| {
            let shares: Vec<Ratio> = group.iter().map(|(_, _, off)| *off).collect();
            Some(Distribution {
                provider: group.first()?.0,
                term: group.first()?.1,
                prices: shares.len(),
                least: *shares.first()?,
                median: middle(&shares)?,
                greatest: *shares.last()?,
            })
        })
        .collect()
}

/// The typical discounts of commitments of one kind of seller: the medians over all offers that
/// list a commitment beside an on-demand price. Sellers of a kind that lists fewer than five get
/// none, as nothing shows that the discounts of others are theirs.
#[must_use]
pub fn typical_discounts(catalog: &Catalog, tier: Tier) -> Typical {
    let of = |wanted: Term| {
        let mut shares: Vec<Ratio> = catalog
            .offers
            .iter()
            .filter(|offer| offer.tier == tier)
            .flat_map(discounts)
            .filter(|(term, _)| *term == wanted)
            .map(|(_, off)| off)
            .collect();
        sorted::sort(&mut shares);
        middle(&shares).filter(|_| shares.len() >= LEAST_OFFERS)
    };
    Typical {
        one_year: of(Term::OneYear),
        three_years: of(Term::ThreeYears),
    }
}

/// Every discounted price of an offer as a share off its on-demand price.
fn discounts(offer: &Offer) -> impl Iterator<Item = (Term, Ratio)> + '_ {
    let on_demand = offer.prices.iter().find(|p| p.kind == PriceKind::OnDemand);
    offer.prices.iter().filter_map(move |price| {
        let term = Term::of(price.kind)?;
        Some((term, discount(on_demand?, price)?))
    })
}

/// 1 − price ÷ on-demand price, of an hour; a price of a month is that of 730 hours. `None` where
/// the two cannot be compared: other currencies, a floor over regions beside an exact price, or
/// readings more than eighteen months apart, between which a change of the list would look like a
/// discount.
fn discount(on_demand: &Price, price: &Price) -> Option<Ratio> {
    let hourly = |p: &Price| match p.unit {
        RateUnit::Hour => p.amount.to_f64(),
        RateUnit::Month => p.amount.to_f64() / Hours::MONTH.get(),
    };
    let read = |p: &Price| {
        p.checked
            .as_ref()
            .map_or(p.as_of, |checked| checked.as_of.max(p.as_of))
    };
    let comparable = on_demand.amount.currency() == price.amount.currency()
        && on_demand.floor == price.floor
        && read(on_demand).months_until(read(price)).abs() <= VERY_OLD_MONTHS;
    let regular = hourly(on_demand);
    (comparable && regular > 0.0).then(|| Ratio::new(1.0 - hourly(price) / regular))
}

/// The middle of sorted shares; of an even number the mean of the two in the middle.
fn middle(sorted: &[Ratio]) -> Option<Ratio> {
    let half = sorted.len() / 2;
    let upper = *sorted.get(half)?;
    if sorted.len() % 2 == 1 {
        return Some(upper);
    }
    let lower = *sorted.get(half.checked_sub(1)?)?;
    Some((lower + upper) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Payment, SourceIx};
    use crate::units::{Currency, Date, Money};

    fn price(kind: PriceKind, unit: RateUnit, amount: i64) -> Price {
        Price {
            kind,
            amount: Money::from_micros(amount * 1_000_000, Currency::USD),
            unit,
            as_of: Date::new(2026, 6, 1).unwrap(),
            source: SourceIx(0),
            checked: None,
            floor: false,
            unconfirmed: false,
            product: None,
        }
    }

    #[test]
    fn a_discount_is_the_share_off_the_hour() {
        let regular = price(PriceKind::OnDemand, RateUnit::Hour, 10);
        let kind = PriceKind::Commit {
            years: 1,
            payment: Payment::NoUpfront,
        };
        let committed = price(kind, RateUnit::Hour, 6);
        let off = |p: &Price| discount(&regular, p).map(Ratio::get);
        assert_eq!(off(&committed), Some(1.0 - 6.0 / 10.0));
        let month = price(PriceKind::Subscription, RateUnit::Month, 7300 / 2);
        assert_eq!(off(&month), Some(0.5));
        // A price above the regular one is not hidden.
        assert!(off(&price(PriceKind::Spot, RateUnit::Hour, 11)).unwrap() < 0.0);
    }

    #[test]
    fn what_cannot_be_compared_is_not() {
        let regular = price(PriceKind::OnDemand, RateUnit::Hour, 10);
        let spot = price(PriceKind::Spot, RateUnit::Hour, 3);
        let yuan = Price {
            amount: Money::from_micros(3_000_000, Currency::CNY),
            ..spot.clone()
        };
        let floor = Price {
            floor: true,
            ..spot.clone()
        };
        let old = Price {
            as_of: Date::new(2024, 11, 1).unwrap(),
            ..spot.clone()
        };
        assert!(discount(&regular, &spot).is_some());
        for other in [yuan, floor, old] {
            assert_eq!(discount(&regular, &other), None, "{other:?}");
        }
    }

    #[test]
    fn the_middle_of_an_even_number_is_between_the_two() {
        let shares = |of: &[f64]| of.iter().copied().map(Ratio::new).collect::<Vec<_>>();
        assert_eq!(middle(&shares(&[])), None);
        assert_eq!(middle(&shares(&[0.5])), Some(Ratio::new(0.5)));
        assert_eq!(middle(&shares(&[0.25, 0.75])), Some(Ratio::new(0.5)));
        assert_eq!(middle(&shares(&[0.1, 0.2, 0.9])), Some(Ratio::new(0.2)));
    }

    #[test]
    fn what_is_left_of_a_price_takes_both_terms() {
        let typical = Typical {
            one_year: Some(Ratio::new(0.25)),
            three_years: Some(Ratio::new(0.5)),
        };
        assert_eq!(typical.left(), Some([Ratio::new(0.75), Ratio::new(0.5)]));
        let one_only = Typical {
            three_years: None,
            ..typical
        };
        assert_eq!(one_only.left(), None);
    }
}
