//! Speed of a serving replica: prefill, decoding, and both in a steady stream of requests.

use super::efficiency::{Execution, Release};
use super::machine::Machine;
use super::{Bottleneck, Speed, SpeedUnit, Unrated, soft_max};
use crate::calibration::ServingSpeed;
use crate::catalog::ModelKind;
use crate::fit::{Device, Group, Subject};
use crate::query::Query;
use crate::units::{Range, Ratio, Seconds};

/// Seconds of one phase by cause, on one card.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Phase {
    /// Bytes of weights that are read.
    pub bytes: f64,
    /// Operations.
    pub operations: f64,
    /// Reading weights.
    pub reading: f64,
    /// Arithmetic.
    pub arithmetic: f64,
    /// Moving cache, scores and activations.
    pub traffic: f64,
    /// Start and end of kernels.
    pub launches: f64,
    /// Exchange between cards.
    pub exchange: f64,
    /// What the host does meanwhile.
    pub host: f64,
    /// What the host does before the card can go on.
    pub serial: f64,
}

impl Phase {
    /// What occupies the card.
    pub(crate) fn device(&self) -> f64 {
        self.reading + self.arithmetic + self.traffic + self.launches + self.exchange
    }

    /// The time it takes with so much more work for the card mixed in.
    pub(crate) fn with(&self, mixed: f64) -> f64 {
        soft_max(self.device() + mixed, self.host) + self.serial
    }

    /// The mean of this phase and another, which comes up in such a share of all cases.
    fn blended(&self, other: &Self, share: f64) -> Self {
        let mean = |own: f64, other: f64| own + (other - own) * share;
        Self {
            bytes: mean(self.bytes, other.bytes),
            operations: mean(self.operations, other.operations),
            reading: mean(self.reading, other.reading),
            arithmetic: mean(self.arithmetic, other.arithmetic),
            traffic: mean(self.traffic, other.traffic),
            launches: mean(self.launches, other.launches),
            exchange: mean(self.exchange, other.exchange),
            host: mean(self.host, other.host),
            serial: mean(self.serial, other.serial),
        }
    }

    /// The time it takes.
    pub(crate) fn seconds(&self) -> f64 {
        self.with(0.0)
    }
}

/// One replica under a load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Load {
    /// How the engine executes.
    pub execution: Execution,
    /// Resident sequences.
    pub sequences: f64,
    /// Stages of a pipeline, through which groups of sequences pass in turn.
    pub stages: f64,
    /// Prompt tokens of one request.
    pub prompt: f64,
    /// Output tokens of one request; 0 for an encoder.
    pub output: f64,
    /// One decoding step of the sequences of one stage.
    pub step: Phase,
    /// The prefill of one request, or of all sequences of an encoder.
    pub prefill: Phase,
    /// What the prompt of one request adds to steps that are under way.
    pub mixed: f64,
    /// Memory bandwidth of one card.
    pub bandwidth: f64,
    /// Peak rate of one card.
    pub peak: f64,
}

/// Prompt tokens that a paged engine computes with one step (vLLM's `max_num_batched_tokens`).
const PIECE: f64 = 8192.0;

/// Works out the load of one replica.
pub(crate) fn load(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
    sequences: u32,
    release: Release,
) -> Result<Load, Unrated> {
    let machine = Machine::new(query, subject, device, group, release)?;
    let is_encoder = subject.model.kind == ModelKind::Encoder;
    let output = if is_encoder {
        0.0
    } else {
        f64::from(query.output.min(query.context).max(1))
    };
    let prompt = (f64::from(query.context) - output).max(1.0);
    let sequences = f64::from(sequences.max(1));
    let rows = if is_encoder { sequences } else { 1.0 };
    let (prefill, mixed) = machine.prefill(prompt, rows);
    let step = if is_encoder {
        Phase::default()
    } else {
        let of_stage = sequences / machine.stages;
        let context = prompt + output / 2.0;
        let alone = machine.step(of_stage, context, of_stage);
        if sequences > 1.0 && machine.execution == Execution::Paged {
            // A step with a piece of another's prompt touches that many experts more. While one
            // request writes its output, each of the others brings its prompt once.
            let piece = prompt.min(PIECE);
            let share = (sequences - 1.0) / output * (prompt / piece);
            let joined = machine.step(of_stage, context, of_stage + piece);
            alone.blended(&joined, share.min(1.0))
        } else {
            alone
        }
    };
    Ok(Load {
        execution: machine.execution,
        sequences,
        stages: machine.stages,
        prompt,
        output,
        step,
        prefill,
        mixed,
        bandwidth: machine.bandwidth,
        peak: machine.peak,
    })
}

/// A steady stream: each of the resident sequences waits while the prompts of the others are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stream {
    pub first_token: f64,
    pub per_token: f64,
    pub rate: f64,
}

impl Load {
    /// What prompts of other requests add to one step of one stage. In the time in which one
    /// request writes its output, each of the others starts one prefill on average.
    pub(crate) fn others(&self) -> f64 {
        ((self.sequences - 1.0) / self.stages).max(0.0) * self.mixed / self.output.max(1.0)
    }

    /// Combines the phases.
    pub(crate) fn stream(&self) -> Stream {
        let prefill = self.prefill.seconds();
        if self.output <= 0.0 {
            // An encoder answers with its prompts read: tokens read per second.
            return Stream {
                first_token: prefill,
                per_token: 0.0,
                rate: self.prompt * self.sequences / prefill,
            };
        }
        let per_token = self.stages * self.step.with(self.others());
        let request = self.mixed + self.output * per_token;
        // A new request finds a step under way, and waits for half of it. Its own prefill ends with
        // the first token.
        let wait = if self.sequences > 1.0 {
            per_token / 2.0
        } else {
            0.0
        };
        Stream {
            first_token: wait + prefill,
            per_token,
            rate: self.sequences * self.output / request,
        }
    }

    /// What takes most of the time of one request's share of the stream.
    fn bottleneck(&self) -> Bottleneck {
        let steps = self.output * self.stages / self.sequences;
        let sum = |pick: fn(&Phase) -> f64| pick(&self.prefill) + steps * pick(&self.step);
        let device = sum(Phase::device);
        let host = sum(|p| p.host + p.serial);
        let reading = sum(|p| p.reading + p.traffic);
        let arithmetic = sum(|p| p.arithmetic);
        let launches = sum(|p| p.launches + p.serial) + if host > device { host } else { 0.0 };
        let exchange = sum(|p| p.exchange);
        let most = reading.max(arithmetic).max(launches).max(exchange);
        if most <= reading {
            Bottleneck::Bandwidth
        } else if most <= arithmetic {
            Bottleneck::Compute
        } else if most <= launches {
            Bottleneck::Latency
        } else {
            Bottleneck::Interconnect
        }
    }
}

/// How fast a replica serves with current software.
pub(crate) fn speed(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
    sequences: u32,
) -> Result<Speed, Unrated> {
    let load = load(query, subject, device, group, sequences, Release::CURRENT)?;
    Ok(rated(&load, &device.calibration.serving_speed))
}

/// The speed of a load, with its ranges.
pub(crate) fn rated(load: &Load, figures: &ServingSpeed) -> Speed {
    let stream = load.stream();
    let around = |value: f64, spread: f64| (value / (1.0 + spread), value * (1.0 + spread));
    let seconds = |value: f64, spread: f64| {
        let (low, high) = around(value, spread);
        Range::new(Seconds::new(low), Seconds::new(value), Seconds::new(high))
    };
    let spread = match load.execution {
        _ if load.sequences > 1.0 => figures.spread_batch,
        Execution::Modules => figures.spread_module,
        _ => figures.spread_step,
    };
    let (low, high) = around(stream.rate, spread);
    Speed {
        unit: SpeedUnit::OutputTokens,
        rate: Range::new(Ratio::new(low), Ratio::new(stream.rate), Ratio::new(high)),
        first_token: Some(seconds(stream.first_token, figures.spread_prefill)),
        per_token: (load.output > 0.0).then(|| seconds(stream.per_token, spread)),
        bottleneck: load.bottleneck(),
    }
}
