//! The table of keys: for each its name, its range, how it is read and how it is written.

use super::codec::ProblemReason;
use super::words::{
    CacheFormat, Engine, Method, MinLink, Optimizer, Order, Pay, Usage, WeightFormat,
    WorkPrecision, Workload,
};
use super::{Query, week};
use crate::catalog::{RegionGroup, Tier};
use crate::units::{Currency, Decimal};

/// What is wrong with a value, or with one entry of a list.
pub(super) type Complaint = (String, ProblemReason);

/// One key of a link.
pub(super) struct Key {
    /// The key.
    pub(super) name: &'static str,
    /// Least and greatest accepted number, as shown to a person.
    pub(super) range: Option<(&'static str, &'static str)>,
    /// Puts a value into a question that holds the default; what is unusable is returned.
    pub(super) read: fn(&Key, &mut Query, &str) -> Vec<Complaint>,
    /// The value in the link; empty where there is none. A value equal to the default question's
    /// is left out of the link.
    pub(super) write: fn(&Query) -> String,
}

/// Keys, and words of a key, which are understood and kept although no result depends on them
/// yet. Whoever makes one count removes its line.
pub(super) const NOT_USED_YET: &[(&str, Option<&str>)] = &[
    ("wk", None),
    ("use", Some("week")),
    ("lam", None),
    ("ckh", None),
    ("disc", None),
    ("credit", None),
];

/// One of a closed set of words.
macro_rules! word {
    ($name:literal, $type:ident, $field:ident) => {
        Key {
            name: $name,
            range: None,
            read: |_, query, text| match $type::from_word(&tidy(text)) {
                Some(value) => {
                    query.$field = value;
                    Vec::new()
                }
                None => refuse(text, ProblemReason::UnknownWord($type::WORDS)),
            },
            write: |query| query.$field.word().to_owned(),
        }
    };
}

/// A number that always has a value: a whole one or a decimal.
macro_rules! number {
    ($name:literal, $reader:ident, $field:ident, $low:literal, $high:literal) => {
        Key {
            name: $name,
            range: Some(($low, $high)),
            read: |key, query, text| match $reader(key, text) {
                Ok(value) => {
                    query.$field = value;
                    Vec::new()
                }
                Err(reason) => refuse(text, reason),
            },
            write: |query| query.$field.to_string(),
        }
    };
}

/// A number that may be absent.
macro_rules! maybe {
    ($name:literal, $reader:ident, $field:ident, $low:literal, $high:literal) => {
        Key {
            name: $name,
            range: Some(($low, $high)),
            read: |key, query, text| match $reader(key, text) {
                Ok(value) => {
                    query.$field = Some(value);
                    Vec::new()
                }
                Err(reason) => refuse(text, reason),
            },
            write: |query| query.$field.map_or_else(String::new, |n| n.to_string()),
        }
    };
}

/// The id of one thing.
macro_rules! id {
    ($name:literal, $field:ident) => {
        Key {
            name: $name,
            range: None,
            read: |_, query, text| match tidy(text) {
                value if is_id(&value) => {
                    query.$field = value;
                    Vec::new()
                }
                _ => refuse(text, ProblemReason::Malformed),
            },
            write: |query| query.$field.clone(),
        }
    };
}

/// A list from an open set, each entry checked by a function.
macro_rules! list {
    ($name:literal, $check:ident, $field:ident) => {
        Key {
            name: $name,
            range: None,
            read: |_, query, text| read_list(text, $check, &mut query.$field),
            write: |query| query.$field.join(","),
        }
    };
}

/// A list from a closed set. Where no entry is usable the default stays.
macro_rules! set {
    ($name:literal, $type:ident, $words:expr, $field:ident) => {
        Key {
            name: $name,
            range: None,
            read: |_, query, text| {
                let (chosen, complaints) = read_set(text, $words, query.$field.is_empty());
                if chosen.contains(&true) {
                    let all = $type::ALL.iter().zip(chosen);
                    query.$field = all.filter(|(_, on)| *on).map(|(value, _)| *value).collect();
                }
                complaints
            },
            write: |query| {
                let words: Vec<&str> = query.$field.iter().map(|value| value.word()).collect();
                words.join(",")
            },
        }
    };
}

/// All keys, in the order in which a link lists them.
pub(super) const KEYS: &[Key] = &[
    word!("w", Workload, workload),
    id!("m", model),
    maybe!("n", decimal, params_b, "0.001", "20000"),
    maybe!("na", decimal, active_b, "0.001", "20000"),
    word!("wq", WeightFormat, weights),
    word!("kv", CacheFormat, cache),
    number!("ctx", whole, context, "1", "16777216"),
    number!("out", whole, output, "1", "16777216"),
    maybe!("con", whole, concurrency, "1", "100000"),
    maybe!("rps", decimal, requests_per_second, "0.000001", "1000000"),
    maybe!("tpd", decimal, tokens_per_day, "1", "1000000000000"),
    maybe!("ttft", decimal, first_token_s, "0.001", "3600"),
    maybe!("tpot", decimal, per_token_ms, "0.01", "60000"),
    word!("eng", Engine, engine),
    word!("method", Method, method),
    number!("rank", whole, rank, "1", "4096"),
    word!("opt", Optimizer, optimizer),
    number!("bs", whole, batch, "1", "65536"),
    number!("seq", whole, sequence, "1", "16777216"),
    maybe!("tok", decimal, tokens_b, "0.000001", "1000000"),
    number!("ep", decimal, epochs, "0.01", "10000"),
    Key {
        name: "ckpt",
        range: None,
        read: |_, query, text| match text.trim() {
            "0" => {
                query.checkpointing = false;
                Vec::new()
            }
            "1" => {
                query.checkpointing = true;
                Vec::new()
            }
            _ => refuse(text, ProblemReason::UnknownWord(&["0", "1"])),
        },
        write: |query| u8::from(query.checkpointing).to_string(),
    },
    maybe!("res", whole, resolution, "16", "16384"),
    number!("steps", whole, steps, "1", "1000"),
    maybe!("imgs", decimal, images_k, "0.001", "1000000000"),
    maybe!("frames", whole, frames, "1", "100000000"),
    number!("fmin", decimal, frame_minutes, "0.001", "100000"),
    id!("ref", reference),
    maybe!("pflop", decimal, petaflop, "0.000001", "1000000000000"),
    word!("prec", WorkPrecision, work_precision),
    maybe!("vram", decimal, vram_gb, "0.1", "1000000"),
    maybe!("gpuh", decimal, gpu_hours, "0.01", "1000000000"),
    word!("use", Usage, usage),
    maybe!("hpd", decimal, hours_per_day, "0.01", "24"),
    maybe!("dpw", decimal, days_per_week, "1", "7"),
    number!("mon", decimal, months, "0.01", "120"),
    Key {
        name: "wk",
        range: None,
        read: |_, query, text| match week::read(text.trim()) {
            Some(levels) => {
                query.week = Some(levels);
                Vec::new()
            }
            None => refuse(text, ProblemReason::Malformed),
        },
        write: |query| {
            let levels = query.week.as_deref().unwrap_or_default();
            week::write(levels).unwrap_or_default()
        },
    },
    set!("pay", Pay, Pay::WORDS, pay),
    set!("tier", Tier, TIERS, tiers),
    list!("prov", is_id, providers),
    list!("gpu", is_id, gpus),
    set!("reg", RegionGroup, REGIONS, regions),
    list!("jur", is_id, jurisdictions),
    list!("vendor", is_id, vendors),
    list!("comp", is_name, compliance),
    list!("fw", is_name, frameworks),
    maybe!("sla", decimal, sla_percent, "0", "100"),
    Key {
        name: "ic",
        range: None,
        read: |_, query, text| match MinLink::from_word(&tidy(text)) {
            Some(link) => {
                query.link = Some(link);
                Vec::new()
            }
            None => refuse(text, ProblemReason::UnknownWord(MinLink::WORDS)),
        },
        write: |query| query.link.map_or("", MinLink::word).to_owned(),
    },
    maybe!("cnt", whole, gpu_count, "1", "1024"),
    number!("gb", decimal, storage_gb, "0", "1000000000"),
    number!("eg", decimal, egress_gb, "0", "1000000000"),
    maybe!("lam", decimal, interruptions_per_hour, "0", "60"),
    maybe!("ckh", decimal, checkpoint_hours, "0.001", "8760"),
    maybe!("disc", decimal, discount_percent, "0", "100"),
    maybe!("credit", decimal, credit, "0", "1000000000000"),
    maybe!("budget", decimal, budget, "0.01", "1000000000000"),
    maybe!("dl", decimal, deadline_hours, "0.01", "1000000"),
    Key {
        name: "cur",
        range: None,
        read: |_, query, text| match Currency::from_code(text.trim()) {
            Some(currency) => {
                query.currency = currency;
                Vec::new()
            }
            None => refuse(text, ProblemReason::Malformed),
        },
        write: |query| query.currency.code().to_owned(),
    },
    word!("sort", Order, order),
];

/// The words of [`Tier::ALL`].
const TIERS: &[&str] = &["cloud", "specialist", "market", "community", "broker"];
/// The words of [`RegionGroup::ALL`].
const REGIONS: &[&str] = &["cn", "apac", "eu", "na", "me", "sa"];

fn refuse(text: &str, reason: ProblemReason) -> Vec<Complaint> {
    vec![(text.to_owned(), reason)]
}

/// Words and ids are lower case; spaces around them come from copying.
fn tidy(text: &str) -> String {
    text.trim().to_ascii_lowercase()
}

/// Reads a decimal within the range of its key.
fn decimal(key: &Key, text: &str) -> Result<Decimal, ProblemReason> {
    use crate::units::DecimalError;
    let (low, high) = key.range.unwrap_or_default();
    let outside = || ProblemReason::OutOfRange(low.to_owned(), high.to_owned());
    let value: Decimal = text.trim().parse().map_err(|error| match error {
        DecimalError::TooLarge => outside(),
        DecimalError::Empty | DecimalError::Character(_) => ProblemReason::NotANumber,
    })?;
    match (low.parse::<Decimal>(), high.parse::<Decimal>()) {
        (Ok(least), Ok(most)) if (least..=most).contains(&value) => Ok(value),
        _ => Err(outside()),
    }
}

/// Reads a whole number within the range of its key.
fn whole(key: &Key, text: &str) -> Result<u32, ProblemReason> {
    let micros = decimal(key, text)?.to_micros();
    if micros % Decimal::SCALE != 0 {
        return Err(ProblemReason::NotANumber);
    }
    u32::try_from(micros / Decimal::SCALE).map_err(|_| ProblemReason::NotANumber)
}

/// The longest id or name.
const LONGEST: usize = 64;

/// Whether a text can be an id of the catalog, such as `h100-sxm` or `qwen2.5-0.5b`.
fn is_id(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-._".contains(&b))
}

/// Whether a text can be the name of a certificate or framework, such as `iso 27001` or `等保三级`.
fn is_name(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len())
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || " -._/+:()".contains(c))
}

/// Reads a list: each entry once, in the order given; an empty value is an empty list.
fn read_list(text: &str, fits: fn(&str) -> bool, list: &mut Vec<String>) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for entry in text.split(',').map(tidy).filter(|entry| !entry.is_empty()) {
        if !fits(&entry) {
            complaints.push((entry, ProblemReason::Malformed));
        } else if !list.contains(&entry) {
            list.push(entry);
        }
    }
    complaints
}

/// Reads a list of words: which of them are in it. An empty list is a complaint unless the key
/// may be empty.
fn read_set(
    text: &str,
    words: &'static [&'static str],
    may_be_empty: bool,
) -> (Vec<bool>, Vec<Complaint>) {
    let mut chosen = vec![false; words.len()];
    let mut complaints = Vec::new();
    for entry in text.split(',').map(tidy).filter(|entry| !entry.is_empty()) {
        let found = words
            .iter()
            .zip(&mut chosen)
            .find(|(word, _)| **word == entry);
        match found {
            Some((_, on)) => *on = true,
            None => complaints.push((entry, ProblemReason::UnknownWord(words))),
        }
    }
    if complaints.is_empty() && !chosen.contains(&true) && !may_be_empty {
        complaints.push((text.to_owned(), ProblemReason::UnknownWord(words)));
    }
    (chosen, complaints)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_catalog_are_in_its_order() {
        assert!(Tier::ALL.iter().map(|t| t.word()).eq(TIERS.iter().copied()));
        assert!(
            RegionGroup::ALL
                .iter()
                .map(|g| g.word())
                .eq(REGIONS.iter().copied())
        );
    }

    #[test]
    fn ranges_are_numbers_in_order_and_names_are_unique() {
        for key in KEYS {
            if let Some((low, high)) = key.range {
                let (low, high): (Decimal, Decimal) = (low.parse().unwrap(), high.parse().unwrap());
                assert!(low < high, "{}", key.name);
            }
            assert_eq!(KEYS.iter().filter(|k| k.name == key.name).count(), 1);
        }
        for (name, _) in NOT_USED_YET {
            assert!(KEYS.iter().any(|key| key.name == *name), "{name}");
        }
    }

    #[test]
    fn every_default_is_accepted_by_its_own_key() {
        let default = Query::default();
        for key in KEYS {
            let text = (key.write)(&default);
            if !text.is_empty() {
                let mut query = Query::default();
                assert_eq!((key.read)(key, &mut query, &text), [], "{}", key.name);
                assert_eq!(query, default, "{}", key.name);
            }
        }
    }
}
