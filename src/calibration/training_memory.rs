//! Fitted figures of the memory of training.

use super::figures;

figures!(
    /// Memory of training.
    TrainingMemory {
        /// Half-width of a footprint's range.
        spread_total,
    }
);
