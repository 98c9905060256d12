//! The fitted values.

use super::{Calibration, Imaging, ServingMemory, ServingSpeed, TrainingMemory, TrainingSpeed};

/// The values that hold.
pub static FITTED: Calibration = Calibration {
    serving_memory: ServingMemory { spread_total: 0.15 },
    training_memory: TrainingMemory { spread_total: 0.25 },
    serving_speed: ServingSpeed { spread_rate: 0.3 },
    training_speed: TrainingSpeed { spread_rate: 0.3 },
    imaging: Imaging {
        products_half: 0.71,
        products_tf32: 0.47,
        products_vector: 0.45,
        power: 0.355,
        products_narrow: 0.70,
        power_narrow: 0.51,
        attention: 0.5,
        hbm_share: 0.56,
        gddr_share: 0.68,
        layout: 1.9,
        layout_wide: 0.43,
        tensorrt_share: 0.1,
        launch_eager: 42e-6,
        launch_compiled: 17e-6,
        together_share: 0.96,
        spread_total: 0.25,
        spread_rate: 0.35,
    },
};
