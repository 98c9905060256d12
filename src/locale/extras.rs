//! What is paid for beside the instances, and what a budget buys, in words.

use super::Locale;
use super::number::{grouped, significant};
use crate::cost::{ExtraItem, Idle};
use crate::units::{Hours, Money};

impl Locale {
    /// What an extra is.
    #[must_use]
    pub const fn extra_item(self, item: ExtraItem) -> &'static str {
        match item {
            ExtraItem::Storage => self.pick("Storage", "存储"),
            ExtraItem::Egress => self.pick("Traffic out", "出站流量"),
            ExtraItem::ObjectStorage => self.pick("Object storage", "对象存储"),
            ExtraItem::Snapshot => self.pick("Snapshots", "快照"),
            ExtraItem::CrossZone => {
                self.pick("Traffic between zones or regions", "跨可用区或跨地域流量")
            }
            ExtraItem::LoadBalancer => self.pick(
                "Load balancers, without charges by load",
                "负载均衡（不含按用量计的费用）",
            ),
            ExtraItem::PublicIp => self.pick("Public addresses", "公网 IP"),
        }
    }

    /// The same where the provider's price is not known.
    #[must_use]
    pub fn extra_unknown(self, item: ExtraItem) -> String {
        let item = self.extra_item(item);
        match self {
            Self::En => format!("{item}, price not known"),
            Self::Zh => format!("{item}，价格未知"),
        }
    }

    /// What keeping instances between uses costs, its amounts in the display currency per month.
    #[must_use]
    pub fn idle(self, idle: Idle) -> String {
        let with = |amount: Money, en: [&str; 2], zh: [&str; 2]| {
            let [before, after] = match self {
                Self::En => en,
                Self::Zh => zh,
            };
            format!("{before}{}{after}", self.bill(amount))
        };
        match idle {
            Idle::Free => self
                .pick(
                    "Stopped between uses, it costs only its storage and addresses.",
                    "不用时关机，只收存储和 IP 的费用。",
                )
                .to_owned(),
            Idle::Billed(amount) => with(
                amount,
                [
                    "Stopped between uses it is billed as if it ran: ",
                    " more a month. Release it instead.",
                ],
                ["关机不释放仍按运行计费，每月多付 ", "；不用时请释放实例。"],
            ),
            Idle::OnlyRunning(amount) => with(
                amount,
                [
                    "It cannot be stopped: release it between uses, or pay ",
                    " more a month.",
                ],
                ["不能只关机：不用时须释放实例，否则每月多付 ", "。"],
            ),
            Idle::Unknown => self
                .pick(
                    "Whether it is billed while stopped is not known here.",
                    "关机后是否继续计费，未知。",
                )
                .to_owned(),
        }
    }

    /// The largest model, by name, that a budget buys.
    #[must_use]
    pub fn budget_model(self, name: &str) -> String {
        match self {
            Self::En => format!("Largest model within the budget: {name}"),
            Self::Zh => format!("预算内最大的模型：{name}"),
        }
    }

    /// The longest context in tokens that a budget buys.
    #[must_use]
    pub fn budget_context(self, tokens: u32) -> String {
        let tokens = grouped(u64::from(tokens));
        match self {
            Self::En => format!("Longest context within the budget: {tokens} tokens"),
            Self::Zh => format!("预算内最长的上下文：{tokens} token"),
        }
    }

    /// The most hours per month that a budget buys.
    #[must_use]
    pub fn budget_hours(self, hours: Hours) -> String {
        let hours = significant(hours.get(), 3);
        match self {
            Self::En => format!("Most hours within the budget: {hours} a month"),
            Self::Zh => format!("预算内最多的时长：每月 {hours} 小时"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Currency;

    #[test]
    fn an_unknown_price_is_said_in_both_languages() {
        for item in ExtraItem::ALL {
            let (en, zh) = (
                Locale::En.extra_unknown(*item),
                Locale::Zh.extra_unknown(*item),
            );
            assert!(en.ends_with(", price not known") && en.is_ascii(), "{en}");
            assert!(zh.ends_with("，价格未知"), "{zh}");
        }
    }

    #[test]
    fn idle_money_is_in_the_sentence() {
        let amount = Money::from_micros(1_140_000_000, Currency::USD);
        let said = |idle: Idle| [Locale::En.idle(idle), Locale::Zh.idle(idle)];
        for idle in [Idle::Billed(amount), Idle::OnlyRunning(amount)] {
            for text in said(idle) {
                assert!(text.contains("$1,140"), "{text}");
            }
        }
        for idle in [Idle::Free, Idle::Unknown] {
            for text in said(idle) {
                assert!(!text.contains('$'), "{text}");
            }
        }
    }

    #[test]
    fn a_budget_s_sentences_carry_their_figures() {
        assert_eq!(
            Locale::En.budget_hours(Hours::new(476.02)),
            "Most hours within the budget: 476 a month"
        );
        assert_eq!(
            Locale::Zh.budget_context(32_768),
            "预算内最长的上下文：32,768 token"
        );
        assert!(
            Locale::En
                .budget_model("Qwen2.5 72B")
                .ends_with(": Qwen2.5 72B")
        );
    }
}
