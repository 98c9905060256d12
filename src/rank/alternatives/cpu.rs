//! Processors alone: the cheapest host that serves.

use crate::catalog::{
    Basis, CpuOffer, GpuCount, InstanceLink, ModelKind, Offer, Price, PriceKind, Tier,
};
use crate::cost::{self, Rules};
use crate::demand::Peak;
use crate::fit;
use crate::query::{Pay, VisionMode, Workload};
use crate::rank::Candidate;
use crate::rank::filter::Filter;
use crate::rank::need::resident;
use crate::rank::question::Question;
use crate::speed::cpu::{self, Processor};
use crate::units::{Bytes, Hours, Money, Range, Ratio, Seconds};

/// Processors alone. Amounts are in US dollars unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cpu {
    /// The host, as its position in [`crate::catalog::Market::cpus`].
    pub offer: usize,
    /// Hosts.
    pub instances: u32,
    /// Sequences that one host serves at once; 1 where it serves none.
    pub sequences: u32,
    /// Memory that one host needs.
    pub needed: Bytes,
    /// Output tokens, tokens read by an encoder, or images per second of all hosts.
    pub rate: Range<Ratio>,
    /// Seconds to the first token.
    pub first_token: Option<Range<Seconds>>,
    /// Seconds per output token.
    pub per_token: Option<Range<Seconds>>,
    /// How most of its hours are bought.
    pub kind: PriceKind,
    /// The rate of one host per hour bought so, native currency.
    pub rate_per_hour: Money,
    /// All hosts per month.
    pub per_month: Money,
    /// All hosts over the project.
    pub total: Money,
    /// Whether that is less than the machines of the first candidate cost; true without any.
    pub cheaper: bool,
}

/// Seconds per token where no target is given: 5 tokens a second, which are 3.75 words or 225 a
/// minute at three quarters of a word per token; adults read 238 (Brysbaert 2019).
const READING: Seconds = Seconds::new(0.2);
/// Seconds to the first token where no target is given: the limit for keeping a person's attention
/// on a dialogue (Nielsen, Usability Engineering, 1993).
const PATIENCE: Seconds = Seconds::new(10.0);
/// Sequences on one host where no cap is given. More gain nothing: products are then as slow as
/// arithmetic.
const MAX_SEQUENCES: u32 = 64;

/// What hosts of one kind do for the question.
struct Service {
    /// Hosts at the peak, not rounded.
    need: Ratio,
    instances: u32,
    sequences: u32,
    needed: Bytes,
    rate: Range<Ratio>,
    first_token: Option<Range<Seconds>>,
    per_token: Option<Range<Seconds>>,
    job: Option<Hours>,
}

/// The cheapest host that holds the model and meets the targets; prices that are not very old come
/// first.
pub(super) fn cpu(question: &Question, filter: &Filter, first: Option<&Candidate>) -> Option<Cpu> {
    let query = question.query;
    let subject = question.subject?;
    let processor = match query.workload {
        Workload::Serve => Some(Processor::new(query, subject)?),
        Workload::Vision
            if query.vision_mode == VisionMode::Infer
                && question.demand.is_job()
                && subject.model.kind == ModelKind::Vision =>
        {
            None
        }
        _ => return None,
    };
    let mut pay = query.pay.clone();
    if !pay.contains(&Pay::OnDemand) {
        pay.push(Pay::OnDemand);
    }
    let rules = Rules {
        pay: &pay,
        ..question.rules.clone()
    };
    let mut best: Option<(bool, Cpu)> = None;
    for (position, host) in question.catalog.market.cpus.iter().enumerate() {
        if !filter.admits_host(host.provider, &host.region) {
            continue;
        }
        let service = match &processor {
            Some(processor) => serving(question, processor, host),
            None => classifying(question, host),
        };
        let Some(service) = service else { continue };
        let Some((stale, cpu)) = priced(question, &rules, position, host, &service) else {
            continue;
        };
        if best.as_ref().is_none_or(|(other, least)| {
            (stale, cpu.total.micros(), cpu.instances)
                < (*other, least.total.micros(), least.instances)
        }) {
            best = Some((stale, cpu));
        }
    }
    let (_, mut best) = best?;
    best.cheaper = first.is_none_or(|first| best.total.micros() < first.rent().micros());
    Some(best)
}

/// Serving: as few hosts as hold the load, each with as many sequences as meet the targets.
fn serving(question: &Question, processor: &Processor, host: &CpuOffer) -> Option<Service> {
    let query = question.query;
    let seconds = |target: Option<crate::units::Decimal>, scale: f64, otherwise: Seconds| {
        target.map_or(otherwise, |target| Seconds::new(target.to_f64() / scale))
    };
    let to_first = seconds(query.first_token_s, 1.0, PATIENCE);
    let to_next = seconds(query.per_token_ms, 1000.0, READING);
    let serves = |sequences: u32| {
        if processor.needed(sequences) > host.ram {
            return None;
        }
        let speed = processor.speed(host, sequences)?;
        let within = |time: Option<Range<Seconds>>, target: Seconds| {
            time.is_none_or(|time| time.expected <= target)
        };
        (within(speed.first_token, to_first) && within(speed.per_token, to_next)).then_some(speed)
    };
    let has_rate = query.has_rate();
    let headroom = query.load.capacity().get();
    let load = resident(query).get();
    let wanted = match query.concurrency {
        _ if !has_rate => {
            let now = hosts(load * headroom);
            let grown = hosts(load * headroom * question.greatest_growth().get());
            now.max(grown.min(MAX_SEQUENCES))
        }
        Some(count) => count.max(1),
        // An encoder reads no faster with several at once.
        None if processor.only_reads() => 1,
        None => MAX_SEQUENCES,
    };
    serves(1)?;
    // Times and memory grow with the sequences, so the most that a host serves is found by halving
    // the interval.
    let (mut low, mut high) = (1, wanted);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if serves(middle).is_some() {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    let (need, sequences) = if has_rate {
        let rate = serves(low)?.rate.expected.get();
        (asked(question, processor)?.get() * headroom / rate, low)
    } else {
        let alone = load * headroom / f64::from(low);
        (alone, hosts(load).div_ceil(hosts(alone)).max(1))
    };
    let instances = hosts(need);
    let speed = serves(sequences)?;
    Some(Service {
        need: Ratio::new(need),
        instances,
        sequences,
        needed: processor.needed(sequences),
        rate: speed.rate * f64::from(instances),
        first_token: speed.first_token,
        per_token: speed.per_token,
        job: None,
    })
}

/// Tokens per second that are asked for: output tokens, or those that an encoder reads.
fn asked(question: &Question, processor: &Processor) -> Option<Ratio> {
    match question.asked_requests_per_second() {
        Some(requests) if processor.only_reads() => {
            Some(processor.prompt_tokens() * requests.get())
        }
        _ => question.asked_tokens_per_second(),
    }
}

/// Classifying images, on as many hosts as the deadline takes.
fn classifying(question: &Question, host: &CpuOffer) -> Option<Service> {
    let subject = question.subject?;
    let rate = cpu::images(question.query, subject, host)?;
    let needed = Bytes::new(subject.model.total.get() * 4.0) + fit::HOST_KEEPS;
    if needed > host.ram || rate.expected <= Ratio::ZERO {
        return None;
    }
    let alone = Seconds::new(question.work?.get() / rate.expected.get()).to_hours();
    let instances = match question.time_to_work() {
        Some(left) if left > Hours::ZERO => hosts(alone / left),
        _ => 1,
    };
    Some(Service {
        need: Ratio::new(f64::from(instances)),
        instances,
        sequences: 1,
        needed,
        rate: rate * f64::from(instances),
        first_token: None,
        per_token: None,
        job: Some(alone / f64::from(instances)),
    })
}

/// A number of hosts: at least 1, rounded up, and bounded so that an absurd load stays a number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 1 and 10⁶"
)]
fn hosts(need: f64) -> u32 {
    (need - 1e-6).ceil().clamp(1.0, 1e6) as u32
}

/// The best way to buy the hosts of a service, and whether its price is very old; `None` without a
/// price of an allowed kind in a currency with a rate. On demand is always allowed; spot is left
/// out, for nothing is known of its interruptions.
fn priced(
    question: &Question,
    rules: &Rules,
    position: usize,
    host: &CpuOffer,
    service: &Service,
) -> Option<(bool, Cpu)> {
    let catalog = question.catalog;
    let offer = offer(host);
    let is_spot = |price: &Price| price.kind == PriceKind::Spot;
    let ways = cost::ways(catalog, &offer, 1, rules, Ratio::new(1.0), is_spot).ways;
    let peak = Peak {
        replicas: service.need,
        per_instance: 1,
        together: 1,
    };
    let demand = &question.demand;
    let profile = demand.profile(question.query, service.job, peak, service.instances);
    let conditions = rules.conditions_at(catalog.provider(host.provider));
    let mix = cost::best(&ways, &profile, &conditions)?;
    let total = mix.usd(catalog, |part| part.total)?;
    let accrued = mix.usd(catalog, |part| part.accrued)?;
    let most = mix.parts.iter().max_by_key(|part| part.used)?;
    let way = ways.get(most.way)?;
    let months = profile.project / Hours::MONTH;
    let cpu = Cpu {
        offer: position,
        instances: service.instances,
        sequences: service.sequences,
        needed: service.needed,
        rate: service.rate,
        first_token: service.first_token,
        per_token: service.per_token,
        kind: host.prices.get(way.price)?.kind,
        rate_per_hour: way.per_hour(),
        per_month: accrued.divided(Ratio::new(months)),
        total,
        cheaper: false,
    };
    Some((way.stale, cpu))
}

/// A host as an offer, to be priced as one.
fn offer(host: &CpuOffer) -> Offer {
    Offer {
        id: String::new(),
        provider: host.provider,
        instance: String::new(),
        region: crate::catalog::Region::default(),
        tier: Tier::Cloud,
        accelerator: None,
        card_assumed: false,
        gpus: GpuCount::Whole(0),
        basis: Basis::Instance,
        vcpu: None,
        ram_gb: None,
        disk_gb: None,
        network: None,
        link: InstanceLink::Unknown,
        link_text: String::new(),
        prices: host.prices.clone(),
        interruptions: None,
        not_rankable: None,
    }
}
