//! How often an instance is taken away, as a rate per hour of running.

use crate::catalog::{Interruptions, Offer};
use crate::query::Query;
use crate::units::{Decimal, Hours, PerHour, Range, Ratio};

/// What an open-ended band such as "> 20 %" is taken for: its expected share and its high end.
/// Stated assumptions, since the publisher says no more than the low end.
const OPEN_EXPECTED: f64 = 0.30;
const OPEN_HIGH: f64 = 0.50;

/// Shares per month that stand in where nothing is known. The expected one is the middle of the
/// band "15–20 %", in which both the mean (with the assumption above) and the median of 364 bands
/// of accelerated instances in eight regions lie (copy of the AWS Spot Instance Advisor feed,
/// 2025-06-28). The low one lies inside the lowest band, "< 5 %", and is not 0, since unknown is
/// not never.
const UNKNOWN_LOW: f64 = 0.01;
const UNKNOWN_EXPECTED: f64 = 0.175;

/// No share of 1 has a finite rate; more than this is read as this: 0.0095 per hour.
const GREATEST_SHARE: f64 = 0.999;

/// Interruptions per hour of running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// The rate of one instance, or of a gang after [`Hazard::gang`].
    pub rate: Range<PerHour>,
    /// Nothing is known of these instances, and the rate is what others have.
    pub assumed: bool,
}

impl Hazard {
    /// The rate that was stated (`lam`), else that of the published band; `None` where neither is
    /// known, which is not 0. A stated rate is taken as exact.
    #[must_use]
    pub fn known(stated: Option<Decimal>, published: Option<&Interruptions>) -> Option<Self> {
        match (stated, published) {
            (Some(rate), _) => Some(Self {
                rate: Range::exact(PerHour::new(rate.to_f64().max(0.0))),
                assumed: false,
            }),
            (None, Some(band)) => Some(Self::from_band(band)),
            (None, None) => None,
        }
    }

    /// What is known of an offer, else what is assumed.
    #[must_use]
    pub fn of(query: &Query, offer: &Offer) -> Self {
        Self::known(query.interruptions_per_hour, offer.interruptions.as_ref())
            .unwrap_or_else(Self::assumed)
    }

    /// From the share of instances that are interrupted in a month of 730 hours:
    /// λ = −ln(1 − p) ÷ 730. The expected share is the middle of the band; of an open-ended one
    /// 30 %, with 50 % as its high end, or the low end where that is more.
    #[must_use]
    pub fn from_band(band: &Interruptions) -> Self {
        let low = share(band.low);
        let (expected, high) = match band.high {
            Some(high) => {
                let high = share(high).max(low);
                (f64::midpoint(low, high), high)
            }
            None => (low.max(OPEN_EXPECTED), low.max(OPEN_HIGH)),
        };
        Self {
            rate: Range::new(monthly(low), monthly(expected), monthly(high)),
            assumed: false,
        }
    }

    /// What stands in where nothing is known: from 1 % to 50 % a month, 17.5 % expected, which
    /// spans every published band. Marked as an assumption.
    #[must_use]
    pub fn assumed() -> Self {
        Self {
            rate: Range::new(
                monthly(UNKNOWN_LOW),
                monthly(UNKNOWN_EXPECTED),
                monthly(OPEN_HIGH),
            ),
            assumed: true,
        }
    }

    /// The rate at which any of so many instances is taken: the sum of theirs, since a gang stops
    /// when one of it stops.
    #[must_use]
    pub fn gang(self, instances: u32) -> Self {
        Self {
            rate: self.rate * f64::from(instances),
            ..self
        }
    }
}

/// A share from 0 to just below 1.
fn share(share: Ratio) -> f64 {
    share.get().clamp(0.0, GREATEST_SHARE)
}

/// The rate at which a share is interrupted within a month.
fn monthly(share: f64) -> PerHour {
    PerHour::new(-libm::log1p(-share) / Hours::MONTH.get())
}
