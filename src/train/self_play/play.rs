//! One self-play game.
//!
//! 1. The opening places some stones (the module `opening`).
//! 2. Some moves are searched with many visits and noise and become samples; the others get few
//!    visits (playout cap randomisation, Wu 2019). Moves are drawn by visits, at a falling
//!    temperature.
//! 3. Later each position is analysed. Moves that need not be considered are left out. More moves
//!    become samples, and all where the network would have lost at once. Once connections decide
//!    the game, its winner plays it to the end, so that the owner of each cell is known. Moves that
//!    keep the win become samples, above all where the network would have thrown it away. The loser
//!    plays the network's favourite move.
//! 4. Once the search has been sure of the winner for some moves, few visits finish the game. A
//!    fraction of the games is played as before.
//! 5. In a fraction of the games, one side plays the network's favourite moves without a search.
//!    The data thus contain positions that follow from the network's own mistakes, with the best
//!    moves there (Ross, Gordon and Bagnell 2011).

use super::{KnownGame, Played, PlayedGame};
use crate::at_width;
use crate::base::random::SplitMix64;
use crate::hex::{BoardSize, Cell, Colour, Position};
use crate::knowledge::analysis::{Analysis, Recipe};
use crate::network::{Evaluator, Prediction};
use crate::search::tree::{Noise, Outcome, TreeOptions, TreeSearch};
use crate::think::Until;

/// The plan of self-play games.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Board sizes and their weights.
    pub sizes: Vec<(BoardSize, f64)>,
    /// Visits of a move that becomes a sample.
    pub visits: u32,
    /// The most and the least visits of another move: it has half as many, or as many.
    pub quick: u32,
    /// The share of moves that become samples before positions are analysed.
    pub full: f64,
    /// The same once positions are analysed.
    pub fight: f64,
    /// The share of games in which one side plays without a search.
    pub alone: f64,
    /// Other games to continue.
    pub known: Vec<KnownGame>,
    /// The share of games that continue one of these, if there are any.
    pub going_on: f64,
    /// The share of the others that start with unusual moves.
    pub unlikely_openings: f64,
    /// The share of games that start with random stones.
    pub random: f64,
    /// The share of games that start on the empty board.
    pub empty: f64,
    /// The random numbers that decide a game.
    pub decided: f64,
    /// The share of games that are played out although the winner is clear.
    pub played_out: f64,
    /// Whether positions are analysed.
    pub analyse: bool,
    /// Whether games are played by the bare policy, with a few searched positions each (the
    /// module `fast`).
    pub fast: bool,
    /// Options of the tree search.
    pub search: TreeOptions,
}

/// Moves in a row for which the search must be sure of the winner.
const SURE_MOVES: u32 = 3;
/// Visits of a move once the winner is clear.
const LAST_VISITS: u32 = 8;
/// Favourite moves of the network to try in a won position.
const TRIED: usize = 4;
/// The share of won positions that become samples although the network keeps the win.
const KEPT: f64 = 0.1;
/// The temperature of the side that plays without a search.
pub(super) const ALONE_TEMPERATURE: f64 = 0.3;

impl Default for Plan {
    fn default() -> Self {
        Self {
            sizes: Vec::new(),
            visits: 128,
            quick: 20,
            full: 0.15,
            fight: 0.5,
            alone: 0.4,
            known: Vec::new(),
            going_on: 0.3,
            unlikely_openings: 0.3,
            random: 0.2,
            empty: 0.1,
            decided: 0.97,
            played_out: 0.1,
            analyse: true,
            fast: false,
            search: TreeOptions::default(),
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
    /// Plays by a plan with at least one board size.
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
        let mut random = SplitMix64::new(seed);
        let known = &self.plan.known;
        let goes_on = !known.is_empty() && random.unit() < self.plan.going_on;
        let known = goes_on.then(|| &known[random.below(known.len())]);
        let weights: Vec<f64> = self.plan.sizes.iter().map(|&(_, weight)| weight).collect();
        let size = known.map_or_else(
            || self.plan.sizes[random.pick(&weights)].0,
            |known| known.size,
        );
        let moves = at_width!(size, W => {
            let start = Position::<W>::new(size);
            let search = TreeSearch::new(self.evaluator.clone(), self.plan.search, &start);
            let mut table = RunningGame {
                plan: &self.plan,
                search,
                position: start,
                analysis: None,
                moves: Vec::new(),
            };
            if self.plan.fast {
                table.play_fast(&mut random);
            } else {
                table.begin(known, &mut random);
                table.play(&mut random);
            }
            self.evaluations += table.search.work().evaluations;
            table.moves
        });
        PlayedGame { size, seed, moves }
    }
}

/// A game that is being played.
pub(super) struct RunningGame<'a, const W: usize> {
    pub(super) plan: &'a Plan,
    pub(super) search: TreeSearch<W>,
    pub(super) position: Position<W>,
    /// The analysis of the position, from some move on.
    analysis: Option<Analysis<W>>,
    pub(super) moves: Vec<Played>,
}

impl<const W: usize> RunningGame<'_, W> {
    /// Plays a move with an estimated win rate, which is kept away from 0 and 1: those mean a
    /// proof.
    pub(super) fn put_estimated(&mut self, cell: Cell, value: f64, visits: Vec<(Cell, u16)>) {
        let least = 1.0 / f64::from(u16::MAX);
        self.put(cell, value.clamp(least, 1.0 - least), visits);
    }

    /// Plays a move with the win rate of the side to move, which is 0 or 1 if it is proved.
    pub(super) fn put(&mut self, cell: Cell, value: f64, visits: Vec<(Cell, u16)>) {
        #[allow(clippy::cast_sign_loss, reason = "a win rate is not negative")]
        let value = (value * f64::from(u16::MAX)).round() as u16;
        self.position.play(cell);
        if let Some(analysis) = &mut self.analysis {
            analysis.play(cell);
            analysis.forget_past();
        }
        self.moves.push(Played {
            cell,
            value,
            visits,
        });
    }

    /// Starts to analyse positions once there are enough stones for connections to decide
    /// something.
    fn begin_analysis(&mut self) {
        let least = self.position.size().cells().isqrt();
        if self.plan.analyse && self.analysis.is_none() && self.moves.len() >= least {
            self.analysis = Some(self.analyse_now());
        }
    }

    /// An analysis of the position.
    pub(super) fn analyse_now(&self) -> Analysis<W> {
        Analysis::new(&self.position, Recipe::Quick.options())
    }

    /// The network's evaluation of the position.
    pub(super) fn prediction(&mut self) -> Prediction {
        self.search.evaluator().evaluate(&self.position)
    }

    /// Whether a won position is still won by connections after a move.
    fn keeps(&mut self, cell: Cell) -> bool {
        let winner = self.position.to_move();
        self.analysis.as_mut().is_some_and(|analysis| {
            analysis.play(cell);
            let kept = analysis.proved_winner() == Some(winner);
            analysis.undo();
            kept
        })
    }

    /// The policy target of a position won by connections: this move, which keeps the win, and
    /// those of the network's favourite moves that keep it too.
    fn keeping(
        &mut self,
        sure: Cell,
        prediction: &Prediction,
        random: &mut SplitMix64,
    ) -> Vec<(Cell, u16)> {
        let first = prediction.moves[0].0;
        if random.unit() >= KEPT && (first == sure || self.keeps(first)) {
            return Vec::new();
        }
        let tried = prediction.moves.iter().take(TRIED);
        let kept = tried.filter(|one| one.0 != sure && self.keeps(one.0));
        let mut kept: Vec<(Cell, u16)> = kept.map(|&(cell, prior)| (cell, prior / 4)).collect();
        let all: u16 = kept.iter().map(|one| one.1).sum();
        kept.push((sure, (all / 2).max(1)));
        kept.retain(|one| one.1 > 0);
        kept
    }

    /// Plays a move if connections decide the game. Returns false if they do not, or if no move is
    /// known to keep the win.
    fn play_decided(&mut self, alone: bool, random: &mut SplitMix64) -> bool {
        let Some(winner) = self.analysis.as_ref().and_then(Analysis::proved_winner) else {
            return false;
        };
        let prediction = self.prediction();
        let first = prediction.moves[0].0;
        if winner != self.position.to_move() {
            self.put(first, 0.0, Vec::new());
            return true;
        }
        let kept = self
            .analysis
            .as_mut()
            .and_then(|one| one.keep_winning(&Until::NEVER));
        let Some(sure) = kept else {
            return false;
        };
        let visits = self.keeping(sure, &prediction, random);
        self.put(if alone { first } else { sure }, 1.0, visits);
        true
    }

    /// Whether this position becomes a sample.
    fn is_learned(&self, prediction: &Prediction, random: &mut SplitMix64) -> bool {
        let Some(analysis) = &self.analysis else {
            return random.unit() < self.plan.full;
        };
        let loses = !analysis.consider().contains(prediction.moves[0].0);
        random.unit() < self.plan.fight || loses
    }

    fn play(&mut self, random: &mut SplitMix64) {
        let played_out = random.unit() < self.plan.played_out;
        let alone = (random.unit() < self.plan.alone).then(|| Colour::ALL[random.below(2)]);
        let opening = self.moves.len();
        let mut sure = 0_u32;
        let mut leader = None;
        while self.position.winner().is_none() {
            self.begin_analysis();
            let is_alone = alone == Some(self.position.to_move());
            if self.play_decided(is_alone, random) {
                continue;
            }
            let decided = sure >= SURE_MOVES && !played_out && alone.is_none();
            let prediction = self.prediction();
            let full = !decided && self.is_learned(&prediction, random);
            if is_alone && !full {
                let cell = draw(&prediction.moves, ALONE_TEMPERATURE, random);
                self.put_estimated(cell, prediction.win(), Vec::new());
                continue;
            }
            let noise = full.then(|| (Noise::default(), &mut *random));
            self.search.start(&self.position, noise);
            if let Some(analysis) = &self.analysis {
                self.search.analyze_root(analysis);
            }
            self.search.grow(match (full, decided) {
                (true, _) => self.plan.visits,
                (_, true) => LAST_VISITS,
                _ => self.plan.quick / 2 + random.below(self.plan.quick as usize / 2 + 1) as u32,
            });
            let mean = self.search.root().mean();
            let target = self.search.root().target();
            let cell = match self.search.root().outcome() {
                _ if is_alone => draw(&prediction.moves, ALONE_TEMPERATURE, random),
                Outcome::Open if !decided => {
                    let ply = (self.moves.len() - opening) as f64;
                    let progress = ply / self.position.size().width() as f64;
                    let temperature = 0.15 + 0.85 * libm::exp2(-progress / 0.7);
                    draw(&target, temperature, random)
                }
                _ => self.search.root().best(),
            };
            let learned = full && self.search.root().outcome() != Outcome::Lost;
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
            if self.search.root().outcome() == Outcome::Open {
                self.put_estimated(cell, mean, visits);
            } else {
                self.put(cell, mean, visits);
            }
        }
    }
}

/// Draws a move by its weight: in proportion at temperature 1, more greedily at lower ones.
pub(super) fn draw<N: Copy + Into<f64>>(
    moves: &[(Cell, N)],
    temperature: f64,
    random: &mut SplitMix64,
) -> Cell {
    let weights = moves
        .iter()
        .map(|&(_, weight)| libm::pow(weight.into(), 1.0 / temperature));
    let weights: Vec<f64> = weights.collect();
    moves[random.pick(&weights)].0
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
