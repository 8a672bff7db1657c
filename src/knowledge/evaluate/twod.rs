//! Potentials, and the evaluation made of them (van Rijswijck 2000, ch. 5).
//!
//! A cell's **potential** for a colour is the sum of its two-distances to both edges; the **board
//! potential** the lowest there is, the **attack mobility** the number of cells that have it. Low
//! is good. A cell that is good for one side is good for the other: the **total potential** is the
//! sum for both, a move's **badness** how far its total is above the lowest.
//!
//! A side with an infinite board potential has lost if the other is to move, which has two ways
//! past every cell. (The thesis states this for either side to move, §5.3, but the side to move may
//! still cut where two ways meet: c4 here, for Black, whose potentials are all infinite.)
//!
//! ```text
//!     W   .   W   .
//!       .   .   .   B
//!         B   .   .   B
//!           B   B   .   W
//!             W   W   B   W
//! ```

use super::distance::{Distances, Metric};
use super::neighbourhood::Neighbourhood;
use crate::hex::{Cell, CellSet, Colour};

/// The weight of board potential relative to attack mobility.
const M: i32 = 100;

/// The potentials of one colour.
#[derive(Clone, Debug)]
pub struct Potentials<const W: usize> {
    colour: Colour,
    empty: CellSet<W>,
    distances: Distances,
    board: Option<u32>,
    mobility: u32,
    highest: u32,
}

impl<const W: usize> Potentials<W> {
    /// The potentials in a neighbourhood on a board of so many cells. Once the edges are joined the
    /// board potential is 0.
    pub fn new(neighbourhood: &Neighbourhood<W>, cells: usize) -> Self {
        let empty = neighbourhood.empty();
        let distances = Distances::new(neighbourhood, cells, Metric::Two);
        let (mut board, mut mobility) = (None, 0);
        for potential in empty.iter().filter_map(|cell| distances.sum(cell)) {
            if board.is_none_or(|least| potential < least) {
                (board, mobility) = (Some(potential), 0);
            }
            mobility += u32::from(board == Some(potential));
        }
        if neighbourhood.is_joined() {
            (board, mobility) = (Some(0), 0);
        }
        Self {
            colour: neighbourhood.colour(),
            empty,
            distances,
            board,
            mobility,
            highest: 2 * cells as u32,
        }
    }

    /// Their colour.
    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// The distances that they are made of.
    pub fn distances(&self) -> &Distances {
        &self.distances
    }

    /// The potential of an empty cell; `None` if it is infinite.
    pub fn of(&self, cell: Cell) -> Option<u32> {
        self.distances.sum(cell)
    }

    /// The lowest potential; `None` if all are infinite: this side has lost if the other is to
    /// move.
    pub fn board(&self) -> Option<u32> {
        self.board
    }

    /// How many cells have the lowest potential.
    pub fn mobility(&self) -> u32 {
        self.mobility
    }
}

/// The two-distance evaluation of a position.
#[derive(Clone, Debug)]
pub struct TwoDistance<const W: usize> {
    both: [Potentials<W>; 2],
    least_total: Option<u32>,
}

/// The result of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TwoDistanceVerdict {
    /// This side wins.
    Won(Colour),
    /// M(pB - pW) - (aB - aW): the higher, the better for White.
    Value(i32),
}

impl<const W: usize> TwoDistance<W> {
    /// The evaluation with these potentials of Black and of White.
    pub fn new(both: [Potentials<W>; 2]) -> Self {
        let [black, white] = &both;
        let total = |cell| Some(black.of(cell)? + white.of(cell)?);
        let least_total = black.empty.iter().filter_map(total).min();
        Self { both, least_total }
    }

    /// The potentials of a colour.
    pub fn of(&self, colour: Colour) -> &Potentials<W> {
        let [black, white] = &self.both;
        match colour {
            Colour::Black => black,
            Colour::White => white,
        }
    }

    /// The total potential of an empty cell.
    pub fn total(&self, cell: Cell) -> Option<u32> {
        let [black, white] = &self.both;
        Some(black.of(cell)? + white.of(cell)?)
    }

    /// How far the total potential of an empty cell is above the lowest; `None` if it is infinite.
    pub fn badness(&self, cell: Cell) -> Option<u32> {
        Some(self.total(cell)? - self.least_total?)
    }

    /// The evaluation with this side to move. An infinite potential that does not decide counts as
    /// the highest that there could be.
    pub fn verdict(&self, to_move: Colour) -> TwoDistanceVerdict {
        let [black, white] = &self.both;
        if let Some(winner) = self.both.iter().find(|side| side.board == Some(0)) {
            return TwoDistanceVerdict::Won(winner.colour);
        }
        if self.of(!to_move).board.is_none() {
            return TwoDistanceVerdict::Won(to_move);
        }
        let potential = |side: &Potentials<W>| side.board.unwrap_or(side.highest).cast_signed();
        let mobility = black.mobility.cast_signed() - white.mobility.cast_signed();
        TwoDistanceVerdict::Value(M * (potential(black) - potential(white)) - mobility)
    }

    /// The tension of the move that led from here to there: the swing of the difference in board
    /// potential. `None` if one of them is decided.
    pub fn tension(&self, after: &Self) -> Option<u32> {
        let difference = |one: &Self| {
            let [black, white] = &one.both;
            Some(black.board?.cast_signed() - white.board?.cast_signed())
        };
        Some(difference(self)?.abs_diff(difference(after)?))
    }
}
