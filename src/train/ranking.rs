//! Strengths of features by minorization and maximization of a Bradley–Terry model (Hunter 2004;
//! Coulom 2007). A move is a team of features, one of each kind, and its strength is the product of
//! theirs. A move is played with probability proportional to its strength. Kind by kind, each
//! feature gets the strength at which its expected number of wins is the observed one.

use std::collections::HashMap;

/// A choice: the features of each move, and which of them was played.
pub type RankedChoice = (Vec<Vec<u32>>, usize);

/// The strengths of features.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// For each kind, the index of each feature.
    names: Vec<HashMap<u32, u32>>,
    /// The choices, with features as indices.
    choices: Vec<RankedChoice>,
    strengths: Vec<Vec<f64>>,
    wins: Vec<Vec<f64>>,
}

/// How well strengths fit choices.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The mean log-likelihood of the moves played.
    pub likelihood: f64,
    /// The same if all moves have the same probability.
    pub even: f64,
    /// The share of the moves played that had the highest probability.
    pub first: f64,
    /// How many choices there were.
    pub choices: usize,
}

/// The index of features that are too rare to have a strength of their own: theirs is 1.
const RARE: u32 = 0;

impl Ranking {
    /// Strengths of 1 for the features that occur at least this often, by kind.
    pub fn new(choices: impl Iterator<Item = RankedChoice>, least: &[u32]) -> Self {
        let choices: Vec<RankedChoice> = choices.collect();
        let names = count(&choices, least);
        let strengths: Vec<Vec<f64>> = names.iter().map(|kind| vec![1.0; kind.len() + 1]).collect();
        let wins = strengths.iter().map(|kind| vec![0.0; kind.len()]).collect();
        let mut ranking = Self {
            names,
            choices: Vec::new(),
            wins,
            strengths,
        };
        for choice in choices {
            let placed = ranking.placed(choice);
            for (wins, &place) in ranking.wins.iter_mut().zip(&placed.0[placed.1]) {
                wins[place as usize] += 1.0;
            }
            ranking.choices.push(placed);
        }
        ranking
    }

    fn placed(&self, (moves, played): RankedChoice) -> RankedChoice {
        let place = |(kind, feature): (usize, u32)| {
            let known = self.names[kind].get(&feature);
            known.copied().unwrap_or(RARE)
        };
        let team = |features: Vec<u32>| features.into_iter().enumerate().map(place).collect();
        (moves.into_iter().map(team).collect(), played)
    }

    fn strength(&self, team: &[u32]) -> f64 {
        let parts = self.strengths.iter().zip(team);
        parts.map(|(kind, &place)| kind[place as usize]).product()
    }

    /// Fits each kind once.
    pub fn improve(&mut self) {
        for kind in 0..self.strengths.len() {
            let mut expected = vec![0.0; self.strengths[kind].len()];
            for (moves, _) in &self.choices {
                let strengths: Vec<f64> = moves.iter().map(|team| self.strength(team)).collect();
                let all: f64 = strengths.iter().sum();
                for (team, strength) in moves.iter().zip(&strengths) {
                    expected[team[kind] as usize] += strength / all;
                }
            }
            // Dividing by the feature's own strength leaves the rest of its teams. A win and a loss
            // against a strength of 1 keep rare features near 1.
            let wins = &self.wins[kind];
            for (place, strength) in self.strengths[kind].iter_mut().enumerate().skip(1) {
                let rest = expected[place] / *strength;
                *strength = (wins[place] + 1.0) / (rest + 2.0 / (*strength + 1.0));
            }
        }
    }

    /// How well the strengths fit other choices.
    pub fn fit(&self, choices: impl Iterator<Item = RankedChoice>) -> Fit {
        let mut fit = Fit {
            likelihood: 0.0,
            even: 0.0,
            first: 0.0,
            choices: 0,
        };
        for choice in choices {
            let (moves, played) = self.placed(choice);
            let strengths: Vec<f64> = moves.iter().map(|team| self.strength(team)).collect();
            let all: f64 = strengths.iter().sum();
            fit.likelihood += (strengths[played] / all).ln();
            fit.even -= (moves.len() as f64).ln();
            let best = strengths.iter().fold(0.0, |a: f64, &b| a.max(b));
            fit.first += if strengths[played] >= best { 1.0 } else { 0.0 };
            fit.choices += 1;
        }
        let count = fit.choices.max(1) as f64;
        for mean in [&mut fit.likelihood, &mut fit.even, &mut fit.first] {
            *mean /= count;
        }
        fit
    }

    /// The strengths of the features of a kind, in the order of their numbers.
    pub fn strengths(&self, kind: usize) -> Vec<(u32, f64)> {
        let all = self.names[kind].iter();
        let mut all: Vec<(u32, f64)> = all
            .map(|(&feature, &place)| (feature, self.strengths[kind][place as usize]))
            .collect();
        all.sort_by_key(|&(feature, _)| feature);
        all
    }
}

/// The indices of the features that occur often enough, from 1.
fn count(choices: &[RankedChoice], least: &[u32]) -> Vec<HashMap<u32, u32>> {
    let mut counts: Vec<HashMap<u32, u32>> = vec![HashMap::new(); least.len()];
    for team in choices.iter().flat_map(|(moves, _)| moves) {
        for (counts, &feature) in counts.iter_mut().zip(team) {
            *counts.entry(feature).or_default() += 1;
        }
    }
    let often = counts.into_iter().zip(least).map(|(counts, &least)| {
        let often = counts.into_iter().filter(|&(_, count)| count >= least);
        let mut often: Vec<u32> = often.map(|(feature, _)| feature).collect();
        often.sort_unstable();
        often.into_iter().zip(1..).collect()
    });
    often.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// Choices drawn by strengths: 1, 2, 4, 8 for the first kind, 1 and 3 for the second.
    fn choices(seed: u64, count: usize) -> Vec<RankedChoice> {
        let mut chance = StdRng::seed_from_u64(seed);
        let choice = |_| {
            let moves: Vec<Vec<u32>> = (0..10)
                .map(|_| vec![chance.random_range(0..4), chance.random_range(7..9)])
                .collect();
            let strength =
                |team: &Vec<u32>| f64::from(1 << team[0]) * [1.0, 3.0][team[1] as usize - 7];
            let all: f64 = moves.iter().map(strength).sum();
            let mut left = chance.random_range(0.0..all);
            let played = moves.iter().position(|team| {
                left -= strength(team);
                left < 0.0
            });
            (moves, played.unwrap_or(9))
        };
        (0..count).map(choice).collect()
    }

    #[test]
    fn strengths_are_found_again() {
        let mut ranking = Ranking::new(choices(1, 20_000).into_iter(), &[1, 1]);
        for _ in 0..30 {
            ranking.improve();
        }
        let [first, second] = [0, 1].map(|kind| ranking.strengths(kind));
        let shares = first.windows(2).map(|pair| pair[1].1 / pair[0].1);
        for share in shares {
            assert!((1.85..2.15).contains(&share), "{first:?}");
        }
        let share = second[1].1 / second[0].1;
        assert!((2.8..3.2).contains(&share), "{second:?}");
        let fit = ranking.fit(choices(2, 5_000).into_iter());
        let rare = Ranking::new(choices(1, 100).into_iter(), &[100_000, 1]);
        assert!(
            fit.likelihood > fit.even + 0.1 && fit.first > 0.25,
            "{fit:?}"
        );
        assert!(rare.strengths(0).is_empty());
    }
}
