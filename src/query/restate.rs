//! A question with its amounts in another currency.

use super::Query;
use crate::units::{Currency, Decimal, Money};

impl Query {
    /// The same question in another currency. Its amounts keep what they are worth and are rounded as
    /// a person would write them; one that `convert` knows no rate for stays as it is written.
    #[must_use]
    pub fn in_currency(
        mut self,
        currency: Currency,
        convert: impl Fn(Money) -> Option<Money>,
    ) -> Self {
        let old = self.currency;
        let restated = |amount: Decimal| {
            convert(Money::from_decimal(amount, old))
                .map_or(amount, |money| rounded(money.to_f64()))
        };
        let own = &mut self.own;
        for amount in [
            &mut self.budget,
            &mut self.credit,
            &mut own.card,
            &mut own.host,
            &mut own.kwh,
        ] {
            *amount = amount.map(restated);
        }
        for amount in [&mut own.staff, &mut own.space] {
            *amount = restated(*amount);
        }
        self.currency = currency;
        self
    }
}

/// An amount as a person would write it: whole from 100 on, to the hundredth from 1 on, and to a
/// ten-thousandth below, where a kilowatt-hour's price lies.
fn rounded(amount: f64) -> Decimal {
    let places = match amount.abs() {
        100.0.. => 1.0,
        1.0.. => 100.0,
        _ => 10_000.0,
    };
    Decimal::from_f64((amount * places).round() / places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::decode;

    /// Keys of amounts, as `docs/url.md` has them.
    fn amounts() -> Vec<&'static str> {
        let rows = include_str!("../../docs/url.md").lines();
        rows.filter(|row| row.contains("in the currency of `cur` |"))
            .filter_map(|row| row.split('`').nth(1))
            .collect()
    }

    #[test]
    fn every_amount_keeps_what_it_is_worth() {
        let sevenfold = |money: Money| Some(Money::from_micros(money.micros() * 7, Currency::CNY));
        assert_eq!(amounts().len(), 7);
        for key in amounts() {
            let query = decode(&format!("{key}=30&mon=6&disc=5")).query;
            let restated = query.in_currency(Currency::CNY, sevenfold);
            let expected = decode(&format!("{key}=210&mon=6&disc=5&cur=CNY")).query;
            assert_eq!(restated, expected, "{key}");
        }
    }

    #[test]
    fn an_amount_without_a_rate_stays() {
        let query = decode("budget=500").query;
        let query = query.in_currency(Currency::CNY, |_| None);
        assert_eq!(query, decode("budget=500&cur=CNY").query);
    }

    #[test]
    fn converted_amounts_are_round_and_small_ones_stay() {
        let text = |amount: f64| rounded(amount).to_string();
        assert_eq!(text(3617.42), "3617");
        assert_eq!(text(12.3456), "12.35");
        assert_eq!(text(0.081_234), "0.0812");
        assert_eq!(text(0.0), "0");
    }
}
