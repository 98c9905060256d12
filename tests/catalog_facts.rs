//! What the trade press and other price lists get wrong, each claim beside the catalog's fact.
//! Names with a C are complaints that users of such lists have made.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::catalog::{GpuCount, NotRankable, Offer, PriceKind, RateUnit, Tier};
use kasuan::units::{Currency, Decimal, Hours};
use std::collections::BTreeMap;
use support::CATALOG;

fn provider(offer: &Offer) -> &'static str {
    &CATALOG.provider(offer.provider).id
}

fn card(offer: &Offer) -> &'static str {
    offer
        .accelerator
        .map_or("", |ix| &CATALOG.accelerator(ix).id)
}

/// Rows of a provider whose instance has a name or begins with it.
fn rows(of: &'static str, instance: &'static str) -> Vec<&'static Offer> {
    let found: Vec<&Offer> = CATALOG
        .offers
        .iter()
        .filter(|o| provider(o) == of && o.instance.starts_with(instance))
        .collect();
    assert!(!found.is_empty(), "{of} has no {instance}");
    found
}

fn on_demand(of: &'static str, instance: &'static str, region: &str) -> String {
    let row = rows(of, instance)
        .into_iter()
        .find(|o| o.instance == instance && o.region.name == region)
        .unwrap();
    let price = row
        .prices
        .iter()
        .find(|p| p.kind == PriceKind::OnDemand)
        .unwrap();
    price.amount.to_decimal().to_string()
}

/// Dollars per hour and whole card of every price.
fn dollars(offer: &Offer) -> Vec<(PriceKind, f64)> {
    let cards = match offer.gpus {
        GpuCount::Whole(n) => f64::from(n),
        slice @ GpuCount::Slice { .. } => slice.share().get(),
        GpuCount::Unknown => return Vec::new(),
    };
    offer
        .prices
        .iter()
        .map(|price| {
            let usd = CATALOG
                .convert(price.amount, Currency::USD)
                .unwrap()
                .to_f64();
            let hours = match price.unit {
                RateUnit::Hour => 1.0,
                RateUnit::Month => Hours::MONTH.get(),
            };
            (price.kind, usd / hours / cards)
        })
        .collect()
}

#[test]
fn p4d_has_cards_of_40_gb_and_costs_21_96() {
    for row in rows("aws", "p4d.24xlarge") {
        assert_eq!(
            (card(row), row.gpus),
            ("a100-40gb-sxm", GpuCount::Whole(8)),
            "{}",
            row.id
        );
    }
    assert_eq!(on_demand("aws", "p4d.24xlarge", "us-east-1"), "21.957642");
    assert!(
        rows("aws", "p4de.24xlarge")
            .iter()
            .all(|o| card(o) == "a100-80gb-sxm")
    );
}

#[test]
fn p5_costs_55_and_not_98() {
    assert_eq!(on_demand("aws", "p5.48xlarge", "us-east-1"), "55.04");
    let old: Decimal = "98.32".parse().unwrap();
    for row in rows("aws", "p5.48xlarge") {
        assert!(
            row.prices.iter().all(|p| p.amount.to_decimal() != old),
            "{}",
            row.id
        );
    }
    assert_eq!(
        on_demand("azure", "Standard_ND96isr_H100_v5", "eastus"),
        "98.32"
    );
}

#[test]
fn p3_is_v100_and_costs_3_06() {
    assert_eq!(on_demand("aws", "p3.2xlarge", "us-east-1"), "3.06");
    assert!(
        rows("aws", "p3.2xlarge")
            .iter()
            .all(|o| card(o) == "v100-16gb")
    );
}

#[test]
fn alibaba_families_have_the_cards_they_have() {
    for (family, id) in [
        ("ecs.gn7i-", "a10"),
        ("ecs.gn7-c12g1", "a100-40gb-sxm"),
        ("ecs.gn6i-", "t4"),
        ("ecs.gn6e-", "v100-32gb"),
        ("ecs.gn6v-", "v100-16gb"),
        ("ecs.gn5-", "p100-pcie-16gb"),
        ("ecs.gn8v-", "h20"),
    ] {
        for row in rows("alibaba-cloud", family) {
            assert_eq!(card(row), id, "{}", row.id);
        }
    }
    for name in ["gn8v-h800", "ebmgn8-h800", "GN10Xp.2XLARGE64"] {
        assert!(
            CATALOG.offers.iter().all(|o| !o.instance.contains(name)),
            "{name} does not exist"
        );
    }
}

#[test]
fn tencent_gn10xp_is_v100_of_32_gb() {
    for row in rows("tencent-cloud", "GN10Xp") {
        assert_eq!(card(row), "v100-32gb", "{}", row.id);
    }
    let whole = rows("tencent-cloud", "GN10Xp.20XLARGE320");
    assert!(whole.iter().all(|o| o.gpus == GpuCount::Whole(8)));
}

#[test]
fn huawei_sells_ascend_910_by_no_name_of_ai1() {
    let huawei: Vec<&Offer> = CATALOG
        .offers
        .iter()
        .filter(|o| provider(o) == "huawei-cloud")
        .collect();
    assert!(
        huawei.iter().all(|o| !o.instance.starts_with("ai1")),
        "ai1s is Ascend 310: no row"
    );
    for row in rows("huawei-cloud", "p2s.") {
        assert_eq!(card(row), "v100-pcie-32gb");
    }
    for row in rows("huawei-cloud", "pi2.") {
        assert_eq!(card(row), "t4");
    }
}

#[test]
fn one_h100_costs_no_tens_of_dollars() {
    let kinds = [
        PriceKind::OnDemand,
        PriceKind::Serverless,
        PriceKind::Subscription,
    ];
    let mut seen = 0;
    for row in CATALOG
        .offers
        .iter()
        .filter(|o| card(o).starts_with("h100"))
    {
        if !matches!(row.tier, Tier::Cloud | Tier::Specialist) {
            continue;
        }
        for (kind, usd) in dollars(row) {
            assert!(usd < 18.0, "{} {kind} {usd}", row.id);
            seen += usize::from(kinds.contains(&kind));
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn a_whole_rtx_pro_6000_at_azure_is_never_under_3_dollars() {
    let mut whole = 0;
    for row in rows("azure", "Standard_NC")
        .iter()
        .filter(|o| card(o).starts_with("rtx-pro-6000"))
    {
        if row.not_rankable.is_some() {
            assert_eq!(
                row.not_rankable,
                Some(NotRankable::GpuCountUnknown),
                "{}",
                row.id
            );
            continue;
        }
        if let GpuCount::Whole(_) = row.gpus {
            whole += 1;
        }
        for (kind, usd) in dollars(row) {
            assert!(usd >= 3.0, "{} {kind} {usd}", row.id);
        }
    }
    assert!(whole > 40, "{whole}");
    let count = |name| {
        rows("azure", name)
            .iter()
            .map(|o| o.gpus)
            .collect::<Vec<_>>()
    };
    let quarter = GpuCount::Slice { part: 1, of: 4 };
    assert!(
        count("Standard_NC36ds_xl_RTXPRO6000BSE_v6")
            .iter()
            .all(|g| *g == quarter)
    );
    assert!(
        count("Standard_NC324ds_xl_RTXPRO6000BSE_v6")
            .iter()
            .all(|g| *g == GpuCount::Whole(2))
    );
}

#[test]
fn mi250x_and_pnv4_have_no_priced_offer() {
    let (_, mi250x) = CATALOG.accelerator_by_id("mi250x").unwrap();
    assert!(!mi250x.rentable);
    assert!(CATALOG.offers.iter().all(|o| card(o) != "mi250x"));
    for row in rows("tencent-cloud", "PNV4.") {
        assert_eq!(
            (card(row), row.not_rankable),
            ("a10", Some(NotRankable::NoPrice))
        );
        assert!(row.prices.is_empty());
    }
}

#[test]
fn aws_g7_is_the_rtx_pro_4500() {
    for row in rows("aws", "g7.") {
        assert_eq!(card(row), "rtx-pro-4500-blackwell", "{}", row.id);
    }
    assert!(
        rows("aws", "g7.12xlarge")
            .iter()
            .all(|o| o.gpus == GpuCount::Whole(2))
    );
}

#[test]
fn c59_no_price_is_0() {
    for row in &CATALOG.offers {
        assert!(
            row.prices.iter().all(|p| p.amount.micros() > 0),
            "{}",
            row.id
        );
    }
}

#[test]
fn c60_what_is_sold_by_blocks_alone_has_no_on_demand_price() {
    for row in rows("aws", "p5e.48xlarge") {
        assert!(
            row.prices.iter().all(|p| p.kind != PriceKind::OnDemand),
            "{}",
            row.id
        );
    }
    let trn2 = rows("aws", "trn2.48xlarge");
    assert!(
        trn2.iter()
            .flat_map(|o| &o.prices)
            .all(|p| p.kind == PriceKind::CapacityBlock)
    );
}

#[test]
fn c61_every_price_has_a_day_and_a_source() {
    let newest = CATALOG.as_of.unwrap();
    for price in CATALOG.offers.iter().flat_map(|o| &o.prices) {
        assert!(price.as_of <= newest && price.as_of.year() >= 2019);
        assert!(!CATALOG.source(price.source).title.is_empty());
    }
    assert_eq!(newest.to_string(), "2026-11-09");
}

#[test]
fn c62_and_c63_a_gpu_without_its_host_is_not_ranked() {
    let components = CATALOG
        .offers
        .iter()
        .filter(|o| o.instance.contains("component"));
    assert_eq!(components.clone().count(), 21);
    for row in components {
        assert_eq!(
            row.not_rankable,
            Some(NotRankable::ComponentWithoutHost),
            "{}",
            row.id
        );
    }
    let blackwell = CATALOG.offers.iter().filter(|o| {
        provider(o) == "gcp" && card(o).starts_with("rtx-pro-6000") && o.not_rankable.is_none()
    });
    assert!(
        blackwell
            .into_iter()
            .all(|o| o.instance.starts_with("g4-standard-"))
    );
}

#[test]
fn c64_prices_scale_with_the_count() {
    // Of one size family of Lambda, 8 cards cost about 8 times one card.
    let price = |n: u32| {
        let id = format!("lambda-{n}x-nvidia-h100-sxm-all-uniform-pricing");
        CATALOG.offer_by_id(&id).unwrap().1.prices[0]
            .amount
            .to_f64()
    };
    for n in [2_u32, 4, 8] {
        let ratio = price(n) / price(1) / f64::from(n);
        assert!((0.9..=1.0).contains(&ratio), "{n}: {ratio}");
    }
}

#[test]
fn c65_counts_exist() {
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    for row in &CATALOG.offers {
        for count in row.counts() {
            *counts.entry(count).or_default() += 1;
        }
    }
    let seen: Vec<u32> = counts.into_keys().filter(|n| *n > 0).collect();
    assert_eq!(seen, [1, 2, 4, 6, 8, 10, 12, 16, 36, 72]);
    for row in rows("azure", "Standard_ND") {
        assert!(matches!(row.gpus, GpuCount::Whole(4 | 8)), "{}", row.id);
    }
    let odd = CATALOG
        .offers
        .iter()
        .filter(|o| matches!(o.gpus, GpuCount::Whole(6 | 12)));
    assert!(odd.into_iter().all(|o| card(o) == "inferentia2"));
}

#[test]
fn c67_a_price_per_card_of_a_node_is_a_price_of_the_node() {
    let node = CATALOG
        .offer_by_id("vultr-8x-h100-bare-metal-per-gpu")
        .unwrap()
        .1;
    assert_eq!(node.counts(), [8]);
    assert_eq!(
        node.prices[0].amount.times(8).to_decimal().to_string(),
        "18.4"
    );
    let whole = CATALOG
        .offer_by_id("vultr-vbm-112c-2048gb-8-h100-gpu")
        .unwrap()
        .1;
    let spot = whole
        .prices
        .iter()
        .find(|p| p.kind == PriceKind::Spot)
        .unwrap();
    assert_eq!(
        spot.amount.to_decimal().to_string(),
        "18.4",
        "two readings of one offer agree"
    );
}

#[test]
fn c70_what_is_sold_as_spot_only_is_spot_only() {
    for shape in ["a3-highgpu-1g", "a3-highgpu-2g", "a3-highgpu-4g"] {
        for row in rows("gcp", shape) {
            assert!(
                row.prices.iter().all(|p| p.kind == PriceKind::Spot),
                "{}",
                row.id
            );
        }
    }
    let a4 = rows("gcp", "a4-highgpu-8g");
    assert!(
        a4.iter()
            .flat_map(|o| &o.prices)
            .all(|p| p.kind != PriceKind::OnDemand)
    );
    assert_eq!(on_demand("gcp", "a3-highgpu-8g", "us-central1"), "88.49");
}

#[test]
fn c73_memory_is_per_card() {
    for (name, id, count) in [("g6e.12xlarge", "l40s", 4), ("g6.48xlarge", "l4", 8)] {
        for row in rows("aws", name) {
            assert_eq!(
                (card(row), row.gpus),
                (id, GpuCount::Whole(count)),
                "{}",
                row.id
            );
        }
    }
    let (_, l4) = CATALOG.accelerator_by_id("l4").unwrap();
    assert_eq!(l4.nominal.unwrap().to_gib(), 24.0);
}

#[test]
fn c74_machines_have_their_cards() {
    for row in rows("aws", "g7e.") {
        assert_eq!(
            card(row),
            "rtx-pro-6000-blackwell-server-edition",
            "{}",
            row.id
        );
    }
    for row in CATALOG.offers.iter().filter(|o| provider(o) == "gcp") {
        assert!(row.accelerator.is_some(), "{}", row.id);
    }
}

#[test]
fn c77_and_c78_chinese_clouds_are_here_in_all_regions() {
    assert!(rows("alibaba-cloud", "ecs.gn6i-c4g1.xlarge").len() >= 13);
    let priced = |id: &str| {
        let own = |o: &&Offer| provider(o) == id && o.not_rankable.is_none();
        CATALOG.offers.iter().filter(own).count()
    };
    assert_eq!(priced("alibaba-cloud"), 558);
    assert_eq!(priced("tencent-cloud"), 47);
    assert!(priced("huawei-cloud") >= 3 && priced("volcengine") >= 4);
}
