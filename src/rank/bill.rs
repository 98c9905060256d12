//! The rent of a candidate's instances, bought the best allowed way.

use super::candidate::Offered;
use super::profiles::End;
use super::question::Question;
use super::risk::{NEVER_ENDS, Risk, risk};
use super::{LayerBuy, Purchase, Reject, has_exact};
use crate::catalog::{Basis, Catalog, Offer, Payment, Price, PriceKind};
use crate::cost::{self, Mix, Part, Rules, Terms, Way, Ways, When, months_old};
use crate::demand::{Demand, Profile, Span};
use crate::query::Pay;
use crate::units::{Currency, Date, Hours, Money, Ratio};

/// The rent of all instances, without storage, traffic and taxes. Sums are in US dollars.
pub struct Bill {
    /// How they are bought.
    pub purchases: Vec<Purchase>,
    /// The ways to choose from.
    pub ways: Vec<Way>,
    /// The choice.
    pub mix: Mix,
    /// Per hour of use of the instances at the peak, at the mean rate of all hours used.
    pub per_hour: Money,
    /// In an average month of the project.
    pub per_month: Money,
    /// Over the project, and beyond it where a term is longer.
    pub total: Money,
    /// How long the instances run and are needed: a job on spot that interruptions draw out over
    /// months is needed, and paid, for as many.
    pub span: Span,
    /// The total at the ends of the speed, of the risk of spot and of the age of prices.
    pub low: Money,
    /// See `low`.
    pub high: Money,
    /// What the same costs on demand alone, where that is sold and allowed or not.
    pub on_demand: Option<Money>,
    /// A term runs on after the project.
    pub beyond_project: bool,
    /// A promotion is counted for longer than it lasts, since no price is known after it.
    pub promotion_end_unknown: bool,
    /// The date of the oldest price that is used.
    pub oldest: Date,
    /// Most months since a used price was read.
    pub months_old: i32,
    /// The risk of spot, where any is bought.
    pub risk: Option<Risk>,
    /// Hours of spot that are paid for each useful one, bought or not.
    pub spot_factor: Option<Ratio>,
}

/// Buys the instances of an offer.
///
/// # Errors
/// [`Reject`] where no allowed price is left.
pub fn bill(question: &Question, offered: &Offered) -> Result<Bill, Reject> {
    let (catalog, offer, rules) = (question.catalog, offered.offer, &question.rules);
    let cards = priced(offer, offered.cards);
    let risk = risk(question, offered);
    let mut spot_factor = risk.map(|risk| risk.factor.expected);
    let found = ways(catalog, offer, offered.cards, rules, spot_factor);
    let mut ways = found.ways;
    let conditions = rules.conditions_at(catalog.provider(offer.provider));
    let best = |ways: &[Way], end: End| {
        let held = offered.profiles.at(end);
        cost::best_of(ways, &held.profile, &held.needs(&conditions))
    };
    let Some(mix) = best(&ways, End::Expected) else {
        let factor = Ratio::new(1.0);
        let all = || cost::ways(catalog, offer, cards, rules, factor, |_| false).ways;
        return Err(if found.lacks_rate {
            Reject::NoRate
        } else if ways.is_empty() && !all().is_empty() {
            Reject::FloorBesideExact
        } else {
            Reject::PurchaseKind
        });
    };
    let undisturbed = question.demand.span(offered.layout.job.map(|j| j.expected));
    let (mix, span) = match drawn_out(&question.demand, undisturbed, &mix, &ways, offered) {
        None => (mix, undisturbed),
        Some(span) => {
            let profile = Profile::of_job(&question.demand, span, offered.layout.instances, true);
            let longer = cost::best(&ways, &profile, &conditions).ok_or(Reject::PurchaseKind)?;
            // Over more months the first months' discount is for less of the work, so that what is
            // not drawn out may be the cheapest after all.
            let never = Some(Ratio::new(NEVER_ENDS));
            let others: Vec<Way> = ways.iter().map(|w| w.with_spot_factor(never)).collect();
            let bought = best(&others, End::Expected).filter(|mix| {
                let cost = |mix: &Mix| mix.usd(catalog, |part| part.total).map(Money::micros);
                let spot = |part: &Part| ways.get(part.way).is_some_and(Way::is_spot);
                !mix.parts.iter().any(spot) && cost(mix) < cost(&longer)
            });
            match bought {
                Some(mix) => {
                    (ways, spot_factor) = (others, never);
                    (mix, undisturbed)
                }
                None => (longer, span),
            }
        }
    };
    let months = span.project / Hours::MONTH;
    let sum = |mix: &Mix| mix.usd(catalog, |part| part.total);
    let total = sum(&mix).ok_or(Reject::NoRate)?;
    let accrued = mix
        .usd(catalog, |part| part.accrued)
        .ok_or(Reject::NoRate)?;
    // The ends keep to the ways that were chosen: what comes out otherwise than expected is paid
    // for as bought.
    let at = |end: End, factor: Option<Ratio>| {
        if factor.is_none() && offered.profiles.is_expected(end) {
            return Some(total);
        }
        let is_bought = |at: usize| mix.parts.iter().any(|part| part.way == at);
        let ends = |way: &Way| matches!(way.when, When::Before(_));
        let promoted = (0..ways.len()).any(|at| is_bought(at) && ways.get(at).is_some_and(ends));
        let follows = |way: &Way| promoted && matches!(way.when, When::After(_));
        let chosen = ways.iter().enumerate();
        let chosen: Vec<Way> = chosen
            .filter(|(at, way)| is_bought(*at) || follows(way))
            .map(|(_, way)| way.with_spot_factor(factor))
            .collect();
        best(&chosen, end).and_then(|mix| sum(&mix))
    };
    let bought_spot = mix
        .parts
        .iter()
        .any(|part| ways.get(part.way).is_some_and(Way::is_spot));
    let risk = risk.filter(|_| bought_spot);
    let low = at(End::Low, risk.map(|r| r.factor.low)).unwrap_or(total);
    let high = at(End::High, risk.map(|r| r.factor.high)).unwrap_or(total);
    let listed = cost::on_demand(catalog, offer, cards, rules);
    let risk = risk.map(|risk| Risk {
        price_ratio: ways
            .iter()
            .find(|way| way.is_spot())
            .zip(listed.and_then(|rate| catalog.convert(rate, Currency::USD)))
            .and_then(|(way, rate)| cost::spot::price_ratio(way.usd, rate)),
        ..risk
    });
    // Counted like every other way, with start-ups and rounding, so that both can be compared.
    let hours = {
        let held = &offered.profiles.expected;
        held.needs(&conditions).by_the_hour(&held.profile)
    };
    let on_demand = listed.and_then(|rate| catalog.convert(rate.over(hours), Currency::USD));
    // The rest of a floor that is sold on demand for less would be bound for nothing: the exact row
    // of the same instance answers.
    let is_floored = |price: &Price| {
        price.kind == PriceKind::OnDemand && price.floor && has_exact(catalog, offer, price.kind)
    };
    if rules.pay.contains(&Pay::OnDemand)
        && offer.prices.iter().any(is_floored)
        && on_demand.is_some_and(|least| least.micros() < total.micros())
    {
        return Err(Reject::FloorBesideExact);
    }
    let used = mix.used(&ways, offer);
    let months_old = used
        .iter()
        .map(|(_, _, price)| months_old(price, rules.today))
        .max()
        .unwrap_or(0);
    let drift = cost::drift(months_old).get();
    let low = low.scaled(1.0 - drift);
    let high = high.scaled(1.0 + drift);
    let purchases = purchases(&used, offered.cards);
    // A service keeps its spares running beside the instances that it needs.
    let spares = risk.filter(|risk| risk.run.is_none());
    let spot = spares.map_or(Ratio::new(1.0), |risk| risk.factor.expected);
    let running = offered.layout.running(question);
    let per_hour = per_hour(catalog, &purchases, running, spot);
    Ok(Bill {
        per_hour,
        per_month: accrued.divided(Ratio::new(months)),
        low: if low.micros() < total.micros() {
            low
        } else {
            total
        },
        high: if high.micros() > total.micros() {
            high
        } else {
            total
        },
        on_demand,
        beyond_project: mix.parts.iter().any(|part| part.beyond_project),
        promotion_end_unknown: months > f64::from(rules.promotion.0)
            && used.iter().any(|(_, way, price)| {
                price.kind == PriceKind::Promotion && way.when == When::Always
            }),
        oldest: used
            .iter()
            .map(|(_, _, price)| price.as_of)
            .min()
            .unwrap_or(rules.today),
        months_old,
        risk,
        spot_factor,
        purchases,
        total,
        span,
        ways,
        mix,
    })
}

/// The span of a job that is done once on spot, where the hours that it is expected to be billed do
/// not go into its months; `None` where they do.
fn drawn_out(
    demand: &Demand,
    span: Span,
    mix: &Mix,
    ways: &[Way],
    offered: &Offered,
) -> Option<Span> {
    if !matches!(demand, Demand::Once { .. }) {
        return None;
    }
    let spot = mix
        .parts
        .iter()
        .find(|part| ways.get(part.way).is_some_and(Way::is_spot))?;
    let hours = spot.paid / f64::from(offered.layout.instances.max(1));
    (hours > span.project).then(|| Span {
        per_month: span.total / (hours / Hours::MONTH),
        project: hours,
        ..span
    })
}

/// How many times a price is paid for an instance with so many cards.
const fn priced(offer: &Offer, cards: u32) -> u32 {
    match offer.basis {
        Basis::Instance => 1,
        Basis::Gpu { .. } => cards,
    }
}

/// The ways to buy an offer with so many cards per instance, with the hours of spot that are paid
/// for each useful one, where they are known. A floor over regions is one only where no exact row of
/// the same instance and kind exists.
pub(super) fn ways(
    catalog: &Catalog,
    offer: &Offer,
    cards: u32,
    rules: &Rules,
    spot_factor: Option<Ratio>,
) -> Ways {
    let beside_exact = |price: &Price| price.floor && has_exact(catalog, offer, price.kind);
    let factor = spot_factor.unwrap_or(Ratio::new(1.0));
    let cards = priced(offer, cards);
    cost::ways(catalog, offer, cards, rules, factor, beside_exact)
}

impl Bill {
    /// How each group of like instances is bought at the start of the project.
    pub fn layers(&self, offer: &Offer) -> Vec<LayerBuy> {
        let kind = |way: Option<usize>| {
            let way = self.ways.get(way?)?;
            offer.prices.get(way.price).map(|price| kind_of(way, price))
        };
        let layers = self.mix.layers.iter().map(|layer| LayerBuy {
            instances: layer.instances,
            base: kind(layer.base),
            firm: kind(layer.firm),
            soft: kind(layer.soft),
        });
        layers.collect()
    }
}

/// The kind of purchase that a way is: an assumed commitment has the price of on demand.
pub(super) fn kind_of(way: &Way, price: &Price) -> PriceKind {
    match way.terms {
        Terms::Term(months) if way.assumed => PriceKind::Commit {
            years: months / 12,
            payment: Payment::Unstated,
        },
        _ => price.kind,
    }
}

pub(super) fn purchases(used: &[(&Part, &Way, &Price)], cards: u32) -> Vec<Purchase> {
    let all: f64 = used.iter().map(|(part, _, _)| part.used.get()).sum();
    used.iter()
        .map(|(part, way, price)| {
            let rate_per_hour = way.per_hour();
            Purchase {
                kind: kind_of(way, price),
                product: price.product.filter(|_| !way.assumed),
                share: Ratio::new(if all > 0.0 {
                    part.used.get() / all
                } else {
                    0.0
                }),
                assumed: way.assumed,
                rate_per_hour,
                rate_per_gpu_hour: rate_per_hour.scaled(1.0 / f64::from(cards.max(1))),
                total: part.total,
                after_end: part.total - part.accrued,
                as_of: price.as_of,
                source: price.source,
            }
        })
        .collect()
}

/// The mean rate of the hours used, for as many instances as the peak takes; on spot so many times
/// as many run.
fn per_hour(catalog: &Catalog, purchases: &[Purchase], instances: u32, spot: Ratio) -> Money {
    let mut sum = Money::zero(Currency::USD);
    for purchase in purchases {
        if let Some(rate) = catalog.convert(purchase.rate_per_hour, Currency::USD) {
            let running = if purchase.kind == PriceKind::Spot {
                spot.get()
            } else {
                1.0
            };
            sum += rate.scaled(purchase.share.get() * running * f64::from(instances));
        }
    }
    sum
}
