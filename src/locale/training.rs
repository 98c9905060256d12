//! Names of how a model is trained. Every match is exhaustive.

use super::Locale;
use crate::query::{Checkpointing, Method, Offload, Optimizer, States, Targets, Trainer, Zero};

impl Locale {
    /// How activations are recomputed.
    #[must_use]
    pub const fn checkpointing(self, word: Checkpointing) -> &'static str {
        match word {
            Checkpointing::Off => self.pick("None: keep everything", "不重算：全部保留"),
            Checkpointing::Full => self.pick(
                "Full: a third more arithmetic",
                "完全重算：计算量多约三分之一",
            ),
            Checkpointing::Selective => self.pick("Selective", "选择性重算"),
            Checkpointing::Offloaded => {
                self.pick("Full, inputs in host memory", "完全重算，输入放主机内存")
            }
        }
    }

    /// The software that trains.
    #[must_use]
    pub const fn trainer(self, word: Trainer) -> &'static str {
        match word {
            Trainer::Pytorch => "PyTorch (FSDP, DDP)",
            Trainer::Deepspeed => "DeepSpeed",
            Trainer::Megatron => "Megatron / NeMo",
            Trainer::Compile => "torch.compile / torchtitan",
            Trainer::Unsloth => self.pick("Unsloth (fused kernels)", "Unsloth（融合算子）"),
            Trainer::Fused => {
                self.pick("PyTorch, fused norms and loss", "PyTorch，归一化与损失融合")
            }
            Trainer::Swift => "ms-swift",
            Trainer::Litgpt => "LitGPT",
        }
    }

    /// What data-parallel cards divide.
    #[must_use]
    pub const fn zero(self, word: Zero) -> &'static str {
        match word {
            Zero::Replicated => self.pick("0: nothing", "0：不切分"),
            Zero::Optimizer => self.pick("1: optimizer states", "1：优化器状态"),
            Zero::Gradients => self.pick("2: and gradients", "2：加上梯度"),
            Zero::Full => self.pick("3: and weights (FSDP)", "3：再加权重（FSDP）"),
        }
    }

    /// What is kept in host memory.
    #[must_use]
    pub const fn offload(self, word: Offload) -> &'static str {
        match word {
            Offload::None => self.pick("Nothing", "不放"),
            Offload::Optimizer => self.pick("Optimizer states", "优化器状态"),
            Offload::All => self.pick("Weights and states", "权重与状态"),
        }
    }

    /// Layers that adapters are put on.
    #[must_use]
    pub const fn targets(self, word: Targets) -> &'static str {
        match word {
            Targets::All => self.pick("All linear layers", "全部线性层"),
            Targets::Attention => self.pick("Attention", "注意力层"),
            Targets::QueryValue => self.pick("Queries and values", "查询与值投影"),
            Targets::Embedding => self.pick("All, embeddings trained too", "全部，词嵌入也训练"),
        }
    }

    /// Precision of trained states.
    #[must_use]
    pub const fn states(self, word: States) -> &'static str {
        match word {
            States::Mixed => self.pick("Mixed: 32-bit master weights", "混合：32 位主权重"),
            States::Pure => self.pick("Pure: as the weights", "纯低精度：与权重相同"),
        }
    }

    /// A training method.
    #[must_use]
    pub const fn method(self, method: Method) -> &'static str {
        match method {
            Method::Full => self.pick("Full", "全参数"),
            Method::Lora => "LoRA",
            Method::Qlora => "QLoRA",
        }
    }

    /// An optimizer.
    #[must_use]
    pub const fn optimizer(self, optimizer: Optimizer) -> &'static str {
        match optimizer {
            Optimizer::Adamw => "AdamW",
            Optimizer::Adamw8bit => self.pick("AdamW, 8-bit", "8 位 AdamW"),
            Optimizer::Sgd => self.pick("SGD, momentum", "动量 SGD"),
            Optimizer::Adafactor => "Adafactor",
            Optimizer::Lion => "Lion",
            Optimizer::PagedAdamw8bit => self.pick("AdamW, 8-bit, paged", "8 位分页 AdamW"),
            Optimizer::Adamw4bit => self.pick("AdamW, 4-bit", "4 位 AdamW"),
        }
    }
}
