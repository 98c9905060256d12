//! The rules of a seller and what a budget buys, as JSON and as text; `docs/cli.md` lists the
//! fields.

use super::asked::Asked;
use crate::catalog::{PriceKind, StoppedRule};
use crate::cost::Idle;
use crate::query::Query;
use crate::rank::{self, Candidate, WithinBudget};
use crate::units::{Currency, Hours, Money, Seconds};
use serde::Serialize;
use std::io::{self, Write};

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

fn within(asked: &Asked) -> Option<WithinBudget> {
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

/// Writes what the budget buys.
pub fn write_budget(asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
    let Some(found) = within(asked) else {
        return Ok(());
    };
    let mut parts = Vec::new();
    if let Some(model) = found.model {
        parts.push(format!("at most the model {model}"));
    }
    if let Some(context) = found.context {
        parts.push(format!("or {context} tokens of context"));
    }
    if let Some(hours) = found.hours {
        parts.push(format!("or {:.0} hours a month", hours.get()));
    }
    if parts.is_empty() {
        parts.push("no model, context or hours of this question".to_owned());
    }
    let text = parts.join(", ");
    let text = text.strip_prefix("or ").unwrap_or(&text);
    writeln!(out, "the budget buys {text}")
}

/// Writes what the seller's rules add to the price of an offer, where they add anything.
pub fn write_rules(asked: &Asked, candidate: &Candidate, out: &mut dyn Write) -> io::Result<()> {
    let query = &asked.decoded.query;
    let rules = candidate.seller_rules(asked.catalog);
    match rules.kept {
        Some(Idle::Billed(amount)) => writeln!(
            out,
            "     an instance stopped between uses is billed as if it ran: {} more a month",
            asked.shown(amount)
        )?,
        Some(Idle::OnlyRunning(amount)) => writeln!(
            out,
            "     an instance cannot be stopped, and costs {} more a month if not released",
            asked.shown(amount)
        )?,
        Some(Idle::Free | Idle::Unknown) | None => {}
    }
    if let Some(credit) = rules.new_customers {
        writeln!(
            out,
            "     for new customers, as the seller states it: {credit}; not taken off here, see 'credit'"
        )?;
    }
    let promoted = candidate
        .purchases
        .iter()
        .any(|p| p.kind == PriceKind::Promotion);
    if !promoted {
        return Ok(());
    }
    match rank::renewal(asked.catalog, query, asked.today, candidate) {
        Some(renewal) => writeln!(
            out,
            "     after the promotion, counted for {} months, {} at {} {} an hour",
            renewal.after.0,
            renewal.kind,
            renewal.rate_per_hour.currency().code(),
            renewal.rate_per_hour.to_decimal()
        ),
        None => writeln!(
            out,
            "     the price after the promotion is not known, so it is counted for the whole project"
        ),
    }
}
