//! The repeatable conversion of fact tables into the readable files.
//!
//! Only this module knows how the tables are laid out. What no column tells (kinds of seller,
//! counts of a host, clean titles, where regions are) is data under `catalog/`: `curation.json`,
//! `regions.json`, `sources.json`, `limits.json`, `networks.json` and `processors.json` are read and kept, and so is every entry that
//! says `"hand": true`. Everything else is made anew.

mod cards;
mod curation;
mod curation_market;
mod facts;
mod market;
mod models;
mod offers;
mod ownership;
mod prices;
mod serverless;
mod source;
mod table;
mod text;

use super::files::{OfferEntry, ProviderFile, RegionEntry};
use super::problem::Problem;
use super::tree::{self, Tree};
use curation::Curation;
use offers::Reader;
use source::SourceBook;
use std::collections::BTreeMap;
use std::path::Path;
use table::Row;

/// What an import did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Rows of the price tables.
    pub rows: usize,
    /// Providers.
    pub providers: usize,
    /// Regions, sources and other things that were new and want a look.
    pub new: Vec<String>,
}

/// Columns by which a table is known to be a price table.
const PRICE_COLUMNS: [&str; 6] = [
    "provider",
    "instance",
    "gpu",
    "on_demand_h",
    "reserved_terms",
    "as_of",
];

/// Converts the tables of a folder into the readable files of another. `models.csv` and
/// `engines.csv` stand beside the tables or one folder above.
///
/// # Errors
/// Every row and cell that cannot be read; nothing is written then.
pub fn tables(tables: &Path, catalog: &Path) -> Result<Imported, Vec<Problem>> {
    let mut problems = Vec::new();
    let curation: Curation = tree::read(catalog, "curation.json", &mut problems);
    let old_sources = tree::read(catalog, "sources.json", &mut problems);
    let regions = tree::read(catalog, "regions.json", &mut problems);
    let limits = tree::read(catalog, "limits.json", &mut problems);
    let networks = tree::read(catalog, "networks.json", &mut problems);
    let processors = tree::read(catalog, "processors.json", &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut tree = Tree {
        regions,
        limits,
        networks,
        processors,
        ..Tree::default()
    };
    let mut sources = SourceBook::new(old_sources);
    let imported = fill(&mut tree, tables, &curation, &mut sources);
    tree.sources = sources.into_entries();
    let mut imported = imported?;
    keep_hand_made(&mut tree, catalog);
    complete_regions(&mut tree, &mut imported);
    tree.write(catalog)
        .map_err(|e| vec![Problem::new("", "", "", &e)])?;
    Ok(imported)
}

fn fill(
    tree: &mut Tree,
    dir: &Path,
    curation: &Curation,
    sources: &mut SourceBook,
) -> Result<Imported, Vec<Problem>> {
    let one = |name: &str| one(dir, name).map_err(|e| vec![Problem::new(name, "", "", &e)]);
    let said = |name: &str| {
        let name = name.to_owned();
        move |e: String| vec![Problem::new(&name, "", "", &e)]
    };
    tree.accelerators = cards::accelerators(&one("gpus.csv")?, curation, sources);
    tree.aliases = cards::aliases(&one("gpu_aliases.csv")?, &tree.accelerators, curation);
    tree.engines = facts::engines(&one("engines.csv")?, curation).map_err(said("engines.csv"))?;
    tree.models = models::models(&one("models.csv")?, curation).map_err(said("models.csv"))?;
    tree.extras =
        facts::extras(&one("extras.csv")?, curation, sources).map_err(said("extras.csv"))?;
    tree.currencies = facts::currencies(&one("currencies.csv")?, sources);
    let facts_rows = one("providers.csv")?;
    fill_market(tree, dir, curation, &facts_rows, sources)?;

    let mut problems = Vec::new();
    let mut rows_read = 0;
    let mut sold: BTreeMap<String, Vec<OfferEntry>> = BTreeMap::new();
    for (file, rows) in table::with_columns(dir, &PRICE_COLUMNS).map_err(said("tables"))? {
        if curation.skip_tables.contains_key(&file) {
            continue;
        }
        let mut reader = Reader {
            curation,
            cards: &tree.accelerators,
            aliases: &tree.aliases,
            sources,
        };
        for row in rows {
            rows_read += 1;
            match reader.offer(&row) {
                Ok(offer) => sold
                    .entry(row.get("provider").to_owned())
                    .or_default()
                    .push(offer),
                Err(e) => problems.push(Problem::new(&file, row.get("instance"), "", &e)),
            }
        }
    }
    for (id, mut offers) in sold {
        offers::tell_apart(&mut offers);
        offers.sort_by(|a, b| a.id.cmp(&b.id));
        match facts::provider(&id, &facts_rows, curation, sources) {
            Ok(provider) => {
                tree.providers.insert(id, ProviderFile { provider, offers });
            }
            Err(e) => problems.push(Problem::new("curation.json", &id, "providers", &e)),
        }
    }
    if problems.is_empty() {
        let providers = tree.providers.len();
        Ok(Imported {
            rows: rows_read,
            providers,
            new: Vec::new(),
        })
    } else {
        Err(problems)
    }
}

/// What is not an instance of cards.
fn fill_market(
    tree: &mut Tree,
    dir: &Path,
    curation: &Curation,
    providers: &[Row],
    sources: &mut SourceBook,
) -> Result<(), Vec<Problem>> {
    fn read<T>(
        dir: &Path,
        name: &str,
        convert: impl FnOnce(&[Row]) -> Result<T, String>,
    ) -> Result<T, Vec<Problem>> {
        one(dir, name)
            .and_then(|rows| convert(&rows))
            .map_err(|e| vec![Problem::new(name, "", "", &e)])
    }
    tree.interruptions = read(dir, "interruptions.csv", |rows| {
        market::interruptions(rows, sources)
    })?;
    tree.tokens = read(dir, "token_api.csv", |rows| {
        market::tokens(rows, curation, &tree.models, sources)
    })?;
    let desk = serverless::Desk {
        curation,
        cards: &tree.accelerators,
        aliases: &tree.aliases,
        providers,
    };
    tree.serverless = read(dir, "serverless.csv", |rows| {
        serverless::serverless(rows, &desk, sources)
    })?;
    tree.hosts = read(dir, "cpu.csv", |rows| {
        market::hosts(rows, curation, &tree.processors, sources)
    })?;
    let (cards, aliases) = (&tree.accelerators, &tree.aliases);
    tree.ownership = read(dir, "ownership.csv", |rows| {
        ownership::ownership(rows, curation, cards, aliases, sources)
    })?;
    Ok(())
}

/// A side table: beside the price tables or one folder above.
fn one(dir: &Path, name: &str) -> Result<Vec<Row>, String> {
    let beside = dir.join(name);
    if beside.exists() {
        return table::read(&beside);
    }
    table::read(&dir.parent().unwrap_or(dir).join(name))
}

/// Takes over what people made by hand in the files as they are.
fn keep_hand_made(tree: &mut Tree, catalog: &Path) {
    let Ok(old) = Tree::read(catalog) else {
        return;
    };
    keep_market(tree, &old);
    merge(
        &mut tree.accelerators,
        old.accelerators,
        |c| &c.id,
        |c| c.hand,
    );
    merge(&mut tree.aliases, old.aliases, |a| &a.alias, |a| a.hand);
    for entry in old.models.into_iter().filter(|m| m.hand) {
        match tree.models.iter_mut().find(|m| m.id == entry.id) {
            Some(made) => *made = entry,
            None => tree.models.push(entry),
        }
    }
    for (id, file) in old.providers {
        if file.offers.iter().any(|o| o.hand) {
            let made = tree.providers.entry(id).or_insert_with(|| ProviderFile {
                provider: file.provider,
                offers: Vec::new(),
            });
            merge(&mut made.offers, file.offers, |o| &o.id, |o| o.hand);
        }
    }
}

/// The same for what is not an instance of cards.
fn keep_market(tree: &mut Tree, old: &Tree) {
    keep(
        &mut tree.interruptions,
        &old.interruptions,
        |b| b.hand,
        |b| format!("{} {} {}", b.provider, b.instance, b.region),
    );
    keep(
        &mut tree.tokens,
        &old.tokens,
        |t| t.hand,
        |t| format!("{} {} {}", t.seller, t.name, t.currency),
    );
    keep(
        &mut tree.serverless,
        &old.serverless,
        |s| s.hand,
        |s| format!("{} {}", s.seller, s.gpu),
    );
    keep(&mut tree.hosts, &old.hosts, |h| h.hand, |h| h.id.clone());
    let (made, own) = (&mut tree.ownership, &old.ownership);
    keep(
        &mut made.hardware,
        &own.hardware,
        |h| h.hand,
        |h| h.item.clone(),
    );
    keep(
        &mut made.tariffs,
        &own.tariffs,
        |t| t.hand,
        |t| format!("{} {}", t.place, t.household),
    );
    keep(
        &mut made.overheads,
        &own.overheads,
        |o| o.hand,
        |o| o.site.clone(),
    );
}

/// Lets entries made by hand stand for the imported ones of the same key.
fn keep<T: Clone>(made: &mut Vec<T>, old: &[T], hand: fn(&T) -> bool, key: fn(&T) -> String) {
    for entry in old.iter().filter(|e| hand(e)) {
        made.retain(|e| key(e) != key(entry));
        made.push(entry.clone());
    }
}

fn merge<T>(made: &mut Vec<T>, old: Vec<T>, id: impl Fn(&T) -> &String, hand: impl Fn(&T) -> bool) {
    for entry in old.into_iter().filter(|e| hand(e)) {
        made.retain(|e| id(e) != id(&entry));
        made.push(entry);
    }
    made.sort_by(|a, b| id(a).cmp(id(b)));
}

/// Gives every region of an offer a place in `regions.json`; a new one says nothing until a person
/// fills it in.
fn complete_regions(tree: &mut Tree, imported: &mut Imported) {
    for (provider, file) in &tree.providers {
        for offer in file.offers.iter().filter(|o| !o.region.is_empty()) {
            let own = format!("{provider}:{}", offer.region);
            if tree.regions.contains_key(&own) || tree.regions.contains_key(&offer.region) {
                continue;
            }
            imported.new.push(format!("region {}", offer.region));
            tree.regions
                .insert(offer.region.clone(), RegionEntry::default());
        }
    }
}
