//! What of a candidate's cost pays for its instances. Storage, traffic and tax are paid beside every
//! alternative alike, so that the rent is what is held against one.

use super::{Candidate, CostItem};
use crate::catalog::{Catalog, PriceKind};
use crate::units::{Currency, Money};

impl Candidate {
    /// What the instances cost in an average month, in US dollars, after credit and before tax.
    #[must_use]
    pub fn rent_per_month(&self) -> Money {
        self.sum_of(|item| item == CostItem::Compute)
    }

    /// The same over the project.
    #[must_use]
    pub fn rent(&self) -> Money {
        self.share_of_total(|_| true)
    }

    /// The same over the project with the tax on it: the total without what is needed beside the
    /// instances.
    #[must_use]
    pub fn rent_with_tax(&self) -> Money {
        self.share_of_total(|item| item != CostItem::Tax)
    }

    /// What of the commitments pays for time after the project, before credit and tax, in US dollars.
    #[must_use]
    pub fn after_end(&self, catalog: &Catalog) -> Money {
        let terms = self.purchases.iter();
        let terms = terms.filter(|p| matches!(p.kind, PriceKind::Commit { .. }));
        terms
            .filter_map(|p| catalog.convert(p.after_end, Currency::USD))
            .fold(Money::zero(Currency::USD), |sum, amount| sum + amount)
    }

    /// The total times the share that the instances have of some lines of the month.
    fn share_of_total(&self, of: fn(CostItem) -> bool) -> Money {
        let all = self.sum_of(of).micros();
        if all <= 0 {
            return self.total;
        }
        let share = self.rent_per_month().micros() as f64 / all as f64;
        self.total.scaled(share.clamp(0.0, 1.0))
    }

    fn sum_of(&self, of: fn(CostItem) -> bool) -> Money {
        let lines = self.costs.iter().filter(|line| of(line.item));
        lines
            .filter_map(|line| line.per_month)
            .fold(Money::zero(Currency::USD), |sum, amount| sum + amount)
    }
}
