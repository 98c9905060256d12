//! The fitted values.

use super::{Calibration, Imaging, ServingMemory, ServingSpeed, TrainingMemory, TrainingSpeed};

/// The values that hold.
pub static FITTED: Calibration = Calibration {
    serving_memory: ServingMemory {
        reserve: 0.15,
        spread_weights: 0.03,
        spread_reading: 0.25,
        spread_plain: 0.08,
    },
    training_memory: TrainingMemory {
        swift_logit: 29.5,
        litgpt_logit: 10.0,
        litgpt_copies: 5.5,
        quantised_inputs: 1.6,
        spread_total: 0.2,
    },
    serving_speed: ServingSpeed { spread_rate: 0.3 },
    training_speed: TrainingSpeed { spread_rate: 0.3 },
    imaging: Imaging {
        spread_total: 0.25,
        spread_rate: 0.35,
    },
};
