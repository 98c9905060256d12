//! Several questions at the terminal: the fields that `docs/cli.md` promises, and the text.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test stops at what it lacks"
)]

use serde_json::Value;

const DAY: &str = "name=day&con=1&gpu=l4&prov=aws&pay=od,c1&use=week&wk=0x9.100x9.0x6~7";
const NIGHT: &str = "m=qwen2.5-7b&con=1&gpu=l4&prov=aws&pay=od,c1&use=week&wk=100x8.0x10.100x6~7";

/// A query as the value of a key.
fn escaped(query: &str) -> String {
    query
        .replace('%', "%25")
        .replace('&', "%26")
        .replace('=', "%3D")
}

#[track_caller]
fn run(link: &str, flags: &[&str]) -> String {
    let mut args = vec!["plan".to_owned(), link.to_owned()];
    args.extend(["--today", "2026-11-30"].map(str::to_owned));
    args.extend(flags.iter().map(|flag| (*flag).to_owned()));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = kasuan::terminal::run(&args, &mut out, &mut err);
    assert_eq!(code, 0, "{link}: {}", String::from_utf8_lossy(&err));
    String::from_utf8(out).unwrap()
}

#[track_caller]
fn plan(link: &str) -> Value {
    serde_json::from_str(&run(link, &["--json", "--limit", "3"])).unwrap()
}

fn sum(months: &Value) -> f64 {
    let months = months.as_array().expect("months").iter();
    months.map(|month| month.as_f64().expect("an amount")).sum()
}

#[track_caller]
fn is_near(value: f64, expected: &Value) {
    let expected = expected.as_f64().expect("an amount");
    assert!((value - expected).abs() < 1e-4, "{value} {expected}");
}

#[test]
fn a_plan_has_the_fields_that_the_manual_lists() {
    let answer = plan(&format!("cur=CNY&q={}&q={}", escaped(DAY), escaped(NIGHT)));
    assert!(answer["need"].is_null());
    // The question beside the plan is answered as ever.
    assert_eq!(answer["offers"].as_array().unwrap().len(), 3);
    let plan = &answer["portfolio"];
    let members = plan["members"].as_array().unwrap();
    assert_eq!(members.len(), 2);
    assert_eq!(members[0]["name"], "day");
    assert!(members[1]["name"].is_null());
    assert_eq!(members[0]["shared_with"], serde_json::json!([2]));
    assert_eq!(plan["shared"][0]["members"], serde_json::json!([1, 2]));
    let (mut total, mut alone, mut on_demand) = (0.0, 0.0, 0.0);
    for (position, member) in members.iter().enumerate() {
        assert_eq!(member["index"], position + 1);
        assert!(member["offer"]["rank"].is_null());
        assert!(member["rank"].as_u64().unwrap() >= 1);
        is_near(sum(&member["per_month_usd"]), &member["total_usd"]);
        is_near(
            sum(&member["offer"]["cash_flow_usd"]),
            &member["offer"]["total_usd"],
        );
        total += member["total_usd"].as_f64().unwrap();
        alone += member["alone_usd"].as_f64().unwrap();
        on_demand += member["offer"]["on_demand_usd"].as_f64().unwrap();
    }
    is_near(total, &plan["total_usd"]);
    is_near(alone, &plan["alone_usd"]);
    is_near(on_demand, &plan["all_on_demand_usd"]);
    is_near(sum(&plan["per_month_usd"]), &plan["total_usd"]);
    is_near(1.0 - total / on_demand, &plan["saving"]);
    assert!(total < alone);
    assert_eq!(plan["currency"], "CNY");
    let rate = plan["total"].as_f64().unwrap() / total;
    assert!((rate - 6.652_882).abs() < 1e-5, "{rate}");
    assert_eq!(answer["query"].as_str().unwrap().matches("q=").count(), 2);
    // The link that comes out asks the same.
    let again = self::plan(answer["query"].as_str().unwrap());
    assert_eq!(again["portfolio"], answer["portfolio"]);
}

#[test]
fn a_member_alone_costs_what_its_question_costs() {
    let question = plan(NIGHT);
    assert!(question["portfolio"].is_null());
    assert!(!question["need"].is_null());
    let plan = &plan(&format!("q={}", escaped(NIGHT)))["portfolio"];
    let member = &plan["members"][0];
    assert_eq!(member["rank"], 1);
    let mut first = question["offers"][0].clone();
    first.as_object_mut().unwrap().remove("rank");
    assert_eq!(member["offer"], first);
    assert_eq!(member["total_usd"], first["total_usd"]);
    assert_eq!(plan["per_month_usd"], first["cash_flow_usd"]);
}

#[test]
fn bad_members_are_said_by_their_number() {
    let link = format!(
        "q={}&q={}",
        escaped("ctx=0"),
        escaped("m=deepseek-v3&gpu=t4&cnt=1&q=x")
    );
    let plan = &plan(&link)["portfolio"];
    assert_eq!(plan["members"][0]["problems"][0]["key"], "ctx");
    assert_eq!(plan["members"][1]["problems"][0]["key"], "q");
    assert!(plan["members"][1]["offer"].is_null());
    assert!(plan["members"][1]["total_usd"].is_null());
    assert_eq!(plan["unserved"], 1);
    let many = "&q=".repeat(13);
    let answer = self::plan(&many);
    assert_eq!(answer["portfolio"]["members"].as_array().unwrap().len(), 12);
    assert_eq!(answer["problems"][0]["key"], "q");
}

#[test]
fn as_text_a_plan_says_its_sum_and_its_months() {
    let link = format!("q={}&q={}", escaped(DAY), escaped(NIGHT));
    let text = run(&link, &["--limit", "1"]);
    assert!(text.starts_with("a plan of 2 question(s)\n"), "{text}");
    assert!(text.contains("1, 2 share up to 1 x g6.xlarge"), "{text}");
    assert!(text.contains("months 1 to 12: USD "), "{text}");
    // Nothing was asked beside the plan.
    assert!(!text.contains("rankable rows serve"), "{text}");
    let both = run(&format!("w=render&frames=100&{link}"), &["--limit", "1"]);
    assert!(both.contains("the question beside the plan:"), "{both}");
    assert!(both.contains("rankable rows serve"), "{both}");
}
