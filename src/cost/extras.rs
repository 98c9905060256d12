//! Storage and traffic: what a month of them costs at a provider, where that is known.

use crate::catalog::{Catalog, Extra, ExtraKind, Provider, Region};
use crate::units::{Bytes, Currency, Hours, Money};

/// What a month of an extra costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraCost {
    /// In US dollars; 0 only where nothing was asked for or a free tier covers it.
    Known(Money),
    /// In US dollars, by the price of another region of the provider: the offer's own is not
    /// listed.
    Elsewhere(Money),
    /// The provider's price is not known. Never counted as free.
    Unknown,
}

/// A month of block storage.
#[must_use]
pub fn storage_per_month(
    catalog: &Catalog,
    provider: &Provider,
    region: &Region,
    amount: Bytes,
) -> ExtraCost {
    per_month(catalog, provider, region, amount, ExtraKind::BlockStorage)
}

/// A month of traffic to the internet, by the provider's tiers.
#[must_use]
pub fn egress_per_month(
    catalog: &Catalog,
    provider: &Provider,
    region: &Region,
    amount: Bytes,
) -> ExtraCost {
    per_month(catalog, provider, region, amount, ExtraKind::Egress)
}

/// By the tiers of the offer's region, or those that hold everywhere; where neither is listed, those
/// of the provider's first listed region stand in, and the result says so.
fn per_month(
    catalog: &Catalog,
    provider: &Provider,
    region: &Region,
    amount: Bytes,
    kind: ExtraKind,
) -> ExtraCost {
    if amount <= Bytes::ZERO {
        return ExtraCost::Known(Money::zero(Currency::USD));
    }
    let listed = || {
        catalog
            .extras
            .iter()
            .filter(|e| e.kind == kind && e.provider == provider.id)
    };
    let own = listed()
        .find(|e| e.region == region.name)
        .or_else(|| listed().find(|e| e.region.is_empty()));
    let Some(first) = own.or_else(|| listed().next()) else {
        return ExtraCost::Unknown;
    };
    // One list of tiers has one region and one unit; the same provider may list several products.
    let tiers = listed().filter(|e| e.region == first.region && e.unit == first.unit);
    match sum_of_tiers(tiers, amount).and_then(|sum| catalog.convert(sum, Currency::USD)) {
        Some(sum) if own.is_some() => ExtraCost::Known(sum),
        Some(sum) => ExtraCost::Elsewhere(sum),
        None => ExtraCost::Unknown,
    }
}

/// Sums the amount over tiers; where two tiers overlap (two products), the first listed counts.
fn sum_of_tiers<'a>(tiers: impl Iterator<Item = &'a Extra>, amount: Bytes) -> Option<Money> {
    let mut sum: Option<Money> = None;
    let mut covered = Bytes::ZERO;
    for tier in tiers {
        let end = tier.to.map_or(amount, |to| to.min(amount));
        if tier.from > covered || end <= covered {
            continue;
        }
        let (unit, periods) = unit_of(&tier.unit)?;
        let cost = tier.price.scaled((end - covered) / unit * periods);
        sum = Some(sum.map_or(cost, |s| s + cost));
        covered = end;
    }
    // An amount beyond the last listed tier has no known price.
    sum.filter(|_| covered >= amount)
}

/// The amount that one unit of a listed price covers, and how often a month holds its period:
/// `GB`, `GiB-month`, `GB-hour`. `None` for a unit that is no amount of data, such as bandwidth.
fn unit_of(unit: &str) -> Option<(Bytes, f64)> {
    let (amount, period) = unit.split_once('-').unwrap_or((unit, "month"));
    let amount = match amount {
        "GB" => Bytes::from_gb(1.0),
        "GiB" => Bytes::from_gib(1.0),
        "TB" => Bytes::from_gb(1000.0),
        "TiB" => Bytes::from_gib(1024.0),
        _ => return None,
    };
    let periods = match period {
        "month" => 1.0,
        "day" => Hours::MONTH.get() / 24.0,
        "hour" => Hours::MONTH.get(),
        _ => return None,
    };
    Some((amount, periods))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{CurrencyRate, SourceIx};
    use crate::units::{Date, Decimal};

    fn tier(region: &str, price: &str, from_gb: f64, to_gb: Option<f64>) -> Extra {
        Extra {
            provider: "p".to_owned(),
            kind: ExtraKind::Egress,
            region: region.to_owned(),
            unit: "GB".to_owned(),
            price: Money::from_decimal(price.parse().unwrap(), Currency::USD),
            tier: String::new(),
            from: Bytes::from_gb(from_gb),
            to: to_gb.map(Bytes::from_gb),
            as_of: Date::new(2026, 5, 6).unwrap(),
            source: SourceIx(0),
        }
    }

    fn cost(amount_gb: f64, region: &str) -> ExtraCost {
        let catalog = Catalog {
            extras: vec![
                tier("east", "0", 0.0, Some(100.0)),
                tier("east", "0.09", 100.0, Some(10_000.0)),
                tier("east", "0.05", 10_000.0, None),
                tier("west", "0.2", 0.0, Some(10.0)),
            ],
            currencies: vec![CurrencyRate {
                currency: Currency::USD,
                per_usd: Decimal::from_int(1),
                as_of: Date::new(2026, 1, 1).unwrap(),
                source: SourceIx(0),
            }],
            ..Catalog::default()
        };
        let provider = Provider {
            id: "p".to_owned(),
            ..Provider::default()
        };
        let region = Region {
            name: region.to_owned(),
            ..Region::default()
        };
        egress_per_month(&catalog, &provider, &region, Bytes::from_gb(amount_gb))
    }

    fn usd(text: &str) -> ExtraCost {
        ExtraCost::Known(Money::from_decimal(text.parse().unwrap(), Currency::USD))
    }

    #[test]
    fn tiers_add_up() {
        assert_eq!(cost(0.0, "east"), usd("0"));
        assert_eq!(cost(100.0, "east"), usd("0"));
        assert_eq!(cost(1_100.0, "east"), usd("90"));
        assert_eq!(cost(20_000.0, "east"), usd("1391"));
    }

    #[test]
    fn prices_by_the_hour_and_the_day_are_paid_for_the_whole_month() {
        let month = |unit: &str, price: &str| {
            let tier = Extra {
                unit: unit.to_owned(),
                ..tier("east", price, 0.0, None)
            };
            sum_of_tiers([&tier].into_iter(), Bytes::from_gb(100.0)).map(Money::micros)
        };
        assert_eq!(month("GB-month", "0.08"), Some(8_000_000));
        assert_eq!(month("GB-hour", "0.0021"), Some(153_300_000));
        assert_eq!(month("GB-day", "0.024"), Some(73_000_000));
        // A unit that is no amount of data has no known price; it is not read as GB.
        assert_eq!(month("Mbps-month", "0.08"), None);
        assert_eq!(month("GB-year", "0.08"), None);
    }

    #[test]
    fn an_unlisted_region_takes_the_first_listed_and_says_so() {
        let ExtraCost::Known(listed) = cost(1_100.0, "east") else {
            panic!("the listed region");
        };
        assert_eq!(cost(1_100.0, "north"), ExtraCost::Elsewhere(listed));
        assert_eq!(cost(0.0, "north"), usd("0"));
    }

    #[test]
    fn beyond_the_last_tier_is_unknown_and_not_free() {
        assert_eq!(cost(11.0, "west"), ExtraCost::Unknown);
    }
}
