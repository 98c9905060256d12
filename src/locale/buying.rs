//! How the instances are bought over the week, and what the risk of spot means, in words.

use super::Locale;
use super::number::significant;
use crate::cost::spot::Hazard;
use crate::rank::{Kept, SpotPays};
use crate::units::{Hours, Range, Ratio};

texts! {
    why_week: "Bought over the week", "一周怎么买";
    week_note: "Instances in each hour from Monday 00:00, in the first month.", "第一个月里，从周一零点起每小时的实例数。";
    spot_heading: "Spot", "抢占式";
    spot_rate: "Interruptions of one instance", "单台中断频率";
    spot_paid: "Paid for each useful hour", "每小时有效工作的付费时长";
    spot_spares: "Spare instances", "备用实例";
    spot_checkpoint: "Checkpoint every", "检查点间隔";
    spot_best: "Interval that costs least", "最省的检查点间隔";
    spot_chance: "Chance to end in time", "按时完成的概率";
    spot_even: "Pays unless interrupted more often than every", "中断间隔短于此值就不划算";
    spot_even_saved: "The same with checkpoints", "有检查点时，中断间隔短于此值就不划算";
    all_on_demand: "All of it on demand", "全部按量付费";
    credit_used: "Paid by credit", "赠金抵扣";
    extras_share: "Beside the instances", "实例之外占比";
    assumed_discount: "usual discount, not listed", "常见折扣，厂商未公布";
    why_steady: "Steadiness", "稳定性";
    steady_seller: "Seller × ½", "厂商类型 × ½";
    steady_promised: "Promised availability × ⅕", "承诺可用性 × ⅕";
    steady_bought: "Kind of purchase × ⅕", "购买方式 × ⅕";
    steady_age: "Age of the price × ⅒", "价格新旧 × ⅒";
    always: "however often", "中断再频繁也划算";
    never_pays: "never", "始终不划算";
}

impl Locale {
    /// How often one spot instance is interrupted.
    #[must_use]
    pub fn hazard(self, hazard: Hazard) -> String {
        let every = |rate: f64| {
            if rate > 0.0 {
                self.duration(Hours::new(1.0 / rate))
            } else {
                self.pick("never", "从不").to_owned()
            }
        };
        let expected = every(hazard.rate.expected.get());
        match (self, hazard.assumed) {
            (Self::En, false) => format!("about every {expected}"),
            (Self::Zh, false) => format!("约每 {expected}一次"),
            (Self::En, true) => format!("not known; every {expected} assumed"),
            (Self::Zh, true) => format!("未知，按每 {expected}一次估算"),
        }
    }

    /// Hours that are paid for each useful one.
    #[must_use]
    pub fn paid_hours(self, factor: Range<Ratio>) -> String {
        let figure = |ratio: Ratio| significant(ratio.get(), 4);
        let (low, high) = (figure(factor.low), figure(factor.high));
        let expected = figure(factor.expected);
        if low == high {
            self.quantity(&expected, "h", "小时")
        } else {
            self.quantity(&format!("{expected} ({low}–{high})"), "h", "小时")
        }
    }

    /// Whether spot pays for a job, in a sentence with both sums and the interruptions at which it
    /// turns.
    #[must_use]
    pub fn spot_pays(self, pays: &SpotPays, on_spot: &str, on_demand: &str) -> String {
        let turns = pays.even.map(|even| self.duration(even));
        let holds = pays.holds();
        let (en, zh) = match (pays.kept, holds) {
            (Kept::Nothing, true) => ("Even without checkpoints", "即使不存检查点"),
            (Kept::Nothing, false) => ("Without checkpoints", "不存检查点时"),
            (Kept::Checkpoint, _) => ("With these checkpoints", "按这样存检查点"),
            (Kept::Pieces, _) => ("With what is done kept", "已完成的部分会保留"),
        };
        let spot = match (self, holds) {
            (Self::En, _) if pays.endless => {
                format!(
                    "{en}, the job is not expected to end on spot; on demand it costs {on_demand}"
                )
            }
            (Self::Zh, _) if pays.endless => {
                format!("{zh}，用抢占式预计无法完成，按量付费要 {on_demand}")
            }
            (Self::En, true) => {
                format!("{en}, spot is expected to cost {on_spot}, against {on_demand} on demand")
            }
            (Self::Zh, true) => {
                let only = if pays.kept == Kept::Nothing {
                    "也只要"
                } else {
                    "只要"
                };
                format!("{zh}，抢占式预计{only} {on_spot}，按量付费要 {on_demand}")
            }
            (Self::En, false) => {
                format!("{en}, spot is expected to cost {on_spot}, more than {on_demand} on demand")
            }
            (Self::Zh, false) => {
                format!("{zh}，抢占式预计要 {on_spot}，高于按量付费的 {on_demand}")
            }
        };
        match (self, holds, turns) {
            (Self::En, _, None) => format!("{spot}."),
            (Self::Zh, _, None) => format!("{spot}。"),
            (Self::En, true, Some(turns)) => {
                format!("{spot}; on demand would win only below {turns} between interruptions.")
            }
            (Self::Zh, true, Some(turns)) => {
                format!("{spot}；平均不到 {turns}就中断一次时，按量付费才更省。")
            }
            (Self::En, false, Some(turns)) => {
                format!("{spot}; spot would win only above {turns} between interruptions.")
            }
            (Self::Zh, false, Some(turns)) => {
                format!("{spot}；平均 {turns}以上才中断一次时，抢占式才更省。")
            }
        }
    }

    /// A chance with its range.
    #[must_use]
    pub fn chance(self, chance: Range<Ratio>) -> String {
        let percent = |share: Ratio| self.percent(share);
        format!(
            "{} ({}–{})",
            percent(chance.expected),
            percent(chance.low),
            percent(chance.high)
        )
    }

    /// The heights of the week's chart in words.
    #[must_use]
    pub fn week_peak(self, most: u32) -> String {
        match self {
            Self::En => format!("0 to {most}"),
            Self::Zh => format!("0 到 {most}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{Currency, Money};

    #[test]
    fn spot_is_held_against_on_demand_either_way() {
        let usd = |micros| Money::from_micros(micros, Currency::USD);
        let pays = |on_spot: i64, even: Option<f64>| SpotPays {
            kept: Kept::Nothing,
            on_spot: usd(on_spot),
            endless: false,
            on_demand: usd(41_000_000),
            even: even.map(Hours::new),
        };
        let cheaper = pays(12_500_000, Some(23.25));
        assert_eq!(
            Locale::En.spot_pays(&cheaper, "$12.50", "$41.00"),
            "Even without checkpoints, spot is expected to cost $12.50, against $41.00 on demand; on demand would win only below 23.3\u{a0}h between interruptions."
        );
        assert_eq!(
            Locale::Zh.spot_pays(&cheaper, "US$12.50", "US$41.00"),
            "即使不存检查点，抢占式预计也只要 US$12.50，按量付费要 US$41.00；平均不到 23.3\u{a0}小时就中断一次时，按量付费才更省。"
        );
        let dearer = pays(50_000_000, Some(23.25));
        assert!(
            Locale::En
                .spot_pays(&dearer, "$50.00", "$41.00")
                .contains("more than $41.00")
        );
        assert!(
            Locale::Zh
                .spot_pays(&dearer, "US$50", "US$41")
                .starts_with("不存检查点时，")
        );
        let endless = SpotPays {
            endless: true,
            ..dearer
        };
        let told = Locale::En.spot_pays(&endless, "$50,000", "$41.00");
        assert!(!told.contains("$50,000") && told.contains("$41.00"));
        let saved = SpotPays {
            kept: Kept::Checkpoint,
            ..cheaper
        };
        let told = Locale::Zh.spot_pays(&saved, "US$12.50", "US$41.00");
        assert!(told.starts_with("按这样存检查点，抢占式预计只要 US$12.50，"));
        let always = pays(12_500_000, None);
        assert!(
            Locale::En
                .spot_pays(&always, "$12.50", "$41.00")
                .ends_with("on demand.")
        );
    }
}
