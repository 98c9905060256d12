//! What an offer costs, as text: sums with their range, a unit of work, what is beside the
//! instances, the payments that a budget cannot bear.

use super::words::{T, percent, within};
use crate::locale::significant;
use crate::query::Query;
use crate::rank::{self, Candidate, UnitCost, UnitOf};
use crate::terminal::asked::Asked;
use crate::units::{Currency, Money, Ratio};
use std::io::{self, Write};

/// Writes the sums of a candidate.
pub fn write(asked: &Asked, query: &Query, c: &Candidate, out: &mut dyn Write) -> io::Result<()> {
    // What is not known is in no sum, so that the sums are the least that is paid.
    let unknown = c.costs.iter().filter(|l| l.per_month.is_none()).count();
    write!(
        out,
        "     {}{} a month, {} an hour, {} in all",
        if unknown > 0 { "at least " } else { "" },
        asked.shown(c.per_month),
        asked.shown(c.per_hour),
        asked.shown(c.total)
    )?;
    let (low, high) = (c.total_range.low, c.total_range.high);
    if low.get() < high.get() {
        write!(out, " ({})", asked.range_usd(low, high))?;
    }
    if let Some(unit) = c.unit_cost {
        write!(out, "; {}", per_unit(asked, unit))?;
    }
    writeln!(out)?;
    if c.costs.len() > 1 {
        beside(asked, c, out)?;
    }
    if c.credit_used.micros() > 0 {
        writeln!(
            out,
            "     credit of {} is used up, and taken off all sums",
            asked.shown(c.credit_used)
        )?;
    }
    on_demand(asked, c, out)?;
    budget(asked, query, c, out)?;
    if asked.why
        && let Some(flow) = rank::cash_flow(asked.catalog, query, c, asked.today)
    {
        writeln!(out, "     paid month by month:")?;
        months(asked, &flow, "       ", out)?;
    }
    Ok(())
}

/// What a unit of work costs; of a thousand where one costs next to nothing.
fn per_unit(asked: &Asked, unit: UnitCost) -> String {
    let (code, amount) = asked.in_currency(unit.exact);
    let amount = amount.get();
    match unit.of {
        UnitOf::Image | UnitOf::Frame if amount < 0.01 => {
            let what = if unit.of == UnitOf::Image {
                "images"
            } else {
                "frames"
            };
            format!("{code} {} per 1000 {what}", significant(amount * 1e3, 3))
        }
        _ => format!("{code} {} {}", significant(amount, 3), T.unit_of(unit.of)),
    }
}

/// The lines of a month, where there are more than that of the instances.
fn beside(asked: &Asked, c: &Candidate, out: &mut dyn Write) -> io::Result<()> {
    let lines: Vec<String> = c
        .costs
        .iter()
        .map(|line| {
            let name = within(T.cost_item(line.item));
            match line.per_month {
                Some(amount) => format!("{name} {}", asked.shown(amount)),
                None => format!("{name} not known and in no sum"),
            }
        })
        .collect();
    write!(out, "     a month: {}", lines.join(", "))?;
    if let Some(share) = c.extras_share.filter(|share| share.get() > 0.0) {
        write!(out, "; {} beside the instances", percent(share))?;
    }
    writeln!(out)
}

/// What the same costs on demand alone, where it is bought in another way.
fn on_demand(asked: &Asked, c: &Candidate, out: &mut dyn Write) -> io::Result<()> {
    let only = c
        .purchases
        .iter()
        .all(|p| p.kind == crate::catalog::PriceKind::OnDemand);
    if only {
        return Ok(());
    }
    let Some(all) = c.on_demand else {
        return writeln!(out, "     not sold on demand");
    };
    let saved = 1.0 - c.total.to_f64() / all.to_f64();
    let verdict = if all.micros() == 0 || saved == 0.0 {
        String::new()
    } else if saved > 0.0 {
        format!("; this saves {} of it", percent(Ratio::new(saved)))
    } else {
        format!("; this costs {} more", percent(Ratio::new(-saved)))
    };
    writeln!(
        out,
        "     on demand alone {} in all{verdict}",
        asked.shown(all)
    )
}

/// A budget is held against the average month. What is paid ahead may make one month exceed it.
fn budget(asked: &Asked, query: &Query, c: &Candidate, out: &mut dyn Write) -> io::Result<()> {
    let Some(budget) = query.budget else {
        return Ok(());
    };
    let budget = Money::from_decimal(budget, query.currency);
    let Some(limit) = asked.catalog.convert(budget, Currency::USD) else {
        return Ok(());
    };
    let Some(flow) = rank::cash_flow(asked.catalog, query, c, asked.today) else {
        return Ok(());
    };
    let mut most: Option<(usize, Money)> = None;
    for (position, paid) in flow.iter().enumerate() {
        if most.is_none_or(|(_, before)| paid.micros() > before.micros()) {
            most = Some((position + 1, *paid));
        }
    }
    // Months that are alike differ by some millionths, which exceed no budget.
    match most.filter(|(_, paid)| paid.micros() - limit.micros() > 10_000) {
        Some((month, paid)) => writeln!(
            out,
            "     month {month} takes {}, more than the budget of {}, which the average month keeps",
            asked.shown(paid),
            asked.shown(budget)
        ),
        None => Ok(()),
    }
}

/// Writes payments by the month; months that read alike are one line.
pub fn months(asked: &Asked, flow: &[Money], indent: &str, out: &mut dyn Write) -> io::Result<()> {
    let paid: Vec<String> = flow.iter().map(|month| asked.shown(*month)).collect();
    let mut month = 1;
    for alike in paid.chunk_by(|a, b| a == b) {
        let last = month + alike.len() - 1;
        let amount = alike.first().map_or("", String::as_str);
        if last > month {
            writeln!(out, "{indent}months {month} to {last}: {amount} each")?;
        } else {
            writeln!(out, "{indent}month {month}: {amount}")?;
        }
        month = last + 1;
    }
    Ok(())
}
