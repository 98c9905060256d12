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
        rows: 47,
        median: 16,
        p90: 234,
        inside: 851,
    },
    Published {
        class: Class::Decode,
        rows: 348,
        median: 66,
        p90: 198,
        inside: 865,
    },
    Published {
        class: Class::Prefill,
        rows: 112,
        median: 108,
        p90: 373,
        inside: 866,
    },
    Published {
        class: Class::Batched,
        rows: 254,
        median: 101,
        p90: 253,
        inside: 870,
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
        rows: 205,
        median: 77,
        p90: 184,
        inside: 912,
    },
];
/// Runs that fitted, and how many of them were called right.
pub const FITS: (u32, u32) = (172, 172);
/// Runs that ran out of memory, and how many of them were called right.
pub const OUT_OF_MEMORY: (u32, u32) = (53, 53);
