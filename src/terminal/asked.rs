//! What `kasuan plan` was asked, with its answers.

use super::plan_portfolio::AskedPlan;
use crate::catalog::Catalog;
use crate::query::{Decoded, Query};
use crate::rank::Answer;
use crate::units::{Currency, Date, Money};

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

    /// An amount in that currency, as text.
    pub fn shown(&self, amount: Money) -> String {
        let shown = self.catalog.convert(amount, self.currency());
        let shown = shown.unwrap_or(amount);
        format!("{} {:.2}", shown.currency().code(), shown.to_f64())
    }
}
