//! Fitted figures of the memory of inference.

use super::figures;

figures!(
    /// Memory of inference.
    ServingMemory {
        /// Half-width of a footprint's range.
        spread_total,
    }
);
