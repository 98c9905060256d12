//! The sizes of a network that its training time hangs on.

use crate::catalog::{Counts, Model, ModelKind};

/// Sizes of a network, over all layers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sizes {
    /// Layers.
    pub layers: f64,
    /// Layers with routed experts.
    pub expert_layers: f64,
    /// Hidden width.
    pub hidden: f64,
    /// Width of matrices that all tokens pass: the harmonic mean of hidden and network width.
    pub width: f64,
    /// The same of an expert.
    pub expert_width: f64,
    /// Vocabulary.
    pub vocab: f64,
    /// Parameters of matrices that all tokens pass.
    pub dense: f64,
    /// Parameters of all routed experts.
    pub routed: f64,
    /// The share of them that one token passes.
    pub used: f64,
    /// Routed experts that one token uses in a layer.
    pub per_token: f64,
    /// All parameters.
    pub total: f64,
    /// Elements of queries, keys and values of one token.
    pub heads: f64,
    /// Elements inside feed-forward networks of one token, gates counted.
    pub network: f64,
    /// The same without gates: what a narrow format casts.
    pub cast: f64,
    /// Query heads of all layers that attend.
    pub query_heads: f64,
    /// Width of a head.
    pub head_width: f64,
    /// Operations of attention per token and attended token, of layers that see all.
    pub full: f64,
    /// The same of windowed layers.
    pub windowed: f64,
    /// The window in tokens.
    pub window: f64,
    /// Whether tokens attend in both directions.
    pub bidirectional: bool,
}

fn harmonic(a: f64, b: f64) -> f64 {
    if a + b > 0.0 {
        2.0 * a * b / (a + b)
    } else {
        0.0
    }
}

impl Sizes {
    /// The sizes of a model.
    pub(super) fn of(model: &Model) -> Self {
        let total = model.total.get();
        let Some(shape) = &model.shape else {
            return Self::guessed(total, model.active.get());
        };
        let counts = Counts::of(shape);
        let hidden = f64::from(shape.hidden);
        let layers = f64::from(shape.layers);
        let routed = counts.routed().min(0.97 * total);
        let tables = counts.embedding + counts.positions + counts.head + counts.small;
        let attending = f64::from(shape.full_layers) + f64::from(shape.cross_layers());
        let windowed_layers = f64::from(shape.windowed_layers);
        let (heads, head_dim) = (f64::from(shape.heads), f64::from(shape.head_dim));
        let kv_heads = f64::from(shape.kv_heads);
        // Scores take the width of keys, their sum the width of values.
        let (keys, values, kv_heads) = match &shape.latent {
            Some(latent) if latent.nope_dim > 0 => (
                f64::from(latent.nope_dim) + f64::from(latent.rope_dim),
                f64::from(latent.value_dim),
                heads,
            ),
            Some(latent) => (head_dim + f64::from(latent.rope_dim), head_dim, heads),
            None => (head_dim, head_dim, kv_heads),
        };
        let pair = 2.0 * heads * (keys + values);
        let linear = if hidden > 0.0 {
            counts.linear_in / hidden
        } else {
            0.0
        };
        let dense_width = f64::from(shape.intermediate);
        let expert_layers = f64::from(shape.expert_layers());
        let (expert_width, shared, per_token) = shape.experts.map_or((0.0, 0.0, 0.0), |e| {
            (
                f64::from(e.intermediate),
                f64::from(e.shared_intermediate),
                f64::from(e.per_token),
            )
        });
        let matrices = shape.matrices();
        let cast = f64::from(shape.dense_layers()) * dense_width
            + expert_layers * (per_token * expert_width + shared);
        Self {
            layers,
            expert_layers,
            hidden,
            width: if expert_layers > 0.0 || dense_width <= 0.0 {
                hidden
            } else {
                harmonic(hidden, dense_width)
            },
            expert_width: harmonic(hidden, expert_width),
            vocab: f64::from(shape.vocab),
            dense: (total - routed - tables).max(0.0),
            routed,
            used: counts.used_share,
            per_token,
            total,
            heads: (attending + windowed_layers) * (heads + 2.0 * kv_heads) * head_dim + linear,
            network: matrices * cast,
            cast,
            query_heads: (attending + windowed_layers) * heads,
            head_width: head_dim,
            full: attending * pair,
            windowed: windowed_layers * pair,
            window: shape.window.map_or(0.0, f64::from),
            bidirectional: model.kind == ModelKind::Encoder,
        }
    }

    /// A decoder of which only the size is known: 12·layers·hidden² parameters, layers as many as
    /// published models of that size have, and one active part.
    fn guessed(total: f64, active: f64) -> Self {
        let layers = (32.0 * libm::cbrt(active.max(1.0) / 7e9)).max(8.0);
        let hidden = f64::sqrt(active / (12.0 * layers)).max(64.0);
        let network = layers * 4.0 * hidden;
        Self {
            layers,
            hidden,
            width: harmonic(hidden, 4.0 * hidden),
            expert_width: hidden,
            vocab: 0.0,
            dense: active,
            used: 1.0,
            total,
            heads: 3.0 * layers * hidden,
            network: 2.0 * network,
            cast: network,
            query_heads: layers * hidden / 128.0,
            head_width: 128.0,
            full: 4.0 * layers * hidden,
            ..Self::default()
        }
    }

    /// Operations of attention of one token's forward pass in sequences of so many tokens.
    pub(super) fn attention(&self, sequence: f64) -> f64 {
        let seen = |most: f64| {
            if self.bidirectional {
                most
            } else {
                most.min(sequence / 2.0)
            }
        };
        self.full * seen(sequence) + self.windowed * seen(self.window.min(sequence))
    }
}
