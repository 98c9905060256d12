//! What a member of a plan pays: never more than the first of its own ranking costs it alone,
//! whatever is asked for together.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test stops at what it lacks"
)]

mod support;

#[path = "query/question.rs"]
mod question;

use kasuan::catalog::PriceKind;
use kasuan::query::{Member, Order, Portfolio, Query};
use kasuan::rank::{PlanAnswer, plan};
use kasuan::units::Money;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use support::{CATALOG, query, today};

fn planned(queries: impl IntoIterator<Item = Query>) -> PlanAnswer {
    let members = queries.into_iter().map(|query| Member {
        query,
        ..Member::default()
    });
    let portfolio = Portfolio {
        members: members.collect(),
        ..Portfolio::default()
    };
    plan(&CATALOG, &portfolio, today())
}

/// Nobody pays more than alone, and the sums are those of the members.
fn check(plan: &PlanAnswer) -> Result<(), TestCaseError> {
    let sum = |of: fn(&kasuan::rank::PlanMember) -> Option<Money>| -> i64 {
        let each = plan.members.iter().filter_map(of).map(Money::micros);
        each.fold(0, i64::saturating_add)
    };
    for (position, member) in plan.members.iter().enumerate() {
        prop_assert_eq!(member.total.is_some(), member.alone.is_some());
        let (Some(total), Some(alone)) = (member.total, member.alone) else {
            continue;
        };
        prop_assert!(
            total.micros() <= alone.micros(),
            "{} pays {:?} instead of {:?}",
            position,
            total,
            alone
        );
    }
    if let (Some(total), Some(alone)) = (plan.total, plan.alone) {
        prop_assert_eq!(total.micros(), sum(|m| m.total));
        prop_assert_eq!(alone.micros(), sum(|m| m.alone));
    }
    Ok(())
}

/// A member that moves to where the others are is charged no more than it would pay where it came
/// from: the dearer offer is the plan's choice, not its own.
#[test]
fn who_moves_for_the_others_pays_no_more_than_alone() {
    for links in [
        ["con=100000&swing=100", "ep=3&cur=JPY&credit=100"],
        ["con=100000&swing=100", "con=8&credit=1000&tax=10"],
        ["swing=80&rps=40&pay=od,c1", "use=office&pay=od,c1&gb=500"],
    ] {
        let plan = planned(links.map(query));
        check(&plan).unwrap();
    }
}

/// A load that takes over an instance from another starts on it again, and hours cost the same
/// whoever uses them.
#[test]
fn sharing_saves_nothing_by_the_hour_alone() {
    let loads = [
        "con=100000&swing=100",
        "con=8",
        "rps=3&swing=60",
        "use=office&con=64",
        "use=week&wk=0x9.100x3.30x6.0x6~7&rps=6",
    ];
    for first in loads {
        for second in loads {
            let shared = planned([first, second].map(|load| {
                // By the second, and never around the clock on what stops: nothing is rounded.
                query(&format!("{load}&gpu=l4&cnt=1&prov=aws&pay=od"))
            }));
            assert!(shared.shared.is_empty(), "{first} {second}: {shared:?}");
        }
    }
}

/// What several may well buy together: loads of different hours on few kinds of instances, with and
/// without what is each member's own.
fn together() -> impl Strategy<Value = Query> {
    let models = vec!["llama-3.1-8b", "qwen2.5-7b", "qwen2.5-14b"];
    let loads = vec![
        "",
        "use=office",
        "use=office&hpd=14&dpw=7",
        "swing=70",
        "grow=6",
        "use=week&wk=0x9.100x9.0x6~7",
        "use=week&wk=0x9.100x9.0x6~7",
        "use=week&wk=100x9.0x9.100x6~7",
        "use=week&wk=100x9.0x9.100x6~7",
        "use=week&wk=100x8.0x10.100x6~7",
        "use=week&wk=0x3.100x14.0x7~7&floor=1",
        "use=job&w=finetune&method=qlora&tok=0.02",
        "use=recurring&w=finetune&method=qlora&tok=0.02",
    ];
    let pay = vec!["od,c1", "od,c1", "od,c1,c3", "od,c1,spot", "od"];
    let own = vec![
        "",
        "&credit=2000",
        "&tax=13",
        "&gb=800&eg=50",
        "&credit=500&tax=6&cur=CNY",
        "&int=40",
        "&su=30",
    ];
    let (models, loads) = (select(models), select(loads));
    (
        models,
        loads,
        select(pay),
        select(own),
        1_u32..4,
        select(vec![5, 12, 12, 24]),
    )
        .prop_map(|(model, load, pay, own, con, months)| {
            query(&format!(
                "m={model}&{load}&con={con}&mon={months}&pay={pay}{own}&prov=aws&gpu=l4,a10g,l40s"
            ))
        })
}

/// Plans of each kind: a few, or as many as the whole check asks for.
fn plans() -> u32 {
    let asked = std::env::var("KASUAN_QUESTIONS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(300) / 10
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: plans(),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn nobody_pays_more_than_alone(
        queries in prop::collection::vec(question::question(), 2..4),
        whole in any::<bool>(),
    ) {
        let queries = queries.into_iter().map(|query| Query {
            providers: Vec::new(),
            gpus: Vec::new(),
            regions: Vec::new(),
            jurisdictions: Vec::new(),
            homes: Vec::new(),
            vendors: Vec::new(),
            compliance: Vec::new(),
            frameworks: Vec::new(),
            sla_percent: None,
            link: None,
            gpu_count: None,
            budget: None,
            order: if whole { Order::Cost } else { query.order },
            ..query
        });
        check(&planned(queries))?;
    }

    #[test]
    fn nobody_pays_more_than_alone_on_few_instances(
        queries in prop::collection::vec(together(), 2..5),
    ) {
        check(&planned(queries))?;
    }
}

/// The random plans of few instances do buy together, and members do move for it, or they show
/// nothing.
#[test]
fn random_plans_buy_together_and_their_members_move() {
    let mut runner = TestRunner::deterministic();
    let plans = prop::collection::vec(together(), 2..5);
    let (mut shared, mut moved, mut bound) = (0, 0, 0);
    for _ in 0..90 {
        let answer = planned(plans.new_tree(&mut runner).unwrap().current());
        check(&answer).unwrap();
        shared += usize::from(!answer.shared.is_empty());
        moved += answer.members.iter().filter(|m| m.position > 1).count();
        let bought = answer.shared.iter().flat_map(|shared| &shared.purchases);
        bound += bought
            .filter(|p| matches!(p.kind, PriceKind::Commit { .. }))
            .count();
    }
    println!("{shared} of 90 plans share, {moved} members move, {bound} commitments are shared");
    assert!(shared > 5 && moved > 0 && bound > 2);
}
