//! Random small questions of what to buy, and their answers by trying everything.

use kasuan::cost::{Conditions, Months as Count, Terms, Way, When};
use kasuan::demand::{Peak, Profile, Week, highest};
use kasuan::query::{Query, Usage};
use kasuan::units::{Currency, Decimal, Hours, Money, Ratio};

/// `SplitMix64` (Steele, Lea, Flood 2014).
pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    /// One of some values.
    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u64) as usize]
    }

    /// Dollars from one to another, to the millionth.
    fn dollars(&mut self, from: f64, to: f64) -> Money {
        let micros = (from * 1e6) as i64 + self.below(((to - from) * 1e6) as u64) as i64;
        Money::from_micros(micros, Currency::USD)
    }
}

/// How large the cases are.
#[derive(Clone, Copy)]
pub struct Shape {
    most_instances: u64,
    most_months: u64,
    terms: [u8; 2],
    grows: bool,
    promoted: bool,
}

impl Shape {
    /// Small enough to try everything.
    pub const SMALL: Self = Self {
        most_instances: 3,
        most_months: 5,
        terms: [2, 3],
        grows: false,
        promoted: false,
    };
    /// The same with terms in the proportion of one and three years.
    pub const YEARS: Self = Self {
        terms: [1, 3],
        ..Self::SMALL
    };
    /// The same as small with a load that grows.
    pub const GROWING: Self = Self {
        grows: true,
        ..Self::SMALL
    };
    /// The same as small with a promotion that ends and what follows it.
    pub const PROMOTED: Self = Self {
        promoted: true,
        ..Self::SMALL
    };
    /// As large as real ones.
    pub const LARGE: Self = Self {
        most_instances: 40,
        most_months: 60,
        terms: [12, 36],
        grows: false,
        promoted: false,
    };
}

/// One question of what to buy.
#[derive(Clone, Debug)]
pub struct Case {
    /// The load of each hour of the week, in percent of the peak.
    pub levels: Vec<u8>,
    /// Instances at the peak, in groups of `together`.
    instances: u32,
    together: u32,
    /// Months of the project.
    pub months: u32,
    /// The last month counts half.
    half: bool,
    /// Percent of the load that may be interrupted.
    interruptible: u32,
    /// Growth in percent a month.
    growth: u32,
    pub ways: Vec<Way>,
    pub conditions: Conditions,
}

/// Months of purchases: bit m is set where month m is covered.
type Months = u32;

impl Case {
    pub fn random(random: &mut Random, shape: Shape) -> Self {
        let kinds = [0, 20, 34, 50, 67, 100].map(|_| random.of(&[0, 20, 34, 50, 67, 100]));
        let mut levels = vec![100];
        while levels.len() < 168 {
            let level = random.of(&kinds[..3]);
            let hours = 1 + random.below(60) as usize;
            levels.extend(std::iter::repeat_n(level, hours.min(168 - levels.len())));
        }
        let hourly = random.dollars(0.5, 5.0);
        let hour = hourly.to_f64();
        let mut ways = Vec::new();
        let mut add_when = |terms: Terms, rate: Money, when: When| {
            ways.push(Way {
                price: 0,
                terms,
                rate,
                assumed: false,
                stale: false,
                usd: rate,
                when,
            });
        };
        if shape.promoted {
            let months = Count(random.below(5) as u8 + 1);
            for (when, most) in [(When::Before(months), 0.9), (When::After(months), 1.5)] {
                let (terms, hours) = random.of(&[(Terms::Hours, 1.0), (Terms::Months, 730.0)]);
                let rate = random.dollars(0.1 * hour * hours, most * hour * hours);
                add_when(terms, rate, when);
            }
        }
        let mut add = |terms, rate| add_when(terms, rate, When::Always);
        if random.below(10) > 0 {
            add(Terms::Hours, hourly);
        }
        if random.below(3) > 0 {
            let lost = Ratio::new(1.0 + random.below(60) as f64 / 100.0);
            add(Terms::Spot(lost), random.dollars(0.1 * hour, 1.1 * hour));
        }
        if random.below(2) > 0 {
            let month = 730.0 * hour;
            add(Terms::Months, random.dollars(0.3 * month, 1.1 * month));
        }
        for term in shape.terms {
            if random.below(3) > 0 {
                add(Terms::Term(term), random.dollars(0.2 * hour, 1.1 * hour));
            }
        }
        Self {
            levels,
            instances: 1 + random.below(shape.most_instances) as u32,
            together: 1,
            months: 1 + random.below(shape.most_months) as u32,
            half: random.below(4) == 0,
            interruptible: random.of(&[0, 50, 100]),
            growth: if shape.grows {
                random.of(&[5, 20, 40])
            } else {
                0
            },
            ways,
            conditions: Conditions {
                resale: Ratio::new(random.of(&[0.0, 0.6])),
                ..Conditions::NONE
            },
        }
    }

    /// The same with so many times the instances in every hour, and all or none of them to be
    /// interrupted: half of three instances is one, but half of six are three.
    pub fn times(&self, times: u32) -> Self {
        Self {
            together: times,
            interruptible: self.interruptible / 100 * 100,
            ..self.clone()
        }
    }

    fn length(&self) -> f64 {
        f64::from(self.months) - if self.half { 0.5 } else { 0.0 }
    }

    /// The part of a month that lies in the project.
    fn share(&self, month: u32) -> f64 {
        (self.length() - f64::from(month)).min(1.0)
    }

    /// The case as the engine takes it.
    pub fn profile(&self) -> Profile {
        let mut query = Query {
            usage: Usage::Week,
            week: Some(self.levels.clone()),
            ..Query::default()
        };
        query.load.growth_percent = Decimal::from_int(self.growth.into());
        query.spot.interruptible_percent = Decimal::from_int(self.interruptible.into());
        let project = Hours::MONTH * self.length();
        let peak = Peak {
            // The levels of the week are those of the stated peak; it need not reach 100.
            replicas: highest(&query) * f64::from(self.instances),
            per_instance: 1,
            together: self.together,
        };
        Profile::of_load(&query, &Week::of(&query), project, peak)
    }

    /// Instances that an hour of the week needs in a month, and how many of them may be interrupted.
    fn need(&self, month: u32, level: u8) -> (u32, u32) {
        if level == 0 {
            return (0, 0);
        }
        let growth = 1.0 + f64::from(self.growth) / 100.0;
        let load = f64::from(self.instances) * f64::from(level) / 100.0;
        let groups = libm::ceil(load * libm::pow(growth, month.into()) - 1e-6).max(1.0);
        let all = groups as u32 * self.together;
        (all, all * self.interruptible / 100)
    }

    /// Most instances at any time.
    pub fn most(&self) -> u32 {
        self.need(self.months - 1, 100).0
    }

    /// Instance-hours of need, hour by hour.
    pub fn instance_hours(&self) -> f64 {
        let month = |month: u32| {
            let week: u32 = self.levels.iter().map(|l| self.need(month, *l).0).sum();
            f64::from(week) * 730.0 / 168.0 * self.share(month)
        };
        (0..self.months).map(month).sum()
    }

    /// What the hours of a month cost that so many committed instances leave, hour by hour.
    fn rest(&self, month: u32, committed: u32) -> f64 {
        let least = |of: fn(&Way) -> Option<f64>| {
            let held = self.ways.iter().filter(|way| Self::holds(way, month));
            held.filter_map(of).fold(f64::INFINITY, f64::min)
        };
        let firm = least(|way| (way.terms == Terms::Hours).then_some(way.usd.to_f64()));
        let soft = firm.min(least(|way| match way.terms {
            Terms::Spot(lost) => Some(way.usd.to_f64() * lost.get()),
            _ => None,
        }));
        let mut week = 0.0;
        for level in &self.levels {
            let (all, interruptible) = self.need(month, *level);
            let rest = all - all.min(committed);
            let spot = rest.min(interruptible);
            // An infinite price of nothing is nothing.
            for (count, price) in [(spot, soft), (rest - spot, firm)] {
                if count > 0 {
                    week += f64::from(count) * price;
                }
            }
        }
        week * 730.0 / 168.0 * self.share(month)
    }

    /// Whether a way is sold in a month.
    const fn holds(way: &Way, month: u32) -> bool {
        match way.when {
            When::Always => true,
            When::Before(first) => month < first.0 as u32,
            When::After(first) => month >= first.0 as u32,
        }
    }

    /// What a purchase that starts in a month costs, and how many months it lasts.
    fn purchase(&self, way: &Way, month: u32) -> Option<(f64, u32)> {
        if !Self::holds(way, month) {
            return None;
        }
        match way.terms {
            Terms::Months => Some((way.usd.to_f64(), 1)),
            Terms::Term(term) => {
                let after = (f64::from(month) + f64::from(term) - self.length()).max(0.0);
                let paid = f64::from(term) - after * self.conditions.resale.get();
                Some((way.usd.to_f64() * 730.0 * paid, term.into()))
            }
            Terms::Hours | Terms::Spot(_) | Terms::Days => None,
        }
    }

    /// What purchases that cover given months of one instance cost at least, for all sets of months
    /// that some sequence covers; with pauses, or back to back from the start and none after.
    fn covers(&self, pauses: bool) -> Vec<(Months, f64)> {
        let mut least = vec![f64::INFINITY; 1 << self.months];
        let mut open = vec![(0_u32, 0_u32, 0.0_f64)];
        while let Some((month, covered, cost)) = open.pop() {
            if month >= self.months || !pauses {
                let known = &mut least[covered as usize];
                *known = known.min(cost);
            }
            if month >= self.months {
                continue;
            }
            if pauses {
                open.push((month + 1, covered, cost));
            }
            for way in &self.ways {
                if let Some((price, lasts)) = self.purchase(way, month) {
                    let end = (month + lasts).min(self.months);
                    let covers = (month..end).fold(covered, |months, m| months | 1 << m);
                    open.push((month + lasts, covers, cost + price));
                }
            }
        }
        let found = least.into_iter().zip(0..);
        found
            .filter(|(cost, _)| cost.is_finite())
            .map(|(cost, months)| (months, cost))
            .collect()
    }

    /// The least cost over all combinations of these covers for all instances together.
    fn least(&self, covers: &[(Months, f64)]) -> f64 {
        let most = self.most();
        let rest: Vec<Vec<f64>> = (0..self.months)
            .map(|month| (0..=most).map(|n| self.rest(month, n)).collect())
            .collect();
        let mut committed = vec![0_u32; self.months as usize];
        let mut least = f64::INFINITY;
        combine(covers, most, 0.0, &mut committed, &mut |committed, cost| {
            let left = committed.iter().zip(&rest);
            let left: f64 = left.map(|(n, month)| month[*n as usize]).sum();
            least = least.min(cost + left);
        });
        least
    }

    /// The least cost where each instance is bought in terms and months back to back from the start
    /// and by the hour from then on.
    pub fn least_from_the_start(&self) -> f64 {
        self.least(&self.covers(false))
    }

    /// The least cost where purchases of all instances start and pause whenever it suits.
    pub fn least_whenever(&self) -> f64 {
        self.least(&self.covers(true))
    }

    /// The least cost where each instance carries the load above those before it, whatever they are
    /// bought as.
    pub fn least_one_by_one(&self) -> f64 {
        let covers = self.covers(true);
        let one = |number: u32| {
            // What the instances up to one leave is what those before it leave, less its own.
            let own: Vec<f64> = (0..self.months)
                .map(|month| self.alone(month, number))
                .collect();
            let cost = |(months, cost): &(Months, f64)| {
                let hours = own.iter().zip(0..).filter(|(_, m)| months & (1 << m) == 0);
                cost + hours.map(|(own, _)| own).sum::<f64>()
            };
            covers.iter().map(cost).fold(f64::INFINITY, f64::min)
        };
        (1..=self.most()).map(one).sum()
    }

    /// What the hours of one instance cost in a month, which carries the load above those before it.
    fn alone(&self, month: u32, number: u32) -> f64 {
        let before = self.rest(month, number - 1);
        let after = self.rest(month, number);
        match (before.is_infinite(), after.is_infinite()) {
            (true, true) => f64::INFINITY,
            _ => before - after,
        }
    }
}

/// Calls `take` with every choice of covers for so many instances, whose order does not matter.
fn combine(
    covers: &[(Months, f64)],
    instances: u32,
    cost: f64,
    committed: &mut [u32],
    take: &mut impl FnMut(&[u32], f64),
) {
    if instances == 0 {
        take(committed, cost);
        return;
    }
    for (position, (months, own)) in covers.iter().enumerate() {
        for (month, count) in committed.iter_mut().enumerate() {
            *count += (months >> month) & 1;
        }
        combine(
            &covers[position..],
            instances - 1,
            cost + own,
            committed,
            take,
        );
        for (month, count) in committed.iter_mut().enumerate() {
            *count -= (months >> month) & 1;
        }
    }
}
