//! What the asker measured on some card, as factors on the estimates of every card.

use super::Footprint;
use crate::units::{Range, Ratio};

/// Factors by which the asker's own measurements correct the estimates; `None` where nothing was
/// measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// On every part of a footprint.
    pub memory: Option<Ratio>,
    /// On rates; times are divided by it.
    pub speed: Option<Ratio>,
}

/// What is left of the uncertainty of a footprint once one run was measured: allocators and
/// versions differ between cards by this much.
const MEMORY_LEFT: f64 = 0.05;

impl Footprint {
    /// The footprint of a card as the measurement of another corrects it: every part by the same
    /// factor, since a peak does not tell its parts apart.
    pub(crate) fn corrected(&self, measured: Measured) -> Self {
        let Some(factor) = measured.memory.map(Ratio::get) else {
            return *self;
        };
        let total = self.total.expected * factor;
        Self {
            total: Range::new(
                total * (1.0 - MEMORY_LEFT),
                total,
                total * (1.0 + MEMORY_LEFT),
            ),
            ..self.scaled(factor)
        }
    }
}
