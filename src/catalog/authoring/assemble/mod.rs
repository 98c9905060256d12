//! From readable entries to the catalog in memory. Whatever cannot be read is a problem; the rest
//! is assembled all the same, so that one run lists everything.

mod facts;
mod market;
mod models;
mod offers;

use super::problem::Problem;
use super::tree::Tree;
use crate::catalog::{AcceleratorIx, Catalog, ProviderIx, Source, SourceIx};
use crate::units::{Currency, Date, Decimal};
use std::collections::BTreeMap;

/// Looks ids up and collects problems.
struct Desk {
    sources: BTreeMap<String, SourceIx>,
    cards: BTreeMap<String, AcceleratorIx>,
    sellers: BTreeMap<String, ProviderIx>,
    problems: Vec<Problem>,
}

/// Where an entry stands, for problems.
#[derive(Clone, Copy)]
struct Place<'a> {
    file: &'a str,
    id: &'a str,
}

impl Desk {
    fn problem(&mut self, at: Place<'_>, field: &str, message: &str) {
        self.problems
            .push(Problem::new(at.file, at.id, field, message));
    }

    fn source(&mut self, at: Place<'_>, id: &str) -> SourceIx {
        if let Some(ix) = self.sources.get(id) {
            return *ix;
        }
        let message = if id.is_empty() {
            "is missing".to_owned()
        } else {
            format!("{id:?} is not in sources.json")
        };
        self.problem(at, "source", &message);
        SourceIx::default()
    }

    fn date(&mut self, at: Place<'_>, text: &str) -> Option<Date> {
        let date = text.parse::<Date>().ok().filter(|d| d.to_string() == text);
        if date.is_none() {
            let message = if text.is_empty() {
                "is missing".to_owned()
            } else {
                format!("{text:?} is no ISO date")
            };
            self.problem(at, "as_of", &message);
        }
        date
    }

    fn decimal(&mut self, at: Place<'_>, field: &str, text: &str) -> Decimal {
        text.parse().unwrap_or_else(|_| {
            self.problem(at, field, &format!("{text:?} is no decimal"));
            Decimal::ZERO
        })
    }

    fn currency(&mut self, at: Place<'_>, code: &str) -> Currency {
        Currency::from_code(code)
            .filter(|c| c.code() == code)
            .unwrap_or_else(|| {
                self.problem(at, "currency", &format!("{code:?} is no currency code"));
                Currency::USD
            })
    }

    /// An index that fits, or a problem.
    fn index(&mut self, at: Place<'_>, position: usize) -> u16 {
        u16::try_from(position).unwrap_or_else(|_| {
            self.problem(at, "", "there are more than 65,536 entries");
            u16::MAX
        })
    }
}

/// Assembles a tree.
pub(super) fn assemble(tree: &Tree) -> (Catalog, Vec<Problem>) {
    let mut desk = Desk {
        sources: BTreeMap::new(),
        cards: BTreeMap::new(),
        sellers: BTreeMap::new(),
        problems: Vec::new(),
    };
    let mut catalog = Catalog {
        sources: sources(tree, &mut desk),
        ..Catalog::default()
    };
    catalog.accelerators = facts::accelerators(tree, &mut desk);
    catalog.providers = facts::providers(tree, &mut desk);
    catalog.offers = offers::offers(tree, &mut desk);
    catalog.models = models::models(tree, &mut desk);
    market::interruptions(tree, &mut catalog, &mut desk);
    catalog.market = market::market(tree, &catalog.models, &mut desk);
    catalog.engines = facts::engines(tree, &mut desk);
    catalog.extras = facts::extras(tree, &mut desk);
    catalog.currencies = facts::currencies(tree, &mut desk);
    catalog.as_of = catalog
        .offers
        .iter()
        .flat_map(|o| &o.prices)
        .map(|p| p.as_of)
        .max();
    for offer in catalog.offers.iter().filter(|o| !o.prices.is_empty()) {
        let card = offer.accelerator.map(|ix| usize::from(ix.0));
        if let Some(card) = card.and_then(|c| catalog.accelerators.get_mut(c)) {
            card.rentable = true;
        }
    }
    (catalog, desk.problems)
}

/// The sources that anything shipped refers to.
fn sources(tree: &Tree, desk: &mut Desk) -> Vec<Source> {
    let prices = tree
        .providers
        .values()
        .flat_map(|f| &f.offers)
        .flat_map(|o| &o.prices);
    let used: std::collections::BTreeSet<&str> = prices
        .map(|p| p.source.as_str())
        .chain(tree.providers.values().map(|f| f.provider.source.as_str()))
        .chain(tree.accelerators.iter().map(|a| a.source.as_str()))
        .chain(tree.extras.iter().map(|e| e.source.as_str()))
        .chain(tree.currencies.iter().map(|c| c.source.as_str()))
        .chain(market::sources(tree))
        .collect();
    let mut out = Vec::new();
    for entry in tree.sources.iter().filter(|s| used.contains(s.id.as_str())) {
        let at = Place {
            file: "sources.json",
            id: &entry.id,
        };
        if entry.title.is_empty() {
            desk.problem(at, "title", "is missing");
        }
        let ix = SourceIx(desk.index(at, out.len()));
        if desk.sources.insert(entry.id.clone(), ix).is_some() {
            desk.problem(at, "id", "is given twice");
        }
        out.push(Source {
            title: entry.title.clone(),
            url: entry.url.clone(),
        });
    }
    out
}

/// Entries in the order of their ids, with a problem for every id that is given twice.
fn ordered<'a, T>(
    file: &str,
    entries: impl Iterator<Item = &'a T>,
    id: impl Fn(&T) -> &String,
    desk: &mut Desk,
) -> Vec<&'a T> {
    let mut out: Vec<&T> = entries.collect();
    out.sort_by(|a, b| id(a).cmp(id(b)));
    for pair in out.windows(2) {
        if let [first, second] = pair
            && id(first) == id(second)
        {
            desk.problem(
                Place {
                    file,
                    id: id(first),
                },
                "id",
                "is given twice",
            );
        }
    }
    out
}
