//! A plan of several questions, in words.

use super::Locale;

texts! {
    plan_title: "Plan", "方案";
    plan_hint: "Several workloads as one plan, such as development, training and serving. Those that run on the same instances share what is bought.", "把开发、训练、推理等多个任务合成一个方案，用同款实例的任务共用所购资源。";
    plan_add: "Add to the plan", "加入方案";
    plan_clear: "Remove all", "清空方案";
    plan_members: "Workloads of the plan", "方案中的任务";
    plan_what: "Workload", "任务";
    plan_instance: "Instance", "实例";
    plan_average: "Average month", "月均";
    plan_total: "In all", "总计";
    plan_alone: "By itself", "单独购买";
    plan_name: "Name", "名称";
    plan_open: "Open", "打开";
    plan_replace: "Replace", "替换";
    plan_remove: "Remove", "移除";
    plan_replace_hint: "Put the question of the form in its place", "换成表单里的问题";
    plan_unserved: "No offer serves it; it is in no sum.", "没有可用实例，不计入合计。";
    plan_flow: "Paid month by month", "逐月付款";
    plan_flow_unknown: "A project is longer than 120 months, so months are not listed.", "有项目超过 120 个月，不逐月列出。";
    plan_flow_month: "Month", "月份";
    plan_flow_paid: "Paid in each", "每月付款";
}

impl Locale {
    /// How many members a plan may have, where it is full.
    #[must_use]
    pub fn plan_full(self, most: usize) -> String {
        match self {
            Self::En => format!("A plan has at most {most} workloads."),
            Self::Zh => format!("一个方案最多 {most} 个任务。"),
        }
    }

    /// Members by their numbers: `1, 2`.
    fn numbers(self, positions: &[usize]) -> String {
        let numbers: Vec<String> = positions.iter().map(|p| (p + 1).to_string()).collect();
        numbers.join(self.pick(", ", "、"))
    }

    /// With which members one shares what it buys.
    #[must_use]
    pub fn plan_shared_with(self, positions: &[usize]) -> String {
        let numbers = self.numbers(positions);
        match self {
            Self::En => format!("shared with {numbers}"),
            Self::Zh => format!("与 {numbers} 共用"),
        }
    }

    /// What members buy together, and what that saves of the rent.
    #[must_use]
    pub fn plan_shares(
        self,
        positions: &[usize],
        instances: u32,
        instance: &str,
        rent: &str,
        apart: &str,
    ) -> String {
        let numbers = self.numbers(positions);
        match self {
            Self::En => format!(
                "{numbers} share up to {instances} × {instance}: rent {rent} instead of {apart}."
            ),
            Self::Zh => {
                format!(
                    "{numbers} 共用至多 {instances} 台 {instance}：租金 {rent}，分开购买为 {apart}。"
                )
            }
        }
    }

    /// What the same instances cost on demand, and what share of that is saved.
    #[must_use]
    pub fn plan_on_demand(self, amount: &str, saving: Option<&str>) -> String {
        match (self, saving) {
            (Self::En, Some(saving)) => {
                format!(
                    "The same instances on demand cost {amount}; the plan saves {saving} of it."
                )
            }
            (Self::En, None) => format!("The same instances on demand cost {amount}."),
            (Self::Zh, Some(saving)) => {
                format!("同样的实例全部按量付费为 {amount}，本方案节省 {saving}。")
            }
            (Self::Zh, None) => format!("同样的实例全部按量付费为 {amount}。"),
        }
    }

    /// Which offer of a member's own ranking is taken.
    #[must_use]
    pub fn plan_position(self, position: usize) -> String {
        match self {
            Self::En => format!("number {position} of its ranking"),
            Self::Zh => format!("自身排名第 {position}"),
        }
    }

    /// One month, or months that are alike, from 1.
    #[must_use]
    pub fn plan_months(self, first: usize, last: usize) -> String {
        if first == last {
            first.to_string()
        } else {
            format!("{first}–{last}")
        }
    }

    /// A button for one of several members: what it does and to which.
    #[must_use]
    pub fn plan_button(self, what: &str, number: usize) -> String {
        match self {
            Self::En => format!("{what} {number}"),
            Self::Zh => format!("{what}第 {number} 项"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_counted_from_one() {
        assert_eq!(Locale::En.plan_shared_with(&[0, 2]), "shared with 1, 3");
        assert_eq!(Locale::Zh.plan_shared_with(&[0, 2]), "与 1、3 共用");
        assert_eq!(Locale::En.plan_months(1, 12), "1–12");
        assert_eq!(Locale::Zh.plan_months(3, 3), "3");
    }
}
