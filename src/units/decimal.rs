//! Exact decimals with six places, parsed and printed without floating-point text.
//!
//! The standard library's float parser and printer add some 20 kB (brotli) to the page; this does
//! not, and a typed `0.1` stays `0.1`.

use super::quantity::Ratio;
use std::fmt;
use std::str::FromStr;

/// A decimal number with six places, held in millionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(i64);

/// Why a text is no decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecimalError {
    /// There is nothing to read.
    Empty,
    /// A character that does not belong into a number.
    Character(char),
    /// More digits than fit: the largest magnitude is about 9.2 × 10¹².
    TooLarge,
}

impl fmt::Display for DecimalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "no number"),
            Self::Character(c) => write!(f, "unexpected character '{c}'"),
            Self::TooLarge => write!(f, "number too large"),
        }
    }
}

impl Decimal {
    /// Zero.
    pub const ZERO: Self = Self(0);
    /// Millionths in one.
    pub const SCALE: i64 = 1_000_000;

    /// Takes a whole number; saturates at the ends.
    #[must_use]
    pub const fn from_int(value: i64) -> Self {
        Self(value.saturating_mul(Self::SCALE))
    }

    /// Takes millionths.
    #[must_use]
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// The value in millionths.
    #[must_use]
    pub const fn to_micros(self) -> i64 {
        self.0
    }

    /// The nearest binary floating-point value.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "the nearest value is what is asked for"
    )]
    pub const fn to_f64(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// The share of 1 that so many percent are.
    #[must_use]
    pub const fn percent(self) -> Ratio {
        Ratio::new(self.to_f64() / 100.0)
    }

    /// The nearest decimal, half away from zero; saturates, and takes NaN as 0.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "`as` saturates and maps NaN to 0"
    )]
    pub fn from_f64(value: f64) -> Self {
        Self((value * 1e6).round() as i64)
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    /// Reads an optional sign, digits, and at most one point. Digits after the sixth place are
    /// rounded half up. No exponent, no grouping: forms accept those before they come here.
    fn from_str(text: &str) -> Result<Self, DecimalError> {
        if text.is_empty() {
            return Err(DecimalError::Empty);
        }
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let mut micros: i64 = 0;
        let mut places: Option<u32> = None;
        let mut any = false;
        for c in digits.chars() {
            match c {
                '.' if places.is_none() => places = Some(0),
                '0'..='9' => {
                    any = true;
                    let digit = i64::from(c as u32 - '0' as u32);
                    match &mut places {
                        Some(6) => {
                            if digit >= 5 {
                                micros = micros.checked_add(1).ok_or(DecimalError::TooLarge)?;
                            }
                            places = Some(7);
                        }
                        Some(7..) => {}
                        count => {
                            micros = micros
                                .checked_mul(10)
                                .and_then(|m| m.checked_add(digit))
                                .ok_or(DecimalError::TooLarge)?;
                            if let Some(count) = count {
                                *count += 1;
                            }
                        }
                    }
                }
                other => return Err(DecimalError::Character(other)),
            }
        }
        if !any {
            return Err(DecimalError::Empty);
        }
        for _ in places.unwrap_or(0)..6 {
            micros = micros.checked_mul(10).ok_or(DecimalError::TooLarge)?;
        }
        Ok(Self(if negative { -micros } else { micros }))
    }
}

impl fmt::Display for Decimal {
    /// Prints as few places as the value has: `0.5`, `12`, `-3.000001`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.unsigned_abs();
        let (whole, mut fraction) = (magnitude / 1_000_000, magnitude % 1_000_000);
        if self.0 < 0 {
            write!(f, "-")?;
        }
        write!(f, "{whole}")?;
        if fraction > 0 {
            let mut width = 6;
            while fraction % 10 == 0 {
                fraction /= 10;
                width -= 1;
            }
            write!(f, ".{fraction:0width$}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, micros: i64) {
        assert_eq!(text.parse(), Ok(Decimal::from_micros(micros)));
    }

    #[test]
    fn reads_decimals() {
        reads("21.957642", 21_957_642);
        reads("0.1", 100_000);
        reads("7.", 7_000_000);
        reads(".5", 500_000);
        reads("-2.25", -2_250_000);
        reads("1.0000005", 1_000_001);
        reads("1.00000049", 1_000_000);
    }

    #[test]
    fn refuses_what_is_no_decimal() {
        assert_eq!("".parse::<Decimal>(), Err(DecimalError::Empty));
        assert_eq!(".".parse::<Decimal>(), Err(DecimalError::Empty));
        assert_eq!("1e5".parse::<Decimal>(), Err(DecimalError::Character('e')));
        assert_eq!(
            "1.2.3".parse::<Decimal>(),
            Err(DecimalError::Character('.'))
        );
        assert_eq!(
            "99999999999999".parse::<Decimal>(),
            Err(DecimalError::TooLarge)
        );
    }

    #[test]
    fn prints_what_it_reads() {
        for text in ["0", "0.5", "12", "-3.000001", "98.32", "9000000000000"] {
            let value: Decimal = text.parse().unwrap();
            assert_eq!(value.to_string(), text);
        }
    }
}
