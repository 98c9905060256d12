//! How sellers bill: granularity, stopped instances, credit, extras, promotions, commitments. Names
//! with a C are complaints that users have made.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::catalog::authoring::Tree;
use kasuan::catalog::{Extra, ExtraKind, Offer, Payment, PriceKind, Product, StoppedRule};
use kasuan::units::{Bytes, Hours, Seconds};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;
use support::CATALOG;

static TREE: LazyLock<Tree> = LazyLock::new(|| {
    Tree::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/catalog"))).unwrap()
});

#[test]
fn sellers_bill_as_they_say() {
    let of = |id: &str| CATALOG.provider_by_id(id).unwrap().1;
    let second = Some(Seconds::new(1.0));
    let minute = Some(Seconds::new(60.0));
    assert_eq!((of("aws").granularity, of("aws").minimum), (second, minute));
    assert_eq!(
        (of("azure").granularity, of("azure").minimum),
        (second, None)
    );
    assert_eq!(
        (of("lambda").granularity, of("lambda").minimum),
        (minute, minute)
    );
    assert_eq!(of("vultr").granularity, Some(Hours::new(1.0).to_seconds()));
    assert_eq!(
        of("alibaba-cloud").granularity,
        second,
        "settled hourly, counted by the second"
    );
    assert_eq!(of("nebius").granularity, None, "not found, so unknown");
    // C88: a stopped server of some sellers goes on costing everything.
    assert_eq!(of("aws").stopped, Some(StoppedRule::Storage));
    assert_eq!(of("digitalocean").stopped, Some(StoppedRule::Everything));
    assert_eq!(of("vultr").stopped, Some(StoppedRule::Everything));
    assert_eq!(
        of("azure").stopped,
        Some(StoppedRule::Everything),
        "until deallocated"
    );
    assert_eq!(of("lambda").stopped, Some(StoppedRule::NoStop));
    assert_eq!(of("nebius").stopped, None);
    assert_eq!(
        of("gcp").credit.as_deref(),
        Some("USD 300 for new customers")
    );
    assert_eq!(of("aws").credit, None);
    // What a seller says of stopping has a rule, unless it sells no instances.
    for provider in CATALOG
        .providers
        .iter()
        .filter(|p| p.stopped_billing.is_some())
    {
        let scales = matches!(provider.id.as_str(), "modal" | "ucloud-compshare");
        assert_ne!(provider.stopped.is_some(), scales, "{}", provider.id);
    }
}

fn extras(provider: &str, kind: ExtraKind) -> Vec<&'static Extra> {
    let rows = CATALOG.extras.iter();
    rows.filter(|e| e.provider == provider && e.kind == kind)
        .collect()
}

fn one(provider: &str, kind: ExtraKind) -> (String, &'static str) {
    match extras(provider, kind).as_slice() {
        [extra] => (extra.price.to_decimal().to_string(), extra.unit.as_str()),
        others => panic!("{provider} has {} of {kind:?}", others.len()),
    }
}

/// One product per kind: the one that an instance boots from, or that data is read from.
#[test]
fn extras_are_the_standard_products() {
    let is = |found: (String, &str), price: &str, unit: &str| {
        assert_eq!((found.0.as_str(), found.1), (price, unit));
    };
    is(one("aws", ExtraKind::BlockStorage), "0.08", "GB-month");
    is(one("aws", ExtraKind::Snapshot), "0.05", "GB-month");
    is(one("aws", ExtraKind::ObjectStorage), "0.023", "GB-month");
    is(one("aws", ExtraKind::LoadBalancer), "0.0225", "hour");
    is(one("azure", ExtraKind::ObjectStorage), "0.018", "GB-month");
    is(one("gcp", ExtraKind::ObjectStorage), "0.02", "GB-month");
    is(one("nebius", ExtraKind::BlockStorage), "0.071", "GiB-month");
    is(one("nebius", ExtraKind::FileStorage), "0.08", "GiB-month");
    is(one("nebius", ExtraKind::Egress), "0", "GB");
    is(one("runpod", ExtraKind::BlockStorage), "0.1", "GB-month");
    is(one("tencent-cloud", ExtraKind::Egress), "0.8", "GB");
    is(one("coreweave", ExtraKind::PublicIp), "4", "IP-month");
    is(one("hyperstack", ExtraKind::PublicIp), "0.00672", "hour");
    is(one("vast-ai", ExtraKind::Egress), "4", "TB");
    // 0.000096774 per GB and hour: millionths would round it by a quarter of a percent.
    is(
        one("hyperstack", ExtraKind::BlockStorage),
        "0.070645",
        "GB-month",
    );
    // Not a price of the seller, or part of another price already.
    for (provider, kind) in [
        ("alibaba-cloud", ExtraKind::LoadBalancer),
        ("alibaba-cloud", ExtraKind::CrossZone),
        ("oracle-oci", ExtraKind::LoadBalancer),
        ("vast-ai", ExtraKind::BlockStorage),
    ] {
        assert!(extras(provider, kind).is_empty(), "{provider} {kind:?}");
    }
}

#[test]
fn tiers_do_not_overlap() {
    let mut ladders: BTreeMap<_, Vec<&Extra>> = BTreeMap::new();
    for extra in CATALOG.extras.iter().filter(|e| e.kind != ExtraKind::Other) {
        let key = (&extra.provider, extra.kind, &extra.region);
        ladders.entry(key).or_default().push(extra);
    }
    assert!(ladders.len() > 40);
    for (key, tiers) in ladders {
        let units: BTreeSet<&str> = tiers.iter().map(|t| t.unit.as_str()).collect();
        assert_eq!(units.len(), 1, "{key:?}");
        let mut end = Some(Bytes::ZERO);
        for tier in tiers {
            assert_eq!(Some(tier.from), end, "{key:?} {}", tier.tier);
            end = tier.to;
        }
        assert_eq!(end, None, "{key:?} has no last tier");
    }
}

#[test]
fn what_is_free_says_so() {
    for extra in CATALOG.extras.iter().filter(|e| e.price.micros() == 0) {
        let told = extra.tier.contains("free")
            || extra.tier.contains("no egress fee")
            || extra.tier.starts_with("first ");
        let zones = (extra.provider.as_str(), extra.kind) == ("azure", ExtraKind::CrossZone);
        assert!(told || zones, "{} {}", extra.provider, extra.tier);
    }
    let disk = extras("ucloud-compshare", ExtraKind::BlockStorage);
    let ends: Vec<_> = disk.iter().map(|e| (e.to, e.price.micros())).collect();
    assert_eq!(ends, [(Some(Bytes::from_gb(100.0)), 0), (None, 10_000)]);
}

#[test]
fn traffic_between_zones_and_regions_is_apart_from_egress() {
    let of = |provider| -> Vec<(&str, String)> {
        extras(provider, ExtraKind::CrossZone)
            .iter()
            .map(|e| (e.tier.as_str(), e.price.to_decimal().to_string()))
            .collect()
    };
    let regions = "inter-region, same cloud";
    let aws = [
        (regions, "0.02".to_owned()),
        ("per direction", "0.01".to_owned()),
    ];
    assert_eq!(of("aws"), aws);
    assert_eq!(of("oracle-oci"), [(regions, "0.0085".to_owned())]);
    // Microsoft withdrew this charge in May 2024; lists that say 0.01 are from before.
    assert!(of("azure").contains(&("per direction", "0".to_owned())));
    for extra in CATALOG
        .extras
        .iter()
        .filter(|e| e.kind == ExtraKind::Egress)
    {
        assert!(!extra.tier.contains("region"), "{}", extra.tier);
    }
}

/// Promotions are apart from the prices that everybody pays, which stand beside them where they
/// are known.
#[test]
fn promotions_are_no_other_kind() {
    let promoted: Vec<(&str, Vec<PriceKind>)> = CATALOG
        .offers
        .iter()
        .filter(|o| o.prices.iter().any(|p| p.kind == PriceKind::Promotion))
        .map(|o| (o.id.as_str(), o.prices.iter().map(|p| p.kind).collect()))
        .collect();
    assert_eq!(
        promoted,
        [
            (
                "alibaba-cloud-ecs-gn6i-c4g1-xlarge-cn-shanghai-cn-shenzhen",
                vec![PriceKind::OnDemand, PriceKind::Promotion]
            ),
            (
                "huawei-cloud-modelarts-1x-v100-32gb-100-h-package-mainland-china",
                vec![PriceKind::Promotion]
            ),
            ("paperspace-a100-80g", vec![PriceKind::Promotion]),
        ]
    );
    for entry in TREE.providers.values().flat_map(|f| &f.offers) {
        let text = format!("{} {}", entry.note, entry.instance).to_lowercase();
        let told = [
            "promotion",
            "new customer",
            "first month",
            "package, not the pay",
        ];
        if told.iter().any(|t| text.contains(t)) {
            assert!(entry.prices.iter().any(|p| p.kind == "pr"), "{}", entry.id);
        }
    }
}

/// C81: a savings plan is no reservation. The catalog says which of them a commitment is, and no
/// offer has the rate of one under the name of the other.
#[test]
fn c81_commitments_say_what_they_are_to() {
    let mut products: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (provider, file) in &TREE.providers {
        for price in file.offers.iter().flat_map(|o| &o.prices) {
            let commitment = matches!(price.kind.as_str(), "c1" | "c3");
            assert!(commitment || price.product.is_none());
            if commitment {
                let product = price.product.as_deref().unwrap_or("unstated");
                products.entry(product).or_default().insert(provider);
                *counts.entry(product).or_default() += 1;
            }
        }
    }
    let of = |product: &str| -> Vec<&str> { products[product].iter().copied().collect() };
    assert_eq!(of("savings_plan"), ["azure"]);
    assert_eq!(of("reserved"), ["aws", "azure"]);
    assert_eq!(of("committed_use"), ["gcp"]);
    assert_eq!(
        of("prepaid"),
        ["baidu-cloud", "huawei-cloud", "tencent-cloud"]
    );
    assert_eq!(of("unstated"), ["paperspace"]);
    assert_eq!(counts["savings_plan"], 24, "twelve sizes, two terms each");
    // What the source says is what is shipped, and what the answer shows.
    let mut shipped: BTreeMap<&str, usize> = BTreeMap::new();
    for price in CATALOG.offers.iter().flat_map(|o| &o.prices) {
        let commitment = matches!(price.kind, PriceKind::Commit { .. });
        assert!(commitment || price.product.is_none());
        if commitment {
            let product = price.product.map_or("unstated", Product::word);
            *shipped.entry(product).or_default() += 1;
        }
    }
    assert_eq!(shipped, counts);
    // A size by plan, and by reservation in the cheapest region: two rates, and the second is lower.
    let rate = |id: &str| {
        let (_, offer) = CATALOG.offer_by_id(id).unwrap();
        let one_year =
            |p: &&kasuan::catalog::Price| matches!(p.kind, PriceKind::Commit { years: 1, .. });
        offer.prices.iter().find(one_year).unwrap().amount.micros()
    };
    let plan = rate("azure-standard-nc24ads-a100-v4-eastus");
    assert!(plan > rate("azure-standard-nc24ads-a100-v4-lowest-listed-region"));
}

/// C82: how a commitment is paid is part of its key.
#[test]
fn c82_the_payment_is_part_of_the_key() {
    let mut counts: BTreeMap<(u8, Payment), usize> = BTreeMap::new();
    for offer in &CATALOG.offers {
        let mut keys = BTreeSet::new();
        for price in &offer.prices {
            assert!(keys.insert(price.kind), "{} has a key twice", offer.id);
            if let PriceKind::Commit { years, payment } = price.kind {
                *counts.entry((years, payment)).or_default() += 1;
            }
        }
    }
    assert_eq!(counts[&(1, Payment::AllUpfront)], 35);
    assert_eq!(counts[&(1, Payment::NoUpfront)], 42);
    assert_eq!(counts[&(3, Payment::NoUpfront)], 44);
    assert_eq!(counts[&(1, Payment::Unstated)], 47);
    assert_eq!(counts[&(3, Payment::Unstated)], 55);
}

/// The hourly list of Tencent Cloud was read again in 2026 and had not moved, while one price of a
/// month had: what was read for the hour confirms no month.
#[test]
fn a_later_reading_of_the_hour_confirms_no_month() {
    let find = |id: &str| -> &Offer { CATALOG.offer_by_id(id).unwrap().1 };
    let price = |id: &str, kind| find(id).prices.iter().find(|p| p.kind == kind).unwrap();
    let gn7 = "tencent-cloud-gn7-2xlarge32-mainland-china";
    assert!(price(gn7, PriceKind::OnDemand).checked.is_some());
    let month = price(gn7, PriceKind::Subscription);
    assert_eq!(month.amount.to_decimal().to_string(), "2500");
    assert_eq!(month.as_of, "2022-01-01".parse().unwrap());
    assert!(month.checked.is_none());
    let gt4 = price(
        "tencent-cloud-gt4-4xlarge96-mainland-china",
        PriceKind::Subscription,
    );
    assert_eq!(
        gt4.amount.to_decimal().to_string(),
        "12948",
        "13,748 in 2022"
    );
}
