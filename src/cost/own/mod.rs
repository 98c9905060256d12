//! Own hardware: what it costs to buy and to run, and when it has paid for itself.

mod prices;

pub use prices::{Hardware, PerCard, overhead, tariff};

use crate::sorted;
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
        sorted::sort_by_key(&mut amounts, |amount| amount.micros());
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
pub const LONGEST: Hours = Hours::new(120.0 * Hours::MONTH.get());

/// How much of its rated power hardware draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// In hours of use.
    pub busy: Ratio,
    /// In the other hours.
    pub idle: Ratio,
}

impl Draw {
    /// The least: inference is reported at 400 to 550 W of an H100's 700 (theneuralbase.com, TDP of
    /// the H100); switched off when not used.
    pub const LOW: Self = Self {
        busy: Ratio::new(0.57),
        idle: Ratio::new(0.0),
    };
    /// What is expected: the upper of these, as 10.2 kW of a server become 8.1. Idle, an H200 reads
    /// 74 W of 700 (conservemode.com, validation study), and its host is assumed to draw a third of
    /// its share: together a fifth.
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
/// 0.91 of a new one (US listings of September 2026), and eBay keeps 12.9 % of most sales (fees of
/// 2023).
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
        // At once, so that a sum beyond counting stays at least that of one set.
        self.upfront.scaled(sets - (sets - 1.0) * self.left.get())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Currency;

    fn usd(amount: i64) -> Money {
        Money::from_micros(amount * 1_000_000, Currency::USD)
    }

    fn months(count: f64) -> Hours {
        Hours::MONTH * count
    }

    /// 1,000 USD and 10 a month for two years, then sold for a fifth.
    const SET: Ownership = Ownership {
        upfront: Money::from_micros(1_000_000_000, Currency::USD),
        running: Money::from_micros(10_000_000, Currency::USD),
        keep: Hours::new(24.0 * 730.0),
        left: Ratio::new(0.2),
    };

    #[test]
    fn several_prices_have_a_middle() {
        let of = |amounts: &[i64]| Spread::of(amounts.iter().map(|a| usd(*a)).collect());
        assert_eq!(of(&[]), None);
        let three = of(&[30, 10, 14]).unwrap();
        assert_eq!(
            (three.low, three.expected, three.high),
            (usd(10), usd(14), usd(30))
        );
        assert_eq!(of(&[10, 20]).unwrap().expected, usd(15));
    }

    #[test]
    fn power_counts_the_server_the_site_and_the_hours_off() {
        let month = |draw, in_use: f64| {
            let kwh = Money::from_micros(100_000, Currency::USD);
            electricity(
                Watts::new(700.0),
                8,
                Hours::new(in_use),
                draw,
                Ratio::new(1.5),
                kwh,
            )
        };
        // 10.2 kW × 730 h × 1.5 × 0.10.
        assert_eq!(month(Draw::HIGH, 730.0).to_decimal().to_string(), "1116.9");
        // 10.2 kW × (0.79 × 73 + 0.2 × 657) h × 1.5 × 0.10 = 289.2771.
        assert!((month(Draw::EXPECTED, 73.0).to_f64() - 289.2771).abs() < 1e-4);
        assert_eq!(month(Draw::LOW, 0.0), usd(0));
        // Never more hours than a month has.
        assert_eq!(month(Draw::HIGH, 1e9), month(Draw::HIGH, 730.0));
    }

    #[test]
    fn a_set_is_replaced_when_its_time_is_over() {
        assert_eq!(SET.spent(Hours::ZERO), usd(1000));
        assert_eq!(SET.spent(months(24.0)), usd(1240));
        // A second set, less what the first was sold for: 2,000 − 200 + 250.
        assert_eq!(SET.spent(months(25.0)), usd(2050));
    }

    #[test]
    fn a_short_project_sells_below_book_value() {
        // After six months 1,000 − 800 × 6/24 = 800 in the books, of which 0.8.
        assert_eq!(SET.resale(months(6.0), RESALE), usd(640));
        assert_eq!(SET.total(months(6.0), RESALE), usd(1060 - 640));
        // At the end of its time what the asker said, without a further loss.
        assert_eq!(SET.resale(months(24.0), RESALE), usd(200));
        // Near the end never less than that.
        assert_eq!(SET.resale(months(23.9), Ratio::new(0.1)), usd(200));
        // The second set of a long project is new again: 1,000 − 800 × 6/24.
        assert_eq!(SET.resale(months(30.0), Ratio::new(1.0)), usd(800));
    }

    #[test]
    fn it_has_paid_for_itself_where_both_costs_meet() {
        // 1,000 ÷ (110 − 10).
        assert_eq!(SET.break_even(usd(110)), Some(months(10.0)));
        assert_eq!(SET.break_even(usd(10)), None);
        assert_eq!(SET.break_even(usd(5)), None);
        // 1,000 ÷ 40 is beyond the first set; with the second (1,000 + 800) ÷ 40 = 45.
        assert_eq!(SET.break_even(usd(50)), Some(months(45.0)));
        let cheap = usd(50);
        let at = |time: Hours| {
            SET.spent(time).micros()
                - cheap
                    .over(Hours::new(1.0))
                    .scaled(time / Hours::MONTH)
                    .micros()
        };
        assert!(at(months(45.0)) == 0, "{}", at(months(45.0)));
        // Replacing every two years costs 33.3 a month for ever: not within ten years.
        assert_eq!(SET.break_even(usd(44)), None);
    }

    #[test]
    fn a_break_even_is_the_first_time_at_which_it_has_cost_less() {
        for rent in 11..200 {
            let rent = usd(rent);
            let Some(time) = SET.break_even(rent) else {
                for month in 0..=120 {
                    let time = months(f64::from(month));
                    assert!(SET.spent(time).micros() > rent.scaled(f64::from(month)).micros());
                }
                continue;
            };
            let lead =
                |time: Hours| SET.spent(time).to_f64() - rent.to_f64() * (time / Hours::MONTH);
            assert!(lead(time).abs() < 0.01, "{rent:?} {time:?}");
            for tenth in 0..10 {
                let before = time * (f64::from(tenth) / 10.0);
                assert!(lead(before) > 0.0, "{rent:?} {before:?}");
            }
        }
    }

    #[test]
    fn a_curve_reaches_past_the_break_even_in_few_points() {
        let rent = usd(50);
        let points = curve(&SET, rent, months(12.0), SET.break_even(rent));
        assert!(points.len() <= 60 && points.first().unwrap().month == 0);
        assert!(points.last().unwrap().month >= 45);
        let (before, after): (Vec<&Point>, Vec<&Point>) =
            points.iter().partition(|point| point.month < 45);
        assert!(before.iter().all(|p| p.own.micros() > p.rent.micros()));
        assert!(after.first().unwrap().own.micros() <= after.first().unwrap().rent.micros());
        // Ten years are 121 months with the start, every third of which is drawn.
        let longest = curve(&SET, usd(1), months(1e6), None);
        assert_eq!((longest.len(), longest.last().unwrap().month), (41, 120));
    }
}
