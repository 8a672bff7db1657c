//! The shortest win: how many stones the winner needs, however the other side plays.
//!
//! The search asks whether the attacker joins its edges with at most so many stones more, first
//! with as many as its shortest way has, then with one more at a time. At each position:
//!
//! - Cells that are on no way of so many stones do not matter to either side.
//! - Where the attacker wins although the other side passes, the other side has to move on a cell
//!   that this win needs; and so on with each move that is refuted.
//! - Cells that are useless to the attacker, and pairs of which the other side gets one and makes
//!   the other useless, count as the other side's. (Pairs that the attacker gets do not count as
//!   its own: to answer in them takes a stone.)
//! - The attacker does not move to a cell that the answer makes useless.
//!
//! A table keeps of each position, under the rotation of the board, how many stones are too few,
//! and how many are enough with the cells that the win needs.

mod field;
mod search;

pub use search::ShortestSearch;

use crate::hex::{Cell, Colour};

/// How soon a side wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortestWin {
    /// The stones that the winner needs at least.
    pub at_least: usize,
    /// Whether these are enough.
    pub is_proved: bool,
    /// A line in which the winner needs as many: it wins as soon as it can, and the other side
    /// resists as long as it can. Empty if that is not proved.
    pub line: Vec<Cell>,
    /// The positions searched.
    pub nodes: u64,
}

impl ShortestWin {
    /// The moves of both sides, if the side with this turn wins by so many stones.
    pub fn moves(&self, winner: Colour, to_move: Colour) -> usize {
        let before = usize::from(winner != to_move);
        match self.at_least {
            0 => 0,
            stones => 2 * stones - 1 + before,
        }
    }
}
