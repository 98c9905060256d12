//! When the purchases of a project are paid.
//!
//! Hours are paid in the month in which they are used, a month's subscription in its month. Of a
//! commitment all is paid at its start, or half at its start and the rest by the month, or all by
//! the month, as its price says. "Partial upfront" is at least half at AWS (repost.aws, "What should
//! I consider before purchasing Savings Plans?") and half at Alibaba Cloud (its savings plan FAQ);
//! half is taken. Where a price does not say how it is paid, it is taken as paid by the month. What
//! is resold at the project's end comes back there for what was paid ahead, and lowers the months
//! after it for the rest.

use super::conditions::Conditions;
use super::mix::buy;
use super::needs::Needs;
use super::walk::LONGEST;
use super::ways::{Terms, Way};
use crate::catalog::Payment;
use crate::demand::Profile;
use crate::units::{Hours, Ratio};

/// What is paid for one way, month by month.
#[derive(Clone, Debug, PartialEq)]
pub struct Payments {
    /// The way, as its position.
    pub way: usize,
    /// The share of the way's total that is due in each month from the start of the project. The
    /// shares add up to 1; the month in which a commitment is resold may have one below 0. There
    /// are more months than the project has where a commitment is paid on after its end.
    pub months: Vec<Ratio>,
}

/// When the cheapest mix of [`best`](super::best) is paid, one entry per way that is bought, in the
/// order of the ways. `payment` says how the commitment of a way is paid. `None` where the ways
/// cannot cover the need, or the project is longer than 120 months.
#[must_use]
pub fn payments(
    ways: &[Way],
    profile: &Profile,
    conditions: &Conditions,
    payment: &dyn Fn(&Way) -> Payment,
) -> Option<Vec<Payments>> {
    let length = profile.project / Hours::MONTH;
    if length > LONGEST as f64 {
        return None;
    }
    let last = (f64::ceil(length - 1e-9).max(1.0) as usize).saturating_sub(1);
    let mut books: Vec<Vec<f64>> = vec![Vec::new(); ways.len()];
    buy(
        ways,
        profile,
        &Needs::of(profile, conditions),
        true,
        &mut |position, month, sum, times| {
            let (Some(way), Some(book)) = (ways.get(position), books.get_mut(position)) else {
                return;
            };
            let Terms::Term(term) = way.terms else {
                enter(book, month, sum.units * times);
                return;
            };
            let ahead = match payment(way) {
                Payment::AllUpfront => 1.0,
                Payment::PartialUpfront => 0.5,
                Payment::NoUpfront | Payment::Unstated => 0.0,
            };
            let month_of_term = Hours::MONTH.get() * times;
            let left = length - month as f64;
            let resold = conditions.resale.get();
            let beyond = (f64::from(term) - left).max(0.0);
            if ahead > 0.0 {
                enter(book, month, ahead * f64::from(term) * month_of_term);
                enter(book, last, -ahead * beyond * resold * month_of_term);
            }
            if ahead < 1.0 {
                for later in 0..usize::from(term) {
                    let within = (left - later as f64).clamp(0.0, 1.0);
                    let due = within + (1.0 - within) * (1.0 - resold);
                    enter(book, month + later, (1.0 - ahead) * due * month_of_term);
                }
            }
        },
    )?;
    let shares = books.into_iter().enumerate().filter_map(|(way, book)| {
        let all: f64 = book.iter().sum();
        (all > 0.0).then(|| Payments {
            way,
            months: book.iter().map(|due| Ratio::new(due / all)).collect(),
        })
    });
    Some(shares.collect())
}

fn enter(book: &mut Vec<f64>, month: usize, due: f64) {
    if book.len() <= month {
        book.resize(month + 1, 0.0);
    }
    if let Some(entry) = book.get_mut(month) {
        *entry += due;
    }
}
