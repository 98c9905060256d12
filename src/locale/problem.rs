//! What is wrong with a value of a link or a field, in words with the accepted range.

use super::Locale;
use super::number::grouped;
use crate::query::{Problem, ProblemReason};

/// An end of a range, its digits in groups where it is a whole number.
fn ends(text: &str) -> String {
    text.parse().map_or_else(|_| text.to_owned(), grouped)
}

impl Locale {
    /// A reason alone, as it stands under a field.
    #[must_use]
    pub fn problem_reason(self, reason: &ProblemReason) -> String {
        match (self, reason) {
            (Self::En, ProblemReason::UnknownWord(words)) => {
                format!("Choose one of {}.", words.join(", "))
            }
            (Self::Zh, ProblemReason::UnknownWord(words)) => {
                format!("可选：{}。", words.join("、"))
            }
            (Self::En, ProblemReason::NotANumber) => {
                "Write a number, such as 16, 1.5 or 32k.".to_owned()
            }
            (Self::Zh, ProblemReason::NotANumber) => "请填数字，如 16、1.5、32k、3万。".to_owned(),
            (Self::En, ProblemReason::OutOfRange(low, high)) => {
                format!("Must be between {} and {}.", ends(low), ends(high))
            }
            (Self::Zh, ProblemReason::OutOfRange(low, high)) => {
                format!("应在 {} 到 {} 之间。", ends(low), ends(high))
            }
            (Self::En, ProblemReason::Contradicts(key)) => {
                format!("Contradicts “{}”, which is used instead.", self.key(key))
            }
            (Self::Zh, ProblemReason::Contradicts(key)) => {
                format!("与“{}”矛盾，以后者为准。", self.key(key))
            }
            (Self::En, ProblemReason::NotInCatalog) => {
                "The catalog has nothing of this name.".to_owned()
            }
            (Self::Zh, ProblemReason::NotInCatalog) => "目录中没有这一项。".to_owned(),
            (Self::En, ProblemReason::Needs(key)) => {
                format!("Needs “{}” as well.", self.key(key))
            }
            (Self::Zh, ProblemReason::Needs(key)) => {
                format!("还需要填“{}”。", self.key(key))
            }
            (_, ProblemReason::NoLoad) => self.week_without_load().to_owned(),
            (Self::En, ProblemReason::Malformed) => "Could not be read.".to_owned(),
            (Self::Zh, ProblemReason::Malformed) => "无法识别。".to_owned(),
        }
    }

    /// A problem of a link: the key by its name, the value as given, the reason.
    #[must_use]
    pub fn problem(self, problem: &Problem) -> String {
        let (name, key, value) = (self.key(&problem.key), &problem.key, &problem.value);
        let reason = self.problem_reason(&problem.reason);
        match self {
            Self::En if name == key => format!("{key}={value}: {reason}"),
            Self::Zh if name == key => format!("{key}={value}：{reason}"),
            Self::En => format!("{name} ({key}={value}): {reason}"),
            Self::Zh => format!("{name}（{key}={value}）：{reason}"),
        }
    }

    /// What a key of a link stands for, as its field is labelled; the key itself where it has no
    /// field on the page.
    #[must_use]
    pub fn key(self, key: &str) -> &str {
        match key {
            "w" => self.label_workload(),
            "m" | "n" | "na" | "arch" => self.label_model(),
            "wq" | "wb" => self.label_weights(),
            "kv" => self.label_cache(),
            "ctx" => self.label_context(),
            "out" => self.label_output(),
            "con" => self.label_concurrency(),
            "rps" => self.label_rps(),
            "tpd" => self.label_tpd(),
            "ttft" => self.label_ttft(),
            "tpot" => self.label_tpot(),
            "eng" => self.label_engine(),
            "method" => self.label_method(),
            "rank" => self.label_rank(),
            "opt" => self.label_optimizer(),
            "bs" => self.label_batch(),
            "seq" => self.label_sequence(),
            "tok" => self.label_tokens(),
            "ep" => self.label_epochs(),
            "tgt" => self.label_targets(),
            "tr" => self.label_trainer(),
            "zero" => self.label_zero(),
            "off" => self.label_offload(),
            "st" => self.label_states(),
            "attn" => self.label_attention(),
            "acc" => self.label_accumulation(),
            "slice" => self.label_sliced(),
            "vm" => self.label_vision_mode(),
            "rt" => self.label_runtime(),
            "mg" => self.label_measured_on(),
            "mn" => self.label_measured_cards(),
            "mp" => self.label_measured_peak(),
            "ms" => self.label_measured_speed(),
            "mi" => self.label_measured_step(),
            "ckpt" => self.label_checkpointing(),
            "res" => self.label_resolution(),
            "steps" => self.label_steps(),
            "imgs" => self.label_images(),
            "frames" => self.label_frames(),
            "fmin" => self.label_frame_minutes(),
            "ref" => self.label_reference(),
            "pflop" => self.label_petaflop(),
            "prec" => self.label_work_precision(),
            "vram" => self.label_vram(),
            "gpuh" => self.label_gpu_hours(),
            "use" => self.label_usage(),
            "wk" => self.label_week(),
            "hpd" => self.label_hours_per_day(),
            "dpw" => self.label_days_per_week(),
            "mon" => self.label_months(),
            "pay" => self.label_pay(),
            "tier" => self.label_tiers(),
            "prov" => self.label_providers(),
            "gpu" => self.label_gpus(),
            "reg" => self.label_regions(),
            "jur" => self.label_jurisdictions(),
            "home" => self.label_homes(),
            "vendor" => self.label_vendors(),
            "comp" => self.label_compliance(),
            "fw" => self.label_frameworks(),
            "sla" => self.label_sla(),
            "ic" => self.label_link(),
            "cnt" => self.label_count(),
            "gb" => self.label_storage(),
            "eg" => self.label_egress(),
            "disc" => self.label_discount(),
            "credit" => self.label_credit(),
            "budget" => self.label_budget(),
            "dl" => self.label_deadline(),
            "lam" => self.label_interruptions(),
            "ckh" => self.label_checkpoint_hours(),
            "swing" => self.label_swing(),
            "grow" => self.label_growth(),
            "scale" => self.label_scaling(),
            "floor" => self.label_floor(),
            "su" => self.label_startup(),
            "head" => self.label_headroom(),
            "at" => self.label_users(),
            "obj" => self.label_object_storage(),
            "snap" => self.label_snapshots(),
            "xz" => self.label_cross_zone(),
            "lb" => self.label_balancers(),
            "ip" => self.label_addresses(),
            "stall" => self.label_stall(),
            "int" => self.label_interruptible(),
            "ckp" => self.label_checkpoints(),
            "save" => self.label_save(),
            "redl" => self.label_refetch(),
            "pools" => self.label_pools(),
            "fm" => self.label_first_months(),
            "fmd" => self.label_first_discount(),
            "prm" => self.label_promotion_months(),
            "typ" => self.label_typical(),
            "resell" => self.label_resale(),
            "tax" => self.label_tax(),
            "cached" => self.label_cached(),
            "card" => self.label_own_card(),
            "host" => self.label_own_host(),
            "kwh" => self.label_electricity(),
            "pue" => self.label_pue(),
            "keep" => self.label_keep(),
            "left" => self.label_residual(),
            "staff" => self.label_staff(),
            "space" => self.label_space(),
            "cur" => self.label_currency(),
            "sort" => self.label_order(),
            _ => key,
        }
    }
}
