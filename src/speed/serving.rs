//! Speed of a serving replica: prefill, decoding, and both in a steady stream of requests.

use super::efficiency::{self, Execution, GRAPH_TOKENS, Release};
use super::hardware::{Fabric, bandwidth, link, peak, rate_of};
use super::{Bottleneck, Speed, SpeedUnit, Unrated};
use crate::calibration::ServingSpeed;
use crate::catalog::{Architecture, ModelKind};
use crate::fit::{Blocks, Device, EngineClass, Group, Mixture, Subject, UBATCH, read_bytes};
use crate::query::{Query, WeightFormat};
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

    /// The time it takes.
    pub(crate) fn seconds(&self) -> f64 {
        self.with(0.0)
    }
}

/// A maximum without a corner: of two limits that are about as strong, each costs something.
pub(crate) fn soft_max(a: f64, b: f64) -> f64 {
    let (most, least) = if a > b { (a, b) } else { (b, a) };
    if most <= 0.0 {
        return 0.0;
    }
    let ratio = least / most;
    let squared = ratio * ratio;
    most * libm::sqrt(libm::sqrt(1.0 + squared * squared))
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

/// A model and the cards that run it, with all that both phases need.
struct Machine<'a> {
    figures: &'a ServingSpeed,
    query: &'a Query,
    subject: &'a Subject,
    release: Release,
    execution: Execution,
    blocks: Blocks,
    /// Cards that share every layer and work at the same time, and stages.
    ranks: f64,
    stages: f64,
    /// Cards that work in turn.
    turns: f64,
    /// Each rank holds its own sequences and a part of the experts.
    is_divided: bool,
    fabric: Fabric,
    bandwidth: f64,
    /// Seconds per byte of weights.
    per_byte: f64,
    peak: f64,
    /// Rates that products reach in the format of the weights, and the peak of 16-bit products.
    sustained: f64,
    half: f64,
    /// Rate of products that accumulate in 16 bit.
    accumulating: f64,
    is_metal: bool,
    /// Kernels expand weights of 4 bit or so.
    is_packed: bool,
    is_new: bool,
    is_grace: bool,
}

/// Bytes of fixed weights and of all experts that are read.
fn weights(query: &Query, subject: &Subject, blocks: &Blocks) -> (f64, f64) {
    let mixture = Mixture::of(query.weights, &subject.model);
    (blocks.fixed_read(&mixture), blocks.expert_bytes(&mixture))
}

/// What limits how many bytes per second kernels fetch beside the memory: multiprocessors × clock.
/// A data sheet without a clock gets 1.7 GHz; one without multiprocessors as many as reach its
/// 16-bit peak at 4,096 operations per clock, as those of A100 and H100 do; Apple's chips 256
/// operations in 32 bit per clock and core, by which their published rates are counted.
fn lanes(device: &Device, half: f64) -> f64 {
    let card = device.accelerator;
    if is_metal(device)
        && let Some(single) = card.peak.fp32
    {
        return single.get() / 256.0;
    }
    let clock = card.boost.map_or(1.7e9, |clock| clock.get());
    match card.sm_count {
        Some(count) if count > 0 => f64::from(count) * clock * device.share.get(),
        _ => half / 4096.0,
    }
}

fn is_metal(device: &Device) -> bool {
    device
        .accelerator
        .runtimes
        .iter()
        .any(|name| name == "metal")
}

impl<'a> Machine<'a> {
    fn new(
        query: &'a Query,
        subject: &'a Subject,
        device: &Device<'a>,
        group: &Group,
        release: Release,
    ) -> Result<Self, Unrated> {
        let figures = &device.calibration.serving_speed;
        let card = device.accelerator;
        let share = device.share.get();
        let execution = Execution::of(query.engine);
        let bandwidth = bandwidth(device).ok_or(Unrated::NoComputeFigure)?.get();
        let half = peak(card, WeightFormat::Fp16).ok_or(Unrated::NoComputeFigure)?;
        let half = half.get() * share;
        let is_encoder = subject.model.kind == ModelKind::Encoder;
        let (rate, halvings) =
            rate_of(card, query.weights, is_encoder).ok_or(Unrated::NoComputeFigure)?;
        let peak = rate.get() * share;
        if bandwidth <= 0.0 || peak <= 0.0 || half <= 0.0 {
            return Err(Unrated::NoComputeFigure);
        }
        let (ranks, turns) = if execution.is_in_turn() {
            (1, group.cards())
        } else {
            (group.cards() / group.pipeline.max(1), 1)
        };
        let is_cuda = card.runtimes.iter().any(|name| name == "cuda");
        let has_experts = subject
            .model
            .shape
            .as_ref()
            .is_some_and(|shape| shape.experts.is_some());
        let mut reached = match halvings {
            _ if is_encoder => figures.encoder_share,
            0 => figures.half_share,
            1 => figures.byte_share,
            _ => figures.nibble_share,
        };
        if has_experts {
            reached *= figures.experts_share;
        }
        if !is_encoder {
            let is_xpu = card.runtimes.iter().any(|name| name == "xpu");
            if !is_cuda && !is_xpu {
                reached *= figures.other_share;
            }
            if release.is_before_2025() {
                reached *= figures.young_share;
            }
        }
        let products = peak * reached;
        // Halving the width of numbers halves the energy of a product.
        let sustained = match card.tdp {
            Some(watts) if is_cuda && watts.get() > 0.0 => {
                let limit = watts.get() * share * figures.joule * f64::from(1 << halvings);
                1.0 / soft_max(1.0 / products, 1.0 / limit)
            }
            _ => products,
        };
        let fetch = efficiency::fetch(figures, query.engine, query.weights, release);
        Ok(Self {
            figures,
            query,
            subject,
            release,
            execution,
            blocks: Blocks::of(&subject.model),
            ranks: f64::from(ranks.max(1)),
            stages: f64::from(if turns > 1 { 1 } else { group.pipeline.max(1) }),
            turns: f64::from(turns),
            is_divided: group.expert > 1 && has_experts,
            fabric: link(
                card,
                group.link,
                ranks,
                (figures.direct_latency, figures.direct_share),
                (figures.host_latency, figures.pcie_share),
            ),
            bandwidth,
            per_byte: soft_max(
                1.0 / (bandwidth * figures.bandwidth_share),
                1.0 / (lanes(device, half) * fetch),
            ),
            peak,
            sustained,
            half,
            // Consumer cards accumulate in 16 bit at twice the rate of 32 bit: half of their rate
            // for 8-bit integers.
            accumulating: card.peak.int8.map_or(half, |rate| rate.get() * share / 2.0),
            is_metal: is_metal(device),
            is_packed: fetch != figures.fetch_plain,
            is_new: card.year.is_some_and(|year| year >= 2022),
            is_grace: card.name.starts_with("GB") || card.name.starts_with("GH"),
        })
    }

    fn shape(&self) -> Option<&'a Architecture> {
        self.subject.model.shape.as_ref()
    }

    /// Layers; a model without a shape is taken to have 32.
    fn layers(&self) -> f64 {
        self.shape().map_or(32.0, |shape| f64::from(shape.layers))
    }

    fn hidden(&self) -> f64 {
        self.shape().map_or(4096.0, |shape| f64::from(shape.hidden))
    }

    /// Operations of attention per query token that attends to so many: 4 per query element and
    /// attended token, for scores and values.
    fn attention(&self, context: f64) -> f64 {
        let Some(shape) = self.shape() else {
            return 0.0;
        };
        let window = shape.window.map_or(context, f64::from).min(context);
        let width = |is_full| {
            let (heads, _, width) = shape.heads_of(is_full);
            f64::from(heads) * f64::from(width)
        };
        4.0 * (width(true) * f64::from(shape.full_layers) * context
            + width(false) * f64::from(shape.windowed_layers) * window)
    }

    /// Share of the experts that so many tokens touch.
    fn touched(&self, tokens: f64) -> f64 {
        let experts = self.shape().and_then(|shape| shape.experts);
        experts.map_or(0.0, |experts| {
            let count = f64::from(experts.count);
            touched_experts(count, f64::from(experts.per_token), tokens)
        })
    }

    /// Parameters that each token is multiplied with in the layers, and those of the head.
    fn multiplied(&self) -> (f64, f64) {
        let blocks = &self.blocks;
        let head = match self.subject.model.kind {
            ModelKind::Encoder => 0.0,
            _ if blocks.head > 0.0 => blocks.head,
            _ => blocks.embedding,
        };
        let active = self.subject.model.active.get();
        ((active - blocks.embedding - blocks.head).max(0.0), head)
    }

    /// Operations with so many tokens in the layers and rows in the head, if a product computes at
    /// least so many rows. The tokens of an expert are few where there are many experts.
    fn products(&self, tokens: f64, rows: f64, least: f64) -> f64 {
        let (multiplied, head) = self.multiplied();
        let mut operations = head * rows.max(least);
        let experts = self.shape().and_then(|shape| shape.experts);
        let routed = self.blocks.expert_down + self.blocks.expert_rest;
        match experts {
            Some(experts) if routed > 0.0 => {
                let used = f64::from(experts.per_token) / f64::from(experts.count.max(1));
                let touched = self.touched(tokens).max(1e-9);
                let fixed = (multiplied - routed * used).max(0.0);
                operations += fixed * tokens.max(least);
                operations += routed * touched * (tokens * used / touched).max(least);
            }
            _ => operations += multiplied * tokens.max(least),
        }
        2.0 * operations
    }

    /// Rows that a product of the weights' format computes at least: tiles of tensor cores. Kernels
    /// that expand 4-bit weights have small ones.
    fn tile(&self) -> f64 {
        let is_tiled = matches!(self.execution, Execution::Paged | Execution::Compiled);
        if !is_tiled || self.query.weights == WeightFormat::Fp32 {
            1.0
        } else if self.is_packed {
            16.0
        } else {
            self.figures.tile_rows
        }
    }

    /// Two all-reduces per layer: their latency, and the transfer.
    fn exchange(&self, tokens: f64) -> (f64, f64) {
        let times = 2.0 * self.layers() / self.stages;
        let whole = self
            .fabric
            .all_reduce(tokens * self.hidden() * 2.0, self.ranks);
        let latency = self.fabric.all_reduce(0.0, self.ranks);
        (times * latency, times * (whole - latency))
    }

    /// Moving what layers hand on.
    fn elements(&self, tokens: f64) -> f64 {
        let bytes = tokens * self.layers() * self.hidden() * self.figures.element_bytes;
        bytes / (self.bandwidth * self.figures.bandwidth_share) / (self.ranks * self.stages)
    }

    /// One decoding step of `sequences` that hold `context` tokens on average.
    fn step(&self, sequences: f64, context: f64, tokens: f64) -> Phase {
        let figures = self.figures;
        let cards = self.ranks * self.stages;
        let layers = self.layers() / self.stages;
        let (fixed, experts) = weights(self.query, self.subject, &self.blocks);
        let bytes = (fixed + experts * self.touched(tokens)) / cards;
        let operations = self.products(sequences, sequences, 1.0) / cards;
        let rate = match self.execution {
            Execution::Paged | Execution::Compiled => self.sustained,
            Execution::Ggml | Execution::Exllama | Execution::Modules => self.half * 0.5,
        };
        // The empty rows of tiles cost time only beyond that of reading.
        let empty =
            self.products(tokens, sequences, self.tile()) - self.products(tokens, sequences, 1.0);
        let (latency, transfer) = self.exchange(sequences);
        let mut launches = layers
            * if self.is_metal {
                figures.layer_metal
            } else {
                efficiency::layer(figures, self.query.engine, self.release)
            };
        if self.shape().is_some_and(|shape| shape.experts.is_some()) {
            let is_gptq = matches!(self.query.weights, WeightFormat::Gptq | WeightFormat::Gptq8);
            launches += layers
                * if is_gptq && self.execution == Execution::Paged {
                    figures.routing + figures.routing_unfused
                } else {
                    figures.routing
                };
        }
        if self.shape().is_some_and(|shape| shape.latent.is_some()) {
            launches += layers * figures.layer_latent;
        }
        launches += (self.turns - 1.0) * figures.hop;
        let (host, serial) = self.host(sequences, context);
        Phase {
            bytes,
            operations,
            reading: soft_max(bytes * self.per_byte, empty / cards / rate),
            arithmetic: operations / rate + self.latent(sequences, context) / cards,
            traffic: self.cache(sequences, context) + self.elements(sequences),
            launches,
            exchange: latency + transfer,
            host,
            serial,
        }
    }

    /// Reading the cache.
    fn cache(&self, sequences: f64, context: f64) -> f64 {
        let model = &self.subject.model;
        let class = EngineClass::of(self.query.engine);
        let format = self.query.cache;
        let read = |ranks: f64| read_bytes(model, class, format, ranks as u32, context, sequences);
        let bytes = if self.is_divided {
            read(1.0) / self.ranks
        } else {
            read(self.ranks)
        };
        let figures = self.figures;
        let heads = self.shape().map_or(1.0, |shape| {
            f64::from(shape.heads) / f64::from(shape.kv_heads.max(1))
        });
        let (share, copies) = match self.execution {
            Execution::Ggml if !self.release.fuses_ggml() => (figures.cache_ggml_share, 1.0),
            // Transformers repeats keys and values for each query head (`repeat_kv`).
            Execution::Modules => (figures.cache_modules_share, heads),
            _ if self.release.repeats_cache(self.query.engine) && sequences > 1.0 => {
                (figures.cache_share, heads)
            }
            _ => (figures.cache_share, 1.0),
        };
        bytes * copies / (self.bandwidth * share) / self.stages
    }

    /// Latent attention multiplies each query head with the whole latent: scores with rank and
    /// rotary width, values with the rank.
    fn latent(&self, sequences: f64, context: f64) -> f64 {
        let Some((shape, latent)) = self.shape().and_then(|s| Some((s, s.latent?))) else {
            return 0.0;
        };
        let width = 2.0 * f64::from(latent.kv_rank) + f64::from(latent.rope_dim);
        let layers = f64::from(shape.full_layers) + f64::from(shape.windowed_layers);
        let operations = 2.0 * f64::from(shape.heads) * width * layers * context * sequences;
        operations / (self.half * self.figures.latent_share)
    }

    /// Seconds of the host that hide behind the card, and those that do not.
    fn host(&self, sequences: f64, context: f64) -> (f64, f64) {
        let figures = self.figures;
        let layers = self.layers();
        let experts = self.shape().and_then(|shape| {
            let experts = shape.experts?;
            Some(f64::from(experts.count) * f64::from(shape.expert_layers()))
        });
        match self.execution {
            Execution::Paged => {
                let own = if self.is_divided { self.ranks } else { 1.0 };
                let grace = if self.is_grace {
                    figures.host_grace
                } else {
                    1.0
                };
                let mut host = figures.host_step + figures.host_sequence * sequences / own * grace;
                if self.release.is_first_vllm(self.query.engine) {
                    if experts.is_some() {
                        host += layers * figures.launch_module * 1.5;
                    } else if context > GRAPH_TOKENS {
                        host += layers * figures.launch_uncaptured;
                    }
                }
                let serial = if self.release.is_serial(self.query.engine) {
                    figures.host_serial
                } else {
                    0.0
                };
                (host, serial)
            }
            Execution::Modules => {
                let launches = layers * efficiency::launches(figures, self.query.weights)
                    + experts.map_or(0.0, |experts| experts * figures.launch_expert);
                let speed = if self.is_new {
                    figures.host_new_share
                } else {
                    1.0
                };
                ((launches + figures.host_module) * speed, 0.0)
            }
            Execution::Exllama if self.release.is_first_exllama() => {
                (layers * figures.launch_exllama, figures.host_native)
            }
            Execution::Ggml | Execution::Exllama | Execution::Compiled => {
                (0.0, figures.host_native)
            }
        }
    }

    /// The prefill of `rows` prompts, and what one of them adds to steps that are under way.
    fn prefill(&self, prompt: f64, rows: f64) -> (Phase, f64) {
        let figures = self.figures;
        let cards = self.ranks * self.stages;
        let tokens = prompt * rows;
        // Logits are computed for the last token alone; causal attention sees half the prompt.
        let products = self.products(tokens, rows, 1.0) / cards;
        let causal = match self.subject.model.kind {
            ModelKind::Encoder => 1.0,
            _ => 0.5,
        };
        let scores = self.attention(prompt) * causal * tokens / cards;
        let (fixed, experts) = weights(self.query, self.subject, &self.blocks);
        let bytes = (fixed + experts * self.touched(tokens)) / cards;
        let phase = match self.execution {
            Execution::Ggml => self.micro_batches(prompt, products, bytes),
            Execution::Exllama => Phase {
                bytes,
                operations: products + scores,
                arithmetic: products / (self.accumulating * figures.exllama_share)
                    + scores / (self.half * figures.attention_exllama_share),
                launches: self.layers() * figures.prefill_layer,
                ..Phase::default()
            },
            Execution::Paged | Execution::Compiled | Execution::Modules => {
                let (latency, transfer) = self.exchange(tokens);
                let padded = self.products(tokens, rows, self.tile()) / cards;
                let reading = bytes / (self.bandwidth * figures.bandwidth_share);
                let multiplying = padded / self.sustained;
                // Reading hides behind the products, or these behind it.
                let both = libm::sqrt(reading * reading + multiplying * multiplying);
                let host = match self.execution {
                    Execution::Modules => self.host(1.0, prompt).0,
                    _ => 0.0,
                };
                Phase {
                    bytes,
                    operations: products + scores,
                    reading: both - multiplying,
                    arithmetic: multiplying + scores / (self.half * figures.attention_share),
                    traffic: self.elements(tokens),
                    launches: self.layers() * figures.prefill_layer,
                    exchange: latency + transfer,
                    host,
                    serial: 0.0,
                }
            }
        };
        let mixed = match self.execution {
            // The reading and the launches of the step serve the prompt as well.
            Execution::Paged => {
                products / self.sustained
                    + scores / (self.half * figures.attention_share)
                    + phase.traffic
                    + self.exchange(tokens).1
            }
            _ => phase.seconds(),
        };
        (phase, mixed)
    }

    /// llama.cpp reads prompts in micro-batches: weights are expanded to 16 bit for each, products
    /// accumulate in 16 bit, and scores are written and read where attention is not fused.
    fn micro_batches(&self, prompt: f64, products: f64, bytes: f64) -> Phase {
        let figures = self.figures;
        let batch = prompt.min(UBATCH);
        let batches = prompt / batch;
        let layers = self.layers();
        let (heads, width, inner) = self.shape().map_or((32.0, 128.0, 16384.0), |shape| {
            let inner = shape
                .experts
                .map_or(f64::from(shape.intermediate), |experts| {
                    f64::from(experts.intermediate) * experts.used()
                });
            (f64::from(shape.heads), f64::from(shape.head_dim), inner)
        });
        let attended = if batches > 1.0 { prompt / 2.0 } else { batch };
        let scores = prompt * attended * heads * layers;
        let operations = products + 4.0 * scores * width;
        if self.is_metal {
            return Phase {
                bytes,
                operations,
                arithmetic: products / (self.half * figures.metal_share)
                    + 4.0 * scores * width / (self.half * figures.attention_metal_share),
                launches: layers * batches * figures.layer_metal,
                ..Phase::default()
            };
        }
        let reached = self.bandwidth * figures.bandwidth_share;
        let attention = if self.release.fuses_ggml() {
            4.0 * scores * width / (self.half * figures.attention_share)
        } else {
            scores * figures.score_bytes / reached
        };
        let (multiplied, _) = self.multiplied();
        let is_wide = matches!(
            self.query.weights,
            WeightFormat::Fp16 | WeightFormat::Bf16 | WeightFormat::Fp32
        );
        // A narrow weight is read, and its 16-bit copy written and read.
        let per_weight = if is_wide { 2.0 } else { 4.6 };
        let moved = batches * multiplied * per_weight;
        let streams = prompt * layers * (10.0 * self.hidden() + 6.0 * inner);
        Phase {
            bytes: moved,
            operations,
            reading: moved / reached,
            arithmetic: products / (self.accumulating * figures.ggml_share),
            traffic: attention + streams * figures.stream_bytes / reached,
            launches: batches * layers * figures.ggml_layer,
            ..Phase::default()
        }
    }
}

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
        // Prompts that are mixed in touch experts as well.
        let tokens = if sequences > 1.0 && machine.execution == Execution::Paged {
            of_stage * (1.0 + prompt / output)
        } else {
            of_stage
        };
        machine.step(of_stage, context, tokens)
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
