//! From a usage pattern to hours: how long machines run in a month and over the project.

mod joint;
mod profile;
mod week;

pub use joint::{Claim, joint};
pub(crate) use profile::interruptible;
pub use profile::{Layer, MOST, Peak, Profile, counts};
pub use week::{Cell, HOURS, Week};

use crate::query::{Query, Usage};
use crate::units::Hours;

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
    Once,
    /// The work is done again every month.
    Monthly {
        /// Wall-clock length of the project.
        project: Hours,
    },
}

/// How long one instance runs and is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Hours of use in an average month of the project.
    pub per_month: Hours,
    /// Hours of use over the project.
    pub total: Hours,
    /// Wall-clock length of the project; never less than the hours of use.
    pub project: Hours,
}

impl Demand {
    /// The pattern that a query asks for.
    #[must_use]
    pub fn of(query: &Query) -> Self {
        let project = Hours::MONTH * query.months.to_f64();
        match query.effective_usage() {
            Usage::Always | Usage::Week | Usage::Office => Self::Load {
                week: Week::of(query),
                project,
            },
            Usage::Job => Self::Once,
            Usage::Recurring => Self::Monthly { project },
        }
    }

    /// Whether the hours follow from the work.
    #[must_use]
    pub const fn is_job(&self) -> bool {
        matches!(self, Self::Once | Self::Monthly { .. })
    }

    /// The week of a load; `None` for a job.
    #[must_use]
    pub const fn week(&self) -> Option<&Week> {
        match self {
            Self::Load { week, .. } => Some(week),
            Self::Once | Self::Monthly { .. } => None,
        }
    }

    /// The span of one instance. `job` is the time that the work takes on it; where the work is
    /// not stated, a job counts as one month around the clock.
    #[must_use]
    pub fn span(&self, job: Option<Hours>) -> Span {
        let work = job.unwrap_or(Hours::MONTH);
        match self {
            Self::Load { week, project } => {
                let per_month = week.use_per_month();
                Span {
                    per_month,
                    total: per_month * (*project / Hours::MONTH),
                    project: *project,
                }
            }
            Self::Once => {
                let project = work.max(Hours::MONTH);
                Span {
                    per_month: work / (project / Hours::MONTH),
                    total: work,
                    project,
                }
            }
            Self::Monthly { project } => {
                let per_month = work.min(Hours::MONTH);
                let project = (*project).max(Hours::MONTH);
                // A job longer than a month runs into the next one: the project then lasts
                // until the last run is done.
                let runs = project / Hours::MONTH;
                let total = work * runs;
                Span {
                    per_month,
                    total,
                    project: project.max(total),
                }
            }
        }
    }
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
        let span = span(|q| q.usage = Usage::Job, Some(1460.0));
        assert_eq!(span.per_month, Hours::MONTH);
        assert_eq!(span.project, Hours::new(1460.0));
    }

    #[test]
    fn a_recurring_job_repeats_each_month() {
        let span = span(|q| q.usage = Usage::Recurring, Some(10.0));
        assert_eq!(span.per_month, Hours::new(10.0));
        assert_eq!(span.total, Hours::new(120.0));
    }
}
