//! Every question has an answer: no panic, no negative, no total below its parts, whatever is asked.

#![allow(clippy::unwrap_used, reason = "a test stops at what it lacks")]

mod support;

#[path = "query/question.rs"]
mod question;

use kasuan::catalog::{Architecture, Biases, Experts, GlobalHeads, Latent, Linear};
use kasuan::query::{Query, decode, encode};
use kasuan::rank::{Answer, answer};
use proptest::prelude::*;
use support::{CATALOG, today};

fn check(answer: &Answer) -> Result<(), TestCaseError> {
    let rejected: u32 = answer.rejected.iter().map(|r| r.offers).sum();
    prop_assert_eq!(answer.candidates.len() as u32 + rejected, answer.rows);
    for c in &answer.candidates {
        prop_assert!(c.total.micros() >= 0 && c.per_month.micros() >= 0 && c.per_hour.micros() > 0);
        let parts: i64 = c
            .costs
            .iter()
            .filter_map(|l| l.per_month)
            .map(|m| m.micros())
            .sum();
        prop_assert_eq!(parts, c.per_month.micros());
        prop_assert!(c.rate.low.get() > 0.0 && c.rate.low <= c.rate.expected);
        prop_assert!(c.rate.expected <= c.rate.high);
        prop_assert!(c.total_range.low <= c.total_range.high);
        prop_assert!(c.footprint.total.expected <= c.usable);
        prop_assert!(c.instances >= 1 && c.plan.replicas >= 1 && c.plan.shards >= 1);
        prop_assert!(c.plan.shards <= c.gpus_per_instance.saturating_mul(c.instances));
        prop_assert!((0.0..=1.0).contains(&c.steadiness.whole().get()));
        prop_assert!(!c.purchases.is_empty());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: questions(), ..ProptestConfig::default() })]

    #[test]
    fn every_question_has_an_answer(query in question::question()) {
        check(&answer(&CATALOG, &query, today()))?;
    }

    #[test]
    fn every_question_without_filters_has_an_answer(query in question::question()) {
        // Filters let few offers through; without them most of the engine runs.
        let query = Query {
            providers: Vec::new(),
            gpus: Vec::new(),
            regions: Vec::new(),
            jurisdictions: Vec::new(),
            homes: Vec::new(),
            vendors: Vec::new(),
            compliance: Vec::new(),
            frameworks: Vec::new(),
            sla_percent: None,
            link: None,
            gpu_count: None,
            budget: None,
            model: "llama-3.1-8b".to_owned(),
            ..query
        };
        check(&answer(&CATALOG, &query, today()))?;
    }
}

/// Random questions of each kind: a few hundred, or as many as the whole check asks for.
fn questions() -> u32 {
    let asked = std::env::var("KASUAN_QUESTIONS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(300)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: questions() / 20, ..ProptestConfig::default() })]

    /// The page shows what `answer` says of a link; the terminal prints the same.
    #[test]
    fn the_terminal_prints_the_answer_of_the_page(query in question::question()) {
        let link = encode(&query);
        let page = answer(&CATALOG, &decode(&link).known_to(&CATALOG).query, today());
        let args = ["plan", &link, "--json", "--limit", "50", "--today", "2026-11-30"];
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let code = kasuan::terminal::run(&args.map(str::to_owned), &mut out, &mut err);
        prop_assert_eq!(code, 0, "{}", link);
        let printed: serde_json::Value = serde_json::from_slice(&out).unwrap();
        let printed = printed["offers"].as_array().unwrap();
        prop_assert_eq!(printed.len(), page.candidates.len().min(50));
        for (shown, candidate) in printed.iter().zip(&page.candidates) {
            prop_assert_eq!(&shown["id"], &CATALOG.offer(candidate.offer).id, "{}", link);
            prop_assert_eq!(shown["total_usd"].as_f64(), Some(candidate.total.to_f64()));
            prop_assert_eq!(shown["per_month_usd"].as_f64(), Some(candidate.per_month.to_f64()));
        }
    }
}

/// A shape of which every number is the same.
fn shape_of(number: u32, experts: bool, latent: bool) -> Architecture {
    Architecture {
        layers: number,
        full_layers: number,
        windowed_layers: number,
        linear_layers: number,
        bare_layers: number,
        encoder_layers: number,
        window: Some(number),
        hidden: number,
        intermediate: number,
        heads: number,
        kv_heads: number,
        head_dim: number,
        global: experts.then_some(GlobalHeads {
            kv_heads: number,
            head_dim: number,
            keys_as_values: latent,
        }),
        vocab: number,
        positions: number,
        latent: latent.then_some(Latent {
            kv_rank: number,
            rope_dim: number,
            q_rank: number,
            nope_dim: number,
            value_dim: number,
        }),
        linear: latent.then_some(Linear {
            key_heads: number,
            value_heads: number,
            key_dim: number,
            value_dim: number,
            kernel: number,
        }),
        experts: experts.then_some(Experts {
            count: number,
            per_token: number,
            shared: number,
            intermediate: number,
            shared_intermediate: number,
            first_dense: number,
            every: number,
            latent: number,
        }),
        tied_embeddings: false,
        plain: latent,
        biases: if experts { Biases::All } else { Biases::None },
        output_gate: latent,
    }
}

/// The reader of the catalog admits any numbers in a shape: their sums and products must hold.
#[test]
fn every_shape_has_an_answer() {
    let mut catalog = CATALOG.clone();
    for number in [0, 1, u32::MAX] {
        for (experts, latent) in [(false, false), (true, false), (false, true), (true, true)] {
            for model in &mut catalog.models {
                model.shape = Some(shape_of(number, experts, latent));
            }
            for link in [
                "w=serve",
                "w=serve&eng=llamacpp&wq=q4_k_m",
                "w=serve&eng=transformers",
                "w=finetune&method=lora&tok=1",
                "w=finetune&method=qlora&ckpt=0",
                "w=pretrain&tok=1&use=job",
            ] {
                let answer = answer(&catalog, &decode(link).query, today());
                let rejected: u32 = answer.rejected.iter().map(|r| r.offers).sum();
                assert_eq!(
                    answer.candidates.len() as u32 + rejected,
                    answer.rows,
                    "{link}"
                );
            }
        }
    }
}
