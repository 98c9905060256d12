//! The one sentence that answers.

use super::Locale;
use crate::query::Workload;

/// A piece of a sentence with its emphasis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Plain text.
    Plain(String),
    /// A figure or name that matters.
    Strong(String),
    /// The price.
    Money(String),
    /// What is saved.
    Good(String),
}

impl Piece {
    /// The text alone.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Plain(text) | Self::Strong(text) | Self::Money(text) | Self::Good(text) => text,
        }
    }
}

/// What was asked, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The workload.
    pub workload: Workload,
    /// The model's name; empty for workloads without one.
    pub model: String,
    /// The method of training, or the format of weights or work.
    pub how: String,
    /// Load: `8 sequences of 8,192 tokens`, `3 requests per second`, `1,000 frames`; empty where
    /// there is none.
    pub load: String,
    /// The memory that each replica needs; `None` where it is not known.
    pub need: Option<String>,
    /// Replicas of the best pick; 1 where there is none.
    pub replicas: u32,
}

/// What was found, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Cards and instances.
    pub cards: String,
    /// The provider.
    pub provider: String,
    /// The cost.
    pub cost: String,
    /// What it saves against the middle of all offers, in percent; `None` where nothing.
    pub saving: Option<String>,
    /// The time of a job; `None` where it is not one, and the cost is per month.
    pub takes: Option<String>,
}

fn plain(text: impl Into<String>) -> Piece {
    Piece::Plain(text.into())
}

fn strong(text: &str) -> Piece {
    Piece::Strong(text.to_owned())
}

impl Locale {
    /// The headline: what it needs, and the best pick with its cost, or that nothing fits.
    #[must_use]
    pub fn headline(self, asked: &Asked, found: Option<&Found>) -> Vec<Piece> {
        let mut pieces = self.asked(asked);
        match (self, found) {
            (Self::En, None) => pieces.push(strong("Nothing in the catalog fits.")),
            (Self::Zh, None) => pieces.push(strong("目录中没有合适的实例。")),
            (Self::En, Some(found)) => {
                pieces.push(strong(&found.cards));
                pieces.push(plain(format!(" at {} ", found.provider)));
                match &found.takes {
                    Some(time) => {
                        pieces.push(plain("does it in "));
                        pieces.push(strong(time));
                        pieces.push(plain(" for "));
                        pieces.push(Piece::Money(found.cost.clone()));
                        pieces.push(plain(" in all"));
                    }
                    None => {
                        pieces.push(plain("carries it for "));
                        pieces.push(Piece::Money(found.cost.clone()));
                        pieces.push(plain(" a month"));
                    }
                }
                if let Some(saving) = &found.saving {
                    pieces.push(plain(", "));
                    pieces.push(Piece::Good(format!("{saving} less")));
                    pieces.push(plain(" than the middle of all offers that can do it"));
                }
                pieces.push(plain("."));
            }
            (Self::Zh, Some(found)) => {
                pieces.push(plain(format!("{}的 ", before_han(&found.provider))));
                pieces.push(strong(&found.cards));
                match &found.takes {
                    Some(time) => {
                        pieces.push(plain(" 用 "));
                        pieces.push(strong(time));
                        pieces.push(plain("完成，共 "));
                        pieces.push(Piece::Money(found.cost.clone()));
                    }
                    None => {
                        pieces.push(plain(" 即可胜任，每月 "));
                        pieces.push(Piece::Money(found.cost.clone()));
                    }
                }
                if let Some(saving) = &found.saving {
                    pieces.push(plain("，比可行报价的中位数"));
                    pieces.push(Piece::Good(format!("低 {saving}")));
                }
                pieces.push(plain("。"));
            }
        }
        pieces
    }

    fn asked(self, asked: &Asked) -> Vec<Piece> {
        let subject = self.subject_phrase(asked);
        let mut pieces = Vec::new();
        match (self, &asked.need) {
            (Self::En, Some(need)) => {
                pieces.push(plain(format!("{subject} needs ")));
                pieces.push(strong(need));
                pieces.push(plain(" of GPU memory"));
                if asked.replicas > 1 {
                    pieces.push(plain(format!(" {}", self.of_replicas(asked.replicas))));
                }
                pieces.push(plain(". "));
            }
            (Self::Zh, Some(need)) => {
                pieces.push(plain(format!("{subject}需要 ")));
                pieces.push(strong(need));
                pieces.push(plain(" 显存"));
                if asked.replicas > 1 {
                    pieces.push(plain(format!("（{}）", self.of_replicas(asked.replicas))));
                }
                pieces.push(plain("。"));
            }
            (Self::En, None) => pieces.push(plain(format!("{subject}: "))),
            (Self::Zh, None) => pieces.push(plain(format!("{subject}："))),
        }
        pieces
    }

    fn subject_phrase(self, asked: &Asked) -> String {
        let Asked {
            workload,
            model,
            how,
            load,
            ..
        } = asked;
        match (self, workload) {
            (Self::En, Workload::Serve) => format!("{model} in {how} for {load}"),
            (Self::Zh, Workload::Serve) => format!("以 {how} 部署 {model}，{load}，"),
            (Self::En, Workload::Pretrain) => format!("Pre-training {model}{}", en_on(load)),
            (Self::Zh, Workload::Pretrain) => format!("预训练 {model}{}", zh_on(load)),
            (Self::En, Workload::Finetune) => {
                format!("{how} fine-tuning of {model}{}", en_on(load))
            }
            (Self::Zh, Workload::Finetune) => format!("{how} 微调 {model}{}", zh_on(load)),
            (Self::En, Workload::Image) => format!("{model} in {how}{}", en_for(load)),
            (Self::Zh, Workload::Image) => format!("以 {how} 运行 {model}{}", zh_on(load)),
            (Self::En, Workload::Vision) => format!("{model}{}", en_for(load)),
            (Self::Zh, Workload::Vision) => format!("{model}{}", zh_on(load)),
            (Self::En, Workload::Render) => format!("Rendering{}", en_space(load)),
            (Self::Zh, Workload::Render) => format!("渲染{}", zh_on(load)),
            (Self::En, Workload::Hpc) => format!("{how} computing{}", en_on(load)),
            (Self::Zh, Workload::Hpc) => format!("{how}计算{}", zh_on(load)),
            (Self::En, Workload::Vram) => format!("Your workload{}", en_for(load)),
            (Self::Zh, Workload::Vram) => format!("你的负载{}", zh_on(load)),
        }
    }
}

/// A name before a Chinese word: a space after Latin letters and digits, none after Han.
fn before_han(name: &str) -> String {
    if name.ends_with(|c: char| c.is_ascii()) {
        format!("{name} ")
    } else {
        name.to_owned()
    }
}

fn en_on(load: &str) -> String {
    joined(" on ", load)
}

fn en_for(load: &str) -> String {
    joined(" for ", load)
}

fn en_space(load: &str) -> String {
    joined(" ", load)
}

fn zh_on(load: &str) -> String {
    if load.is_empty() {
        String::new()
    } else {
        format!("，{load}，")
    }
}

fn joined(word: &str, load: &str) -> String {
    if load.is_empty() {
        String::new()
    } else {
        format!("{word}{load}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(pieces: &[Piece]) -> String {
        pieces.iter().map(Piece::text).collect()
    }

    fn asked() -> Asked {
        Asked {
            workload: Workload::Serve,
            model: "Llama 3.1 70B".to_owned(),
            how: "FP8".to_owned(),
            load: "16 sequences".to_owned(),
            need: Some("96–104 GiB".to_owned()),
            replicas: 1,
        }
    }

    #[test]
    fn a_need_of_several_replicas_says_whose_it_is() {
        let of_two = Asked {
            replicas: 2,
            ..asked()
        };
        let english = text(&Locale::En.headline(&of_two, None));
        assert!(
            english.contains("GPU memory on each of 2 replicas. "),
            "{english}"
        );
        let chinese = text(&Locale::Zh.headline(&of_two, None));
        assert!(chinese.contains("显存（每个副本，共 2 个）。"), "{chinese}");
        assert!(!text(&Locale::En.headline(&asked(), None)).contains("replica"));
    }

    #[test]
    fn a_latin_name_keeps_its_space_before_han() {
        assert_eq!(before_han("Nebius"), "Nebius ");
        assert_eq!(before_han("亚马逊云科技"), "亚马逊云科技");
    }

    #[test]
    fn says_what_it_needs_and_what_it_costs() {
        let found = Found {
            cards: "2 × H100 SXM 80 GB".to_owned(),
            provider: "Nebius".to_owned(),
            cost: "$2,345".to_owned(),
            saving: Some("41%".to_owned()),
            takes: None,
        };
        assert_eq!(
            text(&Locale::En.headline(&asked(), Some(&found))),
            "Llama 3.1 70B in FP8 for 16 sequences needs 96–104 GiB of GPU memory. \
             2 × H100 SXM 80 GB at Nebius carries it for $2,345 a month, 41% less than the middle of all offers that can do it."
        );
    }

    #[test]
    fn says_that_nothing_fits() {
        let headline = text(&Locale::Zh.headline(&asked(), None));
        assert!(headline.ends_with("目录中没有合适的实例。"), "{headline}");
    }
}
