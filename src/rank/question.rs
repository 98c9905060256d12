//! What is worked out once for a whole answer.

use crate::catalog::Catalog;
use crate::cost::{Dues, Rules};
use crate::demand::{Demand, highest};
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

    /// How many times the load of the first month the greatest of the project is.
    pub fn greatest_growth(&self) -> Ratio {
        let months = self.demand.months(self.query);
        let loads = months.iter().map(|month| month.load);
        loads.max().unwrap_or(Ratio::new(1.0))
    }

    /// Hours that a run of a job has for its work to meet the deadline, where one is asked for: what
    /// is left of it when the instances have started.
    pub fn time_to_work(&self) -> Option<Hours> {
        let deadline = self.query.deadline_hours?;
        Some(Hours::new(deadline.to_f64()) - self.demand.startup())
    }

    /// Requests per second at the peak, where they are asked for.
    pub fn asked_requests_per_second(&self) -> Option<Ratio> {
        let stated = self.query.requests_per_second?;
        Some(highest(self.query) * stated.to_f64())
    }

    /// Output tokens per second that a rate in the query asks for at the peak: requests per second are
    /// those of the peak, tokens per day those of a day with any use.
    pub fn asked_tokens_per_second(&self) -> Option<Ratio> {
        if let Some(requests) = self.asked_requests_per_second() {
            return Some(requests * f64::from(self.query.output));
        }
        let day = self
            .demand
            .week()
            .map_or(Hours::DAY, |week| week.load_per_day());
        self.query
            .tokens_per_day
            .map(|tokens| Ratio::new(tokens.to_f64() / day.to_seconds().get().max(1.0)))
    }
}
