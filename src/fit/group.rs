//! The cards that run one replica, and how they share its work.

use crate::catalog::InstanceLink;
use crate::query::Workload;
use crate::units::BytesPerSecond;

/// The cards that run one replica together. Degrees that are not used are 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Cards that share every layer. Engines that split a model by layers put whole layers on as
    /// many cards instead.
    pub tensor: u32,
    /// Stages that hold consecutive layers.
    pub pipeline: u32,
    /// Cards with their own part of the batch; [`crate::query::Zero`] says what they divide.
    pub data: u32,
    /// Cards that share a sequence.
    pub context: u32,
    /// Cards that share the routed experts. They are not cards of their own: they are taken from
    /// the data-parallel ones.
    pub expert: u32,
    /// Cards of one host, which [`Group::link`] joins.
    pub per_host: u32,
    /// The link between cards of one host.
    pub link: InstanceLink,
    /// What one card sends to other hosts per second; `None` where it is unknown.
    pub network: Option<BytesPerSecond>,
}

impl Group {
    /// One card.
    pub const ONE: Self = Self {
        tensor: 1,
        pipeline: 1,
        data: 1,
        context: 1,
        expert: 1,
        per_host: 1,
        link: InstanceLink::Unknown,
        network: None,
    };

    /// A serving replica over so many cards of one host.
    #[must_use]
    pub fn serving(cards: u32, link: InstanceLink) -> Self {
        let cards = cards.max(1);
        Self {
            tensor: cards,
            per_host: cards,
            link,
            ..Self::ONE
        }
    }

    /// A data-parallel job over so many cards of one host.
    #[must_use]
    pub fn training(cards: u32, link: InstanceLink) -> Self {
        let cards = cards.max(1);
        Self {
            data: cards,
            per_host: cards,
            link,
            ..Self::ONE
        }
    }

    /// So many cards of one host with the degrees that a workload uses.
    #[must_use]
    pub fn of(workload: Workload, cards: u32, link: InstanceLink) -> Self {
        match workload {
            Workload::Serve => Self::serving(cards, link),
            _ => Self::training(cards, link),
        }
    }

    /// All cards.
    #[must_use]
    pub fn cards(&self) -> u32 {
        [self.tensor, self.pipeline, self.data, self.context]
            .iter()
            .fold(1, |cards: u32, degree| {
                cards.saturating_mul(*degree.max(&1))
            })
    }
}
