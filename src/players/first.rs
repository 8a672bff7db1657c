//! The player for tests of everything else: it takes the lowest empty cell, a1 before b1.

use super::{Player, Turn};
use crate::board::Move;

/// Plays the lowest empty cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl Player for First {
    fn choose(&mut self, turn: &Turn) -> Move {
        turn.game
            .board()
            .empty()
            .first()
            .map_or(Move::Resign, Move::Place)
    }
}
