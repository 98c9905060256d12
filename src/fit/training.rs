//! Memory of training: states, gradients, and what a step works with.

use super::blocks::weight_bytes;
use super::serving::{CONTEXT, EngineClass};
use super::working::Working;
use super::{Device, Footprint, Group, Subject};
use crate::catalog::{Architecture, Counts, Model, ModelKind};
use crate::query::{
    Method, Offload, Optimizer, Query, States, Targets, Trainer, WeightFormat, Workload, Zero,
};
use crate::units::{Bytes, Range};

/// The training method that holds: a run from scratch and a vision network train all parameters.
#[must_use]
pub fn method(query: &Query) -> Method {
    match query.workload {
        Workload::Finetune => query.method,
        _ => Method::Full,
    }
}

/// The format in which the frozen or trained weights are held: 4-bit NormalFloat under QLoRA,
/// unless another narrow format is asked for.
#[must_use]
pub fn base_format(query: &Query) -> WeightFormat {
    match (method(query), query.weights) {
        (
            Method::Qlora,
            WeightFormat::Fp32 | WeightFormat::Bf16 | WeightFormat::Fp16 | WeightFormat::Fp8,
        ) => match query.trainer {
            // Its checkpoints have their scales quantised again.
            Trainer::Unsloth | Trainer::Fused => WeightFormat::Nf4,
            // bitsandbytes does so only where it is asked to.
            _ => WeightFormat::Nf4Single,
        },
        // FP8 training keeps 16-bit weights and casts them for each product.
        (Method::Full, WeightFormat::Fp8 | WeightFormat::Mxfp8) => WeightFormat::Bf16,
        (_, format) => format,
    }
}

/// Parameters that are trained.
pub(crate) fn trainable(query: &Query, model: &Model) -> f64 {
    if matches!(model.kind, ModelKind::Diffusion | ModelKind::VideoDiffusion) {
        return super::imaging::tuned(query, model);
    }
    match method(query) {
        Method::Full => model.total.get(),
        Method::Lora | Method::Qlora => model.shape.as_ref().map_or(0.0, |shape| {
            adapters(shape, query) + embeddings_trained(shape, query)
        }),
    }
}

/// Parameters of low-rank adapters: rank × (inputs + outputs) of each linear layer that gets one.
/// Llama 3.1 8B has 2.62 million per rank on all of them. Routed experts get none.
fn adapters(shape: &Architecture, query: &Query) -> f64 {
    let hidden = f64::from(shape.hidden);
    let queries = f64::from(shape.heads) * f64::from(shape.head_dim);
    let keys = match shape.latent {
        Some(latent) => f64::from(latent.kv_rank) + f64::from(latent.rope_dim),
        None => f64::from(shape.kv_heads) * f64::from(shape.head_dim),
    };
    let (query_value, rest) = (2.0 * hidden + queries + keys, 2.0 * hidden + queries + keys);
    let layers = f64::from(shape.layers);
    let attention = layers
        * match query.targets {
            Targets::QueryValue => query_value,
            Targets::All | Targets::Attention | Targets::Embedding => query_value + rest,
        };
    let network = match query.targets {
        Targets::QueryValue | Targets::Attention => 0.0,
        Targets::All | Targets::Embedding => {
            let matrices = shape.matrices();
            let dense = f64::from(shape.dense_layers()) * (hidden + f64::from(shape.intermediate));
            let shared = match shape.experts {
                Some(experts) if experts.shared_intermediate > 0 => {
                    let width = f64::from(experts.shared_intermediate);
                    f64::from(shape.expert_layers()) * (hidden + width)
                }
                _ => 0.0,
            };
            matrices * (dense + shared)
        }
    };
    f64::from(query.rank) * (attention + network)
}

/// Parameters of input embedding and output head.
fn embeddings(shape: &Architecture) -> f64 {
    let one = f64::from(shape.vocab) * f64::from(shape.hidden);
    if shape.tied_embeddings {
        one
    } else {
        2.0 * one
    }
}

/// Parameters of copies of embedding and head that are trained beside adapters.
fn embeddings_trained(shape: &Architecture, query: &Query) -> f64 {
    match query.targets {
        Targets::Embedding => embeddings(shape),
        _ => 0.0,
    }
}

/// Tokens of one micro-batch on one card.
pub(crate) fn micro_batch_tokens(query: &Query, model: &Model) -> f64 {
    f64::from(query.batch.max(1)) * sequence_length(query, model)
}

/// Tokens of one training sequence: an encoder takes no more than it was made for.
pub(crate) fn sequence_length(query: &Query, model: &Model) -> f64 {
    match (model.kind, model.max_context) {
        (ModelKind::Encoder, Some(most)) => f64::from(query.sequence.min(most)),
        _ => f64::from(query.sequence),
    }
}

/// Whether trained states are 32 bit throughout.
pub(super) fn is_wide(query: &Query) -> bool {
    query.weights == WeightFormat::Fp32
}

/// Whether DeepSpeed's engine runs the step: on one card, undivided, it is not needed and the
/// trainer falls back on PyTorch's autocast.
pub(super) fn is_zero_engine(query: &Query) -> bool {
    query.trainer == Trainer::Deepspeed && query.zero != Zero::Replicated
}

/// Bytes of optimizer moments per trained parameter where they are 32 bit.
pub(crate) const fn moment_bytes(optimizer: Optimizer) -> f64 {
    match optimizer {
        // Two moments.
        Optimizer::Adamw => 8.0,
        // Two 8-bit moments and their block scales (bitsandbytes); pages may leave the card.
        Optimizer::Adamw8bit | Optimizer::PagedAdamw8bit => 2.0,
        // Two 4-bit moments (torchao).
        Optimizer::Adamw4bit => 1.0,
        // One momentum.
        Optimizer::Sgd | Optimizer::Lion => 4.0,
        // Row and column sums instead of a moment: about the square root of the parameters.
        Optimizer::Adafactor => 0.02,
    }
}

/// Bytes per trained parameter.
#[derive(Clone, Copy)]
struct PerParameter {
    weight: f64,
    gradient: f64,
    /// A 32-bit copy of 16-bit weights.
    master: f64,
    moments: f64,
    /// What an unfused optimizer makes anew in each step.
    scratch: f64,
}

/// Bytes per trained parameter (ZeRO paper: 16 in mixed precision with AdamW). `is_adapter` where
/// the parameter lies beside a frozen model: mixed precision then keeps it in 32 bit (peft).
fn per_parameter(query: &Query, states: States, is_adapter: bool) -> PerParameter {
    let is_pure = states == States::Pure && !is_wide(query);
    let (weight, gradient, master) = if is_wide(query) || (is_adapter && !is_pure) {
        (4.0, 4.0, 0.0)
    } else if is_pure {
        (2.0, 2.0, 0.0)
    } else if query.trainer == Trainer::Megatron {
        // `accumulate_allreduce_grads_in_fp32`, on by default with bf16.
        (2.0, 4.0, 4.0)
    } else {
        // FSDP and autocast hold the same 16 bytes as 32-bit weights, gradients and moments.
        (2.0, 2.0, 4.0)
    };
    // torch.optim keeps moments in the parameter's format.
    let moment = if is_pure { 2.0 } else { 4.0 };
    let moments = match query.optimizer {
        Optimizer::Adamw | Optimizer::Sgd | Optimizer::Lion => {
            moment_bytes(query.optimizer) * moment / 4.0
        }
        _ => moment_bytes(query.optimizer),
    };
    let is_foreach = matches!(
        query.trainer,
        Trainer::Pytorch | Trainer::Swift | Trainer::Litgpt | Trainer::Compile
    );
    // `foreach=True`, the default since PyTorch 2.0, makes the square roots of all second moments
    // at once: 10 bytes per parameter in pure 16 bit, as ms-swift's full runs measured.
    let scratch = if query.optimizer == Optimizer::Adamw && is_foreach {
        moment
    } else {
        0.0
    };
    PerParameter {
        weight,
        gradient,
        master,
        moments,
        scratch,
    }
}

/// By how much each kind of state is divided.
struct Divided {
    weights: f64,
    gradients: f64,
    optimizer: f64,
}

impl Divided {
    fn of(zero: Zero, shards: f64) -> Self {
        let from = |stage: Zero| if zero >= stage { shards } else { 1.0 };
        Self {
            weights: from(Zero::Full),
            gradients: from(Zero::Gradients),
            optimizer: from(Zero::Optimizer),
        }
    }
}

/// Cards over which the data-parallel states are divided.
fn shards(group: &Group) -> f64 {
    f64::from(group.data.max(1)) * f64::from(group.context.max(1))
}

/// Elements of DeepSpeed's buckets: `reduce_bucket_size` and `allgather_bucket_size` of the usual
/// configurations (2 × 10⁸), each twice because exchange overlaps; held whatever the model's size.
const BUCKET_BYTES: f64 = 4.0 * 2e8 * 2.0;
/// ZeRO-3 keeps up to 10⁹ gathered parameters (`stage3_max_live_parameters`).
const LIVE_BYTES: f64 = 1e9 * 2.0;
/// Parameters that ZeRO updates at once (`sub_group_size`).
const SUB_GROUP: f64 = 1e9;

/// What a trainer holds outside the terms below, beside the driver's context: the intercepts of
/// ms-swift's and Qwen's tables, which NVML or the allocator's reserve gave; for Megatron, whose
/// Transformer Engine has workspaces and whose groups have communicators, an assumption.
const fn extra(trainer: Trainer) -> f64 {
    match trainer {
        Trainer::Pytorch
        | Trainer::Litgpt
        | Trainer::Compile
        | Trainer::Unsloth
        | Trainer::Fused => 0.0,
        Trainer::Swift | Trainer::Deepspeed => 0.9e9,
        Trainer::Megatron => 2.5e9,
    }
}

/// Parameters on one card before any data-parallel division: those that all data-parallel cards
/// hold, and routed experts where these are spread over some of them.
fn parameters(query: &Query, model: &Model, group: &Group) -> (f64, f64) {
    let parts = f64::from(group.tensor.max(1)) * f64::from(group.pipeline.max(1));
    let total = model.total.get() + untied(query, model);
    let spread = f64::from(group.expert.max(1));
    match &model.shape {
        Some(shape) if spread > 1.0 && shape.experts.is_some() => {
            let counts = Counts::of(shape);
            let experts = (counts.expert_up + counts.expert_down).min(total);
            let stages = f64::from(group.pipeline.max(1));
            ((total - experts) / parts, experts / spread / stages)
        }
        _ => (total / parts, 0.0),
    }
}

/// LitGPT builds a head of its own even where a model's embedding is also its head.
fn untied(query: &Query, model: &Model) -> f64 {
    match &model.shape {
        Some(shape) if query.trainer == Trainer::Litgpt && shape.tied_embeddings => {
            f64::from(shape.vocab) * f64::from(shape.hidden)
        }
        _ => 0.0,
    }
}

/// Bytes of a frozen base, over all cards.
fn frozen(query: &Query, model: &Model, is_sharded: bool) -> f64 {
    let format = base_format(query);
    let mut bytes = weight_bytes(model, format, EngineClass::Eager) + 2.0 * untied(query, model);
    let Some(shape) = &model.shape else {
        return bytes;
    };
    let ends = embeddings(shape) + untied(query, model);
    let is_prepared = matches!(query.trainer, Trainer::Pytorch | Trainer::Swift) && !is_sharded;
    if method(query) == Method::Qlora && is_prepared {
        // peft's `prepare_model_for_kbit_training` casts what is not quantised to 32 bit.
        bytes += 2.0 * ends;
    }
    bytes
}

/// Bytes of states on one card.
struct Held {
    weights: f64,
    gradients: f64,
    optimizer: f64,
    /// What the optimizer makes anew in one update.
    scratch: f64,
}

/// The states on one card, before any of them goes to the host.
fn states(query: &Query, model: &Model, group: &Group) -> Held {
    let shards = shards(group);
    let divided = Divided::of(query.zero, shards);
    let is_sharded = divided.weights > 1.0;
    let (common, experts) = parameters(query, model, group);
    let own = common + experts;
    let is_full = method(query) == Method::Full;
    let each = per_parameter(query, query.states, !is_full);
    let mut held = if is_full {
        // Routed experts are divided by the data-parallel cards that hold the same ones.
        let copies = f64::from(group.expert.max(1));
        let over = |by: f64| common / by + experts / (by / copies).max(1.0);
        Held {
            weights: each.weight * over(divided.weights),
            gradients: each.gradient * over(divided.gradients),
            optimizer: (each.moments + each.master) * over(divided.optimizer),
            scratch: each.scratch * over(divided.optimizer),
        }
    } else {
        let parts = f64::from(group.tensor.max(1)) * f64::from(group.pipeline.max(1));
        let base = frozen(query, model, is_sharded) / parts;
        let (low_rank, ends) = model.shape.as_ref().map_or((0.0, 0.0), |shape| {
            let ends = embeddings_trained(shape, query);
            (adapters(shape, query) / parts, ends / parts)
        });
        // Trained copies of embedding and head stay in the format of the model.
        let copy = per_parameter(query, States::Pure, false);
        let sum =
            |low_rank_bytes: f64, copy_bytes: f64| low_rank_bytes * low_rank + copy_bytes * ends;
        Held {
            weights: (base + sum(each.weight, copy.weight)) / divided.weights,
            gradients: sum(each.gradient, copy.gradient) / divided.gradients,
            optimizer: sum(each.moments, copy.moments) / divided.optimizer,
            scratch: sum(each.scratch, 2.0) / divided.optimizer,
        }
    };
    if query.trainer == Trainer::Litgpt && is_sharded && query.accumulation > 1 {
        // `no_backward_sync` leaves the gradients of whole FSDP units on every card, frozen weights
        // in them or not, in 16 bit.
        held.gradients = 2.0 * own;
    }
    if is_zero_engine(query) && is_full {
        // 32-bit gradients of a sub-group with a copy, and the largest tensor in 64 bit for the
        // norm of its gradient.
        let largest = model.shape.as_ref().map_or(0.0, |shape| {
            f64::from(shape.vocab) * f64::from(shape.hidden)
        });
        let updated = (own / divided.optimizer).min(SUB_GROUP);
        held.scratch = 8.0 * updated + 8.0 * largest / divided.optimizer;
    }
    held
}

/// What is left on the card once states have gone to the host.
fn offloaded(query: &Query, held: Held) -> Held {
    // ZeRO-Offload moves gradients to the host as they are reduced, FSDP with its parameters.
    let moves_gradients = match query.offload {
        Offload::None => return held,
        Offload::Optimizer => is_zero_engine(query) && query.zero >= Zero::Gradients,
        Offload::All => true,
    };
    let moves_weights = query.offload == Offload::All && query.zero == Zero::Full;
    let left = |moves: bool, bytes: f64| if moves { 0.0 } else { bytes };
    Held {
        weights: left(moves_weights, held.weights),
        gradients: left(moves_gradients, held.gradients),
        optimizer: 0.0,
        scratch: 0.0,
    }
}

/// What each card of a group holds at the peak of a step: all states, and the larger of what the
/// passes and the update work with.
pub(crate) fn footprint(
    query: &Query,
    subject: &Subject,
    device: &Device,
    group: &Group,
) -> Footprint {
    let model = &subject.model;
    let fitted = &device.calibration.training_memory;
    let held = offloaded(query, states(query, model, group));
    let buckets = match (is_zero_engine(query), query.zero) {
        (true, Zero::Full) => LIVE_BYTES,
        // Stage 1 reduces from the gradients themselves: one bucket of 5 × 10⁸ elements
        // (DeepSpeed #1302: stage 2 of a small model takes more, not less).
        (true, Zero::Optimizer) => 5e8 * 2.0,
        (true, _) => BUCKET_BYTES,
        _ => 0.0,
    };
    let is_elsewhere = shards(group) > 1.0 || query.offload == Offload::All;
    let gathered = if query.zero == Zero::Full && is_elsewhere {
        gathered(query, model, group)
    } else {
        0.0
    };
    let passes = Working::of(query, model, group, fitted).map_or(0.0, |w| w.bytes());
    let weights = Bytes::new(held.weights);
    let gradients = Bytes::new(held.gradients);
    let optimizer = Bytes::new(held.optimizer);
    let activations = Bytes::new(passes.max(held.scratch));
    let overhead = CONTEXT.expected + Bytes::new(extra(query.trainer) + buckets + gathered);
    let expected = weights + gradients + optimizer + activations + overhead;
    let factor = 1.0 + fitted.spread_total;
    Footprint {
        weights,
        cache: Bytes::ZERO,
        activations,
        optimizer,
        gradients,
        overhead,
        total: Range::new(expected * (1.0 / factor), expected, expected * factor),
    }
}

/// What a card gathers of weights that lie elsewhere: layers in use and fetched ahead, and embedding
/// and head, which belong to the outermost unit.
fn gathered(query: &Query, model: &Model, group: &Group) -> f64 {
    let Some(shape) = &model.shape else {
        return 0.0;
    };
    if group.pipeline > 1 {
        // torchtitan leaves weights gathered between micro-batches of a pipeline and sums their
        // gradients undivided in 32 bit.
        let (common, experts) = parameters(query, model, group);
        return (2.0 + 4.0) * (common + experts);
    }
    let tensor = f64::from(group.tensor.max(1));
    let ends = embeddings(shape) + untied(query, model);
    let layer = (model.total.get() - embeddings(shape)).max(0.0) / f64::from(shape.layers.max(1));
    // Its rate limiter lets FSDP gather two units beside the one in use.
    let layers: f64 = if query.trainer == Trainer::Pytorch {
        3.0
    } else {
        2.0
    };
    2.0 * (layers.min(f64::from(shape.layers)) * layer + ends) / tensor
}
