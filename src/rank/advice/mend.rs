//! The changed question that mends a mistake. Each change is asked before it is proposed.

use crate::catalog::{Catalog, OfferIx, PriceKind};
use crate::cost::spot;
use crate::query::{MinLink, Pay, Query, scaled};
use crate::rank::{Answer, Candidate, Warning, answer};
use crate::units::{Date, Decimal, Hours, Money, PerHour, Ratio};

/// Most questions that are asked for one mistake.
const TRIED: usize = 8;

/// Most names in a list that a changed question states.
const NAMED: usize = 12;

/// The share of what an instance can do up to which more load is put on it.
const FILLED: f64 = 0.9;

/// A question whose first candidate does not make the mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// The question.
    pub query: Query,
    /// Its first offer.
    pub offer: OfferIx,
    /// What that costs over the project, in US dollars. It may be more than what it mends: the
    /// cheapest offer with a mistake can be cheaper than the cheapest without. Where the mistake is
    /// that something lies idle it is not more, for each load that is served.
    pub total: Money,
}

/// The changed question that mends a mistake of a candidate, the first that does of a fixed list;
/// `None` where no change that was tried does. Ranks the catalog up to eight times: on demand, not
/// on every keystroke.
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
    let mut proposals: Vec<Proposal> = Vec::new();
    for proposal in case.proposals() {
        let known = |p: &Proposal| p.query == proposal.query;
        if proposal.query != *query && !proposals.iter().any(known) {
            proposals.push(proposal);
        }
    }
    proposals.truncate(TRIED);
    proposals.into_iter().find_map(|Proposal { query, loads }| {
        let answer = answer(catalog, &query, today);
        let first = answer.candidates.first()?;
        let dearer = first.total.to_f64() > candidate.total.to_f64() * loads.get();
        if makes(first, code) || (dearer && is_idle(code)) {
            return None;
        }
        Some(Mend {
            offer: first.offer,
            total: first.total,
            query,
        })
    })
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

/// Whether a mistake is that something paid for lies idle, which is not mended by paying more.
const fn is_idle(code: Warning) -> bool {
    matches!(
        code,
        Warning::Oversized | Warning::ShareCard | Warning::UnderThirtyPercent
    )
}

/// A changed question.
struct Proposal {
    query: Query,
    /// How many loads like the one asked about it holds.
    loads: Ratio,
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
    fn with(&self, edit: impl FnOnce(&mut Query)) -> Proposal {
        let mut query = self.query.clone();
        edit(&mut query);
        Proposal {
            query,
            loads: Ratio::new(1.0),
        }
    }

    /// What is tried, in order: the change that mends the cause, then the filters that may stand
    /// in the way, then the best of the ranking without the mistake.
    fn proposals(&self) -> Vec<Proposal> {
        let mut all = match self.code {
            Warning::CommitTooLong => self.shorter_terms(),
            Warning::SpotNoCheckpoint => self.checkpoints(),
            Warning::Starved => vec![self.with(|q| q.extras.stall_percent = Decimal::ZERO)],
            Warning::SlowNetwork => vec![self.with(|q| q.link = Some(MinLink::Rdma))],
            Warning::Oversized => self.other_cards(),
            Warning::ShareCard => {
                let mut all = self.other_cards();
                let loads = f64::from(self.candidate.signs.loads);
                all.extend(self.more_load(loads));
                // One model serves more than so many copies of it, for its weights are held once:
                // with a rate as much as keeps the card busy, else a few times as many sequences.
                all.extend(self.more_load(if self.query.has_rate() {
                    let busy = self.candidate.peak.replicas.get();
                    libm::floor(FILLED / busy.max(1e-6))
                } else {
                    loads * 4.0
                }));
                all
            }
            Warning::UnderThirtyPercent => self.fuller(),
            Warning::FarFromUsers => vec![self.with(|q| q.regions = q.users.into_iter().collect())],
            Warning::OldPrice | Warning::VeryOldPrice => self.fresh_sellers().into_iter().collect(),
            _ => Vec::new(),
        };
        all.extend(self.isolated());
        all
    }

    /// Without the terms that run on, or with a project as long as the shortest of them.
    fn shorter_terms(&self) -> Vec<Proposal> {
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

    /// Checkpoints at Daly's interval, at most half of a run, which is at least a run of two parts.
    fn checkpoints(&self) -> Vec<Proposal> {
        let mut all = Vec::new();
        if let Some(risk) = self.candidate.risk
            && let Some(run) = risk.run
        {
            let run = run.runs.expected;
            let daly = spot::daly(run.rate.max(PerHour::new(1e-9)), risk.save);
            let interval = daly.map_or(run.work * 0.5, |daly| daly.min(run.work * 0.5));
            let hours = shown(interval);
            all.push(self.with(|q| q.checkpoint_hours = Some(hours)));
        }
        all.push(self.with(|q| q.pay.retain(|pay| *pay != Pay::Spot)));
        all.retain(|proposal| !proposal.query.pay.is_empty());
        all
    }

    /// Any card and count, then the cards of offers without the mistake.
    fn other_cards(&self) -> Vec<Proposal> {
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

    /// Paid hours that are used: bought by the hour, a day's tokens in fewer hours, or more of
    /// the same load on what is paid.
    fn fuller(&self) -> Vec<Proposal> {
        let mut all = Vec::new();
        all.push(self.with(|q| {
            q.pay.retain(|pay| pay.follows_use());
            if q.pay.is_empty() {
                q.pay.push(Pay::OnDemand);
            }
        }));
        let Some(used) = self.candidate.signs.used.filter(|used| *used > Ratio::ZERO) else {
            return all;
        };
        let more = FILLED / used.get();
        if self.query.tokens_per_day.is_some() {
            let hours = self.query.hours_per_day.map_or(24.0, |h| h.to_f64()) / more;
            let hours = libm::ceil(hours).clamp(1.0, 24.0);
            all.push(self.with(|q| q.hours_per_day = Some(Decimal::from_f64(hours))));
        }
        all.extend(self.more_load(libm::floor(more)));
        all
    }

    /// So many loads of the kind in one question.
    fn more_load(&self, times: f64) -> Option<Proposal> {
        let key = match self.query {
            Query {
                requests_per_second: Some(_),
                ..
            } => "rps",
            Query {
                tokens_per_day: Some(_),
                ..
            } => "tpd",
            _ => "con",
        };
        let mut stated = self.query.clone();
        if key == "con" {
            stated
                .concurrency
                .get_or_insert(crate::query::DEFAULT_CONCURRENCY);
        }
        let loads = Ratio::new(times);
        scaled(&stated, key, loads).map(|query| Proposal { query, loads })
    }

    /// The sellers none of whose ranked offers makes the mistake.
    fn fresh_sellers(&self) -> Option<Proposal> {
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

    /// Names of candidates without the mistake, in the order of the ranking, each once.
    fn names<'a>(&'a self, name: impl Fn(&'a Candidate) -> Option<&'a str>) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for candidate in &self.ranked.candidates {
            if names.len() == NAMED {
                break;
            }
            if let Some(name) = name(candidate)
                && !makes(candidate, self.code)
                && !names.iter().any(|known| known == name)
            {
                names.push(name.to_owned());
            }
        }
        names
    }

    /// The first candidate without the mistake, told from those before it by its card, its seller,
    /// both, and its count of cards.
    fn isolated(&self) -> Vec<Proposal> {
        let mut others = self.ranked.candidates.iter();
        let Some(other) = others.find(|c| !makes(c, self.code)) else {
            return Vec::new();
        };
        let offer = self.catalog.offer(other.offer);
        let seller = vec![self.catalog.provider(offer.provider).id.clone()];
        let card: Vec<String> = offer
            .accelerator
            .map(|ix| self.catalog.accelerator(ix).id.clone())
            .into_iter()
            .collect();
        let both = |count: Option<u32>| {
            self.with(|q| {
                q.providers.clone_from(&seller);
                q.gpus.clone_from(&card);
                q.gpu_count = count;
            })
        };
        vec![
            self.with(|q| q.gpus.clone_from(&card)),
            self.with(|q| q.providers.clone_from(&seller)),
            both(self.query.gpu_count),
            both(Some(other.gpus_per_instance)),
        ]
    }
}

/// Hours as a link holds them in short: three digits, within what the key accepts.
fn shown(hours: Hours) -> Decimal {
    let step = libm::pow(10.0, libm::floor(libm::log10(hours.get().max(1e-3))) - 2.0);
    let rounded = libm::round(hours.get() / step) * step;
    Decimal::from_f64(rounded.clamp(0.001, 8760.0))
}
