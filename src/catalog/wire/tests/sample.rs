//! A hand-made catalog with every variant of every type.

use super::super::super::*;
use super::super::{EXTRA_KINDS, LEVELS, LINKS, MODEL_KINDS, PRICE_KINDS, TOPOLOGIES};
use crate::units::{
    Bytes, BytesPerSecond, Currency, Date, Decimal, Flops, FlopsPerSecond, Hertz, Money, Params,
    Ratio, Seconds, Watts,
};

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

pub(super) fn money(text: &str, currency: &str) -> Money {
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
        as_of: date("2026-07-20"),
        source: SourceIx(1),
        checked: None,
        floor: false,
        unconfirmed: false,
        product: matches!(kind, PriceKind::Commit { .. }).then_some(Product::CommittedUse),
    }
}

fn offer(id: &str) -> Offer {
    Offer {
        id: id.to_owned(),
        provider: ProviderIx(0),
        instance: "p5.48xlarge".to_owned(),
        region: Region::default(),
        tier: Tier::Cloud,
        accelerator: Some(AcceleratorIx(1)),
        card_assumed: false,
        gpus: GpuCount::Whole(8),
        basis: Basis::Instance,
        vcpu: None,
        ram_gb: None,
        disk_gb: None,
        network: None,
        link: InstanceLink::Unknown,
        link_text: String::new(),
        prices: vec![price(PriceKind::OnDemand, money("55.04", "USD"))],
        interruptions: None,
        not_rankable: None,
    }
}

fn accelerators() -> Vec<Accelerator> {
    let bare = Accelerator {
        id: "a100-80gb-pcie".to_owned(),
        ..Accelerator::default()
    };
    let full = Accelerator {
        id: "h100-sxm".to_owned(),
        name: "H100 SXM5 \"80 GB\"".to_owned(),
        vendor: Vendor("nvidia".to_owned()),
        family: "nvidia-hopper".to_owned(),
        year: Some(2022),
        nominal: Some(Bytes::from_gib(80.0)),
        reported: Some(Bytes::from_mib(81_559.0)),
        bandwidth: Some(BytesPerSecond::from_gb(3352.3)),
        peak: Peak {
            fp64: Some(FlopsPerSecond::from_tera(33.5)),
            fp32: Some(FlopsPerSecond::from_tera(66.9)),
            tf32: Some(FlopsPerSecond::from_tera(494.7)),
            bf16: Some(FlopsPerSecond::from_tera(989.4)),
            fp16: Some(FlopsPerSecond::from_tera(989.4)),
            fp8: Some(FlopsPerSecond::from_tera(1978.9)),
            int8: Some(FlopsPerSecond::from_tera(1978.9)),
            int4: Some(FlopsPerSecond::from_tera(1.0 / 3.0)),
            fp4: Some(FlopsPerSecond::ZERO),
        },
        bf16: Some(true),
        fp8: Some(false),
        link: "NVLink 4".to_owned(),
        link_bandwidth: Some(BytesPerSecond::from_gb(450.0)),
        topology: Some(Topology::Switched),
        tdp: Some(Watts::new(700.0)),
        memory: "HBM3".to_owned(),
        boost: Some(Hertz::new(1.98e9)),
        sm_count: Some(132),
        l2: Some(Bytes::from_mib(50.0)),
        pcie_gen: Some(5),
        blender_score: Some(Ratio::new(9123.87)),
        runtimes: vec!["cuda".to_owned(), String::new()],
        rentable: true,
        source: SourceIx(1),
    };
    let mut all = vec![bare, full.clone()];
    for (number, topology) in TOPOLOGIES.into_iter().enumerate() {
        all.push(Accelerator {
            id: format!("x-{number}"),
            topology: Some(topology),
            ..full.clone()
        });
    }
    all
}

fn offers() -> Vec<Offer> {
    let mut all = vec![offer("a-plain")];
    let mut every_price = offer("b-every-price");
    every_price.prices = PRICE_KINDS
        .into_iter()
        .map(|kind| price(kind, money("21.957642", "CNY")))
        .collect();
    every_price.prices[1].unit = RateUnit::Month;
    every_price.prices[2].floor = true;
    every_price.prices[3].unconfirmed = true;
    every_price.prices[4].checked = Some(Checked {
        as_of: date("2026-11-01"),
        what: "the page of the same SKU".to_owned(),
    });
    every_price.prices[5].amount = Money::from_micros(i64::MAX, Currency::USD);
    all.push(every_price);
    let mut per_gpu = offer("c-per-gpu");
    per_gpu.basis = Basis::Gpu {
        counts: vec![1, 2, 4, 8],
        confirmed: true,
    };
    per_gpu.card_assumed = true;
    all.push(per_gpu);
    let mut slice = offer("d-slice");
    slice.gpus = GpuCount::Slice { part: 1, of: 8 };
    slice.basis = Basis::Gpu {
        counts: vec![1],
        confirmed: false,
    };
    slice.vcpu = Some(Ratio::new(7.5));
    slice.ram_gb = Some(Ratio::new(0.1));
    slice.disk_gb = Some(Ratio::ZERO);
    slice.network = Some(BytesPerSecond::from_gbit(3200.0));
    slice.link_text = "RoCE（上海）\n".to_owned();
    all.push(slice);
    for (number, reason) in NotRankable::ALL.into_iter().enumerate() {
        let mut row = offer(&format!("e-{number}"));
        row.not_rankable = Some(reason);
        row.accelerator = None;
        row.gpus = GpuCount::Unknown;
        row.prices.clear();
        row.link = LINKS[number % LINKS.len()];
        row.tier = Tier::ALL[number % Tier::ALL.len()];
        row.region = Region {
            name: format!("region {number}"),
            group: RegionGroup::ALL.get(number).copied(),
            jurisdiction: (number % 2 == 0).then(|| "cn".to_owned()),
        };
        all.push(row);
    }
    super::market::give_bands(&mut all);
    all
}

fn models() -> Vec<Model> {
    let bare = Model {
        id: "bare".to_owned(),
        name: "Bare".to_owned(),
        family: String::new(),
        kind: ModelKind::Decoder,
        total: Params::new(6_738_415_616.0),
        active: Params::new(6_738_415_616.0),
        shape: None,
        tower: None,
        network: None,
        max_context: None,
    };
    let shape = Architecture {
        layers: 61,
        full_layers: 61,
        windowed_layers: 1,
        linear_layers: 2,
        hidden: 7168,
        intermediate: 18_432,
        heads: 128,
        kv_heads: 8,
        head_dim: 192,
        vocab: 129_280,
        ..Architecture::default()
    };
    let mut all = vec![bare.clone()];
    for (number, kind) in MODEL_KINDS.into_iter().enumerate() {
        all.push(Model {
            id: format!("model-{number}"),
            kind,
            shape: Some(Architecture {
                window: (number % 2 == 1).then_some(4096),
                latent: (number % 3 == 0).then_some(Latent {
                    kv_rank: 512,
                    rope_dim: 64,
                    q_rank: 1536,
                    nope_dim: 128,
                    value_dim: 256,
                }),
                global: (number % 2 == 0).then_some(GlobalHeads {
                    kv_heads: 4,
                    head_dim: 512,
                    keys_as_values: number % 4 == 0,
                }),
                linear: (number % 2 == 1).then_some(Linear {
                    key_heads: 16,
                    value_heads: 48,
                    key_dim: 128,
                    value_dim: 64,
                    kernel: 4,
                }),
                bare_layers: 29,
                encoder_layers: 24,
                positions: 512,
                plain: number % 2 == 1,
                output_gate: number % 3 == 1,
                biases: [Biases::None, Biases::Qkv, Biases::All][number % 3],
                experts: (number % 3 < 2).then_some(Experts {
                    count: 256,
                    per_token: 8,
                    shared: 1,
                    intermediate: 2048,
                    first_dense: 3,
                    shared_intermediate: 3712,
                    every: 2,
                    latent: 1024,
                }),
                tied_embeddings: number % 2 == 0,
                ..shape.clone()
            }),
            tower: (number > 3).then_some(Params::new(438_600_000.0)),
            network: (number > 4).then(|| Network {
                side: 224,
                products: Flops::new(4.1e9 * 2.0),
                moved: Params::new(21.8e6),
                pipeline: (number > 5).then(|| Pipeline {
                    text: Params::new(123.1e6),
                    guided: true,
                    trainable: Some(Params::new(361.3e6)),
                    ..Pipeline::default()
                }),
                ..Network::default()
            }),
            max_context: Some(163_840),
            ..bare.clone()
        });
    }
    all
}

/// A catalog with every variant of every type.
pub(super) fn every_variant() -> Catalog {
    let source = |title: &str, url: Option<&str>| Source {
        title: title.to_owned(),
        url: url.map(str::to_owned),
    };
    Catalog {
        as_of: Some(date("2026-11-30")),
        accelerators: accelerators(),
        providers: vec![
            Provider {
                id: "aws".to_owned(),
                name_en: "Amazon Web Services".to_owned(),
                name_zh: "亚马逊云科技".to_owned(),
                home: Some("us".to_owned()),
                sla_percent: Some(Ratio::new(99.5)),
                compliance: vec!["PCI DSS".to_owned(), "ISO 27001".to_owned()],
                platform: Some("SageMaker AI".to_owned()),
                frameworks: Some("PyTorch".to_owned()),
                stopped_billing: Some(String::new()),
                billing: Some("per second".to_owned()),
                granularity: Some(Seconds::new(1.0)),
                minimum: Some(Seconds::new(60.0)),
                stopped: Some(StoppedRule::Everything),
                credit: Some("USD 300 for new customers".to_owned()),
                rdma: Some("EFA".to_owned()),
                source: SourceIx(2),
            },
            Provider {
                id: "bare".to_owned(),
                ..Provider::default()
            },
        ],
        offers: offers(),
        models: models(),
        engines: EngineTable {
            rows: LEVELS
                .into_iter()
                .enumerate()
                .map(|(number, level)| Support {
                    engine: "vllm".to_owned(),
                    family: format!("family-{number}"),
                    level,
                    precisions: vec!["bf16".to_owned(); number],
                })
                .collect(),
        },
        market: super::market::market(&price(PriceKind::Spot, money("0.02", "USD"))),
        extras: EXTRA_KINDS
            .into_iter()
            .enumerate()
            .map(|(number, kind)| Extra {
                provider: "aws".to_owned(),
                kind,
                region: "us-east-1".to_owned(),
                unit: "GB".to_owned(),
                price: money(if number == 0 { "0" } else { "0.09" }, "USD"),
                tier: "to 10 TB".to_owned(),
                from: Bytes::from_gb(100.0),
                to: (number > 0).then(|| Bytes::from_gb(10_240.0)),
                as_of: date("2026-05-06"),
                source: SourceIx(0),
            })
            .collect(),
        currencies: vec![CurrencyRate {
            currency: Currency::CNY,
            per_usd: "6.652882".parse::<Decimal>().unwrap(),
            as_of: date("2026-10-30"),
            source: SourceIx(0),
        }],
        sources: vec![
            source("European Central Bank", Some("https://www.ecb.europa.eu/")),
            source("Vendor page", None),
            source("Vendor page", Some("https://example.org/?a=1&b=2")),
        ],
    }
}
