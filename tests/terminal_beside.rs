//! What competes with renting, the week and the budget as text, against the JSON of the same
//! question.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test stops at what it lacks"
)]

mod terminal_support;

use serde_json::Value;
use terminal_support::{both, number, run, says, usd};

#[test]
fn own_hardware_is_told_with_its_range_and_its_curve() {
    let (text, answer) = both("rps=0.05", &["--limit", "1"]);
    let own = &answer["alternatives"]["own"];
    for spread in [&own["upfront_usd"], &own["total_usd"]] {
        let high = number(&spread["high"]);
        let ends = format!("({} to {high:.2})", usd(&spread["low"]));
        says(&text, &format!("{} {ends}", usd(&spread["expected"])));
    }
    says(
        &text,
        &format!("{} a month to run", usd(&own["per_month_usd"]["expected"])),
    );
    says(&text, &format!("selling for {}", usd(&own["resale_usd"])));
    assert!(own["break_even_months"].is_null());
    says(&text, "does not pay back within ten years");
    let curve = own["curve"].as_array().unwrap();
    for place in [1, curve.len() - 1] {
        let point = &curve[place];
        let (own, rent) = (usd(&point["own_usd"]), usd(&point["rent_usd"]));
        says(
            &text,
            &format!("month {}: {own} against {rent}", point["month"]),
        );
    }

    let (text, answer) = both("gpu=l40s&prov=aws", &["--limit", "1"]);
    assert!(answer["alternatives"]["own"].is_null());
    says(
        &text,
        "own hardware: not known; no price at which L40S is sold",
    );
    // A price that the asker gives is known.
    let (text, answer) = both("gpu=l40s&prov=aws&card=8000&host=2000", &["--limit", "1"]);
    assert!(!answer["alternatives"]["own"].is_null());
    says(&text, "or own 1 x L40S: ");
}

#[test]
fn sellers_by_token_and_second_say_what_is_counted() {
    let (text, answer) = both("rps=0.05", &["--limit", "1", "--why"]);
    let all = &answer["alternatives"];
    let api = &all["api"][0];
    let (tokens_in, tokens_out) = (
        number(&api["input_tokens_per_month"]) / 1e9,
        number(&api["output_tokens_per_month"]) / 1e6,
    );
    says(
        &text,
        &format!(
            "{} a month at {} for {tokens_in:.2}B tokens in and {tokens_out:.1}M out",
            usd(&api["per_month_usd"]),
            api["seller"].as_str().unwrap()
        ),
    );
    // The complete rows come first; of L40S none is complete.
    let l40s = both("rps=0.05&gpu=l40s", &["--limit", "1", "--why"]);
    let of = |text: &str, answer: &Value| {
        let rows = answer["alternatives"]["serverless"].as_array().unwrap();
        let rows = rows
            .iter()
            .take(6)
            .map(|row| (text.to_owned(), row.clone()));
        rows.collect::<Vec<_>>()
    };
    let rows = [of(&text, &answer), of(&l40s.0, &l40s.1)].concat();
    let (mut least, mut whole) = (0, 0);
    for (text, entry) in &rows {
        let unknown = entry["not_known"].as_array().unwrap().len();
        let start = format!(
            "{}{} a month at {} for ",
            if unknown > 0 { "at least " } else { "second: " },
            usd(&entry["per_month_usd"]),
            entry["seller"].as_str().unwrap()
        );
        let line = text.lines().find(|line| line.contains(&start));
        let line = line.unwrap_or_else(|| panic!("{start}\n{text}"));
        match unknown {
            0 => assert!(!line.contains("not known"), "{line}"),
            1 => says(line, "1 part is not known: "),
            n => says(line, &format!("{n} parts are not known: ")),
        }
        least += usize::from(unknown > 0);
        whole += usize::from(unknown == 0);
    }
    assert!(least > 0 && whole > 0, "{least} {whole}");
    // The card is told by its name.
    assert_eq!(all["serverless"][0]["accelerator"], "l4");
    says(&text, "for 1 x L4, ");
}

const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// The days that a line names: `Mon–Fri`, `Sat, Sun`.
fn days(names: &str) -> Vec<usize> {
    let day = |name: &str| DAYS.iter().position(|day| *day == name).unwrap();
    let mut all = Vec::new();
    for part in names.split(", ") {
        match part.split_once('–') {
            Some((first, last)) => all.extend(day(first)..=day(last)),
            None => all.push(day(part)),
        }
    }
    all
}

fn name(kind: &Value) -> &str {
    match kind.as_str() {
        Some("od") => "on demand",
        Some("c1") => "1-year commitment",
        Some("spot") => "spot",
        other => panic!("{other:?}"),
    }
}

/// Every hour of every kind that is not level, as the spans of the text have it.
#[test]
fn the_week_is_told_by_its_spans() {
    let link = "rps=30&gpu=l4&prov=aws&pay=od,c1&use=week&wk=20x8.100x10.20x6~7";
    let (text, answer) = both(link, &["--limit", "1", "--schedule"]);
    let kinds = answer["offers"][0]["schedule"].as_array().unwrap();
    assert_eq!(kinds.len(), 2);
    let mut told = [false; 168];
    for line in text.lines().filter(|line| line.contains(" h: ")) {
        let (when, what) = line.trim().split_once(" h: ").unwrap();
        let (names, hours) = when.rsplit_once(' ').unwrap();
        let (start, end) = hours.split_once('–').unwrap();
        for day in days(names) {
            for hour in start.parse::<usize>().unwrap()..end.parse().unwrap() {
                let hour = day * 24 + hour;
                assert!(!std::mem::replace(&mut told[hour], true), "{hour}");
                let mut varying = 0;
                for kind in kinds {
                    let weekly = kind["instances"].as_array().unwrap();
                    let said = format!("{} {}", name(&kind["kind"]), weekly[hour]);
                    if weekly.iter().any(|other| *other != weekly[0]) {
                        varying += 1;
                        assert_eq!(what == "none", weekly[hour] == 0, "{line}");
                        assert!(what == "none" || what.contains(&said), "{line}");
                    } else {
                        says(&text, &format!(" {} in every hour", weekly[0]));
                    }
                }
                assert_eq!(varying, 1);
            }
        }
    }
    assert!(told.iter().all(|hour| *hour), "{text}");
    // Without the flag it is not told, and a job says that it has none.
    assert!(!run(link, &["--limit", "1"]).contains(" h: "));
    let job = run("w=vram&vram=24&gpuh=10", &["--limit", "1", "--schedule"]);
    says(&job, "a job has no week");
}

/// A load that changes by the hour is rows of 24 figures, and no more lines than a screen bears.
#[test]
fn a_week_of_many_levels_is_rows() {
    let link = "rps=30&gpu=l4&prov=aws&pay=od&swing=60";
    let (text, answer) = both(link, &["--limit", "1", "--schedule"]);
    let weekly = answer["offers"][0]["schedule"][0]["instances"].clone();
    let weekly = weekly.as_array().unwrap();
    let rows: Vec<Vec<u64>> = text
        .lines()
        .filter(|line| line.ends_with(" on demand") && line.starts_with("        "))
        .map(|line| {
            let figures = line.split_whitespace().map_while(|word| word.parse().ok());
            figures.collect()
        })
        .collect();
    assert_eq!(rows.len(), 1, "{text}");
    let first: Vec<u64> = weekly[..24].iter().map(|h| h.as_u64().unwrap()).collect();
    assert_eq!(rows[0], first);
    says(&text, "Mon–Sun\n");
}

#[test]
fn a_month_that_exceeds_the_budget_is_told() {
    let catalog = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/money/catalog.json");
    let flags = ["--catalog", catalog];
    let link = "w=vram&vram=600&cnt=8&prov=example-cloud&pay=c1";
    let (text, answer) = both(&format!("{link}&budget=20000"), &flags);
    let offer = &answer["offers"][0];
    assert!(number(&offer["per_month_usd"]) < 20_000.0);
    let flow = offer["cash_flow_usd"].as_array().unwrap();
    assert!(number(&flow[0]) > 20_000.0);
    let said = format!(
        "month 1 takes {}, more than the budget of USD 20000.00",
        usd(&flow[0])
    );
    says(&text, &said);
    let ample = run(&format!("{link}&budget=50000"), &flags);
    assert!(!ample.contains("more than the budget"), "{ample}");
    // By the month no month exceeds what the average keeps, whatever is rounded.
    let month = "w=vram&vram=40&cnt=1&prov=example-cloud&pay=od&budget=1460";
    let even = run(month, &flags);
    says(&even, "USD 1460.00 a month");
    assert!(!even.contains("more than the budget"), "{even}");
    let why = run(link, &[&flags[..], &["--why"]].concat());
    says(&why, &format!("month 1: {}\n", usd(&flow[0])));
    says(&why, &format!("months 2 to 12: {} each\n", usd(&flow[1])));
}

/// What a member buys for itself is told with it; a deadline of its own counts for its spot.
#[test]
fn a_plan_tells_what_a_member_buys_for_itself() {
    let escaped = |query: &str| query.replace('&', "%26").replace('=', "%3D");
    let link = format!(
        "q={}&q={}",
        escaped("w=vram&vram=24&gpuh=10&pay=spot&dl=100"),
        escaped("rps=0.05&pay=od")
    );
    let (text, answer) = both(&link, &["--limit", "1"]);
    let members = answer["portfolio"]["members"].as_array().unwrap();
    let chance = &members[0]["offer"]["spot"]["chance_by_deadline"]["expected"];
    says(&text, &format!("; {:.0}% (", number(chance) * 100.0));
    for member in members {
        assert!(member["shared_with"].as_array().unwrap().is_empty());
        let purchase = &member["offer"]["purchase"][0];
        let kind = name(&purchase["kind"]);
        let rate = format!("USD {} an hour", purchase["rate_per_hour"]);
        let mut lines = text.lines();
        assert!(
            lines.any(|line| line.contains(&format!("bought {kind} at ")) && line.contains(&rate)),
            "{kind} {rate}: {text}"
        );
    }
}
