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
        /// GGUF Q3_K_L.
        Q3KL = "q3_k_l",
        /// GGUF Q3_K_S.
        Q3KS = "q3_k_s",
        /// GGUF Q2_K_S.
        Q2KS = "q2_k_s",
        /// GGUF IQ4_NL.
        Iq4Nl = "iq4_nl",
        /// GGUF IQ4_XS.
        Iq4Xs = "iq4_xs",
        /// GGUF IQ3_XS.
        Iq3Xs = "iq3_xs",
        /// GGUF IQ3_XXS.
        Iq3Xxs = "iq3_xxs",
        /// GGUF IQ2_M.
        Iq2M = "iq2_m",
        /// GGUF IQ2_S.
        Iq2S = "iq2_s",
        /// GGUF IQ2_XXS.
        Iq2Xxs = "iq2_xxs",
        /// GGUF IQ1_S.
        Iq1S = "iq1_s",
        /// 4-bit integers, groups of 64.
        Int4G64 = "int4-g64",
        /// 4-bit integers, groups of 32.
        Int4G32 = "int4-g32",
        /// ExLlamaV2, 5 bits per weight.
        Exl2B5 = "exl2-5.0",
        /// ExLlamaV2, 4 bits per weight.
        Exl2B4 = "exl2-4.0",
        /// ExLlamaV2, 3 bits per weight.
        Exl2B3 = "exl2-3.0",
        /// ExLlamaV2, 2.5 bits per weight.
        Exl2B25 = "exl2-2.5",
        /// OCP microscaling FP8.
        Mxfp8 = "mxfp8",
        /// GPTQ, 8 bit.
        Gptq8 = "gptq8",
        /// bitsandbytes NormalFloat, 4 bit, scales not quantised.
        Nf4Single = "nf4-single",
        /// GGUF IQ3_M.
        Iq3M = "iq3_m",
        /// GGUF IQ3_S.
        Iq3S = "iq3_s",
        /// GGUF IQ2_XS.
        Iq2Xs = "iq2_xs",
        /// GGUF IQ1_M.
        Iq1M = "iq1_m",
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
        /// ExLlama and ExLlamaV2.
        Exllama = "exllama",
        /// Compiled PyTorch: gpt-fast, torchao.
        Gptfast = "gptfast",
        /// LitGPT and other plain PyTorch code.
        Litgpt = "litgpt",
        /// CTranslate2.
        Ctranslate = "ctranslate2",
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
        /// AdamW with two 8-bit moments that may be paged out to host memory.
        PagedAdamw8bit = "paged8bit",
        /// AdamW with two 4-bit moments.
        Adamw4bit = "adamw4bit",
    }
);
words!(
    /// The software that trains, by how it handles memory and launches.
    Trainer {
        /// Plain PyTorch with FSDP or DDP.
        Pytorch = "pytorch",
        /// DeepSpeed ZeRO.
        Deepspeed = "deepspeed",
        /// Megatron and NeMo.
        Megatron = "megatron",
        /// Compiled PyTorch: torchtitan, torch.compile.
        Compile = "compile",
        /// Unsloth: everything fused.
        Unsloth = "unsloth",
        /// ms-swift: the Trainer of transformers with sequences of varying length.
        Swift = "swift",
        /// LitGPT on Lightning Fabric: chunked loss, gradients summed undivided.
        Litgpt = "litgpt",
        /// PyTorch with fused norms and loss: llm-foundry, Apex.
        Fused = "fused",
    }
);
words!(
    /// What data-parallel cards divide among them (ZeRO stage).
    Zero {
        /// Nothing: every card holds all states.
        Replicated = "0",
        /// Optimizer states.
        Optimizer = "1",
        /// Optimizer states and gradients.
        Gradients = "2",
        /// Optimizer states, gradients and weights: ZeRO-3, FSDP.
        Full = "3",
    }
);
words!(
    /// What is kept in host memory.
    Offload {
        /// Nothing.
        None = "none",
        /// Optimizer states; their update runs on the host.
        Optimizer = "optimizer",
        /// Weights and optimizer states; of a pipeline all components but the running one.
        All = "all",
    }
);
words!(
    /// Layers that low-rank adapters are put on.
    Targets {
        /// All linear layers.
        All = "all",
        /// The projections of attention.
        Attention = "attn",
        /// Queries and values.
        QueryValue = "qv",
        /// All linear layers; input embedding and head are trained as well.
        Embedding = "emb",
    }
);
words!(
    /// Precision of trained states.
    States {
        /// 16-bit weights with 32-bit master weights and moments.
        Mixed = "mixed",
        /// Everything in the format of the weights.
        Pure = "pure",
    }
);
words!(
    /// Which activations are computed again in the backward pass.
    Checkpointing {
        /// None.
        Off = "0",
        /// All but the input of each layer.
        Full = "1",
        /// The cheap ones: what attention and non-linearities leave.
        Selective = "s",
        /// All but the input of each layer, which is kept in host memory.
        Offloaded = "o",
    }
);
words!(
    /// How attention is computed.
    Attention {
        /// A fused kernel that stores no scores.
        Flash = "flash",
        /// Matrix products with all scores in memory.
        Plain = "plain",
    }
);
words!(
    /// Whether an image network is trained or run.
    VisionMode {
        /// Trained.
        Train = "train",
        /// Run.
        Infer = "infer",
    }
);
words!(
    /// How a network outside language serving is executed.
    Runtime {
        /// Operation by operation.
        Eager = "eager",
        /// Operation by operation, with images kept channels last.
        Nhwc = "nhwc",
        /// Compiled by the framework.
        Compile = "compile",
        /// Built by TensorRT.
        Tensorrt = "tensorrt",
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
    /// Whether instances follow the load.
    Scaling {
        /// As many as the load needs, none where there is none.
        Auto = "auto",
        /// As many as the peak needs, all the time.
        Fixed = "fixed",
    }
);
words!(
    /// Checkpoints of work on spot.
    CheckpointPlan {
        /// None but those that `ckh` asks for.
        None = "none",
        /// At the interval that costs least.
        Best = "best",
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
impl Pay {
    /// Whether fewer hours of use cost less.
    #[must_use]
    pub const fn follows_use(self) -> bool {
        matches!(self, Self::OnDemand | Self::Spot | Self::Serverless)
    }
}

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
