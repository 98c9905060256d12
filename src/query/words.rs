//! Closed sets of words in a link. The words are stable for ever; ordinals never appear.

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// All of them, in the order in which they are offered.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Their words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word in a link.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The meaning of a word; `None` for an unknown one.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

words!(
    /// What is run.
    Workload {
        /// Serve a language model.
        Serve = "serve",
        /// Train one from scratch.
        Pretrain = "pretrain",
        /// Fine-tune one.
        Finetune = "finetune",
        /// Generate images or video.
        Image = "image",
        /// Train or run a vision or small language network.
        Vision = "vision",
        /// Render frames.
        Render = "render",
        /// Scientific computing.
        Hpc = "hpc",
        /// The asker knows memory and hours.
        Vram = "vram",
    }
);
words!(
    /// How weights are stored.
    WeightFormat {
        /// 32-bit floating point.
        Fp32 = "fp32",
        /// Bfloat16.
        Bf16 = "bf16",
        /// 16-bit floating point.
        Fp16 = "fp16",
        /// 8-bit floating point.
        Fp8 = "fp8",
        /// 8-bit integers.
        Int8 = "int8",
        /// 4-bit integers, groups of 128.
        Int4 = "int4",
        /// AWQ, 4 bit.
        Awq = "awq",
        /// GPTQ, 4 bit.
        Gptq = "gptq",
        /// bitsandbytes NormalFloat, 4 bit.
        Nf4 = "nf4",
        /// OCP microscaling FP4.
        Mxfp4 = "mxfp4",
        /// NVIDIA FP4.
        Nvfp4 = "nvfp4",
        /// GGUF Q8_0.
        Q8_0 = "q8_0",
        /// GGUF Q6_K.
        Q6K = "q6_k",
        /// GGUF Q5_K_M.
        Q5KM = "q5_k_m",
        /// GGUF Q5_K_S.
        Q5KS = "q5_k_s",
        /// GGUF Q4_K_M.
        Q4KM = "q4_k_m",
        /// GGUF Q4_K_S.
        Q4KS = "q4_k_s",
        /// GGUF Q4_0.
        Q4_0 = "q4_0",
        /// GGUF Q3_K_M.
        Q3KM = "q3_k_m",
        /// GGUF Q2_K.
        Q2K = "q2_k",
    }
);
words!(
    /// How the KV cache is stored.
    CacheFormat {
        /// Bfloat16.
        Bf16 = "bf16",
        /// 16-bit floating point.
        Fp16 = "fp16",
        /// 32-bit floating point.
        Fp32 = "fp32",
        /// 8-bit floating point.
        Fp8 = "fp8",
        /// 8-bit integers.
        Int8 = "int8",
        /// 4-bit integers.
        Int4 = "int4",
        /// GGUF Q8_0.
        Q8_0 = "q8_0",
        /// GGUF Q4_0.
        Q4_0 = "q4_0",
    }
);
words!(
    /// Serving engine.
    Engine {
        /// vLLM.
        Vllm = "vllm",
        /// SGLang.
        Sglang = "sglang",
        /// TensorRT-LLM.
        Trtllm = "trtllm",
        /// llama.cpp.
        Llamacpp = "llamacpp",
        /// Ollama, on llama.cpp.
        Ollama = "ollama",
        /// Hugging Face transformers.
        Transformers = "transformers",
        /// LMDeploy.
        Lmdeploy = "lmdeploy",
        /// MindSpore and MindIE.
        Mindie = "mindie",
        /// JAX and MaxText.
        Jax = "jax",
        /// PaddlePaddle.
        Paddle = "paddle",
        /// ONNX Runtime.
        Onnx = "onnx",
        /// Optimum-Neuron and NxD.
        Neuron = "neuron",
    }
);
words!(
    /// Training method.
    Method {
        /// All parameters.
        Full = "full",
        /// Low-rank adapters on 16-bit weights.
        Lora = "lora",
        /// Low-rank adapters on 4-bit weights.
        Qlora = "qlora",
    }
);
words!(
    /// Optimizer, by the states it keeps.
    Optimizer {
        /// AdamW with two 32-bit moments.
        Adamw = "adamw",
        /// AdamW with two 8-bit moments.
        Adamw8bit = "adamw8bit",
        /// SGD with momentum.
        Sgd = "sgd",
        /// Adafactor, factored second moment.
        Adafactor = "adafactor",
        /// Lion, one moment.
        Lion = "lion",
    }
);
words!(
    /// Precision of scientific work.
    WorkPrecision {
        /// Double precision.
        Fp64 = "fp64",
        /// Single precision.
        Fp32 = "fp32",
    }
);
words!(
    /// Usage pattern.
    Usage {
        /// Around the clock.
        Always = "always",
        /// Some hours on some days.
        Office = "office",
        /// Once, until the work is done.
        Job = "job",
        /// The job again every month.
        Recurring = "recurring",
        /// A week of 168 levels.
        Week = "week",
    }
);
words!(
    /// Purchase kind that is allowed.
    Pay {
        /// On demand.
        OnDemand = "od",
        /// Spot.
        Spot = "spot",
        /// One-year commitment.
        Commit1 = "c1",
        /// Three-year commitment.
        Commit3 = "c3",
        /// Month or year subscription.
        Subscription = "sub",
        /// Capacity block or reservation only.
        CapacityBlock = "cb",
        /// Serverless.
        Serverless = "sl",
        /// Promotion.
        Promotion = "pr",
    }
);
words!(
    /// Least interconnect.
    MinLink {
        /// PCI Express.
        Pcie = "pcie",
        /// NVLink or the like.
        Nvlink = "nvlink",
        /// RDMA between hosts.
        Rdma = "rdma",
    }
);
words!(
    /// Order of the answer.
    Order {
        /// Cheapest first.
        Cost = "cost",
        /// Fastest first.
        Speed = "speed",
        /// Most work per unit of money first.
        Value = "value",
        /// Steadiest first.
        Steady = "steady",
        /// A balance of cost, speed and steadiness.
        Balanced = "balanced",
    }
);
