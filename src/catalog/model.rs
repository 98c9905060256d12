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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// Layers in all.
    pub layers: u32,
    /// Layers whose attention sees the whole context.
    pub full_layers: u32,
    /// Layers whose attention sees a window.
    pub windowed_layers: u32,
    /// Layers with linear attention or a state space: a fixed state, no cache.
    pub linear_layers: u32,
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
    /// Vocabulary.
    pub vocab: u32,
    /// Multi-head latent attention, where the cache is one shared latent per token.
    pub latent: Option<Latent>,
    /// Mixture of experts.
    pub experts: Option<Experts>,
    /// Whether input and output embeddings are one matrix.
    pub tied_embeddings: bool,
}

/// Multi-head latent attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latent {
    /// Rank of the shared latent.
    pub kv_rank: u32,
    /// Width of the shared rotary key.
    pub rope_dim: u32,
}

/// Mixture of experts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experts {
    /// Routed experts per layer.
    pub count: u32,
    /// Routed experts that one token uses.
    pub per_token: u32,
    /// Experts that every token uses.
    pub shared: u32,
    /// Width of one expert's feed-forward network.
    pub intermediate: u32,
    /// Leading layers without experts.
    pub first_dense: u32,
}

impl Experts {
    /// Experts that one token uses, routed and shared.
    #[must_use]
    pub fn used(&self) -> f64 {
        f64::from(self.per_token) + f64::from(self.shared)
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
