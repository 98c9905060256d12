//! Jobs with a deadline: how many instances, what spreading costs, and what comes first.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::rank::{Candidate, Warning};
use support::{ask, offer};

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
            let least = (hours / deadline - 1e-6).ceil();
            assert_eq!(f64::from(same.instances), least, "{link} in {deadline} h");
            assert!(same.hours_total.get() <= deadline && !late(same));
            // Pieces do not wait for each other, so that the bill stays.
            let ratio = same.total.to_f64() / alone.total.to_f64();
            assert!((ratio - 1.0).abs() < 0.01, "{link}: {ratio}");
        }
    }
}

/// Training runs over hosts as one, which are doubled until it ends in time; over a slow network it
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
    let (one, eight, sixteen) = (within(305), within(151), within(150));
    assert_eq!(
        [one.instances, eight.instances, sixteen.instances],
        [1, 8, 16]
    );
    // With half of sixteen it would be late by half an hour.
    assert!(eight.hours_total.get() > 150.0);
    let spread = |c: &Candidate| c.hours_total.get() * f64::from(c.instances);
    println!(
        "{:.0}, {:.0}, {:.0} instance-hours",
        spread(&one),
        spread(&eight),
        spread(&sixteen)
    );
    assert!(spread(&eight) > 4.0 * spread(&one));
    assert!(eight.total.micros() > 4 * one.total.micros());
    assert!(sixteen.total.micros() > eight.total.micros());
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
