//! Laying a workload over the cards of one kind of instance: shards, replicas, instances.

use super::host::Host;
use super::preference::is_better;
use super::question::Question;
use super::risk::{Run, states};
use super::spread::Spread;
use super::{need, pieces};
use crate::cost;
use crate::demand::Peak;
use crate::fit::{self, Caveat, Device, Footprint, Group, Unsupported, Verdict};
use crate::query::Workload;
use crate::speed::{self, Speed, Unrated};
use crate::units::{Bytes, Decimal, Hours, Range, Ratio, Seconds};

/// Most sequences that one replica batches where no cap is given (vLLM's `max_num_seqs` default on
/// cards below 70 GiB; engine arguments of vLLM 0.11).
const MAX_SEQUENCES: u32 = 256;

/// How a workload lies over instances of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The cards that run one replica.
    pub group: Group,
    /// Replicas over all instances.
    pub replicas: u32,
    /// Instances.
    pub instances: u32,
    /// Sequences resident on one replica; 1 where it does not serve.
    pub sequences: u32,
    /// What each card holds.
    pub footprint: Footprint,
    /// Whether it fits.
    pub verdict: Verdict,
    /// Speed of one replica.
    pub speed: Speed,
    /// Speed of the whole.
    pub rate: Range<Ratio>,
    /// Output tokens per second that are asked for at the peak, where a rate is given.
    pub asked: Option<Ratio>,
    /// Instances that work as one.
    pub together: u32,
    /// How many instances the peak takes, at the high end, the expected and the low end of the speed.
    pub peak: Range<Peak>,
    /// Time that the job takes on these instances.
    pub job: Option<Range<Hours>>,
    /// What to know about engine and precision.
    pub caveat: Option<Caveat>,
    /// Whether the targets for first token, each token and deadline are met.
    pub targets: Targets,
}

impl Layout {
    /// Instances that run at the peak of the first month: those that the load takes, and no fewer than
    /// are kept running. A job keeps none.
    pub const fn running(&self, question: &Question) -> u32 {
        let floor = question.query.load.floor;
        if question.demand.is_job() || floor <= self.instances {
            self.instances
        } else {
            floor
        }
    }
}

/// Which targets are met. A target that is not set is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Targets {
    /// Seconds to the first token.
    pub first_token: bool,
    /// Milliseconds per token.
    pub per_token: bool,
    /// Hours to the end of the job.
    pub deadline: bool,
}

impl Targets {
    pub const fn all(self) -> bool {
        self.first_token && self.per_token && self.deadline
    }
}

/// Why a workload does not lie over this kind of instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// Engine or precision.
    Unsupported(Unsupported),
    /// Too little memory, in the plan that comes closest.
    TooSmall {
        /// What each card would have to hold.
        needed: Bytes,
        /// What it can hold.
        usable: Bytes,
    },
    /// A figure of the card is missing.
    Unrated(Unrated),
}

impl Question<'_> {
    /// Lays the workload over instances with so many cards of a device.
    ///
    /// # Errors
    /// [`Misfit`] says why it cannot.
    pub fn layout(&self, device: &Device, host: Host, sliced: bool) -> Result<Layout, Misfit> {
        let caveat = fit::supports(self.catalog, self.query, self.subject, device.accelerator)
            .map_err(Misfit::Unsupported)?;
        let cards = if sliced { 1 } else { host.cards.max(1) };
        let mut best: Option<Layout> = None;
        let mut misfit: Option<Misfit> = None;
        for group in host.groups(self, cards, sliced) {
            match self.plan(device, &group, host, cards, caveat) {
                Ok(layout) => {
                    if best.as_ref().is_none_or(|b| is_better(self, &layout, b)) {
                        best = Some(layout);
                    }
                    // A job over more hosts than it needs is never better.
                    if self.trains() && best.as_ref().is_some_and(|b| b.targets.all()) {
                        break;
                    }
                }
                Err(other) => misfit = Some(closer(misfit, other)),
            }
        }
        best.ok_or_else(|| {
            misfit.unwrap_or(Misfit::TooSmall {
                needed: Bytes::ZERO,
                usable: device.usable,
            })
        })
    }

    /// Whether one job is trained over all cards together.
    pub const fn trains(&self) -> bool {
        matches!(self.query.workload, Workload::Pretrain | Workload::Finetune)
    }

    fn plan(
        &self,
        device: &Device,
        group: &Group,
        host: Host,
        cards: u32,
        caveat: Option<Caveat>,
    ) -> Result<Layout, Misfit> {
        let shards = group.cards();
        if self.query.workload == Workload::Serve {
            return self.serving(device, group, cards, caveat);
        }
        let footprint = self.footprint(device, group, 1)?;
        let speed = self.speed(device, group, 1)?;
        let hosts = shards.div_ceil(cards);
        let per_instance = (cards / shards).max(1);
        let rate = speed.rate * f64::from(per_instance);
        let together = if pieces::splits(self.query) { 1 } else { hosts };
        let spread = Spread {
            question: self,
            alone: self.job_hours(rate),
            replicas: per_instance,
            spot: host.spot.map(|spot| {
                let network = spot.network;
                let states = states(self.query, &footprint, group, device);
                let run = Run::new(self, states, &speed, together, network);
                (run, spot.hazard())
            }),
        };
        let times = spread.times();
        let instances = hosts.saturating_mul(times);
        let rate = rate * f64::from(times);
        let job = self.job_hours(rate);
        let deadline = spread.meets_deadline(times);
        let peak = Peak {
            replicas: Ratio::new(f64::from(times)),
            per_instance: 1,
            together: hosts,
        };
        Ok(Layout {
            group: *group,
            together,
            peak: Range::exact(peak),
            // At most 1,024 cards (the catalog's reader, the key `cnt`) times 10⁶ instances.
            replicas: per_instance.saturating_mul(times),
            instances,
            sequences: 1,
            verdict: fit::verdict(&footprint, device),
            footprint,
            speed,
            rate,
            asked: None,
            job,
            caveat,
            targets: Targets {
                first_token: true,
                per_token: true,
                deadline,
            },
        })
    }

    /// Serving: as few instances as hold the load, each replica with its share of the sequences.
    fn serving(
        &self,
        device: &Device,
        group: &Group,
        cards: u32,
        caveat: Option<Caveat>,
    ) -> Result<Layout, Misfit> {
        let shards = group.cards();
        let per_instance = cards / shards;
        let one = self.footprint(device, group, 1)?;
        let headroom = self.query.load.capacity().get();
        let (sequences, need, asked) = match self.asked_tokens_per_second() {
            None => {
                let load = need::resident(self.query).get();
                let all = count_of(load);
                // Headroom is room for more of them on the same replicas.
                let wanted = |load: f64| count_of(load * headroom).div_ceil(per_instance);
                let capacity = self.capacity(device, group, &one, wanted(load));
                let grown = wanted(load * self.greatest_growth().get());
                let capacity = self.growing(device, group, &one, (capacity, grown))?;
                let need = load * headroom / f64::from(capacity);
                // All cards of an instance share the sequences.
                let replicas = count_of(need).max(per_instance.min(all));
                (all.div_ceil(replicas), (need, replicas), None)
            }
            Some(asked) => {
                let cap = self.query.concurrency.unwrap_or(MAX_SEQUENCES).max(1);
                let cap = self.capacity(device, group, &one, cap);
                let sequences = self.sequences_within_targets(device, group, cap)?;
                let speed = self.speed(device, group, sequences)?;
                let need = asked.get() * headroom / speed.rate.expected.get();
                // By Little's law a replica at this rate holds these sequences; one that is
                // asked for less holds fewer, so its memory is planned for the peak.
                (sequences, (need, count_of(need)), Some(asked))
            }
        };
        let (need, replicas) = need;
        let footprint = self.footprint(device, group, sequences)?;
        let speed = self.speed(device, group, sequences)?;
        let instances = replicas.div_ceil(per_instance);
        let peak = |need: f64| Peak {
            replicas: Ratio::new(need),
            per_instance,
            together: 1,
        };
        let rate = speed.rate;
        let peak = match asked {
            None => Range::exact(peak(need)),
            Some(_) => Range {
                low: peak(need * (rate.expected / rate.high)),
                expected: peak(need),
                high: peak(need * (rate.expected / rate.low)),
            },
        };
        Ok(Layout {
            group: *group,
            replicas,
            instances,
            sequences,
            verdict: fit::verdict(&footprint, device),
            footprint,
            rate: speed.rate * f64::from(replicas),
            asked,
            together: 1,
            peak,
            job: None,
            caveat,
            targets: Targets {
                first_token: within(self.first_token_target(), speed.first_token),
                per_token: within(self.per_token_target(), speed.per_token),
                deadline: true,
            },
            speed,
        })
    }

    fn first_token_target(&self) -> Option<Seconds> {
        self.query.first_token_s.map(|s| Seconds::new(s.to_f64()))
    }

    fn per_token_target(&self) -> Option<Seconds> {
        self.query
            .per_token_ms
            .map(|ms| Seconds::new(ms.to_f64() / 1000.0))
    }

    /// Sequences that one replica holds, from 1 to `wanted`. The footprint grows linearly with
    /// sequences, so two points give the slope.
    fn capacity(&self, device: &Device, group: &Group, one: &Footprint, wanted: u32) -> u32 {
        let fits = |sequences: u32| self.footprint(device, group, sequences).is_ok();
        if wanted <= 1 || fits(wanted) {
            return wanted.max(1);
        }
        let most = fit::footprint(self.query, self.subject, device, group, wanted);
        let slope = (most.total.expected - one.total.expected) / f64::from(wanted - 1);
        let room = device.usable - one.total.expected;
        let mut sequences = if slope > Bytes::ZERO {
            (1 + whole(room / slope)).min(wanted)
        } else {
            wanted
        };
        while sequences > 1 && !fits(sequences) {
            sequences -= 1;
        }
        sequences
    }

    /// Sequences that one replica comes to hold under a load that grows from so many to so many, with
    /// which it still meets the latency targets: before another replica is needed, it fills up.
    fn growing(
        &self,
        device: &Device,
        group: &Group,
        one: &Footprint,
        (first, last): (u32, u32),
    ) -> Result<u32, Misfit> {
        let last = last.min(MAX_SEQUENCES);
        if last <= first {
            return Ok(first);
        }
        let cap = self.capacity(device, group, one, last);
        Ok(self
            .sequences_within_targets(device, group, cap)?
            .max(first))
    }

    /// The most sequences, up to `cap`, with which one replica meets the latency targets; 1 where
    /// even one does not.
    fn sequences_within_targets(
        &self,
        device: &Device,
        group: &Group,
        cap: u32,
    ) -> Result<u32, Misfit> {
        if !self.has_latency_target() {
            return Ok(cap);
        }
        let meets = |sequences: u32| self.meets(device, group, sequences);
        // Latency grows with the batch, so the largest batch that meets the targets is found by
        // halving the interval.
        let (mut low, mut high) = (1, cap);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if meets(middle)? {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Ok(low)
    }

    /// Whether a time to the first token or per token is asked for.
    pub const fn has_latency_target(&self) -> bool {
        self.query.first_token_s.is_some() || self.query.per_token_ms.is_some()
    }

    /// Whether one replica meets the times that are asked for with so many sequences.
    pub fn meets_latency(&self, device: &Device, group: &Group, sequences: u32) -> bool {
        self.meets(device, group, sequences) == Ok(true)
    }

    fn meets(&self, device: &Device, group: &Group, sequences: u32) -> Result<bool, Misfit> {
        let speed = self.speed(device, group, sequences)?;
        Ok(within(self.first_token_target(), speed.first_token)
            && within(self.per_token_target(), speed.per_token))
    }

    fn footprint(
        &self,
        device: &Device,
        group: &Group,
        sequences: u32,
    ) -> Result<Footprint, Misfit> {
        let footprint = fit::footprint(self.query, self.subject, device, group, sequences);
        if fit::verdict(&footprint, device) == Verdict::No {
            return Err(Misfit::TooSmall {
                needed: footprint.total.expected,
                usable: device.usable,
            });
        }
        Ok(footprint)
    }

    fn speed(&self, device: &Device, group: &Group, sequences: u32) -> Result<Speed, Misfit> {
        speed::speed(self.query, self.subject, device, group, sequences).map_err(Misfit::Unrated)
    }

    /// Hours of the job at a rate per second.
    fn job_hours(&self, rate: Range<Ratio>) -> Option<Range<Hours>> {
        if !self.demand.is_job() {
            return None;
        }
        let work = self.work?;
        // Work that is said in hours includes all waiting.
        let stall = match self.query.workload {
            Workload::Vram => Decimal::ZERO,
            _ => self.query.extras.stall_percent,
        };
        let hours = |rate: Ratio| {
            cost::with_stalls(Seconds::new(work.get() / rate.get()).to_hours(), stall)
        };
        (rate.expected > Ratio::ZERO && rate.low > Ratio::ZERO)
            .then(|| Range::new(hours(rate.high), hours(rate.expected), hours(rate.low)))
    }
}

/// Whether a target is met; one that is not set is.
fn within(target: Option<Seconds>, reached: Option<Range<Seconds>>) -> bool {
    target.is_none_or(|target| reached.is_some_and(|reached| reached.expected <= target))
}

/// Of two reasons the more telling one: a missing figure over a lack of memory, and of two lacks
/// the smaller.
fn closer(known: Option<Misfit>, other: Misfit) -> Misfit {
    match (known, other) {
        (None, other) => other,
        (Some(Misfit::TooSmall { needed: a, .. }), Misfit::TooSmall { needed: b, usable }) => {
            Misfit::TooSmall {
                needed: a.min(b),
                usable,
            }
        }
        (Some(known), Misfit::TooSmall { .. }) => known,
        (Some(_), other) => other,
    }
}

/// A number of instances or replicas: at least 1, rounded up, and bounded so that an absurd rate
/// stays a number.
pub(super) fn count_of(need: f64) -> u32 {
    // A load of 2.0000001 instances is one of 2: the estimate is never that exact.
    let rounded = (need - 1e-6).ceil();
    if rounded >= 1e6 {
        1_000_000
    } else {
        whole(rounded.max(1.0))
    }
}

/// Truncates into a u32.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates at both ends and maps NaN to 0"
)]
const fn whole(value: f64) -> u32 {
    value as u32
}
