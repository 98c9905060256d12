//! Fitted figures of the memory of training.

use super::figures;

figures!(
    /// Memory of training. Bytes of logits are per token and vocabulary entry.
    TrainingMemory {
        /// Logits of ms-swift: as of plain PyTorch, converted to 32 bit once more, and blocks that
        /// steps of other lengths left cached.
        swift_logit,
        /// Logits of LitGPT's chunked loss.
        litgpt_logit,
        /// What LitGPT keeps beside the usual, per hidden element, token and layer.
        litgpt_copies,
        /// Times that products with quantised matrices keep their 16-bit inputs.
        quantised_inputs,
        /// Half-width of a footprint's range.
        spread_total,
    }
);
