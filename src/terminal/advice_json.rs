//! Advice, and what moves the answer, as JSON and as text.

use super::asked::Asked;
use crate::locale::{Locale, significant};
use crate::query::encode;
use crate::rank::{self, Advice, Candidate, Mend, Warning};
use crate::units::{Hours, Money, Ratio};
use serde::Serialize;
use std::io::{self, Write};

/// One usual mistake of the first offer.
#[derive(Serialize)]
pub struct AdviceOut {
    code: &'static str,
    value: Option<f64>,
    limit: Option<f64>,
    unit: Option<&'static str>,
    hours: Option<f64>,
    usd: Option<f64>,
    offers: Option<u32>,
    offers_from_usd: Option<f64>,
    load_times: Option<f64>,
    query: Option<String>,
    query_offer: Option<String>,
    query_total_usd: Option<f64>,
}

/// How one input moves the total of the first offer.
#[derive(Serialize)]
pub struct MovedOut {
    key: &'static str,
    low_usd: f64,
    high_usd: Option<f64>,
}

/// The advice for the first offer, each with the question that mends it.
fn mended(asked: &Asked) -> Vec<(Advice, Option<Mend>)> {
    let (catalog, query) = (asked.catalog, &asked.decoded.query);
    let Some(first) = asked.answer.candidates.first() else {
        return Vec::new();
    };
    rank::advise(catalog, query, asked.today, asked.answer, first)
        .into_iter()
        .map(|advice| {
            let mend = rank::mend(
                catalog,
                query,
                asked.today,
                asked.answer,
                first,
                advice.code,
            );
            (advice, mend)
        })
        .collect()
}

/// The advice for the first offer.
pub fn advice(asked: &Asked) -> Vec<AdviceOut> {
    mended(asked)
        .into_iter()
        .map(|(advice, mend)| {
            let mend = mend.as_ref();
            AdviceOut {
                code: advice.code.code(),
                value: advice.value.map(Ratio::get),
                limit: advice.limit.map(Ratio::get),
                unit: advice.unit.word(),
                hours: advice.hours.map(Hours::get),
                usd: advice.money.map(Money::to_f64),
                offers: advice.others.map(|others| others.offers),
                offers_from_usd: advice
                    .others
                    .and_then(|others| others.least)
                    .map(Money::to_f64),
                load_times: advice.carries.map(Ratio::get),
                query: mend.map(|mend| encode(&mend.query)),
                query_offer: mend.map(|mend| asked.catalog.offer(mend.offer).id.clone()),
                query_total_usd: mend.map(|mend| mend.total.to_f64()),
            }
        })
        .collect()
}

/// What moves the total of the first offer most.
pub fn moves(asked: &Asked) -> Vec<MovedOut> {
    let first = asked.answer.candidates.first();
    first
        .map(|first| rank::moves(asked.catalog, &asked.decoded.query, asked.today, first))
        .unwrap_or_default()
        .into_iter()
        .map(|moved| MovedOut {
            key: moved.key,
            low_usd: moved.low.to_f64(),
            high_usd: moved.high.map(Money::to_f64),
        })
        .collect()
}

/// Writes whether spot pays for the job of an offer, where there is anything to say.
pub fn write_spot(asked: &Asked, c: &Candidate, out: &mut dyn Write) -> io::Result<()> {
    let Some(pays) = c.spot_pays(&asked.decoded.query) else {
        return Ok(());
    };
    let (on_spot, on_demand) = (asked.shown(pays.on_spot), asked.shown(pays.on_demand));
    let told = Locale::En.spot_pays(&pays, &on_spot, &on_demand);
    writeln!(out, "     {told}")
}

/// Writes both as text.
pub fn write(asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
    for (advice, mend) in mended(asked) {
        write!(out, "advice: {}", advice.code.code())?;
        if let Some(value) = advice.value {
            match advice.unit.word() {
                Some("share") => write!(out, " {} %", significant(value.get() * 100.0, 3))?,
                unit => write!(out, " {:.1} {}", value.get(), unit.unwrap_or_default())?,
            }
        }
        match (advice.code, advice.money, advice.others) {
            (Warning::FarFromUsers, Some(more), Some(near)) => write!(
                out,
                ", {} offers are near the users, the cheapest for USD {:.2} more",
                near.offers,
                more.to_f64()
            )?,
            (Warning::FarFromUsers, ..) => write!(out, ", no offer is known to be near the users")?,
            (_, Some(money), _) => write!(out, ", USD {:.2} of the total", money.to_f64())?,
            (_, None, _) => {}
        }
        match mend {
            Some(mend) => writeln!(
                out,
                "; USD {:.2} with '{}'",
                mend.total.to_f64(),
                encode(&mend.query)
            )?,
            None => {
                let least = advice.others.and_then(|others| others.least);
                let least = least.map(|least| format!("USD {:.2}", least.to_f64()));
                writeln!(
                    out,
                    "; {}",
                    Locale::En.no_way_out(&advice, least.as_deref())
                )?;
            }
        }
    }
    for moved in moves(asked) {
        match moved.high_usd {
            Some(high) => writeln!(
                out,
                "moves most: {}: USD {:.2} to {high:.2} in all",
                moved.key, moved.low_usd
            )?,
            None => writeln!(
                out,
                "moves most: {}: from USD {:.2} in all to no fit",
                moved.key, moved.low_usd
            )?,
        }
    }
    Ok(())
}
