//! Money: how the instances of a project are best bought, with storage and traffic.

mod extras;
mod mix;
mod rules;
mod ways;

pub use extras::{ExtraCost, egress_per_month, storage_per_month};
pub use mix::{Conditions, LayerPlan, Mix, Part, best};
pub use rules::{OLD_MONTHS, Rules, VERY_OLD_MONTHS, months_old};
pub use ways::{Terms, Way, Ways, on_demand, ways};
