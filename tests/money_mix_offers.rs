//! The purchase mix on the shipped offers: no kind alone is cheaper, and the week that is drawn
//! holds what the load needs.

#![allow(clippy::unwrap_used, reason = "a test stops where there is no value")]

mod support;

use kasuan::catalog::{PriceKind, RateUnit};
use kasuan::query::Query;
use kasuan::rank::{Answer, Candidate, Warning, needed, schedule};
use std::collections::BTreeMap;
use support::{ask, query};

/// All kinds, and each alone.
const ALL: &str = "od,spot,c1,c3,sub,cb,sl,pr";

/// Loads of different shapes: base with peaks, a swing, growth, a project shorter than a term.
const LOADS: [&str; 6] = [
    "m=llama-3.1-8b&rps=6&use=week&wk=33x9.100x9.33x6~5_33x24~2&int=0",
    "m=llama-3.1-8b&rps=6&use=week&wk=33x9.100x9.33x6~5_33x24~2&int=40&mon=36",
    "m=llama-3.1-8b&rps=4&swing=70&int=50&mon=18&head=20",
    "m=llama-3.1-8b&rps=2&swing=50&grow=10&mon=20&int=30",
    "m=llama-3.1-8b&rps=3&use=office&mon=5&floor=1&int=100&resell=60",
    "m=llama-3.1-8b&con=40&mon=40",
];

/// An offer with a count of cards.
type Key = (u16, u32);

fn by_offer(answer: &Answer) -> BTreeMap<Key, &Candidate> {
    let keyed = answer.candidates.iter();
    keyed
        .map(|c| ((c.offer.0, c.gpus_per_instance), &**c))
        .collect()
}

fn is_stale(candidate: &Candidate) -> bool {
    candidate.warnings.contains(&Warning::VeryOldPrice)
}

#[test]
fn no_kind_alone_is_cheaper_than_the_mix() {
    let (mut compared, mut mixed, mut cheaper) = (0, 0, 0);
    for load in LOADS {
        let all = ask(&format!("{load}&pay={ALL}"));
        let all = by_offer(&all);
        let mut least: BTreeMap<Key, i64> = BTreeMap::new();
        for kind in ALL.split(',') {
            let alone = ask(&format!("{load}&pay={kind}"));
            for (key, pure) in by_offer(&alone) {
                // Offers are ranked with the count of cards that is cheapest, which may differ.
                // A very old price is left out beside a newer one, however cheap.
                let Some(mix) = all.get(&key) else { continue };
                if is_stale(pure) {
                    continue;
                }
                compared += 1;
                assert!(
                    mix.total.micros() <= pure.total.micros() + 10,
                    "{load} {kind} {:?} {:?}",
                    mix.total,
                    pure.total
                );
                let known = least.entry(key).or_insert(i64::MAX);
                *known = (*known).min(pure.total.micros());
            }
        }
        for (key, mix) in all {
            mixed += u32::from(mix.purchases.len() > 1);
            let pure = least.get(&key).copied().unwrap_or(i64::MAX);
            cheaper += u32::from(pure < i64::MAX && mix.total.micros() * 100 < pure * 99);
        }
    }
    println!(
        "{compared} compared, {mixed} mixes of several kinds, {cheaper} cheaper by 1 % and more"
    );
    assert!(compared > 3000 && mixed > 500 && cheaper > 200);
}

#[test]
fn what_is_bought_by_the_hour_costs_its_on_demand_price() {
    let mut compared = 0;
    for load in LOADS {
        for candidate in &ask(&format!("{load}&pay=od")).candidates {
            let Some(on_demand) = candidate.on_demand else {
                continue;
            };
            if is_stale(candidate) {
                continue;
            }
            compared += 1;
            let off = (on_demand.micros() - candidate.total.micros()).abs();
            // A price by the month is paid for whole months beside the hours of others.
            assert!(off <= 10 || monthly(candidate), "{load} {candidate:?}");
        }
    }
    assert!(compared > 2000, "{compared}");
}

/// Whether the price on demand is one by the month.
fn monthly(candidate: &Candidate) -> bool {
    let prices = &support::offer(candidate).prices;
    let mut prices = prices.iter().filter(|p| p.kind == PriceKind::OnDemand);
    prices.any(|price| price.unit == RateUnit::Month)
}

/// Kinds that are paid whether there is load or not.
const fn is_committed(kind: PriceKind) -> bool {
    matches!(
        kind,
        PriceKind::Commit { .. } | PriceKind::Subscription | PriceKind::CapacityBlock
    )
}

fn check_week(query: &Query, candidate: &Candidate) -> (bool, u32) {
    let week = schedule(query, candidate).unwrap();
    let needed = needed(query, candidate.peak);
    assert_eq!(needed.len(), 168);
    assert_eq!(needed.iter().max().copied(), Some(candidate.instances));
    let mut spare = 0;
    for (hour, need) in needed.iter().enumerate() {
        let of = |committed: bool| -> u32 {
            let kinds = week.iter().filter(|k| is_committed(k.kind) == committed);
            kinds.map(|k| k.instances[hour]).sum()
        };
        let (base, rest) = (of(true), of(false));
        assert!(
            base + rest >= *need,
            "{hour}: {base} {rest} {need} {:?} {:?}",
            candidate.layers,
            candidate.purchases
        );
        // Nothing runs by the hour that the load does not need.
        assert!(
            rest <= need.saturating_sub(base.min(*need)),
            "{hour}: {base} {rest} {need} {:?} {:?}",
            candidate.layers,
            candidate.purchases
        );
        spare += base + rest - need;
    }
    let committed = week.iter().any(|k| is_committed(k.kind));
    if !committed {
        assert_eq!(spare, 0, "nothing is committed, and yet instances idle");
    }
    // What is bought at the start is what is drawn: no kind in the week that is not paid for.
    for kind in &week {
        let paid = candidate.purchases.iter().any(|p| p.kind == kind.kind);
        assert!(paid, "{:?} {:?}", kind.kind, candidate.purchases);
    }
    (committed, spare)
}

#[test]
fn the_week_holds_what_the_load_needs() {
    let (mut committed, mut free, mut idle) = (0, 0, 0);
    for load in LOADS {
        for pay in [ALL, "od", "od,spot", "od,c1", "c1,c3", "sub"] {
            let link = format!("{load}&pay={pay}");
            let query = query(&link);
            for candidate in ask(&link).candidates.iter().take(300) {
                let (base, spare) = check_week(&query, candidate);
                committed += u32::from(base);
                free += u32::from(!base);
                idle += u32::from(spare > 0);
            }
        }
    }
    assert!(
        committed > 500 && free > 500 && idle > 100,
        "{committed} {free} {idle}"
    );
}

#[test]
fn a_job_has_no_week() {
    let link = "w=finetune&tok=0.02&use=job";
    let answer = ask(link);
    assert_eq!(schedule(&query(link), &answer.candidates[0]), None);
}
