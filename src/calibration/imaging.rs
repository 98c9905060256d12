//! Fitted figures of image, video, vision and speech networks.

use super::figures;

figures!(
    /// Memory and speed of image, video, vision and speech networks.
    Imaging {
        /// Half-width of a footprint's range.
        spread_total,
        /// Half-width of a rate's range.
        spread_rate,
    }
);
