//! From the words of a row to those of a question.

use crate::catalog::named::{accelerator_by_name, model_by_name};
use crate::catalog::{Accelerator, Catalog, Model};
use crate::query::{Engine, Optimizer, Runtime, Trainer, WeightFormat};

/// The card that a row names, the first of several.
pub(super) fn accelerator<'a>(catalog: &'a Catalog, name: &str) -> Option<&'a Accelerator> {
    let named = accelerator_by_name(catalog, name)?;
    Some(catalog.accelerator(*named.accelerators.first()?))
}

/// The model that a row names.
pub(super) fn model<'a>(catalog: &'a Catalog, name: &str) -> Option<&'a Model> {
    model_by_name(catalog, name)
}

/// The format of weights that a row names.
pub(super) fn format(precision: &str) -> Option<WeightFormat> {
    let word = precision.to_lowercase();
    let word = word.split('+').next().unwrap_or(&word).trim();
    if let Some(format) = WeightFormat::from_word(word.trim_start_matches("ud-")) {
        return Some(format);
    }
    Some(match word {
        "f16" | "fp16-mixed" | "fp16-true" | "16-mixed" | "16-true" | "amp" | "amp-nhwc"
        | "fp16/fp32 mixed" => WeightFormat::Fp16,
        "bf16-true" | "bf16-mixed" | "bf16-amp" | "bf16-pure" | "bf16/fp32 mixed"
        | "fp32/bf16 mixed" => WeightFormat::Bf16,
        "fp32/tf32" | "tf32" | "32-true" => WeightFormat::Fp32,
        "awq-int4" => WeightFormat::Awq,
        "gptq-int4" | "gptq-int4-g128" => WeightFormat::Gptq,
        "gptq-int8" => WeightFormat::Gptq8,
        "bnb-int8" | "int8-weight" => WeightFormat::Int8,
        "int4-g32" | "gptq-int4-g32" => WeightFormat::Int4G32,
        "int4-hqq-g64" | "int4wo-g64" => WeightFormat::Int4G64,
        "nf4-dq" | "bnb-int4" | "bnb-nf4" => WeightFormat::Nf4,
        "fp6" | "fp6_e3m2" => WeightFormat::Q6K,
        "fp8-weight" | "fp8-row" | "fp8 or mixed" | "fp8 or int8" => WeightFormat::Fp8,
        "fp4" | "fp4 or fp8" | "fp8 or fp4" => WeightFormat::Nvfp4,
        "int4-weight" => WeightFormat::Int4,
        "exl2-5.0-bpw" => WeightFormat::Exl2B5,
        "exl2-4.0-bpw" => WeightFormat::Exl2B4,
        "exl2-3.0-bpw" => WeightFormat::Exl2B3,
        "exl2-2.5-bpw" => WeightFormat::Exl2B25,
        _ => return None,
    })
}

/// The engine that a row names.
pub(super) fn engine(name: &str) -> Engine {
    let name = name.to_lowercase();
    let table = [
        ("llama.cpp", Engine::Llamacpp),
        ("ctransformers", Engine::Llamacpp),
        ("ollama", Engine::Ollama),
        ("exllama", Engine::Exllama),
        ("gpt-fast", Engine::Gptfast),
        ("torchao", Engine::Gptfast),
        ("tensorrt", Engine::Trtllm),
        ("vllm", Engine::Vllm),
        ("sglang", Engine::Sglang),
        ("litgpt", Engine::Litgpt),
        ("lightning", Engine::Litgpt),
        ("ctranslate", Engine::Ctranslate),
        ("onnx", Engine::Onnx),
    ];
    table
        .into_iter()
        .find(|(word, _)| name.contains(word))
        .map_or(Engine::Transformers, |(_, engine)| engine)
}

/// The trainer that a row names.
pub(super) fn trainer(name: &str) -> Trainer {
    let name = name.to_lowercase();
    let table = [
        ("ms-swift 1", Trainer::Swift),
        ("litgpt", Trainer::Litgpt),
        ("foundry", Trainer::Unsloth),
        ("deeplearningexamples", Trainer::Unsloth),
        ("megatron", Trainer::Megatron),
        ("nemo", Trainer::Megatron),
        ("unsloth", Trainer::Unsloth),
        ("torchtitan", Trainer::Compile),
        ("deepspeed", Trainer::Deepspeed),
    ];
    table
        .into_iter()
        .find(|(word, _)| name.contains(word))
        .map_or(Trainer::Pytorch, |(_, trainer)| trainer)
}

/// How a row's software executes a network.
pub(super) fn runtime(name: &str) -> Runtime {
    let name = name.to_lowercase();
    if name.contains("tensorrt") {
        Runtime::Tensorrt
    } else if name.contains("compile") || name.contains("stable-fast") {
        Runtime::Compile
    } else {
        Runtime::Eager
    }
}

/// The optimizer that a row names.
pub(super) fn optimizer(name: &str) -> Optimizer {
    let name = name.to_lowercase();
    if name.contains("paged") && !name.contains("32") {
        Optimizer::PagedAdamw8bit
    } else if name.contains("8bit") {
        Optimizer::Adamw8bit
    } else if name.contains("4bit") {
        Optimizer::Adamw4bit
    } else if name.contains("sgd") {
        Optimizer::Sgd
    } else if name.contains("adafactor") {
        Optimizer::Adafactor
    } else if name.contains("lion") {
        Optimizer::Lion
    } else {
        Optimizer::Adamw
    }
}
