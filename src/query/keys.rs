//! The table of keys: for each its name, its range, how it is read and how it is written.

use super::codec::ProblemReason;
use super::lists::{is_id, is_name, read_list, read_set, tidy};
use super::words::{
    Attention, CacheFormat, CheckpointPlan, Checkpointing, Engine, Method, MinLink, Offload,
    Optimizer, Order, Pay, Runtime, Scaling, States, Targets, Trainer, Usage, VisionMode,
    WeightFormat, WorkPrecision, Workload, Zero,
};
use super::{Query, shape, week};
use crate::catalog::{RegionGroup, Tier};
use crate::units::{Currency, Decimal, DecimalError};

/// What is wrong with a value, or with one entry of a list.
pub(super) type Complaint = (String, ProblemReason);

/// One key of a link.
pub(super) struct Key {
    /// The key.
    pub(super) name: &'static str,
    /// Least and greatest accepted number, as shown to a person; empty for other values.
    range: (&'static str, &'static str),
    /// Where its value lives.
    field: Field,
}

/// The field of a question that a key sets. One function per kind of field reads all keys of that
/// kind; a key adds no more than the way to its field, which keeps the page small.
enum Field {
    /// One of a closed set: the words, and the way there and back by position.
    Word(
        &'static [&'static str],
        fn(&Query) -> Option<usize>,
        fn(&mut Query, usize),
    ),
    /// Some of a closed set: the words, and whether each is in it.
    Set(
        &'static [&'static str],
        fn(&Query, usize) -> bool,
        fn(&mut Query, &[bool]),
    ),
    Whole(fn(&mut Query) -> &mut u32),
    MaybeWhole(fn(&mut Query) -> &mut Option<u32>),
    Decimal(fn(&mut Query) -> &mut Decimal),
    MaybeDecimal(fn(&mut Query) -> &mut Option<Decimal>),
    Id(fn(&mut Query) -> &mut String),
    /// A list from an open set, each entry checked.
    List(fn(&str) -> bool, fn(&mut Query) -> &mut Vec<String>),
    Week,
    Shape,
    Currency,
}

/// One of a closed set of words.
macro_rules! word {
    ($name:literal, $type:ident, $($field:ident).+) => {
        Key {
            name: $name,
            range: ("", ""),
            field: Field::Word(
                $type::WORDS,
                |query| Some(query.$($field).+ as usize),
                |query, position| {
                    if let Some(value) = $type::ALL.get(position) {
                        query.$($field).+ = *value;
                    }
                },
            ),
        }
    };
}

/// A list from a closed set.
macro_rules! set {
    ($name:literal, $type:ident, $words:expr, $field:ident) => {
        Key {
            name: $name,
            range: ("", ""),
            field: Field::Set(
                $words,
                |query, position| query.$field.iter().any(|v| *v as usize == position),
                |query, chosen| {
                    let all = $type::ALL.iter().zip(chosen);
                    query.$field = all
                        .filter(|(_, on)| **on)
                        .map(|(value, _)| *value)
                        .collect();
                },
            ),
        }
    };
}

/// A field with an own type; numbers have a range.
macro_rules! key {
    ($name:literal, $kind:ident, $($field:ident).+, $low:literal, $high:literal) => {
        Key {
            name: $name,
            range: ($low, $high),
            field: Field::$kind(|query| &mut query.$($field).+),
        }
    };
    ($name:literal, List, $check:ident, $field:ident) => {
        Key {
            name: $name,
            range: ("", ""),
            field: Field::List($check, |query| &mut query.$field),
        }
    };
    ($name:literal, Id, $field:ident) => {
        Key {
            name: $name,
            range: ("", ""),
            field: Field::Id(|query| &mut query.$field),
        }
    };
    ($name:literal, $field:expr) => {
        Key {
            name: $name,
            range: ("", ""),
            field: $field,
        }
    };
}

/// All keys, in the order in which a link lists them.
pub(super) const KEYS: &[Key] = &[
    word!("w", Workload, workload),
    key!("m", Id, model),
    key!("n", MaybeDecimal, params_b, "0.001", "20000"),
    key!("na", MaybeDecimal, active_b, "0.001", "20000"),
    key!("arch", Field::Shape),
    word!("wq", WeightFormat, weights),
    key!("wb", MaybeDecimal, weight_bytes, "0.001", "80000"),
    word!("kv", CacheFormat, cache),
    key!("ctx", Whole, context, "1", "16777216"),
    key!("out", Whole, output, "1", "16777216"),
    key!("con", MaybeWhole, concurrency, "1", "100000"),
    key!(
        "rps",
        MaybeDecimal,
        requests_per_second,
        "0.000001",
        "1000000"
    ),
    key!("tpd", MaybeDecimal, tokens_per_day, "1", "1000000000000"),
    key!("ttft", MaybeDecimal, first_token_s, "0.001", "3600"),
    key!("tpot", MaybeDecimal, per_token_ms, "0.01", "60000"),
    word!("eng", Engine, engine),
    word!("method", Method, method),
    key!("rank", Whole, rank, "1", "4096"),
    word!("tgt", Targets, targets),
    word!("tr", Trainer, trainer),
    word!("zero", Zero, zero),
    word!("off", Offload, offload),
    word!("st", States, states),
    word!("attn", Attention, attention),
    word!("opt", Optimizer, optimizer),
    key!("bs", Whole, batch, "1", "65536"),
    key!("acc", Whole, accumulation, "1", "65536"),
    key!("seq", Whole, sequence, "1", "16777216"),
    key!("tok", MaybeDecimal, tokens_b, "0.000001", "1000000"),
    key!("ep", Decimal, epochs, "0.01", "10000"),
    word!("ckpt", Checkpointing, checkpointing),
    key!("res", MaybeWhole, resolution, "16", "16384"),
    key!("steps", Whole, steps, "1", "1000"),
    key!(
        "slice",
        Field::Word(
            &["0", "1"],
            |query| Some(usize::from(query.sliced)),
            |query, position| query.sliced = position == 1,
        )
    ),
    word!("vm", VisionMode, vision_mode),
    word!("rt", Runtime, runtime),
    key!("imgs", MaybeDecimal, images_k, "0.001", "1000000000"),
    key!("frames", MaybeWhole, frames, "1", "100000000"),
    key!("fmin", Decimal, frame_minutes, "0.001", "100000"),
    key!("ref", Id, reference),
    key!("pflop", MaybeDecimal, petaflop, "0.000001", "1000000000000"),
    word!("prec", WorkPrecision, work_precision),
    key!("vram", MaybeDecimal, vram_gb, "0.1", "1000000"),
    key!("gpuh", MaybeDecimal, gpu_hours, "0.01", "1000000000"),
    key!("mg", Id, measured_on),
    key!("mn", Whole, measured_cards, "1", "1024"),
    key!("mp", MaybeDecimal, measured_peak_gb, "0.01", "100000"),
    key!("ms", MaybeDecimal, measured_speed, "0.000001", "1000000000"),
    key!("mi", MaybeDecimal, measured_step_s, "0.0001", "1000000"),
    word!("use", Usage, usage),
    key!("hpd", MaybeDecimal, hours_per_day, "0.01", "24"),
    key!("dpw", MaybeDecimal, days_per_week, "1", "7"),
    key!("mon", Decimal, months, "0.01", "120"),
    key!("wk", Field::Week),
    key!("swing", Decimal, load.swing_percent, "0", "100"),
    key!("grow", Decimal, load.growth_percent, "0", "100"),
    word!("scale", Scaling, load.scaling),
    key!("floor", Whole, load.floor, "0", "100000"),
    key!("su", Decimal, load.startup_min, "0", "1440"),
    key!("head", Decimal, load.headroom_percent, "0", "400"),
    set!("pay", Pay, Pay::WORDS, pay),
    set!("tier", Tier, TIERS, tiers),
    key!("prov", List, is_id, providers),
    key!("gpu", List, is_id, gpus),
    set!("reg", RegionGroup, REGIONS, regions),
    key!("jur", List, is_id, jurisdictions),
    key!("home", List, is_id, homes),
    key!("vendor", List, is_id, vendors),
    key!(
        "at",
        Field::Word(
            REGIONS,
            |query| query.users.map(|group| group as usize),
            |query, position| query.users = RegionGroup::ALL.get(position).copied(),
        )
    ),
    key!("comp", List, is_name, compliance),
    key!("fw", List, is_name, frameworks),
    key!("sla", MaybeDecimal, sla_percent, "0", "100"),
    key!(
        "ic",
        Field::Word(
            MinLink::WORDS,
            |query| query.link.map(|link| link as usize),
            |query, position| query.link = MinLink::ALL.get(position).copied(),
        )
    ),
    key!("cnt", MaybeWhole, gpu_count, "1", "1024"),
    key!("gb", Decimal, storage_gb, "0", "1000000000"),
    key!("eg", Decimal, egress_gb, "0", "1000000000"),
    key!("obj", Decimal, extras.object_gb, "0", "1000000000"),
    key!("snap", Decimal, extras.snapshot_gb, "0", "1000000000"),
    key!("xz", Decimal, extras.cross_zone_gb, "0", "1000000000"),
    key!("lb", Whole, extras.balancers, "0", "1000"),
    key!("ip", Whole, extras.addresses, "0", "10000"),
    key!("stall", Decimal, extras.stall_percent, "0", "95"),
    key!("int", Decimal, spot.interruptible_percent, "0", "100"),
    key!("lam", MaybeDecimal, interruptions_per_hour, "0", "60"),
    key!("ckh", MaybeDecimal, checkpoint_hours, "0.001", "8760"),
    word!("ckp", CheckpointPlan, spot.checkpoints),
    key!("save", MaybeDecimal, spot.save_min, "0", "1440"),
    key!("redl", Decimal, spot.refetch_gb, "0", "1000000"),
    key!("pools", Whole, spot.pools, "1", "100"),
    key!("disc", MaybeDecimal, discount_percent, "0", "99"),
    key!("credit", MaybeDecimal, credit, "0", "1000000000000"),
    key!("fm", Decimal, buy.first_months, "0", "120"),
    key!("fmd", Decimal, buy.first_discount_percent, "0", "100"),
    key!("prm", Whole, buy.promotion_months, "1", "120"),
    key!(
        "typ",
        Field::Word(
            &["0", "1"],
            |query| Some(usize::from(query.buy.assume_typical)),
            |query, position| query.buy.assume_typical = position == 1,
        )
    ),
    key!("resell", Decimal, buy.resale_percent, "0", "100"),
    key!("tax", Decimal, buy.tax_percent, "0", "100"),
    key!("cached", Decimal, cached_percent, "0", "100"),
    key!("card", MaybeDecimal, own.card, "0.01", "1000000000"),
    key!("host", MaybeDecimal, own.host, "0", "1000000000"),
    key!("kwh", MaybeDecimal, own.kwh, "0", "100000"),
    key!("pue", MaybeDecimal, own.pue, "1", "5"),
    key!("keep", Decimal, own.years, "0.1", "20"),
    key!("left", Decimal, own.residual_percent, "0", "100"),
    key!("staff", Decimal, own.staff, "0", "1000000000"),
    key!("space", Decimal, own.space, "0", "1000000000"),
    key!("budget", MaybeDecimal, budget, "0.01", "1000000000000"),
    key!("dl", MaybeDecimal, deadline_hours, "0.01", "1000000"),
    key!("cur", Field::Currency),
    word!("sort", Order, order),
];

/// The words of [`Tier::ALL`].
const TIERS: &[&str] = &["cloud", "specialist", "market", "community", "broker"];
/// The words of [`RegionGroup::ALL`].
const REGIONS: &[&str] = &["cn", "apac", "eu", "na", "me", "sa"];

impl Key {
    /// The least and the greatest accepted number; `None` where the value is no number.
    pub(super) fn range(&self) -> Option<(&'static str, &'static str)> {
        (!self.range.0.is_empty()).then_some(self.range)
    }

    /// Puts a value into a question that holds the default; what is unusable is returned.
    pub(super) fn read(&self, query: &mut Query, text: &str) -> Vec<Complaint> {
        let tidy = tidy(text);
        let reason = match &self.field {
            Field::Word(words, _, set) => match words.iter().position(|word| *word == tidy) {
                Some(position) => {
                    set(query, position);
                    None
                }
                None => Some(ProblemReason::UnknownWord(words)),
            },
            Field::Set(words, has, set) => {
                let may_be_empty = (0..words.len()).all(|position| !has(query, position));
                let (chosen, complaints) = read_set(text, words, may_be_empty);
                if chosen.contains(&true) {
                    set(query, &chosen);
                }
                return complaints;
            }
            Field::Whole(of) => self.whole(&tidy).map(|value| *of(query) = value).err(),
            Field::MaybeWhole(of) => self.whole(&tidy).map(|v| *of(query) = Some(v)).err(),
            Field::Decimal(of) => self.decimal(&tidy).map(|value| *of(query) = value).err(),
            Field::MaybeDecimal(of) => self.decimal(&tidy).map(|v| *of(query) = Some(v)).err(),
            Field::Id(of) if is_id(&tidy) => {
                *of(query) = tidy;
                None
            }
            Field::Id(_) => Some(ProblemReason::Malformed),
            Field::List(fits, of) => return read_list(text, *fits, of(query)),
            Field::Week => {
                query.week = week::read(&tidy);
                query.week.is_none().then_some(ProblemReason::Malformed)
            }
            Field::Shape => match shape::read(&tidy) {
                Ok(shape) => {
                    query.architecture = Some(shape);
                    None
                }
                // The part at fault says more than the whole.
                Err(complaint) => return vec![complaint],
            },
            Field::Currency => match Currency::from_code(&tidy) {
                Some(currency) => {
                    query.currency = currency;
                    None
                }
                None => Some(ProblemReason::Malformed),
            },
        };
        reason
            .map(|reason| (text.to_owned(), reason))
            .into_iter()
            .collect()
    }

    /// The value in the link; empty where there is none. The question is not changed: the ways to
    /// its fields are the same for reading and writing.
    pub(super) fn write(&self, query: &mut Query) -> String {
        match &self.field {
            Field::Word(words, get, _) => get(query)
                .and_then(|position| words.get(position).copied())
                .unwrap_or_default()
                .to_owned(),
            Field::Set(words, has, _) => {
                let chosen = words
                    .iter()
                    .enumerate()
                    .filter(|(position, _)| has(query, *position));
                chosen.map(|(_, word)| *word).collect::<Vec<_>>().join(",")
            }
            Field::Whole(of) => of(query).to_string(),
            Field::MaybeWhole(of) => of(query).map_or_else(String::new, |n| n.to_string()),
            Field::Decimal(of) => of(query).to_string(),
            Field::MaybeDecimal(of) => of(query).map_or_else(String::new, |n| n.to_string()),
            Field::Id(of) => of(query).clone(),
            Field::List(_, of) => of(query).join(","),
            Field::Week => query
                .week
                .as_deref()
                .and_then(week::write)
                .unwrap_or_default(),
            Field::Shape => query
                .architecture
                .as_ref()
                .map(shape::write)
                .unwrap_or_default(),
            Field::Currency => query.currency.code().to_owned(),
        }
    }

    /// Reads a decimal within the range.
    fn decimal(&self, text: &str) -> Result<Decimal, ProblemReason> {
        let (low, high) = self.range;
        let outside = || ProblemReason::OutOfRange(low.to_owned(), high.to_owned());
        let value: Decimal = text.parse().map_err(|error| match error {
            DecimalError::TooLarge => outside(),
            DecimalError::Empty | DecimalError::Character(_) => ProblemReason::NotANumber,
        })?;
        match (low.parse::<Decimal>(), high.parse::<Decimal>()) {
            (Ok(least), Ok(most)) if (least..=most).contains(&value) => Ok(value),
            _ => Err(outside()),
        }
    }

    /// Reads a whole number within the range.
    fn whole(&self, text: &str) -> Result<u32, ProblemReason> {
        let micros = self.decimal(text)?.to_micros();
        if micros % Decimal::SCALE != 0 {
            return Err(ProblemReason::NotANumber);
        }
        u32::try_from(micros / Decimal::SCALE).map_err(|_| ProblemReason::NotANumber)
    }
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
            if let Some((low, high)) = key.range() {
                let (low, high): (Decimal, Decimal) = (low.parse().unwrap(), high.parse().unwrap());
                assert!(low < high, "{}", key.name);
            }
            assert_eq!(KEYS.iter().filter(|k| k.name == key.name).count(), 1);
        }
    }

    #[test]
    fn every_default_is_accepted_by_its_own_key() {
        let default = Query::default();
        for key in KEYS {
            let text = key.write(&mut default.clone());
            if !text.is_empty() {
                let mut query = Query::default();
                assert_eq!(key.read(&mut query, &text), [], "{}", key.name);
                assert_eq!(query, default, "{}", key.name);
            }
        }
    }
}
