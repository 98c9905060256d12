//! Money: what a span of use costs by each purchase kind, with storage and traffic.

mod extras;
mod purchase;
pub mod spot;

pub use extras::{ExtraCost, egress_per_month, storage_per_month};
pub use purchase::{Deal, deals};
