//! The rules of a seller and what a budget buys, as JSON; `docs/cli.md` lists the fields.

use super::asked::Asked;
use crate::catalog::StoppedRule;
use crate::cost::Idle;
use crate::query::Query;
use crate::rank::{self, Candidate, WithinBudget};
use crate::units::{Currency, Hours, Money, Seconds};
use serde::Serialize;

/// The rules of the seller of an offer.
#[derive(Serialize)]
pub struct RulesOut {
    granularity_s: Option<f64>,
    minimum_s: Option<f64>,
    stopped: Option<&'static str>,
    kept_per_month_usd: Option<f64>,
    new_customer_credit: Option<String>,
    after_promotion: Option<RenewalOut>,
}

/// A price that follows a promotion.
#[derive(Serialize)]
struct RenewalOut {
    kind: &'static str,
    rate_per_hour: f64,
    currency: String,
    after_months: u8,
}

/// What the budget of a question buys.
#[derive(Serialize)]
pub struct BudgetOut {
    largest_model: Option<String>,
    longest_context: Option<u32>,
    most_hours_per_month: Option<f64>,
}

/// The rules of the seller of an offer.
pub fn rules(asked: &Asked, query: &Query, candidate: &Candidate) -> RulesOut {
    let catalog = asked.catalog;
    let rules = candidate.seller_rules(catalog);
    let kept = rules.kept.and_then(|kept| match kept {
        Idle::Free => Some(Money::zero(Currency::USD)),
        Idle::Billed(amount) | Idle::OnlyRunning(amount) => catalog.convert(amount, Currency::USD),
        Idle::Unknown => None,
    });
    RulesOut {
        granularity_s: rules.billing.granularity.map(Seconds::get),
        minimum_s: rules.billing.minimum.map(Seconds::get),
        stopped: rules.stopped.map(StoppedRule::word),
        kept_per_month_usd: kept.map(Money::to_f64),
        new_customer_credit: rules.new_customers.map(str::to_owned),
        after_promotion: rank::renewal(catalog, query, asked.today, candidate).map(|renewal| {
            RenewalOut {
                kind: renewal.kind.word(),
                rate_per_hour: renewal.rate_per_hour.to_f64(),
                currency: renewal.rate_per_hour.currency().code().to_owned(),
                after_months: renewal.after.0,
            }
        }),
    }
}

/// What the budget of the question buys, with its model by id.
pub fn within(asked: &Asked) -> Option<WithinBudget> {
    rank::within(asked.catalog, &asked.decoded.query, asked.today)
}

/// What the budget of the question buys, where it has one.
pub fn budget(asked: &Asked) -> Option<BudgetOut> {
    within(asked).map(|found| BudgetOut {
        largest_model: found.model,
        longest_context: found.context,
        most_hours_per_month: found.hours.map(Hours::get),
    })
}
