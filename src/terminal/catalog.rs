//! `kasuan catalog`: checks, lists, builds and imports the catalog.

use super::args::Args;
use super::plan_json::{SourceOut, print, source};
use super::{Failure, load};
use crate::catalog::Product;
use crate::catalog::authoring::{self, Problem};
use crate::catalog::{Basis, Catalog, GpuCount, Offer, Price, PriceKind, RateUnit};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Runs the command.
pub fn run(args: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let Some((command, rest)) = args.split_first() else {
        return Err(Failure::Arguments(
            "`catalog` needs one of check, list, build, import".to_owned(),
        ));
    };
    match command.as_str() {
        "check" => check(rest, out),
        "list" => list(rest, out),
        "build" => build(rest, out),
        "import" => import(rest, out),
        other => Err(Failure::Arguments(format!(
            "unknown command `catalog {other}`"
        ))),
    }
}

/// Where the readable files lie, seen from the project's root.
const READABLE: &str = "catalog";
/// Where the shipped document lies.
const SHIPPED_FILE: &str = "public/catalog.json";

/// That the catalog can be read, and what is in it: a shipped document, or the readable files.
fn check(args: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let mut args = Args::new(args);
    let file = args.value("--catalog")?;
    let dir = args.value("--dir")?;
    args.none()?;
    let catalog = match dir {
        Some(dir) => authoring::load(Path::new(dir)).map_err(|p| all_of(&p))?,
        None => load(file)?,
    };
    let rankable = catalog.offers.iter().filter(|o| o.not_rankable.is_none());
    writeln!(
        out,
        "{} rows, {} rankable, {} prices, {} providers, {} accelerators, {} models; newest price {}",
        catalog.offers.len(),
        rankable.count(),
        catalog.offers.iter().map(|o| o.prices.len()).sum::<usize>(),
        catalog.providers.len(),
        catalog.accelerators.len(),
        catalog.models.len(),
        catalog
            .as_of
            .map_or_else(|| "unknown".to_owned(), |d| d.to_string()),
    )
    .map_err(Failure::Output)
}

/// Makes the shipped document from the readable files.
fn build(args: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let mut args = Args::new(args);
    let dir = args.value("--dir")?.unwrap_or(READABLE);
    let file = args.value("--out")?.unwrap_or(SHIPPED_FILE);
    args.none()?;
    let text = authoring::build(Path::new(dir)).map_err(|p| all_of(&p))?;
    std::fs::write(file, &text).map_err(|e| Failure::File(file.to_owned(), e))?;
    writeln!(out, "{file}: {} bytes", text.len()).map_err(Failure::Output)
}

/// Takes fact tables into the readable files.
fn import(args: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let (kind, rest) = args
        .split_first()
        .ok_or_else(|| Failure::Arguments("`catalog import` needs a kind: tables".to_owned()))?;
    if kind != "tables" {
        return Err(Failure::Arguments(format!(
            "`catalog import {kind}`: the one kind is `tables`"
        )));
    }
    let mut args = Args::new(rest);
    let dir = args.value("--dir")?.unwrap_or(READABLE);
    let tables = args.one("folder of tables")?;
    let imported =
        authoring::import::tables(Path::new(tables), Path::new(dir)).map_err(|p| all_of(&p))?;
    writeln!(
        out,
        "{dir}: {} rows of {} providers taken in from {tables}",
        imported.rows, imported.providers
    )
    .map_err(Failure::Output)?;
    for new in &imported.new {
        writeln!(out, "new, wants a look: {new}").map_err(Failure::Output)?;
    }
    Ok(())
}

/// Every problem, one a line.
fn all_of(problems: &[Problem]) -> Failure {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    Failure::Catalog(lines.join("\n"))
}

#[derive(Serialize)]
struct RowOut {
    id: String,
    provider: String,
    instance: String,
    region: Option<String>,
    region_group: Option<&'static str>,
    jurisdiction: Option<String>,
    tier: &'static str,
    accelerator: Option<String>,
    card_assumed: bool,
    gpus: Option<f64>,
    basis: &'static str,
    counts: Vec<u32>,
    counts_confirmed: bool,
    vcpu: Option<f64>,
    ram_gb: Option<f64>,
    rankable: bool,
    not_rankable_reason: Option<&'static str>,
    prices: Vec<PriceOut>,
}

#[derive(Serialize)]
struct PriceOut {
    kind: &'static str,
    payment: Option<&'static str>,
    product: Option<&'static str>,
    amount: String,
    currency: String,
    per: &'static str,
    as_of: String,
    checked: Option<String>,
    checked_what: Option<String>,
    floor: bool,
    unconfirmed: bool,
    source: SourceOut,
}

/// Every row with all prices.
fn list(args: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let mut args = Args::new(args);
    let json = args.flag("--json");
    let file = args.value("--catalog")?;
    args.none()?;
    let catalog = load(file)?;
    if json {
        let rows: Vec<RowOut> = catalog.offers.iter().map(|o| row(&catalog, o)).collect();
        return print(&rows, out);
    }
    for offer in &catalog.offers {
        let prices: Vec<String> = offer
            .prices
            .iter()
            .map(|p| {
                format!(
                    "{} {} {}{} ({})",
                    p.kind,
                    p.amount.currency().code(),
                    p.amount.to_decimal(),
                    match p.unit {
                        RateUnit::Hour => "/h",
                        RateUnit::Month => "/month",
                    },
                    p.as_of
                )
            })
            .collect();
        let state = offer.not_rankable.map_or("rankable", |r| r.code());
        writeln!(out, "{}\t{state}\t{}", offer.id, prices.join("; ")).map_err(Failure::Output)?;
    }
    Ok(())
}

fn row(catalog: &Catalog, offer: &Offer) -> RowOut {
    let (basis, counts, counts_confirmed) = match &offer.basis {
        Basis::Instance => ("instance", offer.counts(), true),
        Basis::Gpu { counts, confirmed } => ("gpu", counts.clone(), *confirmed),
    };
    RowOut {
        id: offer.id.clone(),
        provider: catalog.provider(offer.provider).id.clone(),
        instance: offer.instance.clone(),
        region: Some(offer.region.name.clone()).filter(|r| !r.is_empty()),
        region_group: offer.region.group.map(|g| g.word()),
        jurisdiction: offer.region.jurisdiction.clone(),
        tier: offer.tier.word(),
        accelerator: offer.accelerator.map(|a| catalog.accelerator(a).id.clone()),
        card_assumed: offer.card_assumed,
        gpus: match offer.gpus {
            GpuCount::Unknown => None,
            GpuCount::Whole(count) => Some(f64::from(count)),
            GpuCount::Slice { .. } => Some(offer.gpus.share().get()),
        },
        basis,
        counts,
        counts_confirmed,
        vcpu: offer.vcpu.map(|v| v.get()),
        ram_gb: offer.ram_gb.map(|r| r.get()),
        rankable: offer.not_rankable.is_none(),
        not_rankable_reason: offer.not_rankable.map(|r| r.code()),
        prices: offer.prices.iter().map(|p| price(catalog, p)).collect(),
    }
}

fn price(catalog: &Catalog, price: &Price) -> PriceOut {
    PriceOut {
        kind: price.kind.word(),
        payment: match price.kind {
            PriceKind::Commit { payment, .. } => Some(payment.word()),
            _ => None,
        },
        product: price.product.map(Product::word),
        amount: price.amount.to_decimal().to_string(),
        currency: price.amount.currency().code().to_owned(),
        per: match price.unit {
            RateUnit::Hour => "hour",
            RateUnit::Month => "month",
        },
        as_of: price.as_of.to_string(),
        checked: price.checked.as_ref().map(|c| c.as_of.to_string()),
        checked_what: price.checked.as_ref().map(|c| c.what.clone()),
        floor: price.floor,
        unconfirmed: price.unconfirmed,
        source: source(catalog, price.source),
    }
}
