//! Which rows are judged together, and the bars they are held to.

use super::row::{Row, Table};
use crate::calibration::Class;

/// The class of a row; `None` for what is reported without a bar.
pub(super) fn class(row: &Row) -> Option<Class> {
    let workload = row.text("workload");
    let is_training = matches!(workload, "finetune" | "pretrain");
    match (row.table, row.kind()) {
        (Table::Memory, _) => Some(match workload {
            "inference" => Class::InferenceMemory,
            _ if is_training => Class::TrainingMemory,
            _ => Class::ImagingMemory,
        }),
        (_, "time_to_train_min" | "blender_score" | "matmul_tflops" | "mfu") => None,
        (_, "decode_tok_s") => Some(Class::Decode),
        (_, "prefill_tok_s") => Some(Class::Prefill),
        (Table::Throughput, _) => Some(match workload {
            "inference" => Class::Batched,
            _ if is_training => Class::TrainingSpeed,
            _ => Class::ImagingSpeed,
        }),
    }
}

/// The bar of a class: median and 90th percentile of the absolute relative error.
pub(super) const fn bar(class: Class) -> (f64, f64) {
    match class {
        Class::InferenceMemory => (0.06, 0.20),
        Class::TrainingMemory => (0.10, 0.30),
        Class::ImagingMemory => (0.12, 0.35),
        Class::Decode | Class::TrainingSpeed | Class::ImagingSpeed => (0.15, 0.40),
        Class::Prefill | Class::Batched => (0.20, 0.50),
    }
}

/// The name of a class in the document.
pub(super) const fn name(class: Class) -> &'static str {
    match class {
        Class::InferenceMemory => "memory of inference",
        Class::TrainingMemory => "memory of training",
        Class::ImagingMemory => "memory of image, vision and speech networks",
        Class::Decode => "decode, tokens/s",
        Class::Prefill => "prefill, tokens/s",
        Class::Batched => "batched serving, tokens/s or samples/s",
        Class::TrainingSpeed => "training, tokens/s, samples/s, GPU-hours",
        Class::ImagingSpeed => "image, vision and speech networks, images/s and the like",
    }
}
