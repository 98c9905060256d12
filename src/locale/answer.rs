//! Sentences of the answer: counts, figures with their units, ways out.

use super::Locale;
use super::number::{grouped, significant};
use crate::rank::{Closest, Plan};
use crate::speed::SpeedUnit;
use crate::units::{Bytes, Hours, Money, Params, Range, Ratio, Seconds, Tokens};

texts! {
    answer: "The answer", "结果";
    need: "What it needs", "显存需求";
    orders: "Order by", "排序";
    best: "Best pick", "首选";
    a_month: "a month", "每月";
    in_all: "in all", "总计";
    first_token: "first token", "首 token";
    why: "Why", "为什么";
    why_memory: "Memory on each card", "每张卡的显存";
    why_speed: "Speed", "速度";
    why_cost: "Cost", "花费";
    why_prices: "Prices and sources", "价格与来源";
    price_not_known: "price not known", "价格未知";
    sum: "Sum", "合计";
    usable: "Usable on each card", "每张卡可用";
    range: "Range", "区间";
    of_hours: "of the hours", "的时长";
    per_instance_hour: "per instance and hour", "每台每小时";
    per_card_hour: "per card and hour", "每卡每小时";
    price_of: "price of", "价格日期";
    source: "source", "来源";
    pareto: "Nothing is both cheaper and faster", "没有比它更便宜又更快的";
    more: "Show more", "显示更多";
    change_drop_all: "Without any limits", "去掉所有限制";
    why_not: "Why not the others?", "为什么不是其他的？";
    closest: "Closest: ", "最接近：";
    unpriced: "Which ones", "具体是哪些";
    nothing: "Nothing in the catalog fits this question.", "目录中没有符合条件的实例。";
    ways_out: "What would help", "可以这样调整";
    ways_memory: "Enough memory would be, on one instance: ", "单台实例需要这样的显存：";
    listed: "listed", "标价";
    estimated: "estimated", "估算";
    spec_vcpu: "vCPU", "vCPU";
    spec_ram: "GB RAM", "GB 内存";
    region_unstated: "region not stated", "地区未注明";
    work_unstated: "How much work there is was not said, so a month around the clock is counted.", "没有填写工作量，按整月不停机计算。";
    speed_of_all: "All instances", "全部实例";
    to_first_token: "First token", "首 token";
    per_token: "Each further token", "后续每个 token";
    sum_a_month: "Sum a month", "每月合计";
    sum_project: "Whole project", "整个项目";
    sum_after: "Of it for terms after the project", "其中项目结束后的承诺期";
}

impl Locale {
    /// That a figure is of each of several replicas.
    #[must_use]
    pub fn of_replicas(self, count: u32) -> String {
        match self {
            Self::En => format!("on each of {count} replicas"),
            Self::Zh => format!("每个副本，共 {count} 个"),
        }
    }

    /// That nobody is known to sell a card.
    #[must_use]
    pub fn unoffered(self, card: &str) -> String {
        match self {
            Self::En => format!("No offer of {card} with a price is known to the catalog."),
            Self::Zh => format!("目录中没有 {card} 的在售报价。"),
        }
    }

    /// That nobody is known to meet a condition.
    #[must_use]
    pub fn unmet(self, condition: &str) -> String {
        match self {
            Self::En => format!("No seller in the catalog is known to meet “{condition}”."),
            Self::Zh => format!("目录中没有已知符合“{condition}”的厂商。"),
        }
    }
}

/// A number before a Chinese counter: a space after digits, none after 万 or 亿.
fn spaced(number: &str) -> String {
    if number.ends_with(|c: char| c.is_ascii_digit()) {
        format!("{number} ")
    } else {
        number.to_owned()
    }
}

impl Locale {
    /// How many offers serve.
    #[must_use]
    pub fn count_line(self, serving: usize, rankable: u32) -> String {
        let (serving, rankable) = (grouped(serving as u64), grouped(u64::from(rankable)));
        match self {
            Self::En => format!("{serving} of {rankable} offers can do it"),
            Self::Zh => format!("{rankable} 个报价中有 {serving} 个可行"),
        }
    }

    /// Parameters that one token touches.
    #[must_use]
    pub fn active_params(self, active: Params) -> String {
        let active = self.params(active);
        match self {
            Self::En => format!("{active} active"),
            Self::Zh => format!("激活 {active}"),
        }
    }

    /// The longest context of a model.
    #[must_use]
    pub fn context_up_to(self, tokens: u32) -> String {
        let tokens = grouped(u64::from(tokens));
        match self {
            Self::En => format!("context up to {tokens}"),
            Self::Zh => format!("上下文最长 {tokens}"),
        }
    }

    /// The rank of a card, spoken.
    #[must_use]
    pub fn rank_of(self, rank: usize) -> String {
        match self {
            Self::En => format!("Rank {rank}"),
            Self::Zh => format!("第 {rank} 名"),
        }
    }

    /// Cards and instances: `2 × H100 SXM 80 GB`, with a count of instances where it is not one.
    #[must_use]
    pub fn cards(self, instances: u32, cards: &str, name: &str) -> String {
        let cards = format!("{cards}\u{a0}×\u{a0}{name}");
        match (self, instances) {
            (_, 1) => cards,
            (Self::En, n) => format!("{n} instances of {cards}"),
            (Self::Zh, n) => format!("{n} 台，每台 {cards}"),
        }
    }

    /// How a replica is laid out, in words.
    #[must_use]
    pub fn plan(self, plan: Plan) -> String {
        let Plan {
            shards,
            replicas,
            training,
        } = plan;
        match (self, training) {
            (Self::En, true) if shards == 1 => "the job on one card".to_owned(),
            (Self::Zh, true) if shards == 1 => "任务在 1 张卡上".to_owned(),
            (Self::En, true) => format!("the job sharded over {shards} cards"),
            (Self::Zh, true) => format!("任务切分到 {shards} 张卡"),
            (Self::En, false) if replicas == 1 && shards == 1 => {
                "one replica on one card".to_owned()
            }
            (Self::Zh, false) if replicas == 1 && shards == 1 => "1 个副本，在 1 张卡上".to_owned(),
            (Self::En, false) if replicas == 1 => format!("one replica over {shards} cards"),
            (Self::Zh, false) if replicas == 1 => format!("1 个副本，切分到 {shards} 张卡"),
            (Self::En, false) => format!("{replicas} replicas of {shards} cards each"),
            (Self::Zh, false) => format!("{replicas} 个副本，每个 {shards} 张卡"),
        }
    }

    /// Memory used of what is usable: `96 of 144 GiB`.
    #[must_use]
    pub fn used_of(self, used: Bytes, usable: Bytes) -> String {
        let used = significant(used.to_gib(), if used.to_gib() < 10.0 { 2 } else { 3 });
        let usable = significant(usable.to_gib(), 3);
        match self {
            Self::En => format!("{used} of {usable} GiB per card"),
            Self::Zh => format!("每卡 {used} / {usable} GiB"),
        }
    }

    /// The expected speed and its range, in the unit as shown.
    #[must_use]
    pub fn speed(self, rate: Range<Ratio>, unit: SpeedUnit) -> (String, String) {
        let scale = self.speed_scale(unit);
        let low = self.compact(rate.low.get() * scale, 2);
        let high = self.compact(rate.high.get() * scale, 2);
        let ends = if low == high {
            String::new()
        } else {
            format!("{low}–{high}")
        };
        (self.compact(rate.expected.get() * scale, 3), ends)
    }

    /// A range of seconds around its expected value.
    #[must_use]
    pub fn seconds_range(self, range: Range<Seconds>) -> String {
        let expected = self.seconds(range.expected);
        let (low, high) = (self.seconds(range.low), self.seconds(range.high));
        if low == high {
            return expected;
        }
        self.with_range(&expected, &format!("{low}–{high}"))
    }

    /// Whether a speed means anything: hours as said are no speed of the card.
    #[must_use]
    pub const fn shows_speed(self, unit: SpeedUnit) -> bool {
        !matches!(unit, SpeedUnit::GpuHours)
    }

    /// A figure with its range in brackets, where it has one.
    #[must_use]
    pub fn with_range(self, figure: &str, ends: &str) -> String {
        match self {
            _ if ends.is_empty() => figure.to_owned(),
            Self::En => format!("{figure} ({ends})"),
            Self::Zh => format!("{figure}（{ends}）"),
        }
    }

    /// How many cards a replica is laid over.
    #[must_use]
    pub fn over_cards(self, cards: u32) -> String {
        match self {
            Self::En => format!("over {cards} cards"),
            Self::Zh => format!("分布在 {cards} 张卡上"),
        }
    }

    /// The cost of a project under a month's figure.
    #[must_use]
    pub fn total_over(self, total: &str, months: &str) -> String {
        match self {
            Self::En => format!("{total} over {months} months"),
            Self::Zh => format!("{months} 个月共 {total}"),
        }
    }

    /// An amount per hour.
    #[must_use]
    pub fn per_hour(self, amount: &str) -> String {
        match self {
            Self::En => format!("{amount}/h"),
            Self::Zh => format!("{amount}/小时"),
        }
    }

    /// An amount per month.
    #[must_use]
    pub fn per_month(self, amount: &str) -> String {
        match self {
            Self::En => format!("{amount} a month"),
            Self::Zh => format!("每月 {amount}"),
        }
    }

    /// A range of amounts.
    #[must_use]
    pub fn money_range(self, low: Money, high: Money) -> String {
        format!("{}–{}", self.estimate(low), self.estimate(high))
    }

    /// How long a job takes.
    #[must_use]
    pub fn takes(self, hours: Hours) -> String {
        let time = self.duration(hours);
        match self {
            Self::En => format!("takes {time}"),
            Self::Zh => format!("耗时 {time}"),
        }
    }

    /// Hours of a month that one instance runs.
    #[must_use]
    pub fn hours_a_month(self, hours: Hours) -> String {
        let hours = significant(hours.get(), 3);
        match self {
            Self::En => format!("{hours} h a month"),
            Self::Zh => format!("每月 {hours} 小时"),
        }
    }

    /// What the closest offer lacks.
    #[must_use]
    pub fn closest_offer(self, name: &str, closest: &Closest) -> String {
        let (needed, usable) = (self.memory(closest.needed), self.memory(closest.usable));
        match self {
            Self::En => format!("{name} has {usable} usable per card and needs {needed}"),
            Self::Zh => format!("{name}，每卡可用 {usable}，需要 {needed}"),
        }
    }

    /// A number of cards with the memory that each would need.
    #[must_use]
    pub fn way(self, cards: u32, each: Bytes) -> String {
        let each = self.memory(each);
        match self {
            Self::En => format!("{cards} × {each}"),
            Self::Zh => format!("{cards} 张 × {each}"),
        }
    }

    /// How many offers a change of the question would open.
    #[must_use]
    pub fn opens(self, change: &str, offers: usize) -> String {
        let offers = grouped(offers as u64);
        match self {
            Self::En => format!("{change}: {offers} offers"),
            Self::Zh => format!("{change}：{offers} 个报价"),
        }
    }

    /// A change of weight precision.
    #[must_use]
    pub fn change_precision(self, format: &str) -> String {
        match self {
            Self::En => format!("Weights in {format}"),
            Self::Zh => format!("权重改用 {format}"),
        }
    }

    /// A change of context length.
    #[must_use]
    pub fn change_context(self, tokens: u32) -> String {
        let tokens = grouped(u64::from(tokens));
        match self {
            Self::En => format!("Context of {tokens} tokens"),
            Self::Zh => format!("上下文缩到 {tokens} token"),
        }
    }

    /// Dropping a filter.
    #[must_use]
    pub fn change_drop(self, key: &str) -> String {
        let name = self.key(key);
        match self {
            Self::En => format!("Without the limit on “{name}”"),
            Self::Zh => format!("去掉“{name}”限制"),
        }
    }

    /// The rank where a list ends and how many remain.
    #[must_use]
    pub fn more_of(self, shown: usize, all: usize) -> String {
        let (shown, all) = (grouped(shown as u64), grouped(all as u64));
        match self {
            Self::En => format!("{shown} of {all} shown"),
            Self::Zh => format!("已显示 {shown} / {all}"),
        }
    }

    /// Resident sequences and their length.
    #[must_use]
    pub fn load_sequences(self, sequences: u32, context: u32) -> String {
        let (count, tokens) = (grouped(u64::from(sequences)), grouped(u64::from(context)));
        match self {
            Self::En if sequences == 1 => format!("one sequence of {tokens} tokens"),
            Self::En => format!("{count} sequences of {tokens} tokens"),
            Self::Zh => format!("{count} 个并发会话、上下文 {tokens} token"),
        }
    }

    /// Requests per second and their length.
    #[must_use]
    pub fn load_requests(self, rate: &str, context: u32) -> String {
        let tokens = grouped(u64::from(context));
        match self {
            Self::En => format!("{rate} requests per second at {tokens} tokens"),
            Self::Zh => format!("每秒 {rate} 个请求、上下文 {tokens} token"),
        }
    }

    /// Output tokens a day.
    #[must_use]
    pub fn load_tokens_a_day(self, tokens: Tokens, context: u32) -> String {
        let (tokens, context) = (self.compact(tokens.get(), 3), grouped(u64::from(context)));
        match self {
            Self::En => format!("{tokens} output tokens a day at {context} tokens of context"),
            Self::Zh => format!("每天输出 {tokens} token、上下文 {context} token"),
        }
    }

    /// Training tokens with their epochs.
    #[must_use]
    pub fn load_tokens(self, billions: f64, epochs: &str) -> String {
        let tokens = self.compact(billions * 1e9, 3);
        match self {
            Self::En if epochs == "1" => format!("{tokens} tokens"),
            Self::En => format!("{tokens} tokens, {epochs} epochs"),
            Self::Zh if epochs == "1" => format!("{tokens} token"),
            Self::Zh => format!("{tokens} token × {epochs} 轮"),
        }
    }

    /// A number of images.
    #[must_use]
    pub fn load_images(self, thousands: f64) -> String {
        let images = self.compact(thousands * 1e3, 3);
        match self {
            Self::En => format!("{images} images"),
            Self::Zh => format!("{}张图", spaced(&images)),
        }
    }

    /// A number of frames.
    #[must_use]
    pub fn load_frames(self, frames: u32) -> String {
        let frames = grouped(u64::from(frames));
        match self {
            Self::En => format!("{frames} frames"),
            Self::Zh => format!("{frames} 帧"),
        }
    }

    /// An amount of floating-point work.
    #[must_use]
    pub fn load_petaflop(self, petaflop: f64) -> String {
        format!("{} PFLOP", self.compact(petaflop, 3))
    }

    /// An amount of memory as said.
    #[must_use]
    pub fn load_memory(self, gb: &str) -> String {
        match self {
            Self::En => format!("{gb} GB of memory"),
            Self::Zh => format!("{gb} GB 显存"),
        }
    }
}

impl Locale {
    /// What the asker's measurement of one card does to the estimates of all.
    #[must_use]
    pub fn measured(self, what: &str, card: &str, factor: Ratio, used: bool) -> String {
        let times = significant(factor.get(), 3);
        match (self, used) {
            (Self::En, true) => {
                format!("{what} on {card}: {times} times the estimate. Every card is scaled by it.")
            }
            (Self::Zh, true) => {
                format!("{card} 的{what}是估算的 {times} 倍，各卡均按此折算。")
            }
            (Self::En, false) => format!(
                "{what} on {card}: {times} times the estimate. That is too far off to be of this run, so it is not used."
            ),
            (Self::Zh, false) => {
                format!("{card} 的{what}是估算的 {times} 倍，相差太大，不像同一次运行，未采用。")
            }
        }
    }
}
