//! Spot: worked values, limits and order of every figure, and when spot pays.

#![allow(clippy::unwrap_used, reason = "a test stops where there is no value")]

use kasuan::cost::spot::{
    CheckpointRule, Checkpoints, Hazard, SpotRun, daly, fetch_time, optimum, outlook, save_time,
    young,
};
use kasuan::units::{Bytes, BytesPerSecond, Hours, PerHour, Ratio};

#[path = "money_support/spot.rs"]
mod spot;

use spot::{band, hours, near};

/// The bands as published, with the shares that stand for them.
const BANDS: [(f64, Option<f64>, f64); 5] = [
    (0.0, Some(0.05), 0.025),
    (0.05, Some(0.10), 0.075),
    (0.10, Some(0.15), 0.125),
    (0.15, Some(0.20), 0.175),
    (0.20, None, 0.30),
];

fn run(work: f64, rate: f64, restart: f64, checkpoints: Checkpoints) -> SpotRun {
    SpotRun {
        work: hours(work),
        rate: PerHour::new(rate),
        restart: hours(restart),
        checkpoints,
    }
}

fn every(interval: f64, save: f64) -> Checkpoints {
    Checkpoints::Every {
        interval: hours(interval),
        save: hours(save),
    }
}

#[track_caller]
fn billed(run: SpotRun) -> f64 {
    run.expected().unwrap().hours.get()
}

// The rate.

#[test]
fn a_band_becomes_a_rate_per_hour() {
    // −ln(1 − 0.05) ÷ 730, −ln(1 − 0.075) ÷ 730, −ln(1 − 0.10) ÷ 730.
    let rate = Hazard::from_band(&band(0.05, Some(0.10))).rate;
    near(rate.low.get(), 7.026_5e-5, 1e-4);
    near(rate.expected.get(), 1.067_97e-4, 1e-4);
    near(rate.high.get(), 1.443_30e-4, 1e-4);
    // The open band is taken for 30 % and 50 %: −ln 0.7 ÷ 730, −ln 0.5 ÷ 730.
    let open = Hazard::from_band(&band(0.20, None)).rate;
    near(open.low.get(), 3.056_76e-4, 1e-4);
    near(open.expected.get(), 4.885_96e-4, 1e-4);
    near(open.high.get(), 9.495_17e-4, 1e-4);
}

#[test]
fn a_stated_rate_is_exact_and_an_unknown_one_is_none() {
    let published = band(0.05, Some(0.10));
    let stated = Hazard::known(Some("0.02".parse().unwrap()), Some(&published)).unwrap();
    assert_eq!(stated.rate.low, stated.rate.high);
    assert_eq!(stated.rate.expected, PerHour::new(0.02));
    assert_eq!(
        Hazard::known(None, Some(&published)),
        Some(Hazard::from_band(&published))
    );
    assert_eq!(Hazard::known(None, None), None);
}

#[test]
fn what_is_assumed_spans_every_band_and_says_so() {
    let assumed = Hazard::assumed();
    assert!(assumed.assumed);
    assert!(assumed.rate.low > PerHour::ZERO);
    for (low, high, _) in BANDS {
        let known = Hazard::from_band(&band(low, high));
        assert!(!known.assumed);
        assert!(assumed.rate.low <= known.rate.expected);
        assert!(assumed.rate.high >= known.rate.high);
    }
}

#[test]
fn bands_that_are_none_have_finite_rates() {
    for (low, high) in [(-1.0, Some(2.0)), (1.0, None), (0.3, Some(0.1))] {
        let rate = Hazard::from_band(&band(low, high)).rate;
        assert!(rate.low >= PerHour::ZERO && rate.high <= PerHour::new(0.01));
        assert!(rate.low <= rate.expected && rate.expected <= rate.high);
    }
}

// Hours.

#[test]
fn hours_by_hand() {
    // (e − 1) · (10 + 0.5).
    near(
        billed(run(10.0, 0.1, 0.5, Checkpoints::None)),
        18.041_959,
        1e-7,
    );
    // 10 · (e^0.11 − 1) · 10.5.
    near(
        billed(run(10.0, 0.1, 0.5, every(1.0, 0.1))),
        12.209_198,
        1e-7,
    );
    // No multiple: (2 · (e^0.41 − 1) + (e^0.21 − 1)) · 10.5.
    near(
        billed(run(10.0, 0.1, 0.5, every(4.0, 0.1))),
        13.096_793_1,
        1e-7,
    );
    // An interval longer than the work: one stretch with the save of the result.
    near(
        billed(run(10.0, 0.1, 0.5, every(1e6, 0.1))),
        18.328_810_7,
        1e-7,
    );
}

#[test]
fn the_parts_are_the_whole() {
    let expected = run(10.0, 0.1, 0.5, every(4.0, 0.1)).expected().unwrap();
    let sum = expected.work + expected.saving + expected.lost + expected.restarting;
    near(sum.get(), expected.hours.get(), 1e-12);
    near(expected.saving.get(), 0.3, 1e-9);
    near(
        expected.restarting.get(),
        0.5 * expected.interruptions.get(),
        1e-12,
    );
    near(expected.factor().get(), 1.309_679_31, 1e-7);
}

#[test]
fn limits_are_exact() {
    for checkpoints in [Checkpoints::None, every(2.0, 0.0)] {
        assert_eq!(billed(run(48.0, 0.0, 1.0, checkpoints)), 48.0);
        near(billed(run(48.0, 1e-15, 1.0, checkpoints)), 48.0, 1e-12);
    }
    assert_eq!(billed(run(48.0, 0.0, 1.0, every(2.0, 0.25))), 54.0);
    // On both sides of the change to the series.
    for rate in [0.999e-8, 1.001e-8] {
        near(
            billed(run(1.0, rate, 0.0, Checkpoints::None)) - 1.0,
            rate / 2.0,
            1e-6,
        );
    }
    assert_eq!(billed(run(0.0, 1.0, 1.0, Checkpoints::None)), 0.0);
    assert_eq!(billed(run(-5.0, 1.0, 1.0, every(-1.0, -1.0))), 0.0);
}

#[test]
fn what_never_ends_says_so() {
    assert_eq!(run(1000.0, 1.0, 0.0, Checkpoints::None).expected(), None);
    assert_eq!(run(1e9, 60_000.0, 24.0, Checkpoints::None).expected(), None);
    assert_eq!(
        run(1e300, 1e300, 1e300, every(1e300, 1e300)).expected(),
        None
    );
    assert!(run(1000.0, 1.0, 0.0, every(1.0, 0.01)).expected().is_some());
    // An interval that is never reached does not make an end of a short run.
    assert!(run(1.0, 1.0, 0.0, every(1e4, 0.0)).expected().is_some());
}

#[test]
fn more_interruptions_work_and_instances_take_longer() {
    for checkpoints in [Checkpoints::None, every(3.0, 0.1)] {
        let mut last = 0.0;
        for step in 0..60 {
            let hours = billed(run(24.0, 0.004 * f64::from(step), 0.3, checkpoints));
            assert!(hours > last, "rate, step {step}");
            last = hours;
        }
        let mut last = 0.0;
        for step in 1..60 {
            let hours = billed(run(f64::from(step), 0.05, 0.3, checkpoints));
            assert!(hours > last, "work, step {step}");
            last = hours;
        }
    }
    let hazard = Hazard::from_band(&band(0.20, None));
    let mut last = Ratio::ZERO;
    for instances in [1, 2, 4, 8, 16, 64] {
        let expected = outlook(
            hazard,
            instances,
            hours(48.0),
            hours(0.2),
            CheckpointRule::Never,
        )
        .expected
        .expected
        .unwrap();
        assert!(expected.factor() > last);
        last = expected.factor();
    }
}

// Checkpoints.

#[test]
fn intervals_by_hand() {
    let (rate, save) = (PerHour::new(0.1), hours(0.1));
    // √(2 · 0.1 · 20).
    near(young(PerHour::new(0.05), save).unwrap().get(), 2.0, 1e-12);
    // 1.414214 · (1 + 0.0707107 ÷ 3 + 0.005 ÷ 9) − 0.1.
    near(daly(rate, save).unwrap().get(), 1.348_333, 1e-5);
    // The root of x = 1 − e^{−(x + 0.01)}, times ten.
    near(optimum(rate, save).unwrap().get(), 1.348_347_5, 1e-7);
    assert_eq!(daly(rate, hours(20.0)), Some(hours(10.0)));
    for of in [young, daly, optimum] {
        assert_eq!(of(PerHour::ZERO, save), None);
    }
    assert_eq!(optimum(rate, Hours::ZERO), Some(Hours::ZERO));
}

#[test]
fn the_optimum_solves_its_equation_and_daly_is_near_it() {
    for power in -12..=6 {
        let exposure = libm::pow(10.0, 0.5 * f64::from(power));
        let x = optimum(PerHour::new(1.0), hours(exposure)).unwrap().get();
        near(x, -libm::expm1(-(x + exposure)), 1e-9);
        if exposure < 0.1 {
            let near_by = daly(PerHour::new(1.0), hours(exposure)).unwrap().get();
            near(near_by, x, 0.002);
        }
    }
}

#[test]
fn the_best_interval_is_the_least_of_a_scan() {
    for (work, rate, restart, save) in [
        (48.0, 0.02, 0.2, 0.05),
        (48.0, 0.3, 0.2, 0.05),
        (336.0, 0.008, 0.5, 0.1),
        (7.0, 2.0, 0.1, 0.02),
        (100.0, 0.001, 0.2, 0.5),
        (10.0, 3.0, 0.1, 0.4),
    ] {
        let best = CheckpointRule::Best { save: hours(save) }.of(hours(work), PerHour::new(rate));
        let least = billed(run(work, rate, restart, best));
        for step in 0..=4000 {
            // From the time of a save to the whole work, in equal quotients.
            let interval = save * libm::pow(work / save, f64::from(step) / 4000.0);
            if let Some(other) = run(work, rate, restart, every(interval, save)).expected() {
                assert!(
                    least <= other.hours.get() * (1.0 + 1e-9),
                    "{work} h at {rate}: {best:?} takes {least}, {interval} takes {other:?}"
                );
            }
        }
        if let Some(none) = run(work, rate, restart, Checkpoints::None).expected() {
            assert!(least <= none.hours.get());
        }
    }
}

#[test]
fn checkpoints_that_cost_more_than_they_save_are_not_written() {
    let rule = CheckpointRule::Best { save: hours(1.0) };
    assert_eq!(rule.of(hours(10.0), PerHour::new(1e-4)), Checkpoints::None);
    assert_eq!(rule.of(hours(10.0), PerHour::ZERO), Checkpoints::None);
    assert_eq!(rule.of(hours(0.5), PerHour::new(1.0)), Checkpoints::None);
    assert_ne!(rule.of(hours(500.0), PerHour::new(0.1)), Checkpoints::None);
    // A save of no time is written as often as can be asked for, and not more.
    let free = CheckpointRule::Best { save: Hours::ZERO };
    let Checkpoints::Every { interval, .. } = free.of(hours(10.0), PerHour::new(0.1)) else {
        panic!("no checkpoints at no cost");
    };
    near(interval.get(), 0.001, 1e-9);
}

#[test]
fn nothing_is_saved_unless_asked_for() {
    // C84: a run that was interrupted begins again from the start by default.
    assert_eq!(Checkpoints::default(), Checkpoints::None);
    let rule = CheckpointRule::default();
    assert_eq!(rule.of(hours(48.0), PerHour::new(1.0)), Checkpoints::None);
}

#[test]
fn saving_and_fetching_take_bytes_over_rates() {
    // States of 8 billion weights at 14 bytes: 112 GB at 1 GB/s; a quarter each on four.
    near(
        save_time(Bytes::from_gb(112.0), 1).get(),
        112.0 / 3600.0,
        1e-12,
    );
    near(
        save_time(Bytes::from_gb(112.0), 4).get(),
        28.0 / 3600.0,
        1e-12,
    );
    assert_eq!(save_time(Bytes::ZERO, 0), Hours::ZERO);
    let fetch = |gbit: Option<f64>| {
        fetch_time(Bytes::from_gb(85.0), gbit.map(BytesPerSecond::from_gbit)).get()
    };
    near(fetch(None), 100.0 / 3600.0, 1e-12);
    near(fetch(Some(100.0)), 100.0 / 3600.0, 1e-12);
    near(fetch(Some(1.0)), 680.0 / 3600.0, 1e-12);
    near(fetch(Some(0.0)), 100.0 / 3600.0, 1e-12);
}
