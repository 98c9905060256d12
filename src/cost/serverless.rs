//! Cards by the second: how long workers are billed for a stream of requests.

use crate::catalog::ServerlessPrice;
use crate::units::{Hours, Money, Ratio, Seconds};

/// A stream of requests in so many hours of a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Requests per second; 0 where sequences are resident all the time.
    pub arrivals: Ratio,
    /// Seconds that a request takes with as many others as come along with it.
    pub service: Seconds,
    /// Workers that the stream keeps busy where each is full.
    pub load: Ratio,
    /// Hours of a month with this stream.
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
    /// What a month of several streams is billed, one after the other.
    #[must_use]
    pub fn sum(streams: &[Stream], price: &ServerlessPrice, workers: u32) -> Self {
        if price.always_on {
            return Self {
                time: Hours::MONTH * f64::from(workers.max(1)),
                ..Self::default()
            };
        }
        let (mut all, mut requests, mut cold) = (Self::default(), 0.0, 0.0);
        for stream in streams {
            let part = billed(stream, price);
            all.time += part.time;
            all.starts += part.starts;
            if let Some(share) = part.cold {
                let arrived = stream.arrivals.get() * stream.in_use.get();
                requests += arrived;
                cold += share.get() * arrived;
            }
        }
        all.cold = (requests > 0.0).then(|| Ratio::new(cold / requests));
        all
    }

    /// What it costs, in the seller's currency.
    #[must_use]
    pub fn cost(&self, price: &ServerlessPrice) -> Money {
        price.per_hour.over(self.time)
    }
}

/// How long workers that come and go are billed in a month.
///
/// Requests come at random (Poisson, λ per second) and are served side by side, each for S seconds.
/// A worker starts in C seconds and stops I seconds after the last request. From its start on it
/// runs as long as a queue with many servers is busy (M/G/∞; Takács 1962): with L = S + I a cycle is
/// 1/λ stopped, C starting and (e^(λL) − 1)/λ running. So it is stopped 1 ÷ (λC + e^(λL)) of the
/// time, it starts λ times as often, and (1 + λC) ÷ (λC + e^(λL)) of the requests wait for a start.
/// Rounding up adds half a granule to each start on average. A stream that fills more than that is
/// billed its load. An idle time, a start or a granule that is not known counts nothing, and the
/// caller says so.
#[must_use]
pub fn billed(stream: &Stream, price: &ServerlessPrice) -> Billed {
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
    let rounding = starts * known(price.granularity) / 2.0;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{AcceleratorIx, SourceIx};
    use crate::units::{Currency, Date};

    fn price(idle: f64, start: f64, granularity: f64) -> ServerlessPrice {
        ServerlessPrice {
            seller: "s".to_owned(),
            accelerator: AcceleratorIx(0),
            card_assumed: false,
            cards: 1,
            per_hour: Money::from_micros(3_600_000, Currency::USD),
            always_on: false,
            granularity: Some(Seconds::new(granularity)),
            idle: Some(Seconds::new(idle)),
            cold_start: Some(Seconds::new(start)),
            host_extra: false,
            as_of: Date::new(2026, 11, 1).unwrap(),
            source: SourceIx(0),
        }
    }

    fn stream(arrivals: f64, service: f64, load: f64) -> Stream {
        Stream {
            arrivals: Ratio::new(arrivals),
            service: Seconds::new(service),
            load: Ratio::new(load),
            in_use: Hours::MONTH,
        }
    }

    #[test]
    fn seldom_requests_are_billed_one_by_one() {
        // One a day: each a start of 3 s, 10 s of work, 5 s idle.
        let billed = billed(&stream(1.0 / 86_400.0, 10.0, 0.0), &price(5.0, 3.0, 1.0));
        let days = 730.0 / 24.0;
        let seconds = billed.time.to_seconds().get();
        assert!((seconds / days - 18.5).abs() < 0.01, "{}", seconds / days);
        assert!((billed.starts.get() / days - 1.0).abs() < 1e-3);
        assert!(billed.cold.unwrap().get() > 0.999);
    }

    #[test]
    fn a_dense_stream_runs_all_the_time_and_is_billed_its_load() {
        let one = billed(&stream(10.0, 5.0, 0.4), &price(5.0, 3.0, 1.0));
        assert!((one.time.get() - 730.0).abs() < 1e-6);
        assert!(one.cold.unwrap().get() < 1e-9);
        let three = billed(&stream(10.0, 5.0, 2.6), &price(5.0, 3.0, 1.0));
        assert!((three.time.get() - 2.6 * 730.0).abs() < 1e-6);
        assert_eq!(
            three.cost(&price(5.0, 3.0, 1.0)).to_f64(),
            2.6 * 730.0 * 3.6
        );
    }

    #[test]
    fn a_worker_that_is_always_on_is_billed_the_whole_month() {
        let always = ServerlessPrice {
            always_on: true,
            ..price(5.0, 3.0, 1.0)
        };
        let office = Stream {
            in_use: Hours::new(100.0),
            ..stream(0.1, 1.0, 0.1)
        };
        assert_eq!(Billed::sum(&[office], &always, 2).time, Hours::new(1460.0));
        assert_eq!(Billed::sum(&[office], &always, 2).cold, None);
    }

    #[test]
    fn resident_sequences_are_billed_in_the_hours_of_use() {
        let office = Stream {
            in_use: Hours::new(100.0),
            ..stream(0.0, 0.0, 2.0)
        };
        let billed = billed(&office, &price(5.0, 3.0, 1.0));
        assert_eq!((billed.time, billed.cold), (Hours::new(200.0), None));
    }

    /// The formula against a run of random requests: 200,000 of them from a fixed seed.
    #[test]
    fn the_queue_is_as_simulated() {
        for (arrivals, service, idle, start) in [
            (0.05, 8.0, 5.0, 3.0),
            (0.02, 20.0, 60.0, 30.0),
            (0.3, 2.0, 1.0, 10.0),
        ] {
            let mut seed: u64 = 7;
            let mut uniform = || {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                ((seed >> 11) as f64 + 0.5) / (1u64 << 53) as f64
            };
            let (mut now, mut ends, mut ready) = (0.0, -1.0, 0.0);
            let (mut ran, mut waited, mut starts) = (0.0, 0.0, 0.0);
            const REQUESTS: u32 = 200_000;
            for _ in 0..REQUESTS {
                now += -libm::log(uniform()) / arrivals;
                if now > ends {
                    starts += 1.0;
                    ready = now + start;
                    ran += start + service + idle;
                    ends = ready + service + idle;
                    waited += 1.0;
                } else {
                    if now < ready {
                        waited += 1.0;
                    }
                    let until = f64::max(now, ready) + service + idle;
                    ran += until - ends;
                    ends = until;
                }
            }
            let billed = billed(&stream(arrivals, service, 0.0), &price(idle, start, 0.0));
            let month = Hours::MONTH.to_seconds().get();
            let expected = billed.time.to_seconds().get() / month;
            assert!(
                (ran / now / expected - 1.0).abs() < 0.01,
                "{} {expected}",
                ran / now
            );
            let cold = billed.cold.unwrap().get();
            assert!((waited / f64::from(REQUESTS) / cold - 1.0).abs() < 0.02);
            assert!((starts / now * month / billed.starts.get() - 1.0).abs() < 0.02);
        }
    }

    #[test]
    fn the_crossing_is_the_share_that_costs_as_much() {
        let usd = |amount: i64| Money::from_micros(amount * 1_000_000, Currency::USD);
        assert_eq!(crossing(usd(2000), usd(500)), Some(Ratio::new(0.25)));
        assert_eq!(crossing(usd(2000), usd(2500)), None);
        assert_eq!(crossing(usd(0), usd(1)), None);
    }
}
