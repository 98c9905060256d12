//! The asker's own measurements: what they do to the estimates of every card.

#![allow(clippy::unwrap_used, reason = "a test stops at what it lacks")]

mod support;

use kasuan::query::ProblemReason;
use kasuan::rank::Answer;
use support::{CATALOG, ask};

/// Every candidate by its offer: needed bytes per card and rate.
fn figures(answer: &Answer) -> Vec<(u16, f64, f64)> {
    let mut figures: Vec<(u16, f64, f64)> = answer
        .candidates
        .iter()
        .map(|c| {
            let needed = c.footprint.total.expected.get();
            (c.offer.0, needed, c.replica_speed.rate.expected.get())
        })
        .collect();
    figures.sort_by_key(|(offer, _, _)| *offer);
    figures
}

const PLAIN: &str = "w=finetune&m=llama-3.1-8b&method=lora&seq=2048&cnt=1";

#[test]
fn a_measured_speed_scales_every_card() {
    let plain = ask(PLAIN);
    let first = ask(&format!("{PLAIN}&mg=a100-80gb-sxm&ms=1000"));
    let run = first.own_run.unwrap();
    let compared = run.speed.unwrap();
    let again = ask(&format!(
        "{PLAIN}&mg=a100-80gb-sxm&ms={:.3}",
        compared.estimated.get() * 1.25
    ));
    let factor = again.own_run.unwrap().speed.unwrap().factor().get();
    assert!((factor - 1.25).abs() < 1e-6, "{factor}");
    let (before, after) = (figures(&plain), figures(&again));
    assert!(before.len() > 100 && before.len() == after.len());
    for (old, new) in before.iter().zip(&after) {
        assert_eq!(old.0, new.0);
        assert!((new.2 / old.2 / factor - 1.0).abs() < 1e-9);
        assert!((new.1 / old.1 - 1.0).abs() < 1e-12, "memory is untouched");
    }
}

#[test]
fn a_measured_peak_scales_memory_and_narrows_its_range() {
    let link = format!("{PLAIN}&mg=a100-80gb-sxm&mp=1");
    let estimated = ask(&link).own_run.unwrap().memory.unwrap().estimated.get();
    let measured = estimated * 1.3 / 1e9;
    let answer = ask(&format!("{PLAIN}&mg=a100-80gb-sxm&mp={measured:.4}"));
    let plain = ask(PLAIN);
    let old = plain.candidates.iter().map(|c| (c.offer.0, c));
    let old: std::collections::BTreeMap<_, _> = old.collect();
    for c in &answer.candidates {
        if c.group != old[&c.offer.0].group {
            // A card that is too small now shares the job with others.
            continue;
        }
        let before = old[&c.offer.0].footprint;
        let ratio = c.footprint.total.expected / before.total.expected;
        assert!((ratio - 1.3).abs() < 1e-3);
        let weights = c.footprint.weights / before.weights;
        assert!((weights - ratio).abs() < 1e-9, "parts keep their shares");
        let total = c.footprint.total;
        assert!((total.high / total.expected - 1.05).abs() < 1e-9);
    }
    assert!(
        answer.candidates.len() < plain.candidates.len(),
        "cards that are now too small are out"
    );
}

#[test]
fn seconds_per_step_are_tokens_per_second() {
    let rate = |link: &str| {
        let run = ask(&format!("{PLAIN}&bs=2&acc=4&{link}")).own_run.unwrap();
        run.speed.unwrap().measured.get()
    };
    // 2 sequences of 2,048 tokens, 4 times, on each of 2 cards, in 8 seconds.
    assert!((rate("mg=l40s&mn=2&mi=8") - 4096.0).abs() < 1e-9);
    assert!((rate("mg=l40s&mn=2&ms=4096") - 4096.0).abs() < 1e-9);
}

#[test]
fn what_cannot_be_of_this_run_is_told_and_not_used() {
    let plain = ask(PLAIN);
    let answer = ask(&format!("{PLAIN}&mg=a100-80gb-sxm&mp=90000&ms=0.001"));
    let run = answer.own_run.unwrap();
    assert!(!run.memory.unwrap().is_plausible() && !run.speed.unwrap().is_plausible());
    assert_eq!(figures(&plain), figures(&answer));
}

#[test]
fn a_measurement_needs_its_card() {
    let decoded = kasuan::query::decode("mp=20&ms=5");
    let keys: Vec<_> = decoded.problems.iter().map(|p| p.key.as_str()).collect();
    assert_eq!(keys, ["mp", "ms"]);
    for problem in &decoded.problems {
        assert_eq!(problem.reason, ProblemReason::Needs("mg"));
    }
    let known = kasuan::query::decode("mg=abacus&mp=20").known_to(&CATALOG);
    assert_eq!(known.problems.len(), 1);
    assert_eq!(known.problems[0].reason, ProblemReason::NotInCatalog);
    assert_eq!(known.query.measured_peak_gb, None);
    let both = kasuan::query::decode("mg=t4&ms=5&mi=2");
    assert_eq!(both.problems[0].reason, ProblemReason::Contradicts("ms"));
}
