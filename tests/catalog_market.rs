//! What competes with an instance of cards or decides how it is bought: interruptions, token prices,
//! cards by the second.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::catalog::authoring::Tree;
use kasuan::catalog::{AcceleratorIx, Interruptions, PriceKind, ServerlessPrice, TokenPrice};
use kasuan::units::{Currency, Date, Money, Seconds};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;
use support::CATALOG;

static TREE: LazyLock<Tree> = LazyLock::new(|| {
    Tree::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/catalog"))).unwrap()
});

fn card(ix: AcceleratorIx) -> &'static str {
    &CATALOG.accelerator(ix).id
}

fn text(money: Money) -> String {
    format!("{} {}", money.to_decimal(), money.currency().code())
}

fn band(id: &str) -> Option<Interruptions> {
    let (_, offer) = CATALOG
        .offer_by_id(id)
        .unwrap_or_else(|| panic!("no offer {id}"));
    offer.interruptions
}

fn shares(id: &str) -> (f64, Option<f64>) {
    let band = band(id).unwrap_or_else(|| panic!("no band of {id}"));
    (band.low.get(), band.high.map(|h| h.get()))
}

#[test]
fn interruptions_are_those_of_the_instance_in_its_region() {
    assert_eq!(shares("aws-g4dn-xlarge-us-east-1"), (0.15, Some(0.2)));
    assert_eq!(shares("aws-g5-4xlarge-us-east-1"), (0.1, Some(0.15)));
    assert_eq!(shares("aws-g5-48xlarge-us-east-1"), (0.2, None));
    assert_eq!(shares("aws-g5g-xlarge-us-east-1"), (0.0, Some(0.05)));
    assert_eq!(shares("aws-p5-48xlarge-ap-south-1"), (0.05, Some(0.1)));
    // A block of days cannot be interrupted, and other sellers publish nothing.
    assert_eq!(band("aws-p5-4xlarge-capacity-block-ap-south-1"), None);
    assert_eq!(band("azure-standard-nc24ads-a100-v4-eastus"), None);
    for offer in CATALOG.offers.iter().filter(|o| o.interruptions.is_some()) {
        assert_eq!(CATALOG.provider(offer.provider).id, "aws");
        assert!(!offer.instance.contains("Capacity Block"), "{}", offer.id);
    }
    let day: Date = "2025-06-28".parse().unwrap();
    let bands = || CATALOG.offers.iter().filter_map(|o| o.interruptions);
    assert!(bands().all(|b| b.as_of == day));
    let source = CATALOG.source(bands().next().unwrap().source);
    assert_eq!(source.title, "AWS Spot Instance Advisor, copy in spotinfo");
    assert_eq!(
        bands().count(),
        120,
        "the other 244 bands are of instances without an offer"
    );
    let spot = |o: &&kasuan::catalog::Offer| o.prices.iter().any(|p| p.kind == PriceKind::Spot);
    let sold = CATALOG.offers.iter().filter(spot);
    let known = sold.filter(|o| o.interruptions.is_some()).count();
    assert_eq!(
        known, 95,
        "of 119 offers of this seller that have a spot price"
    );
}

#[test]
fn every_reading_of_interruptions_is_kept_with_its_unit() {
    assert_eq!(TREE.interruptions.len(), 371);
    let bands = TREE.interruptions.iter().filter(|b| b.low.is_some());
    assert_eq!(bands.clone().count(), 364);
    let distinct: BTreeSet<_> = bands.map(|b| (&b.low, &b.high)).collect();
    assert_eq!(distinct.len(), 5, "the five bands of the Spot Advisor");
    let others = TREE.interruptions.iter().filter(|b| b.low.is_none());
    for other in others {
        assert!(other.figure.is_some() && !other.unit.is_empty());
    }
    let notice = |provider: &str| {
        let found = TREE
            .interruptions
            .iter()
            .find(|b| b.provider == provider && b.unit.starts_with("seconds of notice"));
        found.and_then(|b| b.figure.as_deref())
    };
    assert_eq!(notice("aws"), Some("120"));
    assert_eq!(notice("azure"), Some("30"));
}

fn token(seller: &str, name: &str, currency: Currency) -> &'static TokenPrice {
    let mut rows = CATALOG.market.tokens.iter();
    rows.find(|t| t.seller == seller && t.name == name && t.input.currency() == currency)
        .unwrap_or_else(|| panic!("{seller} does not sell {name}"))
}

#[test]
fn token_prices_are_of_the_same_model() {
    let r1 = token("siliconflow", "deepseek-ai/DeepSeek-R1", Currency::CNY);
    assert_eq!(r1.model, "deepseek-r1");
    assert_eq!(
        (text(r1.input), text(r1.output)),
        ("4 CNY".into(), "16 CNY".into())
    );
    let abroad = token("siliconflow", "deepseek-ai/DeepSeek-R1", Currency::USD);
    assert_eq!(
        (text(abroad.input), text(abroad.output)),
        ("0.5 USD".into(), "2 USD".into())
    );
    let oss = token("groq", "openai/gpt-oss-120b", Currency::USD);
    assert_eq!(oss.model, "gpt-oss-120b");
    assert_eq!(oss.cached_input.map(text).as_deref(), Some("0.075 USD"));
    assert_eq!(oss.batch_discount.map(|d| d.get()), Some(0.5));
    let scout = token("lambda", "llama-4-scout-17b-16e-instruct", Currency::USD);
    assert_eq!(
        (scout.model.as_str(), text(scout.output)),
        ("llama-4-scout", "0.1 USD".into())
    );
    assert_eq!(scout.cached_input, None);
    let dotted = token("fireworks-ai", "deepseek-v3p2", Currency::USD);
    assert_eq!(dotted.model, "deepseek-v3.2");
    for row in &CATALOG.market.tokens {
        let name = row.name.to_lowercase();
        for other in [
            "distill",
            "vision",
            "-vl",
            "4.5v",
            "safeguard",
            ":batch",
            "spot-",
            "-exp",
            "terminus",
        ] {
            assert!(!name.contains(other), "{} is no {}", row.name, row.model);
        }
        let model = CATALOG.model_by_id(&row.model);
        assert!(model.is_some(), "{} is in no catalog", row.model);
        assert!(row.input.micros() > 0 && row.output.micros() > 0);
    }
}

/// A size that a name states is the size of the model.
#[test]
fn token_prices_are_of_the_same_size() {
    let billions = |name: &str| -> Option<f64> {
        name.to_lowercase()
            .split(|c: char| !(c.is_ascii_alphanumeric() || c == '.'))
            .find_map(|word| {
                let number = word.strip_suffix('b')?;
                number.parse::<kasuan::units::Decimal>().ok()
            })
            .map(kasuan::units::Decimal::to_f64)
    };
    let mut stated = 0;
    for row in &CATALOG.market.tokens {
        // Scout and Maverick state the parameters that one token touches.
        if row.model.starts_with("llama-4") {
            continue;
        }
        let model = CATALOG.model_by_id(&row.model).unwrap();
        if let Some(size) = billions(&row.name) {
            stated += 1;
            let off = size * 1e9 / model.total.get();
            assert!((0.9..1.1).contains(&off), "{} for {}", row.name, row.model);
        }
    }
    assert!(stated > 120, "{stated} names state a size");
}

#[test]
fn every_token_price_is_shipped_or_says_why_not() {
    assert_eq!(TREE.tokens.len(), 516);
    assert_eq!(CATALOG.market.tokens.len(), 232);
    let models: BTreeSet<&str> = CATALOG
        .market
        .tokens
        .iter()
        .map(|t| t.model.as_str())
        .collect();
    assert_eq!(models.len(), 32);
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &TREE.tokens {
        assert_ne!(row.model.is_some(), row.left_out.is_some(), "{}", row.name);
        if let Some(why) = &row.left_out {
            *reasons.entry(why).or_default() += 1;
        }
    }
    assert_eq!(reasons.values().sum::<usize>(), 284);
    assert_eq!(reasons.get("is no model of the catalog"), Some(&269));
    // Free of charge is no price: SiliconFlow's smallest models.
    let free = TREE.tokens.iter().filter(|t| t.input == "0");
    assert!(free.clone().count() == 2 && free.into_iter().all(|t| t.model.is_none()));
}

fn worker(seller: &str, id: &str, cards: u32) -> &'static ServerlessPrice {
    let mut rows = CATALOG.market.serverless.iter();
    rows.find(|s| s.seller == seller && card(s.accelerator) == id && s.cards == cards)
        .unwrap_or_else(|| panic!("{seller} has no {id}"))
}

#[test]
fn seconds_cost_what_the_lists_say() {
    let flex = worker("runpod-serverless (flex)", "rtx-4090", 1);
    assert_eq!(text(flex.per_hour), "1.116 USD", "0.00031 × 3,600");
    assert_eq!(flex.granularity, Some(Seconds::new(1.0)));
    assert_eq!(flex.idle, Some(Seconds::new(5.0)));
    assert_eq!(flex.cold_start, Some(Seconds::new(2.4)));
    assert!(!flex.always_on && !flex.host_extra && !flex.card_assumed);
    let active = worker("runpod-serverless (active)", "rtx-4090", 1);
    assert!(active.always_on && active.per_hour.micros() < flex.per_hour.micros());
    assert_eq!(
        (active.idle, active.cold_start),
        (None, Some(Seconds::ZERO))
    );
    // More digits than millionths of a second's price hold.
    let run = worker("google-cloud-run", "l4", 1);
    assert_eq!(text(run.per_hour), "0.67212 USD", "0.0001867 × 3,600");
    assert!(run.host_extra && run.granularity.is_none());
    let zonal = worker("google-cloud-run (zonal redundancy)", "l4", 1);
    assert_eq!(text(zonal.per_hour), "1.04724 USD");
    // The hourly figure that the table had divided.
    assert_eq!(text(worker("fal", "b200-sxm", 1).per_hour), "6.25 USD");
    let modal = worker("modal", "t4", 1);
    assert_eq!(text(modal.per_hour), "0.5904 USD");
    assert!(modal.host_extra && modal.idle.is_none());
    assert_eq!(
        worker("baseten", "t4", 1).granularity,
        Some(Seconds::new(60.0))
    );
    let eight = worker("koyeb", "h100-pcie", 8);
    assert_eq!(text(eight.per_hour), "20 USD");
    assert!(eight.card_assumed);
}

#[test]
fn a_pool_of_cards_is_its_slowest() {
    let of = |id| worker("runpod-serverless (flex)", id, 1).card_assumed;
    assert!(of("l4") && of("l40") && of("a40") && of("rtx-a4000"));
    assert!(of("h100-pcie") && of("a100-80gb-pcie") && of("h200-nvl"));
    assert!(!of("rtx-4090") && !of("b200-sxm"));
    for (alias, slowest) in [("L4/A5000/3090 24GB", "l4"), ("A6000/A40 48GB", "a40")] {
        let pool = TREE.aliases.iter().find(|a| a.alias == alias).unwrap();
        let speed = |id: &str| CATALOG.accelerator_by_id(id).unwrap().1.bandwidth.unwrap();
        assert!(pool.cards.len() > 1);
        assert!(
            pool.cards.iter().all(|c| speed(c) >= speed(slowest)),
            "{alias}"
        );
    }
}

#[test]
fn every_second_is_shipped_or_says_why_not() {
    assert_eq!(TREE.serverless.len(), 82);
    assert_eq!(CATALOG.market.serverless.len(), 72);
    let left_out = TREE.serverless.iter().filter(|s| s.left_out.is_some());
    assert_eq!(left_out.clone().count(), 10);
    let priced = left_out.filter(|s| s.per_hour.is_some());
    assert!(priced.clone().count() == 4 && priced.into_iter().all(|s| s.seller == "koyeb"));
    let distinct: BTreeSet<_> = CATALOG
        .market
        .serverless
        .iter()
        .map(|s| (&s.seller, s.accelerator, s.cards, s.per_hour.micros()))
        .collect();
    assert_eq!(
        distinct.len(),
        CATALOG.market.serverless.len(),
        "nothing twice"
    );
}
