//! Fitted figures of image, video, vision and speech networks.

use super::figures;

figures!(
    /// Memory and speed of image, video, vision and speech networks.
    Imaging {
        /// Share of the 16-bit peak that products reach at 1 W per 10¹² operations.
        products_half,
        /// The same of the TF32 peak.
        products_tf32,
        /// The same of the 32-bit vector peak.
        products_vector,
        /// Share of the 8-bit peak that products reach at 1 W per 10¹² operations.
        products_narrow,
        /// Share of the bandwidth that operations reach on HBM.
        hbm_share,
        /// The same on GDDR and other memory, which larger caches stand before.
        gddr_share,
        /// Times that the bytes of convolutions are moved in addition where channels come first.
        layout,
        /// The same in 32 bit.
        layout_wide,
        /// Share of the elements of products that TensorRT moves.
        tensorrt_share,
        /// Seconds of the host per operation that is launched on its own.
        launch_eager,
        /// Seconds of the host per operation of the source where a compiler fused them.
        launch_compiled,
        /// What each of several cards keeps of its speed.
        together_share,
        /// Half-width of a footprint's range.
        spread_total,
        /// Half-width of a rate's range.
        spread_rate,
    }
);
