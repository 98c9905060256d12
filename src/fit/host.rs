//! Memory of a model on a host without accelerator.

use super::{Device, EngineClass, Footprint, Group, Measured, Subject, serving};
use crate::calibration::FITTED;
use crate::catalog::Accelerator;
use crate::query::{Engine, Query, WeightFormat};
use crate::units::{Bytes, Ratio};

/// What the operating system and its services keep of a host's memory: an assumption.
pub const HOST_KEEPS: Bytes = Bytes::from_gib(1.0);

/// The same question on llama.cpp, which stands for engines that run on processors.
#[must_use]
pub(crate) fn on_host(query: &Query) -> Query {
    Query {
        engine: Engine::Llamacpp,
        ..query.clone()
    }
}

/// Whether an engine for processors takes weights in a format: all GGUF kinds and wide floats
/// (llama.cpp), integers in groups (vLLM and OpenVINO on CPU). Eight-bit floats, `NormalFloat`,
/// NVFP4 and `ExLlama` have kernels for cards alone.
#[must_use]
pub(crate) const fn runs_on_host(format: WeightFormat) -> bool {
    use WeightFormat as F;
    !matches!(
        format,
        F::Fp8
            | F::Mxfp8
            | F::Nvfp4
            | F::Nf4
            | F::Nf4Single
            | F::Exl2B5
            | F::Exl2B4
            | F::Exl2B3
            | F::Exl2B25
    )
}

/// What a host holds for so many sequences: weights, cache and compute buffers as llama.cpp has
/// them on one card. `query` is one of [`on_host`].
#[must_use]
pub(crate) fn host_footprint(query: &Query, subject: &Subject, sequences: u32) -> Footprint {
    debug_assert!(
        EngineClass::of(query.engine) == EngineClass::Ggml,
        "not a question for a host"
    );
    let host = Accelerator::default();
    let device = Device {
        accelerator: &host,
        share: Ratio::new(1.0),
        usable: Bytes::ZERO,
        usable_assumed: false,
        reference_score: None,
        calibration: &FITTED,
        measured: Measured::default(),
    };
    serving::footprint(query, subject, &device, &Group::ONE, sequences)
}
