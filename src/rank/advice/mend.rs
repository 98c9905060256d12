//! The changed question that mends a mistake. Each change is asked before it is proposed.

use super::promises::breaks_more;
use crate::catalog::{Catalog, OfferIx, PriceKind};
use crate::cost::spot;
use crate::query::{MinLink, Pay, Query, Scaling, Usage, scaled};
use crate::rank::{Answer, Candidate, Warning, answer};
use crate::units::{Date, Decimal, Money, PerHour, Ratio};

/// Most questions that are asked for one mistake.
const TRIED: usize = 8;

/// Most names in a list that a changed question states.
const NAMED: usize = 12;

/// The share of what an instance can do up to which more load is put on it.
pub(super) const FILLED: f64 = 0.9;

/// A question whose first candidate does not make the mistake, or makes less of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// The question.
    pub query: Query,
    /// Its first offer.
    pub offer: OfferIx,
    /// What that costs over the project, in US dollars. It may be more than what it mends: the
    /// cheapest offer with a mistake can be cheaper than the cheapest without. Where the mistake is
    /// that something lies idle it is less, and where it is that work is lost it is not more.
    pub total: Money,
}

/// The changed question that mends a mistake of a candidate, the first that does of a fixed list;
/// `None` where no change that was tried does. No deadline or latency that the candidate keeps is
/// given up for it. Where something lies idle and nothing mends it, what idles less for less money is
/// the answer. Ranks the catalog up to eight times: on demand, not on every keystroke.
#[must_use]
pub fn mend(
    catalog: &Catalog,
    query: &Query,
    today: Date,
    ranked: &Answer,
    candidate: &Candidate,
    code: Warning,
) -> Option<Mend> {
    let case = Case {
        catalog,
        query,
        ranked,
        candidate,
        code,
    };
    Search {
        case: &case,
        today,
        asked: Vec::new(),
        lesser: None,
    }
    .run()
}

/// Whether a candidate makes a mistake. A price that is older still is no mend of an old one.
fn makes(candidate: &Candidate, code: Warning) -> bool {
    let has = |code| candidate.warnings.contains(&code);
    match code {
        Warning::OldPrice | Warning::VeryOldPrice => {
            has(Warning::OldPrice) || has(Warning::VeryOldPrice)
        }
        other => has(other),
    }
}

/// The questions that were asked so far.
struct Search<'a> {
    case: &'a Case<'a>,
    today: Date,
    asked: Vec<Query>,
    /// What has less of the mistake, for less money.
    lesser: Option<Mend>,
}

impl Search<'_> {
    /// The first change that mends. What a change lets in may mend where its first offer does not:
    /// it is then told from those before it.
    fn run(mut self) -> Option<Mend> {
        let case = self.case;
        for query in case.proposals() {
            let Some(answer) = self.ask(&query) else {
                continue;
            };
            if let Some(mend) = self.look(&query, &answer) {
                return Some(mend);
            }
            if let Some(mend) = self.tell_apart(&query, &answer) {
                return Some(mend);
            }
        }
        let mend = self.tell_apart(case.query, case.ranked);
        mend.or(self.lesser)
    }

    /// The answer to a question that was not asked before.
    fn ask(&mut self, query: &Query) -> Option<Answer> {
        let known = query == self.case.query || self.asked.contains(query);
        if known || self.asked.len() == TRIED {
            return None;
        }
        self.asked.push(query.clone());
        Some(answer(self.case.catalog, query, self.today))
    }

    fn look(&mut self, query: &Query, answer: &Answer) -> Option<Mend> {
        let first = answer.candidates.first()?;
        let mend = || Mend {
            query: query.clone(),
            offer: first.offer,
            total: first.total,
        };
        if self.case.is_mended_by(first) {
            return Some(mend());
        }
        if self.lesser.is_none() && self.case.is_lessened_by(first) {
            self.lesser = Some(mend());
        }
        None
    }

    /// The first candidate of an answer that mends, told from those before it by its card, its
    /// seller, both, and its count of cards.
    fn tell_apart(&mut self, query: &Query, answer: &Answer) -> Option<Mend> {
        let case = self.case;
        let mut others = answer.candidates.iter();
        let other = others.find(|c| case.is_mended_by(c))?;
        let offer = case.catalog.offer(other.offer);
        let seller = vec![case.catalog.provider(offer.provider).id.clone()];
        let card: Vec<String> = offer
            .accelerator
            .map(|ix| case.catalog.accelerator(ix).id.clone())
            .into_iter()
            .collect();
        let with = |gpus: Option<&Vec<String>>, sellers: Option<&Vec<String>>, count| {
            let mut query = query.clone();
            if let Some(gpus) = gpus {
                query.gpus.clone_from(gpus);
            }
            if let Some(sellers) = sellers {
                query.providers.clone_from(sellers);
            }
            query.gpu_count = count;
            query
        };
        let count = query.gpu_count;
        let narrowed = [
            with(Some(&card), None, count),
            with(None, Some(&seller), count),
            with(Some(&card), Some(&seller), count),
            with(Some(&card), Some(&seller), Some(other.gpus_per_instance)),
        ];
        narrowed.into_iter().find_map(|query| {
            let answer = self.ask(&query)?;
            self.look(&query, &answer)
        })
    }
}

/// One mistake of one candidate.
struct Case<'a> {
    catalog: &'a Catalog,
    query: &'a Query,
    ranked: &'a Answer,
    candidate: &'a Candidate,
    code: Warning,
}

impl Case<'_> {
    /// Whether a candidate does without the mistake, keeps every target that is kept now, and does
    /// not cost more where money is all that is to be won.
    fn is_mended_by(&self, other: &Candidate) -> bool {
        let (new, old) = (other.total.micros(), self.candidate.total.micros());
        let pays = match self.code {
            Warning::Oversized | Warning::ShareCard | Warning::UnderThirtyPercent => new < old,
            Warning::SpotNoCheckpoint => new <= old,
            _ => true,
        };
        pays && !makes(other, self.code) && !breaks_more(self.query, self.candidate, other)
    }

    /// Whether with a candidate less lies idle, for less money.
    fn is_lessened_by(&self, other: &Candidate) -> bool {
        let (new, old) = (&other.signs, &self.candidate.signs);
        let idles_less = match self.code {
            Warning::Oversized => new.memory < old.memory,
            Warning::ShareCard => new.loads < old.loads,
            Warning::UnderThirtyPercent => new.used > old.used,
            _ => false,
        };
        idles_less
            && other.total.micros() < self.candidate.total.micros()
            && !breaks_more(self.query, self.candidate, other)
    }

    fn with(&self, edit: impl FnOnce(&mut Query)) -> Query {
        let mut query = self.query.clone();
        edit(&mut query);
        query
    }

    /// What is tried, in order: the change that mends the cause, then the filters that may stand
    /// in the way.
    fn proposals(&self) -> Vec<Query> {
        match self.code {
            Warning::CommitTooLong => self.shorter_terms(),
            Warning::SpotNoCheckpoint => self.checkpoints(),
            Warning::Starved => vec![self.with(|q| q.extras.stall_percent = Decimal::ZERO)],
            Warning::SlowNetwork => vec![self.with(|q| q.link = Some(MinLink::Rdma))],
            Warning::Oversized | Warning::ShareCard => self.other_cards(),
            Warning::UnderThirtyPercent => self.fuller(),
            Warning::FarFromUsers => vec![self.with(|q| q.regions = q.users.into_iter().collect())],
            Warning::OldPrice | Warning::VeryOldPrice => self.fresh_sellers().into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Without the terms that run on, or with a project as long as the shortest of them.
    fn shorter_terms(&self) -> Vec<Query> {
        let long: Vec<u8> = self
            .candidate
            .purchases
            .iter()
            .filter(|p| p.after_end.micros() > 0)
            .filter_map(|p| match p.kind {
                PriceKind::Commit { years, .. } => Some(years),
                _ => None,
            })
            .collect();
        let mut all = Vec::new();
        for dropped in [long.as_slice(), &[1, 3]] {
            all.push(self.with(|q| {
                q.pay.retain(|pay| {
                    !(*pay == Pay::Commit1 && dropped.contains(&1)
                        || *pay == Pay::Commit3 && dropped.contains(&3))
                });
                if q.pay.is_empty() {
                    q.pay.push(Pay::OnDemand);
                }
            }));
        }
        if let Some(years) = long.iter().min() {
            all.push(self.with(|q| q.months = Decimal::from_int(i64::from(*years) * 12)));
        }
        all
    }

    /// Checkpoints near Daly's interval, at most half of a run, which is at least a run of two parts.
    fn checkpoints(&self) -> Vec<Query> {
        let mut all = Vec::new();
        if let Some(risk) = self.candidate.risk
            && let Some(run) = risk.run
        {
            let run = run.runs.expected;
            let half = run.work * 0.5;
            let daly = spot::daly(run.rate.max(PerHour::new(1e-9)), risk.save);
            if let Some(interval) = spot::sensible(daly.unwrap_or(half).min(half), half) {
                let hours = Decimal::from_f64(interval.get().min(8760.0));
                all.push(self.with(|q| q.checkpoint_hours = Some(hours)));
            }
        }
        all.push(self.with(|q| q.pay.retain(|pay| *pay != Pay::Spot)));
        all.retain(|query| !query.pay.is_empty());
        all
    }

    /// Any card and count, then the cards of offers without the mistake.
    fn other_cards(&self) -> Vec<Query> {
        let query = self.query;
        let mut all = Vec::new();
        if query.gpu_count.is_some() {
            all.push(self.with(|q| q.gpu_count = None));
        }
        if !query.gpus.is_empty() {
            all.push(self.with(|q| q.gpus.clear()));
            all.push(self.with(|q| {
                q.gpus.clear();
                q.gpu_count = None;
            }));
        }
        let cards = self.names(|candidate| {
            let card = self.catalog.offer(candidate.offer).accelerator?;
            Some(self.catalog.accelerator(card).id.as_str())
        });
        if !cards.is_empty() {
            all.push(self.with(|q| q.gpus = cards));
        }
        all
    }

    /// Fewer paid hours for the same work: bought by the hour, none held that nobody asks for, other
    /// cards, and the work of a day in fewer hours.
    fn fuller(&self) -> Vec<Query> {
        let by_the_hour = |q: &mut Query| {
            q.pay.retain(|pay| pay.follows_use());
            if q.pay.is_empty() {
                q.pay.push(Pay::OnDemand);
            }
        };
        let down_to_none = |q: &mut Query| {
            q.load.scaling = Scaling::Auto;
            q.load.floor = 0;
        };
        let mut all = vec![
            self.with(by_the_hour),
            self.with(down_to_none),
            self.with(|q| {
                by_the_hour(q);
                down_to_none(q);
            }),
        ];
        all.extend(self.other_cards());
        all.extend(self.fewer_hours());
        all
    }

    /// The work of a day in as many hours as keep what is paid for busy.
    fn fewer_hours(&self) -> Option<Query> {
        let query = self.query;
        let used = self.candidate.signs.used.filter(|u| *u > Ratio::ZERO)?;
        if query.week.is_some() || query.usage != Usage::Always || !query.has_rate() {
            return None;
        }
        let day = query.hours_per_day.map_or(24.0, |h| h.to_f64());
        let hours = f64::ceil(day * used.get() / FILLED).clamp(1.0, 24.0);
        if hours >= day {
            return None;
        }
        let mut fewer = match query.requests_per_second {
            Some(_) => scaled(query, "rps", Ratio::new(day / hours))?,
            None => query.clone(),
        };
        fewer.hours_per_day = Some(Decimal::from_f64(hours));
        Some(fewer)
    }

    /// The sellers none of whose ranked offers makes the mistake.
    fn fresh_sellers(&self) -> Option<Query> {
        let seller = |candidate: &Candidate| self.catalog.offer(candidate.offer).provider;
        let old: Vec<_> = self
            .ranked
            .candidates
            .iter()
            .filter(|c| makes(c, self.code))
            .map(|c| seller(c))
            .collect();
        let names = self.names(|candidate| {
            let seller = seller(candidate);
            (!old.contains(&seller)).then(|| self.catalog.provider(seller).id.as_str())
        });
        (!names.is_empty()).then(|| self.with(|q| q.providers = names))
    }

    /// Names of candidates that mend it, in the order of the ranking, each once.
    fn names<'a>(&'a self, name: impl Fn(&'a Candidate) -> Option<&'a str>) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for candidate in &self.ranked.candidates {
            if names.len() == NAMED {
                break;
            }
            if let Some(name) = name(candidate)
                && self.is_mended_by(candidate)
                && !names.iter().any(|known| known == name)
            {
                names.push(name.to_owned());
            }
        }
        names
    }
}
