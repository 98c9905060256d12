//! What an advice says where no question mends it, and what it never gives up, on the shipped catalog.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::query::{Query, encode, scaled};
use kasuan::rank::{Advice, Answer, Candidate, Mend, Warning, advise, answer, mend};
use kasuan::units::{Money, Ratio};
use support::{CATALOG, ask, offer, query, today};

struct Told {
    query: Query,
    answer: Answer,
    advice: Advice,
    mend: Option<Mend>,
}

impl Told {
    fn first(&self) -> &Candidate {
        self.answer.candidates.first().expect("an offer")
    }
}

#[track_caller]
fn told(link: &str, code: Warning) -> Told {
    let (query, answer) = (query(link), ask(link));
    let first = answer.candidates.first().expect("an offer");
    let all = advise(&CATALOG, &query, today(), &answer, first);
    let advice = all.into_iter().find(|advice| advice.code == code);
    let mend = mend(&CATALOG, &query, today(), &answer, first, code);
    Told {
        advice: advice.unwrap_or_else(|| panic!("{link} has no {}", code.code())),
        mend,
        query,
        answer,
    }
}

fn least(advice: &Advice) -> Option<Money> {
    advice.others.expect("other offers").least
}

#[test]
fn a_latency_is_not_given_up_for_money() {
    let told = told("con=64&tpot=20&prov=azure,gcp&pay=spot", Warning::Oversized);
    assert_eq!(told.mend, None);
    // There is less memory for less money, but it takes four times as long for each token.
    let slower = told.answer.candidates.iter();
    let slower = slower.filter(|c| c.total.micros() < told.first().total.micros());
    let mut seen = 0;
    for candidate in slower {
        assert!(candidate.warnings.contains(&Warning::MissesPerToken));
        seen += 1;
    }
    assert!(seen > 0);
    let least = least(&told.advice).expect("some have less memory");
    assert!(least.micros() > told.first().total.micros());
}

#[test]
fn a_deadline_is_not_given_up_for_money() {
    let link = "w=finetune&tok=5&use=job&pay=spot&prov=aws&gpu=l40s&dl=48";
    let told = told(link, Warning::Oversized);
    // Smaller cards that are in time as well are what is offered.
    let mend = told.mend.as_ref().expect("smaller cards");
    let mended = answer(&CATALOG, &mend.query, today());
    let first = mended.candidates.first().expect("an offer");
    assert_eq!(first.total, mend.total);
    assert!(first.total.micros() < told.first().total.micros());
    assert!(!first.warnings.contains(&Warning::MissesDeadline));
    // One card would cost a sixth, and be weeks late.
    let late = ask(&format!("{link}&cnt=1"));
    let late = late.candidates.first().expect("an offer");
    assert!(late.warnings.contains(&Warning::MissesDeadline));
    assert!(late.total.micros() * 5 < told.first().total.micros());
}

#[test]
fn idle_time_is_mended_by_paying_less() {
    for link in [
        "rps=0.05",
        "tpd=200000&prov=aws&pay=od",
        "use=office&pay=sub&reg=cn",
    ] {
        let told = told(link, Warning::UnderThirtyPercent);
        let mend = told.mend.as_ref().expect(link);
        assert!(mend.total.micros() < told.first().total.micros(), "{link}");
    }
    // The requests of a day in seven of its hours.
    let told = told("rps=0.05", Warning::UnderThirtyPercent);
    let mended = told.mend.expect("a way out").query;
    let day = |q: &Query| {
        let hours = q.hours_per_day.map_or(24.0, |hours| hours.to_f64());
        q.requests_per_second.expect("a rate").to_f64() * hours
    };
    assert!((day(&mended) / day(&told.query) - 1.0).abs() < 1e-4);
    // Instances that are held for nobody are let go.
    let held = "use=office&rps=3&scale=fixed&pay=od";
    let told = self::told(held, Warning::UnderThirtyPercent);
    let mended = encode(&told.mend.expect("a way out").query);
    assert!(!mended.contains("scale=fixed"), "{mended}");
}

#[test]
fn the_same_money_carries_the_load_that_is_said() {
    for link in [
        "m=llama-3.2-1b&rps=0.01&prov=aws&gpu=a100",
        "rps=0.05",
        "tpd=200000&prov=aws&pay=od",
    ] {
        let told = told(link, Warning::UnderThirtyPercent);
        let times = told.advice.carries.expect("a number");
        let used = told.first().signs.used.expect("a share").get();
        assert!(
            times.get() >= 2.0 && times.get() <= 0.9 / used + 1e-9,
            "{link}"
        );
        let key = if link.contains("rps") { "rps" } else { "tpd" };
        let more = scaled(&told.query, key, times).expect("more load");
        let after = answer(&CATALOG, &more, today());
        let mut others = after.candidates.iter();
        let same = others.find(|c| c.offer == told.first().offer);
        let same = same.expect("the same offer");
        assert!(same.total.micros() <= told.first().total.micros(), "{link}");
        assert!(
            same.signs.used.expect("a share") <= Ratio::new(0.9 + 1e-6),
            "{link}"
        );
    }
    // Hours: 168 are paid for 40.
    let told = told("use=office&pay=sub&reg=cn", Warning::UnderThirtyPercent);
    let times = told.advice.carries.expect("a number").get();
    assert!((times - 168.0 / 40.0).abs() < 1e-6, "{times}");
}

#[test]
fn too_much_memory_says_what_less_costs() {
    // A card that was asked for is not the smallest that is sold.
    let told = told("gpu=h100&m=qwen2.5-0.5b&con=4", Warning::Oversized);
    let mend = told.mend.as_ref().expect("a smaller card");
    assert!(mend.total.micros() < told.first().total.micros());
    // Of what is allowed, what has less memory is counted, and all of it is dearer.
    let told = self::told("con=64&tpot=20&prov=azure,gcp&pay=spot", Warning::Oversized);
    let held =
        |c: &Candidate| c.usable.get() * f64::from(c.gpus_per_instance) * f64::from(c.instances);
    let smaller =
        told.answer.candidates.iter().filter(|c| {
            held(c) < held(told.first()) && !c.warnings.contains(&Warning::MissesPerToken)
        });
    let totals: Vec<i64> = smaller.map(|c| c.total.micros()).collect();
    let others = told.advice.others.expect("other offers");
    assert_eq!(others.offers as usize, totals.len());
    assert_eq!(others.least.map(|l| l.micros()), totals.into_iter().min());
}

#[test]
fn what_is_far_says_what_is_near() {
    let told = told("at=eu&rps=2", Warning::FarFromUsers);
    let near = told.answer.candidates.iter().filter(|c| {
        offer(c)
            .region
            .group
            .is_some_and(|group| group.word() == "eu")
    });
    let totals: Vec<i64> = near.map(|c| c.total.micros()).collect();
    let others = told.advice.others.expect("other offers");
    assert_eq!(others.offers as usize, totals.len());
    let least = totals.into_iter().min().expect("some are near");
    let more = told.advice.money.expect("a sum").micros();
    assert_eq!(more, (least - told.first().total.micros()).max(0));
    // Where none is near there is no sum, and it is not 0.
    let told = self::told("at=eu&rps=2&reg=cn", Warning::FarFromUsers);
    let others = told.advice.others.expect("a count");
    assert_eq!(
        (others.offers, others.least, told.advice.money),
        (0, None, None)
    );
}
