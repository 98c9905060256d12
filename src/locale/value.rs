//! The figures of an explanation, each in the unit that suits it.

use super::Locale;
use super::number::significant;
use crate::explain::Value;

impl Locale {
    /// A figure that was put into a formula, or came out of one.
    #[must_use]
    pub fn value(self, value: Value) -> String {
        match value {
            Value::Count(count) => self.compact(count.get(), 4),
            Value::Bytes(bytes) if bytes.to_gib() < 0.001 => {
                format!("{} B", significant(bytes.get(), 3))
            }
            Value::Bytes(bytes) => self.memory(bytes),
            Value::BytesPerSecond(rate) => format!("{} GB/s", significant(rate.to_gb(), 3)),
            Value::Flops(work) => format!("{} TFLOP", significant(work.get() / 1e12, 3)),
            Value::FlopsPerSecond(rate) => format!("{} TFLOP/s", significant(rate.to_tera(), 3)),
            Value::Seconds(seconds) => self.seconds(seconds),
            Value::Tokens(tokens) => self.compact(tokens.get(), 4),
            Value::Share(share) => self.percent(share),
            Value::PerSecond(rate) => format!("{}/s", self.compact(rate.get(), 3)),
        }
    }
}
