//! The time to rank the whole shipped catalog, for many different questions. `cargo xtask bench`
//! prints the median and the 90th percentile; the bar is 5 ms, since the page ranks on every
//! keystroke.

use kasuan::catalog::Catalog;
use kasuan::query::decode;
use kasuan::rank::answer;
use kasuan::units::Date;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Models from small to the largest, dense and mixture-of-experts.
const MODELS: [&str; 5] = [
    "llama-3.1-8b",
    "llama-3.1-70b",
    "qwen3-30b-a3b",
    "deepseek-v3",
    "mistral-7b",
];

/// What is asked of each model.
const LOADS: [&str; 10] = [
    "w=serve",
    "w=serve&wq=fp8&ctx=65536&con=1",
    "w=serve&wq=int4&ctx=4096&con=32",
    "w=serve&rps=2&use=office",
    // A base with peaks, of which a share may be interrupted: many groups of instances to buy for.
    "w=serve&rps=20&use=week&wk=33x9.100x9.60x6~5_33x10.50x8.33x6~2&int=40&mon=36",
    "w=serve&rps=20&swing=70&grow=5&int=40&mon=36",
    "w=finetune&method=full&tok=0.1",
    "w=finetune&method=lora&tok=0.1",
    "w=finetune&method=qlora&tok=0.1",
    "w=pretrain&tok=10",
];

/// How it is bought and ordered, from a narrow choice to everything.
const CHOICES: [&str; 5] = [
    "",
    "pay=od&sort=speed",
    "pay=od,spot,c1,c3,sub,cb,sl,pr&tier=cloud,specialist,market,community,broker",
    "reg=cn&cur=CNY&sort=balanced",
    "gb=500&eg=1000&sort=value",
];

const ROUNDS: usize = 5;

fn main() -> ExitCode {
    // The date changes warnings about old prices only.
    let (Ok(text), Ok(today)) = (
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/public/catalog.json")),
        "2026-11-30".parse::<Date>(),
    ) else {
        eprintln!("public/catalog.json cannot be read: `cargo xtask catalog` builds it");
        return ExitCode::FAILURE;
    };
    let start = Instant::now();
    let catalog = match Catalog::from_json(&text) {
        Ok(catalog) => catalog,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let load = start.elapsed();

    let mut queries = Vec::new();
    for model in MODELS {
        for work in LOADS {
            for choice in CHOICES {
                let link = format!("{work}&m={model}&{choice}");
                queries.push((decode(&link).query, link));
            }
        }
    }
    let mut times = Vec::new();
    let mut by_load = vec![Vec::new(); LOADS.len()];
    let mut served = 0;
    let mut slowest: Option<(Duration, &str)> = None;
    for _ in 0..ROUNDS {
        for (query, link) in &queries {
            let start = Instant::now();
            let answer = black_box(answer(&catalog, black_box(query), today));
            let time = start.elapsed();
            times.push(time);
            let load = LOADS
                .iter()
                .position(|load| link.starts_with(&format!("{load}&m=")));
            if let Some(times) = load.and_then(|load| by_load.get_mut(load)) {
                times.push(time);
            }
            if slowest.is_none_or(|(most, _)| time > most) {
                slowest = Some((time, link));
            }
            served += usize::from(!answer.candidates.is_empty());
        }
    }
    times.sort_unstable();
    println!(
        "{} offers, {} questions, {ROUNDS} rounds",
        catalog.offers.len(),
        queries.len()
    );
    println!("questions with an offer: {}", served / ROUNDS);
    println!("loading the catalog: {}", milliseconds(load));
    println!("ranking, median: {}", milliseconds(percentile(&times, 50)));
    println!(
        "ranking, 90th percentile: {}",
        milliseconds(percentile(&times, 90))
    );
    for (load, times) in LOADS.iter().zip(&mut by_load) {
        times.sort_unstable();
        println!("  {}: {load}", milliseconds(percentile(times, 50)));
    }
    if let Some((time, link)) = slowest {
        println!("ranking, slowest: {} ({link})", milliseconds(time));
    }
    if served == 0 {
        eprintln!("no question has an offer: nothing was measured");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// A percentile of sorted times.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let at = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(at).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}
