//! Providers, extras, engines and currencies.

use super::curation::Curation;
use super::source::SourceBook;
use super::table::Row;
use super::text::{decimal, glob, leading_number};
use crate::catalog::authoring::files::{CurrencyEntry, EngineEntry, ExtraEntry, ProviderEntry};
use crate::units::{Decimal, Hours};

/// Facts of a provider that sells something.
///
/// # Errors
/// A provider without a tier in `curation.json`.
pub(super) fn provider(
    id: &str,
    rows: &[Row],
    curation: &Curation,
    sources: &mut SourceBook,
) -> Result<ProviderEntry, String> {
    let seller = curation
        .providers
        .iter()
        .find(|s| s.id == id)
        .ok_or_else(|| format!("provider {id} has no tier in curation.json"))?;
    let empty = Row::default();
    let row = rows
        .iter()
        .find(|r| r.get("provider") == id)
        .unwrap_or(&empty);
    let name = row.some("name_en").or_else(|| seller.name_en.clone());
    let name_en = name.unwrap_or_else(|| id.to_owned());
    let sla = row.some("sla_pct");
    Ok(ProviderEntry {
        id: id.to_owned(),
        name_zh: row
            .some("name_zh")
            .or_else(|| seller.name_zh.clone())
            .unwrap_or_else(|| name_en.clone()),
        name_en,
        tier: seller.tier.clone(),
        home: row
            .some("home_jurisdiction")
            .or_else(|| seller.home.clone())
            .map(|h| h.to_ascii_lowercase()),
        sla_percent: sla.as_deref().and_then(least_sla),
        sla_note: sla,
        compliance: row
            .get("compliance")
            .split(';')
            .map(str::trim)
            .filter(|c| !c.is_empty())
            .map(str::to_owned)
            .collect(),
        platform: row.some("ml_platform"),
        frameworks: row.some("frameworks"),
        stopped: curation
            .stopped
            .iter()
            .find(|s| glob(&s.says, row.get("stopped_billing")))
            .map(|s| s.is.clone()),
        stopped_billing: row.some("stopped_billing"),
        granularity_s: granularity(row.get("billing_granularity")),
        billing: row.some("billing_granularity"),
        minimum_s: row.get("min_billing_s").parse().ok(),
        rdma: row.some("rdma"),
        credit: row.some("free_credit"),
        domestic_accelerators: row.some("domestic_accelerators"),
        note: row.some("support_note"),
        source: sources.id(match row.get("source") {
            "" => "no public facts beyond the price list",
            text => text,
        }),
    })
}

/// Seconds that use is rounded up to, as the words of the table begin; `None` where they say
/// nothing. What is settled by the hour is still counted by the second.
pub(super) fn granularity(text: &str) -> Option<u32> {
    let counted = |unit: &str| {
        text.strip_prefix(unit)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    };
    [("per-second", 1), ("per-minute", 60), ("per-hour", 3600)]
        .into_iter()
        .find_map(|(unit, seconds)| counted(unit).then_some(seconds))
}

/// The promise that holds for one instance: of several levels the one that says so, else the
/// least, since a promise over several regions needs several instances.
fn least_sla(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split(';').map(str::trim).collect();
    let one =
        |p: &&&str| p.contains("per instance") || p.contains("per VM") || p.contains("single");
    if let Some(part) = parts.iter().find(one) {
        return leading_number(part).map(str::to_owned);
    }
    parts
        .iter()
        .filter_map(|p| Some((decimal(leading_number(p)?)?, leading_number(p)?)))
        .min_by_key(|(value, _)| *value)
        .map(|(_, text)| text.to_owned())
}

/// Reads `extras.csv`.
///
/// # Errors
/// A cell that cannot be read.
pub(super) fn extras(
    rows: &[Row],
    curation: &Curation,
    sources: &mut SourceBook,
) -> Result<Vec<ExtraEntry>, String> {
    let mut out: Vec<ExtraEntry> = Vec::new();
    for row in rows {
        let (provider, listed) = (row.get("provider"), row.get("kind"));
        let (tier, unit) = (row.get("tier"), row.get("unit"));
        let rule = curation.extras.iter().find(|r| {
            glob(&r.provider, provider)
                && r.kind == listed
                && glob(&r.tier, tier)
                && glob(&r.unit, unit)
        });
        let kind = rule.map_or(
            match listed {
                "cross_az" => "cross_zone",
                "egress" | "block_storage" | "object_storage" | "load_balancer" | "public_ip" => {
                    listed
                }
                _ => "other",
            },
            |r| r.to.as_deref().unwrap_or(listed),
        );
        let corrected = rule.filter(|r| r.price.is_some());
        let text = corrected
            .and_then(|r| r.price.as_deref())
            .unwrap_or_else(|| row.get("price"));
        let (price, unit) =
            exact(text, unit).ok_or_else(|| format!("extras: price {text:?} is no number"))?;
        let source = corrected
            .and_then(|r| r.source.as_deref())
            .unwrap_or_else(|| row.get("source"));
        let as_of = corrected
            .and_then(|r| r.as_of.as_deref())
            .unwrap_or_else(|| row.get("as_of"));
        let region = Some(row.get("region")).filter(|r| !matches!(*r, "all" | "default"));
        let (mut from, to) = steps(tier);
        let earlier = out.last().filter(|e| {
            e.provider == provider && e.kind == kind && e.region == region.unwrap_or("")
        });
        if tier.starts_with("to ")
            && let Some(end) = earlier.and_then(|e| e.to_gb)
        {
            from = Some(end);
        }
        let free = rule.and_then(|r| r.free_gb);
        let paid = ExtraEntry {
            provider: provider.to_owned(),
            kind: kind.to_owned(),
            region: region.unwrap_or("").to_owned(),
            unit,
            currency: row.get("currency").to_owned(),
            price: price.to_string(),
            tier: tier.to_owned(),
            from_gb: free.or(from),
            to_gb: to,
            as_of: as_of
                .parse::<crate::units::Date>()
                .map_err(|e| format!("extras: {e}"))?
                .to_string(),
            source: sources.id(source),
        };
        out.extend(free.map(|gigabytes| ExtraEntry {
            price: "0".to_owned(),
            tier: format!("first {gigabytes} GB free"),
            from_gb: None,
            to_gb: Some(gigabytes),
            ..paid.clone()
        }));
        out.push(paid);
    }
    Ok(out)
}

/// A price with its unit. One per hour that millionths would round by more than a thousandth is
/// told per month of 730 hours.
fn exact(text: &str, unit: &str) -> Option<(Decimal, String)> {
    let price = decimal(text)?;
    let value: f64 = text.parse().ok()?;
    match unit.strip_suffix("-hour") {
        Some(amount) if (price.to_f64() - value).abs() > value * 1e-3 => Some((
            Decimal::from_f64(value * Hours::MONTH.get()),
            format!("{amount}-month"),
        )),
        _ => Some((price, unit.to_owned())),
    }
}

/// Monthly GB at which a tier such as `10-50 TB` starts and ends.
fn steps(tier: &str) -> (Option<u64>, Option<u64>) {
    let unit = if tier.contains("TB") {
        1000
    } else if tier.contains("GB") {
        1
    } else {
        return (None, None);
    };
    let number = |text: &str| leading_number(text)?.parse::<u64>().ok().map(|n| n * unit);
    if let Some(rest) = tier
        .strip_prefix("first ")
        .or_else(|| tier.strip_prefix("to "))
    {
        (None, number(rest))
    } else if let Some(rest) = tier.strip_prefix("over ") {
        (number(rest), None)
    } else if let Some((low, high)) = tier.split_once('-') {
        (number(low).filter(|_| number(high).is_some()), number(high))
    } else {
        (None, None)
    }
}

/// Reads `engines.csv`.
///
/// # Errors
/// An engine without an id in `curation.json`.
pub(super) fn engines(rows: &[Row], curation: &Curation) -> Result<Vec<EngineEntry>, String> {
    let mut out = Vec::with_capacity(rows.len());
    for row in rows {
        let name = row.get("engine");
        let id = curation
            .engines
            .get(name)
            .ok_or_else(|| format!("engine {name:?} has no id in curation.json"))?;
        out.push(EngineEntry {
            engine: id.clone(),
            family: row.get("hardware").to_owned(),
            level: match row.get("supported") {
                "" => "unknown",
                word => word,
            }
            .to_owned(),
            precisions: row
                .get("precisions")
                .split(';')
                .map(str::trim)
                .filter(|p| !p.is_empty())
                .map(str::to_ascii_lowercase)
                .collect(),
            since: row.some("since_version"),
            note: row.get("notes").to_owned(),
            source: row.get("source").to_owned(),
        });
    }
    out.sort_by(|a, b| (&a.engine, &a.family).cmp(&(&b.engine, &b.family)));
    Ok(out)
}

/// Reads `currencies.csv`.
pub(super) fn currencies(rows: &[Row], sources: &mut SourceBook) -> Vec<CurrencyEntry> {
    rows.iter()
        .map(|row| CurrencyEntry {
            currency: row.get("currency").to_owned(),
            per_usd: row.get("per_usd").to_owned(),
            as_of: row.get("as_of").to_owned(),
            source: sources.id(row.get("source")),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_have_ends() {
        assert_eq!(steps("first 100 GB/month"), (None, Some(100)));
        assert_eq!(steps("to 10 TB"), (None, Some(10_000)));
        assert_eq!(steps("10-50 TB"), (Some(10_000), Some(50_000)));
        assert_eq!(steps("over 150 TB"), (Some(150_000), None));
        assert_eq!(steps("S3 Standard-IA"), (None, None));
        assert_eq!(steps("over 100 GB free"), (Some(100), None));
    }

    #[test]
    fn prices_keep_their_digits() {
        let read = |text, unit| exact(text, unit).map(|(price, unit)| format!("{price} {unit}"));
        assert_eq!(
            read("9.6774e-05", "GB-hour").as_deref(),
            Some("0.070645 GB-month"),
            "0.072 for 744 hours"
        );
        assert_eq!(read("0.0021", "GB-hour").as_deref(), Some("0.0021 GB-hour"));
        assert_eq!(read("0.09", "GB").as_deref(), Some("0.09 GB"));
    }

    #[test]
    fn words_of_billing_are_seconds() {
        assert_eq!(granularity("per-second (Linux)"), Some(1));
        assert_eq!(granularity("per-second, settled hourly"), Some(1));
        assert_eq!(granularity("per-minute (DevPod), per-second"), Some(60));
        assert_eq!(granularity("per-hour"), Some(3600));
        assert_eq!(granularity(""), None);
        assert_eq!(granularity("monthly"), None);
    }

    #[test]
    fn an_sla_is_that_of_one_instance() {
        let read = |text| least_sla(text).unwrap_or_default();
        assert_eq!(read("99.5 per instance; 99.99 per region (P4/P5)"), "99.5");
        assert_eq!(
            read("99.9 multi-region; 99 single region (2022 terms)"),
            "99"
        );
        assert_eq!(read("99.95 single instance (CVM)"), "99.95");
        assert_eq!(least_sla("contact sales"), None);
    }
}
