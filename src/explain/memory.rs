//! The terms of a footprint.

use super::{Formula, Item, Symbol, Term, Value, bytes, count, tokens};
use crate::catalog::{Architecture, ModelKind};
use crate::fit::{
    self, Device, EngineClass, Footprint, Group, Measured, Subject, Working, footprint, headroom,
};
use crate::query::{Query, Workload};
use crate::units::Bytes;

/// Every part of what each card holds, in the order of [`Footprint`], and their sum. The results
/// are the parts of [`footprint`] for the same arguments; parts that do not apply are left out.
#[must_use]
pub fn memory(
    query: &Query,
    subject: Option<&Subject>,
    device: &Device,
    group: &Group,
    sequences: u32,
) -> Vec<Term> {
    let plain = &Device {
        measured: Measured::default(),
        ..*device
    };
    let parts = footprint(query, subject, plain, group, sequences);
    let shards = group.cards();
    let trains = trains_transformer(query, subject);
    let is_speech = subject.is_some_and(|subject| fit::transcribes(query, subject));
    let mut terms = Vec::with_capacity(7);
    if let Some(subject) = subject {
        terms.push(weights(query, subject, &parts, shards));
        if query.workload == Workload::Serve {
            terms.push(cache(query, subject, &parts, shards, sequences));
        }
        if parts.gradients > Bytes::ZERO {
            terms.push(trained(
                query,
                subject,
                &parts,
                shards,
                trains,
                Item::Gradients,
            ));
            terms.push(trained(
                query,
                subject,
                &parts,
                shards,
                trains,
                Item::Optimizer,
            ));
        }
    }
    if parts.activations > Bytes::ZERO {
        terms.push(activations(
            query, subject, device, group, &parts, sequences,
        ));
    }
    if parts.overhead > Bytes::ZERO {
        let (context, free) = match query.workload {
            Workload::Serve if !is_speech => (
                fit::driver_context(EngineClass::of(query.engine)),
                headroom(query, device),
            ),
            _ => (fit::CONTEXT, Bytes::ZERO),
        };
        let context = context.expected;
        terms.push(Term {
            item: Item::Overhead,
            formula: Formula::Overhead,
            inputs: vec![
                (Symbol::DriverContext, Value::Bytes(context)),
                (
                    Symbol::Communication,
                    Value::Bytes(parts.overhead - context - free),
                ),
                (Symbol::Headroom, Value::Bytes(free)),
            ],
            result: Value::Bytes(parts.overhead),
            source: "llm-d-planner, vLLM start-ups on H100; DeepSpeed configuration; vllm #57475",
        });
    }
    terms.push(Term {
        item: Item::Total,
        formula: Formula::Sum,
        inputs: vec![
            (Symbol::Low, Value::Bytes(parts.total.low)),
            (Symbol::High, Value::Bytes(parts.total.high)),
        ],
        result: Value::Bytes(parts.total.expected),
        source: "",
    });
    if let Some(factor) = device.measured.memory {
        let total = footprint(query, subject, device, group, sequences).total;
        terms.push(super::corrected(factor, Value::Bytes(total.expected)));
    }
    terms
}

/// Whether a transformer is trained, and not an image network.
fn trains_transformer(query: &Query, subject: Option<&Subject>) -> bool {
    match query.workload {
        Workload::Pretrain | Workload::Finetune => {
            !subject.is_some_and(|subject| fit::tunes(query, subject))
        }
        Workload::Vision => subject.is_some_and(|s| s.model.kind == ModelKind::Encoder),
        _ => false,
    }
}

fn weights(query: &Query, subject: &Subject, parts: &Footprint, shards: u32) -> Term {
    let total = subject.model.total.get();
    let is_speech = fit::transcribes(query, subject);
    let is_shared = (query.workload == Workload::Serve && !is_speech)
        || trains_transformer(query, Some(subject));
    let cards = f64::from(if is_shared { shards.max(1) } else { 1 });
    let by_layer = query.workload == Workload::Serve
        && !is_speech
        && shards > 1
        && EngineClass::of(query.engine) != EngineClass::Paged;
    Term {
        item: Item::Weights,
        formula: if by_layer {
            Formula::WeightsByLayer
        } else {
            Formula::Weights
        },
        inputs: vec![
            (Symbol::Parameters, count(total)),
            (
                Symbol::BitsPerWeight,
                count(parts.weights.get() * cards * 8.0 / total.max(1.0)),
            ),
            (Symbol::Cards, count(cards)),
        ],
        result: Value::Bytes(parts.weights),
        source: "model configuration; GGML block layouts; AWQ, GPTQ, QLoRA and OCP MX papers",
    }
}

fn cache(query: &Query, subject: &Subject, parts: &Footprint, shards: u32, sequences: u32) -> Term {
    if fit::transcribes(query, subject) {
        let decoders = subject
            .model
            .shape
            .as_ref()
            .map_or(0, Architecture::cross_layers);
        let hidden = subject.model.shape.as_ref().map_or(0, |shape| shape.hidden);
        return Term {
            item: Item::Cache,
            formula: Formula::CacheAudio,
            inputs: vec![
                (Symbol::Layers, count(f64::from(decoders))),
                (Symbol::Hidden, count(f64::from(hidden))),
                (
                    Symbol::Positions,
                    count(fit::SPEECH_POSITIONS + fit::SPEECH_TOKENS),
                ),
                (Symbol::Hypotheses, count(fit::beams(query))),
                (Symbol::Sequences, count(f64::from(sequences.max(1)))),
            ],
            result: Value::Bytes(parts.cache),
            source: "openai/whisper; faster-whisper's readings on an RTX 3070 Ti",
        };
    }
    let class = EngineClass::of(query.engine);
    let element = count(fit::element_bytes(query.cache));
    let held = [
        (Symbol::ElementBytes, element),
        (Symbol::Context, tokens(f64::from(query.context))),
        (Symbol::Sequences, count(f64::from(sequences))),
    ];
    let term = |formula, mut inputs: Vec<(Symbol, Value)>| {
        inputs.extend(held);
        Term {
            item: Item::Cache,
            formula,
            inputs,
            result: Value::Bytes(parts.cache),
            source: "model configuration; vLLM logs in llm-d-planner and hf-mem #60, PR #70",
        }
    };
    let Some(shape) = &subject.model.shape else {
        return term(Formula::CacheNone, Vec::new());
    };
    if subject.model.kind == ModelKind::Encoder {
        return term(Formula::CacheNone, Vec::new());
    }
    let split = f64::from(shards.max(1));
    let layers = (Symbol::Layers, count(f64::from(shape.layers)));
    let (_, kv_heads, head_dim) = shape.heads_of(true);
    let heads = match class {
        EngineClass::Paged => (f64::from(kv_heads) / split).max(1.0),
        EngineClass::Ggml | EngineClass::Eager => f64::from(kv_heads) / split,
    };
    let head = [
        (Symbol::HeadsPerCard, count(heads)),
        (Symbol::HeadWidth, count(f64::from(head_dim))),
    ];
    let has_window = shape.windowed_layers > 0 && class != EngineClass::Paged;
    if shape.linear_layers > 0 || has_window {
        let mut inputs = vec![
            (Symbol::FullLayers, count(f64::from(shape.full_layers))),
            (
                Symbol::WindowedLayers,
                count(f64::from(shape.windowed_layers)),
            ),
            (Symbol::LinearLayers, count(f64::from(shape.linear_layers))),
        ];
        inputs.extend(head);
        return term(Formula::CacheMixed, inputs);
    }
    if shape.latent.is_some() {
        let width = fit::layer_elements(shape, class, true, 1.0);
        return term(
            Formula::CacheLatent,
            vec![layers, (Symbol::LatentWidth, count(width))],
        );
    }
    let mut inputs = vec![layers];
    inputs.extend(head);
    term(Formula::CacheHeads, inputs)
}

fn trained(
    query: &Query,
    subject: &Subject,
    parts: &Footprint,
    shards: u32,
    is_sharded: bool,
    item: Item,
) -> Term {
    let result = match item {
        Item::Gradients => parts.gradients,
        _ => parts.optimizer,
    };
    let parameters = fit::trainable(query, &subject.model);
    let cards = f64::from(if is_sharded { shards.max(1) } else { 1 });
    Term {
        item,
        formula: Formula::PerTrained,
        inputs: vec![
            (Symbol::TrainedParameters, count(parameters)),
            (
                Symbol::BytesPerParameter,
                count(result.get() * cards / parameters.max(1.0)),
            ),
            (Symbol::Cards, count(cards)),
        ],
        result: Value::Bytes(result),
        source: "ZeRO (Rajbhandari et al. 2020); LoRA (Hu et al. 2021); bitsandbytes",
    }
}

fn activations(
    query: &Query,
    subject: Option<&Subject>,
    device: &Device,
    group: &Group,
    parts: &Footprint,
    sequences: u32,
) -> Term {
    let shards = group.cards();
    let term = |formula, inputs, source| Term {
        item: Item::Activations,
        formula,
        inputs,
        result: Value::Bytes(parts.activations),
        source,
    };
    let images = (Symbol::Images, count(f64::from(query.batch.max(1))));
    let per_image = |source| {
        let one = parts.activations.get() / f64::from(query.batch.max(1));
        term(
            Formula::PerImage,
            vec![(Symbol::HeldBytes, bytes(one)), images],
            source,
        )
    };
    match (query.workload, subject) {
        (Workload::Vram, _) => term(
            Formula::AsSaid,
            vec![
                (
                    Symbol::Said,
                    bytes(parts.activations.get() * f64::from(shards.max(1))),
                ),
                (Symbol::Cards, count(f64::from(shards.max(1)))),
            ],
            "",
        ),
        (Workload::Image, _) => {
            let network = subject.map(|subject| fit::network(&subject.model));
            let pixels = network.map_or(1.0, |network| fit::pixels(query, &network));
            let per_pixel = parts.activations.get() / pixels / f64::from(query.batch.max(1));
            term(
                Formula::PerPixel,
                vec![
                    (Symbol::Pixels, count(pixels)),
                    (Symbol::ElementBytes, count(per_pixel)),
                    images,
                ],
                "diffusers 0.42, computed; diffusers-torchao, FLUX.1-dev and CogVideoX-5b",
            )
        }
        (_, Some(subject)) if trains_transformer(query, Some(subject)) => {
            training(query, subject, device, group, parts)
        }
        (Workload::Vision | Workload::Pretrain | Workload::Finetune, _) => per_image(
            "timm 1.0.31 and diffusers 0.42, computed; readings of ViT-H/14, aMUSEd and SD 1.4",
        ),
        (Workload::Serve, Some(subject)) if fit::transcribes(query, subject) => {
            let pieces = f64::from(sequences.max(1));
            term(
                Formula::PerImage,
                vec![
                    (Symbol::HeldBytes, bytes(parts.activations.get() / pieces)),
                    (Symbol::Sequences, count(pieces)),
                ],
                "openai/whisper, the encoder's widest layer",
            )
        }
        (Workload::Serve, Some(subject)) => match &subject.model.shape {
            Some(shape) => serving(query, shape, device, parts),
            None => term(Formula::Measured, Vec::new(), "llm-d-planner"),
        },
        _ => term(Formula::Scene, Vec::new(), "an assumption"),
    }
}

fn serving(query: &Query, shape: &Architecture, device: &Device, parts: &Footprint) -> Term {
    let vocabulary = (Symbol::Vocabulary, count(f64::from(shape.vocab)));
    let hidden = (Symbol::Hidden, count(f64::from(shape.hidden)));
    let (formula, inputs, source) = match EngineClass::of(query.engine) {
        EngineClass::Paged => {
            let (profiled, batch) = fit::profiled_batch(device);
            (
                Formula::ProfiledBatch,
                vec![
                    (Symbol::ProfiledSequences, count(profiled)),
                    vocabulary,
                    (Symbol::SamplerBytes, count(fit::SAMPLER_BYTES)),
                    (Symbol::ProfiledTokens, tokens(batch)),
                    hidden,
                    (Symbol::HiddenBytes, count(fit::HIDDEN_BYTES)),
                ],
                "llm-d-planner, eight vLLM start-ups on H100",
            )
        }
        EngineClass::Ggml => (
            Formula::MicroBatch,
            vec![
                (Symbol::BatchTokens, tokens(fit::UBATCH)),
                vocabulary,
                hidden,
                (Symbol::Context, tokens(f64::from(query.context))),
            ],
            "llama.cpp defaults; ollama PR #17201",
        ),
        EngineClass::Eager => (
            Formula::WidestLayer,
            vec![
                (
                    Symbol::Prompt,
                    tokens(f64::from(query.context.saturating_sub(query.output))),
                ),
                hidden,
            ],
            "Qwen2.5 speed benchmark",
        ),
    };
    Term {
        item: Item::Activations,
        formula,
        inputs,
        result: Value::Bytes(parts.activations),
        source,
    }
}

fn training(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
    parts: &Footprint,
) -> Term {
    let fitted = &device.calibration.training_memory;
    let working = Working::of(query, &subject.model, group, fitted).unwrap_or_default();
    let (formula, inputs, source) = if working.bytes() < parts.activations.get() {
        (
            Formula::Update,
            vec![(Symbol::Passes, Value::Bytes(Bytes::new(working.bytes())))],
            "torch.optim (foreach); DeepSpeed sub_group_size",
        )
    } else {
        (
            Formula::Passes,
            vec![
                (Symbol::BatchTokens, tokens(working.tokens)),
                (Symbol::Layers, count(working.layers)),
                (Symbol::KeptBytes, bytes(working.kept)),
                (Symbol::LayerBytes, bytes(working.again)),
                (Symbol::Vocabulary, count(working.vocabulary)),
                (Symbol::LogitBytes, count(working.logit)),
            ],
            "Korthikanti et al. 2022, itemised for what PyTorch saves; 214 measured peaks",
        )
    };
    Term {
        item: Item::Activations,
        formula,
        inputs,
        result: Value::Bytes(parts.activations),
        source,
    }
}
