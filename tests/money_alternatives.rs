//! Renting held against buying, tokens, seconds and processors: facts, and worked examples.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::catalog::{
    Catalog, CpuOffer, HardwareKind, HardwarePrice, Overhead, Price, PriceKind, ProviderIx,
    RateUnit, Region, RegionGroup, ServerlessPrice, SourceIx, Tariff, TokenPrice,
};
use kasuan::cost::own::{Draw, Hardware, electricity, overhead, tariff};
use kasuan::query::decode;
use kasuan::rank::{Alternatives, Answer, answer};
use kasuan::units::{
    Bytes, BytesPerSecond, Currency, Date, FlopsPerSecond, Hours, Money, Ratio, Seconds, Tokens,
};
use std::sync::LazyLock;
use support::{CATALOG, today};

fn money(text: &str, code: &str) -> Money {
    Money::from_decimal(text.parse().unwrap(), Currency::from_code(code).unwrap())
}

fn day() -> Date {
    Date::new(2026, 9, 1).unwrap()
}

const SOURCE: SourceIx = SourceIx(0);

fn hardware(card: &str, kind: HardwareKind, cards: u32, price: &str, code: &str) -> HardwarePrice {
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

fn token(seller: &str, model: &str, input: &str, output: &str, code: &str) -> TokenPrice {
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

fn worker(seller: &str, card: &str, per_hour: &str, always_on: bool) -> ServerlessPrice {
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

fn host(id: &str, vcpu: u32, gib: f64, gb_s: f64, gflops: f64, price: &str) -> CpuOffer {
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
        }],
    }
}

fn power(place: &str, price: &str) -> Tariff {
    Tariff {
        place: place.to_owned(),
        household: false,
        per_kwh: money(price, "USD"),
        as_of: day(),
        source: SOURCE,
    }
}

fn site(name: &str, pue: f64) -> Overhead {
    Overhead {
        site: name.to_owned(),
        pue: Ratio::new(pue),
        as_of: day(),
        source: SOURCE,
    }
}

/// The shipped catalog with a small market of its own, so that each figure can be worked out.
static SMALL: LazyLock<Catalog> = LazyLock::new(|| {
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
fn ask(link: &str) -> Answer {
    let decoded = decode(link).known_to(&SMALL);
    assert!(decoded.problems.is_empty(), "{:?}", decoded.problems);
    answer(&SMALL, &decoded.query, today())
}

fn alternatives(link: &str) -> Alternatives {
    ask(link).alternatives
}

// Own hardware.

#[test]
fn prices_of_launch_are_history() {
    let prices = Hardware::of(&SMALL);
    let ids: Vec<&str> = prices
        .accelerators()
        .map(|ix| SMALL.accelerator(ix).id.as_str())
        .collect();
    assert_eq!(ids, ["h100-sxm", "h20", "rtx-4090", "rtx-5090"]);
}

#[test]
fn a_server_that_is_priced_says_what_its_host_costs() {
    let prices = Hardware::of(&SMALL);
    let of = |card: &str| {
        let (ix, _) = SMALL.accelerator_by_id(card).unwrap();
        prices.per_card(&SMALL, ix, None, None).unwrap()
    };
    // 260,000 CNY ÷ 8 are some 4,885 USD per card, of which 2,470 for the card.
    let whole = SMALL.convert(money("32500", "CNY"), Currency::USD).unwrap();
    let ada = of("rtx-4090");
    assert_eq!(ada.both.expected, whole);
    assert_eq!(ada.host.unwrap().expected, whole - money("2470", "USD"));
    assert!(!ada.host_assumed);
    // Another card of PCI Express goes into the same kind of host.
    let blackwell = of("rtx-5090");
    assert!(blackwell.host_assumed);
    assert_eq!(blackwell.host.unwrap().expected, ada.host.unwrap().expected);
    assert_eq!(blackwell.card.unwrap().low, money("4795", "USD"));
    assert_eq!(blackwell.card.unwrap().expected, money("5026.5", "USD"));
    assert_eq!(blackwell.card.unwrap().high, money("5258", "USD"));
    // Of the boards no server is priced with its cards: a share of the price stands in.
    let hopper = of("h100-sxm");
    assert!(hopper.host_assumed);
    assert_eq!(hopper.host.unwrap().expected, money("12900", "USD"));
    // Only the whole server is known.
    let h20 = of("h20");
    assert_eq!((h20.card, h20.host), (None, None));
    let server = SMALL.convert(money("136250", "CNY"), Currency::USD);
    assert_eq!(Some(h20.both.expected), server);
    assert_eq!(
        h20.both.low, h20.both.high,
        "one price, and no more is known"
    );
}

#[test]
fn what_the_asker_pays_wins() {
    let prices = Hardware::of(&SMALL);
    let (ix, _) = SMALL.accelerator_by_id("rtx-4090").unwrap();
    let (card, host) = (money("1599", "USD"), money("100", "USD"));
    let both = prices.per_card(&SMALL, ix, Some(card), Some(host)).unwrap();
    assert_eq!(both.both.expected, money("1699", "USD"));
    assert_eq!(both.both.low, both.both.high);
    let one = prices.per_card(&SMALL, ix, Some(card), None).unwrap();
    assert!(one.both.expected.micros() > card.micros());
}

#[test]
fn electricity_is_that_of_the_place_or_of_the_world() {
    let of = |group| tariff(&SMALL, group).unwrap();
    assert_eq!(of(Some(RegionGroup::Apac)).expected, money("0.107", "USD"));
    let world = of(None);
    assert_eq!(
        [world.low, world.expected, world.high],
        ["0.107", "0.161", "0.204"].map(|price| money(price, "USD"))
    );
    // No figure of a place is no reason to make one up.
    assert_eq!(of(Some(RegionGroup::Sa)), world);
    let [low, expected, high] = overhead(&SMALL).unwrap().map(Ratio::get);
    assert_eq!((low, high), (1.1, 1.6));
    assert!((expected - 1.55).abs() < 1e-12);
    let mut empty = SMALL.clone();
    empty.market = kasuan::catalog::Market::default();
    assert_eq!((tariff(&empty, None), overhead(&empty)), (None, None));
}

/// `w=vram` asks for memory alone, so that cards are compared as they are.
const ON_AUTODL: &str = "w=vram&vram=20&prov=autodl&gpu=rtx-4090&pay=od";

/// An own RTX 4090 at its price of launch pays back in 8 to 10 months around the clock against
/// 1.98 CNY per hour, if the card alone is bought, and its power and that of its host are paid at
/// the business average of Asia.
#[test]
fn a_card_at_its_launch_price_pays_back_within_a_year() {
    let months = |more: &str| {
        let own = alternatives(&format!("{ON_AUTODL}&{more}")).own.unwrap();
        assert_eq!(SMALL.accelerator(own.accelerator).id, "rtx-4090");
        own.break_even.map(|time| time / Hours::MONTH)
    };
    let launch = months("card=1599&host=0&pue=1&kwh=0.107").unwrap();
    assert!((8.0..10.0).contains(&launch), "{launch}");
    // By hand: 1.98 CNY × 730 h less 0.45 kW × 1.8214 × 0.79 × 730 h × 0.107.
    let rent = SMALL
        .convert(money("1445.4", "CNY"), Currency::USD)
        .unwrap();
    let power = 0.45 * 10.2 / 5.6 * 0.79 * 730.0 * 0.107;
    let by_hand = 1599.0 / (rent.to_f64() - power);
    assert!((launch - by_hand).abs() < 0.01, "{launch} {by_hand}");
    // Resold today it takes half as long again, and in a server twice as long as that.
    let resold = months("card=2470&host=0&pue=1&kwh=0.107").unwrap();
    assert!((resold / launch - 2470.0 / 1599.0).abs() < 1e-6);
    let server = months("pue=1&kwh=0.107").unwrap();
    assert!((28.0..32.0).contains(&server), "{server}");
    // In rented space at the average of the world the server hardly pays back at all.
    let colocated = months("").unwrap_or(f64::INFINITY);
    assert!(colocated > 60.0, "{colocated}");
    // Two hours a day never fill it within three years.
    let seldom = months("card=1599&host=0&pue=1&kwh=0.107&hpd=2&dpw=7").unwrap_or(f64::INFINITY);
    assert!(seldom > 36.0, "{seldom}");
}

#[test]
fn own_hardware_adds_up() {
    let own = alternatives(&format!(
        "{ON_AUTODL}&staff=100&space=20&mon=24&left=10&keep=4"
    ))
    .own
    .unwrap();
    let all = i64::from(own.cards * own.servers);
    assert_eq!(own.upfront.expected, own.per_card.both.expected.times(all));
    assert_eq!(
        own.per_month.expected,
        own.electricity.expected + money("120", "USD")
    );
    // 450 W, the whole month, at 1.55 and 0.161.
    let (watts, kwh) = (kasuan::units::Watts::new(450.0), money("0.161", "USD"));
    let power = electricity(
        watts,
        1,
        Hours::MONTH,
        Draw::EXPECTED,
        Ratio::new(1.55),
        kwh,
    );
    assert_eq!(own.electricity.expected, power);
    // Two of four years are gone: 1 − 0.9 × 2/4 = 0.55 in the books, of which 0.8.
    let resale = own.upfront.expected.scaled(0.55 * 0.8);
    assert!((own.resale - resale).micros().abs() <= 2);
    let total = own.upfront.expected + own.per_month.expected.scaled(24.0) - own.resale;
    assert!((own.total.expected - total).micros().abs() <= 2);
    assert!(own.total.low.micros() < own.total.expected.micros());
    assert!(own.total.expected.micros() < own.total.high.micros());
}

#[test]
fn the_best_hardware_is_the_one_that_costs_the_project_least() {
    let all = ["rtx-4090", "rtx-5090", "h20", "h100-sxm"];
    for link in [
        "m=llama-3.1-8b",
        "m=llama-3.1-70b&wq=fp8",
        "w=finetune&tok=1",
    ] {
        let best = alternatives(link).own.unwrap();
        for card in all {
            if let Some(own) = alternatives(&format!("{link}&gpu={card}")).own {
                assert!(
                    own.total.expected.micros() >= best.total.expected.micros(),
                    "{link}: {card}"
                );
            }
        }
    }
    // Nothing of these holds it.
    assert_eq!(alternatives("w=vram&vram=5000").own, None);
    // Nothing is known of the price of this one.
    assert_eq!(alternatives("gpu=rtx-3090").own, None);
    let priced = alternatives("gpu=rtx-3090&card=700&host=300&con=1")
        .own
        .unwrap();
    assert_eq!(priced.per_card.both.expected, money("1000", "USD"));
}

#[test]
fn the_curve_crosses_where_it_says() {
    let own = alternatives(&format!("{ON_AUTODL}&card=1599&host=0&pue=1&kwh=0.107"))
        .own
        .unwrap();
    let crossed = own.curve.iter().find(|p| p.own.micros() <= p.rent.micros());
    assert_eq!(crossed.unwrap().month, 10);
    assert!(own.cheaper && own.curve.len() <= 60);
    assert_eq!(own.break_even, own.break_even_same_card);
    // What is done once is not rented for years.
    let once = alternatives("w=vram&vram=20&gpuh=500&gpu=rtx-4090")
        .own
        .unwrap();
    assert_eq!(once.break_even, None);
}

// A model by the token.

#[test]
fn a_month_of_tokens_is_that_of_the_rate() {
    // 2 requests a second of 7,680 and 512 tokens, 730 hours.
    let rows = alternatives("rps=2").api;
    let sellers: Vec<&str> = rows
        .iter()
        .map(|row| SMALL.market.tokens[row.price].seller.as_str())
        .collect();
    assert_eq!(sellers, ["cheap", "dear", "elsewhere"]);
    let output = 2.0 * 512.0 * 730.0 * 3600.0;
    assert_eq!(rows[0].volume.output, Tokens::new(output));
    assert_eq!(rows[0].volume.input, Tokens::new(output * 15.0));
    assert!(!rows[0].volume.full_use);
    let bill = output / 1e6 * (0.04 + 15.0 * 0.02);
    assert!((rows[0].per_month.to_f64() - bill).abs() < 1e-3);
    // Kept in its own currency, which has no rate here.
    assert_eq!(rows[2].per_month.currency().code(), "XAU");
    assert_eq!(
        (rows[2].per_month_usd, rows[2].break_even_per_day),
        (None, None)
    );
}

#[test]
fn without_a_rate_the_own_machines_set_the_volume() {
    let answer = ask("con=4");
    let first = answer.candidates.first().unwrap();
    let rows = &answer.alternatives.api;
    let made = first.rate.expected.get() * 730.0 * 3600.0;
    assert!(rows[0].volume.full_use);
    assert!((rows[0].volume.output.get() / made - 1.0).abs() < 1e-9);
}

#[test]
fn the_break_even_volume_costs_as_much_either_way() {
    let answer = ask("rps=2");
    let first = answer.candidates.first().unwrap();
    let dear = answer
        .alternatives
        .api
        .iter()
        .find(|row| SMALL.market.tokens[row.price].seller == "dear")
        .unwrap();
    let per_day = dear.break_even_per_day.unwrap().get();
    // One instance does for it, and its rent buys that many tokens.
    let bill = per_day * 730.0 / 24.0 / 1e6 * (1.6 + 15.0 * 0.8);
    let instance = first.per_month.to_f64() / f64::from(first.instances);
    assert!((bill - instance).abs() < 1e-3, "{bill} {instance}");
    assert!(per_day < first.rate.expected.get() / f64::from(first.instances) * 86_400.0);
}

#[test]
fn only_the_same_model_is_held_against_it() {
    assert_eq!(alternatives("m=llama-3.1-70b").api.len(), 1);
    assert_eq!(alternatives("m=qwen3-8b").api, []);
    assert_eq!(alternatives("n=8").api, []);
    assert_eq!(alternatives("w=finetune&tok=1").api, []);
}

// Cards by the second.

#[test]
fn seldom_requests_are_cheap_by_the_second() {
    let answer = ask("rps=0.01&ctx=1024&out=128&mon=6");
    let rows = &answer.alternatives.serverless;
    let flex = rows
        .iter()
        .find(|row| SMALL.market.serverless[row.price].seller == "flex")
        .unwrap();
    let first = answer.candidates.first().unwrap();
    assert!(flex.per_month_usd.unwrap().micros() < first.per_month.micros());
    let busy = flex.billed.time / Hours::MONTH;
    assert!(busy < flex.crossing.unwrap().get(), "{busy}");
    assert_eq!(
        flex.total_usd,
        flex.per_month_usd.map(|month| month.times(6))
    );
    // The crossing: that share of the month by the second costs what the instance does.
    let at = 0.684 * 730.0 * flex.crossing.unwrap().get();
    assert!((at - first.per_month.to_f64()).abs() < 1e-3);
    // Ten times the requests cost less than ten times as much, and more than before.
    let more = alternatives("rps=0.1&ctx=1024&out=128").serverless;
    let more = more.iter().find(|row| row.price == flex.price).unwrap();
    let ratio = more.billed.time / flex.billed.time;
    assert!((1.0..10.0).contains(&ratio), "{ratio}");
    assert!(more.billed.cold < flex.billed.cold);
}

#[test]
fn a_worker_that_is_always_on_is_paid_day_and_night() {
    let office = alternatives("rps=0.1&use=office&ctx=1024&out=128").serverless;
    let (mut active, mut flex) = (None, None);
    for row in &office {
        match SMALL.market.serverless[row.price].seller.as_str() {
            "active" => active = Some(row),
            _ => flex = flex.or(Some(row)),
        }
    }
    let (active, flex) = (active.unwrap(), flex.unwrap());
    assert_eq!(active.per_month, money("341.64", "USD"));
    assert_eq!((active.billed.cold, active.crossing), (None, None));
    assert!(flex.billed.time < Hours::new(174.0));
}

#[test]
fn a_card_that_is_too_small_or_filtered_is_left_out() {
    let cards = |link: &str| -> Vec<&str> {
        alternatives(link)
            .serverless
            .iter()
            .map(|row| SMALL.accelerator(SMALL.market.serverless[row.price].accelerator))
            .map(|card| card.id.as_str())
            .collect()
    };
    // 16 GB in 16 bit do not fit into the 15 GiB of a T4.
    assert_eq!(cards("rps=0.1"), ["l4", "l4"]);
    assert_eq!(cards("rps=0.1&m=llama-3.1-70b"), [""; 0]);
    assert_eq!(cards("w=pretrain&tok=1"), [""; 0]);
    let small = "rps=0.1&wq=q4_k_m&eng=llamacpp&ctx=2048";
    assert!(cards(small).contains(&"t4"));
    assert_eq!(cards(&format!("{small}&gpu=t4")), ["t4"]);
}

// Processors.

/// Readings of llama.cpp on processors lie in the ranges, and those of servers near the middle.
#[test]
fn processors_are_as_fast_as_was_read() {
    // c3-highcpu-44: 22 cores of Sapphire Rapids with their share of eight channels DDR5-4800.
    let c3 = host("c3", 44, 88.0, 307.2 / 88.0, 96.0, "1");
    // EPYC 9554: 64 cores, twelve channels DDR5-4800, 32 operations per clock at 3.1 GHz.
    let genoa = host("9554", 128, 192.0, 3.6, 49.6, "1");
    for (model, format, host, read) in [
        ("llama-2-7b", "q4_k_m", &c3, 21.59),
        ("phi-4", "q4_k_m", &genoa, 28.74),
        ("phi-4", "q6_k", &genoa, 23.246),
        ("phi-4", "q8_0", &genoa, 19.194),
    ] {
        let link = format!("m={model}&wq={format}&ctx=130&out=128&eng=llamacpp");
        let query = support::query(&link);
        let subject = kasuan::fit::subject(&CATALOG, &query).unwrap();
        let processor = kasuan::speed::cpu::Processor::new(&query, &subject).unwrap();
        let speed = processor.speed(host, 1).unwrap();
        let per_token = speed.per_token.unwrap();
        let seconds = 1.0 / read;
        assert!(
            per_token.low.get() <= seconds && seconds <= per_token.high.get(),
            "{link}: {seconds} {per_token:?}"
        );
        let off = per_token.expected.get() / seconds - 1.0;
        assert!(off.abs() < 0.2, "{link}: {off}");
    }
}

#[test]
fn a_small_model_at_low_load_belongs_on_a_processor() {
    let link = "m=llama-3.2-1b&wq=q4_k_m&eng=llamacpp&ctx=256&out=128&con=1&tier=cloud";
    let answer = ask(link);
    let cpu = answer.alternatives.cpu.unwrap();
    assert!(cpu.cheaper);
    let first = answer.candidates.first().unwrap();
    assert!(cpu.total.micros() < first.total.micros());
    let host = &SMALL.market.cpus[cpu.offer];
    // The bill is that of the host around the clock.
    let month = host.prices[0].amount.over(Hours::MONTH);
    assert_eq!(cpu.per_month, month.times(i64::from(cpu.instances)));
    assert!(cpu.per_token.unwrap().expected <= Seconds::new(0.2));
    assert!(cpu.first_token.unwrap().expected <= Seconds::new(10.0));
    assert!(cpu.needed <= host.ram);
    // A model of 8 billion at eight long sequences does not.
    assert!(alternatives("").cpu.is_none_or(|cpu| !cpu.cheaper));
}

#[test]
fn processors_must_meet_the_targets_and_hold_the_model() {
    let link = "m=llama-3.1-8b&wq=q4_k_m&eng=llamacpp&ctx=256&out=128&con=1";
    let cpu = alternatives(link).cpu.unwrap();
    let host = &SMALL.market.cpus[cpu.offer];
    assert_ne!(host.id, "small", "4 GiB do not hold it");
    // 5 ms per token are beyond any of them.
    assert_eq!(alternatives(&format!("{link}&tpot=5")).cpu, None);
    assert_eq!(alternatives(&format!("{link}&ttft=0.01")).cpu, None);
    assert_eq!(
        alternatives("m=llama-3.1-405b&con=1&ctx=256&out=128").cpu,
        None
    );
    // No engine for processors takes this format.
    assert_eq!(alternatives("con=1&ctx=256&out=128&wq=fp8").cpu, None);
    // An unknown place passes no filter, and another one neither.
    assert_eq!(alternatives(&format!("{link}&reg=eu")).cpu, None);
    assert!(alternatives(&format!("{link}&reg=na")).cpu.is_some());
}

#[test]
fn more_load_takes_more_hosts() {
    let hosts = |rate: &str| {
        let link = format!("m=llama-3.2-1b&wq=q4_k_m&eng=llamacpp&ctx=256&out=64&{rate}");
        let cpu = alternatives(&link).cpu.unwrap();
        (cpu.total.micros(), cpu.rate.expected.get())
    };
    let (little, _) = hosts("rps=0.05");
    let (much, made) = hosts("rps=5");
    assert!(much > little);
    assert!(made >= 5.0 * 64.0, "{made}");
}

#[test]
fn images_are_classified_on_processors_too() {
    let answer = ask("w=vision&vm=infer&imgs=100&use=job&tier=cloud");
    let cpu = answer.alternatives.cpu.unwrap();
    // A forward pass of ResNet-50 is 8.2 billion operations: 0.4 of what the processors do.
    let host = &SMALL.market.cpus[cpu.offer];
    let flops = host.flops_per_vcpu.get() * f64::from(host.vcpu);
    let per_second = flops * 0.4 / 8.2e9;
    assert!((cpu.rate.expected.get() / per_second - 1.0).abs() < 0.05);
    let hours = 100e3 / cpu.rate.expected.get() / 3600.0;
    let bill = host.prices[0].amount.over(Hours::new(hours));
    assert!((cpu.total - bill).micros().abs() <= 1);
    assert_eq!(
        alternatives("w=vision&imgs=100&use=job").cpu,
        None,
        "trained"
    );
}

#[test]
fn nothing_known_is_no_alternative() {
    let mut empty = SMALL.clone();
    empty.market = kasuan::catalog::Market::default();
    let none = answer(&empty, &support::query("rps=1"), today()).alternatives;
    assert_eq!(none, Alternatives::default());
}

/// Whatever is asked, nothing panics, and no amount is below nothing.
#[test]
fn absurd_questions_have_sane_answers() {
    for link in [
        "rps=1000000&ctx=2&out=1",
        "rps=0.000001&ctx=1000000&out=1",
        "tpd=1&con=1",
        "con=1&ctx=1&out=1&keep=0.1&left=100&mon=0.1",
        "keep=20&mon=1000&staff=1000000&space=1000000&cur=CNY",
        "w=vision&vm=infer&imgs=0.001&use=job&dl=0.01",
        "m=bert-large&rps=100&ctx=128",
        "w=image&imgs=1&use=job",
        "w=hpc&pflop=10&use=job",
        "hpd=0&rps=1",
    ] {
        let decoded = decode(link);
        let found = answer(&SMALL, &decoded.query, today()).alternatives;
        if let Some(own) = &found.own {
            assert!(own.upfront.low.micros() > 0, "{link}");
            assert!(own.curve.len() <= 60, "{link}");
        }
        assert!(
            found.api.iter().all(|row| row.per_month.micros() >= 0),
            "{link}"
        );
        for row in &found.serverless {
            assert!(row.per_month.micros() >= 0 && row.workers > 0, "{link}");
            assert!(row.billed.time.get().is_finite(), "{link}");
        }
        if let Some(cpu) = &found.cpu {
            assert!(cpu.total.micros() >= 0 && cpu.instances > 0, "{link}");
        }
    }
}
