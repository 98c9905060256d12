//! The text of the terminal program says of money what its JSON has.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test stops at what it lacks"
)]

mod terminal_support;

use serde_json::Value;
use terminal_support::{both, number, run, says, usd};

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The lines of the offer at a rank.
fn lines_of(text: &str, rank: usize) -> Vec<&str> {
    let start = format!("{rank:>3}. ");
    let mut lines = text.lines().skip_while(|line| !line.starts_with(&start));
    let mut own = vec![lines.next().unwrap()];
    own.extend(lines.take_while(|line| line.starts_with("     ")));
    own
}

const MIX: &str = "prov=aws&gpu=l40s&pay=od,c1,c3,spot&mon=18&int=40&con=300";

#[test]
fn a_mix_is_told_by_its_shares_and_what_it_saves() {
    let (text, answer) = both(MIX, &["--limit", "1"]);
    let offer = &answer["offers"][0];
    let bought = list(&offer["purchase"]);
    assert!(bought.len() > 2, "{bought:?}");
    let own = lines_of(&text, 1);
    let lines: Vec<&&str> = own.iter().filter(|l| l.contains("bought")).collect();
    assert_eq!(lines.len(), bought.len());
    for (line, purchase) in lines.iter().zip(bought) {
        let share = format!("{:.1} % of the hours", number(&purchase["share"]) * 100.0);
        says(line, &share);
        says(line, &format!("USD {} an hour", purchase["rate_per_hour"]));
        let kind = match purchase["kind"].as_str() {
            Some("od") => "on demand at",
            Some("spot") => "spot at",
            Some("c1") => "1-year commitment",
            other => panic!("{other:?}"),
        };
        says(line, kind);
    }
    let (total, all) = (&offer["total_usd"], &offer["on_demand_usd"]);
    let saved = 100.0 * (1.0 - number(total) / number(all));
    says(
        &text,
        &format!(
            "on demand alone {} in all; this saves {saved:.1} % of it",
            usd(all)
        ),
    );
    let (low, high) = (&offer["cost_low_usd"], &offer["cost_high_usd"]);
    let ends = format!("({} to {:.2})", usd(low), number(high));
    says(&text, &format!("{} in all {ends}", usd(total)));
    let unit = number(&offer["unit_cost"]["usd"]);
    says(&text, &format!("; USD {unit:.2} per million tokens"));
    says(&text, "12 replicas of one card each (tp1·dp12)");
}

#[test]
fn spot_says_its_figures_and_from_where_its_rate_is() {
    let (text, answer) = both(MIX, &["--limit", "1"]);
    let spot = &answer["offers"][0]["spot"];
    assert_eq!(spot["known"], true);
    let rate = number(&spot["interruptions_per_hour"]["expected"]);
    let every = 1.0 / rate / 24.0;
    says(
        &text,
        &format!("about every {every:.0} days (published), {rate:.6} an hour"),
    );
    let paid = number(&spot["paid_per_useful_hour"]["expected"]);
    says(&text, &format!("{paid} h paid for each useful hour"));
    let spares = &spot["spare_instances"];
    says(&text, &format!("{spares} spare instance(s)"));

    let job = "w=finetune&tok=0.01&use=job&pay=spot&dl=100&ckh=5";
    let (text, answer) = both(job, &["--limit", "1"]);
    let offer = &answer["offers"][0];
    let spot = &offer["spot"];
    assert_eq!(spot["known"], false);
    says(&text, "not known; every 158 days assumed, 0.000264 an hour");
    says(
        &text,
        &format!(
            "a checkpoint every {} h;",
            number(&spot["checkpoint_hours"])
        ),
    );
    let best = number(&spot["best_checkpoint_hours"]);
    says(&text, &format!("one every {best:.2} h would cost least"));
    let chance = 100.0 * number(&spot["chance_by_deadline"]["expected"]);
    says(&text, &format!("; {chance:.0}% ("));
    let even = 60.0 * number(&spot["break_even_hours"]);
    says(
        &text,
        &format!("unless interrupted more often than every {even:.0} min"),
    );
    let takes = 60.0 * number(&offer["hours_total"]);
    says(&text, &format!("; takes {takes:.0} min"));
    // A rate that is stated is not a published one.
    let stated = run(&format!("{job}&lam=0.001"), &["--limit", "1"]);
    says(&stated, "(as stated), 0.001 an hour");
}

#[test]
fn tied_offers_are_told_by_their_places() {
    let (text, answer) = both(MIX, &["--limit", "40"]);
    let tied: Vec<u64> = list(&answer["offers"])
        .iter()
        .filter(|offer| offer["tied"] == true && offer["rank"] != 1)
        .map(|offer| offer["rank"].as_u64().unwrap())
        .collect();
    assert_eq!(tied, [2, 3, 4, 6]);
    says(&text, "within the range of the first: number 2 to 4, 6\n");
    for offer in list(&answer["offers"]) {
        let rank = usize::try_from(offer["rank"].as_u64().unwrap()).unwrap();
        let said = lines_of(&text, rank)[0].contains("within the range of the first");
        assert_eq!(said, offer["tied"] == true && rank > 1, "{rank}");
    }
}

#[test]
fn extras_are_lines_and_what_is_unknown_makes_a_least() {
    let (text, answer) = both("rps=0.05&gb=100&eg=100", &["--limit", "20"]);
    let mut unknown = 0;
    for (position, offer) in list(&answer["offers"]).iter().enumerate() {
        let own = lines_of(&text, position + 1).join("\n");
        let mut lacks = false;
        for (item, name) in [("storage", "storage"), ("egress", "traffic out")] {
            let mut costs = list(&offer["costs"]).iter();
            let known = costs.find(|line| line["item"] == item);
            match known {
                Some(line) => {
                    let amount = number(&line["per_month_usd"]);
                    let amount = if amount == 0.0 || amount >= 0.1 {
                        format!("{name} {}", usd(&line["per_month_usd"]))
                    } else {
                        format!("{name} USD 0.0")
                    };
                    says(&own, &amount);
                }
                None => {
                    lacks = true;
                    says(&own, &format!("{name} not known and in no sum"));
                }
            }
        }
        let month = format!("{} a month, ", usd(&offer["per_month_usd"]));
        let least = own.contains(&format!("at least {month}"));
        says(&own, &month);
        assert_eq!(least, lacks, "{own}");
        unknown += usize::from(lacks);
    }
    assert!(unknown > 0 && unknown < 20, "{unknown}");
}

/// Sums are in the currency asked for; a listed price of another stands in brackets.
#[test]
fn one_currency_is_used_throughout() {
    let (text, answer) = both("cur=CNY&rps=0.05&gb=10", &["--limit", "3", "--why"]);
    for (at, _) in text.match_indices("USD") {
        assert_eq!(&text[at - 1..at], "(", "{}", &text[at - 40..at + 10]);
    }
    let first = &answer["offers"][0];
    let per_usd = number(&first["total"]) / number(&first["total_usd"]);
    let cny = |value: &Value| format!("CNY {:.2}", number(value) * per_usd);
    let (low, high) = (&first["cost_low_usd"], &first["cost_high_usd"]);
    let high = number(high) * per_usd;
    says(&text, &format!(" in all ({} to {high:.2})", cny(low)));
    let unit = number(&first["unit_cost"]["usd"]) * per_usd;
    says(&text, &format!("; CNY {unit:.1} per million tokens"));
    let advice = list(&answer["advice"]);
    assert!(!advice.is_empty());
    for advice in advice {
        let code = advice["code"].as_str().unwrap();
        says(&text, &format!(" ({code})\n"));
        if !advice["query"].is_null() {
            let total = cny(&advice["query_total_usd"]);
            let query = advice["query"].as_str().unwrap();
            says(&text, &format!("{total} in all with '{query}'"));
        }
    }
    let moves = list(&answer["moves_most"]);
    assert!(!moves.is_empty());
    for moved in moves {
        let high = number(&moved["high_usd"]) * per_usd;
        says(
            &text,
            &format!(": {} to {high:.2} in all", cny(&moved["low_usd"])),
        );
    }
    says(
        &text,
        &cny(&answer["alternatives"]["own"]["total_usd"]["expected"]),
    );
}

#[test]
fn figures_and_codes_come_with_words() {
    let (text, answer) = both("w=vram&vram=24&gpuh=10", &["--limit", "5"]);
    for word in ["gpu_hours", "e-4", "bought od", "tp1·dp1\n"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
    says(&text, "; takes 10 h\n");
    says(&text, " per GPU-hour\n");
    for (position, offer) in list(&answer["offers"]).iter().enumerate() {
        let own = lines_of(&text, position + 1);
        for code in list(&offer["warnings"]) {
            let end = format!(". ({})", code.as_str().unwrap());
            assert!(own.iter().any(|line| line.ends_with(&end)), "{end}");
        }
    }
    for (link, unit) in [
        (
            "w=image&m=sdxl&wq=fp16&imgs=100&use=job",
            " per 1000 images",
        ),
        (
            "w=render&frames=2000&fmin=6&use=recurring",
            "h a month of use",
        ),
        ("w=hpc&pflop=1000000", " TFLOP/s ("),
    ] {
        says(&run(link, &["--limit", "1"]), unit);
    }
}

#[test]
fn why_lists_every_reason() {
    let (short, answer) = both("rps=1", &["--limit", "1"]);
    let long = run("rps=1", &["--limit", "1", "--why"]);
    let rejected = list(&answer["rejected"]);
    let mut left = 0;
    for (position, rejection) in rejected.iter().enumerate() {
        let (offers, reason) = (&rejection["offers"], rejection["reason"].as_str().unwrap());
        let line = |text: &str| {
            let mut lines = text.lines();
            lines.any(|l| {
                l.trim_start().starts_with(&format!("{offers} "))
                    && l.contains(&format!(" ({reason})"))
            })
        };
        assert!(line(&long), "{reason}");
        assert_eq!(line(&short), position < 5, "{reason}");
        left += if position < 5 {
            0
        } else {
            offers.as_u64().unwrap()
        };
    }
    let others = rejected.len() - 5;
    says(&short, &format!("{left} for {others} other reason(s)"));
    assert!(short.lines().count() < long.lines().count());
    // Where nothing serves, nothing is left out.
    let nothing = run("m=deepseek-v3&gpu=t4&cnt=1", &[]);
    assert!(!nothing.contains("other reason(s)"), "{nothing}");
}
