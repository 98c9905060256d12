//! The market of the hand-made catalog, and what is refused of one.

use super::sample::{every_variant, money};
use super::{column, refuses, refuses_row};
use crate::catalog::*;
use crate::units::{Bytes, BytesPerSecond, Currency, Date, FlopsPerSecond, Money, Ratio, Seconds};

fn date() -> Date {
    "2026-11-01".parse().unwrap()
}

/// Bands with and without an end, on the second and the third offer, and shared by a fourth.
pub(super) fn give_bands(offers: &mut [Offer]) {
    let ended = Interruptions {
        low: Ratio::new(0.05),
        high: Some(Ratio::new(0.1)),
        as_of: date(),
        source: SourceIx(1),
    };
    let open = Interruptions {
        low: Ratio::new(0.2),
        high: None,
        ..ended
    };
    for (offer, band) in offers.iter_mut().skip(1).zip([ended, open, ended]) {
        offer.interruptions = Some(band);
    }
}

/// Every variant of every type, with and without what may be unknown.
pub(super) fn market(a_price: &Price) -> Market {
    let token = TokenPrice {
        seller: "deepinfra".to_owned(),
        name: "org/Model-1".to_owned(),
        model: "model-1".to_owned(),
        input: money("0.037", "USD"),
        output: money("0.17", "USD"),
        cached_input: Some(money("0.0042", "USD")),
        batch_discount: Some(Ratio::new(0.5)),
        as_of: date(),
        source: SourceIx(0),
    };
    let worker = ServerlessPrice {
        seller: "a (flex)".to_owned(),
        accelerator: AcceleratorIx(1),
        card_assumed: true,
        cards: 8,
        per_hour: money("20", "USD"),
        always_on: false,
        granularity: Some(Seconds::new(60.0)),
        idle: Some(Seconds::new(5.0)),
        cold_start: Some(Seconds::new(2.4)),
        host_extra: true,
        as_of: date(),
        source: SourceIx(2),
    };
    let host = CpuOffer {
        id: "aws-c7i".to_owned(),
        provider: ProviderIx(0),
        instance: "c7i.large".to_owned(),
        region: Region {
            name: "us-east-1".to_owned(),
            group: Some(RegionGroup::Na),
            jurisdiction: Some("us".to_owned()),
        },
        vcpu: 2,
        ram: Bytes::from_gib(4.0),
        bandwidth_per_vcpu: BytesPerSecond::new(3.2e9),
        flops_per_vcpu: FlopsPerSecond::new(76.8e9),
        prices: vec![a_price.clone()],
    };
    let card = HardwarePrice {
        accelerator: AcceleratorIx(0),
        kind: HardwareKind::CardNew,
        cards: 1,
        price: money("1599", "USD"),
        country: "United States".to_owned(),
        as_of: date(),
        source: SourceIx(0),
    };
    Market {
        tokens: vec![
            token.clone(),
            TokenPrice {
                cached_input: None,
                batch_discount: None,
                input: money("4", "CNY"),
                output: money("16", "CNY"),
                ..token
            },
        ],
        serverless: vec![
            worker.clone(),
            ServerlessPrice {
                card_assumed: false,
                cards: 1,
                always_on: true,
                granularity: None,
                idle: None,
                cold_start: Some(Seconds::ZERO),
                host_extra: false,
                ..worker
            },
        ],
        cpus: vec![
            host.clone(),
            CpuOffer {
                id: "bare-c".to_owned(),
                provider: ProviderIx(1),
                region: Region::default(),
                prices: vec![a_price.clone(), a_price.clone()],
                ..host
            },
        ],
        hardware: [
            HardwareKind::CardNew,
            HardwareKind::CardUsed,
            HardwareKind::CardLaunch,
            HardwareKind::Server,
        ]
        .map(|kind| HardwarePrice {
            kind,
            ..card.clone()
        })
        .to_vec(),
        tariffs: [true, false]
            .map(|household| Tariff {
                place: "France".to_owned(),
                household,
                per_kwh: money("0.153", "EUR"),
                as_of: date(),
                source: SourceIx(1),
            })
            .to_vec(),
        overheads: vec![Overhead {
            site: "a fleet".to_owned(),
            pue: Ratio::new(1.135),
            as_of: date(),
            source: SourceIx(1),
        }],
    }
}

#[test]
fn refuses_a_market_that_points_to_nothing() {
    refuses(
        |c| c.market.tokens[0].model = "no-model".to_owned(),
        &column("token.model"),
    );
    refuses(|c| c.market.tokens[1].source.0 = 3, &column("token.source"));
    refuses(
        |c| c.market.serverless[0].accelerator.0 = 99,
        &column("serverless.accelerator"),
    );
    refuses(
        |c| c.market.cpus[1].provider.0 = 2,
        &column("host.provider"),
    );
    refuses(
        |c| c.market.hardware[0].accelerator.0 = 99,
        &column("hardware.accelerator"),
    );
    refuses(
        |c| c.market.overheads[0].source.0 = 3,
        &column("overhead.source"),
    );
    refuses(
        |c| {
            let band = c.offers[1].interruptions.as_mut().unwrap();
            band.source.0 = 3;
        },
        &column("band.source"),
    );
}

#[test]
fn refuses_prices_and_shares_that_are_none() {
    let zero = Money::zero(Currency::USD);
    let rule = "a price must be positive";
    refuses_row(|c| c.market.tokens[0].output = zero, "org/Model-1", rule);
    refuses_row(|c| c.market.serverless[0].per_hour = zero, "a (flex)", rule);
    refuses_row(
        |c| c.market.cpus[0].prices[0].amount = zero,
        "aws-c7i",
        rule,
    );
    refuses_row(|c| c.market.hardware[3].price = zero, "hardware", rule);
    refuses_row(|c| c.market.tariffs[0].per_kwh = zero, "France", rule);
    let most = "a share must be at most 1";
    refuses_row(
        |c| c.market.tokens[0].batch_discount = Some(Ratio::new(50.0)),
        "org/Model-1",
        most,
    );
    refuses_row(
        |c| {
            let band = c.offers[1].interruptions.as_mut().unwrap();
            band.high = Some(Ratio::new(10.0));
        },
        "band",
        most,
    );
    refuses_row(
        |c| {
            let band = c.offers[1].interruptions.as_mut().unwrap();
            band.high = Some(Ratio::new(0.01));
        },
        "band",
        "a band must not end before it starts",
    );
}

#[test]
fn refuses_a_market_of_nothing() {
    let cards = "there must be 1 to 1024 cards";
    refuses_row(|c| c.market.serverless[0].cards = 0, "a (flex)", cards);
    refuses_row(|c| c.market.hardware[3].cards = 2000, "hardware", cards);
    refuses_row(
        |c| c.market.cpus[0].prices.clear(),
        "aws-c7i",
        "a host must have a price",
    );
    let speed = "a host must have processors, and they a speed";
    refuses_row(|c| c.market.cpus[0].vcpu = 0, "aws-c7i", speed);
    refuses_row(
        |c| c.market.cpus[0].flops_per_vcpu = FlopsPerSecond::ZERO,
        "aws-c7i",
        speed,
    );
    refuses_row(
        |c| c.market.overheads[0].pue = Ratio::new(0.9),
        "a fleet",
        "a site takes no less than its servers",
    );
    refuses_row(
        |c| c.market.cpus[1].id = "aws-c7i".to_owned(),
        "aws-c7i",
        "the ids must be unique and in order",
    );
}

#[test]
fn bands_are_shared() {
    let text = every_variant().to_json();
    let bands = text.split("\"band.as_of\":[").nth(1).unwrap();
    let count = bands.split(']').next().unwrap().split(',').count();
    assert_eq!(count, 2, "three offers have two bands");
}
