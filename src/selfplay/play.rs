//! How a game is played.
//!
//! 1. It begins near balance: after a stone that the network thinks even, after random stones, or
//!    at times on the empty board.
//! 2. A part of the moves is searched with many visits and noise, and learned from; the others with
//!    few (playout cap randomisation, Wu 2019). Moves are drawn by their visits, ever more sharply.
//! 3. From a move on, each position is analysed: moves that need not be considered are left out,
//!    and once connections decide the game, its winner plays it to the end, so that it is known
//!    whose each cell is. The loser plays what the network thinks likeliest.
//! 4. Once the search has been sure of the winner for some moves, few visits bring the game to its
//!    end; some games are played as before.

use super::{Played, PlayedGame};
use crate::analysis::Analysis;
use crate::at_width;
use crate::board::{BoardSize, Cell, Position};
use crate::network::{Chance, Evaluator};
use crate::prove::ProveOptions;
use crate::puct::{Noise, Outcome, PuctOptions, PuctSearch};

/// How games are played.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The boards, and how often each is played on.
    pub sizes: Vec<(BoardSize, f64)>,
    /// Visits of a move that is learned from.
    pub visits: u32,
    /// The most and the least visits of another move: it has half as many, or as many.
    pub quick: u32,
    /// The share of moves that are learned from.
    pub full: f64,
    /// The share of games that begin with random stones.
    pub random: f64,
    /// The share of games that begin on the empty board.
    pub empty: f64,
    /// The chance that decides a game.
    pub decided: f64,
    /// The share of games that nothing decides.
    pub played_out: f64,
    /// Whether positions are analysed.
    pub looks: bool,
    /// How the tree grows.
    pub search: PuctOptions,
}

/// So many moves in a row the search must be sure.
const SURE_MOVES: u32 = 3;
/// Visits of a move once the winner is clear.
const LAST_VISITS: u32 = 8;
/// Random openings that are compared.
const OPENINGS: usize = 6;

impl Default for Plan {
    fn default() -> Self {
        Self {
            sizes: Vec::new(),
            visits: 128,
            quick: 20,
            full: 0.25,
            random: 0.2,
            empty: 0.1,
            decided: 0.97,
            played_out: 0.1,
            looks: true,
            search: PuctOptions::default(),
        }
    }
}

/// Plays games.
#[derive(Debug)]
pub struct SelfPlay {
    plan: Plan,
    evaluator: Evaluator,
    /// Evaluations so far.
    evaluations: u64,
}

impl SelfPlay {
    /// Plays by a plan that has a size.
    pub fn new(plan: Plan, evaluator: Evaluator) -> Self {
        assert!(!plan.sizes.is_empty(), "there is a size");
        Self {
            plan,
            evaluator,
            evaluations: 0,
        }
    }

    /// Evaluations by the network so far.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The game of this seed.
    pub fn game(&mut self, seed: u64) -> PlayedGame {
        let mut chance = Chance::new(seed);
        let weights: Vec<f64> = self.plan.sizes.iter().map(|&(_, weight)| weight).collect();
        let size = self.plan.sizes[chance.pick(&weights)].0;
        let moves = at_width!(size, W => {
            let start = Position::<W>::new(size);
            let search = PuctSearch::new(self.evaluator.clone(), self.plan.search, &start);
            let mut table = RunningGame {
                plan: &self.plan,
                search,
                position: start,
                analysis: None,
                moves: Vec::new(),
            };
            table.open(&mut chance);
            table.play(&mut chance);
            self.evaluations += table.search.work().evaluations;
            table.moves
        });
        PlayedGame { size, seed, moves }
    }
}

/// A game that is being played.
struct RunningGame<'a, const W: usize> {
    plan: &'a Plan,
    search: PuctSearch<W>,
    position: Position<W>,
    /// Of the position, from some move on.
    analysis: Option<Analysis<W>>,
    moves: Vec<Played>,
}

impl<const W: usize> RunningGame<'_, W> {
    fn put(&mut self, cell: Cell, chance: f64, visits: Vec<(Cell, u16)>) {
        #[allow(clippy::cast_sign_loss, reason = "a chance is not negative")]
        let chance = (chance * f64::from(u16::MAX)).round() as u16;
        self.position.play(cell);
        if let Some(analysis) = &mut self.analysis {
            analysis.play(cell);
            analysis.forget_past();
        }
        self.moves.push(Played {
            cell,
            chance,
            visits,
        });
    }

    /// The first stones.
    fn open(&mut self, chance: &mut Chance) {
        let kind = chance.unit();
        let size = self.position.size();
        if kind < self.plan.empty || size.cells() < 9 {
            return;
        }
        let cells = if kind < self.plan.empty + self.plan.random {
            let most = 2 + size.cells() / 16;
            let openings = (0..OPENINGS).filter_map(|_| {
                let count = 2 + chance.below(most - 1);
                let mut cells: Vec<Cell> = size.all().collect();
                chance.shuffle(&mut cells);
                cells.truncate(count);
                Some((self.unfairness(&cells)?, cells))
            });
            let best = openings.min_by(|one, other| one.0.total_cmp(&other.0));
            best.map_or(Vec::new(), |(_, cells)| cells)
        } else {
            // Each stone stands for what it is when the board is turned.
            let firsts: Vec<Cell> = size.all().take(size.cells().div_ceil(2)).collect();
            let even = firsts.iter().map(|&cell| {
                let unfair = self.unfairness(&[cell]).unwrap_or(1.0);
                (1.0 - unfair) * (1.0 - unfair) + 0.02
            });
            let even: Vec<f64> = even.collect();
            vec![firsts[chance.pick(&even)]]
        };
        for cell in cells {
            self.put(cell, 0.5, Vec::new());
        }
    }

    /// How far the chances after these stones are from even, from 0 to 1; `None` once a side has
    /// won.
    fn unfairness(&mut self, cells: &[Cell]) -> Option<f64> {
        let mut position = self.position;
        for &cell in cells {
            position.play(cell);
        }
        if position.winner().is_some() {
            return None;
        }
        let said = self.search.evaluator().judge(&position);
        Some((2.0 * said.win() - 1.0).abs())
    }

    /// Begins to analyse once there are enough stones for connections to decide something.
    fn look(&mut self) {
        let least = self.position.size().cells().isqrt();
        if self.plan.looks && self.analysis.is_none() && self.moves.len() >= least {
            let analysis = Analysis::new(&self.position, ProveOptions::DEFAULT.looks());
            self.analysis = Some(analysis);
        }
    }

    /// The move where connections decide the game, and the chance of its side.
    fn decided_move(&mut self) -> Option<(Cell, f64)> {
        let analysis = self.analysis.as_mut()?;
        let winner = analysis.proved_winner()?;
        if winner == self.position.to_move() {
            return Some((analysis.keep_winning(None)?, 1.0));
        }
        let said = self.search.evaluator().judge(&self.position);
        Some((said.moves.first()?.0, 0.0))
    }

    fn play(&mut self, chance: &mut Chance) {
        let played_out = chance.unit() < self.plan.played_out;
        let opening = self.moves.len();
        let mut sure = 0_u32;
        let mut leader = None;
        while self.position.winner().is_none() {
            self.look();
            if let Some((cell, mean)) = self.decided_move() {
                self.put(cell, mean, Vec::new());
                continue;
            }
            let decided = sure >= SURE_MOVES && !played_out;
            let full = !decided && chance.unit() < self.plan.full;
            let noise = full.then(|| (Noise::default(), &mut *chance));
            self.search.start(&self.position, noise);
            if let Some(analysis) = &self.analysis {
                self.search.see_root(analysis);
            }
            self.search.grow(match (full, decided) {
                (true, _) => self.plan.visits,
                (_, true) => LAST_VISITS,
                _ => self.plan.quick / 2 + chance.below(self.plan.quick as usize / 2 + 1) as u32,
            });
            let mean = self.search.mean();
            let target = self.search.target();
            let cell = match self.search.outcome() {
                Outcome::Open if !decided => {
                    let ply = (self.moves.len() - opening) as f64;
                    draw(&target, ply / self.position.size().width() as f64, chance)
                }
                _ => self.search.best(),
            };
            let learned = full && self.search.outcome() != Outcome::Lost;
            let visits = if learned { target } else { Vec::new() };
            let visits = visits
                .into_iter()
                .map(|(cell, visits)| (cell, visits as u16))
                .collect();
            let ahead = (mean > self.plan.decided)
                .then_some(self.position.to_move())
                .or((mean < 1.0 - self.plan.decided).then_some(!self.position.to_move()));
            sure = match ahead {
                Some(_) if ahead == leader => sure + 1,
                Some(_) => 1,
                None => 0,
            };
            leader = ahead;
            self.put(cell, mean, visits);
        }
    }
}

/// A move by its visits: as likely as these at first, then ever more the most visited.
fn draw(visits: &[(Cell, u32)], progress: f64, chance: &mut Chance) -> Cell {
    let temperature = 0.15 + 0.85 * libm::exp2(-progress / 0.7);
    let weights = visits
        .iter()
        .map(|&(_, visits)| libm::pow(f64::from(visits), 1.0 / temperature));
    let weights: Vec<f64> = weights.collect();
    visits[chance.pick(&weights)].0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Quantised, Weights};
    use std::sync::Arc;

    #[test]
    fn games_follow_from_their_seeds_and_are_whole() {
        let network = Weights::random("32x1".parse().unwrap(), 1);
        let evaluator = Evaluator::new(Arc::new(Quantised::new(&network)));
        let sizes = ["5", "4x6"].map(|size| (size.parse().unwrap(), 1.0));
        let plan = Plan {
            sizes: sizes.to_vec(),
            visits: 40,
            ..Plan::default()
        };
        let mut one = SelfPlay::new(plan.clone(), evaluator.clone());
        let mut other = SelfPlay::new(plan, evaluator);
        let mut learned = 0;
        for seed in 0..12 {
            let game = one.game(seed);
            assert_eq!(game, other.game(seed));
            assert_eq!(PlayedGame::read(&game.bytes()), Ok(game.clone()));
            learned += game
                .moves
                .iter()
                .filter(|one| !one.visits.is_empty())
                .count();
        }
        assert!((10..120).contains(&learned), "{learned}");
        assert!(one.evaluations() > 300);
    }
}
