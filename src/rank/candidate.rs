//! One offer as a candidate: bought the cheapest allowed way, with its costs and warnings.

use super::bill::{Bill, bill};
use super::layout::Layout;
use super::profiles::Profiles;
use super::question::Question;
use super::signs::Signs;
use super::{Candidate, CostItem, CostLine, Plan, Reject, UnitCost, UnitOf, steadiness, warnings};
use crate::catalog::{Offer, OfferIx, SourceIx};
use crate::cost::{Extras, Read};
use crate::demand::Month;
use crate::fit::Device;
use crate::query::Workload;
use crate::speed::SpeedUnit;
use crate::units::{Currency, Hours, Money, Range, Ratio};

/// An offer with so many cards, and how the workload lies over it.
#[derive(Clone, Copy)]
pub struct Offered<'a> {
    /// Its index.
    pub ix: OfferIx,
    /// The offer.
    pub offer: &'a Offer,
    /// One of its cards.
    pub device: &'a Device<'a>,
    /// Cards per instance as bought.
    pub cards: u32,
    /// The layout.
    pub layout: &'a Layout,
    /// What its instances are needed for.
    pub profiles: &'a Profiles,
    /// What is needed beside them, at the place of the offer.
    pub extras: &'a Extras,
}

/// Builds the candidate of an offer.
///
/// # Errors
/// [`Reject`] where no allowed price is left, or the budget is exceeded.
pub fn build(question: &Question, offered: &Offered) -> Result<Box<Candidate>, Reject> {
    let (catalog, query) = (question.catalog, question.query);
    let Offered {
        ix,
        offer,
        device,
        cards,
        layout,
        profiles,
        extras,
    } = *offered;
    // Counting ends there, so that the sum would be that of a smaller load.
    if layout.job.is_none() && profiles.expected.profile.instances() >= crate::demand::MOST {
        return Err(Reject::TooManyInstances);
    }
    let bill = bill(question, offered)?;
    let span = bill.span;
    let provider = catalog.provider(offer.provider);
    let months = span.project / Hours::MONTH;
    let beside = extras.per_month().scaled(months);
    let settle = |rent: Money| question.dues.settle(rent + beside);
    let settled = settle(bill.total);
    let (low, high) = (settle(bill.low).total, settle(bill.high).total);
    let before = settled.before.to_f64();
    let paid = Ratio::new(if before > 0.0 {
        1.0 - settled.credit_used.to_f64() / before
    } else {
        1.0
    });
    let gross = (bill.per_month + extras.per_month()).scaled(paid.get());
    let tax = gross.scaled(question.dues.tax.get());
    let instances = Read {
        as_of: bill.oldest,
        source: source_of(&bill),
    };
    let costs = lines((bill.per_month, instances), extras, paid, tax);
    let per_month = costs
        .iter()
        .filter_map(|line| line.per_month)
        .fold(Money::zero(Currency::USD), |sum, amount| sum + amount);
    let total = settled.total;
    let mut candidate = Box::new(Candidate {
        offer: ix,
        gpus_per_instance: cards,
        instances: layout.running(question),
        most_instances: profiles.expected.profile.instances(),
        plan: Plan {
            shards: layout.group.cards(),
            replicas: layout.replicas,
            training: matches!(query.workload, Workload::Pretrain | Workload::Finetune),
        },
        group: layout.group,
        sequences: layout.sequences,
        verdict: layout.verdict,
        footprint: layout.footprint,
        usable: device.usable,
        nominal: device.accelerator.nominal.unwrap_or(device.usable) * device.share.get(),
        replica_speed: layout.speed,
        rate: layout.rate,
        hours_per_month: span.per_month,
        hours_total: span.total,
        project: span.project,
        per_hour: bill.per_hour,
        per_month,
        total,
        ranked: total,
        total_range: Range {
            low: Ratio::new(low.to_f64()),
            expected: Ratio::new(total.to_f64()),
            high: Ratio::new(high.to_f64()),
        },
        unit_cost: None,
        costs,
        credit_used: settled.credit_used,
        risk: bill.risk,
        spot_factor: bill.spot_factor,
        extras_share: extras.share(bill.per_month),
        price_as_of: bill.oldest,
        price_source: source_of(&bill),
        steadiness: steadiness::of(offer, provider, &bill),
        signs: Signs::of(question, offered, &bill),
        pareto: false,
        tied: false,
        warnings: Vec::new(),
        purchases: Vec::new(),
        layers: bill.layers(offer),
        peak: layout.peak.expected,
        on_demand: bill.on_demand.map(|rent| settle(rent).total),
    });
    candidate.unit_cost = unit_cost(question, &candidate, layout);
    candidate.warnings = warnings::of(question, offered, &bill, &candidate.signs);
    candidate.purchases = bill.purchases;
    if let Some(budget) = query.budget {
        let budget = Money::from_decimal(budget, query.currency);
        let fits = catalog
            .convert(budget, Currency::USD)
            .is_some_and(|budget| candidate.per_month.micros() <= budget.micros());
        if !fits {
            return Err(Reject::OverBudget);
        }
    }
    Ok(candidate)
}

/// The source of the oldest price that is used.
fn source_of(bill: &Bill) -> SourceIx {
    bill.purchases
        .iter()
        .min_by_key(|p| p.as_of)
        .map_or(SourceIx(0), |p| p.source)
}

/// The month's cost by item. What credit pays comes off every line alike, so that the lines sum to
/// what is paid in the month.
fn lines(
    (rent, instances): (Money, Read),
    extras: &Extras,
    paid: Ratio,
    tax: Money,
) -> Vec<CostLine> {
    let mut lines = vec![CostLine {
        item: CostItem::Compute,
        per_month: Some(rent.scaled(paid.get())),
        read: Some(instances),
    }];
    lines.extend(extras.lines.iter().map(|line| CostLine {
        item: CostItem::Extra(line.item),
        per_month: line.cost.amount().map(|amount| amount.scaled(paid.get())),
        read: line.read,
    }));
    if tax.micros() > 0 {
        lines.push(CostLine {
            item: CostItem::Tax,
            per_month: Some(tax),
            read: None,
        });
    }
    lines
}

/// What a unit of work costs: the whole bill over the work of the project, to which a load grows.
fn unit_cost(question: &Question, candidate: &Candidate, layout: &Layout) -> Option<UnitCost> {
    let load = question
        .demand
        .week()
        .map_or(candidate.hours_per_month, |week| week.load_per_month());
    let seconds = load.to_seconds().get();
    // Where a rate is asked for, only that much is served, however much the machines could.
    let months = question.demand.months(question.query);
    let rate = match layout.asked {
        Some(asked) => asked * Month::mean(&months, |load| load).get(),
        None => candidate.rate.expected * candidate.peak.growth(question.query, &months).get(),
    };
    let rate = rate.get();
    let total = candidate.total;
    let over = |units: f64, of: UnitOf| {
        (units > 0.0).then(|| UnitCost {
            amount: total.divided(Ratio::new(units)),
            exact: Ratio::new(total.to_f64() / units),
            of,
        })
    };
    let project = candidate.project / Hours::MONTH;
    let per = |monthly: f64, of: UnitOf| over(monthly * project, of);
    match candidate.replica_speed.unit {
        SpeedUnit::OutputTokens => per(rate * seconds / 1e6, UnitOf::MillionTokens),
        SpeedUnit::TrainingTokens => {
            let query = question.query;
            match (query.tokens_b, question.demand.is_job()) {
                (Some(tokens), true) if tokens.to_micros() > 0 => {
                    let epochs = query.epochs.to_f64();
                    let runs = candidate.hours_total
                        / layout.job.map_or(candidate.hours_total, |j| j.expected);
                    over(epochs * runs, UnitOf::Epoch)
                }
                _ => per(rate * seconds / 1e6, UnitOf::MillionTokens),
            }
        }
        SpeedUnit::Images => per(rate * seconds, UnitOf::Image),
        SpeedUnit::Frames => per(rate * seconds, UnitOf::Frame),
        SpeedUnit::Petaflop | SpeedUnit::GpuHours => {
            let gpus = f64::from(candidate.gpus_per_instance) * f64::from(candidate.instances);
            per(candidate.hours_per_month.get() * gpus, UnitOf::GpuHour)
        }
    }
}
