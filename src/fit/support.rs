//! Whether an accelerator runs an engine and a number format.

use super::{Caveat, Subject, Unsupported, method};
use crate::catalog::{Accelerator, Catalog, ModelKind, Support, SupportLevel};
use crate::query::{Method, Query, WeightFormat, Workload};

/// The engine whose row decides, by workload; `None` where no engine is involved.
#[must_use]
pub fn engine_id(query: &Query) -> Option<&'static str> {
    match query.workload {
        Workload::Serve => Some(query.engine.word()),
        Workload::Pretrain | Workload::Finetune | Workload::Vision => Some("pytorch-training"),
        Workload::Image => Some("diffusers"),
        Workload::Render => Some("blender-cycles"),
        Workload::Hpc | Workload::Vram => None,
    }
}

/// Whether an accelerator can run the query's engine and precision at all. Of several caveats the
/// gravest is told: an unknown before a partial support before an emulated precision.
///
/// # Errors
/// [`Unsupported`] says what it lacks.
pub fn supports(
    catalog: &Catalog,
    query: &Query,
    _subject: Option<&Subject>,
    accelerator: &Accelerator,
) -> Result<Option<Caveat>, Unsupported> {
    let Some(engine) = engine_id(query) else {
        return Ok(None);
    };
    let row = catalog.engines.support(engine, &accelerator.family);
    let by_engine = match row.map(|row| row.level) {
        Some(SupportLevel::No) => return Err(Unsupported::Engine),
        Some(SupportLevel::Yes) => None,
        Some(SupportLevel::Partial) => Some(Caveat::EnginePartial),
        Some(SupportLevel::Unknown) | None => Some(Caveat::EngineUnknown),
    };
    let by_precision = if query.workload == Workload::Render {
        None
    } else {
        precision(query, accelerator, row)?
    };
    Ok(by_engine.max_by_gravity(by_precision))
}

trait Gravity {
    fn max_by_gravity(self, other: Self) -> Self;
}

impl Gravity for Option<Caveat> {
    fn max_by_gravity(self, other: Self) -> Self {
        let weight = |caveat: Option<Caveat>| match caveat {
            None => 0,
            Some(Caveat::PrecisionEmulated) => 1,
            Some(Caveat::EnginePartial) => 2,
            Some(Caveat::EngineUnknown) => 3,
        };
        if weight(other) > weight(self) {
            other
        } else {
            self
        }
    }
}

/// The formats as the engine table spells them.
fn words(format: WeightFormat) -> &'static [&'static str] {
    match format {
        WeightFormat::Fp32 => &["fp32", "tf32"],
        WeightFormat::Bf16 => &["bf16"],
        WeightFormat::Fp16 => &["fp16"],
        WeightFormat::Fp8 | WeightFormat::Mxfp8 => &["fp8", "mxfp8"],
        WeightFormat::Int8 => &["int8"],
        WeightFormat::Gptq8 => &["int8", "gptq"],
        WeightFormat::Int4 | WeightFormat::Int4G64 | WeightFormat::Int4G32 => {
            &["int4", "awq", "gptq"]
        }
        WeightFormat::Exl2B5
        | WeightFormat::Exl2B4
        | WeightFormat::Exl2B3
        | WeightFormat::Exl2B25 => &["exl2"],
        WeightFormat::Awq => &["awq"],
        WeightFormat::Gptq => &["gptq"],
        WeightFormat::Nf4 | WeightFormat::Nf4Single => &["nf4", "bitsandbytes"],
        WeightFormat::Mxfp4 => &["mxfp4", "fp4"],
        WeightFormat::Nvfp4 => &["nvfp4", "fp4"],
        // A row names examples of the GGUF kinds; a build that reads one reads them all.
        WeightFormat::Q8_0
        | WeightFormat::Q6K
        | WeightFormat::Q5KM
        | WeightFormat::Q5KS
        | WeightFormat::Q4KM
        | WeightFormat::Q4KS
        | WeightFormat::Q4_0
        | WeightFormat::Q3KM
        | WeightFormat::Q2K
        | WeightFormat::Q3KL
        | WeightFormat::Q3KS
        | WeightFormat::Q2KS
        | WeightFormat::Iq4Nl
        | WeightFormat::Iq4Xs
        | WeightFormat::Iq3Xs
        | WeightFormat::Iq3Xxs
        | WeightFormat::Iq2M
        | WeightFormat::Iq2S
        | WeightFormat::Iq2Xxs
        | WeightFormat::Iq1S
        | WeightFormat::Iq3M
        | WeightFormat::Iq3S
        | WeightFormat::Iq2Xs
        | WeightFormat::Iq1M => &[
            "gguf", "q8_0", "q6_k", "q5_k_m", "q5_k_s", "q4_k_m", "q4_k_s", "q4_0", "q3_k_m",
            "q2_k",
        ],
    }
}

/// Whether a word names a quantised format. A row without one tells nothing about them.
fn is_quantised(word: &str) -> bool {
    !matches!(word, "fp32" | "tf32" | "bf16" | "fp16")
}

/// Whether the number format runs, by the card's own formats and the engine's row.
fn precision(
    query: &Query,
    accelerator: &Accelerator,
    row: Option<&Support>,
) -> Result<Option<Caveat>, Unsupported> {
    let format = asked_format(query)?;
    let listed = |wanted: &[&str]| {
        row.is_some_and(|row| {
            row.precisions
                .iter()
                .any(|word| wanted.contains(&word.as_str()))
        })
    };
    let tells_of_quantised = row.is_some_and(|row| {
        row.precisions
            .iter()
            .any(|word| is_quantised(word.as_str()))
    });
    match format {
        WeightFormat::Fp32 | WeightFormat::Fp16 => Ok(None),
        WeightFormat::Bf16 => match accelerator.bf16 {
            Some(true) => Ok(None),
            Some(false) => Err(Unsupported::Precision),
            None if listed(&["bf16"]) => Ok(None),
            None => Ok(Some(Caveat::EngineUnknown)),
        },
        WeightFormat::Fp8 if accelerator.fp8 == Some(false) => {
            // Without FP8 arithmetic only a weight-only kernel runs it: vLLM names Marlin for it
            // ("fp8 weights only through Marlin" on Ampere).
            if listed(words(format)) || (query.workload == Workload::Serve && listed(&["marlin"])) {
                Ok(Some(Caveat::PrecisionEmulated))
            } else {
                Err(Unsupported::Precision)
            }
        }
        // The same kernels serve MXFP4 experts on cards without FP4: gpt-oss on H100 was measured
        // so (llm-d-planner).
        WeightFormat::Mxfp4 if accelerator.peak.fp4.is_none() => {
            if listed(words(format)) || listed(&["marlin"]) {
                Ok(Some(Caveat::PrecisionEmulated))
            } else if tells_of_quantised {
                Err(Unsupported::Precision)
            } else {
                Ok(Some(Caveat::EngineUnknown))
            }
        }
        WeightFormat::Nvfp4 if accelerator.peak.fp4.is_none() && !listed(words(format)) => {
            Err(Unsupported::Precision)
        }
        // A row of a training stack tells what is computed in, while bitsandbytes holds the base in
        // NF4 and computes in 16 bits. It runs on NVIDIA from Pascal on, on AMD, Intel and Gaudi
        // (its installation page, version 0.50). Its wheels have left Maxwell out since 0.48.
        WeightFormat::Nf4 | WeightFormat::Nf4Single
            if (trains(query) || !tells_of_quantised)
                && accelerator.family != "nvidia-maxwell"
                && runs_bitsandbytes(accelerator) =>
        {
            Ok(None)
        }
        WeightFormat::Nf4 | WeightFormat::Nf4Single if trains(query) => {
            Ok(Some(Caveat::EngineUnknown))
        }
        _ if listed(words(format)) => Ok(None),
        _ if tells_of_quantised => Err(Unsupported::Precision),
        WeightFormat::Fp8 if accelerator.fp8 == Some(true) => Ok(None),
        _ => Ok(Some(Caveat::EngineUnknown)),
    }
}

/// Whether weights are trained, all or by adapters.
const fn trains(query: &Query) -> bool {
    matches!(query.workload, Workload::Pretrain | Workload::Finetune)
}

fn runs_bitsandbytes(accelerator: &Accelerator) -> bool {
    let listed = ["cuda", "rocm", "xpu", "hpu"];
    accelerator
        .runtimes
        .iter()
        .any(|runtime| listed.contains(&runtime.as_str()))
}

/// The format that decides. Full training needs a format that carries gradients.
fn asked_format(query: &Query) -> Result<WeightFormat, Unsupported> {
    match query.workload {
        Workload::Pretrain | Workload::Finetune | Workload::Vision => match method(query) {
            Method::Full => match query.weights {
                WeightFormat::Fp32
                | WeightFormat::Bf16
                | WeightFormat::Fp16
                | WeightFormat::Fp8 => Ok(query.weights),
                _ => Err(Unsupported::Precision),
            },
            Method::Lora | Method::Qlora => Ok(super::base_format(query)),
        },
        _ => Ok(query.weights),
    }
}

/// Whether a model's kind suits a workload.
pub(crate) fn suits(workload: Workload, kind: ModelKind) -> bool {
    match workload {
        Workload::Finetune if matches!(kind, ModelKind::Diffusion | ModelKind::VideoDiffusion) => {
            true
        }
        Workload::Serve | Workload::Pretrain | Workload::Finetune => matches!(
            kind,
            ModelKind::Decoder | ModelKind::Encoder | ModelKind::EncoderDecoder | ModelKind::Speech
        ),
        Workload::Image => matches!(kind, ModelKind::Diffusion | ModelKind::VideoDiffusion),
        Workload::Vision => matches!(kind, ModelKind::Vision | ModelKind::Encoder),
        Workload::Render | Workload::Hpc | Workload::Vram => false,
    }
}
