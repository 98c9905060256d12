//! Rows of memory of inference.

use super::estimate::{Estimate, scope};
use super::row::Row;
use super::setup::{Context, Reason, Setup};
use crate::fit::{self, Conduct, EngineClass, Group, widened};
use crate::query::{CacheFormat, Engine, WeightFormat, Workload};
use crate::units::{Bytes, Range};

/// Tokens of a sequence where a row states none, and the part of them that is prompt.
const UNSTATED: (u32, u32) = (1024, 256);

/// The estimate of one row.
pub(super) fn estimate(context: Context<'_>, row: &Row) -> Result<Estimate, Reason> {
    let mut setup = Setup::new(context, row, Workload::Serve)?;
    setup.sequences = row.whole("concurrency").or(row.whole("batch")).unwrap_or(1);
    formats(&mut setup, row);
    lengths(&mut setup, row);
    let conduct = conduct(&setup, row);
    let device = setup.device()?;
    let subject = setup.subject.as_ref().ok_or(Reason::UnknownModel)?;
    let figures = &context.calibration.serving_memory;
    let (query, group) = (&setup.query, &setup.group);
    let class = EngineClass::of(query.engine);
    let held = |group| fit::parts(query, subject, &device, group, setup.sequences, &conduct);
    let mut parts = held(group);
    let mut cards = scope(row);
    let is_sum = !matches!(row.kind(), "fits" | "oom") && class != EngineClass::Paged;
    if is_sum && cards > 1.0 {
        // A sum over cards has each layer once, and the activations of every card.
        let activations = parts.activations * cards;
        parts = held(&Group::ONE);
        parts.activations = activations;
        cards = 1.0;
    }
    let bytes = match row.kind() {
        "fits" | "oom" => parts.total(),
        "peak" if row.text("notes").contains("NVML") => {
            // The driver counts its context and what the allocator keeps.
            let kept = 1.0 + figures.reserve;
            let read = parts.allocated().expected * kept + fit::driver_context(class).expected;
            widened(Range::exact(read), figures.spread_reading)
        }
        "peak" => parts.allocated(),
        "weights" => {
            let whole = fit::weight_bytes(&subject.model, query.weights, class);
            let is_file = class == EngineClass::Ggml && !row.text("notes").contains("CPU");
            let scaled = if is_file {
                // A file holds the input embedding that a card is spared.
                widened(Range::exact(Bytes::new(whole)), figures.spread_weights)
            } else if row.text("notes").contains("embedding excluded") {
                let embedding = fit::Blocks::of(&subject.model).embedding * 2.0;
                let rest = parts.weights.expected - Bytes::new(embedding);
                widened(Range::exact(rest), figures.spread_weights)
            } else {
                parts.weights
            };
            return Ok(Estimate::memory(row, scaled, cards));
        }
        "kv_cache" => widened(Range::exact(parts.cache.expected), figures.spread_weights),
        "overhead" => parts.activations + Range::exact(fit::communication(group.cards())),
        "compute_buffer" => widened(parts.activations, figures.spread_plain),
        "kv_pool" => {
            let visible = device.usable - fit::DRIVER_KEEPS;
            // An engine that started had room for something.
            let pool = |weights, activations| {
                let rest = visible * utilisation(row) - fit::communication(group.cards());
                (rest - weights - activations).max(Bytes::from_gib(0.1))
            };
            Range {
                low: pool(parts.weights.high, parts.activations.high),
                expected: pool(parts.weights.expected, parts.activations.expected),
                high: pool(parts.weights.low, parts.activations.low),
            }
        }
        _ => return Err(Reason::UnknownKind),
    };
    let verdict = fit::verdict(&setup.footprint()?, &device);
    Ok(Estimate::memory(row, bytes, cards).judged(verdict))
}

/// The share of a card that a paged engine takes: what the row states, or the default of the
/// engine (vLLM 0.9).
fn utilisation(row: &Row) -> f64 {
    let stated = row.text("notes").split("utilisation ").nth(1);
    let word = stated.and_then(|rest| rest.split_whitespace().next());
    word.and_then(|word| word.parse().ok())
        .filter(|share| (0.1..=1.0).contains(share))
        .unwrap_or(0.9)
}

/// Formats that hang on the engine: what `int8` or `int4` stand for.
fn formats(setup: &mut Setup<'_>, row: &Row) {
    let query = &mut setup.query;
    let precision = row.text("precision");
    query.weights = match (EngineClass::of(query.engine), query.weights) {
        (EngineClass::Ggml, WeightFormat::Int8) => WeightFormat::Q8_0,
        (EngineClass::Ggml, WeightFormat::Int4) => WeightFormat::Q4KM,
        _ if precision == "gptq-int8" => WeightFormat::Gptq8,
        _ if precision == "nf4" => WeightFormat::Nf4Single,
        (_, other) => other,
    };
    query.cache = if precision.contains("kv-int8") {
        CacheFormat::Int8
    } else if query.weights == WeightFormat::Fp32 {
        CacheFormat::Fp32
    } else {
        query.cache
    };
}

/// Tokens of prompt and output.
fn lengths(setup: &mut Setup<'_>, row: &Row) {
    let notes = row.text("notes");
    let number = |before: &str| -> Option<u32> {
        let rest = notes.split(before).nth(1)?;
        rest.split(|c: char| !c.is_ascii_digit())
            .find(|word| !word.is_empty())?
            .parse()
            .ok()
    };
    let is_generated = notes.contains(" generated");
    let (held, prompt) = match (number("input "), row.whole("seq_len")) {
        (Some(input), Some(held)) if is_generated => (held, input.min(held)),
        (_, None) => UNSTATED,
        (_, Some(held)) if notes.contains("encoding") || notes.contains("input tokens") => {
            (held, held)
        }
        (_, Some(held)) if notes.contains("generat") || notes.contains("decoding") => (held, 1),
        (_, Some(held)) => (held, held.div_ceil(2)),
    };
    let (mut held, mut prompt) = (held.max(1), prompt.max(1));
    let longest = setup.subject.as_ref().and_then(|s| s.model.max_context);
    let engine = row.text("engine").to_lowercase();
    if engine.contains("exllamav2") {
        // It reserves the model's whole context.
        held = longest.unwrap_or(held).max(held);
    } else if engine.contains("awq") {
        // Its fused layers reserve 2,048 tokens.
        held = held.max(2048);
    } else if engine == "litgpt" && row.whole("seq_len").is_some_and(|held| held <= 64) {
        prompt = prompt.min(8);
    }
    if EngineClass::of(setup.query.engine) == EngineClass::Ggml && notes.contains("NVML") {
        // Bindings reserve 2,048 tokens, whatever is asked.
        held = held.max(2048);
    }
    setup.query.context = held;
    setup.query.output = held.saturating_sub(prompt);
}

/// What the engine's release does. A row that names no release is of its model's time.
fn conduct(setup: &Setup<'_>, row: &Row) -> Conduct {
    let mut conduct = Conduct::CURRENT;
    let notes = row.text("notes");
    let engine = row.text("engine").to_lowercase();
    let time = released(&setup.query.model);
    match setup.query.engine {
        Engine::Transformers if engine.contains("flash-attn") => {
            // Their readings show no peak of a prompt: it is computed in pieces.
            conduct.prefill = false;
        }
        Engine::Transformers if engine.trim() == "transformers" => {
            if time < 2312 {
                conduct.cache_copies = 2.0;
            }
            if time < 2409 {
                conduct.prompt_logits = 6.0;
                conduct.rotary_tables = true;
            }
            if notes.contains("logits of the full prompt") {
                conduct.prompt_logits = 2.0;
            }
        }
        Engine::Exllama => {
            conduct.score_copies = if engine.contains("v2") { 2.0 } else { 1.0 };
        }
        Engine::Vllm => {
            let is_named = engine.chars().any(|c| c.is_ascii_digit());
            conduct.profiles_context = !is_named && time < 2501;
        }
        _ => {}
    }
    conduct
}

/// Year and month in which a model was released: the time of an engine that names no release.
fn released(model: &str) -> u32 {
    const TIMES: &[(&str, u32)] = &[
        ("baichuan2", 2309),
        ("bloom", 2207),
        ("chatglm", 2306),
        ("chatglm3", 2310),
        ("codellama", 2308),
        ("deepseek-coder", 2311),
        ("deepseek-v2", 2405),
        ("falcon", 2305),
        ("gemma", 2402),
        ("gemma-2", 2406),
        ("gemma-3", 2503),
        ("gemma-4", 2604),
        ("glm-130b", 2208),
        ("gpt", 2211),
        ("gpt-oss", 2508),
        ("llama", 2302),
        ("llama-2", 2307),
        ("llama-3", 2404),
        ("llama-3.1", 2407),
        ("llama-3.2", 2409),
        ("llama-3.3", 2412),
        ("llama-4", 2504),
        ("mistral-7b", 2309),
        ("mixtral", 2312),
        ("mpt", 2305),
        ("openllama", 2306),
        ("opt", 2205),
        ("phi-1.5", 2309),
        ("phi-2", 2312),
        ("phi-3", 2404),
        ("pythia", 2304),
        ("qwen", 2309),
        ("qwen2", 2406),
        ("qwen2.5", 2409),
        ("qwen3", 2504),
        ("stablelm", 2304),
        ("tinyllama", 2401),
        ("yi", 2311),
    ];
    TIMES
        .iter()
        .filter(|(start, _)| model.starts_with(start))
        .max_by_key(|(start, _)| start.len())
        .map_or(9999, |(_, time)| *time)
}
