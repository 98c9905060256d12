//! Links between the cards of a training run, in one host and between hosts.

use super::hardware::{collective, is_slow};
use crate::catalog::Accelerator;
use crate::fit::{Device, Group};

/// What transfers reach of a link's rate: NCCL tests reach 0.7 to 0.8 of NVLink and 0.8 of network
/// cards.
const WIRE: f64 = 0.8;

/// One direction of sixteen lanes of PCI Express per generation, less protocol.
const fn lanes(generation: Option<u8>) -> f64 {
    match generation {
        Some(..=3) => 12e9,
        Some(5) => 48e9,
        Some(6..) => 96e9,
        Some(4) | None => 24e9,
    }
}

/// Bytes per second that one card sends to other hosts where nothing is said: 200 Gbit/s per card
/// beside A100, 400 beside later ones (NVIDIA DGX A100 and H100 data sheets, hosts of MI300X and
/// of Ascend alike), 100 beside the rest.
fn usual_network(accelerator: &Accelerator) -> f64 {
    let family = accelerator.family.as_str();
    let is_board = !accelerator.link.starts_with("PCIe");
    match family {
        "nvidia-hopper" | "nvidia-blackwell" | "amd-cdna3" | "amd-cdna4" if is_board => 50e9,
        "nvidia-ampere" | "huawei-ascend-910b" | "huawei-ascend-910c" if is_board => 25e9,
        _ => 12.5e9,
    }
}

/// The links of a group of cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Links {
    /// Bytes per second between cards of one host.
    pub near: f64,
    /// Bytes per second between cards of a tensor group.
    pub tensor: f64,
    /// Bytes per second from one card to other hosts.
    pub far: f64,
    /// Bytes per second between a card and its host.
    pub host: f64,
    /// Whether cards of a host meet over PCI Express.
    pub slow: bool,
    /// Cards of a host.
    pub per_host: f64,
}

impl Links {
    /// The links of a group. `staged` is the share of PCI Express that cards without peer access
    /// reach through host memory.
    pub(super) fn of(device: &Device, group: &Group, staged: f64) -> Self {
        let accelerator = device.accelerator;
        let per_host = group.per_host.max(1).min(group.cards());
        let slow = is_slow(accelerator, group.link, per_host);
        let host = lanes(accelerator.pcie_gen);
        let near = if slow {
            host * staged
        } else {
            collective(accelerator, group.link, per_host).get()
        };
        let tensor = group.tensor.max(1).min(per_host);
        let tensor = if is_slow(accelerator, group.link, tensor) {
            near
        } else {
            collective(accelerator, group.link, tensor).get()
        };
        let far = group
            .network
            .map_or_else(|| usual_network(accelerator), |rate| rate.get());
        Self {
            near: near.max(1.0),
            tensor: tensor.max(1.0),
            far: (far * WIRE).max(1.0),
            host: host * WIRE,
            slow,
            per_host: f64::from(per_host),
        }
    }

    /// Bytes per second at which one card takes part in a ring over cards that stand `stride`
    /// apart and span `span` cards. Those of one host share its network cards.
    pub(super) fn ring(&self, span: f64, stride: f64) -> f64 {
        if span <= self.per_host {
            return self.near;
        }
        let together = (self.per_host / stride.max(1.0)).max(1.0);
        self.near.min(self.far * together)
    }
}
