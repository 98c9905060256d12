//! Tests of the shipped form: read, refused, and written again.

mod market;
mod sample;

use super::super::*;
use crate::units::{Currency, Decimal, Money, Ratio};
use proptest::prelude::*;
use sample::{every_variant, money};

#[test]
fn reads_what_it_wrote() {
    let catalog = every_variant();
    let text = catalog.to_json();
    let read = Catalog::from_json(&text).unwrap();
    assert_eq!(read, catalog);
    assert_eq!(read.to_json(), text);
    let empty = Catalog::default();
    assert_eq!(Catalog::from_json(&empty.to_json()), Ok(empty));
}

#[test]
fn writes_in_order_and_moves_the_references() {
    let catalog = every_variant();
    let mut shuffled = catalog.clone();
    shuffled.offers.reverse();
    shuffled.accelerators.reverse();
    shuffled.providers.reverse();
    shuffled.engines.rows.reverse();
    shuffled.market.cpus.reverse();
    let last = u16::try_from(shuffled.accelerators.len() - 1).unwrap();
    for offer in &mut shuffled.offers {
        offer.provider.0 = 1 - offer.provider.0;
        offer.accelerator = offer.accelerator.map(|ix| AcceleratorIx(last - ix.0));
    }
    for host in &mut shuffled.market.cpus {
        host.provider.0 = 1 - host.provider.0;
    }
    for worker in &mut shuffled.market.serverless {
        worker.accelerator.0 = last - worker.accelerator.0;
    }
    for hardware in &mut shuffled.market.hardware {
        hardware.accelerator.0 = last - hardware.accelerator.0;
    }
    assert_eq!(Catalog::from_json(&shuffled.to_json()), Ok(catalog));
}

#[test]
fn says_which_version_it_met() {
    let text = every_variant().to_json();
    let newer = text.replacen("\"version\":2", "\"version\":3", 1);
    assert_eq!(Catalog::from_json(&newer), Err(CatalogError::Version(3)));
    // Also where nothing but the version can be read.
    let other = Catalog::from_json("{\"version\": 7, \"rows\": [{}]}");
    assert_eq!(other, Err(CatalogError::Version(7)));
    assert_eq!(
        CatalogError::Version(7).to_string(),
        "the catalog has version 7, this program reads version 2"
    );
    for text in ["", "<!doctype html>", "{}", "[]", "{\"version\":2}"] {
        assert!(matches!(
            Catalog::from_json(text),
            Err(CatalogError::Syntax(_))
        ));
    }
}

fn column(name: &'static str) -> CatalogError {
    CatalogError::Column(name)
}

#[track_caller]
fn refuses(change: impl FnOnce(&mut Catalog), error: &CatalogError) {
    let mut catalog = every_variant();
    change(&mut catalog);
    assert_eq!(Catalog::from_json(&catalog.to_json()).as_ref(), Err(error));
}

#[track_caller]
fn refuses_row(change: impl FnOnce(&mut Catalog), id: &str, rule: &'static str) {
    let id = id.to_owned();
    refuses(change, &CatalogError::Row { id, rule });
}

#[test]
fn refuses_references_to_nothing() {
    refuses(|c| c.offers[0].provider.0 = 2, &column("offer.provider"));
    refuses(
        |c| c.offers[0].accelerator = Some(AcceleratorIx(99)),
        &column("offer.accelerator"),
    );
    refuses(
        |c| c.offers[0].prices[0].source.0 = 3,
        &column("price.source"),
    );
    refuses(|c| c.providers[1].source.0 = 3, &column("provider.source"));
    refuses(|c| c.extras[0].source.0 = 3, &column("extra.source"));
    refuses(|c| c.currencies[0].source.0 = 3, &column("currency.source"));
    refuses(
        |c| c.accelerators[0].source.0 = 3,
        &column("accelerator.source"),
    );
}

#[test]
fn refuses_what_the_ranking_cannot_take() {
    let zero = Money::zero(Currency::USD);
    refuses_row(
        |c| c.offers[0].prices[0].amount = zero,
        "a-plain",
        "a price must be positive",
    );
    refuses_row(
        |c| {
            c.offers[2].basis = Basis::Gpu {
                counts: Vec::new(),
                confirmed: true,
            }
        },
        "c-per-gpu",
        "the counts must be positive and ascend",
    );
    refuses_row(
        |c| {
            c.offers[2].basis = Basis::Gpu {
                counts: vec![4, 2],
                confirmed: true,
            }
        },
        "c-per-gpu",
        "the counts must be positive and ascend",
    );
    let most = "a host must have at most 1024 cards";
    refuses_row(
        |c| c.offers[0].gpus = GpuCount::Whole(1025),
        "a-plain",
        most,
    );
    refuses_row(
        |c| {
            c.offers[2].basis = Basis::Gpu {
                counts: vec![1, u32::MAX],
                confirmed: true,
            }
        },
        "c-per-gpu",
        most,
    );
    refuses_row(
        |c| c.offers[0].gpus = GpuCount::Unknown,
        "a-plain",
        "a ranked row must name its card and how many there are",
    );
    refuses_row(
        |c| c.offers[0].accelerator = None,
        "a-plain",
        "a ranked row must name its card and how many there are",
    );
    refuses_row(
        |c| c.offers[0].prices.clear(),
        "a-plain",
        "a ranked row must have a price",
    );
    refuses_row(
        |c| c.offers[1].id = "a-plain".to_owned(),
        "a-plain",
        "the ids must be unique and in order",
    );
    refuses_row(
        |c| c.providers[1].id = "aws".to_owned(),
        "aws",
        "the ids must be unique and in order",
    );
    refuses_row(
        |c| c.currencies[0].per_usd = Decimal::ZERO,
        "CNY",
        "a rate must be positive",
    );
    refuses_row(
        |c| c.offers[3].gpus = GpuCount::Slice { part: 9, of: 8 },
        "d-slice",
        "a slice must be a part of its card",
    );
    refuses(
        |c| c.offers[3].vcpu = Some(Ratio::new(-1.0)),
        &CatalogError::Column("offer.vcpu"),
    );
    refuses(
        |c| {
            c.offers[1].prices[0].kind = PriceKind::Commit {
                years: 2,
                payment: Payment::Unstated,
            };
        },
        &CatalogError::Column("price.kind"),
    );
}

#[test]
fn refuses_rows_out_of_order() {
    for (from, to) in [("\"a-plain\"", "\"z-plain\""), ("\"aws\"", "\"zws\"")] {
        let text = every_variant().to_json().replace(from, to);
        assert!(
            matches!(
                Catalog::from_json(&text),
                Err(CatalogError::Row { rule, .. }) if rule == "the ids must be unique and in order"
            ),
            "{from}"
        );
    }
}

#[test]
fn keeps_a_currency_without_a_rate() {
    let mut catalog = every_variant();
    catalog.offers[0].prices[0].amount = money("3", "XTS");
    let read = Catalog::from_json(&catalog.to_json()).unwrap();
    let amount = read.offers[0].prices[0].amount;
    assert_eq!(amount, money("3", "XTS"));
    assert_eq!(read.convert(amount, Currency::USD), None);
}

#[test]
fn a_truncated_document_is_an_error() {
    let text = every_variant().to_json();
    // The last byte is a line break.
    for (end, _) in text.char_indices().filter(|(end, _)| *end + 1 < text.len()) {
        assert!(Catalog::from_json(&text[..end]).is_err(), "cut at {end}");
    }
}

/// What every reader of a catalog may do with one that was accepted.
fn follow_every_reference(catalog: &Catalog) -> usize {
    let mut seen = 0;
    for offer in &catalog.offers {
        seen += catalog.provider(offer.provider).id.len();
        seen += offer
            .accelerator
            .map_or(0, |ix| catalog.accelerator(ix).id.len());
        seen += offer.counts().len() + usize::from(offer.gpus.share() > Ratio::ZERO);
        for price in &offer.prices {
            seen += catalog.source(price.source).title.len();
            seen += usize::from(catalog.convert(price.amount, Currency::USD).is_some());
        }
    }
    for accelerator in &catalog.accelerators {
        seen += catalog.source(accelerator.source).title.len();
    }
    for provider in &catalog.providers {
        seen += catalog.source(provider.source).title.len();
    }
    let market = &catalog.market;
    for row in &market.tokens {
        seen += catalog.source(row.source).title.len();
        seen += catalog.model_by_id(&row.model).map_or(0, |m| m.id.len());
    }
    for row in &market.serverless {
        seen += catalog.source(row.source).title.len();
        seen += catalog.accelerator(row.accelerator).id.len();
    }
    for row in &market.hardware {
        seen += catalog.source(row.source).title.len();
        seen += catalog.accelerator(row.accelerator).id.len();
    }
    for row in &market.cpus {
        seen += catalog.provider(row.provider).id.len();
        for price in &row.prices {
            seen += catalog.source(price.source).title.len();
        }
    }
    let bands = catalog.offers.iter().filter_map(|o| o.interruptions);
    let sources = (bands.map(|b| b.source))
        .chain(market.tariffs.iter().map(|t| t.source))
        .chain(market.overheads.iter().map(|o| o.source));
    seen + sources
        .map(|source| catalog.source(source).title.len())
        .sum::<usize>()
}

/// The document that is damaged below.
static TEXT: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| every_variant().to_json());

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_changed_byte_never_panics(position in any::<prop::sample::Index>(), byte in 0x20_u8..0x7f) {
        let mut bytes = TEXT.clone().into_bytes();
        let position = position.index(bytes.len());
        bytes[position] = byte;
        if let Ok(text) = String::from_utf8(bytes)
            && let Ok(catalog) = Catalog::from_json(&text)
        {
            follow_every_reference(&catalog);
        }
    }

    #[test]
    fn a_changed_number_never_panics(
        pick in any::<prop::sample::Index>(),
        number in prop_oneof![-3_i64..200, any::<i64>()],
    ) {
        let text = &*TEXT;
        let starts: Vec<usize> = text
            .match_indices(['[', ','])
            .map(|(at, _)| at + 1)
            .filter(|at| text[*at..].starts_with(|c: char| c.is_ascii_digit() || c == '-'))
            .collect();
        let start = starts[pick.index(starts.len())];
        let end = start + text[start..].find([',', ']']).unwrap();
        let changed = format!("{}{number}{}", &text[..start], &text[end..]);
        if let Ok(catalog) = Catalog::from_json(&changed) {
            follow_every_reference(&catalog);
        }
    }

    #[test]
    fn every_quantity_is_exact(
        short in (0_u64..1 << 53, 0_i32..=22).prop_map(|(digits, places)| {
            // What a data file states: so many digits, scaled by a unit.
            (0..places).fold(digits as f64, |value, _| value / 10.0) * 1e9
        }),
        any in proptest::num::f64::POSITIVE | proptest::num::f64::SUBNORMAL,
    ) {
        let mut catalog = every_variant();
        catalog.offers[0].ram_gb = Some(Ratio::new(short));
        catalog.offers[0].disk_gb = Some(Ratio::new(any.abs()));
        let text = catalog.to_json();
        prop_assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
        prop_assert_eq!(Catalog::from_json(&text), Ok(catalog));
    }

    #[test]
    fn every_text_survives(text in any::<String>()) {
        let mut catalog = every_variant();
        catalog.offers[0].instance = text;
        prop_assert_eq!(Catalog::from_json(&catalog.to_json()), Ok(catalog));
    }
}
