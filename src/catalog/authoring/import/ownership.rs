//! What owning costs: cards, servers, electricity, overheads.

use super::cards;
use super::curation::Curation;
use super::market::day;
use super::source::SourceBook;
use super::table::Row;
use super::text::{between, decimal, glob, without_parentheses};
use crate::catalog::authoring::files::{
    AcceleratorEntry, AliasEntry, HardwareEntry, LeftOutFact, OverheadEntry, Ownership, TariffEntry,
};

/// Reads `ownership.csv`.
///
/// # Errors
/// A cell that cannot be read.
pub(super) fn ownership(
    rows: &[Row],
    curation: &Curation,
    cards: &[AcceleratorEntry],
    aliases: &[AliasEntry],
    sources: &mut SourceBook,
) -> Result<Ownership, String> {
    let mut out = Ownership::default();
    for row in rows {
        let (item, unit) = (row.get("item"), row.get("unit"));
        let price = decimal(row.get("price"))
            .ok_or_else(|| format!("{item}: {:?} is no number", row.get("price")))?
            .to_string();
        let as_of = day(row.get("as_of"))?;
        let currency = row.get("currency").to_owned();
        let mut leave_out = |why: &str| {
            let what = if currency.is_empty() { unit } else { &currency };
            out.left_out.push(LeftOutFact {
                item: item.to_owned(),
                figure: format!("{price} {what}"),
                why: why.to_owned(),
            });
        };
        let rule = curation.ownership.iter().find(|r| glob(&r.item, item));
        if let Some(why) = rule.and_then(|r| r.left_out.as_deref()) {
            leave_out(why);
            continue;
        }
        match unit {
            "kWh" => {
                let (place, household) = place(item, row.get("country"));
                out.tariffs.push(TariffEntry {
                    place,
                    household,
                    currency,
                    per_kwh: price,
                    as_of,
                    source: sources.id(row.get("source")),
                    hand: false,
                });
            }
            "ratio" if item.starts_with("PUE, ") => out.overheads.push(OverheadEntry {
                site: item.trim_start_matches("PUE, ").to_owned(),
                pue: price,
                as_of,
                source: sources.id(row.get("source")),
                hand: false,
            }),
            "card" | "server" if !currency.is_empty() => {
                let (count, name) = card_name(item);
                let found = rule.and_then(|r| r.card.clone()).or_else(|| {
                    let found = cards::find(&name, None, aliases, cards);
                    // Two forms cost differently, so a price of one is not a price of the other.
                    found.card.filter(|_| !found.assumed)
                });
                let kind = kind(item, unit);
                let count = rule.and_then(|r| r.cards).or(count);
                let (Some(accelerator), Some(kind)) = (found, kind) else {
                    leave_out("is no card of the catalog, or one of several");
                    continue;
                };
                out.hardware.push(HardwareEntry {
                    item: item.to_owned(),
                    accelerator,
                    kind: kind.to_owned(),
                    cards: count,
                    currency,
                    price,
                    country: row.get("country").to_owned(),
                    as_of,
                    source: sources.id(row.get("source")),
                    hand: false,
                });
            }
            _ => leave_out("is no price"),
        }
    }
    Ok(out)
}

/// What a price buys.
fn kind(item: &str, unit: &str) -> Option<&'static str> {
    let low = item.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|w| low.contains(w));
    if unit == "server" {
        Some("server")
    } else if has(&["launch"]) {
        Some("launch")
    } else if has(&["resale", "used"]) {
        Some("used")
    } else if has(&["new", "procurement", "reference price", "channel"]) {
        Some("new")
    } else {
        None
    }
}

/// The count and the card that an item begins with: `8x RTX 4090 server, …`.
fn card_name(item: &str) -> (Option<u32>, String) {
    let plain = without_parentheses(item);
    let first = plain.split(',').next().unwrap_or_default().trim();
    let counted = first
        .split_once("x ")
        .and_then(|(n, rest)| Some((n.parse::<u32>().ok()?, rest)));
    let (count, name) = match counted {
        Some((count, rest)) => (Some(count), rest),
        None => (None, first),
    };
    let name = name.strip_suffix(" server").unwrap_or(name);
    (count, name.to_owned())
}

/// Where a tariff holds, and whether for households. The part of a country that stands in
/// parentheses stays, and so does a class that is neither business in general nor households.
fn place(item: &str, country: &str) -> (String, bool) {
    let household = item.contains("household") || item.contains("residential");
    let mut marks: Vec<&str> = between(item, "(", ")").into_iter().collect();
    if item.contains("industrial") {
        marks.push("industrial");
    }
    let place = if marks.is_empty() {
        country.to_owned()
    } else {
        format!("{country} ({})", marks.join(", "))
    };
    (place, household)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_begin_with_what_they_are() {
        let read = |item| card_name(item);
        assert_eq!(
            read("8x RTX 4090 server, reference price"),
            (Some(8), "RTX 4090".to_owned())
        );
        assert_eq!(
            read("H100 PCIe 80GB, new (low end of range)"),
            (None, "H100 PCIe 80GB".to_owned())
        );
        assert_eq!(kind("RTX 4090, launch MSRP", "card"), Some("launch"));
        assert_eq!(kind("RTX 3090 24GB, best used price", "card"), Some("used"));
        assert_eq!(kind("RTX 5090 32GB, new on Amazon", "card"), Some("new"));
        assert_eq!(kind("RTX 5090 32GB", "card"), None);
    }

    #[test]
    fn tariffs_say_for_whom() {
        let read = |item| place(item, "United States");
        assert_eq!(
            read("electricity, commercial tariff (Texas)"),
            ("United States (Texas)".to_owned(), false)
        );
        assert_eq!(
            read("electricity, industrial tariff (Alabama)"),
            ("United States (Alabama, industrial)".to_owned(), false)
        );
        assert_eq!(
            read("electricity, residential average (US Northeast)"),
            ("United States (US Northeast)".to_owned(), true)
        );
        assert_eq!(
            read("electricity, household, average"),
            ("United States".to_owned(), true)
        );
    }
}
