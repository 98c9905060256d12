//! Advice against the usual mistakes, and the questions that mend them, on the shipped catalog.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::catalog::InstanceLink;
use kasuan::cost;
use kasuan::query::{Query, decode, encode};
use kasuan::rank::{Advice, AdviceUnit, Answer, Candidate, Mend, Warning, advise, answer, mend};
use kasuan::units::{Hours, Money, Ratio};
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

/// What the asker's targets are missed by.
const TARGETS: [Warning; 4] = [
    Warning::MissesFirstToken,
    Warning::MissesPerToken,
    Warning::MissesDeadline,
    Warning::SpotMayMiss,
];

/// Whether less lies idle, where that is the mistake.
fn idles_less(old: &Candidate, new: &Candidate, code: Warning) -> bool {
    let (old, new) = (&old.signs, &new.signs);
    match code {
        Warning::Oversized => new.memory < old.memory,
        Warning::ShareCard => new.loads < old.loads,
        Warning::UnderThirtyPercent => new.used > old.used,
        _ => false,
    }
}

/// Asks what mends each mistake, and asks that as a link: the mistake must be gone or, where something
/// lies idle, smaller, at no target's cost. Returns the mistakes that were found and those that were
/// gone.
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
        let is_gone = !best.warnings.contains(&code);
        prop_assert!(is_gone || idles_less(first, best, code), "{link}: {code:?}");
        if is_gone {
            gone.insert(code);
        }
        // What is won is not paid for with a target that was kept.
        for missed in TARGETS {
            let newly = best.warnings.contains(&missed) && !first.warnings.contains(&missed);
            prop_assert!(!newly, "{link}: {code:?} now has {missed:?}");
        }
        let (new, old) = (best.total.micros(), first.total.micros());
        let pays = match code {
            Warning::Oversized | Warning::ShareCard | Warning::UnderThirtyPercent => new < old,
            Warning::SpotNoCheckpoint => new <= old,
            _ => true,
        };
        prop_assert!(pays, "{link}: {code:?} for {new} instead of {old}");
        prop_assert_eq!(best.offer, mend.offer);
        prop_assert_eq!(best.total, mend.total);
    }
    Ok((found, gone))
}

/// Questions that make every mistake there is advice for.
const MISTAKES: &[&str] = &[
    "mon=3&pay=c1&m=llama-3.1-70b",
    "w=finetune&tok=1&use=job&pay=spot&gpu=a100&tier=cloud",
    "w=finetune&m=llama-3.1-70b&tok=1&use=job&pay=spot&lam=0.01",
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
    #![proptest_config(ProptestConfig { cases: 80, ..ProptestConfig::default() })]

    /// Whatever is asked: a question that is proposed makes less of the mistake, and misses no target
    /// that was kept.
    #[test]
    fn what_is_proposed_mends(
        work in select(vec![
            "w=serve", "w=serve&rps=0.3", "w=serve&tpd=3000000", "w=serve&con=3&tpot=60",
            "w=serve&m=qwen2.5-0.5b&rps=1", "w=finetune&tok=0.5", "w=finetune&tok=0.5&use=job&stall=20",
            "w=pretrain&tok=3&use=job&dl=100", "w=image&m=sdxl&imgs=50&use=job", "w=hpc&pflop=5000&use=job",
            "w=vram&vram=30&gpuh=200", "w=render&frames=2000&use=recurring",
            "w=serve&con=64&tpot=20", "w=serve&rps=2&ttft=0.3&tpot=15", "w=finetune&tok=5&use=job&dl=48",
            "w=vram&vram=200&gpuh=900&dl=60", "w=image&m=sdxl&imgs=500&use=job&dl=10",
        ]),
        pay in select(vec!["", "&pay=od", "&pay=spot", "&pay=c1,c3&mon=5", "&pay=sub", "&pay=od,spot,c1"]),
        limit in select(vec!["", "&gpu=h100", "&reg=cn", "&cnt=8", "&at=na", "&prov=aws&at=eu", "&tier=market,community", "&prov=aws&gpu=l40s", "&prov=azure,gcp"]),
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
    // Starting for five minutes is not waiting.
    let started = first.hours_total.get() + 5.0 / 60.0;
    let share = 0.3 * first.hours_total.get() / started;
    is_near(dollars(advice.money), first.total.to_f64() * share);
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
    let run = risk.run.expect("a run").runs.expected;
    let daly = cost::spot::daly(run.rate, risk.save).expect("interruptions");
    // A step that somebody would set, which costs next to nothing against Daly's.
    is_near((interval * 60.0).round(), interval * 60.0);
    let hours = |interval| {
        let checkpoints = cost::spot::Checkpoints::Every {
            interval,
            save: risk.save,
        };
        let run = cost::spot::SpotRun { checkpoints, ..run };
        run.expected().expect("it ends").hours.get()
    };
    assert!(
        hours(Hours::new(interval)) / hours(daly) < 1.001,
        "{interval} {daly:?}"
    );
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
    let several = |c: &Candidate| c.instances > 1;
    let mut seen = 0;
    for candidate in answer.candidates.iter().filter(|c| several(c)) {
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
