//! Cards and models found by the names that people write.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::catalog::named::{NamedCard, accelerator_by_name, model_by_name};
use std::fs;
use std::path::Path;
use support::CATALOG;

/// Compares names with what they should mean, and lists all that differ.
fn all_mean(what: impl IntoIterator<Item = (String, Vec<String>, Vec<String>)>) {
    let wrong: Vec<String> = what
        .into_iter()
        .filter(|(_, found, wanted)| found != wanted)
        .map(|(name, found, wanted)| format!("{name}: {found:?}, not {wanted:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn ids(name: &str) -> Vec<String> {
    let found = accelerator_by_name(&CATALOG, name).unwrap_or_default();
    let card = |ix| CATALOG.accelerator(ix).id.clone();
    found.accelerators.into_iter().map(card).collect()
}

fn found(name: &str) -> NamedCard {
    accelerator_by_name(&CATALOG, name).unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn every_card_is_found_by_its_name_and_by_its_memory() {
    let mut all = Vec::new();
    for card in &CATALOG.accelerators {
        let mut names = vec![card.name.clone(), card.name.to_uppercase(), card.id.clone()];
        if let Some(memory) = card.nominal {
            let plain = card.name.split(" (").next().unwrap();
            let memory = format!(" {}GB", memory.to_gib());
            if plain.contains("GB") {
                names.push(format!("NVIDIA {plain}"));
            } else {
                names.push(format!("{plain}{memory}"));
                names.push(format!(
                    "{}{}",
                    plain.to_lowercase().replace(' ', "-"),
                    memory.replace(' ', "-")
                ));
            }
        }
        for name in names {
            all.push((name.clone(), ids(&name), vec![card.id.clone()]));
        }
    }
    all_mean(all);
}

/// Every spelling that the table of spellings calls clear, but for names that hide the card.
#[test]
fn every_clear_spelling_is_found() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("catalog/aliases.json");
    let text = fs::read_to_string(path).unwrap();
    let all: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    // A number or a form that the name leaves out, and lists whose own rows tell it.
    let apart = [
        "Gaudi HL-205",
        "NVIDIA A100 PCIe",
        "V100",
        "RTX PRO 4500 Blackwell Server",
        "a100-sxm-80 80GB",
    ];
    let mut pairs = Vec::new();
    for entry in all.iter().filter(|e| e["kind"] == "exact") {
        let alias = entry["alias"].as_str().unwrap();
        if apart.contains(&alias) {
            continue;
        }
        let card = entry["cards"][0].as_str().unwrap();
        pairs.push((alias.to_owned(), ids(alias), vec![card.to_owned()]));
    }
    assert!(pairs.len() > 230);
    all_mean(pairs);
}

#[test]
fn spellings_of_drivers_and_people() {
    let pairs = [
        ("NVIDIA A100-SXM4-80GB", "a100-80gb-sxm"),
        ("NVIDIA A100-SXM4-40GB", "a100-40gb-sxm"),
        ("NVIDIA A100-PCIE-40GB", "a100-40gb-pcie"),
        ("NVIDIA A100 80GB PCIe", "a100-80gb-pcie"),
        ("A100 80GB", "a100-80gb-sxm"),
        ("A100-40G", "a100-40gb-sxm"),
        ("A100", "a100-80gb-sxm"),
        ("8x A100 80GB", "a100-80gb-sxm"),
        ("A800 80GB", "a800-80gb-sxm"),
        ("NVIDIA H100 80GB HBM3", "h100-sxm"),
        ("NVIDIA H100 PCIe", "h100-pcie"),
        ("H100 PCIe 5.0 80GB", "h100-pcie"),
        ("H100", "h100-sxm"),
        ("H100-SXM5-80GB", "h100-sxm"),
        ("H100 NVL", "h100-nvl"),
        ("H200", "h200-sxm"),
        ("H200 NVL 141 GB", "h200-nvl"),
        ("H800 80GB", "h800-sxm"),
        ("NVIDIA GH200 480GB", ""),
        ("GH200 96 GB", "gh200"),
        ("GH200 144GB HBM3e", "gh200-144gb"),
        ("NVIDIA GB200 NVL72", "gb200"),
        ("GB200 NVL72 192GB", "gb200"),
        ("B200 192GB", "b200-sxm"),
        ("HGX B300", "b300-sxm"),
        ("Tesla V100-SXM2-32GB", "v100-32gb"),
        ("Tesla V100-PCIE-16GB", "v100-pcie-16gb"),
        ("V100S-PCIE-32GB", "v100s-pcie-32gb"),
        ("Tesla P100-PCIE-16GB", "p100-pcie-16gb"),
        ("Tesla P40 24GB", "p40"),
        ("NVIDIA GeForce RTX 4090", "rtx-4090"),
        ("rtx4090", "rtx-4090"),
        ("4090", "rtx-4090"),
        ("RTX 4090 48GB", "rtx-4090-48gb-modified"),
        ("RTX 4090D 24GB", "rtx-4090-d"),
        ("RTX 4090 Laptop GPU 16GB", ""),
        ("RTX 4080 SUPER 16GB", ""),
        ("RTX 3080 12GB", ""),
        ("RTX 3080Ti", "rtx-3080-ti"),
        ("GeForce RTX 3090 Ti", "rtx-3090-ti"),
        ("RTX 4060 Ti 16 GB", "rtx-4060-ti-16gb"),
        ("RTX 3050 8GB", ""),
        ("NVIDIA RTX 6000 Ada Generation", "rtx-6000-ada"),
        ("RTX 6000 Ada 48GB", "rtx-6000-ada"),
        ("Quadro RTX 6000 24GB", "quadro-rtx-6000"),
        ("RTX 8000 48GB", "quadro-rtx-8000"),
        ("RTX 4000 SFF Ada 20GB", ""),
        ("NVIDIA RTX A6000", "rtx-a6000"),
        ("A6000 48GB", "rtx-a6000"),
        (
            "NVIDIA RTX PRO 6000 Blackwell Workstation Edition",
            "rtx-pro-6000-blackwell",
        ),
        ("RTX PRO 6000 96GB", "rtx-pro-6000-blackwell"),
        (
            "NVIDIA RTX PRO 6000 Blackwell Server Edition",
            "rtx-pro-6000-blackwell-server-edition",
        ),
        ("Tesla T4 16GB", "t4"),
        ("NVIDIA L40S-48GB", "l40s"),
        ("L40 48GB", "l40"),
        ("AMD Instinct MI300X OAM 192GB", "mi300x"),
        ("MI250", ""),
        ("Radeon RX 7900 XTX 24GB", "rx-7900-xtx"),
        ("Intel Gaudi 3", "gaudi3"),
        ("Habana Gaudi2 96 GB", "gaudi2"),
        (
            "Apple M2 Ultra 76-core GPU 192GB",
            "m2-ultra-76-core-gpu-192gb",
        ),
        ("M3 Max 40-core 128GB", "m3-max-40-core-gpu-64gb"),
        ("M1 Max 64GB", "m1-max-32-core-gpu-64gb"),
        ("M1 Pro 16GB", ""),
        ("Google TPU v5e", "tpu-v5e"),
        ("TPUv6e", "tpu-v6e"),
        ("AWS Trainium2", "trainium2"),
        ("Huawei Ascend 910B3 64GB", "ascend-910b3"),
        ("BI-V100 32GB", "iluvatar-tiangai-100-bi-v100"),
        ("H100/A100 80GB", ""),
        ("24GB card", ""),
        ("some card", ""),
    ];
    all_mean(pairs.into_iter().map(|(name, id)| {
        let wanted = Some(id.to_owned()).filter(|id| !id.is_empty());
        (name.to_owned(), ids(name), wanted.into_iter().collect())
    }));
}

#[test]
fn a_name_tells_memory_and_watts_too() {
    let gib = |name| found(name).memory.map(|m| m.to_gib());
    let watts = |name| found(name).watts.map(|w| w.get());
    assert_eq!(gib("24GB card"), Some(24.0));
    assert_eq!(gib("H100/A100 80GB"), Some(80.0));
    assert_eq!(gib("RTX 3050 8GB"), Some(8.0));
    assert_eq!(gib("A100"), None);
    assert_eq!(watts("A100 SXM 80GB (330W limit)"), Some(330.0));
    assert_eq!(watts("A100 SXM 80GB"), None);
    assert_eq!(watts("RTX 3090 24GB 280W"), Some(280.0));
    assert!(accelerator_by_name(&CATALOG, "").is_none());
    assert!(accelerator_by_name(&CATALOG, "no card").is_none());
}

#[test]
fn two_unlike_cards() {
    assert_eq!(
        ids("RTX 4090 24GB + RTX 3090 Ti 24GB"),
        ["rtx-4090", "rtx-3090-ti"]
    );
    let half = found("RTX 4090 24GB + RTX 3050 8GB");
    assert!(half.accelerators.is_empty());
    assert_eq!(half.memory.map(|m| m.to_gib()), Some(8.0));
}

fn model(name: &str) -> &'static str {
    model_by_name(&CATALOG, name).map_or("", |m| m.id.as_str())
}

#[test]
fn every_model_is_found_in_any_spelling() {
    let mut all = Vec::new();
    for known in &CATALOG.models {
        let id = known.id.as_str();
        for name in [
            id.to_owned(),
            id.to_uppercase(),
            id.replace('-', "_"),
            id.replace('.', "_"),
            format!("some-publisher/{id}"),
            known.name.clone(),
            format!("{id}-Instruct"),
            format!("{id}-chat-hf"),
        ] {
            let found = vec![model(&name).to_owned()];
            all.push((name, found, vec![id.to_owned()]));
        }
    }
    all_mean(all);
}

#[test]
fn models_by_the_names_of_their_repositories() {
    let pairs = [
        ("meta-llama/Llama-3.1-8B", "llama-3.1-8b"),
        ("meta-llama/Meta-Llama-3-8B-Instruct", "llama-3-8b"),
        ("meta-llama/Llama-2-7b-chat-hf", "llama-2-7b"),
        ("TheBloke/Llama-2-70B-GPTQ", "llama-2-70b"),
        ("llama3.1_8b", "llama-3.1-8b"),
        ("llama2-13b", "llama-2-13b"),
        (
            "neuralmagic/Meta-Llama-3.1-70B-Instruct-FP8",
            "llama-3.1-70b",
        ),
        ("nvidia/Llama-3.1-70B-Instruct-FP8", "llama-3.1-70b"),
        ("meta-llama/Llama-4-Scout-17B-16E-Instruct", "llama-4-scout"),
        ("meta-llama/Llama-4-Maverick-17B-128E", "llama-4-maverick"),
        ("Qwen/Qwen2.5-7B-Instruct-AWQ", "qwen2.5-7b"),
        ("Qwen/Qwen2.5-7B-Instruct-GPTQ-Int4", "qwen2.5-7b"),
        ("Qwen/Qwen2-57B-A14B-Instruct", "qwen2-57b-a14b"),
        ("Qwen/Qwen3-235B-A22B-Instruct-2507", "qwen3-235b-a22b"),
        ("Qwen/Qwen3-30B-A3B-Thinking-2507-FP8", "qwen3-30b-a3b"),
        ("Qwen/Qwen-7B-Chat", "qwen-7b"),
        ("mistralai/Mixtral-8x7B-Instruct-v0.1", "mixtral-8x7b"),
        ("mistralai/Mistral-7B-v0.1", "mistral-7b"),
        ("openai/gpt-oss-120b", "gpt-oss-120b"),
        ("deepseek-ai/DeepSeek-V3-0324", "deepseek-v3"),
        ("deepseek-ai/DeepSeek-V3.1-Base", "deepseek-v3.1"),
        ("deepseek-ai/DeepSeek-R1", "deepseek-r1"),
        ("deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", ""),
        ("google/gemma-2-9b-it", "gemma-2-9b"),
        ("google-bert/bert-large-uncased", "bert-large"),
        ("EleutherAI/gpt-j-6B", "gpt-j-6b"),
        ("bigscience/T0_3B", "t0-3b"),
        ("bigscience/bloomz-7b1", "bloomz-7b1"),
        ("01-ai/Yi-34B-200K", "yi-34b"),
        ("THUDM/chatglm3-6b", "chatglm3-6b"),
        ("zai-org/GLM-4.5-Air", "glm-4.5-air"),
        ("baichuan-inc/Baichuan2-13B-Chat", "baichuan2-13b"),
        ("TinyLlama/TinyLlama-1.1B-Chat-v1.0", "tinyllama-1.1b"),
        ("codellama/CodeLlama-34b-Instruct-hf", "codellama-34b"),
        (
            "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16",
            "nemotron-3-nano-30b-a3b",
        ),
        ("openai/whisper-large-v3", "whisper-large-v3"),
        ("stabilityai/stable-diffusion-xl-base-1.0", "sdxl"),
        ("runwayml/stable-diffusion-v1-5", "sd-1.5"),
        ("stabilityai/stable-diffusion-3.5-large", "sd3.5-large"),
        ("black-forest-labs/FLUX.1-dev", "flux.1-dev"),
        ("THUDM/CogVideoX-5b", "cogvideox-5b"),
        ("resnet50", "resnet-50"),
        ("timm/vit_base_patch16_224", "vit_base_patch16_224"),
        ("llama-3-9b", ""),
        ("llama-3", ""),
        ("qwen2.5-7b-vl", ""),
        ("", ""),
    ];
    all_mean(pairs.into_iter().map(|(name, id)| {
        let found = vec![model(name).to_owned()];
        (name.to_owned(), found, vec![id.to_owned()])
    }));
}

/// Names of the project's own tables of measurements, where they lie beside the sources.
#[test]
fn every_named_card_and_model_of_the_measurements_is_known() {
    let none = ["", "blender-benchmark", "matmul"];
    for file in ["memory", "throughput"] {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/measurements/{file}.csv"));
        let Ok(mut rows) = csv::Reader::from_path(path) else {
            continue;
        };
        let head = rows.headers().unwrap().clone();
        let column = |name| head.iter().position(|h| h == name).unwrap();
        let (gpu, name) = (column("gpu"), column("model"));
        for row in rows.records() {
            let row = row.unwrap();
            let (card, subject) = (row[gpu].to_owned(), row[name].to_owned());
            assert!(
                none.contains(&subject.as_str()) || !model(&subject).is_empty(),
                "{subject}"
            );
            let told = card.is_empty() || card.contains('/') || card.ends_with(" card");
            assert!(told || !ids(&card).is_empty(), "{card}");
        }
    }
}
