//! One offer as text: what it is, what it costs, how it is bought, what to know.

use super::words::{T, gib, percent, plain, within};
use super::{costs, purchase, rules, spot, week};
use crate::catalog::GpuCount;
use crate::demand::Demand;
use crate::query::Query;
use crate::rank::{Candidate, Plan};
use crate::terminal::asked::Asked;
use crate::units::Hours;
use std::io::{self, Write};

/// Writes an offer of a question with its place in the ranking.
pub fn write(
    asked: &Asked,
    query: &Query,
    rank: usize,
    c: &Candidate,
    out: &mut dyn Write,
) -> io::Result<()> {
    let catalog = asked.catalog;
    let offer = catalog.offer(c.offer);
    let region = if offer.region.name.is_empty() {
        T.region_unstated()
    } else {
        &offer.region.name
    };
    write!(
        out,
        "{rank:>3}. {} {} ({region}): {}, {}",
        catalog.provider(offer.provider).name_en,
        offer.instance,
        cards(asked, c),
        layout(c.plan)
    )?;
    if c.most_instances > c.instances {
        write!(out, ", up to {} instances later", c.most_instances)?;
    }
    if c.tied && rank > 1 {
        write!(out, "; {}", T.tied())?;
    }
    writeln!(out)?;
    costs::write(asked, query, c, out)?;
    write!(
        out,
        "     {}: {} of {} per GPU",
        T.verdict(c.verdict),
        gib(c.footprint.total.expected),
        gib(c.usable)
    )?;
    for part in [speed(c), hours(query, c)].into_iter().flatten() {
        write!(out, "; {part}")?;
    }
    writeln!(out)?;
    purchase::write(asked, c, out)?;
    spot::write(asked, query, c, out)?;
    if asked.schedule {
        week::write(query, c, out)?;
    }
    rules::write(asked, c, out)?;
    if asked.why {
        reasons(asked, c, out)?;
    }
    warnings(c, out)
}

/// Writes what to know about a candidate.
pub fn warnings(c: &Candidate, out: &mut dyn Write) -> io::Result<()> {
    for warning in &c.warnings {
        writeln!(
            out,
            "     ! {} ({})",
            plain(T.warning(*warning)),
            warning.code()
        )?;
    }
    Ok(())
}

/// Cards and instances of a candidate: `12 instances of 1 × L40S`.
pub fn cards(asked: &Asked, c: &Candidate) -> String {
    let offer = asked.catalog.offer(c.offer);
    let card = offer
        .accelerator
        .map_or("?", |a| asked.catalog.accelerator(a).name.as_str());
    let count = match offer.gpus {
        GpuCount::Slice { part, of } => format!("{part}/{of}"),
        GpuCount::Whole(_) | GpuCount::Unknown => c.gpus_per_instance.to_string(),
    };
    plain(&T.cards(c.instances, &count, card))
}

/// How the replicas lie over the cards.
fn layout(plan: Plan) -> String {
    let words = match plan {
        Plan {
            shards: 1,
            replicas,
            training: false,
        } if replicas > 1 => format!("{replicas} replicas of one card each"),
        plan => T.plan(plan),
    };
    format!("{words} ({plan})")
}

/// The speed of the whole with its range; hours as said are no speed of the card.
fn speed(c: &Candidate) -> Option<String> {
    let unit = c.replica_speed.unit;
    T.shows_speed(unit).then(|| {
        let (expected, ends) = T.speed(c.rate, unit);
        let speed = T.with_range(&format!("{expected} {}", T.speed_unit(unit)), &ends);
        let first = c.replica_speed.first_token.map(|first| {
            let first = plain(&T.seconds(first.expected));
            format!(", {} after {first}", T.first_token())
        });
        format!("{}{}", plain(&speed), first.unwrap_or_default())
    })
}

/// The time of a job, or the hours of a month in which an instance is used; nothing where it runs
/// around the clock.
fn hours(query: &Query, c: &Candidate) -> Option<String> {
    let a_month = || format!("{} of use", plain(&T.hours_a_month(c.hours_per_month)));
    match Demand::of(query) {
        Demand::Once { .. } => Some(plain(&T.takes(c.hours_total))),
        Demand::Monthly { .. } => Some(a_month()),
        Demand::Load { .. } => (c.hours_per_month < Hours::MONTH - Hours::new(0.5)).then(a_month),
    }
}

/// What else decides its place.
fn reasons(asked: &Asked, c: &Candidate, out: &mut dyn Write) -> io::Result<()> {
    let source = asked.catalog.source(c.price_source);
    writeln!(
        out,
        "     oldest price of {}, {}{}",
        c.price_as_of,
        source.title,
        source
            .url
            .as_ref()
            .map(|url| format!(", {url}"))
            .unwrap_or_default()
    )?;
    write!(out, "     steadiness {}", percent(c.steadiness.whole()))?;
    if c.pareto {
        write!(out, "; {}", within(T.pareto()))?;
    }
    writeln!(out)
}
