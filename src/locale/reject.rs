//! Why offers do not serve, in words.

use super::Locale;
use crate::rank::Reject;

impl Locale {
    /// A reason, worded to follow a count of offers: "312 — too little memory".
    #[must_use]
    pub const fn reject(self, reason: Reject) -> &'static str {
        match reason {
            Reject::ComponentWithoutHost => self.pick(
                "list a card without the host it needs, so no full price is known",
                "只列出单卡价格，不含主机，算不出整机价",
            ),
            Reject::GpuCountUnknown => {
                self.pick("do not say how many cards they hold", "没有说明卡数")
            }
            Reject::GpuUnknown => self.pick("do not say which card they hold", "没有说明卡型"),
            Reject::MarketQuote => self.pick(
                "are quotes of a market, not of a seller",
                "是市场报价，不是厂商报价",
            ),
            Reject::MarketMinimum => self.pick(
                "are the lowest bid of a market at one moment",
                "是市场某一刻的最低价",
            ),
            Reject::MixedCardsFloor => self.pick(
                "are the lowest price over several cards",
                "是几种卡混在一起的最低价",
            ),
            Reject::NoGpu => self.pick("have no accelerator", "没有加速卡"),
            Reject::NoPrice => self.pick("have no published price", "没有公开价格"),
            Reject::Tier => self.pick(
                "come from kinds of seller you left out",
                "来自你未选的厂商类型",
            ),
            Reject::Provider => self.pick("are from other providers", "不是你选的厂商"),
            Reject::Gpu => self.pick("have another card", "不是你选的卡"),
            Reject::Vendor => self.pick("have a card of another vendor", "不是你选的加速卡厂商"),
            Reject::Region => self.pick("are in other regions", "不在你选的地区"),
            Reject::RegionUnknown => self.pick("do not say where they stand", "没有说明所在地区"),
            Reject::Jurisdiction => {
                self.pick("keep data under another law", "数据不在你要求的司法辖区")
            }
            Reject::JurisdictionUnknown => {
                self.pick("do not say where data lie", "没有说明数据所在的司法辖区")
            }
            Reject::Home => self.pick(
                "come from sellers under another law",
                "厂商所属的司法辖区不在你要求之内",
            ),
            Reject::HomeUnknown => self.pick(
                "come from sellers of whom it is not known under which law they are",
                "厂商所属的司法辖区未知",
            ),
            Reject::Compliance => self.pick(
                "come from providers without this certificate, as far as is known",
                "据现有资料，厂商没有该认证",
            ),
            Reject::ComplianceUnknown => self.pick(
                "come from providers whose certificates are not known",
                "厂商的认证情况未知",
            ),
            Reject::Framework => self.pick(
                "come from providers without this framework or platform, as far as is known",
                "据现有资料，厂商不提供该框架或平台",
            ),
            Reject::FrameworkUnknown => self.pick(
                "come from providers whose frameworks are not known",
                "厂商提供的框架未知",
            ),
            Reject::Sla => self.pick("promise less availability", "承诺的可用性不足"),
            Reject::SlaUnknown => self.pick(
                "have no known promise of availability",
                "没有已知的可用性承诺",
            ),
            Reject::Link => self.pick("have a slower interconnect", "卡间互联不够快"),
            Reject::LinkUnknown => {
                self.pick("do not say how their cards are joined", "没有说明卡间互联")
            }
            Reject::Count => {
                self.pick("are not sold with this number of cards", "不按这个卡数出售")
            }
            Reject::PurchaseKind => self.pick(
                "have no price of a kind you allow",
                "没有你允许的购买方式的价格",
            ),
            Reject::FloorBesideExact => self.pick(
                "are a lowest-region price beside an exact one of the same instance",
                "是同一实例的地域最低价，已有确切价格",
            ),
            Reject::NoRate => self.pick(
                "are priced in a currency without a known rate",
                "所用货币没有汇率",
            ),
            Reject::EngineUnsupported => self.pick(
                "have a card that the engine does not run on",
                "所选引擎不支持其加速卡",
            ),
            Reject::PrecisionUnsupported => {
                self.pick("have a card without this precision", "其加速卡不支持该精度")
            }
            Reject::MemoryUnknown => self.pick(
                "have a card whose memory is not known",
                "其加速卡的显存未知",
            ),
            Reject::TooSmall => self.pick("have too little memory", "显存不够"),
            Reject::SliceTooSmall => self.pick(
                "are slices of a card, which cannot be joined, and one is too small",
                "是单卡切片，不能拼接，单个又太小",
            ),
            Reject::NoFp64Figure => self.pick(
                "have a card without a known FP64 figure",
                "其加速卡没有已知的 FP64 指标",
            ),
            Reject::NoRenderFigure => self.pick(
                "have a card without a known render score",
                "其加速卡没有已知的渲染成绩",
            ),
            Reject::NoComputeFigure => self.pick(
                "have a card without known bandwidth or compute",
                "其加速卡没有已知的带宽或算力",
            ),
            Reject::TooManyInstances => self.pick(
                "would take a million instances or more",
                "需要一百万台以上的实例",
            ),
            Reject::OverBudget => self.pick("cost more than your budget", "超出预算"),
            Reject::ModelUnknown => self.pick(
                "cannot be judged: the model is not known, or this workload cannot run it",
                "无法判断：模型未知，或该负载不适用于此模型",
            ),
        }
    }
}
