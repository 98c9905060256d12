//! A network from the fields of a config.

use super::blocks;
use super::family::{self, Family};
use super::fields::{Fields, MOST_LAYERS, MOST_WIDTH};
use super::layers::{self, Layer, Mixing, Network};
use super::mixers;
use super::puzzle;
use super::{MOST_PARAMETERS, Note, ReadError};
use crate::catalog::{Architecture, Biases, Counts, Experts, GlobalHeads, Model, ModelKind};
use crate::json::Value;
use crate::query::{CustomShape, ProblemReason};
use crate::units::Params;

/// What networks of all kinds have.
pub(super) struct Frame<'a> {
    pub(super) fields: Fields<'a>,
    pub(super) model_type: &'a str,
    pub(super) hidden: u32,
    pub(super) heads: u32,
    pub(super) kv_heads: u32,
    pub(super) head_dim: u32,
    pub(super) intermediate: u32,
    vocab: u32,
    family: Family,
    tied: bool,
    max_context: Option<u32>,
}

/// Reads a network. A nested one leaves out what is as its class has it.
pub(super) fn read(
    text: &Value,
    model_type: &str,
    nested: bool,
    notes: &mut Vec<Note>,
) -> Result<Model, ReadError> {
    let fields = Fields::new(text, family::defaults(model_type, nested));
    let frame = Frame::read(fields, model_type)?;
    if !frame.family.known {
        notes.push(Note::FamilyUnknown(model_type.to_owned()));
    }
    let names = ["hidden_size", "num_attention_heads", "vocab_size"];
    if nested && names.iter().any(|name| fields.is_default(name)) {
        notes.push(Note::Defaults);
    }
    let model = match frame.family.kind {
        ModelKind::EncoderDecoder | ModelKind::Speech => frame.two_stacks()?,
        _ => frame.one_stack(notes)?,
    };
    bounded(&model)?;
    // What each number allows may still be no shape together.
    let custom = CustomShape::of(&model).map_or(Ok(()), |custom| custom.check());
    custom.map_err(|(field, reason)| {
        let end = |text: &str| text.parse().unwrap_or(0);
        let (low, high) = match &reason {
            ProblemReason::OutOfRange(low, high) => (end(low), end(high)),
            _ => (0, 0),
        };
        ReadError::OutOfRange { field, low, high }
    })?;
    Ok(model)
}

/// That a model is not larger than any can be.
pub(super) fn bounded(model: &Model) -> Result<(), ReadError> {
    if model.total.get() > MOST_PARAMETERS {
        return Err(ReadError::OutOfRange {
            field: "parameters".to_owned(),
            low: 1,
            high: 20_000_000_000_000,
        });
    }
    Ok(())
}

pub(super) fn at_most(field: &str, high: u32) -> ReadError {
    ReadError::OutOfRange {
        field: field.to_owned(),
        low: 1,
        high: u64::from(high.max(1)),
    }
}

impl<'a> Frame<'a> {
    fn read(fields: Fields<'a>, model_type: &'a str) -> Result<Self, ReadError> {
        let mut family = Family::of(model_type);
        if let Some(words) = ["feed_forward_proj", "activation_function", "hidden_act"]
            .iter()
            .find_map(|name| fields.text(name))
        {
            family.gated |= words.contains("glu") || words.starts_with("gated");
        }
        let hidden = fields.need(&["hidden_size", "n_embd", "d_model", "dim", "model_dim"])?;
        let heads = match model_type {
            "mamba" | "mamba2" | "falcon_mamba" => 1,
            _ => fields.need(&[
                "num_attention_heads",
                "n_head",
                "n_heads",
                "num_heads",
                "encoder_attention_heads",
            ])?,
        };
        let names = ["head_dim", "kv_channels", "d_kv", "attention_head_dim"];
        let head_dim = match fields.some(&names)? {
            Some(width) => width,
            None => hidden.div_ceil(heads),
        };
        if head_dim.saturating_mul(heads) > MOST_WIDTH {
            return Err(at_most("num_attention_heads", MOST_WIDTH / head_dim));
        }
        let names = [
            "intermediate_size_mlp",
            "intermediate_size",
            "ffn_hidden_size",
            "ffn_dim",
            "encoder_ffn_dim",
            "d_ff",
            "n_inner",
            "ff_intermediate_size",
            "hidden_dim",
            "block_ff_dim",
            // Where all layers have experts, nothing else is stated.
            "moe_intermediate_size",
        ];
        let puzzle = puzzle::blocks(fields, hidden);
        let mean = puzzle.as_ref().and_then(|blocks| blocks.intermediate);
        let mut intermediate = match mean.or(fields.some(&names)?) {
            Some(width) => width,
            None => hidden.saturating_mul(fields.some(&["expansion_ratio"])?.unwrap_or(4)),
        };
        if model_type == "qwen" {
            // The first Qwen counts both halves of its gated network.
            intermediate = (intermediate / 2).max(1);
        }
        let vocab = match fields.some(&["padded_vocab_size"])? {
            Some(vocab) => vocab,
            None => fields.need(&["vocab_size", "n_vocab"])?,
        };
        let names = [
            "max_position_embeddings",
            "n_positions",
            "seq_length",
            "max_sequence_length",
            "max_seq_len",
            "model_max_length",
            "n_ctx",
            "max_target_positions",
        ];
        Ok(Self {
            fields,
            model_type,
            hidden,
            heads,
            kv_heads: match puzzle.as_ref().and_then(|blocks| blocks.group) {
                Some(group) => (heads / group).max(1),
                None => blocks::kv_heads(fields, model_type, heads)?,
            },
            head_dim,
            intermediate,
            vocab,
            tied: fields
                .flag("tie_word_embeddings")
                .or_else(|| fields.flag("tie_embedding"))
                .unwrap_or(family.tied),
            family,
            max_context: fields.some(&names)?,
        })
    }

    pub(super) fn width(&self) -> f64 {
        f64::from(self.hidden)
    }

    fn shape(&self, layers: u32) -> Result<Architecture, ReadError> {
        Ok(Architecture {
            layers,
            full_layers: layers,
            hidden: self.hidden,
            intermediate: self.intermediate,
            heads: self.heads,
            kv_heads: self.kv_heads,
            head_dim: self.head_dim,
            vocab: self.vocab,
            positions: self.positions(),
            tied_embeddings: self.tied,
            plain: !self.family.gated,
            biases: self.biases(),
            output_gate: self.fields.flag("attn_output_gate").unwrap_or_else(|| {
                ["qwen3_next", "qwen3_5"]
                    .iter()
                    .any(|family| self.model_type.starts_with(family))
            }),
            ..Architecture::default()
        })
    }

    /// A model of a shape, with parameters that the shape does not tell.
    fn model(&self, shape: Architecture, more: f64) -> Model {
        let counts = Counts::of(&shape);
        Model {
            id: String::new(),
            name: String::new(),
            family: self.model_type.to_owned(),
            kind: self.family.kind,
            total: Params::new(counts.total() + more),
            active: Params::new(counts.active() + more),
            shape: Some(shape),
            tower: None,
            network: None,
            max_context: self.max_context,
        }
    }

    /// A decoder or an encoder.
    fn one_stack(&self, notes: &mut Vec<Note>) -> Result<Model, ReadError> {
        let fields = self.fields;
        let names = ["num_hidden_layers", "n_layer", "n_layers", "num_layers"];
        let layers = match fields.count(&names, 1, MOST_LAYERS)? {
            Some(layers) => layers,
            None => return Err(ReadError::Missing("num_hidden_layers")),
        };
        let experts = blocks::experts(fields, self.model_type, self.intermediate)?;
        // A window as long as the context is none.
        let window = layers::window(fields)?
            .filter(|window| self.max_context.is_none_or(|context| *window < context));
        let list = match puzzle::blocks(fields, self.hidden) {
            Some(blocks) => blocks.layers,
            None => layers::layers(fields, self.model_type, layers, window, experts.is_some())?,
        };
        let layers = narrow(list.len()).max(1);
        let number = |which: &dyn Fn(&Layer) -> bool| {
            narrow(list.iter().filter(|layer| which(layer)).count())
        };

        let mut shape = self.shape(layers)?;
        shape.full_layers = number(&|layer| layer.0 == Mixing::Full);
        shape.windowed_layers = number(&|layer| layer.0 == Mixing::Windowed);
        shape.linear_layers = number(&|layer| layer.0 == Mixing::Linear);
        shape.bare_layers = number(&|layer| layer.1 == Network::None);
        shape.window = window.filter(|_| shape.windowed_layers > 0);
        shape.latent = mixers::latent(fields)?;
        if let Some(latent) = &shape.latent {
            shape.head_dim = latent.value_dim;
            shape.kv_heads = self.heads;
        }
        shape.global = self.global_heads()?.filter(|_| shape.windowed_layers > 0);
        shape.linear = mixers::linear(fields, self.hidden)?.filter(|_| shape.linear_layers > 0);
        if let Some(experts) = experts {
            // The shape has dense layers first, then experts in every so many: the period where it
            // gives the right number, or else all layers after the dense ones.
            let routed = number(&|layer| layer.1 == Network::Experts);
            let networks = shape.networks();
            let every = networks.checked_div(routed).unwrap_or(1).max(1);
            let starts = list.iter().find(|layer| layer.1 != Network::None);
            let periodic = starts.is_some_and(|layer| layer.1 == Network::Dense)
                && every > 1
                && networks / every == routed;
            shape.experts = Some(Experts {
                first_dense: if periodic { 0 } else { networks - routed },
                every: if periodic { every } else { 1 },
                ..experts
            });
        }
        let mut more = self.more(layers)? + mixers::more(self, &shape)?;
        if self.model_type == "falcon_h1" {
            // Each layer attends and holds a state beside it.
            shape.linear = mixers::linear(fields, self.hidden)?;
            let mut states = shape.clone();
            states.linear_layers = layers;
            more += Counts::of(&states).total() - Counts::of(&shape).total();
        }
        if let Some(shared) = fields.some(&["num_kv_shared_layers"])? {
            notes.push(Note::SharedCache(shared.min(layers)));
        }
        let names = ["num_nextn_predict_layers", "mtp_num_hidden_layers"];
        if let Some(layers) = fields.some(&names)? {
            notes.push(Note::PredictionLayers(layers));
        }
        Ok(self.model(shape, more))
    }

    /// An encoder with a decoder, whose layers attend to the encoder too.
    fn two_stacks(&self) -> Result<Model, ReadError> {
        let fields = self.fields;
        let layers = |names: &[&str]| fields.count(names, 1, MOST_LAYERS / 2);
        let encoder = match layers(&["encoder_layers", "num_layers", "num_hidden_layers"])? {
            Some(layers) => layers,
            None => return Err(ReadError::Missing("num_layers")),
        };
        let decoder = layers(&["decoder_layers", "num_decoder_layers"])?.unwrap_or(encoder);
        let mut shape = self.shape(encoder + decoder)?;
        shape.encoder_layers = encoder;
        let mut more = self.more(0)?;
        if let Some(bins) = fields.some(&["num_mel_bins"])? {
            // Whisper's two convolutions of width 3, and the positions of both sides.
            more += 3.0 * self.width() * (f64::from(bins) + self.width());
            let frames = fields.some(&["max_source_positions"])?.unwrap_or(1500);
            let words = self.max_context.unwrap_or(448);
            shape.positions = frames.saturating_add(words).min(MOST_WIDTH);
        }
        Ok(self.model(shape, more))
    }

    /// Rows of learned positions.
    fn positions(&self) -> u32 {
        let learned = match self.family.kind {
            ModelKind::Encoder => {
                !["modernbert", "new", "nomic_bert", "roformer"].contains(&self.model_type)
            }
            _ => ["gpt2", "gpt_bigcode", "gpt_neo", "opt", "biogpt"].contains(&self.model_type),
        };
        let rows = self.max_context.filter(|_| learned).unwrap_or(0);
        rows.min(MOST_WIDTH)
    }

    /// Which matrices have biases: what the config says, or else what the family's code does.
    fn biases(&self) -> Biases {
        const ALL: [&str; 11] = [
            "gpt2",
            "gpt_bigcode",
            "gpt_neox",
            "opt",
            "bloom",
            "phi",
            "phi_msft",
            "starcoder2",
            "biogpt",
            "whisper",
            "bart",
        ];
        let stated = ["attention_bias", "qkv_bias", "add_qkv_bias", "use_qkv_bias"];
        if self.family.kind == ModelKind::Encoder && !self.family.gated
            || ALL.contains(&self.model_type)
        {
            Biases::All
        } else if stated
            .iter()
            .any(|name| self.fields.flag(name) == Some(true))
            || ["qwen", "qwen2", "qwen2_moe"].contains(&self.model_type)
        {
            Biases::Qkv
        } else {
            Biases::None
        }
    }

    /// Heads of the layers that see everything, where Gemma 4 has others there.
    fn global_heads(&self) -> Result<Option<GlobalHeads>, ReadError> {
        let kv_heads = self.fields.some(&["num_global_key_value_heads"])?;
        let head_dim = self.fields.some(&["global_head_dim"])?;
        if kv_heads.or(head_dim).is_none() {
            return Ok(None);
        }
        let kv_heads = kv_heads.unwrap_or(self.kv_heads);
        let head_dim = head_dim.unwrap_or(self.head_dim);
        if kv_heads > self.heads {
            return Err(at_most("num_global_key_value_heads", self.heads));
        }
        if head_dim.saturating_mul(self.heads) > MOST_WIDTH {
            return Err(at_most("global_head_dim", MOST_WIDTH / self.heads));
        }
        Ok(Some(GlobalHeads {
            kv_heads,
            head_dim,
            keys_as_values: self.fields.flag("attention_k_eq_v") == Some(true),
        }))
    }

    /// Parameters of a kind that no shape tells: kinds of segment, and Gemma's second embedding,
    /// which each layer has for itself, with its projections.
    fn more(&self, layers: u32) -> Result<f64, ReadError> {
        let kinds = self.fields.some(&["type_vocab_size"])?.unwrap_or(0);
        let kinds = f64::from(kinds) * self.width();
        let Some(width) = self.fields.some(&["hidden_size_per_layer_input"])? else {
            return Ok(kinds);
        };
        let vocab = self.fields.some(&["vocab_size_per_layer_input"])?;
        let columns = f64::from(width) * f64::from(layers);
        Ok(kinds + columns * (f64::from(vocab.unwrap_or(self.vocab)) + 3.0 * self.width()))
    }
}

/// A length that is known to be small.
fn narrow(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
