//! Public complaints about estimates of training memory, and what tools' authors and papers state.

#[path = "engine_support/mod.rs"]
mod engine_support;
mod support;

use engine_support::{GB, GIB, Setup, assert_close};
use kasuan::explain::{Formula, Item, Symbol};
use kasuan::fit::{Footprint, Verdict};
use kasuan::units::Bytes;

/// Parameters of Llama 3.1 8B.
const LLAMA_8B: f64 = 8_030_261_248.0;

fn parts(link: &str, shards: u32) -> Footprint {
    Setup::new(link, "h100-sxm").shards(shards).footprint()
}

fn states(parts: &Footprint) -> f64 {
    (parts.weights + parts.gradients + parts.optimizer).get()
}

#[test]
fn c41_full_training_takes_16_bytes_and_each_part_is_sharded() {
    let link = "w=finetune&method=full&m=llama-3.1-8b&wq=bf16";
    let parameters = 8_030_261_248.0;
    for shards in [1, 4, 8] {
        let parts = Setup::new(link, "h100-sxm").shards(shards).footprint();
        let own = parameters / f64::from(shards);
        assert_close(parts.weights.get(), 2.0 * own, 1e-9);
        assert_close(parts.gradients.get(), 2.0 * own, 1e-9);
        assert_close(parts.optimizer.get(), 12.0 * own, 1e-9);
    }
}

#[test]
fn c42_communication_buffers_count() {
    // ZeRO-2 of a small model takes more than ZeRO-1 saves: its buckets do not follow the model.
    let overhead = |zero: u32| {
        let link = format!("w=finetune&method=full&m=bert-large&seq=512&tr=deepspeed&zero={zero}");
        Setup::new(&link, "v100-16gb")
            .shards(4)
            .footprint()
            .overhead
    };
    assert!((overhead(2) - overhead(0)).get() > 1.0 * GB);
}

#[test]
fn c45_activations_are_linear_in_the_sequence() {
    let activations = |trainer: &str, sequence: u32| {
        let model = "w=finetune&method=full&m=llama-3.1-8b&opt=adamw8bit&ckpt=0";
        let link = format!("{model}&tr={trainer}&seq={sequence}");
        Setup::new(&link, "h100-sxm").footprint().activations.get()
    };
    for trainer in ["pytorch", "compile", "unsloth"] {
        let (short, long) = (activations(trainer, 2048), activations(trainer, 8192));
        assert_close(long, 4.0 * short, 0.01);
    }
    // With fused norms, per layer and token 12·h + 4·k·d + 8·f: 8.5 to 10.6 GiB at 2,048, and few
    // logits. Written out in PyTorch, norms keep 32-bit copies and heads are repeated.
    assert!((8.5 * GIB..10.6 * GIB).contains(&activations("unsloth", 2048)));
    assert!(activations("pytorch", 2048) > 1.5 * activations("unsloth", 2048));
}

#[test]
fn c47_rank_counts_in_lora() {
    let states = |rank: u32| {
        let link = format!("w=finetune&method=lora&m=llama-3.1-8b&rank={rank}");
        let parts = Setup::new(&link, "rtx-4090").footprint();
        (parts.gradients + parts.optimizer + parts.weights).get() - 2.0 * 8_030_261_248.0
    };
    assert_close(states(64), 16.0 * 167.8e6, 0.001);
    assert!((2.3 * GB..2.7 * GB).contains(&states(64)));
    assert_close(states(8), states(64) / 8.0, 1e-9);
}

#[test]
fn c49_training_has_no_cache_and_counts_every_layer() {
    let parts = |link: &str| Setup::new(link, "h100-sxm").footprint();
    assert_eq!(parts("w=finetune&m=llama-3.1-8b").cache, Bytes::ZERO);
    // 28 and 36 layers of nearly the same width.
    let small = parts("w=finetune&method=full&m=qwen3-1.7b&ckpt=0&seq=8192").activations;
    let large = parts("w=finetune&method=full&m=qwen3-4b&ckpt=0&seq=8192").activations;
    assert!(large > small * 1.3);
}

#[test]
fn c41_each_stage_divides_its_own_part() {
    let of = |zero: u32| {
        let link = format!("w=finetune&method=full&m=llama-3.1-8b&tr=deepspeed&zero={zero}");
        states(&parts(&link, 8)) / LLAMA_8B
    };
    assert_close(of(0), 16.0, 1e-9);
    assert_close(of(1), 4.0 + 12.0 / 8.0, 1e-9);
    assert_close(of(2), 2.0 + 14.0 / 8.0, 1e-9);
    assert_close(of(3), 16.0 / 8.0, 1e-9);
}

#[test]
fn c41_a_stage_divides_nothing_on_one_card() {
    for zero in 0..4 {
        let link = format!("w=finetune&method=full&m=llama-3.1-8b&zero={zero}");
        assert_close(states(&parts(&link, 1)), 16.0 * LLAMA_8B, 1e-9);
    }
}

#[test]
fn c41_precision_and_optimizer_set_the_bytes() {
    // Weights, gradients, master copy and moments.
    let cases = [
        ("", 16.0),
        ("&st=pure", 8.0),
        ("&wq=fp32", 16.0),
        ("&opt=adamw8bit", 10.0),
        ("&opt=paged8bit", 10.0),
        ("&opt=adamw4bit", 9.0),
        ("&opt=lion", 12.0),
        ("&opt=sgd&st=pure", 6.0),
        ("&opt=adamw8bit&st=pure", 6.0),
        // Gradients are summed in 32 bit.
        ("&tr=megatron", 18.0),
    ];
    for (options, bytes) in cases {
        let link = format!("w=finetune&method=full&m=llama-3.1-8b{options}");
        assert_close(states(&parts(&link, 1)), bytes * LLAMA_8B, 1e-9);
    }
}

#[test]
fn c41_the_update_of_torch_optim_needs_a_moment_more() {
    // A 7B model in pure 16 bit took 73.37 GiB with ms-swift at 512 tokens: 10 bytes a parameter.
    let link = "w=finetune&method=full&m=qwen-7b&st=pure&tr=swift&seq=512";
    let setup = Setup::new(link, "a100-80gb-sxm");
    let total = setup.footprint().total.expected.get();
    assert_close(total, 73.37 * GIB, 0.02);
    let terms = setup.memory_terms();
    assert!(terms.iter().any(|term| term.formula == Formula::Update));
}

#[test]
fn c45_fused_attention_has_no_square_and_plain_attention_has() {
    let activations = |attention: &str, sequence: u32| {
        let link = format!("w=finetune&m=llama-3.1-8b&ckpt=0&bs=1&attn={attention}&seq={sequence}");
        parts(&link, 1).activations.get()
    };
    assert_close(
        activations("flash", 8192) / activations("flash", 2048),
        4.0,
        0.02,
    );
    assert!(activations("plain", 8192) / activations("plain", 2048) > 8.0);
    // Five bytes a score: values before and behind dropout in 16 bit, and the mask.
    let scores = activations("plain", 2048) - activations("flash", 2048);
    assert_close(scores, 5.0 * 32.0 * 32.0 * 2048.0 * 2048.0, 0.05);
}

#[test]
fn c46_a_formula_says_which_implementation_it_is_of() {
    for trainer in [
        "pytorch",
        "deepspeed",
        "megatron",
        "compile",
        "unsloth",
        "swift",
        "litgpt",
    ] {
        let link = format!("w=finetune&m=llama-7b&tr={trainer}&opt=adamw8bit");
        let terms = Setup::new(&link, "h100-sxm").memory_terms();
        let term = terms.iter().find(|term| term.item == Item::Activations);
        let term = term.unwrap_or_else(|| panic!("{trainer}"));
        assert_eq!(term.formula, Formula::Passes, "{trainer}");
        assert!(term.source.contains("PyTorch"), "{trainer}");
        for symbol in [Symbol::KeptBytes, Symbol::LayerBytes, Symbol::LogitBytes] {
            assert!(
                term.inputs.iter().any(|(name, _)| *name == symbol),
                "{trainer}"
            );
        }
    }
}

#[test]
fn c47_targets_count_in_lora() {
    let trained = |targets: &str| {
        let link = format!("w=finetune&method=lora&m=llama-3.1-8b&rank=64&tgt={targets}");
        (states(&parts(&link, 1)) - 2.0 * LLAMA_8B) / 16.0
    };
    let (h, kv, layers) = (4096.0, 1024.0, 32.0);
    assert_close(trained("all"), 167.8e6, 0.001);
    assert_close(trained("qv"), 64.0 * layers * (2.0 * h + h + kv), 1e-6);
    assert_close(
        trained("attn"),
        64.0 * layers * (4.0 * h + 2.0 * (h + kv)),
        1e-6,
    );
    // Embedding and head: a copy, its gradient and two moments, all in 16 bit.
    let link = "w=finetune&method=lora&m=llama-3.1-8b&rank=64&tgt=emb";
    let more = states(&parts(link, 1)) - 2.0 * LLAMA_8B - 16.0 * 167.8e6;
    assert_close(more, 8.0 * 2.0 * 128_256.0 * h, 0.001);
}

#[test]
fn c49_recomputation_and_precision_scale_activations() {
    let activations = |options: &str| {
        let link = format!("w=finetune&method=full&m=llama-3.1-8b&opt=adamw8bit{options}");
        parts(&link, 1).activations
    };
    let kept = activations("&ckpt=0&seq=4096");
    let selective = activations("&ckpt=s&tr=compile&seq=4096");
    let again = activations("&ckpt=1&seq=4096");
    let away = activations("&ckpt=o&seq=4096");
    assert!(away < again && again < selective && selective < kept);
    assert!(activations("&ckpt=0&seq=4096&wq=fp32") > kept * 1.3);
}

#[test]
fn logits_are_the_peak_of_small_models() {
    // 0.5B parameters and 151,936 words: more for logits than for all states.
    let link = "w=finetune&method=lora&m=qwen2.5-0.5b&seq=4096&bs=2";
    let parts = parts(link, 1);
    assert!(parts.activations.get() > 2.0 * states(&parts));
    let fused = Setup::new(&format!("{link}&tr=unsloth"), "h100-sxm").footprint();
    assert!(fused.activations * 4.0 < parts.activations);
}

#[test]
fn longest_contexts_of_unsloth_and_transformers_are_just_held() {
    // unsloth's table of the longest contexts of QLoRA on Llama 3.1 8B, rank 32.
    let base = "w=finetune&method=qlora&m=llama-3.1-8b&rank=32&opt=adamw8bit&bs=1";
    let cases = [
        ("unsloth", "o", 153_977, 40.0),
        ("unsloth", "o", 191_728, 48.0),
        ("pytorch", "1", 5_789, 24.0),
        ("pytorch", "1", 15_502, 48.0),
    ];
    for (trainer, checkpointing, length, gib) in cases {
        let link = format!("{base}&tr={trainer}&ckpt={checkpointing}&seq={length}");
        let total = parts(&link, 1).total.expected.get();
        assert_close(total, gib * GIB, 0.06);
    }
    let small = Setup::new(&format!("{base}&seq=512"), "rtx-3070");
    assert_eq!(small.verdict(), Verdict::No);
}

#[test]
fn offloading_leaves_what_the_passes_need() {
    let base = "w=finetune&method=full&m=llama-3.1-8b&tr=deepspeed";
    let all = parts(&format!("{base}&off=all"), 1);
    assert_eq!(states(&all), 0.0);
    assert!(all.overhead.get() > 2.0 * GB && all.activations > Bytes::ZERO);
    let optimizer = parts(&format!("{base}&off=optimizer&zero=2"), 1);
    // DeepSpeed's own estimator: 2 bytes a parameter, and buffers.
    assert_close(states(&optimizer), 2.0 * LLAMA_8B, 1e-9);
}

#[test]
fn every_trainer_asks_for_more_of_a_longer_sequence() {
    for trainer in [
        "pytorch",
        "deepspeed",
        "megatron",
        "compile",
        "unsloth",
        "swift",
        "litgpt",
    ] {
        for checkpointing in ["0", "1", "s", "o"] {
            for method in ["full", "lora", "qlora"] {
                let mut last = Bytes::ZERO;
                for sequence in [8_192, 65_536, 524_288] {
                    let link = format!(
                        "w=finetune&method={method}&m=llama-3.1-8b&tr={trainer}\
                         &ckpt={checkpointing}&seq={sequence}"
                    );
                    let total = parts(&link, 8).total.expected;
                    assert!(total > last, "{link}");
                    last = total;
                }
            }
        }
    }
}
