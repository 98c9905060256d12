//! From a usage pattern to hours: how long machines run in a month and over the project.

mod joint;
mod layers;
mod profile;
mod week;

pub use joint::{Claim, joint};
pub use layers::Layer;
pub(crate) use profile::interruptible;
pub use profile::{MOST, Peak, Profile, counts};
pub use week::{Cell, HOURS, Week, highest};

use crate::query::{Query, Usage};
use crate::units::{Hours, Ratio};

/// A usage pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Demand {
    /// A load that moves over the week.
    Load {
        /// The week.
        week: Week,
        /// Wall-clock length of the project.
        project: Hours,
    },
    /// The work is done once; its hours follow from the speed.
    Once {
        /// Time that an instance takes to start before it works.
        startup: Hours,
    },
    /// The work is done again every month.
    Monthly {
        /// Wall-clock length of the project.
        project: Hours,
        /// Time that an instance takes to start before each run.
        startup: Hours,
    },
}

/// How long one instance works and is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Hours of use in an average month of the project, without those of starting for a job.
    pub per_month: Hours,
    /// Hours of use over the project.
    pub total: Hours,
    /// Wall-clock length of the project; never less than the hours of use and of starting.
    pub project: Hours,
}

/// One month of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Month {
    /// The share of it that the project takes.
    pub share: Ratio,
    /// How many times the load of the first month it has.
    pub load: Ratio,
}

impl Month {
    /// How many times the load of the first month all of them have.
    #[must_use]
    pub fn sum(months: &[Self]) -> Ratio {
        let loads = months.iter().map(|m| m.share.get() * m.load.get());
        Ratio::new(loads.sum())
    }

    /// The mean of a figure over the time of the months.
    #[must_use]
    pub fn mean(months: &[Self], of: impl Fn(Ratio) -> Ratio) -> Ratio {
        let time: f64 = months.iter().map(|m| m.share.get()).sum();
        let sum: f64 = months
            .iter()
            .map(|m| m.share.get() * of(m.load).get())
            .sum();
        Ratio::new(sum / time)
    }
}

impl Demand {
    /// The pattern that a query asks for.
    #[must_use]
    pub fn of(query: &Query) -> Self {
        let project = Hours::MONTH * query.months.to_f64();
        let startup = Hours::new(query.load.startup_min.to_f64() / 60.0);
        match query.effective_usage() {
            Usage::Always | Usage::Week | Usage::Office => Self::Load {
                week: Week::of(query),
                project,
            },
            Usage::Job => Self::Once { startup },
            Usage::Recurring => Self::Monthly { project, startup },
        }
    }

    /// Whether the hours follow from the work.
    #[must_use]
    pub const fn is_job(&self) -> bool {
        matches!(self, Self::Once { .. } | Self::Monthly { .. })
    }

    /// The week of a load; `None` for a job.
    #[must_use]
    pub const fn week(&self) -> Option<&Week> {
        match self {
            Self::Load { week, .. } => Some(week),
            Self::Once { .. } | Self::Monthly { .. } => None,
        }
    }

    /// Time that each run of a job takes to start before it works; none for a load, whose starts
    /// follow from its week.
    #[must_use]
    pub const fn startup(&self) -> Hours {
        match self {
            Self::Load { .. } => Hours::ZERO,
            Self::Once { startup } | Self::Monthly { startup, .. } => *startup,
        }
    }

    /// The span of one instance. `job` is the time that the work takes on it; where the work is
    /// not stated, a job counts as one month around the clock, in which it also starts.
    #[must_use]
    pub fn span(&self, job: Option<Hours>) -> Span {
        let work = job.unwrap_or(Hours::MONTH);
        // From its start until it is done.
        let run = job.map_or(Hours::MONTH, |work| work + self.startup());
        match self {
            Self::Load { week, project } => {
                let per_month = week.use_per_month();
                Span {
                    per_month,
                    total: per_month * (*project / Hours::MONTH),
                    project: *project,
                }
            }
            Self::Once { .. } => {
                let project = run.max(Hours::MONTH);
                Span {
                    per_month: work / (project / Hours::MONTH),
                    total: work,
                    project,
                }
            }
            Self::Monthly { project, .. } => {
                // A job longer than a month runs into the next one: the project then lasts
                // until the last run is done.
                let runs = runs(*project);
                let total = work * runs;
                let project = (*project).max(Hours::MONTH).max(run * runs);
                Span {
                    per_month: total / (project / Hours::MONTH),
                    total,
                    project,
                }
            }
        }
    }

    /// The months of a project whose load grows; one where all are alike. The load of a job does not
    /// grow.
    #[must_use]
    pub fn months(&self, query: &Query) -> Vec<Month> {
        let growth = query.load.growth().get();
        let length = match self {
            Self::Load { project, .. } if growth > 1.0 => *project / Hours::MONTH,
            _ => 1.0,
        };
        let mut load = 1.0;
        // The key `mon` admits 120.
        let count = f64::ceil(length - 1e-9).clamp(1.0, 120.0) as usize;
        (0..count)
            .map(|month| {
                let this = Month {
                    share: Ratio::new((length - month as f64).min(1.0)),
                    load: Ratio::new(load),
                };
                load *= growth;
                this
            })
            .collect()
    }

    /// Hours of an average month in which an instance of a job is there, starting and at work, and for
    /// how many months it runs at a time, 1 at least. Runs that follow each other without a pause are
    /// one, although each takes its time to start.
    fn presence(&self, span: Span) -> (Hours, Ratio) {
        let months = (span.project / Hours::MONTH).max(1.0);
        let runs = match self {
            Self::Load { .. } => 0.0,
            Self::Once { .. } => 1.0,
            Self::Monthly { project, .. } => runs(*project),
        };
        let there = span.per_month + self.startup() * (runs / months);
        let runs_on = months > runs * (1.0 + 1e-9);
        let runs_for = if runs_on { months } else { 1.0 };
        // The month for which work that is not stated counts holds its start.
        (there.min(Hours::MONTH), Ratio::new(runs_for))
    }
}

/// Runs of a job that is done every month of a project, a month at least.
fn runs(project: Hours) -> f64 {
    project.max(Hours::MONTH) / Hours::MONTH
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(edit: impl FnOnce(&mut Query), job: Option<f64>) -> Span {
        let mut query = Query::default();
        edit(&mut query);
        Demand::of(&query).span(job.map(Hours::new))
    }

    #[test]
    fn always_is_the_full_month() {
        let span = span(|_| {}, None);
        assert_eq!(span.per_month, Hours::MONTH);
        assert_eq!(span.total, Hours::YEAR);
        assert_eq!(span.project, Hours::YEAR);
    }

    #[test]
    fn office_is_forty_hours_a_week() {
        let span = span(|q| q.usage = Usage::Office, None);
        assert!((span.per_month.get() - 173.81).abs() < 0.01, "{span:?}");
    }

    #[test]
    fn a_short_job_is_its_hours() {
        let span = span(|q| q.usage = Usage::Job, Some(100.0));
        assert_eq!(span.total, Hours::new(100.0));
        assert_eq!(span.per_month, Hours::new(100.0));
        assert_eq!(span.project, Hours::MONTH);
    }

    #[test]
    fn a_long_job_spreads_over_months() {
        let long = |startup: &str| {
            let edit = |q: &mut Query| {
                q.usage = Usage::Job;
                q.load.startup_min = startup.parse().unwrap();
            };
            span(edit, Some(1460.0))
        };
        assert_eq!(long("0").per_month, Hours::MONTH);
        assert_eq!(long("0").project, Hours::new(1460.0));
        // It starts before it works.
        assert_eq!(long("60").project, Hours::new(1461.0));
        assert_eq!(long("60").total, Hours::new(1460.0));
    }

    #[test]
    fn a_recurring_job_repeats_each_month() {
        let span = span(|q| q.usage = Usage::Recurring, Some(10.0));
        assert_eq!(span.per_month, Hours::new(10.0));
        assert_eq!(span.total, Hours::new(120.0));
    }

    #[test]
    fn each_run_starts() {
        let there = |link: &str, job: Option<f64>| {
            let demand = Demand::of(&crate::query::decode(link).query);
            let span = demand.span(job.map(Hours::new));
            let (hours, runs_for) = demand.presence(span);
            // Over the project.
            let months = span.project / Hours::MONTH;
            (hours.get() * months, months / runs_for.get())
        };
        let is = |link: &str, job: Option<f64>, expected: (f64, f64)| {
            let (hours, starts) = there(link, job);
            assert!((hours - expected.0).abs() < 1e-9, "{link}: {hours}");
            assert!((starts - expected.1).abs() < 1e-9, "{link}: {starts}");
        };
        is("use=job&su=30", Some(10.0), (10.5, 1.0));
        // Once in the project, not once in a month of it.
        is("use=job&su=30", Some(2000.0), (2000.5, 1.0));
        is("use=recurring&su=30&mon=6", Some(10.0), (63.0, 6.0));
        // Runs that leave no pause follow each other.
        is("use=recurring&su=60&mon=6", Some(729.5), (6.0 * 730.5, 1.0));
        // A month for work that is not stated holds its start.
        is("use=job&su=30", None, (730.0, 1.0));
    }
}
