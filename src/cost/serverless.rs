//! Cards by the second: how long workers are billed for a stream of requests.

use crate::catalog::ServerlessPrice;
use crate::units::{Hours, Money, Ratio, Seconds};

/// A stream of requests in the hours of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Requests per second; 0 where sequences are resident all the time.
    pub arrivals: Ratio,
    /// Seconds that a request takes with as many others as come along with it.
    pub service: Seconds,
    /// Workers that the stream keeps busy where each is full.
    pub load: Ratio,
    /// Hours of use per month.
    pub in_use: Hours,
}

/// What a month is billed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Billed {
    /// Hours of workers.
    pub time: Hours,
    /// Starts of workers.
    pub starts: Ratio,
    /// Share of the requests that find no worker running and wait for one; `None` for workers that
    /// are always on, and where requests are not counted.
    pub cold: Option<Ratio>,
}

impl Billed {
    /// What it costs, in the seller's currency.
    #[must_use]
    pub fn cost(&self, price: &ServerlessPrice) -> Money {
        price.per_second.scaled(self.time.to_seconds().get())
    }
}

/// How long workers are billed in a month. `workers` is how many stand where they are always on.
///
/// Requests come at random (Poisson, λ per second) and are served side by side, each for S seconds.
/// A worker starts in C seconds and stops I seconds after the last request. From its start on it
/// runs as long as a queue with many servers is busy (M/G/∞; Takács 1962): with L = S + I a cycle is
/// 1/λ stopped, C starting and (e^(λL) − 1)/λ running. So it is stopped 1 ÷ (λC + e^(λL)) of the
/// time, it starts λ times as often, and (1 + λC) ÷ (λC + e^(λL)) of the requests wait for a start.
/// Rounding up adds half a granule to each start on average. A stream that fills more than that is
/// billed its load. An idle time or a start that is not known counts nothing, and the caller says
/// so.
#[must_use]
pub fn billed(stream: &Stream, price: &ServerlessPrice, workers: u32) -> Billed {
    if price.always_on {
        return Billed {
            time: Hours::MONTH * f64::from(workers.max(1)),
            starts: Ratio::ZERO,
            cold: None,
        };
    }
    let month = stream.in_use.to_seconds().get();
    let load = stream.load.get().max(0.0);
    let arrivals = stream.arrivals.get();
    if arrivals <= 0.0 {
        return Billed {
            time: stream.in_use * load,
            starts: Ratio::ZERO,
            cold: None,
        };
    }
    let known = |time: Option<Seconds>| time.map_or(0.0, |time| time.get().max(0.0));
    let lingers = stream.service.get().max(0.0) + known(price.idle);
    let starting = arrivals * known(price.cold_start);
    let stopped = 1.0 / (starting + libm::exp(arrivals * lingers));
    let starts = arrivals * stopped;
    let rounding = starts * price.granularity.get().max(0.0) / 2.0;
    let running = (1.0 - stopped + rounding).min(1.0).max(load);
    Billed {
        time: Seconds::new(running * month).to_hours(),
        starts: Ratio::new(starts * month),
        cold: Some(Ratio::new((1.0 + starting) * stopped)),
    }
}

/// The share of a month at which workers that cost `around_the_clock` where they run all of it cost
/// as much as `fixed`: below it they are cheaper. `None` where they are even around the clock. Both
/// amounts are of one currency.
#[must_use]
pub fn crossing(around_the_clock: Money, fixed: Money) -> Option<Ratio> {
    let share = fixed.to_f64() / around_the_clock.to_f64();
    (around_the_clock.micros() > 0 && share <= 1.0).then(|| Ratio::new(share.max(0.0)))
}
