//! Accelerators and their spellings.

use super::curation::{CardRule, Curation};
use super::source::SourceBook;
use super::table::Row;
use super::text::{kebab, without_parentheses};
use crate::catalog::authoring::check::memory_fits;
use crate::catalog::authoring::files::{AcceleratorEntry, AliasEntry};
use std::collections::BTreeMap;

/// Columns of numbers: name in the table and in `accelerators.json`.
const FIGURES: [(&str, &str); 20] = [
    ("launch_year", "year"),
    ("vram_gb", "memory_gb"),
    ("usable_mib", "usable_mib"),
    ("memory_bandwidth_gb_s", "bandwidth_gb_s"),
    ("fp64_tflops", "fp64_tflops"),
    ("fp32_tflops", "fp32_tflops"),
    ("tf32_tflops", "tf32_tflops"),
    ("bf16_tflops", "bf16_tflops"),
    ("fp16_tflops", "fp16_tflops"),
    ("fp8_tflops", "fp8_tflops"),
    ("int8_tops", "int8_tops"),
    ("int4_tops", "int4_tops"),
    ("fp4_tflops", "fp4_tflops"),
    ("interconnect_gb_s", "link_gb_s"),
    ("tdp_w", "tdp_w"),
    ("sm_count", "sm_count"),
    ("boost_mhz", "boost_mhz"),
    ("l2_mb", "l2_mb"),
    ("pcie_gen", "pcie_gen"),
    ("blender_score", "blender_score"),
];

/// The id of a card's name: kebab, without the digits of an SXM generation.
pub(super) fn card_id(name: &str) -> String {
    let id = kebab(name);
    let parts: Vec<&str> = id
        .split('-')
        .map(|part| match part.strip_prefix("sxm") {
            Some(rest) if rest.chars().all(|c| c.is_ascii_digit()) => "sxm",
            _ => part,
        })
        .collect();
    parts.join("-")
}

/// Reads `gpus.csv`.
pub(super) fn accelerators(
    rows: &[Row],
    curation: &Curation,
    sources: &mut SourceBook,
) -> Vec<AcceleratorEntry> {
    let flag = |cell: &str| match cell {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    };
    let mut cards: Vec<AcceleratorEntry> = rows
        .iter()
        .map(|row| AcceleratorEntry {
            id: card_id(row.get("gpu")),
            name: row.get("gpu").to_owned(),
            vendor: kebab(row.get("vendor")),
            family: row.get("family").to_owned(),
            figures: FIGURES
                .iter()
                .filter_map(|(column, name)| {
                    Some(((*name).to_owned(), row.get(column).parse().ok()?))
                })
                .collect(),
            memory: row.get("memory_type").to_owned(),
            ecc: row.get("ecc").to_owned(),
            bf16: flag(row.get("bf16")),
            fp8: flag(row.get("fp8")),
            link: row.get("interconnect").to_owned(),
            topology: topology(row),
            runtimes: row
                .get("runtimes")
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
            source: sources.id(row.get("source")),
            note: row.get("notes").to_owned(),
            hand: false,
        })
        .collect();
    for card in &mut cards {
        if let Some(rule) = curation.cards.get(&card.id) {
            complete(card, rule);
        }
    }
    cards.sort_by(|a, b| a.id.cmp(&b.id));
    cards
}

/// Fills in what the table leaves open.
fn complete(card: &mut AcceleratorEntry, rule: &CardRule) {
    for (name, value) in &rule.figures {
        card.figures
            .entry(name.clone())
            .or_insert_with(|| value.clone());
    }
    card.figures.extend(rule.corrected.clone());
    for (own, kept) in [(&mut card.memory, &rule.memory), (&mut card.ecc, &rule.ecc)] {
        if let (true, Some(text)) = (own.is_empty(), kept) {
            own.clone_from(text);
        }
    }
    card.bf16 = card.bf16.or(rule.bf16);
    card.fp8 = card.fp8.or(rule.fp8);
    if card.topology.is_none() {
        card.topology.clone_from(&rule.topology);
    }
    if !card.note.is_empty() {
        card.note.push_str("; ");
    }
    card.note.push_str(&rule.why);
}

/// How cards of a host are joined. The column speaks of NVLink alone: its `none` says nothing on a
/// card that has a link of another kind.
fn topology(row: &Row) -> Option<String> {
    let link = row.get("interconnect");
    let plain = link.starts_with("PCIe") || link == "none";
    row.some("nvlink_topology").filter(|t| t != "none" || plain)
}

/// Reads `gpu_aliases.csv`; hand-kept spellings win.
pub(super) fn aliases(
    rows: &[Row],
    cards: &[AcceleratorEntry],
    curation: &Curation,
) -> Vec<AliasEntry> {
    let mut ids: BTreeMap<String, String> = cards
        .iter()
        .map(|c| (c.name.clone(), c.id.clone()))
        .collect();
    for row in rows {
        if let Some(id) = ids.get(row.get("gpu")).cloned() {
            ids.entry(row.get("alias").to_owned()).or_insert(id);
        }
    }
    let mut out: Vec<AliasEntry> = rows
        .iter()
        .map(|row| {
            let (evidence, listed) = (row.get("evidence"), row.get("kind"));
            let own = ids.get(row.get("gpu")).cloned();
            let (cards, kind) = if let Some(card) = own {
                (vec![card], listed)
            } else if evidence.contains("floor price") {
                (candidates(evidence, &ids), "floor")
            } else if evidence.contains("pool of") {
                (Vec::new(), "pool")
            } else if evidence.starts_with("no GPU") {
                (Vec::new(), "none")
            } else {
                let found = candidates(evidence, &ids);
                let kind = if found.is_empty() {
                    "unknown"
                } else {
                    "ambiguous"
                };
                (found, kind)
            };
            AliasEntry {
                alias: row.get("alias").to_owned(),
                cards,
                kind: kind.to_owned(),
                share: row
                    .some("fraction")
                    .filter(|_| listed == "slice")
                    .map(|f| f.replace("vram/", "memory/")),
                why: evidence.to_owned(),
                hand: false,
            }
        })
        .collect();
    for (alias, rule) in &curation.aliases {
        out.retain(|a| &a.alias != alias);
        out.push(AliasEntry {
            alias: alias.clone(),
            cards: rule.cards.clone(),
            kind: rule.kind.clone(),
            share: None,
            why: rule.why.clone(),
            hand: false,
        });
    }
    out.sort_by(|a, b| a.alias.cmp(&b.alias));
    out
}

/// The cards that a remark lists after "candidates".
fn candidates(evidence: &str, ids: &BTreeMap<String, String>) -> Vec<String> {
    let Some(list) = super::text::between(evidence, "candidates ", ";") else {
        return Vec::new();
    };
    list.split(", ")
        .flat_map(|part| part.split(" and "))
        .filter_map(|name| {
            ids.get(name.trim())
                .or_else(|| ids.get(&without_parentheses(name)))
                .cloned()
        })
        .collect()
}

/// The card of a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Found {
    /// Its id, where one can be told.
    pub(super) card: Option<String>,
    /// The form was not stated.
    pub(super) assumed: bool,
    /// The share of the card, `1/4` or `memory/24`.
    pub(super) share: Option<String>,
    /// Why no card can be told.
    pub(super) reason: Option<&'static str>,
}

/// Finds the card of a spelling; the row's memory decides between candidates.
pub(super) fn find(
    spelling: &str,
    memory: Option<f64>,
    aliases: &[AliasEntry],
    cards: &[AcceleratorEntry],
) -> Found {
    let unknown = |reason| Found {
        reason: Some(reason),
        ..Found::default()
    };
    let Some(alias) = aliases.iter().find(|a| a.alias == spelling) else {
        // A card's own name needs no entry.
        return match cards.iter().find(|c| c.name == spelling) {
            Some(card) => Found {
                card: Some(card.id.clone()),
                ..Found::default()
            },
            None => unknown("gpu_unknown"),
        };
    };
    match alias.kind.as_str() {
        "exact" | "slice" | "disguised" => Found {
            card: alias.cards.first().cloned(),
            share: alias.share.clone(),
            ..Found::default()
        },
        "floor" => unknown("mixed_cards_floor"),
        "none" => unknown("no_gpu"),
        "ambiguous" => {
            let mut left: Vec<&AcceleratorEntry> = alias
                .cards
                .iter()
                .filter_map(|id| cards.iter().find(|c| &c.id == id))
                .filter(|c| memory.is_none_or(|m| fits(c, m)))
                .collect();
            let sizes: std::collections::BTreeSet<String> = left
                .iter()
                .map(|c| {
                    c.figures
                        .get("memory_gb")
                        .map_or_else(String::new, ToString::to_string)
                })
                .collect();
            // Candidates of different memory are different cards, not forms of one.
            if sizes.len() != 1 {
                return unknown("gpu_unknown");
            }
            let assumed = left.len() > 1;
            left.sort_by(|a, b| speed(a).total_cmp(&speed(b)));
            Found {
                card: left.first().map(|c| c.id.clone()),
                assumed,
                ..Found::default()
            }
        }
        _ => unknown("gpu_unknown"),
    }
}

/// The same, where the seller may put any card of a pool under one price: the one whose memory
/// moves slowest of those with the memory that the price is for.
pub(super) fn find_in_pool(
    spelling: &str,
    memory: Option<f64>,
    aliases: &[AliasEntry],
    cards: &[AcceleratorEntry],
) -> Found {
    let pool = aliases
        .iter()
        .find(|a| a.alias == spelling && a.kind == "pool");
    let Some(pool) = pool else {
        return find(spelling, memory, aliases, cards);
    };
    let slowest = pool
        .cards
        .iter()
        .filter_map(|id| cards.iter().find(|c| &c.id == id))
        .filter(|c| memory.is_none_or(|m| fits(c, m)))
        .filter_map(|c| Some((c, figure(c, "bandwidth_gb_s")?)))
        .min_by(|(a, moves), (b, other)| {
            let order = moves.total_cmp(other);
            order.then_with(|| speed(a).total_cmp(&speed(b)))
        });
    Found {
        card: slowest.map(|(card, _)| card.id.clone()),
        assumed: slowest.is_some(),
        reason: slowest.is_none().then_some("gpu_unknown"),
        share: None,
    }
}

fn fits(card: &AcceleratorEntry, memory: f64) -> bool {
    figure(card, "memory_gb").is_none_or(|nominal| memory_fits(memory, nominal))
}

fn figure(card: &AcceleratorEntry, name: &str) -> Option<f64> {
    card.figures.get(name)?.as_f64()
}

/// One number that orders candidates from slow to fast: matrix rate, then bandwidth, then clock. A
/// card without figures comes last, since nothing could be computed for it.
fn speed(card: &AcceleratorEntry) -> f64 {
    let rate = figure(card, "bf16_tflops").or_else(|| figure(card, "fp16_tflops"));
    rate.map_or(f64::INFINITY, |rate| {
        rate * 1e8
            + figure(card, "bandwidth_gb_s").unwrap_or(0.0) * 1e3
            + figure(card, "boost_mhz").unwrap_or(0.0) * 1e-2
    })
}
