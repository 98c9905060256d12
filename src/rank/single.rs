//! One offer for a changed question, without ranking the others.

use super::question::Question;
use super::{Candidate, Ranking};
use crate::catalog::{Catalog, OfferIx};
use crate::fit;
use crate::query::Query;
use crate::speed::OwnRun;
use crate::units::{Date, Ratio};

/// The candidate that an offer gives for a question, with the speed of every card multiplied;
/// `None` where it does not serve. The budget is left out: it says whether an offer is ranked, not
/// what it costs.
pub(super) fn single(
    catalog: &Catalog,
    query: &Query,
    today: Date,
    offer: OfferIx,
    speed: Ratio,
) -> Option<Box<Candidate>> {
    let query = Query {
        budget: None,
        ..query.clone()
    };
    let subject = fit::subject(catalog, &query);
    let mut measured = OwnRun::of(catalog, &query, subject.as_ref())
        .map(|run| run.factors())
        .unwrap_or_default();
    if speed != Ratio::new(1.0) {
        let own = measured.speed.unwrap_or(Ratio::new(1.0));
        measured.speed = Some(own * speed.get());
    }
    let question = Question::of(catalog, &query, today, subject.as_ref(), measured);
    let mut ranking = Ranking::of(&question);
    ranking.consider(offer, catalog.offer(offer)).ok()
}
