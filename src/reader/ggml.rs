//! Storage types of GGUF files: how many weights a block holds, and in how many bytes
//! (ggml-common.h and ggml.c of llama.cpp).

use crate::query::WeightFormat;

/// A storage type.
pub(super) struct Kind {
    /// The number in the file.
    number: u32,
    /// The name as llama.cpp prints it.
    pub(super) name: &'static str,
    /// Weights in a block.
    pub(super) weights: u64,
    /// Bytes of a block.
    pub(super) bytes: u64,
    /// The nearest format of a question; `None` for types that hold no weights.
    pub(super) format: Option<WeightFormat>,
}

const fn kind(
    number: u32,
    name: &'static str,
    weights: u64,
    bytes: u64,
    format: WeightFormat,
) -> Kind {
    Kind {
        number,
        name,
        weights,
        bytes,
        format: Some(format),
    }
}

const fn plain(number: u32, name: &'static str, bytes: u64) -> Kind {
    Kind {
        number,
        name,
        weights: 1,
        bytes,
        format: None,
    }
}

const KINDS: [Kind; 34] = [
    kind(0, "f32", 1, 4, WeightFormat::Fp32),
    kind(1, "f16", 1, 2, WeightFormat::Fp16),
    kind(2, "q4_0", 32, 18, WeightFormat::Q4_0),
    kind(3, "q4_1", 32, 20, WeightFormat::Q5KS),
    kind(6, "q5_0", 32, 22, WeightFormat::Q5KS),
    kind(7, "q5_1", 32, 24, WeightFormat::Q5KM),
    kind(8, "q8_0", 32, 34, WeightFormat::Q8_0),
    kind(9, "q8_1", 32, 36, WeightFormat::Q8_0),
    kind(10, "q2_K", 256, 84, WeightFormat::Q2K),
    kind(11, "q3_K", 256, 110, WeightFormat::Q3KM),
    kind(12, "q4_K", 256, 144, WeightFormat::Q4KM),
    kind(13, "q5_K", 256, 176, WeightFormat::Q5KM),
    kind(14, "q6_K", 256, 210, WeightFormat::Q6K),
    kind(15, "q8_K", 256, 292, WeightFormat::Q8_0),
    kind(16, "iq2_xxs", 256, 66, WeightFormat::Iq2Xxs),
    kind(17, "iq2_xs", 256, 74, WeightFormat::Iq2S),
    kind(18, "iq3_xxs", 256, 98, WeightFormat::Iq3Xxs),
    kind(19, "iq1_s", 256, 50, WeightFormat::Iq1S),
    kind(20, "iq4_nl", 32, 18, WeightFormat::Iq4Nl),
    kind(21, "iq3_s", 256, 110, WeightFormat::Iq3Xs),
    kind(22, "iq2_s", 256, 82, WeightFormat::Iq2S),
    kind(23, "iq4_xs", 256, 136, WeightFormat::Iq4Xs),
    plain(24, "i8", 1),
    plain(25, "i16", 2),
    plain(26, "i32", 4),
    plain(27, "i64", 8),
    plain(28, "f64", 8),
    kind(29, "iq1_m", 256, 56, WeightFormat::Iq1S),
    kind(30, "bf16", 1, 2, WeightFormat::Bf16),
    kind(34, "tq1_0", 256, 54, WeightFormat::Iq1S),
    kind(35, "tq2_0", 256, 66, WeightFormat::Iq2Xxs),
    kind(39, "mxfp4", 32, 17, WeightFormat::Mxfp4),
    kind(40, "nvfp4", 64, 36, WeightFormat::Nvfp4),
    kind(41, "q1_0", 128, 18, WeightFormat::Iq1S),
];

/// The position of a type's number in the list.
pub(super) fn position(number: u32) -> Option<usize> {
    KINDS.iter().position(|kind| kind.number == number)
}

/// The type at a position.
pub(super) fn at(position: usize) -> &'static Kind {
    KINDS.get(position).unwrap_or(&KINDS[0])
}

/// How many types there are.
pub(super) const COUNT: usize = KINDS.len();

/// The format that a file's `general.file_type` names (`llama_ftype`); `None` where a question has
/// none of the kind.
pub(super) fn of_file(file_type: u64) -> Option<WeightFormat> {
    Some(match file_type {
        0 => WeightFormat::Fp32,
        1 => WeightFormat::Fp16,
        2 => WeightFormat::Q4_0,
        7 => WeightFormat::Q8_0,
        10 => WeightFormat::Q2K,
        11 => WeightFormat::Q3KS,
        12 => WeightFormat::Q3KM,
        13 => WeightFormat::Q3KL,
        14 => WeightFormat::Q4KS,
        15 => WeightFormat::Q4KM,
        16 => WeightFormat::Q5KS,
        17 => WeightFormat::Q5KM,
        18 => WeightFormat::Q6K,
        19 => WeightFormat::Iq2Xxs,
        21 => WeightFormat::Q2KS,
        22 => WeightFormat::Iq3Xs,
        23 => WeightFormat::Iq3Xxs,
        24 => WeightFormat::Iq1S,
        25 => WeightFormat::Iq4Nl,
        28 => WeightFormat::Iq2S,
        29 => WeightFormat::Iq2M,
        30 => WeightFormat::Iq4Xs,
        32 => WeightFormat::Bf16,
        38 => WeightFormat::Mxfp4,
        _ => return None,
    })
}

/// Whether a type of its own stands for a format that a question has.
pub(super) fn is_exact(kind: &Kind) -> bool {
    !matches!(
        kind.number,
        3 | 6 | 7 | 9 | 15 | 17 | 21 | 29 | 34 | 35 | 41
    )
}
