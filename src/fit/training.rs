//! Memory of training: states, gradients, activations.

use super::blocks::{Blocks, weight_bytes};
use super::serving::{CONTEXT, EngineClass, communication};
use super::{Device, Footprint, Group, Subject};
use crate::catalog::{Architecture, Model, ModelKind};
use crate::query::{Checkpointing, Method, Optimizer, Query, WeightFormat, Workload};
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
/// unless another 4-bit format is asked for.
#[must_use]
pub fn base_format(query: &Query) -> WeightFormat {
    match (method(query), query.weights) {
        (
            Method::Qlora,
            WeightFormat::Fp32
            | WeightFormat::Bf16
            | WeightFormat::Fp16
            | WeightFormat::Fp8
            | WeightFormat::Int8,
        ) => WeightFormat::Nf4,
        // FP8 training keeps 16-bit weights and casts them for each product.
        (Method::Full, WeightFormat::Fp8) => WeightFormat::Bf16,
        (_, format) => format,
    }
}

/// Parameters that are trained.
pub(crate) fn trainable(query: &Query, model: &Model) -> f64 {
    match method(query) {
        Method::Full => model.total.get(),
        Method::Lora | Method::Qlora => model
            .shape
            .as_ref()
            .map_or(0.0, |shape| adapters(shape, model, query.rank)),
    }
}

/// Parameters of low-rank adapters on all linear layers: rank × (inputs + outputs) of each.
/// Llama 3.1 8B has 2.62 million per rank. Routed experts get none.
fn adapters(shape: &Architecture, model: &Model, rank: u32) -> f64 {
    let hidden = f64::from(shape.hidden);
    let queries = f64::from(shape.heads) * f64::from(shape.head_dim);
    let keys = match shape.latent {
        Some(latent) => f64::from(latent.kv_rank) + f64::from(latent.rope_dim),
        None => f64::from(shape.kv_heads) * f64::from(shape.head_dim),
    };
    let attention = 2.0 * (hidden + queries) + 2.0 * (hidden + keys);
    let matrices = Blocks::of(model).matrices;
    let (dense, width, others) = match &shape.experts {
        Some(experts) => (
            f64::from(experts.first_dense),
            f64::from(experts.intermediate) * f64::from(experts.shared),
            f64::from(shape.layers.saturating_sub(experts.first_dense)),
        ),
        None => (f64::from(shape.layers), 0.0, 0.0),
    };
    let network = dense * matrices * (hidden + f64::from(shape.intermediate))
        + if width > 0.0 {
            others * matrices * (hidden + width)
        } else {
            0.0
        };
    f64::from(rank) * (f64::from(shape.layers) * attention + network)
}

/// Bytes of optimizer moments per trained parameter.
pub(crate) const fn moment_bytes(optimizer: Optimizer) -> f64 {
    match optimizer {
        // Two 32-bit moments.
        Optimizer::Adamw => 8.0,
        // Two 8-bit moments and their block scales of 2,048 elements.
        Optimizer::Adamw8bit | Optimizer::PagedAdamw8bit => 2.0,
        // Two 4-bit moments.
        Optimizer::Adamw4bit => 1.0,
        // One 32-bit momentum.
        Optimizer::Sgd | Optimizer::Lion => 4.0,
        // Row and column sums instead of a moment: about the square root of the parameters.
        Optimizer::Adafactor => 0.02,
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

/// Bytes of activations that one token leaves in one layer without recomputation, in 16 bit with a
/// fused attention kernel: normalisation and residual 8·h, queries and attention output 4·a·d,
/// keys and values 4·k·d, log-sums 4·a, and of the feed-forward network four buffers where it is
/// gated, two where it is not. An encoder keeps three dropout masks of one byte.
pub(crate) fn layer_bytes_per_token(model: &Model, shape: &Architecture) -> f64 {
    let hidden = f64::from(shape.hidden);
    let heads = f64::from(shape.heads);
    let queries = heads * f64::from(shape.head_dim);
    let keys = if shape.latent.is_some() {
        queries
    } else {
        f64::from(shape.kv_heads) * f64::from(shape.head_dim)
    };
    let buffers = if Blocks::of(model).matrices < 2.5 {
        4.0
    } else {
        8.0
    };
    let network = match &shape.experts {
        Some(experts) => {
            let used = experts.used();
            // Dispatch and return of a token to each of its experts.
            used * (buffers * f64::from(experts.intermediate) + 4.0 * hidden)
        }
        None => buffers * f64::from(shape.intermediate),
    };
    let dropout = if model.kind == ModelKind::Encoder {
        3.0 * hidden
    } else {
        0.0
    };
    8.0 * hidden + 4.0 * queries + 4.0 * keys + 4.0 * heads + network + dropout
}

/// Bytes of logits per token and vocabulary entry: 32-bit values and their gradient. A fused loss
/// keeps only a part, a plain one also 16-bit copies and the softmax.
const LOGIT_BYTES: Range<f64> = Range {
    low: 2.0,
    expected: 8.0,
    high: 14.0,
};

/// Elements of one communication bucket (DeepSpeed `reduce_bucket_size` and
/// `allgather_bucket_size`, default 5 × 10⁸); held whatever the model's size, up to its own.
const BUCKET: f64 = 5e8;

/// What each of `shards` fully sharded cards holds.
pub(crate) fn footprint(
    query: &Query,
    subject: &Subject,
    _device: &Device,
    group: &Group,
) -> Footprint {
    let model = &subject.model;
    let shards = group.cards();
    let shards_f = f64::from(shards.max(1));
    let method = method(query);
    let trained = trainable(query, model);

    let base = weight_bytes(model, base_format(query), EngineClass::Eager);
    let (adapters, gradients, gradients_high, master) = match method {
        Method::Full if query.weights == WeightFormat::Fp32 => (0.0, 4.0, 4.0, 0.0),
        // Mixed precision: 16-bit weights and gradients, a 32-bit master copy with the optimizer;
        // some keep 32-bit gradients, some no master copy (ZeRO paper: 16 to 18 bytes).
        Method::Full => (0.0, 2.0, 4.0, 4.0),
        // Adapters are trained in 32 bit.
        Method::Lora | Method::Qlora => (4.0 * trained, 4.0, 4.0, 0.0),
    };
    let weights = Bytes::new((base + adapters) / shards_f);
    let gradient = Range::new(
        Bytes::new(trained * gradients / shards_f),
        Bytes::new(trained * gradients / shards_f),
        Bytes::new(trained * gradients_high / shards_f),
    );
    let moments = moment_bytes(query.optimizer);
    let optimizer = Range::new(
        Bytes::new(trained * moments / shards_f),
        Bytes::new(trained * (moments + master) / shards_f),
        Bytes::new(trained * (moments + master) / shards_f),
    );
    let activations = activations(query, model, shards);
    let bucket = if shards > 1 {
        Bytes::new(2.0 * 2.0 * trained.min(BUCKET))
    } else {
        Bytes::ZERO
    };
    let overhead =
        CONTEXT + Range::exact(communication(shards)) + Range::new(Bytes::ZERO, bucket, bucket);

    Footprint {
        weights,
        cache: Bytes::ZERO,
        activations: activations.expected,
        optimizer: optimizer.expected,
        gradients: gradient.expected,
        overhead: overhead.expected,
        total: Range::exact(weights) + gradient + optimizer + activations + overhead,
    }
}

/// Activations of one micro-batch, logits, and the layers that a sharded run gathers.
fn activations(query: &Query, model: &Model, shards: u32) -> Range<Bytes> {
    let Some(shape) = &model.shape else {
        return Range::exact(Bytes::ZERO);
    };
    let tokens = micro_batch_tokens(query, model);
    let layers = f64::from(shape.layers);
    let layer = layer_bytes_per_token(model, shape);
    let stored = if query.checkpointing != Checkpointing::Off {
        // The input of each layer, and one layer in full while it is computed again.
        2.0 * f64::from(shape.hidden) * layers + layer
    } else {
        layer * layers
    };
    // A classifier on an encoder has no vocabulary to predict.
    let vocab = if model.kind == ModelKind::Encoder && query.workload != Workload::Pretrain {
        0.0
    } else {
        f64::from(shape.vocab)
    };
    let body = model.total.get() - f64::from(shape.vocab) * f64::from(shape.hidden);
    let one_layer = 2.0 * body.max(0.0) / layers.max(1.0);
    let gathered = if shards > 1 { 2.0 * one_layer } else { 0.0 };
    // QLoRA expands one matrix at a time.
    let expanded = if method(query) == Method::Qlora {
        2.0 * f64::from(shape.hidden) * f64::from(shape.intermediate)
    } else {
        0.0
    };
    let at = |factor: f64, logit: f64| {
        Bytes::new(tokens * (factor * stored + logit * vocab) + gathered + expanded)
    };
    Range::new(
        at(0.85, LOGIT_BYTES.low),
        at(1.0, LOGIT_BYTES.expected),
        at(1.2, LOGIT_BYTES.high),
    )
}
