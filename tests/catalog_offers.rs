//! Rows become offers: cards, counts, kinds of price, dates, sellers and places.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::catalog::{
    Basis, GpuCount, NotRankable, Offer, Payment, Price, PriceKind, RateUnit, RegionGroup, Tier,
};
use kasuan::units::{Date, Decimal};
use std::collections::BTreeSet;
use support::CATALOG;

#[track_caller]
fn offer(id: &str) -> &'static Offer {
    CATALOG
        .offer_by_id(id)
        .unwrap_or_else(|| panic!("no offer {id}"))
        .1
}

#[track_caller]
fn price(id: &str, kind: PriceKind) -> &'static Price {
    let found = offer(id).prices.iter().find(|p| p.kind == kind);
    found.unwrap_or_else(|| panic!("{id} has no {kind}"))
}

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

#[track_caller]
fn card(offer: &Offer) -> &'static str {
    &CATALOG.accelerator(offer.accelerator.expect("a card")).id
}

#[test]
fn an_open_form_is_the_slower_card_and_says_so() {
    let assumed = offer("digitalocean-gpu-droplet-1x-h100-80gb-all");
    assert_eq!((card(assumed), assumed.card_assumed), ("h100-pcie", true));
    let assumed = offer("ctyun-1x-a100-80gb-cloud-host-mainland-china");
    assert_eq!(
        (card(assumed), assumed.card_assumed),
        ("a100-80gb-pcie", true)
    );
    let assumed = offer("akash-1x-nvidia-h200-marketplace");
    assert_eq!((card(assumed), assumed.card_assumed), ("h200-nvl", true));
    let stated = offer("aws-p5-48xlarge-us-east-1");
    assert_eq!((card(stated), stated.card_assumed), ("h100-sxm", false));
    let edition = offer("autodl-1x-rtx-pro-6000-mainland-china");
    assert_eq!(card(edition), "rtx-pro-6000-blackwell-server-edition");
    assert!(edition.card_assumed);
    for (id, reason) in [
        ("akash-1x-nvidia-b300-marketplace", NotRankable::GpuUnknown),
        (
            "shengsuanyun-1x-ascend-910-mainland-china",
            NotRankable::GpuUnknown,
        ),
        (
            "nebius-preemptible-hgx-b300-b200-floor-all",
            NotRankable::MixedCardsFloor,
        ),
        ("autodl-no-gpu-boot-mode-mainland-china", NotRankable::NoGpu),
        (
            "ctyun-pch1-ascend-910b-mainland-china",
            NotRankable::GpuCountUnknown,
        ),
    ] {
        assert_eq!(offer(id).not_rankable, Some(reason), "{id}");
    }
}

#[test]
fn a_price_per_card_scales_to_sourced_counts_only() {
    let counts = |id: &str| match &offer(id).basis {
        Basis::Gpu { counts, confirmed } => (counts.clone(), *confirmed),
        Basis::Instance => panic!("{id} is sold whole"),
    };
    assert_eq!(
        counts("runpod-secure-cloud-pod-h100-sxm5-global"),
        (vec![1], false)
    );
    assert_eq!(
        counts("vast-ai-marketplace-median-h100-sxm5-global"),
        (vec![1], false)
    );
    assert_eq!(counts("nebius-nvidia-hgx-h100-all"), (vec![1, 8], true));
    assert_eq!(counts("crusoe-h100-sxm-80gb-all"), (vec![8], true));
    assert_eq!(counts("vultr-8x-b200-bare-metal-per-gpu"), (vec![8], true));
    assert_eq!(counts("sfcompute-1x-h100-80gb"), (vec![8], true));
    assert_eq!(
        counts("gcp-tpu-v5e-per-chip-us-central1"),
        (vec![1, 4, 8], true)
    );
    assert_eq!(
        counts("gcp-tpu-v5p-per-chip-us-east1"),
        (vec![1, 2, 4], true)
    );
    assert_eq!(counts("ovhcloud-h200-8-gpu-per-gpu"), (vec![8], true));
    for id in [
        "lambda-8x-nvidia-h100-sxm-all-uniform-pricing",
        "ovhcloud-h100-380-eu-ca-usd-page",
        "verda-1h100-80s-32v-fin-02",
        "coreweave-nvidia-hgx-h100-north-america",
    ] {
        assert_eq!(offer(id).basis, Basis::Instance, "{id}");
    }
}

#[test]
fn bare_metal_is_sold_whole() {
    let h100 = offer("oracle-oci-bm-gpu-h100-8-per-gpu-global-list-price");
    assert_eq!(h100.counts(), [8]);
    assert_eq!(
        h100.prices[0].amount.times(8).to_decimal(),
        Decimal::from_int(80)
    );
    let oci = |o: &&Offer| CATALOG.provider(o.provider).id == "oracle-oci";
    for offer in CATALOG.offers.iter().filter(oci) {
        if offer.instance.starts_with("BM.GPU") && card(offer) != "l40s" {
            assert!(
                offer.counts() == [8] || offer.counts() == [4],
                "{}",
                offer.id
            );
        }
    }
    let unknown = offer("oracle-oci-gpu-h100t-per-gpu-global-list-price");
    assert_eq!(unknown.not_rankable, Some(NotRankable::GpuCountUnknown));
}

#[test]
fn slices_have_their_share() {
    let gpus = |id: &str| offer(id).gpus;
    let slice = |part, of| GpuCount::Slice { part, of };
    assert_eq!(gpus("aws-g6f-large-us-east-1"), slice(1, 8));
    assert_eq!(gpus("azure-standard-nv6ads-a10-v5-eastus"), slice(1, 6));
    assert_eq!(
        gpus("tencent-cloud-gn7-large20-mainland-china"),
        slice(1, 4)
    );
    assert_eq!(gpus("vultr-vcg-a100-1c-6g-4vram"), slice(1, 20));
    let vgpu = |o: &&Offer| {
        CATALOG.provider(o.provider).id == "alibaba-cloud" && o.instance.contains("sgn7i")
    };
    let shares: BTreeSet<(u32, u32)> = CATALOG
        .offers
        .iter()
        .filter(vgpu)
        .map(|o| match o.gpus {
            GpuCount::Slice { part, of } => (part, of),
            other => panic!("{}: {other:?}", o.id),
        })
        .collect();
    assert_eq!(
        shares,
        BTreeSet::from([(1, 12), (1, 6), (1, 3)]),
        "2, 4 and 8 of 24 GB"
    );
    for offer in CATALOG
        .offers
        .iter()
        .filter(|o| matches!(o.gpus, GpuCount::Slice { .. }))
    {
        assert_eq!(offer.counts(), [1], "{}", offer.id);
    }
}

#[test]
fn each_kind_has_its_own_date_and_source() {
    let c1 = PriceKind::Commit {
        years: 1,
        payment: Payment::AllUpfront,
    };
    let c3 = PriceKind::Commit {
        years: 3,
        payment: Payment::Unstated,
    };
    let id = "aws-g4dn-12xlarge-us-east-1";
    let title = |kind| CATALOG.source(price(id, kind).source).title.clone();
    assert_eq!(price(id, PriceKind::OnDemand).as_of, date("2026-07-20"));
    assert_eq!(price(id, PriceKind::Spot).as_of, date("2025-05-28"));
    assert_eq!(price(id, c1).as_of, date("2025-05-28"));
    assert_eq!(price(id, c3).as_of, date("2026-07-01"));
    assert!(title(PriceKind::OnDemand).contains("karpenter"));
    assert!(title(PriceKind::Spot).contains("LeanerCloud"));
    assert!(title(c3).contains("cloud-gpus.com"));
    let no = PriceKind::Commit {
        years: 3,
        payment: Payment::NoUpfront,
    };
    assert_eq!(
        price("aws-p5-48xlarge-us-east-1", no).as_of,
        date("2026-06-15")
    );
    assert_eq!(
        price("aws-p5-48xlarge-us-east-1", PriceKind::Spot).as_of,
        date("2025-11-01")
    );
    assert_eq!(
        price("verda-1x-h100-sxm5", PriceKind::Spot).as_of,
        date("2026-05-24")
    );
    assert_eq!(
        price("verda-1x-l40s", PriceKind::Spot).as_of,
        date("2026-10-29")
    );
}

#[test]
fn months_prepaid_years_and_promotions_are_their_own_kinds() {
    let month = price(
        "baidu-cloud-1x-t4-16gb-mainland-china",
        PriceKind::Subscription,
    );
    assert_eq!(
        (month.unit, month.amount.to_decimal().to_string().as_str()),
        (RateUnit::Month, "3985.01")
    );
    let year = PriceKind::Commit {
        years: 1,
        payment: Payment::AllUpfront,
    };
    let prepaid = price("baidu-cloud-8x-v100-32gb-mainland-china", year);
    assert_eq!(
        prepaid.amount.to_decimal().to_string(),
        "67.694064",
        "593,000 over 8,760 h"
    );
    let promotion = price(
        "alibaba-cloud-ecs-gn6i-c4g1-xlarge-cn-shanghai-cn-shenzhen",
        PriceKind::Promotion,
    );
    assert_eq!(promotion.unit, RateUnit::Month);
    let block = price(
        "aws-p5-4xlarge-capacity-block-ap-south-1",
        PriceKind::CapacityBlock,
    );
    assert_eq!(block.amount.to_decimal().to_string(), "4.72");
    let blocks = CATALOG
        .offers
        .iter()
        .filter(|o| o.instance.ends_with("(Capacity Block)"));
    assert!(blocks.clone().count() == 69);
    assert!(
        blocks
            .into_iter()
            .all(|o| o.prices.len() == 1 && o.prices[0].kind == PriceKind::CapacityBlock)
    );
    let serverless = |o: &&Offer| o.instance.ends_with("serverless");
    for offer in CATALOG.offers.iter().filter(serverless) {
        assert!(
            offer.prices.iter().all(|p| p.kind == PriceKind::Serverless),
            "{}",
            offer.id
        );
    }
    assert_eq!(CATALOG.offers.iter().filter(serverless).count(), 51);
    let reserved = offer("hyperstack-nvidia-h200-sxm-all");
    assert_eq!(
        reserved.prices.len(),
        1,
        "a rate without a contract length is no price"
    );
}

#[test]
fn spot_at_or_above_on_demand_is_kept() {
    let id = "vast-ai-marketplace-median-rtx-5090-global";
    assert!(
        price(id, PriceKind::Spot).amount.micros() > price(id, PriceKind::OnDemand).amount.micros()
    );
}

#[test]
fn later_readings_and_doubts_are_marked() {
    let checked = price(
        "alibaba-cloud-ecs-gn6i-c4g1-xlarge-cn-shanghai",
        PriceKind::OnDemand,
    );
    assert_eq!(
        checked.checked.as_ref().map(|c| c.as_of),
        Some(date("2026-09-24"))
    );
    assert_eq!(checked.as_of, date("2024-10-10"));
    let checked = price(
        "tencent-cloud-gn7-2xlarge32-mainland-china",
        PriceKind::OnDemand,
    );
    assert_eq!(checked.as_of, date("2022-01-01"));
    assert_eq!(
        checked.checked.as_ref().map(|c| c.as_of),
        Some(date("2026-01-01"))
    );
    let sibling = price(
        "tencent-cloud-gn7-5xlarge80-mainland-china",
        PriceKind::OnDemand,
    );
    assert!(sibling.checked.is_none(), "only the re-read instances are");
    assert!(
        price(
            "volcengine-1x-l20-general-queue-per-gpu-cn-beijing-cn-shanghai",
            PriceKind::OnDemand
        )
        .unconfirmed
    );
    assert!(!price("aws-p5-48xlarge-us-east-1", PriceKind::OnDemand).unconfirmed);
    let floors = CATALOG
        .offers
        .iter()
        .filter(|o| o.prices.iter().any(|p| p.floor));
    assert!(floors.clone().count() > 20);
    assert!(
        floors
            .into_iter()
            .all(|o| o.region.name.contains("lowest listed"))
    );
}

#[test]
fn tiers_are_of_the_offer() {
    let tier = |id: &str| offer(id).tier;
    assert_eq!(tier("aws-p5-48xlarge-us-east-1"), Tier::Cloud);
    assert_eq!(tier("runpod-secure-cloud-pod-l4-global"), Tier::Specialist);
    assert_eq!(
        tier("runpod-community-cloud-pod-l40-global"),
        Tier::Community
    );
    assert_eq!(tier("vast-ai-marketplace-median-l40-global"), Tier::Market);
    assert_eq!(tier("salad-1x-rtx-3090-community"), Tier::Community);
    assert_eq!(
        tier("jygpu-8x-ascend-910b-bare-metal-month-mainland-china"),
        Tier::Broker
    );
}

#[test]
fn regions_are_placed() {
    let place = |id: &str| {
        let region = &offer(id).region;
        (region.group, region.jurisdiction.as_deref())
    };
    let aws = place("aws-p5-48xlarge-us-east-1");
    assert_eq!(aws, (Some(RegionGroup::Na), Some("us")));
    let hk = CATALOG
        .offers
        .iter()
        .find(|o| o.region.name == "cn-hongkong")
        .unwrap();
    assert_eq!(place(&hk.id), (Some(RegionGroup::Apac), Some("hk")));
    let london = CATALOG
        .offers
        .iter()
        .find(|o| o.region.name == "uksouth")
        .unwrap();
    assert_eq!(place(&london.id), (Some(RegionGroup::Eu), Some("gb")));
    assert_eq!(
        place("verda-1h100-80s-32v-fin-02"),
        (Some(RegionGroup::Eu), Some("eu"))
    );
    let paired = "volcengine-1x-l20-general-queue-per-gpu-cn-beijing-cn-shanghai";
    assert_eq!(place(paired), (Some(RegionGroup::Cn), Some("cn")));
    assert_eq!(place("runpod-secure-cloud-pod-l4-global"), (None, None));
    assert_eq!(
        place("vultr-vcg-a16-1-gpu"),
        (None, None),
        "a blank region is unknown"
    );
}
