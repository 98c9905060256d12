//! How steady a candidate is: the order `steady`, and a part of `balanced`.

use super::bill::Bill;
use super::risk::Risk;
use crate::catalog::{Offer, PriceKind, Provider, Tier};
use crate::cost::spot;
use crate::cost::{OLD_MONTHS, VERY_OLD_MONTHS};
use crate::units::{Hours, PerHour, Ratio};

/// How steady a candidate is, by its four parts.
#[must_use]
pub fn of(offer: &Offer, provider: &Provider, bill: &Bill) -> Steadiness {
    let uninterrupted = bill.risk.map_or(Ratio::ZERO, |risk| kept(&risk));
    let bought = bill
        .purchases
        .iter()
        .map(|p| p.share.get() * purchase(p.kind, uninterrupted).get());
    Steadiness {
        seller: seller(offer.tier),
        promised: promised(provider.sla_percent),
        bought: Ratio::new(bought.sum()),
        age: age(bill.months_old),
    }
}

/// The four parts of steadiness, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steadiness {
    /// By the kind of seller.
    pub seller: Ratio,
    /// By the promised availability.
    pub promised: Ratio,
    /// By how it is bought.
    pub bought: Ratio,
    /// By the age of the price.
    pub age: Ratio,
}

impl Steadiness {
    /// All of it, from 0 to 1: half by the seller, a fifth by the promised availability, a fifth by
    /// how it is bought, a tenth by the age of the price. The weights are a stated convention of
    /// this order, not a measurement.
    #[must_use]
    pub fn whole(self) -> Ratio {
        self.seller * 0.5 + self.promised * 0.2 + self.bought * 0.2 + self.age * 0.1
    }
}

const fn seller(tier: Tier) -> Ratio {
    Ratio::new(match tier {
        Tier::Cloud => 1.0,
        Tier::Specialist => 0.8,
        Tier::Broker => 0.5,
        Tier::Market => 0.4,
        Tier::Community => 0.2,
    })
}

/// 99 % and below count nothing, 99.99 % fully; a promise that is not known counts as none.
fn promised(sla_percent: Option<Ratio>) -> Ratio {
    let share = sla_percent.map_or(0.0, |sla| (sla.get() - 99.0) / 0.99);
    Ratio::new(share.clamp(0.0, 1.0))
}

/// What may be taken away counts as on demand for as much as it is likely to stay.
fn purchase(kind: PriceKind, kept: Ratio) -> Ratio {
    let on_demand = Ratio::new(0.8);
    match kind {
        PriceKind::Commit { .. } | PriceKind::Subscription => Ratio::new(1.0),
        PriceKind::OnDemand | PriceKind::CapacityBlock => on_demand,
        PriceKind::Serverless => Ratio::new(0.6),
        PriceKind::Promotion => Ratio::new(0.5),
        PriceKind::Spot => on_demand * kept.get(),
    }
}

/// The chance that a spot instance runs through a month of 730 hours, e^{−730 λ}, times the share of
/// time that it is there at all, 1 ÷ (1 + λR). Of a rate that is assumed the high end counts: what is
/// not known is not steady.
fn kept(risk: &Risk) -> Ratio {
    let rate = if risk.hazard.assumed {
        risk.hazard.rate.high
    } else {
        risk.hazard.rate.expected
    };
    stays(rate, risk.restart)
}

fn stays(rate: PerHour, restart: Hours) -> Ratio {
    let month = libm::exp(-rate.get().max(0.0) * Hours::MONTH.get());
    spot::availability(rate, restart) * month
}

fn age(months_old: i32) -> Ratio {
    Ratio::new(match months_old {
        months if months < OLD_MONTHS => 1.0,
        months if months < VERY_OLD_MONTHS => 0.5,
        _ => 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIDDLE: Steadiness = Steadiness {
        seller: Ratio::new(0.5),
        promised: Ratio::new(0.5),
        bought: Ratio::new(0.5),
        age: Ratio::new(0.5),
    };

    #[test]
    fn every_part_counts_and_all_of_them_make_one() {
        let all = |value: f64| {
            let value = Ratio::new(value);
            Steadiness {
                seller: value,
                promised: value,
                bought: value,
                age: value,
            }
        };
        assert_eq!(all(0.0).whole(), Ratio::ZERO);
        assert!((all(1.0).whole().get() - 1.0).abs() < 1e-12);
        let more = Ratio::new(0.6);
        for better in [
            Steadiness {
                seller: more,
                ..MIDDLE
            },
            Steadiness {
                promised: more,
                ..MIDDLE
            },
            Steadiness {
                bought: more,
                ..MIDDLE
            },
            Steadiness {
                age: more,
                ..MIDDLE
            },
        ] {
            assert!(better.whole() > MIDDLE.whole(), "{better:?}");
        }
    }

    #[test]
    fn every_part_is_monotone() {
        let tiers = [
            Tier::Cloud,
            Tier::Specialist,
            Tier::Broker,
            Tier::Market,
            Tier::Community,
        ];
        assert!(tiers.windows(2).all(|t| seller(t[0]) > seller(t[1])));
        let promises = [None, Some(99.0), Some(99.5), Some(99.9), Some(99.99)]
            .map(|sla| promised(sla.map(Ratio::new)));
        assert_eq!(promises[0], promises[1]);
        assert!(promises[1..].windows(2).all(|p| p[0] < p[1]));
        assert_eq!(promised(Some(Ratio::new(100.0))), Ratio::new(1.0));
        assert!(age(0) > age(OLD_MONTHS) && age(OLD_MONTHS) > age(VERY_OLD_MONTHS));
        assert_eq!(age(OLD_MONTHS - 1), age(-1));
    }

    #[test]
    fn spot_is_as_steady_as_it_is_likely_to_stay() {
        let spot = |per_month: f64, restart: f64| {
            let rate = PerHour::new(-libm::log1p(-per_month) / 730.0);
            purchase(PriceKind::Spot, stays(rate, Hours::new(restart)))
        };
        let on_demand = purchase(PriceKind::OnDemand, Ratio::ZERO);
        // Never interrupted it is on demand; each interruption more and each slower restart less.
        assert_eq!(spot(0.0, 1.0), on_demand);
        assert!(spot(0.025, 0.25) < on_demand);
        assert!(spot(0.175, 0.25) < spot(0.025, 0.25));
        assert!(spot(0.175, 24.0) < spot(0.175, 0.25));
        assert!((spot(0.175, 0.0).get() - 0.8 * 0.825).abs() < 1e-9);
        // Nothing is known: nothing counts.
        assert_eq!(purchase(PriceKind::Spot, Ratio::ZERO), Ratio::ZERO);
    }
}
