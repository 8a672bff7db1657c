//! The symmetries of a board: what is proved of a position holds for its images.
//!
//! A board turned by 180° is the same board. A square board reflected, so that columns become rows,
//! is the same board with the colours exchanged: what Black wins, White wins there.

use crate::hex::{BoardSize, CellSet, Colour, Position};
use std::fmt;

/// A symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Image {
    /// The board as it is.
    Same,
    /// Turned by 180°.
    Turned,
    /// Reflected, colours exchanged.
    Reflected,
    /// Reflected and turned, colours exchanged.
    ReflectedTurned,
}

impl Image {
    /// Those of a board: a board that is not square has two.
    pub fn of(size: BoardSize) -> &'static [Self] {
        let all = &[
            Self::Same,
            Self::Turned,
            Self::Reflected,
            Self::ReflectedTurned,
        ];
        if size.width() == size.height() {
            all
        } else {
            &all[..2]
        }
    }

    fn reflects(self) -> bool {
        matches!(self, Self::Reflected | Self::ReflectedTurned)
    }

    /// The colour that plays a colour's part.
    pub fn colour(self, colour: Colour) -> Colour {
        if self.reflects() { !colour } else { colour }
    }

    /// The image of a position.
    pub(super) fn position<const W: usize>(self, position: &Position<W>) -> Position<W> {
        let mut image = Position::new(position.size());
        for colour in Colour::ALL {
            for cell in self.cells(position.size(), position.stones(colour)) {
                image.place(self.colour(colour), cell);
            }
        }
        image.set_to_move(self.colour(position.to_move()));
        image
    }

    /// Where cells come to lie.
    #[must_use]
    pub fn cells<const W: usize>(self, size: BoardSize, cells: CellSet<W>) -> CellSet<W> {
        let image = |cell| match self {
            Self::Same => cell,
            Self::Turned => size.rotate(cell),
            Self::Reflected => size.reflect(cell),
            Self::ReflectedTurned => size.rotate(size.reflect(cell)),
        };
        cells.iter().map(image).collect()
    }
}

impl fmt::Display for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Same => "same",
            Self::Turned => "turned",
            Self::Reflected => "reflected",
            Self::ReflectedTurned => "reflected and turned",
        })
    }
}
