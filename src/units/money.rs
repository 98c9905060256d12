//! Exact money: integer millionths of a currency.

use super::{Decimal, Hours, Ratio};
use std::fmt;
use std::ops::{Add, AddAssign, Sub};

/// A currency by its ISO 4217 code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency([u8; 3]);

impl Currency {
    /// The US dollar, in which figures are shown unless asked otherwise.
    pub const USD: Self = Self(*b"USD");
    /// The renminbi.
    pub const CNY: Self = Self(*b"CNY");

    /// Takes a code of three Latin letters in either case.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        let bytes: [u8; 3] = code.as_bytes().try_into().ok()?;
        bytes
            .iter()
            .all(u8::is_ascii_alphabetic)
            .then(|| Self(bytes.map(|b| b.to_ascii_uppercase())))
    }

    /// The code, upper case.
    #[must_use]
    pub fn code(&self) -> &str {
        // `from_code` admits ASCII letters only.
        std::str::from_utf8(&self.0).unwrap_or("???")
    }
}

impl Default for Currency {
    fn default() -> Self {
        Self::USD
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// An amount in one currency, exact to a millionth.
///
/// An `i64` of millionths reaches 9.2 × 10¹² units, far beyond any bill here; arithmetic saturates
/// at the ends, so that an absurd question gets an absurd bill and not a panic. Adding amounts of
/// two currencies is a mistake of the caller: the left currency is kept, and debug builds assert.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Money {
    micros: i64,
    currency: Currency,
}

impl Money {
    /// Takes millionths of the currency's unit.
    #[must_use]
    pub const fn from_micros(micros: i64, currency: Currency) -> Self {
        Self { micros, currency }
    }

    /// Takes a decimal amount.
    #[must_use]
    pub const fn from_decimal(amount: Decimal, currency: Currency) -> Self {
        Self::from_micros(amount.to_micros(), currency)
    }

    /// Nothing, in the given currency.
    #[must_use]
    pub const fn zero(currency: Currency) -> Self {
        Self::from_micros(0, currency)
    }

    /// The amount in millionths.
    #[must_use]
    pub const fn micros(self) -> i64 {
        self.micros
    }

    /// The currency.
    #[must_use]
    pub const fn currency(self) -> Currency {
        self.currency
    }

    /// The amount as a decimal.
    #[must_use]
    pub const fn to_decimal(self) -> Decimal {
        Decimal::from_micros(self.micros)
    }

    /// The nearest floating-point value, for ratios and output only.
    #[must_use]
    pub const fn to_f64(self) -> f64 {
        self.to_decimal().to_f64()
    }

    /// The amount times a whole number.
    #[must_use]
    pub const fn times(self, count: i64) -> Self {
        Self::from_micros(self.micros.saturating_mul(count), self.currency)
    }

    /// The amount times a factor, rounded once to the nearest millionth, half away from zero.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        // The factor is held in billionths, so that the product is exact in an i128.
        let billionths = factor * 1e9;
        let micros = if billionths.abs() < ROOM && (self.micros as f64 * factor).abs() < ROOM {
            scaled_in_64_bits(self.micros, saturating_i64_of(billionths))
        } else {
            saturating_i64(divide_rounded(
                i128::from(self.micros).saturating_mul(saturating_i128(billionths)),
                i128::from(BILLION),
            ))
        };
        Self::from_micros(micros, self.currency)
    }

    /// The amount divided by a positive number, rounded once; unchanged for any other.
    #[must_use]
    pub fn divided(self, by: Ratio) -> Self {
        if by <= Ratio::ZERO {
            return self;
        }
        Self::from_micros(
            saturating_i64(saturating_i128(libm::round(self.micros as f64 / by.get()))),
            self.currency,
        )
    }

    /// What a rate per hour comes to over some hours, rounded once.
    #[must_use]
    pub fn over(self, hours: Hours) -> Self {
        self.scaled(hours.get())
    }

    /// The same value in another currency, rounded once. `per_usd` says how many units of a
    /// currency one US dollar buys. With a rate of 0 the result is 0.
    #[must_use]
    pub fn converted(self, own_per_usd: Decimal, other: Currency, other_per_usd: Decimal) -> Self {
        if self.currency == other || own_per_usd.to_micros() == 0 {
            return Self::from_micros(
                if self.currency == other {
                    self.micros
                } else {
                    0
                },
                other,
            );
        }
        let product = i128::from(self.micros) * i128::from(other_per_usd.to_micros());
        let micros = divide_rounded(product, i128::from(own_per_usd.to_micros()));
        Self::from_micros(saturating_i64(micros), other)
    }
}

/// Billionths in one.
const BILLION: i64 = 1_000_000_000;

/// What an i64 holds, less what an estimate in floating point may be wrong by.
const ROOM: f64 = 4e18;

/// An amount times billionths, rounded half away from zero, where the result is within [`ROOM`].
/// The page divides 64 bits several times as fast as 128.
fn scaled_in_64_bits(micros: i64, billionths: i64) -> i64 {
    let rounded = |product: i64| {
        let half = if product < 0 { -BILLION } else { BILLION } / 2;
        (product + half) / BILLION
    };
    if (micros as f64 * billionths as f64).abs() < ROOM {
        return rounded(micros * billionths);
    }
    // All parts have the sign of the product, so that rounding the last one rounds the sum.
    let (whole, part) = (billionths / BILLION, billionths % BILLION);
    micros * whole + micros / BILLION * part + rounded(micros % BILLION * part)
}

/// Divides and rounds half away from zero.
fn divide_rounded(numerator: i128, denominator: i128) -> i128 {
    let (size, divisor) = (numerator.saturating_abs(), denominator.saturating_abs());
    let quotient = size.saturating_add(divisor / 2) / divisor;
    if (numerator < 0) == (denominator < 0) {
        quotient
    } else {
        -quotient
    }
}

fn saturating_i64(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "`as` saturates and maps NaN to 0"
)]
fn saturating_i128(value: f64) -> i128 {
    value.round() as i128
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "`as` saturates and maps NaN to 0"
)]
fn saturating_i64_of(value: f64) -> i64 {
    value.round() as i64
}

impl Add for Money {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        debug_assert!(
            self.currency == other.currency,
            "amounts of two currencies added"
        );
        Self::from_micros(self.micros.saturating_add(other.micros), self.currency)
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Money {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        debug_assert!(
            self.currency == other.currency,
            "amounts of two currencies subtracted"
        );
        Self::from_micros(self.micros.saturating_sub(other.micros), self.currency)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usd(text: &str) -> Money {
        Money::from_decimal(text.parse().unwrap(), Currency::USD)
    }

    /// Small products are divided in fewer bits, to the same result.
    #[test]
    fn both_ways_to_scale_agree() {
        let factors = [
            0.0,
            1.0,
            -1.0,
            0.5,
            1.0 / 3.0,
            730.0,
            8760.5,
            -0.37,
            1e-9,
            4e-10,
            2.5e12,
        ];
        for micros in [
            0,
            1,
            -1,
            3,
            999_999,
            55_040_000,
            -12_345_678_901,
            1 << 40,
            1_499_999_999_999_999_999,
            i64::MIN,
            i64::MAX,
        ] {
            for factor in factors {
                let slow = divide_rounded(
                    i128::from(micros).saturating_mul(saturating_i128(factor * 1e9)),
                    i128::from(BILLION),
                );
                let fast = Money::from_micros(micros, Currency::USD).scaled(factor);
                assert_eq!(fast.micros(), saturating_i64(slow), "{micros} {factor}");
            }
        }
    }

    #[test]
    fn a_month_is_exact() {
        assert_eq!(usd("55.04").over(Hours::MONTH), usd("40179.2"));
        assert_eq!(usd("21.957642").over(Hours::MONTH), usd("16029.07866"));
        assert_eq!(usd("0.000001").scaled(0.5), usd("0.000001"));
    }

    #[test]
    fn conversion_rounds_once() {
        let rate: Decimal = "6.652882".parse().unwrap();
        let yuan = usd("100").converted(Decimal::from_int(1), Currency::CNY, rate);
        assert_eq!(yuan.to_decimal().to_string(), "665.2882");
        assert_eq!(
            yuan.converted(rate, Currency::USD, Decimal::from_int(1)),
            usd("100")
        );
    }

    #[test]
    fn absurd_amounts_saturate() {
        let all = Money::from_micros(i64::MAX, Currency::USD);
        assert_eq!(all + all, all);
        assert_eq!(all.scaled(1e30).micros(), i64::MAX);
        assert_eq!(all.scaled(f64::NAN).micros(), 0);
    }

    #[test]
    fn codes_are_three_letters() {
        assert_eq!(Currency::from_code("cny"), Some(Currency::CNY));
        assert_eq!(Currency::from_code("¥"), None);
        assert_eq!(Currency::from_code("US$"), None);
    }
}
