//! Rows of speed of inference.

use super::estimate::Estimate;
use super::row::Row;
use super::setup::{Context, Reason, Setup};
use crate::catalog::{InstanceLink, Topology};
use crate::fit::{self, Group};
use crate::query::{CacheFormat, Engine, Query, WeightFormat, Workload};
use crate::speed::Speed;
use crate::speed::efficiency::Release;
use crate::speed::serving::{self, Load};
use crate::units::{Bytes, Range, Ratio, Seconds};

/// A benchmark's requests, where rows name the benchmark by its model.
struct Dataset {
    model: &'static str,
    /// Mean tokens of prompts and outputs.
    prompt: u32,
    output: u32,
    /// Sequences that one request decodes at once.
    beams: u32,
    /// What the server scenario allows: seconds to the first token and per token.
    limits: Option<(f64, f64)>,
}

/// The data sets of MLPerf Inference 4.1 and 5.1: OpenOrca; its mixture with GSM8K and MBXP; long
/// documents; articles of CNN-DailyMail, for Llama 3.1 and for GPT-J, which answers with four beams;
/// reasoning. Limits (99th percentile) and the 69 tokens of GPT-J are those of `loadgen/mlperf.conf`
/// in mlcommons/inference. Outputs are within 1 % of the tokens per sample that its reference
/// implementations state for OpenOrca (294.45), the mixture (144.84) and documents (684.68). All
/// prompts, and the outputs of Llama 3.1 8B and DeepSeek-R1, were not checked against the data; that
/// of DeepSeek-R1 is 4 % below what the reference states (4,043).
const DATASETS: [Dataset; 6] = [
    dataset("llama-2-70b", (294, 294), 1, Some((2.0, 0.2))),
    dataset("mixtral-8x7b", (294, 146), 1, Some((2.0, 0.2))),
    dataset("llama-3.1-405b", (9428, 685), 1, Some((6.0, 0.175))),
    dataset("llama-3.1-8b", (778, 73), 1, Some((2.0, 0.1))),
    dataset("gpt-j-6b", (924, 69), 4, None),
    dataset("deepseek-r1", (800, 3880), 1, Some((2.0, 0.08))),
];

const fn dataset(
    model: &'static str,
    (prompt, output): (u32, u32),
    beams: u32,
    limits: Option<(f64, f64)>,
) -> Dataset {
    Dataset {
        model,
        prompt,
        output,
        beams,
        limits,
    }
}

/// Tokens of a prompt, and of an output, where a row calls them short.
const SHORT: (u32, u32) = (8, 128);
/// Sequences up to which submissions let a batch grow (`max_batch_size`, TensorRT-LLM).
const LARGEST_BATCH: f64 = 2048.0;
/// Share of the longest sample that samples of SQuAD fill on average (bert: padded to 384).
const FILLED: f64 = 0.5;
/// Of the rate of a saturated system, what Poisson arrivals leave without queues that grow, and the
/// weight of a queue's tail: waits at the 99th percentile are about ln 100 ÷ 2 mean ones.
const SERVED: f64 = 0.975;
const TAIL: f64 = 1.44;

/// The estimate of one row.
pub(super) fn estimate(context: Context<'_>, row: &Row) -> Result<Estimate, Reason> {
    // Layers split over two kinds of card: each works for its half.
    if let Some((one, other)) = row.text("gpu").split_once(" + ")
        && !other.contains(" + ")
    {
        let one = estimate(context, &row.with("gpu", one))?;
        let other = estimate(context, &row.with("gpu", other))?;
        let both = |a: f64, b: f64| 2.0 / (1.0 / a + 1.0 / b);
        return Ok(Estimate {
            low: both(one.low, other.low),
            expected: both(one.expected, other.expected),
            high: both(one.high, other.high),
            verdict: None,
        });
    }
    let mut setup = Setup::new(context, row, Workload::Serve)?;
    let case = Case::of(&mut setup, row);
    match row.text("batch_or_concurrency") {
        "max" | "latency-bounded" => saturated(&mut setup, row, &case),
        _ => resident(&mut setup, row, &case),
    }
}

/// What a row says beside its model, card and formats.
struct Case {
    release: Release,
    prompt: u32,
    output: u32,
    dataset: Option<&'static Dataset>,
    /// Cards that share a layer, and stages, where the row states them.
    degrees: Option<(u32, u32)>,
}

impl Case {
    fn of(setup: &mut Setup<'_>, row: &Row) -> Self {
        let name = row.text("engine").to_lowercase();
        let precision = row.text("precision");
        let is_submission = name.starts_with("mlperf");
        let query = &mut setup.query;
        if name.starts_with("deepspeed") {
            // Its kernels replace the modules and are captured as a graph.
            query.engine = Engine::Gptfast;
        } else if is_submission && !name.contains("vllm") {
            query.engine = Engine::Trtllm;
        }
        query.weights = match query.weights {
            WeightFormat::Int8 if precision == "gptq-int8" => WeightFormat::Gptq8,
            WeightFormat::Int8 if name.contains("ctransformers") || name.contains("llama.cpp") => {
                WeightFormat::Q8_0
            }
            WeightFormat::Int4 if name.contains("ctransformers") || name.contains("llama.cpp") => {
                WeightFormat::Q4KM
            }
            WeightFormat::Nf4 if precision == "nf4" => WeightFormat::Nf4Single,
            // Where a row leaves open which of two widths ran, it is the narrowest that the card
            // multiplies.
            WeightFormat::Nvfp4 if setup.card.peak.fp4.is_none() => WeightFormat::Fp8,
            other => other,
        };
        let has_experts = setup
            .subject
            .as_ref()
            .and_then(|subject| subject.model.shape.as_ref())
            .is_some_and(|shape| shape.experts.is_some());
        // Checkpoints in FP4, and the FP8 ones of dense models and of submissions, come with scales
        // for a cache in FP8; FP8 checkpoints of experts with none.
        query.cache = match query.weights {
            WeightFormat::Nvfp4 => CacheFormat::Fp8,
            WeightFormat::Fp8 if is_submission || (is_batch(row) && !has_experts) => {
                CacheFormat::Fp8
            }
            WeightFormat::Fp32 => CacheFormat::Fp32,
            _ => CacheFormat::Bf16,
        };
        // Pairs of data-centre cards are sold with their bridge.
        if setup.card.topology == Some(Topology::BridgePairs)
            && setup
                .card
                .link_bandwidth
                .is_some_and(|rate| rate.get() >= 2e11)
        {
            setup.group.link = InstanceLink::Nvlink;
        }
        let dataset = DATASETS
            .iter()
            .find(|set| is_submission && set.model == query.model);
        // Lengths of no link are beyond 2²⁴.
        let whole = |column| {
            row.number(column)
                .map(|tokens| tokens.clamp(0.0, 16_777_216.0) as u32)
        };
        let prompt = whole("input_len").or(dataset.map(|set| set.prompt));
        let output = whole("output_len").filter(|tokens| *tokens > 0);
        let notes = row.text("notes");
        let degree = |word: &str| -> Option<u32> {
            let rest = notes.split(word).nth(1)?;
            let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
            digits
                .parse()
                .ok()
                .filter(|degree| (1..=64).contains(degree))
        };
        Self {
            release: release(row, &name),
            prompt: prompt.unwrap_or(SHORT.0),
            output: output.or(dataset.map(|set| set.output)).unwrap_or(SHORT.1),
            dataset,
            degrees: degree("TP").map(|tensor| (tensor, degree("PP").unwrap_or(1))),
        }
    }
}

/// Whether a row is of many sequences at once.
fn is_batch(row: &Row) -> bool {
    row.text("batch_or_concurrency") != "1"
}

/// The release that a row's engine is of: by its version where it states one, else by its date.
fn release(row: &Row, engine: &str) -> Release {
    let digits: String = row
        .text("date")
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    let month = digits.get(..6).and_then(|month| month.parse().ok());
    let month = month.unwrap_or(Release::CURRENT.month);
    let is_second = engine.contains("exllamav2");
    Release {
        month: if is_second { month.max(202_309) } else { month },
    }
}

/// The question's speed, with so many sequences resident.
fn load(setup: &Setup<'_>, case: &Case, sequences: u32) -> Result<Load, Reason> {
    let subject = setup.subject.as_ref().ok_or(Reason::UnknownModel)?;
    let device = setup.device()?;
    let (query, group) = (&setup.query, &setup.group);
    serving::load(query, subject, &device, group, sequences, case.release)
        .map_err(|_| Reason::Unrated)
}

fn rated(setup: &Setup<'_>, load: &Load) -> Speed {
    serving::rated(load, &setup.context.calibration.serving_speed)
}

/// A stated number of sequences.
fn resident(setup: &mut Setup<'_>, row: &Row, case: &Case) -> Result<Estimate, Reason> {
    let output = case.output.max(1);
    setup.query.output = output;
    setup.query.context = (case.prompt + output).max(1);
    setup.sequences = row.whole("batch_or_concurrency").unwrap_or(1);
    if let Some((tensor, pipeline)) = case.degrees {
        setup.group = Group {
            tensor,
            pipeline,
            ..setup.group
        };
    }
    let load = load(setup, case, setup.sequences)?;
    let speed = rated(setup, &load);
    let rate = |seconds: Range<Seconds>, work: f64| {
        let of = |seconds: Seconds| Ratio::new(work / seconds.get().max(1e-12));
        Range::new(of(seconds.high), of(seconds.expected), of(seconds.low))
    };
    let prompt = f64::from(case.prompt);
    match row.kind() {
        "prefill_tok_s" => {
            let first = speed.first_token.ok_or(Reason::UnknownKind)?;
            Ok(Estimate::speed(rate(first, prompt), 1.0))
        }
        "total_output_tok_s" if setup.sequences > 1 => {
            // A static batch: all prompts at once, then all steps.
            let batch = f64::from(setup.sequences);
            let steps = f64::from(output);
            let seconds = load.mixed * batch + load.step.seconds() * steps;
            let factor = batch * steps / seconds / speed.rate.expected.get();
            Ok(Estimate::speed(speed.rate, factor))
        }
        "total_output_tok_s" => Ok(Estimate::speed(speed.rate, 1.0)),
        // An encoder is rated in prompt tokens, and its copies work side by side.
        "samples_s" if speed.per_token.is_none() => {
            let each = setup.query.context.max(1);
            Ok(Estimate::speed(speed.rate, 1.0 / f64::from(each)))
        }
        "total_tok_s" => {
            let share = (prompt + f64::from(output)) / f64::from(output);
            Ok(Estimate::speed(speed.rate, share))
        }
        // A row that divides by the whole time counts the prompt's time as well.
        "decode_tok_s" if row.text("notes").contains("wall time") => {
            Ok(Estimate::speed(speed.rate, 1.0))
        }
        "decode_tok_s" => {
            let per_token = speed.per_token.ok_or(Reason::UnknownKind)?;
            Ok(Estimate::speed(
                rate(per_token, f64::from(setup.sequences)),
                1.0,
            ))
        }
        _ => Err(Reason::UnknownKind),
    }
}

/// As many sequences as fit, in the layout that is fastest: a submission is tuned.
fn saturated(setup: &mut Setup<'_>, row: &Row, case: &Case) -> Result<Estimate, Reason> {
    if row.kind() == "samples_s" {
        let filled = f64::from(case.prompt) * FILLED;
        setup.query.context = filled.max(1.0) as u32;
        setup.group = Group::serving(1, setup.group.link);
        let speed = rated(setup, &load(setup, case, 256)?);
        return Ok(Estimate::speed(
            speed.rate,
            f64::from(row.cards()) / filled.max(1.0),
        ));
    }
    let beams = case.dataset.map_or(1, |set| set.beams);
    setup.query.output = case.output;
    setup.query.context = case.prompt + case.output;
    let cards = row.cards();
    let layouts: Vec<(u32, u32)> = match case.degrees {
        Some(degrees) => vec![degrees],
        // Of a system of several hosts each holds eight.
        None => [1, 2, 4, 8]
            .into_iter()
            .filter(|tensor| *tensor <= cards && (cards > 8 || cards.is_multiple_of(*tensor)))
            .map(|tensor| (tensor, 1))
            .collect(),
    };
    let link = setup.group.link;
    let mut best: Option<(f64, Range<Ratio>)> = None;
    for (tensor, pipeline) in layouts {
        let is_divided = tensor > 1 && setup.card.topology == Some(Topology::Switched);
        setup.group = Group {
            tensor,
            pipeline,
            // Experts are shared and attention is not, where cards meet at full rate.
            expert: if is_divided { tensor } else { 1 },
            ..Group::serving(tensor * pipeline, link)
        };
        let Some(fitting) = capacity(setup, case, beams)? else {
            continue;
        };
        let is_limited = row.text("batch_or_concurrency") == "latency-bounded";
        let most = fitting.min(LARGEST_BATCH * f64::from(pipeline) / f64::from(beams));
        let most = ((most * f64::from(beams)) as u32).max(1);
        let load = if is_limited {
            within_limits(setup, case, most)?
        } else {
            load(setup, case, most)?
        };
        let speed = rated(setup, &load);
        // Beams share a prompt, and one of them is the answer.
        let rate = if beams > 1 {
            let beams = f64::from(beams);
            let shared = Load {
                mixed: load.mixed / beams,
                ..load
            };
            rated(setup, &shared).rate * (1.0 / beams)
        } else {
            speed.rate
        };
        let replicas = f64::from(cards) / f64::from(tensor * pipeline);
        let mut found = rate * replicas;
        if is_limited {
            found = found * served(&load, case);
        }
        let expected = found.expected.get();
        if best.is_none_or(|(most, _)| expected > most) {
            best = Some((expected, found));
        }
    }
    let (_, rate) = best.ok_or(Reason::Unstated("the row's cards do not hold the model"))?;
    Ok(Estimate::speed(rate, 1.0))
}

/// Sequences that fit a group's memory; `None` where not even one does. The footprint grows
/// linearly with them.
fn capacity(setup: &Setup<'_>, case: &Case, beams: u32) -> Result<Option<f64>, Reason> {
    let device = setup.device()?;
    let subject = setup.subject.as_ref();
    let query = Query {
        context: case
            .prompt
            .saturating_add(case.output.saturating_mul(beams)),
        ..setup.query.clone()
    };
    let need =
        |group: &Group, sequences: u32| fit::footprint(&query, subject, &device, group, sequences);
    let one = need(&setup.group, 1);
    let own = if setup.group.expert > 1 {
        // Each card holds its own sequences whole.
        let cards = f64::from(setup.group.cards());
        need(&Group::ONE, 2).cache * (0.5 / cards)
    } else {
        one.cache
    };
    let room = device.usable - (one.total.expected - one.cache);
    if own <= Bytes::ZERO || room < own {
        return Ok(None);
    }
    Ok(Some(room / own))
}

/// The largest batch up to `most` whose time per token is within the scenario's limit.
fn within_limits(setup: &Setup<'_>, case: &Case, most: u32) -> Result<Load, Reason> {
    let limit = case.dataset.and_then(|set| set.limits);
    let each = limit.map_or(f64::INFINITY, |(_, each)| each);
    let (mut low, mut high) = (1, most);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if load(setup, case, middle)?.stream().per_token <= each {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    load(setup, case, low)
}

/// What Poisson arrivals and the limit of a first token leave of a saturated rate.
fn served(load: &Load, case: &Case) -> f64 {
    let Some((first, _)) = case.dataset.and_then(|set| set.limits) else {
        return SERVED;
    };
    let prefill = load.prefill.seconds();
    let slack = (first - prefill).max(0.1 * first);
    SERVED / (1.0 + TAIL * prefill / slack)
}
