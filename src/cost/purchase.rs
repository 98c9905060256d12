//! Purchase kinds: what one instance costs over a span, bought one way.

use crate::catalog::{Offer, Price, PriceKind, RateUnit};
use crate::demand::Span;
use crate::query::Pay;
use crate::units::{Hours, Money};

/// One instance bought one way for a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The price, as its position in [`Offer::prices`].
    pub price: usize,
    /// The hourly rate of one instance, native currency. A monthly price is spread over 730 hours.
    pub rate_per_hour: Money,
    /// The average bill of a month, native currency.
    pub per_month: Money,
    /// What the project costs, native currency.
    pub total: Money,
    /// The term is longer than the project, and paid to its end.
    pub beyond_project: bool,
}

/// Every way to buy one instance for a span with the allowed kinds. `cards` multiplies a price per
/// card and is 1 for a price per instance; `skip` leaves out single prices.
pub fn deals<'a>(
    offer: &'a Offer,
    cards: u32,
    span: Span,
    pay: &'a [Pay],
    skip: impl Fn(&Price) -> bool + 'a,
) -> impl Iterator<Item = Deal> + 'a {
    offer
        .prices
        .iter()
        .enumerate()
        .filter(move |(_, price)| pay.iter().any(|p| p.word() == price.kind.word()))
        .filter(|(_, price)| !is_pointless_spot(offer, price))
        .filter(move |(_, price)| !skip(price))
        .map(move |(position, price)| deal(position, price, cards, span))
}

/// Spot at or above the on-demand price buys nothing but the risk: kept in the catalog, never
/// chosen.
fn is_pointless_spot(offer: &Offer, spot: &Price) -> bool {
    spot.kind == PriceKind::Spot
        && offer.prices.iter().any(|p| {
            p.kind == PriceKind::OnDemand
                && p.unit == spot.unit
                && p.amount.currency() == spot.amount.currency()
                && p.amount.micros() <= spot.amount.micros()
        })
}

fn deal(position: usize, price: &Price, cards: u32, span: Span) -> Deal {
    let amount = price.amount.times(i64::from(cards));
    let rate_per_hour = match price.unit {
        RateUnit::Hour => amount,
        RateUnit::Month => amount.scaled(1.0 / Hours::MONTH.get()),
    };
    let months = span.project / Hours::MONTH;
    let (per_month, total, beyond_project) = match (price.kind, price.unit) {
        (PriceKind::Commit { years, .. }, _) => {
            let term = Hours::YEAR * f64::from(years);
            let terms = (span.project / term).ceil().max(1.0);
            let paid = term * terms;
            (
                rate_per_hour.over(Hours::MONTH),
                rate_per_hour.over(paid),
                paid > span.project,
            )
        }
        (_, RateUnit::Month) => {
            let paid = months.ceil().max(1.0);
            // A whole number of months: exact in an i64.
            (amount, amount.times(paid as i64), paid > months)
        }
        (PriceKind::CapacityBlock, RateUnit::Hour) => {
            // Blocks are sold by whole days.
            let paid = Hours::new((span.total.get() / 24.0).ceil() * 24.0);
            let total = rate_per_hour.over(paid);
            (total.scaled(1.0 / months), total, false)
        }
        (_, RateUnit::Hour) => (
            rate_per_hour.over(span.per_month),
            rate_per_hour.over(span.total),
            false,
        ),
    };
    Deal {
        price: position,
        rate_per_hour,
        per_month,
        total,
        beyond_project,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{
        Basis, GpuCount, InstanceLink, Payment, ProviderIx, Region, SourceIx, Tier,
    };
    use crate::units::{Currency, Date};

    fn price(kind: PriceKind, unit: RateUnit, amount: &str) -> Price {
        Price {
            kind,
            amount: Money::from_decimal(amount.parse().unwrap(), Currency::USD),
            unit,
            as_of: Date::new(2026, 6, 1).unwrap(),
            source: SourceIx(0),
            checked: None,
            floor: false,
            unconfirmed: false,
        }
    }

    fn offer(prices: Vec<Price>) -> Offer {
        Offer {
            id: "a".to_owned(),
            provider: ProviderIx(0),
            instance: "a".to_owned(),
            region: Region::default(),
            tier: Tier::Cloud,
            accelerator: None,
            card_assumed: false,
            gpus: GpuCount::Whole(1),
            basis: Basis::Instance,
            vcpu: None,
            ram_gb: None,
            disk_gb: None,
            network: None,
            link: InstanceLink::Unknown,
            link_text: String::new(),
            prices,
            interruptions: None,
            not_rankable: None,
        }
    }

    fn span(per_month: f64, months: f64) -> Span {
        Span {
            per_month: Hours::new(per_month),
            total: Hours::new(per_month * months),
            project: Hours::new(730.0 * months),
        }
    }

    #[track_caller]
    fn total(kind: PriceKind, unit: RateUnit, amount: &str, span: Span) -> String {
        let offer = offer(vec![price(kind, unit, amount)]);
        let pay: Vec<Pay> = Pay::ALL.to_vec();
        let deals: Vec<Deal> = deals(&offer, 1, span, &pay, |_| false).collect();
        deals[0].total.to_decimal().to_string()
    }

    const ONE_YEAR: PriceKind = PriceKind::Commit {
        years: 1,
        payment: Payment::NoUpfront,
    };

    #[test]
    fn on_demand_pays_hours_of_use() {
        let office = span(170.0, 12.0);
        assert_eq!(
            total(PriceKind::OnDemand, RateUnit::Hour, "2", office),
            "4080"
        );
    }

    #[test]
    fn a_commitment_is_paid_to_its_end() {
        assert_eq!(
            total(ONE_YEAR, RateUnit::Hour, "1", span(170.0, 12.0)),
            "8760"
        );
        assert_eq!(
            total(ONE_YEAR, RateUnit::Hour, "1", span(730.0, 3.0)),
            "8760"
        );
        assert_eq!(
            total(ONE_YEAR, RateUnit::Hour, "1", span(730.0, 13.0)),
            "17520"
        );
    }

    #[test]
    fn a_subscription_is_paid_by_whole_months() {
        let kind = PriceKind::Subscription;
        assert_eq!(
            total(kind, RateUnit::Month, "2500", span(730.0, 1.5)),
            "5000"
        );
        assert_eq!(
            total(kind, RateUnit::Month, "2500", span(10.0, 12.0)),
            "30000"
        );
    }

    #[test]
    fn a_capacity_block_is_paid_by_whole_days() {
        let job = Span {
            per_month: Hours::new(25.0),
            total: Hours::new(25.0),
            project: Hours::MONTH,
        };
        assert_eq!(
            total(PriceKind::CapacityBlock, RateUnit::Hour, "10", job),
            "480"
        );
    }

    #[test]
    fn spot_at_or_above_on_demand_is_never_chosen() {
        let offer = offer(vec![
            price(PriceKind::OnDemand, RateUnit::Hour, "1"),
            price(PriceKind::Spot, RateUnit::Hour, "1"),
        ]);
        let pay = [Pay::OnDemand, Pay::Spot];
        let kinds: Vec<usize> = deals(&offer, 1, span(730.0, 1.0), &pay, |_| false)
            .map(|d| d.price)
            .collect();
        assert_eq!(kinds, [0]);
    }

    #[test]
    fn a_price_per_card_scales_with_cards() {
        let offer = offer(vec![price(PriceKind::OnDemand, RateUnit::Hour, "10")]);
        let eight = deals(&offer, 8, span(1.0, 1.0), &[Pay::OnDemand], |_| false).next();
        assert_eq!(eight.map(|d| d.rate_per_hour.micros()), Some(80_000_000));
    }
}
