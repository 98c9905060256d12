//! Ties, what moves the answer most, and steadiness, on the shipped catalog.

#![allow(clippy::expect_used, reason = "a test stops at what it lacks")]

mod support;

use kasuan::query::{DEFAULT_CONCURRENCY, Query, scaled};
use kasuan::rank::{Candidate, Warning, answer, moves};
use kasuan::units::{Decimal, Money, Ratio};
use std::collections::BTreeSet;
use support::{CATALOG, ask, offer, query, today};

fn dollars(money: Option<Money>) -> f64 {
    money.expect("a sum").to_f64()
}

/// A5: what overlaps the first is tied with it, in every order, and nothing else is.
#[test]
fn ties_are_overlapping_ranges() {
    for order in ["cost", "speed", "value", "steady", "balanced"] {
        let answer = ask(&format!("rps=2&sort={order}"));
        let (first, others) = answer.candidates.split_first().expect("offers");
        let tied = others.iter().filter(|c| c.tied).count();
        assert_eq!(tied as u32, answer.tied);
        assert_eq!(first.tied, tied > 0);
        assert!(tied < others.len(), "{order}: everything is tied");
        for other in others {
            let stale = other.warnings.contains(&Warning::VeryOldPrice);
            let overlaps = match order {
                "cost" => {
                    let (a, b) = (first.total_range, other.total_range);
                    a.low <= b.high && b.low <= a.high
                }
                "speed" => first.rate.low <= other.rate.high,
                "steady" => first.steadiness == other.steadiness,
                _ => continue,
            };
            assert_eq!(
                other.tied,
                overlaps && !stale,
                "{order} {}",
                offer(other).id
            );
        }
    }
    // With a range there are ties, and the first may be the only one within its own.
    assert!(ask("rps=2").tied > 0);
    let alone = ask("prov=aws&gpu=v100-32gb&w=vram&vram=20&gpuh=10");
    assert_eq!((alone.candidates.len(), alone.tied), (1, 0));
    assert!(!alone.candidates[0].tied);
}

/// The total of the same offer in a whole ranking of a changed question.
fn total_of(changed: &Query, candidate: &Candidate) -> Option<Money> {
    let changed = Query {
        budget: None,
        ..changed.clone()
    };
    answer(&CATALOG, &changed, today())
        .candidates
        .into_iter()
        .find(|c| c.offer == candidate.offer)
        .map(|c| c.total)
}

/// A5: the ends of an input are what the whole ranking says of them.
#[test]
fn what_moves_the_answer_is_what_the_ranking_says() {
    let mut named = BTreeSet::new();
    for link in [
        "rps=2",
        "tpd=3000000&prov=aws&mon=18",
        "w=finetune&tok=1&use=job&pay=spot",
        "w=render&frames=1000&use=job&eg=5000&tier=cloud",
        "con=40&grow=5&mon=24",
        "use=office&con=60&pay=od",
        "w=vram&vram=75&gpuh=100&gpu=h100&cnt=1",
    ] {
        let asked = query(link);
        let ranked = answer(&CATALOG, &asked, today());
        let first = &ranked.candidates[0];
        let moved = moves(&CATALOG, &asked, today(), first);
        assert!((1..=3).contains(&moved.len()), "{link}: {moved:?}");
        let spread = |m: &kasuan::rank::Moved| {
            m.high
                .map_or(i64::MAX, |high| high.micros() - m.low.micros())
        };
        assert!(
            moved.windows(2).all(|m| spread(&m[0]) >= spread(&m[1])),
            "{link}"
        );
        for input in &moved {
            named.insert(input.key);
            assert!(spread(input) > 0, "{link}: {input:?}");
            assert!(input.low.micros() <= first.total.micros());
            let mut stated = asked.clone();
            match input.key {
                "speed" | "price" | "lam" => continue,
                "con" => {
                    stated.concurrency.get_or_insert(DEFAULT_CONCURRENCY);
                }
                "hpd" => {
                    stated.hours_per_day.get_or_insert(Decimal::from_int(8));
                }
                _ => {}
            }
            let by = if input.key == "mon" { 0.25 } else { 0.2 };
            let ends = [1.0 - by, 1.0 + by].map(|factor| {
                let changed = scaled(&stated, input.key, Ratio::new(factor)).expect("a number");
                total_of(&changed, first)
            });
            let high = ends.iter().all(Option::is_some).then(|| {
                let most = ends.iter().flatten().map(|m| m.micros()).max();
                most.expect("ends").max(first.total.micros())
            });
            let least = ends.iter().flatten().map(|m| m.micros()).min();
            let least = least.unwrap_or(i64::MAX).min(first.total.micros());
            assert_eq!(input.low.micros(), least, "{link}: {input:?}");
            assert_eq!(input.high.map(Money::micros), high, "{link}: {input:?}");
        }
    }
    for key in ["speed", "price", "mon", "vram", "frames"] {
        assert!(named.contains(key), "{named:?}");
    }
}

#[test]
fn speed_and_price_move_by_their_own_ranges() {
    // A job costs as many hours as its speed asks for.
    let asked = query("w=hpc&pflop=500000&use=job&prov=aws&pay=od");
    let ranked = answer(&CATALOG, &asked, today());
    let first = &ranked.candidates[0];
    let moved = moves(&CATALOG, &asked, today(), first);
    let speed = moved.iter().find(|m| m.key == "speed").expect("the speed");
    let rate = first.replica_speed.rate;
    let total = first.total.to_f64();
    let near = |value: f64, expected: f64| (value / expected - 1.0).abs() < 1e-4;
    assert!(near(
        speed.low.to_f64(),
        total * (rate.expected / rate.high)
    ));
    assert!(near(
        dollars(speed.high),
        total * (rate.expected / rate.low)
    ));
    // 1 % a month since the price was read.
    let asked = query("");
    let ranked = answer(&CATALOG, &asked, today());
    let first = &ranked.candidates[0];
    let moved = moves(&CATALOG, &asked, today(), first);
    let price = moved.iter().find(|m| m.key == "price").expect("the price");
    let drift = f64::from(first.signs.months_old) * 0.01;
    assert!(drift > 0.0);
    assert!(near(
        price.low.to_f64(),
        first.total.to_f64() * (1.0 - drift)
    ));
    assert!(near(
        dollars(price.high),
        first.total.to_f64() * (1.0 + drift)
    ));
}

#[test]
fn the_budget_does_not_hide_an_end() {
    let asked = query("rps=2&budget=1100");
    let ranked = answer(&CATALOG, &asked, today());
    let first = &ranked.candidates[0];
    for input in moves(&CATALOG, &asked, today(), first) {
        assert!(input.high.is_some(), "{input:?}");
    }
}

/// Spot is as steady as it is likely to stay, and never steadier than on demand.
#[test]
fn spot_is_steadier_with_fewer_interruptions() {
    let steadiness = |link: &str| {
        let answer = ask(link);
        answer
            .candidates
            .iter()
            .map(|c| (c.offer, c.steadiness.whole()))
            .collect::<std::collections::BTreeMap<_, _>>()
    };
    let base = "prov=aws&gpu=a10g,l4&tier=cloud";
    let firm = steadiness(&format!("{base}&pay=od"));
    let mut last = firm.clone();
    let mut compared = 0;
    for rate in ["0.0001", "0.001", "0.01"] {
        let now = steadiness(&format!("{base}&pay=spot&lam={rate}"));
        for (offer, steadiness) in &now {
            if let Some(before) = last.get(offer) {
                assert!(steadiness < before);
                compared += 1;
            }
        }
        last = now;
    }
    assert!(compared > 10, "{compared}");
}
