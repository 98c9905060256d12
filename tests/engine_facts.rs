//! What the engine must show: known footprints, kernel times, rules of thumb, refusals.

#[path = "engine_support/mod.rs"]
mod engine_support;
mod support;

use engine_support::{GB, GIB, Setup, assert_close};
use kasuan::fit::{Caveat, Unsupported, Verdict, default_model_for, subject};
use kasuan::query::Workload;
use kasuan::speed::{Bottleneck, SpeedUnit, Unrated, work};
use kasuan::units::Ratio;
use support::{CATALOG, query};

#[test]
fn llama_70b_weighs_131_gib_and_caches_2_5() {
    let link = "w=serve&m=llama-3.1-70b&wq=bf16&ctx=8192&con=1";
    let one = Setup::new(link, "h100-sxm");
    assert_close(one.footprint().weights.get(), 131.4 * GIB, 0.001);
    assert_close(one.footprint().cache.get(), 2.5 * GIB, 1e-9);
    assert_eq!(one.verdict(), Verdict::No);
    assert_eq!(Setup::new(link, "a100-80gb-sxm").verdict(), Verdict::No);
    // 65.7 GiB of weights, 1.25 of cache, 4.8 of profiled batch, 3.1 of overhead and headroom
    // against 79.6 GiB.
    let two = Setup::new(link, "h100-sxm").shards(2);
    assert_close(two.footprint().total.expected.get(), 74.9 * GIB, 0.01);
    assert_eq!(two.verdict(), Verdict::Fits);
    assert_eq!(
        Setup::new(link, "rtx-4090").shards(4).verdict(),
        Verdict::No
    );
}

#[test]
fn deepseek_v3_needs_eight_large_cards() {
    let link = "w=serve&m=deepseek-v3&wq=fp8&ctx=65536&con=1";
    assert_eq!(
        Setup::new(link, "h200-sxm").shards(8).verdict(),
        Verdict::Fits
    );
    assert_eq!(
        Setup::new(link, "mi300x").shards(8).verdict(),
        Verdict::Fits
    );
    assert_eq!(
        Setup::new(link, "h200-sxm").shards(4).verdict(),
        Verdict::No
    );
    assert_eq!(
        Setup::new(link, "h100-sxm").shards(8).verdict(),
        Verdict::No
    );
    let whole = Setup::new(link, "h200-sxm").footprint().weights.get();
    assert!(whole > 671e9 && whole < 676e9, "{whole}");
}

#[test]
fn a_sparse_30b_weighs_as_30b_and_runs_as_a_small_one() {
    let sparse = Setup::new("m=qwen3-30b-a3b&wq=bf16&con=1", "h100-sxm");
    assert_close(sparse.footprint().weights.get(), 57.0 * GIB, 0.005);
    let small = Setup::new("m=llama-3.1-8b&wq=bf16&con=1", "h100-sxm");
    let same_size = Setup::new("m=qwen3-32b&wq=bf16&con=1", "h100-sxm");
    assert!(sparse.rate() > small.rate());
    assert!(sparse.rate() > 2.0 * same_size.rate());
}

#[test]
fn published_files_have_their_sizes() {
    for (format, gb) in [
        ("q4_k_m", 4.92),
        ("q5_k_m", 5.73),
        ("q3_k_m", 4.02),
        ("q2_k", 3.18),
    ] {
        let link = format!("m=llama-3.1-8b&wq={format}&con=1&eng=llamacpp");
        let weights = Setup::new(&link, "l4").footprint().weights.get();
        assert_close(weights, gb * GB, 0.01);
    }
    // Measured in vLLM on H100.
    for (model, format, gib) in [
        ("llama-3.1-8b", "bf16", 14.99),
        ("qwen3-32b", "bf16", 61.03),
        ("gpt-oss-20b", "mxfp4", 13.47),
        ("gpt-oss-120b", "mxfp4", 64.38),
    ] {
        let setup = Setup::new(&format!("m={model}&wq={format}&con=1"), "h100-sxm");
        assert_close(setup.footprint().weights.get(), gib * GIB, 0.01);
    }
}

#[test]
fn the_profiled_batch_reproduces_start_ups() {
    for (model, gib) in [
        ("llama-3.1-8b", 4.76),
        ("qwen3-0.6b", 5.56),
        ("qwen3-32b", 5.64),
        ("llama-3.3-70b", 4.84),
        ("gpt-oss-20b", 7.38),
        ("gpt-oss-120b", 7.38),
    ] {
        let setup = Setup::new(&format!("m={model}&con=1"), "h100-sxm");
        assert_close(setup.footprint().activations.get(), gib * GIB, 0.015);
    }
}

/// How far kernel tables may be: figures are fitted to engines that were measured whole, and those
/// of B200 lie further off than the others.
fn distance(card: &str, others: f64, b200: f64) -> f64 {
    if card.starts_with("b200") {
        b200
    } else {
        others
    }
}

/// Time per token at batch 1, kernel tables of aiconfigurator 0.12 (1,024 in, 128 out).
#[test]
fn decoding_meets_kernel_tables() {
    for (model, format, card, shards, milliseconds) in [
        ("llama-3.1-8b", "bf16", "l40s", 1, 22.0),
        ("llama-3.1-8b", "bf16", "a100-80gb-sxm", 1, 11.9),
        ("llama-3.1-8b", "bf16", "h100-sxm", 1, 6.2),
        ("llama-3.1-8b", "bf16", "h200-sxm", 1, 4.9),
        ("llama-3.1-8b", "bf16", "b200-sxm", 1, 3.5),
        ("llama-3.1-70b", "bf16", "a100-80gb-sxm", 4, 27.2),
        ("llama-3.1-70b", "bf16", "h100-sxm", 4, 14.9),
        ("llama-3.1-70b", "bf16", "h200-sxm", 4, 12.3),
        ("llama-3.1-70b", "bf16", "b200-sxm", 4, 9.2),
        ("deepseek-v3", "fp8", "h200-sxm", 8, 15.3),
        ("qwen3-30b-a3b", "bf16", "h100-sxm", 1, 4.7),
        ("qwen3-30b-a3b", "bf16", "h200-sxm", 1, 4.0),
    ] {
        let link = format!("m={model}&wq={format}&ctx=1152&out=128&con=1");
        let setup = Setup::new(&link, card).shards(shards);
        let distance = distance(card, 0.16, 0.27);
        assert_close(setup.per_token_ms(), milliseconds, distance);
    }
}

#[test]
fn prefill_meets_kernel_tables() {
    for (model, card, shards, milliseconds) in [
        ("llama-3.1-8b", "l40s", 1, 70.0),
        ("llama-3.1-8b", "a100-80gb-sxm", 1, 65.0),
        ("llama-3.1-8b", "h100-sxm", 1, 22.0),
        ("llama-3.1-8b", "h200-sxm", 1, 21.0),
        ("llama-3.1-8b", "b200-sxm", 1, 12.0),
        ("llama-3.1-70b", "h100-sxm", 4, 67.0),
        ("llama-3.1-70b", "h200-sxm", 4, 66.0),
        ("llama-3.1-70b", "b200-sxm", 4, 39.0),
    ] {
        let link = format!("m={model}&ctx=1152&out=128&con=1");
        let first = Setup::new(&link, card).shards(shards).speed().first_token;
        let own = first.expect("a time").expected.get() * 1e3;
        assert_close(own, milliseconds, distance(card, 0.25, 0.4));
    }
}

#[test]
fn rules_of_thumb_hold() {
    // A small network trains on 8 to 12 GB.
    let small = Setup::new("w=vision&m=resnet-50&wq=fp16&bs=128", "rtx-3060");
    let total = small.footprint().total;
    assert!(
        total.expected.get() < 9.0 * GB && total.high.get() < 13.0 * GB,
        "{total:?}"
    );
    assert_ne!(small.verdict(), Verdict::No);
    // BERT-large fine-tunes on the class of 24 to 32 GB.
    let link = "w=finetune&method=full&m=bert-large&seq=512&bs=32&ckpt=0";
    assert_ne!(Setup::new(link, "rtx-3090").verdict(), Verdict::No);
    assert_eq!(Setup::new(link, "rtx-a4000").verdict(), Verdict::No);
    // 70B fine-tunes with QLoRA on one card of 80 GB, not on 40 GB, and not in full on eight.
    let qlora = "w=finetune&method=qlora&m=llama-3.1-70b&seq=2048";
    assert_eq!(Setup::new(qlora, "h100-sxm").verdict(), Verdict::Fits);
    assert_eq!(Setup::new(qlora, "a100-40gb-sxm").verdict(), Verdict::No);
    let full = "w=finetune&method=full&m=llama-3.1-70b&seq=2048";
    assert_eq!(
        Setup::new(full, "h100-sxm").shards(8).verdict(),
        Verdict::No
    );
    // H100 trains about twice as fast as A100 in 16 bit: 1.93 to 2.3 times in plain PyTorch
    // (llm-foundry, 1B to 70B), up to three times with later kernels.
    let train = "w=pretrain&m=llama-3.1-8b&wq=bf16";
    let ratio = Setup::new(train, "h100-sxm").rate() / Setup::new(train, "a100-80gb-sxm").rate();
    assert!((1.9..=3.0).contains(&ratio), "{ratio}");
}

#[test]
fn a_precision_that_a_card_lacks_is_refused() {
    let asks = |link: &str, card: &str| Setup::new(link, card).supports();
    for card in ["v100-16gb", "t4"] {
        assert_eq!(asks("wq=bf16", card), Err(Unsupported::Precision), "{card}");
        assert_eq!(
            asks("w=image&wq=bf16", card),
            Err(Unsupported::Precision),
            "{card}"
        );
    }
    assert_eq!(asks("wq=fp16", "t4"), Ok(None));
    assert_eq!(asks("wq=fp8", "h100-sxm"), Ok(None));
    // Ampere has no FP8; vLLM's weight-only kernel stands in, TensorRT-LLM has none.
    assert_eq!(
        asks("wq=fp8", "a100-80gb-sxm"),
        Ok(Some(Caveat::PrecisionEmulated))
    );
    assert_eq!(
        asks("wq=fp8&eng=trtllm", "a100-80gb-sxm"),
        Err(Unsupported::Precision)
    );
    assert_eq!(asks("wq=fp8", "t4"), Err(Unsupported::Precision));
    assert_eq!(asks("wq=nvfp4", "h100-sxm"), Err(Unsupported::Precision));
    assert_eq!(asks("wq=awq", "v100-16gb"), Err(Unsupported::Precision));
    assert_eq!(
        asks("wq=awq&eng=llamacpp", "l4"),
        Err(Unsupported::Precision)
    );
    assert_eq!(asks("wq=q4_k_s&eng=llamacpp", "l4"), Ok(None));
    assert_eq!(
        asks("w=pretrain&wq=awq", "h100-sxm"),
        Err(Unsupported::Precision)
    );
}

#[test]
fn an_engine_that_does_not_run_is_refused_and_an_unknown_one_is_told() {
    let asks = |link: &str, card: &str| Setup::new(link, card).supports();
    assert_eq!(asks("wq=fp16", "p40"), Err(Unsupported::Engine));
    assert_eq!(
        asks("w=render&frames=1", "mi300x"),
        Err(Unsupported::Engine)
    );
    assert_eq!(
        asks("wq=fp16", "v100-16gb"),
        Ok(Some(Caveat::EnginePartial))
    );
    assert_eq!(
        asks("wq=fp16", "hygon-dcu-k100-ai"),
        Ok(Some(Caveat::EngineUnknown))
    );
    assert_eq!(asks("w=hpc&pflop=1", "hygon-dcu-k100-ai"), Ok(None));
}

#[test]
fn unknown_figures_are_named_not_zero() {
    let rated = |link: &str, card: &str| Setup::new(link, card).rated();
    assert_eq!(
        rated("w=render&frames=10", "h20"),
        Err(Unrated::NoRenderFigure)
    );
    assert_eq!(
        rated("w=render&frames=10&ref=h20", "rtx-4090"),
        Err(Unrated::NoRenderFigure)
    );
    assert_eq!(
        rated("w=hpc&pflop=1", "hygon-dcu-k100-ai"),
        Err(Unrated::NoFp64Figure)
    );
    assert_eq!(
        rated("con=1", "ppu-a910e").map(|speed| speed.unit),
        Err(Unrated::NoComputeFigure)
    );
}

#[test]
fn frames_scale_with_scores_and_hours_do_not_scale() {
    let own = Setup::new("w=render&frames=10&fmin=2&ref=rtx-4090", "rtx-4090");
    assert_close(own.rate(), 1.0 / 120.0, 1e-9);
    let two = Setup::new("w=vram&vram=40&gpuh=10", "t4").shards(2);
    assert_eq!(two.speed().unit, SpeedUnit::GpuHours);
    assert_eq!(two.speed().bottleneck, Bottleneck::AsSaid);
    assert_close(two.rate(), 2.0 / 3600.0, 1e-12);
    assert_close(two.footprint().total.expected.get(), 20.0 * GB, 1e-12);
    assert_eq!(two.footprint().total.high, two.footprint().total.low);
}

#[test]
fn work_is_what_the_question_says() {
    let amount = |link: &str| {
        let query = query(link);
        work(&query, subject(&CATALOG, &query).as_ref())
    };
    assert_eq!(amount("w=serve"), None);
    assert_eq!(amount("w=finetune"), None);
    assert_eq!(amount("w=finetune&tok=0.5&ep=3"), Some(Ratio::new(1.5e9)));
    assert_eq!(amount("w=image&imgs=20"), Some(Ratio::new(20_000.0)));
    assert_eq!(amount("w=vision&imgs=1000&ep=90"), Some(Ratio::new(9e7)));
    assert_eq!(amount("w=render&frames=250"), Some(Ratio::new(250.0)));
    assert_eq!(amount("w=hpc&pflop=12"), Some(Ratio::new(12.0)));
    assert_eq!(amount("w=vram&gpuh=7"), Some(Ratio::new(7.0)));
}

#[test]
fn models_suit_their_workloads() {
    // A link as it is, also with a model that the catalog lacks.
    let model = |link: &str| {
        subject(&CATALOG, &kasuan::query::decode(link).query).map(|s| (s.model.id, s.inferred))
    };
    for workload in Workload::ALL {
        if let Some(id) = default_model_for(*workload) {
            let found = model(&format!("w={}", workload.word()));
            assert_eq!(found, Some((id.to_owned(), false)));
        } else {
            assert_eq!(model(&format!("w={}", workload.word())), None);
        }
    }
    assert_eq!(model("w=serve&m=sdxl"), None);
    assert_eq!(model("w=image&m=qwen3-8b"), None);
    assert_eq!(model("m=no-such-model"), None);
    assert_eq!(model("n=13"), Some(("13b".to_owned(), true)));
    let mut nothing = query("n=13");
    nothing.params_b = Some(kasuan::units::Decimal::ZERO);
    assert_eq!(subject(&CATALOG, &nothing), None);
}

#[test]
fn slices_have_their_share() {
    let whole = Setup::new("con=1", "a10");
    let mut half = Setup::new("con=1", "a10");
    half.device.share = Ratio::new(0.5);
    half.device.usable = half.device.usable * 0.5;
    assert!(half.rate() < 0.6 * whole.rate());
    assert_close(
        half.footprint().weights.get(),
        whole.footprint().weights.get(),
        1e-12,
    );
}

#[test]
fn a_slow_link_costs_speed() {
    let link = "m=llama-3.1-70b&ctx=8192&con=32";
    let with = |kind| {
        let mut setup = Setup::new(link, "a100-80gb-sxm").shards(4).sequences(32);
        setup.link = kind;
        setup.rate()
    };
    use kasuan::catalog::InstanceLink::{Nvlink, Pcie};
    assert!(with(Pcie) < 0.8 * with(Nvlink));
}
