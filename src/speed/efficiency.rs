//! What engines reach of a card's peak: one stated table.

use crate::query::{Engine, WeightFormat};

/// What an engine reaches. Each field stands for one scenario of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Efficiency {
    /// Share of the memory bandwidth in decoding.
    pub bandwidth: f64,
    /// Share of the peak rate in prefill and large batches.
    pub compute: f64,
    /// Seconds per layer and step that are neither reading nor arithmetic.
    pub layer: f64,
    /// Seconds per step on the host: scheduling, sampling, detokenising.
    pub step: f64,
}

/// The three scenarios of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scenarios {
    pub slow: Efficiency,
    pub expected: Efficiency,
    pub fast: Efficiency,
}

const fn scenarios(
    bandwidth: [f64; 3],
    compute: [f64; 3],
    layer: [f64; 3],
    step: [f64; 3],
) -> Scenarios {
    const fn at(figures: [[f64; 3]; 4], index: usize) -> Efficiency {
        Efficiency {
            bandwidth: figures[0][index],
            compute: figures[1][index],
            layer: figures[2][index],
            step: figures[3][index],
        }
    }
    let figures = [bandwidth, compute, layer, step];
    Scenarios {
        slow: at(figures, 0),
        expected: at(figures, 1),
        fast: at(figures, 2),
    }
}

/// Paged engines with captured graphs. Kernel tables of Llama 3.1 8B and 70B on L40S, A100, H100,
/// H200 and B200 (aiconfigurator 0.12, vLLM 0.24) imply 0.85 of bandwidth, 0.65 of the peak and
/// 35 µs per layer within 15 %. The host's part is what small models show end to end (Qwen2.5-0.5B
/// in vLLM 0.6 takes 3.8 ms per token on A100, later versions overlap most of it).
const PAGED: Scenarios = scenarios(
    [0.60, 0.85, 0.95],
    [0.35, 0.62, 0.80],
    [80e-6, 35e-6, 25e-6],
    [2.5e-3, 0.3e-3, 0.1e-3],
);
/// llama.cpp: GPU-Benchmarks-on-LLM-Inference, 8B and 70B on consumer and data-centre cards.
const GGML: Scenarios = scenarios(
    [0.60, 0.82, 0.95],
    [0.18, 0.42, 0.70],
    [100e-6, 40e-6, 20e-6],
    [0.5e-3, 0.2e-3, 0.1e-3],
);
/// Eager execution: each operation is launched from Python (Qwen speed benchmarks, batch 1).
const EAGER: Scenarios = scenarios(
    [0.50, 0.80, 0.90],
    [0.25, 0.45, 0.65],
    [1.2e-3, 7e-4, 4e-4],
    [2e-3, 1e-3, 0.5e-3],
);

/// The efficiencies of an engine.
pub(crate) const fn serving(engine: Engine) -> Scenarios {
    match engine {
        Engine::Llamacpp | Engine::Ollama => GGML,
        Engine::Transformers
        | Engine::Onnx
        | Engine::Exllama
        | Engine::Gptfast
        | Engine::Litgpt
        | Engine::Ctranslate => EAGER,
        Engine::Vllm
        | Engine::Sglang
        | Engine::Trtllm
        | Engine::Lmdeploy
        | Engine::Mindie
        | Engine::Jax
        | Engine::Paddle
        | Engine::Neuron => PAGED,
    }
}

/// What is left of the bandwidth when quantised weights are expanded on the way.
pub(crate) const fn unpacking(format: WeightFormat) -> f64 {
    match format {
        WeightFormat::Fp32 | WeightFormat::Bf16 | WeightFormat::Fp16 => 1.0,
        WeightFormat::Fp8 | WeightFormat::Int8 | WeightFormat::Q8_0 => 0.95,
        WeightFormat::Nf4 => 0.5,
        // GPTQ kernels keep 0.8 to 0.9 of it, AWQ ones 0.45 to 0.8 (Qwen2.5 in vLLM on A100).
        WeightFormat::Awq => 0.65,
        _ => 0.82,
    }
}

/// Seconds per layer that routing tokens to experts adds on one card, and on several, where tokens
/// are exchanged; and those that latent attention adds. Implied by Qwen3-30B-A3B on H100 and H200
/// and by DeepSeek-V3 on eight H200, batch 1 and 32 (aiconfigurator 0.12); each pair of rows agrees
/// within 10 %.
pub(crate) const ROUTING_ONE: f64 = 13e-6;
pub(crate) const ROUTING_MANY: f64 = 75e-6;
pub(crate) const LATENT: f64 = 100e-6;
