//! `docs/cli.md` lists every warning and reject code, and every field of a plan.

#![allow(clippy::unwrap_used, reason = "a test stops where there is no value")]

use kasuan::rank::{Reject, Warning};
use serde_json::Value;
use std::collections::BTreeSet;

const MANUAL: &str = include_str!("../docs/cli.md");

#[test]
fn every_code_is_documented() {
    let codes = Warning::ALL
        .iter()
        .map(|w| w.code())
        .chain(Reject::ALL.iter().map(|r| r.code()));
    for code in codes {
        assert!(
            MANUAL.contains(&format!("| `{code}` |")),
            "{code} is missing in docs/cli.md"
        );
    }
}

/// Whether a word stands in a text as a whole, in code or in a list of fields.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// Every name of a field, whatever it is in.
fn names(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                into.insert(name.clone());
                names(value, into);
            }
        }
        Value::Array(entries) => entries.iter().for_each(|entry| names(entry, into)),
        _ => {}
    }
}

#[test]
fn every_field_of_a_plan_is_documented() {
    // Between them these have a part of every kind: spot, every alternative, a plan, advice.
    let links = [
        "con=1&pay=od,spot&rps=0.01&eg=100&cur=CNY",
        "w=finetune&tok=0.01&use=job&pay=spot&dl=100&ckh=5&mg=h100-sxm&ms=9000",
        "m=deepseek-v3&vram=1&cnt=1",
        "q=use%3Doffice&q=w%3Dvram%26vram%3D20",
    ];
    let mut found = BTreeSet::new();
    for link in links {
        let args = ["plan", link, "--json", "--schedule", "--limit", "5"];
        let args = args.map(str::to_owned);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        assert_eq!(kasuan::terminal::run(&args, &mut out, &mut err), 0);
        names(&serde_json::from_slice(&out).unwrap(), &mut found);
    }
    for part in [
        "curve",
        "schedule",
        "chance_by_deadline",
        "cold_share",
        "members",
    ] {
        assert!(found.contains(part), "no answer has {part}");
    }
    let missing: Vec<&String> = found.iter().filter(|n| !has_word(MANUAL, n)).collect();
    assert!(missing.is_empty(), "docs/cli.md lacks {missing:?}");
    assert!(has_word("`a_b`", "a_b") && !has_word("a_bc", "a_b"));
}
