//! Facts beside offers: sources, sellers, extras, memory, models.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::catalog::{ExtraKind, ModelKind, Topology};
use kasuan::units::Bytes;
use support::CATALOG;

#[test]
fn sources_are_clean() {
    for source in &CATALOG.sources {
        assert!(
            !source.title.is_empty() && source.title.chars().count() <= 90,
            "{}",
            source.title
        );
        for remark in [
            "recorded in",
            "not cross-checked",
            "read from",
            "this data set",
            ".csv",
        ] {
            assert!(!source.title.contains(remark), "{}", source.title);
        }
        if let Some(url) = &source.url {
            assert!(url.starts_with("https://") && !url.contains(' '), "{url}");
        }
    }
    let linked = CATALOG.sources.iter().filter(|s| s.url.is_some()).count();
    assert!(linked * 4 > CATALOG.sources.len() * 3);
}

#[test]
fn facts_of_providers_are_read() {
    let aws = CATALOG.provider_by_id("aws").unwrap().1;
    assert_eq!(aws.sla_percent.map(|s| s.get()), Some(99.5));
    assert_eq!(
        aws.compliance,
        ["PCI DSS", "HIPAA", "FedRAMP", "GDPR", "FIPS 140"]
    );
    assert_eq!(aws.home.as_deref(), Some("us"));
    let coreweave = CATALOG.provider_by_id("coreweave").unwrap().1;
    assert_eq!(coreweave.sla_percent.map(|s| s.get()), Some(99.0));
    let lambda = CATALOG.provider_by_id("lambda").unwrap().1;
    assert_eq!(lambda.sla_percent, None);
}

#[test]
fn traffic_has_tiers() {
    let steps: Vec<(f64, Option<f64>, String)> = CATALOG
        .extras
        .iter()
        .filter(|e| e.provider == "aws" && e.kind == ExtraKind::Egress)
        .map(|e| {
            (
                e.from.to_gb(),
                e.to.map(Bytes::to_gb),
                e.price.to_decimal().to_string(),
            )
        })
        .collect();
    let expected = [
        (0.0, Some(100.0), "0"),
        (100.0, Some(10_000.0), "0.09"),
        (10_000.0, Some(50_000.0), "0.085"),
        (50_000.0, Some(150_000.0), "0.07"),
        (150_000.0, None, "0.05"),
    ];
    assert_eq!(steps, expected.map(|(a, b, c)| (a, b, c.to_owned())));
    assert_eq!(
        CATALOG.extras.len(),
        91,
        "89 rows of the table and two free tiers"
    );
}

#[test]
fn usable_memory_is_what_the_driver_reports() {
    let usable = |id: &str| {
        let (bytes, assumed) = CATALOG.accelerator_by_id(id).unwrap().1.usable().unwrap();
        (bytes, assumed)
    };
    for (id, mib) in [
        ("h100-sxm", 81_559.0),
        ("a100-80gb-sxm", 81_920.0),
        ("a100-40gb-sxm", 40_960.0),
        ("a10", 23_028.0),
        ("l40s", 46_068.0),
        ("l4", 23_034.0),
        ("t4", 15_360.0),
    ] {
        assert_eq!(usable(id), (Bytes::from_mib(mib), false), "{id}");
    }
    assert!(usable("a16").1, "no reading of an A16 is known");
}

#[test]
fn models_keep_their_shape() {
    assert_eq!(CATALOG.models.len(), 188);
    let shape = |id: &str| CATALOG.model_by_id(id).unwrap().shape.clone().unwrap();
    let llama = CATALOG.model_by_id("llama-3.1-70b").unwrap();
    assert_eq!(
        (llama.name.as_str(), llama.total.get()),
        ("Llama 3.1 70B", 70_553_706_496.0)
    );
    let gemma = shape("gemma-3-27b");
    assert_eq!(
        (gemma.windowed_layers, gemma.full_layers, gemma.window),
        (52, 10, Some(1024))
    );
    let hybrid = shape("qwen3.5-27b");
    assert_eq!((hybrid.linear_layers, hybrid.full_layers), (48, 16));
    let deepseek = shape("deepseek-v3");
    assert_eq!(
        deepseek.latent.map(|l| (l.kv_rank, l.rope_dim)),
        Some((512, 64))
    );
    assert_eq!(
        deepseek
            .experts
            .map(|e| (e.count, e.per_token, e.first_dense)),
        Some((256, 8, 3))
    );
    let resnet = CATALOG.model_by_id("resnet-50").unwrap();
    assert_eq!(resnet.kind, ModelKind::Vision);
    assert_eq!(resnet.network.map(|network| network.side), Some(224));
    assert_eq!(CATALOG.engines.rows.len(), 540);
}

#[test]
fn a_link_of_another_kind_is_no_missing_link() {
    let topology = |id: &str| CATALOG.accelerator_by_id(id).unwrap().1.topology;
    assert_eq!(topology("h100-sxm"), Some(Topology::Switched));
    assert_eq!(topology("l40s"), Some(Topology::None));
    assert_eq!(topology("mi300x"), None, "Infinity Fabric is not NVLink");
    assert_eq!(topology("tpu-v5e"), None);
}
