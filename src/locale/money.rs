//! Money as text. Amounts are exact until here, and are rounded once.

use super::Locale;
use super::number::{fixed, significant};
use crate::catalog::CurrencyRate;
use crate::units::{Currency, Money};

impl Locale {
    /// The sign in front of an amount: `$`, `US$` in Chinese, `CN¥` in English; the code where
    /// there is no sign that everybody reads alike.
    #[must_use]
    pub fn currency_sign(self, currency: Currency) -> String {
        match (currency.code(), self) {
            ("USD", Self::En) => "$".to_owned(),
            ("USD", Self::Zh) => "US$".to_owned(),
            ("CNY", Self::En) => "CN¥".to_owned(),
            ("CNY", Self::Zh) => "¥".to_owned(),
            ("EUR", _) => "€".to_owned(),
            ("GBP", _) => "£".to_owned(),
            ("INR", _) => "₹".to_owned(),
            ("KRW", _) => "₩".to_owned(),
            (code, _) => format!("{code}\u{a0}"),
        }
    }

    fn signed(self, currency: Currency, amount: &str) -> String {
        let sign = self.currency_sign(currency);
        match amount.strip_prefix('−') {
            Some(rest) => format!("−{sign}{rest}"),
            None => format!("{sign}{amount}"),
        }
    }

    /// What a month or a project costs: whole units from 100 on, two places below, and as many
    /// as it takes below one unit. From ten million on (a million in Chinese) four digits.
    #[must_use]
    pub fn bill(self, money: Money) -> String {
        let amount = money.to_f64();
        let magnitude = amount.abs();
        let large = match self {
            Self::En => 1e7,
            Self::Zh => 1e6,
        };
        let text = if magnitude >= large {
            self.compact(amount, 4)
        } else if magnitude >= 100.0 {
            fixed(amount, 0)
        } else if magnitude >= 1.0 || magnitude == 0.0 {
            fixed(amount, 2)
        } else {
            significant(amount, 2)
        };
        self.signed(money.currency(), &text)
    }

    /// What an hour costs, with two to four places as the list has them: `$55.04`, `$21.9576`;
    /// two from 100 on.
    #[must_use]
    pub fn rate(self, money: Money) -> String {
        let amount = money.to_f64();
        let exact = fixed(amount, if amount.abs() >= 100.0 { 2 } else { 4 });
        let text = match exact.split_once('.') {
            Some((_, places)) if places.len() > 2 => match exact.strip_suffix("00") {
                Some(short) => short,
                None => exact.strip_suffix('0').unwrap_or(&exact),
            },
            _ => &exact,
        };
        self.signed(money.currency(), text)
    }

    /// The amount exactly as stored, for a provenance line: `$21.957642`.
    #[must_use]
    pub fn exact(self, money: Money) -> String {
        self.signed(money.currency(), &money.to_decimal().to_string())
    }

    /// An estimate to three significant digits: `$0.834`, `$1,230`.
    #[must_use]
    pub fn estimate(self, money: Money) -> String {
        let amount = money.to_f64();
        let text = if amount.abs() >= 1e6 {
            self.compact(amount, 3)
        } else {
            significant(amount, 3)
        };
        self.signed(money.currency(), &text)
    }

    /// The rate and its day that a converted figure was reached by.
    #[must_use]
    pub fn converted_at(self, rate: &CurrencyRate) -> String {
        let (per_usd, code, day) = (
            significant(rate.per_usd.to_f64(), 5),
            rate.currency.code(),
            rate.as_of,
        );
        match self {
            Self::En => format!("converted at {per_usd} {code} per USD of {day}"),
            Self::Zh => format!("按 {day} 汇率 1 USD = {per_usd} {code} 折算"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(text: &str, currency: Currency) -> Money {
        Money::from_decimal(text.parse().unwrap(), currency)
    }

    #[test]
    fn bills_round_to_what_matters() {
        assert_eq!(Locale::En.bill(money("40179.2", Currency::USD)), "$40,179");
        assert_eq!(Locale::Zh.bill(money("512.5", Currency::USD)), "US$513");
        assert_eq!(Locale::En.bill(money("12.345", Currency::CNY)), "CN¥12.35");
        assert_eq!(Locale::Zh.bill(money("0.0123", Currency::CNY)), "¥0.012");
        assert_eq!(
            Locale::Zh.bill(money("12345678", Currency::CNY)),
            "¥1,235 万"
        );
    }

    #[test]
    fn rates_keep_two_to_four_places() {
        assert_eq!(Locale::En.rate(money("55.04", Currency::USD)), "$55.04");
        assert_eq!(
            Locale::En.rate(money("21.957642", Currency::USD)),
            "$21.9576"
        );
        assert_eq!(Locale::En.rate(money("2", Currency::USD)), "$2.00");
        assert_eq!(Locale::Zh.rate(money("366.18", Currency::CNY)), "¥366.18");
        assert_eq!(Locale::En.rate(money("0.526", Currency::USD)), "$0.526");
        assert_eq!(
            Locale::En.exact(money("21.957642", Currency::USD)),
            "$21.957642"
        );
    }

    #[test]
    fn codes_stand_where_signs_are_ambiguous() {
        let yen = Currency::from_code("JPY").unwrap();
        assert_eq!(Locale::En.bill(money("1500", yen)), "JPY\u{a0}1,500");
    }
}
