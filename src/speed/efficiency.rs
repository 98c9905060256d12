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
}

/// The three scenarios of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scenarios {
    pub slow: Efficiency,
    pub expected: Efficiency,
    pub fast: Efficiency,
}

const fn scenarios(bandwidth: [f64; 3], compute: [f64; 3], layer: [f64; 3]) -> Scenarios {
    Scenarios {
        slow: Efficiency {
            bandwidth: bandwidth[0],
            compute: compute[0],
            layer: layer[0],
        },
        expected: Efficiency {
            bandwidth: bandwidth[1],
            compute: compute[1],
            layer: layer[1],
        },
        fast: Efficiency {
            bandwidth: bandwidth[2],
            compute: compute[2],
            layer: layer[2],
        },
    }
}

/// Paged engines with captured graphs. Kernel tables of Llama 3.1 8B and 70B on L40S, A100, H100,
/// H200 and B200 (aiconfigurator 0.12, vLLM 0.24) imply 0.85 of bandwidth, 0.65 of the peak and
/// 40 µs per layer within 15 %.
const PAGED: Scenarios = scenarios(
    [0.65, 0.85, 0.95],
    [0.40, 0.62, 0.80],
    [80e-6, 40e-6, 25e-6],
);
/// llama.cpp: GPU-Benchmarks-on-LLM-Inference, 8B and 70B on consumer and data-centre cards.
const GGML: Scenarios = scenarios(
    [0.50, 0.70, 0.85],
    [0.20, 0.35, 0.55],
    [120e-6, 60e-6, 30e-6],
);
/// Eager execution: each operation is launched from Python (Qwen speed benchmarks, batch 1).
const EAGER: Scenarios = scenarios([0.50, 0.75, 0.90], [0.25, 0.45, 0.65], [1.2e-3, 7e-4, 4e-4]);

/// The efficiencies of an engine.
pub(crate) const fn serving(engine: Engine) -> Scenarios {
    match engine {
        Engine::Llamacpp | Engine::Ollama => GGML,
        Engine::Transformers | Engine::Onnx => EAGER,
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
        _ => 0.8,
    }
}

/// Seconds per layer that routing tokens to experts adds on one card, and on several, where tokens
/// are exchanged; and those that latent attention adds. Implied by Qwen3-30B-A3B on H100 and H200
/// and by DeepSeek-V3 on eight H200, batch 1 and 32 (aiconfigurator 0.12); each pair of rows agrees
/// within 10 %.
pub(crate) const ROUTING_ONE: f64 = 13e-6;
pub(crate) const ROUTING_MANY: f64 = 75e-6;
pub(crate) const LATENT: f64 = 100e-6;

/// Model FLOPs utilisation of training in 16 bit: 0.35 to 0.55 on A100 and H100 (Megatron-LM,
/// llm-foundry).
pub(crate) const TRAINING: [f64; 3] = [0.25, 0.42, 0.58];
/// The same with experts, whose products are smaller.
pub(crate) const TRAINING_EXPERTS: [f64; 3] = [0.12, 0.28, 0.42];
/// What is left of it in FP8, where attention and norms stay in 16 bit.
pub(crate) const FP8_SHARE: f64 = 0.7;
/// What is left of it when 4-bit weights are expanded for each product.
pub(crate) const EXPANDING_SHARE: f64 = 0.75;
/// Seconds per layer and step of launches in training: forward, backward, optimizer.
pub(crate) const TRAINING_LAYER: [f64; 3] = [1.5e-3, 8e-4, 4e-4];
