//! Rent or call: the model by the token.

use super::busy;
use crate::catalog::TokenPrice;
use crate::cost::api::{SelfHosted, Volume, bill};
use crate::query::Workload;
use crate::rank::Candidate;
use crate::rank::question::Question;
use crate::sorted;
use crate::units::{Currency, Hours, Money, Tokens};

/// The model of the question by the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Api {
    /// The price, as its position in [`crate::catalog::Market::tokens`].
    pub price: usize,
    /// The tokens of a month.
    pub volume: Volume,
    /// What they cost, in the seller's currency.
    pub per_month: Money,
    /// What they cost in US dollars; `None` where the currency has no rate.
    pub per_month_usd: Option<Money>,
    /// Output tokens a day of the first month from which serving the model on machines of the first
    /// candidate costs no more over the project, in which the load grows; `None` where it always costs more, or where that cannot be told.
    pub break_even_per_day: Option<Tokens>,
}

/// Every seller of the model.
pub(super) fn api(question: &Question, candidates: &[Box<Candidate>]) -> Vec<Api> {
    let (catalog, query) = (question.catalog, question.query);
    let Some(subject) = question
        .subject
        .filter(|_| query.workload == Workload::Serve)
    else {
        return Vec::new();
    };
    let first = candidates.first().map(Box::as_ref);
    let Some(volume) = volume(question, first) else {
        return Vec::new();
    };
    let cached = query.cached_percent.percent();
    let own = first.map(|first| self_hosted(question, first));
    let months = question.demand.months(query);
    let row = |(position, price): (usize, &TokenPrice)| {
        let per_month = bill(price, &volume, cached);
        let million = Volume::of(Tokens::new(1e6), prompt(question), query.output, false);
        let per_million = catalog.convert(bill(price, &million, cached), Currency::USD);
        let break_even = own
            .zip(per_million)
            .and_then(|(own, each)| own.break_even_over(each, &months));
        Api {
            price: position,
            volume,
            per_month,
            per_month_usd: catalog.convert(per_month, Currency::USD),
            break_even_per_day: break_even.map(|month| month / (Hours::MONTH / Hours::DAY)),
        }
    };
    let mut rows: Vec<Api> = catalog
        .market
        .tokens
        .iter()
        .enumerate()
        .filter(|(_, price)| price.model == subject.model.id)
        .map(row)
        .collect();
    sorted::sort_by_key(&mut rows, |row| {
        let usd = row.per_month_usd.map(Money::micros);
        (usd.is_none(), usd, row.price)
    });
    rows
}

/// Tokens of a request that are read.
fn prompt(question: &Question) -> u32 {
    question.query.context.saturating_sub(question.query.output)
}

/// The tokens of a month: at the rate that is asked for, or as many as the first candidate makes, over
/// the load of the week. `None` where no rate is asked for and nothing serves.
fn volume(question: &Question, first: Option<&Candidate>) -> Option<Volume> {
    let query = question.query;
    let asked = question.asked_tokens_per_second();
    let rate = asked.or_else(|| first.map(|c| c.rate.expected))?;
    let seconds = busy(question, None).to_seconds();
    Some(Volume::of(
        Tokens::new(rate.get() * seconds.get()),
        prompt(question),
        query.output,
        asked.is_none(),
    ))
}

/// The first candidate as a service that grows by instances, each of which follows the load of the
/// week as those of the question do.
fn self_hosted(question: &Question, candidate: &Candidate) -> SelfHosted {
    let running = f64::from(candidate.instances.max(1));
    let working = f64::from(candidate.peak.working());
    let seconds = busy(question, None).to_seconds();
    // The month's rent is that of the average month, which a growing load has more instances in.
    let months = question.demand.months(question.query);
    let mean = candidate.peak.growth(question.query, &months) * running;
    SelfHosted {
        instance: candidate.rent_per_month().divided(mean),
        fixed: Money::zero(Currency::USD),
        least: question.query.load.floor,
        capacity: Tokens::new(candidate.rate.expected.get() / working * seconds.get()),
    }
}
