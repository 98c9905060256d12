//! What an answer says of a job on spot: whether it pays as it is run, and how long a save takes where
//! nobody says what is to be saved.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::cost;
use kasuan::locale::Locale;
use kasuan::rank::{Candidate, Kept, SpotPays, Warning, advise, mend};
use proptest::prelude::*;
use proptest::sample::select;
use support::{CATALOG, ask, query, today};

/// The advisor's bands, the share of a month that stands for each as a rate an hour.
const BANDS: [&str; 5] = ["0.000035", "0.000107", "0.000183", "0.000264", "0.000489"];

fn first(link: &str) -> Candidate {
    let answer = ask(link);
    *answer.candidates.into_iter().next().expect("an offer")
}

#[track_caller]
fn pays(link: &str) -> SpotPays {
    first(link).spot_pays(&query(link)).expect("a job on spot")
}

fn text(link: &str) -> String {
    let args = ["plan", link, "--limit", "1", "--today", "2026-11-30"].map(str::to_owned);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert_eq!(kasuan::terminal::run(&args, &mut out, &mut err), 0);
    String::from_utf8(out).expect("text")
}

const TWO_DAYS: &str = "w=vram&vram=20&gpuh=48&prov=aws&gpu=l4&pay=od,spot";

#[test]
fn a_job_of_two_days_is_cheaper_on_spot_even_without_checkpoints() {
    for rate in BANDS {
        let link = format!("{TWO_DAYS}&lam={rate}");
        let told = pays(&link);
        assert_eq!(told.kept, Kept::Nothing);
        assert!(told.holds(), "{rate}: {told:?}");
        let even = told.even.expect("on demand would win somewhere").get();
        assert!(even * rate.parse::<f64>().expect("a rate") < 1.0, "{even}");
    }
}

const TRAINING: &str = "w=finetune&tok=5&use=job&prov=aws&gpu=l40s&pay=spot";

#[test]
fn at_the_interval_that_is_told_both_cost_the_same() {
    let even = pays(TRAINING).even.expect("hours").get();
    let there = first(&format!("{TRAINING}&lam={:.6}", 1.0 / even));
    let on_demand = there.on_demand.expect("it is sold so").to_f64();
    // A link holds the rate in millionths.
    let off = there.total.to_f64() / on_demand - 1.0;
    assert!(off.abs() < 1e-3, "{off}");
}

#[test]
fn a_job_that_is_interrupted_too_often_is_said_to_be_dearer() {
    let told = pays(&format!("{TRAINING}&lam=0.01"));
    assert!(!told.holds() && !told.endless, "{told:?}");
    assert!(told.even.expect("hours").get() > 100.0);
    let said = Locale::En.spot_pays(&told, "$9,000", "$1,051");
    let dearer = "cost $9,000, more than $1,051 on demand; spot would win only above";
    assert!(said.contains(dearer), "{said}");
    // What never ends has no sum of its own.
    assert!(pays(&format!("{TRAINING}&lam=0.1")).endless);
    // With checkpoints it pays again, and says that it is with these.
    let told = pays(&format!("{TRAINING}&lam=0.1&ckp=best"));
    assert_eq!(told.kept, Kept::Checkpoint);
    assert!(told.holds());
    // Frames that are done are kept anyway.
    let told = pays("w=render&frames=500&use=job&prov=aws&gpu=l4&pay=spot");
    assert_eq!(told.kept, Kept::Pieces);
    // Nothing is said of a service, nor where other kinds are bought.
    for link in ["pay=spot", "w=vram&vram=20&gpuh=48&prov=aws&gpu=l4&pay=od"] {
        assert_eq!(first(link).spot_pays(&query(link)), None, "{link}");
    }
}

#[test]
fn the_terminal_says_whether_spot_pays() {
    let out = text(TWO_DAYS);
    let pays = pays(TWO_DAYS);
    let sums = format!(
        "Even without checkpoints, spot is expected to cost USD {:.2}, against USD {:.2} on demand",
        pays.on_spot.to_f64(),
        pays.on_demand.to_f64()
    );
    assert!(out.contains(&sums), "{out}");
    assert!(!text("rps=1").contains("spot is expected to cost"));
}

#[test]
fn what_is_saved_is_what_is_stated_or_all_that_there_can_be() {
    let save = |link: &str| {
        let risk = first(link).risk.expect("spot");
        risk.save.to_seconds().get()
    };
    let near = |value: f64, expected: f64| {
        assert!(
            (value / expected - 1.0).abs() < 1e-9,
            "{value} is not {expected}"
        );
    };
    // 20 GB at 1 GB/s.
    near(save(TWO_DAYS), 20.0);
    // Of one host that holds all of it.
    near(save("w=vram&vram=600&gpuh=20000&cnt=8&pay=spot"), 600.0);
    let link = "w=hpc&pflop=5000&use=job&pay=spot";
    near(save(link), first(link).usable.get() / 1e9);
    // What the asker says holds.
    near(
        save("w=vram&vram=20&gpuh=48&prov=aws&gpu=l4&pay=spot&save=6"),
        360.0,
    );
}

#[test]
fn an_interval_that_is_advised_can_be_set() {
    let answer = ask(TWO_DAYS);
    let asked = query(TWO_DAYS);
    let first = answer.candidates.first().expect("an offer");
    let code = Warning::SpotNoCheckpoint;
    let mended = mend(&CATALOG, &asked, today(), &answer, first, code).expect("a way out");
    let interval = mended.query.checkpoint_hours.expect("an interval").to_f64();
    let run = first.risk.expect("spot").run.expect("a run").runs.expected;
    let daly = cost::spot::daly(run.rate, first.risk.expect("spot").save).expect("hours");
    // A quarter of an hour is the step here.
    assert!((interval * 4.0).fract() == 0.0, "{interval}");
    assert!(
        (interval - daly.get()).abs() <= 0.125,
        "{interval} {daly:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, ..ProptestConfig::default() })]

    /// The sentence never contradicts the bill, and no checkpoint is advised that costs more.
    #[test]
    fn what_is_said_of_spot_is_what_the_bill_says(
        work in select(vec![
            "w=vram&vram=20&gpuh=48", "w=vram&vram=300&gpuh=5000", "w=finetune&tok=1&use=job",
            "w=finetune&m=llama-3.1-70b&tok=2&use=job", "w=hpc&pflop=50000&use=job",
            "w=render&frames=3000&use=job", "w=pretrain&m=qwen2.5-0.5b&tok=5&use=recurring",
        ]),
        rate in select(vec!["", "&lam=0.00003", "&lam=0.002", "&lam=0.05", "&lam=0.5"]),
        kept in select(vec!["", "&ckp=best", "&ckh=0.5", "&ckh=4&save=30"]),
        sellers in select(vec!["", "&prov=aws", "&tier=market,community", "&disc=20&tax=6"]),
    ) {
        let link = format!("{work}{rate}{kept}{sellers}&pay=spot");
        let (asked, answer) = (query(&link), ask(&link));
        for candidate in answer.candidates.iter().take(20) {
            let Some(told) = candidate.spot_pays(&asked) else { continue };
            let on_demand = candidate.on_demand.expect("it is sold so");
            prop_assert_eq!(told.holds(), candidate.total.micros() < on_demand.micros());
            let run = candidate.risk.expect("spot").run.expect("a run").runs.expected;
            if let Some(even) = told.even {
                prop_assert_eq!(told.holds(), run.rate.get() * even.get() < 1.0, "{}", &link);
            }
            // Frames that are done need no save; everything else takes some time.
            let save = candidate.risk.expect("spot").save.get();
            prop_assert!(told.kept == Kept::Pieces || save > 0.0, "{}", &link);
        }
        if let Some(first) = answer.candidates.first() {
            for advice in advise(&CATALOG, &asked, today(), &answer, first) {
                let mended = mend(&CATALOG, &asked, today(), &answer, first, advice.code);
                if let Some(mended) = mended.filter(|_| advice.code == Warning::SpotNoCheckpoint) {
                    prop_assert!(mended.total.micros() <= first.total.micros(), "{}", &link);
                }
            }
        }
    }
}
