//! Renting held against buying, tokens, seconds and processors: facts, and worked examples.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at what it lacks"
)]

#[path = "../support/mod.rs"]
mod support;

mod cpu;
mod facts;
mod market;
mod metered;
mod own;

use kasuan::query::decode;
use kasuan::rank::{Alternatives, answer};
use market::SMALL;
use support::today;

#[test]
fn nothing_known_is_no_alternative() {
    let mut empty = SMALL.clone();
    empty.market = kasuan::catalog::Market::default();
    let none = answer(&empty, &support::query("rps=1"), today()).alternatives;
    assert_eq!(none, Alternatives::default());
}

/// Whatever is asked, nothing panics, and no amount is below nothing.
#[test]
fn absurd_questions_have_sane_answers() {
    for link in [
        "rps=1000000&ctx=2&out=1",
        "rps=0.000001&ctx=1000000&out=1",
        "tpd=1&con=1",
        "con=1&ctx=1&out=1&keep=0.1&left=100&mon=0.1",
        "keep=20&mon=1000&staff=1000000&space=1000000&cur=CNY",
        "w=vision&vm=infer&imgs=0.001&use=job&dl=0.01",
        "m=bert-large&rps=100&ctx=128",
        "w=image&imgs=1&use=job",
        "w=hpc&pflop=10&use=job",
        "hpd=0&rps=1",
    ] {
        let decoded = decode(link);
        let found = answer(&SMALL, &decoded.query, today()).alternatives;
        if let Some(own) = &found.own {
            assert!(own.upfront.low.micros() > 0, "{link}");
            assert!(own.curve.len() <= 60, "{link}");
        }
        assert!(
            found.api.iter().all(|row| row.per_month.micros() >= 0),
            "{link}"
        );
        for row in &found.serverless {
            assert!(row.per_month.micros() >= 0 && row.workers > 0, "{link}");
            assert!(row.billed.time.get().is_finite(), "{link}");
        }
        if let Some(cpu) = &found.cpu {
            assert!(cpu.total.micros() >= 0 && cpu.instances > 0, "{link}");
        }
    }
}
