//! Puzzles: positions with exactly one move that wins, which is proved, as are the answers to the
//! moves that tempt.
//!
//! They come from games of a quick player that strays now and then ([`make()`]): a game is played
//! until a look decides it, then read backwards, as long as the solver can tell ([`examine()`]),
//! and the hardest of its positions that are puzzles is taken. Positions that are the same but for
//! the symmetries of the board are one puzzle.
//!
//! How hard a puzzle is ([`Puzzle::hardness`]) is a matter of taste, and so kept simple: the
//! solver's effort, as a power of two, and the length of the win, and some more where the
//! evaluation is wrong about the move.

mod examine;
mod file;
mod make;
mod sgf;

pub use examine::{Unknown, examine};
pub use file::{BadFile, FORMAT, read, write};
pub use make::{Settings, make};
pub use sgf::to_sgf;

use crate::board::{Board, Cell};
use crate::game::AnyCells;

/// What a puzzle gains in hardness where the evaluation would play another move.
const MISLEADING: u32 = 3;

/// A position with one winning move.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position; the side to move wins.
    pub board: Board,
    /// The only move that wins.
    pub solution: Cell,
    /// The solution and what both sides may play after it.
    pub line: Vec<Cell>,
    /// How many moves the winner needs at most.
    pub moves: u32,
    /// Positions that the solver looked at to find out that this move wins and no other does.
    pub effort: u64,
    /// The place of the solution among the moves that the evaluation looks at first, counted from
    /// 1.
    pub rank: u32,
    /// What is wrong with the moves that the evaluation likes best besides.
    pub refutations: Vec<Refutation>,
}

/// What is wrong with a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The move.
    pub cell: Cell,
    /// The answer that wins, and what both sides may play after it.
    pub line: Vec<Cell>,
    /// The empty cells that the other side needs to win after the move; the answer is among them.
    pub carrier: AnyCells,
}

impl Puzzle {
    /// How hard it is.
    pub fn hardness(&self) -> u32 {
        let misleading = if self.rank > 1 { MISLEADING } else { 0 };
        self.effort.max(1).ilog2() + self.moves + misleading
    }

    /// The same for all positions that are this one but for the symmetries of the board.
    fn key(&self) -> u64 {
        let board = &self.board;
        let mut same = vec![*board, board.rotated()];
        if board.size().is_square() {
            same.extend([board.reflected(), board.reflected().rotated()]);
        }
        // Whose turn it is belongs to a position, not to its hash.
        let hash = |board: &Board| board.hash() ^ board.to_move().index() as u64;
        same.iter().map(hash).min().unwrap_or_default()
    }
}
