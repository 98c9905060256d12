//! What the invented sellers charge beside instances, and what competes with renting one.

use super::{CLOUD, INVENTED, LARGE, money, recent, region, usd};
use kasuan::catalog::*;
use kasuan::units::{Bytes, BytesPerSecond, FlopsPerSecond, Money, Ratio, Seconds};

/// What `example-cloud` charges beside its instances, and the one price that `example-month` lists.
pub fn extras() -> Vec<Extra> {
    let extra = |provider: &str, kind, unit: &str, price: Money| Extra {
        provider: provider.to_owned(),
        kind,
        region: String::new(),
        unit: unit.to_owned(),
        price,
        tier: String::new(),
        from: Bytes::ZERO,
        to: None,
        as_of: recent(),
        source: INVENTED,
    };
    let cloud =
        |kind, unit: &str, text: &str| extra("example-cloud", kind, unit, money(text, "USD"));
    let gb = Bytes::from_gb;
    vec![
        cloud(ExtraKind::BlockStorage, "GB-month", "0.10"),
        Extra {
            tier: "first 100 GB".to_owned(),
            to: Some(gb(100.0)),
            ..cloud(ExtraKind::Egress, "GB", "0")
        },
        Extra {
            tier: "to 10 TB".to_owned(),
            from: gb(100.0),
            to: Some(gb(10_000.0)),
            ..cloud(ExtraKind::Egress, "GB", "0.09")
        },
        Extra {
            tier: "over 10 TB".to_owned(),
            from: gb(10_000.0),
            ..cloud(ExtraKind::Egress, "GB", "0.05")
        },
        cloud(ExtraKind::ObjectStorage, "GB-month", "0.02"),
        cloud(ExtraKind::Snapshot, "GB-month", "0.05"),
        cloud(ExtraKind::LoadBalancer, "hour", "0.03"),
        Extra {
            tier: "per direction".to_owned(),
            ..cloud(ExtraKind::CrossZone, "GB", "0.01")
        },
        cloud(ExtraKind::PublicIp, "hour", "0.005"),
        extra(
            "example-month",
            ExtraKind::BlockStorage,
            "GB-month",
            money("0.35", "CNY"),
        ),
    ]
}

/// Tokens, cards by the second, a host without cards, hardware and power.
pub fn market() -> Market {
    let token = |seller: &str, input, output, cached_input| TokenPrice {
        seller: seller.to_owned(),
        name: "Llama-3.1-8B".to_owned(),
        model: "llama-3.1-8b".to_owned(),
        input,
        output,
        cached_input,
        batch_discount: None,
        as_of: recent(),
        source: INVENTED,
    };
    let hardware = |accelerator, kind, cards, text: &str| HardwarePrice {
        accelerator,
        kind,
        cards,
        price: money(text, "USD"),
        country: "United States".to_owned(),
        as_of: recent(),
        source: INVENTED,
    };
    let tariff = |place: &str, per_kwh| Tariff {
        place: place.to_owned(),
        household: false,
        per_kwh,
        as_of: recent(),
        source: INVENTED,
    };
    Market {
        tokens: vec![
            token(
                "example-api",
                money("0.10", "USD"),
                money("0.40", "USD"),
                Some(money("0.05", "USD")),
            ),
            token(
                "example-api-east",
                money("1.40", "CNY"),
                money("1.40", "CNY"),
                None,
            ),
        ],
        serverless: vec![ServerlessPrice {
            seller: "example-seconds".to_owned(),
            accelerator: LARGE,
            card_assumed: false,
            cards: 1,
            per_hour: money("3.60", "USD"),
            always_on: false,
            granularity: Some(Seconds::new(1.0)),
            idle: Some(Seconds::new(5.0)),
            cold_start: Some(Seconds::new(3.0)),
            host_extra: false,
            as_of: recent(),
            source: INVENTED,
        }],
        cpus: vec![CpuOffer {
            id: "example-cloud-c32".to_owned(),
            provider: CLOUD,
            instance: "c32".to_owned(),
            region: region("north", RegionGroup::Na, "us"),
            vcpu: 32,
            ram: Bytes::from_gib(64.0),
            bandwidth_per_vcpu: BytesPerSecond::new(5e9),
            flops_per_vcpu: FlopsPerSecond::new(100e9),
            prices: vec![usd(PriceKind::OnDemand, "0.20")],
        }],
        hardware: vec![
            hardware(LARGE, HardwareKind::CardNew, 1, "20000"),
            hardware(LARGE, HardwareKind::Server, 8, "200000"),
        ],
        tariffs: vec![
            tariff("World", money("0.15", "USD")),
            tariff("North America", money("0.10", "USD")),
        ],
        overheads: vec![Overhead {
            site: "colocation (example)".to_owned(),
            pue: Ratio::new(1.25),
            as_of: recent(),
            source: INVENTED,
        }],
    }
}
