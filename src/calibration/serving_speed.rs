//! Fitted figures of the speed of inference.

use super::figures;

figures!(
    /// Speed of inference. Times in seconds.
    ServingSpeed {
        /// Share of the memory bandwidth that long reads reach.
        bandwidth_share,
        /// Bytes per clock and multiprocessor that kernels of plain weights keep in flight.
        fetch_plain,
        /// The same of fused kernels of packed 4-bit weights (Marlin).
        fetch_packed,
        /// The same of kernels that expand weights in registers (GGUF, EXL2, torchao).
        fetch_expanding,
        /// The same of kernels that expand them slowly (bitsandbytes, AutoGPTQ, AutoAWQ).
        fetch_slow,
        /// Rows that a product in tiles computes at least.
        tile_rows,
        /// Time per layer on the card, paged engines.
        layer_paged,
        /// The same, vLLM before 0.8.
        layer_serial,
        /// The same, llama.cpp.
        layer_ggml,
        /// The same, compiled code and ExLlamaV2.
        layer_compiled,
        /// The same, operation by operation.
        layer_modules,
        /// The same on Apple's chips.
        layer_metal,
        /// What latent attention adds to it.
        layer_latent,
        /// Time of the host per step that hides behind the card, paged engines.
        host_step,
        /// The same per resident sequence.
        host_sequence,
        /// How much longer hosts with Grace processors take for it.
        host_grace,
        /// Time of the host between two steps of vLLM before 0.8.
        host_serial,
        /// Time of the host between two steps of native engines.
        host_native,
        /// Time of the host per step of Python code without a scheduler.
        host_module,
        /// Time to launch a layer from Python.
        launch_module,
        /// The same with wrapped quantised layers.
        launch_wrapped,
        /// The same with bitsandbytes in 4 bit.
        launch_nf4,
        /// The same with LLM.int8.
        launch_int8,
        /// Time to launch an expert from Python.
        launch_expert,
        /// Time to launch a layer of a paged engine that captured no graph.
        launch_uncaptured,
        /// Time to launch a layer of the first ExLlama.
        launch_exllama,
        /// What launches take on hosts of Hopper cards and later, beside those of A100.
        host_new_share,
        /// Time per layer of routing tokens to experts.
        routing,
        /// The same where GPTQ experts have no fused kernel.
        routing_unfused,
        /// Share of the bandwidth at which the cache is read.
        cache_share,
        /// The same in llama.cpp.
        cache_ggml_share,
        /// The same where each query head has its own copy.
        cache_modules_share,
        /// Share of the 16-bit peak that decoding with latent attention reaches.
        latent_share,
        /// Latency of an all-reduce over a direct link.
        direct_latency,
        /// The same over PCI Express.
        host_latency,
        /// Share of a direct link's rate that an all-reduce reaches.
        direct_share,
        /// The same of PCI Express.
        pcie_share,
        /// Time to hand a token to the next card where layers are split.
        hop,
        /// Share of the 16-bit peak that large products reach.
        half_share,
        /// The same of the 8-bit peak.
        byte_share,
        /// The same of the 4-bit peak.
        nibble_share,
        /// What experts leave of it.
        experts_share,
        /// What cards without CUDA leave of it.
        other_share,
        /// What software before 2025 leaves of it.
        young_share,
        /// Share of the 8-bit peak that encoders reach.
        encoder_share,
        /// 16-bit operations per joule that a power limit sustains.
        joule,
        /// Share of the 16-bit peak that attention of a prompt reaches.
        attention_share,
        /// The same in ExLlama.
        attention_exllama_share,
        /// The same in llama.cpp on Apple's chips.
        attention_metal_share,
        /// Bytes moved per token, layer and hidden element beside the products.
        element_bytes,
        /// Time per layer of a prefill.
        prefill_layer,
        /// Share of the accumulating peak that llama.cpp reaches.
        ggml_share,
        /// Share of the peak that it reaches on Apple's chips.
        metal_share,
        /// Bytes moved per attention score in llama.cpp.
        score_bytes,
        /// Bytes moved per element of its activations.
        stream_bytes,
        /// Time per layer and micro-batch of llama.cpp.
        ggml_layer,
        /// Share of the accumulating peak that ExLlama reaches.
        exllama_share,
        /// Half-width of the time of a step.
        spread_step,
        /// The same of Python code.
        spread_module,
        /// Half-width of the time of a prefill.
        spread_prefill,
        /// Half-width of the rate of many sequences.
        spread_batch,
    }
);
