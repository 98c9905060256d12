//! What must hold of readable entries beyond their form.

use super::files::{AcceleratorEntry, Limits, OfferEntry, PriceEntry};
use super::problem::Problem;
use super::tree::Tree;
use crate::catalog::NotRankable;
use crate::units::{Decimal, Hours};
use std::collections::{BTreeMap, BTreeSet};

/// Whether memory as sold fits a card by its label. Sellers print the usable figure (B300: 262 of
/// 288 GB), the physical one (B200: 192 of 180) or either rounded, which is 0.91 to 1.07 of the
/// label; the next smaller or larger card is further away.
#[must_use]
pub(super) fn memory_fits(sold: f64, label: f64) -> bool {
    (0.9..=1.08).contains(&(sold / label))
}

/// Checks all offers of a tree.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let cards: BTreeMap<&str, &AcceleratorEntry> = tree
        .accelerators
        .iter()
        .map(|c| (c.id.as_str(), c))
        .collect();
    let mut problems = Vec::new();
    bands(tree, &mut problems);
    for (id, file) in &tree.providers {
        let path = format!("providers/{id}.json");
        for offer in &file.offers {
            let card = offer
                .accelerator
                .as_deref()
                .and_then(|a| cards.get(a).copied());
            let mut said = |field: &str, message: &str| {
                problems.push(Problem::new(&path, &offer.id, field, message));
            };
            form(offer, &mut said);
            count(offer, &tree.limits, &mut said);
            if let Some(card) = card {
                memory(offer, card, &mut said);
            }
            for price in &offer.prices {
                amount(price, offer, tree, &mut said);
            }
        }
    }
    problems
}

/// Every band reads as decimals, every card that has a price has one, and none has two.
fn bands(tree: &Tree, problems: &mut Vec<Problem>) {
    for band in &tree.limits.bands {
        let (low, high) = (band.low.parse::<Decimal>(), band.high.parse::<Decimal>());
        if !matches!((low, high), (Ok(low), Ok(high)) if Decimal::ZERO < low && low < high) {
            let id = band.cards.join(" ");
            problems.push(Problem::new(
                "limits.json",
                &id,
                "bands",
                "low and high are no band",
            ));
        }
    }
    let offers = tree.providers.values().flat_map(|f| &f.offers);
    let priced: BTreeSet<&str> = offers
        .filter(|o| !o.prices.is_empty())
        .filter_map(|o| o.accelerator.as_deref())
        .collect();
    for card in &tree.accelerators {
        let own = tree
            .limits
            .bands
            .iter()
            .filter(|b| names(&b.cards, &card.id))
            .count();
        if own > 1 || own == 0 && priced.contains(card.id.as_str()) {
            let message = format!("{own} bands name this card, not one");
            problems.push(Problem::new("limits.json", &card.id, "bands", &message));
        }
    }
}

/// Ids, reasons and texts.
fn form(offer: &OfferEntry, said: &mut impl FnMut(&str, &str)) {
    let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if offer.id.is_empty() || !offer.id.chars().all(kebab) {
        said("id", "is not lower-case kebab");
    }
    if offer.instance.is_empty() {
        said("instance", "is missing");
    }
    let reason = offer
        .not_rankable
        .as_deref()
        .and_then(NotRankable::from_code);
    let needed = if offer.prices.is_empty() && offer.left_out.is_empty() {
        Some("no price, so not_rankable says so")
    } else if offer.accelerator.is_none() {
        Some("no accelerator, so not_rankable says why")
    } else if offer.gpus.is_none() {
        Some("no count, so not_rankable says so")
    } else {
        None
    };
    if let (None, Some(message)) = (reason, needed) {
        said("not_rankable", message);
    }
    if offer.prices.is_empty() && reason.is_none() {
        said("prices", "are missing");
    }
}

/// Counts that exist.
fn count(offer: &OfferEntry, limits: &Limits, said: &mut impl FnMut(&str, &str)) {
    let card = offer.accelerator.as_deref().unwrap_or("");
    let known = |n: u32| {
        limits.counts.contains(&n)
            || limits
                .more_counts
                .iter()
                .any(|m| names(&m.cards, card) && m.counts.contains(&n))
    };
    let own = offer.gpus.as_deref().and_then(|g| g.parse::<u32>().ok());
    let none = offer.not_rankable.as_deref() == Some("no_gpu");
    for n in own.iter().chain(&offer.counts).copied() {
        if !(known(n) || none && n == 0) {
            said("gpus", &format!("no host holds {n} of these"));
        }
    }
    if offer.per_gpu && own != Some(1) {
        said("per_gpu", "a price per card is of one card");
    }
    if !offer.per_gpu && !offer.counts.is_empty() {
        said("counts", "stand only beside per_gpu");
    }
}

/// Memory that fits the card, or the share of it.
fn memory(offer: &OfferEntry, card: &AcceleratorEntry, said: &mut impl FnMut(&str, &str)) {
    let label = card
        .figures
        .get("memory_gb")
        .and_then(serde_json::Number::as_f64);
    let sold = offer
        .memory_gb
        .as_ref()
        .and_then(serde_json::Number::as_f64);
    let (Some(label), Some(sold)) = (label, sold) else {
        return;
    };
    if !memory_fits(sold, label * share(offer)) {
        said(
            "memory_gb",
            &format!("{sold} GB is not the memory of {}", card.id),
        );
    }
}

/// The share of a card that a slice has.
fn share(offer: &OfferEntry) -> f64 {
    offer
        .gpus
        .as_deref()
        .and_then(|g| g.split_once('/'))
        .and_then(|(part, of)| Some(part.parse::<f64>().ok()? / of.parse::<f64>().ok()?))
        .unwrap_or(1.0)
}

/// A price above 0 and, per card and hour, within the band of its card.
fn amount(price: &PriceEntry, offer: &OfferEntry, tree: &Tree, said: &mut impl FnMut(&str, &str)) {
    let Ok(amount) = price.amount.parse::<Decimal>() else {
        return;
    };
    if amount <= Decimal::ZERO {
        said("amount", &format!("{amount} is not above 0"));
        return;
    }
    let rate = tree
        .currencies
        .iter()
        .find(|c| c.currency == offer.currency)
        .and_then(|c| c.per_usd.parse::<Decimal>().ok())
        .filter(|r| *r > Decimal::ZERO);
    let card = offer.accelerator.as_deref().unwrap_or("");
    let band = tree.limits.bands.iter().find(|b| names(&b.cards, card));
    let cards = match offer.gpus.as_deref() {
        None => return,
        Some(text) => text.parse::<f64>().unwrap_or_else(|_| share(offer)),
    };
    let (Some(rate), Some(band)) = (rate, band) else {
        return;
    };
    let (Ok(low), Ok(high)) = (band.low.parse::<Decimal>(), band.high.parse::<Decimal>()) else {
        return;
    };
    let hours = if price.per.as_deref() == Some("month") {
        Hours::MONTH.get()
    } else {
        1.0
    };
    let usd = amount.to_f64() / rate.to_f64() / hours / cards.max(f64::MIN_POSITIVE);
    let inside = (low.to_f64()..=high.to_f64()).contains(&usd);
    if !inside && offer.band_reason.is_none() {
        let message = format!(
            "{} {} is ${usd:.3} per card and hour, outside {low} to {high} for {card}",
            price.kind, price.amount
        );
        said("amount", &message);
    }
}

/// Whether a list of ids (a `*` at the end stands for anything) names a card.
fn names(ids: &[String], card: &str) -> bool {
    ids.iter().any(|id| match id.strip_suffix('*') {
        Some(head) => card.starts_with(head),
        None => id == card,
    })
}
