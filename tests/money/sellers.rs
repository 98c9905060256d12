//! A small catalog of invented sellers with round prices, from which the examples of
//! `docs/money.md` are reckoned.

#[path = "beside.rs"]
mod beside;

use beside::{extras, market};
use kasuan::catalog::*;
use kasuan::units::{
    Bytes, BytesPerSecond, Currency, Date, FlopsPerSecond, Money, Params, Ratio, Seconds, Watts,
};

/// The one source: nothing here was read anywhere.
const INVENTED: SourceIx = SourceIx(0);

const LARGE: AcceleratorIx = AcceleratorIx(1);
const SMALL: AcceleratorIx = AcceleratorIx(2);

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

/// The day of all prices but the old one.
fn recent() -> Date {
    date("2026-11-01")
}

fn money(text: &str, currency: &str) -> Money {
    Money::from_decimal(
        text.parse().unwrap(),
        Currency::from_code(currency).unwrap(),
    )
}

fn price(kind: PriceKind, amount: Money) -> Price {
    Price {
        kind,
        amount,
        unit: RateUnit::Hour,
        as_of: recent(),
        source: INVENTED,
        checked: None,
        floor: false,
        unconfirmed: false,
        product: None,
    }
}

fn usd(kind: PriceKind, text: &str) -> Price {
    price(kind, money(text, "USD"))
}

fn by_month(kind: PriceKind, amount: Money) -> Price {
    Price {
        unit: RateUnit::Month,
        ..price(kind, amount)
    }
}

const fn commit(years: u8, payment: Payment) -> PriceKind {
    PriceKind::Commit { years, payment }
}

fn region(name: &str, group: RegionGroup, jurisdiction: &str) -> Region {
    Region {
        name: name.to_owned(),
        group: Some(group),
        jurisdiction: Some(jurisdiction.to_owned()),
    }
}

fn card(id: &str, memory_gib: f64, bandwidth_gb: f64, tera: f64, watts: f64) -> Accelerator {
    let rate = |factor: f64| Some(FlopsPerSecond::from_tera(tera * factor));
    Accelerator {
        id: id.to_owned(),
        name: format!("Example {id}"),
        vendor: Vendor("example".to_owned()),
        family: "example".to_owned(),
        year: Some(2024),
        nominal: Some(Bytes::from_gib(memory_gib)),
        reported: Some(Bytes::from_gib(memory_gib)),
        bandwidth: Some(BytesPerSecond::from_gb(bandwidth_gb)),
        peak: Peak {
            fp32: rate(0.25),
            bf16: rate(1.0),
            fp16: rate(1.0),
            int8: rate(2.0),
            ..Peak::default()
        },
        bf16: Some(true),
        fp8: Some(false),
        topology: Some(Topology::None),
        tdp: Some(Watts::new(watts)),
        runtimes: vec!["cuda".to_owned()],
        rentable: true,
        source: INVENTED,
        ..Accelerator::default()
    }
}

fn accelerators() -> Vec<Accelerator> {
    vec![
        // The reference card that links name by default.
        Accelerator {
            id: "rtx-4090".to_owned(),
            ..Accelerator::default()
        },
        card("x1", 80.0, 2000.0, 400.0, 560.0),
        card("y1", 24.0, 500.0, 100.0, 140.0),
    ]
}

/// In the order of their ids.
fn providers() -> Vec<Provider> {
    let seller = |id: &str| Provider {
        id: id.to_owned(),
        name_en: id.to_owned(),
        name_zh: id.to_owned(),
        home: Some("us".to_owned()),
        sla_percent: Some(Ratio::new(99.9)),
        granularity: Some(Seconds::new(1.0)),
        minimum: Some(Seconds::new(60.0)),
        stopped: Some(StoppedRule::Storage),
        source: INVENTED,
        ..Provider::default()
    };
    vec![
        Provider {
            sla_percent: Some(Ratio::new(99.99)),
            ..seller("example-cloud")
        },
        Provider {
            granularity: Some(Seconds::new(3600.0)),
            minimum: Some(Seconds::new(3600.0)),
            stopped: Some(StoppedRule::Everything),
            ..seller("example-hourly")
        },
        Provider {
            sla_percent: None,
            granularity: None,
            minimum: None,
            stopped: None,
            ..seller("example-market")
        },
        Provider {
            home: Some("cn".to_owned()),
            ..seller("example-month")
        },
        seller("example-old"),
    ]
}

const CLOUD: ProviderIx = ProviderIx(0);
const HOURLY: ProviderIx = ProviderIx(1);
const MARKET: ProviderIx = ProviderIx(2);
const MONTH: ProviderIx = ProviderIx(3);
const OLD: ProviderIx = ProviderIx(4);

fn offer(id: &str, provider: ProviderIx, gpus: u32, region: Region, prices: Vec<Price>) -> Offer {
    Offer {
        id: id.to_owned(),
        provider,
        instance: id.to_owned(),
        region,
        tier: Tier::Cloud,
        accelerator: Some(LARGE),
        card_assumed: false,
        gpus: GpuCount::Whole(gpus),
        basis: Basis::Instance,
        vcpu: Some(Ratio::new(f64::from(gpus) * 16.0)),
        ram_gb: Some(Ratio::new(f64::from(gpus) * 128.0)),
        disk_gb: None,
        // 8 Gbit/s are 1 GB/s, more than a fetch takes.
        network: Some(BytesPerSecond::from_gbit(8.0)),
        link: InstanceLink::Pcie,
        link_text: String::new(),
        prices,
        interruptions: None,
        not_rankable: None,
    }
}

fn band(low: f64, high: Option<f64>) -> Option<Interruptions> {
    Some(Interruptions {
        low: Ratio::new(low),
        high: high.map(Ratio::new),
        as_of: recent(),
        source: INVENTED,
    })
}

/// In the order of their ids.
fn offers() -> Vec<Offer> {
    let north = || region("north", RegionGroup::Na, "us");
    let west = || region("west", RegionGroup::Eu, "eu");
    let small = |offer: Offer| Offer {
        accelerator: Some(SMALL),
        ..offer
    };
    let specialist = |offer: Offer| Offer {
        tier: Tier::Specialist,
        ..offer
    };
    let spot_of_unknown_risk = vec![usd(PriceKind::Spot, "0.40")];
    let eur = |text: &str| price(PriceKind::OnDemand, money(text, "EUR"));
    vec![
        Offer {
            interruptions: band(0.05, Some(0.1)),
            ..offer(
                "example-cloud-x1",
                CLOUD,
                1,
                north(),
                vec![
                    usd(PriceKind::OnDemand, "2.00"),
                    usd(PriceKind::Spot, "0.60"),
                    usd(commit(1, Payment::NoUpfront), "1.20"),
                    usd(commit(3, Payment::AllUpfront), "0.80"),
                ],
            )
        },
        Offer {
            interruptions: band(0.2, None),
            ..offer(
                "example-cloud-x8",
                CLOUD,
                8,
                north(),
                vec![
                    usd(PriceKind::OnDemand, "16.00"),
                    usd(PriceKind::Spot, "4.80"),
                    usd(commit(1, Payment::PartialUpfront), "9.60"),
                ],
            )
        },
        offer(
            "example-cloud-x8-block",
            CLOUD,
            8,
            north(),
            vec![usd(PriceKind::CapacityBlock, "12.00")],
        ),
        small(offer(
            "example-cloud-y1",
            CLOUD,
            1,
            north(),
            vec![usd(PriceKind::OnDemand, "0.50")],
        )),
        specialist(offer(
            "example-hourly-x1",
            HOURLY,
            1,
            west(),
            vec![eur("1.71")],
        )),
        Offer {
            tier: Tier::Market,
            ..offer(
                "example-market-x1",
                MARKET,
                1,
                Region::default(),
                spot_of_unknown_risk,
            )
        },
        offer(
            "example-month-x1",
            MONTH,
            1,
            region("east", RegionGroup::Cn, "cn"),
            vec![
                price(PriceKind::OnDemand, money("14.00", "CNY")),
                by_month(PriceKind::Subscription, money("7000", "CNY")),
                by_month(PriceKind::Promotion, money("3500", "CNY")),
            ],
        ),
        specialist(offer(
            "example-month-x1-xts",
            MONTH,
            1,
            region("east", RegionGroup::Cn, "cn"),
            // The code that ISO 4217 keeps for tests has no rate.
            vec![price(PriceKind::OnDemand, money("1.00", "XTS"))],
        )),
        specialist(small(offer(
            "example-old-y1",
            OLD,
            1,
            west(),
            vec![Price {
                as_of: date("2026-03-01"),
                ..usd(PriceKind::OnDemand, "0.40")
            }],
        ))),
    ]
}

fn models() -> Vec<Model> {
    let shape = |layers, hidden, intermediate, heads, kv_heads, head_dim| Architecture {
        layers,
        full_layers: layers,
        hidden,
        intermediate,
        heads,
        kv_heads,
        head_dim,
        vocab: 128_256,
        ..Architecture::default()
    };
    let model = |id: &str, parameters, shape| Model {
        id: id.to_owned(),
        name: id.to_owned(),
        family: "llama".to_owned(),
        kind: ModelKind::Decoder,
        total: Params::new(parameters),
        active: Params::new(parameters),
        shape: Some(shape),
        tower: None,
        network: None,
        max_context: Some(131_072),
    };
    vec![
        model(
            "llama-3.1-8b",
            8_030_261_248.0,
            shape(32, 4096, 14_336, 32, 8, 128),
        ),
        model(
            "llama-3.2-1b",
            1_235_814_400.0,
            Architecture {
                tied_embeddings: true,
                ..shape(16, 2048, 8192, 32, 8, 64)
            },
        ),
    ]
}

/// The whole catalog.
pub fn catalog() -> Catalog {
    let rate = |currency: &str, per_usd: &str| CurrencyRate {
        currency: Currency::from_code(currency).unwrap(),
        per_usd: per_usd.parse().unwrap(),
        as_of: recent(),
        source: INVENTED,
    };
    let runs = |engine: &str| Support {
        engine: engine.to_owned(),
        family: "example".to_owned(),
        level: SupportLevel::Yes,
        precisions: vec!["bf16".to_owned(), "fp16".to_owned()],
    };
    Catalog {
        as_of: Some(recent()),
        accelerators: accelerators(),
        providers: providers(),
        offers: offers(),
        models: models(),
        engines: EngineTable {
            rows: vec![runs("pytorch-training"), runs("vllm")],
        },
        extras: extras(),
        market: market(),
        currencies: vec![rate("CNY", "7"), rate("EUR", "0.9"), rate("USD", "1")],
        sources: vec![Source {
            title: "invented for the examples of docs/money.md".to_owned(),
            url: None,
        }],
    }
}
