//! The ways in which one instance of an offer can be bought, each with what it costs.

use super::rules::Rules;
use crate::catalog::{Catalog, Offer, Price, PriceKind, RateUnit};
use crate::units::{Currency, Hours, Money, Ratio};

/// One way to buy an instance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// The price, as its position in [`Offer::prices`].
    pub price: usize,
    /// How it is paid.
    pub terms: Terms,
    /// The rate of one instance after discount, native currency: per hour, or per month where the
    /// terms are months.
    pub rate: Money,
    /// The discount is a usual one, not one that the seller lists.
    pub assumed: bool,
    /// The price is older than eighteen months and was not read again.
    pub stale: bool,
    /// The rate in US dollars, for comparing.
    pub usd: Money,
    /// In which months of the project it can be bought.
    pub when: When,
}

/// A number of whole months.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Months(pub u8);

/// In which months of a project a way can be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In all of them.
    Always,
    /// In so many at its start.
    Before(Months),
    /// After so many.
    After(Months),
}

impl When {
    /// Whether a month of the project is one of them, counted from 0.
    #[must_use]
    pub fn holds(self, month: usize) -> bool {
        match self {
            Self::Always => true,
            Self::Before(months) => month < usize::from(months.0),
            Self::After(months) => month >= usize::from(months.0),
        }
    }
}

/// How a way is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// By the hour of use.
    Hours,
    /// By the hour of use, and may be taken away. Expected hours are so many times the useful ones.
    Spot(Ratio),
    /// By whole days without a pause.
    Days,
    /// By the month, used or not.
    Months,
    /// By the hour over a whole term of so many months, used or not.
    Term(u8),
}

impl Way {
    /// Whether it may be taken away.
    #[must_use]
    pub const fn is_spot(&self) -> bool {
        matches!(self.terms, Terms::Spot(_))
    }

    /// For how many months a purchase binds; 0 by the hour and by the day.
    const fn binds_for(&self) -> u8 {
        match self.terms {
            Terms::Hours | Terms::Spot(_) | Terms::Days => 0,
            Terms::Months => 1,
            Terms::Term(months) => months,
        }
    }

    /// The same way under another risk of spot.
    #[must_use]
    pub fn with_spot_factor(self, factor: Option<Ratio>) -> Self {
        match (self.terms, factor) {
            (Terms::Spot(_), Some(factor)) => Self {
                terms: Terms::Spot(factor),
                ..self
            },
            _ => self,
        }
    }

    /// The rate per hour: a monthly price is spread over 730 hours.
    #[must_use]
    pub fn per_hour(&self) -> Money {
        self.spread(self.rate)
    }

    fn spread(&self, rate: Money) -> Money {
        match self.terms {
            Terms::Months => rate.scaled(1.0 / Hours::MONTH.get()),
            _ => rate,
        }
    }
}

/// Every way to buy one instance with the allowed kinds, and whether any was left out for lack of
/// an exchange rate. `cards` multiplies a price per card and is 1 for a price per instance;
/// `spot_factor` says how many hours of spot are paid for each useful one; `skip` leaves out single
/// prices.
///
/// A price that is very old is left out where the offer has a newer one that binds for no longer:
/// its age must not win, but neither must it force anybody into three years.
/// Spot whose price reaches that of another allowed hourly way after discounts buys nothing but the
/// risk, and so does spot alone that reaches on demand.
#[must_use]
pub fn ways(
    catalog: &Catalog,
    offer: &Offer,
    cards: u32,
    rules: &Rules,
    spot_factor: Ratio,
    skip: impl Fn(&Price) -> bool,
) -> Ways {
    let mut found = Ways::default();
    for (position, price) in offer.prices.iter().enumerate() {
        if !rules.allows(price.kind) || skip(price) {
            continue;
        }
        let rate = rules.discounted(price.kind, price.amount.times(i64::from(cards)));
        let Some(usd) = catalog.convert(rate, Currency::USD) else {
            found.lacks_rate = true;
            continue;
        };
        found.ways.push(Way {
            price: position,
            terms: terms(price, spot_factor),
            rate,
            assumed: false,
            stale: rules.is_stale(price),
            usd,
            when: When::Always,
        });
    }
    rules.add_typical(catalog, offer, &mut found.ways);
    let newer = found.ways.iter().filter(|way| !way.stale);
    if let Some(least) = newer.map(Way::binds_for).min() {
        found
            .ways
            .retain(|way| !way.stale || way.binds_for() < least);
    }
    let firm = on_demand(catalog, offer, cards, rules)
        .and_then(|rate| catalog.convert(rate, Currency::USD));
    found.drop_pointless_spot(firm);
    found.end_promotions(catalog, offer, cards, rules);
    found
}

/// The way in which an offer is bought after its promotion: at the regular price for the same time,
/// a month or an hour, else at the other one, whatever kinds are allowed. `None` where neither is
/// listed, so that the price is not known, or the offer has no promotion.
#[must_use]
pub fn after_promotion(catalog: &Catalog, offer: &Offer, cards: u32, rules: &Rules) -> Option<Way> {
    let mut prices = offer.prices.iter();
    let promotion = prices.find(|price| price.kind == PriceKind::Promotion)?;
    let regular = |p: &Price| matches!(p.kind, PriceKind::OnDemand | PriceKind::Subscription);
    let listed = offer.prices.iter().enumerate();
    let listed = listed
        .filter(|(_, price)| regular(price))
        .filter_map(|(position, price)| {
            let rate = rules.discounted(price.kind, price.amount.times(i64::from(cards)));
            let usd = catalog.convert(rate, Currency::USD)?;
            let stale = rules.is_stale(price);
            let way = Way {
                price: position,
                terms: terms(price, Ratio::new(1.0)),
                rate,
                assumed: false,
                stale,
                usd,
                when: When::After(rules.promotion),
            };
            let per_hour = way.spread(usd).micros();
            Some(((price.unit != promotion.unit, stale, per_hour), way))
        });
    listed.min_by_key(|(order, _)| *order).map(|(_, way)| way)
}

/// The rate of one instance on demand after discount, native currency, whatever kinds are allowed;
/// `None` where it is not sold so.
#[must_use]
pub fn on_demand(catalog: &Catalog, offer: &Offer, cards: u32, rules: &Rules) -> Option<Money> {
    let rates = offer
        .prices
        .iter()
        .filter(|p| p.kind == PriceKind::OnDemand && p.unit == RateUnit::Hour)
        .filter_map(|p| {
            let rate = rules.discounted(p.kind, p.amount.times(i64::from(cards)));
            Some((catalog.convert(rate, Currency::USD)?.micros(), rate))
        });
    rates.min_by_key(|(usd, _)| *usd).map(|(_, rate)| rate)
}

/// The ways to buy an offer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ways {
    /// What is left to choose from.
    pub ways: Vec<Way>,
    /// A price has a currency without a rate.
    pub lacks_rate: bool,
}

impl Ways {
    /// Lets promotions end, where it is known what follows them: the regular price can then be
    /// bought whether its kind is allowed or not. Without one a promotion is counted for the whole
    /// project.
    fn end_promotions(&mut self, catalog: &Catalog, offer: &Offer, cards: u32, rules: &Rules) {
        if !rules.allows(PriceKind::Promotion) {
            return;
        }
        let Some(after) = after_promotion(catalog, offer, cards, rules) else {
            return;
        };
        let promoted = |way: &Way| {
            let price = offer.prices.get(way.price);
            price.is_some_and(|price| price.kind == PriceKind::Promotion)
        };
        let mut found = false;
        for way in self.ways.iter_mut().filter(|way| promoted(way)) {
            way.when = When::Before(rules.promotion);
            found = true;
        }
        let listed = |way: &Way| way.price == after.price && !way.assumed;
        if found && !self.ways.iter().any(listed) {
            self.ways.push(after);
        }
    }

    fn drop_pointless_spot(&mut self, on_demand: Option<Money>) {
        // Beside other kinds the asker's own choice counts: without on demand, its price is no way
        // out, and spot may still be far below a month or a term.
        let alone = self.ways.iter().all(Way::is_spot);
        let on_demand = on_demand.filter(|_| alone);
        let firm = self
            .ways
            .iter()
            .filter(|way| way.terms == Terms::Hours)
            .map(|way| way.usd.to_f64())
            .fold(on_demand.map_or(f64::INFINITY, Money::to_f64), f64::min);
        self.ways
            .retain(|way| !matches!(way.terms, Terms::Spot(_)) || way.usd.to_f64() < firm);
    }
}

const fn terms(price: &Price, spot_factor: Ratio) -> Terms {
    match (price.kind, price.unit) {
        (PriceKind::Commit { years, .. }, RateUnit::Hour) => Terms::Term(years.saturating_mul(12)),
        (_, RateUnit::Month) => Terms::Months,
        (PriceKind::CapacityBlock, RateUnit::Hour) => Terms::Days,
        (PriceKind::Spot, RateUnit::Hour) => Terms::Spot(spot_factor),
        (
            PriceKind::OnDemand
            | PriceKind::Subscription
            | PriceKind::Serverless
            | PriceKind::Promotion,
            RateUnit::Hour,
        ) => Terms::Hours,
    }
}
