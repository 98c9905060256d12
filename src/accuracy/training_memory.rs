//! Rows of memory of training.
//!
//! A setting that a row does not state takes the default of the row's trainer.

use super::estimate::{Estimate, scope};
use super::row::Row;
use super::setup::{Context, Reason, Setup};
use crate::catalog::ModelKind;
use crate::fit::{self, CONTEXT, Device, Group};
use crate::query::{
    Attention, Checkpointing, Method, Offload, States, Targets, Trainer, WeightFormat, Workload,
    Zero,
};
use crate::units::{Bytes, Range};

/// The method of a row.
pub(super) fn method(word: &str) -> Method {
    match word {
        "qlora" => Method::Qlora,
        "lora" | "lora+emb" => Method::Lora,
        _ => Method::Full,
    }
}

/// The estimate of one row.
pub(super) fn estimate(context: Context<'_>, row: &Row) -> Result<Estimate, Reason> {
    let workload = match row.text("workload") {
        "pretrain" => Workload::Pretrain,
        _ => Workload::Finetune,
    };
    let mut setup = Setup::new(context, row, workload)?;
    if !matches!(row.kind(), "peak" | "fits" | "oom") {
        return Err(Reason::UnknownKind);
    }
    setup.query.method = method(row.text("method"));
    let words = Words::of(row);
    trainer(&mut setup, &words);
    sharding(&mut setup, row, &words);
    tokens(&mut setup, row, &words);
    setup.query.checkpointing = checkpointing(&setup, &words);
    adapters(&mut setup, row, &words);
    states(&mut setup, &words);
    attention(&mut setup, &words);

    let device = setup.device()?;
    // Layers laid out over several cards by `device_map` are told in sum: one big card.
    let is_laid_out = words.sharding == "device_map";
    let (cards, held) = if is_laid_out {
        (1.0, f64::from(row.cards()))
    } else {
        (scope(row), 1.0)
    };
    // A row that names a size means what the driver reports: 0.998 of the label in the median.
    let usable = match device.accelerator.nominal {
        Some(nominal) if device.usable_assumed => nominal * 0.998,
        _ => device.usable,
    };
    let device = Device {
        usable: usable * held,
        ..device
    };
    let mut footprint = fit::footprint(
        &setup.query,
        setup.subject.as_ref(),
        &device,
        &setup.group,
        1,
    );
    let verdict = fit::verdict(&footprint, &device);
    if words.reads_allocator() {
        let less = |bytes: Bytes| (bytes - CONTEXT.expected).max(Bytes::ZERO);
        let total = footprint.total;
        footprint.total = Range::new(less(total.low), less(total.expected), less(total.high));
    }
    Ok(Estimate::memory(row, footprint.total, cards).judged(verdict))
}

/// The words of a row in lower case.
struct Words {
    engine: String,
    sharding: String,
    checkpointing: String,
    precision: String,
    notes: String,
}

impl Words {
    fn of(row: &Row) -> Self {
        let of = |column: &str| row.text(column).to_lowercase();
        Self {
            engine: of("engine"),
            sharding: of("sharding")
                .replace("zero-", "zero")
                .replace("zero ", "zero"),
            checkpointing: of("activation_checkpointing"),
            precision: of("precision"),
            notes: of("notes"),
        }
    }

    /// Whether a run is fsdp_qlora's own script.
    fn is_fsdp_qlora(&self) -> bool {
        self.engine.contains("fsdp_qlora")
    }

    /// Whether a peak is what PyTorch's allocator printed, which has no driver context: these
    /// programs print `max_memory_allocated` or `max_memory_reserved`.
    fn reads_allocator(&self) -> bool {
        ["litgpt", "fsdp_qlora", "torchtitan", "torchtune"]
            .iter()
            .any(|name| self.engine.contains(name))
    }

    /// The degree behind a word of the sharding column or the notes, such as `tp8` or `tp=8`.
    fn degree(&self, word: &str) -> Option<u32> {
        let of = |text: &str| {
            text.split(|c: char| !c.is_ascii_alphanumeric() && c != '=')
                .find_map(|part| {
                    part.strip_prefix(word)?
                        .trim_start_matches('=')
                        .parse()
                        .ok()
                })
        };
        of(&self.sharding).or_else(|| of(&self.notes))
    }
}

/// The trainer: the engine names it, or the sharding does.
fn trainer(setup: &mut Setup<'_>, words: &Words) {
    let is_megatron = words.sharding.contains("megatron") || words.degree("tp").is_some();
    setup.query.trainer = match setup.query.trainer {
        // ms-swift runs on Megatron or on DeepSpeed.
        Trainer::Megatron if !is_megatron => Trainer::Deepspeed,
        Trainer::Pytorch if words.sharding.starts_with("zero") => Trainer::Deepspeed,
        trainer => trainer,
    };
}

/// What cards divide.
fn sharding(setup: &mut Setup<'_>, row: &Row, words: &Words) {
    let cards = row.cards();
    let query = &mut setup.query;
    let word = words.sharding.as_str();
    let is_full = query.method == Method::Full;
    query.zero = if word.contains("zero3") || word == "full_shard" {
        Zero::Full
    } else if word == "ddp/fsdp" {
        // A tool that offers both shards full training, and runs adapters on replicas.
        if is_full {
            Zero::Full
        } else {
            Zero::Replicated
        }
    } else if word.starts_with("fsdp") {
        Zero::Full
    } else if word.contains("zero2") && !word.contains("ddp") {
        Zero::Gradients
    } else if word.contains("zero1") || query.trainer == Trainer::Megatron {
        Zero::Optimizer
    } else if query.trainer == Trainer::Deepspeed && word == "none" {
        // The scripts of Qwen: ZeRO-3 for full training, ZeRO-2 for quantised bases, none for
        // adapters on one card.
        match query.method {
            Method::Full => Zero::Full,
            Method::Lora => Zero::Replicated,
            Method::Qlora => Zero::Gradients,
        }
    } else {
        Zero::Replicated
    };
    if word.contains("offload") {
        query.offload = Offload::All;
    }
    let degree = |name: &str| words.degree(name).unwrap_or(1).max(1);
    let mut group = Group {
        tensor: degree("tp"),
        pipeline: degree("pp"),
        context: degree("cp"),
        expert: degree("ep"),
        ..setup.group
    };
    if query.trainer == Trainer::Megatron && words.degree("tp").is_none() {
        spread(&mut group, setup.subject.as_ref(), cards);
    }
    let others = group
        .tensor
        .saturating_mul(group.pipeline)
        .saturating_mul(group.context);
    group.data = (cards / others.max(1)).max(1);
    setup.group = if word == "device_map" {
        Group::ONE
    } else {
        group
    };
    // LitGPT and others gather more than one batch per update.
    setup.query.accumulation = 8;
}

/// Degrees of Megatron where a row states none: experts over eight cards, else as few tensor
/// parts as leave 40 % of an 80 GB card for activations.
fn spread(group: &mut Group, subject: Option<&fit::Subject>, cards: u32) {
    let Some(subject) = subject else {
        return;
    };
    if subject.model.active < subject.model.total {
        group.expert = cards.min(8);
        return;
    }
    let total = subject.model.total.get();
    let states = |tensor: u32| 6.0 * total / f64::from(tensor) + 12.0 * total / f64::from(cards);
    while group.tensor < cards.min(8) && states(group.tensor) > 0.6 * 80e9 {
        group.tensor *= 2;
    }
}

/// Length and batch.
fn tokens(setup: &mut Setup<'_>, row: &Row, words: &Words) {
    let (length, batch) = (row.whole("seq_len"), row.whole("batch"));
    let (length, batch) = if words.notes.contains("short") {
        // Tweets and single instructions.
        (128, batch.unwrap_or(8))
    } else {
        match (length, batch) {
            // LLaMA-Factory's `cutoff_len`.
            (None, None) => (2048, 1),
            (None, Some(batch)) => (512, batch),
            (Some(length), batch) => (length, batch.unwrap_or(1)),
        }
    };
    setup.query.sequence = length;
    // torchtitan cuts the batch of a card into as many micro-batches as there are stages.
    setup.query.batch = if setup.query.trainer == Trainer::Compile {
        (batch / setup.group.pipeline.max(1)).max(1)
    } else {
        batch
    };
}

/// Recomputation. The example scripts of all trainers but LitGPT switch it on; LitGPT does with
/// several cards.
fn checkpointing(setup: &Setup<'_>, words: &Words) -> Checkpointing {
    match words.checkpointing.as_str() {
        "no" | "none" | "off" | "false" => Checkpointing::Off,
        word if word.contains("offload") => Checkpointing::Offloaded,
        word if word.contains("selective") => Checkpointing::Selective,
        word if word.starts_with("yes") || word.starts_with("full") => Checkpointing::Full,
        _ if setup.query.trainer == Trainer::Litgpt => {
            let is_sharded = setup.query.zero == Zero::Full && setup.group.data > 1;
            if is_sharded {
                Checkpointing::Full
            } else {
                Checkpointing::Off
            }
        }
        _ => Checkpointing::Full,
    }
}

/// Rank and targets.
fn adapters(setup: &mut Setup<'_>, row: &Row, words: &Words) {
    let (rank, targets) = match setup.query.trainer {
        // Qwen's finetune.py, unsloth's notebooks, ms-swift and Megatron-SWIFT, LitGPT, peft.
        Trainer::Deepspeed => (64, Targets::All),
        Trainer::Unsloth | Trainer::Fused => (32, Targets::All),
        Trainer::Megatron => (8, Targets::All),
        Trainer::Swift => (8, Targets::Attention),
        Trainer::Litgpt => (8, Targets::QueryValue),
        _ if words.is_fsdp_qlora() => (64, Targets::All),
        _ => (8, Targets::QueryValue),
    };
    let mut stated = words
        .notes
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '=')
        .skip_while(|word| *word != "rank");
    let after = stated.nth(1).and_then(|word| word.parse().ok());
    let noted = row.note_whole("r").or_else(|| row.note_whole("rank"));
    setup.query.rank = noted.or(after).unwrap_or(rank);
    setup.query.targets = if words
        .notes
        .contains("embedding and output layer also trainable")
    {
        Targets::Embedding
    } else if words.notes.contains("all linear") || words.notes.contains("all-linear") {
        Targets::All
    } else if words.notes.contains("q,v only") {
        Targets::QueryValue
    } else {
        targets
    };
}

/// Precision of states and of the base.
fn states(setup: &mut Setup<'_>, words: &Words) {
    let query = &mut setup.query;
    let is_full = query.method == Method::Full;
    query.states = match words.precision.as_str() {
        "bf16-true" | "bf16-pure" => States::Pure,
        "bf16-mixed" | "amp" | "fp32/bf16 mixed" => States::Mixed,
        _ => match query.trainer {
            Trainer::Swift | Trainer::Litgpt => States::Pure,
            // Models are loaded in 16 bit and trained as they are.
            Trainer::Pytorch if is_full || words.is_fsdp_qlora() => States::Pure,
            _ => States::Mixed,
        },
    };
    query.weights = match words.precision.as_str() {
        // A 32-bit base under autocast.
        "fp32/bf16 mixed" if !is_full => WeightFormat::Fp32,
        // As the trainer quantises; `nf4-dq` says that scales are quantised again.
        "nf4" | "bnb-nf4" | "bnb-int4" => WeightFormat::Bf16,
        _ => query.weights,
    };
}

/// Attention: scores are in memory where a row says so, in encoders of that time, and in ms-swift 1
/// on PyTorch 2.1, where only Qwen's own code called a fused kernel.
fn attention(setup: &mut Setup<'_>, words: &Words) {
    let Some(subject) = &setup.subject else {
        return;
    };
    let is_encoder = subject.model.kind == ModelKind::Encoder;
    let is_old = setup.query.trainer == Trainer::Swift && subject.model.family != "qwen";
    if words.notes.contains("no flash-attn") || is_encoder || is_old {
        setup.query.attention = Attention::Plain;
    }
}
