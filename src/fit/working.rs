//! What the passes of a training step work with: kept activations, one layer computed again, and
//! logits.

use super::Group;
use super::training::{
    base_format, is_wide, is_zero_engine, method, micro_batch_tokens, sequence_length,
};
use crate::calibration::TrainingMemory;
use crate::catalog::{Architecture, Model, ModelKind};
use crate::query::{
    Attention, Checkpointing, Method, Query, Targets, Trainer, WeightFormat, Workload,
};

/// What one card works with in forward and backward pass. Its bytes are
/// `tokens · (layers · kept + max(again, vocabulary · logit))`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Working {
    /// Tokens of one micro-batch on one card.
    pub tokens: f64,
    /// Layers.
    pub layers: f64,
    /// Bytes that one token keeps in one layer until the backward pass.
    pub kept: f64,
    /// Bytes per token of one layer that is computed again.
    pub again: f64,
    /// Vocabulary that is predicted; 0 where none is.
    pub vocabulary: f64,
    /// Bytes per token and vocabulary entry at the loss.
    pub logit: f64,
}

impl Working {
    /// Works out the terms; `None` where the shape is unknown.
    pub(crate) fn of(
        query: &Query,
        model: &Model,
        group: &Group,
        fitted: &TrainingMemory,
    ) -> Option<Self> {
        let shape = model.shape.as_ref()?;
        // Context-parallel cards share the sequence, tensor-parallel ones too (Megatron's sequence
        // parallelism), with the matrices that the tokens meet. A pipeline holds as many
        // micro-batches as it has stages of as many fewer layers.
        let over = f64::from(group.tensor.max(1)) * f64::from(group.context.max(1));
        let tokens = micro_batch_tokens(query, model) / over;
        let layer = layer(query, model, shape, fitted);
        let hidden = f64::from(shape.hidden);
        let input = element(query) * hidden;
        let scores = scores(query, model, shape);
        let whole = layer + AGAIN_SCORE * scores;
        let (kept, again) = match query.checkpointing {
            Checkpointing::Off => (layer + (2.0 * element(query) + 1.0) * scores, 0.0),
            Checkpointing::Full => (input, whole),
            // The input is on its way from the host, the next one's too.
            Checkpointing::Offloaded => (0.0, whole + 2.0 * input),
            // Megatron and others compute attention's core again, of which a fused kernel keeps
            // nothing anyway.
            Checkpointing::Selective if query.trainer != Trainer::Compile => {
                (layer, AGAIN_SCORE * scores)
            }
            Checkpointing::Selective => (selective(query, shape), whole),
        };
        // A quantised matrix is expanded for its product, one at a time.
        let expanded = if method(query) == Method::Qlora {
            2.0 * hidden * f64::from(shape.intermediate) / tokens.max(1.0)
        } else {
            0.0
        };
        // A classifier on an encoder has no vocabulary to predict.
        let is_classifier =
            model.kind == ModelKind::Encoder && query.workload != Workload::Pretrain;
        Some(Self {
            tokens,
            layers: f64::from(shape.layers),
            kept,
            again: again + expanded,
            vocabulary: if is_classifier {
                0.0
            } else {
                f64::from(shape.vocab)
            },
            logit: logit(query, fitted),
        })
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> f64 {
        self.tokens * (self.layers * self.kept + self.again.max(self.vocabulary * self.logit))
    }
}

/// Bytes of an element of activations.
fn element(query: &Query) -> f64 {
    if is_wide(query) { 4.0 } else { 2.0 }
}

/// Bytes per token and vocabulary entry where the loss is computed, counted over what is alive at
/// once.
fn logit(query: &Query, fitted: &TrainingMemory) -> f64 {
    match query.trainer {
        // 16-bit logits, their 32-bit copy, the shifted copy, log-softmax and gradient are
        // 2 + 4 + 4 + 4 + 4. The longest contexts of transformers with FlashAttention 2 that fit a
        // card are 18.6 apart, reserved peaks of fsdp_qlora 22.
        Trainer::Pytorch => 19.0,
        // Quantised bases have a 32-bit head besides.
        Trainer::Swift if method(query) == Method::Qlora => fitted.swift_logit + 8.0,
        Trainer::Swift => fitted.swift_logit,
        // DeepSpeed's engine casts the model, and nothing casts back: logits, shifted copy,
        // log-softmax and gradient in 16 bit.
        Trainer::Deepspeed if is_zero_engine(query) => 8.0,
        // Autocast takes the loss in 32 bit: 2 + 2 + 4 + 4, and the gradient in 16 bit again.
        Trainer::Deepspeed => 14.0,
        // Chunks of 128 tokens, all in 16 bit.
        Trainer::Litgpt => fitted.litgpt_logit,
        // 16-bit logits, 32-bit ones, log-softmax and gradient: 2 + 4 + 4 + 4.
        Trainer::Compile => 14.0,
        // 16-bit logits, 32-bit ones and their gradient, computed in place.
        Trainer::Megatron => 10.0,
        // Chunked cross-entropy: hardly any logits at all.
        Trainer::Unsloth | Trainer::Fused => 1.0,
    }
}

/// Whether a trainer runs operation by operation, without fused norms.
const fn is_eager(trainer: Trainer) -> bool {
    matches!(
        trainer,
        Trainer::Pytorch | Trainer::Swift | Trainer::Deepspeed | Trainer::Litgpt
    )
}

/// Attention scores per token: one for each head and token that it may look at. None with a fused
/// kernel.
fn scores(query: &Query, model: &Model, shape: &Architecture) -> f64 {
    match query.attention {
        Attention::Flash => 0.0,
        Attention::Plain => f64::from(shape.heads) * sequence_length(query, model),
    }
}

/// Bytes per attention score of a layer computed again: 5 kept, 32-bit softmax, and gradients of
/// both.
const AGAIN_SCORE: f64 = 14.0;

/// Bytes that one token leaves in one layer without recomputation, attention scores apart
/// (Korthikanti et al. 2022, itemised for what PyTorch saves).
pub(super) fn layer(
    query: &Query,
    model: &Model,
    shape: &Architecture,
    fitted: &TrainingMemory,
) -> f64 {
    let is_full = method(query) == Method::Full;
    let is_eager = is_eager(query.trainer);
    let wide = element(query) / 2.0;
    let hidden = f64::from(shape.hidden);
    let heads = f64::from(shape.heads);
    let queries = heads * f64::from(shape.head_dim);
    let keys = if shape.latent.is_some() {
        queries
    } else {
        f64::from(shape.kv_heads) * f64::from(shape.head_dim)
    };
    let is_gated = shape.matrices() > 2.5;
    // Two norms. A fused one keeps its 16-bit input. RMSNorm written in Python computes in 32 bit
    // and keeps input and product; LayerNorm, which goes with plain networks, is always fused.
    let norms = match (is_gated && is_eager, query.trainer) {
        (false, _) => 4.0 * wide * hidden,
        (true, Trainer::Litgpt) => 8.0 * hidden,
        (true, _) => 12.0 * hidden,
    };
    // Trained projections keep their inputs.
    let inputs = if is_full { 4.0 * wide * hidden } else { 0.0 };
    // Queries, keys, values and output, in 16 bit, and 32-bit log-sums. Eager attention repeats
    // keys and values for all query heads.
    let attention = if is_eager {
        8.0 * wide * queries
    } else {
        wide * (4.0 * queries + 4.0 * keys)
    } + 4.0 * heads;
    let buffers = match (is_gated, is_full) {
        (true, true) => 8.0,
        (true, false) => 6.0,
        (false, true) => 4.0,
        (false, false) => 2.0,
    };
    let (width, routed) = widths(shape);
    // Dispatch and return of a token to each of its experts.
    let dispatch = 4.0 * wide * hidden * routed;
    let network = wide * buffers * width + dispatch;
    // Masks of one byte; written out, embedding and residual are kept besides.
    let encoder = match (model.kind, is_eager) {
        (ModelKind::Encoder, true) => (3.0 + 4.0 * wide) * hidden,
        (ModelKind::Encoder, false) => 3.0 * hidden,
        _ => 0.0,
    };
    let own = match query.trainer {
        // Rotary embedding and the combined projection with its adapter.
        Trainer::Litgpt => fitted.litgpt_copies * hidden,
        _ => 0.0,
    };
    norms
        + inputs
        + attention
        + network
        + encoder
        + own
        + adapted(query, hidden, queries, width, fitted)
}

/// Width of the feed-forward networks that one token passes in a layer, and routed experts among
/// them, both as means over all layers.
fn widths(shape: &Architecture) -> (f64, f64) {
    let layers = f64::from(shape.layers.max(1));
    let dense = f64::from(shape.dense_layers()) / layers;
    let with_experts = f64::from(shape.expert_layers()) / layers;
    let (routed, width) = shape.experts.map_or((0.0, 0.0), |experts| {
        let routed = f64::from(experts.per_token);
        let shared = f64::from(experts.shared_intermediate);
        (routed, routed * f64::from(experts.intermediate) + shared)
    });
    (
        dense * f64::from(shape.intermediate) + with_experts * width,
        with_experts * routed,
    )
}

/// Bytes per token that adapters keep of their inputs: a copy behind dropout and its mask.
fn adapted(query: &Query, hidden: f64, queries: f64, width: f64, fitted: &TrainingMemory) -> f64 {
    if method(query) == Method::Full {
        return 0.0;
    }
    let inputs = match query.targets {
        // LitGPT projects to queries, keys and values at once.
        Targets::QueryValue if query.trainer == Trainer::Litgpt => hidden,
        Targets::QueryValue => 2.0 * hidden,
        Targets::Attention => 3.0 * hidden + queries,
        Targets::All | Targets::Embedding => 5.0 * hidden + queries + width,
    };
    let each = match query.trainer {
        // No dropout: the input itself is kept.
        Trainer::Unsloth | Trainer::Fused | Trainer::Megatron => 2.0,
        _ => 3.0,
    };
    // bitsandbytes keeps inputs of its 4-bit products (and casts of them), frozen or not.
    let is_quantised = matches!(
        base_format(query),
        WeightFormat::Nf4 | WeightFormat::Nf4Single
    );
    let quantised = if is_quantised && !matches!(query.trainer, Trainer::Unsloth | Trainer::Fused) {
        fitted.quantised_inputs * 2.0 * (3.0 * hidden + width)
    } else {
        0.0
    };
    each * inputs + quantised
}

/// Bytes that one token keeps per layer where only cheap operations are computed again: the
/// layer's input, attention's output, and half of the products of matrices (torchtitan's per-op
/// policy saves every second one).
fn selective(query: &Query, shape: &Architecture) -> f64 {
    let wide = element(query) / 2.0;
    let hidden = f64::from(shape.hidden);
    let heads = f64::from(shape.heads);
    let queries = heads * f64::from(shape.head_dim);
    let keys = f64::from(shape.kv_heads) * f64::from(shape.head_dim);
    let (width, _) = widths(shape);
    let products = 2.0 * (queries + 2.0 * keys) + 4.0 * hidden + 4.0 * width;
    wide * (2.0 * hidden + 2.0 * queries + products / 2.0) + 4.0 * heads
}
