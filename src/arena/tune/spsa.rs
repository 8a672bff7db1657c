//! SPSA: simultaneous perturbation stochastic approximation (Spall 1998, *An overview of the
//! simultaneous perturbation method for efficient optimization*), as tuners of chess engines use it.
//!
//! It finds the maximum of a function of several coordinates of which only noisy comparisons are
//! known. A comparison draws a sign δ for every coordinate and compares θ + c δ with θ - c δ: one
//! comparison serves all coordinates, whatever their number. The result y, positive if θ + c δ did
//! better, moves every coordinate towards the better side. Iteration k of N compares several times,
//! always from the same θ, and then adds
//!
//! ```text
//!   a_k / c_k · Σ y δ    with    c_k = c / (k + 1)^0.101    and    a_k = a / (A + k + 1)^0.602
//! ```
//!
//! A is N / 10. The last iteration compares at a distance d, which each coordinate has of its own, and
//! its gain is r d², with one rate r for all, as in fishtest (where d is `c_end` and r is `r_end`).
//! From these, c and a follow. The signs follow from the seed and the number of the comparison, and
//! θ from the signs and the results: so a run can go on from the results of an interrupted one.

use crate::base::random::SplitMix64;

/// The power of the gain, by Spall.
const ALPHA: f64 = 0.602;
/// The power of the distance, by Spall.
const GAMMA: f64 = 0.101;
/// A as a part of all iterations.
const STABILITY: f64 = 0.1;
/// See [`default_rate`].
const WANDER: f64 = 0.4;

/// A coordinate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Coordinate {
    /// Where it starts.
    pub start: f64,
    /// The least value.
    pub least: f64,
    /// The highest value.
    pub most: f64,
    /// The distance c of the last iteration.
    pub end: f64,
}

/// What is compared: the two points, by coordinate, and a number from 0 to 1 that rounds both.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// θ + c δ.
    pub plus: Vec<f64>,
    /// θ - c δ.
    pub minus: Vec<f64>,
    /// The random number for rounding.
    pub rounding: f64,
}

/// A run.
#[derive(Clone, Debug)]
pub struct Spsa {
    coordinates: Vec<Coordinate>,
    /// The comparisons of an iteration.
    comparisons: usize,
    iterations: usize,
    rate: f64,
    seed: u64,
    theta: Vec<f64>,
    done: usize,
}

/// A rate with which results that are mere chance move a coordinate by about its last distance in
/// the whole run: chance grows with the square root of the number of comparisons. With 40,000 of
/// them it is 0.002, the usual rate of fishtest.
pub fn default_rate(comparisons: usize) -> f64 {
    WANDER / (comparisons.max(1) as f64).sqrt()
}

impl Spsa {
    /// A run of so many iterations with so many comparisons each.
    pub fn new(
        coordinates: Vec<Coordinate>,
        iterations: usize,
        comparisons: usize,
        rate: f64,
        seed: u64,
    ) -> Self {
        Self {
            theta: coordinates.iter().map(|one| one.start).collect(),
            coordinates,
            comparisons,
            iterations,
            rate,
            seed,
            done: 0,
        }
    }

    /// How many iterations are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Whether all are.
    pub fn is_done(&self) -> bool {
        self.done >= self.iterations
    }

    /// The coordinates now.
    pub fn theta(&self) -> &[f64] {
        &self.theta
    }

    /// The distance of this iteration from θ, for a distance of 1 at the end.
    fn distance(&self) -> f64 {
        libm::pow(self.iterations as f64 / (self.done as f64 + 1.0), GAMMA)
    }

    /// The factor `a_k / c_k` of this iteration, for a distance of 1 at the end.
    fn gain(&self) -> f64 {
        let (all, now) = (self.iterations as f64, self.done as f64 + 1.0);
        let stability = STABILITY * all;
        let gain = libm::pow((stability + all) / (stability + now), ALPHA);
        self.rate * gain / self.distance()
    }

    /// The signs of a comparison of this iteration, and then its random number for rounding.
    fn draw(&self, index: usize) -> (Vec<f64>, f64) {
        let number = self.done * self.comparisons + index;
        let mut random = SplitMix64::of(self.seed, number as u64);
        let mut sign = |_: &Coordinate| [-1.0, 1.0][random.below(2)];
        let signs = self.coordinates.iter().map(&mut sign).collect();
        (signs, random.unit())
    }

    /// What to compare: the comparison of this number in the iteration.
    pub fn comparison(&self, index: usize) -> Comparison {
        let (signs, rounding) = self.draw(index);
        let distance = self.distance();
        let point = |side: f64| {
            let points = self.coordinates.iter().zip(&self.theta).zip(&signs);
            let moved = points.map(|((one, theta), sign)| {
                let moved = theta + side * sign * distance * one.end;
                moved.clamp(one.least, one.most)
            });
            moved.collect()
        };
        Comparison {
            plus: point(1.0),
            minus: point(-1.0),
            rounding,
        }
    }

    /// Ends an iteration: the results of its comparisons, in order.
    pub fn update(&mut self, results: &[f64]) {
        let gain = self.gain();
        let mut sums = vec![0.0; self.theta.len()];
        for (index, result) in results.iter().enumerate() {
            let (signs, _) = self.draw(index);
            for (sum, sign) in sums.iter_mut().zip(signs) {
                *sum += sign * result;
            }
        }
        for ((theta, one), sum) in self.theta.iter_mut().zip(&self.coordinates).zip(sums) {
            *theta = (*theta + gain * one.end * sum).clamp(one.least, one.most);
        }
        self.done += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coordinate(start: f64, end: f64) -> Coordinate {
        Coordinate {
            start,
            least: -10.0,
            most: 10.0,
            end,
        }
    }

    /// Where a run ends whose comparisons are decided by noise and a paraboloid with its maximum
    /// at 3 and -2. `towards` is 1 for the rule as it is, -1 for results of the wrong sign.
    fn end(seed: u64, towards: f64) -> Vec<f64> {
        let coordinates = vec![coordinate(-5.0, 0.5), coordinate(6.0, 0.5)];
        let (iterations, comparisons) = (500, 4);
        // The start is far off.
        let rate = 2.0 * default_rate(iterations * comparisons);
        let mut spsa = Spsa::new(coordinates, iterations, comparisons, rate, seed);
        let mut noise = SplitMix64::new(seed + 1000);
        let height = |x: &[f64]| -(x[0] - 3.0).powi(2) - 2.0 * (x[1] + 2.0).powi(2);
        while !spsa.is_done() {
            let result = |index| {
                let compared = spsa.comparison(index);
                let difference = height(&compared.plus) - height(&compared.minus);
                // Two games, each won with a chance that grows with the difference.
                let chance = 1.0 / (1.0 + (-difference / 10.0).exp());
                let mut won = || if noise.unit() < chance { 1.0 } else { -1.0 };
                towards * (won() + won())
            };
            let results: Vec<f64> = (0..comparisons).map(result).collect();
            spsa.update(&results);
        }
        spsa.theta().to_vec()
    }

    #[test]
    fn it_finds_the_maximum_of_a_noisy_paraboloid() {
        for seed in 0..20 {
            let found = end(seed, 1.0);
            let [dx, dy] = [(found[0] - 3.0).abs(), (found[1] + 2.0).abs()];
            assert!(dx < 0.8 && dy < 0.8, "{seed}: {found:?}");
            // The same with its sign exchanged flees from the maximum.
            let fled = end(seed, -1.0);
            assert!(fled[0] < -9.0 && fled[1] > 9.0, "{seed}: {fled:?}");
        }
    }

    #[test]
    fn chance_moves_a_coordinate_by_about_its_last_distance() {
        for (iterations, comparisons) in [(50, 2), (500, 8)] {
            let mut squares = 0.0;
            for seed in 0..40 {
                let rate = default_rate(iterations * comparisons);
                let one = vec![coordinate(0.0, 0.5)];
                let mut spsa = Spsa::new(one, iterations, comparisons, rate, seed);
                let mut noise = SplitMix64::new(seed);
                while !spsa.is_done() {
                    let mut game = || [-1.0, 1.0][noise.below(2)];
                    let results: Vec<f64> = (0..comparisons).map(|_| game() + game()).collect();
                    spsa.update(&results);
                }
                squares += (spsa.theta()[0] / 0.5).powi(2);
            }
            let deviation = (squares / 40.0_f64).sqrt();
            assert!((0.5..1.5).contains(&deviation), "{deviation}");
        }
    }

    /// Spall's sequences, with a and c such that the last iteration has the gain and the distance
    /// that were asked for.
    #[test]
    fn gains_are_those_of_the_paper() {
        let (iterations, rate, end) = (200, 0.01, 0.5);
        let mut spsa = Spsa::new(vec![coordinate(0.0, end)], iterations, 1, rate, 0);
        let c = end * 200_f64.powf(0.101);
        let a = rate * end * end * 220_f64.powf(0.602);
        for k in 0..iterations {
            let (ck, ak) = (
                c / (k as f64 + 1.0).powf(0.101),
                a / (20.0 + k as f64 + 1.0).powf(0.602),
            );
            assert!((spsa.distance() * end - ck).abs() < 1e-12);
            assert!((spsa.gain() * end - ak / ck).abs() < 1e-12);
            let before = spsa.theta()[0];
            let up = spsa.comparison(0).plus[0] > before;
            spsa.update(&[2.0]);
            assert_eq!(spsa.theta()[0] > before, up);
        }
        assert!((spsa.distance() - (200.0_f64 / 201.0).powf(0.101)).abs() < 1e-12);
    }

    #[test]
    fn points_stay_within_the_range() {
        let edge = Coordinate {
            start: 10.0,
            ..coordinate(0.0, 4.0)
        };
        let mut spsa = Spsa::new(vec![edge], 3, 2, 1.0, 5);
        for index in 0..2 {
            let compared = spsa.comparison(index);
            let highest = compared.plus[0].max(compared.minus[0]);
            assert!((highest - 10.0).abs() < 1e-12, "{compared:?}");
            assert!((0.0..1.0).contains(&compared.rounding));
        }
        spsa.update(&[2.0, 2.0]);
        assert!((-10.0..=10.0).contains(&spsa.theta()[0]));
        assert_eq!((spsa.done(), spsa.is_done()), (1, false));
    }
}
