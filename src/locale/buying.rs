//! How the instances are bought over the week, and what the risk of spot means, in words.

use super::Locale;
use super::number::significant;
use crate::cost::spot::Hazard;
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
