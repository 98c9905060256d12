//! Parameters by kind of tensor, and what each storage format makes of them.

use super::serving::EngineClass;
use crate::catalog::{Architecture, Model, ModelKind};
use crate::query::WeightFormat;

/// Parameters of a model by the kinds of tensor that storage formats treat differently. Their sum
/// is the model's published total.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Blocks {
    /// Input embedding; of a model with tied embeddings also the output head.
    pub embedding: f64,
    /// A separate output head.
    pub head: f64,
    /// Value projections of attention.
    pub value: f64,
    /// Output projections of attention.
    pub output: f64,
    /// Down projections of feed-forward networks that every token uses.
    pub down: f64,
    /// Down projections of routed experts.
    pub expert_down: f64,
    /// The rest of routed experts.
    pub expert_rest: f64,
    /// All other tensors.
    pub rest: f64,
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
        let hidden = f64::from(shape.hidden);
        let layers = f64::from(shape.layers);
        let queries = f64::from(shape.heads) * f64::from(shape.head_dim);
        let keys = f64::from(shape.kv_heads) * f64::from(shape.head_dim);
        let attended = f64::from(shape.full_layers) + f64::from(shape.windowed_layers);

        let embedding = (f64::from(shape.vocab) * hidden).min(total);
        let separate = !shape.tied_embeddings && model.kind != ModelKind::Encoder;
        let head = if separate {
            embedding.min(total - embedding)
        } else {
            0.0
        };
        let body = total - embedding - head;
        let output = (layers * queries * hidden).min(body / 3.0);
        let (value, attention) = if shape.latent.is_some() {
            (0.0, 2.0 * output)
        } else {
            let value = (attended * hidden * keys).min(body / 6.0);
            (value, 2.0 * output + 2.0 * value)
        };
        let experts = match &shape.experts {
            Some(experts) => {
                let width = f64::from(experts.intermediate);
                let moe_layers = f64::from(shape.layers.saturating_sub(experts.first_dense));
                let all = moe_layers * f64::from(experts.count) * 3.0 * hidden * width;
                // Some models have experts in every second layer only; the total says so.
                all.min((body - attention).max(0.0))
            }
            None => 0.0,
        };
        let network = (body - attention - experts).max(0.0);
        let matrices = if shape.experts.is_some() {
            3.0
        } else {
            let one = layers * hidden * f64::from(shape.intermediate);
            // A gated network has three matrices, a plain one two; the total tells which.
            if one > 0.0 && network / one < 2.5 {
                2.0
            } else {
                3.0
            }
        };
        let down = network / matrices;
        let expert_down = experts / 3.0;
        Self {
            embedding,
            head,
            value,
            output,
            down,
            expert_down,
            expert_rest: experts - expert_down,
            rest: (body - output - value - down - experts).max(0.0),
            matrices,
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
            + self.value * mixture.value
            + self.output * mixture.output
            + self.down * mixture.down
            + self.rest * mixture.rest)
            / 8.0
    }
}

/// Bits per weight of each kind of tensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mixture {
    pub embedding: f64,
    pub head: f64,
    pub value: f64,
    pub output: f64,
    pub down: f64,
    pub expert_down: f64,
    pub expert_rest: f64,
    pub rest: f64,
}

// Block layouts of GGML, bytes × 8 ÷ weights: Q8_0 34 bytes per 32, Q6_K 210 per 256,
// Q5_K 176 per 256, Q4_K 144 per 256, Q4_0 18 per 32, Q3_K 110 per 256, Q2_K 84 per 256
// (ggml-common.h).
const Q8_0: f64 = 8.5;
const Q6_K: f64 = 6.5625;
const Q5_K: f64 = 5.5;
const Q4_K: f64 = 4.5;
const Q4_0: f64 = 4.5;
const Q3_K: f64 = 3.4375;
const Q2_K: f64 = 2.625;
/// Groups of 128 weights with a 16-bit scale and a 4-bit zero point (AWQ and GPTQ checkpoints).
const GROUP_128: f64 = 4.0 + 20.0 / 128.0;
/// NF4 with double quantisation: blocks of 64 with an 8-bit scale, and a 32-bit scale per 256 of
/// those (QLoRA paper, 0.127 bit per weight).
const NF4: f64 = 4.0 + 8.0 / 64.0 + 32.0 / (64.0 * 256.0);
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

    /// A K-quant: llama.cpp gives value and down projections more bits than the base, and the
    /// output head always Q6_K (`llama_tensor_get_type` in llama-quant.cpp).
    const fn k_quant(base: f64, value: f64, output: f64, down: f64) -> Self {
        Self {
            head: Q6_K,
            value,
            output,
            down,
            expert_down: down,
            ..Self::flat(base)
        }
    }

    /// The bits of a format. The K-quants reproduce published files of Llama 3.1 8B within 1 %:
    /// Q4_K_M 4.92 GB, Q5_K_M 5.73, Q3_K_M 4.02, Q2_K 3.18.
    pub(crate) fn of(format: WeightFormat, has_experts: bool) -> Self {
        match format {
            WeightFormat::Fp32 => Self::flat(32.0),
            WeightFormat::Bf16 | WeightFormat::Fp16 => Self::flat(16.0),
            WeightFormat::Fp8 => Self::linear(FP8),
            WeightFormat::Int8 => Self::linear(INT8),
            WeightFormat::Int4 | WeightFormat::Awq | WeightFormat::Gptq => Self::linear(GROUP_128),
            WeightFormat::Nf4 => Self::linear(NF4),
            // gpt-oss ships its experts in MXFP4 and all else in 16 bit.
            WeightFormat::Mxfp4 if has_experts => Self {
                expert_down: MXFP4,
                expert_rest: MXFP4,
                ..Self::flat(16.0)
            },
            WeightFormat::Mxfp4 => Self::linear(MXFP4),
            WeightFormat::Nvfp4 => Self::linear(NVFP4),
            WeightFormat::Q8_0 => Self::flat(Q8_0),
            WeightFormat::Q6K => Self::flat(Q6_K),
            // "More bits" goes to the first and last eighth of layers and each third between:
            // half of them.
            WeightFormat::Q5KM => {
                let more = f64::midpoint(Q5_K, Q6_K);
                Self::k_quant(Q5_K, more, Q5_K, more)
            }
            WeightFormat::Q5KS => Self::k_quant(Q5_K, Q5_K, Q5_K, Q5_K),
            WeightFormat::Q4KM => {
                let more = f64::midpoint(Q4_K, Q6_K);
                Self::k_quant(Q4_K, more, Q4_K, more)
            }
            // Q5_K in the first eighth of layers.
            WeightFormat::Q4KS => {
                let more = Q4_K + (Q5_K - Q4_K) / 8.0;
                Self::k_quant(Q4_K, more, Q4_K, more)
            }
            WeightFormat::Q4_0 => Self::k_quant(Q4_0, Q4_0, Q4_0, Q4_0),
            WeightFormat::Q3KM => Self::k_quant(Q3_K, Q4_K, Q4_K, Q4_K),
            WeightFormat::Q2K => Self::k_quant(Q2_K, Q4_K, Q3_K, Q3_K),
            WeightFormat::Q3KL => Self::k_quant(Q3_K, Q5_K, Q5_K, Q5_K),
            WeightFormat::Q3KS => Self::k_quant(Q3_K, Q3_K, Q3_K, Q3_K),
            WeightFormat::Q2KS => Self::k_quant(Q2_K, Q4_K, Q2_K, Q2_K),
            WeightFormat::Iq4Nl => Self::k_quant(4.5, 4.5, 4.5, 4.5),
            WeightFormat::Iq4Xs => Self::k_quant(4.25, 4.25, 4.25, 4.25),
            WeightFormat::Iq3Xs => Self::k_quant(3.3, 3.3, 3.3, 3.3),
            WeightFormat::Iq3Xxs => Self::k_quant(3.0625, 3.0625, 3.0625, 3.0625),
            WeightFormat::Iq2M => Self::k_quant(2.7, 2.7, 2.7, 2.7),
            WeightFormat::Iq2S => Self::k_quant(2.5, 2.5, 2.5, 2.5),
            WeightFormat::Iq2Xxs => Self::k_quant(2.0625, 2.0625, 2.0625, 2.0625),
            WeightFormat::Iq1S => Self::k_quant(1.5625, 1.5625, 1.5625, 1.5625),
            WeightFormat::Int4G64 => Self::linear(4.0 + 20.0 / 64.0),
            WeightFormat::Int4G32 => Self::linear(4.0 + 20.0 / 32.0),
            WeightFormat::Exl2B5 => Self::linear(5.0),
            WeightFormat::Exl2B4 => Self::linear(4.0),
            WeightFormat::Exl2B3 => Self::linear(3.0),
            WeightFormat::Exl2B25 => Self::linear(2.5),
            WeightFormat::Mxfp8 => Self::linear(8.25),
        }
    }
}

/// The share of a diffusion pipeline's parameters that is quantised: the denoiser. Text encoders
/// and decoder stay at 16 bit. FLUX.1 11.9 of 16.9 billion, SDXL 2.6 of 3.5, SD 3.5 8.1 of 13.8.
const DENOISER_SHARE: f64 = 0.7;

/// Bytes of a model's weights in a format, over all cards.
pub(crate) fn weight_bytes(model: &Model, format: WeightFormat, class: EngineClass) -> f64 {
    let blocks = Blocks::of(model);
    let mixture = Mixture::of(format, has_experts(model));
    match model.kind {
        ModelKind::Diffusion | ModelKind::VideoDiffusion => {
            let denoiser = model.total.get() * DENOISER_SHARE;
            let others = model.total.get() - denoiser;
            denoiser * mixture.rest / 8.0 + others * mixture.rest.max(16.0) / 8.0
        }
        _ => {
            let padding = expert_padding(model.shape.as_ref(), format, class) - 1.0;
            blocks.bytes(&mixture) + blocks.expert_bytes(&mixture) * padding
        }
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
