//! Fitted figures of the speed of training.

use super::figures;

figures!(
    /// Speed of training.
    TrainingSpeed {
        /// Half-width of a rate's range.
        spread_rate,
    }
);
