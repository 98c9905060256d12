//! What is worked out once for a whole answer.

use crate::catalog::Catalog;
use crate::cost::{Dues, Rules};
use crate::demand::Demand;
use crate::fit::{Measured, Subject};
use crate::query::Query;
use crate::units::Ratio;

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
