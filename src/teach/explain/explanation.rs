//! What explains a position or a move.

use super::estimate::Estimate;
use super::mustplay::Mustplay;
use super::win::Win;
use crate::hex::{BoardSize, Cell, Colour};

/// What explains a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The board.
    pub size: BoardSize,
    /// The side to move.
    pub to_move: Colour,
    /// The proved win.
    pub win: Option<Win>,
    /// Where the side to move must play, if the opponent threatens to win by a connection.
    pub mustplay: Option<Mustplay>,
    /// The estimate, if nothing is proved and there was time for one.
    pub estimate: Option<Estimate>,
}

/// A move to play.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveHint {
    /// The move.
    pub cell: Cell,
    /// Why it is the move to play.
    pub explanation: Explanation,
}

/// What explains a move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveExplanation {
    /// The move.
    pub cell: Cell,
    /// The side that makes it.
    pub mover: Colour,
    /// Where that side must play before it; the move loses if it is not among these cells.
    pub mustplay: Option<Mustplay>,
    /// The position after it. If the opponent wins there, its best move is the refutation.
    pub after: Explanation,
}
