//! What a seller's rules add to a price, and the budget turned round, as the terminal tells them.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test stops at what it lacks"
)]

use serde_json::Value;

fn run(link: &str, flags: &[&str]) -> String {
    let mut args = vec!["plan", link, "--today", "2026-11-30"];
    args.extend(flags);
    let args: Vec<String> = args.into_iter().map(str::to_owned).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert_eq!(
        kasuan::terminal::run(&args, &mut out, &mut err),
        0,
        "{link}"
    );
    String::from_utf8(out).unwrap()
}

/// Asked of the shipped catalog.
fn plan(link: &str) -> Value {
    serde_json::from_str(&run(link, &["--json"])).unwrap()
}

/// C88: an instance that is stopped and not released may go on costing all of it.
#[test]
fn a_stopped_instance_costs_what_its_seller_says() {
    let all = plan("w=vram&vram=10&pay=od&tier=cloud,specialist,market");
    let mut seen = [0_usize; 4];
    let link = "w=vram&vram=10&pay=od&use=office&tier=cloud,specialist,market";
    let every: Value = serde_json::from_str(&run(link, &["--json", "--limit", "5000"])).unwrap();
    for offer in every["offers"].as_array().unwrap() {
        let kept = offer["rules"]["kept_per_month_usd"].as_f64();
        let rule = offer["rules"]["stopped"].as_str();
        // Beside its hours of use it is billed for all others: as if it ran around the clock.
        let rest = offer["per_hour_usd"].as_f64().unwrap() * (730.0 - 173.8095);
        match (rule, kept) {
            (Some("storage"), Some(kept)) => {
                seen[0] += 1;
                assert_eq!(kept, 0.0);
            }
            (Some("everything" | "no_stop"), Some(kept)) => {
                seen[1] += 1;
                assert_eq!(offer["instances"], 1);
                assert!(
                    (kept - rest).abs() < 0.001 * rest,
                    "{} {kept} {rest}",
                    offer["id"]
                );
            }
            (None, None) => seen[2] += 1,
            other => seen[3] += usize::from(other.0.is_some()),
        }
    }
    println!("free, billed, not known: {seen:?}");
    assert!(seen[0] > 0 && seen[1] > 0 && seen[2] > 0 && seen[3] == 0);
    // What is used around the clock is never idle.
    for offer in all["offers"].as_array().unwrap() {
        assert!(offer["rules"]["kept_per_month_usd"].is_null());
    }
}

/// A promotion is never what is paid by default, and what it becomes is told where it is listed.
#[test]
fn a_promotion_says_what_comes_after_it() {
    let answer = plan("w=vram&vram=10&pay=pr");
    let offers = answer["offers"].as_array().unwrap();
    let after = |id: &str| {
        let mut offers = offers.iter();
        let offer = offers.find(|o| o["id"].as_str().unwrap().starts_with(id));
        offer.unwrap()["rules"]["after_promotion"].clone()
    };
    // 11.84 CNY an hour on demand against 1,774 a month as a promotion.
    let renewed = after("alibaba-cloud-ecs-gn6i-c4g1-xlarge");
    assert_eq!(renewed["kind"], "od");
    assert_eq!(renewed["rate_per_hour"], 11.84);
    assert_eq!(renewed["currency"], "CNY");
    // No regular price is listed: not known, and not the promotion's own.
    assert!(after("paperspace-a100-80g").is_null());
    let text = run("w=vram&vram=10&pay=pr", &[]);
    assert!(text.contains(
        "after the promotion, counted for 12 months, on demand at USD 1.78 (CNY 11.84) an hour"
    ));
    assert!(text.contains("the price after the promotion is not known"));
    // A negotiated discount holds after the promotion and not in it.
    let discounted = plan("w=vram&vram=10&pay=pr&disc=50");
    let first = &discounted["offers"][0];
    assert_eq!(first["rules"]["after_promotion"]["rate_per_hour"], 5.92);
    assert_eq!(first["total_usd"], offers[0]["total_usd"]);
    // In a longer project the regular price follows, and where none is listed that is said.
    let offered = |link: &str, id: &str| {
        let answer = plan(link);
        let mut offers = answer["offers"].as_array().unwrap().clone().into_iter();
        offers
            .find(|o| o["id"].as_str().unwrap().starts_with(id))
            .unwrap()
    };
    let link = "w=vram&vram=10&pay=pr&mon=24";
    let gn6i = offered(link, "alibaba-cloud-ecs-gn6i-c4g1-xlarge");
    let native = |at: usize| gn6i["purchase"][at]["total"].as_f64().unwrap();
    let kinds = [0, 1].map(|at| gn6i["purchase"][at]["kind"].as_str().unwrap());
    assert_eq!(kinds, ["pr", "od"]);
    assert!((native(1) - 8760.0 * 11.84).abs() < 1e-6);
    assert!((native(0) - 12.0 * 1774.0).abs() < 1e-6);
    assert_eq!(gn6i["rules"]["after_promotion"]["after_months"], 12);
    let unknown = |offer: &Value| {
        let mut warnings = offer["warnings"].as_array().unwrap().iter();
        warnings.any(|w| w == "promotion_end_unknown")
    };
    assert!(!unknown(&gn6i));
    assert!(unknown(&offered(link, "paperspace-a100-80g")));
    let year = "w=vram&vram=10&pay=pr";
    assert!(!unknown(&offered(year, "paperspace-a100-80g")));
    assert!(unknown(&offered(
        "w=vram&vram=10&pay=pr&prm=11",
        "paperspace-a100-80g"
    )));
    for offer in plan("w=vram&vram=10")["offers"].as_array().unwrap() {
        for purchase in offer["purchase"].as_array().unwrap() {
            assert_ne!(purchase["kind"], "pr");
        }
    }
}

/// The far end of a job that may outlast a promotion is paid at what follows it: 3,500 CNY for the
/// first month and 7,000 for the second, at 7 CNY a dollar.
#[test]
fn the_range_of_a_job_goes_on_after_the_promotion() {
    let flags = ["--json", "--catalog", "tests/money/catalog.json"];
    let costs = |months: u32| {
        let link = "w=finetune&m=llama-3.1-8b&tok=11&use=job&pay=pr&prov=example-month";
        let answer: Value =
            serde_json::from_str(&run(&format!("{link}&prm={months}"), &flags)).unwrap();
        let offer = answer["offers"][0].clone();
        ["total_usd", "cost_high_usd"].map(|field| offer[field].as_f64().unwrap())
    };
    assert_eq!(costs(1), [500.0, 1500.0]);
    assert_eq!(costs(2), [500.0, 1000.0]);
}

/// What sellers give to new customers is told as they state it, and is in no sum.
#[test]
fn credit_for_new_customers_is_told_and_not_taken_off() {
    let link = "w=vram&vram=10&pay=od&prov=gcp,aws";
    let mut told = [0, 0];
    let answer: Value = serde_json::from_str(&run(link, &["--json", "--limit", "500"])).unwrap();
    for offer in answer["offers"].as_array().unwrap() {
        let credit = &offer["rules"]["new_customer_credit"];
        if offer["provider"] == "gcp" {
            assert_eq!(credit, "USD 300 for new customers");
            told[0] += 1;
        } else {
            assert!(credit.is_null());
            told[1] += 1;
        }
        assert_eq!(offer["credit_used_usd"], 0.0);
    }
    assert!(told[0] > 0 && told[1] > 0, "{told:?}");
    let text = run("w=vram&vram=10&pay=od&prov=gcp", &[]);
    assert!(
        text.contains("for new customers, as the seller states it: USD 300 for new customers;")
    );
    assert!(!run("w=vram&vram=10&pay=od&prov=aws", &[]).contains("for new customers"));
}

#[test]
fn the_terminal_tells_what_a_budget_buys() {
    assert!(plan("m=llama-3.1-8b")["within_budget"].is_null());
    let link = "m=llama-3.1-8b&budget=500";
    let found = plan(link)["within_budget"].clone();
    let model = found["largest_model"].as_str().unwrap();
    assert_eq!(found["longest_context"], 32768);
    assert_eq!(found["most_hours_per_month"], 730.0);
    // What it names can be asked for, and fits.
    let larger = plan(&format!("m={model}&budget=500"));
    assert!(!larger["offers"].as_array().unwrap().is_empty());
    let longer = plan("m=llama-3.1-8b&budget=500&ctx=65536");
    assert!(longer["offers"].as_array().unwrap().is_empty());
    let text = run(link, &[]);
    assert!(text.contains(&format!(
        "the budget buys at most the model {model}, or 32768 tokens"
    )));
    assert!(!run("m=llama-3.1-8b", &[]).contains("the budget buys"));
    let nothing = run("m=llama-3.1-8b&budget=0.01&pay=od", &[]);
    assert!(
        nothing.contains("the budget buys no model, context or hours"),
        "{nothing}"
    );
}
