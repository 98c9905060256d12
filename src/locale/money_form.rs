//! Labels, units and hints of the part of the question that is about money and time.

use super::Locale;
use crate::query::{CheckpointPlan, Scaling, WeekCsvError, WeekPreset};
use crate::units::{Currency, Ratio};

texts! {
    label_swing: "Drop at night", "夜间回落";
    label_growth: "Monthly growth", "每月增长";
    label_scaling: "Autoscaling", "弹性伸缩";
    label_floor: "Minimum instances", "最少实例数";
    label_startup: "Start-up time", "启动耗时";
    label_headroom: "Headroom", "容量余量";
    label_users: "Users are in", "用户所在地";
    label_object_storage: "Object storage", "对象存储";
    label_snapshots: "Snapshots", "快照";
    label_cross_zone: "Cross-zone traffic", "跨可用区流量";
    label_balancers: "Load balancers", "负载均衡";
    label_addresses: "Public IPs", "公网 IP";
    label_stall: "Data stalls", "数据等待";
    label_interruptible: "Interruptible", "可中断比例";
    label_checkpoints: "Checkpoints", "检查点";
    label_save: "Saving takes", "保存耗时";
    label_refetch: "Download on restart", "重启后下载";
    label_pools: "Spot pools", "竞价资源池";
    label_first_months: "Initial months", "首期月数";
    label_first_discount: "Initial discount", "首期折扣";
    label_promotion_months: "Promotion lasts", "促销时长";
    label_typical: "Assume usual discounts", "按常见折扣估算";
    label_resale: "Resold", "转售比例";
    label_tax: "Tax", "税率";
    label_cached: "Cached input", "缓存命中率";
    label_own_card: "Card price", "单卡采购价";
    label_own_host: "Server per card", "单卡分摊整机";
    label_electricity: "Electricity", "电价";
    label_pue: "PUE", "PUE";
    label_keep: "Written off over", "折旧年限";
    label_residual: "Residual value", "残值率";
    label_staff: "Staff", "运维人力";
    label_space: "Space", "机房场地";
    label_week: "Week by the hour", "一周逐时负载";

    finer_load: "Growth and scaling", "增长与伸缩";
    finer_terms: "Discounts, credit, tax", "折扣、赠金与税";
    finer_spot: "Spot interruptions", "竞价实例中断";
    legend_alternatives: "Own hardware, token API", "自购硬件与按量 API";
    hint_typical: "Where no commitment price is listed", "用于没有列出承诺价的厂商";
    hint_users: "Where most of the requests come from", "大部分请求来自哪里";
    yes: "yes", "是";

    week_start: "Start from", "从模板开始";
    week_level: "Paint with", "填充值";
    week_grid: "Load of each hour of the week", "一周各小时的负载";
    week_hint: "Drag to paint. With keys: arrows move, Shift selects, Space paints, 0 to 9 set tens of percent.", "拖动即可填充。键盘：方向键移动，Shift 选择，空格填充，数字 0–9 设为其十倍的百分比。";
    week_csv: "From a table (CSV)", "从表格导入（CSV）";
    week_csv_hint: "24 or 168 numbers from Monday 00:00, as 7 rows of 24, or lines of hour,level; the greatest becomes 100%", "自周一 0 时起的 24 或 168 个数，可为 7 行 × 24 列，或每行 hour,level（小时与负载）；最大值记为 100%";
    week_choose: "Choose a file", "选择文件";
    week_paste: "Or paste it here", "或粘贴在这里";
    week_read: "The week was read.", "已读入。";
    week_without_load: "At least one hour needs a load.", "至少要有一个小时有负载。";
}

/// What a number field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A whole number.
    Count,
    /// A number that may have a fraction.
    Amount,
    /// An amount of money in the currency for display.
    Money,
}

/// The texts of a number field beside its label.
#[derive(Clone, Copy, Debug)]
pub struct FieldText {
    /// The key of the link.
    pub key: &'static str,
    /// What it takes.
    pub figure: Figure,
    unit: [&'static str; 2],
    hint: [&'static str; 2],
}

const PERCENT: [&str; 2] = ["%", "%"];
const GB: [&str; 2] = ["GB", "GB"];
const GB_MONTH: [&str; 2] = ["GB a month", "GB/月"];
const MONTHS: [&str; 2] = ["months", "个月"];
const HOURS: [&str; 2] = ["hours", "小时"];
const MINUTES: [&str; 2] = ["minutes", "分钟"];
const A_MONTH: [&str; 2] = ["/mo", "/月"];
const NONE: [&str; 2] = ["", ""];

/// One row of the table.
macro_rules! row {
    ($key:literal, $figure:ident, $unit:expr, $en:literal, $zh:literal) => {
        FieldText {
            key: $key,
            figure: Figure::$figure,
            unit: $unit,
            hint: [$en, $zh],
        }
    };
}

impl FieldText {
    /// All number fields of time, money and limits, in the order of the page.
    #[rustfmt::skip]
    pub const ALL: &[Self] = &[
        row!("hpd", Amount, HOURS, "On each day of use", "使用日的时长"),
        row!("dpw", Amount, ["days", "天"], "From Monday on", "从周一算起"),
        row!("dl", Amount, HOURS, "From the start of the job to its end", "从任务开始到必须完成"),
        row!("mon", Amount, MONTHS, "Commitments are judged against it", "据此判断长期承诺是否划算"),
        row!("swing", Amount, PERCENT, "Below the day's peak; least at 03:00", "低于日间峰值的幅度，凌晨 3 时最低"),
        row!("grow", Amount, PERCENT, "Each month on the month before", "逐月复合增长"),
        row!("floor", Count, ["instances", "台"], "Go on running without load", "没有负载也保持运行"),
        row!("su", Amount, MINUTES, "Until a started instance works; it is paid for", "从开机到可用，期间照常计费"),
        row!("head", Amount, PERCENT, "Capacity above the load", "高于负载的容量"),
        row!("disc", Amount, PERCENT, "Off list prices, as agreed; not off spot", "在目录价上减免，八折填 20；不含竞价"),
        row!("credit", Money, NONE, "Used up first, from the start on", "从一开始优先抵扣"),
        row!("fmd", Amount, PERCENT, "Off list prices in the first months", "最初几个月在目录价上的减免"),
        row!("fm", Amount, MONTHS, "From the start on", "从项目开始算起"),
        row!("prm", Count, MONTHS, "From the start on; then the regular price", "从项目开始算起，之后按常规价"),
        row!("resell", Amount, PERCENT, "Share of a commitment's rest that finds a buyer", "项目结束时剩余承诺能转售的比例"),
        row!("tax", Amount, PERCENT, "Added to everything", "加在全部费用上"),
        row!("int", Amount, PERCENT, "Share of the load that may be interrupted", "可以被中断的负载占比"),
        row!("lam", Amount, ["per hour", "次/小时"], "Of one instance; empty: as its provider publishes", "单台实例；留空则用厂商公布的数据"),
        row!("ckh", Amount, HOURS, "Your own interval; it wins over the best one", "自定间隔，优先于最优间隔"),
        row!("save", Amount, MINUTES, "For one checkpoint; empty: by its size", "写一个检查点；留空按大小估算"),
        row!("redl", Amount, GB, "Data and images on top of the model", "模型以外的数据与镜像"),
        row!("pools", Count, ["pools", "个"], "Zones and types over which spot is spread", "分散到多少个可用区或机型"),
        row!("cnt", Count, ["cards", "张"], "Exactly so many; empty: any", "恰好这么多；留空不限"),
        row!("sla", Amount, ["% at least", "% 以上"], "As the provider promises it", "以厂商承诺为准"),
        row!("budget", Money, A_MONTH, "Nothing dearer is shown", "超出的不显示"),
        row!("gb", Amount, GB, "Disk, model files, checkpoints", "磁盘、模型文件、检查点"),
        row!("obj", Amount, GB, "Buckets: data sets, models, logs", "存储桶里的数据集、模型、日志"),
        row!("snap", Amount, GB, "Images and backups of disks", "磁盘镜像与备份"),
        row!("eg", Amount, GB_MONTH, "To the internet", "流向公网"),
        row!("xz", Amount, GB_MONTH, "Between zones or regions", "可用区或地域之间"),
        row!("lb", Count, ["balancers", "个"], "By the hour, without charges by load", "只计小时费，不含用量费"),
        row!("ip", Count, ["addresses", "个"], "IPv4 addresses that are kept", "保留的 IPv4 地址"),
        row!("stall", Amount, PERCENT, "Share of the time in which cards wait for data", "加速卡等待数据的时间占比"),
        row!("cached", Amount, PERCENT, "Share of input tokens that an API has cached", "API 输入 token 命中缓存的比例"),
        row!("card", Money, NONE, "One card, bought; empty: as the catalog has it", "单卡买价；留空用目录数据"),
        row!("host", Money, NONE, "The rest of the server, divided by its cards", "整机其余部分按卡分摊"),
        row!("kwh", Money, ["/kWh", "/度"], "Empty: as the catalog has it", "留空用目录数据"),
        row!("pue", Amount, NONE, "All power over that of the servers", "总耗电与服务器耗电之比"),
        row!("keep", Amount, ["years", "年"], "The hardware's life in the books", "硬件按几年折旧"),
        row!("left", Amount, PERCENT, "Of the price, when it is sold after that", "期满后卖出价占买价的比例"),
        row!("staff", Money, A_MONTH, "Care for all of it", "全部设备的运维"),
        row!("space", Money, A_MONTH, "Racks and cooling beside power", "机柜与制冷，不含电费"),
    ];

    /// The row of a key; `None` where its field is described elsewhere.
    #[must_use]
    pub fn of(key: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|row| row.key == key)
    }
}

impl Locale {
    const fn of_two(self, texts: [&'static str; 2]) -> &'static str {
        self.pick(texts[0], texts[1])
    }

    /// What to know about a field.
    #[must_use]
    pub const fn field_hint(self, field: &FieldText) -> &'static str {
        self.of_two(field.hint)
    }

    /// The unit of a field; of money the currency, and what it is paid for.
    #[must_use]
    pub fn field_unit(self, field: &FieldText, currency: Currency) -> String {
        let unit = self.of_two(field.unit);
        match field.figure {
            Figure::Money => format!("{}{unit}", currency.code()),
            Figure::Count | Figure::Amount => unit.to_owned(),
        }
    }

    /// A value of a field with its unit, as a chip shows it.
    #[must_use]
    pub fn field_value(self, field: &FieldText, value: &str, currency: Currency) -> String {
        let unit = self.of_two(field.unit);
        match field.figure {
            Figure::Money => format!("{}{value}{unit}", self.currency_sign(currency)),
            _ if unit.starts_with('%') => format!("{value}{unit}"),
            _ => format!("{value} {unit}").trim_end().to_owned(),
        }
    }

    /// How instances follow the load.
    #[must_use]
    pub const fn scaling(self, scaling: Scaling) -> &'static str {
        match scaling {
            Scaling::Auto => self.pick("Follow the load", "随负载伸缩"),
            Scaling::Fixed => self.pick("Hold the peak", "按峰值常开"),
        }
    }

    /// How checkpoints are written.
    #[must_use]
    pub const fn checkpoint_plan(self, plan: CheckpointPlan) -> &'static str {
        match plan {
            CheckpointPlan::None => self.pick("Only as set below", "仅按下方间隔"),
            CheckpointPlan::Best => self.pick("Best interval", "最优间隔"),
        }
    }

    /// A week to start from.
    #[must_use]
    pub const fn week_preset(self, preset: WeekPreset) -> &'static str {
        match preset {
            WeekPreset::Office => self.pick("Office", "工作时间"),
            WeekPreset::DayEvening => self.pick("Day and evening", "白天与晚间"),
            WeekPreset::Weekdays => self.pick("Weekdays", "工作日"),
            WeekPreset::Weekend => self.pick("Weekend", "周末"),
            WeekPreset::Level => self.pick("Level", "全天候"),
        }
    }

    /// A day of the week, Monday being 0; of more than 6 nothing.
    #[must_use]
    pub fn day(self, day: usize) -> &'static str {
        let days = match self {
            Self::En => ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
            Self::Zh => ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
        };
        days.get(day).copied().unwrap_or_default()
    }

    /// An hour of the week with its load in percent.
    #[must_use]
    pub fn week_cell(self, hour: usize, level: u8) -> String {
        let (day, hour) = (self.day(hour / 24), hour % 24);
        match self {
            Self::En => format!("{day} {hour}:00, {level}%"),
            Self::Zh => format!("{day} {hour} 时，{level}%"),
        }
    }

    /// The average and the peak of a week, and its hours with a load.
    #[must_use]
    pub fn week_summary(self, levels: &[u8]) -> String {
        let sum: u32 = levels.iter().map(|level| u32::from(*level)).sum();
        let count = u32::try_from(levels.len()).unwrap_or(1).max(1);
        let average = super::significant(Ratio::new(f64::from(sum) / f64::from(count)).get(), 3);
        let peak = levels.iter().max().copied().unwrap_or(0);
        let used = levels.iter().filter(|level| **level > 0).count();
        match self {
            Self::En => format!("Average {average}%, peak {peak}%, {used} hours a week in use"),
            Self::Zh => format!("平均 {average}%，峰值 {peak}%，每周使用 {used} 小时"),
        }
    }

    /// Why a table is no week, with what is accepted.
    #[must_use]
    pub fn week_csv_error(self, error: &WeekCsvError) -> String {
        let what = match (self, error) {
            (Self::En, WeekCsvError::Empty) => "There is no number in it.".to_owned(),
            (Self::Zh, WeekCsvError::Empty) => "里面没有数字。".to_owned(),
            (Self::En, WeekCsvError::TooLong) => "It is too long for a week.".to_owned(),
            (Self::Zh, WeekCsvError::TooLong) => "内容过长，不像一周的数据。".to_owned(),
            (Self::En, WeekCsvError::NotANumber(line, cell)) => {
                format!("Line {line}: “{cell}” is no number.")
            }
            (Self::Zh, WeekCsvError::NotANumber(line, cell)) => {
                format!("第 {line} 行：“{cell}”不是数字。")
            }
            (Self::En, WeekCsvError::Negative(line)) => {
                format!("Line {line}: a load cannot be negative.")
            }
            (Self::Zh, WeekCsvError::Negative(line)) => format!("第 {line} 行：负载不能为负。"),
            (Self::En, WeekCsvError::Count(count)) => {
                format!("It has {count} values, not 24 or 168.")
            }
            (Self::Zh, WeekCsvError::Count(count)) => {
                format!("共 {count} 个值，应为 24 或 168 个。")
            }
            (Self::En, WeekCsvError::Hour(line)) => {
                format!("Line {line}: the hour is outside the week, or there twice.")
            }
            (Self::Zh, WeekCsvError::Hour(line)) => {
                format!("第 {line} 行：小时超出范围或重复。")
            }
            (_, WeekCsvError::NoLoad) => self.week_without_load().to_owned(),
        };
        match self {
            Self::En => format!("{what} {}.", self.week_csv_hint()),
            Self::Zh => format!("{what}{}。", self.week_csv_hint()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{field_range, read_week_csv};

    #[test]
    fn every_field_has_a_range_a_label_and_a_hint() {
        for field in FieldText::ALL {
            assert!(field_range(field.key).is_some(), "{}", field.key);
            for t in [Locale::En, Locale::Zh] {
                assert_ne!(t.key(field.key), field.key, "a label");
                assert!(!t.field_hint(field).is_empty(), "{}", field.key);
            }
            assert_ne!(field.hint[0], field.hint[1], "{}", field.key);
        }
    }

    #[test]
    fn values_stand_with_their_units() {
        let said =
            |key: &str, t: Locale| t.field_value(FieldText::of(key).unwrap(), "3", Currency::CNY);
        assert_eq!(said("head", Locale::En), "3%");
        assert_eq!(said("fm", Locale::En), "3 months");
        assert_eq!(said("pue", Locale::En), "3");
        assert_eq!(said("kwh", Locale::Zh), "¥3/度");
        let kwh = FieldText::of("kwh").unwrap();
        assert_eq!(Locale::En.field_unit(kwh, Currency::CNY), "CNY/kWh");
    }

    #[test]
    fn a_week_is_summed_up() {
        let week = WeekPreset::Office.levels();
        assert_eq!(
            Locale::En.week_summary(&week),
            "Average 23.8%, peak 100%, 40 hours a week in use"
        );
        assert_eq!(Locale::En.week_cell(33, 60), "Tue 9:00, 60%");
        assert_eq!(
            Locale::En.week_summary(&[]),
            "Average 0%, peak 0%, 0 hours a week in use"
        );
    }

    #[test]
    fn a_bad_table_is_told_what_is_accepted() {
        let error = read_week_csv("1,2,x").unwrap_err();
        let said = Locale::En.week_csv_error(&error);
        assert!(
            said.starts_with("Line 1: “x” is no number. 24 or 168"),
            "{said}"
        );
        assert!(Locale::Zh.week_csv_error(&error).contains("168 个数"));
    }
}
