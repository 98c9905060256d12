//! Changes of the question that would open offers. Each is tried before it is proposed.

use crate::catalog::Catalog;
use crate::locale::Locale;
use crate::query::{Query, WeightFormat, Workload};
use crate::rank::answer;
use crate::units::Date;

/// A change of the question that some offers would serve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Suggestion {
    /// What changes, in words.
    pub change: String,
    /// The changed question.
    pub query: Query,
    /// How many offers serve it.
    pub offers: usize,
}

/// Filters that may stand in the way, in the order in which dropping them is proposed.
const LIMITS: &[&str] = &[
    "budget", "gpu", "cnt", "prov", "reg", "jur", "home", "vendor", "ic", "comp", "fw", "sla",
    "pay", "tier",
];

/// Common formats that take fewer bits than this one.
const fn fewer_bits(format: WeightFormat) -> &'static [WeightFormat] {
    match format {
        WeightFormat::Fp32 => &[WeightFormat::Bf16, WeightFormat::Fp8, WeightFormat::Int4],
        WeightFormat::Bf16 | WeightFormat::Fp16 => &[WeightFormat::Fp8, WeightFormat::Int4],
        WeightFormat::Fp8 | WeightFormat::Int8 | WeightFormat::Q8_0 => &[WeightFormat::Int4],
        _ => &[],
    }
}

/// Changes that would help where nothing serves: fewer bits, a shorter context, one filter less.
pub(super) fn suggestions(
    catalog: &Catalog,
    query: &Query,
    today: Date,
    t: Locale,
) -> Vec<Suggestion> {
    let mut tried: Vec<(String, Query)> = Vec::new();
    let served = query.workload == Workload::Serve;
    if served || query.workload == Workload::Image {
        for format in fewer_bits(query.weights) {
            let mut changed = query.clone();
            changed.store_as(*format);
            tried.push((t.change_precision(t.weight_format(*format)), changed));
        }
    }
    if served {
        for context in [32_768, 8_192, 2_048] {
            if context < query.context {
                let mut changed = query.clone();
                changed.context = context;
                changed.output = query.output.min(context);
                tried.push((t.change_context(context), changed));
            }
        }
    }
    for key in super::form::keys_set(query) {
        if let Some(key) = LIMITS.iter().find(|limit| **limit == key) {
            tried.push((t.change_drop(key), super::form::cleared(query, &[key])));
        }
    }
    let found = that_serve(catalog, tried, today);
    if !found.is_empty() {
        return found;
    }
    // No single change will do: all limits dropped, with fewer bits.
    let open = super::form::cleared(query, LIMITS);
    let mut pairs = vec![(t.change_drop_all().to_owned(), open.clone())];
    for format in fewer_bits(query.weights) {
        let mut changed = open.clone();
        changed.store_as(*format);
        let bits = t.change_precision(t.weight_format(*format));
        pairs.push((t.join(&[t.change_drop_all(), &bits]), changed));
    }
    that_serve(catalog, pairs, today)
}

/// The changed questions that some offers serve.
fn that_serve(catalog: &Catalog, tried: Vec<(String, Query)>, today: Date) -> Vec<Suggestion> {
    tried
        .into_iter()
        .filter_map(|(change, query)| {
            let offers = answer(catalog, &query, today).candidates.len();
            (offers > 0).then_some(Suggestion {
                change,
                query,
                offers,
            })
        })
        .collect()
}
