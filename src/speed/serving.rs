//! Speed of a serving replica: prefill, decoding, and both in a steady stream of requests.

use super::efficiency::{self, Efficiency};
use super::hardware::{bandwidth, fabric, peak};
use super::{Bottleneck, Speed, SpeedUnit, Unrated};
use crate::catalog::ModelKind;
use crate::fit::{Blocks, Device, EngineClass, Group, Mixture, Subject, read_bytes, stored_ratio};
use crate::query::Query;
use crate::units::{Range, Ratio, Seconds};

/// What a replica moves and computes: all that does not depend on efficiencies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Load {
    /// Cards that work at the same time.
    pub ranks: f64,
    /// Resident sequences.
    pub sequences: f64,
    /// Prompt tokens of one request.
    pub prompt: f64,
    /// Output tokens of one request; 0 for an encoder.
    pub output: f64,
    /// Bytes that one decoding step reads on one card.
    pub decode_bytes: f64,
    /// Operations of one decoding step on one card.
    pub decode_flops: f64,
    /// Bytes that a prefill reads at least on one card.
    pub prefill_bytes: f64,
    /// Operations of one prefill on one card.
    pub prefill_flops: f64,
    /// Layers.
    pub layers: f64,
    /// Further seconds per layer for routing and latent attention.
    pub extra_layer: f64,
    /// Seconds of exchange between cards in one decoding step and in one prefill.
    pub decode_exchange: f64,
    pub prefill_exchange: f64,
    /// Memory bandwidth and peak rate of one card.
    pub bandwidth: f64,
    pub peak: f64,
}

/// Expected share of experts that a batch of tokens touches: each token leaves an expert untouched
/// with probability 1 − e/E.
pub(crate) fn touched_experts(count: f64, per_token: f64, tokens: f64) -> f64 {
    if count <= 0.0 {
        return 0.0;
    }
    let missed = (1.0 - per_token / count).clamp(0.0, 1.0);
    1.0 - libm::pow(missed, tokens)
}

/// Works out the load of one replica.
pub(crate) fn load(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
    sequences: u32,
) -> Result<Load, Unrated> {
    let bandwidth = bandwidth(device).ok_or(Unrated::NoComputeFigure)?.get();
    let peak = peak(device.accelerator, query.weights)
        .ok_or(Unrated::NoComputeFigure)?
        .get()
        * device.share.get();
    if bandwidth <= 0.0 || peak <= 0.0 {
        return Err(Unrated::NoComputeFigure);
    }
    let model = &subject.model;
    let class = EngineClass::of(query.engine);
    // A split by layers lets one card work at a time.
    let ranks = match class {
        EngineClass::Paged => group.cards(),
        EngineClass::Ggml | EngineClass::Eager => 1,
    };
    let ranks_f = f64::from(ranks);
    let sequences = f64::from(sequences.max(1));
    let encoder = model.kind == ModelKind::Encoder;
    let output = if encoder {
        0.0
    } else {
        f64::from(query.output.min(query.context).max(1))
    };
    let prompt = (f64::from(query.context) - output).max(1.0);

    let blocks = Blocks::of(model);
    let mixture = Mixture::of(query.weights, model);
    // Where the bytes of the weights are known, each kind of tensor has its share of them.
    let stored = stored_ratio(query, model, class);
    let fixed = blocks.fixed_read(&mixture) * stored;
    let experts = blocks.expert_bytes(&mixture) * stored;
    let (layers, hidden, attention, routing, latent, touched) = match &model.shape {
        Some(shape) => {
            let layers = f64::from(shape.layers);
            let queries = f64::from(shape.heads) * f64::from(shape.head_dim);
            let window = shape.window.map_or(f64::INFINITY, f64::from);
            // Scores and values: 4 operations per query element and attended token.
            let attention = move |context: f64| {
                4.0 * queries
                    * (f64::from(shape.full_layers) * context
                        + f64::from(shape.windowed_layers) * window.min(context))
            };
            let routing = match (&shape.experts, ranks) {
                (None, _) => 0.0,
                (Some(_), 1) => efficiency::ROUTING_ONE,
                (Some(_), _) => efficiency::ROUTING_MANY,
            };
            let latent = if shape.latent.is_some() {
                efficiency::LATENT
            } else {
                0.0
            };
            let touched = move |tokens: f64| match &shape.experts {
                Some(experts) => touched_experts(
                    f64::from(experts.count),
                    f64::from(experts.per_token),
                    tokens,
                ),
                None => 0.0,
            };
            let hidden = f64::from(shape.hidden);
            (
                layers,
                hidden,
                Some(attention),
                routing,
                latent,
                Some(touched),
            )
        }
        None => (32.0, 4096.0, None, 0.0, 0.0, None),
    };
    let attention = |context: f64| attention.as_ref().map_or(0.0, |f| f(context));
    let touched = |tokens: f64| touched.as_ref().map_or(0.0, |f| f(tokens));

    // The embedding is a look-up; a tied one is also multiplied as the head.
    let multiplied = (model.active.get() - blocks.head).max(0.0);
    let head = if blocks.head > 0.0 {
        blocks.head
    } else {
        blocks.embedding
    };
    let middle = (prompt + output / 2.0).min(f64::from(query.context));
    let cache_read = read_bytes(model, class, query.cache, ranks, middle, sequences);
    let fabric = fabric(device.accelerator, group.link, group.cards());
    let exchange = |tokens: f64| 2.0 * layers * fabric.all_reduce(tokens * hidden * 2.0, ranks_f);

    Ok(Load {
        ranks: ranks_f,
        sequences,
        prompt,
        output,
        decode_bytes: (fixed + experts * touched(sequences)) / ranks_f + cache_read,
        decode_flops: sequences * (2.0 * multiplied + attention(middle)) / ranks_f,
        prefill_bytes: (fixed + experts * touched(prompt)) / ranks_f,
        // Logits are computed for the last token alone; causal attention sees half the prompt.
        prefill_flops: (prompt * (2.0 * (multiplied - head).max(0.0) + attention(prompt) / 2.0)
            + 2.0 * head)
            / ranks_f,
        layers,
        extra_layer: routing + latent,
        decode_exchange: exchange(sequences),
        prefill_exchange: exchange(prompt),
        bandwidth,
        peak,
    })
}

/// Seconds of one phase by cause. Reading and arithmetic overlap, the others do not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Phase {
    pub reading: f64,
    pub arithmetic: f64,
    pub launches: f64,
    pub exchange: f64,
}

impl Phase {
    pub(crate) fn seconds(&self) -> f64 {
        self.reading.max(self.arithmetic) + self.launches + self.exchange
    }
}

impl Load {
    /// One decoding step of all resident sequences.
    pub(crate) fn decode(&self, efficiency: &Efficiency, unpacking: f64) -> Phase {
        Phase {
            reading: self.decode_bytes / (self.bandwidth * efficiency.bandwidth * unpacking),
            arithmetic: self.decode_flops / (self.peak * efficiency.compute),
            launches: efficiency.step + self.layers * (efficiency.layer + self.extra_layer),
            exchange: self.decode_exchange,
        }
    }

    /// The prefill of one request.
    pub(crate) fn prefill(&self, efficiency: &Efficiency, unpacking: f64) -> Phase {
        Phase {
            reading: self.prefill_bytes / (self.bandwidth * efficiency.bandwidth * unpacking),
            arithmetic: self.prefill_flops / (self.peak * efficiency.compute),
            launches: efficiency.step + self.layers * (efficiency.layer + self.extra_layer),
            exchange: self.prefill_exchange,
        }
    }
}

/// A steady stream: each of the resident sequences waits while the prompts of the others are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stream {
    pub first_token: f64,
    pub per_token: f64,
    pub rate: f64,
}

/// Combines the phases of a steady stream. In the time in which one request writes its output, each
/// of the others starts one prefill on average.
pub(crate) fn stream(load: &Load, prefill: f64, step: f64) -> Stream {
    let others = load.sequences - 1.0;
    if load.output <= 0.0 {
        // An encoder answers with its prompt read: tokens read per second.
        return Stream {
            first_token: prefill,
            per_token: 0.0,
            rate: load.prompt / prefill,
        };
    }
    let per_token = step + others * prefill / load.output;
    let request = prefill + load.output * per_token;
    // A new request finds another's prefill or a step under way, by the share of time that either
    // takes, and waits for half of it. Its own prefill ends with the first token.
    let busy = others * prefill / request;
    let wait = if others > 0.0 {
        f64::midpoint(0.0, busy * prefill + (1.0 - busy) * step)
    } else {
        0.0
    };
    Stream {
        first_token: wait + prefill,
        per_token,
        rate: load.sequences * load.output / request,
    }
}

/// How fast a replica serves.
pub(crate) fn speed(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
    sequences: u32,
) -> Result<Speed, Unrated> {
    let load = load(query, subject, device, group, sequences)?;
    let scenarios = efficiency::serving(query.engine);
    let unpacking = efficiency::unpacking(query.weights);
    let run = |efficiency: &Efficiency| {
        let prefill = load.prefill(efficiency, unpacking).seconds();
        let step = load.decode(efficiency, unpacking).seconds();
        stream(&load, prefill, step)
    };
    let (slow, expected, fast) = (
        run(&scenarios.slow),
        run(&scenarios.expected),
        run(&scenarios.fast),
    );
    let seconds = |pick: fn(&Stream) -> f64| {
        Range::new(
            Seconds::new(pick(&fast)),
            Seconds::new(pick(&expected)),
            Seconds::new(pick(&slow)),
        )
    };
    Ok(Speed {
        unit: SpeedUnit::OutputTokens,
        rate: Range::new(
            Ratio::new(slow.rate),
            Ratio::new(expected.rate),
            Ratio::new(fast.rate),
        ),
        first_token: Some(seconds(|stream| stream.first_token)),
        per_token: (load.output > 0.0).then(|| seconds(|stream| stream.per_token)),
        bottleneck: bottleneck(&load, &scenarios.expected, unpacking),
    })
}

/// What takes most of the time of one request's share of a steady stream.
fn bottleneck(load: &Load, efficiency: &Efficiency, unpacking: f64) -> Bottleneck {
    let prefill = load.prefill(efficiency, unpacking);
    let decode = load.decode(efficiency, unpacking);
    let steps = load.output / load.sequences;
    let sum = |pick: fn(&Phase) -> f64| pick(&prefill) + steps * pick(&decode);
    let reading = sum(|p| {
        if p.reading >= p.arithmetic {
            p.reading
        } else {
            0.0
        }
    });
    let arithmetic = sum(|p| {
        if p.reading < p.arithmetic {
            p.arithmetic
        } else {
            0.0
        }
    });
    let launches = sum(|p| p.launches);
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
