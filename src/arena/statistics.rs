//! From scores to strength: Elo difference with its error, and the probability that one engine is
//! stronger.
//!
//! A sample is a list of scores (of a pair: 0, ½ or 1, for no, one or two wins) with how often each
//! was seen. Its mean s is an Elo difference of `-400 lg(1/s - 1)`; the spread of the mean gives
//! the error, by the normal approximation. Taken over pairs, this needs no assumption on how the
//! two games of a pair depend on each other.

use crate::base::interval::WITHIN_95;

/// The score that is expected of an Elo difference.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference that a score stands for; infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    // Adding zero makes -0 plain.
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10() + 0.0
}

/// Scores, and how often each was seen.
#[derive(Clone, PartialEq, Debug)]
pub struct PairedScores(pub Vec<(f64, f64)>);

/// An Elo difference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The estimate.
    pub elo: f64,
    /// The ends of the interval in which it lies with 95%.
    pub interval: [f64; 2],
}

impl Difference {
    /// Half the length of the interval.
    pub fn error(&self) -> f64 {
        (self.interval[1] - self.interval[0]) / 2.0
    }
}

impl PairedScores {
    /// The scores of pairs, by how many wins they brought.
    pub fn of_pairs(counts: [usize; 3]) -> Self {
        let [none, one, both] = counts.map(|count| count as f64);
        Self(vec![(0.0, none), (0.5, one), (1.0, both)])
    }

    /// How many scores there are.
    pub fn count(&self) -> f64 {
        self.0.iter().map(|(_, count)| count).sum()
    }

    /// Their mean; ½ without any.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.0.iter().map(|(score, count)| score * count).sum();
        if self.count() > 0.0 {
            sum / self.count()
        } else {
            0.5
        }
    }

    /// The standard deviation of the mean, as if one more score had been seen, spread evenly: so
    /// that a few scores that happen to be alike are not taken for certainty.
    fn spread(&self) -> f64 {
        let more = 1.0 / self.0.len() as f64;
        let smooth = Self(self.0.iter().map(|&(s, count)| (s, count + more)).collect());
        let mean = smooth.mean();
        let squares: f64 = smooth
            .0
            .iter()
            .map(|(score, count)| count * (score - mean).powi(2))
            .sum();
        (squares / smooth.count() / self.count().max(1.0)).sqrt()
    }

    /// The Elo difference.
    pub fn difference(&self) -> Difference {
        let (mean, reach) = (self.mean(), WITHIN_95 * self.spread());
        Difference {
            elo: elo(mean),
            interval: [elo(mean - reach), elo(mean + reach)],
        }
    }

    /// The likelihood of superiority: that the true mean is above ½.
    pub fn superiority(&self) -> f64 {
        normal((self.mean() - 0.5) / self.spread())
    }
}

/// The part of a normal distribution below x, to seven digits (Abramowitz and Stegun, 7.1.26).
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let polynomial = [
        1.061_405_429,
        -1.453_152_027,
        1.421_413_741,
        -0.284_496_736,
        0.254_829_592,
    ]
    .into_iter()
    .fold(0.0, |sum, term| (sum + term) * t);
    // Half of 1 - erf(z).
    let tail = 0.5 * polynomial * (-z * z).exp();
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of five outcomes a pair, as chess has them.
    fn published(counts: [u32; 5]) -> PairedScores {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        PairedScores(scores.into_iter().zip(counts.map(f64::from)).collect())
    }

    #[test]
    fn scores_and_elo_are_inverse() {
        for (elo_difference, score) in [
            (0.0, 0.5),
            (200.0, 0.7597),
            (400.0, 0.9091),
            (-100.0, 0.3599),
        ] {
            assert!((expected(elo_difference) - score).abs() < 1e-4);
            assert!((elo(expected(elo_difference)) - elo_difference).abs() < 1e-9);
        }
        assert!((elo(0.75) - 190.85).abs() < 0.01);
        assert!(elo(1.0) > 1e9 && elo(0.0) < -1e9);
    }

    /// Two matches of Stockfish, August 2020 (the commit that added NNUE): "60000 @ 10+0.1 th 1,
    /// ELO: 92.77 +-2.1 (95%) LOS: 100.0%, Ptnml(0-2): 609, 3850, 9708, 10948, 4885" and "40000 @
    /// 20+0.2 th 8, ELO: 89.47 +-2.0 (95%) LOS: 100.0%, Ptnml(0-2): 74, 1583, 8550, 7776, 2017".
    #[test]
    fn published_matches_have_the_published_difference() {
        for (counts, elo, error) in [
            ([609, 3850, 9708, 10948, 4885], 92.77, 2.1),
            ([74, 1583, 8550, 7776, 2017], 89.47, 2.0),
        ] {
            let difference = published(counts).difference();
            assert!((difference.elo - elo).abs() < 0.02, "{difference:?}");
            assert!((difference.error() - error).abs() < 0.06, "{difference:?}");
            assert!(published(counts).superiority() > 0.9999);
        }
    }

    #[test]
    fn superiority_is_the_normal_distribution() {
        for (x, below) in [
            (0.0, 0.5),
            (1.0, 0.841_344_7),
            (-1.959_964, 0.025),
            (3.0, 0.998_650_1),
        ] {
            assert!((normal(x) - below).abs() < 2e-7, "{x}: {}", normal(x));
        }
        assert!((PairedScores::of_pairs([5, 7, 5]).superiority() - 0.5).abs() < 1e-6);
        assert!((PairedScores::of_pairs([0, 0, 0]).superiority() - 0.5).abs() < 1e-6);
        let few = PairedScores::of_pairs([0, 0, 1]);
        assert!((0.6..0.95).contains(&few.superiority()));
        assert!(few.difference().elo.is_infinite() && few.difference().interval[0] < 0.0);
    }

    #[test]
    fn balanced_pairs_carry_more_information_than_games() {
        let pairs = PairedScores::of_pairs([10, 80, 10]).difference();
        let games = PairedScores(vec![(0.0, 100.0), (1.0, 100.0)]).difference();
        assert!(pairs.error() < 0.7 * games.error());
    }
}
