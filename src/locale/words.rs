//! Names of what an answer is made of: units, items, bottlenecks, verdicts.

use super::Locale;
use crate::cost::ExtraItem;
use crate::fit::Verdict;
use crate::rank::{CostItem, UnitOf};
use crate::speed::{Bottleneck, SpeedUnit};

/// A component of a footprint, in the order in which bars and lists show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    /// Weights.
    Weights,
    /// KV cache.
    Cache,
    /// Optimizer states.
    Optimizer,
    /// Gradients.
    Gradients,
    /// Activations.
    Activations,
    /// Driver, allocator, buffers.
    Overhead,
}

impl Component {
    /// All components in order.
    pub const ALL: [Self; 6] = [
        Self::Weights,
        Self::Cache,
        Self::Optimizer,
        Self::Gradients,
        Self::Activations,
        Self::Overhead,
    ];

    /// The class that gives it its colour.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Self::Weights => "m-w",
            Self::Cache => "m-k",
            Self::Optimizer => "m-t",
            Self::Gradients => "m-g",
            Self::Activations => "m-a",
            Self::Overhead => "m-o",
        }
    }
}

impl Locale {
    /// A component of memory.
    #[must_use]
    pub const fn component(self, component: Component) -> &'static str {
        match component {
            Component::Weights => self.pick("Weights", "权重"),
            Component::Cache => self.pick("Context (KV cache)", "上下文（KV 缓存）"),
            Component::Optimizer => self.pick("Optimizer states", "优化器状态"),
            Component::Gradients => self.pick("Gradients", "梯度"),
            Component::Activations => self.pick("Activations", "激活"),
            Component::Overhead => self.pick("Engine and driver", "引擎与驱动"),
        }
    }

    /// A verdict on memory in one word.
    #[must_use]
    pub const fn verdict(self, verdict: Verdict) -> &'static str {
        match verdict {
            Verdict::Fits => self.pick("fits", "放得下"),
            Verdict::Tight => self.pick("tight", "偏紧"),
            Verdict::No => self.pick("does not fit", "放不下"),
        }
    }

    /// What a unit cost is per.
    #[must_use]
    pub const fn unit_of(self, unit: UnitOf) -> &'static str {
        match unit {
            UnitOf::MillionTokens => self.pick("per million tokens", "每百万 token"),
            UnitOf::Epoch => self.pick("per epoch", "每轮"),
            UnitOf::Image => self.pick("per image", "每张图"),
            UnitOf::Frame => self.pick("per frame", "每帧"),
            UnitOf::GpuHour => self.pick("per GPU-hour", "每卡时"),
        }
    }

    /// What a cost line pays for.
    #[must_use]
    pub const fn cost_item(self, item: CostItem) -> &'static str {
        match item {
            CostItem::Compute => self.pick("Instances", "实例"),
            CostItem::Tax => self.pick("Tax", "税"),
            CostItem::Extra(item) => match item {
                ExtraItem::Storage => self.pick("Storage", "存储"),
                ExtraItem::Egress => self.pick("Traffic out", "出站流量"),
                ExtraItem::ObjectStorage => self.pick("Object storage", "对象存储"),
                ExtraItem::Snapshot => self.pick("Snapshots", "快照"),
                ExtraItem::CrossZone => self.pick("Traffic between zones", "跨可用区流量"),
                ExtraItem::LoadBalancer => self.pick("Load balancers", "负载均衡"),
                ExtraItem::PublicIp => self.pick("Public addresses", "公网 IP"),
            },
        }
    }

    /// What limits the speed.
    #[must_use]
    pub const fn bottleneck(self, bottleneck: Bottleneck) -> &'static str {
        match bottleneck {
            Bottleneck::Bandwidth => self.pick(
                "Limited by memory bandwidth: weights and cache are read for every token.",
                "受显存带宽限制：每个 token 都要读一遍权重和缓存。",
            ),
            Bottleneck::Compute => self.pick("Limited by arithmetic.", "受算力限制。"),
            Bottleneck::Latency => self.pick(
                "Limited by launches and synchronisation.",
                "受内核启动与同步延迟限制。",
            ),
            Bottleneck::Interconnect => {
                self.pick("Limited by traffic between the cards.", "受卡间通信限制。")
            }
            Bottleneck::AsSaid => self.pick(
                "Hours as you said; not scaled by the card.",
                "按你给的时长计算，不随卡型缩放。",
            ),
        }
    }

    /// The unit of a speed as shown, per second unless the unit says otherwise.
    #[must_use]
    pub const fn speed_unit(self, unit: SpeedUnit) -> &'static str {
        match unit {
            SpeedUnit::OutputTokens | SpeedUnit::TrainingTokens => "tok/s",
            SpeedUnit::Images => self.pick("images/s", "张/秒"),
            SpeedUnit::Frames => self.pick("frames/h", "帧/小时"),
            SpeedUnit::Petaflop => "TFLOP/s",
            SpeedUnit::GpuHours => self.pick("GPU-hours/h", "卡时/小时"),
        }
    }

    /// How many of a speed's units, as shown, one unit per second is.
    #[must_use]
    pub const fn speed_scale(self, unit: SpeedUnit) -> f64 {
        match unit {
            SpeedUnit::OutputTokens | SpeedUnit::TrainingTokens | SpeedUnit::Images => 1.0,
            SpeedUnit::Petaflop => 1000.0,
            SpeedUnit::Frames | SpeedUnit::GpuHours => 3600.0,
        }
    }
}
