//! The answer as text for a person at a terminal.

use super::asked::Asked;
use super::plan_json::{problem, speed_unit};
use crate::rank::{Candidate, Rejection};
use crate::units::Bytes;
use std::io::{self, Write};

/// Writes the answer.
pub fn write(asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
    let answer = asked.answer;
    if let Some(plan) = asked.plan {
        super::plan_portfolio::write(asked, plan, out)?;
        // A link that holds nothing but a plan asks nothing beside it.
        if asked.is_plan_alone() {
            return Ok(());
        }
        writeln!(out, "the question beside the plan:")?;
    }
    for p in &asked.decoded.problems {
        writeln!(out, "note: {}={}: {}", p.key, p.value, problem(&p.reason))?;
    }
    if let Some(need) = answer.need {
        let f = need.footprint;
        let parts = [
            ("weights", f.weights),
            ("KV cache", f.cache),
            ("activations", f.activations),
            ("optimizer", f.optimizer),
            ("gradients", f.gradients),
            ("overhead", f.overhead),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(_, bytes)| *bytes > Bytes::ZERO)
            .map(|(name, bytes)| format!("{name} {}", gib(bytes)))
            .collect();
        write!(
            out,
            "needs {} over {} GPU(s) ({} to {})",
            gib(f.total.expected),
            need.gpus,
            gib(f.total.low),
            gib(f.total.high),
        )?;
        // A single part is the whole: memory that was stated, not estimated.
        if parts.len() > 1 {
            write!(out, ": {}", parts.join(", "))?;
        }
        writeln!(out)?;
    }
    if let Some(run) = answer.own_run {
        let card = &asked.catalog.accelerator(run.card).name;
        for (what, compared) in [("peak memory", run.memory), ("speed", run.speed)] {
            if let Some(compared) = compared {
                let use_of = if compared.is_plausible() {
                    "every card is scaled by it"
                } else {
                    "too far off to be of this run, not used"
                };
                writeln!(
                    out,
                    "measured {what} on {} x {card} is {:.3} times the estimate; {use_of}",
                    run.cards,
                    compared.factor().get()
                )?;
            }
        }
    }
    if answer.work_unstated {
        writeln!(
            out,
            "note: the amount of work is not stated, so a job is counted as one month around the clock"
        )?;
    }
    writeln!(
        out,
        "{} of {} rankable rows serve ({} rows in all)",
        answer.candidates.len(),
        answer.rankable,
        answer.rows
    )?;
    super::rules_json::write_budget(asked, out)?;
    super::advice_json::write(asked, out)?;
    if answer.tied > 0 {
        writeln!(
            out,
            "{} more are within the range of the first",
            answer.tied
        )?;
    }
    for (position, candidate) in answer.candidates.iter().take(asked.limit).enumerate() {
        offer(asked, position + 1, candidate, out)?;
    }
    super::alternatives_text::write(asked, out)?;
    for word in &answer.unoffered {
        writeln!(out, "no rankable offer of {word} is known")?;
    }
    if !answer.rejected.is_empty() {
        writeln!(out, "not in the ranking:")?;
    }
    for rejection in &answer.rejected {
        rejected(asked, rejection, out)?;
    }
    for (cards, need) in &answer.ways {
        writeln!(
            out,
            "  {cards} card(s) of at least {} each would hold it",
            gib(*need)
        )?;
    }
    Ok(())
}

fn offer(asked: &Asked, rank: usize, c: &Candidate, out: &mut dyn Write) -> io::Result<()> {
    let catalog = asked.catalog;
    let offer = catalog.offer(c.offer);
    let card = offer
        .accelerator
        .map_or("?", |a| catalog.accelerator(a).name.as_str());
    let region = if offer.region.name.is_empty() {
        "region not stated"
    } else {
        &offer.region.name
    };
    let shown = |amount| asked.shown(amount);
    writeln!(
        out,
        "{rank:>3}. {} {} ({region}): {} x {} x {card}, {}",
        catalog.provider(offer.provider).name_en,
        offer.instance,
        c.instances,
        c.gpus_per_instance,
        c.plan
    )?;
    writeln!(
        out,
        "     {} a month, {} an hour, {} in all; {} {} of {} per GPU; {} {} ({} to {})",
        shown(c.per_month),
        shown(c.per_hour),
        shown(c.total),
        c.verdict.word(),
        gib(c.footprint.total.expected),
        gib(c.usable),
        three_digits(c.rate.expected.get()),
        speed_unit(c.replica_speed.unit),
        three_digits(c.rate.low.get()),
        three_digits(c.rate.high.get()),
    )?;
    for p in &c.purchases {
        writeln!(
            out,
            "     bought {} at {} {} an hour, price of {}, {}",
            p.kind,
            p.rate_per_hour.currency().code(),
            p.rate_per_hour.to_decimal(),
            p.as_of,
            catalog.source(p.source).title
        )?;
    }
    super::rules_json::write_rules(asked, c, out)?;
    if !c.warnings.is_empty() {
        let codes: Vec<&str> = c.warnings.iter().map(|w| w.code()).collect();
        writeln!(out, "     {}", codes.join(", "))?;
    }
    super::advice_json::write_spot(asked, c, out)?;
    Ok(())
}

fn rejected(asked: &Asked, rejection: &Rejection, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "  {:>5} {}", rejection.offers, rejection.reason.code())?;
    if let Some(closest) = rejection.closest {
        write!(
            out,
            "; closest {} with {} GPU(s): {} needed of {} usable per GPU",
            asked.catalog.offer(closest.offer).id,
            closest.gpus,
            gib(closest.needed),
            gib(closest.usable)
        )?;
    }
    writeln!(out)
}

fn gib(bytes: Bytes) -> String {
    format!("{:.1} GiB", bytes.to_gib())
}

/// A figure with three significant digits.
fn three_digits(value: f64) -> String {
    let places = match value.abs() {
        v if v >= 100.0 || v <= 0.0 => 0,
        v if v >= 10.0 => 1,
        v if v >= 1.0 => 2,
        v if v >= 0.1 => 3,
        v if v >= 0.01 => 4,
        _ => return format!("{value:.2e}"),
    };
    format!("{value:.places$}")
}
