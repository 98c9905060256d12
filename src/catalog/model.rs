//! Models and their shapes.

use crate::units::{Flops, Params};

/// A model preset.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Stable id, such as `llama-3.1-8b`.
    pub id: String,
    /// The name as its publisher writes it, such as `Llama 3.1 8B`.
    pub name: String,
    /// Family, such as `llama`.
    pub family: String,
    /// What kind of network it is.
    pub kind: ModelKind,
    /// All parameters: they decide memory.
    pub total: Params,
    /// Parameters that one token touches: they decide speed.
    pub active: Params,
    /// The transformer's shape, where it is known.
    pub shape: Option<Architecture>,
    /// Parameters of a vision encoder and its projector beside the text decoder that all the other
    /// figures describe. A checkpoint holds them, a GGUF file of the decoder does not.
    pub tower: Option<Params>,
    /// Facts of an image network.
    pub vision: Option<VisionFacts>,
    /// The longest context it was trained for.
    pub max_context: Option<u32>,
}

/// What kind of network a model is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModelKind {
    /// A decoder-only language model, dense or with experts.
    Decoder,
    /// An encoder such as BERT; it has no KV cache.
    Encoder,
    /// An encoder with a decoder, such as T5.
    EncoderDecoder,
    /// Speech recognition.
    Speech,
    /// Image diffusion.
    Diffusion,
    /// Video diffusion.
    VideoDiffusion,
    /// A vision transformer or convolutional network.
    Vision,
}

/// The shape of a transformer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Architecture {
    /// Layers in all, of the encoder and the decoder together.
    pub layers: u32,
    /// Layers whose attention sees the whole context.
    pub full_layers: u32,
    /// Layers whose attention sees a window.
    pub windowed_layers: u32,
    /// Layers with linear attention or a state space: a fixed state, no cache.
    pub linear_layers: u32,
    /// Layers without a feed-forward network: 0 but in hybrids such as Nemotron 3, each of whose
    /// layers is attention, state space or experts. There the three kinds above make up these
    /// layers alone.
    pub bare_layers: u32,
    /// Layers that belong to an encoder, of a network that also has a decoder. Every other layer
    /// then holds a second attention, over what the encoder read.
    pub encoder_layers: u32,
    /// Width of the window in tokens, where there is one.
    pub window: Option<u32>,
    /// Hidden width.
    pub hidden: u32,
    /// Width of the feed-forward network of a dense layer.
    pub intermediate: u32,
    /// Query heads.
    pub heads: u32,
    /// Key/value heads.
    pub kv_heads: u32,
    /// Width of a head.
    pub head_dim: u32,
    /// Heads of the layers that see the whole context, where they differ from those above.
    pub global: Option<GlobalHeads>,
    /// Vocabulary.
    pub vocab: u32,
    /// Rows of a learned table of positions; 0 where positions are computed.
    pub positions: u32,
    /// Multi-head latent attention, where the cache is one shared latent per token.
    pub latent: Option<Latent>,
    /// Sizes of the linear layers, where they are known.
    pub linear: Option<Linear>,
    /// Mixture of experts.
    pub experts: Option<Experts>,
    /// Whether input and output embeddings are one matrix.
    pub tied_embeddings: bool,
    /// Whether a feed-forward network is two matrices, up and down, without a gate.
    pub plain: bool,
    /// Which matrices have biases.
    pub biases: Biases,
    /// Whether the query projection also makes a gate for the output, and so is twice as wide.
    pub output_gate: bool,
}

/// Which matrices have biases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Biases {
    /// None.
    #[default]
    None,
    /// The projections to queries, keys and values.
    Qkv,
    /// All of them, and the norms.
    All,
}

/// Heads of the layers that see the whole context, beside windowed layers of other heads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GlobalHeads {
    /// Key/value heads.
    pub kv_heads: u32,
    /// Width of a head.
    pub head_dim: u32,
    /// Whether keys serve as values, so that these layers have no value projection. The cache
    /// holds both all the same, since only keys are rotated.
    pub keys_as_values: bool,
}

/// Multi-head latent attention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Latent {
    /// Rank of the shared latent.
    pub kv_rank: u32,
    /// Width of the shared rotary key.
    pub rope_dim: u32,
    /// Rank of the query projection; 0 where it is one whole matrix.
    pub q_rank: u32,
    /// Width of the part of a head that is not rotated.
    pub nope_dim: u32,
    /// Width of a value head.
    pub value_dim: u32,
}

/// Linear attention with a gated delta rule, or a state space (Mamba 2), whose groups are the key
/// heads and whose state is the key width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// Key (and query) heads.
    pub key_heads: u32,
    /// Value heads.
    pub value_heads: u32,
    /// Width of a key head.
    pub key_dim: u32,
    /// Width of a value head.
    pub value_dim: u32,
    /// Steps that the short convolution before it sees.
    pub kernel: u32,
}

/// Mixture of experts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Experts {
    /// Routed experts per layer.
    pub count: u32,
    /// Routed experts that one token uses.
    pub per_token: u32,
    /// Experts that every token uses.
    pub shared: u32,
    /// Width of one routed expert's feed-forward network.
    pub intermediate: u32,
    /// Width of all shared experts together.
    pub shared_intermediate: u32,
    /// Leading layers without experts.
    pub first_dense: u32,
    /// Experts stand in every n-th layer, the others are dense; 0 and 1 mean in all.
    pub every: u32,
    /// Width to which tokens are projected before the routed experts read them; 0 where those read
    /// the hidden width.
    pub latent: u32,
}

impl Experts {
    /// Experts that one token uses, routed and shared.
    #[must_use]
    pub fn used(&self) -> f64 {
        f64::from(self.per_token) + f64::from(self.shared)
    }
}

impl Architecture {
    /// Layers that hold a feed-forward network, dense or of experts.
    #[must_use]
    pub fn networks(&self) -> u32 {
        self.layers.saturating_sub(self.bare_layers)
    }

    /// Layers whose feed-forward network is a mixture of experts.
    #[must_use]
    pub fn expert_layers(&self) -> u32 {
        self.experts.map_or(0, |e| {
            self.networks().saturating_sub(e.first_dense) / e.every.max(1)
        })
    }

    /// Layers whose feed-forward network is dense.
    #[must_use]
    pub fn dense_layers(&self) -> u32 {
        self.networks() - self.expert_layers()
    }

    /// Layers that attend to what an encoder read.
    #[must_use]
    pub fn cross_layers(&self) -> u32 {
        if self.encoder_layers == 0 {
            0
        } else {
            self.layers.saturating_sub(self.encoder_layers)
        }
    }

    /// Matrices of one feed-forward network.
    #[must_use]
    pub fn matrices(&self) -> f64 {
        if self.plain { 2.0 } else { 3.0 }
    }

    /// Query heads, key/value heads and head width of a layer that sees the whole context, or of a
    /// windowed one.
    #[must_use]
    pub fn heads_of(&self, full: bool) -> (u32, u32, u32) {
        match &self.global {
            Some(global) if full => (self.heads, global.kv_heads, global.head_dim),
            _ => (self.heads, self.kv_heads, self.head_dim),
        }
    }

    /// Elements that one token adds to the cache of such a layer.
    #[must_use]
    pub fn cache_width(&self, full: bool) -> f64 {
        if let Some(latent) = &self.latent {
            return f64::from(latent.kv_rank) + f64::from(latent.rope_dim);
        }
        let (_, kv_heads, head_dim) = self.heads_of(full);
        2.0 * f64::from(kv_heads) * f64::from(head_dim)
    }

    /// Elements of the state that one sequence keeps in a linear layer: a matrix per value head,
    /// and the past steps of the convolution over keys, queries and values. Unknown sizes are read
    /// as the value width of the attention heads by 128, and three steps of five thirds of it.
    #[must_use]
    pub fn state_elements(&self) -> (f64, f64) {
        match &self.linear {
            Some(linear) => {
                let values = f64::from(linear.value_heads) * f64::from(linear.value_dim);
                let keys = f64::from(linear.key_heads) * f64::from(linear.key_dim);
                let past = f64::from(linear.kernel.saturating_sub(1));
                (
                    values * f64::from(linear.key_dim),
                    past * (values + 2.0 * keys),
                )
            }
            None => {
                let values = f64::from(self.heads) * f64::from(self.head_dim);
                (values * 128.0, 3.0 * values * 5.0 / 3.0)
            }
        }
    }
}

/// Facts of an image network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VisionFacts {
    /// Operations of one forward pass for one image, 2 per multiply-add, at [`VisionFacts::side`].
    pub forward: Flops,
    /// Elements of activations of one forward pass for one image.
    pub activations: Params,
    /// Side of the image in pixels.
    pub side: u32,
}
