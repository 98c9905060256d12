//! Numbers as text, from integers alone: no floating-point printer of the standard library.

use super::Locale;
use crate::units::{Bytes, Hours, Params, Range, Ratio, Seconds};
use std::fmt::Write as _;

/// A whole number in groups of three: `1,234,567`.
#[must_use]
pub fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with exactly so many decimal places (at most 6), grouped, rounded half away from zero.
#[must_use]
pub fn fixed(value: f64, places: u32) -> String {
    let places = places.min(6);
    let scale = 10_u64.pow(places);
    let units = round(value.abs() * to_f64(scale));
    let sign = if value < 0.0 && units > 0 { "−" } else { "" };
    let mut text = String::from(sign);
    text.push_str(&grouped(units / scale));
    if places > 0 {
        let width = places as usize;
        // Writing to a string cannot fail.
        let _ = write!(text, ".{:0width$}", units % scale);
    }
    text
}

/// A number to so many significant digits (1 to 6), grouped, without trailing zeros after the
/// point; below a millionth it is 0.
#[must_use]
pub fn significant(value: f64, digits: u32) -> String {
    let magnitude = value.abs();
    let mut exponent = 0_i32;
    let mut rest = magnitude;
    while rest >= 10.0 && exponent < 18 {
        rest /= 10.0;
        exponent += 1;
    }
    while rest < 1.0 && exponent > -6 {
        rest *= 10.0;
        exponent -= 1;
    }
    let digits = i32::try_from(digits.clamp(1, 6)).unwrap_or(3);
    let places = digits - 1 - exponent;
    if places <= 0 {
        let step = 10_u64.pow(places.unsigned_abs().min(18));
        let whole = round(magnitude / to_f64(step)).saturating_mul(step);
        let sign = if value < 0.0 { "−" } else { "" };
        return format!("{sign}{}", grouped(whole));
    }
    trimmed(fixed(value, places.unsigned_abs()))
}

/// Drops zeros at the end of a fraction, and the point with them.
fn trimmed(mut text: String) -> String {
    if text.contains(['.']) {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if text == "−0" { "0".to_owned() } else { text }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates and maps NaN to 0"
)]
fn round(value: f64) -> u64 {
    value.round() as u64
}

#[expect(
    clippy::cast_precision_loss,
    reason = "powers of ten up to 10^18 round to the nearest value"
)]
fn to_f64(value: u64) -> f64 {
    value as f64
}

/// The share that a part has of a whole, in percent with one place, as an SVG attribute takes it.
#[must_use]
pub fn share_of(part: f64, whole: f64) -> String {
    if whole <= 0.0 {
        return "0".to_owned();
    }
    fixed((part / whole * 100.0).clamp(0.0, 100.0), 1)
}

impl Locale {
    /// A large number to so many significant digits: `1.2M` or `120万`.
    #[must_use]
    pub fn compact(self, value: f64, digits: u32) -> String {
        let steps: &[(f64, &str)] = match self {
            Self::En => &[(1e12, "T"), (1e9, "B"), (1e6, "M"), (1e4, "K")],
            Self::Zh => &[(1e12, " 万亿"), (1e8, " 亿"), (1e4, " 万")],
        };
        for (step, name) in steps {
            if value >= *step {
                let step = if *name == "K" { 1e3 } else { *step };
                return format!("{}{name}", significant(value / step, digits));
            }
        }
        significant(value, digits)
    }

    /// GPU memory in binary units, three significant digits: `131 GiB`, `512 MiB`.
    #[must_use]
    pub fn memory(self, bytes: Bytes) -> String {
        let gib = bytes.to_gib();
        if gib > 0.0 && gib < 0.1 {
            format!("{} MiB", significant(gib * 1024.0, 2))
        } else if gib < 10.0 {
            format!("{}\u{a0}GiB", significant(gib, 2))
        } else {
            format!("{}\u{a0}GiB", significant(gib, 3))
        }
    }

    /// A range of memory in one unit: `92–104 GiB`; one figure where both ends read alike.
    #[must_use]
    pub fn memory_range(self, range: Range<Bytes>) -> String {
        let digits = if range.high.to_gib() < 10.0 { 2 } else { 3 };
        let low = significant(range.low.to_gib(), digits);
        let high = significant(range.high.to_gib(), digits);
        if low == high {
            format!("{high}\u{a0}GiB")
        } else {
            // Word joiners keep a range on one line.
            format!("{low}\u{2060}–\u{2060}{high}\u{a0}GiB")
        }
    }

    /// A count of parameters: `70.6 B` or `706 亿`.
    #[must_use]
    pub fn params(self, params: Params) -> String {
        let count = params.get();
        match self {
            Self::En if count >= 1e12 => format!("{} T", significant(count / 1e12, 3)),
            Self::En if count >= 1e9 => format!("{} B", significant(count / 1e9, 3)),
            Self::En => format!("{} M", significant(count / 1e6, 3)),
            Self::Zh if count >= 1e12 => format!("{} 万亿", significant(count / 1e12, 3)),
            Self::Zh if count >= 1e8 => format!("{} 亿", significant(count / 1e8, 3)),
            Self::Zh => format!("{} 万", significant(count / 1e4, 3)),
        }
    }

    /// A time in the unit that suits it: minutes, hours, days.
    #[must_use]
    pub fn duration(self, hours: Hours) -> String {
        let hours = hours.get();
        if hours < 1.0 / 60.0 {
            self.quantity(&significant(hours * 3600.0, 2), "s", "秒")
        } else if hours < 1.0 {
            self.quantity(&significant(hours * 60.0, 2), "min", "分钟")
        } else if hours < 72.0 {
            self.quantity(&significant(hours, 3), "h", "小时")
        } else {
            self.quantity(&significant(hours / 24.0, 3), "days", "天")
        }
    }

    /// Seconds, or milliseconds below one: `0.62 s`, `35 ms`.
    #[must_use]
    pub fn seconds(self, seconds: Seconds) -> String {
        let seconds = seconds.get();
        if seconds < 0.1 {
            self.quantity(&significant(seconds * 1000.0, 2), "ms", "毫秒")
        } else {
            self.quantity(&significant(seconds, 2), "s", "秒")
        }
    }

    /// A share as whole percent; below one percent with a digit that is not 0, down to a millionth.
    #[must_use]
    pub fn percent(self, share: Ratio) -> String {
        let percent = share.get() * 100.0;
        // What rounds to a whole percent is said so: 0.995 % is 1 %.
        if percent.abs() < 0.95 {
            format!("{}%", significant(percent, 1))
        } else {
            format!("{}%", fixed(percent, 0))
        }
    }

    /// A number with its unit, joined by a space that does not break.
    #[must_use]
    pub fn quantity(self, number: &str, en: &'static str, zh: &'static str) -> String {
        format!("{number}\u{a0}{}", self.pick(en, zh))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn keeps_significant_digits() {
        assert_eq!(significant(0.0, 3), "0");
        assert_eq!(significant(1_234.5, 3), "1,230");
        assert_eq!(significant(999.6, 3), "1,000");
        assert_eq!(significant(0.012_345, 2), "0.012");
        assert_eq!(significant(2.5, 3), "2.5");
        assert_eq!(significant(9.996, 3), "10");
        assert_eq!(significant(-0.25, 2), "−0.25");
        assert_eq!(significant(1e-9, 3), "0");
        assert_eq!(significant(1e30, 2), grouped(u64::MAX));
        assert_eq!(significant(f64::NAN, 2), "0");
    }

    #[test]
    fn fixes_places() {
        assert_eq!(fixed(40_179.2, 2), "40,179.20");
        assert_eq!(fixed(0.005, 2), "0.01");
        assert_eq!(fixed(-0.001, 2), "0.00");
        assert_eq!(fixed(71.6, 0), "72");
    }

    #[test]
    fn large_numbers_follow_the_language() {
        assert_eq!(Locale::En.compact(1_234_567.0, 3), "1.23M");
        assert_eq!(Locale::En.compact(15_000.0, 3), "15K");
        assert_eq!(Locale::En.compact(1_500.0, 3), "1,500");
        assert_eq!(Locale::Zh.compact(1_234_567.0, 3), "123 万");
        assert_eq!(Locale::Zh.compact(2.5e8, 3), "2.5 亿");
        assert_eq!(Locale::Zh.params(Params::new(70.6e9)), "706 亿");
        assert_eq!(Locale::En.params(Params::new(8.03e9)), "8.03 B");
    }

    #[test]
    fn memory_is_binary() {
        assert_eq!(Locale::En.memory(Bytes::from_gib(131.4)), "131\u{a0}GiB");
        assert_eq!(Locale::En.memory(Bytes::from_gib(2.5)), "2.5\u{a0}GiB");
        assert_eq!(Locale::En.memory(Bytes::from_mib(64.0)), "64 MiB");
        let range = Range::new(
            Bytes::from_gib(92.0),
            Bytes::from_gib(96.0),
            Bytes::from_gib(104.0),
        );
        assert_eq!(
            Locale::Zh.memory_range(range),
            "92\u{2060}–\u{2060}104\u{a0}GiB"
        );
    }

    #[test]
    fn a_small_share_is_not_nothing() {
        let percent = |share: f64| Locale::En.percent(Ratio::new(share));
        assert_eq!(percent(0.004), "0.4%");
        assert_eq!(percent(0.000_372), "0.04%");
        assert_eq!(percent(0.0), "0%");
        assert_eq!(percent(0.0099), "1%");
        assert_eq!(percent(0.12), "12%");
        assert_eq!(percent(1.0), "100%");
    }

    #[test]
    fn shares_stay_inside_the_bar() {
        assert_eq!(share_of(1.0, 3.0), "33.3");
        assert_eq!(share_of(5.0, 3.0), "100.0");
        assert_eq!(share_of(5.0, 0.0), "0");
    }

    #[test]
    fn times_choose_their_unit() {
        assert_eq!(Locale::En.duration(Hours::new(0.5)), "30\u{a0}min");
        assert_eq!(Locale::Zh.duration(Hours::new(12.34)), "12.3\u{a0}小时");
        assert_eq!(Locale::En.duration(Hours::new(240.0)), "10\u{a0}days");
        assert_eq!(Locale::En.seconds(Seconds::new(0.035)), "35\u{a0}ms");
    }
}
