//! Money: what a span of use costs by each purchase kind, with storage and traffic.

pub mod api;
mod extras;
pub mod own;
mod purchase;
pub mod serverless;

pub use extras::{ExtraCost, egress_per_month, storage_per_month};
pub use purchase::{Deal, deals};
