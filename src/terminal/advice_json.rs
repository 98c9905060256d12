//! Advice, and what moves the answer, as JSON.

use super::asked::Asked;
use crate::query::encode;
use crate::rank::{self, Advice, Mend};
use crate::units::{Hours, Money, Ratio};
use serde::Serialize;

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
pub fn mended(asked: &Asked) -> Vec<(Advice, Option<Mend>)> {
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
