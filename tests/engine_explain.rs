//! Explanations: their results are the answer's, and their inputs give their results.

#[path = "engine_support/mod.rs"]
mod engine_support;
mod support;

use engine_support::{Setup, assert_close};
use kasuan::explain::{Formula, Item, Symbol, Term, Value};
use kasuan::locale::{Locale, terms};
use proptest::prelude::*;

const LINKS: [(&str, &str, u32, u32); 17] = [
    ("m=llama-3.1-8b&con=8", "l40s", 1, 8),
    ("m=llama-3.1-70b&con=8", "h100-sxm", 4, 8),
    ("m=deepseek-v3&wq=fp8", "h200-sxm", 8, 4),
    ("m=gemma-3-27b&wq=q4_k_m&eng=llamacpp", "rtx-3090", 2, 1),
    ("w=finetune&method=full&m=llama-3.1-8b", "h100-sxm", 8, 1),
    ("w=finetune&method=qlora&m=llama-3.1-8b", "rtx-4090", 1, 1),
    (
        "w=finetune&m=bert-large&attn=plain&ckpt=0&seq=512",
        "v100-16gb",
        1,
        1,
    ),
    ("w=pretrain&tr=deepspeed&zero=1&ckpt=s", "h200-sxm", 8, 1),
    ("w=image", "l40s", 1, 1),
    (
        "w=image&m=cogvideox-5b&wq=int8&off=all&slice=1&rt=compile",
        "a100-80gb-sxm",
        2,
        1,
    ),
    ("w=vision", "l4", 1, 1),
    (
        "w=vision&vm=infer&m=retinanet&wq=int8&rt=tensorrt&bs=16",
        "l4",
        4,
        1,
    ),
    ("w=finetune&method=lora&m=sdxl&bs=2", "rtx-4090", 1, 1),
    (
        "w=finetune&method=full&m=sd-1.5&wq=fp32&attn=plain",
        "a100-80gb-sxm",
        8,
        1,
    ),
    ("m=whisper-large-v3&eng=ctranslate2&con=4", "l4", 1, 4),
    ("w=render", "l40s", 1, 1),
    ("w=vram&vram=30", "l4", 2, 1),
];

fn setups() -> impl Iterator<Item = Setup> {
    LINKS.into_iter().map(|(link, card, shards, sequences)| {
        Setup::new(link, card).shards(shards).sequences(sequences)
    })
}

#[test]
fn each_result_is_the_part_of_the_footprint() {
    for setup in setups() {
        let parts = setup.footprint();
        for term in setup.memory_terms() {
            let part = match term.item {
                Item::Weights => parts.weights,
                Item::Cache => parts.cache,
                Item::Activations => parts.activations,
                Item::Gradients => parts.gradients,
                Item::Optimizer => parts.optimizer,
                Item::Overhead => parts.overhead,
                _ => parts.total.expected,
            };
            assert_eq!(term.result, Value::Bytes(part), "{:?}", term.item);
        }
        let sum = parts.weights
            + parts.cache
            + parts.activations
            + parts.gradients
            + parts.optimizer
            + parts.overhead;
        assert_close(sum.get(), parts.total.expected.get(), 1e-12);
    }
}

/// The value of an input; a missing one spoils every comparison.
fn input(term: &Term, symbol: Symbol) -> f64 {
    let found = term.inputs.iter().find(|(name, _)| *name == symbol);
    found.map_or(f64::NAN, |(_, value)| value.get())
}

/// The longer of two times; where they are alike, each costs something.
fn longer(a: f64, b: f64) -> f64 {
    let square = |x: f64| x * x;
    libm::sqrt(libm::sqrt(square(square(a)) + square(square(b))))
}

/// What a formula gives for a term's inputs; `None` for formulas told in words alone.
fn evaluate(term: &Term) -> Option<f64> {
    use Symbol as S;
    let x = |symbol| input(term, symbol);
    let product = |symbols: &[Symbol]| symbols.iter().map(|s| x(*s)).product::<f64>();
    Some(match term.formula {
        Formula::Weights => x(S::Parameters) * x(S::BitsPerWeight) / 8.0 / x(S::Cards),
        Formula::CacheHeads => {
            2.0 * product(&[
                S::Layers,
                S::HeadsPerCard,
                S::HeadWidth,
                S::ElementBytes,
                S::Context,
                S::Sequences,
            ])
        }
        Formula::CacheLatent => product(&[
            S::Layers,
            S::LatentWidth,
            S::ElementBytes,
            S::Context,
            S::Sequences,
        ]),
        Formula::ProfiledBatch => {
            product(&[S::ProfiledSequences, S::Vocabulary, S::SamplerBytes])
                + product(&[S::ProfiledTokens, S::Hidden, S::HiddenBytes])
        }
        Formula::PerTrained => x(S::TrainedParameters) * x(S::BytesPerParameter) / x(S::Cards),
        Formula::Passes => {
            let again = x(S::LayerBytes).max(x(S::Vocabulary) * x(S::LogitBytes));
            x(S::BatchTokens) * (x(S::Layers) * x(S::KeptBytes) + again)
        }
        Formula::PerPixel => product(&[S::Pixels, S::ElementBytes, S::Images]),
        Formula::PerImage => {
            let at_once = term
                .inputs
                .iter()
                .find(|(name, _)| matches!(name, S::Images | S::Sequences));
            x(S::HeldBytes) * at_once.map_or(f64::NAN, |(_, value)| value.get())
        }
        Formula::CacheAudio => {
            4.0 * product(&[
                S::Layers,
                S::Hidden,
                S::Positions,
                S::Hypotheses,
                S::Sequences,
            ])
        }
        Formula::ImagesByPasses => {
            let pass = (x(S::Arithmetic) + x(S::Reading)).max(x(S::Launches));
            x(S::Cards) * x(S::Images) / (x(S::DenoisingSteps) * pass + x(S::Decoding))
        }
        Formula::Transcribed => {
            let time = x(S::PrefillTime) + x(S::Output) * x(S::StepTime);
            x(S::Cards) * x(S::Sequences) * x(S::Output) / time
        }
        Formula::AsSaid => x(S::Said) / x(S::Cards),
        Formula::Overhead => x(S::DriverContext) + x(S::Communication) + x(S::Headroom),
        Formula::Phase => {
            let reading = x(S::BytesRead) / (x(S::Bandwidth) * x(S::BandwidthShare));
            let arithmetic = x(S::Operations) / (x(S::Peak) * x(S::PeakShare));
            if x(S::Reading) > 0.0 {
                assert_close(reading, x(S::Reading), 1e-9);
            }
            assert_close(arithmetic, x(S::Arithmetic), 1e-9);
            let parts = [
                S::Reading,
                S::Arithmetic,
                S::Traffic,
                S::Launches,
                S::Exchange,
            ];
            let device: f64 = parts.iter().map(|s| x(*s)).sum();
            longer(device, x(S::Host)) + x(S::Serial)
        }
        Formula::WaitAndPrefill if x(S::Sequences) > 1.0 => {
            x(S::PrefillTime) + x(S::TokenTime) / 2.0
        }
        Formula::WaitAndPrefill => x(S::PrefillTime),
        Formula::StepAndOthers => {
            let others = (x(S::Sequences) - 1.0) / x(S::Stages);
            let device = x(S::Device) + others * x(S::MixedPrompt) / x(S::Output);
            x(S::Stages) * (longer(device, x(S::Host)) + x(S::Serial))
        }
        Formula::SteadyStream => {
            let request = x(S::MixedPrompt) + x(S::Output) * x(S::TokenTime);
            x(S::Sequences) * x(S::Output) / request
        }
        Formula::Encoded => x(S::Sequences) * x(S::Prompt) / x(S::PrefillTime),
        Formula::FramesByScore => {
            x(S::Cards) * x(S::Score) / x(S::ReferenceScore) / x(S::FrameTime)
        }
        Formula::HoursAsSaid => x(S::Cards) / 3600.0,
        _ => return None,
    })
}

#[test]
fn inputs_give_results() {
    let mut checked = 0;
    for setup in setups() {
        for term in setup.memory_terms().into_iter().chain(setup.speed_terms()) {
            if let Some(value) = evaluate(&term) {
                if value == 0.0 {
                    assert_eq!(term.result.get(), 0.0);
                } else {
                    assert_close(term.result.get(), value, 1e-9);
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 40, "{checked}");
}

#[test]
fn every_term_has_words_in_both_languages() {
    for setup in setups() {
        for term in setup.memory_terms().into_iter().chain(setup.speed_terms()) {
            for locale in [Locale::En, Locale::Zh] {
                assert!(!terms::item(locale, term.item).is_empty());
                assert!(!terms::formula(locale, term.formula).is_empty());
                for (symbol, _) in &term.inputs {
                    assert!(!terms::symbol(locale, *symbol).is_empty());
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// No input makes the engine panic, and every figure is a finite, ordered, positive range.
    #[test]
    fn the_engine_is_total(
        workload in prop::sample::select(vec!["serve", "pretrain", "finetune", "image", "vision", "render", "hpc", "vram"]),
        engine in prop::sample::select(vec!["vllm", "llamacpp", "transformers", "onnx", "jax"]),
        format in prop::sample::select(vec!["bf16", "fp8", "awq", "mxfp4", "nf4", "q4_k_m", "q2_k"]),
        model in 0..support::CATALOG.models.len(),
        card in 0..support::CATALOG.accelerators.len(),
        numbers in (0u32..5_000_000, 1u32..100_000, 0u32..4096, 0u32..100_000),
        shards in 0u32..17,
        custom in prop::option::of((0u32..3_000_000, 0u32..3_000_000)),
    ) {
        let (context, batch, rank, sequences) = numbers;
        let mut link = format!("w={workload}&eng={engine}&wq={format}&m={}", support::CATALOG.models[model].id);
        if let Some((total, active)) = custom {
            link += &format!("&n={}.{:03}&na={}", total / 1000, total % 1000, active / 1000);
        }
        let accelerator = &support::CATALOG.accelerators[card];
        prop_assume!(accelerator.usable().is_some());
        let decoded = kasuan::query::decode(&link);
        let mut setup = Setup::new("w=serve", &accelerator.id).shards(shards).sequences(sequences);
        setup.query = decoded.query;
        setup.query.context = context;
        setup.query.batch = batch;
        setup.query.rank = rank;
        setup.query.sequence = context;
        setup.subject = kasuan::fit::subject(&support::CATALOG, &setup.query);
        let total = setup.footprint().total;
        prop_assert!(total.low.get() >= 0.0);
        prop_assert!(total.low <= total.expected && total.expected <= total.high);
        prop_assert!(total.high.get() < 1e30);
        if let Ok(speed) = setup.rated() {
            prop_assert!(speed.rate.low.get() > 0.0);
            prop_assert!(speed.rate.low <= speed.rate.expected);
            prop_assert!(speed.rate.expected <= speed.rate.high);
        }
        setup.memory_terms();
        setup.speed_terms();
        let _ = setup.supports();
    }
}
