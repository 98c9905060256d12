//! From the catalog to columns.

use super::super::Catalog;
use super::{EXTRA_KINDS, LEVELS, NONE, VERSION, write_market, write_rows};
use crate::json;
use crate::units::Date;
use std::collections::BTreeMap;

/// Columns being filled, by name.
#[derive(Default)]
pub(super) struct Columns {
    text: BTreeMap<&'static str, Vec<Option<String>>>,
    int: BTreeMap<&'static str, Vec<i64>>,
    num: BTreeMap<&'static str, Vec<Option<f64>>>,
}

impl Columns {
    pub(super) fn int(&mut self, name: &'static str, value: i64) {
        self.int.entry(name).or_default().push(value);
    }

    pub(super) fn optional_int(&mut self, name: &'static str, value: Option<u32>) {
        self.int(name, value.map_or(NONE, i64::from));
    }

    pub(super) fn count(&mut self, name: &'static str, length: usize) {
        self.int(name, i64::try_from(length).unwrap_or(i64::MAX));
    }

    /// The position in a list; [`NONE`] for what is not in it, which reading then refuses.
    pub(super) fn choice<T: PartialEq>(&mut self, name: &'static str, value: &T, choices: &[T]) {
        let position = choices.iter().position(|choice| choice == value);
        self.int(
            name,
            position.and_then(|p| i64::try_from(p).ok()).unwrap_or(NONE),
        );
    }

    pub(super) fn optional_choice<T: PartialEq>(
        &mut self,
        name: &'static str,
        value: Option<&T>,
        choices: &[T],
    ) {
        match value {
            Some(value) => self.choice(name, value, choices),
            None => self.int(name, NONE),
        }
    }

    pub(super) fn date(&mut self, name: &'static str, date: Option<Date>) {
        self.int(
            name,
            date.map_or(NONE, |d| {
                i64::from(d.year()) * 10_000 + i64::from(d.month()) * 100 + i64::from(d.day())
            }),
        );
    }

    pub(super) fn text(&mut self, name: &'static str, value: &str) {
        self.optional_text(name, Some(value));
    }

    pub(super) fn optional_text(&mut self, name: &'static str, value: Option<&str>) {
        self.text
            .entry(name)
            .or_default()
            .push(value.map(str::to_owned));
    }

    pub(super) fn texts(&mut self, count: &'static str, name: &'static str, values: &[String]) {
        self.count(count, values.len());
        for value in values {
            self.text(name, value);
        }
    }

    pub(super) fn num(&mut self, name: &'static str, value: Option<f64>) {
        self.num.entry(name).or_default().push(value);
    }

    /// The document. A text column becomes a table of distinct values with an index per row where
    /// that is shorter, or where a value is missing.
    fn finish(mut self) -> String {
        let mut tables: Vec<(&'static str, Vec<&str>)> = Vec::new();
        for (name, values) in &self.text {
            let mut table: Vec<&str> = Vec::new();
            let mut places = BTreeMap::new();
            let picks: Vec<i64> = values
                .iter()
                .map(|value| {
                    let Some(value) = value else { return NONE };
                    *places.entry(value.as_str()).or_insert_with(|| {
                        table.push(value);
                        i64::try_from(table.len()).unwrap_or(i64::MAX) - 1
                    })
                })
                .collect();
            if values.contains(&None) || table.len() * 4 < values.len() * 3 {
                self.int.insert(name, picks);
                tables.push((name, table));
            } else {
                tables.push((name, values.iter().flatten().map(String::as_str).collect()));
            }
        }
        let text = object(
            tables
                .iter()
                .map(|(name, column)| (*name, list(column.iter().map(|text| quoted(text))))),
        );
        let int = object(
            self.int
                .iter()
                .map(|(name, column)| (*name, list(column.iter().map(i64::to_string)))),
        );
        let num = object(self.num.iter().map(|(name, column)| {
            (
                *name,
                list(
                    column
                        .iter()
                        .map(|n| n.map_or_else(|| "null".to_owned(), number)),
                ),
            )
        }));
        format!("{{\"version\":{VERSION},\n\"text\":{text},\n\"int\":{int},\n\"num\":{num}}}\n")
    }
}

fn object<'a>(fields: impl Iterator<Item = (&'a str, String)>) -> String {
    let fields: Vec<String> = fields
        .map(|(name, value)| format!("\n{}:{value}", quoted(name)))
        .collect();
    format!("{{{}}}", fields.join(","))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The shortest decimal of a number, or its binary parts where reading that needs more than one
/// rounding.
fn number(value: f64) -> String {
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let places = digits.split_once('.').map_or(0, |(_, d)| d.len());
    let exponent = exponent.parse().unwrap_or(0) - i64::try_from(places).unwrap_or(0);
    let whole = format!("{}e{exponent}", digits.replace('.', ""));
    let plain = value.to_string();
    let shorter = if plain.len() <= whole.len() {
        plain
    } else {
        whole
    };
    if json::Reader::new(&shorter).quantity() == Ok(Some(value)) {
        return shorter;
    }
    // A double is its 52 low bits, with a leading one unless the exponent's bits are all 0.
    let bits = value.to_bits();
    let (fraction, biased) = (bits & ((1 << 52) - 1), bits >> 52 & 0x7ff);
    let mantissa = if biased == 0 {
        fraction
    } else {
        fraction | 1 << 52
    };
    let zeros = mantissa.trailing_zeros().min(63);
    let exponent = i64::try_from(biased.max(1)).unwrap_or(0) - 1075 + i64::from(zeros);
    let sign = if value < 0.0 { "-" } else { "" };
    format!("[{sign}{},{exponent}]", mantissa >> zeros)
}

/// Puts the rows into the order in which they are read back, and moves the references along.
fn ordered(catalog: &Catalog) -> Catalog {
    let mut ordered = catalog.clone();
    ordered.accelerators.sort_by(|a, b| a.id.cmp(&b.id));
    ordered.providers.sort_by(|a, b| a.id.cmp(&b.id));
    ordered.offers.sort_by(|a, b| a.id.cmp(&b.id));
    ordered
        .engines
        .rows
        .sort_by(|a, b| (&a.engine, &a.family).cmp(&(&b.engine, &b.family)));
    let accelerators: Vec<u16> = catalog
        .accelerators
        .iter()
        .map(|row| place(&ordered.accelerators, |other| other.id == row.id))
        .collect();
    let providers: Vec<u16> = catalog
        .providers
        .iter()
        .map(|row| place(&ordered.providers, |other| other.id == row.id))
        .collect();
    // An index to nothing stays one, and reading refuses it.
    let moved = |places: &[u16], ix: u16| places.get(usize::from(ix)).copied().unwrap_or(ix);
    for offer in &mut ordered.offers {
        offer.provider.0 = moved(&providers, offer.provider.0);
        if let Some(ix) = &mut offer.accelerator {
            ix.0 = moved(&accelerators, ix.0);
        }
    }
    let market = &mut ordered.market;
    market.cpus.sort_by(|a, b| a.id.cmp(&b.id));
    for host in &mut market.cpus {
        host.provider.0 = moved(&providers, host.provider.0);
    }
    let cards = market.serverless.iter_mut().map(|s| &mut s.accelerator);
    for ix in cards.chain(market.hardware.iter_mut().map(|h| &mut h.accelerator)) {
        ix.0 = moved(&accelerators, ix.0);
    }
    ordered
}

fn place<T>(rows: &[T], is: impl Fn(&T) -> bool) -> u16 {
    let position = rows.iter().position(is);
    position
        .and_then(|p| u16::try_from(p).ok())
        .unwrap_or(u16::MAX)
}

/// Writes everything.
pub(super) fn catalog(catalog: &Catalog) -> String {
    let catalog = &ordered(catalog);
    let mut columns = Columns::default();
    columns.date("catalog.as_of", catalog.as_of);
    for source in &catalog.sources {
        columns.text("source.title", &source.title);
        columns.optional_text("source.url", source.url.as_deref());
    }
    for rate in &catalog.currencies {
        columns.text("currency.code", rate.currency.code());
        columns.int("currency.per_usd_micros", rate.per_usd.to_micros());
        columns.date("currency.as_of", Some(rate.as_of));
        columns.int("currency.source", i64::from(rate.source.0));
    }
    for accelerator in &catalog.accelerators {
        write_rows::accelerator(&mut columns, accelerator);
    }
    for provider in &catalog.providers {
        write_rows::provider(&mut columns, provider);
    }
    let bands = write_market::bands(&mut columns, &catalog.offers);
    for offer in &catalog.offers {
        let seller = catalog.providers.get(usize::from(offer.provider.0));
        let seller = seller.map_or("", |seller| &seller.id);
        write_rows::offer(&mut columns, offer, seller);
        columns.optional_choice("offer.band", offer.interruptions.as_ref(), &bands);
    }
    write_market::market(&mut columns, &catalog.market, &catalog.models);
    for extra in &catalog.extras {
        columns.text("extra.provider", &extra.provider);
        columns.choice("extra.kind", &extra.kind, &EXTRA_KINDS);
        columns.text("extra.region", &extra.region);
        columns.text("extra.unit", &extra.unit);
        columns.int("extra.micros", extra.price.micros());
        columns.text("extra.currency", extra.price.currency().code());
        columns.text("extra.tier", &extra.tier);
        columns.num("extra.from", Some(extra.from.get()));
        columns.num("extra.to", extra.to.map(|to| to.get()));
        columns.date("extra.as_of", Some(extra.as_of));
        columns.int("extra.source", i64::from(extra.source.0));
    }
    for model in &catalog.models {
        write_rows::model(&mut columns, model);
    }
    for row in &catalog.engines.rows {
        columns.text("engine.engine", &row.engine);
        columns.text("engine.family", &row.family);
        columns.choice("engine.level", &row.level, &LEVELS);
        columns.texts(
            "engine.precision_count",
            "engine.precision",
            &row.precisions,
        );
    }
    columns.finish()
}
