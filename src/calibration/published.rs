//! What `docs/accuracy.md` reports, as the page shows it. Written by `cargo xtask accuracy`.

use super::{Class, Published};

/// The errors by class.
pub static PUBLISHED: [Published; 8] = [
    Published {
        class: Class::InferenceMemory,
        rows: 313,
        median: 95,
        p90: 645,
        inside: 316,
    },
    Published {
        class: Class::TrainingMemory,
        rows: 197,
        median: 240,
        p90: 600,
        inside: 269,
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
        rows: 330,
        median: 452,
        p90: 1369,
        inside: 615,
    },
    Published {
        class: Class::Prefill,
        rows: 98,
        median: 479,
        p90: 1582,
        inside: 704,
    },
    Published {
        class: Class::Batched,
        rows: 221,
        median: 987,
        p90: 997,
        inside: 131,
    },
    Published {
        class: Class::TrainingSpeed,
        rows: 363,
        median: 321,
        p90: 934,
        inside: 529,
    },
    Published {
        class: Class::ImagingSpeed,
        rows: 124,
        median: 684,
        p90: 4952,
        inside: 339,
    },
];
/// Runs that fitted, and how many of them were called right.
pub const FITS: (u32, u32) = (169, 161);
/// Runs that ran out of memory, and how many of them were called right.
pub const OUT_OF_MEMORY: (u32, u32) = (53, 46);
