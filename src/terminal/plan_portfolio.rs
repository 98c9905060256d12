//! The answer to several questions as one plan, as JSON; `docs/cli.md` lists its fields.

use super::asked::Asked;
use super::plan_json::{OfferOut, ProblemOut, PurchaseOut, offer, problems, purchase};
use crate::query::Portfolio;
use crate::rank::{PlanAnswer, Shared};
use crate::units::Money;
use serde::Serialize;

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
pub fn numbers(positions: &[usize]) -> Vec<usize> {
    positions.iter().map(|position| position + 1).collect()
}
