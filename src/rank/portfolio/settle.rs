//! What the members of a chosen plan pay, alone and together, and when.

use super::super::{Answer, count};
use super::search::{Chosen, Group, Search};
use super::{PlanAnswer, PlanMember, Shared};
use crate::query::Query;
use crate::units::{Currency, Hours, Money, Ratio};

impl Search<'_> {
    /// Everything about the choice that was made.
    pub(super) fn settle(&mut self, chosen: &Chosen, answers: &[(&Query, Answer)]) -> PlanAnswer {
        let mut members: Vec<PlanMember> = answers
            .iter()
            .zip(chosen.iter().enumerate())
            .map(|((_, answer), (member, choice))| {
                let choice = choice.and_then(|choice| self.choice(member, choice));
                let candidate = choice.map(|choice| choice.lone.candidate);
                let offer = candidate.map(|c| c.offer);
                let position = answer
                    .candidates
                    .iter()
                    .position(|c| Some(c.offer) == offer);
                PlanMember {
                    candidate: candidate.cloned(),
                    position: position.map_or(0, |position| position + 1),
                    total: None,
                    per_month: None,
                    alone: answer.candidates.first().map(|first| first.total),
                    flow: None,
                    shared_with: Vec::new(),
                    candidates: count(answer.candidates.len()),
                }
            })
            .collect();
        let mut shared = Vec::new();
        for group in self.groups(chosen) {
            self.settle_group(&group, &mut members);
            shared.extend(self.shared(&group));
        }
        let served = members.iter().any(|m| m.candidate.is_some());
        let sum = |of: &dyn Fn(&PlanMember) -> Option<Money>| {
            let mut counted = members.iter().filter(|m| m.candidate.is_some()).map(of);
            let zero = Money::zero(Currency::USD);
            let sum = counted.try_fold(zero, |sum, amount| Some(sum + amount?));
            sum.filter(|_| served)
        };
        let on_demand = |m: &PlanMember| m.candidate.as_ref().and_then(|c| c.on_demand);
        PlanAnswer {
            total: sum(&|m| m.total),
            alone: sum(&|m| m.alone),
            all_on_demand: sum(&on_demand),
            per_month: flow(&members).filter(|_| served),
            shared,
            members,
        }
    }

    /// What the members of a group pay, and when.
    fn settle_group(&mut self, group: &Group, members: &mut [PlanMember]) {
        for (member, total) in self.totals(group) {
            let project = group
                .iter()
                .find(|(other, _)| *other == member)
                .and_then(|(member, choice)| self.choice(*member, *choice))
                .map(|choice| choice.lone.project());
            if let (Some(entry), Some(project)) = (members.get_mut(member), project) {
                entry.total = Some(total);
                entry.per_month = Some(total.divided(Ratio::new(project / Hours::MONTH)));
                let others = group.iter().map(|(other, _)| *other);
                entry.shared_with = others.filter(|other| *other != member).collect();
            }
        }
        for (member, flow) in self.flows(group).unwrap_or_default() {
            if let Some(entry) = members.get_mut(member) {
                entry.flow = Some(flow);
            }
        }
    }

    /// What each member of a group pays month by month.
    fn flows(&self, group: &Group) -> Option<Vec<(usize, Vec<Money>)>> {
        let (member, choice) = *group.first()?;
        let lone = &self.choice(member, choice)?.lone;
        let rent = match group.len() {
            1 => lone.rent(self.catalog)?,
            _ => self.joint(group)?,
        };
        let offer = self.catalog.offer(lone.candidate.offer);
        let paid = rent.paid_until(self.catalog, offer)?;
        let shares: Vec<Vec<Money>> = paid.iter().map(|sum| self.shares(group, *sum)).collect();
        let flows = group
            .iter()
            .enumerate()
            .map(|(position, (member, choice))| {
                let own: Vec<Money> = shares
                    .iter()
                    .filter_map(|month| month.get(position).copied())
                    .collect();
                let lone = &self.choice(*member, *choice)?.lone;
                Some((*member, lone.flow(&own)))
            });
        flows.collect()
    }

    /// What a group of several buys together.
    fn shared(&mut self, group: &Group) -> Option<Shared> {
        let (member, choice) = *group.first().filter(|_| group.len() > 1)?;
        let candidate = self.choice(member, choice)?.lone.candidate;
        let rent = self.joint(group)?;
        let apart: Vec<Group> = group.iter().map(|one| vec![*one]).collect();
        let apart = self.sum(&apart)?;
        Some(Shared {
            members: group.iter().map(|(member, _)| *member).collect(),
            offer: candidate.offer,
            gpus_per_instance: candidate.gpus_per_instance,
            most_instances: rent.instances(),
            purchases: rent.purchases(
                self.catalog.offer(candidate.offer),
                candidate.gpus_per_instance,
            ),
            rent: rent.total,
            rent_apart: Money::from_micros(apart, Currency::USD),
        })
    }
}

/// The months of all members that are served, summed; `None` where those of one are not known.
fn flow(members: &[PlanMember]) -> Option<Vec<Money>> {
    let mut months: Vec<Money> = Vec::new();
    for member in members.iter().filter(|m| m.candidate.is_some()) {
        let own = member.flow.as_ref()?;
        if months.len() < own.len() {
            months.resize(own.len(), Money::zero(Currency::USD));
        }
        for (sum, month) in months.iter_mut().zip(own) {
            *sum += *month;
        }
    }
    Some(months)
}
