//! Which instances run in which hour of the week, and how they are bought.

use super::Candidate;
use crate::catalog::PriceKind;
use crate::demand::{HOURS, Peak, Profile, Week};
use crate::query::Query;

/// How a group of like instances is bought at the start of the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerBuy {
    /// How many instances.
    pub instances: u32,
    /// What covers them around the clock.
    pub base: Option<PriceKind>,
    /// What hours that may not be interrupted are bought as, where nothing covers them.
    pub firm: Option<PriceKind>,
    /// What hours that may be interrupted are bought as, where nothing covers them.
    pub soft: Option<PriceKind>,
}

/// One kind of purchase over the week.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindWeek {
    /// The kind.
    pub kind: PriceKind,
    /// Instances in each of the 168 hours from Monday 00:00. What runs around the clock is in every
    /// hour, whether the load needs it or not.
    pub instances: Vec<u32>,
}

/// The week of a candidate at the load of the first month, the kind that carries the base first;
/// `None` for a job, which has no week.
#[must_use]
pub fn schedule(query: &Query, candidate: &Candidate) -> Option<Vec<KindWeek>> {
    if crate::demand::Demand::of(query).is_job() {
        return None;
    }
    let needed = Profile::week(query, &Week::of(query), candidate.peak);
    let soft_share = query.spot.interruptible_percent.percent();
    let mut kinds: Vec<KindWeek> = Vec::new();
    let mut add = |kind: Option<PriceKind>, hour: usize, instances: u32| {
        let Some(kind) = kind.filter(|_| instances > 0) else {
            return;
        };
        let position = kinds.iter().position(|k| k.kind == kind);
        let position = position.unwrap_or_else(|| {
            kinds.push(KindWeek {
                kind,
                instances: vec![0; HOURS],
            });
            kinds.len() - 1
        });
        if let Some(cell) = kinds
            .get_mut(position)
            .and_then(|k| k.instances.get_mut(hour))
        {
            *cell = cell.saturating_add(instances);
        }
    };
    for (hour, needed) in needed.iter().enumerate() {
        let firm = needed - crate::demand::interruptible(*needed, soft_share);
        let mut below = 0_u32;
        // What is paid around the clock carries the load first, whichever group it was bought for:
        // where the load grows, a group above may be committed to before those below it are.
        let (base, rest) = (
            candidate.layers.iter().filter(|l| l.base.is_some()),
            candidate.layers.iter().filter(|l| l.base.is_none()),
        );
        for layer in base.chain(rest) {
            let top = below.saturating_add(layer.instances);
            if layer.base.is_some() {
                add(layer.base, hour, layer.instances);
            } else {
                let firm = firm.clamp(below, top) - below;
                let all = (*needed).clamp(below, top) - below;
                add(layer.firm, hour, firm);
                add(layer.soft, hour, all - firm);
            }
            below = top;
        }
    }
    Some(kinds)
}

/// Instances that the load of the first month needs in each hour.
#[must_use]
pub fn needed(query: &Query, peak: Peak) -> Vec<u32> {
    Profile::week(query, &Week::of(query), peak)
}
