//! What the shipped catalog says.

use crate::support::{CATALOG, ask};
use kasuan::catalog::{AcceleratorIx, Basis, GpuCount, PriceKind, RateUnit};
use kasuan::cost::own::{Draw, Hardware, Ownership, electricity, overhead, tariff};
use kasuan::units::{Currency, Hours, Money, Ratio};

/// Every own card against every offer with the same card on demand, for so many hours a day: the
/// months until the card with its share of a server has paid for itself.
fn pairs(hours_per_day: f64) -> Vec<Option<f64>> {
    let hardware = Hardware::of(&CATALOG);
    let per_kwh = tariff(&CATALOG, None).unwrap().expected;
    let [_, pue, _] = overhead(&CATALOG).unwrap();
    let in_use = Hours::new(hours_per_day / 24.0 * 730.0);
    let mut months = Vec::new();
    for offer in &CATALOG.offers {
        let (Some(ix), None) = (offer.accelerator, offer.not_rankable) else {
            continue;
        };
        let Some(tdp) = CATALOG.accelerator(ix).tdp else {
            continue;
        };
        let cards = match (offer.gpus, &offer.basis) {
            (GpuCount::Whole(count), Basis::Instance) => count,
            (GpuCount::Whole(_), Basis::Gpu { .. }) => 1,
            _ => continue,
        };
        let Some(own) = hardware.per_card(&CATALOG, ix, None, None) else {
            continue;
        };
        let running = electricity(tdp, 1, in_use, Draw::EXPECTED, pue, per_kwh);
        let ownership = Ownership {
            upfront: own.both.expected,
            running,
            keep: Hours::new(3.0 * 8760.0),
            left: Ratio::ZERO,
        };
        for price in &offer.prices {
            if price.kind != PriceKind::OnDemand || price.unit != RateUnit::Hour {
                continue;
            }
            let rent = CATALOG.convert(price.amount, Currency::USD).unwrap();
            let rent = rent.scaled(in_use.get() / f64::from(cards.max(1)));
            months.push(ownership.break_even(rent).map(|time| time / Hours::MONTH));
        }
    }
    months
}

#[test]
fn at_two_hours_a_day_hardware_hardly_ever_pays_back() {
    let seldom = pairs(2.0);
    let within = seldom.iter().flatten().filter(|months| **months <= 36.0);
    let within = within.count();
    assert!(seldom.len() > 100, "{}", seldom.len());
    assert!(
        within * 20 < seldom.len(),
        "{within} of {} within three years",
        seldom.len()
    );
    // Around the clock most of the same pairs do.
    let always = pairs(24.0);
    let within = always.iter().flatten().filter(|months| **months <= 36.0);
    let within = within.count();
    assert!(within * 2 > always.len(), "{within} of {}", always.len());
    println!(
        "{} pairs, around the clock {within} within three years",
        always.len()
    );
}

#[test]
fn a_bought_rtx_4090_pays_back_in_the_months_that_are_told() {
    let link = "w=vram&vram=20&prov=autodl&gpu=rtx-4090&pay=od";
    let months = |more: &str| {
        let own = ask(&format!("{link}&{more}")).alternatives.own.unwrap();
        own.break_even.map(|time| time / Hours::MONTH)
    };
    let alone = "card=1599&host=0&pue=1";
    for place in ["at=apac", "at=cn"] {
        let launch = months(&format!("{alone}&{place}")).unwrap();
        assert!((8.0..10.0).contains(&launch), "{place}: {launch}");
    }
    let today = months("host=0&pue=1&at=apac&card=2470").unwrap();
    assert!((14.0..16.0).contains(&today), "{today}");
    let server = months("pue=1&at=apac").unwrap();
    assert!((28.0..32.0).contains(&server), "{server}");
    let seldom = months(&format!("{alone}&at=apac&hpd=2&dpw=7"));
    assert!(seldom.is_none_or(|months| months > 36.0), "{seldom:?}");
}

#[test]
fn every_card_with_a_price_of_today_can_be_owned() {
    let hardware = Hardware::of(&CATALOG);
    let cards: Vec<AcceleratorIx> = hardware.accelerators().collect();
    assert!(cards.len() >= 8, "{}", cards.len());
    for ix in cards {
        let card = CATALOG.accelerator(ix);
        let own = hardware.per_card(&CATALOG, ix, None, None).unwrap();
        assert!(own.both.low.micros() > 0, "{}", card.id);
        assert!(
            own.both.low.micros() <= own.both.expected.micros(),
            "{}",
            card.id
        );
        assert!(
            own.both.expected.micros() <= own.both.high.micros(),
            "{}",
            card.id
        );
        let found = ask(&format!("w=vram&vram=8&gpu={}", card.id))
            .alternatives
            .own;
        let found = found.unwrap_or_else(|| panic!("{}", card.id));
        assert_eq!(found.accelerator, ix);
    }
    // Of launch alone nothing of today follows.
    let dollars = |amount: i64| Money::from_micros(amount * 1_000_000, Currency::USD);
    let (ix, _) = CATALOG.accelerator_by_id("rtx-4090").unwrap();
    let ada = hardware.per_card(&CATALOG, ix, None, None).unwrap();
    assert_eq!(ada.card.unwrap().expected, dollars(2470));
}

#[test]
fn a_model_that_others_serve_is_held_against_them() {
    let rows = ask("rps=2").alternatives.api;
    assert!(rows.len() >= 5, "{}", rows.len());
    let usd: Vec<i64> = rows
        .iter()
        .filter_map(|row| row.per_month_usd.map(Money::micros))
        .collect();
    assert!(usd.is_sorted());
    // The dearest sellers cost more than machines of one's own from some volume on.
    assert!(rows.iter().any(|row| row.break_even_per_day.is_some()));
    for row in rows {
        assert_eq!(CATALOG.market.tokens[row.price].model, "llama-3.1-8b");
    }
}

#[test]
fn a_little_load_is_cheaper_by_the_second_and_a_great_one_is_not() {
    let cheapest = |link: &str| {
        let answer = ask(link);
        let first = answer.candidates.first().unwrap().per_month;
        let rows = &answer.alternatives.serverless;
        assert!(rows.len() > 10, "{link}: {}", rows.len());
        (rows[0].per_month_usd.unwrap(), first)
    };
    let (by_second, rented) = cheapest("rps=0.01&ctx=1024&out=128");
    assert!(by_second.micros() < rented.micros());
    let (by_second, rented) = cheapest("rps=2");
    assert!(by_second.micros() > rented.micros());
}

#[test]
fn a_small_model_at_low_load_is_cheaper_on_a_processor_of_a_cloud() {
    let link = "m=llama-3.2-1b&wq=q4_k_m&eng=llamacpp&ctx=256&out=128&con=1&tier=cloud";
    let answer = ask(link);
    let cpu = answer.alternatives.cpu.unwrap();
    assert!(cpu.cheaper);
    let saved = 1.0 - cpu.total.to_f64() / answer.candidates.first().unwrap().total.to_f64();
    assert!(saved > 0.2, "{saved}");
    // Seventy billion parameters do not belong there.
    let large = ask("m=llama-3.1-70b&con=1&ctx=4096&out=512")
        .alternatives
        .cpu;
    assert!(large.is_none_or(|cpu| !cpu.cheaper));
}

#[test]
fn a_week_that_falls_at_night_costs_less_by_the_second() {
    let month = |link: &str| {
        let rows = ask(link).alternatives;
        let card = |ix: AcceleratorIx| CATALOG.accelerator(ix).id == "l4";
        let row = rows.serverless.iter().find(|row| {
            let price = &CATALOG.market.serverless[row.price];
            card(price.accelerator) && !price.always_on
        });
        (row.unwrap().billed.time, rows.api[0].volume.output)
    };
    let (level, all) = month("rps=1&ctx=1024&out=128");
    let (falls, some) = month("rps=1&ctx=1024&out=128&swing=60");
    assert!(falls < level);
    // The mean of a swing by 60 % is 70 % of the peak.
    assert!((some / all - 0.7).abs() < 1e-9);
}
