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
        "use=week&wk=20x8.60x10.30x6~7&rps=90",
        "use=week&wk=20x8.60x10.30x6~7&con=1000&int=40&pay=od,spot",
        "use=week&wk=20x8.60x10.30x6~7&con=1000&scale=fixed",
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

/// A week need not reach the level that its rate belongs to: what is shown is what occurs.
#[test]
fn the_peak_is_the_highest_level_that_occurs() {
    for (week, plain) in [
        ("rps=40&use=week&wk=50x168", "rps=20"),
        ("con=300&use=week&wk=50x168", "con=150"),
        ("con=300&use=week&wk=50x168&head=40", "con=150&head=40"),
        (
            "m=bert-large&rps=40&use=week&wk=25x168",
            "m=bert-large&rps=10",
        ),
        // With the levels halved and the rate doubled, the same; an average over a day says nothing
        // of the levels, so that only their shares count.
        (
            "rps=40&use=week&wk=10x8.40x10.20x6~7",
            "rps=16&use=week&wk=25x8.100x10.50x6~7",
        ),
        (
            "tpd=300000000&use=week&wk=10x8.40x10.20x6~7",
            "tpd=300000000&use=week&wk=25x8.100x10.50x6~7",
        ),
        (
            "rps=40&use=week&wk=10x8.40x10.20x6~7&scale=fixed",
            "rps=16&use=week&wk=25x8.100x10.50x6~7&scale=fixed",
        ),
        (
            "rps=40&use=week&wk=50x168&pay=spot&tier=cloud",
            "rps=20&pay=spot&tier=cloud",
        ),
    ] {
        let (week, plain) = (ask(week), ask(plain));
        assert!(week.candidates.len() > 50);
        assert_eq!(week.candidates.len(), plain.candidates.len());
        for (a, b) in week.candidates.iter().zip(&plain.candidates) {
            assert_eq!(a.offer, b.offer);
            let shown = |c: &Candidate| {
                let risk = c.risk.map(|risk| risk.spares);
                (c.instances, c.most_instances, c.plan, c.sequences, risk)
            };
            assert_eq!(shown(a), shown(b), "{}", offer(a).id);
            let same = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
            assert!(same(a.total.to_f64(), b.total.to_f64()));
            assert!(same(a.per_hour.to_f64(), b.per_hour.to_f64()));
            assert!(same(a.rate.expected.get(), b.rate.expected.get()));
            assert!(same(a.peak.replicas.get(), b.peak.replicas.get()));
        }
        let api = |answer: &Answer| -> Vec<f64> {
            let rows = answer.alternatives.api.iter();
            rows.map(|row| row.volume.output.get()).collect()
        };
        for (a, b) in api(&week).iter().zip(api(&plain)) {
            assert!((a / b - 1.0).abs() < 1e-9);
        }
        assert_eq!(
            week.alternatives.cpu.map(|cpu| cpu.instances),
            plain.alternatives.cpu.map(|cpu| cpu.instances)
        );
    }
}

/// All units of a growing load cost what the project does.
#[test]
fn units_are_those_of_the_load_as_it_grows() {
    let load = |months: f64, growth: f64| -> f64 {
        let each = |month: f64| libm::pow(growth, month) * (months - month).min(1.0);
        (0..12)
            .map(f64::from)
            .filter(|m| *m < months)
            .map(each)
            .sum()
    };
    for (link, months, growth) in [
        ("rps=3&grow=15&mon=9.5&pay=od", 9.5, 1.15),
        ("rps=3&grow=100&mon=4&pay=od", 4.0, 2.0),
        ("rps=3&mon=9.5&pay=od", 9.5, 1.0),
        // Half of each term lies after the project, and is paid for its work.
        ("rps=3&mon=6&pay=c1", 6.0, 1.0),
    ] {
        let tokens = 3.0 * 512.0 * 730.0 * 3600.0 * load(months, growth);
        for c in ask(link).candidates.iter().take(100) {
            let all = c.unit_cost.unwrap().exact.get() * tokens / 1e6;
            let total = c.total.to_f64();
            assert!((all / total - 1.0).abs() < 1e-5, "{link}: {all} {total}");
        }
    }
}

/// What runs at once is paid for at once: spares too.
#[test]
fn spares_are_in_the_hourly_price() {
    let answer = ask("rps=5&out=300&prov=aws&pay=spot&pools=3");
    assert!(answer.candidates.iter().any(|c| c.risk.unwrap().spares > 0));
    for c in &answer.candidates {
        let (hour, month) = (c.per_hour.to_f64(), c.per_month.to_f64());
        assert!((hour * 730.0 / month - 1.0).abs() < 1e-3, "{hour} {month}");
    }
}

/// Headroom over a number of sequences is room on the replicas that there are, before it is more
/// of them.
#[test]
fn headroom_over_sequences_is_room_first() {
    let link = |con: u32, head: u32| format!("con={con}&ctx=2048&head={head}&pay=od&cnt=1");
    let (four, six) = (ask(&link(4, 50)), ask(&link(6, 0)));
    for c in &six.candidates {
        let with_room = four.candidates.iter().find(|other| other.offer == c.offer);
        assert_eq!(with_room.unwrap().instances, c.instances, "{}", offer(c).id);
    }
    assert!(six.candidates.iter().filter(|c| c.instances == 1).count() > 50);
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

/// A job that spot would draw out beyond the months with a discount is not dearer for allowing it.
#[test]
fn allowing_spot_costs_no_more_than_the_rest_alone() {
    let link = "w=vram&vram=20&gpuh=20000&dl=1000&pay=od,spot,c3,sub&fm=1&fmd=20&tier=cloud,market";
    let (all, firm) = (ask(link), ask(&format!("{link}&int=0")));
    let mut spot = 0;
    for c in &all.candidates {
        spot += usize::from(c.risk.is_some());
        let flow = cash_flow(&CATALOG, &query(link), c, today()).unwrap();
        let paid: i64 = flow.iter().map(|month| month.micros()).sum();
        assert_eq!(paid, c.total.micros(), "{}", offer(c).id);
        let mut others = firm.candidates.iter();
        if let Some(other) = others.find(|other| other.offer == c.offer) {
            assert!(c.total.micros() <= other.total.micros(), "{}", offer(c).id);
        }
    }
    assert!(spot > 10, "{spot}");
}
