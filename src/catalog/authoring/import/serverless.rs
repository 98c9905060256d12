//! Cards by the second.

use super::cards;
use super::curation::Curation;
use super::market::day;
use super::source::SourceBook;
use super::table::Row;
use super::text::{between, decimal, leading_number};
use crate::catalog::authoring::files::{AcceleratorEntry, AliasEntry, ServerlessEntry};
use crate::units::Decimal;
use serde_json::Number;
use std::collections::BTreeMap;

/// What the rows are read with.
pub(super) struct Desk<'a> {
    pub(super) curation: &'a Curation,
    pub(super) cards: &'a [AcceleratorEntry],
    pub(super) aliases: &'a [AliasEntry],
    /// Rows of the table of providers, for what is billed where the price row says nothing.
    pub(super) providers: &'a [Row],
}

/// A seller's name without the kind of worker.
fn base(seller: &str) -> &str {
    seller.split(" (").next().unwrap_or(seller)
}

/// Reads `serverless.csv`.
///
/// # Errors
/// A cell that cannot be read.
pub(super) fn serverless(
    rows: &[Row],
    desk: &Desk<'_>,
    sources: &mut SourceBook,
) -> Result<Vec<ServerlessEntry>, String> {
    // A median of a seller as a whole stands for all its workers; one of a special mode does not.
    let medians: BTreeMap<&str, Number> = rows
        .iter()
        .filter(|r| r.get("price_per_second").is_empty())
        .filter_map(|r| {
            let figure = between(r.get("cold_start_s"), "p50 ", ";")?;
            Some((r.get("provider"), figure.parse().ok()?))
        })
        .collect();
    let mut out = Vec::with_capacity(rows.len());
    for row in rows {
        let told = |what: String| format!("{} {}: {what}", row.get("provider"), row.get("gpu"));
        out.push(entry(row, desk, &medians, sources).map_err(told)?);
    }
    leave_out_earlier(&mut out);
    Ok(out)
}

fn entry(
    row: &Row,
    desk: &Desk<'_>,
    medians: &BTreeMap<&str, Number>,
    sources: &mut SourceBook,
) -> Result<ServerlessEntry, String> {
    let (seller, gpu) = (row.get("provider"), row.get("gpu"));
    let (billing, idle) = (row.get("min_billing"), row.get("idle_billing"));
    let rules: Vec<_> = desk
        .curation
        .serverless
        .iter()
        .filter(|r| r.fits(seller, gpu))
        .collect();
    let terms: Vec<&str> = [billing, idle, row.get("cold_start_s")]
        .into_iter()
        .filter(|t| !t.is_empty())
        .collect();
    let mut entry = ServerlessEntry {
        seller: rules
            .iter()
            .find_map(|r| r.seller_is.clone())
            .unwrap_or_else(|| seller.to_owned()),
        gpu: gpu.to_owned(),
        left_out: rules.iter().find_map(|r| r.left_out.clone()),
        currency: row.get("currency").to_owned(),
        terms: terms.join("; "),
        as_of: day(row.get("as_of"))?,
        source: sources.id(row.get("source")),
        ..ServerlessEntry::default()
    };
    if row.get("price_per_second").is_empty() {
        entry
            .left_out
            .get_or_insert_with(|| "no price per second".to_owned());
        return Ok(entry);
    }
    entry.per_hour = Some(per_hour(row)?.to_string());
    entry.always_on = idle.contains("always on");
    entry.granularity_s = granularity(billing)
        .or_else(|| {
            let facts = desk
                .providers
                .iter()
                .find(|r| r.get("provider") == base(seller))?;
            billing.is_empty().then_some(())?;
            super::facts::granularity(facts.get("billing_granularity"))
        })
        .map(Number::from);
    entry.idle_s = between(idle, "default ", " s").and_then(|n| n.parse().ok());
    let own = row.get("cold_start_s").parse().ok();
    entry.cold_start_s = own.or_else(|| {
        let median = medians.get(base(seller)).cloned();
        median.filter(|_| !entry.always_on)
    });
    entry.host_extra = rules
        .iter()
        .find_map(|r| r.host_extra)
        .unwrap_or_else(|| billing.contains(" extra"));
    entry.cards = gpu.split_once("x ").and_then(|(n, _)| n.parse().ok());
    let found = cards::find_in_pool(gpu, memory(gpu), desk.aliases, desk.cards);
    entry.card_assumed = found.assumed;
    entry.accelerator = found.card;
    if entry.accelerator.is_none() {
        entry
            .left_out
            .get_or_insert_with(|| "the card cannot be told".to_owned());
    }
    Ok(entry)
}

/// Seconds that time is rounded up to, as the terms of a price begin.
fn granularity(text: &str) -> Option<u32> {
    if text == "1 s" || text.starts_with("1 s,") || text.starts_with("per second") {
        Some(1)
    } else if text.starts_with("per minute") {
        Some(60)
    } else {
        None
    }
}

/// Gigabytes that a spelling states.
fn memory(gpu: &str) -> Option<f64> {
    gpu.split_whitespace()
        .find_map(|word| word.strip_suffix("GB")?.parse::<u32>().ok())
        .map(f64::from)
}

/// The price of an hour: the seller's own figure where the source says that the table divided it,
/// else that of a second, 3,600 times.
fn per_hour(row: &Row) -> Result<Decimal, String> {
    let text = row.get("price_per_second");
    let hour = times(text, 3600).ok_or_else(|| format!("{text:?} is no number"))?;
    let Some(listed) = between(row.get("source"), "listed as ", " per hour") else {
        return Ok(hour);
    };
    let listed = leading_number(listed)
        .and_then(decimal)
        .ok_or_else(|| format!("{listed:?} is no number"))?;
    // The table rounds to millionths of a second's price.
    if (listed.to_micros() - hour.to_micros()).abs() > 3600 {
        return Err(format!("{listed} per hour is not {text} per second"));
    }
    Ok(listed)
}

/// A decimal text times a whole number; the digits beyond millionths take part.
fn times(text: &str, factor: i128) -> Option<Decimal> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
    let scale = 10_i128.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let micros = digits.checked_mul(factor)?.checked_mul(1_000_000)?;
    Some(Decimal::from_micros(i64::try_from(micros / scale).ok()?))
}

/// Leaves out rows that say the same as a later one of the same seller and card.
fn leave_out_earlier(rows: &mut [ServerlessEntry]) {
    let seen = rows.to_vec();
    for (place, row) in rows.iter_mut().enumerate() {
        let again = seen.iter().enumerate().any(|(other, later)| {
            let same = later.seller == row.seller
                && later.accelerator == row.accelerator
                && later.cards == row.cards
                && later.per_hour == row.per_hour
                && later.per_hour.is_some();
            same && (&later.as_of, other) > (&row.as_of, place)
        });
        if again && row.left_out.is_none() {
            row.left_out = Some("the same price was read again later".to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_is_a_3600th_of_an_hour_to_the_last_digit() {
        let hour = |text| times(text, 3600).map(|d| d.to_string());
        assert_eq!(hour("0.0001867").as_deref(), Some("0.67212"));
        assert_eq!(hour("0.00031").as_deref(), Some("1.116"));
        assert_eq!(hour("1").as_deref(), Some("3600"));
        assert_eq!(hour("cheap"), None);
    }

    #[test]
    fn terms_begin_with_the_granularity() {
        assert_eq!(granularity("1 s, rounded up; billed from start"), Some(1));
        assert_eq!(granularity("per second; CPU and RAM extra"), Some(1));
        assert_eq!(granularity("per minute"), Some(60));
        assert_eq!(granularity("instance-based billing"), None);
        assert_eq!(granularity("10 s"), None);
    }

    #[test]
    fn a_spelling_states_memory() {
        assert_eq!(memory("L4/A5000/3090 24GB"), Some(24.0));
        assert_eq!(memory("H100 80GB (PRO)"), Some(80.0));
        assert_eq!(memory("L4"), None);
    }
}
