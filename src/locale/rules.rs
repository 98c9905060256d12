//! The rules of a seller beside its price, and what a budget buys, in words.

use super::Locale;
use super::number::significant;
use crate::cost::BillingRule;
use crate::rank::Renewal;
use crate::units::Seconds;

texts! {
    rules_heading: "Rules of the seller", "厂商规则";
    promotion_ends_unknown: "What it costs after the promotion is not known, so the promotion is counted for the whole project.", "促销结束后的价格未知，促销价按全程计算。";
    billing_unknown: "How time is rounded up is not known here, so it is not rounded.", "计费时长如何取整未知，未取整。";
    budget_heading: "What the budget buys", "预算能买到什么";
    budget_nothing: "No model, context or hours of this question are within the budget.", "预算内没有可用的模型、上下文或时长。";
    budget_note: "Each changes one thing in the question.", "每项只改变一个条件。";
}

impl Locale {
    /// How time is billed.
    #[must_use]
    pub fn billing(self, rule: BillingRule) -> String {
        let time = |time: Seconds| self.quantity(&significant(time.get(), 6), "s", "秒");
        let Some(unit) = rule.granularity else {
            return self.billing_unknown().to_owned();
        };
        let unit = time(unit);
        match (self, rule.minimum.map(time)) {
            (Self::En, None) => format!("Billed in steps of {unit}."),
            (Self::Zh, None) => format!("以 {unit}为单位计费。"),
            (Self::En, Some(least)) => {
                format!("Billed in steps of {unit}, each start for at least {least}.")
            }
            (Self::Zh, Some(least)) => format!("以 {unit}为单位计费，每次启动至少计 {least}。"),
        }
    }

    /// Credit for new customers, as the seller states it.
    #[must_use]
    pub fn new_customer_credit(self, stated: &str) -> String {
        let field = self.label_credit();
        match self {
            Self::En => format!(
                "For new customers, as the seller states it: “{stated}”. Not taken off here; enter it in “{field}”."
            ),
            Self::Zh => {
                format!("新客户优惠（厂商原文）：“{stated}”。此处未扣除，可填入“{field}”。")
            }
        }
    }

    /// What a promotion becomes, after the months for which it is counted.
    #[must_use]
    pub fn after_promotion(self, renewal: Option<Renewal>) -> String {
        let Some(renewal) = renewal else {
            return self.promotion_ends_unknown().to_owned();
        };
        let months = self.quantity(&renewal.after.0.to_string(), "months", "个月");
        let kind = self.price_kind(renewal.kind);
        let rate = self.exact(renewal.rate_per_hour);
        match self {
            Self::En => {
                format!("The promotion is counted for {months}; after it {rate} an hour ({kind}).")
            }
            Self::Zh => format!("促销价按 {months} 计算，之后每小时 {rate}（{kind}）。"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::PriceKind;
    use crate::cost::Months;
    use crate::units::{Currency, Money};

    #[test]
    fn what_is_not_known_is_said_and_no_figure() {
        let rule = BillingRule {
            granularity: Some(Seconds::new(1.0)),
            minimum: Some(Seconds::new(60.0)),
        };
        assert!(Locale::En.billing(rule).contains("60"));
        let unknown = BillingRule {
            granularity: None,
            ..rule
        };
        for locale in [Locale::En, Locale::Zh] {
            assert_eq!(locale.billing(unknown), locale.billing_unknown());
            let said = locale.after_promotion(None);
            assert!(!said.contains(|c: char| c.is_ascii_digit()), "{said}");
            let renewal = Renewal {
                kind: PriceKind::Subscription,
                rate_per_hour: Money::from_micros(9_589_041, Currency::CNY),
                after: Months(7),
            };
            let said = locale.after_promotion(Some(renewal));
            assert!(said.contains("9.589041") && said.contains('7'), "{said}");
            let said = locale.new_customer_credit("USD 300");
            assert!(said.contains("“USD 300”") && said.contains(locale.label_credit()));
        }
    }
}
