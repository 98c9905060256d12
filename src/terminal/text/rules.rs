//! The rules of a seller and what a budget buys, as text.

use super::words::kind;
use crate::catalog::PriceKind;
use crate::cost::Idle;
use crate::rank::{self, Candidate};
use crate::terminal::asked::Asked;
use crate::terminal::rules_json::within;
use std::io::{self, Write};

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
pub fn write(asked: &Asked, candidate: &Candidate, out: &mut dyn Write) -> io::Result<()> {
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
            "     after the promotion, counted for {} months, {} at {} an hour",
            renewal.after.0,
            kind(renewal.kind),
            asked.rate(renewal.rate_per_hour)
        ),
        None => writeln!(
            out,
            "     the price after the promotion is not known, so it is counted for the whole project"
        ),
    }
}
