//! Holding a decoded link against the catalog: what it names must be there.

use super::{Decoded, Problem, ProblemReason, Query};
use crate::catalog::Catalog;

impl Decoded {
    /// The same question with the catalog in hand. A model, currency or reference card that the
    /// catalog lacks falls back to its default; a provider, card or vendor that it lacks is left
    /// out of its list. Each is reported. Jurisdictions stay as they are: leaving one out would
    /// widen where data may lie.
    #[must_use]
    pub fn known_to(mut self, catalog: &Catalog) -> Self {
        let Self { query, problems } = &mut self;
        let default = Query::default();
        let mut report = |key: &str, value: &str| {
            problems.push(Problem {
                key: key.to_owned(),
                value: value.to_owned(),
                reason: ProblemReason::NotInCatalog,
            });
        };
        let custom = query.params_b.is_some() || query.architecture.is_some();
        if !custom && catalog.model_by_id(&query.model).is_none() {
            report("m", &query.model);
            query.model = default.model;
        }
        if catalog.accelerator_by_id(&query.reference).is_none() {
            report("ref", &query.reference);
            query.reference = default.reference;
        }
        if !query.measured_on.is_empty() && catalog.accelerator_by_id(&query.measured_on).is_none()
        {
            report("mg", &query.measured_on);
            query.measured_on = default.measured_on;
            query.measured_peak_gb = None;
            query.measured_speed = None;
            query.measured_step_s = None;
        }
        if catalog.rate(query.currency).is_none() {
            report("cur", query.currency.code());
            query.currency = default.currency;
        }
        let mut keep = |key: &str, list: &mut Vec<String>, known: &dyn Fn(&str) -> bool| {
            list.retain(|word| {
                let known = known(word);
                if !known {
                    report(key, word);
                }
                known
            });
        };
        keep("prov", &mut query.providers, &|word| {
            catalog.provider_by_id(word).is_some()
        });
        keep("gpu", &mut query.gpus, &|word| {
            catalog.accelerators.iter().any(|card| card.is_in(word))
        });
        keep("vendor", &mut query.vendors, &|word| {
            catalog
                .accelerators
                .iter()
                .any(|card| card.vendor.0 == word)
        });
        self
    }
}
