//! The answer to several questions as one plan, as text.

use super::words::T;
use super::{costs, offer, purchase, spot, week};
use crate::query::Query;
use crate::rank::PlanMember;
use crate::terminal::asked::Asked;
use crate::terminal::plan_json::problem;
use crate::terminal::plan_portfolio::{AskedPlan, numbers};
use std::io::{self, Write};

/// Writes the plan as text.
pub fn write(asked: &Asked, plan: &AskedPlan, out: &mut dyn Write) -> io::Result<()> {
    for p in &plan.portfolio.problems {
        writeln!(out, "note: {}={}: {}", p.key, p.value, problem(&p.reason))?;
    }
    let answer = &plan.answer;
    writeln!(out, "a plan of {} question(s)", answer.members.len())?;
    let members = plan.portfolio.members.iter().zip(&answer.members);
    for (position, (question, member)) in members.enumerate() {
        for p in &question.problems {
            let reason = problem(&p.reason);
            writeln!(
                out,
                "note: in {}: {}={}: {reason}",
                position + 1,
                p.key,
                p.value
            )?;
        }
        let query = question.encode();
        let name = if query.is_empty() {
            "the default question"
        } else {
            &query
        };
        writeln!(out, "{:>3}. {name}", position + 1)?;
        write_member(asked, &question.query, member, out)?;
    }
    for shared in &answer.shared {
        let numbers: Vec<String> = numbers(&shared.members)
            .iter()
            .map(ToString::to_string)
            .collect();
        writeln!(
            out,
            "{} share up to {} x {}: rent {} instead of {}",
            numbers.join(", "),
            shared.most_instances,
            asked.catalog.offer(shared.offer).instance,
            asked.shown(shared.rent),
            asked.shown(shared.rent_apart),
        )?;
        purchase::lines(asked, &shared.purchases, out)?;
    }
    if answer.unserved() > 0 {
        writeln!(
            out,
            "nothing serves {} of the questions; they are in no sum",
            answer.unserved()
        )?;
    }
    if let (Some(total), Some(alone)) = (answer.total, answer.alone) {
        writeln!(
            out,
            "{} in all; each by itself {}; the same instances on demand {}",
            asked.shown(total),
            asked.shown(alone),
            answer
                .all_on_demand
                .map_or_else(|| "not known".to_owned(), |sum| asked.shown(sum)),
        )?;
    }
    match &answer.per_month {
        Some(flow) => costs::months(asked, flow, "     ", out),
        None if answer.total.is_some() => writeln!(out, "{}", T.plan_flow_unknown()),
        None => Ok(()),
    }
}

fn write_member(
    asked: &Asked,
    query: &Query,
    member: &PlanMember,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (Some(candidate), Some(total), Some(month)) =
        (&member.candidate, member.total, member.per_month)
    else {
        return writeln!(out, "     no offer serves");
    };
    let offer = asked.catalog.offer(candidate.offer);
    writeln!(
        out,
        "     {} {}: {}, {} in all, {} in an average month; number {} of its {}, alone {}",
        asked.catalog.provider(offer.provider).name_en,
        offer.instance,
        offer::cards(asked, candidate),
        asked.shown(total),
        asked.shown(month),
        member.position,
        member.candidates,
        member
            .alone
            .map_or_else(|| "not known".to_owned(), |alone| asked.shown(alone)),
    )?;
    // What several members buy together is said once, below all members.
    if member.shared_with.is_empty() {
        purchase::write(asked, candidate, out)?;
        spot::write(asked, query, candidate, out)?;
        if asked.schedule {
            week::write(query, candidate, out)?;
        }
    }
    offer::warnings(candidate, out)
}
