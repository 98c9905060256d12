//! Rows of speed of training.

use super::estimate::Estimate;
use super::row::Row;
use super::setup::{Context, Reason, Setup};
use super::training_memory::method;
use crate::catalog::{InstanceLink, ModelKind};
use crate::fit::Subject;
use crate::query::{
    Attention, Checkpointing, Method, Offload, Query, Trainer, WeightFormat, Workload, Zero,
};

/// Share of a publisher's GPU-hours in which a run as planned would train: restarts, evaluation,
/// annealing and longer contexts take the rest. Set by hand: publishers' totals ask for 0.3 to 0.9;
/// a 405B run trained 90 % of its time (The Llama 3 Herd of Models, 2024).
const GOODPUT: f64 = 0.6;
/// Cards of a publisher's run where their number is not stated.
const MANY: u32 = 256;
/// Tokens of a batch of an encoder on one card where it is not stated: 128 sequences of 128 or 32 of
/// 512, as the scripts of DeepLearningExamples fill a card.
const ENCODER_TOKENS: u32 = 16_384;

/// The estimate of one row.
pub(super) fn estimate(context: Context<'_>, row: &Row) -> Result<Estimate, Reason> {
    let workload = match row.text("workload") {
        "pretrain" => Workload::Pretrain,
        _ => Workload::Finetune,
    };
    let mut setup = Setup::new(context, row, workload)?;
    let subject = setup.subject.clone().ok_or(Reason::UnknownModel)?;
    let card_bytes = setup.card.usable().map_or(80e9, |(bytes, _)| bytes.get());
    let query = &mut setup.query;
    query.method = method(row.note("method").unwrap_or("full"));
    query.trainer = trainer(row, query.trainer);
    query.sequence = row
        .whole("input_len")
        .unwrap_or_else(|| subject.model.max_context.unwrap_or(2048).min(8192));
    if row.text("precision") == "fp8 or mixed" && setup.card.peak.fp8.is_none() {
        query.weights = WeightFormat::Bf16;
    }

    let group = &mut setup.group;
    let cards = row.whole("gpu_count").unwrap_or(MANY);
    // Boards of eight, racks of 72.
    group.per_host = cards.min(if setup.card.link.contains("NVL72") {
        72
    } else {
        8
    });
    // A card sold for bridges is bridged.
    if setup.card.name.contains("NVL") {
        group.link = InstanceLink::Nvlink;
    }
    let (tensor, pipeline, spread) = layout(row, &subject, query, cards, card_bytes);
    group.tensor = tensor;
    group.pipeline = pipeline;
    group.context = spread;
    group.data = (cards
        / tensor
            .saturating_mul(pipeline)
            .saturating_mul(spread)
            .max(1))
    .max(1);
    group.expert = experts(row, &subject, group.data.saturating_mul(group.context));

    batch(row, &subject, query, group.data, pipeline);
    habits(row, &subject, query, cards);

    let speed = setup.speed()?;
    let sequence = f64::from(setup.query.sequence);
    let all = f64::from(setup.group.cards());
    match row.kind() {
        "train_tok_s_per_gpu" => Ok(Estimate::speed(speed.rate, 1.0 / all)),
        "train_tok_s_total" => Ok(Estimate::speed(speed.rate, 1.0)),
        "samples_s" => Ok(Estimate::speed(speed.rate, 1.0 / sequence)),
        "gpu_hours" => {
            let tokens: f64 = row
                .note("tokens")
                .and_then(|tokens| tokens.parse().ok())
                .ok_or(Reason::Unstated("the tokens of the run are not stated"))?;
            Ok(Estimate::time(speed.rate, tokens / GOODPUT * all / 3600.0))
        }
        "mfu" => {
            let peak = setup.card.peak.bf16.ok_or(Reason::Unrated)?.get();
            let flops = 6.0 * subject.model.active.get()
                + subject.model.shape.as_ref().map_or(0.0, |shape| {
                    6.0 * f64::from(shape.layers)
                        * f64::from(shape.heads)
                        * f64::from(shape.head_dim)
                        * sequence
                });
            Ok(Estimate::speed(speed.rate, 100.0 * flops / (peak * all)))
        }
        "time_to_train_min" => {
            let samples =
                to_target(&subject, row).ok_or(Reason::Unstated("the target is not stated"))?;
            Ok(Estimate::time(speed.rate, samples * sequence / 60.0))
        }
        _ => Err(Reason::UnknownKind),
    }
}

/// Sequences until MLPerf's targets are met: of Llama 3.1 405B and of LoRA on Llama 2 70B the logged
/// throughput of submissions times their time, within 10 % of each other; of BERT what reference
/// runs need at batches up to 3,000.
fn to_target(subject: &Subject, row: &Row) -> Option<f64> {
    match (subject.model.id.as_str(), row.note("method")) {
        ("llama-3.1-405b", None) => Some(2.92e5),
        ("llama-2-70b", Some("lora")) => Some(3.6e3),
        ("bert-large", None) => Some(2.6e6),
        _ => None,
    }
}

/// The trainer of a row. Submissions to MLPerf, publishers' runs and the training code of
/// FlashAttention use the fused kernels that Megatron does.
fn trainer(row: &Row, named: Trainer) -> Trainer {
    let engine = row.text("engine").to_lowercase();
    let is_fused = ["mlperf", "publisher", "flash-attention", "lit-gpt"]
        .iter()
        .any(|word| engine.contains(word));
    if is_fused { Trainer::Megatron } else { named }
}

/// A degree of a parallel layout: `tp=8`, or `tp8` among words joined by plus signs.
fn degree(row: &Row, name: &str) -> Option<u32> {
    row.note_whole(name).or_else(|| {
        row.text("notes")
            .split([';', '+', ' ', ','])
            .filter_map(|word| word.strip_prefix(name)?.parse().ok())
            .find(|degree| *degree > 0)
    })
}

/// Tensor, pipeline and context degrees of a row.
fn layout(
    row: &Row,
    subject: &Subject,
    query: &Query,
    cards: u32,
    card_bytes: f64,
) -> (u32, u32, u32) {
    let stated = ["tp", "pp", "cp"].map(|name| degree(row, name));
    if stated.iter().any(Option::is_some) {
        let [tensor, pipeline, context] = stated.map(|degree| degree.unwrap_or(1));
        return (tensor, pipeline, context);
    }
    let engine = row.text("engine").to_lowercase();
    let model = &subject.model;
    let weights = model.total.get() * 2.0;
    if engine.contains("mlperf") {
        if model.total.get() < 1e9 {
            return (1, 1, 1);
        }
        if query.method != Method::Lora {
            // The usual layout of 405B.
            return (if card_bytes < 1e11 { 8 } else { 4 }, 8, 1);
        }
        // As many cards as hold the weights, and all where there are fewer sequences than cards.
        let mut needed = 1;
        while f64::from(needed) * card_bytes < weights * 1.2 && needed < cards {
            needed *= 2;
        }
        let per_sequence = cards / row.whole("batch_or_concurrency").unwrap_or(cards).max(1);
        while needed * 2 <= per_sequence {
            needed *= 2;
        }
        return (needed.min(8), 1, (needed / 8).max(1));
    }
    // Whoever publishes a total runs Megatron or alike: a host per layer group for the largest.
    let is_run = engine.contains("publisher") || engine.contains("megatron-lm");
    let is_sparse = model.active.get() < 0.5 * model.total.get();
    match model.total.get() {
        total if !is_run || total < 3e10 => (1, 1, 1),
        total if total < 1.5e11 => (4.min(cards), 4, 1),
        total if total < 3e11 => (8, 12, 1),
        _ if is_sparse => (1, 8, 1),
        _ => (8, 8, 1),
    }
}

/// The cards that share the experts: as stated, all that there are up to 64 where a framework that
/// shards them says nothing, and a host in publishers' runs.
fn experts(row: &Row, subject: &Subject, ranks: u32) -> u32 {
    let is_routed = subject
        .model
        .shape
        .as_ref()
        .is_some_and(|shape| shape.experts.is_some());
    let engine = row.text("engine").to_lowercase();
    match row.note_whole("ep") {
        Some(stated) => stated,
        None if is_routed && engine.contains("automodel") => ranks.min(64),
        None if is_routed && engine.contains("publisher") => ranks.min(8),
        None => 1,
    }
    .min(ranks.max(1))
}

/// Batch and accumulation of a row.
fn batch(row: &Row, subject: &Subject, query: &mut Query, data: u32, pipeline: u32) {
    let engine = row.text("engine").to_lowercase();
    let stated = row.whole("batch_or_concurrency");
    let mut global = row.note_whole("gbs");
    let is_total = row.text("notes").contains("total batch");
    query.batch = match row.note_whole("mbs") {
        Some(micro) => micro,
        None if engine.contains("mlperf") && subject.model.total.get() > 1e9 => 1,
        None if engine.contains("mlperf") || is_total => (stated.unwrap_or(data) / data).max(1),
        None if subject.model.kind == ModelKind::Encoder && stated.is_none() => {
            (ENCODER_TOKENS / query.sequence.max(1)).max(1)
        }
        // A pipeline takes the batch apart.
        None if pipeline > 1 && stated.is_some() => {
            global = stated.map(|batch| batch.saturating_mul(data));
            1
        }
        None => stated.unwrap_or(match subject.model.total.get() {
            total if engine.contains("flash-attention") && total < 1e10 => 8,
            total if total < 5e9 => 4,
            _ => 1,
        }),
    };
    let per_step = query.batch.saturating_mul(data).max(1);
    query.accumulation = match (row.note_whole("ga"), global) {
        (Some(stated), _) => stated,
        (None, Some(global)) => (global / per_step).max(1),
        (None, None) if pipeline > 1 => pipeline.saturating_mul(8),
        // Pre-training of encoders with LAMB takes batches of tens of thousands.
        (None, None) if subject.model.total.get() < 1e9 && row.text("workload") == "pretrain" => 64,
        (None, None) => 1,
    };
}

/// Recomputation, sharding, offloading and attention: as stated, else what the tool does unasked.
fn habits(row: &Row, subject: &Subject, query: &mut Query, cards: u32) {
    let engine = row.text("engine").to_lowercase();
    query.checkpointing = match row.note("ac") {
        Some("no" | "False" | "none") => Checkpointing::Off,
        Some("selective") => Checkpointing::Selective,
        Some(_) => Checkpointing::Full,
        // Megatron's recipes and submissions fit without; so do encoders.
        None if query.trainer == Trainer::Megatron || subject.model.total.get() < 1e9 => {
            Checkpointing::Off
        }
        None if query.trainer == Trainer::Compile => Checkpointing::Selective,
        None => Checkpointing::Full,
    };
    let is_encoder = subject.model.kind == ModelKind::Encoder;
    query.zero = match row.note("sharding") {
        Some("ddp" | "NO_SHARD") => Zero::Replicated,
        Some("SHARD_GRAD_OP") => Zero::Gradients,
        _ if is_encoder || engine.contains("flash-attention") || engine.contains("lit-gpt") => {
            Zero::Replicated
        }
        _ if engine.contains("automodel") => Zero::Full,
        _ if query.trainer == Trainer::Megatron => Zero::Optimizer,
        _ if cards > 1 => Zero::Full,
        _ => Zero::Optimizer,
    };
    if row.note("cpu_offload") == Some("yes") {
        query.offload = Offload::All;
    }
    let is_plain = is_encoder && !engine.contains("mlperf");
    if is_plain {
        query.attention = Attention::Plain;
    }
}
