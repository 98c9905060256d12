//! Interruptions, token APIs and hosts without accelerator.

use super::curation::Curation;
use super::prices::prices;
use super::source::SourceBook;
use super::table::Row;
use super::text::{decimal, glob, kebab};
use crate::catalog::authoring::files::{
    HostEntry, InterruptionEntry, ModelEntry, Processors, TokenEntry,
};
use crate::catalog::named::model_by_name;
use crate::catalog::{Catalog, Model, ModelKind};
use crate::units::{Date, Decimal, Params};

/// A date of the tables as an ISO date; a bare year or month is its first day.
pub(super) fn day(text: &str) -> Result<String, String> {
    let day: Date = text
        .parse()
        .map_err(|_| format!("as_of {text:?} is no date"))?;
    Ok(day.to_string())
}

/// Reads `interruptions.csv`: bands such as `5-10%`, `<5%` and `>20%`, and other figures as they
/// are.
///
/// # Errors
/// A cell that cannot be read.
pub(super) fn interruptions(
    rows: &[Row],
    sources: &mut SourceBook,
) -> Result<Vec<InterruptionEntry>, String> {
    rows.iter()
        .map(|row| {
            let (cell, unit) = (row.get("band_or_rate"), row.get("unit"));
            let mut entry = InterruptionEntry {
                provider: row.get("provider").to_owned(),
                instance: row.get("instance").to_owned(),
                region: row.get("region").to_owned(),
                as_of: day(row.get("as_of"))?,
                source: sources.id(row.get("source")),
                ..InterruptionEntry::default()
            };
            if unit.starts_with("share of running spot instances interrupted") {
                let (low, high) =
                    band(cell).ok_or_else(|| format!("{cell:?} is no band of percents"))?;
                entry.low = Some(low);
                entry.high = high;
            } else {
                entry.figure = Some(cell.to_owned());
                unit.clone_into(&mut entry.unit);
            }
            Ok(entry)
        })
        .collect()
}

/// The shares of a band.
fn band(text: &str) -> Option<(String, Option<String>)> {
    let percents = text.strip_suffix('%')?;
    let share = |percent: &str| {
        let micros = decimal(percent)?.to_micros();
        (micros % 100 == 0).then(|| Decimal::from_micros(micros / 100).to_string())
    };
    if let Some(high) = percents.strip_prefix('<') {
        Some(("0".to_owned(), Some(share(high)?)))
    } else if let Some(low) = percents.strip_prefix('>') {
        Some((share(low)?, None))
    } else {
        let (low, high) = percents.split_once('-')?;
        Some((share(low)?, Some(share(high)?)))
    }
}

/// Reads `token_api.csv`.
///
/// # Errors
/// A cell that cannot be read.
pub(super) fn tokens(
    rows: &[Row],
    curation: &Curation,
    models: &[ModelEntry],
    sources: &mut SourceBook,
) -> Result<Vec<TokenEntry>, String> {
    let known = Catalog {
        models: models.iter().map(named).collect(),
        ..Catalog::default()
    };
    rows.iter()
        .map(|row| {
            let name = row.get("model");
            let cell = |column: &str| match row.get(column) {
                "" => Ok(None),
                text => decimal(text)
                    .map(|value| Some(value.to_string()))
                    .ok_or_else(|| format!("model {name}: {column} {text:?} is no number")),
            };
            let amount = |column: &str| {
                cell(column)?.ok_or_else(|| format!("model {name}: {column} is missing"))
            };
            let (input, output) = (amount("input_per_mtok")?, amount("output_per_mtok")?);
            let (model, left_out) = if input == "0" || output == "0" {
                let why = "free of charge within limits, which is no price";
                (None, Some(why.to_owned()))
            } else {
                same_model(name, curation, &known)
            };
            Ok(TokenEntry {
                seller: row.get("provider").to_owned(),
                name: name.to_owned(),
                model,
                left_out,
                currency: row.get("currency").to_owned(),
                input,
                output,
                cached_input: cell("cached_input_per_mtok")?,
                batch_discount: cell("batch_discount")?,
                as_of: day(row.get("as_of"))?,
                source: sources.id(row.get("source")),
                hand: false,
            })
        })
        .collect()
}

/// A model of which only the name is looked at.
fn named(entry: &ModelEntry) -> Model {
    Model {
        id: entry.id.clone(),
        name: entry.name.clone(),
        family: String::new(),
        kind: ModelKind::Decoder,
        total: Params::ZERO,
        active: Params::ZERO,
        shape: None,
        tower: None,
        network: None,
        max_context: None,
    }
}

/// The model that a seller's name means, or why there is none.
fn same_model(
    name: &str,
    curation: &Curation,
    known: &Catalog,
) -> (Option<String>, Option<String>) {
    let rules = &curation.tokens;
    if let Some(rule) = rules.left_out.iter().find(|r| glob(&r.name, name)) {
        return (None, Some(rule.why.clone()));
    }
    if let Some(id) = rules.names.get(name) {
        return (Some(id.clone()), None);
    }
    let mut plain = name.to_ascii_lowercase();
    for ending in &rules.endings {
        if let Some(head) = plain.strip_suffix(ending.as_str()) {
            plain = head.to_owned();
        }
    }
    match model_by_name(known, &plain) {
        Some(model) => (Some(model.id.clone()), None),
        None => (None, Some("is no model of the catalog".to_owned())),
    }
}

/// Reads `cpu.csv`.
///
/// # Errors
/// A cell that cannot be read, or a host of which `processors.json` says nothing.
pub(super) fn hosts(
    rows: &[Row],
    curation: &Curation,
    processors: &Processors,
    sources: &mut SourceBook,
) -> Result<Vec<HostEntry>, String> {
    let mut out = rows
        .iter()
        .map(|row| {
            let (provider, instance) = (row.get("provider"), row.get("instance"));
            let key = format!("{provider}:{instance}");
            let named = |patterns: &[String]| patterns.iter().any(|p| glob(p, &key));
            let processor = processors.processors.iter().find(|p| named(&p.hosts));
            let unknown = processors.left_out.iter().find(|u| named(&u.hosts));
            if processor.is_none() && unknown.is_none() {
                return Err(format!("{key} is not in processors.json"));
            }
            let number = |column: &str| row.get(column).parse().ok();
            Ok(HostEntry {
                id: kebab(&format!("{provider} {instance} {}", row.get("region"))),
                provider: provider.to_owned(),
                instance: instance.to_owned(),
                region: row.get("region").to_owned(),
                processor: processor.map(|p| p.id.clone()),
                left_out: unknown.map(|u| u.why.clone()),
                vcpu: row
                    .get("vcpu")
                    .parse()
                    .map_err(|_| format!("{key}: vcpu is no count"))?,
                ram_gib: number("ram_gb"),
                currency: row.get("currency").to_owned(),
                prices: prices(row, &[], curation, sources)?.prices,
                note: row.get("notes").to_owned(),
                hand: false,
            })
        })
        .collect::<Result<Vec<_>, String>>()?;
    out.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::band;

    #[test]
    fn bands_are_shares() {
        let read = |text| {
            let (low, high) = band(text)?;
            Some(format!("{low} {}", high.unwrap_or_default()))
        };
        assert_eq!(read("<5%").as_deref(), Some("0 0.05"));
        assert_eq!(read("5-10%").as_deref(), Some("0.05 0.1"));
        assert_eq!(read("15-20%").as_deref(), Some("0.15 0.2"));
        assert_eq!(read(">20%").as_deref(), Some("0.2 "));
        assert_eq!(read("often"), None);
        assert_eq!(read("120"), None);
    }
}
