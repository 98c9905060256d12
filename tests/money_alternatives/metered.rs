//! A model by the token, and cards by the second.

use crate::market::{SMALL, alternatives, ask, money};
use kasuan::units::{Hours, Tokens};

#[test]
fn a_month_of_tokens_is_that_of_the_rate() {
    // 2 requests a second of 7,680 and 512 tokens, 730 hours.
    let rows = alternatives("rps=2").api;
    let sellers: Vec<&str> = rows
        .iter()
        .map(|row| SMALL.market.tokens[row.price].seller.as_str())
        .collect();
    assert_eq!(sellers, ["cheap", "dear", "elsewhere"]);
    let output = 2.0 * 512.0 * 730.0 * 3600.0;
    assert_eq!(rows[0].volume.output, Tokens::new(output));
    assert_eq!(rows[0].volume.input, Tokens::new(output * 15.0));
    assert!(!rows[0].volume.full_use);
    let bill = output / 1e6 * (0.04 + 15.0 * 0.02);
    assert!((rows[0].per_month.to_f64() - bill).abs() < 1e-3);
    // Kept in its own currency, which has no rate here.
    assert_eq!(rows[2].per_month.currency().code(), "XAU");
    assert_eq!(
        (rows[2].per_month_usd, rows[2].break_even_per_day),
        (None, None)
    );
}

#[test]
fn without_a_rate_the_own_machines_set_the_volume() {
    let answer = ask("con=4");
    let first = answer.candidates.first().unwrap();
    let rows = &answer.alternatives.api;
    let made = first.rate.expected.get() * 730.0 * 3600.0;
    assert!(rows[0].volume.full_use);
    assert!((rows[0].volume.output.get() / made - 1.0).abs() < 1e-9);
}

#[test]
fn the_break_even_volume_costs_as_much_either_way() {
    let answer = ask("rps=2");
    let first = answer.candidates.first().unwrap();
    let dear = answer
        .alternatives
        .api
        .iter()
        .find(|row| SMALL.market.tokens[row.price].seller == "dear")
        .unwrap();
    let per_day = dear.break_even_per_day.unwrap().get();
    // One instance does for it, and its rent buys that many tokens.
    let bill = per_day * 730.0 / 24.0 / 1e6 * (1.6 + 15.0 * 0.8);
    let instance = first.per_month.to_f64() / f64::from(first.instances);
    assert!((bill - instance).abs() < 1e-3, "{bill} {instance}");
    assert!(per_day < first.rate.expected.get() / f64::from(first.instances) * 86_400.0);
}

#[test]
fn only_the_same_model_is_held_against_it() {
    assert_eq!(alternatives("m=llama-3.1-70b").api.len(), 1);
    assert_eq!(alternatives("m=qwen3-8b").api, []);
    assert_eq!(alternatives("n=8").api, []);
    assert_eq!(alternatives("w=finetune&tok=1").api, []);
}

// Cards by the second.

#[test]
fn seldom_requests_are_cheap_by_the_second() {
    let answer = ask("rps=0.01&ctx=1024&out=128&mon=6");
    let rows = &answer.alternatives.serverless;
    let flex = rows
        .iter()
        .find(|row| SMALL.market.serverless[row.price].seller == "flex")
        .unwrap();
    let first = answer.candidates.first().unwrap();
    assert!(flex.per_month_usd.unwrap().micros() < first.per_month.micros());
    let busy = flex.billed.time / Hours::MONTH;
    assert!(busy < flex.crossing.unwrap().get(), "{busy}");
    assert_eq!(
        flex.total_usd,
        flex.per_month_usd.map(|month| month.times(6))
    );
    // The crossing: that share of the month by the second costs what the instance does.
    let at = 0.684 * 730.0 * flex.crossing.unwrap().get();
    assert!((at - first.per_month.to_f64()).abs() < 1e-3);
    // Ten times the requests cost less than ten times as much, and more than before.
    let more = alternatives("rps=0.1&ctx=1024&out=128").serverless;
    let more = more.iter().find(|row| row.price == flex.price).unwrap();
    let ratio = more.billed.time / flex.billed.time;
    assert!((1.0..10.0).contains(&ratio), "{ratio}");
    assert!(more.billed.cold < flex.billed.cold);
}

#[test]
fn a_worker_that_is_always_on_is_paid_day_and_night() {
    let office = alternatives("rps=0.1&use=office&ctx=1024&out=128").serverless;
    let (mut active, mut flex) = (None, None);
    for row in &office {
        match SMALL.market.serverless[row.price].seller.as_str() {
            "active" => active = Some(row),
            _ => flex = flex.or(Some(row)),
        }
    }
    let (active, flex) = (active.unwrap(), flex.unwrap());
    assert_eq!(active.per_month, money("341.64", "USD"));
    assert_eq!((active.billed.cold, active.crossing), (None, None));
    assert!(flex.billed.time < Hours::new(174.0));
}

#[test]
fn a_card_that_is_too_small_or_filtered_is_left_out() {
    let cards = |link: &str| -> Vec<&str> {
        alternatives(link)
            .serverless
            .iter()
            .map(|row| SMALL.accelerator(SMALL.market.serverless[row.price].accelerator))
            .map(|card| card.id.as_str())
            .collect()
    };
    // 16 GB in 16 bit do not fit into the 15 GiB of a T4.
    assert_eq!(cards("rps=0.1"), ["l4", "l4"]);
    assert_eq!(cards("rps=0.1&m=llama-3.1-70b"), [""; 0]);
    assert_eq!(cards("w=pretrain&tok=1"), [""; 0]);
    let small = "rps=0.1&wq=q4_k_m&eng=llamacpp&ctx=2048";
    assert!(cards(small).contains(&"t4"));
    assert_eq!(cards(&format!("{small}&gpu=t4")), ["t4"]);
}
