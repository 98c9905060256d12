//! The terminal program's JSON and exit codes against what `docs/cli.md` promises.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test stops at what it lacks"
)]

use serde_json::Value;
use std::io::{self, Write};

#[track_caller]
fn plan(link: &str) -> Value {
    let args = ["plan", link, "--json", "--today", "2026-11-30"].map(str::to_owned);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert_eq!(
        kasuan::terminal::run(&args, &mut out, &mut err),
        0,
        "{link}"
    );
    serde_json::from_slice(&out).unwrap_or_else(|e| panic!("{link}: no JSON object: {e}"))
}

fn offers(answer: &Value) -> &[Value] {
    answer["offers"].as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn what_does_not_apply_is_null_and_never_zero() {
    let links = [
        "w=serve",
        "w=finetune&method=full",
        "w=image",
        "w=vision",
        "w=render",
        "w=hpc",
        "w=vram&vram=24&gpuh=10",
    ];
    for link in links {
        let answer = plan(link);
        let need = answer["need"].as_object().expect("a need");
        for (part, bytes) in need {
            assert_ne!(bytes.as_u64(), Some(0), "{link}: {part}");
        }
        assert!(!offers(&answer).is_empty(), "{link}");
        for offer in offers(&answer) {
            assert_ne!(offer["needed_bytes_per_gpu"].as_u64(), Some(0), "{link}");
            assert_ne!(offer["unit_cost"]["usd"].as_f64(), Some(0.0), "{link}");
        }
    }
    let serving = plan("w=serve");
    assert!(serving["need"]["optimizer_bytes"].is_null());
    assert!(serving["need"]["kv_bytes"].as_u64().is_some());
    let training = plan("w=finetune&method=full");
    assert!(training["need"]["kv_bytes"].is_null());
    assert!(training["need"]["optimizer_bytes"].as_u64().is_some());
}

#[test]
fn c86_a_currency_without_a_rate_is_shown_in_dollars() {
    let answer = plan("cur=XYZ");
    let first = &offers(&answer)[0];
    assert_eq!(first["currency"], "USD");
    assert_eq!(first["per_hour"], first["per_hour_usd"]);
    assert_eq!(first["total"], first["total_usd"]);
}

#[test]
fn c87_storage_priced_by_the_hour_is_paid_for_the_month() {
    let answer = plan("prov=alibaba-cloud&gb=100");
    let costs = offers(&answer)[0]["costs"].as_array().expect("costs");
    let storage = costs
        .iter()
        .find(|c| c["item"] == "storage")
        .and_then(|c| c["per_month_usd"].as_f64())
        .expect("a known price of storage");
    // 0.0021 a GB and hour, 100 GB, 730 hours, 6.652882 to the dollar.
    assert!(
        (storage - 0.0021 * 100.0 * 730.0 / 6.652_882).abs() < 0.01,
        "{storage}"
    );
}

#[test]
fn modules_with_a_link_of_their_own_are_not_joined_over_pci_express() {
    // One seller names the link of its eight MI300X, the other does not; it is the same board.
    let answer = plan("w=finetune&gpu=mi300x&cnt=8&prov=vultr,crusoe");
    let speeds: Vec<f64> = offers(&answer)
        .iter()
        .filter_map(|o| o["speed"]["expected"].as_f64())
        .collect();
    assert_eq!(speeds.len(), 2);
    assert!((speeds[0] / speeds[1] - 1.0).abs() < 0.01, "{speeds:?}");
    for offer in offers(&answer) {
        let warnings = offer["warnings"].to_string();
        assert!(!warnings.contains("slow_link"), "{warnings}");
    }
}

/// A full disk: takes bytes into its buffer and fails to put them down.
struct Full;

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::StorageFull))
    }
}

#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let mut err = Vec::new();
    let code = kasuan::terminal::run(&["help".to_owned()], &mut Full, &mut err);
    assert_eq!(code, 2);
    assert!(!err.is_empty());
}

fn run(args: &[&str]) -> (u8, String, String) {
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = kasuan::terminal::run(&args, &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (code, text(out), text(err))
}

const CONFIG: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/reader/configs/gpt-oss-20b.json"
);

#[test]
fn inspect_says_what_a_file_says() {
    let (code, out, _) = run(&["inspect", CONFIG, "--json"]);
    assert_eq!(code, 0);
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["file"], "config");
    assert_eq!(answer["weights"], "mxfp4");
    assert_eq!(answer["shape"]["kv_heads"], 8);
    assert_eq!(answer["shape"]["windowed_layers"], 12);
    assert!(answer["weight_bytes"].is_null());
    let manual = include_str!("../docs/cli.md");
    for field in answer.as_object().unwrap().keys() {
        assert!(
            manual.contains(&format!("`{field}`")) || manual.contains(field.as_str()),
            "{field}"
        );
    }
    for field in answer["shape"].as_object().unwrap().keys() {
        assert!(manual.contains(field.as_str()), "{field}");
    }
    let (code, out, _) = run(&["inspect", CONFIG]);
    assert_eq!(code, 0);
    assert!(out.contains("24 layers"), "{out}");
}

/// The link of an answer gives the same answer without the file.
#[test]
fn a_link_stands_for_a_file() {
    let args = [
        "plan",
        "ctx=4096",
        "--model",
        CONFIG,
        "--json",
        "--today",
        "2026-11-30",
    ];
    let (code, out, err) = run(&args);
    assert_eq!(code, 0, "{err}");
    let from_file: Value = serde_json::from_str(&out).unwrap();
    let link = from_file["query"].as_str().unwrap();
    assert!(link.contains("arch=l24."), "{link}");
    assert_eq!(plan(link), from_file);
    let offers = from_file["offers"].as_array().unwrap();
    assert!(!offers[0]["warnings"].to_string().contains("model_inferred"));
}

#[test]
fn a_link_asks_for_another_format_than_the_file_has() {
    let (_, out, _) = run(&["plan", "wq=bf16", "--model", CONFIG, "--json"]);
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert!(!answer["query"].as_str().unwrap().contains("wq="));
}

/// The bytes that a file states stand for those that its format would make.
#[test]
fn stated_bytes_are_the_weights() {
    let shape = "arch=l32.h4096.f14336.a32.k8.v128256&n=8.030261&wq=q4_k_m&eng=llamacpp";
    let weights = |link: &str| plan(link)["need"]["weights_bytes"].as_f64().unwrap();
    let stated = weights(&format!("{shape}&wb=4.920734"));
    assert!((stated / 4.920_734e9 - 1.0).abs() < 1e-6, "{stated}");
    assert!((weights(shape) / stated - 1.0).abs() < 0.02);
}

#[test]
fn files_that_are_no_models_are_refused() {
    let cases: [(&[&str], &str); 5] = [
        (&["inspect", "Cargo.toml"], "none of config.json"),
        (&["inspect", "no-such-file.gguf"], "no-such-file.gguf"),
        (&["inspect"], "file is missing"),
        (&["inspect", CONFIG, "--xml"], "--xml"),
        (
            &["plan", "m=llama-3.1-8b", "--model", "Cargo.toml"],
            "none of config.json",
        ),
    ];
    for (args, message) in cases {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(err.contains(message), "{err}");
    }
}
