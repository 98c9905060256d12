//! The words of the explanations: what a figure is, its formula, and what was put in.

use super::Locale;
use crate::explain::{Formula, Item, Symbol};

/// What a figure is.
#[must_use]
pub const fn item(locale: Locale, item: Item) -> &'static str {
    let (en, zh) = match item {
        Item::Weights => ("Weights", "权重"),
        Item::Cache => ("KV cache", "KV 缓存"),
        Item::Activations => ("Activations", "激活值"),
        Item::Gradients => ("Gradients", "梯度"),
        Item::Optimizer => ("Optimizer states", "优化器状态"),
        Item::Overhead => ("Overhead and headroom", "固定开销与余量"),
        Item::Total => ("Needed per card", "每卡所需"),
        Item::Prefill => ("One prefill", "一次预填充"),
        Item::Step => ("One decoding step", "一步解码"),
        Item::FirstToken => ("Time to first token", "首 token 延迟"),
        Item::PerToken => ("Time per output token", "每 token 延迟"),
        Item::Rate => ("Speed of one replica", "单副本速度"),
        Item::Corrected => ("Corrected by your measurement", "按你的实测校正"),
    };
    match locale {
        Locale::En => en,
        Locale::Zh => zh,
    }
}

/// A formula in words.
#[must_use]
pub const fn formula(locale: Locale, formula: Formula) -> &'static str {
    let (en, zh) = match formula {
        Formula::Weights => (
            "parameters × bits per weight ÷ 8 ÷ cards",
            "参数量 × 每权重位数 ÷ 8 ÷ 卡数",
        ),
        Formula::WeightsByLayer => (
            "as parameters × bits per weight ÷ 8, on the card with the most layers",
            "参数量 × 每权重位数 ÷ 8，取分到层数最多的那张卡",
        ),
        Formula::CacheHeads => (
            "2 × layers × KV heads per card × head width × bytes × tokens × sequences",
            "2 × 层数 × 每卡 KV 头数 × 头维度 × 字节数 × token 数 × 序列数",
        ),
        Formula::CacheLatent => (
            "layers × latent width × bytes × tokens × sequences; every card of a tensor-parallel group holds all of it",
            "层数 × 潜向量宽度 × 字节数 × token 数 × 序列数；张量并行时每张卡都存一份",
        ),
        Formula::CacheMixed => (
            "full layers hold the context, windowed layers their window, linear layers a fixed 32-bit state; times sequences",
            "全注意力层存整个上下文，滑动窗口层只存窗口，线性层存固定大小的 32 位状态；再乘以序列数",
        ),
        Formula::TimesFactor => (
            "the estimate × what you measured ÷ what was estimated for your card",
            "估算值 × 你的实测值 ÷ 你那张卡的估算值",
        ),
        Formula::CacheNone => ("an encoder keeps no cache", "编码器模型没有 KV 缓存"),
        Formula::ProfiledBatch => (
            "profiled sequences × vocabulary × bytes + profiled tokens × hidden width × bytes",
            "启动探测的序列数 × 词表 × 字节数 + 探测 token 数 × 隐藏维度 × 字节数",
        ),
        Formula::MicroBatch => (
            "logits, hidden buffers and attention mask of one micro-batch",
            "一个微批的 logits、隐藏层缓冲与注意力掩码",
        ),
        Formula::WidestLayer => (
            "prompt tokens × sequences × buffers of the widest layer, less the cache that the output fills later",
            "提示 token 数 × 序列数 × 最宽一层的缓冲，减去输出阶段才会占用的缓存",
        ),
        Formula::Measured => (
            "no shape is known: the middle of what was measured",
            "结构未知：取实测范围的中间值",
        ),
        Formula::PerTrained => (
            "trained parameters × bytes each ÷ cards",
            "可训练参数量 × 每参数字节数 ÷ 卡数",
        ),
        Formula::Passes => (
            "tokens × (layers × bytes kept + the larger of: one layer computed again, vocabulary × bytes of logits)",
            "token 数 ×（层数 × 每层保留字节数 + 以下较大者：重算一层，或词表 × logits 字节数）",
        ),
        Formula::Update => (
            "what the optimizer makes anew in an update; more than forward and backward pass work with",
            "优化器更新时的临时张量；大于前向与反向计算所需",
        ),
        Formula::PerPixel => (
            "pixels × bytes × images at once",
            "像素数 × 每像素字节数 × 同时生成的张数",
        ),
        Formula::PerImage => (
            "bytes held per image × images at once",
            "每张图保留的字节数 × 同时处理的张数",
        ),
        Formula::CacheAudio => (
            "2 × decoder layers × width × 2 bytes × positions × hypotheses × sequences",
            "2 × 解码层数 × 宽度 × 2 字节 × 位置数 × 候选数 × 序列数",
        ),
        Formula::Scene => ("a scene of 8 GB is assumed", "假定场景占用 8 GB"),
        Formula::AsSaid => ("memory as said ÷ cards", "按所填显存 ÷ 卡数"),
        Formula::Overhead => (
            "driver context + communication and other memory + headroom",
            "驱动上下文 + 通信及其他占用 + 余量",
        ),
        Formula::Sum => ("the sum of the parts", "以上各项之和"),
        Formula::Phase => (
            "bytes ÷ (bandwidth × share) + operations ÷ (peak × share) + traffic + launches + exchange; of that and the host the longer (fourth powers added); then what waits for the host",
            "字节数 ÷（带宽 × 利用率）+ 运算量 ÷（峰值 × 利用率）+ 搬运 + 启动 + 卡间通信；与主机时间取较长者（四次方相加）；再加等待主机的时间",
        ),
        Formula::WaitAndPrefill => (
            "own prefill + half of a step that is under way",
            "自身预填充，加上正在进行的一步的一半",
        ),
        Formula::StepAndOthers => (
            "one step with the prompts of the other sequences mixed in, spread over the output",
            "一步解码，并把其他序列的提示摊到每个输出 token",
        ),
        Formula::SteadyStream => (
            "sequences × output tokens ÷ time of one request",
            "序列数 × 输出 token 数 ÷ 单个请求耗时",
        ),
        Formula::Encoded => (
            "sequences × prompt tokens ÷ time of one prefill",
            "序列数 × 提示 token 数 ÷ 一次预填充耗时",
        ),
        Formula::TrainingStep => (
            "tokens of one batch ÷ its time: arithmetic and reading, exchange where it does not hide, at least the launches",
            "一批的 token 数 ÷ 一批耗时：计算与读取，加上未被掩盖的卡间通信，且不短于启动开销",
        ),
        Formula::ImagesByPasses => (
            "cards × images ÷ (passes × the longer of arithmetic + reading, and launches, + decoding)",
            "卡数 × 张数 ÷（遍数 ×（计算 + 访存，与启动取长者）+ 解码）",
        ),
        Formula::Transcribed => (
            "cards × sequences × tokens ÷ (encoding + tokens × step)",
            "卡数 × 序列数 × token 数 ÷（编码 + token 数 × 单步）",
        ),
        Formula::FramesByScore => (
            "cards × score ÷ reference score ÷ time per frame",
            "卡数 × 得分 ÷ 参考卡得分 ÷ 单帧时间",
        ),
        Formula::ShareOfPeak => ("cards × peak × share", "卡数 × 峰值 × 利用率"),
        Formula::HoursAsSaid => (
            "one GPU-hour per card and hour, whatever the card",
            "每张卡每小时计一个 GPU 时，不按卡的快慢折算",
        ),
    };
    match locale {
        Locale::En => en,
        Locale::Zh => zh,
    }
}

/// The name of what is put into a formula.
#[must_use]
pub const fn symbol(locale: Locale, symbol: Symbol) -> &'static str {
    let (en, zh) = match symbol {
        Symbol::Parameters => ("parameters", "参数量"),
        Symbol::ActiveParameters => ("active parameters", "激活参数量"),
        Symbol::TrainedParameters => ("trained parameters", "可训练参数量"),
        Symbol::BitsPerWeight => ("bits per weight (mean)", "每权重位数（平均）"),
        Symbol::Cards => ("cards", "卡数"),
        Symbol::Layers => ("layers", "层数"),
        Symbol::FullLayers => ("layers with full attention", "全注意力层数"),
        Symbol::WindowedLayers => ("layers with a window", "滑动窗口层数"),
        Symbol::LinearLayers => ("layers with a fixed state", "线性层数"),
        Symbol::HeadsPerCard => ("KV heads per card", "每卡 KV 头数"),
        Symbol::HeadWidth => ("head width", "头维度"),
        Symbol::LatentWidth => ("latent width", "潜向量宽度"),
        Symbol::ElementBytes => ("bytes per element", "每元素字节数"),
        Symbol::Context => ("tokens per sequence", "每序列 token 数"),
        Symbol::Sequences => ("sequences", "序列数"),
        Symbol::ProfiledSequences => ("profiled sequences", "探测序列数"),
        Symbol::ProfiledTokens => ("profiled tokens", "探测 token 数"),
        Symbol::Vocabulary => ("vocabulary", "词表大小"),
        Symbol::Hidden => ("hidden width", "隐藏维度"),
        Symbol::SamplerBytes => (
            "bytes per sequence and vocabulary entry",
            "每序列每词字节数",
        ),
        Symbol::HiddenBytes => (
            "bytes per token and hidden element",
            "每 token 每隐藏元素字节数",
        ),
        Symbol::BatchTokens => ("tokens per micro-batch", "微批 token 数"),
        Symbol::BytesPerParameter => ("bytes per trained parameter", "每可训练参数字节数"),
        Symbol::KeptBytes => ("kept per token and layer", "每 token 每层保留"),
        Symbol::LayerBytes => ("one layer again, per token", "重算一层（每 token）"),
        Symbol::LogitBytes => (
            "bytes of logits per token and word",
            "每 token 每词 logits 字节数",
        ),
        Symbol::Passes => ("forward and backward pass", "前向与反向计算"),
        Symbol::Pixels => ("pixels per image", "每张图像素数"),
        Symbol::HeldBytes => ("bytes held per image", "每张图保留的字节数"),
        Symbol::Positions => ("positions", "位置数"),
        Symbol::Hypotheses => ("hypotheses", "候选数"),
        Symbol::Decoding => ("decoding of images", "图像解码"),
        Symbol::Images => ("images at once", "同时处理的张数"),
        Symbol::Said => ("memory as said", "所填显存"),
        Symbol::DriverContext => ("driver context", "驱动上下文"),
        Symbol::Communication => ("communication and other memory", "通信及其他占用"),
        Symbol::Headroom => ("headroom", "余量"),
        Symbol::Low => ("low", "下限"),
        Symbol::High => ("high", "上限"),
        Symbol::BytesRead => ("bytes read per card", "每卡读取字节数"),
        Symbol::Operations => ("operations per card", "每卡运算量"),
        Symbol::Bandwidth => ("memory bandwidth", "显存带宽"),
        Symbol::Peak => ("peak rate", "峰值算力"),
        Symbol::BandwidthShare => ("share of bandwidth reached", "带宽利用率"),
        Symbol::PeakShare => ("share of peak reached", "算力利用率"),
        Symbol::Reading => ("reading", "读取"),
        Symbol::Arithmetic => ("arithmetic", "计算"),
        Symbol::Traffic => ("cache, scores and activations", "缓存、分数与激活的搬运"),
        Symbol::Launches => ("launches", "启动开销"),
        Symbol::Host => ("host, meanwhile", "主机（同时进行）"),
        Symbol::Serial => ("waiting for the host", "等待主机"),
        Symbol::Device => ("card, one step", "卡上一步"),
        Symbol::Stages => ("pipeline stages", "流水线级数"),
        Symbol::MixedPrompt => ("one prompt mixed in", "混入一个提示"),
        Symbol::TokenTime => ("time per token", "每 token 时间"),
        Symbol::Exchange => ("exchange between cards", "卡间通信"),
        Symbol::PrefillTime => ("one prefill", "一次预填充"),
        Symbol::StepTime => ("one step", "一步"),
        Symbol::Prompt => ("prompt tokens", "提示 token 数"),
        Symbol::Output => ("output tokens", "输出 token 数"),
        Symbol::OperationsPerToken => ("operations per token", "每 token 运算量"),
        Symbol::DenoisingSteps => ("denoising steps", "去噪步数"),
        Symbol::Score => ("render score", "渲染得分"),
        Symbol::ReferenceScore => ("score of the reference card", "参考卡得分"),
        Symbol::Factor => ("measured ÷ estimated", "实测 ÷ 估算"),
        Symbol::FrameTime => ("time per frame on the reference card", "参考卡单帧时间"),
    };
    match locale {
        Locale::En => en,
        Locale::Zh => zh,
    }
}
