//! The fitted values.

use super::{Calibration, Imaging, ServingMemory, ServingSpeed, TrainingMemory, TrainingSpeed};

/// The values that hold.
pub static FITTED: Calibration = Calibration {
    serving_memory: ServingMemory {
        sampler_bytes: 38.2,
        hidden_bytes: 2.7,
        reserve: 0.1,
        spread_weights: 0.012,
        spread_reading: 0.25,
        spread_plain: 0.08,
    },
    training_memory: TrainingMemory { spread_total: 0.25 },
    serving_speed: ServingSpeed { spread_rate: 0.3 },
    training_speed: TrainingSpeed { spread_rate: 0.3 },
    imaging: Imaging {
        spread_total: 0.25,
        spread_rate: 0.35,
    },
};
