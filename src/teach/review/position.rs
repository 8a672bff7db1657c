//! The positions of a game that is reviewed, and the moves between them.

use crate::hex::{Board, Colour, Game, Move};
use crate::teach::explain::{Estimate, Win};

/// A position of the game, with its proof or estimate.
#[derive(Clone, Debug)]
pub(super) struct ReviewedPosition {
    pub board: Board,
    /// The proved win.
    pub win: Option<Win>,
    /// The estimate, where there is no proof.
    pub estimate: Option<Estimate>,
}

/// A move of the game, between two of its positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply {
    pub colour: Colour,
    /// A stone, a swap or a pass.
    pub mv: Move,
    /// Its place among the events of the game.
    pub event: usize,
    /// The position before it, by its number.
    pub before: usize,
    /// The position after it, by its number.
    pub after: usize,
}

/// The positions of a game, and the moves between them.
pub(super) fn positions_of(game: &Game) -> (Vec<ReviewedPosition>, Vec<Ply>) {
    let open = |board: Board| ReviewedPosition {
        board,
        win: None,
        estimate: None,
    };
    let boards = game.boards();
    let mut positions: Vec<ReviewedPosition> = Vec::new();
    let mut plies = Vec::new();
    for (place, (event, [before, after])) in game.events().zip(boards).enumerate() {
        let Some((colour, mv)) = event.played() else {
            continue;
        };
        let mut before = *before;
        before.set_to_move(colour);
        if positions.last().is_none_or(|last| last.board != before) {
            positions.push(open(before));
        }
        positions.push(open(*after));
        plies.push(Ply {
            colour,
            mv,
            event: place,
            before: positions.len() - 2,
            after: positions.len() - 1,
        });
    }
    if positions.is_empty() {
        positions.push(open(*game.board()));
    }
    (positions, plies)
}
