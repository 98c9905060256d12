//! Kasuan 卡算: which cloud GPU instance runs my model, and what will it really cost me?
//!
//! A question flows one way through pure rooms: [`query`] → [`demand`] → [`fit`] → [`speed`] →
//! [`cost`] → [`rank`]. The [`catalog`] feeds each of them. Only the page (`ui`, `browser`) and the
//! terminal program touch the outside. `docs/architecture.md` has the map and the invariants.

#[cfg(feature = "terminal")]
pub mod accuracy;
pub mod calibration;
pub mod catalog;
pub mod cost;
pub mod demand;
pub mod explain;
pub mod fit;
mod json;
pub mod locale;
pub mod query;
pub mod rank;
pub mod reader;
mod sorted;
pub mod speed;
#[cfg(feature = "terminal")]
pub mod terminal;
pub mod units;

#[cfg(feature = "web")]
pub mod browser;
#[cfg(feature = "web")]
pub mod ui;
