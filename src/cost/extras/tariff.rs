//! Tariffs: what a month of an amount costs by the listed tiers.

use super::{ExtraCost, Read};
use crate::catalog::{Catalog, Extra, ExtraKind, Provider, Region};
use crate::units::{Bytes, Currency, Hours, Money};

/// The tier of a price that both ends of a transfer are charged, as AWS writes of traffic between
/// zones: "$0.01 per GB in each direction". One GB then costs it twice.
const BOTH_ENDS: &str = "per direction";

/// How much of an extra a month takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    /// Data held, or moved in the month.
    Data(Bytes),
    /// Pieces kept for the whole month.
    Count(u32),
}

/// By the tiers of the offer's region, or those that hold everywhere; where neither is listed, those
/// of the provider's first listed region stand in, and the result says so.
///
/// Of several products of a kind the one that the catalog lists first is the standard one and
/// counts. Traffic between zones, mostly of one price everywhere, and that between regions, of a
/// price by region, are of one kind, and a question does not tell them apart: the dearer counts.
///
/// Beside the cost stands where its price was read.
pub(super) fn per_month(
    catalog: &Catalog,
    provider: &Provider,
    region: &Region,
    amount: Amount,
    kind: ExtraKind,
) -> (ExtraCost, Option<Read>) {
    if matches!(amount, Amount::Data(data) if data <= Bytes::ZERO) || amount == Amount::Count(0) {
        return (ExtraCost::Known(Money::zero(Currency::USD)), None);
    }
    let listed = || {
        catalog
            .extras
            .iter()
            .filter(|e| e.kind == kind && e.provider == provider.id)
    };
    // One list of tiers has one region and one unit; the same provider may list several products.
    let by = |first: &Extra, cost: fn(Money) -> ExtraCost| {
        let read = Read {
            as_of: first.as_of,
            source: first.source,
        };
        let tiers = listed().filter(|e| e.region == first.region && e.unit == first.unit);
        let sum = match amount {
            Amount::Data(data) => sum_of_tiers(tiers, data),
            Amount::Count(pieces) => periods_of(&first.unit)
                .map(|periods| first.price.times(i64::from(pieces)).scaled(periods)),
        };
        let usd = catalog.convert(sum?, Currency::USD)?;
        Some((cost(usd), Some(read)))
    };
    let own = listed().find(|e| e.region == region.name);
    let everywhere = listed().find(|e| e.region.is_empty());
    let stand_in = listed().find(|e| !e.region.is_empty());
    let cost = match (own, everywhere) {
        _ if kind == ExtraKind::CrossZone => dearer(
            everywhere.and_then(|listed| by(listed, ExtraCost::Known)),
            match own {
                Some(own) => by(own, ExtraCost::Known),
                None => stand_in.and_then(|listed| by(listed, ExtraCost::Elsewhere)),
            },
        ),
        (Some(listed), _) | (None, Some(listed)) => by(listed, ExtraCost::Known),
        (None, None) => stand_in.and_then(|listed| by(listed, ExtraCost::Elsewhere)),
    };
    cost.unwrap_or((ExtraCost::Unknown, None))
}

type Priced = (ExtraCost, Option<Read>);

/// The dearer of two lists, or the one that is there; of two alike the first.
fn dearer(a: Option<Priced>, b: Option<Priced>) -> Option<Priced> {
    let micros = |(cost, _): Priced| cost.amount().map(Money::micros);
    match (a, b) {
        (Some(a), Some(b)) => Some(if micros(b) > micros(a) { b } else { a }),
        (a, b) => a.or(b),
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
        let ends = if tier.tier == BOTH_ENDS { 2 } else { 1 };
        let units = (end - covered) / unit * periods;
        let cost = tier.price.times(ends).scaled(units);
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
    Some((amount, periods_in_month(period)?))
}

/// How often a month holds the period of a price per piece: `hour`, `month`, `IP-month`. `None`
/// for a unit that is no piece, such as a capacity unit of a balancer (`LCU-hour`).
fn periods_of(unit: &str) -> Option<f64> {
    match unit.split_once('-') {
        None => periods_in_month(unit),
        Some(("IP", period)) => periods_in_month(period),
        Some(_) => None,
    }
}

fn periods_in_month(period: &str) -> Option<f64> {
    match period {
        "month" => Some(1.0),
        "day" => Some(Hours::MONTH.get() / 24.0),
        "hour" => Some(Hours::MONTH.get()),
        _ => None,
    }
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
        let amount = Amount::Data(Bytes::from_gb(amount_gb));
        per_month(&catalog, &provider, &region, amount, ExtraKind::Egress).0
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
    fn a_transfer_charged_at_both_ends_costs_twice_and_the_dearer_list_counts() {
        let cross = |region: &str, price: &str, tier_text: &str| Extra {
            kind: ExtraKind::CrossZone,
            tier: tier_text.to_owned(),
            ..tier(region, price, 0.0, None)
        };
        let catalog = Catalog {
            extras: vec![
                cross("", "0.01", BOTH_ENDS),
                cross("east", "0.03", "inter-region"),
                cross("west", "0.015", "inter-region"),
            ],
            ..Catalog::default()
        };
        let provider = Provider {
            id: "p".to_owned(),
            ..Provider::default()
        };
        let at = |name: &str| {
            let region = Region {
                name: name.to_owned(),
                ..Region::default()
            };
            let amount = Amount::Data(Bytes::from_gb(100.0));
            per_month(&catalog, &provider, &region, amount, ExtraKind::CrossZone).0
        };
        let ExtraCost::Known(three) = usd("3") else {
            panic!("an amount");
        };
        assert_eq!(at("north"), ExtraCost::Elsewhere(three));
        assert_eq!(at("east"), usd("3"));
        assert_eq!(at("west"), usd("2"));
    }

    #[test]
    fn pieces_are_paid_for_the_whole_month() {
        assert_eq!(periods_of("hour"), Some(730.0));
        assert_eq!(periods_of("IP-month"), Some(1.0));
        assert_eq!(periods_of("month"), Some(1.0));
        // A capacity unit is no balancer, and data are no piece.
        assert_eq!(periods_of("LCU-hour"), None);
        assert_eq!(periods_of("GB-month"), None);
    }

    #[test]
    fn beyond_the_last_tier_is_unknown_and_not_free() {
        assert_eq!(cost(11.0, "west"), ExtraCost::Unknown);
    }
}
