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
    exact(word).or_else(|| alike(word))
}

/// Names of formats that say more or less than the words of a link.
fn exact(word: &str) -> Option<WeightFormat> {
    Some(match word {
        "bnb-int8" | "int8-weight" => WeightFormat::Int8,
        "int4-g32" | "gptq-int4-g32" => WeightFormat::Int4G32,
        "int4-hqq-g64" | "int4wo-g64" => WeightFormat::Int4G64,
        // A block of 32 with a scale, and with a scale and a minimum: the K kinds of 5 and 6 bits
        // are as large.
        "q5_0" => WeightFormat::Q5KS,
        "q5_1" => WeightFormat::Q5KM,
        "q4_1" => WeightFormat::Q4KM,
        "fp6" | "fp6_e3m2" => WeightFormat::Q6K,
        "fp4" | "fp4 or fp8" | "fp8 or fp4" => WeightFormat::Nvfp4,
        _ => return None,
    })
}

/// A format by the part of its name that tells: the storage first, the width last.
fn alike(word: &str) -> Option<WeightFormat> {
    if let Some(bits) = word.strip_prefix("exl2-") {
        let tenths: u32 = bits
            .chars()
            .filter(char::is_ascii_digit)
            .take(2)
            .fold(0, |n, digit| n * 10 + digit.to_digit(10).unwrap_or(0));
        return Some(match tenths {
            0..=27 => WeightFormat::Exl2B25,
            28..=34 => WeightFormat::Exl2B3,
            35..=44 => WeightFormat::Exl2B4,
            45..=57 => WeightFormat::Exl2B5,
            58..=72 => WeightFormat::Q6K,
            _ => WeightFormat::Q8_0,
        });
    }
    let table = [
        ("nvfp4", WeightFormat::Nvfp4),
        ("mxfp4", WeightFormat::Mxfp4),
        ("mxfp8", WeightFormat::Mxfp8),
        ("fp8", WeightFormat::Fp8),
        ("e4m3", WeightFormat::Fp8),
        ("awq", WeightFormat::Awq),
        ("gptq-int8", WeightFormat::Gptq8),
        ("gptq-8", WeightFormat::Gptq8),
        ("w8a16", WeightFormat::Gptq8),
        ("gptq", WeightFormat::Gptq),
        ("hqq", WeightFormat::Int4G64),
        ("nf4", WeightFormat::Nf4),
        ("bnb-int4", WeightFormat::Nf4),
        ("bnb-4", WeightFormat::Nf4),
        ("int8", WeightFormat::Int8),
        ("w8a8", WeightFormat::Int8),
        ("8bit", WeightFormat::Int8),
        ("int4", WeightFormat::Int4),
        ("w4a16", WeightFormat::Int4),
        ("4bit", WeightFormat::Int4),
        ("bf16", WeightFormat::Bf16),
        ("bfloat16", WeightFormat::Bf16),
        ("fp16", WeightFormat::Fp16),
        ("f16", WeightFormat::Fp16),
        ("float16", WeightFormat::Fp16),
        ("16-", WeightFormat::Fp16),
        ("half", WeightFormat::Fp16),
        ("amp", WeightFormat::Fp16),
        ("fp32", WeightFormat::Fp32),
        ("tf32", WeightFormat::Fp32),
        ("float32", WeightFormat::Fp32),
        ("32-true", WeightFormat::Fp32),
    ];
    table
        .into_iter()
        .find(|(part, _)| word.contains(part))
        .map(|(_, format)| format)
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
        ("lmdeploy", Engine::Lmdeploy),
        ("mlc", Engine::Gptfast),
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
        ("foundry", Trainer::Fused),
        ("deeplearningexamples", Trainer::Fused),
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
