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
        products_tf32: 0.45,
        products_vector: 0.42,
        power: 0.36,
        products_narrow: 0.76,
        power_narrow: 0.49,
        hbm_share: 0.57,
        gddr_share: 0.69,
        layout: 2.2,
        layout_wide: 0.5,
        tensorrt_share: 0.05,
        launch_eager: 35e-6,
        launch_compiled: 21e-6,
        together_share: 0.955,
        spread_total: 0.24,
        spread_rate: 0.24,
    },
};
