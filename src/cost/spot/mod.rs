//! Spot, honestly: what interruptions add to the hours that are billed, when checkpoints pay, the
//! chance to meet a deadline, spare replicas, and the rate at which spot stops being cheaper.
//!
//! One assumption runs through all of it: interruptions come independently of the time since the
//! last one (a Poisson process). Everything here is per run of equal instances; the start-up of the
//! first start is the same on spot and on demand, and is counted where both are.

mod chance;
mod even;
mod hazard;
mod interval;
mod outlook;
mod run;
mod serving;
mod transfer;

pub use even::{break_even, price_ratio};
pub use hazard::Hazard;
pub use interval::{CheckpointRule, daly, optimum, sensible, young};
pub use outlook::{Outlook, outlook};
pub use run::{Checkpoints, Expected, SpotRun};
pub use serving::{DEFAULT_TARGET, Fleet, availability, fleet};
pub use transfer::{STORE_READ, STORE_WRITE, fetch_time, save_time};
