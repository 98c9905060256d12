//! The catalog as a whole: it loads, it is what is shipped, and nothing of the tables is lost.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

use kasuan::catalog::{Catalog, NotRankable, Offer, PriceKind, authoring};
use kasuan::units::Currency;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

const DIR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/catalog");
const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/public/catalog.json");

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    authoring::load(Path::new(DIR)).unwrap_or_else(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("\n{}\n", lines.join("\n"))
    })
});

#[track_caller]
fn offer(id: &str) -> &'static Offer {
    CATALOG
        .offer_by_id(id)
        .unwrap_or_else(|| panic!("no offer {id}"))
        .1
}

/// After a change under `catalog/`, `cargo xtask catalog` writes the shipped document anew.
#[test]
fn what_is_shipped_is_what_is_written() {
    let built = authoring::build(Path::new(DIR)).expect("the readable files");
    let shipped = std::fs::read_to_string(SHIPPED).expect("public/catalog.json");
    assert!(built == shipped, "run `cargo xtask catalog`");
}

#[test]
fn the_shipped_form_loses_nothing() {
    let back = Catalog::from_json(&CATALOG.to_json()).unwrap();
    same(&back.offers, &CATALOG.offers);
    same(&back.accelerators, &CATALOG.accelerators);
    same(&back.providers, &CATALOG.providers);
    same(&back.models, &CATALOG.models);
    same(&back.extras, &CATALOG.extras);
    same(&back.market.tokens, &CATALOG.market.tokens);
    same(&back.market.serverless, &CATALOG.market.serverless);
    same(&back.market.cpus, &CATALOG.market.cpus);
    same(&back.market.hardware, &CATALOG.market.hardware);
    same(&back.market.tariffs, &CATALOG.market.tariffs);
    same(&back.market.overheads, &CATALOG.market.overheads);
    same(&back.engines.rows, &CATALOG.engines.rows);
    same(&back.currencies, &CATALOG.currencies);
    same(&back.sources, &CATALOG.sources);
    assert_eq!(back.as_of, CATALOG.as_of);
}

/// Compares one by one, so that a difference is short to read.
#[track_caller]
fn same<T: PartialEq + std::fmt::Debug>(left: &[T], right: &[T]) {
    assert_eq!(left.len(), right.len());
    for (left, right) in left.iter().zip(right) {
        assert_eq!(left, right);
    }
}

#[test]
fn every_row_of_the_tables_is_here() {
    let per_provider: BTreeMap<&str, usize> =
        CATALOG
            .offers
            .iter()
            .fold(BTreeMap::new(), |mut counts, offer| {
                *counts
                    .entry(CATALOG.provider(offer.provider).id.as_str())
                    .or_default() += 1;
                counts
            });
    let expected = [
        ("akash", 17),
        ("alibaba-cloud", 628),
        ("autodl", 22),
        ("aws", 239),
        ("aws-china", 17),
        ("azure", 468),
        ("baidu-cloud", 4),
        ("baseten", 6),
        ("cerebrium", 10),
        ("china-mobile-ecloud", 3),
        ("coreweave", 10),
        ("crusoe", 8),
        ("ctyun", 7),
        ("cudo-compute", 30),
        ("digitalocean", 9),
        ("fal", 5),
        ("fireworks", 5),
        ("gcp", 99),
        ("genesis-cloud", 3),
        ("gitee-ai", 7),
        ("gmicloud", 4),
        ("gongjiyun", 3),
        ("gpuhub", 5),
        ("hotaisle", 1),
        ("huawei-cloud", 13),
        ("hyperstack", 13),
        ("jarvislabs", 6),
        ("jygpu", 1),
        ("koyeb", 9),
        ("lambda", 22),
        ("latitude", 3),
        ("massedcompute", 14),
        ("matpool", 3),
        ("modal", 11),
        ("nebius", 9),
        ("novita", 17),
        ("omniyq", 9),
        ("onethingai", 1),
        ("oracle-oci", 9),
        ("ovhcloud", 23),
        ("paperspace", 13),
        ("primeintellect", 5),
        ("qubrid", 6),
        ("replicate", 5),
        ("runpod", 49),
        ("salad", 5),
        ("scaleway", 5),
        ("sfcompute", 1),
        ("shengsuanyun", 3),
        ("smm-market-quote", 6),
        ("spheron", 14),
        ("tencent-cloud", 51),
        ("tensordock", 11),
        ("thundercompute", 4),
        ("together", 3),
        ("ucloud-compshare", 2),
        ("vast-ai", 18),
        ("verda", 31),
        ("volcengine", 17),
        ("voltagepark", 1),
        ("vultr", 15),
        ("zhixingyun", 3),
    ];
    assert_eq!(per_provider, BTreeMap::from(expected));
    assert_eq!(CATALOG.providers.len(), 62);
    assert_eq!(CATALOG.offers.len(), 2041);
    let unpriced = |o: &&Offer| o.not_rankable == Some(NotRankable::NoPrice);
    assert_eq!(
        CATALOG.offers.len() - CATALOG.offers.iter().filter(unpriced).count(),
        1923
    );
    let prices = CATALOG.offers.iter().map(|o| o.prices.len()).sum::<usize>();
    assert_eq!(
        prices, 2454,
        "2,497 figures of the tables less 43 that are not sold"
    );
}

#[test]
fn every_row_is_ranked_or_says_why_not() {
    let mut reasons: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    for offer in &CATALOG.offers {
        *reasons
            .entry(offer.not_rankable.map(NotRankable::code))
            .or_default() += 1;
    }
    let expected = [
        (None, 1863),
        (Some("component_without_host"), 21),
        (Some("gpu_count_unknown"), 23),
        (Some("gpu_unknown"), 2),
        (Some("market_minimum"), 5),
        (Some("market_quote"), 6),
        (Some("mixed_cards_floor"), 2),
        (Some("no_gpu"), 1),
        (Some("no_price"), 118),
    ];
    assert_eq!(reasons, BTreeMap::from(expected));
    for offer in CATALOG.offers.iter().filter(|o| o.not_rankable.is_none()) {
        assert!(!offer.prices.is_empty(), "{}", offer.id);
        assert!(offer.accelerator.is_some(), "{}", offer.id);
        assert!(
            offer.gpus.cards() > 0 && !offer.counts().is_empty(),
            "{}",
            offer.id
        );
    }
}

#[test]
fn ids_are_unique_kebab_and_ordered() {
    let ids: Vec<&str> = CATALOG.offers.iter().map(|o| o.id.as_str()).collect();
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
    let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    assert!(ids.iter().all(|id| id.chars().all(kebab)));
    assert!(offer("spheron-1x-h100-80gb").prices[0].kind == PriceKind::OnDemand);
    assert!(offer("spheron-1x-h100-80gb-spot").prices[0].kind == PriceKind::Spot);
}

#[test]
fn native_currencies_are_kept() {
    let of = |code: &str| {
        let code = Currency::from_code(code).unwrap();
        let own = |o: &&Offer| {
            o.prices
                .first()
                .is_some_and(|p| p.amount.currency() == code)
        };
        CATALOG.offers.iter().filter(own).count()
    };
    assert_eq!(of("USD") + of("CNY"), 1923);
    assert!(of("CNY") > 690 && of("USD") > 1100);
    assert_eq!(CATALOG.currencies.len(), 19);
}

#[test]
fn cards_have_one_id_each() {
    assert_eq!(CATALOG.accelerators.len(), 129);
    for id in [
        "h100-sxm",
        "h100-pcie",
        "h100-nvl",
        "h100-96gb-hbm2e-500w",
        "gh200",
        "gh200-144gb",
        "a100-40gb-sxm",
        "a100-40gb-pcie",
        "a100-80gb-sxm",
        "a100-80gb-pcie",
        "v100-16gb",
        "v100-32gb",
        "t4",
        "l40s",
        "rtx-4090",
        "ascend-910b",
        "mi300x",
        "b200-sxm",
        "h200-sxm",
        "rtx-pro-6000-blackwell-server-edition",
        "h20",
        "h20-141gb",
    ] {
        assert!(CATALOG.accelerator_by_id(id).is_some(), "{id}");
    }
    let h20 = offer("alibaba-cloud-ecs-gn8v-2x-8xlarge-cn");
    assert_eq!(card(h20), "h20", "\"GPU H\" is H20");
}

#[track_caller]
fn card(offer: &Offer) -> &'static str {
    &CATALOG.accelerator(offer.accelerator.expect("a card")).id
}
