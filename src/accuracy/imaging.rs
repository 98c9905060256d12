//! Rows of image, video, vision and speech networks, of rendering and of matrix products.

use super::estimate::{Estimate, scope};
use super::names;
use super::row::Row;
use super::setup::{self, Context, Reason, Setup};
use crate::catalog::ModelKind;
use crate::fit;
use crate::query::{
    Attention, Checkpointing, Engine, Method, Offload, Optimizer, Query, Runtime, States,
    VisionMode, WeightFormat, Workload,
};
use crate::speed;
use crate::units::{Bytes, Range, Ratio};

fn workload(row: &Row) -> Result<(Workload, VisionMode), Reason> {
    match row.text("workload") {
        "diffusion" => Ok((Workload::Image, VisionMode::Infer)),
        "diffusion-training" => Ok((Workload::Finetune, VisionMode::Train)),
        "cnn-training" | "vision-finetune" => Ok((Workload::Vision, VisionMode::Train)),
        "cnn-inference" => Ok((Workload::Vision, VisionMode::Infer)),
        "speech-inference" => Ok((Workload::Serve, VisionMode::Infer)),
        _ => Err(Reason::UnknownKind),
    }
}

/// Images of a DreamBooth step: one of the subject and one that keeps its class (the default of the
/// script, prior preservation).
const DREAMBOOTH_IMAGES: u32 = 2;
/// Images of one card and step in ImageNet training where a table does not say (the recipes of
/// NVIDIA DeepLearningExamples).
const RECIPE_IMAGES: u32 = 256;
/// Batch of an offline run that is as large as it likes.
const OFFLINE: u32 = 128;
/// Seconds of audio that are read at once (Whisper).
const SPEECH_SECONDS: f64 = 30.0;
/// Denoising steps of SDXL in MLPerf Inference.
const MLPERF_STEPS: u32 = 20;

fn question<'a>(context: Context<'a>, row: &Row, columns: [&str; 2]) -> Result<Setup<'a>, Reason> {
    let (workload, mode) = workload(row)?;
    let precision = row.text("precision").to_lowercase();
    let mut setup = Setup::new(context, row, workload)?;
    let engine = row.text("engine").to_lowercase();
    let words = format!("{} {}", row.text("sharding"), row.text("notes")).to_lowercase();
    let network = setup
        .subject
        .as_ref()
        .map(|subject| fit::network(&subject.model));
    let [side, batch] = columns;
    let query = &mut setup.query;
    if matches!(precision.as_str(), "int8-weight" | "fp8-weight") {
        // Stored narrow, multiplied in 16 bit.
        query.weights = WeightFormat::Q8_0;
    }
    query.vision_mode = mode;
    query.resolution = row.whole(side);
    query.steps = row
        .note_whole("steps")
        .or(network
            .and_then(|n| n.pipeline)
            .map(|pipeline| pipeline.steps))
        .unwrap_or(query.steps);
    if engine.contains("mlperf") && workload == Workload::Image {
        query.steps = MLPERF_STEPS;
    }
    // What is submitted to MLPerf is fused and captured as one graph.
    query.runtime = if engine.contains("mlperf") {
        Runtime::Tensorrt
    } else if query.runtime == Runtime::Eager && keeps_channels_last(&engine, &precision) {
        Runtime::Nhwc
    } else {
        query.runtime
    };
    if engine.contains("mlperf") && mode == VisionMode::Train {
        // Convolutions train in 16 bit.
        query.weights = WeightFormat::Fp16;
    }
    query.batch = match row.whole(batch) {
        // A training row counts the images of all its cards.
        Some(all) if mode == VisionMode::Train => (all / row.cards()).max(1),
        Some(all) => all,
        None if query.runtime == Runtime::Tensorrt => OFFLINE,
        None if words.contains("dreambooth") => DREAMBOOTH_IMAGES,
        None if mode == VisionMode::Train => RECIPE_IMAGES,
        None => 1,
    };
    setup.sequences = query.batch;
    query.sliced = words.contains("tiling") || words.contains("slicing");
    if words.contains("offload") && !is_quantised(query) {
        query.offload = Offload::All;
    }
    training(row, query, &engine, &precision, &words);
    if workload == Workload::Serve {
        speech(query, &engine);
    }
    Ok(setup)
}

/// NVIDIA's recipes train and run in mixed precision with channels last; other tables say so.
fn keeps_channels_last(engine: &str, precision: &str) -> bool {
    precision.contains("nhwc") || (engine.contains("nvidia container") && precision == "amp")
}

/// torchao's tensors are not moved between host and card.
const fn is_quantised(query: &Query) -> bool {
    !matches!(
        query.weights,
        WeightFormat::Fp32 | WeightFormat::Bf16 | WeightFormat::Fp16
    )
}

/// What a row says about training.
fn training(row: &Row, query: &mut Query, engine: &str, precision: &str, words: &str) {
    query.method = match row.text("method") {
        "lora" => Method::Lora,
        "qlora" => Method::Qlora,
        _ => Method::Full,
    };
    query.checkpointing = if row.text("activation_checkpointing") == "yes" {
        Checkpointing::Full
    } else {
        Checkpointing::Off
    };
    // The scripts of diffusers hold attention scores unless xFormers is asked for; text-to-image
    // transformers call fused attention.
    query.attention = if words.contains("xformers") {
        Attention::Flash
    } else {
        Attention::Plain
    };
    if query.workload == Workload::Vision
        && query.optimizer == Optimizer::Adamw
        && row.text("optimizer").is_empty()
    {
        query.optimizer = Optimizer::Sgd;
    }
    if query.workload == Workload::Finetune {
        query.states = if precision == "fp32" {
            States::Pure
        } else {
            States::Mixed
        };
        // Adapters on weights that stay in 32 bit, and are cast as they are used.
        if precision.contains("mixed") && query.method == Method::Lora {
            query.weights = WeightFormat::Fp32;
        }
        if engine.contains("sat") && row.text("activation_checkpointing").is_empty() {
            query.checkpointing = Checkpointing::Full;
        }
    }
}

/// What a row says about transcription.
fn speech(query: &mut Query, engine: &str) {
    query.engine = if engine.contains("transformers") {
        Engine::Transformers
    } else if engine.contains("whisper.cpp") {
        Engine::Llamacpp
    } else if query.runtime == Runtime::Tensorrt {
        Engine::Trtllm
    } else {
        Engine::Ctranslate
    };
}

/// Whether a row's figure is that of PyTorch's allocator, which does not see the driver's context.
fn is_allocated(row: &Row) -> bool {
    let engine = row.text("engine");
    engine.contains("torchao") || (row.text("workload") == "diffusion" && engine == "diffusers")
}

/// How far padding, scales and what stays in 16 bit move the weights of a quantised pipeline.
const PADDED: f64 = 0.06;

/// The estimate of a memory row.
pub(super) fn memory(context: Context<'_>, row: &Row) -> Result<Estimate, Reason> {
    let setup = question(context, row, ["seq_len", "batch"])?;
    let footprint = setup.footprint()?;
    let verdict = fit::verdict(&footprint, &setup.device()?);
    let outside = if is_allocated(row) {
        footprint.overhead
    } else {
        Bytes::ZERO
    };
    let total = match row.kind() {
        "weights" => {
            let weights = footprint.weights;
            Range::new(weights * (1.0 - PADDED), weights, weights * (1.0 + PADDED))
        }
        _ => {
            let share = 1.0 - outside / footprint.total.expected;
            footprint.total * share
        }
    };
    Ok(Estimate::memory(row, total, scope(row)).judged(verdict))
}

/// Steps that make a step's own rate of a pipeline's.
const MANY: u32 = 100_000;

/// What a plain matrix product reaches of a card's peak (stas00/ml-engineering, the best shape of a
/// search: 0.80 on H100, 0.87 on A100, 0.51 to 0.97 elsewhere).
const PRODUCT: [f64; 3] = [0.6, 0.78, 0.9];
/// How far runs of the render benchmark on one card differ.
const SCORE: [f64; 3] = [0.8, 1.0, 1.25];

/// Rows that compare cards, not models: a render score, and the rate of a matrix product in 10¹²
/// operations per second.
fn of_card(context: Context<'_>, row: &Row) -> Result<Estimate, Reason> {
    let card = setup::card(context.catalog, row)?;
    let (figure, shares) = match row.kind() {
        "blender_score" => (card.blender_score.map(Ratio::get), SCORE),
        "matmul_tflops" => {
            let format = names::format(row.text("precision")).ok_or(Reason::UnknownFormat)?;
            let peak = speed::hardware::peak(&card, format).map(|peak| peak.get() / 1e12);
            (peak, PRODUCT)
        }
        _ => return Err(Reason::UnknownKind),
    };
    let figure = figure.ok_or(Reason::Unrated)?;
    let [low, expected, high] = shares.map(|share| Ratio::new(figure * share));
    Ok(Estimate::speed(Range::new(low, expected, high), 1.0))
}

/// Images that a network of MLPerf Training sees until its target, by the images of a step: the
/// reference convergence points of version 5.0 (mlcommons/logging), of 1,170,301 images of Open
/// Images for RetinaNet.
fn images_to_target(model: &str, batch: f64) -> Option<f64> {
    let points: &[(f64, f64)] = match model {
        "retinanet" => &[
            (320.0, 4.0 * 1_170_301.0),
            (768.0, 5.0 * 1_170_301.0),
            (1024.0, 6.0 * 1_170_301.0),
            (1280.0, 7.0 * 1_170_301.0),
            (f64::MAX, 8.0 * 1_170_301.0),
        ],
        "stable-diffusion-v2" => &[
            (256.0, 2.05e6),
            (512.0, 2.56e6),
            (1024.0, 2.84e6),
            (f64::MAX, 4.1e6),
        ],
        _ => return None,
    };
    let point = points.iter().find(|(most, _)| batch <= *most)?;
    Some(point.1)
}

/// The estimate of a speed row.
pub(super) fn speed(context: Context<'_>, row: &Row) -> Result<Estimate, Reason> {
    if matches!(row.text("workload"), "render" | "matmul") {
        return of_card(context, row);
    }
    let mut setup = question(context, row, ["input_len", "batch_or_concurrency"])?;
    if row.kind() == "denoise_it_s" {
        setup.query.steps = MANY;
    }
    let speed = setup.speed()?;
    let is_speech = setup
        .subject
        .as_ref()
        .is_some_and(|subject| subject.model.kind == ModelKind::Speech);
    match row.kind() {
        "images_s" | "samples_s" if !is_speech => Ok(Estimate::speed(speed.rate, 1.0)),
        "samples_s" => Ok(Estimate::speed(speed.rate, 1.0 / fit::SPEECH_TOKENS)),
        "audio_s_per_s" => Ok(Estimate::speed(
            speed.rate,
            SPEECH_SECONDS / fit::SPEECH_TOKENS,
        )),
        "denoise_it_s" => Ok(Estimate::speed(
            speed.rate,
            f64::from(MANY) / f64::from(setup.query.batch.max(1)),
        )),
        "time_to_train_min" => {
            let batch = row.number("batch_or_concurrency").unwrap_or(256.0);
            let images = images_to_target(row.text("model"), batch).ok_or(Reason::Unstated(
                "a time to a quality target: the images that it takes are not stated",
            ))?;
            Ok(Estimate::time(speed.rate, images / 60.0))
        }
        "video_s" => Ok(Estimate::time(speed.rate, 1.0)),
        _ => Err(Reason::UnknownKind),
    }
}
