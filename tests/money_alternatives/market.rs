//! A small market beside the shipped offers, so that each figure can be worked out.

use crate::support::{CATALOG, today};
use kasuan::catalog::{
    Catalog, CpuOffer, HardwareKind, HardwarePrice, Overhead, Price, PriceKind, ProviderIx,
    RateUnit, Region, RegionGroup, ServerlessPrice, SourceIx, Tariff, TokenPrice,
};
use kasuan::query::decode;
use kasuan::rank::{Alternatives, Answer, answer};
use kasuan::units::{Bytes, BytesPerSecond, Currency, Date, FlopsPerSecond, Money, Ratio, Seconds};
use std::sync::LazyLock;

pub fn money(text: &str, code: &str) -> Money {
    Money::from_decimal(text.parse().unwrap(), Currency::from_code(code).unwrap())
}

pub fn day() -> Date {
    Date::new(2026, 9, 1).unwrap()
}

pub const SOURCE: SourceIx = SourceIx(0);

pub fn hardware(
    card: &str,
    kind: HardwareKind,
    cards: u32,
    price: &str,
    code: &str,
) -> HardwarePrice {
    HardwarePrice {
        accelerator: CATALOG.accelerator_by_id(card).expect(card).0,
        kind,
        cards,
        price: money(price, code),
        country: String::new(),
        as_of: day(),
        source: SOURCE,
    }
}

pub fn token(seller: &str, model: &str, input: &str, output: &str, code: &str) -> TokenPrice {
    TokenPrice {
        seller: seller.to_owned(),
        name: model.to_owned(),
        model: model.to_owned(),
        input: money(input, code),
        output: money(output, code),
        cached_input: None,
        batch_discount: None,
        as_of: day(),
        source: SOURCE,
    }
}

pub fn worker(seller: &str, card: &str, per_hour: &str, always_on: bool) -> ServerlessPrice {
    ServerlessPrice {
        seller: seller.to_owned(),
        accelerator: CATALOG.accelerator_by_id(card).expect(card).0,
        card_assumed: false,
        cards: 1,
        per_hour: money(per_hour, "USD"),
        always_on,
        granularity: Some(Seconds::new(1.0)),
        idle: Some(Seconds::new(5.0)),
        cold_start: Some(Seconds::new(2.4)),
        host_extra: false,
        as_of: day(),
        source: SOURCE,
    }
}

pub fn host(id: &str, vcpu: u32, gib: f64, gb_s: f64, gflops: f64, price: &str) -> CpuOffer {
    CpuOffer {
        id: id.to_owned(),
        provider: ProviderIx(0),
        instance: id.to_owned(),
        region: Region {
            name: "somewhere".to_owned(),
            group: Some(RegionGroup::Na),
            jurisdiction: Some("us".to_owned()),
        },
        vcpu,
        ram: Bytes::from_gib(gib),
        bandwidth_per_vcpu: BytesPerSecond::from_gb(gb_s),
        flops_per_vcpu: FlopsPerSecond::new(gflops * 1e9),
        prices: vec![Price {
            kind: PriceKind::OnDemand,
            amount: money(price, "USD"),
            unit: RateUnit::Hour,
            as_of: day(),
            source: SOURCE,
            checked: None,
            floor: false,
            unconfirmed: false,
            product: None,
        }],
    }
}

pub fn power(place: &str, price: &str) -> Tariff {
    Tariff {
        place: place.to_owned(),
        household: false,
        per_kwh: money(price, "USD"),
        as_of: day(),
        source: SOURCE,
    }
}

pub fn site(name: &str, pue: f64) -> Overhead {
    Overhead {
        site: name.to_owned(),
        pue: Ratio::new(pue),
        as_of: day(),
        source: SOURCE,
    }
}

/// The shipped catalog with a small market of its own, so that each figure can be worked out.
pub static SMALL: LazyLock<Catalog> = LazyLock::new(|| {
    let mut catalog = CATALOG.clone();
    let market = &mut catalog.market;
    market.hardware = vec![
        hardware("rtx-4090", HardwareKind::CardUsed, 1, "2470", "USD"),
        hardware("rtx-4090", HardwareKind::CardLaunch, 1, "1599", "USD"),
        hardware("rtx-4090", HardwareKind::Server, 8, "260000", "CNY"),
        hardware("rtx-5090", HardwareKind::CardUsed, 1, "4795", "USD"),
        hardware("rtx-5090", HardwareKind::CardNew, 1, "5258", "USD"),
        hardware("h100-sxm", HardwareKind::CardNew, 1, "30000", "USD"),
        hardware("h20", HardwareKind::Server, 8, "1090000", "CNY"),
        hardware("rtx-3090", HardwareKind::CardLaunch, 1, "1499", "USD"),
    ];
    market.tariffs = vec![
        power("World", "0.161"),
        power("Asia", "0.107"),
        power("Europe", "0.204"),
        Tariff {
            household: true,
            ..power("World", "0.165")
        },
    ];
    market.overheads = vec![
        site("a fleet", 1.1),
        site("typical enterprise colocation (low)", 1.5),
        site("typical enterprise colocation (high)", 1.6),
    ];
    market.tokens = vec![
        token("cheap", "llama-3.1-8b", "0.02", "0.04", "USD"),
        token("dear", "llama-3.1-8b", "0.8", "1.6", "USD"),
        token("elsewhere", "llama-3.1-8b", "0.1", "0.1", "XAU"),
        token("other", "llama-3.1-70b", "0.5", "0.5", "USD"),
    ];
    market.serverless = vec![
        worker("flex", "l4", "0.684", false),
        worker("active", "l4", "0.468", true),
        worker("flex", "t4", "0.59", false),
    ];
    market.cpus = vec![
        host("large", 64, 128.0, 5.6, 89.6, "2.55232"),
        host("middle", 16, 64.0, 5.6, 89.6, "0.63808"),
        host("small", 2, 4.0, 5.6, 89.6, "0.07976"),
    ];
    catalog
});

#[track_caller]
pub fn ask(link: &str) -> Answer {
    let decoded = decode(link).known_to(&SMALL);
    assert!(decoded.problems.is_empty(), "{:?}", decoded.problems);
    answer(&SMALL, &decoded.query, today())
}

pub fn alternatives(link: &str) -> Alternatives {
    ask(link).alternatives
}
