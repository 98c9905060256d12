//! Which of two plans for the same kind of instance is to be preferred.

use super::layout::Layout;
use super::question::Question;
use crate::demand::{Demand, Peak, counts};
use std::cmp::Ordering;

/// Whether a plan is to be preferred: it meets the targets, takes fewer instances at the peak of the
/// first month, then fewer over the week and the months, works faster, or shards less, in this order.
pub fn is_better(question: &Question, a: &Layout, b: &Layout) -> bool {
    let (meets, at_peak) = (
        a.targets.all().cmp(&b.targets.all()),
        b.instances.cmp(&a.instances),
    );
    let order = meets
        .then(at_peak)
        .then_with(|| over_time(question, b.peak.expected, a.peak.expected))
        .then_with(|| a.rate.expected.cmp(&b.rate.expected))
        .then_with(|| b.group.cards().cmp(&a.group.cards()));
    order == Ordering::Greater
}

/// Compares the instances of two plans at all levels of the week in all months. A plan that fills more
/// of an instance takes no fewer at any of them, so that their sums tell.
fn over_time(question: &Question, a: Peak, b: Peak) -> Ordering {
    let Demand::Load { week, project } = &question.demand else {
        return Ordering::Equal;
    };
    let varies = week.follows() || question.query.load.growth_percent.to_micros() > 0;
    if !varies || (a.replicas, a.per_instance) == (b.replicas, b.per_instance) {
        return Ordering::Equal;
    }
    let sum = |peak: Peak| -> u64 {
        let counts = counts(question.query, week, *project, peak);
        counts.into_iter().map(u64::from).sum()
    };
    sum(a).cmp(&sum(b))
}
