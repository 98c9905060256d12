//! What is not an instance of cards.

use super::{Desk, Place, offers, ordered};
use crate::catalog::authoring::files::{HostEntry, InterruptionEntry, ProcessorEntry};
use crate::catalog::authoring::tree::Tree;
use crate::catalog::{
    AcceleratorIx, Catalog, CpuOffer, HardwareKind, HardwarePrice, Interruptions, Market, Model,
    Overhead, ServerlessPrice, Tariff, TokenPrice,
};
use crate::units::{Bytes, BytesPerSecond, Decimal, FlopsPerSecond, Money, Ratio, Seconds};
use serde_json::Number;
use std::collections::BTreeMap;

/// Sources of everything that is shipped of these files.
pub(super) fn sources(tree: &Tree) -> impl Iterator<Item = &str> {
    let bands = tree.interruptions.iter().filter(|b| b.figure.is_none());
    let tokens = tree.tokens.iter().filter(|t| t.left_out.is_none());
    let serverless = tree.serverless.iter().filter(|s| s.left_out.is_none());
    let hosts = tree.hosts.iter().filter(|h| h.left_out.is_none());
    let own = &tree.ownership;
    bands
        .map(|b| &b.source)
        .chain(tokens.map(|t| &t.source))
        .chain(serverless.map(|s| &s.source))
        .chain(hosts.flat_map(|h| &h.prices).map(|p| &p.source))
        .chain(own.hardware.iter().map(|h| &h.source))
        .chain(own.tariffs.iter().map(|t| &t.source))
        .chain(own.overheads.iter().map(|o| &o.source))
        .map(String::as_str)
}

/// Gives offers the bands of their instance in their region.
pub(super) fn interruptions(tree: &Tree, catalog: &mut Catalog, desk: &mut Desk) {
    let mut bands: BTreeMap<(&str, &str, &str), Interruptions> = BTreeMap::new();
    for entry in &tree.interruptions {
        let at = Place {
            file: "interruptions.json",
            id: &entry.instance,
        };
        let Some(band) = band(at, entry, desk) else {
            continue;
        };
        let key = (
            entry.provider.as_str(),
            entry.instance.as_str(),
            entry.region.as_str(),
        );
        if bands.insert(key, band).is_some() {
            desk.problem(at, "region", "has two bands");
        }
    }
    for offer in &mut catalog.offers {
        let provider = catalog.providers.get(usize::from(offer.provider.0));
        let id = provider.map_or("", |p| p.id.as_str());
        let key = (id, offer.instance.as_str(), offer.region.name.as_str());
        offer.interruptions = bands.get(&key).copied();
    }
}

/// The band of an entry; `None` for a figure of another kind, or where it cannot be read.
fn band(at: Place<'_>, entry: &InterruptionEntry, desk: &mut Desk) -> Option<Interruptions> {
    let Some(low) = &entry.low else {
        if entry.figure.is_none() {
            desk.problem(at, "low", "is missing, and so is a figure");
        }
        return None;
    };
    let low = desk.share(at, "low", low);
    let high = entry.high.as_ref().map(|h| desk.share(at, "high", h));
    if high.is_some_and(|high| high <= low) {
        desk.problem(at, "high", "is not above low");
    }
    Some(Interruptions {
        low,
        high,
        as_of: desk.date(at, &entry.as_of)?,
        source: desk.source(at, &entry.source),
    })
}

/// Everything else.
pub(super) fn market(tree: &Tree, models: &[Model], desk: &mut Desk) -> Market {
    Market {
        tokens: tokens(tree, models, desk),
        serverless: serverless(tree, desk),
        cpus: hosts(tree, desk),
        hardware: hardware(tree, desk),
        tariffs: tariffs(tree, desk),
        overheads: overheads(tree, desk),
    }
}

impl Desk {
    /// A share from 0 to 1.
    fn share(&mut self, at: Place<'_>, field: &str, text: &str) -> Ratio {
        let value = self.decimal(at, field, text);
        if !(Decimal::ZERO..=Decimal::from_int(1)).contains(&value) {
            self.problem(at, field, "is no share from 0 to 1");
        }
        Ratio::new(value.to_f64())
    }

    /// A price above 0, of a currency that has a rate or of one that has none.
    fn price(&mut self, at: Place<'_>, field: &str, text: &str, currency: &str) -> Money {
        let value = self.decimal(at, field, text);
        if value <= Decimal::ZERO {
            self.problem(at, field, "is not above 0");
        }
        Money::from_decimal(value, self.currency(at, currency))
    }

    fn card(&mut self, at: Place<'_>, id: &str) -> Option<AcceleratorIx> {
        let found = self.cards.get(id).copied();
        if found.is_none() {
            let message = format!("{id:?} is not in accelerators.json");
            self.problem(at, "accelerator", &message);
        }
        found
    }

    /// A row is shipped, or says why not.
    fn shipped(
        &mut self,
        at: Place<'_>,
        field: &str,
        has: bool,
        left_out: Option<&String>,
    ) -> bool {
        if !has && left_out.is_none() {
            self.problem(at, field, "is missing, so left_out says why");
        }
        left_out.is_none()
    }
}

fn tokens(tree: &Tree, models: &[Model], desk: &mut Desk) -> Vec<TokenPrice> {
    let mut out = Vec::new();
    for entry in &tree.tokens {
        let at = Place {
            file: "tokens.json",
            id: &entry.name,
        };
        if !desk.shipped(at, "model", entry.model.is_some(), entry.left_out.as_ref()) {
            continue;
        }
        let model = entry.model.clone().unwrap_or_default();
        if !models.iter().any(|m| m.id == model) {
            desk.problem(at, "model", &format!("{model:?} is not in models.json"));
        }
        let input = desk.price(at, "input", &entry.input, &entry.currency);
        let output = desk.price(at, "output", &entry.output, &entry.currency);
        let cached = entry.cached_input.as_ref();
        let cached_input = cached.map(|t| desk.price(at, "cached_input", t, &entry.currency));
        let batch = entry.batch_discount.as_ref();
        let batch_discount = batch.map(|t| desk.share(at, "batch_discount", t));
        let source = desk.source(at, &entry.source);
        let Some(as_of) = desk.date(at, &entry.as_of) else {
            continue;
        };
        out.push(TokenPrice {
            seller: entry.seller.clone(),
            name: entry.name.clone(),
            model,
            input,
            output,
            cached_input,
            batch_discount,
            as_of,
            source,
        });
    }
    out
}

fn serverless(tree: &Tree, desk: &mut Desk) -> Vec<ServerlessPrice> {
    let seconds = |number: &Option<Number>| {
        let value = number.as_ref().and_then(Number::as_f64);
        value.map(Seconds::new)
    };
    let mut out = Vec::new();
    for entry in &tree.serverless {
        let at = Place {
            file: "serverless.json",
            id: &entry.seller,
        };
        let has = entry.accelerator.is_some() && entry.per_hour.is_some();
        if !desk.shipped(at, "accelerator", has, entry.left_out.as_ref()) {
            continue;
        }
        let (Some(card), Some(per_hour)) = (&entry.accelerator, &entry.per_hour) else {
            continue;
        };
        let per_hour = desk.price(at, "per_hour", per_hour, &entry.currency);
        let source = desk.source(at, &entry.source);
        let (Some(accelerator), Some(as_of)) = (desk.card(at, card), desk.date(at, &entry.as_of))
        else {
            continue;
        };
        out.push(ServerlessPrice {
            seller: entry.seller.clone(),
            accelerator,
            card_assumed: entry.card_assumed,
            cards: entry.cards.unwrap_or(1),
            per_hour,
            always_on: entry.always_on,
            granularity: seconds(&entry.granularity_s),
            idle: seconds(&entry.idle_s),
            cold_start: seconds(&entry.cold_start_s),
            host_extra: entry.host_extra,
            as_of,
            source,
        });
    }
    out
}

/// Hosts whose processor is known, ordered by id.
fn hosts(tree: &Tree, desk: &mut Desk) -> Vec<CpuOffer> {
    let file = "hosts.json";
    let mut out = Vec::new();
    for entry in ordered(file, tree.hosts.iter(), |h| &h.id, desk) {
        let at = Place {
            file,
            id: &entry.id,
        };
        let has = entry.processor.is_some();
        if !desk.shipped(at, "processor", has, entry.left_out.as_ref()) {
            continue;
        }
        let known = &tree.processors.processors;
        let processor = known
            .iter()
            .find(|p| Some(&p.id) == entry.processor.as_ref());
        match processor {
            Some(processor) => out.extend(host(tree, at, entry, processor, desk)),
            None => desk.problem(at, "processor", "is not in processors.json"),
        }
    }
    out
}

fn host(
    tree: &Tree,
    at: Place<'_>,
    entry: &HostEntry,
    processor: &ProcessorEntry,
    desk: &mut Desk,
) -> Option<CpuOffer> {
    let provider = desk.sellers.get(&entry.provider).copied();
    if provider.is_none() {
        desk.problem(at, "provider", "has no file in providers");
    }
    let ram = entry.ram_gib.as_ref().and_then(Number::as_f64);
    let ghz = processor.ghz.as_f64().filter(|ghz| *ghz > 0.0);
    let vcpus = processor.cores.saturating_mul(processor.vcpus_per_core);
    if ram.is_none() || ghz.is_none() || vcpus == 0 || entry.vcpu == 0 {
        desk.problem(at, "processor", "has no memory, clock or cores");
    }
    let prices = offers::prices(tree, at, &entry.currency, &entry.prices, desk);
    if prices.is_empty() {
        desk.problem(at, "prices", "are missing");
    }
    // What one socket moves and computes, shared by what is sold of it. Whole bytes and
    // operations, so that the shipped form keeps them exactly.
    let moved = f64::from(processor.channels) * f64::from(processor.mt_s) * 8e6 / f64::from(vcpus);
    let done =
        ghz? * 1e9 * f64::from(processor.flops_per_cycle) / f64::from(processor.vcpus_per_core);
    Some(CpuOffer {
        id: entry.id.clone(),
        provider: provider?,
        instance: entry.instance.clone(),
        region: offers::region(tree, at, &entry.provider, &entry.region, desk),
        vcpu: entry.vcpu,
        ram: Bytes::from_gib(ram?),
        bandwidth_per_vcpu: BytesPerSecond::new(moved.round()),
        flops_per_vcpu: FlopsPerSecond::new(done.round()),
        prices,
    })
}

fn hardware(tree: &Tree, desk: &mut Desk) -> Vec<HardwarePrice> {
    let mut out = Vec::new();
    for entry in &tree.ownership.hardware {
        let at = Place {
            file: "ownership.json",
            id: &entry.item,
        };
        let kind = match entry.kind.as_str() {
            "new" => HardwareKind::CardNew,
            "used" => HardwareKind::CardUsed,
            "launch" => HardwareKind::CardLaunch,
            "server" => HardwareKind::Server,
            other => {
                desk.problem(at, "kind", &format!("{other:?} is no kind of hardware"));
                continue;
            }
        };
        let price = desk.price(at, "price", &entry.price, &entry.currency);
        let source = desk.source(at, &entry.source);
        let card = desk.card(at, &entry.accelerator);
        let (Some(accelerator), Some(as_of)) = (card, desk.date(at, &entry.as_of)) else {
            continue;
        };
        out.push(HardwarePrice {
            accelerator,
            kind,
            cards: entry.cards.unwrap_or(1),
            price,
            country: entry.country.clone(),
            as_of,
            source,
        });
    }
    out
}

fn tariffs(tree: &Tree, desk: &mut Desk) -> Vec<Tariff> {
    let mut out = Vec::new();
    for entry in &tree.ownership.tariffs {
        let at = Place {
            file: "ownership.json",
            id: &entry.place,
        };
        let per_kwh = desk.price(at, "per_kwh", &entry.per_kwh, &entry.currency);
        let source = desk.source(at, &entry.source);
        if let Some(as_of) = desk.date(at, &entry.as_of) {
            out.push(Tariff {
                place: entry.place.clone(),
                household: entry.household,
                per_kwh,
                as_of,
                source,
            });
        }
    }
    out
}

fn overheads(tree: &Tree, desk: &mut Desk) -> Vec<Overhead> {
    let mut out = Vec::new();
    for entry in &tree.ownership.overheads {
        let at = Place {
            file: "ownership.json",
            id: &entry.site,
        };
        let pue = desk.decimal(at, "pue", &entry.pue);
        if pue < Decimal::from_int(1) {
            desk.problem(at, "pue", "is below 1");
        }
        let source = desk.source(at, &entry.source);
        if let Some(as_of) = desk.date(at, &entry.as_of) {
            out.push(Overhead {
                site: entry.site.clone(),
                pue: Ratio::new(pue.to_f64()),
                as_of,
                source,
            });
        }
    }
    out
}
