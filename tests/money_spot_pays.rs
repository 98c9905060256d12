//! When spot pays: every published band, gangs, discounts, the break-even, and spare replicas.

#![allow(clippy::unwrap_used, reason = "a test stops where there is no value")]

use kasuan::cost::spot::{
    CheckpointRule, Checkpoints, Expected, Hazard, SpotRun, availability, break_even, fleet,
    outlook, price_ratio,
};
use kasuan::units::{Currency, Hours, Money, PerHour, Ratio};

#[path = "money_support/spot.rs"]
mod spot;

use spot::{band, hours, near};

/// What a run costs on spot over what it costs the other way.
fn cost_ratio(spot: Money, other: Money, run: &Expected) -> f64 {
    price_ratio(spot, other).unwrap().get() * run.factor().get()
}

fn run(work: f64, rate: f64, restart: f64, checkpoints: Checkpoints) -> SpotRun {
    SpotRun {
        work: hours(work),
        rate: PerHour::new(rate),
        restart: hours(restart),
        checkpoints,
    }
}

#[track_caller]
fn billed(run: SpotRun) -> f64 {
    run.expected().unwrap().hours.get()
}

fn usd(text: &str) -> Money {
    Money::from_decimal(text.parse().unwrap(), Currency::USD)
}

/// The bands as published, with the shares that stand for them.
const BANDS: [(f64, Option<f64>, f64); 5] = [
    (0.0, Some(0.05), 0.025),
    (0.05, Some(0.10), 0.075),
    (0.10, Some(0.15), 0.125),
    (0.15, Some(0.20), 0.175),
    (0.20, None, 0.30),
];

// When spot pays.

#[test]
fn one_instance_for_two_days_is_cheaper_on_spot_in_every_band() {
    for (low, high, share) in BANDS {
        let o = outlook(
            Hazard::from_band(&band(low, high)),
            1,
            hours(48.0),
            hours(0.25),
            CheckpointRule::Never,
        );
        let factor = o.expected.expected.unwrap().factor().get();
        let rate = -libm::log(1.0 - share) / 730.0;
        near(
            factor,
            libm::expm1(48.0 * rate) * (1.0 / rate + 0.25) / 48.0,
            1e-9,
        );
        // Between 1.000 and 1.012: little against a price of 10 to 90 % of the other.
        assert!((1.0..1.013).contains(&factor), "{factor}");
        let worst = o.expected.high.unwrap().factor().get();
        assert!(0.9 * worst < 1.0, "{worst}");
    }
}

#[test]
fn sixteen_instances_change_the_answer() {
    // Two weeks in the band "> 20 %", spot at 30 % of the price.
    let hazard = Hazard::from_band(&band(0.20, None));
    let ratio = |instances, rule| {
        let expected = outlook(hazard, instances, hours(336.0), hours(0.25), rule)
            .expected
            .expected
            .unwrap();
        cost_ratio(usd("0.3"), usd("1"), &expected)
    };
    let best = CheckpointRule::Best { save: hours(0.1) };
    near(ratio(1, CheckpointRule::Never), 0.326, 0.01);
    near(ratio(16, CheckpointRule::Never), 1.47, 0.01);
    near(ratio(16, best), 0.312_8, 0.001);
}

#[test]
fn prices_are_compared_after_discount() {
    // C79: spot that rose from 1.06 to 1.56 is below the list price still, and above what the
    // buyer pays with a commitment.
    let (list, plan) = (usd("2.712"), usd("1.50"));
    let calm = run(48.0, 1e-4, 0.25, Checkpoints::None).expected().unwrap();
    let cheaper = |spot: &str, other| cost_ratio(usd(spot), other, &calm) < 1.0;
    assert!(cheaper("1.06", list) && cheaper("1.06", plan));
    assert!(cheaper("1.56", list) && !cheaper("1.56", plan));
    assert_eq!(price_ratio(usd("0.5"), usd("2")), Some(Ratio::new(0.25)));
    assert_eq!(price_ratio(usd("0"), usd("2")), None);
    assert_eq!(price_ratio(usd("1"), usd("0")), None);
    assert_eq!(
        price_ratio(usd("1"), Money::from_micros(1, Currency::CNY)),
        None
    );
}

#[test]
fn what_is_not_known_is_shown_as_a_range() {
    // C71: one figure for spot hides how far it may be off.
    let o = outlook(
        Hazard::assumed(),
        16,
        hours(336.0),
        hours(0.25),
        CheckpointRule::Best { save: hours(0.1) },
    );
    assert!(o.assumed);
    let [low, expected, high] =
        [o.expected.low, o.expected.expected, o.expected.high].map(|e| e.unwrap().hours);
    assert!(low < expected && expected < high);
    // The interval is chosen once, for the expected rate.
    assert_eq!(o.runs.low.checkpoints, o.runs.high.checkpoints);
    let chance = o.chance_within(hours(346.0));
    assert!(chance.low < chance.expected && chance.expected < chance.high);
}

#[test]
fn break_even_by_hand() {
    let at = |ratio: f64| {
        break_even(
            Ratio::new(ratio),
            hours(48.0),
            Hours::ZERO,
            CheckpointRule::Never,
        )
        .unwrap()
        .get()
    };
    // (eˣ − 1) ÷ x is 3.333 at 2.068, 10 at 3.615, 2 at 1.2564.
    near(at(0.3), 23.2, 0.01);
    near(at(0.1), 13.3, 0.01);
    near(at(0.5), 48.0 / 1.256_431, 1e-6);
}

#[test]
fn at_the_break_even_both_cost_the_same() {
    for rule in [
        CheckpointRule::Never,
        CheckpointRule::Every {
            interval: hours(2.0),
            save: hours(0.05),
        },
        CheckpointRule::Best { save: hours(0.05) },
    ] {
        for ratio in [0.1, 0.3, 0.7, 0.95] {
            let between = break_even(Ratio::new(ratio), hours(48.0), hours(0.3), rule).unwrap();
            let rate = PerHour::new(1.0 / between.get());
            let checkpoints = rule.of(hours(48.0), rate);
            let factor = billed(run(48.0, rate.get(), 0.3, checkpoints)) / 48.0;
            near(factor * ratio, 1.0, 1e-6);
        }
    }
}

#[test]
fn checkpoints_let_spot_pay_at_more_interruptions() {
    let at = |rule| break_even(Ratio::new(0.3), hours(48.0), hours(0.3), rule).unwrap();
    assert!(at(CheckpointRule::Best { save: hours(0.05) }) < at(CheckpointRule::Never) / 10.0);
}

#[test]
fn break_even_is_none_where_spot_is_never_cheaper() {
    let never = CheckpointRule::Never;
    let at =
        |ratio: f64, work: f64, rule| break_even(Ratio::new(ratio), hours(work), hours(0.1), rule);
    for ratio in [-1.0, 0.0, 1.0, 5.0] {
        assert_eq!(at(ratio, 48.0, never), None);
    }
    assert_eq!(at(0.5, 0.0, never), None);
    // Saves of a whole interval double the hours before any interruption.
    let slow = CheckpointRule::Every {
        interval: hours(1.0),
        save: hours(1.0),
    };
    assert_eq!(at(0.6, 48.0, slow), None);
    assert!(at(0.4, 48.0, slow).is_some());
    assert!(at(0.5, 1e9, never).is_some() && at(1e-9, 1e-3, never).is_some());
}

// Serving.

#[test]
fn spares_by_hand() {
    near(
        availability(PerHour::new(0.1), hours(0.1)).get(),
        1.0 / 1.01,
        1e-12,
    );
    let spares = |needed, pools| {
        let f = fleet(
            needed,
            PerHour::new(0.1),
            hours(0.1),
            pools,
            Ratio::new(0.999),
        )
        .unwrap();
        (f.spares(), f.cost_factor().get())
    };
    // Of two, both are down in 0.0098 % of the time.
    assert_eq!(spares(1, 1), (1, 2.0));
    // Of 11, at most one down: 0.99492; of 12, at most two: 0.99980.
    assert_eq!(spares(10, 1), (2, 1.2));
    // Two pools: each holds the load alone. Three: five each; six: two each would hold it, and
    // that is what 12 over 6 are.
    assert_eq!(spares(10, 2), (10, 2.0));
    assert_eq!(spares(10, 3), (5, 1.5));
    assert_eq!(spares(10, 6), (2, 1.2));
    // More pools than are of use: one each.
    assert_eq!(spares(10, 100), (90, 10.0));
    assert_eq!(spares(0, 3), (0, 1.0));
}

#[test]
fn a_fleet_is_no_smaller_with_more_interruptions_or_a_higher_target() {
    let total = |needed, rate: f64, target: f64| {
        fleet(
            needed,
            PerHour::new(rate),
            hours(0.2),
            1,
            Ratio::new(target),
        )
        .unwrap()
        .total
    };
    for needed in [1, 3, 40, 5000] {
        let mut last = needed;
        for rate in [0.0, 1e-4, 0.01, 0.3, 2.0] {
            let fewest = total(needed, rate, 0.999);
            assert!(fewest >= last && fewest > needed);
            assert!(total(needed, rate, 0.99999) >= fewest);
            last = fewest;
        }
    }
}

#[test]
fn a_load_that_spot_cannot_hold_has_no_fleet() {
    let with =
        |rate: f64, target: f64| fleet(4, PerHour::new(rate), hours(24.0), 1, Ratio::new(target));
    assert_eq!(with(60.0, 0.999), None);
    assert_eq!(with(0.01, 1.1), None);
    assert!(with(0.01, 0.999).is_some());
    assert!(fleet(u32::MAX, PerHour::ZERO, Hours::ZERO, 1, Ratio::new(0.9)).is_some());
}
