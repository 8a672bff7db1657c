//! A move as a player makes it.

use super::Cell;

/// What a player can do when it is their turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A stone on an empty cell.
    Place(Cell),
    /// Taking over the opponent's first stone, where the swap rule allows it.
    Swap,
    /// Giving the turn away. It never helps, and any number of them ends nothing; handicap games
    /// begin with it.
    Pass,
    /// Giving up.
    Resign,
}

impl Move {
    /// The cell of a stone.
    pub fn cell(self) -> Option<Cell> {
        match self {
            Self::Place(cell) => Some(cell),
            Self::Swap | Self::Pass | Self::Resign => None,
        }
    }
}
