//! The chance that a run is done in time.

use super::{Checkpoints, SpotRun};
use crate::units::{Hours, Ratio};

/// A stretch that passes once in e⁵⁰ attempts is never through: even 60,000 interruptions an hour
/// (60 for each of 1,000 instances) give it less than one chance in a million within 10⁶ hours.
const HOPELESS: f64 = 50.0;

/// Steps of the lattice: of a stretch, of the slack at least, of the slack at most.
const STEPS_OF_STRETCH: f64 = 32.0;
const LEAST_STEPS: f64 = 64.0;
const MOST_STEPS: f64 = 2048.0;

/// From so many interruptions in so many stretches on, the lattice would be too coarse, and the
/// sum of their costs is near enough to normal.
const MANY_INTERRUPTIONS: f64 = 1000.0;
const MANY_STRETCHES: f64 = 100.0;

impl SpotRun {
    /// The chance that the run is done within so many hours from its first start.
    ///
    /// Each stretch of L hours is tried until it passes, so the number of interruptions over all k
    /// stretches is negative binomial with p = e^{−ΛL}. Each costs the restart R and the time X that
    /// the stretch had run, which is exponential and cut off at L. The run is in time if these costs
    /// sum to no more than the slack, deadline − work − saves. The sum's distribution is computed
    /// by Panjer's recursion (ASTIN Bulletin 12(1), 1981) on a lattice of at least 64 steps of the
    /// slack, with the cost's mean kept; the cut exponential makes each step of constant cost.
    ///
    /// Where a last stretch is shorter, all count as equal ones of the length in which an
    /// interruption falls on average, ΣL² ÷ ΣL, and k is the hours over it. Above 1,000
    /// interruptions in 100 stretches the normal distribution with Edgeworth's term for the skew
    /// takes the lattice's place. The error against simulation is within 0.01.
    #[must_use]
    pub fn chance_within(&self, deadline: Hours) -> Ratio {
        let stretches = self.stretches();
        let total = stretches.total();
        let deadline = deadline.get();
        // The work may have been divided and summed again.
        let slack = deadline - total;
        if slack < -1e-9 * total {
            return Ratio::ZERO;
        }
        let rate = self.rate.get();
        if rate <= 0.0 || total <= 0.0 {
            return Ratio::new(1.0);
        }
        let length = stretches.struck();
        if rate * length > HOPELESS {
            return Ratio::ZERO;
        }
        Ratio::new(
            Delays {
                rate,
                length,
                count: total / length,
                restart: self.restart.get().max(0.0),
            }
            .within(slack.max(0.0)),
        )
    }
}

impl SpotRun {
    /// The chance that independent pieces (see [`SpotRun::pieces`]) are done within so many hours by
    /// so many instances that share a queue; `rate` is that of one instance.
    ///
    /// With an instance for each piece all must pass by themselves. Otherwise the queue keeps every
    /// instance busy until it is empty, and the last piece c ends about Σ ÷ n + (1 − 1 ÷ n) · c
    /// (R. L. Graham, "Bounds for certain multiprocessing anomalies", 1966), where Σ, the hours of
    /// all, is a run of its own. An estimate, since the last piece may be interrupted too: against
    /// simulation within 0.1 at 40 pieces for each instance, within 0.05 at 400.
    #[must_use]
    pub fn pieces_within(&self, instances: u32, deadline: Hours) -> Ratio {
        let Checkpoints::Every { interval, .. } = self.checkpoints else {
            return self.chance_within(deadline);
        };
        let n = f64::from(instances.max(1));
        let pieces = self.stretches().count();
        let one = SpotRun {
            work: interval.min(self.work),
            ..*self
        };
        if pieces <= n {
            let each = one.chance_within(deadline).get();
            return Ratio::new(libm::pow(each, pieces));
        }
        let in_turn = interval * f64::ceil(pieces / n);
        // Where nothing happens the pieces fill whole rounds.
        let undisturbed = if deadline >= in_turn {
            libm::exp(-self.rate.get().max(0.0) * self.stretches().total())
        } else {
            0.0
        };
        let busy = (deadline - interval * (1.0 - 1.0 / n)) * n;
        self.chance_within(busy).max(Ratio::new(undisturbed))
    }
}

/// What interruptions cost in all: a sum of a random number of random costs.
struct Delays {
    /// Interruptions per hour.
    rate: f64,
    /// Hours of a stretch.
    length: f64,
    /// Stretches.
    count: f64,
    /// Hours of a restart.
    restart: f64,
}

impl Delays {
    /// The chance that they sum to no more than the slack.
    fn within(&self, slack: f64) -> f64 {
        let exposure = self.rate * self.length;
        let fails = -libm::expm1(-exposure);
        let none = -exposure * self.count;
        if slack == 0.0 {
            return libm::exp(none);
        }
        let odds = libm::expm1(exposure);
        if self.count >= MANY_STRETCHES && self.count * odds >= MANY_INTERRUPTIONS {
            return self.within_by_moments(slack, odds);
        }
        let cost = Lattice::new(self, slack);
        let steps = slack / cost.step;
        // Half a step is the width of a lattice point to either side.
        let last = f64::floor(steps + 0.5);
        if cost.offset > last {
            return libm::exp(none);
        }
        let at_zero = cost.at_zero();
        let scale = 1.0 - fails * at_zero;
        let mut sums = Sums::new(&cost, last as usize + 1);
        let mut exponent = none - self.count * libm::log1p(-fails * at_zero);
        let mut below = 0.0;
        let mut mass = 1.0;
        for s in 1..=last as usize {
            below += mass;
            let (plain, weighted) = sums.step(&cost, s);
            mass = fails * (plain + (self.count - 1.0) * weighted / s as f64) / scale;
            mass = mass.max(0.0);
            sums.keep(&cost, mass);
            if mass > 1e200 {
                sums.shrink(1e-200);
                mass *= 1e-200;
                below *= 1e-200;
                exponent += 200.0 * std::f64::consts::LN_10;
            }
        }
        // Nothing is below 0, so the point there counts whole; of the last point only what lies
        // before the deadline.
        let part = if last > 0.0 { steps + 0.5 - last } else { 1.0 };
        libm::exp(exponent + libm::log(below + part * mass)).clamp(0.0, 1.0)
    }
}

impl Delays {
    /// The chance by mean, variance and skew of the sum. The number of interruptions has the
    /// cumulants km, km(1 + m) and km(1 + m)(1 + 2m) with m = e^{ΛL} − 1; the skew of a single
    /// cost is left out, since it vanishes with the square root of their number.
    fn within_by_moments(&self, slack: f64, odds: f64) -> f64 {
        let mean = mean_below(self.rate, self.length) + self.restart;
        let variance = variance_below(self.rate, self.length);
        let number = self.count * odds;
        let spread = number * (1.0 + odds);
        let deviation = f64::sqrt(number * variance + spread * mean * mean);
        let third =
            3.0 * spread * mean * variance + spread * (1.0 + 2.0 * odds) * mean * mean * mean;
        let skew = third / (deviation * deviation * deviation);
        let z = (slack - number * mean) / deviation;
        let density = libm::exp(-0.5 * z * z) / f64::sqrt(2.0 * std::f64::consts::PI);
        let normal = 0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2);
        (normal - skew / 6.0 * (z * z - 1.0) * density).clamp(0.0, 1.0)
    }
}

/// The cost of one interruption on a lattice: cells of the time that the stretch had run, each with
/// its mean, which lies between two points and is shared by them so that it is kept.
struct Lattice {
    /// Hours between two points.
    step: f64,
    /// Cells of a stretch.
    cells: usize,
    /// The chance of the first cell.
    first: f64,
    /// The chance of a cell over that of the one before.
    decay: f64,
    /// `decay` to the power of `cells`.
    cut: f64,
    /// The lower of the two points of the first cell.
    offset: f64,
    /// What the upper one gets.
    upper: f64,
}

impl Lattice {
    fn new(delays: &Delays, slack: f64) -> Self {
        let Delays { rate, length, .. } = *delays;
        let wished = (length / STEPS_OF_STRETCH)
            .min(slack / LEAST_STEPS)
            .max(slack / MOST_STEPS);
        // A stretch longer than all slack has cells that are never reached.
        let cells = f64::ceil(length / wished).clamp(1.0, 1e9);
        if cells <= 1.0 {
            let mean = (mean_below(rate, length) + delays.restart) / wished;
            return Self {
                step: wished,
                cells: 1,
                first: 1.0,
                decay: 0.0,
                cut: 0.0,
                offset: f64::floor(mean),
                upper: mean - f64::floor(mean),
            };
        }
        let step = length / cells;
        let mean = (mean_below(rate, step) + delays.restart) / step;
        Self {
            step,
            cells: cells as usize,
            first: libm::expm1(-rate * step) / libm::expm1(-rate * length),
            decay: libm::exp(-rate * step),
            cut: libm::exp(-rate * length),
            offset: f64::floor(mean),
            upper: mean - f64::floor(mean),
        }
    }

    /// The chance that one interruption costs nothing on the lattice.
    fn at_zero(&self) -> f64 {
        if self.offset == 0.0 {
            (1.0 - self.upper) * self.first
        } else {
            0.0
        }
    }
}

/// The mean of an exponential time, given that it is below a bound.
fn mean_below(rate: f64, bound: f64) -> f64 {
    let exposure = rate * bound;
    if exposure < 1e-4 {
        // The series; the next term is bound × exposure³ ÷ 720.
        bound * (0.5 - exposure / 12.0)
    } else {
        1.0 / rate - bound / libm::expm1(exposure)
    }
}

/// The variance of an exponential time, given that it is below a bound.
fn variance_below(rate: f64, bound: f64) -> f64 {
    let exposure = rate * bound;
    if exposure < 1e-2 {
        // The series; the next term is bound² × exposure⁴ ÷ 6048.
        bound * bound * (1.0 / 12.0 - exposure * exposure / 240.0)
    } else {
        let grown = libm::expm1(exposure);
        1.0 / (rate * rate) - bound * bound * (grown + 1.0) / (grown * grown)
    }
}

/// The distribution so far, and sums of it over the cells below each point: Σ fᵢ g and Σ i fᵢ g,
/// each carried on from its neighbour.
struct Sums {
    mass: Vec<f64>,
    plain: Vec<f64>,
    weighted: Vec<f64>,
}

impl Sums {
    /// Begins with a mass of 1 at 0.
    fn new(cost: &Lattice, points: usize) -> Self {
        let beginning = |value: f64| {
            let mut values = Vec::with_capacity(points);
            values.push(value);
            values
        };
        Self {
            mass: beginning(1.0),
            plain: beginning(cost.first),
            weighted: beginning(0.0),
        }
    }

    /// Σ fⱼ g(s − j) over the costs j > 0, and Σ j fⱼ g(s − j).
    fn step(&mut self, cost: &Lattice, s: usize) -> (f64, f64) {
        let before = |of: &[f64], back: usize| {
            s.checked_sub(back)
                .and_then(|at| of.get(at))
                .copied()
                .unwrap_or(0.0)
        };
        let leaving = cost.first * cost.cut * before(&self.mass, cost.cells);
        let (plain, weighted) = (before(&self.plain, 1), before(&self.weighted, 1));
        self.plain.push(cost.decay * plain - leaving);
        self.weighted
            .push(cost.decay * (weighted + plain) - cost.cells as f64 * leaving);
        let near = cost.offset as usize;
        let mut sum = 0.0;
        let mut by_cost = 0.0;
        for (point, share) in [(near, 1.0 - cost.upper), (near + 1, cost.upper)] {
            let plain = before(&self.plain, point);
            sum += share * plain;
            by_cost += share * (before(&self.weighted, point) + point as f64 * plain);
        }
        (sum, by_cost)
    }

    /// Adds the mass of the newest point.
    fn keep(&mut self, cost: &Lattice, mass: f64) {
        self.mass.push(mass);
        if let Some(plain) = self.plain.last_mut() {
            *plain += cost.first * mass;
        }
    }

    fn shrink(&mut self, by: f64) {
        for value in [&mut self.mass, &mut self.plain, &mut self.weighted]
            .into_iter()
            .flatten()
        {
            *value *= by;
        }
    }
}
