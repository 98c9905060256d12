//! How engines execute a network, and what that costs beside reading and arithmetic.

use crate::calibration::ServingSpeed;
use crate::query::{Engine, WeightFormat};

/// How an engine executes a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Execution {
    /// A paged cache, captured graphs, prompts mixed into steps, tensor parallelism.
    Paged,
    /// llama.cpp: its own kernels, micro-batches of prompts, layers split over cards.
    Ggml,
    /// ExLlama: its own kernels, layers split over cards.
    Exllama,
    /// Compiled or native code without a scheduler, tensor parallelism.
    Compiled,
    /// Operation by operation from Python, layers split over cards.
    Modules,
}

impl Execution {
    /// How an engine executes.
    pub(crate) const fn of(engine: Engine) -> Self {
        match engine {
            Engine::Llamacpp | Engine::Ollama => Self::Ggml,
            Engine::Exllama => Self::Exllama,
            Engine::Gptfast | Engine::Ctranslate => Self::Compiled,
            Engine::Transformers | Engine::Onnx | Engine::Litgpt => Self::Modules,
            Engine::Vllm
            | Engine::Sglang
            | Engine::Trtllm
            | Engine::Lmdeploy
            | Engine::Mindie
            | Engine::Jax
            | Engine::Paddle
            | Engine::Neuron => Self::Paged,
        }
    }

    /// Whether layers are split over cards, which then work in turn.
    pub(crate) const fn is_in_turn(self) -> bool {
        matches!(self, Self::Ggml | Self::Exllama | Self::Modules)
    }
}

/// The release of an engine: current ones answer questions; older ones are needed to hold estimates
/// against measurements of their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Release {
    /// Year × 100 + month.
    pub month: u32,
}

impl Release {
    /// What is current.
    pub(crate) const CURRENT: Self = Self { month: u32::MAX };

    /// vLLM schedules between steps; since engine V1 (default from 0.8, March 2025) it overlaps
    /// them. SGLang and TensorRT-LLM do so all along.
    pub(crate) const fn is_serial(self, engine: Engine) -> bool {
        matches!(engine, Engine::Vllm) && self.month < 202_503
    }

    /// vLLM before 0.6 (September 2024) captures no graph beyond 8,192 tokens (engine argument
    /// `max_seq_len_to_capture`) nor of experts, and reads AWQ by the kernel that AWQ came with.
    pub(crate) const fn is_first_vllm(self, engine: Engine) -> bool {
        matches!(engine, Engine::Vllm) && self.month < 202_410
    }

    /// TensorRT-LLM before 0.7 reads the cache once per query head in large batches.
    pub(crate) const fn repeats_cache(self, engine: Engine) -> bool {
        matches!(engine, Engine::Trtllm) && self.month < 202_401
    }

    /// llama.cpp captures graphs on CUDA (pull request 6766, opened in April 2024); what ran from
    /// June 2024 on is taken to have it.
    pub(crate) const fn captures_ggml(self) -> bool {
        self.month >= 202_406
    }

    /// llama.cpp fuses attention unless told not to (`-fa auto`, pull request 15434, opened in August
    /// 2025); what ran from September 2025 on is taken to do so.
    pub(crate) const fn fuses_ggml(self) -> bool {
        self.month >= 202_509
    }

    /// ExLlama before its second version.
    pub(crate) const fn is_first_exllama(self) -> bool {
        self.month < 202_309
    }

    /// Matrix products and attention gained since.
    pub(crate) const fn is_before_2025(self) -> bool {
        self.month < 202_501
    }
}

/// Tokens up to which vLLM before 0.6 captured graphs.
pub(crate) const GRAPH_TOKENS: f64 = 8192.0;

/// Bytes of weights per clock and multiprocessor that kernels of a format keep in flight. Fetching
/// is bound by this where a card has much bandwidth for few multiprocessors.
pub(crate) const fn fetch(
    figures: &ServingSpeed,
    engine: Engine,
    format: WeightFormat,
    release: Release,
) -> f64 {
    use WeightFormat as F;
    let is_plain = matches!(format, F::Fp32 | F::Bf16 | F::Fp16);
    match Execution::of(engine) {
        Execution::Ggml => figures.fetch_expanding,
        Execution::Exllama if release.is_first_exllama() => figures.fetch_slow,
        Execution::Exllama => figures.fetch_expanding,
        _ if is_plain => figures.fetch_plain,
        Execution::Compiled if matches!(engine, Engine::Gptfast) => figures.fetch_expanding,
        // LLM.int8 multiplies integers.
        Execution::Modules if matches!(format, F::Int8 | F::Fp8) => figures.fetch_plain,
        Execution::Compiled | Execution::Modules => figures.fetch_slow,
        Execution::Paged => match format {
            F::Fp8 | F::Int8 | F::Gptq8 | F::Mxfp8 | F::Nvfp4 => figures.fetch_plain,
            F::Awq if release.is_first_vllm(engine) => figures.fetch_slow,
            F::Nf4 | F::Nf4Single => figures.fetch_slow,
            _ => figures.fetch_packed,
        },
    }
}

/// Seconds per layer of kernels' start and end on the card. vLLM before 0.8 and paged engines before
/// 2024 fuse less.
pub(crate) const fn layer(figures: &ServingSpeed, engine: Engine, release: Release) -> f64 {
    match Execution::of(engine) {
        Execution::Paged if release.is_serial(engine) || release.month < 202_401 => {
            figures.layer_serial
        }
        Execution::Paged => figures.layer_paged,
        Execution::Ggml if !release.captures_ggml() => figures.layer_ggml,
        Execution::Compiled if matches!(engine, Engine::Ctranslate) => figures.layer_modules,
        Execution::Ggml | Execution::Exllama | Execution::Compiled => figures.layer_compiled,
        Execution::Modules => figures.layer_modules,
    }
}

/// Seconds per layer in which Python launches a layer operation by operation.
pub(crate) const fn launches(figures: &ServingSpeed, format: WeightFormat) -> f64 {
    use WeightFormat as F;
    match format {
        // Quantised layers are wrapped once more.
        F::Awq | F::Gptq8 => figures.launch_wrapped,
        F::Nf4 | F::Nf4Single => figures.launch_nf4,
        // LLM.int8 splits outliers from the rest.
        F::Int8 => figures.launch_int8,
        _ => figures.launch_module,
    }
}
