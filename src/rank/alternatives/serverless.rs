//! Cards by the second.

use super::{arrivals, meets};
use crate::catalog::{AcceleratorIx, GpuCount, InstanceLink, ModelKind, ServerlessPrice, Topology};
use crate::cost::serverless::{Billed, Stream, crossing};
use crate::demand::HOURS;
use crate::fit::Device;
use crate::query::{VisionMode, Workload};
use crate::rank::filter::Filter;
use crate::rank::host::Host;
use crate::rank::layout::Layout;
use crate::rank::question::Question;
use crate::rank::{Candidate, device};
use crate::sorted::{self, SortedMap};
use crate::speed;
use crate::units::{Currency, Hours, Money, Ratio, Seconds};

/// Cards by the second for the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Serverless {
    /// The price, as its position in [`crate::catalog::Market::serverless`].
    pub price: usize,
    /// Workers at the peak.
    pub workers: u32,
    /// What a month is billed.
    pub billed: Billed,
    /// What it costs, in the seller's currency.
    pub per_month: Money,
    /// What it costs in US dollars; `None` where the currency has no rate.
    pub per_month_usd: Option<Money>,
    /// What the project costs in US dollars.
    pub total_usd: Option<Money>,
    /// The share of the month at which these workers cost as much as the machines of the first
    /// candidate: below it they are cheaper. `None` where they are even around the clock, and where
    /// they run around the clock anyway.
    pub crossing: Option<Ratio>,
    /// Whether the targets of the question are met by a worker that runs.
    pub meets_targets: bool,
    /// The time that is billed after the last request is not known, and not in the cost.
    pub idle_unknown: bool,
    /// The time of a start is not known, and not in the cost.
    pub start_unknown: bool,
    /// The shortest time that is billed is not known, and nothing is rounded up.
    pub rounding_unknown: bool,
    /// Processor and memory are billed on top, and not in the cost.
    pub host_extra: bool,
}

/// What one kind of worker does for the question, whatever it is sold at.
struct Work {
    /// The requests at each level of the load.
    streams: Vec<Stream>,
    workers: u32,
    meets_targets: bool,
    /// Months of the project.
    months: f64,
}

/// Every seller of a card that holds the workload.
pub(super) fn serverless(
    question: &Question,
    filter: &Filter,
    candidates: &[Box<Candidate>],
) -> Vec<Serverless> {
    let (catalog, query) = (question.catalog, question.query);
    let runs = match query.workload {
        Workload::Serve => true,
        Workload::Image => question.demand.is_job(),
        Workload::Vision => question.demand.is_job() && query.vision_mode == VisionMode::Infer,
        Workload::Pretrain
        | Workload::Finetune
        | Workload::Render
        | Workload::Hpc
        | Workload::Vram => false,
    };
    if !runs || question.subject.is_none() {
        return Vec::new();
    }
    let fixed = candidates.first().map(|c| c.rent_per_month());
    let mut known: SortedMap<(AcceleratorIx, u32), Option<Work>> = SortedMap::default();
    let mut rows: Vec<Serverless> = Vec::new();
    for (position, price) in catalog.market.serverless.iter().enumerate() {
        if !filter.admits_card(price.accelerator) {
            continue;
        }
        let work = known.get_or_insert_with((price.accelerator, price.cards), |(card, cards)| {
            work(question, *card, *cards)
        });
        if let Some(work) = work {
            rows.push(row(question, position, price, work, fixed));
        }
    }
    sorted::sort_by_key(&mut rows, |row| {
        let usd = row.per_month_usd.map(Money::micros);
        // What is not known counts nothing in the sum, and must not win by that.
        let partly =
            row.idle_unknown || row.start_unknown || row.rounding_unknown || row.host_extra;
        (!row.meets_targets, usd.is_none(), partly, usd, row.price)
    });
    rows
}

fn row(
    question: &Question,
    position: usize,
    price: &ServerlessPrice,
    work: &Work,
    fixed: Option<Money>,
) -> Serverless {
    let usd = |amount: Money| question.catalog.convert(amount, Currency::USD);
    let billed = Billed::sum(&work.streams, price, work.workers);
    let per_month = billed.cost(price);
    let always = price.per_hour.over(Hours::MONTH * f64::from(work.workers));
    let per_month_usd = usd(per_month);
    Serverless {
        price: position,
        workers: work.workers,
        billed,
        per_month,
        per_month_usd,
        total_usd: per_month_usd.map(|month| month.scaled(work.months)),
        crossing: usd(always)
            .zip(fixed.filter(|_| !price.always_on))
            .and_then(|(always, fixed)| crossing(always, fixed)),
        meets_targets: work.meets_targets,
        idle_unknown: price.idle.is_none() && !price.always_on,
        start_unknown: price.cold_start.is_none() && !price.always_on,
        rounding_unknown: price.granularity.is_none() && !price.always_on,
        host_extra: price.host_extra,
    }
}

/// What workers with so many of a card do; `None` where they do not hold the workload.
fn work(question: &Question, card: AcceleratorIx, cards: u32) -> Option<Work> {
    let catalog = question.catalog;
    let count = GpuCount::Whole(cards);
    let device = device(catalog, question.query, question.measured, card, count)?;
    let link = match device.accelerator.topology {
        Some(Topology::Switched | Topology::CubeMesh) => InstanceLink::Nvlink,
        _ => InstanceLink::Unknown,
    };
    let host = Host {
        cards,
        link,
        network: None,
        spot: None,
    };
    let layout = question.layout(&device, host, false).ok()?;
    let span = question.demand.span(layout.job.map(|job| job.expected));
    Some(Work {
        streams: levels(question, span.per_month)
            .into_iter()
            .map(|(level, in_use)| stream(question, &device, &layout, level, in_use))
            .collect(),
        workers: layout.instances,
        meets_targets: meets(layout.targets),
        months: span.project / Hours::MONTH,
    })
}

/// Tokens of a request that a speed counts: those written, or those that an encoder reads.
fn tokens_per_request(question: &Question) -> f64 {
    let is_encoder = question
        .subject
        .is_some_and(|subject| subject.model.kind == ModelKind::Encoder);
    let counted = if is_encoder {
        question.query.context
    } else {
        question.query.output
    };
    f64::from(counted.max(1))
}

/// The levels of the load as shares of its peak, each with its hours of a month; for a job one.
fn levels(question: &Question, in_use: Hours) -> Vec<(Ratio, Hours)> {
    let Some(week) = question.demand.week() else {
        return vec![(Ratio::new(1.0), in_use)];
    };
    let mut levels: Vec<(Ratio, Hours)> = Vec::new();
    for cell in week.cells() {
        let hours = Hours::MONTH * (cell.used.get() / HOURS as f64);
        if hours <= Hours::ZERO || cell.level <= Ratio::ZERO {
            continue;
        }
        match levels.iter_mut().find(|(level, _)| *level == cell.level) {
            Some((_, sum)) => *sum += hours,
            None => levels.push((cell.level, hours)),
        }
    }
    levels
}

/// The stream of requests that a layout serves at a level of the load. A request takes the time it
/// has beside as many others as come along while it is served.
fn stream(
    question: &Question,
    device: &Device,
    layout: &Layout,
    level: Ratio,
    in_use: Hours,
) -> Stream {
    let all = Stream {
        arrivals: Ratio::ZERO,
        service: Seconds::ZERO,
        load: level * f64::from(layout.instances),
        in_use,
    };
    let Some(arrivals) = arrivals(question, layout) else {
        return all;
    };
    let arrivals = arrivals * level.get();
    let tokens = tokens_per_request(question);
    let rate_of = |sequences: u32| {
        speed::speed(
            question.query,
            question.subject,
            device,
            &layout.group,
            sequences,
        )
        .map(|speed| speed.rate.expected.get())
    };
    // By Little's law a request that shares a replica with others takes sequences × tokens ÷ rate.
    let takes = |sequences: u32| {
        rate_of(sequences).map(|rate| f64::from(sequences) * tokens / rate.max(1e-12))
    };
    let Ok(alone) = takes(1) else { return all };
    let along = (arrivals.get() * alone)
        .ceil()
        .clamp(1.0, f64::from(layout.sequences.max(1)));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and a u32"
    )]
    let service = takes(along as u32).unwrap_or(alone);
    let whole = layout.rate.expected.get() / f64::from(layout.instances.max(1));
    Stream {
        arrivals,
        service: Seconds::new(service),
        load: Ratio::new(arrivals.get() * tokens / whole.max(1e-12)),
        in_use,
    }
}
