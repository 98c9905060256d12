//! Hardware of one's own.

use crate::market::{SMALL, alternatives, money};
use kasuan::catalog::{Market, RegionGroup};
use kasuan::cost::own::{Draw, Hardware, electricity, overhead, tariff};
use kasuan::units::{Currency, Hours, Ratio, Watts};

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
    empty.market = Market::default();
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
    let (watts, kwh) = (Watts::new(450.0), money("0.161", "USD"));
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
