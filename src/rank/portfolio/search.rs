//! The search for the choice of instances, and the division into those who buy together.

use super::super::lone::{Lone, Rent, key};
use super::super::{Answer, Candidate, order};
use crate::catalog::Catalog;
use crate::query::{Order, Query};
use crate::sorted::{self, SortedMap};
use crate::units::{Date, Money};
use std::collections::BTreeMap;

/// Candidates of each member that are tried, best first. A convention: a plan that needs a worse
/// one saves less by sharing than the choice costs.
const TRIED: usize = 20;

/// Most rounds of the search; each stops sooner where nothing gets cheaper.
const ROUNDS: usize = 8;

/// What sharing must save at least, in millionths of a dollar: a cent, so that rounding never
/// makes a shared purchase the dearer one.
const LEAST_SAVING: i64 = 10_000;

/// One candidate of a member with its rent.
pub(super) struct Choice<'a> {
    pub(super) lone: Lone<'a>,
    /// Its rent, bought alone.
    pub(super) rent: Money,
    /// The most of a rent that it may be charged, so that the member pays no more for it than the
    /// best of its ranking costs alone.
    most: Money,
}

/// The candidates of each member that are tried; the first is the best of its ranking.
pub(super) fn choices<'a>(
    catalog: &Catalog,
    answers: &'a [(&'a Query, Answer)],
    today: Date,
) -> Vec<Vec<Choice<'a>>> {
    let of = |(query, answer): &'a (&'a Query, Answer)| own(catalog, query, answer, today);
    answers.iter().map(of).collect()
}

fn own<'a>(
    catalog: &Catalog,
    query: &'a Query,
    answer: &'a Answer,
    today: Date,
) -> Vec<Choice<'a>> {
    let tried = if query.order == Order::Cost { TRIED } else { 1 };
    let late = answer.candidates.first().is_some_and(|c| order::misses(c));
    // A very old price comes last in every order, and does not win by sharing either; nor does what
    // misses a target that the first meets.
    let may = |c: &Candidate| !order::is_stale(c) && (late || !order::misses(c));
    // What the best comes to alone, before credit and tax; it is the first.
    let mut best: Option<Money> = None;
    answer
        .candidates
        .iter()
        .take(tried)
        .enumerate()
        .filter(|(position, candidate)| *position == 0 || may(candidate))
        .filter_map(|(_, candidate)| {
            let lone = Lone::new(catalog, query, candidate, today);
            let rent = lone.rent(catalog)?.total;
            let best = *best.get_or_insert_with(|| lone.bill(rent));
            let beside = lone.bill(rent) - rent;
            let most = if lone.bill(rent).micros() < best.micros() {
                rent
            } else {
                best - beside
            };
            Some(Choice { lone, rent, most })
        })
        .filter(|choice| choice.most.micros() >= 0)
        .collect()
}

/// A choice for each member, as its position among the tried; `None` where nothing serves.
pub(super) type Chosen = Vec<Option<usize>>;

/// Members with the candidate that each takes.
pub(super) type Group = Vec<(usize, usize)>;

/// What a choice costs, in millionths of a dollar.
#[derive(Clone, Copy, Default, PartialEq)]
struct Total {
    /// Everything that is known.
    paid: i64,
    /// The same with the charge for what is not known, as in the order of a ranking.
    ranked: i64,
}

/// The search for the cheapest plan.
pub(super) struct Search<'a> {
    pub(super) catalog: &'a Catalog,
    choices: &'a [Vec<Choice<'a>>],
    /// The joint rent of groups, `None` where they cannot buy together.
    known: BTreeMap<Group, Option<Money>>,
}

impl<'a> Search<'a> {
    pub(super) const fn new(catalog: &'a Catalog, choices: &'a [Vec<Choice<'a>>]) -> Self {
        Self {
            catalog,
            choices,
            known: BTreeMap::new(),
        }
    }

    /// The cheapest choice that the search finds.
    pub(super) fn run(&mut self) -> Chosen {
        let mut chosen: Chosen = self
            .choices
            .iter()
            .map(|tried| (!tried.is_empty()).then_some(0))
            .collect();
        let Some(mut least) = self.total(&chosen) else {
            return chosen;
        };
        let offers = self.shareable();
        for _ in 0..ROUNDS {
            let before = least;
            for member in 0..self.choices.len() {
                for choice in 0..self.tried(member) {
                    self.attempt(&[(member, choice)], &mut chosen, &mut least);
                }
            }
            for group in &offers {
                self.attempt(group, &mut chosen, &mut least);
                for (position, first) in group.iter().enumerate() {
                    for second in group.iter().skip(position + 1) {
                        self.attempt(&[*first, *second], &mut chosen, &mut least);
                    }
                }
            }
            if least == before {
                break;
            }
        }
        chosen
    }

    fn tried(&self, member: usize) -> usize {
        self.choices.get(member).map_or(0, Vec::len)
    }

    pub(super) fn choice(&self, member: usize, choice: usize) -> Option<&'a Choice<'a>> {
        self.choices.get(member)?.get(choice)
    }

    /// Makes a change where it lowers the total as ranked, and nobody pays more for it than alone.
    fn attempt(&mut self, change: &[(usize, usize)], chosen: &mut Chosen, least: &mut Total) {
        let mut changed = chosen.clone();
        for (member, choice) in change {
            if let Some(place) = changed.get_mut(*member) {
                *place = Some(*choice);
            }
        }
        if changed == *chosen {
            return;
        }
        if let Some(total) = self.total(&changed)
            && total.ranked < least.ranked
        {
            *least = total;
            *chosen = changed;
        }
    }

    /// The offers that several members can use, with these members and their candidates.
    fn shareable(&self) -> Vec<Group> {
        let mut offers: SortedMap<(u16, u32), Group> = SortedMap::default();
        for (member, tried) in self.choices.iter().enumerate() {
            for (choice, candidate) in tried.iter().enumerate() {
                let key = key(candidate.lone.candidate);
                offers.get_or_default(key).push((member, choice));
            }
        }
        offers
            .into_vec()
            .into_iter()
            .map(|(_, group)| group)
            .filter(|group| group.len() > 1)
            .collect()
    }

    /// What all members cost; `None` where one of them would pay more than alone.
    fn total(&mut self, chosen: &Chosen) -> Option<Total> {
        let mut sum = Total::default();
        for group in self.groups(chosen) {
            if !self.is_borne(&group)? {
                return None;
            }
            for (_, total) in self.totals(&group) {
                sum.paid = sum.paid.saturating_add(total.micros());
            }
            for (member, choice) in group {
                if let Some(choice) = self.choice(member, choice) {
                    sum.ranked = sum.ranked.saturating_add(choice.lone.unknown().micros());
                }
            }
        }
        sum.ranked = sum.ranked.saturating_add(sum.paid);
        Some(sum)
    }

    /// Whether the rent of a group can be divided so that each of its members is charged no more
    /// than it may be. Of several, a cent less, so that no rounding makes it more.
    fn is_borne(&mut self, group: &Group) -> Option<bool> {
        let most = group
            .iter()
            .map(|(member, choice)| self.most(*member, *choice));
        let most = most.fold(0, i64::saturating_add);
        let rent = self.rent(group)?.micros();
        let saving = if group.len() > 1 { LEAST_SAVING } else { 0 };
        Some(rent.saturating_add(saving) <= most)
    }

    /// The most that a member may be charged for a candidate, in millionths of a dollar.
    fn most(&self, member: usize, choice: usize) -> i64 {
        let choice = self.choice(member, choice);
        choice.map_or(0, |choice| choice.most.micros())
    }

    /// What each member of a group costs.
    pub(super) fn totals(&mut self, group: &Group) -> Vec<(usize, Money)> {
        let Some(rent) = self.rent(group) else {
            return Vec::new();
        };
        self.shares(group, rent)
            .into_iter()
            .zip(group)
            .filter_map(|(rent, (member, choice))| {
                let choice = self.choice(*member, *choice)?;
                Some((*member, choice.lone.settle(rent)))
            })
            .collect()
    }

    /// An amount of a group's rent divided among its members in proportion to what each may be
    /// charged, so that none pays more than alone.
    pub(super) fn shares(&self, group: &Group, amount: Money) -> Vec<Money> {
        let each: Vec<i64> = group
            .iter()
            .map(|(member, choice)| self.most(*member, *choice))
            .collect();
        let all: i128 = each.iter().map(|own| i128::from(*own)).sum();
        // Rounded down, no share exceeds what its member may be charged; the millionths that are
        // left go to the one that pays most.
        let mut shares: Vec<i64> = each
            .iter()
            .map(|own| {
                let share = (i128::from(amount.micros()) * i128::from(*own)).checked_div(all);
                i64::try_from(share.unwrap_or(0)).unwrap_or(0)
            })
            .collect();
        let divided = shares.iter().copied().fold(0, i64::saturating_add);
        let rest = amount.micros().saturating_sub(divided);
        let most = (0..each.len()).rev().max_by_key(|at| each.get(*at));
        if let Some(share) = most.and_then(|at| shares.get_mut(at)) {
            *share = share.saturating_add(rest);
        }
        let money = |micros| Money::from_micros(micros, amount.currency());
        shares.into_iter().map(money).collect()
    }

    /// What a group's instances cost together: the rent alone of a group of one.
    pub(super) fn rent(&mut self, group: &Group) -> Option<Money> {
        if let [(member, choice)] = group.as_slice() {
            return self.choice(*member, *choice).map(|choice| choice.rent);
        }
        if let Some(known) = self.known.get(group) {
            return *known;
        }
        let rent = self.joint(group).map(|rent| rent.total);
        self.known.insert(group.clone(), rent);
        rent
    }

    pub(super) fn joint(&self, group: &Group) -> Option<Rent> {
        let lones: Option<Vec<&Lone>> = group
            .iter()
            .map(|(member, choice)| self.choice(*member, *choice).map(|c| &c.lone))
            .collect();
        Rent::joint(self.catalog, &lones?)
    }

    /// Who buys together, for a choice of each member.
    pub(super) fn groups(&mut self, chosen: &Chosen) -> Vec<Group> {
        let mut same: SortedMap<(u16, u32), Group> = SortedMap::default();
        for (member, choice) in chosen.iter().enumerate() {
            let Some(choice) = *choice else {
                continue;
            };
            if let Some(candidate) = self.choice(member, choice) {
                let key = key(candidate.lone.candidate);
                same.get_or_default(key).push((member, choice));
            }
        }
        let mut groups: Vec<Group> = Vec::new();
        for (_, all) in same.into_vec() {
            groups.extend(self.divide(&all));
        }
        groups
    }

    /// Divides members on the same instances into those who buy together: the two groups whose
    /// joining saves most are joined, until nothing saves; or all at once, where that is cheaper.
    fn divide(&mut self, all: &Group) -> Vec<Group> {
        let mut groups: Vec<Group> = all.iter().map(|one| vec![*one]).collect();
        while let Some((_, first, second)) = self.best_pair(&groups) {
            let joined = merged(&groups, first, second);
            groups.remove(second);
            if let Some(place) = groups.get_mut(first) {
                *place = joined;
            }
        }
        if groups.len() > 1 && all.len() > 2 {
            let apart = self.sum(&groups);
            let together = self.rent(all).map(Money::micros);
            if let (Some(apart), Some(together)) = (apart, together)
                && apart.saturating_sub(together) >= LEAST_SAVING
            {
                return vec![all.clone()];
            }
        }
        groups
    }

    /// The two groups whose joining saves most, and how much.
    fn best_pair(&mut self, groups: &[Group]) -> Option<(i64, usize, usize)> {
        let mut best: Option<(i64, usize, usize)> = None;
        for first in 0..groups.len() {
            for second in first + 1..groups.len() {
                let apart = self.sum(groups.get(first..=first)?)?;
                let apart = apart.saturating_add(self.sum(groups.get(second..=second)?)?);
                let Some(together) = self.rent(&merged(groups, first, second)) else {
                    continue;
                };
                let saving = apart.saturating_sub(together.micros());
                if saving >= LEAST_SAVING && best.is_none_or(|(most, ..)| saving > most) {
                    best = Some((saving, first, second));
                }
            }
        }
        best
    }

    pub(super) fn sum(&mut self, groups: &[Group]) -> Option<i64> {
        let mut rents = groups.iter();
        // Amounts end at the greatest that can be told.
        rents.try_fold(0_i64, |sum, group| {
            Some(sum.saturating_add(self.rent(group)?.micros()))
        })
    }
}

/// Two groups as one, in the order of the members.
fn merged(groups: &[Group], first: usize, second: usize) -> Group {
    let members = [first, second].into_iter().filter_map(|at| groups.get(at));
    let mut joined: Group = members.flatten().copied().collect();
    sorted::sort(&mut joined);
    joined
}
