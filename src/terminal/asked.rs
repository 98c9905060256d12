//! What `kasuan plan` was asked, with its answers.

use super::plan_portfolio::AskedPlan;
use crate::catalog::Catalog;
use crate::locale::significant;
use crate::query::{Decoded, Query};
use crate::rank::Answer;
use crate::units::{Currency, Date, Money, Ratio};

/// What was asked, and the answer.
pub struct Asked<'a> {
    /// The catalog.
    pub catalog: &'a Catalog,
    /// The question.
    pub decoded: &'a Decoded,
    /// The answer.
    pub answer: &'a Answer,
    /// The most offers to show.
    pub limit: usize,
    /// Whether each offer shows its week.
    pub schedule: bool,
    /// Whether text shows everything that there is to say.
    pub why: bool,
    /// The day from which ages count.
    pub today: Date,
    /// Several questions as one plan, where the link has them.
    pub plan: Option<&'a AskedPlan>,
}

impl Asked<'_> {
    /// The currency of the sums shown: the one asked for where a rate of it is known, else US
    /// dollars.
    pub fn currency(&self) -> Currency {
        let rate = self.catalog.rate(self.decoded.query.currency);
        rate.map_or(Currency::USD, |rate| rate.currency)
    }

    /// Whether nothing is asked beside the plan: all keys but the currency are at their defaults.
    pub fn is_plan_alone(&self) -> bool {
        let default = Query {
            currency: self.decoded.query.currency,
            ..Query::default()
        };
        self.plan.is_some() && self.decoded.problems.is_empty() && self.decoded.query == default
    }

    /// An amount in that currency, as text; in its own where there is no rate for it.
    pub fn shown(&self, amount: Money) -> String {
        let shown = self.catalog.convert(amount, self.currency());
        let shown = shown.unwrap_or(amount);
        format!("{} {}", shown.currency().code(), two_places(shown.to_f64()))
    }

    /// Two amounts of one currency as the ends of a range, in that currency.
    pub fn range(&self, low: Money, high: Money) -> String {
        let high = self.shown(high);
        let high = high.split_once(' ').map_or("", |(_, amount)| amount);
        format!("{} to {high}", self.shown(low))
    }

    /// The same for amounts in US dollars that are no exact sums.
    pub fn range_usd(&self, low: Ratio, high: Ratio) -> String {
        let (code, low) = self.in_currency(low);
        let (_, high) = self.in_currency(high);
        format!(
            "{code} {} to {}",
            two_places(low.get()),
            two_places(high.get())
        )
    }

    /// The code of that currency, and so many US dollars in it.
    pub fn in_currency(&self, dollars: Ratio) -> (String, Ratio) {
        let currency = self.currency();
        let rate = self.catalog.rate(currency);
        let per_usd = rate.map_or(1.0, |rate| rate.per_usd.to_f64());
        (
            currency.code().to_owned(),
            Ratio::new(dollars.get() * per_usd),
        )
    }

    /// A rate per hour in that currency, with the listed one beside it where that is another.
    pub fn rate(&self, listed: Money) -> String {
        let own = format!("{} {}", listed.currency().code(), listed.to_decimal());
        let shown = self.catalog.convert(listed, self.currency());
        match shown.filter(|shown| shown.currency() != listed.currency()) {
            Some(shown) => format!(
                "{} {} ({own})",
                shown.currency().code(),
                significant(shown.to_f64(), 4)
            ),
            None => own,
        }
    }
}

/// Two places as in a bill; two digits of what is less than a tenth, which must not read 0.
fn two_places(amount: f64) -> String {
    if amount != 0.0 && amount.abs() < 0.1 {
        significant(amount, 2)
    } else {
        format!("{amount:.2}")
    }
}
