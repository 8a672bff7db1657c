//! How a game is played.
//!
//! 1. Some stones are there before it begins (the module `opening`).
//! 2. A part of the moves is searched with many visits and noise, and learned from; the others with
//!    few (playout cap randomisation, Wu 2019). Moves are drawn by their visits, ever more sharply.
//! 3. From a move on, each position is analysed: moves that need not be considered are left out,
//!    more moves are learned from, and all those where the network would have lost at once. Once
//!    connections decide the game, its winner plays it to the end, so that it is known whose each
//!    cell is; the moves that keep the win are learned, above all where the network would have
//!    thrown it away. The loser plays what the network thinks likeliest.
//! 4. Once the search has been sure of the winner for some moves, few visits bring the game to its
//!    end; some games are played as before.
//! 5. In a part of the games, one side plays what the network thinks likeliest, without a search.
//!    So positions are seen into which the network's own mistakes lead, and what was best there is
//!    learned (Ross, Gordon and Bagnell 2011).

use super::{KnownGame, Played, PlayedGame};
use crate::at_width;
use crate::base::random::SplitMix64;
use crate::hex::{BoardSize, Cell, Colour, Position};
use crate::knowledge::analysis::{Analysis, Recipe};
use crate::network::{Evaluator, Prediction};
use crate::search::tree::{Noise, Outcome, TreeOptions, TreeSearch};

/// How games are played.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The boards, and how often each is played on.
    pub sizes: Vec<(BoardSize, f64)>,
    /// Visits of a move that is learned from.
    pub visits: u32,
    /// The most and the least visits of another move: it has half as many, or as many.
    pub quick: u32,
    /// The share of moves that are learned from before positions are analysed.
    pub full: f64,
    /// The same from then on.
    pub fight: f64,
    /// The share of games in which one side plays without a search.
    pub alone: f64,
    /// Games of others.
    pub known: Vec<KnownGame>,
    /// The share of games that go on from a position of these, if there are any.
    pub going_on: f64,
    /// The share of the others that go astray first.
    pub unlikely_openings: f64,
    /// The share of games that begin with random stones.
    pub random: f64,
    /// The share of games that begin on the empty board.
    pub empty: f64,
    /// The random numbers that decide a game.
    pub decided: f64,
    /// The share of games that nothing decides.
    pub played_out: f64,
    /// Whether positions are analysed.
    pub analyse: bool,
    /// Whether games are played by the bare policy, with one or two searched positions each (the
    /// module `fast`).
    pub fast: bool,
    /// How the tree grows.
    pub search: TreeOptions,
}

/// So many moves in a row the search must be sure.
const SURE_MOVES: u32 = 3;
/// Visits of a move once the winner is clear.
const LAST_VISITS: u32 = 8;
/// First choices of the network that are tried where a side has won.
const TRIED: usize = 4;
/// The share of positions with a won game that are learned from though the network keeps the win.
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
    /// Of the position, from some move on.
    analysis: Option<Analysis<W>>,
    pub(super) moves: Vec<Played>,
}

impl<const W: usize> RunningGame<'_, W> {
    /// Makes a move after a judgement, which is never so sure that it could be taken for a proof.
    pub(super) fn put_estimated(&mut self, cell: Cell, value: f64, visits: Vec<(Cell, u16)>) {
        let least = 1.0 / f64::from(u16::MAX);
        self.put(cell, value.clamp(least, 1.0 - least), visits);
    }

    /// Makes a move at which the side to move has this win rate, 0 or 1 where it is proved.
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

    /// Begins to analyse once there are enough stones for connections to decide something.
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

    /// What the network says of the position.
    pub(super) fn prediction(&mut self) -> Prediction {
        self.search.evaluator().evaluate(&self.position)
    }

    /// The side to move has won by connections: whether it still has after a move.
    fn keeps(&mut self, cell: Cell) -> bool {
        let winner = self.position.to_move();
        self.analysis.as_mut().is_some_and(|analysis| {
            analysis.play(cell);
            let kept = analysis.proved_winner() == Some(winner);
            analysis.undo();
            kept
        })
    }

    /// The moves to learn where the side to move has won by connections and one move keeps that:
    /// of the network's first choices those that do, and this one.
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

    /// Plays a move where connections decide the game; false where they do not, or no move is known
    /// that keeps the win.
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
            .and_then(|one| one.keep_winning(None));
        let Some(sure) = kept else {
            return false;
        };
        let visits = self.keeping(sure, &prediction, random);
        self.put(if alone { first } else { sure }, 1.0, visits);
        true
    }

    /// Whether the move of this position is learned from.
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

/// A move by its weight: as likely at temperature 1, and the lower that is, the more the heaviest.
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
