//! What competes with renting, as text: the cheapest of each kind, or with `--why` more of them.
//! `--json` has all.

use super::words::{T, kind, percent, plain};
use crate::catalog::{ServerlessPrice, TokenPrice};
use crate::cost::own::{Hardware, Point, Spread};
use crate::demand::Demand;
use crate::locale::significant;
use crate::rank::{Api, Cpu, Own, Serverless};
use crate::terminal::asked::Asked;
use crate::units::{Hours, Money};
use std::io::{self, Write};

/// Sellers of a kind that `--why` lists.
const MOST_SELLERS: usize = 6;

/// Writes each kind that competes.
pub fn write(asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
    let (catalog, all) = (asked.catalog, &asked.answer.alternatives);
    match &all.own {
        Some(own) => owned(asked, own, out)?,
        None => not_owned(asked, out)?,
    }
    let most = if asked.why { MOST_SELLERS } else { 1 };
    for api in all.api.iter().take(most) {
        if let Some(price) = catalog.market.tokens.get(api.price) {
            tokens(asked, api, price, out)?;
        }
    }
    for entry in all.serverless.iter().take(most) {
        if let Some(price) = catalog.market.serverless.get(entry.price) {
            seconds(asked, entry, price, out)?;
        }
    }
    if let Some(cpu) = &all.cpu {
        processors(asked, cpu, out)?;
    }
    Ok(())
}

/// A month in the currency shown, or as the seller asks it where there is no rate.
fn month(asked: &Asked, native: Money, usd: Option<Money>) -> String {
    match usd {
        Some(usd) => asked.shown(usd),
        None => format!("{} {}", native.currency().code(), native.to_decimal()),
    }
}

fn spread(asked: &Asked, spread: Spread) -> String {
    let expected = asked.shown(spread.expected);
    if spread.low == spread.high {
        return expected;
    }
    format!("{expected} ({})", asked.range(spread.low, spread.high))
}

fn after(asked: &Asked, time: Option<Hours>) -> String {
    match (time, Demand::of(&asked.decoded.query)) {
        (Some(time), _) => format!("pays back in {:.1} months", time / Hours::MONTH),
        // Work that is done once is not rented any longer when it is done.
        (None, Demand::Once { .. }) => "does not pay back before the job is done".to_owned(),
        (None, _) => "does not pay back within ten years".to_owned(),
    }
}

fn owned(asked: &Asked, own: &Own, out: &mut dyn Write) -> io::Result<()> {
    let name = &asked.catalog.accelerator(own.accelerator).name;
    write!(
        out,
        "or own {} x {name}: {} to buy, {} a month to run, {} in all after selling for {}",
        own.cards.saturating_mul(own.servers),
        spread(asked, own.upfront),
        asked.shown(own.per_month.expected),
        spread(asked, own.total),
        asked.shown(own.resale)
    )?;
    if own.rent.is_some() {
        write!(out, "; {}", after(asked, own.break_even))?;
    }
    writeln!(out)?;
    let first = asked.answer.candidates.first().map(|first| first.offer);
    if let Some(same) = own.same_card.filter(|same| Some(*same) != first) {
        let offer = asked.catalog.offer(same);
        let seller = &asked.catalog.provider(offer.provider).name_en;
        writeln!(
            out,
            "     against the same card rented at {seller}, {}: {}",
            offer.instance,
            after(asked, own.break_even_same_card)
        )?;
    }
    let points: Vec<String> = some_points(&own.curve)
        .map(|point| {
            let (bought, rented) = (asked.shown(point.own), asked.shown(point.rent));
            format!("month {}: {bought} against {rented}", point.month)
        })
        .collect();
    if !points.is_empty() {
        writeln!(
            out,
            "     spent on buying against renting by the end of {}",
            points.join("; ")
        )?;
    }
    for (holds, note) in [
        (own.per_card.host_assumed, T.own_host_assumed()),
        (!own.meets_targets, T.own_misses()),
    ] {
        if holds {
            writeln!(out, "     ! {note}")?;
        }
    }
    Ok(())
}

/// At most three points of a curve: its first after the start, its middle and its last.
fn some_points(curve: &[Point]) -> impl Iterator<Item = &Point> {
    let last = curve.len().saturating_sub(1);
    let mut places = [1.min(last), last.div_ceil(2), last].to_vec();
    places.dedup();
    places.into_iter().filter_map(|place| curve.get(place))
}

/// Says why no hardware is held against renting, where there is something to hold it against.
fn not_owned(asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
    let (catalog, query) = (asked.catalog, &asked.decoded.query);
    let first = asked.answer.candidates.first();
    let card = first.and_then(|first| catalog.offer(first.offer).accelerator);
    let Some(card) = card else {
        return Ok(());
    };
    let name = &catalog.accelerator(card).name;
    let priced = query.own.card.is_some()
        || Hardware::of(catalog)
            .accelerators()
            .any(|listed| listed == card);
    if priced {
        writeln!(
            out,
            "own hardware: not known; no server with cards of a known price holds this, or a power draw, a tariff or a rate is not known"
        )
    } else {
        writeln!(
            out,
            "own hardware: not known; no price at which {name} is sold is known"
        )
    }
}

fn tokens(asked: &Asked, api: &Api, price: &TokenPrice, out: &mut dyn Write) -> io::Result<()> {
    let count = |tokens: crate::units::Tokens| T.compact(tokens.get(), 3);
    let full = if api.volume.full_use {
        ", which is what the first makes at full use"
    } else {
        ""
    };
    let even = match api.break_even_per_day {
        Some(tokens) => format!("own machines pay from {}", T.tokens_a_day(tokens)),
        None => "no volume is known from which own machines pay".to_owned(),
    };
    writeln!(
        out,
        "or an API by the token: {} a month at {} for {} tokens in and {} out{full}; {}",
        month(asked, api.per_month, api.per_month_usd),
        price.seller,
        count(api.volume.input),
        count(api.volume.output),
        plain(&even)
    )
}

fn seconds(
    asked: &Asked,
    entry: &Serverless,
    price: &ServerlessPrice,
    out: &mut dyn Write,
) -> io::Result<()> {
    let card = &asked.catalog.accelerator(price.accelerator).name;
    let lacking: Vec<&str> = [
        (entry.idle_unknown, "idle time after a request"),
        (entry.start_unknown, "time of a start"),
        (entry.rounding_unknown, "rounding"),
        (entry.host_extra, "processor and memory"),
    ]
    .into_iter()
    .filter_map(|(unknown, what)| unknown.then_some(what))
    .collect();
    let (least, lacks) = match lacking.as_slice() {
        [] => ("", String::new()),
        [only] => ("at least ", format!("; 1 part is not known: {only}")),
        all => (
            "at least ",
            format!("; {} parts are not known: {}", all.len(), all.join(", ")),
        ),
    };
    write!(
        out,
        "or cards by the second: {least}{} a month at {} for {} x {card}, {} h billed{lacks}",
        month(asked, entry.per_month, entry.per_month_usd),
        price.seller,
        price.cards.saturating_mul(entry.workers),
        significant(entry.billed.time.get(), 3)
    )?;
    if let Some(share) = entry.crossing {
        write!(out, "; cheaper while busy below {}", T.percent(share))?;
    }
    if let Some(cold) = entry.billed.cold.filter(|_| asked.why) {
        write!(out, "; {} of the requests wait for a start", percent(cold))?;
    }
    if !entry.meets_targets {
        write!(out, "; {}", T.serverless_misses())?;
    }
    writeln!(out)
}

fn processors(asked: &Asked, cpu: &Cpu, out: &mut dyn Write) -> io::Result<()> {
    let Some(host) = asked.catalog.market.cpus.get(cpu.offer) else {
        return Ok(());
    };
    let verdict = if cpu.cheaper {
        T.cheaper_than_best()
    } else {
        T.dearer_than_best()
    };
    writeln!(
        out,
        "or without a GPU: {} a month, {} in all, for {} x {} {}, bought {}; {verdict}",
        asked.shown(cpu.per_month),
        asked.shown(cpu.total),
        cpu.instances,
        asked.catalog.provider(host.provider).name_en,
        host.instance,
        kind(cpu.kind)
    )
}
