//! The answer as text for a person at a terminal.

mod advice;
mod alternatives;
mod costs;
mod offer;
mod portfolio;
mod purchase;
mod rules;
mod spot;
mod week;
mod words;

use super::asked::Asked;
use super::plan_json::problem;
use crate::rank::Rejection;
use crate::units::Bytes;
use std::io::{self, Write};
use words::{T, gib};

/// Reasons why offers do not serve that are listed without `--why`.
const MOST_REASONS: usize = 5;

/// Runs of tied places that are listed without `--why`.
const MOST_RUNS: usize = 6;

/// Writes the answer.
pub fn write(asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
    let answer = asked.answer;
    if let Some(plan) = asked.plan {
        portfolio::write(asked, plan, out)?;
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
    rules::write_budget(asked, out)?;
    advice::write(asked, out)?;
    tied(asked, out)?;
    for (position, candidate) in answer.candidates.iter().take(asked.limit).enumerate() {
        offer::write(asked, &asked.decoded.query, position + 1, candidate, out)?;
    }
    alternatives::write(asked, out)?;
    for word in &answer.unoffered {
        writeln!(out, "no rankable offer of {word} is known")?;
    }
    for word in &answer.unmet {
        writeln!(out, "no seller is known to meet {word}")?;
    }
    rejections(asked, out)?;
    for (cards, need) in &answer.ways {
        writeln!(
            out,
            "  {cards} card(s) of at least {} each would hold it",
            gib(*need)
        )?;
    }
    Ok(())
}

/// Writes the places of the offers that cannot be told from the first.
fn tied(asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
    let answer = asked.answer;
    if answer.tied == 0 {
        return Ok(());
    }
    let places: Vec<usize> = answer
        .candidates
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, candidate)| candidate.tied)
        .map(|(position, _)| position + 1)
        .collect();
    let runs = places
        .chunk_by(|a, b| a + 1 == *b)
        .filter_map(|run| match run {
            [] => None,
            [only] => Some(only.to_string()),
            [first, .., last] => Some(format!("{first} to {last}")),
        });
    let runs: Vec<String> = runs.collect();
    write!(out, "{}: number ", T.tied_with_first(answer.tied))?;
    match runs.get(MOST_RUNS..).filter(|rest| !rest.is_empty()) {
        Some(_) if !asked.why => {
            let some = runs.get(..MOST_RUNS).unwrap_or_default();
            writeln!(out, "{} and others", some.join(", "))
        }
        _ => writeln!(out, "{}", runs.join(", ")),
    }
}

/// Writes why the other offers do not serve.
fn rejections(asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
    let all = &asked.answer.rejected;
    if all.is_empty() {
        return Ok(());
    }
    writeln!(out, "not in the ranking:")?;
    // Where nothing serves, the reasons are the answer.
    let shown = if asked.why || asked.answer.candidates.is_empty() {
        all.len()
    } else {
        MOST_REASONS
    };
    for rejection in all.iter().take(shown) {
        rejected(asked, rejection, out)?;
    }
    let rest = all.get(shown..).unwrap_or_default();
    if !rest.is_empty() {
        let offers: u32 = rest.iter().map(|r| r.offers).sum();
        writeln!(
            out,
            "  {offers:>5} for {} other reason(s), which --why lists",
            rest.len()
        )?;
    }
    Ok(())
}

fn rejected(asked: &Asked, rejection: &Rejection, out: &mut dyn Write) -> io::Result<()> {
    let reason = rejection.reason;
    write!(
        out,
        "  {:>5} {} ({})",
        rejection.offers,
        T.reject(reason),
        reason.code()
    )?;
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
