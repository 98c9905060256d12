//! Every worked example of `docs/money.md`, asked of the terminal program, and its sums done again.
//!
//! A `text` block of the document is read line by line:
//!
//! - `kasuan plan 'LINK' [--schedule]` asks the small catalog of `tests/money`;
//! - `→ FIELD VALUE` is a field of the answer, of its first offer where the field starts with none
//!   of [`OF_THE_ANSWER`]; `→ FIELD VALUE = SUM` in addition says how it comes about;
//! - `SUM = VALUE` is a sum by itself.
//!
//! A value must be right in every digit that is written.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test stops at what it lacks"
)]

#[path = "money/sellers.rs"]
mod sellers;
#[path = "money/sums.rs"]
mod sums;

use serde_json::Value;
use sums::{agrees, number, sum};

const DOCUMENT: &str = include_str!("../docs/money.md");
const CATALOG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/money/catalog.json");

/// What a field starts with that is not one of the first offer.
const OF_THE_ANSWER: [&str; 4] = ["offers", "alternatives", "rejected", "portfolio"];

fn plan(command: &str) -> Result<Value, String> {
    let rest = command.strip_prefix("kasuan plan '").ok_or("no command")?;
    let (link, flags) = rest.split_once('\'').ok_or("no end of the link")?;
    let mut args = vec!["plan".to_owned(), link.to_owned()];
    args.extend(["--json", "--today", "2026-11-30", "--catalog", CATALOG].map(str::to_owned));
    args.extend(flags.split_whitespace().map(str::to_owned));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = kasuan::terminal::run(&args, &mut out, &mut err);
    if code != 0 {
        return Err(String::from_utf8_lossy(&err).into_owned());
    }
    let answer: Value = serde_json::from_slice(&out).map_err(|e| e.to_string())?;
    match answer["problems"].as_array() {
        Some(none) if none.is_empty() => Ok(answer),
        _ => Err(format!("the link has problems: {}", answer["problems"])),
    }
}

/// A field by its path: `purchase[od].share`, `alternatives.api[0].per_month_usd`. In brackets is a
/// position, or a word that an entry of the list has as one of its texts.
fn field<'a>(answer: &'a Value, path: &str) -> Option<&'a Value> {
    let of_answer = OF_THE_ANSWER.iter().any(|root| path.starts_with(root));
    let mut value = if of_answer {
        answer
    } else {
        &answer["offers"][0]
    };
    for part in path.split('.') {
        let (name, entries) = part.split_once('[').unwrap_or((part, ""));
        value = value.get(name)?;
        for entry in entries.split('[').filter(|entry| !entry.is_empty()) {
            let entry = entry.strip_suffix(']')?;
            let list = value.as_array()?;
            value = match entry.parse::<usize>() {
                Ok(position) => list.get(position)?,
                Err(_) => list.iter().find(|v| has_text(v, entry))?,
            };
        }
    }
    Some(value)
}

fn has_text(value: &Value, word: &str) -> bool {
    let texts = value.as_object().into_iter().flatten();
    texts
        .filter_map(|(_, text)| text.as_str())
        .any(|text| text == word)
}

/// Holds one line that follows a command against its answer.
fn holds(answer: &Value, line: &str) -> Result<(), String> {
    let (path, stated) = line.split_once(' ').ok_or("no value")?;
    let (stated, of) = match stated.split_once(" = ") {
        Some((stated, of)) => (stated, Some(of)),
        None => (stated, None),
    };
    let found = field(answer, path).ok_or("no such field")?;
    let right = match found {
        Value::Number(found) => agrees(found.as_f64().unwrap_or(f64::NAN), stated)?,
        Value::String(found) => found == stated,
        Value::Bool(found) => stated == if *found { "true" } else { "false" },
        Value::Null => stated == "null",
        Value::Array(_) | Value::Object(_) => return Err("no single value".to_owned()),
    };
    if !right {
        return Err(format!("the answer is {found}"));
    }
    match of {
        Some(of) if !agrees(sum(of)?, stated)? => Err(format!("{of} is {}", sum(of)?)),
        _ => Ok(()),
    }
}

#[derive(Default)]
struct Checked {
    links: usize,
    fields: usize,
    sums: usize,
    wrong: Vec<String>,
}

fn check(document: &str) -> Checked {
    let mut checked = Checked::default();
    let mut answer: Result<Value, String> = Err("no command before this".to_owned());
    let mut inside = false;
    for (number, line) in document.lines().enumerate() {
        if let Some(kind) = line.strip_prefix("```") {
            inside = !inside && kind == "text";
            answer = Err("no command before this".to_owned());
            continue;
        }
        if !inside || line.is_empty() {
            continue;
        }
        let result = if line.starts_with("kasuan") {
            checked.links += 1;
            answer = plan(line);
            answer.as_ref().map(|_| ()).map_err(Clone::clone)
        } else if let Some(line) = line.strip_prefix("→ ") {
            checked.fields += 1;
            checked.sums += usize::from(line.contains(" = "));
            answer
                .as_ref()
                .map_err(Clone::clone)
                .and_then(|answer| holds(answer, line))
        } else {
            checked.sums += 1;
            of_sum(line)
        };
        if let Err(wrong) = result {
            checked
                .wrong
                .push(format!("{}: {line}\n    {wrong}", number + 1));
        }
    }
    checked
}

fn of_sum(line: &str) -> Result<(), String> {
    let (of, stated) = line.split_once(" = ").ok_or("neither a field nor a sum")?;
    number(stated)?;
    let found = sum(of)?;
    if agrees(found, stated)? {
        Ok(())
    } else {
        Err(format!("it is {found}"))
    }
}

#[test]
fn every_example_is_as_the_document_says() {
    let checked = check(DOCUMENT);
    assert!(
        checked.wrong.is_empty(),
        "docs/money.md\n{}",
        checked.wrong.join("\n")
    );
    assert!(checked.links >= 50, "{} links", checked.links);
    assert!(checked.fields >= 130, "{} fields", checked.fields);
    assert!(checked.sums >= 130, "{} sums", checked.sums);
}

#[test]
fn a_wrong_example_is_seen() {
    let command = "kasuan plan 'w=vram&vram=40&gpuh=100&prov=example-cloud&pay=od&cnt=1&su=0'";
    let block = |lines: &str| {
        check(&format!("```text\n{command}\n{lines}\n```\n"))
            .wrong
            .len()
    };
    let right = "→ total_usd 200.00 = 100 × 2.00\n→ purchase[od].currency USD\n→ spot null";
    assert_eq!(block(right), 0);
    for wrong in [
        "→ total_usd 200.01",
        "→ total_usd 200 = 100 × 2.01",
        "→ total_euro 200",
        "→ purchase[od].currency EUR",
        "→ purchase[spot].share 1",
        "→ spot 0",
        "2 × 3 = 7",
        "2 × 3",
        "two = 2",
        "anything else",
    ] {
        assert_eq!(block(wrong), 1, "{wrong}");
    }
    assert_eq!(check("```text\n→ total_usd 1\n```\n").wrong.len(), 1);
    let bad_link = "```text\nkasuan plan 'prov=nobody'\n```\n";
    assert_eq!(check(bad_link).wrong.len(), 1);
}

/// `cargo test --test money_examples -- --ignored` writes it.
#[test]
fn the_catalog_is_what_its_sellers_make() {
    let shipped = std::fs::read_to_string(CATALOG).unwrap();
    assert!(shipped == sellers::catalog().to_json(), "write it anew");
    let read = kasuan::catalog::Catalog::from_json(&shipped).unwrap();
    assert_eq!(read, sellers::catalog());
}

#[test]
#[ignore = "writes the catalog of the examples"]
fn write_the_catalog() {
    std::fs::write(CATALOG, sellers::catalog().to_json()).unwrap();
}
