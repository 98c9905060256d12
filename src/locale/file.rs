//! Model files: why one cannot be used, what was assumed, and the numbers of a shape.

use super::Locale;
use super::number::grouped;
use crate::query::CustomShape;
use crate::reader::{FileKind, MOST_HEAD, Note, ReadError, TensorFault};

texts! {
    file_label: "Model file", "模型文件";
    file_choose: "Choose files", "选择文件";
    file_hint: "Drop config.json, its index, .safetensors or .gguf here. Only the head is read, on this device.", "可拖入 config.json、索引、.safetensors 或 .gguf，只在本机读取文件头。";
    file_paste: "Or paste config.json", "或粘贴 config.json";
    file_unreadable: "The browser could not read this file.", "浏览器无法读取此文件。";
    shape_label: "Architecture", "模型结构";
    shape_assumed: "assumed from the size", "按参数量推断";
}

/// A size in the unit in which file managers show it.
fn mb(bytes: u64) -> String {
    grouped(bytes.div_ceil(1 << 20))
}

impl Locale {
    /// Why a file cannot be used, in one sentence.
    #[must_use]
    pub fn read_error(self, error: &ReadError) -> String {
        let zh = self == Self::Zh;
        match error {
            ReadError::Empty => self.pick("The file is empty.", "文件是空的。").to_owned(),
            ReadError::NotAModel => self
                .pick(
                    "This is none of config.json, safetensors index, .safetensors and .gguf.",
                    "这不是 config.json、safetensors 索引、.safetensors 或 .gguf 文件。",
                )
                .to_owned(),
            ReadError::NotThisJson => self
                .pick(
                    "This is the config of an adapter or a pipeline; the model's own config.json is needed.",
                    "这是适配器或流水线的配置，请用模型本身的 config.json。",
                )
                .to_owned(),
            ReadError::Truncated => self
                .pick("The file ends before its header does.", "文件不完整：文件头还没结束就中断了。")
                .to_owned(),
            ReadError::HeaderTooLong(bytes) if zh => format!(
                "文件头声称有 {} MiB，最多接受 {} MiB。",
                mb(*bytes),
                mb(MOST_HEAD)
            ),
            ReadError::HeaderTooLong(bytes) => format!(
                "The header claims {} MiB; at most {} MiB are accepted.",
                mb(*bytes),
                mb(MOST_HEAD)
            ),
            ReadError::Syntax(at) if zh => format!("JSON 在第 {} 个字节处有误。", at + 1),
            ReadError::Syntax(at) => format!("The JSON is broken at byte {}.", at + 1),
            ReadError::TooDeep(most) if zh => format!("嵌套层数过多，最多接受 {most} 层。"),
            ReadError::TooDeep(most) => {
                format!("The levels are too deep; at most {most} are accepted.")
            }
            ReadError::TooMany(most) if zh => {
                format!("条目过多，最多接受 {} 个。", grouped(u64::from(*most)))
            }
            ReadError::TooMany(most) => format!(
                "There are too many entries; at most {} are accepted.",
                grouped(u64::from(*most))
            ),
            ReadError::Missing(field) if zh => format!("缺少字段 {field}。"),
            ReadError::Missing(field) => format!("The field {field} is missing."),
            ReadError::OutOfRange { field, low, high } => {
                let (low, high) = (grouped(*low), grouped(*high));
                match self {
                    Self::En => format!("{field} must be a whole number from {low} to {high}."),
                    Self::Zh => format!("{field} 应为 {low} 到 {high} 之间的整数。"),
                }
            }
            ReadError::Version(version) if zh => {
                format!("GGUF 版本 {version} 不受支持，可用版本为 2 到 3。")
            }
            ReadError::Version(version) => {
                format!("GGUF version {version} is not supported; 2 to 3 are.")
            }
            ReadError::BigEndian => self
                .pick(
                    "This GGUF file is big-endian; only little-endian ones are read.",
                    "这个 GGUF 文件是大端序，只支持小端序。",
                )
                .to_owned(),
            ReadError::Tensor { name, fault } => match self {
                Self::En => format!("Tensor {name}: {}.", self.tensor_fault(*fault)),
                Self::Zh => format!("张量 {name}：{}。", self.tensor_fault(*fault)),
            },
            ReadError::PartOfSeveral { part, of } if zh => format!(
                "这是 {of} 个分片中的第 {part} 个，请改用 model.safetensors.index.json 和 config.json。"
            ),
            ReadError::PartOfSeveral { part, of } => format!(
                "This is part {part} of {of}; take model.safetensors.index.json and config.json instead."
            ),
        }
    }

    const fn tensor_fault(self, fault: TensorFault) -> &'static str {
        match fault {
            TensorFault::Entry => self.pick("its entry is not understood", "条目无法识别"),
            TensorFault::Type => self.pick("its type is not known", "数据类型未知"),
            TensorFault::Dimensions => self.pick(
                "a dimension is zero, or there are too many",
                "维度为零或维数过多",
            ),
            TensorFault::TooLarge => self.pick("it is larger than possible", "大小超出可能范围"),
            TensorFault::Length => self.pick(
                "its bytes do not agree with its dimensions",
                "字节数与维度不符",
            ),
            TensorFault::Offset => self.pick(
                "it overlaps another or leaves a gap",
                "位置与其他张量重叠或有空隙",
            ),
        }
    }

    /// What was assumed about a model, or left out.
    #[must_use]
    pub fn file_note(self, note: &Note) -> String {
        match (self, note) {
            (Self::En, Note::FamilyUnknown(family)) => {
                format!("The family “{family}” is not known; read as a gated decoder.")
            }
            (Self::Zh, Note::FamilyUnknown(family)) => {
                format!("未知的模型族“{family}”，按带门控的解码器读取。")
            }
            (Self::En, Note::Defaults) => {
                "Fields left out have the defaults of the family.".to_owned()
            }
            (Self::Zh, Note::Defaults) => "未写出的字段取该模型族的默认值。".to_owned(),
            (Self::En, Note::HeadDimAssumed(width)) => {
                format!("The width of a head is not stated; {width} is assumed.")
            }
            (Self::Zh, Note::HeadDimAssumed(width)) => {
                format!("文件没有写明头维度，按 {width} 推断。")
            }
            (Self::En, Note::ShapeUnknown) => {
                "The file does not tell the shape; one is inferred from the size. Add config.json for the true one.".to_owned()
            }
            (Self::Zh, Note::ShapeUnknown) => {
                "文件没有给出结构，按参数量推断；加上 config.json 可得到真实结构。".to_owned()
            }
            (Self::En, Note::BytesPerWeightAssumed) => {
                "The count is estimated from the bytes.".to_owned()
            }
            (Self::Zh, Note::BytesPerWeightAssumed) => "参数量由字节数估算。".to_owned(),
            (Self::En, Note::Tower(count)) => {
                format!("{} more for images or sound.", self.params(*count))
            }
            (Self::Zh, Note::Tower(count)) => {
                format!("另有图像或语音编码器约 {}参数。", self.params(*count))
            }
            (Self::En, Note::PredictionLayers(layers)) => {
                format!("{layers} layer(s) for multi-token prediction are not counted.")
            }
            (Self::Zh, Note::PredictionLayers(layers)) => {
                format!("不含 {layers} 层多 token 预测模块。")
            }
            (Self::En, Note::SharedCache(layers)) => {
                format!("{layers} layers share the cache of others; it is counted as if they held their own.")
            }
            (Self::Zh, Note::SharedCache(layers)) => {
                format!("有 {layers} 层共用其他层的 KV 缓存，这里仍按各层自有计算。")
            }
            (Self::En, Note::FormatNearest(name)) => {
                format!("{name} is none of the formats here; the nearest one is chosen.")
            }
            (Self::Zh, Note::FormatNearest(name)) => {
                format!("没有 {name} 这种格式，取最接近的一种。")
            }
            (Self::En, Note::FormatUnknown(name)) => {
                format!("The storage “{name}” is not known; the chosen format stays.")
            }
            (Self::Zh, Note::FormatUnknown(name)) => {
                format!("未知的存储格式“{name}”，保留当前所选精度。")
            }
            (Self::En, Note::Part(part, of)) => {
                format!("Part {part} of {of}: size and bytes follow from the shape.")
            }
            (Self::Zh, Note::Part(part, of)) => {
                format!("这是 {of} 个分片中的第 {part} 个，大小按结构计算。")
            }
            (Self::En, Note::Incomplete) => {
                "The file is shorter than its header says: an unfinished download?".to_owned()
            }
            (Self::Zh, Note::Incomplete) => {
                "文件比文件头声明的短，可能没有下载完。".to_owned()
            }
        }
    }

    /// The kind of a file.
    #[must_use]
    pub const fn file_kind(self, kind: FileKind) -> &'static str {
        match kind {
            FileKind::Config => "config.json",
            FileKind::Index => self.pick("safetensors index", "safetensors 索引"),
            FileKind::Safetensors => "safetensors",
            FileKind::Gguf => "GGUF",
        }
    }

    /// A number of a shape by its code in the link.
    #[must_use]
    pub fn shape_field(self, code: &str) -> &'static str {
        let (en, zh) = match code {
            "l" => ("Layers", "层数"),
            "h" => ("Hidden width", "隐藏维度"),
            "f" => ("Feed-forward width", "前馈维度"),
            "a" => ("Attention heads", "注意力头数"),
            "k" => ("KV heads", "KV 头数"),
            "d" => ("Head width", "头维度"),
            "v" => ("Vocabulary", "词表大小"),
            "w" => ("Window", "滑动窗口"),
            "ws" => ("Layers with a window", "滑动窗口层数"),
            "r" => ("Layers with a fixed state", "线性注意力层数"),
            "m" => ("MLA latent rank", "MLA 潜在秩"),
            "e" => ("Experts", "专家数"),
            "et" => ("Experts per token", "每 token 专家数"),
            "ew" => ("Expert width", "专家维度"),
            "es" => ("Shared experts", "共享专家数"),
            "c" => ("Longest context", "最大上下文"),
            _ => return "",
        };
        self.pick(en, zh)
    }

    /// A shape in one line.
    #[must_use]
    pub fn shape_line(self, custom: &CustomShape) -> String {
        let shape = &custom.shape;
        let n = |value: u32| grouped(u64::from(value));
        let (layers, hidden) = (n(shape.layers), n(shape.hidden));
        let (heads, kv_heads) = (n(shape.heads), n(shape.kv_heads));
        let mut line = match self {
            Self::En => {
                format!("{layers} layers · {hidden} wide · {heads} heads, {kv_heads} KV")
            }
            Self::Zh => format!("{layers} 层 · 维度 {hidden} · {heads} 头，{kv_heads} KV 头"),
        };
        if let Some(latent) = &shape.latent {
            line.push_str(&format!(" · MLA {}", latent.kv_rank));
        }
        if let Some(experts) = &shape.experts {
            line.push_str(&match self {
                Self::En => format!(" · {} of {} experts", experts.per_token, experts.count),
                Self::Zh => format!(" · {} 选 {} 专家", experts.count, experts.per_token),
            });
        }
        line
    }
}
