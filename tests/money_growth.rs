//! Loads that move and grow: what many groups of instances need, and that more is never less.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops where there is no value"
)]

mod support;

use kasuan::demand::{Demand, Peak, Profile, Week, counts};
use kasuan::rank::{Answer, Candidate};
use kasuan::units::{Hours, Ratio};
use support::{CATALOG, ask, query};

/// A load of so many instances at its peak, with its instance-hours counted hour by hour.
fn profile(link: &str, replicas: f64) -> (Profile, f64, f64) {
    let query = query(link);
    let Demand::Load { week, project } = Demand::of(&query) else {
        panic!("{link} is no load");
    };
    let peak = Peak {
        replicas: Ratio::new(replicas),
        per_instance: 1,
        together: 1,
    };
    let months = counts(&query, &week, project, peak).len() / levels(&week);
    let (mut hours, mut factor) = (0.0, 1.0);
    for _ in 0..months {
        for cell in week.cells().iter().filter(|cell| cell.used > Ratio::ZERO) {
            let needed = (replicas * factor * cell.level.get() - 1e-6)
                .ceil()
                .max(1.0);
            hours += needed * cell.used.get() * 730.0 / 168.0;
        }
        factor *= query.load.growth().get();
    }
    let first = Profile::week(&query, &week, peak);
    let before = first.iter().cycle().skip(167);
    let rises = first.iter().zip(before).map(|(now, before)| {
        let more = now.saturating_sub(*before);
        f64::from(more) * 730.0 / 168.0
    });
    let rises = rises.sum();
    (Profile::of_load(&query, &week, project, peak), hours, rises)
}

/// How many levels occur in a week.
fn levels(week: &Week) -> usize {
    let mut levels: Vec<Ratio> = Vec::new();
    for cell in week.cells().iter().filter(|cell| cell.used > Ratio::ZERO) {
        if !levels.contains(&cell.level) {
            levels.push(cell.level);
        }
    }
    levels.len()
}

#[test]
fn groups_hold_the_hours_and_the_starts_of_their_instances() {
    for (link, replicas) in [
        ("grow=5&mon=36", 20.0),
        (
            "grow=20&mon=12&use=week&wk=10x6.100x4.10x14~5_20x24~2",
            30.0,
        ),
        ("grow=3&mon=120&swing=70", 100.0),
        ("grow=1&mon=7&swing=30&hpd=9", 777.5),
        // One month for all, with more levels than groups.
        (
            "use=week&wk=1.3.7.12.20.33.41.57.63.71.80.88.93.95.97.98.99.100.90.70.50.30.20.10~7&mon=1",
            9999.0,
        ),
    ] {
        let (profile, hours, rises) = profile(link, replicas);
        let found = profile.hours().get();
        assert!(
            (found - hours).abs() < 1e-9 * hours,
            "{link}: {found} {hours}"
        );
        let starts = profile.layers.iter();
        let starts: f64 = starts
            .map(|l| l.starts(0).get() * f64::from(l.instances))
            .sum();
        let all = if profile.layers.iter().all(|l| l.booted(0) == Ratio::ZERO) {
            starts
        } else {
            rises
        };
        assert!(
            (starts - all).abs() < 1e-9 * all.max(1.0),
            "{link}: {starts} {all}"
        );
        assert!(profile.layers.len() <= 64, "{link}");
        let mut before = Hours::MONTH;
        for layer in &profile.layers {
            let hours = layer.firm(0) + layer.soft(0);
            assert!(hours <= before, "{link}");
            before = hours;
        }
    }
}

fn of<'a>(answer: &'a Answer, id: &str) -> &'a Candidate {
    let mut all = answer.candidates.iter();
    all.find(|c| CATALOG.offer(c.offer).id == id).unwrap()
}

/// A load that is followed costs no more than its peak that is held, but for what it costs that the
/// instances of a group are bought alike, where nothing is sold by the hour.
#[test]
fn following_a_growing_load_costs_hardly_more_than_holding_its_peak() {
    let link = "m=llama-3.1-8b&ctx=4096&out=500&rps=123&swing=30&grow=5&mon=36&su=0&pay=c1,sub";
    let (followed, held) = (ask(link), ask(&format!("{link}&scale=fixed")));
    assert!(followed.candidates.len() > 50);
    for c in &followed.candidates {
        let held = of(&held, &CATALOG.offer(c.offer).id);
        let more = c.total.to_f64() / held.total.to_f64();
        assert!(more < 1.03, "{}: {more}", CATALOG.offer(c.offer).id);
    }
}

/// Sequences that come with growth first fill the replicas that are there.
#[test]
fn a_growing_number_of_sequences_fills_its_replicas() {
    let link = "m=llama-3.1-8b&ctx=4096&out=500&con=1&use=office&grow=20&mon=6&pay=od";
    let (plain, roomy) = (ask(link), ask(&format!("{link}&head=30")));
    for c in plain.candidates.iter().take(100) {
        let roomy = of(&roomy, &CATALOG.offer(c.offer).id);
        // 1.2^5 are three sequences, and with headroom four.
        assert_eq!(c.instances, 1);
        assert!(c.total.micros() <= roomy.total.micros());
    }
    let first = plain.candidates.first().unwrap();
    assert_eq!(first.most_instances, 1);
    // What is held to a time per token fills no further than that allows.
    let held = ask(&format!("{link}&tpot=8"));
    let stops = |c: &Candidate| {
        let mut plain = plain.candidates.iter();
        let plain = plain.find(|plain| plain.offer == c.offer);
        plain.is_some_and(|plain| plain.most_instances < c.most_instances)
    };
    assert!(held.candidates.iter().any(|c| stops(c)));
}

/// Of two plans that take as many instances at the peak, the one that takes fewer below it is laid.
#[test]
fn a_plan_is_chosen_for_the_whole_week() {
    let total = |rate: &str| {
        let link = format!(
            "m=llama-3.1-8b&ctx=4096&out=500&rps={rate}&swing=60&mon=6&pay=od&prov=aws&gpu=rtx-pro-4500-blackwell"
        );
        let answer = ask(&link);
        let totals = answer.candidates.iter();
        totals
            .map(|c| (c.offer, c.total.micros()))
            .collect::<Vec<_>>()
    };
    let (less, more) = (total("10"), total("11"));
    assert!(!less.is_empty());
    for (offer, total) in less {
        let (_, more) = more.iter().find(|(other, _)| *other == offer).unwrap();
        assert!(total <= *more, "{}", CATALOG.offer(offer).id);
    }
}

#[test]
fn instances_that_are_kept_running_are_counted_at_the_peak() {
    let kept = ask("w=vram&vram=20&pay=od&floor=3&mon=1");
    let alone = ask("w=vram&vram=20&pay=od&mon=1");
    for c in kept.candidates.iter().take(100) {
        let alone = of(&alone, &CATALOG.offer(c.offer).id);
        assert_eq!((alone.instances, c.instances, c.most_instances), (1, 3, 3));
        let hourly = c.per_hour.to_f64() / alone.per_hour.to_f64();
        assert!((hourly - 3.0).abs() < 1e-4, "{hourly}");
    }
}

/// Instances that come with growth start as often as those of the first month, and time is rounded
/// for each of their starts.
#[test]
fn instances_that_come_later_start_as_well() {
    let profile = |link: &str| {
        let (profile, _, _) = profile(link, 1.0);
        profile
    };
    let days = 365.0 / 12.0;
    let followed = profile("grow=100&mon=3&use=week&wk=0x8.100x10.0x6~7");
    for (month, times) in [(0, 1.0), (1, 2.0), (2, 4.0)] {
        let starts = |booted: bool| -> f64 {
            let layers = followed.layers.iter();
            let each = layers.map(|l| {
                let starts = if booted {
                    l.booted(month)
                } else {
                    l.starts(month)
                };
                starts.get() * f64::from(l.instances)
            });
            each.sum()
        };
        let expected = days * times;
        assert!((starts(false) - expected).abs() < 1e-9, "{month}");
        assert!((starts(true) - expected).abs() < 1e-9, "{month}");
    }
    // Hours that are stated hold their starts.
    let stated = profile("grow=100&mon=3&use=office");
    let last = stated.layers.last().unwrap();
    assert!((last.starts(2).get() - 5.0 * 730.0 / 168.0).abs() < 1e-9);
    assert_eq!((last.starts(0), last.booted(2)), (Ratio::ZERO, Ratio::ZERO));
}
