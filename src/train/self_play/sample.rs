//! A position of a game with its targets, from the view of the side to move.

use super::PlayedGame;
use crate::hex::{Cell, CellSet, Colour, Position};
use crate::network::{Frame, View, softmax, write};

/// A training sample. Cells are those of the view.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The padded board.
    pub frame: &'static Frame,
    /// The planes of the position.
    pub planes: Vec<u8>,
    /// The cells of the policy: the empty ones, or those worth considering.
    pub empty: Vec<usize>,
    /// The share of visits of each of these.
    pub policy: Vec<f32>,
    /// The same after the fourth root.
    pub soft: Vec<f32>,
    /// The share of visits of the next move of the opponent; all 0 if there is none.
    pub reply: Vec<f32>,
    /// The value: the win rate that the game shows, mixed with that of the search.
    pub value: f32,
    /// For each cell whether the winner's final chain contains it: 1 if the winner is the side to
    /// move, 0 if it is the opponent, and a half for all other cells.
    pub owners: Vec<f32>,
}

/// What the value target is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueTarget {
    /// The weight of the search's value, if the position was searched.
    pub searched: f32,
    /// The weight of each later win rate, compared with the one before it
    /// ([`PlayedGame::shown_win_rate`]).
    pub later: f32,
}

impl ValueTarget {
    /// The result of the game.
    pub const RESULT: Self = Self {
        searched: 0.0,
        later: 1.0,
    };
}

impl Sample {
    /// The moves of a game that have a sample.
    pub fn places(game: &PlayedGame) -> impl Iterator<Item = usize> {
        let moves = game.moves.iter().enumerate();
        moves
            .filter(|(_, one)| !one.visits.is_empty())
            .map(|(index, _)| index)
    }

    /// The sample of the position before a move.
    pub fn new(game: &PlayedGame, index: usize, target: ValueTarget) -> Self {
        let position: Position<6> = game.position(index);
        let mut planes = Vec::new();
        write(&position, &mut planes);
        let empty: Vec<Cell> = position.empty().iter().collect();
        Self::seen(game, index, target, (planes, &empty))
    }

    /// The same with these input planes and these moves.
    pub fn seen(
        game: &PlayedGame,
        index: usize,
        target: ValueTarget,
        (planes, moves): (Vec<u8>, &[Cell]),
    ) -> Self {
        let position: Position<6> = game.position(index);
        let view = View::new(game.size, position.to_move());
        let empty: Vec<usize> = moves.iter().map(|&cell| view.seen(cell).index()).collect();
        let one = &game.moves[index];
        let policy = shares(view, &empty, &one.visits);
        let reply = game
            .moves
            .get(index + 1)
            .map_or(vec![0.0; empty.len()], |next| {
                let played = [(next.cell, 1)];
                let visits = if next.visits.is_empty() {
                    &played[..]
                } else {
                    &next.visits
                };
                shares(view, &empty, visits)
            });
        let wins = game.winner() == position.to_move();
        let by_search = f32::from(one.value) / f32::from(u16::MAX);
        let searched = if one.visits.is_empty() {
            0.0
        } else {
            target.searched
        };
        let shown = game.shown_win_rate(index, target.later);
        Self {
            frame: view.frame(),
            planes,
            empty,
            soft: softened(&policy),
            policy,
            reply,
            value: shown + searched * (by_search - shown),
            owners: owners(game, view, &position, wins),
        }
    }

    /// Takes the outputs of a network, as logits, for policy and value.
    pub fn teach(&mut self, policy: &[f32], value: f32) {
        self.policy = softmax(policy);
        self.soft = softened(&self.policy);
        self.value = 1.0 / (1.0 + libm::expf(-value));
    }
}

/// The fourth roots of shares, as shares; all 0 if these are.
fn softened(shares: &[f32]) -> Vec<f32> {
    let mut soft: Vec<f32> = shares.iter().map(|share| share.sqrt().sqrt()).collect();
    let all: f32 = soft.iter().sum();
    if all > 0.0 {
        for share in &mut soft {
            *share /= all;
        }
    }
    soft
}

/// The shares of these cells in visits; all 0 if none of them was visited.
fn shares(view: View, empty: &[usize], visits: &[(Cell, u16)]) -> Vec<f32> {
    let mut shares = vec![0.0; empty.len()];
    let mut all = 0.0;
    for &(cell, visits) in visits {
        let seen = view.seen(cell).index();
        if let Some(place) = empty.iter().position(|&cell| cell == seen) {
            shares[place] = f32::from(visits);
            all += f32::from(visits);
        }
    }
    if all > 0.0 {
        for share in &mut shares {
            *share /= all;
        }
    }
    shares
}

/// The owner of each cell at the end.
fn owners(game: &PlayedGame, view: View, position: &Position<6>, wins: bool) -> Vec<f32> {
    let winner = game.winner();
    let of = |colour: Colour| -> CellSet<6> {
        let first = usize::from(colour == Colour::White);
        game.moves
            .iter()
            .skip(first)
            .step_by(2)
            .map(|one| one.cell)
            .collect()
    };
    let last = game.moves.last().map(|one| one.cell);
    let chain = last.map(|cell| position.geometry().reach(CellSet::of(cell), of(winner)));
    let mut owners = vec![0.5; game.size.cells()];
    for cell in chain.into_iter().flatten() {
        owners[view.seen(cell).index()] = f32::from(u8::from(wins));
    }
    owners
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the numbers are exact")]
mod tests {
    use super::super::game::tests::game;
    use super::*;

    #[test]
    fn samples_are_seen_by_the_side_to_move() {
        let game = game();
        assert_eq!(Sample::places(&game).collect::<Vec<_>>(), [0, 2, 3, 4]);
        let first = Sample::new(&game, 0, ValueTarget::RESULT);
        assert_eq!((first.empty.len(), first.value), (9, 1.0));
        assert_eq!((first.policy[4], first.policy[0]), (0.9, 0.1));
        assert_eq!(first.reply[0], 1.0);
        let owned = |sample: &Sample, owner: f32| {
            let owners = sample.owners.iter().enumerate();
            owners
                .filter(|one| *one.1 == owner)
                .map(|one| one.0)
                .collect::<Vec<_>>()
        };
        assert_eq!(owned(&first, 1.0), [1, 4, 7]);
        assert!(owned(&first, 0.0).is_empty());
        // White sees the board transposed: the column of Black is a row.
        let half = ValueTarget {
            searched: 0.5,
            ..ValueTarget::RESULT
        };
        let white = Sample::new(&game, 3, half);
        assert_eq!(owned(&white, 0.0), [3, 4, 5]);
        assert!((white.value - 0.5 * 40_000.0 / 65_535.0).abs() < 1e-6);
        let place = white.empty.iter().position(|&cell| cell == 2).unwrap();
        assert_eq!(white.policy[place], 1.0);
        let place = white.empty.iter().position(|&cell| cell == 5).unwrap();
        assert_eq!(white.reply[place], 1.0);
        let sum: f32 = first.soft.iter().sum();
        assert!((sum - 1.0).abs() < 1e-6 && first.soft[0] > 0.3);
        assert!(
            Sample::new(&game, 4, ValueTarget::RESULT)
                .reply
                .iter()
                .all(|&share| share == 0.0)
        );
    }
}
