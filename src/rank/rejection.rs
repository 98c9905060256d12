//! Offers that do not serve, counted by reason.

use super::Reject;
use crate::catalog::OfferIx;
use crate::units::Bytes;

/// How many offers are out for one reason, and which came closest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The reason.
    pub reason: Reject,
    /// Offers that are out for it.
    pub offers: u32,
    /// For reasons of memory: the offer that came closest.
    pub closest: Option<Closest>,
}

/// The offer that came closest to holding the workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closest {
    /// The offer.
    pub offer: OfferIx,
    /// Cards per instance.
    pub gpus: u32,
    /// What each card would have to hold.
    pub needed: Bytes,
    /// What it can hold.
    pub usable: Bytes,
}
