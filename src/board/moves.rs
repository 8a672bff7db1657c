//! A move as a player makes it.

use super::Cell;

/// What a player can do when it is their turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A stone on an empty cell.
    Place(Cell),
    /// Taking over the opponent's first stone, where the swap rule allows it.
    Swap,
    /// Giving up.
    Resign,
}
