//! Parameters of a transformer by kind of tensor, counted from its shape.

use super::model::{Architecture, Biases};

/// Parameters by kind of tensor, over all layers. The kinds are those that storage formats, adapters
/// and parallel layouts treat differently.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Input embedding; with tied embeddings also the output head.
    pub embedding: f64,
    /// Learned positions.
    pub positions: f64,
    /// A separate output head.
    pub head: f64,
    /// Projections to queries, both of a low-rank pair.
    pub query: f64,
    /// Projections to keys; of latent attention the one to the latent and the rotary key.
    pub key: f64,
    /// Projections to values; of latent attention the one from the latent to keys and values.
    pub value: f64,
    /// Output projections of attention.
    pub output: f64,
    /// Projections into linear layers: queries, keys, values, gates.
    pub linear_in: f64,
    /// Projections out of linear layers.
    pub linear_out: f64,
    /// Up projections, and gates, of dense networks.
    pub up: f64,
    /// Down projections of dense networks.
    pub down: f64,
    /// Routers, and projections between hidden and expert width.
    pub router: f64,
    /// Up projections, and gates, of shared experts.
    pub shared_up: f64,
    /// Down projections of shared experts.
    pub shared_down: f64,
    /// Up projections, and gates, of routed experts.
    pub expert_up: f64,
    /// Down projections of routed experts.
    pub expert_down: f64,
    /// Norms, biases, convolutions: what no format narrows.
    pub small: f64,
    /// The share of routed experts that one token uses.
    pub used_share: f64,
}

impl Counts {
    /// Counts a shape. A part that the shape does not tell counts nothing.
    #[must_use]
    pub fn of(shape: &Architecture) -> Self {
        let mut counts = Self {
            used_share: 1.0,
            ..Self::default()
        };
        let hidden = f64::from(shape.hidden);
        counts.embedding = f64::from(shape.vocab) * hidden;
        counts.positions = f64::from(shape.positions) * hidden;
        if !shape.tied_embeddings {
            counts.head = counts.embedding;
        }
        let full = f64::from(shape.full_layers) + f64::from(shape.cross_layers());
        counts.attention(shape, true, full);
        counts.attention(shape, false, f64::from(shape.windowed_layers));
        counts.linear(shape);
        counts.networks(shape);
        // A norm before attention, one before the network, and one at the end.
        let mixers = full + f64::from(shape.windowed_layers) + f64::from(shape.linear_layers);
        let norms = hidden * (mixers + f64::from(shape.networks()) + 1.0);
        counts.small += norms;
        if shape.biases == Biases::All {
            counts.small += norms;
        }
        counts
    }

    fn attention(&mut self, shape: &Architecture, full: bool, layers: f64) {
        let hidden = f64::from(shape.hidden);
        let (heads, kv_heads, head_dim) = shape.heads_of(full);
        let (heads, kv_heads) = (f64::from(heads), f64::from(kv_heads));
        if let Some(latent) = &shape.latent {
            let (rank, rope) = (f64::from(latent.kv_rank), f64::from(latent.rope_dim));
            let (nope, value) = (f64::from(latent.nope_dim), f64::from(latent.value_dim));
            let queries = heads * (nope + rope);
            self.query += layers
                * if latent.q_rank == 0 {
                    hidden * queries
                } else {
                    f64::from(latent.q_rank) * (hidden + queries)
                };
            self.key += layers * hidden * (rank + rope);
            self.value += layers * rank * heads * (nope + value);
            self.output += layers * heads * value * hidden;
            return;
        }
        let queries = heads * f64::from(head_dim) * if shape.output_gate { 2.0 } else { 1.0 };
        let keys = kv_heads * f64::from(head_dim);
        let shared = full && shape.global.is_some_and(|g| g.keys_as_values);
        let values = if shared { 0.0 } else { keys };
        self.query += layers * hidden * queries;
        self.key += layers * hidden * keys;
        self.value += layers * hidden * values;
        self.output += layers * hidden * heads * f64::from(head_dim);
        if shape.biases != Biases::None {
            self.small += layers * (queries + keys + values);
        }
        if shape.biases == Biases::All {
            self.small += layers * hidden;
        }
    }

    fn linear(&mut self, shape: &Architecture) {
        let Some(linear) = &shape.linear else {
            return;
        };
        let (layers, hidden) = (f64::from(shape.linear_layers), f64::from(shape.hidden));
        let keys = f64::from(linear.key_heads) * f64::from(linear.key_dim);
        let values = f64::from(linear.value_heads) * f64::from(linear.value_dim);
        // Values and their gate, keys and queries (of a state space: what goes in and what is read
        // out), and two scalars per value head.
        let width = 2.0 * values + 2.0 * keys + 2.0 * f64::from(linear.value_heads);
        self.linear_in += layers * hidden * width;
        self.linear_out += layers * hidden * values;
        self.small += layers * f64::from(linear.kernel) * (values + 2.0 * keys);
    }

    fn networks(&mut self, shape: &Architecture) {
        let hidden = f64::from(shape.hidden);
        let ups = shape.matrices() - 1.0;
        let dense = f64::from(shape.dense_layers());
        let width = f64::from(shape.intermediate);
        self.up = dense * hidden * width * ups;
        self.down = dense * hidden * width;
        if shape.biases == Biases::All {
            self.small += dense * (width * ups + hidden);
        }
        let Some(experts) = &shape.experts else {
            return;
        };
        let layers = f64::from(shape.expert_layers());
        let (count, width) = (f64::from(experts.count), f64::from(experts.intermediate));
        let read = if experts.latent == 0 {
            hidden
        } else {
            f64::from(experts.latent)
        };
        self.expert_down = layers * count * width * read;
        self.expert_up = self.expert_down * ups;
        self.shared_down = layers * hidden * f64::from(experts.shared_intermediate);
        self.shared_up = self.shared_down * ups;
        self.router = layers * hidden * (count + 2.0 * f64::from(experts.latent));
        if shape.biases == Biases::All {
            self.small += layers * count * (width * ups + read);
        }
        self.used_share = f64::from(experts.per_token) / count.max(1.0);
    }

    /// All parameters.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.fixed() + self.routed()
    }

    /// Parameters that one token touches, its embedding counted whole.
    #[must_use]
    pub fn active(&self) -> f64 {
        self.fixed() + self.routed() * self.used_share
    }

    /// Parameters of routed experts.
    #[must_use]
    pub fn routed(&self) -> f64 {
        self.expert_up + self.expert_down
    }

    /// Everything but routed experts.
    #[must_use]
    pub fn fixed(&self) -> f64 {
        self.embedding
            + self.positions
            + self.head
            + self.query
            + self.key
            + self.value
            + self.output
            + self.linear_in
            + self.linear_out
            + self.up
            + self.down
            + self.router
            + self.shared_up
            + self.shared_down
            + self.small
    }
}
