//! The sequential probability ratio test: after each pair, is the difference `elo0` or `elo1`? The
//! match ends as soon as one of them is probable enough (Wald 1945).
//!
//! The log-likelihood ratio is the generalised one for scores of any distribution: among all
//! distributions on the scores seen, take the most likely with the mean of `elo0`, and the most
//! likely with that of `elo1`; with p the observed frequencies, the most likely with mean m is
//! `p_i / (1 + θ (a_i - m))`, θ such that the mean is right (Owen's empirical likelihood). The
//! ratio of their likelihoods is compared with `ln(β / (1-α))` and `ln((1-β) / α)`. For two scores
//! it is Wald's own test of a binomial. Written here, since crates of statistics have tests of
//! fixed samples, not this one.

use super::statistics::{PairedScores, expected};
use std::fmt;
use std::str::FromStr;

/// Scores never seen are taken as seen so often: a likelihood of 0 decides nothing.
const HARDLY_SEEN: f64 = 1e-3;

/// A test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative.
    pub elo1: f64,
    /// How often it may accept the alternative where the null hypothesis holds.
    pub alpha: f64,
    /// How often it may accept the null hypothesis where the alternative holds.
    pub beta: f64,
}

/// What a test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// The difference is rather `elo0`.
    Null,
    /// The difference is rather `elo1`.
    Alternative,
}

/// A text that is no test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected elo0,elo1,alpha,beta with elo0 < elo1 and both error rates under 0.5, such as \
     0,20,0.05,0.05"
)]
pub struct BadSprt;

impl FromStr for Sprt {
    type Err = BadSprt;

    fn from_str(text: &str) -> Result<Self, BadSprt> {
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|n| n.trim().parse()).collect();
        let (elo0, elo1, alpha, beta) = match numbers.map_err(|_| BadSprt)?[..] {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err(BadSprt),
        };
        let error = |rate: f64| rate > 0.0 && rate < 0.5;
        let sound = elo0 < elo1 && elo0.abs() <= 2000.0 && elo1.abs() <= 2000.0;
        if sound && error(alpha) && error(beta) {
            Ok(Self {
                elo0,
                elo1,
                alpha,
                beta,
            })
        } else {
            Err(BadSprt)
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{},{},{},{}",
            self.elo0, self.elo1, self.alpha, self.beta
        )
    }
}

impl Sprt {
    /// The bounds of the ratio; at the lower the null hypothesis is accepted, at the upper the
    /// alternative.
    pub fn bounds(&self) -> [f64; 2] {
        let (alpha, beta) = (self.alpha, self.beta);
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// The log-likelihood ratio.
    pub fn ratio(&self, sample: &PairedScores) -> f64 {
        let seen = |&(score, count): &(f64, f64)| (score, count.max(HARDLY_SEEN));
        let sample = PairedScores(sample.0.iter().map(seen).collect());
        let [theta0, theta1] = [self.elo0, self.elo1].map(|elo| tilt(&sample, expected(elo)));
        let [mean0, mean1] = [self.elo0, self.elo1].map(expected);
        let term = |&(score, count): &(f64, f64)| {
            let under0 = 1.0 + theta0 * (score - mean0);
            let under1 = 1.0 + theta1 * (score - mean1);
            count * (under0 / under1).ln()
        };
        sample.0.iter().map(term).sum()
    }

    /// What follows from a ratio.
    pub fn decide(&self, ratio: f64) -> Option<SprtDecision> {
        let [lower, upper] = self.bounds();
        if ratio >= upper {
            Some(SprtDecision::Alternative)
        } else if ratio <= lower {
            Some(SprtDecision::Null)
        } else {
            None
        }
    }
}

/// The θ for this mean: the zero of Σ p (a - m) / (1 + θ (a - m)), which falls between its two
/// poles. Newton's steps, halved towards a pole where they would go beyond it.
fn tilt(sample: &PairedScores, mean: f64) -> f64 {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for &(score, _) in &sample.0 {
        let pole = -1.0 / (score - mean);
        if score > mean {
            low = low.max(pole);
        } else if score < mean {
            high = high.min(pole);
        }
    }
    let mut theta = 0.0;
    for _ in 0..100 {
        let (mut value, mut derivative) = (0.0, 0.0);
        for &(score, count) in &sample.0 {
            let part = (score - mean) / (1.0 + theta * (score - mean));
            value += count * part;
            derivative -= count * part * part;
        }
        if value > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let next = theta - value / derivative;
        let next = if low < next && next < high {
            next
        } else {
            f64::midpoint(low, high)
        };
        if (next - theta).abs() <= 1e-13 * (1.0 + theta.abs()) {
            return next;
        }
        theta = next;
    }
    theta
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use std::thread;

    #[test]
    fn tests_are_read_and_written() {
        let sprt: Sprt = "0,20".parse().unwrap();
        assert_eq!(sprt.to_string(), "0,20,0.05,0.05");
        let [lower, upper] = sprt.bounds();
        assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
        for text in [
            "",
            "0",
            "5,0",
            "0,5,0.05",
            "0,5,0,0.05",
            "0,5,0.05,0.5",
            "0,nan",
            "0,x",
        ] {
            assert_eq!(text.parse::<Sprt>(), Err(BadSprt), "{text}");
        }
    }

    /// Wald 1945: for a binomial the ratio is w ln(p1/p0) + l ln((1-p1)/(1-p0)).
    #[test]
    fn of_two_scores_it_is_walds_test() {
        let sprt: Sprt = "-10,35".parse().unwrap();
        let (p0, p1) = (expected(-10.0), expected(35.0));
        for (wins, losses) in [(10.0, 3.0), (1.0, 1.0), (200.0, 250.0)] {
            let ratio = sprt.ratio(&PairedScores(vec![(0.0, losses), (1.0, wins)]));
            let wald = wins * (p1 / p0).ln() + losses * ((1.0 - p1) / (1.0 - p0)).ln();
            assert!((ratio - wald).abs() < 1e-9, "{ratio} {wald}");
        }
    }

    /// Three scores, worked out with a quadratic: θ solves it in closed form.
    #[test]
    fn of_three_scores_it_is_the_closed_form() {
        let counts = [30.0, 50.0, 45.0];
        let likeliest = |mean: f64| {
            let seen: f64 = counts.iter().sum();
            let part = counts.map(|count| count / seen);
            let off = [-mean, 0.5 - mean, 1.0 - mean];
            // The sum of part_i off_i / (1 + θ off_i) is 0; multiplied out:
            let square = off[0] * off[1] * off[2];
            let linear = part[0] * off[0] * (off[1] + off[2])
                + part[1] * off[1] * (off[0] + off[2])
                + part[2] * off[2] * (off[0] + off[1]);
            let constant: f64 = part.iter().zip(off).map(|(part, off)| part * off).sum();
            let root = (linear * linear - 4.0 * square * constant).sqrt();
            let theta = [-1.0, 1.0]
                .map(|sign| (-linear + sign * root) / (2.0 * square))
                .into_iter()
                .find(|theta| off.iter().all(|off| 1.0 + theta * off > 0.0))
                .unwrap();
            [0, 1, 2].map(|i| part[i] / (1.0 + theta * off[i]))
        };
        let sprt: Sprt = "10,40".parse().unwrap();
        let (null, other) = (likeliest(expected(10.0)), likeliest(expected(40.0)));
        let direct: f64 = (0..3).map(|i| counts[i] * (other[i] / null[i]).ln()).sum();
        let ratio = sprt.ratio(&PairedScores::of_pairs([30, 50, 45]));
        assert!((ratio - direct).abs() < 1e-9, "{ratio} {direct}");
        let sum: f64 = other.iter().sum();
        let mean = other[1] / 2.0 + other[2];
        assert!((sum - 1.0).abs() < 1e-9 && (mean - expected(40.0)).abs() < 1e-9);
    }

    /// Pairs of a match between engines of this difference; `even` of the pairs go one game each.
    fn decision(sprt: &Sprt, elo: f64, even: f64, chance: &mut StdRng) -> (SprtDecision, usize) {
        let both = expected(elo) - even / 2.0;
        let mut counts = [0; 3];
        loop {
            let draw: f64 = chance.random();
            let wins = if draw < both {
                2
            } else {
                usize::from(draw < both + even)
            };
            counts[wins] += 1;
            let ratio = sprt.ratio(&PairedScores::of_pairs(counts));
            if let Some(decision) = sprt.decide(ratio) {
                return (decision, counts.iter().sum());
            }
        }
    }

    /// How often the test errs in 10,000 matches at each of its hypotheses.
    #[test]
    fn errors_of_both_types_are_within_bounds() {
        let sprt: Sprt = "0,20,0.05,0.05".parse().unwrap();
        let matches = 10_000;
        let errors = |elo: f64, even: f64, wrong: SprtDecision, seed: u64| {
            let mut chance = StdRng::seed_from_u64(seed);
            let mut pairs = 0;
            let mut count = 0;
            for _ in 0..matches {
                let (found, length) = decision(&sprt, elo, even, &mut chance);
                count += usize::from(found == wrong);
                pairs += length;
            }
            (count, pairs / matches)
        };
        thread::scope(|scope| {
            let runs = [
                (0.0, 0.6, SprtDecision::Alternative, "I"),
                (20.0, 0.6, SprtDecision::Null, "II"),
            ];
            let runs = runs.map(|(elo, even, wrong, kind)| {
                (scope.spawn(move || errors(elo, even, wrong, 7)), kind)
            });
            for (run, kind) in runs {
                let (count, pairs) = run.join().unwrap();
                println!("type {kind}: {count} errors in {matches} matches of {pairs} pairs");
                // 5%, and three standard deviations of a count of 10,000.
                assert!(count <= 565, "type {kind}: {count}");
                // A test that always gave the same answer would never err, or always.
                assert!(count >= 200, "type {kind}: {count}");
            }
        });
    }
}
