//! How far the estimates were from public measurements.

use super::Locale;
use crate::calibration::Class;

texts! {
    accuracy_title: "How accurate are the estimates?", "估算有多准？";
    accuracy_note: "Every public measurement we found, held against the estimate for the same model, card and settings. The error is the distance from the measured figure; half of the estimates are closer than the median, nine of ten closer than the last figure.", "把找到的每条公开实测与同模型、同卡、同设置的估算对照。误差为偏离实测值的幅度：一半的估算小于中位误差，九成小于“九成以内”一列。";
    accuracy_what: "Estimate", "估算项";
    accuracy_rows: "Measurements", "实测数";
    accuracy_median: "Median error", "中位误差";
    accuracy_p90: "Nine of ten within", "九成以内";
    accuracy_inside: "Inside the shown range", "落在所示区间";
}

impl Locale {
    /// A class of estimates.
    #[must_use]
    pub const fn accuracy_class(self, class: Class) -> &'static str {
        match class {
            Class::InferenceMemory => {
                self.pick("Memory, language models running", "显存：语言模型推理")
            }
            Class::TrainingMemory => {
                self.pick("Memory, language models training", "显存：语言模型训练")
            }
            Class::ImagingMemory => {
                self.pick("Memory, images, vision, speech", "显存：图像、视觉、语音")
            }
            Class::Decode => self.pick("Speed of output tokens", "解码速度"),
            Class::Prefill => self.pick("Speed of reading prompts", "预填充速度"),
            Class::Batched => self.pick("Throughput under load", "并发吞吐"),
            Class::TrainingSpeed => self.pick("Speed of training", "训练速度"),
            Class::ImagingSpeed => {
                self.pick("Speed of images, vision, speech", "图像、视觉、语音速度")
            }
        }
    }

    /// How often fitting and running out of memory were called right.
    #[must_use]
    pub fn accuracy_verdicts(self, fits: (u32, u32), out_of_memory: (u32, u32)) -> String {
        let ((ran, said), (failed, told)) = (fits, out_of_memory);
        match self {
            Self::En => format!(
                "Of {ran} runs that fitted, {said} are said to fit; of {failed} that ran out of memory, {told} are said not to."
            ),
            Self::Zh => format!(
                "实测能跑的 {ran} 次中，判为放得下的有 {said} 次；实测爆显存的 {failed} 次中，判为放不下的有 {told} 次。"
            ),
        }
    }
}
