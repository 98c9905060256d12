//! The answer as one JSON object; `docs/cli.md` lists its fields.

use super::Failure;
use super::advice_json::{self, AdviceOut, MovedOut};
use super::asked::Asked;
use super::measured_json::{MeasuredOut, measured};
use super::money_json::{self, AlternativesOut, KindWeekOut, SpotOut};
use super::plan_portfolio::{self, PortfolioOut};
use super::rules_json::{self, BudgetOut, RulesOut};
use crate::catalog::Product;
use crate::catalog::{Catalog, PriceKind};
use crate::query::{Portfolio, Problem, ProblemReason, Query};
use crate::rank::{self, Candidate, Closest, Need, Purchase};
use crate::speed::SpeedUnit;
use crate::units::{Bytes, Money, Ratio};
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct PlanOut {
    query: String,
    problems: Vec<ProblemOut>,
    catalog: CatalogOut,
    need: Option<NeedOut>,
    measured: Option<MeasuredOut>,
    advice: Vec<AdviceOut>,
    moves_most: Vec<MovedOut>,
    tied: u32,
    offers: Vec<OfferOut>,
    rejected: Vec<RejectedOut>,
    unoffered: Vec<String>,
    unmet: Vec<String>,
    alternatives: AlternativesOut,
    within_budget: Option<BudgetOut>,
    portfolio: Option<PortfolioOut>,
}

#[derive(Serialize)]
pub struct ProblemOut {
    key: String,
    value: String,
    reason: String,
}

#[derive(Serialize)]
struct CatalogOut {
    as_of: Option<String>,
    rows: u32,
    rankable: u32,
}

#[derive(Serialize)]
struct NeedOut {
    gpus: u32,
    total_bytes: Option<u64>,
    weights_bytes: Option<u64>,
    kv_bytes: Option<u64>,
    activation_bytes: Option<u64>,
    optimizer_bytes: Option<u64>,
    gradient_bytes: Option<u64>,
    overhead_bytes: Option<u64>,
    low_bytes: Option<u64>,
    high_bytes: Option<u64>,
}

#[derive(Serialize)]
pub struct OfferOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<usize>,
    id: String,
    provider: String,
    instance: String,
    region: Option<String>,
    tier: &'static str,
    accelerator: Option<String>,
    gpus_per_instance: u32,
    instances: u32,
    most_instances: u32,
    plan: String,
    verdict: &'static str,
    needed_bytes_per_gpu: Option<u64>,
    usable_bytes_per_gpu: u64,
    card_bytes_per_gpu: u64,
    speed: SpeedOut,
    purchase: Vec<PurchaseOut>,
    rules: RulesOut,
    price_as_of: String,
    price_source: SourceOut,
    per_hour_usd: f64,
    per_month_usd: f64,
    total_usd: f64,
    cost_low_usd: f64,
    cost_high_usd: f64,
    on_demand_usd: Option<f64>,
    credit_used_usd: f64,
    extras_share: Option<f64>,
    spot: Option<SpotOut>,
    per_hour: Option<f64>,
    per_month: Option<f64>,
    total: Option<f64>,
    currency: String,
    unit_cost: Option<UnitOut>,
    costs: Vec<CostOut>,
    hours_per_month: f64,
    hours_total: f64,
    steadiness: f64,
    steadiness_parts: SteadinessOut,
    pareto: bool,
    tied: bool,
    warnings: Vec<&'static str>,
    cash_flow_usd: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    schedule: Option<Vec<KindWeekOut>>,
}

#[derive(Serialize)]
struct SpeedOut {
    kind: &'static str,
    low: f64,
    expected: f64,
    high: f64,
    unit: &'static str,
    first_token_s: Option<f64>,
    per_token_ms: Option<f64>,
}

#[derive(Serialize)]
pub struct PurchaseOut {
    kind: &'static str,
    payment: Option<&'static str>,
    product: Option<&'static str>,
    share: f64,
    assumed: bool,
    total: f64,
    rate_per_hour: f64,
    rate_per_gpu_hour: f64,
    currency: String,
    as_of: String,
    source: SourceOut,
}

#[derive(Serialize)]
pub struct SourceOut {
    title: String,
    url: Option<String>,
}

#[derive(Serialize)]
struct UnitOut {
    usd: f64,
    per: &'static str,
}

#[derive(Serialize)]
struct SteadinessOut {
    seller: f64,
    promised: f64,
    bought: f64,
    price_age: f64,
}

#[derive(Serialize)]
struct CostOut {
    item: &'static str,
    per_month_usd: Option<f64>,
    as_of: Option<String>,
    source: Option<SourceOut>,
}

#[derive(Serialize)]
struct RejectedOut {
    reason: &'static str,
    offers: u32,
    closest: Option<ClosestOut>,
}

#[derive(Serialize)]
struct ClosestOut {
    id: String,
    gpus: u32,
    needed_bytes_per_gpu: u64,
    usable_bytes_per_gpu: u64,
}

/// Writes the answer.
pub fn write(asked: &Asked, out: &mut dyn Write) -> Result<(), Failure> {
    let answer = asked.answer;
    let members = asked.plan.map_or(&[][..], |plan| &plan.portfolio.members);
    let mut all = problems(&asked.decoded.problems);
    all.extend(
        asked
            .plan
            .iter()
            .flat_map(|p| problems(&p.portfolio.problems)),
    );
    let plan = PlanOut {
        query: Portfolio::encode(&asked.decoded.query, members),
        problems: all,
        catalog: CatalogOut {
            as_of: asked.catalog.as_of.map(|d| d.to_string()),
            rows: answer.rows,
            rankable: answer.rankable,
        },
        need: answer.need.filter(|_| asked.plan.is_none()).map(need),
        measured: asked.answer.own_run.map(|run| measured(asked.catalog, run)),
        advice: advice_json::advice(asked),
        moves_most: advice_json::moves(asked),
        tied: answer.tied,
        offers: answer
            .candidates
            .iter()
            .take(asked.limit)
            .enumerate()
            .map(|(position, c)| offer(asked, &asked.decoded.query, Some(position + 1), c))
            .collect(),
        rejected: answer
            .rejected
            .iter()
            .map(|r| RejectedOut {
                reason: r.reason.code(),
                offers: r.offers,
                closest: r.closest.map(|c| closest(asked.catalog, &c)),
            })
            .collect(),
        unoffered: answer.unoffered.clone(),
        unmet: answer.unmet.clone(),
        alternatives: money_json::alternatives(asked.catalog, answer),
        within_budget: rules_json::budget(asked),
        portfolio: asked.plan.map(|plan| plan_portfolio::out(asked, plan)),
    };
    print(&plan, out)
}

/// Writes one JSON document and a line end.
pub fn print(value: &impl Serialize, out: &mut dyn Write) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *out, value)
        .map_err(|e| Failure::Output(e.into()))
        .and_then(|()| writeln!(out).map_err(Failure::Output))
}

/// Problems of a link.
pub fn problems(problems: &[Problem]) -> Vec<ProblemOut> {
    let out = problems.iter().map(|p| ProblemOut {
        key: p.key.clone(),
        value: p.value.clone(),
        reason: problem(&p.reason),
    });
    out.collect()
}

/// A problem of a link in English.
pub fn problem(reason: &ProblemReason) -> String {
    match reason {
        ProblemReason::UnknownWord(words) => format!("not one of {}", words.join(", ")),
        ProblemReason::NotANumber => "not a number".to_owned(),
        ProblemReason::OutOfRange(low, high) => format!("outside {low} to {high}"),
        ProblemReason::Contradicts(key) => format!("contradicts `{key}`, which holds"),
        ProblemReason::Needs(key) => format!("needs `{key}`"),
        ProblemReason::NoLoad => "no hour has a load".to_owned(),
        ProblemReason::NotInCatalog => "not in the catalog".to_owned(),
        ProblemReason::Malformed => "not understood".to_owned(),
    }
}

/// Whole bytes: a fraction of a byte says nothing.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates; no footprint is negative"
)]
fn bytes(value: Bytes) -> u64 {
    value.get().round() as u64
}

/// A part of a need; a part that is empty does not apply, such as an optimizer where nothing is
/// trained.
fn part(value: Bytes) -> Option<u64> {
    Some(bytes(value)).filter(|b| *b > 0)
}

fn need(need: Need) -> NeedOut {
    let f = need.footprint;
    NeedOut {
        gpus: need.gpus,
        total_bytes: part(f.total.expected),
        weights_bytes: part(f.weights),
        kv_bytes: part(f.cache),
        activation_bytes: part(f.activations),
        optimizer_bytes: part(f.optimizer),
        gradient_bytes: part(f.gradients),
        overhead_bytes: part(f.overhead),
        low_bytes: part(f.total.low),
        high_bytes: part(f.total.high),
    }
}

/// A candidate of a question, with its place in the ranking where that is told.
pub fn offer(asked: &Asked, query: &Query, rank: Option<usize>, c: &Candidate) -> OfferOut {
    let catalog = asked.catalog;
    let offer = catalog.offer(c.offer);
    let currency = asked.currency();
    let shown = |amount: Money| catalog.convert(amount, currency).map(Money::to_f64);
    OfferOut {
        rank,
        id: offer.id.clone(),
        provider: catalog.provider(offer.provider).id.clone(),
        instance: offer.instance.clone(),
        region: Some(offer.region.name.clone()).filter(|r| !r.is_empty()),
        tier: offer.tier.word(),
        accelerator: offer.accelerator.map(|a| catalog.accelerator(a).id.clone()),
        gpus_per_instance: c.gpus_per_instance,
        instances: c.instances,
        most_instances: c.most_instances,
        plan: c.plan.to_string(),
        verdict: c.verdict.word(),
        needed_bytes_per_gpu: part(c.footprint.total.expected),
        usable_bytes_per_gpu: bytes(c.usable),
        card_bytes_per_gpu: bytes(c.nominal),
        speed: SpeedOut {
            kind: speed_kind(c.replica_speed.unit),
            low: c.rate.low.get(),
            expected: c.rate.expected.get(),
            high: c.rate.high.get(),
            unit: speed_unit(c.replica_speed.unit),
            first_token_s: c.replica_speed.first_token.map(|r| r.expected.get()),
            per_token_ms: c.replica_speed.per_token.map(|r| r.expected.get() * 1000.0),
        },
        purchase: c.purchases.iter().map(|p| purchase(catalog, p)).collect(),
        rules: rules_json::rules(asked, query, c),
        price_as_of: c.price_as_of.to_string(),
        price_source: source(catalog, c.price_source),
        per_hour_usd: c.per_hour.to_f64(),
        per_month_usd: c.per_month.to_f64(),
        total_usd: c.total.to_f64(),
        cost_low_usd: c.total_range.low.get(),
        cost_high_usd: c.total_range.high.get(),
        on_demand_usd: c.on_demand.map(Money::to_f64),
        credit_used_usd: c.credit_used.to_f64(),
        extras_share: c.extras_share.map(Ratio::get),
        spot: c.spot(query).map(money_json::spot),
        per_hour: shown(c.per_hour),
        per_month: shown(c.per_month),
        total: shown(c.total),
        currency: currency.code().to_owned(),
        unit_cost: c.unit_cost.map(|u| UnitOut {
            usd: u.exact.get(),
            per: u.of.word(),
        }),
        costs: c
            .costs
            .iter()
            .map(|line| CostOut {
                item: line.word(),
                per_month_usd: line.per_month.map(Money::to_f64),
                as_of: line.read.map(|read| read.as_of.to_string()),
                source: line.read.map(|read| source(catalog, read.source)),
            })
            .collect(),
        hours_per_month: c.hours_per_month.get(),
        hours_total: c.hours_total.get(),
        steadiness: c.steadiness.whole().get(),
        steadiness_parts: SteadinessOut {
            seller: c.steadiness.seller.get(),
            promised: c.steadiness.promised.get(),
            bought: c.steadiness.bought.get(),
            price_age: c.steadiness.age.get(),
        },
        pareto: c.pareto,
        tied: c.tied,
        warnings: c.warnings.iter().map(|w| w.code()).collect(),
        cash_flow_usd: rank::cash_flow(catalog, query, c, asked.today)
            .map(|flow| plan_portfolio::months(&flow)),
        schedule: money_json::schedule(asked, query, c),
    }
}

/// One way of buying.
pub fn purchase(catalog: &Catalog, p: &Purchase) -> PurchaseOut {
    PurchaseOut {
        kind: p.kind.word(),
        payment: match p.kind {
            PriceKind::Commit { payment, .. } => Some(payment.word()),
            _ => None,
        },
        product: p.product.map(Product::word),
        share: p.share.get(),
        assumed: p.assumed,
        total: p.total.to_f64(),
        rate_per_hour: p.rate_per_hour.to_f64(),
        rate_per_gpu_hour: p.rate_per_gpu_hour.to_f64(),
        currency: p.rate_per_hour.currency().code().to_owned(),
        as_of: p.as_of.to_string(),
        source: source(catalog, p.source),
    }
}

/// A source as shown.
pub fn source(catalog: &Catalog, ix: crate::catalog::SourceIx) -> SourceOut {
    let source = catalog.source(ix);
    SourceOut {
        title: source.title.clone(),
        url: source.url.clone(),
    }
}

fn closest(catalog: &Catalog, closest: &Closest) -> ClosestOut {
    ClosestOut {
        id: catalog.offer(closest.offer).id.clone(),
        gpus: closest.gpus,
        needed_bytes_per_gpu: bytes(closest.needed),
        usable_bytes_per_gpu: bytes(closest.usable),
    }
}

const fn speed_kind(unit: SpeedUnit) -> &'static str {
    match unit {
        SpeedUnit::OutputTokens => "serving",
        SpeedUnit::TrainingTokens => "training",
        SpeedUnit::Images => "images",
        SpeedUnit::Frames => "rendering",
        SpeedUnit::Petaflop => "computing",
        SpeedUnit::GpuHours => "as_said",
    }
}

/// The unit of a speed in output.
pub const fn speed_unit(unit: SpeedUnit) -> &'static str {
    match unit {
        SpeedUnit::OutputTokens | SpeedUnit::TrainingTokens => "tokens/s",
        SpeedUnit::Images => "images/s",
        SpeedUnit::Frames => "frames/s",
        SpeedUnit::Petaflop => "pflop/s",
        SpeedUnit::GpuHours => "gpu_hours/s",
    }
}
