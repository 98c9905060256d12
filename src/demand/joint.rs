//! Several needs for the same kind of instance as one: their curves are summed hour by hour.
//!
//! All weeks are the same week and all projects start together, so that loads that peak at
//! different hours need fewer instances together than apart (`docs/money.md`). A job runs from the
//! start without a pause; moving it into hours that others leave idle is not assumed.

mod starts;

use super::layers::{Need, layers};
use super::profile::{instances, interruptible};
use super::week::{HOURS, Week};
use super::{Demand, Peak, Profile, Span};
use crate::query::{Query, Scaling};
use crate::sorted::SortedMap;
use crate::units::{Hours, Ratio};
use starts::Begun;

/// Longest project that is summed month by month, in months: the longest that the key `mon` admits.
const LONGEST: usize = 120;

/// What one question needs instances for.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim<'a> {
    query: &'a Query,
    /// Wall-clock length of its project.
    project: Hours,
    shape: Shape,
}

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// Instances follow a load.
    Load { week: Week, peak: Peak },
    /// So many instances from the start for so many hours, starting and at work.
    Run { hours: Hours, instances: u32 },
    /// The same from the start of each month.
    Monthly { hours: Hours, instances: u32 },
}

impl<'a> Claim<'a> {
    /// What the instances of a plan are needed for: those of a job over its span, or as many as the
    /// load takes at its peak.
    #[must_use]
    pub fn new(query: &'a Query, demand: &Demand, span: Span, peak: Peak, instances: u32) -> Self {
        let (there, _) = demand.presence(span);
        let shape = match demand {
            Demand::Load { week, .. } => Shape::Load {
                week: week.clone(),
                peak,
            },
            Demand::Monthly { .. } if there < Hours::MONTH => Shape::Monthly {
                hours: there,
                instances,
            },
            Demand::Once { .. } | Demand::Monthly { .. } => Shape::Run {
                hours: there * (span.project / Hours::MONTH),
                instances,
            },
        };
        Self {
            query,
            project: span.project,
            shape,
        }
    }

    /// The share of a month, from its start, in which anything is needed.
    fn active(&self, month: usize) -> f64 {
        let of = |hours: Hours| (hours / Hours::MONTH - month as f64).clamp(0.0, 1.0);
        match self.shape {
            Shape::Load { .. } => of(self.project),
            Shape::Run { hours, .. } => of(hours),
            Shape::Monthly { hours, .. } => hours / Hours::MONTH * of(self.project),
        }
    }

    /// Instances in each hour of the week in a month, those of a job in all of them.
    fn week(&self, month: usize) -> Vec<u32> {
        let factor = self.factor(month);
        let of = |hour: usize| self.instances(hour, self.used(hour) > 0.0, factor).0;
        (0..HOURS).map(of).collect()
    }

    const fn is_job(&self) -> bool {
        !matches!(self.shape, Shape::Load { .. })
    }

    /// Whether its instances start and stop with its load, so that starting is billed on top.
    fn follows(&self) -> bool {
        matches!(&self.shape, Shape::Load { week, .. } if week.follows())
    }

    /// How many times the load of the first month that of a month is.
    fn factor(&self, month: usize) -> f64 {
        let growth = self.query.load.growth().get();
        let mut factor = 1.0;
        for _ in 0..month {
            factor *= growth;
        }
        factor
    }

    fn grows(&self) -> bool {
        !self.is_job() && self.query.load.growth_percent.to_micros() > 0
    }

    /// The share of an hour of the week, from its start, in which there is use.
    fn used(&self, hour: usize) -> f64 {
        match &self.shape {
            Shape::Load { week, .. } if self.query.load.scaling == Scaling::Auto => {
                week.cells().get(hour).map_or(0.0, |cell| cell.used.get())
            }
            _ => 1.0,
        }
    }

    /// Instances in an hour of the week, in the part with use or in the rest of it: all, and those
    /// that may not be interrupted.
    fn instances(&self, hour: usize, in_use: bool, factor: f64) -> (u32, u32) {
        match &self.shape {
            Shape::Load { week, peak } => {
                let level = match self.query.load.scaling {
                    Scaling::Fixed => Ratio::new(1.0),
                    Scaling::Auto if in_use => {
                        week.cells().get(hour).map_or(Ratio::ZERO, |c| c.level)
                    }
                    Scaling::Auto => Ratio::ZERO,
                };
                let all = instances(&self.query.load, *peak, factor, level);
                let share = self.query.spot.interruptible_percent.percent();
                (all, all - interruptible(all, share))
            }
            Shape::Run { instances, .. } | Shape::Monthly { instances, .. } => {
                // The instances of a job may be interrupted all or none.
                let soft = self.query.spot.interruptible_percent.to_f64() >= 100.0;
                (*instances, if soft { 0 } else { *instances })
            }
        }
    }
}

/// The sum of several claims on the same kind of instance, for buying them together; `None` where
/// there are none, or a project is longer than 120 months.
#[must_use]
pub fn joint(claims: &[Claim]) -> Option<Profile> {
    let project = claims.iter().map(|claim| claim.project).max()?;
    let length = project / Hours::MONTH;
    let count = f64::ceil(length - 1e-9).max(1.0) as usize;
    if count > LONGEST {
        return None;
    }
    // Loads that do not grow need the same in every month, so that each set of active claims is
    // summed once.
    let mut known: SortedMap<(usize, Vec<bool>), Vec<Need>> = SortedMap::default();
    let mut months: Vec<Vec<Need>> = (0..count)
        .map(|month| {
            let share = (length - month as f64).min(1.0);
            let mut needs = Vec::new();
            for (part, active) in parts(claims, month) {
                let grows = claims.iter().zip(&active).any(|(c, on)| *on && c.grows());
                let key = (if grows { month } else { 0 }, active);
                let week = known
                    .get_or_insert_with(key, |(month, active)| of_week(claims, active, *month));
                // A month that the project fills in part is stated as if it were full.
                needs.extend(week.iter().map(|need| Need {
                    hours: need.hours * part / share,
                    ..need.clone()
                }));
            }
            needs
        })
        .collect();
    if months.windows(2).all(|pair| pair[0] == pair[1]) {
        months.truncate(1);
    }
    let begun = Begun::of(claims, length, months.len());
    Some(Profile {
        project,
        layers: layers(&months, &|month, below, to| {
            begun.of_month(month, below, to)
        }),
        contiguous: claims.iter().all(Claim::is_job),
    })
}

/// A month in parts in which the same claims are active, with the share of the month that each
/// takes. Every claim is active from the start of the month.
fn parts<'a>(
    claims: &'a [Claim],
    month: usize,
) -> impl Iterator<Item = (f64, Vec<bool>)> + use<'a> {
    let active: Vec<f64> = claims.iter().map(|claim| claim.active(month)).collect();
    let mut cuts: Vec<f64> = active.iter().copied().filter(|a| *a > 0.0).collect();
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    let mut before = 0.0;
    cuts.into_iter().map(move |cut| {
        let part = cut - before;
        before = cut;
        (part, active.iter().map(|a| *a >= cut).collect())
    })
}

/// The hours of a week by how many instances the active claims need together.
fn of_week(claims: &[Claim], active: &[bool], month: usize) -> Vec<Need> {
    let claims: Vec<(&Claim, f64)> = claims
        .iter()
        .zip(active)
        .filter(|(_, on)| **on)
        .map(|(claim, _)| (claim, claim.factor(month)))
        .collect();
    let mut needs: SortedMap<(u32, u32), f64> = SortedMap::default();
    for hour in 0..HOURS {
        let mut cuts: Vec<f64> = claims.iter().map(|(claim, _)| claim.used(hour)).collect();
        cuts.push(1.0);
        cuts.retain(|cut| *cut > 0.0);
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        let mut before = 0.0;
        for cut in cuts {
            let (mut all, mut firm) = (0_u32, 0_u32);
            for (claim, factor) in &claims {
                let own = claim.instances(hour, claim.used(hour) >= cut, *factor);
                all = all.saturating_add(own.0);
                firm = firm.saturating_add(own.1);
            }
            if all > 0 {
                *needs.get_or_default((all, firm)) += cut - before;
            }
            before = cut;
        }
    }
    needs
        .into_vec()
        .into_iter()
        .map(|((all, firm), hours)| Need { all, firm, hours })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::decode;
    use proptest::prelude::*;

    const PEAK: Peak = Peak {
        replicas: Ratio::new(2.5),
        per_instance: 1,
        together: 1,
    };

    fn with<T>(links: &[&str], job: f64, test: impl FnOnce(&[Claim], &[Profile]) -> T) -> T {
        let queries: Vec<Query> = links.iter().map(|link| decode(link).query).collect();
        let mut claims = Vec::new();
        let mut alone = Vec::new();
        for query in &queries {
            let demand = Demand::of(query);
            let job = demand.is_job().then(|| Hours::new(job));
            claims.push(Claim::new(query, &demand, demand.span(job), PEAK, 3));
            alone.push(demand.profile(query, job, PEAK, 3));
        }
        test(&claims, &alone)
    }

    /// Hours of the instance with a number in a month: firm and soft.
    fn hours(profile: &Profile, number: u32, month: usize) -> (f64, f64) {
        let mut below = 0;
        for layer in &profile.layers {
            below += layer.instances;
            if number <= below {
                return (layer.firm(month).get(), layer.soft(month).get());
            }
        }
        (0.0, 0.0)
    }

    #[track_caller]
    fn is_near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-6, "{value} is not {expected}");
    }

    #[test]
    fn one_claim_is_its_own_profile() {
        let links = [
            "",
            "use=office",
            "use=office&hpd=2.5&dpw=5.5&mon=7.3",
            "swing=60&floor=2&int=40",
            "swing=30&grow=12&mon=5.5&int=0",
            "use=week&wk=0x9.50x9.0x6~5_0x24~2",
            "use=office&scale=fixed",
            "use=job",
            "use=recurring&mon=4.5",
        ];
        for link in links {
            for job in [10.0, 400.0, 730.0, 1000.0] {
                with(&[link], job, |claims, alone| {
                    let (own, summed) = (&alone[0], joint(claims).unwrap());
                    assert_eq!(own.project, summed.project, "{link}");
                    assert_eq!(own.instances(), summed.instances(), "{link}");
                    is_near(own.hours().get(), summed.hours().get());
                    assert_eq!(own.contiguous, summed.contiguous, "{link}");
                    for number in 1..=own.instances() {
                        let (a, b) = (hours(own, number, 0), hours(&summed, number, 0));
                        is_near(a.0, b.0);
                        is_near(a.1, b.1);
                    }
                    for layer in own.layers.iter().zip(&summed.layers) {
                        for month in 0..6 {
                            let (a, b) = (layer.0, layer.1);
                            is_near(a.starts(month).get(), b.starts(month).get());
                            is_near(a.booted(month).get(), b.booted(month).get());
                        }
                    }
                });
            }
        }
    }

    #[test]
    fn loads_of_different_hours_need_one_instance_after_the_other() {
        let links = [
            "use=week&wk=0x9.100x9.0x6~7&int=0",
            "use=week&wk=0x18.100x6~7&int=0",
        ];
        with(&links, 0.0, |claims, _| {
            let summed = joint(claims).unwrap();
            // Three instances each, never at once.
            assert_eq!(summed.instances(), 3);
            is_near(hours(&summed, 3, 0).0, 15.0 * 7.0 * 730.0 / 168.0);
        });
    }

    #[test]
    fn a_job_lies_on_top_of_a_load_until_it_ends() {
        // The job is there from its start on, which nothing else bills.
        let links = ["mon=3&int=0", "use=job&int=0&su=60"];
        with(&links, 1000.0, |claims, _| {
            let summed = joint(claims).unwrap();
            assert_eq!(summed.instances(), 6);
            is_near(hours(&summed, 3, 2).0, 730.0);
            is_near(hours(&summed, 6, 0).0, 730.0);
            is_near(hours(&summed, 6, 1).0, 271.0);
            is_near(hours(&summed, 6, 2).0, 0.0);
            let mut booted = summed.layers.iter().map(|layer| layer.booted(0));
            assert!(booted.all(|starts| starts == Ratio::ZERO));
        });
    }

    #[test]
    fn an_absurd_length_is_not_summed() {
        with(&["use=job"], 1e7, |claims, _| {
            assert_eq!(joint(claims), None);
        });
        assert_eq!(joint(&[]), None);
    }

    proptest! {
        /// Against counting hour by hour: an instance with a number is needed in the hours in
        /// which both weeks together take so many.
        #[test]
        fn the_sum_is_counted_hour_by_hour(
            a in prop::collection::vec(0_u8..=4, 168),
            b in prop::collection::vec(0_u8..=4, 168),
        ) {
            let query = |levels: &[u8]| Query {
                usage: crate::query::Usage::Week,
                week: Some(levels.iter().map(|level| level * 25).collect()),
                ..decode("int=0").query
            };
            let (first, second) = (query(&a), query(&b));
            let four = Peak { replicas: Ratio::new(4.0), ..PEAK };
            let claim = |query| {
                let demand = Demand::of(query);
                Claim::new(query, &demand, demand.span(None), four, 4)
            };
            let summed = joint(&[claim(&first), claim(&second)]).unwrap();
            for number in 1..=8_u32 {
                let count = a.iter().zip(&b).filter(|(a, b)| u32::from(**a + **b) >= number).count();
                let (firm, soft) = hours(&summed, number, 0);
                prop_assert!((firm - count as f64 * 730.0 / 168.0).abs() < 1e-6);
                prop_assert!(soft == 0.0);
            }
        }

        /// The sum needs as many instance-hours and starts as its parts, and never more instances.
        #[test]
        fn hours_add_up(
            a in prop::sample::select(vec!["", "swing=70", "use=office&mon=7", "use=job", "grow=5&mon=9.5"]),
            b in prop::sample::select(vec!["mon=2.5", "use=office&hpd=3.5&int=30", "use=recurring&mon=3", "use=week&wk=100x1.0x23~7"]),
            job in 1.0..3000.0_f64,
        ) {
            with(&[a, b], job, |claims, alone| {
                let summed = joint(claims).unwrap();
                let apart: f64 = alone.iter().map(|p| p.hours().get()).sum();
                prop_assert!((summed.hours().get() / apart - 1.0).abs() < 1e-9);
                let starts = |p: &Profile| -> f64 {
                    p.layers.iter().map(|l| l.starts(0).get() * f64::from(l.instances)).sum()
                };
                let apart: f64 = alone.iter().map(starts).sum();
                prop_assert!((starts(&summed) - apart).abs() < 1e-9 * apart.max(1.0));
                let most: u32 = alone.iter().map(Profile::instances).sum();
                prop_assert!(summed.instances() <= most);
                for month in 0..3 {
                    for pair in summed.layers.windows(2) {
                        let need = |l: &super::super::Layer| (l.firm(month) + l.soft(month)).get();
                        prop_assert!(need(&pair[0]) >= need(&pair[1]) - 1e-9);
                    }
                }
                Ok(())
            })?;
        }
    }
}
