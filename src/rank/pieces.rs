//! Work in pieces that do not wait for each other, and what whole pieces do to a deadline.

use crate::query::{Query, VisionMode, Workload};
use crate::units::Hours;

/// Whether the work falls into pieces that do not wait for each other.
pub const fn splits(query: &Query) -> bool {
    match query.workload {
        Workload::Image | Workload::Render | Workload::Vram => true,
        Workload::Vision => matches!(query.vision_mode, VisionMode::Infer),
        _ => false,
    }
}

/// Frames or images that one replica takes at a time: images are computed in batches.
pub fn at_once(query: &Query) -> u32 {
    match query.workload {
        Workload::Image | Workload::Vision => query.batch.max(1),
        _ => 1,
    }
}

/// Pieces that are taken as a whole, frames and batches of images, of which the last may be a smaller
/// one. What is said in GPU-hours does not say how long a piece of it is.
fn pieces(query: &Query) -> Option<f64> {
    let all = match query.workload {
        Workload::Render => query.frames.map(f64::from),
        Workload::Image | Workload::Vision if splits(query) => {
            query.images_k.map(|thousands| thousands.to_f64() * 1000.0)
        }
        _ => None,
    };
    let all = all.filter(|n| *n > 0.0)?;
    Some(all / f64::from(at_once(query)).min(all))
}

/// As a whole number: 2.0000001 are 2, as the count of images may be a sum of thousandths.
fn whole(pieces: f64) -> f64 {
    f64::ceil(pieces - 1e-6).max(1.0)
}

/// When the last piece is done, where `job` is the time in which the work would be done if it could
/// be divided at will among so many replicas: they take ⌈pieces ÷ replicas⌉ of them after each
/// other. What is billed is the work, since who is done is released.
pub fn ends(query: &Query, job: Hours, replicas: u32) -> Hours {
    let replicas = f64::from(replicas.max(1));
    pieces(query).map_or(job, |pieces| {
        job * (f64::ceil(whole(pieces) / replicas) * replicas / pieces)
    })
}

/// How many times the replicas of one instance it takes to be done by a deadline, where they alone
/// take `alone`; not rounded.
pub fn times_for_deadline(query: &Query, alone: Hours, deadline: Hours, replicas: u32) -> f64 {
    let replicas = f64::from(replicas.max(1));
    let freely = alone / deadline;
    let Some(pieces) = pieces(query) else {
        return freely;
    };
    let piece = alone * replicas / pieces;
    let rounds = f64::floor(deadline / piece + 1e-9);
    if rounds < 1.0 {
        // Not even one piece is done in time: more than one replica for each helps no more.
        return freely.min(whole(pieces) / replicas);
    }
    f64::ceil(whole(pieces) / rounds) / replicas
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::decode;

    /// Seven frames of 100 minutes by three hours: one frame after the other fits, so that seven
    /// replicas are needed, not the four that divide 700 minutes by 180.
    #[test]
    fn frames_are_not_divided() {
        let query = decode("w=render&frames=7&fmin=100&dl=3").query;
        let (alone, deadline) = (Hours::new(700.0 / 60.0), Hours::new(3.0));
        assert_eq!(times_for_deadline(&query, alone, deadline, 1), 7.0);
        let four = ends(&query, alone / 4.0, 4);
        assert!((four.get() - 200.0 / 60.0).abs() < 1e-9, "{four:?}");
        let many = decode("w=render&frames=7&fmin=100&dl=1").query;
        assert_eq!(times_for_deadline(&many, alone, Hours::new(1.0), 1), 7.0);
    }

    /// Five images of an hour each are no more divided than frames; two at a time they are three
    /// batches. Of a million a whole one is not seen.
    #[test]
    fn images_are_whole_too() {
        let times = |link: &str, alone: f64, deadline: f64| {
            let query = decode(link).query;
            times_for_deadline(&query, Hours::new(alone), Hours::new(deadline), 1)
        };
        assert_eq!(times("w=image&imgs=0.005", 5.0, 1.9), 5.0);
        assert_eq!(times("w=image&imgs=0.005", 5.0, 2.0), 3.0);
        assert_eq!(times("w=image&imgs=0.005&bs=2", 5.0, 2.0), 3.0);
        assert_eq!(times("w=image&imgs=0.005&bs=2", 5.0, 4.0), 2.0);
        assert_eq!(times("w=image&imgs=0.005&bs=64", 5.0, 2.5), 1.0);
        assert_eq!(times("w=vision&vm=train&imgs=0.005", 5.0, 2.5), 2.0);
        let many = times("w=vision&vm=infer&imgs=1000", 1000.0, 30.0);
        assert_eq!(many, 34.0);
        let query = decode("w=image&imgs=0.005&bs=2").query;
        let two = ends(&query, Hours::new(2.5), 2);
        // A batch takes two hours, and one replica has two of them.
        assert_eq!(two, Hours::new(4.0));
    }

    #[test]
    fn other_work_is_divided_at_will() {
        let query = decode("w=vram&vram=10&gpuh=10&dl=4").query;
        let job = Hours::new(10.0);
        assert_eq!(times_for_deadline(&query, job, Hours::new(4.0), 1), 2.5);
        assert_eq!(ends(&query, job, 3), job);
    }
}
