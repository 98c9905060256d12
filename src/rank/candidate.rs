//! One offer as a candidate: bought the cheapest allowed way, with its costs and warnings.

use super::layout::{Layout, Question};
use super::{
    Candidate, CostItem, CostLine, Plan, Purchase, Reject, UnitCost, UnitOf, Warning, has_exact,
};
use crate::catalog::{Basis, Catalog, Offer, OfferIx, Price, PriceKind, Provider, Tier};
use crate::cost::{self, Deal, ExtraCost};
use crate::demand::Span;
use crate::fit::{Caveat, Device, Verdict};
use crate::query::{Query, Workload};
use crate::speed::{SpeedUnit, hardware};
use crate::units::{Bytes, Currency, Date, Hours, Money, Range, Ratio};

/// Months after which a price is called old, and very old: conventions of this page, since vendors
/// changed list prices within half a year again and again in 2025 and 2026.
const OLD_MONTHS: i32 = 6;
const VERY_OLD_MONTHS: i32 = 18;

/// Usable memory above this many times the need is called oversized: a convention, by which two
/// thirds of what is paid for lies idle.
const OVERSIZED: f64 = 3.0;

/// Builds the candidate of an offer.
///
/// # Errors
/// [`Reject`] where no allowed price is left, or the budget is exceeded.
pub fn build(
    question: &Question,
    today: Date,
    ix: OfferIx,
    offer: &Offer,
    device: &Device,
    cards: u32,
    layout: &Layout,
) -> Result<Candidate, Reject> {
    let (catalog, query) = (question.catalog, question.query);
    let span = question.demand.span(layout.job.map(|j| j.expected));
    let priced_cards = match offer.basis {
        Basis::Instance => 1,
        Basis::Gpu { .. } => cards,
    };
    let (deal, total_usd) = cheapest(catalog, query, today, offer, priced_cards, span)?;
    let Some(price) = offer.prices.get(deal.price) else {
        return Err(Reject::PurchaseKind);
    };
    let usd = |amount: Money| {
        catalog
            .convert(amount, Currency::USD)
            .map(|a| a.times(i64::from(layout.instances)))
            .ok_or(Reject::NoRate)
    };
    let compute_total = total_usd.times(i64::from(layout.instances));
    let compute_month = usd(deal.per_month)?;
    let provider = catalog.provider(offer.provider);
    let extras = Extras::of(catalog, query, provider, offer);
    let months = span.project / Hours::MONTH;
    let per_month = compute_month + extras.per_month();
    let total = compute_total + extras.per_month().scaled(months);
    let low_high = match layout.job {
        None => Range::exact(Ratio::new(total.to_f64())),
        Some(job) => spread(
            query,
            offer,
            priced_cards,
            question,
            job,
            deal,
            total,
            layout,
        ),
    };
    let mut candidate = Candidate {
        offer: ix,
        gpus_per_instance: cards,
        instances: layout.instances,
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
        purchases: vec![Purchase {
            kind: price.kind,
            share: Ratio::new(1.0),
            rate_per_hour: deal.rate_per_hour,
            rate_per_gpu_hour: deal.rate_per_hour.scaled(1.0 / f64::from(cards.max(1))),
            as_of: price.as_of,
            source: price.source,
        }],
        per_hour: usd(deal.rate_per_hour)?,
        per_month,
        total,
        total_range: low_high,
        unit_cost: None,
        costs: extras.lines(compute_month),
        price_as_of: price.as_of,
        price_source: price.source,
        steadiness: steadiness(offer, provider, price, today),
        pareto: false,
        warnings: Vec::new(),
    };
    candidate.unit_cost = unit_cost(question, &candidate, layout);
    candidate.warnings = warnings(
        question, today, offer, device, price, &deal, layout, &extras,
    );
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

/// The allowed deal with the least total in US dollars, and that total for one instance. A very
/// old price is taken only where the offer has no newer one: its age must not win.
fn cheapest(
    catalog: &Catalog,
    query: &Query,
    today: Date,
    offer: &Offer,
    cards: u32,
    span: Span,
) -> Result<(Deal, Money), Reject> {
    let mut best: Option<(bool, Deal, Money)> = None;
    let mut reason = Reject::PurchaseKind;
    // A floor over regions ranks only where no exact row of the same instance and kind exists.
    let skip = |price: &Price| price.floor && has_exact(catalog, offer, price.kind);
    for deal in cost::deals(offer, cards, span, &query.pay, skip) {
        match catalog.convert(deal.total, Currency::USD) {
            None => reason = Reject::NoRate,
            Some(total) => {
                let stale = offer
                    .prices
                    .get(deal.price)
                    .is_some_and(|p| months_old(p, today) >= VERY_OLD_MONTHS);
                if best.is_none_or(|(other, _, least)| {
                    (stale, total.micros()) < (other, least.micros())
                }) {
                    best = Some((stale, deal, total));
                }
            }
        }
    }
    if best.is_none()
        && reason == Reject::PurchaseKind
        && cost::deals(offer, cards, span, &query.pay, |_| false)
            .next()
            .is_some()
    {
        reason = Reject::FloorBesideExact;
    }
    best.map(|(_, deal, total)| (deal, total)).ok_or(reason)
}

/// The project total over the range of a job's hours, bought the same way.
#[expect(
    clippy::too_many_arguments,
    reason = "all of one candidate's figures meet here"
)]
fn spread(
    query: &Query,
    offer: &Offer,
    cards: u32,
    question: &Question,
    job: Range<Hours>,
    deal: Deal,
    total: Money,
    layout: &Layout,
) -> Range<Ratio> {
    let at = |hours: Hours| {
        let span = question.demand.span(Some(hours));
        cost::deals(offer, cards, span, &query.pay, |_| false)
            .find(|d| d.price == deal.price)
            .and_then(|d| question.catalog.convert(d.total, Currency::USD))
            .map(|t| t.times(i64::from(layout.instances)))
    };
    let expected = Ratio::new(total.to_f64());
    match (at(job.low), at(job.expected), at(job.high)) {
        (Some(low), Some(middle), Some(high)) => Range::new(
            expected - Ratio::new((middle - low).to_f64()),
            expected,
            expected + Ratio::new((high - middle).to_f64()),
        ),
        _ => Range::exact(expected),
    }
}

/// Storage and traffic of one month, in US dollars, once for the whole service.
struct Extras {
    storage: Option<ExtraCost>,
    egress: Option<ExtraCost>,
}

impl Extras {
    fn of(catalog: &Catalog, query: &Query, provider: &Provider, offer: &Offer) -> Self {
        let amount = |gb: crate::units::Decimal| Bytes::from_gb(gb.to_f64());
        let asked = |gb: crate::units::Decimal| gb.to_micros() > 0;
        Self {
            storage: asked(query.storage_gb).then(|| {
                cost::storage_per_month(catalog, provider, &offer.region, amount(query.storage_gb))
            }),
            egress: asked(query.egress_gb).then(|| {
                cost::egress_per_month(catalog, provider, &offer.region, amount(query.egress_gb))
            }),
        }
    }

    fn per_month(&self) -> Money {
        let known = |extra: Option<ExtraCost>| match extra {
            Some(ExtraCost::Known(amount) | ExtraCost::Elsewhere(amount)) => amount,
            _ => Money::zero(Currency::USD),
        };
        known(self.storage) + known(self.egress)
    }

    fn lines(&self, compute: Money) -> Vec<CostLine> {
        let mut lines = vec![CostLine {
            item: CostItem::Compute,
            per_month: compute,
        }];
        let mut add = |extra: Option<ExtraCost>, known: CostItem, unknown: CostItem| match extra {
            None => {}
            Some(ExtraCost::Known(per_month) | ExtraCost::Elsewhere(per_month)) => {
                lines.push(CostLine {
                    item: known,
                    per_month,
                });
            }
            Some(ExtraCost::Unknown) => lines.push(CostLine {
                item: unknown,
                per_month: Money::zero(Currency::USD),
            }),
        };
        add(self.storage, CostItem::Storage, CostItem::StorageUnknown);
        add(self.egress, CostItem::Egress, CostItem::EgressUnknown);
        lines
    }
}

/// What a unit of work costs: the average month over the work of that month.
fn unit_cost(question: &Question, candidate: &Candidate, layout: &Layout) -> Option<UnitCost> {
    let seconds = candidate.hours_per_month.to_seconds().get();
    // Where a rate is asked for, only that much is served, however much the machines could.
    let rate = layout.asked.unwrap_or(candidate.rate.expected).get();
    let month = candidate.per_month;
    let per = |units: f64, of: UnitOf| {
        (units > 0.0).then(|| UnitCost {
            amount: month.scaled(1.0 / units),
            exact: Ratio::new(month.to_f64() / units),
            of,
        })
    };
    match candidate.replica_speed.unit {
        SpeedUnit::OutputTokens => per(rate * seconds / 1e6, UnitOf::MillionTokens),
        SpeedUnit::TrainingTokens => {
            let query = question.query;
            match (query.tokens_b, question.demand.is_job()) {
                (Some(tokens), true) if tokens.to_micros() > 0 => {
                    let epochs = query.epochs.to_f64();
                    let runs = candidate.hours_total
                        / layout.job.map_or(candidate.hours_total, |j| j.expected);
                    (epochs * runs > 0.0).then(|| UnitCost {
                        amount: candidate.total.scaled(1.0 / (epochs * runs)),
                        exact: Ratio::new(candidate.total.to_f64() / (epochs * runs)),
                        of: UnitOf::Epoch,
                    })
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

/// Months since a price was read, or read again.
fn months_old(price: &Price, today: Date) -> i32 {
    let newest = price
        .checked
        .as_ref()
        .map_or(price.as_of, |c| c.as_of.max(price.as_of));
    newest.months_until(today)
}

/// Steadiness from 0 to 1: half by the seller, a fifth by the promised availability, a fifth by
/// the purchase kind, a tenth by the age of the price. The weights are a stated convention of
/// this order, not a measurement; an availability that is not known counts as none.
fn steadiness(offer: &Offer, provider: &Provider, price: &Price, today: Date) -> Ratio {
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
    let kind = match price.kind {
        PriceKind::Commit { .. } | PriceKind::Subscription => 1.0,
        PriceKind::OnDemand | PriceKind::CapacityBlock => 0.8,
        PriceKind::Serverless => 0.6,
        PriceKind::Promotion => 0.5,
        PriceKind::Spot => 0.0,
    };
    let age = match months_old(price, today) {
        months if months < OLD_MONTHS => 1.0,
        months if months < VERY_OLD_MONTHS => 0.5,
        _ => 0.0,
    };
    Ratio::new(0.5 * seller + 0.2 * promised + 0.2 * kind + 0.1 * age)
}

#[expect(
    clippy::too_many_arguments,
    reason = "all of one candidate's facts meet here"
)]
fn warnings(
    question: &Question,
    today: Date,
    offer: &Offer,
    device: &Device,
    price: &Price,
    deal: &Deal,
    layout: &Layout,
    extras: &Extras,
) -> Vec<Warning> {
    let query = question.query;
    let months = months_old(price, today);
    let needed = layout.footprint.total.expected * f64::from(layout.group.cards());
    let held = device.usable * f64::from(offer.gpus.cards().max(layout.group.cards()));
    let unconfirmed_count = matches!(
        offer.basis,
        Basis::Gpu {
            confirmed: false,
            ..
        }
    );
    let rough = matches!(layout.speed.unit, SpeedUnit::Frames | SpeedUnit::Petaflop);
    [
        (months >= VERY_OLD_MONTHS, Warning::VeryOldPrice),
        (
            (OLD_MONTHS..VERY_OLD_MONTHS).contains(&months),
            Warning::OldPrice,
        ),
        (price.floor, Warning::PriceFloor),
        (price.unconfirmed, Warning::PriceNotConfirmed),
        (unconfirmed_count, Warning::CountNotConfirmed),
        (offer.card_assumed, Warning::CardAssumed),
        (device.usable_assumed, Warning::MemoryAssumed),
        (layout.verdict == Verdict::Tight, Warning::TightMemory),
        (held > needed * OVERSIZED, Warning::Oversized),
        (
            layout.caveat == Some(Caveat::EnginePartial),
            Warning::EnginePartial,
        ),
        (
            layout.caveat == Some(Caveat::EngineUnknown),
            Warning::EngineUnknown,
        ),
        (
            layout.caveat == Some(Caveat::PrecisionEmulated),
            Warning::PrecisionEmulated,
        ),
        (
            hardware::is_slow(
                device.accelerator,
                offer.link,
                layout.group.cards().min(layout.group.per_host),
            ),
            Warning::SlowLink,
        ),
        (!layout.targets.first_token, Warning::MissesFirstToken),
        (!layout.targets.per_token, Warning::MissesPerToken),
        (!layout.targets.deadline, Warning::MissesDeadline),
        (
            deal.beyond_project && matches!(price.kind, PriceKind::Commit { .. }),
            Warning::CommitTooLong,
        ),
        (
            price.kind == PriceKind::Spot && query.checkpoint_hours.is_none(),
            Warning::SpotNoCheckpoint,
        ),
        (
            extras.storage == Some(ExtraCost::Unknown),
            Warning::StorageUnknown,
        ),
        (
            extras.egress == Some(ExtraCost::Unknown),
            Warning::EgressUnknown,
        ),
        (
            [extras.storage, extras.egress]
                .iter()
                .any(|extra| matches!(extra, Some(ExtraCost::Elsewhere(_)))),
            Warning::ExtrasElsewhere,
        ),
        (rough, Warning::RoughSpeed),
        (
            question.subject.is_some_and(|s| s.inferred),
            Warning::ModelInferred,
        ),
    ]
    .into_iter()
    .filter_map(|(holds, warning)| holds.then_some(warning))
    .collect()
}
