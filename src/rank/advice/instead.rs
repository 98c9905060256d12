//! What there is instead of a candidate that makes a mistake, where the question stays as it is:
//! other offers of the ranking, or more load for the same money.

use super::mend::FILLED;
use super::promises::breaks_more;
use crate::catalog::Catalog;
use crate::query::{Query, scaled};
use crate::rank::single::single;
use crate::rank::{Answer, Candidate};
use crate::units::{Bytes, Date, Money, Ratio};

/// Other offers of the ranking that do without a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Others {
    /// How many there are.
    pub offers: u32,
    /// What the cheapest of them costs over the project, in US dollars; `None` for none.
    pub least: Option<Money>,
}

impl Others {
    /// Those of the ranking that hold, and that keep every target which the candidate keeps.
    fn of(
        query: &Query,
        ranked: &Answer,
        candidate: &Candidate,
        holds: impl Fn(&Candidate) -> bool,
    ) -> Self {
        let others = ranked.candidates.iter();
        let totals = others
            .filter(|other| holds(other) && !breaks_more(query, candidate, other))
            .map(|other| other.total);
        let mut found = Self {
            offers: 0,
            least: None,
        };
        for total in totals {
            found.offers = found.offers.saturating_add(1);
            let is_less = |least: Money| total.micros() < least.micros();
            if found.least.is_none_or(is_less) {
                found.least = Some(total);
            }
        }
        found
    }

    /// Those whose instances have less memory in all.
    pub(super) fn smaller(query: &Query, ranked: &Answer, candidate: &Candidate) -> Self {
        let own = held(candidate);
        Self::of(query, ranked, candidate, |other| held(other) < own)
    }

    /// Those in the users' part of the world.
    pub(super) fn near(
        catalog: &Catalog,
        query: &Query,
        ranked: &Answer,
        candidate: &Candidate,
    ) -> Self {
        Self::of(query, ranked, candidate, |other| {
            let place = catalog.offer(other.offer).region.group;
            place.is_some() && place == query.users
        })
    }
}

/// Memory of all cards that processes can count on.
fn held(candidate: &Candidate) -> Bytes {
    let cards = f64::from(candidate.gpus_per_instance) * f64::from(candidate.instances);
    candidate.usable * cards
}

/// How many times the load the same money would carry: as many as keep what is paid for nine tenths
/// busy, where the same offer then costs no more and keeps the targets. Of work that is said in hours
/// it is the hours paid over those used. `None` where nothing says how much work there is.
pub(super) fn carries(
    catalog: &Catalog,
    query: &Query,
    today: Date,
    candidate: &Candidate,
) -> Option<Ratio> {
    let used = candidate.signs.used.filter(|used| *used > Ratio::ZERO)?;
    if !query.has_rate() {
        return Some(Ratio::new(1.0 / used.get()));
    }
    let times = Ratio::new(f64::floor(FILLED / used.get()));
    let key = if query.requests_per_second.is_some() {
        "rps"
    } else {
        "tpd"
    };
    let more = scaled(query, key, times)?;
    // What a key can hold ends somewhere: the load that was asked is the one that is said.
    let times = Ratio::new(rate(&more)? / rate(query)?);
    let other = single(catalog, &more, today, candidate.offer, Ratio::new(1.0))?;
    let holds = times > Ratio::new(1.0)
        && other.total.micros() <= candidate.total.micros()
        && !breaks_more(query, candidate, &other);
    holds.then_some(times)
}

/// The rate that a question states.
fn rate(query: &Query) -> Option<f64> {
    let rate = query.requests_per_second.or(query.tokens_per_day)?;
    Some(rate.to_f64()).filter(|rate| *rate > 0.0)
}
