//! One offer as a candidate: bought the cheapest allowed way, with its costs and warnings.

use super::bill::{Bill, bill};
use super::layout::{Layout, Profiles, Question};
use super::{Candidate, CostItem, CostLine, Plan, Reject, UnitCost, UnitOf, Warning};
use crate::catalog::{Basis, Catalog, Offer, OfferIx, PriceKind, Provider, SourceIx, Tier};
use crate::cost::{self, ExtraCost, OLD_MONTHS, VERY_OLD_MONTHS};
use crate::fit::{Caveat, Device, Verdict};
use crate::query::{Query, Workload};
use crate::speed::{SpeedUnit, hardware};
use crate::units::{Bytes, Currency, Hours, Money, Range, Ratio};

/// Usable memory above this many times the need is called oversized: a convention, by which two
/// thirds of what is paid for lies idle.
const OVERSIZED: f64 = 3.0;

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
}

/// Builds the candidate of an offer.
///
/// # Errors
/// [`Reject`] where no allowed price is left, or the budget is exceeded.
pub fn build(question: &Question, offered: &Offered) -> Result<Candidate, Reject> {
    let (catalog, query) = (question.catalog, question.query);
    let Offered {
        ix,
        offer,
        device,
        cards,
        layout,
        profiles,
    } = *offered;
    let span = question.demand.span(layout.job.map(|j| j.expected));
    let bill = bill(question, offered)?;
    let provider = catalog.provider(offer.provider);
    let extras = Extras::of(catalog, query, provider, offer);
    let months = span.project / Hours::MONTH;
    let per_month = bill.per_month + extras.per_month();
    let beside = extras.per_month().scaled(months);
    let total = bill.total + beside;
    let (low, high) = (bill.low + beside, bill.high + beside);
    let mut candidate = Candidate {
        offer: ix,
        gpus_per_instance: cards,
        instances: layout.instances,
        most_instances: profiles.expected.instances(),
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
        per_hour: bill.per_hour,
        per_month,
        total,
        total_range: Range {
            low: Ratio::new(low.to_f64()),
            expected: Ratio::new(total.to_f64()),
            high: Ratio::new(high.to_f64()),
        },
        unit_cost: None,
        costs: extras.lines(bill.per_month),
        price_as_of: bill.oldest,
        price_source: source_of(&bill),
        steadiness: steadiness(offer, provider, &bill),
        pareto: false,
        warnings: Vec::new(),
        purchases: Vec::new(),
        layers: bill.layers(offer),
        peak: layout.peak.expected,
        on_demand: bill.on_demand.map(|rent| rent + beside),
    };
    candidate.unit_cost = unit_cost(question, &candidate, layout);
    candidate.warnings = warnings(question, offered, &bill, &extras);
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
    let load = question
        .demand
        .week()
        .map_or(candidate.hours_per_month, |week| week.load_per_month());
    let seconds = load.to_seconds().get();
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

/// Steadiness from 0 to 1: half by the seller, a fifth by the promised availability, a fifth by
/// the purchase kind, a tenth by the age of the price. The weights are a stated convention of
/// this order, not a measurement; an availability that is not known counts as none.
fn steadiness(offer: &Offer, provider: &Provider, bill: &Bill) -> Ratio {
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

fn warnings(question: &Question, offered: &Offered, bill: &Bill, extras: &Extras) -> Vec<Warning> {
    let query = question.query;
    let Offered {
        offer,
        device,
        layout,
        ..
    } = *offered;
    let months = bill.months_old;
    let bought = |kind: fn(&PriceKind) -> bool| bill.purchases.iter().any(|p| kind(&p.kind));
    let prices = || {
        let ways = bill
            .mix
            .parts
            .iter()
            .filter_map(|part| bill.ways.get(part.way));
        ways.filter_map(|way| offer.prices.get(way.price))
    };
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
        (prices().any(|p| p.floor), Warning::PriceFloor),
        (prices().any(|p| p.unconfirmed), Warning::PriceNotConfirmed),
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
        (bill.beyond_project, Warning::CommitTooLong),
        (
            bought(|kind| *kind == PriceKind::Spot) && query.checkpoint_hours.is_none(),
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
