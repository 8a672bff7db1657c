//! What the network sees of a position.
//!
//! The side to move always joins the upper and the lower edge: where White is to move, the board is
//! transposed and the colours are exchanged. Each place of the [`Frame`] has four bytes: a stone of
//! the side to move, a stone of the opponent, an edge of the side to move, an edge of the opponent.
//! Corners of the border belong to both.

use super::{Frame, analysis_planes};
use crate::hex::{BoardSize, Cell, Colour, Position};
use crate::knowledge::analysis::Recipe;

/// The bytes of a place where stones alone are seen.
pub(super) const STONES: usize = 4;

/// What a network reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// Stones and edges ([`write()`]).
    Stones,
    /// These, and what an analysis of this recipe finds ([`super::write_analysis_planes`]).
    Analysis(Recipe),
}

impl Input {
    /// The bytes of a place.
    pub fn planes(self) -> usize {
        match self {
            Self::Stones => STONES,
            Self::Analysis(_) => analysis_planes::PLANES,
        }
    }

    /// What a byte of 1 stands for.
    pub fn step(self) -> f32 {
        match self {
            Self::Stones => 1.0,
            Self::Analysis(_) => 1.0 / f32::from(analysis_planes::UNIT),
        }
    }

    /// The plane that is this one where the position is turned by 180°.
    pub fn twin(self, plane: usize) -> usize {
        match self {
            Self::Stones => plane,
            Self::Analysis(_) => analysis_planes::twin(plane),
        }
    }
}

/// The board as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    size: BoardSize,
    to_move: Colour,
}

impl View {
    /// The view of a side on boards of this size.
    pub fn new(size: BoardSize, to_move: Colour) -> Self {
        Self { size, to_move }
    }

    /// The frame of what is seen.
    pub fn frame(self) -> &'static Frame {
        Frame::of(match self.to_move {
            Colour::Black => self.size,
            Colour::White => self.size.transposed(),
        })
    }

    /// Where a cell of the board is seen.
    pub fn seen(self, cell: Cell) -> Cell {
        match self.to_move {
            Colour::Black => cell,
            Colour::White => self.size.reflect(cell),
        }
    }

    /// The cell of the board that is seen there.
    pub fn cell(self, seen: Cell) -> Cell {
        match self.to_move {
            Colour::Black => seen,
            Colour::White => self.size.transposed().reflect(seen),
        }
    }
}

/// Writes the stones and edges that the side to move sees, for each place of the frame.
pub fn write<const W: usize>(position: &Position<W>, planes: &mut Vec<u8>) -> View {
    write_stones(position, STONES, 1, planes)
}

/// The same in the first of so many planes, with this number for 1.
pub(super) fn write_stones<const W: usize>(
    position: &Position<W>,
    width: usize,
    one: u8,
    planes: &mut Vec<u8>,
) -> View {
    let view = View::new(position.size(), position.to_move());
    let frame = view.frame();
    border(frame, width, one, planes);
    let own = position.to_move();
    for (colour, plane) in [(own, 0), (!own, 1)] {
        for cell in position.stones(colour) {
            let place = frame.cells()[view.seen(cell).index()];
            planes[place * width + plane] = one;
        }
    }
    view
}

/// The planes of the empty board.
fn border(frame: &Frame, width: usize, one: u8, planes: &mut Vec<u8>) {
    planes.clear();
    planes.resize(frame.places() * width, 0);
    let (columns, rows) = (frame.size().width() + 2, frame.size().height() + 2);
    for column in 0..columns {
        planes[column * width + 2] = one;
        planes[((rows - 1) * columns + column) * width + 2] = one;
    }
    for row in 0..rows {
        planes[row * columns * width + 3] = one;
        planes[((row + 1) * columns - 1) * width + 3] = one;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    #[test]
    fn both_sides_see_the_same_game() {
        let mut position: Position<1> = position! { 4 x 3:
            B . W .
             . W B .
              . . . W
        };
        position.set_to_move(Colour::White);
        let (mut one, mut other) = (Vec::new(), Vec::new());
        let view = write(&position, &mut one);
        assert_eq!(view.frame().size(), BoardSize::new(3, 4).unwrap());
        write(&position.reflected(), &mut other);
        assert_eq!(one, other);
        for cell in position.size().all() {
            assert_eq!(view.cell(view.seen(cell)), cell);
        }
        // The stone c1 of the side to move is seen in column 1 of row 3.
        let place = view.frame().cells()[2 * 3];
        assert_eq!(one[place * STONES..][..STONES], [1, 0, 0, 0]);
        assert_eq!(one.chunks(STONES).filter(|seen| seen[2] == 1).count(), 10);
        assert_eq!(one.chunks(STONES).filter(|seen| seen[3] == 1).count(), 12);
    }
}
