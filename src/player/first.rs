//! The player for tests of everything else: it takes the lowest empty cell, a1 before b1.

use super::{MoveRequest, Player};
use crate::hex::Move;

/// Plays the lowest empty cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl Player for First {
    fn choose(&mut self, request: &MoveRequest) -> Move {
        request
            .game
            .board()
            .empty()
            .first()
            .map_or(Move::Resign, Move::Place)
    }
}
