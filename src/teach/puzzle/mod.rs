//! Puzzles: positions with exactly one move that wins, which is proved, as are the answers to the
//! moves that tempt.
//!
//! They come from games of a quick player that at times plays another move than its best
//! ([`make()`]). A game is played until the analysis decides it, then its positions are examined
//! from the last one backwards until the solver cannot settle one ([`examine()`]), and the hardest
//! puzzle among them is taken. Positions that are equal up to a symmetry of the board are one
//! puzzle.
//!
//! [`late`] has positions near the end of games in which some moves win and others lose: they
//! measure players.
//!
//! Hardness ([`Puzzle::hardness`]) is a matter of taste, and so its formula is simple: the sum of
//! the solver's effort, as a power of two, the length of the win, and a bonus where the evaluation
//! prefers another move.

mod examine;
mod file;
pub mod late;
mod make;
#[cfg(test)]
mod sample;
mod sgf;

pub use examine::{Unknown, examine};
pub use file::{BadFile, FORMAT, read, write};
pub use make::{Settings, make, make_from, positions_of};
pub use sgf::to_sgf;

use crate::hex::AnyCells;
use crate::hex::{Board, Cell};

/// The extra hardness of a puzzle where the evaluation prefers another move.
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
    /// Positions that the solver searched to prove that this move wins and no other does.
    pub effort: u64,
    /// The rank of the solution in the order of the evaluation, counted from 1.
    pub rank: u32,
    /// The refutations of the other moves that the evaluation ranks best.
    pub refutations: Vec<Refutation>,
}

/// The refutation of a move.
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

    /// The same for all positions that are equal up to a symmetry of the board.
    fn key(&self) -> u64 {
        let board = &self.board;
        let mut same = vec![*board, board.rotated()];
        if board.size().is_square() {
            same.extend([board.reflected(), board.reflected().rotated()]);
        }
        // The side to move is part of a position, but not of its hash.
        let hash = |board: &Board| board.hash() ^ board.to_move().index() as u64;
        same.iter().map(hash).min().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{BoardSize, Colour};

    fn puzzle(width: usize, stones: &[(Colour, &str)]) -> Puzzle {
        let size = BoardSize::new(width, 4).expect("in range");
        let mut board = Board::new(size);
        for &(colour, name) in stones {
            board.place(colour, size.read(name).expect("a cell"));
        }
        Puzzle {
            board,
            solution: Cell::new(0),
            line: Vec::new(),
            moves: 5,
            effort: 16,
            rank: 1,
            refutations: Vec::new(),
        }
    }

    #[test]
    fn hardness_grows_with_effort_length_and_misleading_evaluations() {
        let easy = puzzle(4, &[]);
        assert_eq!(easy.hardness(), 4 + 5);
        let hidden = |rank| Puzzle {
            rank,
            ..easy.clone()
        };
        assert_eq!(hidden(2).hardness(), 4 + 5 + MISLEADING);
        assert_eq!(hidden(9).hardness(), hidden(2).hardness());
        let at_sight = Puzzle {
            effort: 0,
            ..easy.clone()
        };
        assert_eq!(at_sight.hardness(), 5);
    }

    #[test]
    fn positions_that_are_equal_up_to_a_symmetry_have_one_key() {
        use Colour::{Black, White};
        let one = puzzle(4, &[(Black, "a1"), (White, "c2")]);
        let with = |board| Puzzle {
            board,
            ..one.clone()
        };
        assert_eq!(one.key(), with(one.board.rotated()).key());
        assert_eq!(one.key(), with(one.board.reflected()).key());
        let mut other = one.board;
        other.set_to_move(White);
        assert_ne!(one.key(), with(other).key());
        assert_ne!(one.key(), puzzle(4, &[(Black, "a1"), (White, "c3")]).key());
        // A reflection of a board that is not square is one of another size.
        let long = puzzle(5, &[(Black, "a1")]);
        assert_eq!(
            long.key(),
            Puzzle {
                board: long.board.rotated(),
                ..long.clone()
            }
            .key()
        );
    }
}
