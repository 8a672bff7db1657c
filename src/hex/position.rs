//! A position: stones, side to move, hash. It holds nothing derived: chains, connections and
//! evaluations belong to other modules. It is small and `Copy`.

use super::{Board, BoardSize, Cell, CellSet, Colour, Geometry, TooLarge, text, zobrist};
use std::fmt;

/// The stones and their hash, which change together or not at all.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stones<const W: usize> {
    of: [CellSet<W>; 2],
    hash: u64,
}

impl<const W: usize> Stones<W> {
    fn set(&mut self, colour: Colour, cell: Cell) {
        self.of[colour.index()].insert(cell);
        self.hash ^= zobrist::stone(colour, cell);
    }

    fn clear(&mut self, colour: Colour, cell: Cell) {
        self.of[colour.index()].remove(cell);
        self.hash ^= zobrist::stone(colour, cell);
    }
}

/// Why a stone cannot be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// There is a stone already.
    #[error("occupied")]
    Occupied,
    /// This board has no such cell.
    #[error("off the board")]
    OffBoard,
}

/// Stones on a board, and the side to move.
#[derive(Clone, Copy)]
pub struct Position<const W: usize> {
    geometry: &'static Geometry<W>,
    stones: Stones<W>,
    to_move: Colour,
}

impl<const W: usize> Position<W> {
    /// An empty board with Black to move.
    pub fn new(size: BoardSize) -> Self {
        let stones = Stones {
            of: [CellSet::EMPTY; 2],
            hash: zobrist::size(size),
        };
        Self {
            geometry: Geometry::of(size),
            stones,
            to_move: Colour::Black,
        }
    }

    /// The size of its board.
    pub fn size(&self) -> BoardSize {
        self.geometry.size()
    }

    /// The tables of its board.
    pub fn geometry(&self) -> &'static Geometry<W> {
        self.geometry
    }

    /// The stones of a colour.
    pub fn stones(&self, colour: Colour) -> CellSet<W> {
        self.stones.of[colour.index()]
    }

    /// The cells without a stone.
    pub fn empty(&self) -> CellSet<W> {
        self.geometry.all() - self.stones.of[0] - self.stones.of[1]
    }

    /// The colour of the stone on a cell.
    pub fn at(&self, cell: Cell) -> Option<Colour> {
        Colour::ALL
            .into_iter()
            .find(|&colour| self.stones(colour).contains(cell))
    }

    /// The side to move.
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// Gives the turn to `colour`.
    pub fn set_to_move(&mut self, colour: Colour) {
        self.to_move = colour;
    }

    /// The hash: differs where size, stones or turn differ, up to collisions of 1 in 2^64.
    pub fn hash(&self) -> u64 {
        match self.to_move {
            Colour::Black => self.stones.hash,
            Colour::White => self.stones.hash ^ zobrist::WHITE_TO_MOVE,
        }
    }

    /// Plays on an empty cell for the side to move. Panics if it is not empty.
    pub fn play(&mut self, cell: Cell) {
        self.place(self.to_move, cell);
        self.to_move = !self.to_move;
    }

    /// Plays for the side to move if that is legal.
    pub fn try_play(&mut self, cell: Cell) -> Result<(), IllegalMove> {
        self.check(cell).map(|()| self.play(cell))
    }

    /// Takes the last [`Position::play`] back. Panics if the side that is not to move has no stone
    /// there.
    pub fn undo(&mut self, cell: Cell) {
        self.to_move = !self.to_move;
        assert!(
            self.stones(self.to_move).contains(cell),
            "no such move to take back"
        );
        self.stones.clear(self.to_move, cell);
    }

    /// Sets a stone of any colour, as setting up a board does; the turn stays. Panics if the cell
    /// is not empty.
    pub fn place(&mut self, colour: Colour, cell: Cell) {
        if let Err(why) = self.check(cell) {
            panic!("no stone can be placed on {cell:?}: {why}");
        }
        self.stones.set(colour, cell);
    }

    /// Takes a stone off, if there is one; the turn stays.
    pub fn clear(&mut self, cell: Cell) {
        if let Some(colour) = self.at(cell) {
            self.stones.clear(colour, cell);
        }
    }

    /// Whether a stone may be placed there.
    pub fn check(&self, cell: Cell) -> Result<(), IllegalMove> {
        if self.empty().contains(cell) {
            Ok(())
        } else if self.size().has(cell) {
            Err(IllegalMove::Occupied)
        } else {
            Err(IllegalMove::OffBoard)
        }
    }

    /// The side that has joined its edges: never both, and exactly one once the board is full.
    pub fn winner(&self) -> Option<Colour> {
        Colour::ALL
            .into_iter()
            .find(|&colour| self.geometry.joins(self.stones(colour), colour))
    }

    /// A move with which the side to move joins its edges now.
    pub fn winning_stone(&self) -> Option<Cell> {
        let stones = self.stones(self.to_move);
        let joins = |&cell: &Cell| self.geometry.joins(stones.with(cell), self.to_move);
        self.empty().iter().find(joins)
    }

    /// The stone on this cell and all stones connected to it.
    pub fn string_of(&self, cell: Cell) -> CellSet<W> {
        let stones = self
            .at(cell)
            .map_or(CellSet::EMPTY, |colour| self.stones(colour));
        self.geometry.reach(CellSet::of(cell), stones)
    }

    /// The same position in sets of `V` words.
    pub fn resize<const V: usize>(&self) -> Position<V> {
        let stones = Stones {
            of: self.stones.of.map(CellSet::resize),
            hash: self.stones.hash,
        };
        Position {
            geometry: Geometry::of(self.size()),
            stones,
            to_move: self.to_move,
        }
    }
}

impl Board {
    /// The position in the sets of boards with connections, if this is one.
    pub fn with_connections(
        &self,
    ) -> Result<Position<{ BoardSize::WORDS_WITH_CONNECTIONS }>, TooLarge> {
        self.size().with_connections().map(|_| self.resize())
    }
}

/// Equal where size, stones and turn are.
impl<const W: usize> PartialEq for Position<W> {
    fn eq(&self, other: &Self) -> bool {
        (self.size(), self.stones, self.to_move) == (other.size(), other.stones, other.to_move)
    }
}

impl<const W: usize> Eq for Position<W> {}

/// The board as [`crate::position!`] reads it, for messages of failing tests.
impl<const W: usize> fmt::Debug for Position<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} to move\n{}",
            self.size(),
            self.to_move,
            text::draw(self)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    #[test]
    fn play_and_undo_are_inverse_and_checked() {
        let mut position = Position::<1>::new(BoardSize::square(3).unwrap());
        let empty = position;
        let b2 = position.size().read("b2").unwrap();
        position.play(b2);
        assert_eq!(
            (position.at(b2), position.to_move()),
            (Some(Colour::Black), Colour::White)
        );
        assert_eq!(position.try_play(b2), Err(IllegalMove::Occupied));
        assert_eq!(position.try_play(Cell::new(9)), Err(IllegalMove::OffBoard));
        assert_ne!(position.hash(), empty.hash());
        position.undo(b2);
        assert_eq!((position, position.hash()), (empty, empty.hash()));
    }

    #[test]
    #[should_panic(expected = "occupied")]
    fn playing_twice_on_a_cell_is_a_bug() {
        let mut position = Position::<1>::new(BoardSize::square(3).unwrap());
        position.play(Cell::new(0));
        position.play(Cell::new(0));
    }

    #[test]
    #[should_panic(expected = "no such move")]
    fn undoing_what_was_not_played_is_a_bug() {
        Position::<1>::new(BoardSize::square(3).unwrap()).undo(Cell::new(0));
    }

    #[test]
    fn a_winding_chain_wins_and_a_cut_one_does_not() {
        let won: Position<1> = position! { 4 x 4:
            . B W .
             W B B .
              . W B W
               . . B W
        };
        assert_eq!(won.winner(), Some(Colour::Black));
        let open: Position<1> = position! { 4 x 4:
            . B W .
             W B . B
              . W B W
               . . B W
        };
        assert_eq!(open.winner(), None);
        let string = won.string_of(won.size().read("b2").unwrap());
        assert_eq!(won.size().names(string), "b1 b2 c2 c3 c4");
        assert!(won.string_of(won.size().read("a1").unwrap()).is_empty());
    }

    #[test]
    fn a_board_of_one_cell_is_won_by_the_first_stone() {
        for colour in Colour::ALL {
            let mut position = Position::<1>::new(BoardSize::square(1).unwrap());
            position.set_to_move(colour);
            position.play(Cell::new(0));
            assert_eq!(position.winner(), Some(colour));
        }
    }

    #[test]
    fn width_is_no_part_of_a_position() {
        let narrow: Position<1> = position! { 3 x 2: B . W / . W . };
        let wide = narrow.resize::<6>();
        assert_eq!(
            (wide.hash(), wide.winner()),
            (narrow.hash(), narrow.winner())
        );
        assert_eq!(wide.resize::<1>(), narrow);
    }

    #[test]
    fn a_move_that_ends_the_game_is_seen() {
        let one: Position<1> = position! { 3 x 3:
            . B .
             . W .
              . . .
        };
        assert_eq!(one.winning_stone(), None);
        let mut joined: Position<1> = position! { 3 x 3:
            . B .
             . . .
              B . .
        };
        joined.set_to_move(Colour::Black);
        let cell = joined.winning_stone().map(|cell| joined.size().name(cell));
        assert_eq!(cell.as_deref(), Some("a2"));
    }
}
