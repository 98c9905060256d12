//! Models and their shapes.

use crate::units::{Bytes, Flops, Params, Ratio};

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
    /// What a pass of an image network, or of a pipeline's denoiser, does.
    pub network: Option<Network>,
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

/// What one forward pass over one image does, and what a backward pass needs of it, at
/// [`Network::side`]. Elements are counted operation by operation; `docs/model.md` says how.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Network {
    /// Side of the image in pixels; of a clip's frame, the square root of its pixels.
    pub side: u32,
    /// Operations of its products, 2 per multiply-add, without those of attention.
    pub products: Flops,
    /// Operations of attention between positions: they grow with the square of the positions.
    pub attention: Flops,
    /// Elements that products and attention read and write.
    pub moved: Params,
    /// Elements that all operations read and write where each runs on its own.
    pub traffic: Params,
    /// Operations that are launched, whatever the batch.
    pub launches: u32,
    /// Bytes that all operations of forward and backward pass read and write in mixed precision.
    pub trained: Bytes,
    /// The part of [`Network::trained`] that convolutions read and write.
    pub convolved: Bytes,
    /// Bytes that are held for the backward pass in mixed precision.
    pub held: Bytes,
    /// The same where everything is in 32 bit.
    pub held_wide: Bytes,
    /// What else a diffusion pipeline is made of; the network is its denoiser.
    pub pipeline: Option<Pipeline>,
}

/// A diffusion pipeline around its denoiser, whose parameters are what is left of the model's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pipeline {
    /// Parameters of the text encoders.
    pub text: Params,
    /// Parameters of the image decoder and encoder.
    pub decoder: Params,
    /// Parameters that training changes where it is not the whole denoiser, as in a ControlNet.
    pub trainable: Option<Params>,
    /// Share of the denoiser's sequence at [`Network::side`] that is text and does not grow with
    /// the image.
    pub fixed: Ratio,
    /// Whether each step runs the denoiser twice, with the prompt and without.
    pub guided: bool,
    /// Denoising steps by default.
    pub steps: u32,
    /// Frames of a clip; 1 for an image.
    pub frames: u32,
    /// Elements that the denoiser holds at once for one image, beside its weights.
    pub active: Params,
    /// Operations of the decoder for one image.
    pub decode: Flops,
    /// Elements that the operations of the decoder read and write for one image.
    pub decode_traffic: Params,
    /// Bytes that the decoder holds at once for one image, beside its weights.
    pub decode_held: Bytes,
    /// Bytes of attention scores that are held for the backward pass where attention is not fused.
    pub scores: Bytes,
}

impl Network {
    /// The figures in a fixed order, without those of a pipeline.
    #[cfg(feature = "terminal")]
    #[must_use]
    pub(crate) fn figures(&self) -> [f64; 11] {
        [
            f64::from(self.side),
            self.products.get(),
            self.attention.get(),
            self.moved.get(),
            self.traffic.get(),
            f64::from(self.launches),
            self.trained.get(),
            self.convolved.get(),
            self.held.get(),
            self.held_wide.get(),
            if self.pipeline.is_some() { 1.0 } else { 0.0 },
        ]
    }

    /// The network of [`Network::figures`].
    #[must_use]
    pub(crate) const fn of(figures: [f64; 11], pipeline: Option<Pipeline>) -> Self {
        let [
            side,
            products,
            attention,
            moved,
            traffic,
            launches,
            trained,
            convolved,
            held,
            wide,
            _,
        ] = figures;
        Self {
            side: side as u32,
            products: Flops::new(products),
            attention: Flops::new(attention),
            moved: Params::new(moved),
            traffic: Params::new(traffic),
            launches: launches as u32,
            trained: Bytes::new(trained),
            convolved: Bytes::new(convolved),
            held: Bytes::new(held),
            held_wide: Bytes::new(wide),
            pipeline,
        }
    }
}

impl Pipeline {
    /// The figures in a fixed order.
    #[cfg(feature = "terminal")]
    #[must_use]
    pub(crate) fn figures(&self) -> [f64; 12] {
        [
            self.text.get(),
            self.decoder.get(),
            self.trainable.map_or(0.0, Params::get),
            self.fixed.get(),
            if self.guided { 1.0 } else { 0.0 },
            f64::from(self.steps),
            f64::from(self.frames),
            self.active.get(),
            self.decode.get(),
            self.decode_traffic.get(),
            self.decode_held.get(),
            self.scores.get(),
        ]
    }

    /// The pipeline of [`Pipeline::figures`].
    #[must_use]
    pub(crate) fn of(figures: [f64; 12]) -> Self {
        let [
            text,
            decoder,
            trainable,
            fixed,
            guided,
            steps,
            frames,
            active,
            decode,
            decode_traffic,
            decode_held,
            scores,
        ] = figures;
        Self {
            text: Params::new(text),
            decoder: Params::new(decoder),
            trainable: (trainable > 0.0).then_some(Params::new(trainable)),
            fixed: Ratio::new(fixed),
            guided: guided > 0.0,
            steps: steps as u32,
            frames: frames as u32,
            active: Params::new(active),
            decode: Flops::new(decode),
            decode_traffic: Params::new(decode_traffic),
            decode_held: Bytes::new(decode_held),
            scores: Bytes::new(scores),
        }
    }
}
