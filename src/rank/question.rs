//! What is worked out once for a whole answer.

use crate::catalog::Catalog;
use crate::cost::{Dues, Rules};
use crate::demand::Demand;
use crate::fit::{Measured, Subject};
use crate::query::Query;
use crate::speed;
use crate::units::{Date, Hours, Ratio};

/// What every layout of one answer shares.
pub struct Question<'a> {
    /// The catalog.
    pub catalog: &'a Catalog,
    /// The query.
    pub query: &'a Query,
    /// The model, where the workload has one.
    pub subject: Option<&'a Subject>,
    /// What the asker's own measurements say.
    pub measured: Measured,
    /// The usage pattern.
    pub demand: Demand,
    /// The work of a job.
    pub work: Option<Ratio>,
    /// How prices count.
    pub rules: Rules<'a>,
    /// Credit and tax.
    pub dues: Dues,
}

impl<'a> Question<'a> {
    /// Works it out for a question.
    pub fn of(
        catalog: &'a Catalog,
        query: &'a Query,
        today: Date,
        subject: Option<&'a Subject>,
        measured: Measured,
    ) -> Self {
        Self {
            catalog,
            query,
            subject,
            measured,
            demand: Demand::of(query),
            work: speed::work(query, subject),
            rules: Rules::of(catalog, query, today),
            dues: Dues::of(catalog, query),
        }
    }

    /// Hours that a run of a job has for its work to meet the deadline, where one is asked for: what
    /// is left of it when the instances have started.
    pub fn time_to_work(&self) -> Option<Hours> {
        let deadline = self.query.deadline_hours?;
        Some(Hours::new(deadline.to_f64()) - self.demand.startup())
    }
}
