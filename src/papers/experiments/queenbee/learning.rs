//! Learns the costs of moves in SEX search by category, as van Rijswijck 2000, §8.3, proposes. A
//! test is a position in which the search chose the move played and the reply proves it wrong. The
//! line that the search missed should be found with as little effort as possible.
//!
//! Each test is searched again with connections, which see further than any depth of stones, and
//! given to the solver. Their result is the first move of the line; the best reply to the move
//! played is the second. Each is one choice out of all moves of its position, and the categories
//! compete for it (`learn::Ranking`).
//!
//! From strengths to costs: let a position have on average n(c) moves of category c, each at cost
//! w(c). A tree then grows with its budget b as exp(g b), where the sum of n(c) exp(-g w(c)) is 1.
//! To reach a line within the smallest tree, g times the sum of its costs must be as small as that
//! equation allows, and by Gibbs's inequality that is so if exp(-g w(c)) is the probability that a
//! move of the category is the right one. A cost is thus the negative logarithm of a probability,
//! as in realization probability search (Tsuruoka, Yokoyama and Chikayama 2002). With strengths s,
//! whose sum over a position is z,
//!
//! ```text
//! w(c) = (mean of ln z - ln s(c)) / (mean of ln z - mean of ln s(right moves))
//! ```
//!
//! where the divisor scales the costs so that a right move costs one ply on average and budgets are
//! still in plies (§6.2). No cost is below a tenth of a ply or above nine, as in the tables of the
//! thesis.

use crate::base::parameter::Numbers;
use crate::hex::{BoardSize, Cell, Colour, Position};
use crate::knowledge::analysis::{Analysis, AnalysisOptions};
use crate::knowledge::evaluate::EdgePatterns;
use crate::papers::engines::queenbee::{
    self, Costs, LineSelection, QueenbeeOptions, Weights, category, hundredths, tension,
};
use crate::search::alpha_beta::{
    self, ConnectedPosition, Evaluation, LeafSide, MoveOrder, PlainPosition, SearchOptions,
    SearchPosition, SelectionKind, TranspositionTable,
};
use crate::solver::{ProveOptions, Solver};
use crate::think::{Limits, NoObserver, Score, SearchOutcome};
use crate::train::ranking::{Fit, RankedChoice, Ranking};
use std::sync::Arc;

/// The value of one step to an edge in Queenbee's evaluation.
const STEP: f64 = 100.0;

/// The lowest and the highest cost, in plies.
const COSTS: (f64, f64) = (0.1, 9.0);

/// Bytes of the tables of searches.
const TABLE: usize = 8 << 20;

/// How tests are found and answered.
#[derive(Clone, Copy, Debug)]
pub struct Tests {
    /// Positions of Queenbee's search.
    pub nodes: u64,
    /// The least drop of its value, in steps.
    pub drop: f64,
    /// Positions of the search with connections that finds the right move.
    pub deep: u64,
    /// Positions of the solver; 0 for none.
    pub proof: u64,
    /// The analysis with connections.
    pub analysis_options: AnalysisOptions,
}

/// A position of a test, with the right move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The category of every move by badness, and by tension, as places in [`Costs`].
    pub moves: Vec<[u32; 2]>,
    /// The right move.
    pub right: usize,
}

/// The result for one kind of category.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The strength of each category, and how often it occurred and was right, from the lowest
    /// category.
    pub strengths: Vec<(f64, [u32; 2])>,
    /// Costs in hundredths of a ply.
    pub costs: Vec<i32>,
    /// How well the strengths fit other trials.
    pub fit: Fit,
}

/// The trials of a game: its positions after a number of first moves, up to the first one that an
/// analysis decides.
pub fn trials<const W: usize>(
    game: &[Cell],
    start: Position<W>,
    opening: usize,
    tests: Tests,
) -> Vec<Trial> {
    let mut analysis = Analysis::new(&start, tests.analysis_options);
    let (mut stages, mut open) = (Vec::new(), 0);
    for &cell in game {
        let position = *analysis.position();
        if !position.empty().contains(cell) {
            break;
        }
        stages.push(position);
        if analysis.decided().is_none() {
            open = stages.len();
        } else if stages.len() > open + 1 {
            break;
        }
        analysis.play(cell);
    }
    let mut tester = Tester::new(start.size(), tests);
    let opinions: Vec<SearchOutcome> = stages.iter().map(|stage| tester.opinion(stage)).collect();
    let mut found = Vec::new();
    for number in opening..open {
        let (Some(before), Some(after)) = (opinions.get(number), opinions.get(number + 2)) else {
            break;
        };
        // Choices of another player are not tests of this search.
        let believed = before.best == Some(game[number]);
        if believed && tester.drops(before, after) {
            found.extend(tester.trial(&stages[number]));
            if number + 1 < open {
                found.extend(tester.trial(&stages[number + 1]));
            }
        }
    }
    found
}

/// Finds tests on boards of one size and solves them.
struct Tester<const W: usize> {
    tests: Tests,
    patterns: Arc<EdgePatterns<W>>,
    shallow: (SearchOptions, QueenbeeOptions),
    deep: (SearchOptions, QueenbeeOptions),
    table: TranspositionTable,
    solver: Solver<W>,
}

impl<const W: usize> Tester<W> {
    fn new(size: BoardSize, tests: Tests) -> Self {
        let proofs = ProveOptions {
            table_bytes: TABLE,
            ..ProveOptions::default()
        };
        Self {
            tests,
            patterns: Arc::new(EdgePatterns::new(size)),
            shallow: (
                SearchOptions {
                    evaluate_by: Evaluation::TwoDistance,
                    leaves: LeafSide::Other,
                    ..SearchOptions::DEFAULT
                },
                QueenbeeOptions {
                    select: LineSelection::Sex,
                    sex_weights: Weights::Reductions,
                    ..QueenbeeOptions::DEFAULT
                },
            ),
            deep: (
                SearchOptions {
                    select: SelectionKind::Beam,
                    beam_width: Numbers::of(&[20.0]),
                    ..SearchOptions::DEFAULT
                },
                QueenbeeOptions::DEFAULT,
            ),
            table: TranspositionTable::new(TABLE),
            solver: Solver::new(size, proofs),
        }
    }

    fn bare(&self, position: &Position<W>) -> PlainPosition<W> {
        PlainPosition::new(position, Some(Arc::clone(&self.patterns)))
    }

    /// Queenbee's search.
    fn opinion(&self, position: &Position<W>) -> SearchOutcome {
        let field = self.bare(position);
        self.search(&field, &self.shallow, self.tests.nodes)
    }

    fn search<F: SearchPosition<W>>(
        &self,
        field: &F,
        (options, queenbee): &(SearchOptions, QueenbeeOptions),
        nodes: u64,
    ) -> SearchOutcome {
        self.table.clear();
        let limits = Limits {
            nodes: Some(nodes),
            // A move without alternative also counts.
            search_forced_moves: true,
            ..Limits::default()
        };
        let selection = queenbee::selection(options, queenbee);
        alpha_beta::search(
            field.clone(),
            options,
            &*selection,
            &self.table,
            limits,
            &NoObserver,
        )
    }

    /// Whether the value is lower after a move and its reply.
    fn drops(&self, before: &SearchOutcome, after: &SearchOutcome) -> bool {
        let value = |outcome: &SearchOutcome| outcome.score.map(Score::value);
        let drop = value(before).zip(value(after));
        drop.is_some_and(|(before, after)| f64::from(before - after) >= self.tests.drop * STEP)
    }

    /// The trial of a position, unless its right move is unknown.
    fn trial(&mut self, position: &Position<W>) -> Option<Trial> {
        let right = self.right(position)?;
        let mut field = self.bare(position);
        let moves = field.moves();
        let place = moves.iter().position(|one| one.cell == right)?;
        let categories = |rank: usize| {
            let badness = Costs::by_badness(category(&moves, rank));
            let tension = Costs::by_tension(tension(&mut field, moves[rank].cell));
            [badness as u32, tension as u32]
        };
        Some(Trial {
            right: place,
            moves: (0..moves.len()).map(categories).collect(),
        })
    }

    /// The right move: one that is proved to win, or the best by search if the winner is unknown. A
    /// lost position has none (§7.4).
    fn right(&mut self, position: &Position<W>) -> Option<Cell> {
        let analysis = Analysis::new(position, self.tests.analysis_options);
        let field = ConnectedPosition::new(analysis, Evaluation::Resistance, MoveOrder::Energy);
        let found = self.search(&field, &self.deep, self.tests.deep);
        let best = found.best?;
        match found.score {
            Some(score) if score.is_won() => return Some(best),
            Some(score) if score.is_lost() => return None,
            _ if self.tests.proof == 0 => return Some(best),
            _ => {}
        }
        let mover = position.to_move();
        let mut after = *position;
        after.play(best);
        let winner = self.winner(&after).0;
        if winner == Some(mover) {
            return Some(best);
        }
        match self.winner(position) {
            (Some(winner), proved) if winner == mover => proved,
            (Some(_), _) => None,
            // If the winner is known, the best move may be a losing one.
            (None, _) => Some(best).filter(|_| winner.is_none()),
        }
    }

    /// The winner and its move, if the solver decides the position.
    fn winner(&mut self, position: &Position<W>) -> (Option<Colour>, Option<Cell>) {
        let limits = Limits::nodes(self.tests.proof);
        let verdict = self.solver.solve(position, limits, &NoObserver);
        (verdict.winner, verdict.best)
    }
}

/// Learns the costs of the categories of a kind (0 for badness, 1 for tension) from trials and
/// tests them on others. Categories that occur less often than `least` get the strength of their
/// neighbour nearer to the middle.
pub fn learn([learned, held]: [&[Trial]; 2], kind: usize, [rounds, least]: [usize; 2]) -> Learned {
    let choice = |trial: &Trial| choice(trial, kind);
    let least = u32::try_from(least).unwrap_or(u32::MAX);
    let mut ranking = Ranking::new(learned.iter().map(choice), &[least.max(1)]);
    for _ in 0..rounds {
        ranking.improve();
    }
    let count = match kind {
        0 => Costs::REDUCTIONS.badness.len(),
        _ => Costs::REDUCTIONS.tension.len(),
    };
    let mut counts = vec![[0_u32; 2]; count];
    for trial in learned {
        for moves in &trial.moves {
            counts[moves[kind] as usize][0] += 1;
        }
        counts[trial.moves[trial.right][kind] as usize][1] += 1;
    }
    let strengths = filled(&ranking.strengths(0), count);
    let costs = costs(learned.iter().map(choice), &strengths);
    Learned {
        fit: ranking.fit(held.iter().map(choice)),
        strengths: strengths.into_iter().zip(counts).collect(),
        costs,
    }
}

fn choice(trial: &Trial, kind: usize) -> RankedChoice {
    let moves = trial.moves.iter().map(|categories| vec![categories[kind]]);
    (moves.collect(), trial.right)
}

/// Strengths for all categories, from those that have one.
fn filled(known: &[(u32, f64)], count: usize) -> Vec<f64> {
    let near = |place: usize| {
        let far = |&&(other, _): &&(u32, f64)| {
            let other = other as usize;
            (other.abs_diff(place), other.abs_diff(count / 3))
        };
        known
            .iter()
            .min_by_key(far)
            .map_or(1.0, |&(_, strength)| strength)
    };
    (0..count).map(near).collect()
}

/// Costs in hundredths of a ply from strengths, by the formula above.
fn costs(choices: impl Iterator<Item = RankedChoice>, strengths: &[f64]) -> Vec<i32> {
    let (mut all, mut right, mut count) = (0.0, 0.0, 0.0);
    for (moves, best) in choices {
        let strength = |team: &Vec<u32>| strengths[team[0] as usize];
        all += moves.iter().map(strength).sum::<f64>().ln();
        right += strength(&moves[best]).ln();
        count += 1.0;
    }
    let (all, right) = (all / count, right / count);
    let cost = |strength: &f64| {
        let plies = (all - strength.ln()) / (all - right);
        hundredths(plies.clamp(COSTS.0, COSTS.1))
    };
    strengths.iter().map(cost).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// Trials drawn by strengths that halve from each category of badness to the next; tension has
    /// no effect.
    fn made(seed: u64, count: usize) -> Vec<Trial> {
        let mut chance = StdRng::seed_from_u64(seed);
        let strength = |moves: &[u32; 2]| 0.5_f64.powi(moves[0].cast_signed());
        let trial = |_| {
            let moves: Vec<[u32; 2]> = (0..20)
                .map(|_| [chance.random_range(2..12), chance.random_range(0..9)])
                .collect();
            let mut left = chance.random_range(0.0..moves.iter().map(strength).sum());
            let right = moves.iter().position(|one| {
                left -= strength(one);
                left < 0.0
            });
            Trial {
                moves,
                right: right.unwrap_or(0),
            }
        };
        (0..count).map(trial).collect()
    }

    #[test]
    fn strengths_are_found_again_and_cost_their_logarithms() {
        let (learned, held) = (made(1, 20_000), made(2, 4000));
        let found = learn([&learned, &held], 0, [100, 20]);
        let strength = |place: usize| found.strengths[place].0;
        for place in 2..6 {
            let share = strength(place) / strength(place + 1);
            assert!((1.8..2.2).contains(&share), "{place}: {found:?}");
        }
        // Two categories that never occur get the strength of their neighbours.
        assert_eq!(found.strengths[0].1, [0, 0]);
        assert_eq!(found.costs[..2], [found.costs[2]; 2]);
        assert_eq!(found.costs[12], found.costs[11]);
        // Each step costs the same.
        let steps = found.costs[2..9].windows(2).map(|pair| pair[1] - pair[0]);
        let steps: Vec<i32> = steps.collect();
        let (least, most) = (steps.iter().min(), steps.iter().max());
        assert!(
            most.zip(least)
                .is_some_and(|(most, least)| most - least <= 8)
        );
        assert!(*least.unwrap() > 20, "{steps:?}");
        // A right move costs one ply on average.
        let cost = |trial: &Trial| f64::from(found.costs[trial.moves[trial.right][0] as usize]);
        let mean = learned.iter().map(cost).sum::<f64>() / learned.len() as f64;
        assert!((mean - 100.0).abs() < 2.0, "{mean}");
        assert!(
            found.fit.likelihood > found.fit.even + 0.5,
            "{:?}",
            found.fit
        );
    }

    #[test]
    fn uninformative_features_cost_the_same() {
        let (learned, held) = (made(3, 20_000), made(4, 2000));
        let found = learn([&learned, &held], 1, [50, 20]);
        assert!(
            found.costs.iter().all(|cost| (95..=105).contains(cost)),
            "{found:?}"
        );
        assert!((found.fit.likelihood - found.fit.even).abs() < 0.01);
    }

    #[test]
    fn the_costs_are_those_of_the_smallest_tree() {
        // The claim of the module: no other costs with the same size of tree reach the right moves
        // sooner.
        let learned = made(5, 5000);
        let found = learn([&learned, &learned], 0, [100, 1]);
        let positions = learned.len() as f64;
        let growth = |costs: &[f64]| {
            // The g of the equation, by bisection.
            let sum = |g: f64| -> f64 {
                let term = |(cost, (_, counts)): (&f64, &(f64, [u32; 2]))| {
                    f64::from(counts[0]) / positions * (-g * cost).exp()
                };
                costs.iter().zip(&found.strengths).map(term).sum()
            };
            let (mut low, mut high) = (0.0, 100.0);
            for _ in 0..60 {
                let middle = f64::midpoint(low, high);
                *(if sum(middle) > 1.0 {
                    &mut low
                } else {
                    &mut high
                }) = middle;
            }
            low
        };
        let effort = |costs: &[f64]| {
            let right = costs.iter().zip(&found.strengths);
            let line: f64 = right
                .map(|(cost, (_, counts))| cost * f64::from(counts[1]) / positions)
                .sum();
            growth(costs) * line
        };
        let best: Vec<f64> = found
            .costs
            .iter()
            .map(|&cost| f64::from(cost) / 100.0)
            .collect();
        let least = effort(&best);
        for place in 2..12 {
            for factor in [0.7, 1.4] {
                let mut other = best.clone();
                other[place] *= factor;
                assert!(effort(&other) > least, "{place} {factor}");
            }
        }
    }
}
