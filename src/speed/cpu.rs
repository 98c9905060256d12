//! Speed of a model on processors alone.

use super::machine::{attention_operations, touched_experts};
use super::{Bottleneck, Speed, SpeedUnit, soft_max};
use crate::catalog::{CpuOffer, ModelKind};
use crate::fit::{self, Blocks, EngineClass, Mixture, Subject};
use crate::query::Query;
use crate::units::{Bytes, Range, Ratio, Seconds};

/// Share of the peak memory bandwidth that decoding reaches (low, expected, high). Read with
/// llama.cpp: 0.57 with 44 virtual processors of a c3-highcpu-44 (Llama-2-7B Q4_K_M at 21.6
/// tokens/s, ggml-org/llama.cpp #34), 0.57, 0.61 and 0.65 on an EPYC 9554 (Phi-4 14B Q4_K_M, Q6_K
/// and Q8_0 at 28.7, 23.2 and 19.2, ahelpme.com), 0.68 on a desktop; 0.30 of one socket where
/// memory of two is mixed (8B Q4_K_M at 27.8 on two EPYC 9334, Leaseweb).
const DECODE: [f64; 3] = [0.30, 0.57, 0.68];

/// Share of the 32-bit rate that products of many tokens reach (low, expected, high). Read with
/// llama.cpp: 0.30 on a desktop (Llama-2-7B Q4_0, 55 tokens/s of prompt on an i9-13900K,
/// ggml-org/llama.cpp #34), 0.61 on an EPYC 9175F (Llama-4-Maverick Q4_K_M, 68 tokens/s); 1.6 where
/// kernels multiply bytes (`ik_llama.cpp` #128). The ends lie inside and outside of these, since
/// virtual processors share cores.
const PREFILL: [f64; 3] = [0.2, 0.4, 1.0];

/// A model on processors, with all that does not depend on the host.
#[derive(Clone, Debug)]
pub struct Processor<'a> {
    query: Query,
    subject: &'a Subject,
    /// Bytes of weights that every token reads, and of all routed experts.
    fixed: f64,
    experts: f64,
    /// Parameters that a token is multiplied with in the layers, and those of the head.
    multiplied: f64,
    head: f64,
    prompt: f64,
    output: f64,
}

impl<'a> Processor<'a> {
    /// A model on processors; `None` where no engine takes its format there, or where its speed is
    /// not modelled (speech).
    #[must_use]
    pub fn new(query: &Query, subject: &'a Subject) -> Option<Self> {
        let model = &subject.model;
        let is_served = matches!(
            model.kind,
            ModelKind::Decoder | ModelKind::Encoder | ModelKind::EncoderDecoder
        );
        if !is_served || !fit::runs_on_host(query.weights) {
            return None;
        }
        let query = fit::on_host(query);
        let blocks = Blocks::of(model);
        let mixture = Mixture::of(query.weights, model);
        let stored = fit::stored_ratio(&query, model, EngineClass::Ggml);
        let is_encoder = model.kind == ModelKind::Encoder;
        let output = if is_encoder {
            0.0
        } else {
            f64::from(query.output.min(query.context).max(1))
        };
        let head = match () {
            () if is_encoder => 0.0,
            () if blocks.head > 0.0 => blocks.head,
            () => blocks.embedding,
        };
        let active = model.active.get();
        Some(Self {
            fixed: blocks.fixed_read(&mixture) * stored,
            experts: blocks.expert_bytes(&mixture) * stored,
            multiplied: (active - blocks.embedding - blocks.head).max(0.0),
            head,
            prompt: (f64::from(query.context) - output).max(1.0),
            output,
            subject,
            query,
        })
    }

    /// Memory that a host needs for so many sequences, with that of the operating system.
    #[must_use]
    pub fn needed(&self, sequences: u32) -> Bytes {
        let footprint = fit::host_footprint(&self.query, self.subject, sequences);
        footprint.total.expected + fit::HOST_KEEPS
    }

    /// Whether the model only reads: an encoder.
    #[must_use]
    pub fn only_reads(&self) -> bool {
        self.output <= 0.0
    }

    /// Tokens that a request brings, and that it asks for.
    #[must_use]
    pub fn prompt_tokens(&self) -> Ratio {
        Ratio::new(self.prompt)
    }

    /// How fast a host works with so many sequences. `None` where a figure of it is missing.
    #[must_use]
    pub fn speed(&self, host: &CpuOffer, sequences: u32) -> Option<Speed> {
        let vcpu = f64::from(host.vcpu);
        let bandwidth = host.bandwidth_per_vcpu.get() * vcpu;
        let flops = host.flops_per_vcpu.get() * vcpu;
        if bandwidth <= 0.0 || flops <= 0.0 {
            return None;
        }
        let sequences = f64::from(sequences.max(1));
        let [low, expected, high] = [0, 1, 2].map(|end| {
            let share = |of: &[f64; 3]| of.get(end).copied().unwrap_or(1.0);
            self.stream(
                bandwidth * share(&DECODE),
                flops * share(&PREFILL),
                sequences,
            )
        });
        let range = |pick: fn(&Stream) -> f64| {
            Range::new(
                Seconds::new(pick(&high)),
                Seconds::new(pick(&expected)),
                Seconds::new(pick(&low)),
            )
        };
        Some(Speed {
            unit: SpeedUnit::OutputTokens,
            rate: Range::new(
                Ratio::new(low.rate),
                Ratio::new(expected.rate),
                Ratio::new(high.rate),
            ),
            first_token: Some(range(|s| s.first_token)),
            per_token: (!self.only_reads()).then(|| range(|s| s.per_token)),
            bottleneck: if expected.reading > expected.arithmetic {
                Bottleneck::Bandwidth
            } else {
                Bottleneck::Compute
            },
        })
    }

    /// A steady stream of requests at rates of reading and of arithmetic: as on a card, each of the
    /// resident sequences waits while the prompts of the others are read.
    fn stream(&self, bandwidth: f64, flops: f64, sequences: f64) -> Stream {
        let causal = if self.only_reads() { 1.0 } else { 0.5 };
        let products = 2.0 * (self.multiplied * self.prompt + self.head);
        let scores = self.attention(self.prompt) * causal * self.prompt;
        let read = self.read(self.prompt) / bandwidth;
        let prefill = soft_max((products + scores) / flops, read);
        if self.only_reads() {
            return Stream {
                rate: self.prompt / prefill,
                first_token: prefill * sequences,
                per_token: 0.0,
                reading: read,
                arithmetic: (products + scores) / flops,
            };
        }
        let context = self.prompt + self.output / 2.0;
        let cache = fit::read_bytes(
            &self.subject.model,
            EngineClass::Ggml,
            self.query.cache,
            1,
            context,
            sequences,
        );
        let reading = (self.read(sequences) + cache) / bandwidth;
        let operations = 2.0 * (self.multiplied + self.head) + self.attention(context);
        let arithmetic = operations * sequences / flops;
        let step = soft_max(reading, arithmetic);
        let per_token = step + (sequences - 1.0) * prefill / self.output;
        let wait = if sequences > 1.0 {
            per_token / 2.0
        } else {
            0.0
        };
        let request = prefill + self.output * per_token;
        Stream {
            rate: sequences * self.output / request,
            first_token: wait + prefill,
            per_token,
            reading: self.output * reading,
            arithmetic: self.output * arithmetic + sequences * prefill,
        }
    }

    /// Bytes of weights that a pass over so many tokens reads.
    fn read(&self, tokens: f64) -> f64 {
        let shape = self.subject.model.shape.as_ref();
        let touched = shape.and_then(|s| s.experts).map_or(0.0, |experts| {
            touched_experts(
                f64::from(experts.count),
                f64::from(experts.per_token),
                tokens,
            )
        });
        self.fixed + self.experts * touched
    }

    /// Operations of attention of a token that attends to so many.
    fn attention(&self, context: f64) -> f64 {
        self.subject
            .model
            .shape
            .as_ref()
            .map_or(0.0, |shape| attention_operations(shape, context))
    }
}

/// What a steady stream of requests gets.
struct Stream {
    rate: f64,
    first_token: f64,
    per_token: f64,
    reading: f64,
    arithmetic: f64,
}

/// Images that a host classifies per second: the operations of the network by the rate of its
/// processors. `None` where a figure is missing, or where the network is trained.
#[must_use]
pub fn images(query: &Query, subject: &Subject, host: &CpuOffer) -> Option<Range<Ratio>> {
    let model = &subject.model;
    if model.kind != ModelKind::Vision {
        return None;
    }
    let network = fit::network(model);
    let positions = fit::positions(fit::area(query, &network), &network);
    let operations =
        network.products.get() * positions + network.attention.get() * positions * positions;
    let flops = host.flops_per_vcpu.get() * f64::from(host.vcpu);
    if operations <= 0.0 || flops <= 0.0 {
        return None;
    }
    let [low, expected, high] = PREFILL.map(|share| Ratio::new(flops * share / operations));
    Some(Range::new(low, expected, high))
}
