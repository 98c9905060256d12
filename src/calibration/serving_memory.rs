//! Fitted figures of the memory of inference.

use super::figures;

figures!(
    /// Memory of inference.
    ServingMemory {
        /// What the caching allocator of PyTorch keeps beyond its peak, relative to it: the
        /// difference between readings of the driver and of the allocator.
        reserve,
        /// Half-width of the range of weights.
        spread_weights,
        /// Half-width of a total's range where the driver was read.
        spread_reading,
        /// Half-width of a total's range with engines that profile no batch.
        spread_plain,
    }
);
