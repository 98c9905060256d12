//! A candidate as the text that its card shows. Pure: the card compares it to know what changed.

use super::app::App;
use super::buying::spot_pays;
use crate::catalog::{Accelerator, Catalog, GpuCount};
use crate::fit::{Footprint, Verdict};
use crate::locale::Locale;
use crate::query::{Query, Usage, has};
use crate::rank::{Candidate, Warning};
use crate::units::Bytes;

/// Everything that a closed card shows.
#[derive(Clone, PartialEq)]
pub(super) struct CardText {
    pub rank: usize,
    pub plan: String,
    pub provider: String,
    pub place: String,
    pub cards: String,
    pub host: String,
    pub cost: String,
    pub cost_of: &'static str,
    pub cost_more: Vec<String>,
    pub footprint: Footprint,
    pub usable: Bytes,
    pub used: String,
    pub verdict: Verdict,
    pub speed: Option<(String, &'static str, String)>,
    pub buy: Vec<(&'static str, &'static str, String)>,
    pub as_of: String,
    pub source: String,
    pub source_url: Option<String>,
    pub pareto: bool,
    pub tied: bool,
    pub old: bool,
    pub warnings: Vec<String>,
}

/// The name of a card with its memory, unless the name says it: `H100 SXM 80 GB`.
pub(super) fn card_name(accelerator: &Accelerator) -> String {
    match accelerator.nominal {
        Some(nominal) if !has(&accelerator.name, "GB") => {
            let size = crate::locale::significant(nominal.to_gib(), 3);
            format!("{} {size} GB", accelerator.name)
        }
        _ => accelerator.name.clone(),
    }
}

/// Cards per instance and instances of a candidate.
pub(super) fn cards(catalog: &Catalog, candidate: &Candidate, t: Locale) -> String {
    let offer = catalog.offer(candidate.offer);
    let name = offer
        .accelerator
        .map(|ix| card_name(catalog.accelerator(ix)))
        .unwrap_or_default();
    let count = match offer.gpus {
        GpuCount::Slice { part, of } => format!("{part}/{of}"),
        GpuCount::Whole(_) | GpuCount::Unknown => candidate.gpus_per_instance.to_string(),
    };
    t.cards(candidate.instances, &count, &name)
}

/// Instance and region of an offer.
pub(super) fn place(catalog: &Catalog, candidate: &Candidate, t: Locale) -> String {
    let offer = catalog.offer(candidate.offer);
    let region = if offer.region.name.is_empty() {
        t.region_unstated()
    } else {
        &offer.region.name
    };
    format!("{} · {region}", offer.instance)
}

/// The text of a candidate at a rank, from 1.
pub(super) fn card_text(
    app: App,
    query: &Query,
    candidate: &Candidate,
    rank: usize,
    t: Locale,
) -> CardText {
    let catalog = app.catalog;
    let offer = catalog.offer(candidate.offer);
    let job = query.effective_usage() == Usage::Job;
    let source = catalog.source(candidate.price_source);
    let speed = candidate.replica_speed;
    CardText {
        rank,
        plan: candidate.plan.to_string(),
        provider: t.provider(catalog.provider(offer.provider)).to_owned(),
        place: place(catalog, candidate, t),
        cards: cards(catalog, candidate, t),
        host: host(app, candidate, t),
        cost: t.bill(app.in_currency(if job {
            candidate.total
        } else {
            candidate.per_month
        })),
        cost_of: if job { t.in_all() } else { t.a_month() },
        cost_more: cost_more(app, query, candidate, job, t),
        footprint: candidate.footprint,
        usable: candidate.usable,
        used: t.used_of(candidate.footprint.total.expected, candidate.usable),
        verdict: candidate.verdict,
        speed: t.shows_speed(speed.unit).then(|| {
            let (expected, ends) = t.speed(candidate.rate, speed.unit);
            let mut notes = Vec::new();
            if !ends.is_empty() {
                notes.push(ends);
            }
            if let Some(first) = speed.first_token {
                notes.push(format!("{} {}", t.first_token(), t.seconds(first.expected)));
            }
            if job {
                notes.push(t.takes(candidate.hours_total));
            }
            (expected, t.speed_unit(speed.unit), notes.join(" · "))
        }),
        buy: candidate
            .purchases
            .iter()
            .map(|purchase| {
                let share = if candidate.purchases.len() > 1 {
                    t.percent(purchase.share)
                } else {
                    String::new()
                };
                (purchase.kind.word(), t.price_kind(purchase.kind), share)
            })
            .collect(),
        as_of: candidate.price_as_of.to_string(),
        source: source.title.clone(),
        source_url: source.url.clone(),
        pareto: candidate.pareto,
        tied: candidate.tied && rank > 1,
        old: candidate.warnings.contains(&Warning::VeryOldPrice),
        warnings: candidate
            .warnings
            .iter()
            .map(|warning| warned(app, query, candidate, *warning, t))
            .collect(),
    }
}

/// A warning; beside that of spot without checkpoints stands whether it pays even so.
fn warned(app: App, query: &Query, candidate: &Candidate, warning: Warning, t: Locale) -> String {
    let told = t.warning(warning);
    let pays = (warning == Warning::SpotNoCheckpoint)
        .then(|| spot_pays(app, query, candidate, t))
        .flatten();
    pays.map_or_else(|| told.to_owned(), |pays| t.sentences(told, &pays))
}

/// Link, processors and memory of the host.
fn host(app: App, candidate: &Candidate, t: Locale) -> String {
    let offer = app.catalog.offer(candidate.offer);
    let mut parts = Vec::new();
    if candidate.gpus_per_instance > 1
        && let Some(link) = t.instance_link(offer.link)
    {
        parts.push(link.to_owned());
    }
    if let Some(vcpu) = offer.vcpu {
        let count = crate::locale::significant(vcpu.get(), 4);
        parts.push(format!("{count} {}", t.spec_vcpu()));
    }
    if let Some(ram) = offer.ram_gb {
        let size = crate::locale::significant(ram.get(), 4);
        parts.push(format!("{size} {}", t.spec_ram()));
    }
    parts.join(" · ")
}

/// The lines under the cost: per hour, per unit, over the project or its range.
fn cost_more(app: App, query: &Query, candidate: &Candidate, job: bool, t: Locale) -> Vec<String> {
    let mut lines = vec![t.per_hour(&t.rate(app.in_currency(candidate.per_hour)))];
    if let Some(unit) = candidate.unit_cost {
        let amount = t.estimate(app.in_currency(unit.amount));
        lines.push(format!("{amount} {}", t.unit_of(unit.of)));
    }
    if !job {
        let total = t.bill(app.in_currency(candidate.total));
        lines.push(t.total_over(&total, &query.months.to_string()));
    }
    lines
}
