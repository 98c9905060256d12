//! Which of two ways through the rest of a project is better.

/// The cheapest way through the rest of the project, from some month on.
#[derive(Clone, Copy, Default)]
pub(super) struct Rest {
    pub(super) cost: f64,
    /// Months in which the instance is paid for around the clock.
    committed: usize,
    /// The sum of the months in which such purchases start.
    late: usize,
}

impl Rest {
    /// This rest after a purchase for so many months from a month on.
    pub(super) fn after(self, cost: f64, month: usize, covered: usize, commits: bool) -> Self {
        let (committed, late) = if commits { (covered, month) } else { (0, 0) };
        Self {
            cost: cost + self.cost,
            committed: committed + self.committed,
            late: late + self.late,
        }
    }

    /// Of two that cost the same, the one that binds for less time is better, and then the one
    /// that binds earlier: so that the longest needed instances are committed at the same time.
    pub(super) fn is_better(&self, other: &Self) -> bool {
        // The same purchases in another order sum to the same but for the last bits.
        let same = (self.cost - other.cost).abs() <= 1e-12 * self.cost.max(other.cost);
        if same {
            (self.committed, self.late) < (other.committed, other.late)
        } else {
            self.cost < other.cost
        }
    }
}
