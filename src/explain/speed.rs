//! The terms of a speed.

use super::{Formula, Item, Symbol, Term, Value, count, seconds, share, tokens};
use crate::fit::{Device, Group, Measured, Subject};
use crate::query::{Query, Workload};
use crate::speed::efficiency::Release;
use crate::speed::serving::{Load, Phase};
use crate::speed::{self, SpeedUnit, imaging, serving, training};
use crate::units::{BytesPerSecond, Flops, FlopsPerSecond, Ratio};

/// How a speed came about, at its expected value. Empty where the card cannot be rated.
#[must_use]
pub fn speed(
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
    let mut terms = estimated(query, subject, plain, group, sequences);
    let rated = speed::speed(query, subject, device, group, sequences);
    if let (Some(factor), Ok(rated)) = (device.measured.speed, rated) {
        let rate = Value::PerSecond(rated.rate.expected);
        terms.push(super::corrected(factor, rate));
    }
    terms
}

/// The terms of the estimate.
fn estimated(
    query: &Query,
    subject: Option<&Subject>,
    device: &Device,
    group: &Group,
    sequences: u32,
) -> Vec<Term> {
    let Ok(rated) = speed::speed(query, subject, device, group, sequences) else {
        return Vec::new();
    };
    let rate = Value::PerSecond(rated.rate.expected);
    let cards = (Symbol::Cards, count(f64::from(group.cards())));
    let one = |formula, inputs, source| {
        vec![Term {
            item: Item::Rate,
            formula,
            inputs,
            result: rate,
            source,
        }]
    };
    let kept = imaging::cards(group, device);
    let passes = |step: &imaging::Pass, count_of: f64, decode: f64| {
        one(
            Formula::ImagesByPasses,
            vec![
                (Symbol::Cards, count(kept)),
                (Symbol::Images, count(f64::from(query.batch.max(1)))),
                (Symbol::DenoisingSteps, count(count_of)),
                (Symbol::Operations, Value::Flops(Flops::new(step.flops))),
                (Symbol::BytesRead, super::bytes(step.bytes)),
                (Symbol::Arithmetic, seconds(step.arithmetic)),
                (Symbol::Reading, seconds(step.traffic)),
                (Symbol::Launches, seconds(step.launches)),
                (Symbol::Decoding, seconds(decode)),
            ],
            "timm 1.0.31 and diffusers 0.42, computed; fitted to timm, DeepLearningExamples, \
             diffusers-torchao, stable-fast and MLPerf",
        )
    };
    match (query.workload, subject) {
        (Workload::Serve, Some(subject)) if crate::fit::transcribes(query, subject) => {
            let times = [rated.first_token, rated.per_token].map(|time| time.map(|t| t.expected));
            let [Some(first), Some(step)] = times else {
                return Vec::new();
            };
            one(
                Formula::Transcribed,
                vec![
                    (Symbol::Cards, count(kept)),
                    (Symbol::Sequences, count(f64::from(sequences.max(1)))),
                    (Symbol::Output, tokens(crate::fit::SPEECH_TOKENS)),
                    (Symbol::PrefillTime, Value::Seconds(first - step)),
                    (Symbol::StepTime, Value::Seconds(step)),
                ],
                "openai/whisper; faster-whisper and MLPerf Inference 5.1",
            )
        }
        (Workload::Serve, Some(subject)) => {
            let release = Release::CURRENT;
            let Ok(load) = serving::load(query, subject, device, group, sequences, release) else {
                return Vec::new();
            };
            served(subject, &load, &rated)
        }
        (_, Some(subject)) if rated.unit == SpeedUnit::TrainingTokens => {
            let Ok(step) = training::step(query, subject, device, group) else {
                return Vec::new();
            };
            let inputs = vec![
                (Symbol::BatchTokens, tokens(step.tokens)),
                (
                    Symbol::OperationsPerToken,
                    Value::Flops(Flops::new(step.flops_per_token)),
                ),
                (
                    Symbol::Peak,
                    Value::FlopsPerSecond(FlopsPerSecond::new(step.peak)),
                ),
                (
                    Symbol::PeakShare,
                    share(step.peak_share(f64::from(group.cards()))),
                ),
                (Symbol::Arithmetic, seconds(step.arithmetic)),
                (Symbol::Reading, seconds(step.moving)),
                (Symbol::Launches, seconds(step.launches)),
                (Symbol::Exchange, seconds(step.exchange + step.sharding)),
                (Symbol::StepTime, seconds(step.seconds())),
            ];
            one(
                Formula::TrainingStep,
                inputs,
                "docs/model.md; llm-foundry, Megatron-Bridge, torchtitan, Qwen, BERT",
            )
        }
        (Workload::Image, Some(subject)) => {
            let Ok(work) = imaging::batch(query, subject, device) else {
                return Vec::new();
            };
            passes(&work.step, work.steps, work.decode)
        }
        (Workload::Vision | Workload::Pretrain | Workload::Finetune, Some(subject)) => {
            match imaging::step(query, &subject.model, device) {
                Ok(step) => passes(&step, 1.0, 0.0),
                Err(_) => Vec::new(),
            }
        }
        (Workload::Render, _) => one(
            Formula::FramesByScore,
            vec![
                cards,
                (
                    Symbol::Score,
                    Value::Count(device.accelerator.blender_score.unwrap_or(Ratio::ZERO)),
                ),
                (
                    Symbol::ReferenceScore,
                    Value::Count(device.reference_score.unwrap_or(Ratio::ZERO)),
                ),
                (
                    Symbol::FrameTime,
                    seconds(query.frame_minutes.to_f64() * 60.0),
                ),
            ],
            "Blender Open Data",
        ),
        (Workload::Hpc, _) => one(Formula::ShareOfPeak, vec![cards], "data sheets; Top500"),
        _ => one(Formula::HoursAsSaid, vec![cards], ""),
    }
}

/// The terms of a served model: both phases, the two times a user feels, and the rate.
fn served(subject: &Subject, load: &Load, rated: &speed::Speed) -> Vec<Term> {
    let source = "fitted: llama-bench, Qwen speed benchmarks, TensorRT-LLM, MLPerf Inference";
    let phase = |item, phase: &Phase| {
        let of = |work: f64, time: f64, peak: f64| {
            if time > 0.0 {
                work / (time * peak)
            } else {
                0.0
            }
        };
        Term {
            item,
            formula: Formula::Phase,
            inputs: vec![
                (Symbol::ActiveParameters, count(subject.model.active.get())),
                (Symbol::BytesRead, super::bytes(phase.bytes)),
                (
                    Symbol::Bandwidth,
                    Value::BytesPerSecond(BytesPerSecond::new(load.bandwidth)),
                ),
                (
                    Symbol::BandwidthShare,
                    share(of(phase.bytes, phase.reading, load.bandwidth)),
                ),
                (
                    Symbol::Operations,
                    Value::Flops(Flops::new(phase.operations)),
                ),
                (
                    Symbol::Peak,
                    Value::FlopsPerSecond(FlopsPerSecond::new(load.peak)),
                ),
                (
                    Symbol::PeakShare,
                    share(of(phase.operations, phase.arithmetic, load.peak)),
                ),
                (Symbol::Reading, seconds(phase.reading)),
                (Symbol::Arithmetic, seconds(phase.arithmetic)),
                (Symbol::Traffic, seconds(phase.traffic)),
                (Symbol::Launches, seconds(phase.launches)),
                (Symbol::Exchange, seconds(phase.exchange)),
                (Symbol::Host, seconds(phase.host)),
                (Symbol::Serial, seconds(phase.serial)),
            ],
            result: seconds(phase.seconds()),
            source,
        }
    };
    let mut terms = vec![phase(Item::Prefill, &load.prefill)];
    if rated.per_token.is_some() {
        terms.push(phase(Item::Step, &load.step));
    }
    let term = |item, formula, inputs, result| Term {
        item,
        formula,
        inputs,
        result,
        source: "",
    };
    let sequences = (Symbol::Sequences, count(load.sequences));
    let prompt = (Symbol::Prompt, tokens(load.prompt));
    let output = (Symbol::Output, tokens(load.output));
    let prefill = (Symbol::PrefillTime, seconds(load.prefill.seconds()));
    let mixed = (Symbol::MixedPrompt, seconds(load.mixed));
    if let Some(first) = rated.first_token {
        let mut inputs = vec![prefill, sequences];
        if let Some(per_token) = rated.per_token {
            inputs.push((Symbol::TokenTime, Value::Seconds(per_token.expected)));
        }
        let formula = Formula::WaitAndPrefill;
        terms.push(term(
            Item::FirstToken,
            formula,
            inputs,
            Value::Seconds(first.expected),
        ));
    }
    let rate = Value::PerSecond(rated.rate.expected);
    let Some(per_token) = rated.per_token else {
        let inputs = vec![prompt, sequences, prefill];
        terms.push(term(Item::Rate, Formula::Encoded, inputs, rate));
        return terms;
    };
    let result = Value::Seconds(per_token.expected);
    let inputs = vec![
        (Symbol::Device, seconds(load.step.device())),
        (Symbol::Host, seconds(load.step.host)),
        (Symbol::Serial, seconds(load.step.serial)),
        (Symbol::Stages, count(load.stages)),
        mixed,
        sequences,
        output,
    ];
    terms.push(term(Item::PerToken, Formula::StepAndOthers, inputs, result));
    let inputs = vec![
        mixed,
        (Symbol::TokenTime, result),
        sequences,
        prompt,
        output,
    ];
    terms.push(term(Item::Rate, Formula::SteadyStream, inputs, rate));
    terms
}
