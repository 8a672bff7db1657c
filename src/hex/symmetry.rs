//! The symmetries of the game. Turning the board by 180° changes nothing; reflecting it in the long
//! diagonal (columns for rows) and exchanging the colours changes nothing either.

use super::{BoardSize, Cell, CellSet, Colour, Position};

impl BoardSize {
    /// Where a cell comes to lie when the board is turned by 180°.
    pub fn rotate(self, cell: Cell) -> Cell {
        Cell::new(self.cells() - 1 - cell.index())
    }

    /// Where a cell comes to lie, on the [transposed](BoardSize::transposed) board, when columns
    /// become rows.
    pub fn reflect(self, cell: Cell) -> Cell {
        Cell::new(self.column(cell) * self.height() + self.row(cell))
    }
}

impl<const W: usize> Position<W> {
    /// The position turned by 180°.
    #[must_use]
    pub fn rotated(&self) -> Self {
        let size = self.size();
        Self::from_stones(size, self.to_move(), |colour| {
            self.stones(colour)
                .iter()
                .map(|cell| size.rotate(cell))
                .collect()
        })
    }

    /// The position reflected, colours exchanged: the same game from the other side of the table.
    #[must_use]
    pub fn reflected(&self) -> Self {
        let size = self.size();
        Self::from_stones(size.transposed(), !self.to_move(), |colour| {
            self.stones(!colour)
                .iter()
                .map(|cell| size.reflect(cell))
                .collect()
        })
    }

    fn from_stones(
        size: BoardSize,
        to_move: Colour,
        stones: impl Fn(Colour) -> CellSet<W>,
    ) -> Self {
        let mut position = Self::new(size);
        for colour in Colour::ALL {
            for cell in stones(colour) {
                position.place(colour, cell);
            }
        }
        position.set_to_move(to_move);
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    #[test]
    fn turned_and_reflected() {
        let position: Position<1> = position! { 3 x 2:
            B B W
             . W B
        };
        assert_eq!(
            position.rotated(),
            with_turn(position! { 3 x 2: B W . / W B B }, Colour::White)
        );
        let reflected: Position<1> = position! { 2 x 3:
            W .
             W B
              B W
        };
        assert_eq!(position.reflected(), with_turn(reflected, Colour::Black));
    }

    fn with_turn(mut position: Position<1>, colour: Colour) -> Position<1> {
        position.set_to_move(colour);
        position
    }
}
