//! Positions that are the same game. Turning the board by 180° changes nothing, and so does
//! reflecting it with the colours exchanged: the position after a swap of pieces is the reflected
//! one before it.

use crate::hex::{Board, BoardSize, Cell, Colour};

/// The stones of both colours; the side to move follows from their number.
pub(super) type Key = [[u64; BoardSize::WORDS_WITH_CONNECTIONS]; 2];

fn key(board: &Board) -> Key {
    Colour::ALL.map(|colour| board.stones(colour).resize().words())
}

/// Whether the stones of one come first, cell by cell: Black's, then White's.
fn is_before(one: Key, other: Key) -> bool {
    let first = |key: Key| key.map(|words| words.map(u64::reverse_bits));
    first(one) > first(other)
}

/// A position as the book has it: Black moved first, and of the two turns it is the one whose
/// stones come first.
#[derive(Clone, Copy, Debug)]
pub struct Fold {
    /// The position.
    pub board: Board,
    pub(super) key: Key,
    reflected: bool,
    turned: bool,
}

impl Fold {
    /// The position of the book that is the same game as this one; `None` if it does not arise by
    /// both sides moving in turn from an empty board, with or without a swap, or on a board that is
    /// too large for connections.
    pub fn of(board: &Board) -> Option<Self> {
        board.size().with_connections().ok()?;
        let [black, white] = Colour::ALL.map(|colour| board.stones(colour).len());
        let to_move = board.to_move();
        let (plain, swapped) = match to_move {
            Colour::Black => (black == white, white == black + 1),
            Colour::White => (black == white + 1, black == white),
        };
        let reflected = !plain && swapped && board.size().is_square();
        if !plain && !reflected {
            return None;
        }
        let upright = if reflected { board.reflected() } else { *board };
        let rotated = upright.rotated();
        let (first, second) = (key(&upright), key(&rotated));
        let turned = is_before(second, first);
        Some(Self {
            board: if turned { rotated } else { upright },
            key: if turned { second } else { first },
            reflected,
            turned,
        })
    }

    /// A cell of the position as a cell of the book.
    pub fn into_book(&self, cell: Cell) -> Cell {
        let size = self.board.size();
        let cell = if self.reflected {
            size.reflect(cell)
        } else {
            cell
        };
        if self.turned { size.rotate(cell) } else { cell }
    }

    /// A cell of the book as a cell of the position.
    pub fn from_book(&self, cell: Cell) -> Cell {
        let size = self.board.size();
        let cell = if self.turned { size.rotate(cell) } else { cell };
        if self.reflected {
            size.reflect(cell)
        } else {
            cell
        }
    }

    /// Whether it was turned by 180°.
    pub(super) fn is_turned(&self) -> bool {
        self.turned
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{BoardSize, Position};
    use proptest::prelude::*;

    fn played(size: BoardSize, cells: &[usize]) -> Board {
        let mut board = Board::new(size);
        for &cell in cells {
            let _ = board.try_play(Cell::new(cell % size.cells()));
        }
        board
    }

    proptest! {
        #[test]
        fn the_same_game_is_one_position(side in 2_usize..12, cells in proptest::collection::vec(0_usize..200, 0..12)) {
            let board = played(BoardSize::square(side).unwrap(), &cells);
            let fold = Fold::of(&board).unwrap();
            for other in [board.rotated(), board.reflected(), board.rotated().reflected()] {
                let image = Fold::of(&other).unwrap();
                prop_assert_eq!(image.board, fold.board);
                for cell in other.empty() {
                    let there = image.into_book(cell);
                    prop_assert_eq!(image.from_book(there), cell);
                    let (mut next, mut folded) = (other, image.board);
                    next.play(cell);
                    folded.play(there);
                    prop_assert_eq!(Fold::of(&next).unwrap().key, Fold::of(&folded).unwrap().key);
                }
            }
            prop_assert_eq!(Fold::of(&fold.board).unwrap().key, fold.key);
        }
    }

    #[test]
    fn a_swap_leads_to_the_position_that_was() {
        let mut game = crate::hex::Game::new("5".parse().unwrap());
        game.place(Colour::Black, Cell::new(3)).unwrap();
        let before = Fold::of(game.board()).unwrap().key;
        let style = crate::hex::SwapStyle::Pieces;
        game.play(Colour::White, crate::hex::Move::Swap, style)
            .unwrap();
        assert_eq!(Fold::of(game.board()).unwrap().key, before);
    }

    #[test]
    fn positions_of_no_game_have_no_fold() {
        let mut board: Board = crate::position! { 3 x 3: B B . / . . . / . . . };
        assert!(Fold::of(&board).is_none());
        board.set_to_move(Colour::White);
        assert!(Fold::of(&board).is_none());
        // A rectangle cannot be reflected.
        let mut wide: Board = Position::new("3x2".parse().unwrap());
        wide.set_to_move(Colour::White);
        assert!(Fold::of(&wide).is_none());
    }
}
