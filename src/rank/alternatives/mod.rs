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
use super::layout::{Layout, Targets};
use super::question::Question;
use super::{Candidate, Warning};
use crate::units::{Hours, Ratio};

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

/// What competes with the candidates, which are sorted. Those whose machines cost more than hosts
/// without an accelerator that do the same are told so.
pub(super) fn alternatives(
    question: &Question,
    filter: &Filter,
    candidates: &mut [Box<Candidate>],
) -> Alternatives {
    let cpu = cpu::cpu(question, filter, candidates.first().map(Box::as_ref));
    if let Some(cpu) = &cpu {
        for candidate in candidates.iter_mut() {
            if cpu.total.micros() < candidate.rent().micros() {
                candidate.warnings.push(Warning::CpuWouldDo);
            }
        }
    }
    Alternatives {
        own: own::own(question, filter, candidates),
        api: api::api(question, candidates),
        serverless: serverless::serverless(question, filter, candidates),
        cpu,
    }
}

/// Hours of a month at the peak that hold the month's load; for a job of so many hours those in
/// which it runs.
fn busy(question: &Question, job: Option<Hours>) -> Hours {
    match question.demand.week() {
        Some(week) => week.load_per_month(),
        None => question.demand.span(job).per_month,
    }
}

const fn meets(targets: Targets) -> bool {
    targets.first_token && targets.per_token && targets.deadline
}

/// Requests per second at the peak; `None` where no rate is asked for.
fn arrivals(question: &Question, layout: &Layout) -> Option<Ratio> {
    let output = f64::from(question.query.output.max(1));
    layout.asked.map(|asked| asked / output)
}
