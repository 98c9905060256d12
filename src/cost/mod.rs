//! Money: what a span of use costs by each purchase kind, with discounts, billing rules and extras.

mod billing;
mod discount;
mod extras;
mod purchase;

pub use billing::{Billed, BillingRule, startup_hours, with_stalls};
pub use discount::{
    Discounts, Settled, Spread, Term, Typical, discounts_as_they_are, takes_discounts,
    typical_discounts,
};
pub use extras::{
    ExtraCost, ExtraItem, ExtraLine, Extras, Idle, egress_per_month, idle_cost, storage_per_month,
};
pub use purchase::{Deal, deals};
