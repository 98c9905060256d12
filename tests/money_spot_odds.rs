//! Spot against simulation: every expectation and every chance.

#![allow(clippy::unwrap_used, reason = "a test stops where there is no value")]

use kasuan::cost::spot::{Checkpoints, SpotRun, availability, fleet};
use kasuan::units::{Hours, PerHour, Ratio};

const RUNS: u32 = 20_000;

/// `SplitMix64` (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// An exponential time of a mean of 1.
    fn exponential(&mut self) -> f64 {
        -libm::log(1.0 - self.next())
    }
}

fn every(interval: f64, save: f64) -> Checkpoints {
    Checkpoints::Every {
        interval: Hours::new(interval),
        save: Hours::new(save),
    }
}

fn run(work: f64, rate: f64, restart: f64, checkpoints: Checkpoints) -> SpotRun {
    SpotRun {
        work: Hours::new(work),
        rate: PerHour::new(rate),
        restart: Hours::new(restart),
        checkpoints,
    }
}

/// Hours and interruptions of one run, event by event.
fn simulate(run: &SpotRun, random: &mut Random) -> (f64, u32) {
    let (interval, save) = match run.checkpoints {
        Checkpoints::None => (run.work.get(), 0.0),
        Checkpoints::Every { interval, save } => (interval.get(), save.get()),
    };
    let (mut clock, mut kept, mut interruptions) = (0.0, 0.0, 0);
    while run.work.get() - kept > 1e-9 {
        let next = (run.work.get() - kept).min(interval);
        let until = random.exponential() / run.rate.get();
        if until < next + save {
            clock += until + run.restart.get();
            interruptions += 1;
        } else {
            clock += next + save;
            kept += next;
        }
    }
    (clock, interruptions)
}

/// Runs with few and many interruptions, without checkpoints, with even and with uneven ones.
fn cases() -> Vec<SpotRun> {
    let mut cases = Vec::new();
    for restart in [0.0, 0.3] {
        for (work, rate) in [(48.0, 0.0005), (48.0, 0.01), (10.0, 0.1), (10.0, 0.25)] {
            for checkpoints in [Checkpoints::None, every(1.0, 0.05), every(3.7, 0.2)] {
                cases.push(run(work, rate, restart, checkpoints));
            }
        }
    }
    // Restarts that outweigh the stretches, and thirty interruptions of an hour's run.
    cases.push(run(10.0, 0.5, 2.0, every(0.25, 0.01)));
    cases.push(run(1.0, 30.0, 0.02, every(0.02, 0.001)));
    cases
}

#[test]
fn expected_hours_and_interruptions_are_those_of_simulated_runs() {
    let mut random = Random(20_061_130);
    for case in cases() {
        let expected = case.expected().unwrap();
        let (mut sum, mut squares, mut interruptions) = (0.0, 0.0, 0.0);
        for _ in 0..RUNS {
            let (hours, count) = simulate(&case, &mut random);
            sum += hours;
            squares += hours * hours;
            interruptions += f64::from(count);
        }
        let n = f64::from(RUNS);
        let mean = sum / n;
        // Four standard errors; a billionth for runs that hardly differ.
        let error = 4.0 * libm::sqrt(((squares / n - mean * mean) / n).max(0.0)) + 1e-9;
        assert!(
            (mean - expected.hours.get()).abs() <= error,
            "{case:?}: {mean} ± {error} simulated, {expected:?}"
        );
        let count = interruptions / n;
        // Their number varies less than that of a geometric distribution of the same mean.
        let error = 4.0 * libm::sqrt((count + count * count) / n) + 1e-9;
        assert!(
            (count - expected.interruptions.get()).abs() <= error,
            "{case:?}: {count} ± {error} interruptions simulated, {expected:?}"
        );
    }
}

#[test]
fn chances_are_those_of_simulated_runs() {
    let mut random = Random(19_740_901);
    for case in cases() {
        let mut times: Vec<f64> = (0..RUNS).map(|_| simulate(&case, &mut random).0).collect();
        times.sort_by(f64::total_cmp);
        let expected = case.expected().unwrap().hours.get();
        let least = times[0];
        for share in [0.0, 0.02, 0.1, 0.3, 0.7, 1.0, 1.5, 2.5, 6.0] {
            let deadline = least + share * (expected - least) + 1e-6;
            let done = times.partition_point(|time| *time <= deadline);
            let simulated = done as f64 / f64::from(RUNS);
            let chance = case.chance_within(Hours::new(deadline)).get();
            // Three standard errors of a share of 20,000 are at most 0.0106.
            assert!(
                (simulated - chance).abs() <= 0.015,
                "{case:?} within {deadline}: {simulated} simulated, {chance}"
            );
        }
    }
}

/// Without checkpoints and restarts, from the transform of the time until a run of T hours:
/// Σ (−1)ʲ e^{−(j+1)ΛT} ((Λx)ʲ⁺¹ ÷ (j+1)! + (Λx)ʲ ÷ j!) with x = D − (j+1)T ≥ 0.
fn exactly(work: f64, rate: f64, deadline: f64) -> f64 {
    let (mut sum, mut sign, mut factorial) = (0.0, 1.0, 1.0);
    for j in 0..200 {
        let times = f64::from(j) + 1.0;
        let x = deadline - times * work;
        if x < 0.0 {
            break;
        }
        let power = libm::pow(rate * x, f64::from(j));
        let term = power / factorial + power * rate * x / (factorial * times);
        sum += sign * libm::exp(-times * rate * work) * term;
        sign = -sign;
        factorial *= times;
    }
    sum
}

#[test]
fn chances_without_checkpoints_are_those_of_the_closed_form() {
    for (work, rate) in [
        (48.0, 0.0005),
        (48.0, 0.01),
        (10.0, 0.1),
        (1.0, 2.0),
        (1.0, 5.0),
    ] {
        for stretch in [1.0, 1.001, 1.1, 1.5, 2.0, 2.3, 3.0, 5.0, 12.0, 20.0] {
            let deadline = stretch * work;
            let chance = run(work, rate, 0.0, Checkpoints::None)
                .chance_within(Hours::new(deadline))
                .get();
            let exact = exactly(work, rate, deadline);
            assert!(
                (chance - exact).abs() <= 0.003,
                "{work} h at {rate} within {deadline}: {exact} exactly, {chance}"
            );
        }
    }
}

#[test]
fn chances_have_their_limits() {
    let calm = run(48.0, 0.01, 0.5, Checkpoints::None);
    let at = |run: &SpotRun, deadline: f64| run.chance_within(Hours::new(deadline)).get();
    assert_eq!(at(&calm, 47.9), 0.0);
    assert_eq!(at(&calm, -1.0), 0.0);
    // No interruption at all: e^{−0.48}; up to the first that fits it stays so.
    assert!((at(&calm, 48.0) - 0.618_783).abs() < 1e-6);
    assert!((at(&calm, 48.4) - 0.618_783).abs() < 1e-6);
    assert!(at(&calm, 5000.0) > 0.999_999);
    assert_eq!(at(&run(48.0, 0.0, 0.5, every(1.0, 0.0)), 48.0), 1.0);
    assert_eq!(at(&run(0.0, 1.0, 0.5, Checkpoints::None), 0.0), 1.0);
    // Hopeless, in vast numbers, and in vast numbers of interruptions that all fit.
    assert_eq!(at(&run(1000.0, 1.0, 0.0, Checkpoints::None), 1e6), 0.0);
    assert_eq!(at(&run(1e9, 60_000.0, 0.0, Checkpoints::None), 1e300), 0.0);
    let busy = run(1e6, 60.0, 0.001, every(0.01, 0.0));
    let mean = busy.expected().unwrap().hours.get();
    assert!(at(&busy, 0.99 * mean) < 0.001);
    assert!(at(&busy, 1.01 * mean) > 0.999);
}

#[test]
fn a_later_deadline_is_no_less_likely() {
    for case in cases() {
        let mut last = 0.0;
        for step in 0..300 {
            let deadline = case.work.get() * (1.0 + 0.01 * f64::from(step));
            let chance = case.chance_within(Hours::new(deadline)).get();
            assert!((0.0..=1.0).contains(&chance));
            // The lattice differs from deadline to deadline.
            assert!(
                chance >= last - 0.003,
                "{case:?} within {deadline}: {chance} < {last}"
            );
            last = chance;
        }
    }
}

/// Hours of all and of the last, where the instance that is free first takes the next piece.
fn queue(case: &SpotRun, piece: f64, instances: usize, random: &mut Random) -> (f64, f64) {
    let (rate, restart) = (case.rate.get(), case.restart.get());
    let (mut free, mut sum) = (vec![0.0_f64; instances], 0.0);
    for _ in 0..libm::round(case.work.get() / piece) as u32 {
        let first = free.iter_mut().min_by(|a, b| a.total_cmp(b)).unwrap();
        loop {
            let until = random.exponential() / rate;
            let done = until >= piece;
            let time = if done { piece } else { until + restart };
            *first += time;
            sum += time;
            if done {
                break;
            }
        }
    }
    (sum, free.into_iter().fold(0.0, f64::max))
}

#[test]
fn pieces_are_those_of_instances_that_share_a_queue() {
    let mut random = Random(42);
    // Ten instances, each interrupted alone, with 40 and 400 pieces each, then with less than one.
    for (work, piece, runs, within) in [
        (200.0, 0.5, 2000, 0.1),
        (200.0, 0.05, 1000, 0.045),
        (3.5, 0.5, 20_000, 0.015),
    ] {
        let case = SpotRun::pieces(
            Hours::new(work),
            Hours::new(piece),
            PerHour::new(0.2),
            Hours::new(0.25),
        );
        let mut ends: Vec<f64> = Vec::new();
        let mut sum = 0.0;
        for _ in 0..runs {
            let (all, end) = queue(&case, piece, 10, &mut random);
            sum += all;
            ends.push(end);
        }
        let expected = case.expected().unwrap().hours.get();
        let mean = sum / f64::from(runs);
        assert!((mean / expected - 1.0).abs() < 0.005, "{mean}, {expected}");
        ends.sort_by(f64::total_cmp);
        for tenth in 1..10 {
            let at = ends[ends.len() * tenth / 10] + 1e-9;
            let simulated = ends.partition_point(|end| *end <= at) as f64 / ends.len() as f64;
            let chance = case.pieces_within(10, Hours::new(at)).get();
            assert!(
                (chance - simulated).abs() < within,
                "{work} h of {piece} within {at}: {chance}, {simulated}"
            );
        }
        assert_eq!(
            case.pieces_within(10, Hours::new(0.99 * ends[0].min(work / 10.0))),
            Ratio::ZERO
        );
    }
}

#[test]
fn thousands_of_interruptions_are_as_simulated_and_the_methods_meet() {
    let mut random = Random(1966);
    let case = run(20.0, 60.0, 0.001, every(0.02, 0.001));
    let mut times: Vec<f64> = (0..4000).map(|_| simulate(&case, &mut random).0).collect();
    times.sort_by(f64::total_cmp);
    for quantile in [40, 400, 1200, 2000, 3000, 3900] {
        let chance = case.chance_within(Hours::new(times[quantile])).get();
        let simulated = quantile as f64 / 4000.0;
        assert!((chance - simulated).abs() < 0.025, "{chance}, {simulated}");
    }
    // A hundred stretches: on one side the lattice, on the other the moments.
    for (rate, restart) in [(2.5, 0.0), (2.5, 0.5), (4.0, 0.1)] {
        for share in [0.9, 0.95, 1.0, 1.05, 1.1] {
            let chance = |work: f64| {
                let case = run(work, rate, restart, every(1.0, 0.0));
                let mean = case.expected().unwrap().hours.get();
                case.chance_within(Hours::new(share * mean)).get()
            };
            let (below, above) = (chance(99.0), chance(100.0));
            assert!(
                (below - above).abs() < 0.01,
                "{rate}, {share}: {below}, {above}"
            );
        }
    }
}

#[test]
fn every_run_has_an_answer() {
    let values = [-1.0, 0.0, 1e-300, 1e-6, 0.3, 7.0, 1e6, 1e300];
    for work in values {
        for rate in values {
            for restart in values {
                for checkpoints in [Checkpoints::None, every(0.5, 0.1), every(work, restart)] {
                    let case = run(work, rate, restart, checkpoints);
                    if let Some(expected) = case.expected() {
                        assert!(expected.hours >= expected.work, "{case:?}: {expected:?}");
                    }
                    for deadline in values {
                        let deadline = Hours::new(deadline);
                        for chance in [
                            case.chance_within(deadline),
                            case.pieces_within(3, deadline),
                        ] {
                            assert!(chance >= Ratio::ZERO && chance <= Ratio::new(1.0));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn spares_hold_the_load_as_often_as_simulated() {
    let (needed, rate, repair) = (10_u32, 0.1, 0.1);
    let fleet = fleet(
        needed,
        PerHour::new(rate),
        Hours::new(repair),
        1,
        Ratio::new(0.999),
    )
    .unwrap();
    let up = availability(PerHour::new(rate), Hours::new(repair)).get();
    let mut random = Random(7);
    let mut share = |total: u32| {
        let held = (0..200_000)
            .filter(|_| (0..total).filter(|_| random.next() < up).count() >= needed as usize)
            .count();
        held as f64 / 200_000.0
    };
    assert!(share(fleet.total) >= 0.999);
    assert!(share(fleet.total - 1) < 0.999);
    // And an instance is up for that share of its time.
    let (mut on, mut off) = (0.0, 0.0);
    for _ in 0..200_000 {
        on += random.exponential() / rate;
        off += repair;
    }
    assert!((on / (on + off) - up).abs() < 0.0005);
}
