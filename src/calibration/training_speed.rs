//! Fitted figures of the speed of training.

use super::figures;

figures!(
    /// Speed of training.
    TrainingSpeed {
        /// Width of a matrix at which a product reaches half its rate, at 400 Tflop/s.
        matrix_scale,
        /// Tokens of one expert and batch at which its products reach half their rate.
        expert_rows,
        /// What products of experts reach of those of dense matrices.
        expert_share,
        /// What attention reaches of 16-bit products on cards before Hopper.
        attention_share,
        /// The same on later cards.
        attention_late_share,
        /// The same on later cards with Transformer Engine.
        attention_fused_share,
        /// What vector units reach of their 32-bit peak.
        vector_share,
        /// Times each layer moves an element of hidden width in a forward pass.
        hidden_moves,
        /// The same for an element inside a feed-forward network.
        network_moves,
        /// The same for queries, keys and values.
        heads_moves,
        /// The same for a token on its way to an expert and back.
        dispatch_moves,
        /// The same for a score of attention that is not fused.
        score_moves,
        /// What DeepSpeed with plain models moves of plain PyTorch.
        moves_deepspeed,
        /// What compiled kernels move of it.
        moves_compiled,
        /// What Megatron and Transformer Engine move of it.
        moves_fused,
        /// Bytes moved per element that is cast to a narrow format.
        cast_bytes,
        /// Bytes moved per token and vocabulary entry.
        logit_bytes,
        /// Bytes moved per resident weight and batch.
        weight_bytes,
        /// Bytes moved per weight and pass to expand GPTQ weights.
        expand_gptq,
        /// Bytes moved per weight and pass to expand other narrow weights.
        expand_bytes,
        /// Bytes moved per weight in an optimizer step.
        update_bytes,
        /// Seconds of launches per layer of plain PyTorch.
        launch_pytorch,
        /// The same of DeepSpeed with plain models.
        launch_deepspeed,
        /// The same of compiled models.
        launch_compiled,
        /// The same of Megatron.
        launch_fused,
        /// Seconds of launches that routing adds per layer.
        launch_experts,
        /// How much longer launches take with weights to expand.
        launch_expanding,
        /// How much longer launches take with fully sharded DeepSpeed.
        launch_sharded,
        /// What cards without peer access reach of PCI Express.
        staged_share,
        /// Tensor exchange that does not hide behind products.
        tensor_share,
        /// The same where exchange and products are cut into overlapping parts.
        tensor_fused_share,
        /// Expert exchange within a host that does not hide.
        expert_near_share,
        /// Expert exchange between hosts that does not hide.
        expert_far_share,
        /// Sharding traffic that does not hide behind arithmetic.
        exposed_share,
        /// What is lost per doubling of hosts.
        doubling_loss,
        /// Half-width of a rate's range.
        spread_dense,
        /// The same with experts.
        spread_experts,
    }
);
