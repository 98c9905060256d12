//! From a load to instances: how many hours of each month every single instance is needed.
//!
//! Instances are numbered from the one that is needed longest. What the first needs, the second
//! needs at most; so each can be bought on its own, and all together are then bought best
//! (`docs/money.md`).

use super::layers::{Layer, Need, layers, mean_hours};
use super::week::{Cell, HOURS, Week};
use super::{Demand, Month, Span};
use crate::query::{LoadTerms, Query, Scaling};
use crate::units::{Hours, Ratio};

/// Instances at which counting ends; what takes so many is more than anybody sells.
pub const MOST: u32 = 1_000_000;

/// How many instances a load takes at its peak, the highest level that occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Peak {
    /// Replicas at the peak of the first month, not rounded.
    pub replicas: Ratio,
    /// Replicas on one instance.
    pub per_instance: u32,
    /// Instances that work as one, or that hold one replica together.
    pub together: u32,
}

impl Peak {
    /// Instances that the load takes at its peak, however many are kept running beside them.
    #[must_use]
    pub fn working(self) -> u32 {
        self.taken(1.0, Ratio::new(1.0))
    }

    /// Instances that a level of the load takes, above 0, as so many times that of the first month.
    fn taken(self, factor: f64, level: Ratio) -> u32 {
        let per_instance = f64::from(self.per_instance.max(1));
        // A load of 2.0000001 instances is one of 2: the estimate is never that exact.
        let groups = f64::ceil(self.replicas.get() * factor * level.get() / per_instance - 1e-6);
        whole(groups.max(1.0))
            .saturating_mul(self.together.max(1))
            .min(MOST)
    }

    /// Instances at the peak of the mean month over those of the first.
    #[must_use]
    pub fn growth(self, query: &Query, months: &[Month]) -> Ratio {
        let at = |load: Ratio| {
            let instances = instances(&query.load, self, load.get(), Ratio::new(1.0));
            Ratio::new(f64::from(instances.max(1)))
        };
        Month::mean(months, at) * (1.0 / at(Ratio::new(1.0)).get())
    }
}

/// What all instances are needed for.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Wall-clock length of the project.
    pub project: Hours,
    /// Groups of like instances, the longest needed first.
    pub layers: Vec<Layer>,
    /// The hours are those of a job that runs without a pause, rather than spread over a month.
    pub contiguous: bool,
}

impl Profile {
    /// Instance-hours of use over the project.
    #[must_use]
    pub fn hours(&self) -> Hours {
        let months = self.project / Hours::MONTH;
        let layers = self.layers.iter().map(|layer| {
            let month = |month: usize| (layer.firm(month) + layer.soft(month)).get();
            let hours = if layer.is_even() {
                month(0) * months
            } else {
                let count = f64::ceil(months) as usize;
                let share = |m: usize| (months - m as f64).clamp(0.0, 1.0);
                (0..count).map(|m| month(m) * share(m)).sum()
            };
            hours * f64::from(layer.instances)
        });
        Hours::new(layers.sum())
    }

    /// Most instances at once.
    #[must_use]
    pub fn instances(&self) -> u32 {
        self.layers
            .iter()
            .fold(0, |sum, layer| sum.saturating_add(layer.instances))
    }

    /// Instances for a job over its span, each needed from its start on.
    #[must_use]
    pub fn of_job(demand: &Demand, span: Span, instances: u32, interruptible: bool) -> Self {
        let (there, runs_for) = demand.presence(span);
        let (firm, soft) = if interruptible {
            (Hours::ZERO, there)
        } else {
            (there, Hours::ZERO)
        };
        Self {
            project: span.project,
            layers: vec![Layer {
                instances,
                firm: vec![firm],
                soft: vec![soft],
                starts: vec![Ratio::new(1.0)],
                booted: vec![Ratio::ZERO],
                runs_for,
            }],
            contiguous: true,
        }
    }

    /// Instances that follow a load.
    #[must_use]
    pub fn of_load(query: &Query, week: &Week, project: Hours, peak: Peak) -> Self {
        Self::of_counts(query, week, project, &counts(query, week, project, peak))
    }

    /// Instances that follow a load, from their [`counts`].
    #[must_use]
    pub fn of_counts(query: &Query, week: &Week, project: Hours, counts: &[u32]) -> Self {
        let terms = &query.load;
        let soft_share = query.spot.interruptible_percent.percent();
        let levels = week.levels(terms.scaling).len().max(1);
        let begun: Vec<Vec<(u32, f64)>> = counts
            .chunks(levels)
            .map(|counts| begun(terms, week, counts))
            .collect();
        let mut months: Vec<Vec<Need>> = counts
            .chunks(levels)
            .map(|counts| needs(terms, week, counts, soft_share))
            .collect();
        if months.is_empty() {
            months.push(needs(terms, week, &[], soft_share));
        }
        let starts = |month: usize, below: u32, to: u32| {
            let begun = begun.get(month).map_or(&[][..], Vec::as_slice);
            let mut those = begun.partition_point(|(instances, _)| *instances > below);
            let starts = Ratio::new(mean_hours(begun, &mut those, (below, to)).get());
            let booted = if week.follows() { starts } else { Ratio::ZERO };
            (starts, booted)
        };
        Self {
            project,
            layers: layers(&months, &starts),
            contiguous: false,
        }
    }

    /// Instances in each hour of the week at the load of the first month.
    #[must_use]
    pub fn week(query: &Query, week: &Week, peak: Peak) -> Vec<u32> {
        week.cells()
            .iter()
            .map(|cell| of_cell(&query.load, peak, cell))
            .collect()
    }
}

/// How many of so many instances may be interrupted at once, for a share of the load that may.
#[must_use]
pub(crate) fn interruptible(all: u32, share: Ratio) -> u32 {
    // The tolerance forgives the binary rounding of a share such as 30 %.
    whole(f64::from(all) * share.get() + 1e-9).min(all)
}

/// Instances at each level of the week that occurs, in every month of a load that grows or in one
/// for all. Whatever else is needed follows from them, so that loads that take the same instances
/// need the same.
#[must_use]
pub fn counts(query: &Query, week: &Week, project: Hours, peak: Peak) -> Vec<u32> {
    let terms = &query.load;
    let months = if terms.growth_percent.to_micros() > 0 {
        // The key admits 120 months.
        (f64::ceil(project / Hours::MONTH) as usize).clamp(1, 120)
    } else {
        1
    };
    let (levels, growth) = (week.levels(terms.scaling), terms.growth().get());
    let mut counts = Vec::with_capacity(months * levels.len());
    let mut factor = 1.0;
    for _ in 0..months {
        let levels = levels.iter();
        counts.extend(levels.map(|(level, _)| instances(terms, peak, factor, *level)));
        factor *= growth;
    }
    counts
}

/// The hours of a week by how many instances they need, the most first, from the instances at each
/// level that occurs.
fn needs(terms: &LoadTerms, week: &Week, counts: &[u32], soft_share: Ratio) -> Vec<Need> {
    let mut needs: Vec<Need> = Vec::new();
    let idle = terms.floor.min(MOST);
    let mut add = |all: u32, hours: f64| {
        if all == 0 || hours <= 0.0 {
            return;
        }
        // A higher level takes no fewer instances, and an idle hour no more.
        match needs.last_mut() {
            Some(need) if need.all == all => need.hours += hours,
            _ => needs.push(Need {
                all,
                firm: all - interruptible(all, soft_share),
                hours,
            }),
        }
    };
    let mut idle_hours = HOURS as f64;
    for ((_, hours), count) in week.levels(terms.scaling).iter().zip(counts) {
        add(*count, *hours);
        idle_hours -= hours;
    }
    add(idle, idle_hours);
    needs
}

/// Instances at a level of the load: as many as it takes, at least those that are kept running.
pub(super) fn instances(terms: &LoadTerms, peak: Peak, factor: f64, level: Ratio) -> u32 {
    let floor = terms.floor.min(MOST);
    if level <= Ratio::ZERO {
        return floor;
    }
    peak.taken(factor, level).max(floor)
}

/// Instances in one hour of the week.
fn of_cell(terms: &LoadTerms, peak: Peak, cell: &Cell) -> u32 {
    match terms.scaling {
        Scaling::Fixed => instances(terms, peak, 1.0, Ratio::new(1.0)),
        Scaling::Auto if cell.used > Ratio::ZERO => instances(terms, peak, 1.0, cell.level),
        Scaling::Auto => terms.floor.min(MOST),
    }
}

/// How often in a week each instance starts: by how many instances there are at a level, the most
/// first, how often the load rises to it from below.
fn begun(terms: &LoadTerms, week: &Week, counts: &[u32]) -> Vec<(u32, f64)> {
    let idle = (terms.floor.min(MOST), 0.0);
    let rises = week.rises(terms.scaling).iter().copied();
    let mut begun: Vec<(u32, f64)> = Vec::new();
    for (count, times) in counts.iter().copied().zip(rises).chain([idle]) {
        match begun.last_mut() {
            // To come from a level that takes as many is no start.
            Some(last) if last.0 <= count => last.1 = times,
            _ => begun.push((count, times)),
        }
    }
    begun
}

impl Demand {
    /// What the instances of a plan are needed for: those of a job of so many hours, or as many as
    /// the load takes at its peak. The instances of a job may be interrupted all or none.
    #[must_use]
    pub fn profile(
        &self,
        query: &Query,
        job: Option<Hours>,
        peak: Peak,
        instances: u32,
    ) -> Profile {
        match self {
            Self::Load { week, project } => Profile::of_load(query, week, *project, peak),
            Self::Once { .. } | Self::Monthly { .. } => {
                let interruptible = query.spot.interruptible_percent.to_f64() >= 100.0;
                Profile::of_job(self, self.span(job), instances, interruptible)
            }
        }
    }
}

/// Truncates into a u32.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates at both ends and maps NaN to 0"
)]
const fn whole(value: f64) -> u32 {
    value as u32
}
