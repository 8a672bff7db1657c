//! Fast games: the bare policy plays, and a few positions of each game are searched.
//!
//! An evaluation takes a tenth of a millisecond and a search ten, so a core plays dozens of such
//! games a second. Each game is one independent result for the value. (Positions of one game share
//! their result, so Silver et al. 2016 took one position from each of 30 million games.)
//!
//! ```text
//!   random stones | moves at a high temperature | S1 | greedy moves ... | S2 | greedy moves ... end
//!                 '-- positions of every kind --'    '---- one result labels S1, S2, ... ------'
//! ```
//!
//! 1. The game begins on the empty board, after one stone anywhere, or after some random stones;
//!    some games continue with unusual moves (the module `opening`).
//! 2. The policy plays at a temperature that differs from game to game and falls with each move,
//!    up to the first searched position S1: usually one of the first moves, in some games a later
//!    one.
//! 3. From there on it plays nearly greedily, so the result shows what the policy makes of S1. Some
//!    later positions are searched too.
//! 4. The policy target of a searched position is the improved policy of Danihelka et al. (2022),
//!    but of a flatter policy: otherwise each round makes the favourite move likelier, whatever the
//!    values, until no search tries another one. Its value is the value of the search, which is
//!    certain only if the search or an analysis proved it.
//! 5. Once the network is sure of the winner, one analysis may prove it. The policy plays on.

use super::play::{RunningGame, draw};
use crate::base::random::SplitMix64;
use crate::hex::Cell;
use crate::knowledge::analysis::Analysis;
use crate::network::Prediction;
use crate::search::tree::{MoveStatistics, Noise, Outcome};

/// The shares of games that start on the empty board and with one stone.
const EMPTY: f64 = 0.25;
const ONE_STONE: f64 = 0.5;
/// The share of games with unusual opening moves.
const UNLIKELY_OPENINGS: f64 = 0.15;
/// The share of games whose first searched position may be a later one.
const LATE: f64 = 0.4;
/// The temperature before the first searched position: the least, the most, and the factor that
/// remains after as many moves as the board is wide.
const TEMPERATURE: [f64; 2] = [0.5, 2.0];
const LEFT: f64 = 0.7;
/// The temperature from there on.
const GREEDY: f64 = 0.3;
/// The share of later positions that are searched.
const SEARCHED: f64 = 0.2;
/// The exponent of the priors in the improved policy.
const FLATTER: f64 = 0.8;
/// The scale of values in the logits of the improved policy.
const VALUE_SCALE: f64 = 30.0;
/// Each move's value is averaged with this many visits at the value of the root.
const DOUBT: f64 = 2.0;
/// The parts into which the improved policy is divided.
const PARTS: f64 = 4000.0;
/// Beyond this win rate one analysis tries to prove the winner.
const SURE: f64 = 0.97;

impl<const W: usize> RunningGame<'_, W> {
    /// Plays a fast game.
    pub(super) fn play_fast(&mut self, random: &mut SplitMix64) {
        self.open_fast(random);
        let width = self.position.size().width();
        let heat = TEMPERATURE[0] + random.unit() * (TEMPERATURE[1] - TEMPERATURE[0]);
        let opening = self.moves.len();
        let first_moves = if random.unit() < LATE {
            3 * width
        } else {
            (width + 1).saturating_sub(opening).max(1)
        };
        let early = opening + random.below(first_moves);
        let late = early + 1..early + 3 * width;
        let mut asked = false;
        while self.position.winner().is_none() {
            let ply = self.moves.len();
            if ply == early || late.contains(&ply) && random.unit() < SEARCHED {
                self.search_fast(random);
                continue;
            }
            let prediction = self.prediction();
            if ply > early && !asked && (prediction.win() - 0.5).abs() > SURE - 0.5 {
                asked = true;
                if let Some(won) = self.proved() {
                    self.put(prediction.moves[0].0, f64::from(u8::from(won)), Vec::new());
                    continue;
                }
            }
            let temperature = if ply < early {
                let progress = (ply - opening) as f64 / width as f64;
                (heat * libm::pow(LEFT, progress)).max(GREEDY)
            } else {
                GREEDY
            };
            let cell = draw(&prediction.moves, temperature, random);
            self.put_estimated(cell, prediction.win(), Vec::new());
        }
    }

    /// The first stones, anywhere on the board.
    fn open_fast(&mut self, random: &mut SplitMix64) {
        let kind = random.unit();
        let size = self.position.size();
        if kind >= EMPTY && size.cells() >= 9 {
            let most = 1 + size.cells() / 40;
            let count = if kind < EMPTY + ONE_STONE {
                1
            } else {
                2 + random.below(most)
            };
            let mut cells: Vec<Cell> = size.all().collect();
            random.shuffle(&mut cells);
            for &cell in &cells[..count] {
                self.put(cell, 0.5, Vec::new());
            }
        }
        if random.unit() < UNLIKELY_OPENINGS {
            self.play_unlikely_moves(random);
        }
    }

    /// Whether the side to move wins, if an analysis proves the winner.
    fn proved(&mut self) -> Option<bool> {
        if !self.plan.analyse {
            return None;
        }
        let winner = self.analyse_now().proved_winner()?;
        Some(winner == self.position.to_move())
    }

    /// Searches the position and plays a move. The position becomes a sample unless it is decided.
    fn search_fast(&mut self, random: &mut SplitMix64) {
        let prediction = self.prediction();
        let has_stones = self.moves.len() >= self.position.size().cells().isqrt();
        let analysis = (self.plan.analyse && has_stones).then(|| self.analyse_now());
        if let Some(winner) = analysis.as_ref().and_then(Analysis::proved_winner) {
            let won = winner == self.position.to_move();
            return self.put(prediction.moves[0].0, f64::from(u8::from(won)), Vec::new());
        }
        self.search
            .start(&self.position, Some((Noise::default(), &mut *random)));
        if let Some(analysis) = &analysis {
            self.search.analyze_root(analysis);
        }
        self.search.grow(self.plan.visits);
        let worth = |cell: Cell| {
            let analysis = analysis.as_ref();
            analysis.is_none_or(|analysis| analysis.consider().contains(cell))
        };
        let mean = self.search.root().mean();
        let target = improved(&prediction, &self.search.root().moves(), mean, worth);
        match self.search.root().outcome() {
            Outcome::Open if !target.is_empty() => {
                let cell = draw(&target, GREEDY, random);
                self.put_estimated(cell, mean, target);
            }
            Outcome::Lost => self.put(self.search.root().best(), 0.0, Vec::new()),
            Outcome::Won => {
                let best = self.search.root().best();
                self.put(best, 1.0, vec![(best, 1)]);
            }
            Outcome::Open => self.put_estimated(prediction.moves[0].0, mean, Vec::new()),
        }
    }
}

/// The improved policy: a power of the network's priors times the exponential of each move's value.
/// A move without visits has the value of the root. Moves that are proved to lose or not worth
/// considering are left out.
fn improved(
    prediction: &Prediction,
    visited: &[MoveStatistics],
    mean: f64,
    worth: impl Fn(Cell) -> bool,
) -> Vec<(Cell, u16)> {
    if let Some(won) = visited.iter().find(|one| one.outcome == Outcome::Won) {
        return vec![(won.cell, 1)];
    }
    let weight = |&(cell, prior): &(Cell, u16)| {
        let found = visited.iter().find(|one| one.cell == cell);
        let gain = found.map_or(0.0, |one| {
            let visits = f64::from(one.visits);
            (one.mean - mean) * visits / (visits + DOUBT)
        });
        let is_lost = found.is_some_and(|one| one.outcome == Outcome::Lost);
        if is_lost || !worth(cell) {
            return (cell, 0.0);
        }
        // A prior that is rounded to 0 is not 0.
        let prior = f64::from(prior) + 0.2;
        (
            cell,
            libm::pow(prior, FLATTER) * libm::exp(VALUE_SCALE * gain),
        )
    };
    let weights: Vec<(Cell, f64)> = prediction.moves.iter().map(weight).collect();
    let all: f64 = weights.iter().map(|one| one.1).sum();
    let parts = weights.into_iter().map(|(cell, weight)| {
        #[allow(clippy::cast_sign_loss, reason = "a weight is not negative")]
        let parts = (PARTS * weight / all.max(f64::MIN_POSITIVE)).round() as u16;
        (cell, parts)
    });
    parts.filter(|&(_, parts)| parts > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Plan, PlayedGame, SelfPlay};
    use super::*;
    use crate::hex::Position;
    use crate::network::{Evaluator, Quantised, Weights};
    use crate::solver::{ProveOptions, Solver};
    use crate::think::{Limits, NoObserver, Score};
    use std::collections::HashSet;
    use std::sync::Arc;

    fn players(sizes: &[&str]) -> SelfPlay {
        let network = Weights::random("32x1".parse().unwrap(), 1);
        let sizes = sizes.iter().map(|size| (size.parse().unwrap(), 1.0));
        let plan = Plan {
            sizes: sizes.collect(),
            visits: 24,
            fast: true,
            ..Plan::default()
        };
        SelfPlay::new(plan, Evaluator::new(Arc::new(Quantised::new(&network))))
    }

    #[test]
    fn fast_games_follow_from_their_seeds_and_begin_everywhere() {
        let [mut one, mut other] = [(), ()].map(|()| players(&["5", "4x6", "2"]));
        let mut firsts = HashSet::new();
        for seed in 0..60 {
            let game = one.game(seed);
            assert_eq!(game, other.game(seed));
            assert_eq!(PlayedGame::read(&game.bytes()), Ok(game.clone()));
            firsts.insert((game.size, game.moves[0].cell));
            let learned = game.moves.iter().filter(|one| !one.visits.is_empty());
            assert!(learned.count() < game.moves.len());
        }
        assert!(firsts.len() > 25, "{}", firsts.len());
    }

    #[test]
    fn games_give_positions_of_the_opening_and_later_ones() {
        let mut players = players(&["9"]);
        let (mut early, mut late) = (0, 0);
        for seed in 0..30 {
            let game = players.game(seed);
            for (index, _) in game
                .moves
                .iter()
                .enumerate()
                .filter(|(_, one)| !one.visits.is_empty())
            {
                *(if index <= 9 { &mut early } else { &mut late }) += 1;
            }
        }
        assert!(
            early > 15 && late > 15 && early + late <= 300,
            "{early} {late}"
        );
    }

    /// A win rate of 0 or 1 is a proof: the solver agrees.
    #[test]
    fn certain_win_rates_are_proofs() {
        let mut players = players(&["5"]);
        let solver = Solver::new("5".parse().unwrap(), ProveOptions::default());
        let mut certain = 0;
        for seed in 0..40 {
            let game = players.game(seed);
            for (index, one) in game.moves.iter().enumerate() {
                if [0, u16::MAX].contains(&one.value) {
                    certain += 1;
                    let position: Position<1> = game.position(index);
                    let proof = solver.solve(&position, Limits::default(), &NoObserver);
                    let wins = proof.winner == Some(position.to_move());
                    assert_eq!(wins, one.value > 0, "{game:?} {index}");
                }
            }
        }
        assert!(certain > 10, "{certain}");
    }

    #[test]
    fn the_improved_policy_follows_values_and_leaves_lost_moves_out() {
        let cells: Vec<Cell> = (0..4).map(Cell::new).collect();
        let prediction = Prediction {
            value: 30_000,
            moves: [40_000, 15_000, 10_000, 535]
                .into_iter()
                .zip(&cells)
                .map(|(prior, &cell)| (cell, prior))
                .collect(),
        };
        let visited = |cell: usize, visits, mean, outcome| MoveStatistics {
            cell: cells[cell],
            prior: 0.1,
            visits,
            mean,
            error: 0.1,
            outcome,
            score: Score::estimate(0),
        };
        let open = Outcome::Open;
        let moves = [visited(0, 20, 0.4, open), visited(1, 20, 0.6, open)];
        let target = improved(&prediction, &moves, 0.5, |_| true);
        assert_eq!(target.len(), 4);
        assert!(target[1].1 > 5 * target[0].1, "{target:?}");
        assert!(target[2].1 > target[0].1, "{target:?}");
        let moves = [visited(0, 20, 0.4, Outcome::Lost), visited(1, 1, 0.6, open)];
        let target = improved(&prediction, &moves, 0.5, |cell| cell != cells[2]);
        assert_eq!(target[0].0, cells[1]);
        assert!(target[0].1 > 3800 && target.len() == 2, "{target:?}");
        let target = improved(&prediction, &[], 0.5, |_| true);
        let share = |index: usize| f64::from(target[index].1) / PARTS;
        assert!(share(0) < 0.6 && share(1) > 0.24, "flatter: {target:?}");
        let moves = [visited(3, 2, 1.0, Outcome::Won)];
        assert_eq!(
            improved(&prediction, &moves, 0.5, |_| true),
            [(cells[3], 1)]
        );
    }
}
