//! Several questions as one plan, on the shipped catalog: what sharing saves, that it never costs
//! more, and that what is paid month by month is all that is paid.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::catalog::{Payment, PriceKind};
use kasuan::query::{Member, Portfolio, Query, decode};
use kasuan::rank::{PlanAnswer, answer, cash_flow, plan};
use kasuan::units::{Currency, Money};
use proptest::prelude::*;
use support::{CATALOG, ask, offer, query, today};

/// The plan of several questions without problems.
#[track_caller]
fn planned(links: &[&str]) -> PlanAnswer {
    let members = links.iter().map(|link| Member {
        query: query(link),
        ..Member::default()
    });
    let portfolio = Portfolio {
        members: members.collect(),
        ..Portfolio::default()
    };
    plan(&CATALOG, &portfolio, today())
}

fn sum(months: &[Money]) -> Money {
    let zero = Money::zero(Currency::USD);
    months.iter().fold(zero, |sum, month| sum + *month)
}

/// Serving on one kind of instance, so that what is bought is all that differs.
const DAY: &str = "m=llama-3.1-8b&con=1&gpu=l4&prov=aws&pay=od,c1&use=week&wk=0x9.100x9.0x6~7";
const NIGHT: &str = "m=qwen2.5-7b&con=1&gpu=l4&prov=aws&pay=od,c1&use=week&wk=100x8.0x10.100x6~7";

#[test]
fn loads_of_complementary_hours_share_one_commitment() {
    let day = ask(DAY);
    let night = ask(NIGHT);
    let plan = planned(&[DAY, NIGHT]);
    // Alone, each is used too little for a commitment; together one instance is always busy.
    for alone in [&day, &night] {
        let kinds: Vec<PriceKind> = alone.candidates[0]
            .purchases
            .iter()
            .map(|p| p.kind)
            .collect();
        assert_eq!(kinds, [PriceKind::OnDemand]);
    }
    let [shared] = plan.shared.as_slice() else {
        panic!("one shared purchase: {:?}", plan.shared);
    };
    assert_eq!(shared.members, [0, 1]);
    assert_eq!(shared.most_instances, 1);
    assert!(
        shared
            .purchases
            .iter()
            .all(|p| matches!(p.kind, PriceKind::Commit { .. })),
        "{:?}",
        shared.purchases
    );
    assert_eq!(plan.members[0].shared_with, [1]);
    assert_eq!(plan.members[1].shared_with, [0]);
    // A year of one instance at its committed rate: 8,760 hours.
    let rate = shared.purchases[0].rate_per_hour.to_f64();
    assert!((shared.rent.to_f64() / (rate * 8760.0) - 1.0).abs() < 1e-9);
    let (total, alone) = (plan.total.expect("served"), plan.alone.expect("served"));
    let saved = 1.0 - total.to_f64() / alone.to_f64();
    println!("alone {alone:?}, together {total:?}: {saved:.3} saved");
    assert!(saved > 0.1, "{saved}");
    assert_eq!(
        plan.total,
        plan.members[0]
            .total
            .zip(plan.members[1].total)
            .map(|(a, b)| a + b)
    );
}

#[test]
fn what_is_bought_under_other_conditions_is_not_shared() {
    // A negotiated discount is somebody's own; the same question without it shares.
    let discounted = format!("{NIGHT}&disc=10");
    assert!(planned(&[DAY, &discounted]).shared.is_empty());
    // A commitment that one of both does not allow is not bought for it.
    let hourly = NIGHT.replace("pay=od,c1", "pay=od");
    assert!(planned(&[DAY, &hourly]).shared.is_empty());
    assert_eq!(planned(&[DAY, NIGHT]).shared.len(), 1);
}

#[test]
fn a_member_takes_another_instance_where_all_together_cost_less() {
    // Alone the second is cheapest elsewhere; beside the first it uses what that leaves idle.
    let free = "m=qwen2.5-7b&con=1&prov=aws&pay=od,c1&use=week&wk=100x8.0x10.100x6~7";
    let plan = planned(&[DAY, free]);
    let first = &ask(free).candidates[0];
    let chosen = plan.members[1].candidate.as_ref().expect("served");
    println!(
        "alone {} {:?}, in the plan {} {:?} at position {}",
        offer(first).id,
        first.total,
        offer(chosen).id,
        plan.members[1].total,
        plan.members[1].position
    );
    let own = plan.members[0].candidate.as_ref().expect("served");
    assert_ne!(chosen.offer, first.offer);
    assert_eq!(chosen.offer, own.offer);
    // Dearer alone, cheaper in the plan.
    assert!(chosen.total.micros() > first.total.micros());
    assert!(plan.members[1].total.expect("served").micros() < first.total.micros());
}

#[test]
fn a_member_that_does_not_rank_by_cost_keeps_its_first() {
    let fastest = format!("{}&sort=speed", NIGHT.replace("gpu=l4&", ""));
    let plan = planned(&[DAY, &fastest]);
    assert_eq!(plan.members[1].position, 1);
    let chosen = plan.members[1].candidate.as_ref().expect("served");
    assert_eq!(chosen.offer, ask(&fastest).candidates[0].offer);
}

#[test]
fn what_no_offer_serves_is_in_no_sum() {
    let plan = planned(&[DAY, "m=deepseek-v3&gpu=t4&cnt=1"]);
    assert_eq!(plan.unserved(), 1);
    assert_eq!(plan.members[1].candidate, None);
    assert_eq!(plan.members[1].total, None);
    assert_eq!(plan.total, plan.members[0].total);
    let none = planned(&["m=deepseek-v3&gpu=t4&cnt=1"]);
    assert_eq!(
        (none.total, none.alone, none.all_on_demand),
        (None, None, None)
    );
    assert_eq!(none.per_month, None);
    let empty = planned(&[]);
    assert_eq!((empty.total, empty.per_month.is_none()), (None, true));
}

#[test]
fn all_on_demand_is_that_of_the_chosen_instances() {
    let plan = planned(&[DAY, NIGHT]);
    let mut sum = Money::zero(Currency::USD);
    for member in &plan.members {
        let candidate = member.candidate.as_ref().expect("served");
        sum += candidate.on_demand.expect("sold on demand");
    }
    assert_eq!(plan.all_on_demand, Some(sum));
    let saving = plan.saving().expect("a saving").get();
    let expected = 1.0 - plan.total.expect("served").to_f64() / sum.to_f64();
    assert!((saving - expected).abs() < 1e-12);
}

/// The months of the first candidate whose purchase has a commitment of a payment.
fn flow_of(link: &str, payment: Payment) -> (Vec<Money>, Money, Query) {
    let query = query(link);
    let answer = answer(&CATALOG, &query, today());
    let found = answer.candidates.iter().find(|c| {
        let only = |p: &kasuan::rank::Purchase| {
            matches!(p.kind, PriceKind::Commit { payment: own, .. } if own == payment)
        };
        !c.purchases.is_empty() && c.purchases.iter().all(only)
    });
    let candidate = found.unwrap_or_else(|| panic!("no {payment:?} in {link}"));
    let flow = cash_flow(&CATALOG, &query, candidate, today()).expect("months");
    (flow, candidate.total, query)
}

#[test]
fn commitments_are_paid_when_their_price_says() {
    let (flow, total, _) = flow_of("pay=c1&prov=aws", Payment::AllUpfront);
    assert_eq!(flow.len(), 12);
    assert_eq!(flow[0], total);
    assert!(flow[1..].iter().all(|month| month.micros() == 0));

    let (flow, total, _) = flow_of("pay=c1", Payment::NoUpfront);
    assert_eq!(flow.len(), 12);
    for month in &flow {
        assert!(
            (month.to_f64() * 12.0 / total.to_f64() - 1.0).abs() < 1e-6,
            "{flow:?}"
        );
    }

    // Three years for a project of one: paid on to the end of the term.
    let (flow, total, _) = flow_of("pay=c3", Payment::NoUpfront);
    assert_eq!(flow.len(), 36);
    assert_eq!(sum(&flow), total);
    // What is resold is not paid any more after the project.
    let (resold, less, _) = flow_of("pay=c3&resell=100", Payment::NoUpfront);
    assert!((less.to_f64() * 3.0 / total.to_f64() - 1.0).abs() < 1e-6);
    assert!(resold[12..].iter().all(|month| month.micros() == 0));
    // Paid ahead, it comes back at the end of the project.
    let (ahead, total, _) = flow_of("pay=c1&resell=50&mon=6&prov=aws", Payment::AllUpfront);
    assert_eq!(ahead.len(), 6);
    assert!((ahead[5].to_f64() / ahead[0].to_f64() + 0.25).abs() < 1e-6);
    assert_eq!(sum(&ahead), total);
}

#[test]
fn credit_is_used_from_the_start_and_extras_are_monthly() {
    let link = "pay=od&prov=aws&gb=500&mon=6&gpu=l4";
    let flow = |link: &str| {
        let query = query(link);
        let answer = answer(&CATALOG, &query, today());
        let candidate = answer.candidates.first().expect("an offer");
        let flow = cash_flow(&CATALOG, &query, candidate, today()).expect("months");
        assert_eq!(sum(&flow), candidate.total, "{link}");
        flow
    };
    let plain = flow(link);
    assert_eq!(plain.len(), 6);
    for month in &plain[1..] {
        assert!(
            (month.to_f64() / plain[0].to_f64() - 1.0).abs() < 1e-6,
            "{plain:?}"
        );
    }
    // The credit pays the first month and half of the second.
    let half = plain[0].to_f64() * 1.5;
    let after = flow(&format!("{link}&credit={half:.6}"));
    assert_eq!(after[0].micros(), 0);
    assert!((after[1].to_f64() / plain[1].to_f64() - 0.5).abs() < 1e-6);
    assert!((after[2].to_f64() / plain[2].to_f64() - 1.0).abs() < 1e-6);
    // Tax comes on top of every month.
    let taxed = flow(&format!("{link}&tax=20"));
    assert!((taxed[3].to_f64() / plain[3].to_f64() - 1.2).abs() < 1e-6);
    // Two and a half months: the last one is half.
    let short = flow(&link.replace("mon=6", "mon=2.5"));
    assert_eq!(short.len(), 3);
    assert!((short[2].to_f64() / short[0].to_f64() - 0.5).abs() < 1e-6);
}

#[test]
fn a_job_is_paid_in_the_months_in_which_it_runs() {
    let long = query("w=vram&vram=20&gpuh=1095&pay=od");
    let answer = answer(&CATALOG, &long, today());
    let one = answer
        .candidates
        .iter()
        .find(|c| c.instances == 1 && c.gpus_per_instance == 1);
    let candidate = one.expect("one card");
    let flow = cash_flow(&CATALOG, &long, candidate, today()).expect("months");
    assert_eq!(flow.len(), 2);
    assert!(
        (flow[1].to_f64() / flow[0].to_f64() - 0.5).abs() < 0.01,
        "{flow:?}"
    );
}

#[test]
fn a_project_beyond_ten_years_has_no_months() {
    let absurd = query("w=vram&vram=20&gpuh=100000000&pay=od&gpu=l4&cnt=1");
    let answer = answer(&CATALOG, &absurd, today());
    let candidate = answer.candidates.first().expect("an offer");
    assert_eq!(cash_flow(&CATALOG, &absurd, candidate, today()), None);
    let plan = planned(&["w=vram&vram=20&gpuh=100000000&pay=od&gpu=l4&cnt=1", DAY]);
    assert_eq!(plan.per_month, None);
    assert!(plan.total.is_some());
}

const LINKS: [&str; 12] = [
    "",
    "use=office&pay=od,c1,c3,sub,spot",
    "m=qwen2.5-7b&use=office&gpu=l4,a10&mon=5.5",
    "m=qwen3-32b&swing=60&rps=2&pay=od,spot,c1,c3,sub,cb&int=50",
    "w=finetune&m=qwen2.5-7b&method=qlora&tok=0.02&use=job",
    "w=finetune&m=llama-3.1-8b&method=lora&tok=0.5&use=recurring&mon=8&pay=od,c1,spot",
    "w=render&frames=2000&fmin=3&use=job&credit=300&tax=6",
    "grow=8&rps=1&mon=24&pay=od,c1,c3&credit=500",
    "m=llama-3.1-8b&use=week&wk=0x9.100x9.0x6~5_0x24~2&rps=3&pay=od,c1,c3&floor=1",
    "w=image&m=sdxl&wq=fp16&res=1024&imgs=500&use=job&pay=od,cb,sub&gb=200",
    "m=qwen2.5-7b&cur=CNY&reg=cn&jur=cn&pay=od,sub,c1",
    "m=llama-3.1-8b&sort=balanced&use=office&resell=40&pay=od,c3&fm=2&fmd=30",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// No plan costs more than its members alone, members share a total exactly, and the months
    /// add up to it.
    #[test]
    fn a_plan_never_costs_more_than_its_members_alone(
        which in prop::collection::vec(0..LINKS.len(), 1..5),
    ) {
        let links: Vec<&str> = which.iter().map(|at| LINKS[*at]).collect();
        let plan = planned(&links);
        let mut alone = Money::zero(Currency::USD);
        let mut total = alone;
        for (member, link) in plan.members.iter().zip(&links) {
            let first = answer(&CATALOG, &query(link), today()).candidates.into_iter().next();
            prop_assert_eq!(member.alone, first.map(|c| c.total));
            alone += member.alone.expect("served");
            let own = member.total.expect("served");
            total += own;
            prop_assert_eq!(sum(member.flow.as_ref().expect("months")), own, "{}", link);
        }
        prop_assert_eq!(plan.alone, Some(alone));
        prop_assert_eq!(plan.total, Some(total));
        prop_assert!(total.micros() <= alone.micros(), "{:?} {:?}", total, alone);
        prop_assert_eq!(plan.per_month.as_deref().map(sum), Some(total));
        for shared in &plan.shared {
            prop_assert!(shared.rent.micros() < shared.rent_apart.micros());
            let used: f64 = shared.purchases.iter().map(|p| p.share.get()).sum();
            prop_assert!((used - 1.0).abs() < 1e-9);
        }
    }

    /// Every candidate's months add up to its total.
    #[test]
    fn months_add_up_to_the_total(at in 0..LINKS.len(), skip in 0..40_usize) {
        let query = query(LINKS[at]);
        let answer = answer(&CATALOG, &query, today());
        for candidate in answer.candidates.iter().skip(skip).take(10) {
            let flow = cash_flow(&CATALOG, &query, candidate, today()).expect("months");
            prop_assert_eq!(sum(&flow), candidate.total, "{} {}", LINKS[at], offer(candidate).id);
        }
    }
}

#[test]
fn a_plan_is_the_same_in_every_order_of_asking() {
    let plan = planned(&[DAY, NIGHT, LINKS[1]]);
    assert_eq!(plan, planned(&[DAY, NIGHT, LINKS[1]]));
    let link = Portfolio::encode(
        &decode("cur=CNY").query,
        &[DAY, NIGHT, LINKS[1]].map(|link| Member {
            query: query(link),
            ..Member::default()
        }),
    );
    let read = Portfolio::decode(&link).known_to(&CATALOG);
    assert_eq!(kasuan::rank::plan(&CATALOG, &read, today()), plan);
}
