//! Parameters counted from each model's shape against the total that the catalog states.

#![allow(clippy::panic, reason = "a test stops at what it lacks")]

mod support;

use kasuan::catalog::{Counts, Model, ModelKind};
use support::CATALOG;

/// Models whose count is more than 1 % off, with the most that it may be, in percent, and why.
/// `docs/model.md` lists the same.
const EXCEPTIONS: [(&str, f64, &str); 2] = [
    (
        "vit-base-16",
        1.7,
        "patch embedding and classifier are no part of a shape",
    ),
    (
        "whisper-small",
        1.8,
        "convolutions are no part of a shape, and 244 M is rounded",
    ),
];

fn shaped() -> impl Iterator<Item = (&'static Model, Counts)> {
    CATALOG
        .models
        .iter()
        .filter_map(|m| Some((m, Counts::of(m.shape.as_ref()?))))
}

fn off(counted: f64, stated: f64) -> f64 {
    (counted / stated - 1.0).abs() * 100.0
}

#[test]
fn every_count_meets_the_total() {
    for (model, counts) in shaped() {
        let bar = EXCEPTIONS
            .iter()
            .find(|(id, ..)| *id == model.id)
            .map_or(1.0, |(_, bar, _)| *bar);
        let error = off(counts.total(), model.total.get());
        assert!(error <= bar, "{}: {error:.2} %", model.id);
    }
}

#[test]
fn no_exception_is_out_of_date() {
    for (id, ..) in EXCEPTIONS {
        let found = shaped().find(|(m, _)| m.id == id);
        let (model, counts) = found.unwrap_or_else(|| panic!("no {id}"));
        assert!(off(counts.total(), model.total.get()) > 1.0, "{id}");
    }
}

#[test]
fn every_count_meets_the_active_parameters() {
    for (model, counts) in shaped().filter(|(m, _)| m.active < m.total) {
        let error = off(counts.active(), model.active.get());
        assert!(error <= 1.0, "{}: {error:.2} %", model.id);
    }
}

#[test]
fn every_language_model_has_a_shape_but_one() {
    let without: Vec<&str> = CATALOG
        .models
        .iter()
        .filter(|m| m.shape.is_none() && m.kind == ModelKind::Decoder)
        .map(|m| m.id.as_str())
        .collect();
    assert_eq!(without, ["deepseek-v4-flash"]);
}

#[test]
fn hybrids_keep_a_cache_in_few_layers() {
    for (id, full, linear, networks, tokens) in [
        ("nemotron-3-nano-30b-a3b", 6, 23, 23, 512.0),
        ("nemotron-3-super-120b-a12b", 8, 40, 40, 512.0),
        ("qwen3.5-27b", 16, 48, 64, 2048.0),
        ("qwen3.8-27b", 16, 48, 64, 2048.0),
    ] {
        let shape = shape(id);
        assert_eq!(
            (shape.full_layers, shape.linear_layers, shape.networks()),
            (full, linear, networks),
            "{id}"
        );
        assert_eq!(shape.cache_width(true).to_bits(), f64::to_bits(tokens));
    }
    let maverick = shape("llama-4-maverick");
    assert_eq!(
        (maverick.expert_layers(), maverick.dense_layers()),
        (24, 24)
    );
    let deepseek = shape("deepseek-v3");
    assert_eq!((deepseek.expert_layers(), deepseek.dense_layers()), (58, 3));
    let gemma = shape("gemma-4-31b");
    assert_eq!(
        (gemma.heads_of(true), gemma.heads_of(false)),
        ((32, 4, 512), (32, 16, 256))
    );
    let t5 = shape("t5-base");
    assert_eq!((t5.encoder_layers, t5.cross_layers()), (12, 12));
}

/// Logged by llama.cpp: 598.5 MiB of recurrent state at four sequences of Qwen3.6 27B, whose
/// network is that of Qwen3.5 27B (lmstudio-bug-tracker #1862).
#[test]
fn the_state_of_linear_layers_is_what_was_logged() {
    let shape = shape("qwen3.5-27b");
    let (matrix, convolution) = shape.state_elements();
    let bytes = (matrix + convolution) * 4.0 * f64::from(shape.linear_layers) * 4.0;
    let mib = bytes / 1_048_576.0;
    assert!((mib - 598.5).abs() < 0.1, "{mib}");
}

fn shape(id: &str) -> &'static kasuan::catalog::Architecture {
    let model = CATALOG.model_by_id(id);
    model
        .and_then(|m| m.shape.as_ref())
        .unwrap_or_else(|| panic!("{id} has no shape"))
}
