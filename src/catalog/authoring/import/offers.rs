//! From rows of the price tables to offers.

use super::cards::{self, Found};
use super::curation::{Curation, Rule};
use super::prices::prices;
use super::source::SourceBook;
use super::table::Row;
use super::text::{between, kebab, leading_number, remarks};
use crate::catalog::authoring::files::{AcceleratorEntry, AliasEntry, OfferEntry};
use std::collections::BTreeMap;

/// What rows are read with.
pub(super) struct Reader<'a> {
    pub(super) curation: &'a Curation,
    pub(super) cards: &'a [AcceleratorEntry],
    pub(super) aliases: &'a [AliasEntry],
    pub(super) sources: &'a mut SourceBook,
}

impl Reader<'_> {
    /// Reads one row. The id is still without the suffix that tells twins apart.
    ///
    /// # Errors
    /// What cannot be read, in words.
    pub(super) fn offer(&mut self, row: &Row) -> Result<OfferEntry, String> {
        let rules: Vec<&Rule> = self.curation.rules.iter().filter(|r| r.fits(row)).collect();
        let memory: Option<f64> = row.get("vram_gb_per_gpu").parse().ok();
        let found = match rules.iter().rev().find_map(|r| r.card.clone()) {
            Some(card) => Found {
                card: Some(card),
                ..Found::default()
            },
            None => cards::find(row.get("gpu"), memory, self.aliases, self.cards),
        };
        let gpus = count(row, found.share.as_deref());
        let (per_gpu, counts, counts_source) = basis(row, &rules);
        let priced = prices(row, &rules, self.curation, self.sources)?;
        let reason = rules
            .iter()
            .rev()
            .find_map(|r| r.not_rankable.as_deref())
            .or(found.reason.filter(|r| *r == "no_gpu"))
            .or((priced.prices.is_empty() && priced.left_out.is_empty()).then_some("no_price"))
            .or(found.reason)
            .or(gpus.is_none().then_some("gpu_count_unknown"));
        let mut note = row.get("notes").to_owned();
        for more in rules
            .iter()
            .map(|r| r.why.as_str())
            .chain(priced.terms.as_deref())
        {
            if !note.is_empty() {
                note.push_str("; ");
            }
            note.push_str(more);
        }
        let number = |column: &str| row.get(column).parse().ok();
        Ok(OfferEntry {
            id: kebab(&format!(
                "{} {} {}",
                row.get("provider"),
                row.get("instance"),
                row.get("region")
            )),
            instance: row.get("instance").to_owned(),
            region: row.get("region").to_owned(),
            gpu: row.get("gpu").to_owned(),
            link: link(row, found.card.as_deref().and_then(|id| self.card(id))),
            accelerator: found.card,
            card_assumed: found.assumed,
            gpus,
            memory_gb: number("vram_gb_per_gpu"),
            per_gpu,
            counts,
            counts_source,
            tier: rules.iter().rev().find_map(|r| r.tier.clone()),
            vcpu: number("vcpu"),
            ram_gb: number("ram_gb"),
            disk_gb: number("local_disk_gb"),
            network_gbps: number("network_gbps"),
            link_text: row.get("interconnect").to_owned(),
            not_rankable: reason.map(str::to_owned),
            band_reason: rules.iter().rev().find_map(|r| r.band_reason.clone()),
            currency: row.get("currency").to_owned(),
            prices: priced.prices,
            left_out: priced.left_out,
            note,
            hand: false,
        })
    }

    fn card(&self, id: &str) -> Option<&AcceleratorEntry> {
        self.cards.iter().find(|c| c.id == id)
    }
}

/// Cards of a row; the share of a slice where one is sold.
fn count(row: &Row, share: Option<&str>) -> Option<String> {
    let cell = row.get("gpu_count");
    if cell.is_empty() {
        return None;
    }
    if cell != "1" {
        return Some(cell.to_owned());
    }
    let Some(share) = share else {
        return Some(cell.to_owned());
    };
    let Some(of) = share.strip_prefix("memory/") else {
        return Some(share.to_owned());
    };
    let (part, of): (u32, u32) = (row.get("vram_gb_per_gpu").parse().ok()?, of.parse().ok()?);
    let divisor = gcd(part, of);
    // A profile with the whole memory is the whole card.
    Some(if part == of {
        "1".to_owned()
    } else {
        format!("{}/{}", part / divisor, of / divisor)
    })
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

/// Whether a price buys one card, and the counts that are sold.
fn basis(row: &Row, rules: &[&Rule]) -> (bool, Vec<u32>, Option<String>) {
    let (notes, instance) = (row.get("notes"), row.get("instance"));
    if row.get("gpu_count") != "1" {
        return (false, Vec::new(), None);
    }
    let named = ["per GPU)", "per card)", "per NPU)", "per chip)"];
    let told = named.iter().any(|n| instance.contains(n))
        || remarks(notes).any(|r| r.starts_with("per GPU") || r.starts_with("per chip"));
    let per_gpu = rules.iter().rev().find_map(|r| r.per_gpu).unwrap_or(told);
    if !per_gpu {
        return (false, Vec::new(), None);
    }
    if let Some(rule) = rules.iter().rev().find(|r| !r.counts.is_empty()) {
        return (true, rule.counts.clone(), rule.counts_source.clone());
    }
    // A minimum is the one count that is known to be sold.
    let least = remarks(notes).chain([instance]).find_map(|r| {
        let text = between(r, "minimum ", " GPU")
            .or_else(|| before(r, "-GPU minimum"))
            .or_else(|| between(r, "per GPU of an ", "-GPU machine"))?;
        text.parse::<u32>().ok()
    });
    // A bare-metal shape is sold whole; the last part of its name is its count.
    let whole = remarks(notes)
        .any(|r| r.starts_with("bare-metal shape price is per GPU"))
        .then(|| {
            instance
                .split(' ')
                .next()?
                .rsplit('.')
                .next()?
                .parse::<u32>()
                .ok()
        })
        .flatten();
    match whole.or(least) {
        Some(n) => (
            true,
            vec![n],
            Some("stated by the price's own source".to_owned()),
        ),
        None => (true, vec![1], None),
    }
}

/// The number that stands before a text.
fn before<'a>(text: &'a str, tail: &str) -> Option<&'a str> {
    let head = &text[..text.find(tail)?];
    let start = head
        .rfind(|c: char| !c.is_ascii_digit())
        .map_or(0, |at| at + 1);
    leading_number(&head[start..])
}

/// The best link that the row states. RDMA counts as a link between cards only where the cards
/// have one of their own.
fn link(row: &Row, card: Option<&AcceleratorEntry>) -> Option<String> {
    let text = row.get("interconnect");
    if text.is_empty() {
        return None;
    }
    let has = |words: &[&str]| words.iter().any(|w| text.contains(w));
    let own = card.is_some_and(|c| c.topology.as_deref().is_some_and(|t| t != "none"));
    let joined =
        has(&[
            "NVSwitch",
            "Infinity Fabric",
            "HCCS",
            "ICI",
            "NeuronLink",
            "SXM",
        ]) || (text.contains("NVLink") && !text.contains("bridge") && !text.contains("C2C"));
    // Bridges join pairs: they are a link of the whole host where it has two cards.
    let bridged = text.contains("bridge")
        && (row.get("gpu_count") == "2" || !(text.contains(" on ") || text.contains("pairs")));
    let rdma = has(&["EFA", "InfiniBand", "RoCE", "RDMA", "TCPX"]);
    let word = if rdma && (joined || own) {
        "rdma"
    } else if joined || bridged {
        "nvlink"
    } else if text.contains("PCIe") || text.contains("C2C") || rdma {
        "pcie"
    } else {
        return None;
    };
    Some(word.to_owned())
}

/// Gives twins their suffixes, so that ids are unique: the kind of the first price where that
/// tells them apart, then a number in the order of the table.
pub(super) fn tell_apart(offers: &mut [OfferEntry]) {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for offer in offers.iter() {
        *seen.entry(offer.id.clone()).or_default() += 1;
    }
    for offer in offers.iter_mut() {
        let first = offer.prices.first().map_or("", |p| p.kind.as_str());
        if seen.get(&offer.id).copied().unwrap_or(0) > 1 && !matches!(first, "od" | "") {
            offer.id = format!("{}-{first}", offer.id);
        }
    }
    let mut used: BTreeMap<String, u32> = BTreeMap::new();
    for offer in offers.iter_mut() {
        let times = used.entry(offer.id.clone()).or_default();
        *times += 1;
        if *times > 1 {
            offer.id = format!("{}-{times}", offer.id);
        }
    }
}
