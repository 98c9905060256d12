//! What `docs/accuracy.md` reports, as the page shows it. Written by `cargo xtask accuracy`.

use super::{Class, Published};

/// The errors by class.
pub static PUBLISHED: [Published; 8] = [
    Published {
        class: Class::InferenceMemory,
        rows: 325,
        median: 8,
        p90: 80,
        inside: 935,
    },
    Published {
        class: Class::TrainingMemory,
        rows: 214,
        median: 50,
        p90: 209,
        inside: 869,
    },
    Published {
        class: Class::ImagingMemory,
        rows: 29,
        median: 270,
        p90: 3870,
        inside: 379,
    },
    Published {
        class: Class::Decode,
        rows: 348,
        median: 402,
        p90: 1256,
        inside: 615,
    },
    Published {
        class: Class::Prefill,
        rows: 112,
        median: 413,
        p90: 1318,
        inside: 714,
    },
    Published {
        class: Class::Batched,
        rows: 246,
        median: 988,
        p90: 997,
        inside: 118,
    },
    Published {
        class: Class::TrainingSpeed,
        rows: 398,
        median: 107,
        p90: 327,
        inside: 822,
    },
    Published {
        class: Class::ImagingSpeed,
        rows: 167,
        median: 786,
        p90: 6457,
        inside: 269,
    },
];
/// Runs that fitted, and how many of them were called right.
pub const FITS: (u32, u32) = (171, 171);
/// Runs that ran out of memory, and how many of them were called right.
pub const OUT_OF_MEMORY: (u32, u32) = (53, 53);
