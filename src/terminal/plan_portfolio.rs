//! The answer to several questions as one plan, as JSON and as text; `docs/cli.md` lists its fields.

use super::asked::Asked;
use super::plan_json::{OfferOut, ProblemOut, PurchaseOut, offer, problem, problems, purchase};
use crate::query::Portfolio;
use crate::rank::{PlanAnswer, PlanMember, Shared};
use crate::units::Money;
use serde::Serialize;
use std::io::{self, Write};

/// A plan that was asked for, and its answer.
pub struct AskedPlan {
    /// The questions.
    pub portfolio: Portfolio,
    /// The answer.
    pub answer: PlanAnswer,
}

/// The plan in output.
#[derive(Serialize)]
pub struct PortfolioOut {
    members: Vec<MemberOut>,
    shared: Vec<SharedOut>,
    per_month_usd: Option<Vec<f64>>,
    total_usd: Option<f64>,
    alone_usd: Option<f64>,
    all_on_demand_usd: Option<f64>,
    saving: Option<f64>,
    unserved: usize,
    total: Option<f64>,
    currency: String,
}

#[derive(Serialize)]
struct MemberOut {
    index: usize,
    name: Option<String>,
    query: String,
    problems: Vec<ProblemOut>,
    candidates: u32,
    rank: Option<usize>,
    offer: Option<OfferOut>,
    total_usd: Option<f64>,
    alone_usd: Option<f64>,
    average_month_usd: Option<f64>,
    per_month_usd: Option<Vec<f64>>,
    shared_with: Vec<usize>,
}

#[derive(Serialize)]
struct SharedOut {
    members: Vec<usize>,
    id: String,
    gpus_per_instance: u32,
    most_instances: u32,
    purchase: Vec<PurchaseOut>,
    rent_usd: f64,
    rent_apart_usd: f64,
}

/// The plan for JSON.
pub fn out(asked: &Asked, plan: &AskedPlan) -> PortfolioOut {
    let answer = &plan.answer;
    let usd = |amount: Option<Money>| amount.map(Money::to_f64);
    let currency = asked.currency();
    PortfolioOut {
        members: plan
            .portfolio
            .members
            .iter()
            .zip(&answer.members)
            .enumerate()
            .map(|(position, (question, member))| MemberOut {
                index: position + 1,
                name: Some(question.name.clone()).filter(|name| !name.is_empty()),
                query: question.encode(),
                problems: problems(&question.problems),
                candidates: member.candidates,
                rank: Some(member.position).filter(|position| *position > 0),
                offer: member
                    .candidate
                    .as_ref()
                    .map(|candidate| offer(asked, &question.query, None, candidate)),
                total_usd: usd(member.total),
                alone_usd: usd(member.alone),
                average_month_usd: usd(member.per_month),
                per_month_usd: member.flow.as_deref().map(months),
                shared_with: numbers(&member.shared_with),
            })
            .collect(),
        shared: answer.shared.iter().map(|s| shared(asked, s)).collect(),
        per_month_usd: answer.per_month.as_deref().map(months),
        total_usd: usd(answer.total),
        alone_usd: usd(answer.alone),
        all_on_demand_usd: usd(answer.all_on_demand),
        saving: answer.saving().map(|share| share.get()),
        unserved: answer.unserved(),
        total: usd(answer
            .total
            .and_then(|total| asked.catalog.convert(total, currency))),
        currency: currency.code().to_owned(),
    }
}

fn shared(asked: &Asked, shared: &Shared) -> SharedOut {
    SharedOut {
        members: numbers(&shared.members),
        id: asked.catalog.offer(shared.offer).id.clone(),
        gpus_per_instance: shared.gpus_per_instance,
        most_instances: shared.most_instances,
        purchase: shared
            .purchases
            .iter()
            .map(|p| purchase(asked.catalog, p))
            .collect(),
        rent_usd: shared.rent.to_f64(),
        rent_apart_usd: shared.rent_apart.to_f64(),
    }
}

/// Amounts of months in US dollars.
pub fn months(flow: &[Money]) -> Vec<f64> {
    flow.iter().map(|month| month.to_f64()).collect()
}

/// Members as they are counted in output, from 1.
fn numbers(positions: &[usize]) -> Vec<usize> {
    positions.iter().map(|position| position + 1).collect()
}

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
        write_member(asked, member, out)?;
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
        for p in &shared.purchases {
            let rate = p.rate_per_hour;
            writeln!(
                out,
                "     bought {} at {} {} an hour, {:.0} % of the hours",
                p.kind,
                rate.currency().code(),
                rate.to_decimal(),
                p.share.get() * 100.0
            )?;
        }
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
    let paid: Vec<String> = answer
        .per_month
        .iter()
        .flatten()
        .map(|month| asked.shown(*month))
        .collect();
    let mut month = 1;
    // Months that read alike are one line.
    for alike in paid.chunk_by(|a, b| a == b) {
        let last = month + alike.len() - 1;
        let amount = alike.first().map_or("", String::as_str);
        if last > month {
            writeln!(out, "     months {month} to {last}: {amount} each")?;
        } else {
            writeln!(out, "     month {month}: {amount}")?;
        }
        month = last + 1;
    }
    Ok(())
}

fn write_member(asked: &Asked, member: &PlanMember, out: &mut dyn Write) -> io::Result<()> {
    let (Some(candidate), Some(total), Some(month)) =
        (&member.candidate, member.total, member.per_month)
    else {
        return writeln!(out, "     no offer serves");
    };
    let offer = asked.catalog.offer(candidate.offer);
    writeln!(
        out,
        "     {} {}: {} x {} GPU(s), {} in all, {} in an average month; number {} of its {}, alone {}",
        asked.catalog.provider(offer.provider).name_en,
        offer.instance,
        candidate.instances,
        candidate.gpus_per_instance,
        asked.shown(total),
        asked.shown(month),
        member.position,
        member.candidates,
        member
            .alone
            .map_or_else(|| "not known".to_owned(), |alone| asked.shown(alone)),
    )
}
