//! A broken copy of the readable files is refused, and says what is wrong.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

use kasuan::catalog::authoring::files::{OfferEntry, RegionEntry};
use kasuan::catalog::authoring::{Tree, check_and_assemble};
use serde_json::Number;
use std::path::Path;
use std::sync::LazyLock;

static TREE: LazyLock<Tree> = LazyLock::new(|| {
    Tree::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/catalog"))).unwrap()
});

/// The row of a copy.
fn row<'a>(tree: &'a mut Tree, id: &str) -> &'a mut OfferEntry {
    let mut offers = tree.providers.values_mut().flat_map(|f| &mut f.offers);
    offers
        .find(|o| o.id == id)
        .unwrap_or_else(|| panic!("no offer {id}"))
}

/// Breaks a copy and asserts that one problem of a field says so.
#[track_caller]
fn refuses(field: &str, message: &str, harm: impl Fn(&mut Tree)) {
    let mut tree = TREE.clone();
    harm(&mut tree);
    let Err(problems) = check_and_assemble(&tree) else {
        panic!("{field} {message}: nothing was found");
    };
    let told = problems
        .iter()
        .any(|p| p.field == field && p.message.contains(message));
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(told, "{field} {message}, but:\n{}", lines.join("\n"));
}

const P5: &str = "aws-p5-48xlarge-us-east-1";

#[track_caller]
fn refuses_row(field: &str, message: &str, harm: impl Fn(&mut OfferEntry)) {
    refuses(field, message, |tree| harm(row(tree, P5)));
}

#[test]
fn the_files_as_they_are_hold() {
    assert_eq!(check_and_assemble(&TREE).unwrap().offers.len(), 2041);
}

#[test]
fn prices_are_above_0_and_plausible_for_their_card() {
    refuses_row("amount", "not above 0", |o| {
        o.prices[0].amount = "0".to_owned();
    });
    refuses_row("amount", "not above 0", |o| {
        o.prices[0].amount = "-1".to_owned();
    });
    refuses_row("amount", "is no decimal", |o| {
        o.prices[0].amount = "55,04".to_owned();
    });
    // One card's price for eight, and the price of eight for one.
    refuses_row("amount", "outside", |o| o.prices[0].amount = "5".to_owned());
    refuses_row("amount", "outside", |o| o.gpus = Some("1".to_owned()));
    // A month's price as an hour's.
    refuses("amount", "outside", |tree| {
        let row = row(tree, "baidu-cloud-1x-t4-16gb-mainland-china");
        for price in &mut row.prices {
            price.per = None;
        }
    });
}

#[test]
fn a_stated_reason_lets_an_outlier_pass() {
    let mut tree = TREE.clone();
    let outlier = row(&mut tree, P5);
    outlier.prices[0].amount = "5".to_owned();
    outlier.band_reason = Some("a test".to_owned());
    assert!(check_and_assemble(&tree).is_ok());
    refuses("amount", "outside", |tree| {
        row(tree, "ctyun-1x-ascend-910b-cloud-host-mainland-china").band_reason = None;
    });
}

#[test]
fn counts_exist() {
    refuses_row("gpus", "no host holds 12", |o| {
        o.gpus = Some("12".to_owned());
    });
    refuses_row("gpus", "no host holds 6", |o| o.gpus = Some("6".to_owned()));
    refuses_row("gpus", "no host holds 0", |o| o.gpus = Some("0".to_owned()));
    refuses_row("gpus", "neither a count", |o| {
        o.gpus = Some("many".to_owned());
    });
    refuses_row("gpus", "neither a count", |o| {
        o.gpus = Some("9/8".to_owned());
    });
    refuses_row("not_rankable", "no count", |o| o.gpus = None);
    refuses_row("per_gpu", "of one card", |o| o.per_gpu = true);
    refuses_row("counts", "beside per_gpu", |o| o.counts = vec![8]);
}

#[test]
fn what_is_referred_to_exists() {
    refuses_row("accelerator", "not in accelerators", |o| {
        o.accelerator = Some("h100-5".to_owned());
    });
    refuses_row("currency", "no rate", |o| o.currency = "XXX".to_owned());
    refuses_row("currency", "no currency code", |o| {
        o.currency = "US$".to_owned();
    });
    refuses_row("region", "not in regions", |o| o.region = "moon".to_owned());
    refuses_row("source", "not in sources", |o| {
        o.prices[0].source = "hearsay".to_owned();
    });
    refuses_row("tier", "no tier", |o| o.tier = Some("friend".to_owned()));
    refuses_row("link", "none of", |o| o.link = Some("string".to_owned()));
    refuses("group", "no group", |tree| {
        let group = Some("north".to_owned());
        tree.regions.insert(
            "us-east-1".to_owned(),
            RegionEntry {
                group,
                jurisdiction: None,
            },
        );
    });
}

#[test]
fn dates_and_sources_are_given() {
    refuses_row("source", "missing", |o| o.prices[0].source.clear());
    refuses_row("as_of", "missing", |o| o.prices[0].as_of.clear());
    refuses_row("as_of", "no ISO date", |o| {
        o.prices[0].as_of = "2026-07".to_owned();
    });
    refuses_row("as_of", "no ISO date", |o| {
        o.prices[0].as_of = "2026-02-30".to_owned();
    });
}

#[test]
fn memory_fits_the_card() {
    refuses_row("memory_gb", "not the memory of h100-sxm", |o| {
        o.memory_gb = Some(Number::from(96));
    });
    refuses("memory_gb", "not the memory", |tree| {
        row(tree, "aws-p4d-24xlarge-us-east-1").accelerator = Some("a100-80gb-sxm".to_owned());
    });
    refuses("memory_gb", "not the memory", |tree| {
        row(tree, "akash-1x-nvidia-b300-marketplace").accelerator = Some("b300-sxm".to_owned());
    });
    refuses("memory_gb", "not the memory", |tree| {
        row(tree, "aws-g6f-large-us-east-1").gpus = Some("1/4".to_owned());
    });
}

#[test]
fn reasons_and_kinds_are_known() {
    refuses_row("not_rankable", "no reason", |o| {
        o.not_rankable = Some("mood".to_owned());
    });
    refuses_row("not_rankable", "no accelerator", |o| o.accelerator = None);
    refuses_row("not_rankable", "no price", |o| o.prices.clear());
    refuses_row("prices", "no kind", |o| {
        o.prices[0].kind = "lease".to_owned();
    });
    refuses_row("prices", "twice", |o| o.prices.push(o.prices[0].clone()));
    refuses_row("per", "neither", |o| {
        o.prices[0].per = Some("week".to_owned());
    });
}

#[test]
fn ids_are_given_once() {
    refuses_row("id", "kebab", |o| o.id = "AWS p5".to_owned());
    refuses("id", "twice", |tree| {
        let copy = row(tree, P5).clone();
        tree.providers.get_mut("azure").unwrap().offers.push(copy);
    });
    refuses("id", "twice", |tree| {
        tree.accelerators.push(tree.accelerators[0].clone());
    });
    refuses("bands", "not one", |tree| tree.limits.bands.clear());
}

#[test]
fn models_hold_together() {
    refuses("total", "at most all", |tree| {
        tree.models[0].active = u64::MAX;
    });
    refuses("shape", "not all layers", |tree| {
        tree.models[0].shape.insert("full_layers".to_owned(), 1);
    });
    refuses("shape", "no part", |tree| {
        tree.models[0].shape.insert("wheels".to_owned(), 4);
    });
    refuses("level", "no level", |tree| {
        tree.engines[0].level = "perhaps".to_owned();
    });
}

#[test]
fn every_problem_is_listed() {
    let mut tree = TREE.clone();
    for offer in &mut tree.providers.get_mut("azure").unwrap().offers {
        offer.region = "moon".to_owned();
    }
    assert_eq!(check_and_assemble(&tree).unwrap_err().len(), 468);
}

#[test]
fn unknown_fields_are_refused() {
    let text = r#"{"id": "a", "instance": "b", "currency": "USD", "colour": "red"}"#;
    let error = serde_json::from_str::<OfferEntry>(text)
        .unwrap_err()
        .to_string();
    assert!(error.contains("colour"), "{error}");
}

#[test]
fn bands_are_shares_in_order() {
    fn band(tree: &mut Tree) -> &mut kasuan::catalog::authoring::files::InterruptionEntry {
        let mut bands = tree.interruptions.iter_mut();
        bands.find(|b| b.high.as_deref() == Some("0.1")).unwrap()
    }
    refuses("low", "is no share", |t| band(t).low = Some("5".to_owned()));
    refuses("high", "is not above low", |t| {
        band(t).high = Some("0.01".to_owned());
    });
    refuses("low", "so is a figure", |t| band(t).low = None);
    refuses("region", "has two bands", |t| {
        let twin = band(t).clone();
        t.interruptions.push(twin);
    });
}

#[test]
fn what_is_not_shipped_says_why() {
    refuses("model", "left_out says why", |t| t.tokens[0].model = None);
    refuses("model", "is not in models.json", |t| {
        t.tokens[0].model = Some("no-model".to_owned());
    });
    refuses("accelerator", "left_out says why", |t| {
        t.serverless[0].accelerator = None;
    });
    refuses("accelerator", "is not in accelerators.json", |t| {
        t.ownership.hardware[0].accelerator = "no-card".to_owned();
    });
    refuses("processor", "left_out says why", |t| {
        t.hosts[0].processor = None;
    });
    refuses("processor", "is not in processors.json", |t| {
        t.hosts[0].processor = Some("no-processor".to_owned());
    });
    refuses("prices", "are missing", |t| t.hosts[0].prices.clear());
    refuses("provider", "has no file", |t| {
        "no-seller".clone_into(&mut t.hosts[0].provider);
    });
}

#[test]
fn prices_of_the_market_are_above_0() {
    refuses("input", "not above 0", |t| {
        "0".clone_into(&mut t.tokens[0].input);
    });
    refuses("batch_discount", "no share", |t| {
        t.tokens[0].batch_discount = Some("50".to_owned());
    });
    refuses("per_hour", "not above 0", |t| {
        t.serverless[0].per_hour = Some("0".to_owned());
    });
    refuses("price", "no decimal", |t| {
        "cheap".clone_into(&mut t.ownership.hardware[0].price);
    });
    refuses("kind", "no kind of hardware", |t| {
        "rented".clone_into(&mut t.ownership.hardware[0].kind);
    });
    refuses("per_kwh", "not above 0", |t| {
        "-1".clone_into(&mut t.ownership.tariffs[0].per_kwh);
    });
    refuses("pue", "is below 1", |t| {
        "0.9".clone_into(&mut t.ownership.overheads[0].pue);
    });
    refuses("source", "is not in sources.json", |t| {
        "nowhere".clone_into(&mut t.ownership.overheads[0].source);
    });
    refuses("stopped", "is no rule", |t| {
        let seller = t.providers.values_mut().next().unwrap();
        seller.provider.stopped = Some("never".to_owned());
    });
}
