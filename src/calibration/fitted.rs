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
    training_memory: TrainingMemory { spread_total: 0.25 },
    serving_speed: ServingSpeed { spread_rate: 0.3 },
    training_speed: TrainingSpeed { spread_rate: 0.3 },
    imaging: Imaging {
        products_half: 0.629,
        products_tf32: 0.388,
        products_vector: 0.296,
        products_narrow: 0.74,
        hbm_share: 0.5785,
        gddr_share: 0.69,
        layout: 2.15,
        layout_wide: 0.48,
        tensorrt_share: 0.034,
        launch_eager: 3.45e-5,
        launch_compiled: 2.1e-5,
        together_share: 0.941,
        spread_total: 0.238,
        spread_rate: 0.225,
    },
};
