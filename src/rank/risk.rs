//! What interruptions of spot add to the bill of one offer, and what they may do to its deadline.

use super::Candidate;
use super::candidate::Offered;
use super::pieces::{at_once, splits};
use super::question::Question;
use crate::catalog::PriceKind;
use crate::cost::spot::{
    self, CheckpointRule, Checkpoints, DEFAULT_TARGET, Hazard, Outlook, SpotRun,
};
use crate::demand::Week;
use crate::fit::{Device, Footprint, Group};
use crate::query::{CheckpointPlan, Pay, Query, Workload};
use crate::speed::Speed;
use crate::units::{Bytes, BytesPerSecond, Hours, PerHour, Range, Ratio};

/// The greatest factor by which spot hours are counted: what is expected never to end costs this
/// many times its hours, more than any other way to buy.
pub const NEVER_ENDS: f64 = 1000.0;

/// The risk of spot for one offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Risk {
    /// Interruptions of one instance.
    pub hazard: Hazard,
    /// Hours that are paid for each that would be without interruptions (of a job with its first
    /// start), at the low, expected and high rate.
    pub factor: Range<Ratio>,
    /// What happens to one run; `None` for serving, which has spare replicas instead.
    pub run: Option<Outlook>,
    /// Instances kept as spares for serving.
    pub spares: u32,
    /// Time to write a checkpoint.
    pub save: Hours,
    /// Time until a new instance goes on where the lost one stopped.
    pub restart: Hours,
    /// Time that the first start of a job takes, which is the same without interruptions.
    pub start: Hours,
    /// Replicas that take pieces of the work from one queue; `None` where all of it is one run.
    pub queue: Option<u32>,
    /// The price over that of on demand, after discounts; `None` where that is not sold.
    pub price_ratio: Option<Ratio>,
}

impl Risk {
    /// The chance that the run is done within some hours from its start; `None` for serving.
    #[must_use]
    pub fn chance_within(&self, deadline: Hours) -> Option<Range<Ratio>> {
        let run = self.run?;
        let deadline = deadline - self.start;
        Some(match self.queue {
            None => run.chance_within(deadline),
            Some(replicas) => {
                let of = |own: SpotRun| {
                    let work = own.work * f64::from(replicas);
                    SpotRun { work, ..own }.pieces_within(replicas, deadline)
                };
                Range::new(of(run.runs.high), of(run.runs.expected), of(run.runs.low))
            }
        })
    }
}

/// The risk of spot for an offer; `None` where spot is not allowed or not sold.
#[must_use]
pub fn risk(question: &Question, offered: &Offered) -> Option<Risk> {
    let (query, offer, layout) = (question.query, offered.offer, offered.layout);
    let sold = offer.prices.iter().any(|p| p.kind == PriceKind::Spot);
    if !sold || !query.pay.contains(&Pay::Spot) {
        return None;
    }
    let hazard = Hazard::of(query, offer);
    let (footprint, speed) = (&layout.footprint, &layout.speed);
    let (group, together) = (&layout.group, layout.together);
    let states = states(query, footprint, group, offered.device);
    let kind = Run::new(question, states, speed, together, offer.network);
    let (save, restart) = (kind.save, kind.restart);
    if query.workload == Workload::Serve {
        return Some(serving(question, offered, hazard, restart, save));
    }
    let work = run_hours(question, layout.job.map(|job| job.expected));
    // A month that stands for work that is not stated holds its start.
    let start = layout
        .job
        .map_or(Hours::ZERO, |_| question.demand.startup());
    let run = kind.outlook(hazard, work);
    let factor = |expected: Option<spot::Expected>| {
        let factor = |e: spot::Expected| (e.hours + start) / (e.work + start).max(Hours::new(1e-9));
        Ratio::new(expected.map_or(NEVER_ENDS, |e| factor(e).clamp(1.0, NEVER_ENDS)))
    };
    Some(Risk {
        hazard,
        factor: Range {
            low: factor(run.expected.low),
            expected: factor(run.expected.expected),
            high: factor(run.expected.high),
        },
        run: Some(run),
        spares: 0,
        save,
        restart,
        start,
        queue: kind.piece.map(|_| layout.replicas),
        price_ratio: None,
    })
}

/// Serving goes on while one instance is away, if others hold the load.
fn serving(
    question: &Question,
    offered: &Offered,
    hazard: Hazard,
    restart: Hours,
    save: Hours,
) -> Risk {
    let query = question.query;
    let target = query.sla_percent.map_or(DEFAULT_TARGET, |sla| {
        // 100 % is promised by nobody.
        sla.percent().min(Ratio::new(0.9999))
    });
    let share = query.spot.interruptible_percent.percent();
    let needed = crate::demand::interruptible(offered.layout.running(question), share).max(1);
    let fleet = |rate: PerHour| spot::fleet(needed, rate, restart, query.spot.pools, target);
    let factor =
        |rate: PerHour| fleet(rate).map_or(Ratio::new(NEVER_ENDS), |fleet| fleet.cost_factor());
    Risk {
        hazard,
        factor: Range {
            low: factor(hazard.rate.low),
            expected: factor(hazard.rate.expected),
            high: factor(hazard.rate.high),
        },
        run: None,
        spares: fleet(hazard.rate.expected).map_or(0, |fleet| fleet.spares()),
        save,
        restart,
        start: Hours::ZERO,
        queue: None,
        price_ratio: None,
    }
}

/// Hours of one run without a planned end before them: the job, or a session of the pattern.
fn run_hours(question: &Question, job: Option<Hours>) -> Hours {
    let session = || question.demand.week().and_then(Week::session);
    job.or_else(session).unwrap_or(Hours::MONTH)
}

/// What one replica must not lose.
#[derive(Clone, Copy, Debug)]
pub struct States {
    /// What a checkpoint writes.
    saved: Bytes,
    /// What a new instance fetches before it goes on.
    fetched: Bytes,
}

/// Weights and optimizer states, which are fetched again as well. Of other work nobody says what of
/// its memory is worth keeping: all that is stated is saved, and where nothing is stated, all that
/// the cards hold, which is the most that there can be. What of it is fetched is then for `redl` to say.
pub fn states(query: &Query, footprint: &Footprint, group: &Group, device: &Device) -> States {
    let cards = f64::from(group.cards());
    let known = (footprint.weights + footprint.optimizer) * cards;
    let saved = match query.workload {
        Workload::Vram if query.vram_gb.is_some() => footprint.total.expected * cards,
        Workload::Vram | Workload::Hpc => device.usable * cards,
        _ => known,
    };
    States {
        saved,
        fetched: known,
    }
}

/// What of a layout decides how a run on spot goes, however long it works.
pub struct Run<'a> {
    query: &'a Query,
    /// Instances that stop when one of them does.
    together: u32,
    /// Time to write a checkpoint.
    save: Hours,
    /// Time until a new instance goes on where the lost one stopped.
    restart: Hours,
    /// The time of one piece of work that does not wait for others: a batch of images or a frame.
    piece: Option<Hours>,
}

impl<'a> Run<'a> {
    /// Of replicas that hold and do so much, on instances with this network.
    pub fn new(
        question: &Question<'a>,
        states: States,
        speed: &Speed,
        together: u32,
        network: Option<BytesPerSecond>,
    ) -> Self {
        let query = question.query;
        let startup = Hours::new(query.load.startup_min.to_f64() / 60.0);
        let refetch = Bytes::from_gb(query.spot.refetch_gb.to_f64());
        let rate = speed.rate.expected.get();
        // What is said in GPU-hours does not say how long a piece of it is.
        let pieces = query.workload != Workload::Vram && splits(query) && rate > 0.0;
        Self {
            query,
            together,
            save: query.spot.save_min.map_or_else(
                || spot::save_time(states.saved, together),
                |minutes| Hours::new(minutes.to_f64() / 60.0),
            ),
            restart: startup + spot::fetch_time(refetch + states.fetched, network),
            piece: pieces.then(|| Hours::new(f64::from(at_once(query)) / rate / 3600.0)),
        }
    }

    /// What may become of so many hours of work.
    fn outlook(&self, hazard: Hazard, work: Hours) -> Outlook {
        if let Some(piece) = self.piece {
            // A piece that is done is kept, so that the pieces are checkpoints that cost nothing.
            let run = |rate: PerHour| SpotRun::pieces(work, piece, rate, self.restart);
            return Outlook::of(hazard.rate, run, Checkpoints::None, hazard.assumed);
        }
        let save = self.save;
        let rule = match (self.query.checkpoint_hours, self.query.spot.checkpoints) {
            (Some(hours), _) => CheckpointRule::Every {
                interval: Hours::new(hours.to_f64()),
                save,
            },
            (None, CheckpointPlan::Best) => CheckpointRule::Best { save },
            (None, CheckpointPlan::None) => CheckpointRule::Never,
        };
        spot::outlook(hazard, self.together, work, self.restart, rule)
    }

    /// Hours that so many hours of work are expected to take over these.
    pub fn drawn_out(&self, hazard: Hazard, work: Hours) -> Ratio {
        let expected = self.outlook(hazard, work).expected.expected;
        expected.map_or(Ratio::new(NEVER_ENDS), |expected| expected.factor())
    }
}

/// What is worth knowing of the spot instances of one candidate; worked out for what is shown only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpotFacts {
    /// The risk.
    pub risk: Risk,
    /// Hours between two checkpoints, where any are written; pieces need none.
    pub interval: Option<Hours>,
    /// Hours between two checkpoints that cost least (Daly); `None` for serving and for pieces.
    pub best_interval: Option<Hours>,
    /// The chance that a job ends by its deadline.
    pub chance: Option<Range<Ratio>>,
    /// Spot pays while interruptions of all instances together come no more often than every so many
    /// hours, as the run is. `None` where it pays however often they come, or where no price on
    /// demand is known.
    pub break_even: Option<Hours>,
    /// The same with checkpoints at the interval that costs least.
    pub break_even_saved: Option<Hours>,
}

impl Candidate {
    /// What is worth knowing of its spot instances; `None` where it has none.
    #[must_use]
    pub fn spot(&self, query: &Query) -> Option<SpotFacts> {
        let risk = self.risk?;
        let run = risk.run.map(|run| run.runs.expected);
        let even = |rule: CheckpointRule| {
            let (ratio, run) = risk.price_ratio.zip(run)?;
            // The first start is paid either way: r (E + S) = T + S is r' E = T with this r'.
            let started = 1.0 + risk.start / run.work * (1.0 - ratio.get());
            let ratio = Ratio::new(ratio.get() / started);
            spot::break_even(ratio, run.work, risk.restart, rule)
        };
        let rule = match run.map(|run| run.checkpoints) {
            Some(Checkpoints::Every { interval, save }) => CheckpointRule::Every { interval, save },
            _ => CheckpointRule::Never,
        };
        let deadline = query.deadline_hours.map(|hours| Hours::new(hours.to_f64()));
        let deadline = deadline.filter(|_| crate::demand::Demand::of(query).is_job());
        // Where pieces are kept there is nothing to save.
        let saved = run.filter(|_| risk.queue.is_none());
        Some(SpotFacts {
            risk,
            interval: match rule {
                CheckpointRule::Every { interval, .. } => saved.map(|_| interval),
                _ => None,
            },
            best_interval: saved.and_then(|run| spot::daly(run.rate, risk.save)),
            chance: deadline.and_then(|deadline| risk.chance_within(deadline)),
            break_even: even(rule),
            break_even_saved: saved.and_then(|_| even(CheckpointRule::Best { save: risk.save })),
        })
    }
}
