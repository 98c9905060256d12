//! The budget turned round: what the most is that a sum per month buys.

use super::need::sequences;
use super::{CostItem, answer};
use crate::catalog::{Catalog, GpuCount, InstanceLink, Model};
use crate::fit::{self, Device, Group};
use crate::query::{Query, Usage, Workload};
use crate::sorted;
use crate::units::{Bytes, Currency, Date, Decimal, Hours, Money};

/// The shortest context that is asked about, in tokens: 2¹⁰.
const SHORTEST_POWER: u32 = 10;

/// Larger models that are ranked after the last one that fits by memory.
const GUESSES: usize = 3;

/// What a budget buys, each found by changing that one thing in the question and leaving the
/// rest. Every value was ranked: an offer within the budget stands behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WithinBudget {
    /// The id of the largest model of the catalog of the same kind; `None` where none fits, and
    /// for workloads without a model.
    pub model: Option<String>,
    /// The longest context (in training: sequence) in tokens, a power of two up to what the model
    /// was trained for; `None` where none fits, where that limit is not known, and for workloads
    /// without tokens.
    pub context: Option<u32>,
    /// The most hours of use per month; `None` where not even the least fits, and for jobs, whose
    /// hours follow from the work.
    pub hours: Option<Hours>,
    /// How often the catalog was ranked for this.
    pub rankings: u32,
}

/// What the budget of a question buys; `None` where no budget is given.
///
/// Ranks the catalog some ten times, at most nineteen, so that it runs on demand and not on every
/// keystroke. Models are searched by halving their list in order of what they keep in memory, and
/// contexts in order of length, which takes for granted that what keeps more does not cost less.
/// That holds but for speed: where a job, a rate or a target makes a model with fewer active
/// parameters cheaper than a smaller one, the answer serves, but a larger one might as well.
#[must_use]
pub fn within(catalog: &Catalog, query: &Query, today: Date) -> Option<WithinBudget> {
    query.budget?;
    let mut search = Search {
        catalog,
        query,
        today,
        rankings: 0,
    };
    let model = search.largest_model();
    let context = search.longest_context();
    let hours = search.most_hours();
    Some(WithinBudget {
        model,
        context,
        hours,
        rankings: search.rankings,
    })
}

/// The search for one question.
struct Search<'a> {
    catalog: &'a Catalog,
    query: &'a Query,
    today: Date,
    rankings: u32,
}

impl Search<'_> {
    /// Whether any offer serves the changed question within the budget.
    fn fits(&mut self, change: impl FnOnce(&mut Query)) -> bool {
        let mut query = self.query.clone();
        change(&mut query);
        self.rankings += 1;
        !answer(self.catalog, &query, self.today)
            .candidates
            .is_empty()
    }

    /// The last of some positions that fits, by halving: positions up to it are taken to fit.
    fn last(
        &mut self,
        count: usize,
        mut fits: impl FnMut(&mut Self, usize) -> bool,
    ) -> Option<usize> {
        let (mut low, mut high) = (0, count);
        let mut found = None;
        while low < high {
            let middle = low + (high - low) / 2;
            if fits(self, middle) {
                found = Some(middle);
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        found
    }

    fn largest_model(&mut self) -> Option<String> {
        let subject = fit::subject(self.catalog, self.query)?;
        let tokens = self.tokens();
        let mut models: Vec<(Bytes, &Model)> = self
            .catalog
            .models
            .iter()
            .filter(|m| m.kind == subject.model.kind)
            // A model that was not trained for the context asked for is no answer.
            .filter(|m| m.max_context.is_none_or(|most| most >= tokens))
            .filter_map(|m| Some((self.memory(m)?, m)))
            .collect();
        sorted::sort_by(&mut models, |a, b| {
            a.0.cmp(&b.0)
                .then_with(|| a.1.total.cmp(&b.1.total))
                .then_with(|| a.1.id.cmp(&b.1.id))
        });
        let last = self.last(models.len(), |search, position| {
            models
                .get(position)
                .is_some_and(|(_, model)| search.fits(|query| become_model(query, model)))
        })?;
        // What keeps no more in memory than that mostly fits too, so that the one of most
        // parameters among them is the answer. It is ranked to be sure, and so are the next two.
        models.truncate(last + 1);
        let (_, found) = *models.last()?;
        models.retain(|(_, m)| m.total > found.total);
        sorted::sort_by(&mut models, |a, b| {
            b.1.total.cmp(&a.1.total).then_with(|| a.1.id.cmp(&b.1.id))
        });
        let larger = models
            .iter()
            .take(GUESSES)
            .find(|(_, model)| self.fits(|query| become_model(query, model)));
        Some(larger.map_or(found, |(_, model)| *model).id.clone())
    }

    /// What a model keeps in memory, unsharded on the card with the most of it. What it works in
    /// comes and goes with the card, and would upset the order on smaller ones.
    fn memory(&self, model: &Model) -> Option<Bytes> {
        let mut query = self.query.clone();
        become_model(&mut query, model);
        let subject = fit::subject(self.catalog, &query)?;
        let card = self
            .catalog
            .accelerators
            .iter()
            .max_by_key(|card| card.nominal)?;
        let device = Device::new(self.catalog, &query, card, GpuCount::Whole(1))?;
        let group = Group::of(query.workload, 1, InstanceLink::Unknown);
        let sequences = sequences(&query);
        let footprint = fit::footprint(&query, Some(&subject), &device, &group, sequences);
        Some(footprint.weights + footprint.cache + footprint.gradients + footprint.optimizer)
    }

    /// Tokens of a sequence of the question; 0 where it has none.
    fn tokens(&self) -> u32 {
        match self.query.workload {
            Workload::Serve => self.query.context,
            Workload::Pretrain | Workload::Finetune => self.query.sequence,
            _ => 0,
        }
    }

    fn longest_context(&mut self) -> Option<u32> {
        if self.tokens() == 0 {
            return None;
        }
        let serves = self.query.workload == Workload::Serve;
        let most = fit::subject(self.catalog, self.query)?.model.max_context?;
        let least = if serves { self.query.output } else { 1 };
        let contexts: Vec<u32> = (SHORTEST_POWER..u32::BITS)
            .map(|power| 1_u32 << power)
            .filter(|context| (least..=most).contains(context))
            .collect();
        let found = self.last(contexts.len(), |search, position| {
            let Some(tokens) = contexts.get(position).copied() else {
                return false;
            };
            search.fits(|query| {
                if serves {
                    query.context = tokens;
                } else {
                    query.sequence = tokens;
                }
            })
        })?;
        contexts.get(found).copied()
    }

    /// Around the clock where that fits; else what the cheapest price by the hour leaves room
    /// for, ranked again to be sure, with a tenth less if the first guess fails.
    fn most_hours(&mut self) -> Option<Hours> {
        if !matches!(
            self.query.effective_usage(),
            Usage::Always | Usage::Office | Usage::Week
        ) {
            return None;
        }
        let guess = self.affordable();
        // A commitment may fit around the clock where no price by the hour does.
        if guess.is_some_and(|hours| hours >= Hours::MONTH)
            || self.fits(|query| use_hours(query, Hours::MONTH))
        {
            return Some(Hours::MONTH);
        }
        let guess = guess?;
        // A guess may fail where a bill has parts that hours do not move.
        [1.0, 0.9].into_iter().find_map(|part| {
            let hours = by_hundredths(guess * part)?;
            let fits = self.fits(|query| {
                by_the_hour(query);
                use_hours(query, hours);
            });
            fits.then_some(hours)
        })
    }

    /// 730 h × (budget − what does not follow hours) ÷ the instances of a month around the clock, the
    /// most over all offers.
    fn affordable(&mut self) -> Option<Hours> {
        let mut query = self.query.clone();
        let budget = Money::from_decimal(query.budget.take()?, query.currency);
        let budget = self.catalog.convert(budget, Currency::USD)?;
        by_the_hour(&mut query);
        if query.pay.is_empty() {
            return None;
        }
        use_hours(&mut query, Hours::MONTH);
        self.rankings += 1;
        answer(self.catalog, &query, self.today)
            .candidates
            .iter()
            .filter_map(|c| {
                let compute = c.costs.iter().find(|line| line.item == CostItem::Compute)?;
                let rent = compute.per_month?;
                let fixed = c.per_month - rent;
                let room = (budget - fixed).to_f64() / rent.to_f64();
                (rent.micros() > 0).then(|| Hours::MONTH * room)
            })
            .max()
            .filter(|hours| *hours > Hours::ZERO)
            .map(|hours| hours.min(Hours::MONTH))
    }
}

/// Puts a preset in the place of a question's model. What was said of that model only goes.
fn become_model(query: &mut Query, model: &Model) {
    query.model.clone_from(&model.id);
    query.params_b = None;
    query.active_b = None;
    query.architecture = None;
    query.weight_bytes = None;
    query.measured_on.clear();
    query.measured_peak_gb = None;
    query.measured_speed = None;
    query.measured_step_s = None;
}

/// Leaves the ways of buying of which fewer hours cost less.
fn by_the_hour(query: &mut Query) {
    query.pay.retain(|pay| pay.follows_use());
}

/// Days of an average month.
fn days() -> f64 {
    Hours::MONTH / Hours::DAY
}

/// Asks for so many hours of an average month, alike on every day.
fn use_hours(query: &mut Query, hours: Hours) {
    query.usage = Usage::Always;
    query.week = None;
    query.days_per_week = Some(Decimal::from_int(7));
    query.hours_per_day = Some(Decimal::from_f64(hours.get() / days()));
}

/// Hours of a month whose hours per day are whole hundredths, not above the given; `None` where
/// nothing is left of them.
fn by_hundredths(hours: Hours) -> Option<Hours> {
    let per_day = (hours.get() / days() * 100.0).floor() / 100.0;
    (per_day > 0.0).then(|| Hours::new(per_day * days()))
}
