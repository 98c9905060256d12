//! The budget turned round, on the shipped catalog: what a sum per month buys.
#![allow(clippy::expect_used, reason = "a test stops at what it lacks")]

mod support;

use kasuan::query::Query;
use kasuan::rank;
use kasuan::units::{Decimal, Hours};
use support::{CATALOG, query, today};

#[test]
fn no_budget_buys_nothing_and_is_not_asked() {
    assert_eq!(
        rank::within(&CATALOG, &query("m=llama-3.1-8b"), today()),
        None
    );
}

/// What a budget buys is ranked: each answer fits, and nothing larger does. With four bits the
/// catalog's models do not fit in order of size: sparse ones need less cache than dense ones.
#[test]
fn a_budget_buys_the_largest_that_fits() {
    for link in ["budget=75&ctx=2048", "budget=300&wq=int4"] {
        let asked = query(link);
        let found = rank::within(&CATALOG, &asked, today()).expect("a budget");
        assert!(found.rankings <= 19, "{found:?}");
        let fits = |change: &dyn Fn(&mut Query)| {
            let mut query = asked.clone();
            change(&mut query);
            !rank::answer(&CATALOG, &query, today())
                .candidates
                .is_empty()
        };
        let own = CATALOG.model_by_id(&asked.model).expect("the default");
        let largest = CATALOG
            .models
            .iter()
            .filter(|m| m.kind == own.kind)
            .filter(|m| m.max_context.is_none_or(|most| most >= asked.context))
            .filter(|m| fits(&|q| q.model.clone_from(&m.id)))
            .max_by_key(|m| m.total);
        assert_eq!(found.model, largest.map(|m| m.id.clone()), "{link}");
        let limit = own.max_context.expect("a limit");
        let holds = |context: u32| fits(&|q| q.context = context);
        match found.context {
            Some(context) => {
                assert!(context.is_power_of_two() && holds(context));
                assert!(context * 2 > limit || !holds(context * 2));
            }
            None => assert!(!holds(1024)),
        }
    }
}

#[test]
fn a_small_budget_buys_fewer_hours() {
    let found = rank::within(&CATALOG, &query("budget=100&pay=od"), today()).expect("a budget");
    let hours = found.hours.expect("some hours");
    assert!(hours < Hours::MONTH && hours > Hours::ZERO, "{hours:?}");
    let mut asked = query("budget=100&pay=od&dpw=7");
    let ranked = |query: &Query| rank::answer(&CATALOG, query, today()).candidates.len();
    let per_day = hours.get() * 12.0 / 365.0;
    asked.hours_per_day = Some(Decimal::from_f64(per_day));
    assert!(ranked(&asked) > 0);
    // Nine minutes a day more are beyond it.
    asked.hours_per_day = Some(Decimal::from_f64(per_day + 0.15));
    assert_eq!(ranked(&asked), 0);
    // More money never buys less.
    let mut before = Hours::ZERO;
    for budget in [50, 100, 200, 400] {
        let link = format!("budget={budget}&pay=od");
        let found = rank::within(&CATALOG, &query(&link), today()).expect("a budget");
        let hours = found.hours.unwrap_or(Hours::ZERO);
        assert!(hours >= before, "{budget}: {hours:?}");
        before = hours;
    }
    assert_eq!(before, Hours::MONTH);
}

#[test]
fn what_does_not_apply_is_none() {
    let at = |link: &str| rank::within(&CATALOG, &query(link), today()).expect("a budget");
    let render = at("budget=300&w=render&frames=1000&use=job");
    assert_eq!(
        (render.model, render.context, render.hours),
        (None, None, None)
    );
    let nothing = at("budget=0.01");
    assert_eq!(
        (nothing.model, nothing.context, nothing.hours),
        (None, None, None)
    );
    let training = at("budget=5000&w=finetune&method=qlora&tok=0.01&use=job");
    assert!(training.context.is_some() && training.hours.is_none());
}

/// What is too slow for a target that is asked for is not within the budget.
#[test]
fn a_target_is_part_of_what_a_budget_buys() {
    let at = |link: &str| rank::within(&CATALOG, &query(link), today()).expect("a budget");
    let link = "m=llama-3.1-8b&budget=300&rps=0.1&ctx=4096";
    let (free, bound) = (at(link), at(&format!("{link}&tpot=10")));
    let size = |id: Option<String>| {
        let model = id.and_then(|id| CATALOG.model_by_id(&id));
        model.map(|model| model.total)
    };
    assert!(size(bound.model.clone()) < size(free.model), "{bound:?}");
    let model = bound.model.expect("a model");
    let met = rank::answer(
        &CATALOG,
        &query(&format!("{link}&tpot=10").replace("llama-3.1-8b", &model)),
        today(),
    );
    assert!(
        !met.candidates[0]
            .warnings
            .contains(&rank::Warning::MissesPerToken)
    );
}
