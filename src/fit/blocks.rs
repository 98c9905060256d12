//! Parameters by kind of tensor, and what each storage format makes of them.

use super::serving::EngineClass;
use crate::catalog::{Architecture, Counts, Model, ModelKind};
use crate::query::{Engine, WeightFormat};

/// Parameters of a model by the kinds of tensor that storage formats treat differently. Their sum
/// is the model's total.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Blocks {
    /// Input embedding, and learned positions; of a model with tied embeddings also the output
    /// head.
    pub embedding: f64,
    /// A separate output head.
    pub head: f64,
    /// Query and key projections of attention, and what goes into linear attention.
    pub query_key: f64,
    /// Value projections of attention.
    pub value: f64,
    /// Output projections of attention, full and linear.
    pub output: f64,
    /// Down projections of feed-forward networks that every token uses.
    pub down: f64,
    /// Down projections of routed experts.
    pub expert_down: f64,
    /// The rest of routed experts.
    pub expert_rest: f64,
    /// Up projections and gates of feed-forward networks that every token uses.
    pub rest: f64,
    /// Norms, biases and routers, which no format narrows below 16 bit.
    pub small: f64,
    /// Matrices of one feed-forward network: 3 where it is gated, 2 where it is not.
    pub matrices: f64,
}

impl Blocks {
    /// Splits a model's parameters. Without a shape, all of them are `rest`.
    pub(crate) fn of(model: &Model) -> Self {
        let total = model.total.get();
        let Some(shape) = &model.shape else {
            return Self {
                rest: total,
                matrices: 3.0,
                ..Self::default()
            };
        };
        let counts = Counts::of(shape);
        // An encoder ends in a small head of its task.
        let head = match model.kind {
            ModelKind::Encoder => 0.0,
            _ => counts.head,
        };
        let known = counts.total() - counts.head + head;
        Self {
            embedding: counts.embedding + counts.positions,
            head,
            query_key: counts.query + counts.key + counts.linear_in,
            value: counts.value,
            output: counts.output + counts.linear_out,
            down: counts.down + counts.shared_down,
            expert_down: counts.expert_down,
            expert_rest: counts.expert_up,
            // What a shape does not tell is a percent at most.
            rest: (counts.up + counts.shared_up + total - known).max(0.0),
            small: counts.small + counts.router,
            matrices: shape.matrices(),
        }
    }

    /// Bytes of all tensors under a mixture.
    pub(crate) fn bytes(&self, mixture: &Mixture) -> f64 {
        self.embedding * self.embedding_bits(mixture) / 8.0
            + self.fixed_bytes(mixture)
            + self.expert_bytes(mixture)
    }

    /// Bytes that every token reads: all but the input embedding, of which it reads one row, and
    /// the routed experts. A tied embedding is read as the output head.
    pub(crate) fn fixed_read(&self, mixture: &Mixture) -> f64 {
        let tied = if self.head > 0.0 {
            0.0
        } else {
            self.embedding * self.embedding_bits(mixture) / 8.0
        };
        self.fixed_bytes(mixture) + tied
    }

    /// Bytes of all routed experts.
    pub(crate) fn expert_bytes(&self, mixture: &Mixture) -> f64 {
        (self.expert_down * mixture.expert_down + self.expert_rest * mixture.expert_rest) / 8.0
    }

    fn embedding_bits(&self, mixture: &Mixture) -> f64 {
        if self.head > 0.0 {
            mixture.embedding
        } else {
            mixture.embedding.max(mixture.head)
        }
    }

    fn fixed_bytes(&self, mixture: &Mixture) -> f64 {
        (self.head * mixture.head
            + self.query_key * mixture.query_key
            + self.value * mixture.value
            + self.output * mixture.output
            + self.down * mixture.down
            + self.rest * mixture.rest
            + self.small * mixture.rest.max(16.0))
            / 8.0
    }
}

/// Bits per weight of each kind of tensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mixture {
    pub embedding: f64,
    pub head: f64,
    pub query_key: f64,
    pub value: f64,
    pub output: f64,
    pub down: f64,
    pub expert_down: f64,
    pub expert_rest: f64,
    pub rest: f64,
}

// Block layouts of GGML, bytes × 8 ÷ weights (ggml-common.h): Q8_0 34 bytes per 32, Q6_K 210 per
// 256, Q5_K 176, Q4_K 144, Q3_K 110, Q2_K 84, IQ4_XS 136, IQ3_S 110, IQ3_XXS 98, IQ2_S 82, IQ2_XS
// 74, IQ2_XXS 66, IQ1_M 56 and IQ1_S 50 per 256; Q5_0 22, Q4_0 and IQ4_NL 18 per 32.
const Q8_0: f64 = 8.5;
const Q6_K: f64 = 6.5625;
const Q5_K: f64 = 5.5;
const Q4_K: f64 = 4.5;
const Q4_0: f64 = 4.5;
const Q3_K: f64 = 3.4375;
const Q2_K: f64 = 2.625;
const IQ4_XS: f64 = 4.25;
const IQ3_S: f64 = 3.4375;
const IQ3_XXS: f64 = 3.0625;
const IQ2_S: f64 = 2.5625;
const IQ2_XS: f64 = 2.3125;
const IQ2_XXS: f64 = 2.0625;
const IQ1_M: f64 = 1.75;
const IQ1_S: f64 = 1.5625;
/// Groups of 128 weights with a 16-bit scale and a 4-bit zero point (AWQ and GPTQ checkpoints).
const GROUP_128: f64 = 4.0 + 20.0 / 128.0;
/// The same at 8 bit (GPTQ).
const GROUP_128_8: f64 = 8.0 + 24.0 / 128.0;
/// NF4 with double quantisation: blocks of 64 with an 8-bit scale, and a 32-bit scale per 256 of
/// those (QLoRA paper, 0.127 bit per weight).
const NF4: f64 = 4.0 + 8.0 / 64.0 + 32.0 / (64.0 * 256.0);
/// NF4 with one 32-bit scale per block of 64, the default of bitsandbytes.
const NF4_SINGLE: f64 = 4.0 + 32.0 / 64.0;
/// OCP microscaling: an 8-bit scale per 32 weights.
const MXFP4: f64 = 4.0 + 8.0 / 32.0;
/// NVFP4: an FP8 scale per 16 weights.
const NVFP4: f64 = 4.0 + 8.0 / 16.0;
/// FP8 with a 32-bit scale per block of 128 × 128, as DeepSeek-V3 is shipped.
const FP8: f64 = 8.0 + 32.0 / (128.0 * 128.0);
/// INT8 with a 16-bit scale per output channel, taken as 4,096 weights.
const INT8: f64 = 8.0 + 16.0 / 4096.0;

impl Mixture {
    const fn flat(bits: f64) -> Self {
        Self {
            embedding: bits,
            head: bits,
            query_key: bits,
            value: bits,
            output: bits,
            down: bits,
            expert_down: bits,
            expert_rest: bits,
            rest: bits,
        }
    }

    /// Matrices of the layers quantised; embedding and head left at 16 bit.
    const fn linear(bits: f64) -> Self {
        Self {
            embedding: 16.0,
            head: 16.0,
            ..Self::flat(bits)
        }
    }

    /// The bits of a format for a model.
    pub(crate) fn of(format: WeightFormat, model: &Model) -> Self {
        match format {
            WeightFormat::Fp32 => Self::flat(32.0),
            WeightFormat::Bf16 | WeightFormat::Fp16 => Self::flat(16.0),
            WeightFormat::Fp8 => Self::linear(FP8),
            WeightFormat::Mxfp8 => Self::linear(8.0 + 8.0 / 32.0),
            WeightFormat::Int8 => Self::linear(INT8),
            WeightFormat::Gptq8 => Self::linear(GROUP_128_8),
            WeightFormat::Int4 | WeightFormat::Awq | WeightFormat::Gptq => Self::linear(GROUP_128),
            // torchao and HQQ: a 16-bit scale and a 16-bit zero point per group.
            WeightFormat::Int4G64 => Self::linear(4.0 + 32.0 / 64.0),
            WeightFormat::Int4G32 => Self::linear(4.0 + 20.0 / 32.0),
            WeightFormat::Exl2B5 => Self::exl2(5.0),
            WeightFormat::Exl2B4 => Self::exl2(4.0),
            WeightFormat::Exl2B3 => Self::exl2(3.0),
            WeightFormat::Exl2B25 => Self::exl2(2.5),
            WeightFormat::Nf4 => Self::linear(NF4),
            WeightFormat::Nf4Single => Self::linear(NF4_SINGLE),
            // gpt-oss ships its experts in MXFP4 and all else in 16 bit.
            WeightFormat::Mxfp4 if has_experts(model) => Self {
                expert_down: MXFP4,
                expert_rest: MXFP4,
                ..Self::flat(16.0)
            },
            WeightFormat::Mxfp4 => Self::linear(MXFP4),
            WeightFormat::Nvfp4 => Self::linear(NVFP4),
            _ => Self::gguf(format, model),
        }
    }

    /// `ExLlamaV2`: an average over the layers; the head at 6 bit by default.
    const fn exl2(bits: f64) -> Self {
        Self {
            head: 6.0,
            ..Self::linear(bits)
        }
    }

    /// A GGUF mixture by the rules of `llama_tensor_get_type` (llama-quant.cpp), for files made
    /// with an importance matrix. Published files of Llama 3 70B are met within 0.1 %.
    fn gguf(format: WeightFormat, model: &Model) -> Self {
        use WeightFormat as F;
        let part = |share: f64, more: f64, base: f64| base + share * (more - base);
        let shape = model.shape.as_ref();
        let layers = shape.map_or(32, |shape| shape.layers);
        let sharing = shape.map_or(1, |shape| shape.heads / shape.kv_heads.max(1));
        let experts = shape
            .and_then(|shape| shape.experts.as_ref())
            .map_or(0, |experts| experts.count);
        // Values that four or more query heads share are kept wider.
        let shared = |wide: f64, base: f64| if sharing >= 4 { wide } else { base };
        // Base, value, output and down projections.
        let (base, value, output, down) = match format {
            F::Q8_0 => return Self::flat(Q8_0),
            F::Q6K => return Self::flat(Q6_K),
            // "More bits" goes to the first and last eighth of layers and each third between:
            // half of them.
            F::Q5KM => (Q5_K, part(0.5, Q6_K, Q5_K), Q5_K, part(0.5, Q6_K, Q5_K)),
            F::Q5KS => (Q5_K, Q5_K, Q5_K, Q5_K),
            F::Q4KM => (Q4_K, Q4_K, Q4_K, part(0.5, Q6_K, Q4_K)),
            F::Q4KS => (Q4_K, Q4_K, Q4_K, part(0.125, Q5_K, Q4_K)),
            F::Q4_0 => (Q4_0, Q4_0, Q4_0, Q4_0),
            F::Iq4Nl => (Q4_0, shared(Q5_K, Q4_0), Q4_0, Q4_0),
            F::Iq4Xs => (IQ4_XS, shared(Q5_K, IQ4_XS), IQ4_XS, IQ4_XS),
            F::Q3KL => (Q3_K, Q5_K, Q5_K, Q5_K),
            F::Q3KM => (Q3_K, Q4_K, Q4_K, part(1.0 / 16.0, Q5_K, Q4_K)),
            F::Q3KS => (Q3_K, Q3_K, Q3_K, Q3_K),
            F::Iq3M => (IQ3_S, Q4_K, Q4_K, part(0.125, Q4_K, IQ3_S)),
            F::Iq3S | F::Iq3Xs => (IQ3_S, shared(Q4_K, IQ3_S), IQ3_S, IQ3_S),
            F::Iq3Xxs => (IQ3_XXS, shared(Q4_K, IQ3_S), IQ3_S, IQ3_XXS),
            F::Q2K => (Q2_K, shared(Q4_K, Q3_K), Q3_K, Q3_K),
            F::Q2KS => (Q2_K, shared(Q4_K, Q2_K), Q2_K, part(0.125, Q4_K, Q2_K)),
            F::Iq2M => (IQ2_S, IQ3_S, IQ3_S, part(0.125, IQ3_S, IQ2_S)),
            F::Iq2S => (IQ2_XS, IQ3_S, IQ3_S, part(0.125, IQ3_S, IQ2_XS)),
            F::Iq2Xs => (IQ2_XS, Q2_K, IQ2_XS, part(0.125, Q2_K, IQ2_XS)),
            F::Iq2Xxs => (IQ2_XXS, Q2_K, IQ2_XXS, part(0.125, Q2_K, IQ2_XXS)),
            F::Iq1M => (IQ1_M, Q2_K, IQ2_XXS, part(0.125, Q2_K, IQ1_M)),
            _ => (IQ1_S, Q2_K, IQ2_XXS, part(0.125, Q2_K, IQ1_S)),
        };
        let is_tiny = base < IQ3_XXS && !matches!(format, F::Q2K | F::Q2KS);
        let mut mixture = Self {
            head: if is_tiny || format == F::Iq3Xxs {
                Q5_K
            } else {
                Q6_K
            },
            value,
            output,
            down,
            expert_down: down,
            ..Self::flat(base)
        };
        match format {
            F::Iq1S | F::Iq1M | F::Iq2Xxs | F::Iq2Xs => mixture.embedding = Q2_K,
            F::Iq2S | F::Iq2M => mixture.embedding = IQ3_S,
            F::Iq3Xxs => {
                mixture.embedding = IQ3_S;
                mixture.query_key = IQ2_S;
            }
            F::Iq3Xs => {
                mixture.query_key = IQ3_XXS;
                mixture.rest = part(0.75, IQ3_XXS, IQ3_S);
                mixture.expert_rest = mixture.rest;
            }
            _ => {}
        }
        if is_tiny && (sharing >= 4 || experts >= 4) {
            mixture.value = Q4_K;
        }
        // A Llama of 70 billion shares each value among eight query heads: it gets one step more.
        let is_70b = layers == 80 && sharing == 8;
        if is_70b && !is_tiny && mixture.value <= Q4_K && format != F::Q4_0 {
            mixture.value = Q5_K;
        }
        if format == F::Q4KM {
            mixture.value = part(0.5, Q6_K, mixture.value);
        }
        // Mixtral: values are a sliver of it, and outputs cost little.
        if experts == 8 {
            mixture.value = Q8_0;
            if base < Q5_K {
                mixture.output = Q5_K;
            }
        }
        mixture
    }
}

/// The share of a diffusion pipeline's parameters that is quantised: the denoiser. Text encoders
/// and decoder stay at 16 bit. FLUX.1 11.9 of 16.9 billion, SDXL 2.6 of 3.5, SD 3.5 8.1 of 13.8.
const DENOISER_SHARE: f64 = 0.7;

/// Bytes of a model's weights in a format, over all cards.
pub(crate) fn weight_bytes(model: &Model, format: WeightFormat, class: EngineClass) -> f64 {
    let blocks = Blocks::of(model);
    let mixture = Mixture::of(format, model);
    match model.kind {
        ModelKind::Diffusion | ModelKind::VideoDiffusion => {
            let denoiser = model.total.get() * DENOISER_SHARE;
            let others = model.total.get() - denoiser;
            denoiser * mixture.rest / 8.0 + others * mixture.rest.max(16.0) / 8.0
        }
        _ => {
            let padding = expert_padding(model.shape.as_ref(), format, class) - 1.0;
            // A tower that reads images is left at 16 bit; a GGUF has it in a file of its own.
            let tower = match class {
                EngineClass::Ggml => 0.0,
                _ => model.tower.map_or(0.0, |tower| tower.get() * 2.0),
            };
            blocks.bytes(&mixture) + blocks.expert_bytes(&mixture) * padding + tower
        }
    }
}

/// Bytes of weights that a serving engine loads.
///
/// Plain `PyTorch` code quantises the head with the layers. The FP8 checkpoints of models with tied
/// embeddings hold the head apart, and transformers loads it (Qwen3 speed benchmark: exact).
pub(crate) fn loaded_bytes(model: &Model, format: WeightFormat, engine: Engine) -> f64 {
    let all = weight_bytes(model, format, EngineClass::of(engine));
    match engine {
        Engine::Gptfast | Engine::Litgpt => {
            let mixture = Mixture::of(format, model);
            let narrowed = (mixture.head - mixture.rest).max(0.0);
            all - Blocks::of(model).head * narrowed / 8.0
        }
        Engine::Transformers if format == WeightFormat::Fp8 && model.kind == ModelKind::Decoder => {
            let blocks = Blocks::of(model);
            let is_tied = blocks.head <= 0.0;
            all + if is_tied { blocks.embedding * 2.0 } else { 0.0 }
        }
        _ => all,
    }
}

/// Bytes of the input embedding, where it is apart, and of the output head.
pub(crate) fn end_bytes(model: &Model, format: WeightFormat) -> (f64, f64) {
    let blocks = Blocks::of(model);
    let mixture = Mixture::of(format, model);
    let embedding = blocks.embedding * blocks.embedding_bits(&mixture) / 8.0;
    if blocks.head > 0.0 {
        (embedding, blocks.head * mixture.head / 8.0)
    } else {
        (0.0, embedding)
    }
}

/// Whether a model routes tokens to experts.
pub(crate) fn has_experts(model: &Model) -> bool {
    model
        .shape
        .as_ref()
        .is_some_and(|shape| shape.experts.is_some())
}

/// Paged engines pad the hidden width of MXFP4 experts to a multiple of 256: gpt-oss-20b takes
/// 13.47 GiB and gpt-oss-120b 64.38 GiB in vLLM on H100 (llm-d-planner, empirical vLLM memory
/// results), where the unpadded files hold 12.8 and 60.8.
fn expert_padding(shape: Option<&Architecture>, format: WeightFormat, class: EngineClass) -> f64 {
    match shape {
        Some(shape) if format == WeightFormat::Mxfp4 && class == EngineClass::Paged => {
            let hidden = f64::from(shape.hidden).max(1.0);
            f64::from(shape.hidden.div_ceil(256)) * 256.0 / hidden
        }
        _ => 1.0,
    }
}
