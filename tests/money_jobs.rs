//! Jobs with a deadline: how many instances, what spreading costs, and what comes first.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::catalog::OfferIx;
use kasuan::cost::BillingRule;
use kasuan::cost::spot::{Checkpoints, SpotRun};
use kasuan::demand::{Claim, Demand, Peak, joint};
use kasuan::query::Query;
use kasuan::rank::{Answer, Candidate, Warning, cash_flow};
use kasuan::units::{Hours, Ratio};
use proptest::prelude::*;
use support::{CATALOG, ask, offer, query, today};

/// Hours that an instance takes to start where nothing else is said.
const START: f64 = 5.0 / 60.0;

fn late(candidate: &Candidate) -> bool {
    candidate.warnings.contains(&Warning::MissesDeadline)
}

/// Frames, images and stated hours fall into pieces: as few instances as end in time.
#[test]
fn pieces_are_spread_over_as_few_instances_as_end_in_time() {
    for link in [
        "w=render&frames=20000&fmin=2&use=job",
        "w=image&m=sdxl&imgs=1000&res=1024&use=job",
        "w=vision&vm=infer&m=resnet-50&imgs=1000000&res=224&use=job",
        "w=vram&vram=20&gpuh=1000",
    ] {
        let link = format!("{link}&pay=od&cnt=1");
        let alone = ask(&link);
        let alone = &alone.candidates[0];
        assert_eq!(alone.instances, 1, "{link}");
        let hours = alone.hours_total.get();
        for parts in [1.5, 4.0, 37.3] {
            let deadline = (hours / parts * 100.0).round() / 100.0;
            let answer = ask(&format!("{link}&dl={deadline}"));
            let same = answer.candidates.iter().find(|c| c.offer == alone.offer);
            let same = same.unwrap();
            let least = (hours / (deadline - START) - 1e-6).ceil();
            assert_eq!(f64::from(same.instances), least, "{link} in {deadline} h");
            assert!(same.hours_total.get() + START <= deadline && !late(same));
            // Pieces do not wait for each other, so that the bill stays but for the starts.
            let ratio = same.total.to_f64() / alone.total.to_f64();
            let expected = (hours + least * START) / (hours + START);
            assert!((ratio / expected - 1.0).abs() < 0.01, "{link}: {ratio}");
        }
    }
}

/// Training runs over hosts as one, of which there are more until it ends in time; over a slow network it
/// takes many more hours in all.
#[test]
fn training_is_spread_over_hosts_with_losses() {
    let within = |hours: u32| {
        let link = "w=pretrain&m=llama-3.1-8b&method=full&tok=20&use=job&pay=od&cnt=8";
        let answer = ask(&format!("{link}&prov=alibaba-cloud&gpu=a100&dl={hours}"));
        let mut all = answer.candidates.into_iter();
        let id = "alibaba-cloud-ecs-ebmgn7ex-32xlarge-cn-beijing";
        let found = all.find(|c| offer(c).id == id).unwrap();
        assert!(!late(&found) && found.hours_total.get() <= f64::from(hours));
        found
    };
    let (one, eight, twelve) = (within(305), within(151), within(150));
    assert_eq!(
        [one.instances, eight.instances, twelve.instances],
        [1, 8, 12]
    );
    // With eight it would be late by half an hour.
    assert!(eight.hours_total.get() > 150.0);
    let spread = |c: &Candidate| c.hours_total.get() * f64::from(c.instances);
    println!(
        "{:.0}, {:.0}, {:.0} instance-hours",
        spread(&one),
        spread(&eight),
        spread(&twelve)
    );
    assert!(spread(&eight) > 4.0 * spread(&one));
    assert!(eight.total.micros() > 4 * one.total.micros());
    assert!(twelve.total.micros() > eight.total.micros());
}

/// What misses its deadline is cheap for nothing: it comes after all that end in time.
#[test]
fn what_is_late_comes_after_what_is_in_time() {
    for order in ["cost", "speed", "value", "steady", "balanced"] {
        let link = format!(
            "w=pretrain&m=llama-3.1-8b&method=full&tok=20&use=job&pay=od&dl=100&sort={order}"
        );
        let answer = ask(&link);
        let stale = |c: &Candidate| c.warnings.contains(&Warning::VeryOldPrice);
        let late: Vec<bool> = answer
            .candidates
            .iter()
            .filter(|c| !stale(c))
            .map(|c| late(c))
            .collect();
        assert!(!late[0] && late[late.len() - 1], "{order}");
        assert!(late.is_sorted(), "{order}");
        let tied = answer.candidates.iter().filter(|c| c.tied);
        assert!(tied.clone().count() > 0 || answer.tied == 0);
        for candidate in tied {
            assert!(!self::late(candidate), "{}", offer(candidate).id);
        }
    }
    // Latency is a target as well.
    let answer = ask("m=llama-3.1-8b&rps=1&tpot=12&pay=od");
    let slow: Vec<bool> = answer
        .candidates
        .iter()
        .filter(|c| !c.warnings.contains(&Warning::VeryOldPrice))
        .map(|c| c.warnings.contains(&Warning::MissesPerToken))
        .collect();
    assert!(slow.is_sorted() && !slow[0] && slow[slow.len() - 1]);
}

fn of(answer: &Answer, offer: OfferIx) -> Option<&Candidate> {
    let mut all = answer.candidates.iter().map(AsRef::as_ref);
    all.find(|c| c.offer == offer)
}

/// Each run of a job is billed the start of its instances once, rounded as the seller rounds, and
/// nothing else changes: not the hours of work, nor what a unit of it takes.
#[test]
fn each_run_is_billed_its_start_once() {
    for (link, runs) in [
        ("w=vram&vram=20&gpuh=10", 1.0),
        ("w=vram&vram=20&gpuh=3000", 1.0),
        ("w=finetune&m=llama-3.1-8b&tok=0.1&use=job", 1.0),
        ("w=render&frames=900&use=job&dl=9", 1.0),
        ("w=finetune&m=llama-3.1-8b&tok=0.1&use=recurring&mon=7", 7.0),
    ] {
        let link = format!("{link}&pay=od&cnt=1");
        let (none, some) = (ask(&format!("{link}&su=0")), ask(&format!("{link}&su=20")));
        let mut compared = 0;
        for c in &some.candidates {
            // For a deadline there may be more instances, each with less to do.
            let Some(before) = of(&none, c.offer).filter(|b| b.instances == c.instances) else {
                continue;
            };
            compared += 1;
            let rule = BillingRule::of(CATALOG.provider(offer(c).provider));
            let run = c.hours_total / runs;
            let billed = |start: f64| {
                let run = run + Hours::new(start);
                rule.billed_hours(run, Ratio::new(1.0)).hours.get()
            };
            let expected = billed(1.0 / 3.0) / billed(0.0);
            let ratio = c.total.to_f64() / before.total.to_f64();
            assert!(
                (ratio / expected - 1.0).abs() < 1e-4,
                "{link} {}: {ratio} {expected}",
                offer(c).id
            );
            assert_eq!(c.hours_total, before.hours_total);
            let (own, old) = (c.unit_cost.unwrap(), before.unit_cost.unwrap());
            // In the average month, where a start that lengthens the project does so as well.
            let month = c.per_month.to_f64() / before.per_month.to_f64();
            let hours = c.hours_per_month / before.hours_per_month;
            let unit = own.exact.get() / old.exact.get();
            assert!((unit * hours / month - 1.0).abs() < 1e-6, "{link}");
            let (used, all) = (
                c.signs.used.unwrap().get(),
                before.signs.used.unwrap().get(),
            );
            assert!((used * ratio / all - 1.0).abs() < 1e-4, "{link} {used}");
        }
        assert!(compared > 20, "{link}: {compared}");
    }
}

/// Hours that are stated are those of the machines.
#[test]
fn stated_hours_hold_their_starts() {
    for link in ["use=office", "hpd=10", "", "use=office&scale=fixed"] {
        let total = |more: &str| {
            let answer = ask(&format!("{link}&pay=od&{more}"));
            answer
                .candidates
                .iter()
                .map(|c| c.total)
                .collect::<Vec<_>>()
        };
        assert_eq!(total("su=0"), total("su=120"), "{link}");
    }
}

/// A start that does not leave the job enough time makes it late, or takes more instances.
#[test]
fn starting_is_part_of_the_time_to_a_deadline() {
    let answer = |link: &str| ask(&format!("{link}&pay=od&cnt=1&gpu=l4"));
    let all = answer("w=vram&vram=20&gpuh=100&dl=21&su=60").candidates;
    assert!(!all.is_empty() && all.iter().all(|c| c.instances == 5 && !late(c)));
    let all = answer("w=vram&vram=20&gpuh=100&dl=21&su=61").candidates;
    assert!(all.iter().all(|c| c.instances == 6 && !late(c)));
    let all = answer("w=vram&vram=20&gpuh=100&dl=21&su=1260").candidates;
    assert!(!all.is_empty() && all.iter().all(|c| late(c)));
    // On spot the chance is that of what is left of the deadline.
    let link = |su: u32, dl: u32| {
        format!("w=vram&vram=20&gpuh=100&dl={dl}&su={su}&lam=0.01&pay=spot&gpu=l4&cnt=1&redl=0")
    };
    let chance = |link: &str| {
        let answer = ask(link);
        let spot = answer.candidates[0].spot(&query(link)).unwrap();
        (spot.chance.unwrap().expected.get(), spot.risk)
    };
    // Ten hours beside the work: e^(-1) without interruptions, and at most one within them.
    let ((none, _), (hour, risk)) = (chance(&link(0, 110)), chance(&link(60, 111)));
    assert_eq!(risk.start, Hours::new(1.0));
    // What is left is the same; only that a restart takes an hour, too.
    assert!(hour < none && hour > 0.9 * none, "{hour} {none}");
}

/// In a plan of several questions only loads that instances follow start on top of their hours.
#[test]
fn members_of_a_plan_start_as_they_do_alone() {
    let peak = Peak {
        replicas: Ratio::new(2.0),
        per_instance: 1,
        together: 1,
    };
    let booted = |links: &[&str]| -> f64 {
        let queries: Vec<Query> = links.iter().map(|link| query(link)).collect();
        let claims = queries.iter().map(|query| {
            let demand = Demand::of(query);
            let job = demand.is_job().then(|| Hours::new(100.0));
            Claim::new(query, &demand, demand.span(job), peak, 2)
        });
        let profile = joint(&claims.collect::<Vec<_>>()).unwrap();
        let layers = profile.layers.iter();
        layers
            .map(|l| l.booted(0).get() * f64::from(l.instances))
            .sum()
    };
    let week = "use=week&wk=0x9.100x9.0x6~7";
    let alone = booted(&[week]);
    assert!((alone - 2.0 * 365.0 / 12.0).abs() < 1e-9, "{alone}");
    assert_eq!(booted(&["use=office", "w=vram&vram=20&use=job"]), 0.0);
    let together = booted(&[week, "use=office", "w=vram&vram=20&use=job"]);
    assert!((together - alone).abs() < 1e-9, "{together} {alone}");
}

/// Where spot is all that can be bought, interruptions count in the number of instances: as few as
/// are expected to end in time. Beside other kinds they do not, since what is bought follows from it.
#[test]
fn on_spot_alone_instances_are_chosen_by_expected_hours() {
    for link in [
        "w=vram&vram=20&gpuh=300&lam=0.01&dl=70",
        "w=vram&vram=20&gpuh=300&lam=0.01&dl=61&ckp=best&save=6",
        "w=vram&vram=20&gpuh=2000&dl=143.5",
        "w=render&frames=4000&fmin=20&use=job&lam=0.2&dl=48",
        "w=image&m=sdxl&imgs=3000&use=job&lam=0.5&dl=30&redl=500",
    ] {
        let link = format!("{link}&cnt=1&su=30");
        let deadline = query(&link).deadline_hours.unwrap().to_f64();
        let (spot, both) = (
            ask(&format!("{link}&pay=spot")),
            ask(&format!("{link}&pay=od,spot")),
        );
        let mut more = 0;
        assert!(spot.candidates.len() > 20, "{link}");
        for c in &spot.candidates {
            let run = c.risk.unwrap().run.unwrap().runs.expected;
            // Expected hours on so many instances, with the start of half an hour.
            let ends = |instances: u32| {
                let work = run.work * (f64::from(c.instances) / f64::from(instances));
                let expected = SpotRun { work, ..run }.expected();
                expected.unwrap().hours.get() + 0.5
            };
            // Whole pieces take up to one of them more.
            let piece = match run.checkpoints {
                Checkpoints::Every { interval, .. } => interval.get(),
                Checkpoints::None => 0.0,
            };
            let round = piece * (ends(c.instances) - 0.5) / run.work.get();
            assert!(!late(c) && ends(c.instances) <= deadline + 1e-9, "{link}");
            if c.instances > 1 && !link.contains("best") {
                assert!(
                    ends(c.instances - 1) + round > deadline,
                    "{link} {}: {}",
                    offer(c).id,
                    c.instances
                );
            }
            let Some(beside) = of(&both, c.offer) else {
                continue;
            };
            // One that is not sold on demand is on spot alone in both.
            assert!(beside.instances <= c.instances);
            more += u32::from(beside.instances < c.instances);
        }
        assert!(more > 5, "{link}: {more}");
    }
    // What is lost however many work is late, and takes no more instances than without losses.
    let lost = ask("w=render&frames=50&fmin=6000&use=job&lam=0.5&dl=160&pay=spot&cnt=1");
    let calm = ask("w=render&frames=50&fmin=6000&use=job&lam=0&dl=160&pay=spot&cnt=1");
    for c in &lost.candidates {
        let same = of(&calm, c.offer).unwrap();
        assert!(late(same) || c.instances >= same.instances);
        assert!(!late(c) || c.instances == same.instances);
    }
    assert!(lost.candidates.iter().any(|c| late(c)));
}

/// Of a job on spot the first start is paid once, and not once more for each interruption.
#[test]
fn the_first_start_on_spot_is_paid_once() {
    let link = "w=vram&vram=20&gpuh=100&cnt=1&pay=spot&lam=0.01&prov=aws&su=45";
    let answer = ask(link);
    assert!(answer.candidates.len() > 10);
    for c in &answer.candidates {
        let run = c.risk.unwrap().run.unwrap();
        let hours = run.expected.expected.unwrap().hours.get() + 0.75;
        let rate = c.purchases[0].rate_per_hour.to_f64();
        let paid = c.purchases[0].total.to_f64();
        assert!(
            (paid / (rate * hours) - 1.0).abs() < 1e-4,
            "{}",
            offer(c).id
        );
    }
}

/// A start that is longer than what is left of a month is paid in the month after it.
#[test]
fn a_start_that_lengthens_the_project_is_paid_in_its_months() {
    let link = "w=vram&vram=20&gpuh=1460&cnt=1&pay=od&gpu=l4&su=1440";
    let question = query(link);
    let answer = ask(link);
    for c in &answer.candidates {
        assert_eq!(c.project, Hours::new(1484.0));
        let flow = cash_flow(&CATALOG, &question, c, today()).unwrap();
        let sum: i64 = flow.iter().map(|month| month.micros()).sum();
        assert_eq!((flow.len(), sum), (3, c.total.micros()), "{}", offer(c).id);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Whatever is asked, a longer start never makes a bill smaller.
    #[test]
    fn a_longer_start_costs_no_less(
        work in prop::sample::select(vec![
            "w=vram&vram=30&gpuh=40", "w=vram&vram=30&gpuh=2000", "w=finetune&tok=0.05&use=recurring",
            "w=finetune&tok=0.5&use=job&stall=20", "w=image&m=sdxl&imgs=50&use=job&dl=40",
            "w=render&frames=3000&use=job&dl=20", "w=hpc&pflop=5000&use=recurring",
            "rps=3&swing=70", "rps=3&use=week&wk=10x8.80x10.10x6~7", "use=office",
        ]),
        pay in prop::sample::select(vec![
            "od", "spot", "od,spot,c1,c3,sub,cb", "sub", "cb", "od,c1&mon=7.5", "od&fm=2&fmd=50",
        ]),
        starts in (0_u32..1440, 0_u32..1440),
    ) {
        let (less, more) = (starts.0.min(starts.1), starts.0.max(starts.1));
        let at = |su: u32| ask(&format!("{work}&pay={pay}&gpu=l4,l40s,a100&su={su}&lam=0.0005"));
        let (less, more) = (at(less), at(more));
        for c in &more.candidates {
            let Some(before) = of(&less, c.offer) else { continue };
            // Another count of cards may meet a deadline better.
            if c.gpus_per_instance != before.gpus_per_instance || late(c) != late(before) {
                continue;
            }
            prop_assert!(
                c.total.micros() + 2 >= before.total.micros(),
                "{} {:?} {:?}", offer(c).id, before.total, c.total
            );
        }
    }
}
