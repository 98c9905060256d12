//! What competes with renting instances of cards: hardware of one's own, the model by the token,
//! cards by the second, processors alone.

mod api;
mod cpu;
mod own;
mod serverless;

pub use api::Api;
pub use cpu::Cpu;
pub use own::Own;
pub use serverless::Serverless;

use super::filter::Filter;
use super::layout::{Layout, Question, Targets};
use super::{Candidate, CostItem};
use crate::units::{Date, Money, Ratio};

/// What competes with the candidates of an answer. Empty where it does not apply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Alternatives {
    /// Hardware of one's own: the card that costs the project least.
    pub own: Option<Own>,
    /// The model by the token, the cheapest month first; sellers in a currency without a rate last.
    pub api: Vec<Api>,
    /// Cards by the second, the cheapest month first; sellers in a currency without a rate last.
    pub serverless: Vec<Serverless>,
    /// Processors alone: the cheapest host that serves.
    pub cpu: Option<Cpu>,
}

/// What competes with the candidates, which are sorted.
pub(super) fn alternatives(
    question: &Question,
    filter: &Filter,
    candidates: &[Candidate],
    today: Date,
) -> Alternatives {
    Alternatives {
        own: own::own(question, filter, candidates),
        api: api::api(question, candidates),
        serverless: serverless::serverless(question, filter, candidates),
        cpu: cpu::cpu(question, filter, candidates.first(), today),
    }
}

/// The share of a candidate's bill that pays for machines. The rest, storage and traffic, is paid
/// beside every alternative alike and left out where it is compared with one.
fn compute_share(candidate: &Candidate) -> f64 {
    let compute: i64 = candidate
        .costs
        .iter()
        .filter(|line| line.item == CostItem::Compute)
        .map(|line| line.per_month.micros())
        .sum();
    let all = candidate.per_month.micros();
    if all <= 0 {
        return 1.0;
    }
    (compute as f64 / all as f64).clamp(0.0, 1.0)
}

/// What a candidate's machines cost per month, and over the project, in US dollars.
fn rent(candidate: &Candidate) -> (Money, Money) {
    let share = compute_share(candidate);
    (
        candidate.per_month.scaled(share),
        candidate.total.scaled(share),
    )
}

const fn meets(targets: Targets) -> bool {
    targets.first_token && targets.per_token && targets.deadline
}

/// Requests per second that the layout's rate stands for; `None` where none is asked for.
fn arrivals(question: &Question, layout: &Layout) -> Option<Ratio> {
    let output = f64::from(question.query.output.max(1));
    layout.asked.map(|asked| asked / output)
}
