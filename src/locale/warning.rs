//! What to know about a candidate, in words.

use super::Locale;
use crate::rank::Warning;

impl Locale {
    /// A warning as a sentence that says what it means for the asker.
    #[must_use]
    pub const fn warning(self, warning: Warning) -> &'static str {
        match warning {
            Warning::CountNotConfirmed => self.pick(
                "How many cards one host has is not confirmed; one card was taken.",
                "单台主机能配几张卡未经证实，按一张计。",
            ),
            Warning::OldPrice => self.pick(
                "The price is older than six months; check before you rely on it.",
                "价格已超过六个月，下单前请核对。",
            ),
            Warning::VeryOldPrice => self.pick(
                "The price is older than eighteen months; it has probably changed.",
                "价格已超过十八个月，很可能已经变动。",
            ),
            Warning::PriceFloor => self.pick(
                "This is the lowest price over several regions; yours may cost more.",
                "这是多个地域中的最低价，你所在的地域可能更贵。",
            ),
            Warning::PriceNotConfirmed => self.pick(
                "The source itself says that nothing confirms this price.",
                "来源注明该价格未经旁证。",
            ),
            Warning::CardAssumed => self.pick(
                "The card's edition is not stated; the slower one was assumed.",
                "未说明具体卡型版本，按较慢的一种计算。",
            ),
            Warning::MemoryAssumed => self.pick(
                "Usable memory was never read on this card; 95.5% of the label is assumed.",
                "没有这张卡可用显存的实测，按标称的 95.5% 计。",
            ),
            Warning::TightMemory => self.pick(
                "Tight: enough for the expected need, but it may run out at full load.",
                "显存偏紧：够预期用量，满载时可能溢出。",
            ),
            Warning::Oversized => self.pick(
                "Oversized: it has more than three times the memory you need.",
                "配置过大：显存超过所需的三倍。",
            ),
            Warning::EnginePartial => self.pick(
                "The engine supports this card only in part: a fork, plugin or preview.",
                "引擎对这张卡只有部分支持：分支、插件或预览版。",
            ),
            Warning::EngineUnknown => self.pick(
                "Nothing was found on whether the engine runs on this card.",
                "没有找到该引擎能否在这张卡上运行的资料。",
            ),
            Warning::PrecisionEmulated => self.pick(
                "The card stores this precision but computes in a wider one, so memory shrinks and speed does not grow.",
                "这张卡只能以该精度存储，计算时会转成更高精度：省显存，不提速。",
            ),
            Warning::SlowLink => self.pick(
                "The cards talk over PCI Express; sharding costs speed.",
                "卡间走 PCIe，多卡切分会损失速度。",
            ),
            Warning::MissesFirstToken => self.pick(
                "Misses your target for the first token.",
                "达不到你的首 token 延迟目标。",
            ),
            Warning::MissesPerToken => self.pick(
                "Misses your target per token.",
                "达不到你的逐 token 延迟目标。",
            ),
            Warning::MissesDeadline => {
                self.pick("The job ends after your deadline.", "任务会在截止时间之后完成。")
            }
            Warning::CommitTooLong => self.pick(
                "The commitment outlasts your project and is paid to its end.",
                "承诺期比项目长，费用要付到期满。",
            ),
            Warning::PromotionEndUnknown => self.pick(
                "No price is known after the promotion, so it is counted for the whole project.",
                "促销结束后的价格未知，促销价按全程计算。",
            ),
            Warning::SpotNoCheckpoint => self.pick(
                "Spot may be taken away at any time; save checkpoints or lose the work.",
                "抢占式实例随时可能被回收，请保存检查点，否则工作会丢失。",
            ),
            Warning::StorageUnknown => self.pick(
                "Storage is not in the sum: this seller's price is not known.",
                "未计入存储：没有该厂商的存储价格。",
            ),
            Warning::EgressUnknown => self.pick(
                "Traffic is not in the sum: this seller's price is not known.",
                "未计入流量：没有该厂商的流量价格。",
            ),
            Warning::ExtraUnknown => self.pick(
                "Something beside the instances is not in the sum: this seller's price is not known.",
                "有附加项目未计入：没有该厂商的价格。",
            ),
            Warning::DiscountAssumed => self.pick(
                "The commitment is priced at the usual discount; this seller lists none.",
                "承诺折扣按常见幅度估算，该厂商没有公布。",
            ),
            Warning::InterruptionsUnknown => self.pick(
                "How often these spot instances are interrupted is not known; a wide range is assumed.",
                "这种抢占式实例的中断率未知，按较宽的范围估算。",
            ),
            Warning::SpotMayMiss => self.pick(
                "Interruptions may make the job miss its deadline.",
                "中断可能使任务错过截止时间。",
            ),
            Warning::UnderThirtyPercent => self.pick(
                "Less than 30% of what it can do is used.",
                "利用率不到 30%。",
            ),
            Warning::CpuWouldDo => self.pick(
                "A server without a GPU would do this for less.",
                "没有 GPU 的服务器就够用，而且更便宜。",
            ),
            Warning::SlowNetwork => self.pick(
                "The hosts exchange over a slow network; adding hosts helps little.",
                "多机之间的网络慢，加机器收益小。",
            ),
            Warning::Starved => self.pick(
                "The cards wait for data a good part of the time.",
                "加速卡有相当一部分时间在等数据。",
            ),
            Warning::ShareCard => self.pick(
                "Several loads like this would share one card.",
                "一张卡可以同时承担几个这样的负载。",
            ),
            Warning::FarFromUsers => self.pick(
                "It is far from your users; answers take longer.",
                "离你的用户远，响应会更慢。",
            ),
            Warning::ExtrasElsewhere => self.pick(
                "Storage or traffic is priced as in another region of this seller.",
                "存储或流量按该厂商其他地区的价格计算。",
            ),
            Warning::RoughSpeed => self.pick(
                "The speed of this kind of work is a rough estimate.",
                "这类任务的速度只是粗略估算。",
            ),
            Warning::ModelInferred => self.pick(
                "The model's shape was inferred from its size.",
                "模型结构由参数量推断。",
            ),
        }
    }
}
