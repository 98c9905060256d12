//! Money: how the instances of a project are best bought, with storage, traffic and other extras.

pub mod api;
mod billing;
mod conditions;
mod discount;
mod extras;
mod mix;
mod needs;
pub mod own;
mod payments;
mod rules;
pub mod serverless;
pub mod spot;
mod sum;
mod walk;
mod ways;

pub use billing::{Billed, BillingRule, with_stalls};
pub use conditions::Conditions;
pub use discount::{
    Distribution, Dues, Settled, Term, Typical, discounts_as_they_are, takes_discounts,
    typical_discounts,
};
pub use extras::{ExtraCost, ExtraItem, ExtraLine, Extras, Idle, Read, idle_cost};
pub use mix::{LayerPlan, Mix, Part, best, best_of};
pub use needs::Needs;
pub use payments::{Payments, payments};
pub use rules::{OLD_MONTHS, Rules, VERY_OLD_MONTHS, drift, months_old};
pub use ways::{Months, Terms, Way, Ways, When, after_promotion, on_demand, ways};
