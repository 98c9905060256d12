//! The model that a query asks about: a preset, or one inferred from a size.

use crate::catalog::{Catalog, Model};
use crate::query::Query;

/// The model of a query with what was assumed about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The model.
    pub model: Model,
    /// Its shape was inferred from its size.
    pub inferred: bool,
}

/// The model that a query asks about. `None` for workloads without one, and where a preset id is
/// unknown and no size is given.
#[must_use]
pub fn subject(_catalog: &Catalog, _query: &Query) -> Option<Subject> {
    None
}
