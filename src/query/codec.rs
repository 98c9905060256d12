//! Between a [`Query`] and the text of a link.

use super::keys::{KEYS, Key};
use super::percent;
use super::{Query, Usage, Workload};
use crate::units::{Decimal, Ratio};

/// A decoded link: the question, and what was wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The question, with defaults where a value was bad.
    pub query: Query,
    /// What was wrong, in the order of the link.
    pub problems: Vec<Problem>,
}

/// One bad value of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The key.
    pub key: String,
    /// The value as given.
    pub value: String,
    /// What is wrong with it.
    pub reason: ProblemReason,
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemReason {
    /// Not one of the words; these are.
    UnknownWord(&'static [&'static str]),
    /// Not a number, or not a whole one where the key counts.
    NotANumber,
    /// Outside the accepted range (both ends as shown to a person).
    OutOfRange(String, String),
    /// Two keys contradict, or one key is given twice; the other one wins.
    Contradicts(&'static str),
    /// The catalog has nothing of this name.
    NotInCatalog,
    /// Of no use without another key, which is not given.
    Needs(&'static str),
    /// A week in which no hour has a load.
    NoLoad,
    /// Not understood, in another way: malformed escape, week curve, id.
    Malformed,
}

/// All keys, in the order in which a link lists them.
pub fn keys() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|key| key.name)
}

/// The least and the greatest number that a key accepts, as plain decimals; `None` for a key that
/// takes no number.
#[must_use]
pub fn field_range(key: &str) -> Option<(String, String)> {
    let (low, high) = KEYS.iter().find(|row| row.name == key)?.range()?;
    Some((low.to_owned(), high.to_owned()))
}

/// The question with the number of one key multiplied, kept within what the key accepts and whole
/// where it counts, rounded away from the old value. `None` where the key has no number, none is
/// given or nothing changes.
#[must_use]
pub fn scaled(query: &Query, key: &str, factor: Ratio) -> Option<Query> {
    let row = KEYS.iter().find(|row| row.name == key)?;
    let (low, high) = row.range()?;
    let (low, high): (Decimal, Decimal) = (low.parse().ok()?, high.parse().ok()?);
    let old: Decimal = row.write(&mut query.clone()).parse().ok()?;
    let new = Decimal::from_f64(old.to_f64() * factor.get());
    let whole = if factor > Ratio::new(1.0) {
        f64::ceil(new.to_f64())
    } else {
        f64::floor(new.to_f64())
    };
    [new, Decimal::from_f64(whole)]
        .into_iter()
        .find_map(|value| {
            let mut changed = query.clone();
            let text = value.clamp(low, high).to_string();
            row.read(&mut changed, &text).is_empty().then_some(changed)
        })
        .filter(|changed| changed != query)
}

/// A key of the link with its value, and what was noticed about it.
struct Given {
    key: &'static Key,
    value: String,
    reasons: Vec<(String, ProblemReason)>,
}

impl Given {
    fn complain(&mut self, reason: ProblemReason) {
        self.reasons.push((self.value.clone(), reason));
    }
}

/// Reads a page URL, `?query` or a bare query. Never fails.
#[must_use]
pub fn decode(text: &str) -> Decoded {
    let mut given = split(query_part(text));
    mark_repeated(&mut given);
    let mut query = Query::default();
    for pair in &mut given {
        if pair.reasons.iter().any(|(_, r)| is_overruled(r)) {
            continue;
        }
        let complaints = pair.key.read(&mut query, &pair.value);
        if !complaints.is_empty() {
            // These say more than that an escape was malformed.
            pair.reasons = complaints;
        }
    }
    settle(&mut query, &mut given);
    let problems = given
        .into_iter()
        .flat_map(|pair| {
            let key = pair.key.name;
            pair.reasons
                .into_iter()
                .map(move |(value, reason)| Problem {
                    key: key.to_owned(),
                    value,
                    reason,
                })
        })
        .collect();
    Decoded { query, problems }
}

/// The value of one key as a link writes it, also where that is the default; empty where there is
/// none.
#[must_use]
pub fn written(query: &Query, key: &str) -> String {
    let row = KEYS.iter().find(|row| row.name == key);
    row.map_or_else(String::new, |row| row.write(&mut query.clone()))
}

/// Writes the query of a link, defaults omitted, without a leading `?`.
#[must_use]
pub fn encode(query: &Query) -> String {
    let (mut query, mut default) = (query.clone(), Query::default());
    let mut link = String::new();
    for key in KEYS {
        let value = key.write(&mut query);
        if value.is_empty() || value == key.write(&mut default) {
            continue;
        }
        if !link.is_empty() {
            link.push('&');
        }
        link.push_str(key.name);
        link.push('=');
        percent::encode(&value, &mut link);
    }
    link
}

/// The query of a page URL, of `?query`, or of a bare query; without the fragment.
pub(super) fn query_part(text: &str) -> &str {
    let text = text.trim();
    let text = text.split_once('#').map_or(text, |(before, _)| before);
    match text.split_once('?') {
        // In a bare query a question mark can only stand in a value.
        Some((before, query)) if is_address(before) || !before.contains(['=', '&']) => query,
        None if is_address(text) => "",
        _ => text,
    }
}

/// Whether a text starts like the address of a page.
fn is_address(text: &str) -> bool {
    let scheme = text
        .split_once(':')
        .filter(|(_, rest)| rest.starts_with("//"));
    scheme.is_some_and(|(s, _)| !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric()))
        || text.starts_with(['/', '.'])
}

/// The known keys with their values, unescaped. Unknown keys belong to others: `lang`, `utm_source`
/// and the reserved `v` among them, and `q`, which [`Portfolio`](super::Portfolio) reads.
fn split(query: &str) -> Vec<Given> {
    let pairs = query.split('&').filter_map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, _) = percent::decode(name);
        let key = KEYS.iter().find(|key| key.name == name)?;
        let (value, malformed) = percent::decode(value);
        let mut given = Given {
            key,
            value,
            reasons: Vec::new(),
        };
        if malformed {
            given.complain(ProblemReason::Malformed);
        }
        Some(given)
    });
    pairs.collect()
}

/// Of a key that is given twice the last value holds, and an earlier one that differs is reported.
fn mark_repeated(given: &mut Vec<Given>) {
    let mut position = 0;
    while let Some((first, later)) = given.get_mut(position..).and_then(<[_]>::split_first_mut) {
        match later.iter().rfind(|other| other.key.name == first.key.name) {
            Some(last) if last.value == first.value => {
                given.remove(position);
            }
            Some(last) => {
                first.reasons.clear();
                first.complain(ProblemReason::Contradicts(last.key.name));
                position += 1;
            }
            None => position += 1,
        }
    }
}

const fn is_overruled(reason: &ProblemReason) -> bool {
    matches!(reason, ProblemReason::Contradicts(_))
}

/// Settles keys that depend on each other, so that what is left contradicts itself nowhere.
fn settle(query: &mut Query, given: &mut [Given]) {
    let default = Query::default();
    if query.output > query.context {
        // A short context takes the default output along; an output that was asked for is never
        // changed silently.
        query.output = default.output.min(query.context);
        blame(
            given,
            "out",
            ProblemReason::OutOfRange("1".to_owned(), query.context.to_string()),
        );
    }
    if query.requests_per_second.is_some() && query.tokens_per_day.is_some() {
        query.tokens_per_day = None;
        blame(given, "tpd", ProblemReason::Contradicts("rps"));
    }
    if query.measured_speed.is_some() && query.measured_step_s.is_some() {
        query.measured_step_s = None;
        blame(given, "mi", ProblemReason::Contradicts("ms"));
    }
    let has_steps = !matches!(
        query.workload,
        Workload::Serve | Workload::Render | Workload::Hpc | Workload::Vram
    );
    if query.measured_step_s.is_some() && !has_steps {
        query.measured_step_s = None;
        blame(given, "mi", ProblemReason::Contradicts("w"));
    }
    if query.workload == Workload::Vram {
        // What the asker says is exact already.
        query.measured_peak_gb = None;
        query.measured_speed = None;
        for key in ["mp", "ms"] {
            blame(given, key, ProblemReason::Contradicts("w"));
        }
    }
    if query.measured_on.is_empty() {
        query.measured_peak_gb = None;
        query.measured_speed = None;
        query.measured_step_s = None;
        for key in ["mp", "ms", "mi"] {
            blame(given, key, ProblemReason::Needs("mg"));
        }
    }
    if query
        .week
        .as_ref()
        .is_some_and(|w| w.iter().all(|l| *l == 0))
    {
        query.week = None;
        blame(given, "wk", ProblemReason::NoLoad);
    }
    if query.usage == Usage::Week && query.week.is_none() {
        query.usage = default.usage;
        blame(given, "use", ProblemReason::Needs("wk"));
    }
    match (query.params_b, query.active_b) {
        // Without a custom model the preset says what is active.
        (None, Some(_)) => {
            query.active_b = None;
            blame(given, "na", ProblemReason::Contradicts("m"));
        }
        (Some(total), Some(active)) if active > total => {
            query.active_b = None;
            let least = field_range("na").map_or_else(String::new, |(low, _)| low);
            blame(
                given,
                "na",
                ProblemReason::OutOfRange(least, total.to_string()),
            );
        }
        _ => {}
    }
}

/// Adds a reason to the value of a key that holds. A key that was not given is not to blame.
fn blame(given: &mut [Given], name: &str, reason: ProblemReason) {
    let holder = given.iter_mut().rfind(|pair| pair.key.name == name);
    if let Some(pair) = holder.filter(|pair| pair.reasons.is_empty()) {
        pair.complain(reason);
    }
}
