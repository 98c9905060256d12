//! What competes with renting, and the risk of spot, as JSON; `docs/cli.md` lists the fields.

use super::asked::Asked;
use super::plan_json::{SourceOut, source};
use crate::catalog::Catalog;
use crate::cost::own::Spread;
use crate::query::Query;
use crate::rank::{self, Alternatives, Answer, Api, Candidate, Cpu, Own, Serverless, SpotFacts};
use crate::units::{Hours, Money, Range, Ratio};
use serde::Serialize;

#[derive(Serialize)]
pub struct AlternativesOut {
    own: Option<OwnOut>,
    api: Vec<ApiOut>,
    serverless: Vec<ServerlessOut>,
    cpu: Option<CpuOut>,
}

/// An amount with its ends, in US dollars.
#[derive(Serialize)]
struct SpreadOut {
    low: f64,
    expected: f64,
    high: f64,
}

#[derive(Serialize)]
struct OwnOut {
    accelerator: String,
    cards: u32,
    servers: u32,
    plan: String,
    meets_targets: bool,
    host_assumed: bool,
    card_usd: Option<SpreadOut>,
    host_usd: Option<SpreadOut>,
    upfront_usd: SpreadOut,
    electricity_per_month_usd: SpreadOut,
    per_kwh_usd: SpreadOut,
    pue: f64,
    power_watts: f64,
    per_month_usd: SpreadOut,
    resale_usd: f64,
    total_usd: SpreadOut,
    rent_per_month_usd: Option<f64>,
    break_even_months: Option<f64>,
    same_card: Option<String>,
    break_even_months_same_card: Option<f64>,
    cheaper: bool,
    curve: Vec<PointOut>,
}

#[derive(Serialize)]
struct PointOut {
    month: u32,
    own_usd: f64,
    rent_usd: f64,
}

#[derive(Serialize)]
struct ApiOut {
    seller: String,
    name: String,
    currency: String,
    input_per_mtok: f64,
    output_per_mtok: f64,
    cached_input_per_mtok: Option<f64>,
    input_tokens_per_month: f64,
    output_tokens_per_month: f64,
    full_use: bool,
    per_month: f64,
    per_month_usd: Option<f64>,
    break_even_tokens_per_day: Option<f64>,
    as_of: String,
    source: SourceOut,
}

#[derive(Serialize)]
struct ServerlessOut {
    seller: String,
    accelerator: String,
    cards: u32,
    workers: u32,
    always_on: bool,
    currency: String,
    per_hour: f64,
    billed_hours_per_month: f64,
    cold_share: Option<f64>,
    per_month: f64,
    per_month_usd: Option<f64>,
    total_usd: Option<f64>,
    cheaper_below_share: Option<f64>,
    meets_targets: bool,
    not_known: Vec<&'static str>,
    as_of: String,
    source: SourceOut,
}

#[derive(Serialize)]
struct CpuOut {
    id: String,
    instance: String,
    instances: u32,
    sequences: u32,
    needed_bytes: f64,
    rate: RangeOut,
    per_token_ms: Option<f64>,
    first_token_s: Option<f64>,
    kind: &'static str,
    rate_per_hour: f64,
    currency: String,
    per_month_usd: f64,
    total_usd: f64,
    cheaper: bool,
}

#[derive(Serialize)]
struct RangeOut {
    low: f64,
    expected: f64,
    high: f64,
}

/// The risk of the spot instances of an offer.
#[derive(Serialize)]
pub struct SpotOut {
    interruptions_per_hour: RangeOut,
    known: bool,
    paid_per_useful_hour: RangeOut,
    price_ratio: Option<f64>,
    spare_instances: u32,
    checkpoint_hours: Option<f64>,
    best_checkpoint_hours: Option<f64>,
    save_hours: f64,
    restart_hours: f64,
    chance_by_deadline: Option<RangeOut>,
    break_even_hours: Option<f64>,
    break_even_hours_with_checkpoints: Option<f64>,
}

/// What competes with the offers of an answer.
pub fn alternatives(catalog: &Catalog, answer: &Answer) -> AlternativesOut {
    let Alternatives {
        own: bought,
        api: tokens,
        serverless: seconds,
        cpu: host,
    } = &answer.alternatives;
    AlternativesOut {
        own: bought.as_ref().map(|own| owned(catalog, own)),
        api: tokens.iter().filter_map(|a| api(catalog, a)).collect(),
        serverless: seconds
            .iter()
            .filter_map(|s| serverless(catalog, s))
            .collect(),
        cpu: host.as_ref().and_then(|c| cpu(catalog, c)),
    }
}

fn spread(spread: Spread) -> SpreadOut {
    SpreadOut {
        low: spread.low.to_f64(),
        expected: spread.expected.to_f64(),
        high: spread.high.to_f64(),
    }
}

fn ratios(range: Range<Ratio>) -> RangeOut {
    RangeOut {
        low: range.low.get(),
        expected: range.expected.get(),
        high: range.high.get(),
    }
}

fn months(hours: Hours) -> f64 {
    hours / Hours::MONTH
}

fn owned(catalog: &Catalog, own: &Own) -> OwnOut {
    OwnOut {
        accelerator: catalog.accelerator(own.accelerator).id.clone(),
        cards: own.cards,
        servers: own.servers,
        plan: own.plan.to_string(),
        meets_targets: own.meets_targets,
        host_assumed: own.per_card.host_assumed,
        card_usd: own.per_card.card.map(spread),
        host_usd: own.per_card.host.map(spread),
        upfront_usd: spread(own.upfront),
        electricity_per_month_usd: spread(own.electricity),
        per_kwh_usd: spread(own.per_kwh),
        pue: own.overhead.get(),
        power_watts: own.power.get(),
        per_month_usd: spread(own.per_month),
        resale_usd: own.resale.to_f64(),
        total_usd: spread(own.total),
        rent_per_month_usd: own.rent.map(Money::to_f64),
        break_even_months: own.break_even.map(months),
        same_card: own.same_card.map(|ix| catalog.offer(ix).id.clone()),
        break_even_months_same_card: own.break_even_same_card.map(months),
        cheaper: own.cheaper,
        curve: own
            .curve
            .iter()
            .map(|point| PointOut {
                month: point.month,
                own_usd: point.own.to_f64(),
                rent_usd: point.rent.to_f64(),
            })
            .collect(),
    }
}

fn api(catalog: &Catalog, api: &Api) -> Option<ApiOut> {
    let price = catalog.market.tokens.get(api.price)?;
    Some(ApiOut {
        seller: price.seller.clone(),
        name: price.name.clone(),
        currency: price.input.currency().code().to_owned(),
        input_per_mtok: price.input.to_f64(),
        output_per_mtok: price.output.to_f64(),
        cached_input_per_mtok: price.cached_input.map(Money::to_f64),
        input_tokens_per_month: api.volume.input.get(),
        output_tokens_per_month: api.volume.output.get(),
        full_use: api.volume.full_use,
        per_month: api.per_month.to_f64(),
        per_month_usd: api.per_month_usd.map(Money::to_f64),
        break_even_tokens_per_day: api.break_even_per_day.map(|tokens| tokens.get()),
        as_of: price.as_of.to_string(),
        source: source(catalog, price.source),
    })
}

fn serverless(catalog: &Catalog, entry: &Serverless) -> Option<ServerlessOut> {
    let price = catalog.market.serverless.get(entry.price)?;
    let not_known = [
        (entry.idle_unknown, "idle_time"),
        (entry.start_unknown, "start_time"),
        (entry.rounding_unknown, "rounding"),
        (entry.host_extra, "processor_and_memory"),
    ];
    Some(ServerlessOut {
        seller: price.seller.clone(),
        accelerator: catalog.accelerator(price.accelerator).id.clone(),
        cards: price.cards,
        workers: entry.workers,
        always_on: price.always_on,
        currency: price.per_hour.currency().code().to_owned(),
        per_hour: price.per_hour.to_f64(),
        billed_hours_per_month: entry.billed.time.get(),
        cold_share: entry.billed.cold.map(Ratio::get),
        per_month: entry.per_month.to_f64(),
        per_month_usd: entry.per_month_usd.map(Money::to_f64),
        total_usd: entry.total_usd.map(Money::to_f64),
        cheaper_below_share: entry.crossing.map(Ratio::get),
        meets_targets: entry.meets_targets,
        not_known: not_known
            .into_iter()
            .filter_map(|(unknown, what)| unknown.then_some(what))
            .collect(),
        as_of: price.as_of.to_string(),
        source: source(catalog, price.source),
    })
}

fn cpu(catalog: &Catalog, cpu: &Cpu) -> Option<CpuOut> {
    let host = catalog.market.cpus.get(cpu.offer)?;
    Some(CpuOut {
        id: host.id.clone(),
        instance: host.instance.clone(),
        instances: cpu.instances,
        sequences: cpu.sequences,
        needed_bytes: cpu.needed.get(),
        rate: ratios(cpu.rate),
        per_token_ms: cpu.per_token.map(|s| s.expected.get() * 1000.0),
        first_token_s: cpu.first_token.map(|s| s.expected.get()),
        kind: cpu.kind.word(),
        rate_per_hour: cpu.rate_per_hour.to_f64(),
        currency: cpu.rate_per_hour.currency().code().to_owned(),
        per_month_usd: cpu.per_month.to_f64(),
        total_usd: cpu.total.to_f64(),
        cheaper: cpu.cheaper,
    })
}

/// The risk of spot.
pub fn spot(facts: SpotFacts) -> SpotOut {
    let risk = facts.risk;
    let rate = risk.hazard.rate;
    SpotOut {
        interruptions_per_hour: RangeOut {
            low: rate.low.get(),
            expected: rate.expected.get(),
            high: rate.high.get(),
        },
        known: !risk.hazard.assumed,
        paid_per_useful_hour: ratios(risk.factor),
        price_ratio: risk.price_ratio.map(Ratio::get),
        spare_instances: risk.spares,
        checkpoint_hours: facts.interval.map(Hours::get),
        best_checkpoint_hours: facts.best_interval.map(Hours::get),
        save_hours: risk.save.get(),
        restart_hours: risk.restart.get(),
        chance_by_deadline: facts.chance.map(ratios),
        break_even_hours: facts.break_even.map(Hours::get),
        break_even_hours_with_checkpoints: facts.break_even_saved.map(Hours::get),
    }
}

/// One kind of purchase in each of the 168 hours from Monday 00:00.
#[derive(Serialize)]
pub struct KindWeekOut {
    kind: &'static str,
    instances: Vec<u32>,
}

/// The week of an offer, where it was asked for.
pub fn schedule(asked: &Asked, query: &Query, c: &Candidate) -> Option<Vec<KindWeekOut>> {
    let weeks = asked.schedule.then(|| rank::schedule(query, c))??;
    let weeks = weeks.into_iter().map(|week| KindWeekOut {
        kind: week.kind.word(),
        instances: week.instances,
    });
    Some(weeks.collect())
}
