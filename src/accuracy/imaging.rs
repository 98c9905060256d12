//! Rows of image, video, vision and speech networks, of rendering and of matrix products.

use super::estimate::{Estimate, scope};
use super::row::Row;
use super::setup::{Context, Reason, Setup};
use crate::fit;
use crate::query::{VisionMode, Workload};

fn workload(row: &Row) -> Result<(Workload, VisionMode), Reason> {
    match row.text("workload") {
        "diffusion" => Ok((Workload::Image, VisionMode::Infer)),
        "cnn-training" | "vision-finetune" => Ok((Workload::Vision, VisionMode::Train)),
        "cnn-inference" => Ok((Workload::Vision, VisionMode::Infer)),
        _ => Err(Reason::UnknownKind),
    }
}

fn setup<'a>(context: Context<'a>, row: &Row, side: &str) -> Result<Setup<'a>, Reason> {
    let (workload, mode) = workload(row)?;
    let mut setup = Setup::new(context, row, workload)?;
    setup.query.vision_mode = mode;
    setup.query.resolution = row.whole(side);
    Ok(setup)
}

/// The estimate of a memory row.
pub(super) fn memory(context: Context<'_>, row: &Row) -> Result<Estimate, Reason> {
    let mut setup = setup(context, row, "seq_len")?;
    setup.query.batch = row.whole("batch").unwrap_or(1);
    let footprint = setup.footprint()?;
    let verdict = fit::verdict(&footprint, &setup.device()?);
    Ok(Estimate::memory(row, footprint.total, scope(row)).judged(verdict))
}

/// The estimate of a speed row.
pub(super) fn speed(context: Context<'_>, row: &Row) -> Result<Estimate, Reason> {
    let mut setup = setup(context, row, "input_len")?;
    setup.query.batch = row.whole("batch_or_concurrency").unwrap_or(1);
    let speed = setup.speed()?;
    match row.kind() {
        "images_s" => Ok(Estimate::speed(speed.rate, f64::from(row.cards()))),
        _ => Err(Reason::UnknownKind),
    }
}
