//! Own hardware: what it costs to buy and to run, and when it has paid for itself.

mod prices;

pub use prices::{Hardware, PerCard, overhead, tariff};

use crate::units::{Hours, Money, Ratio, Watts};

/// An amount with its uncertainty, all in one currency: low ≤ expected ≤ high.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// The low end.
    pub low: Money,
    /// The expected amount.
    pub expected: Money,
    /// The high end.
    pub high: Money,
}

impl Spread {
    /// An amount that is known exactly.
    #[must_use]
    pub const fn exact(amount: Money) -> Self {
        Self {
            low: amount,
            expected: amount,
            high: amount,
        }
    }

    /// The least, the middle and the greatest of several amounts of one currency; the middle of an
    /// even number is the mean of the two in the middle. `None` of none.
    #[must_use]
    pub fn of(mut amounts: Vec<Money>) -> Option<Self> {
        amounts.sort_by_key(|amount| amount.micros());
        let (low, high) = (*amounts.first()?, *amounts.last()?);
        let upper = *amounts.get(amounts.len() / 2)?;
        let lower = *amounts.get((amounts.len() - 1) / 2)?;
        let expected = lower + (upper - lower).scaled(0.5);
        Some(Self {
            low,
            expected,
            high,
        })
    }

    /// Each end changed by the same function, which must not turn their order around.
    #[must_use]
    pub fn map(self, change: impl Fn(Money) -> Money) -> Self {
        Self {
            low: change(self.low),
            expected: change(self.expected),
            high: change(self.high),
        }
    }

    /// The sum, end by end.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            low: self.low + other.low,
            expected: self.expected + other.expected,
            high: self.high + other.high,
        }
    }
}

/// What a server draws over what its cards draw: a DGX H100 is rated at 10.2 kW with eight cards of
/// 700 W (NVIDIA data sheet), that is 82 % more for processors, memory, fans, switches and losses.
/// For other hosts the same share is assumed.
pub const SERVER_POWER: f64 = 10.2 / 5.6;

/// Most months for which a break-even is looked for.
pub const LONGEST: Hours = Hours::new(120.0 * 730.0);

/// How much of its rated power hardware draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// In hours of use.
    pub busy: Ratio,
    /// In the other hours.
    pub idle: Ratio,
}

impl Draw {
    /// The least: inference reported at 400 W of an H100's 700, and switched off when not used.
    pub const LOW: Self = Self {
        busy: Ratio::new(0.57),
        idle: Ratio::new(0.0),
    };
    /// What is expected: inference reported at up to 550 W of 700. Idle, an H200 reads 74 W of 700
    /// and its host some 40 % of its share: together a fifth.
    pub const EXPECTED: Self = Self {
        busy: Ratio::new(0.79),
        idle: Ratio::new(0.2),
    };
    /// The most: rated power in use, and a host that does not save.
    pub const HIGH: Self = Self {
        busy: Ratio::new(1.0),
        idle: Ratio::new(0.3),
    };
}

/// What a month of power costs: rated power of the cards × [`SERVER_POWER`] × the share drawn, over
/// the hours of use and the others, × PUE × the price of a kilowatt-hour.
#[must_use]
pub fn electricity(
    card: Watts,
    cards: u32,
    in_use: Hours,
    draw: Draw,
    overhead: Ratio,
    per_kwh: Money,
) -> Money {
    let in_use = in_use.max(Hours::ZERO).min(Hours::MONTH);
    let rated = card.get() * f64::from(cards) * SERVER_POWER / 1000.0;
    let hours = draw.busy.get() * in_use.get() + draw.idle.get() * (Hours::MONTH - in_use).get();
    per_kwh.scaled(rated * hours * overhead.get())
}

/// Share of the book value that hardware sells for before it is written off: a used RTX 5090 asks
/// 0.91 of a new one (US listings of September 2026), and markets keep some 13 % of a sale.
pub const RESALE: Ratio = Ratio::new(0.8);
/// The low and the high end of that share: a sale in haste, and one at book value.
pub const RESALE_RANGE: (Ratio, Ratio) = (Ratio::new(0.5), Ratio::new(1.0));

/// Hardware that is bought, run, written off in a straight line, and bought again at the end of
/// its time while it is needed. All amounts are of one currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ownership {
    /// What a set of hardware costs.
    pub upfront: Money,
    /// What running it costs per month.
    pub running: Money,
    /// How long a set is kept; more than 0.
    pub keep: Hours,
    /// Share of the price that a set is sold for after that time, 0 to 1.
    pub left: Ratio,
}

impl Ownership {
    /// Sets that were bought by a time, at least one.
    fn sets(&self, time: Hours) -> f64 {
        // A fraction of a second past the end buys no new set: months are products of decimals.
        let sets = (time / self.keep.max(Hours::new(1.0)) - 1e-9).ceil();
        sets.max(1.0)
    }

    /// Everything paid by a time, less what replaced sets were sold for. The present set is not
    /// counted as money.
    #[must_use]
    pub fn spent(&self, time: Hours) -> Money {
        let sets = self.sets(time);
        self.upfront.scaled(sets) - self.upfront.scaled((sets - 1.0) * self.left.get())
            + self.running.scaled(time / Hours::MONTH)
    }

    /// What the present set sells for at a time: its straight-line book value, and before the end
    /// of its time only such a share of it.
    #[must_use]
    pub fn resale(&self, time: Hours, share: Ratio) -> Money {
        let age = time - self.keep * (self.sets(time) - 1.0);
        let written = (age / self.keep.max(Hours::new(1.0))).clamp(0.0, 1.0);
        let book = self
            .upfront
            .scaled(1.0 - (1.0 - self.left.get()).clamp(0.0, 1.0) * written);
        if written >= 1.0 {
            book
        } else {
            // A short project sells early; never for less than what is left at the end anyway.
            let early = book.scaled(share.get());
            let last = self.upfront.scaled(self.left.get());
            if early.micros() > last.micros() {
                early
            } else {
                last
            }
        }
    }

    /// What a project of a length costs: everything paid less the sale at its end.
    #[must_use]
    pub fn total(&self, project: Hours, share: Ratio) -> Money {
        self.spent(project) - self.resale(project, share)
    }

    /// When everything paid first falls to what renting has cost by then, without any sale of the
    /// present set; `None` where not within [`LONGEST`].
    ///
    /// With `k` sets replaced: t = upfront × (1 + k × (1 − left)) ÷ (rent − running), which counts
    /// where the present set still serves at t.
    #[must_use]
    pub fn break_even(&self, rent: Money) -> Option<Hours> {
        let saved = (rent - self.running).to_f64();
        if saved <= 0.0 {
            return None;
        }
        let keep = self.keep.max(Hours::new(1.0));
        let mut replaced = 0.0;
        while keep * replaced <= LONGEST {
            let paid = self.upfront.to_f64() * (1.0 + replaced * (1.0 - self.left.get()));
            let time = Hours::MONTH * (paid / saved);
            if time <= keep * (replaced + 1.0) {
                return (time <= LONGEST).then_some(time);
            }
            replaced += 1.0;
        }
        None
    }
}

/// What owning and renting have cost by the end of a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The month; 0 is the start.
    pub month: u32,
    /// Spent on own hardware.
    pub own: Money,
    /// Spent on rent.
    pub rent: Money,
}

/// Most points of a curve.
pub const POINTS: u32 = 60;

/// Both costs month by month, over the project or until a while after the break-even if that is
/// later, in at most [`POINTS`] points.
#[must_use]
pub fn curve(
    own: &Ownership,
    rent: Money,
    project: Hours,
    break_even: Option<Hours>,
) -> Vec<Point> {
    let seen = break_even.map_or(Hours::ZERO, |time| time * 1.25);
    let last = (project.max(seen).min(LONGEST) / Hours::MONTH)
        .ceil()
        .max(1.0);
    // At most 120 months: exact.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and 120"
    )]
    let last = last as u32;
    let step = (last + 1).div_ceil(POINTS).max(1);
    (0..=last)
        .filter(|month| month % step == 0)
        .map(|month| {
            let time = Hours::MONTH * f64::from(month);
            Point {
                month,
                own: own.spent(time),
                rent: rent.scaled(f64::from(month)),
            }
        })
        .collect()
}
