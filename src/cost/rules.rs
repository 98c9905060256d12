//! The rules under which a question lets prices count: allowed kinds, age, discounts.

use super::billing::BillingRule;
use super::conditions::Conditions;
use super::discount::{takes_discounts, typical_discounts};
use super::ways::{Months, Terms, Way};
use crate::catalog::{Catalog, Offer, Payment, Price, PriceKind, Provider, RateUnit, Tier};
use crate::query::{Pay, Query};
use crate::units::{Currency, Date, Decimal, Hours, Money, Ratio};

/// Months after which a price is called old, and very old: conventions of this page, since vendors
/// changed list prices within half a year again and again in 2025 and 2026.
pub const OLD_MONTHS: i32 = 6;
/// See [`OLD_MONTHS`].
pub const VERY_OLD_MONTHS: i32 = 18;

/// What holds for the prices of one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules<'a> {
    /// Allowed kinds.
    pub pay: &'a [Pay],
    /// Today.
    pub today: Date,
    /// What is left of a list price after the negotiated discount.
    pub left: Ratio,
    /// What is left of an on-demand price under a usual commitment of one and of three years, by kind
    /// of seller, where such are to be assumed.
    pub typical: Vec<(Tier, [Ratio; 2])>,
    /// Months of the project in which the price of a promotion holds.
    pub promotion: Months,
    /// Conditions that hold for all purchases, but for how a seller rounds time.
    pub conditions: Conditions,
}

impl<'a> Rules<'a> {
    /// The rules of a question.
    #[must_use]
    pub fn of(catalog: &Catalog, query: &'a Query, today: Date) -> Self {
        let typical = Tier::ALL.iter().filter(|_| query.buy.assume_typical);
        let typical = typical
            .filter_map(|tier| Some((*tier, typical_discounts(catalog, *tier).left()?)))
            .collect();
        let left = |off: Decimal| Ratio::new(1.0 - off.percent().get());
        Self {
            pay: &query.pay,
            today,
            left: left(query.discount_percent.unwrap_or(Decimal::ZERO)),
            typical,
            promotion: Months(u8::try_from(query.buy.promotion_months).unwrap_or(u8::MAX)),
            conditions: Conditions {
                resale: query.buy.resale_percent.percent(),
                first_months: Ratio::new(query.buy.first_months.to_f64()),
                first_factor: left(query.buy.first_discount_percent),
                startup: Hours::new(query.load.startup_min.to_f64() / 60.0),
                ..Conditions::NONE
            },
        }
    }

    /// Whether a kind of price is allowed.
    #[must_use]
    pub fn allows(&self, kind: PriceKind) -> bool {
        let asked = match kind {
            PriceKind::OnDemand => Pay::OnDemand,
            PriceKind::Spot => Pay::Spot,
            PriceKind::Commit { years: 1, .. } => Pay::Commit1,
            PriceKind::Commit { .. } => Pay::Commit3,
            PriceKind::Subscription => Pay::Subscription,
            PriceKind::CapacityBlock => Pay::CapacityBlock,
            PriceKind::Serverless => Pay::Serverless,
            PriceKind::Promotion => Pay::Promotion,
        };
        self.pay.contains(&asked)
    }

    /// A list price after the negotiated discount. Such agreements cover what is bought from the
    /// list; the market price of spot, promotions and serverless is left as it is.
    #[must_use]
    pub fn discounted(&self, kind: PriceKind, amount: Money) -> Money {
        if takes_discounts(kind) {
            amount.scaled(self.left.get())
        } else {
            amount
        }
    }

    /// The conditions at a seller, who rounds time in a way of its own.
    #[must_use]
    pub fn conditions_at(&self, seller: &Provider) -> Conditions {
        Conditions {
            billing: BillingRule::of(seller),
            ..self.conditions
        }
    }

    /// Whether a price is older than eighteen months and was not read again since.
    #[must_use]
    pub fn is_stale(&self, price: &Price) -> bool {
        months_old(price, self.today) >= VERY_OLD_MONTHS
    }

    /// Adds commitments at the usual discount where they are to be assumed and none is listed.
    pub(super) fn add_typical(&self, catalog: &Catalog, offer: &Offer, ways: &mut Vec<Way>) {
        let Some((_, typical)) = self.typical.iter().find(|(tier, _)| *tier == offer.tier) else {
            return;
        };
        for (years, left) in [(1, typical[0]), (3, typical[1])] {
            let kind = PriceKind::Commit {
                years,
                payment: Payment::Unstated,
            };
            let listed = offer.prices.iter().any(|p| p.kind.word() == kind.word());
            let base = ways.iter().find(|way| {
                way.terms == Terms::Hours
                    && offer
                        .prices
                        .get(way.price)
                        .is_some_and(|p| p.kind == PriceKind::OnDemand && p.unit == RateUnit::Hour)
            });
            let Some(base) = base.copied().filter(|_| !listed && self.allows(kind)) else {
                continue;
            };
            let rate = base.rate.scaled(left.get());
            if let Some(usd) = catalog.convert(rate, Currency::USD) {
                ways.push(Way {
                    terms: Terms::Term(years.saturating_mul(12)),
                    rate,
                    assumed: true,
                    usd,
                    ..base
                });
            }
        }
    }
}

/// How far a price may have moved since it was read, up or down: 1 % a month, at most 30 %. A
/// convention, set against what was seen: within a year AWS took 33 to 44 % off its P4 and P5 in one
/// step, while specialists raised H100, B200 and A100 by 15 to 34 % in 2026, and most prices stood.
#[must_use]
pub fn drift(months_old: i32) -> Ratio {
    Ratio::new((f64::from(months_old.max(0)) * 0.01).min(0.3))
}

/// Months since a price was read, or read again.
#[must_use]
pub fn months_old(price: &Price, today: Date) -> i32 {
    let newest = price
        .checked
        .as_ref()
        .map_or(price.as_of, |c| c.as_of.max(price.as_of));
    newest.months_until(today)
}
