//! Names of the values a question can take. Every match is exhaustive.

use super::Locale;
use crate::catalog::Product;
use crate::catalog::{InstanceLink, ModelKind, Payment, PriceKind, Provider, RegionGroup, Tier};
use crate::query::{
    Attention, CacheFormat, Engine, MinLink, Order, Pay, Runtime, Usage, VisionMode, WeightFormat,
    WorkPrecision, Workload,
};

/// Makers of cards whose names capitals alone do not spell: the word of the filter, English, Chinese.
const VENDORS: [(&str, &str, &str); 9] = [
    ("alibaba-t-head", "Alibaba T-Head", "平头哥"),
    ("biren", "Biren", "壁仞科技"),
    ("cambricon", "Cambricon", "寒武纪"),
    ("enflame", "Enflame", "燧原科技"),
    ("huawei", "Huawei", "华为"),
    ("hygon", "Hygon", "海光"),
    ("iluvatar-corex", "Iluvatar CoreX", "天数智芯"),
    ("moore-threads", "Moore Threads", "摩尔线程"),
    ("nvidia", "NVIDIA", "NVIDIA"),
];

impl Locale {
    /// A workload, short enough for a button.
    #[must_use]
    pub const fn workload(self, workload: Workload) -> &'static str {
        match workload {
            Workload::Serve => self.pick("Serve an LLM", "大模型推理"),
            Workload::Finetune => self.pick("Fine-tune", "微调"),
            Workload::Pretrain => self.pick("Pre-train", "预训练"),
            Workload::Image => self.pick("Images, video", "图像、视频生成"),
            Workload::Vision => self.pick("Vision, small nets", "视觉与小模型"),
            Workload::Render => self.pick("Render", "三维渲染"),
            Workload::Hpc => self.pick("Science", "科学计算"),
            Workload::Vram => self.pick("I know my numbers", "我知道要多少显存"),
        }
    }

    /// A weight format.
    #[must_use]
    pub const fn weight_format(self, format: WeightFormat) -> &'static str {
        match format {
            WeightFormat::Fp32 => "FP32",
            WeightFormat::Bf16 => "BF16",
            WeightFormat::Fp16 => "FP16",
            WeightFormat::Fp8 => "FP8",
            WeightFormat::Int8 => "INT8",
            WeightFormat::Int4 => "INT4",
            WeightFormat::Awq => "AWQ",
            WeightFormat::Gptq => "GPTQ",
            WeightFormat::Nf4 => "NF4",
            WeightFormat::Mxfp4 => "MXFP4",
            WeightFormat::Nvfp4 => "NVFP4",
            WeightFormat::Q8_0 => "GGUF Q8_0",
            WeightFormat::Q6K => "GGUF Q6_K",
            WeightFormat::Q5KM => "GGUF Q5_K_M",
            WeightFormat::Q5KS => "GGUF Q5_K_S",
            WeightFormat::Q4KM => "GGUF Q4_K_M",
            WeightFormat::Q4KS => "GGUF Q4_K_S",
            WeightFormat::Q4_0 => "GGUF Q4_0",
            WeightFormat::Q3KM => "GGUF Q3_K_M",
            WeightFormat::Q2K => "GGUF Q2_K",
            WeightFormat::Q3KL => "GGUF Q3_K_L",
            WeightFormat::Q3KS => "GGUF Q3_K_S",
            WeightFormat::Q2KS => "GGUF Q2_K_S",
            WeightFormat::Iq4Nl => "GGUF IQ4_NL",
            WeightFormat::Iq4Xs => "GGUF IQ4_XS",
            WeightFormat::Iq3Xs => "GGUF IQ3_XS",
            WeightFormat::Iq3Xxs => "GGUF IQ3_XXS",
            WeightFormat::Iq2M => "GGUF IQ2_M",
            WeightFormat::Iq2S => "GGUF IQ2_S",
            WeightFormat::Iq2Xxs => "GGUF IQ2_XXS",
            WeightFormat::Iq1S => "GGUF IQ1_S",
            WeightFormat::Int4G64 => self.pick("INT4, groups of 64", "INT4，每组 64"),
            WeightFormat::Int4G32 => self.pick("INT4, groups of 32", "INT4，每组 32"),
            WeightFormat::Exl2B5 => "EXL2 5.0 bpw",
            WeightFormat::Exl2B4 => "EXL2 4.0 bpw",
            WeightFormat::Exl2B3 => "EXL2 3.0 bpw",
            WeightFormat::Exl2B25 => "EXL2 2.5 bpw",
            WeightFormat::Mxfp8 => "MXFP8",
            WeightFormat::Gptq8 => "GPTQ INT8",
            WeightFormat::Nf4Single => "NF4 (FP32 scales)",
            WeightFormat::Iq3M => "GGUF IQ3_M",
            WeightFormat::Iq3S => "GGUF IQ3_S",
            WeightFormat::Iq2Xs => "GGUF IQ2_XS",
            WeightFormat::Iq1M => "GGUF IQ1_M",
        }
    }

    /// A KV-cache format.
    #[must_use]
    pub const fn cache_format(self, format: CacheFormat) -> &'static str {
        match format {
            CacheFormat::Bf16 => "BF16",
            CacheFormat::Fp16 => "FP16",
            CacheFormat::Fp32 => "FP32",
            CacheFormat::Fp8 => "FP8",
            CacheFormat::Int8 => "INT8",
            CacheFormat::Int4 => "INT4",
            CacheFormat::Q8_0 => "Q8_0",
            CacheFormat::Q4_0 => "Q4_0",
        }
    }

    /// A serving engine, as its makers write it.
    #[must_use]
    pub const fn engine(self, engine: Engine) -> &'static str {
        match engine {
            Engine::Vllm => "vLLM",
            Engine::Sglang => "SGLang",
            Engine::Trtllm => "TensorRT-LLM",
            Engine::Llamacpp => "llama.cpp",
            Engine::Ollama => "Ollama",
            Engine::Transformers => "Transformers",
            Engine::Lmdeploy => "LMDeploy",
            Engine::Exllama => "ExLlamaV2",
            Engine::Gptfast => self.pick("Compiled PyTorch", "编译后的 PyTorch"),
            Engine::Litgpt => "LitGPT",
            Engine::Ctranslate => "CTranslate2",
            Engine::Mindie => "MindIE",
            Engine::Jax => "JAX / MaxText",
            Engine::Paddle => "PaddlePaddle",
            Engine::Onnx => "ONNX Runtime",
            Engine::Neuron => "Neuron",
        }
    }

    /// How attention is computed.
    #[must_use]
    pub const fn attention(self, word: Attention) -> &'static str {
        match word {
            Attention::Flash => self.pick("Fused (flash, SDPA)", "融合（flash、SDPA）"),
            Attention::Plain => self.pick("Plain, scores kept", "普通：显存中保留注意力分数"),
        }
    }

    /// Whether an image network is trained or run.
    #[must_use]
    pub const fn vision_mode(self, word: VisionMode) -> &'static str {
        match word {
            VisionMode::Train => self.pick("Train", "训练"),
            VisionMode::Infer => self.pick("Run", "推理"),
        }
    }

    /// How a network outside language serving is executed.
    #[must_use]
    pub const fn runtime(self, word: Runtime) -> &'static str {
        match word {
            Runtime::Eager => self.pick("Eager", "逐算子执行"),
            Runtime::Nhwc => self.pick("Eager, channels last", "逐算子执行，通道后置"),
            Runtime::Compile => self.pick("Compiled", "编译"),
            Runtime::Tensorrt => "TensorRT",
        }
    }

    /// A precision of scientific work.
    #[must_use]
    pub const fn work_precision(self, precision: WorkPrecision) -> &'static str {
        match precision {
            WorkPrecision::Fp64 => "FP64",
            WorkPrecision::Fp32 => "FP32",
        }
    }

    /// A usage pattern.
    #[must_use]
    pub const fn usage(self, usage: Usage) -> &'static str {
        match usage {
            Usage::Always => self.pick("Always on", "全天在线"),
            Usage::Office => self.pick("Office hours", "工作时段"),
            Usage::Job => self.pick("One job", "一次性任务"),
            Usage::Recurring => self.pick("Every month", "每月任务"),
            Usage::Week => self.pick("My week", "自定一周"),
        }
    }

    /// A purchase kind, as vendors call it.
    #[must_use]
    pub const fn pay(self, pay: Pay) -> &'static str {
        match pay {
            Pay::OnDemand => self.pick("On demand", "按量付费"),
            Pay::Spot => self.pick("Spot", "抢占式（竞价）"),
            Pay::Commit1 => self.pick("1-year commitment", "预留 1 年"),
            Pay::Commit3 => self.pick("3-year commitment", "预留 3 年"),
            Pay::Subscription => self.pick("Monthly subscription", "包年包月"),
            Pay::CapacityBlock => self.pick("Capacity block", "容量块预订"),
            Pay::Serverless => self.pick("Serverless", "Serverless 按秒"),
            Pay::Promotion => self.pick("Promotion", "促销价"),
        }
    }

    /// What exactly a commitment is to.
    #[must_use]
    pub const fn product(self, product: Product) -> &'static str {
        match product {
            Product::SavingsPlan => self.pick("savings plan", "节省计划"),
            Product::Reservation => self.pick("reserved instance", "预留实例"),
            Product::CommittedUse => self.pick("committed use", "承诺使用折扣"),
            Product::Prepaid => self.pick("prepaid", "预付费"),
        }
    }

    /// How a price is sold, with the payment of a commitment.
    #[must_use]
    pub const fn price_kind(self, kind: PriceKind) -> &'static str {
        match kind {
            PriceKind::OnDemand => self.pay(Pay::OnDemand),
            PriceKind::Spot => self.pay(Pay::Spot),
            PriceKind::Commit { years: 1, payment } => match payment {
                Payment::AllUpfront => {
                    self.pick("1-year commitment, all upfront", "预留 1 年，全预付")
                }
                Payment::PartialUpfront => {
                    self.pick("1-year commitment, partial upfront", "预留 1 年，部分预付")
                }
                Payment::NoUpfront => {
                    self.pick("1-year commitment, no upfront", "预留 1 年，零预付")
                }
                Payment::Unstated => self.pay(Pay::Commit1),
            },
            PriceKind::Commit { payment, .. } => match payment {
                Payment::AllUpfront => {
                    self.pick("3-year commitment, all upfront", "预留 3 年，全预付")
                }
                Payment::PartialUpfront => {
                    self.pick("3-year commitment, partial upfront", "预留 3 年，部分预付")
                }
                Payment::NoUpfront => {
                    self.pick("3-year commitment, no upfront", "预留 3 年，零预付")
                }
                Payment::Unstated => self.pay(Pay::Commit3),
            },
            PriceKind::Subscription => self.pay(Pay::Subscription),
            PriceKind::CapacityBlock => self.pay(Pay::CapacityBlock),
            PriceKind::Serverless => self.pay(Pay::Serverless),
            PriceKind::Promotion => self.pay(Pay::Promotion),
        }
    }

    /// A kind of seller.
    #[must_use]
    pub const fn tier(self, tier: Tier) -> &'static str {
        match tier {
            Tier::Cloud => self.pick("General clouds", "综合云厂商"),
            Tier::Specialist => self.pick("GPU clouds", "GPU 专业云"),
            Tier::Market => self.pick("Marketplaces", "算力市场"),
            Tier::Community => self.pick("Community hosts", "社区主机"),
            Tier::Broker => self.pick("Brokers", "转售商"),
        }
    }

    /// A part of the world.
    #[must_use]
    pub const fn region_group(self, group: RegionGroup) -> &'static str {
        match group {
            RegionGroup::Cn => self.pick("Mainland China", "中国大陆"),
            RegionGroup::Apac => self.pick("Asia-Pacific", "亚太其他"),
            RegionGroup::Eu => self.pick("Europe", "欧洲"),
            RegionGroup::Na => self.pick("North America", "北美"),
            RegionGroup::Me => self.pick("Middle East, Africa", "中东、非洲"),
            RegionGroup::Sa => self.pick("South America", "南美"),
        }
    }

    /// A least interconnect.
    #[must_use]
    pub const fn min_link(self, link: MinLink) -> &'static str {
        match link {
            MinLink::Pcie => "PCIe",
            MinLink::Nvlink => self.pick("NVLink or like", "NVLink 类"),
            MinLink::Rdma => self.pick("RDMA too", "另有 RDMA"),
        }
    }

    /// The link of an instance; `None` where it is not stated.
    #[must_use]
    pub const fn instance_link(self, link: InstanceLink) -> Option<&'static str> {
        match link {
            InstanceLink::Unknown => None,
            InstanceLink::Pcie => Some("PCIe"),
            InstanceLink::Nvlink => Some("NVLink"),
            InstanceLink::Rdma => Some(self.pick("NVLink, RDMA", "NVLink、RDMA")),
        }
    }

    /// An order of the answer.
    #[must_use]
    pub const fn order(self, order: Order) -> &'static str {
        match order {
            Order::Cost => self.pick("Cheapest", "最省钱"),
            Order::Speed => self.pick("Fastest", "最快"),
            Order::Value => self.pick("Best value", "性价比"),
            Order::Steady => self.pick("Steadiest", "最稳"),
            Order::Balanced => self.pick("Balanced", "均衡"),
        }
    }

    /// What an order sorts by.
    #[must_use]
    pub const fn order_rule(self, order: Order) -> &'static str {
        match order {
            Order::Cost => self.pick("lowest total cost first", "总花费从低到高"),
            Order::Speed => self.pick("highest speed first", "速度从高到低"),
            Order::Value => self.pick("most work per dollar first", "每元完成的工作从多到少"),
            Order::Steady => self.pick(
                "steadiest seller, purchase and price first",
                "按厂商、购买方式和价格的稳定程度",
            ),
            Order::Balanced => self.pick(
                "cost, speed and steadiness together",
                "花费、速度与稳定兼顾",
            ),
        }
    }

    /// What a network is.
    #[must_use]
    pub const fn model_kind(self, kind: ModelKind) -> &'static str {
        match kind {
            ModelKind::Decoder => self.pick("language model", "语言模型"),
            ModelKind::Encoder => self.pick("encoder", "编码器"),
            ModelKind::EncoderDecoder => self.pick("encoder-decoder", "编码器-解码器"),
            ModelKind::Speech => self.pick("speech recognition", "语音识别"),
            ModelKind::Diffusion => self.pick("image diffusion", "图像扩散"),
            ModelKind::VideoDiffusion => self.pick("video diffusion", "视频扩散"),
            ModelKind::Vision => self.pick("vision network", "视觉网络"),
        }
    }

    /// A jurisdiction by its lower-case code; the code in capitals where no name is kept.
    #[must_use]
    pub fn jurisdiction(self, code: &str) -> String {
        let name = match code {
            "cn" => self.pick("Mainland China", "中国大陆"),
            "hk" => self.pick("Hong Kong", "中国香港"),
            "tw" => self.pick("Taiwan", "中国台湾"),
            "eu" => self.pick("European Union", "欧盟"),
            "us" => self.pick("United States", "美国"),
            "gb" | "uk" => self.pick("United Kingdom", "英国"),
            "de" => self.pick("Germany", "德国"),
            "fr" => self.pick("France", "法国"),
            "nl" => self.pick("Netherlands", "荷兰"),
            "fi" => self.pick("Finland", "芬兰"),
            "jp" => self.pick("Japan", "日本"),
            "kr" => self.pick("South Korea", "韩国"),
            "sg" => self.pick("Singapore", "新加坡"),
            "in" => self.pick("India", "印度"),
            "au" => self.pick("Australia", "澳大利亚"),
            "ca" => self.pick("Canada", "加拿大"),
            "ch" => self.pick("Switzerland", "瑞士"),
            "no" => self.pick("Norway", "挪威"),
            "is" => self.pick("Iceland", "冰岛"),
            "il" => self.pick("Israel", "以色列"),
            "ae" => self.pick("United Arab Emirates", "阿联酋"),
            "sa" => self.pick("Saudi Arabia", "沙特阿拉伯"),
            "br" => self.pick("Brazil", "巴西"),
            "za" => self.pick("South Africa", "南非"),
            other => return other.to_ascii_uppercase(),
        };
        name.to_owned()
    }

    /// A provider's name.
    #[must_use]
    pub fn provider(self, provider: &Provider) -> &str {
        match self {
            Self::En => &provider.name_en,
            Self::Zh => &provider.name_zh,
        }
    }

    /// An accelerator vendor from the word of the filter: its own spelling where that is known,
    /// else capitals for abbreviations.
    #[must_use]
    pub fn vendor(self, word: &str) -> String {
        if let Some((_, en, zh)) = VENDORS.iter().find(|(known, ..)| *known == word) {
            return self.pick(en, zh).to_owned();
        }
        if word.len() <= 3 {
            return word.to_ascii_uppercase();
        }
        let mut letters = word.chars();
        match letters.next() {
            Some(first) => std::iter::once(first.to_ascii_uppercase())
                .chain(letters)
                .collect(),
            None => String::new(),
        }
    }
}
