//! Bills at the edges: free months, full resale, spent credit, old and floor prices, absurd loads.

#![allow(clippy::unwrap_used, reason = "a test stops where there is no value")]

mod support;

use kasuan::catalog::PriceKind;
use kasuan::rank::{Answer, Candidate, Reject, Warning, advise, cash_flow, schedule};
use std::collections::BTreeMap;
use support::{CATALOG, ask, offer, query, today};

fn offers_out(answer: &Answer, reason: Reject) -> u32 {
    let found = answer.rejected.iter().find(|r| r.reason == reason);
    found.map_or(0, |r| r.offers)
}

fn by_offer(answer: &Answer) -> BTreeMap<u16, &Candidate> {
    answer
        .candidates
        .iter()
        .map(|c| (c.offer.0, &**c))
        .collect()
}

#[test]
fn months_that_are_free_are_paid_month_by_month() {
    for link in ["fm=12&fmd=100", "fm=12&fmd=100&xz=1000&tax=13"] {
        let answer = ask(link);
        let query = query(link);
        for c in answer.candidates.iter().take(300) {
            let flow = cash_flow(&CATALOG, &query, c, today()).unwrap();
            assert_eq!(flow.len(), 12, "{link}");
            let sum: i64 = flow.iter().map(|m| m.micros()).sum();
            assert_eq!(sum, c.total.micros(), "{link}");
        }
    }
}

#[test]
fn a_term_whose_rest_is_resold_in_full_is_not_too_long() {
    let warned = |link: &str| {
        let answer = ask(link);
        assert!(!answer.candidates.is_empty());
        let too_long = |c: &Candidate| c.warnings.contains(&Warning::CommitTooLong);
        (
            answer.candidates.iter().filter(|c| too_long(c)).count(),
            answer.candidates.len(),
        )
    };
    let (none, _) = warned("pay=c3&mon=6&resell=100");
    assert_eq!(none, 0);
    let (some, all) = warned("pay=c3&mon=6&resell=99");
    assert_eq!(some, all);
}

#[test]
fn credit_that_pays_for_all_is_not_spent_on_the_dearest() {
    let plain = ask("");
    let credited = ask("credit=1000000");
    let first = credited.candidates.first().unwrap();
    assert_eq!(first.total.micros(), 0);
    assert_eq!(first.offer, plain.candidates.first().unwrap().offer);
    let fresh = credited
        .candidates
        .iter()
        .filter(|c| c.total.micros() == 0 && !c.warnings.contains(&Warning::VeryOldPrice));
    let used: Vec<i64> = fresh.map(|c| c.credit_used.micros()).collect();
    assert!(used.len() > 100 && used.is_sorted());
}

#[test]
fn a_newer_price_forces_nobody_into_a_longer_term() {
    let one = ask("pay=c1");
    let both = ask("pay=c1,c3");
    let (one, both) = (by_offer(&one), by_offer(&both));
    let mut old = 0;
    for (key, year) in one {
        let with_three = both.get(&key).unwrap();
        old += u32::from(year.warnings.contains(&Warning::VeryOldPrice));
        assert!(
            with_three.total.micros() <= year.total.micros(),
            "{}",
            offer(year).id
        );
    }
    assert!(old > 0);
}

#[test]
fn a_floor_binds_nobody_whom_the_exact_row_serves_by_the_hour() {
    let hours = ask("use=office&hpd=1&dpw=1&sort=steady");
    let mut floors = 0;
    for c in &hours.candidates {
        let offer = offer(c);
        let on_demand = offer
            .prices
            .iter()
            .find(|p| p.kind == PriceKind::OnDemand && p.floor);
        floors += u32::from(on_demand.is_some());
        // Where a floor on demand was left out, what is bought in its place costs no more.
        if on_demand.is_some() {
            assert!(
                c.total.micros() <= c.on_demand.unwrap().micros(),
                "{}",
                offer.id
            );
        }
    }
    assert!(floors > 0);
    let always = ask("sort=steady");
    assert!(
        offers_out(&always, Reject::FloorBesideExact)
            < offers_out(&hours, Reject::FloorBesideExact)
    );
}

#[test]
fn the_peak_is_that_of_the_hours_in_use() {
    for link in [
        "swing=100&hpd=5&con=1000",
        "swing=60&hpd=3&rps=20",
        "swing=60&rps=20",
    ] {
        for c in ask(link).candidates.iter().take(50) {
            let week = schedule(&query(link), c).unwrap();
            let most = (0..168).map(|hour| {
                week.iter()
                    .map(|s| s.instances.get(hour).copied().unwrap_or(0))
                    .sum::<u32>()
            });
            assert_eq!(most.max(), Some(c.instances), "{link}");
            assert_eq!(c.most_instances, c.instances, "{link}");
        }
    }
}

#[test]
fn a_load_beyond_counting_is_served_by_nobody() {
    for link in ["rps=1000000", "rps=10&grow=100&mon=120"] {
        let answer = ask(link);
        assert!(
            offers_out(&answer, Reject::TooManyInstances) > 300,
            "{link}"
        );
        for c in &answer.candidates {
            assert!(c.most_instances < 1_000_000, "{link}");
        }
        assert!(answer.ways.is_empty(), "{link}");
    }
    assert_eq!(offers_out(&ask("rps=100"), Reject::TooManyInstances), 0);
}

#[test]
fn memory_is_no_way_out_of_a_price() {
    for link in ["budget=1", "int=0&pay=spot"] {
        let answer = ask(link);
        assert!(
            answer.candidates.is_empty() && answer.ways.is_empty(),
            "{link}"
        );
    }
    let large = ask("m=llama-3.1-405b&wq=fp16&gpu=rtx-4090&cnt=1");
    assert!(large.candidates.is_empty() && !large.ways.is_empty());
}

#[test]
fn a_mistake_costs_no_more_than_the_bill() {
    for link in [
        "pay=c3&mon=0.5&credit=20",
        "pay=c3&mon=0.5&credit=20&tax=50",
        "pay=c3&mon=0.5",
    ] {
        let (query, answer) = (query(link), ask(link));
        let first = answer.candidates.first().unwrap();
        let advice = advise(&CATALOG, &query, today(), &answer, first);
        let advice = advice
            .iter()
            .find(|a| a.code == Warning::CommitTooLong)
            .unwrap();
        let (share, money) = (advice.value.unwrap().get(), advice.money.unwrap());
        assert!(share > 0.9 && share < 1.0, "{link} {share}");
        assert!(money.micros() < first.total.micros(), "{link} {money:?}");
    }
}

#[test]
fn a_discount_on_what_is_not_allowed_makes_nothing_dearer() {
    let job = "w=render&frames=3000&fmin=5&use=job&dl=24&lam=0.01&pay=spot,c3,sub";
    let (less, more) = (
        ask(&format!("{job}&disc=10")),
        ask(&format!("{job}&disc=50")),
    );
    let (less, more) = (by_offer(&less), by_offer(&more));
    let mut compared = 0;
    for (key, dear) in less {
        // Spot alone at the price of on demand is no way to buy.
        let Some(cheap) = more.get(&key) else {
            continue;
        };
        compared += 1;
        assert!(
            cheap.total.micros() <= dear.total.micros(),
            "{}",
            offer(cheap).id
        );
    }
    assert!(compared > 20, "{compared}");
    assert!(ask("pay=spot&disc=80").candidates.len() < ask("pay=spot").candidates.len());
}

/// A job that interruptions draw out is paid in every month that it takes.
#[test]
fn a_job_that_is_drawn_out_is_paid_month_by_month() {
    let answer = ask("w=finetune&use=job&tok=1&pay=spot&lam=60&ckp=best");
    assert!(answer.candidates.len() > 10);
    let mut long = 0;
    for c in answer.candidates.iter().take(60) {
        let round_the_clock = c.per_hour.to_f64() * 730.0;
        assert!(
            c.per_month.to_f64() <= round_the_clock * 1.001,
            "{}: {} of {round_the_clock}",
            offer(c).id,
            c.per_month.to_f64()
        );
        let months = c.project.get() / 730.0;
        let sum = c.per_month.to_f64() * months;
        assert!(
            (sum - c.total.to_f64()).abs() <= 1e-4 * sum,
            "{}",
            offer(c).id
        );
        let hours = c.hours_per_month.get() * months;
        assert!((hours - c.hours_total.get()).abs() <= 1e-6 * hours);
        long += usize::from(months > 1.0);
    }
    assert!(long > 10, "{long}");
}

/// Frames are pieces: nothing is saved, and the chance is that of the queue.
#[test]
fn pieces_have_no_checkpoints() {
    let link = "w=render&frames=4000&fmin=4&use=job&pay=spot&lam=0.1&dl=48";
    let answer = ask(link);
    let query = kasuan::query::decode(link).query;
    let mut seen = 0;
    for c in answer.candidates.iter().take(30) {
        let Some(facts) = c.spot(&query) else {
            continue;
        };
        seen += 1;
        assert_eq!((facts.interval, facts.best_interval), (None, None));
        let chance = facts.chance.unwrap();
        assert!(chance.low <= chance.expected && chance.expected <= chance.high);
        assert!(chance.high.get() <= 1.0 && chance.low.get() >= 0.0);
    }
    assert!(seen > 10, "{seen}");
}

/// Prices beyond counting stay at the end of counting.
#[test]
fn own_hardware_never_costs_less_than_nothing() {
    let answer = ask("card=1000000000&host=1000000000&keep=0.1&rps=1000&mon=120&left=100");
    let own = answer.alternatives.own.unwrap();
    for amount in [own.total.low, own.total.expected, own.total.high] {
        assert!(amount.micros() >= 0, "{amount:?}");
    }
}
