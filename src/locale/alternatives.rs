//! Renting against buying, calling an API, serverless and processors, in words.

use super::Locale;
use super::number::significant;
use crate::units::{Hours, Money, Ratio, Tokens};

texts! {
    alternatives: "Rent, buy or call an API?", "租、买，还是调 API？";
    alternatives_note: "Beside the best pick, without storage, traffic and tax.", "与首选相比，不含存储、流量和税。";
    own_heading: "Own hardware", "自购硬件";
    own_upfront: "To buy", "购置";
    own_running: "Running it, a month", "每月运行";
    own_power: "of it electricity", "其中电费";
    own_resale: "Sold at the end for", "项目结束时卖出";
    own_total: "Whole project", "整个项目";
    own_pays_back: "Pays back after", "回本时间";
    own_pays_back_same: "Against the same card rented", "与租同款卡相比";
    own_never: "not within ten years", "十年内不回本";
    own_host_assumed: "The price of the server is an assumption.", "服务器价格为估算。";
    own_misses: "Misses a target of the question.", "达不到问题里的目标。";
    own_curve: "What has been spent by month", "累计花费";
    own_line: "buying", "购买";
    rent_line: "renting", "租用";
    api_heading: "Token API", "按 token 调用";
    api_seller: "Seller", "厂商";
    api_price: "Per million in / out", "每百万 token 输入/输出";
    api_month: "A month", "每月";
    api_even: "Own machines pay from", "自建划算的日输出量";
    api_full: "No rate is asked for: the volume is what the best pick makes at full use.", "没有填写请求量，按首选满负荷的产出计算。";
    api_never: "never", "始终不划算";
    serverless_heading: "Serverless", "按秒计费";
    serverless_below: "Cheaper while busy below", "忙碌时间占比低于此值更省";
    serverless_misses: "misses a target", "达不到目标";
    serverless_lacks: "what is not known of its times and parts is not counted", "未知的时间和费用未计入";
    cpu_heading: "Without a GPU", "不用 GPU";
    cheaper_than_best: "cheaper than the best pick", "比首选便宜";
    dearer_than_best: "dearer than the best pick", "比首选贵";
    no_exchange_rate: "no exchange rate", "无汇率";
}

impl Locale {
    /// A number of own cards by their name.
    #[must_use]
    pub fn own_cards(self, count: u32, name: &str) -> String {
        match self {
            Self::En => format!("{count} × {name}"),
            Self::Zh => format!("{count} 张 {name}"),
        }
    }

    /// What something is, and how it compares.
    #[must_use]
    pub fn compared(self, what: &str, verdict: &str) -> String {
        format!("{what}{}{verdict}", self.pick(": ", "："))
    }

    /// A time in months, to one decimal.
    #[must_use]
    pub fn months(self, hours: Hours) -> String {
        let months = significant(hours / Hours::MONTH, 3);
        self.quantity(&months, "months", "个月")
    }

    /// A volume of output tokens a day.
    #[must_use]
    pub fn tokens_a_day(self, tokens: Tokens) -> String {
        let figure = self.compact(tokens.get(), 3);
        self.quantity(&figure, "tokens a day", "token/天")
    }

    /// An amount between two ends.
    #[must_use]
    pub fn spread(self, low: Money, expected: Money, high: Money) -> String {
        let figure = self.bill(expected);
        if low == high {
            figure
        } else {
            format!("{figure} ({}–{})", self.bill(low), self.bill(high))
        }
    }

    /// A host without accelerators and how fast it is.
    #[must_use]
    pub fn cpu_hosts(self, count: u32, instance: &str, rate: Ratio) -> String {
        let rate = significant(rate.get(), 3);
        match self {
            Self::En => format!("{count} × {instance}, {rate} per second"),
            Self::Zh => format!("{count} 台 {instance}，每秒 {rate}"),
        }
    }
}
