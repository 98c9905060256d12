//! Complaints about the speed that other tools tell, and what measurements say of the mechanisms
//! behind it. C-numbers are those of the collected complaints.

#[path = "engine_support/mod.rs"]
mod engine_support;
mod support;

use engine_support::{GB, Setup};
use kasuan::fit::Verdict;

/// Output tokens per second of one sequence.
fn decoded(link: &str, card: &str, cards: u32) -> f64 {
    1e3 / Setup::new(link, card).shards(cards).per_token_ms()
}

#[test]
fn c52_a_small_share_of_experts_is_not_read_at_the_speed_of_its_bytes() {
    // 472 tokens per second were predicted by active bytes ÷ bandwidth, 150 to 180 measured.
    let rate = decoded(
        "m=qwen3-30b-a3b&wq=q5_k_m&ctx=4096&con=1&eng=llamacpp",
        "rtx-3090",
        1,
    );
    assert!((140.0..190.0).contains(&rate), "{rate}");
}

#[test]
fn c55_offloaded_or_not_the_whole_of_active_parameters_counts() {
    // A catalog that holds 3 instead of 5.46 billion active ones promises nearly twice the speed.
    let small = decoded("n=80&na=3&wq=q4_k_m&con=1&eng=llamacpp", "h100-sxm", 1);
    let whole = decoded("n=80&na=5.46&wq=q4_k_m&con=1&eng=llamacpp", "h100-sxm", 1);
    assert!(small > 1.2 * whole, "{small} {whole}");
}

#[test]
fn c56_an_engine_admits_what_its_default_share_of_memory_holds() {
    // Kimi-K2.5 in NVFP4 on eight B200: at a share of 1.0 a tool lets 96 sequences in, the engine
    // admits 29.
    let at = |sequences: u32| {
        Setup::new("m=kimi-k2.5&wq=nvfp4&ctx=46000&con=1", "b200-sxm")
            .shards(8)
            .sequences(sequences)
    };
    assert_eq!(at(96).verdict(), Verdict::No);
    assert_ne!(at(16).verdict(), Verdict::No);
    let held = at(16).footprint();
    let card = 183_359.0 * 1_048_576.0;
    assert!(held.overhead.get() > 0.025 * card, "{:?}", held.overhead);
    assert!(held.total.expected.get() < card - 4.0 * GB);
}

#[test]
fn c58_every_speed_is_an_interval() {
    for (link, card) in [
        ("m=llama-3.1-8b&con=1", "l40s"),
        ("m=llama-3.1-8b&con=64", "h100-sxm"),
        ("m=llama-3.1-8b&con=1&eng=llamacpp&wq=q4_k_m", "rtx-4090"),
        (
            "m=llama-3.1-8b&con=1&eng=transformers&wq=nf4",
            "a100-80gb-sxm",
        ),
        ("m=bert-large&ctx=384&con=8", "l4"),
    ] {
        let speed = Setup::new(link, card).speed();
        let first = speed.first_token.expect("a time to the first token");
        let (low, expected, high) = (speed.rate.low, speed.rate.expected, speed.rate.high);
        assert!(low < expected && expected < high, "{link}: {speed:?}");
        assert!(first.low < first.expected && first.expected < first.high);
        // Wide enough to be true, narrow enough to be of use.
        let half = (high.get() - low.get()) / (2.0 * expected.get());
        assert!((0.05..0.4).contains(&half), "{link}: {half}");
    }
}

#[test]
fn layers_split_over_cards_do_not_add_up_to_speed() {
    // Llama 3 8B in llama.cpp: one RTX 4090 130.6 tokens per second, two 124.7, four 120.3.
    let link = "m=llama-3-8b&wq=q4_k_m&ctx=512&con=1&eng=llamacpp";
    let [one, two, four] = [1, 2, 4].map(|cards| decoded(link, "rtx-4090", cards));
    assert!(
        one > two && two > four && four > 0.85 * one,
        "{one} {two} {four}"
    );
}

#[test]
fn tensor_parallel_cards_add_less_than_their_number() {
    // Llama 2 7B in gpt-fast on A100: two cards 168.8 tokens per second, four 254.
    let link = "m=llama-2-7b&wq=bf16&ctx=200&out=195&con=1&eng=gptfast";
    let [one, two, four] = [1, 2, 4].map(|cards| decoded(link, "a100-80gb-sxm", cards));
    assert!(two > 1.3 * one && two < 2.0 * one, "{one} {two}");
    assert!(four > 1.2 * two && four < 2.0 * two, "{two} {four}");
}

#[test]
fn bandwidth_needs_multiprocessors_to_fetch() {
    // Llama 3 8B at 16 bit in llama.cpp: A100 of 1,935 GB/s 54.8 tokens per second, RTX 4090 of
    // 1,008 GB/s 54.8 as well.
    let link = "m=llama-3-8b&wq=fp16&ctx=512&con=1&eng=llamacpp";
    let wide = decoded(link, "a100-80gb-pcie", 1);
    let narrow = decoded(link, "rtx-4090", 1);
    assert!((0.8..1.25).contains(&(wide / narrow)), "{wide} {narrow}");
}

#[test]
fn python_launches_bound_small_models() {
    // Transformers on A100: Qwen2.5 3B 30.8 tokens per second at 16 bit, 7B 40.4, which has fewer
    // layers; the reading of either would allow hundreds.
    let of = |model: &str| {
        let link = format!("m={model}&wq=bf16&ctx=2048&out=2047&con=1&eng=transformers");
        decoded(&link, "a100-80gb-sxm", 1)
    };
    let (three, seven) = (of("qwen2.5-3b"), of("qwen2.5-7b"));
    assert!(seven > three, "{three} {seven}");
    assert!((25.0..42.0).contains(&three), "{three}");
}

#[test]
fn more_sequences_never_slow_a_replica_down() {
    for link in [
        "m=llama-3.1-8b&ctx=2048&out=1024",
        "m=qwen3-30b-a3b&ctx=2048&out=1024",
    ] {
        let rates = [1, 4, 16, 64, 256].map(|n| Setup::new(link, "h200-sxm").sequences(n).rate());
        assert!(rates.is_sorted(), "{link}: {rates:?}");
    }
}
