//! How a game begins.
//!
//! 1. A game starts near balance: after a stone that the network rates even, after random stones,
//!    or sometimes on the empty board.
//! 2. Some games then continue with unusual moves: of several moves that the network rates low, a
//!    side plays the one with the best chances. The data thus contain positions that opponents of
//!    another style lead to.
//! 3. If other games are given, such as those of matches, some games continue from a position of
//!    one of them instead.

use super::KnownGame;
use super::play::{ALONE_TEMPERATURE, RunningGame, draw};
use crate::base::random::SplitMix64;
use crate::hex::{Cell, Colour, Position};
use crate::network::Prediction;

/// The number of random openings to compare.
const OPENINGS: usize = 6;
/// The temperature of unusual moves.
const UNLIKELY_TEMPERATURE: f64 = 3.0;
/// The number of unusual moves to compare.
const UNLIKELY_TRIED: usize = 6;

impl<const W: usize> RunningGame<'_, W> {
    /// The moves before play begins.
    pub(super) fn begin(&mut self, known: Option<&KnownGame>, random: &mut SplitMix64) {
        if let Some(known) = known {
            return self.go_on(known, random);
        }
        self.open(random);
        if random.unit() < self.plan.unlikely_openings {
            self.play_unlikely_moves(random);
        }
    }

    /// Plays some moves of the first two thirds of a known game.
    fn go_on(&mut self, known: &KnownGame, random: &mut SplitMix64) {
        let count = 1 + random.below((known.moves.len() * 2 / 3).max(1));
        for &cell in known.moves.iter().take(count) {
            if self.after(cell).winner().is_some() {
                return;
            }
            self.put(cell, 0.5, Vec::new());
        }
    }

    /// The first stones.
    fn open(&mut self, random: &mut SplitMix64) {
        let kind = random.unit();
        let size = self.position.size();
        if kind < self.plan.empty || size.cells() < 9 {
            return;
        }
        let cells = if kind < self.plan.empty + self.plan.random {
            let most = 2 + size.cells() / 16;
            let openings = (0..OPENINGS).filter_map(|_| {
                let count = 2 + random.below(most - 1);
                let mut cells: Vec<Cell> = size.all().collect();
                random.shuffle(&mut cells);
                cells.truncate(count);
                Some((self.unfairness(&cells)?, cells))
            });
            let best = openings.min_by(|one, other| one.0.total_cmp(&other.0));
            best.map_or(Vec::new(), |(_, cells)| cells)
        } else {
            // A stone and its image on the rotated board are the same opening.
            let firsts: Vec<Cell> = size.all().take(size.cells().div_ceil(2)).collect();
            let even = firsts.iter().map(|&cell| {
                let unfair = self.unfairness(&[cell]).unwrap_or(1.0);
                (1.0 - unfair) * (1.0 - unfair) + 0.02
            });
            let even: Vec<f64> = even.collect();
            vec![firsts[random.pick(&even)]]
        };
        for cell in cells {
            self.put(cell, 0.5, Vec::new());
        }
    }

    /// How far the win rate after these stones is from even, from 0 to 1; `None` if a side has won.
    fn unfairness(&mut self, cells: &[Cell]) -> Option<f64> {
        let mut position = self.position;
        for &cell in cells {
            position.play(cell);
        }
        if position.winner().is_some() {
            return None;
        }
        let prediction = self.search.evaluator().evaluate(&position);
        Some((2.0 * prediction.win() - 1.0).abs())
    }

    /// Plays some moves. Those of one side or of both are unusual, and none of them wins.
    pub(super) fn play_unlikely_moves(&mut self, random: &mut SplitMix64) {
        let width = self.position.size().width();
        let count = width / 2 + random.below(2 * width);
        let only = [Some(Colour::Black), Some(Colour::White), None][random.below(3)];
        for _ in 0..count {
            let prediction = self.prediction();
            let is_odd = only.is_none_or(|colour| colour == self.position.to_move());
            let cell = if is_odd {
                self.odd(&prediction, random)
            } else {
                Some(draw(&prediction.moves, ALONE_TEMPERATURE, random))
            };
            let cell = cell.filter(|&cell| self.after(cell).winner().is_none());
            let Some(cell) = cell else {
                return;
            };
            self.put_estimated(cell, prediction.win(), Vec::new());
        }
    }

    /// The position after a move.
    fn after(&self, cell: Cell) -> Position<W> {
        let mut after = self.position;
        after.play(cell);
        after
    }

    /// Draws several moves at a high temperature and returns the one that leaves the opponent the
    /// lowest win rate; `None` if all of them win.
    fn odd(&mut self, prediction: &Prediction, random: &mut SplitMix64) -> Option<Cell> {
        let tried = (0..UNLIKELY_TRIED).filter_map(|_| {
            let cell = draw(&prediction.moves, UNLIKELY_TEMPERATURE, random);
            let after = self.after(cell);
            let is_open = after.winner().is_none();
            is_open.then(|| (self.search.evaluator().evaluate(&after).value, cell))
        });
        tried.min_by_key(|one| one.0).map(|(_, cell)| cell)
    }
}

#[cfg(test)]
mod tests {
    use super::super::play::{Plan, SelfPlay};
    use crate::network::{Evaluator, Quantised, Weights};
    use std::sync::Arc;

    #[test]
    fn some_games_begin_with_unlikely_moves() {
        let network = Weights::random("32x1".parse().unwrap(), 1);
        let mut evaluator = Evaluator::new(Arc::new(Quantised::new(&network)));
        // The mean rank of the first four moves by the network's policy.
        let mut rank = |unlikely_openings: f64| {
            let plan = Plan {
                sizes: vec![("9".parse().unwrap(), 1.0)],
                visits: 12,
                empty: 1.0,
                full: 0.0,
                unlikely_openings,
                ..Plan::default()
            };
            let mut players = SelfPlay::new(plan, evaluator.clone());
            let mut sum = 0;
            for seed in 0..8 {
                let game = players.game(seed);
                for (index, one) in game.moves.iter().enumerate().take(4) {
                    assert!(one.visits.is_empty());
                    let prediction = evaluator.evaluate(&game.position::<2>(index));
                    sum += prediction
                        .moves
                        .iter()
                        .position(|&(cell, _)| cell == one.cell)
                        .unwrap_or(80);
                }
            }
            sum as f64 / 32.0
        };
        let [usual, unlikely_openings] = [0.0, 1.0].map(&mut rank);
        assert!(
            unlikely_openings > 2.0 * usual,
            "{unlikely_openings} against {usual}"
        );
    }

    #[test]
    fn games_go_on_from_known_ones() {
        let network = Weights::random("32x1".parse().unwrap(), 1);
        let evaluator = Evaluator::new(Arc::new(Quantised::new(&network)));
        let known = ["5 c3 b3 b4 c4 d2 d3", "4x6 a1 b2 c3"].map(|text| text.parse().unwrap());
        let plan = Plan {
            sizes: vec![("3".parse().unwrap(), 1.0)],
            visits: 12,
            known: known.to_vec(),
            ..Plan::default()
        };
        let mut players = SelfPlay::new(plan, evaluator);
        let mut counts = [0; 5];
        for seed in 0..300 {
            let game = players.game(seed);
            let Some(known) = known.iter().find(|known| known.size == game.size) else {
                counts[0] += 1;
                continue;
            };
            let same = known.moves.iter().zip(&game.moves);
            let same = same.take_while(|(cell, one)| {
                **cell == one.cell && one.visits.is_empty() && one.value == 1 << 15
            });
            counts[same.count().min(4)] += 1;
        }
        let [others, one, two, three, four] = counts;
        assert!((180..240).contains(&others), "{counts:?}");
        assert!(
            [one, two, three, four].iter().all(|&count| count > 5),
            "{counts:?}"
        );
    }
}
