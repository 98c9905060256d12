//! Advice against the usual mistakes, the questions that mend them, ties, and what moves the answer
//! most, on the shipped catalog.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::catalog::InstanceLink;
use kasuan::cost;
use kasuan::query::{DEFAULT_CONCURRENCY, Query, decode, encode, scaled};
use kasuan::rank::{
    Advice, AdviceUnit, Answer, Candidate, Mend, Warning, advise, answer, mend, moves,
};
use kasuan::units::{Decimal, Money, Ratio};
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeSet;
use support::{CATALOG, ask, offer, query, today};

fn advice_of(link: &str) -> (Answer, Vec<Advice>) {
    let answer = ask(link);
    let first = answer.candidates.first().expect("an offer");
    let advice = advise(&CATALOG, &query(link), today(), &answer, first);
    (answer, advice)
}

#[track_caller]
fn find(advice: &[Advice], code: Warning) -> Advice {
    *advice
        .iter()
        .find(|a| a.code == code)
        .unwrap_or_else(|| panic!("no {} in {advice:?}", code.code()))
}

fn mended(asked: &Query, answer: &Answer, code: Warning) -> Option<Mend> {
    mend(
        &CATALOG,
        asked,
        today(),
        answer,
        &answer.candidates[0],
        code,
    )
}

#[track_caller]
fn is_near(value: f64, expected: f64) {
    let off = (value - expected).abs();
    assert!(
        off <= 1e-6 * expected.abs().max(1.0),
        "{value} is not {expected}"
    );
}

fn dollars(money: Option<Money>) -> f64 {
    money.expect("a sum").to_f64()
}

/// Asks what mends each mistake, and asks that as a link: the mistake must be gone. Returns the
/// mistakes that were found and those that were mended.
fn check(link: &str) -> Result<(BTreeSet<Warning>, BTreeSet<Warning>), TestCaseError> {
    let asked = query(link);
    let ranked = answer(&CATALOG, &asked, today());
    let (mut found, mut gone) = (BTreeSet::new(), BTreeSet::new());
    let Some(first) = ranked.candidates.first() else {
        return Ok((found, gone));
    };
    for advice in advise(&CATALOG, &asked, today(), &ranked, first) {
        let code = advice.code;
        prop_assert!(first.warnings.contains(&code));
        found.insert(code);
        if let (Some(value), Some(limit)) = (advice.value, advice.limit) {
            let is_share = [Warning::UnderThirtyPercent, Warning::CpuWouldDo].contains(&code);
            let above = if is_share {
                value < limit
            } else {
                value >= limit
            };
            prop_assert!(above, "{link}: {advice:?}");
        }
        prop_assert!(
            advice.money.is_none_or(|m| m.micros() >= 0),
            "{link}: {advice:?}"
        );
        prop_assert!(
            advice.hours.is_none_or(|h| h.get() >= 0.0),
            "{link}: {advice:?}"
        );
        let Some(mend) = mended(&asked, &ranked, code) else {
            continue;
        };
        gone.insert(code);
        let decoded = decode(&encode(&mend.query)).known_to(&CATALOG);
        prop_assert!(
            decoded.problems.is_empty(),
            "{link}: {:?}",
            decoded.problems
        );
        prop_assert_eq!(&decoded.query, &mend.query);
        prop_assert!(mend.query != asked);
        let after = answer(&CATALOG, &decoded.query, today());
        let best = after.candidates.first().expect("it was ranked");
        prop_assert!(!best.warnings.contains(&code), "{link}: {}", code.code());
        prop_assert_eq!(best.offer, mend.offer);
        prop_assert_eq!(best.total, mend.total);
    }
    Ok((found, gone))
}

/// Questions that make every mistake there is advice for.
const MISTAKES: &[&str] = &[
    "mon=3&pay=c1&m=llama-3.1-70b",
    "w=finetune&tok=1&use=job&pay=spot&gpu=a100&tier=cloud",
    "w=finetune&tok=1&use=job&stall=30",
    "w=pretrain&m=llama-3.1-70b&method=full&tok=10&use=job&dl=200&prov=alibaba-cloud,tencent-cloud",
    "gpu=h100&m=qwen2.5-0.5b&con=4",
    "gpu=h100&m=qwen2.5-0.5b&rps=0.2",
    "rps=0.05",
    "tpd=200000&prov=aws&pay=od",
    "use=office&pay=sub&reg=cn",
    "at=eu&rps=2",
    "",
    "prov=ovhcloud,genesis-cloud",
    "sort=speed&m=qwen2.5-7b&con=2",
];

#[test]
fn every_mistake_is_found_and_mended() {
    let (mut found, mut gone) = (BTreeSet::new(), BTreeSet::new());
    for link in MISTAKES {
        let (here, mended) = check(link).expect("the mistake is gone");
        found.extend(here);
        gone.extend(mended);
    }
    let all = BTreeSet::from([
        Warning::CommitTooLong,
        Warning::SpotNoCheckpoint,
        Warning::Starved,
        Warning::SlowNetwork,
        Warning::Oversized,
        Warning::ShareCard,
        Warning::UnderThirtyPercent,
        Warning::FarFromUsers,
        Warning::OldPrice,
    ]);
    assert!(all.is_subset(&found), "{found:?}");
    assert!(all.is_subset(&gone), "{gone:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Whatever is asked: a question that is proposed does not make the mistake.
    #[test]
    fn what_is_proposed_mends(
        work in select(vec![
            "w=serve", "w=serve&rps=0.3", "w=serve&tpd=3000000", "w=serve&con=3&tpot=60",
            "w=serve&m=qwen2.5-0.5b&rps=1", "w=finetune&tok=0.5", "w=finetune&tok=0.5&use=job&stall=20",
            "w=pretrain&tok=3&use=job&dl=100", "w=image&m=sdxl&imgs=50&use=job", "w=hpc&pflop=5000&use=job",
            "w=vram&vram=30&gpuh=200", "w=render&frames=2000&use=recurring",
        ]),
        pay in select(vec!["", "&pay=od", "&pay=spot", "&pay=c1,c3&mon=5", "&pay=sub", "&pay=od,spot,c1"]),
        limit in select(vec!["", "&gpu=h100", "&reg=cn", "&cnt=8", "&at=na", "&prov=aws&at=eu", "&tier=market,community"]),
        order in select(vec!["", "&sort=speed", "&sort=steady", "&sort=value"]),
    ) {
        let link = format!("{work}{pay}{limit}{order}");
        check(&link)?;
    }
}

#[test]
fn little_use_is_work_over_paid_capacity() {
    let (answer, advice) = advice_of("rps=0.05");
    let first = &answer.candidates[0];
    let advice = find(&advice, Warning::UnderThirtyPercent);
    // 0.05 requests of 512 tokens a second, around the clock, of what the one instance could do.
    let used = 0.05 * 512.0 / first.rate.expected.get();
    is_near(advice.value.expect("a share").get(), used);
    is_near(dollars(advice.money), first.total.to_f64() * (1.0 - used));
    assert_eq!(advice.limit, Some(Ratio::new(0.3)));
    // Headroom is bought on purpose, and growth comes later: neither is work.
    let used = |link: &str| ask(link).candidates[0].signs.used.expect("a share").get();
    assert!(used("rps=0.05&grow=10&mon=24") > 1.5 * used("rps=0.05&mon=24"));
    is_near(used("rps=0.05&head=40"), used("rps=0.05"));
    // Forty hours of use on a month that is paid for.
    let (_, advice) = advice_of("use=office&pay=sub&reg=cn");
    let share = find(&advice, Warning::UnderThirtyPercent)
        .value
        .expect("a share");
    is_near(share.get(), 40.0 / 168.0);
    // How much work so many sequences are nobody said: all hours count as used.
    is_near(used(""), 1.0);
    // Of a job without an amount of work nothing is said either.
    assert_eq!(ask("w=finetune&use=job").candidates[0].signs.used, None);
}

#[test]
fn a_commitment_beyond_the_project_is_told_in_money() {
    let (answer, advice) = advice_of("mon=3&pay=c1&m=llama-3.1-70b");
    let advice = find(&advice, Warning::CommitTooLong);
    // Nine months of twelve.
    is_near(advice.value.expect("a share").get(), 0.75);
    is_near(
        dollars(advice.money),
        answer.candidates[0].total.to_f64() * 0.75,
    );
    // It is not called little use as well: within the project it is used.
    assert!(answer.candidates[0].signs.used.expect("a share").get() > 0.99);
}

#[test]
fn waiting_for_data_is_told_in_hours_and_money() {
    let link = "w=finetune&tok=1&use=job&stall=30";
    let (answer, advice) = advice_of(link);
    let first = &answer.candidates[0];
    let advice = find(&advice, Warning::Starved);
    let hours = first.hours_total.get() * f64::from(first.instances) * 0.3;
    is_near(advice.hours.expect("hours").get(), hours);
    is_near(dollars(advice.money), first.total.to_f64() * 0.3);
    let mend = mended(&query(link), &answer, Warning::Starved).expect("a way out");
    assert_eq!(encode(&mend.query), "w=finetune&tok=1&use=job");
    // Hours that are said include all waiting, and a little waiting is no mistake.
    for link in [
        "w=vram&vram=20&gpuh=100&stall=30",
        "w=finetune&tok=1&use=job&stall=9",
    ] {
        assert!(!ask(link).candidates[0].warnings.contains(&Warning::Starved));
    }
}

#[test]
fn spot_without_checkpoints_loses_hours_and_daly_saves_some() {
    let link = "w=finetune&m=llama-3.1-70b&tok=1&use=job&pay=spot&lam=0.01&int=100";
    let (answer, advice) = advice_of(link);
    let first = &answer.candidates[0];
    let risk = first.risk.expect("spot");
    let advice = find(&advice, Warning::SpotNoCheckpoint);
    let lost = 1.0 - 1.0 / risk.factor.expected.get();
    is_near(advice.value.expect("a share").get(), lost);
    is_near(dollars(advice.money), first.total.to_f64() * lost);
    let run = risk.run.expect("a run").expected.expected.expect("it ends");
    let hours = (run.lost + run.restarting).get() * f64::from(first.instances);
    // Bills are rounded to what the provider counts in.
    let told = advice.hours.expect("hours").get();
    assert!((told / hours - 1.0).abs() < 1e-3, "{told} {hours}");
    let mend = mended(&query(link), &answer, Warning::SpotNoCheckpoint).expect("a way out");
    let interval = mend.query.checkpoint_hours.expect("an interval").to_f64();
    let rate = risk.run.expect("a run").runs.expected.rate;
    let daly = cost::spot::daly(rate, risk.save)
        .expect("interruptions")
        .get();
    assert!((interval / daly - 1.0).abs() < 0.01, "{interval} {daly}");
    assert!(mend.total.micros() < first.total.micros());
}

#[test]
fn memory_is_held_against_what_the_load_takes() {
    // Eight sequences need one copy of the weights: the other cards of a host are idle.
    let times = |link: &str| {
        let answer = ask(link);
        let first = answer.candidates.first().expect("an offer").clone();
        (first.signs.memory.get(), first)
    };
    let (memory, first) = times("gpu=h100&cnt=8&con=8");
    let footprint = first.footprint;
    let (shards, replicas) = (f64::from(first.plan.shards), f64::from(first.plan.replicas));
    assert!(replicas > 1.0 && shards * replicas > 7.0);
    let taken = (footprint.total.expected + footprint.cache * (replicas - 1.0)) * shards;
    is_near(memory, first.usable * 8.0 / taken);
    assert!(first.warnings.contains(&Warning::Oversized));
    // A rate that keeps all of them busy needs all copies.
    let (memory, first) = times("gpu=h100&cnt=8&rps=60");
    assert!(
        memory < 3.0 && !first.warnings.contains(&Warning::Oversized),
        "{memory}"
    );
    // Training and rendering divide their work over all cards.
    let (memory, first) = times("w=render&frames=1000&use=job&gpu=l4&cnt=8");
    is_near(memory, first.usable / first.footprint.total.expected);
}

#[test]
fn loads_share_a_card_by_memory_and_by_speed() {
    let (answer, advice) = advice_of("gpu=h100&m=qwen2.5-0.5b&rps=1");
    let first = &answer.candidates[0];
    let advice = find(&advice, Warning::ShareCard);
    assert_eq!(advice.unit, AdviceUnit::Loads);
    let busy = 512.0 / first.replica_speed.rate.expected.get();
    let by_speed = (1.0 / busy).floor();
    let by_memory = first.signs.memory.get().floor();
    is_near(advice.value.expect("loads").get(), by_speed.min(by_memory));
    // Nobody said how fast it must be: nothing is said about sharing.
    assert_eq!(
        ask("gpu=h100&m=qwen2.5-0.5b&con=4").candidates[0]
            .signs
            .loads,
        1
    );
    // A target bounds the sequences that share the card.
    let strict = ask("gpu=h100&m=qwen2.5-0.5b&con=4&tpot=2.6").candidates[0]
        .signs
        .loads;
    let loose = ask("gpu=h100&m=qwen2.5-0.5b&con=4&tpot=50").candidates[0]
        .signs
        .loads;
    assert!(strict <= loose && loose >= 2, "{strict} {loose}");
}

#[test]
fn hosts_that_wait_for_each_other_are_told() {
    let answer = ask("w=pretrain&m=llama-3.1-70b&method=full&tok=10&use=job&dl=200&tier=cloud");
    let several = |c: &&Candidate| c.instances > 1;
    let mut seen = 0;
    for candidate in answer.candidates.iter().filter(several) {
        let share = candidate.signs.exchange.expect("several hosts").get();
        assert!((0.0..=1.0).contains(&share));
        let limit = match offer(candidate).link {
            InstanceLink::Pcie | InstanceLink::Nvlink => 0.05,
            InstanceLink::Unknown | InstanceLink::Rdma => 0.2,
        };
        let slow = candidate.warnings.contains(&Warning::SlowNetwork);
        assert_eq!(slow, share > limit, "{}", offer(candidate).id);
        seen += usize::from(slow);
    }
    assert!(seen > 10);
    for candidate in answer.candidates.iter().filter(|c| c.instances == 1) {
        assert_eq!(candidate.signs.exchange, None);
    }
}

#[test]
fn a_region_that_is_not_known_is_not_far() {
    let answer = ask("at=eu");
    for candidate in &answer.candidates {
        let place = offer(candidate).region.group.map(|g| g.word());
        let far = candidate.warnings.contains(&Warning::FarFromUsers);
        assert_eq!(far, place.is_some_and(|place| place != "eu"), "{place:?}");
    }
    let link = "at=eu&rps=2";
    let answer = ask(link);
    let mend = mended(&query(link), &answer, Warning::FarFromUsers).expect("a way out");
    assert_eq!(encode(&mend.query), "rps=2&reg=eu&at=eu");
}

/// A7: a small model at low load belongs on processors; what they cost is beside the answer.
#[test]
fn processors_that_would_do_are_told() {
    let link = "m=qwen2.5-0.5b&wq=q4_k_m&eng=llamacpp&con=1&ctx=2048&gpu=h100";
    let (answer, advice) = advice_of(link);
    let first = &answer.candidates[0];
    let cpu = answer.alternatives.cpu.expect("a host");
    assert!(cpu.cheaper);
    let advice = find(&advice, Warning::CpuWouldDo);
    let (cpu, rent) = (cpu.total.to_f64(), first.total.to_f64());
    is_near(advice.value.expect("a share").get(), cpu / rent);
    is_near(dollars(advice.money), rent - cpu);
    // It is said of those that cost more, and of no other.
    let answer = ask("m=qwen2.5-7b&wq=q4_k_m&eng=llamacpp&con=1&ctx=2048");
    let cpu = answer.alternatives.cpu.expect("a host").total;
    let (mut dearer, mut cheaper) = (0, 0);
    for candidate in &answer.candidates {
        let told = candidate.warnings.contains(&Warning::CpuWouldDo);
        assert_eq!(told, candidate.total.micros() > cpu.micros());
        *(if told { &mut dearer } else { &mut cheaper }) += 1;
    }
    assert!(dearer > 0 && dearer + cheaper == answer.candidates.len());
    // Nothing is known of processors for training.
    assert!(ask("w=finetune&tok=1&use=job").alternatives.cpu.is_none());
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
            .map(|c| (c.offer, c.steadiness))
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
