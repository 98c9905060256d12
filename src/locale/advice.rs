//! Advice, ties and what moves the answer, in words.

use super::{Locale, fixed};
use crate::rank::{Advice, Others, Warning};
use crate::units::Ratio;

texts! {
    advice: "Worth a look", "值得留意";
    nothing_mends: "No change of the question that was tried mends it.", "试过的改法都不能解决。";
    nothing_cheaper: "Nothing that was tried lies less idle for less money.", "试过的改法中，没有花钱更少而闲置也更少的。";
    nothing_saves: "Nothing that was tried, checkpoints included, saves more than it costs.", "试过的改法（包括存检查点）花的都比省的多。";
    nothing_smaller: "Among the offers that are allowed, nothing with less memory serves this.", "在允许的报价中，没有显存更小而又够用的。";
    nothing_near: "None of the offers that are allowed is known to be near them.", "在允许的报价中，没有已知靠近用户的。";
    ask_instead: "Ask instead:", "改问：";
    changes: "It changes", "改动：";
    moves_most: "What moves the cost most", "哪些因素最影响费用";
    moves_nothing: "Nothing within its range moves the cost.", "各项在合理范围内都不影响费用。";
    moved_speed: "Speed of the cards", "卡的速度";
    moved_price: "Prices since they were read", "价格自采集以来的变动";
    no_fit: "it no longer fits", "放不下";
    tied: "within the range of the first", "与首选不分上下";
}

impl Locale {
    /// An advice as a sentence with its number; `money` is what of the total goes into the mistake.
    #[must_use]
    pub fn advice_of(self, advice: &Advice, money: Option<&str>) -> String {
        let share = advice.value.map(|v| self.percent(v)).unwrap_or_default();
        let count = |places| {
            let value = advice.value.map_or(0.0, Ratio::get);
            fixed(value, places)
        };
        let money = money.unwrap_or_default();
        let (en, zh) = match advice.code {
            Warning::CommitTooLong => (
                format!(
                    "The commitment outlasts the project: {money} ({share}) pays for time after its end."
                ),
                format!("承诺期比项目长：{money}（{share}）付在项目结束之后。"),
            ),
            Warning::SpotNoCheckpoint => (
                format!(
                    "Spot without checkpoints: {share} of the paid hours, {money}, are expected to be lost to interruptions."
                ),
                format!("抢占式实例没有检查点：预计 {share} 的付费时间（{money}）因中断白费。"),
            ),
            Warning::Starved => (
                format!("The cards wait for data {share} of the time: {money} for nothing."),
                format!("加速卡有 {share} 的时间在等数据：{money} 白花。"),
            ),
            Warning::SlowNetwork => (
                format!("Slow network: {share} of each step is exchange between hosts, {money}."),
                format!("多机网络慢：每步有 {share} 的时间花在机器间交换上，合 {money}。"),
            ),
            Warning::Oversized => {
                let times = count(1);
                (
                    format!("Oversized: it has {times} times the memory that the load takes."),
                    format!("配置过大：显存是负载所需的 {times} 倍。"),
                )
            }
            Warning::CpuWouldDo => (
                format!(
                    "A server without a GPU would do this for {share} of the rent: {money} less."
                ),
                format!("没有 GPU 的服务器就够用，租金只要 {share}，省 {money}。"),
            ),
            Warning::ShareCard => {
                let loads = count(0);
                (
                    format!("{loads} loads like this would share one card."),
                    format!("一张卡可以同时承担 {loads} 个这样的负载。"),
                )
            }
            Warning::UnderThirtyPercent => (
                format!("Only {share} of what it can do is used: {money} pays for idle time."),
                format!("利用率只有 {share}：{money} 花在空闲上。"),
            ),
            Warning::FarFromUsers => {
                let told = self.warning(Warning::FarFromUsers);
                let more = advice.money.is_some_and(|more| more.micros() > 0);
                return match (self, advice.others) {
                    (_, None) => told.to_owned(),
                    (_, Some(Others { offers: 0, .. })) => {
                        self.sentences(told, self.nothing_near())
                    }
                    (Self::En, Some(near)) if more => format!(
                        "{told} In their part of the world {} of the offers serve it, the cheapest for {money} more.",
                        near.offers
                    ),
                    (Self::En, Some(near)) => format!(
                        "{told} In their part of the world {} of the offers serve it, the cheapest for no more.",
                        near.offers
                    ),
                    (Self::Zh, Some(near)) if more => {
                        format!(
                            "{told}用户所在地区有 {} 个报价可用，最便宜的也要贵 {money}。",
                            near.offers
                        )
                    }
                    (Self::Zh, Some(near)) => {
                        format!(
                            "{told}用户所在地区有 {} 个报价可用，最便宜的并不更贵。",
                            near.offers
                        )
                    }
                };
            }
            Warning::OldPrice | Warning::VeryOldPrice => {
                let months = count(0);
                (
                    format!("A price was read {months} months ago; check before you rely on it."),
                    format!("有价格采集于 {months} 个月前，下单前请核对。"),
                )
            }
            other => return self.warning(other).to_owned(),
        };
        match self {
            Self::En => en,
            Self::Zh => zh,
        }
    }

    /// Why no changed question mends an advice, in the number that says how far it is; `least` is what
    /// the cheapest of the other offers costs in all.
    #[must_use]
    pub fn no_way_out(self, advice: &Advice, least: Option<&str>) -> String {
        match (advice.code, advice.others, least, advice.carries) {
            (Warning::Oversized, Some(others), Some(least), _) => match self {
                Self::En => format!(
                    "Nothing with less memory costs less: {} of the offers that are allowed have less, the cheapest for {least} in all.",
                    others.offers
                ),
                Self::Zh => format!(
                    "显存更小的都不更便宜：允许的报价中有 {} 个显存更小，最低总计 {least}。",
                    others.offers
                ),
            },
            (Warning::Oversized, ..) => self.nothing_smaller().to_owned(),
            (Warning::UnderThirtyPercent, _, _, Some(times)) => {
                let times = self.compact(times.get(), 2);
                let more = match self {
                    Self::En => format!("The same money would carry {times} times the load."),
                    Self::Zh => format!("同样的钱可以承担 {times} 倍的负载。"),
                };
                self.sentences(self.nothing_cheaper(), &more)
            }
            (Warning::UnderThirtyPercent | Warning::ShareCard, ..) => {
                self.nothing_cheaper().to_owned()
            }
            (Warning::SpotNoCheckpoint, ..) => self.nothing_saves().to_owned(),
            _ => self.nothing_mends().to_owned(),
        }
    }

    /// Two sentences after each other; in Chinese no space stands between them.
    #[must_use]
    pub fn sentences(self, first: &str, second: &str) -> String {
        match self {
            Self::En => format!("{first} {second}"),
            Self::Zh => format!("{first}{second}"),
        }
    }

    /// What the first offer of a changed question costs, against what it costs now.
    #[must_use]
    pub fn instead(self, offer: &str, new: &str, old: &str) -> String {
        match self {
            Self::En => format!("{offer}, {new} in all instead of {old}"),
            Self::Zh => format!("{offer}，总计 {new}（现为 {old}）"),
        }
    }

    /// How many offers cannot be told from the first.
    #[must_use]
    pub fn tied_with_first(self, count: u32) -> String {
        match self {
            Self::En => format!("{count} more are within the range of the first"),
            Self::Zh => format!("另有 {count} 个与首选不分上下"),
        }
    }

    /// An input that moves the cost, from its least to its greatest.
    #[must_use]
    pub fn moved(self, key: &str, ends: &str) -> String {
        let name = match key {
            "speed" => self.moved_speed(),
            "price" => self.moved_price(),
            key => self.key(key),
        };
        match self {
            Self::En => format!("{name}: {ends}"),
            Self::Zh => format!("{name}：{ends}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::AdviceUnit;
    use crate::units::{Currency, Money};

    #[test]
    fn an_advice_says_its_number() {
        let advice = |code, value| Advice {
            code,
            value: Some(Ratio::new(value)),
            limit: None,
            unit: AdviceUnit::Share,
            hours: None,
            money: None,
            others: None,
            carries: None,
        };
        let idle = advice(Warning::UnderThirtyPercent, 0.12);
        assert!(Locale::En.advice_of(&idle, Some("$900")).contains("12%"));
        assert!(Locale::Zh.advice_of(&idle, Some("$900")).contains("$900"));
        let large = advice(Warning::Oversized, 8.39);
        assert!(Locale::En.advice_of(&large, None).contains("8.4 times"));
        let far = advice(Warning::FarFromUsers, 0.0);
        assert_eq!(
            Locale::Zh.advice_of(&far, None),
            Locale::Zh.warning(Warning::FarFromUsers)
        );
        let near = |offers, more: i64| Advice {
            others: Some(Others {
                offers,
                least: None,
            }),
            money: Some(Money::from_micros(more, Currency::USD)),
            ..far
        };
        let told = Locale::En.advice_of(&near(12, 1), Some("$300"));
        assert!(told.ends_with("12 of the offers serve it, the cheapest for $300 more."));
        assert!(
            Locale::Zh
                .advice_of(&near(12, 0), Some("$0"))
                .ends_with("并不更贵。")
        );
        let told = Locale::Zh.advice_of(&near(0, 0), None);
        assert!(told.ends_with(Locale::Zh.nothing_near()) && !told.contains(' '));
    }

    #[test]
    fn where_nothing_mends_the_number_is_said() {
        let advice = Advice::plain;
        let idle = Advice {
            carries: Some(Ratio::new(2418.0)),
            ..advice(Warning::UnderThirtyPercent)
        };
        assert!(
            Locale::En
                .no_way_out(&idle, None)
                .ends_with("carry 2,400 times the load.")
        );
        assert!(
            Locale::Zh
                .no_way_out(&idle, None)
                .ends_with("承担 2,400 倍的负载。")
        );
        let large = Advice {
            others: Some(Others {
                offers: 3,
                least: None,
            }),
            ..advice(Warning::Oversized)
        };
        assert!(
            Locale::En
                .no_way_out(&large, Some("$900"))
                .contains("3 of the offers")
        );
        assert_eq!(
            Locale::En.no_way_out(&large, None),
            Locale::En.nothing_smaller()
        );
        let old = advice(Warning::OldPrice);
        assert_eq!(
            Locale::Zh.no_way_out(&old, None),
            Locale::Zh.nothing_mends()
        );
    }
}
