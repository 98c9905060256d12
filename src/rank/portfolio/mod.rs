//! Several questions as one plan: an instance for each, chosen so that all together cost least, with
//! what runs on the same kind of instance bought together.

mod search;
mod settle;

use super::{Answer, Candidate, Purchase, answer};
use crate::catalog::{Catalog, OfferIx};
use crate::query::{Portfolio, Query};
use crate::units::{Date, Money, Ratio};
use search::Search;

/// The answer to a plan. Sums are in US dollars, over each member's project, after credit and with
/// tax.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanAnswer {
    /// One entry per question, in their order.
    pub members: Vec<PlanMember>,
    /// What is bought for several members together.
    pub shared: Vec<Shared>,
    /// What the plan costs in each month from its start, summing to `total` exactly; longer than
    /// the projects where a commitment is paid on after them. `None` where a project is longer
    /// than 120 months, or no member is served.
    pub per_month: Option<Vec<Money>>,
    /// What all members that an offer serves cost in the plan; `None` where none is served.
    pub total: Option<Money>,
    /// What they would cost if each took the best of its own ranking, bought alone.
    pub alone: Option<Money>,
    /// What the chosen instances would cost if each member bought them on demand alone; `None`
    /// where one of them is not sold so, or no member is served.
    pub all_on_demand: Option<Money>,
}

/// One question of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanMember {
    /// The chosen offer, as in the member's own ranking; `None` where none serves. Its sums are
    /// those of buying it alone.
    pub candidate: Option<Candidate>,
    /// Its position in the member's own ranking, from 1; 0 where there is none.
    pub position: usize,
    /// What the member costs in the plan, never more than `alone`.
    pub total: Option<Money>,
    /// The same in an average month of its project.
    pub per_month: Option<Money>,
    /// What the best of its own ranking costs, bought alone.
    pub alone: Option<Money>,
    /// What it costs in each month; see [`PlanAnswer::per_month`].
    pub flow: Option<Vec<Money>>,
    /// Positions of the members with which it shares what is bought, from 0.
    pub shared_with: Vec<usize>,
    /// Offers that serve it.
    pub candidates: u32,
}

/// What is bought for several members together.
#[derive(Clone, Debug, PartialEq)]
pub struct Shared {
    /// Their positions, from 0.
    pub members: Vec<usize>,
    /// The offer.
    pub offer: OfferIx,
    /// Cards per instance.
    pub gpus_per_instance: u32,
    /// Most instances at once.
    pub most_instances: u32,
    /// How they are bought.
    pub purchases: Vec<Purchase>,
    /// The rent over the longest project, before credit and tax.
    pub rent: Money,
    /// The rent of the same members bought apart.
    pub rent_apart: Money,
}

impl PlanAnswer {
    /// What the plan saves against all on demand, as a share of that; `None` where it saves
    /// nothing or that is not known.
    #[must_use]
    pub fn saving(&self) -> Option<Ratio> {
        let regular = self.all_on_demand?.to_f64();
        let saved = 1.0 - self.total?.to_f64() / regular;
        (regular > 0.0 && saved > 0.0).then(|| Ratio::new(saved))
    }

    /// Members that no offer serves; they are in no sum.
    #[must_use]
    pub fn unserved(&self) -> usize {
        let unserved = self.members.iter().filter(|m| m.candidate.is_none());
        unserved.count()
    }
}

/// Answers every member of a plan by [`answer()`], and then the plan.
///
/// Each member starts with the best of its own ranking. A member that ranks by cost may take
/// another of its first 20 where all together then cost less: one member at a time, two at a time,
/// and all that can use an offer at once, until nothing gets cheaper. Members on the same instances
/// buy together where that saves, and divide the rent so that nobody pays more than the first of its
/// own ranking costs it alone. So neither does the plan; that it is the cheapest of all plans is not
/// promised.
#[must_use]
pub fn plan(catalog: &Catalog, portfolio: &Portfolio, today: Date) -> PlanAnswer {
    let answers: Vec<(&Query, Answer)> = portfolio
        .members
        .iter()
        .map(|member| (&member.query, answer(catalog, &member.query, today)))
        .collect();
    let choices = search::choices(catalog, &answers, today);
    let mut search = Search::new(catalog, &choices);
    let chosen = search.run();
    search.settle(&chosen, &answers)
}
