//! Fitted figures of the speed of inference.

use super::figures;

figures!(
    /// Speed of inference.
    ServingSpeed {
        /// Half-width of a rate's range.
        spread_rate,
    }
);
