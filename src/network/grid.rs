//! The board as a block of memory for the network: its rows one after the other, with a margin of one
//! cell, so that every cell has six neighbours.

use crate::board::{BoardSize, Cell, Colour};

/// The layout of a board for a side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    size: BoardSize,
    mover: Colour,
    columns: usize,
    rows: usize,
}

impl Grid {
    /// The grid of a board whose mover joins top and bottom: White's is transposed.
    pub fn new(size: BoardSize, mover: Colour) -> Self {
        let (columns, rows) = match mover {
            Colour::Black => (size.width(), size.height()),
            Colour::White => (size.height(), size.width()),
        };
        Self {
            size,
            mover,
            columns,
            rows,
        }
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The number of places, the margin included.
    pub fn places(&self) -> usize {
        self.stride() * (self.rows + 2)
    }

    /// The distance between rows.
    pub fn stride(&self) -> usize {
        self.columns + 2
    }

    /// The place of a cell.
    pub fn place(&self, cell: Cell) -> usize {
        let (column, row) = (self.size.column(cell), self.size.row(cell));
        let (column, row) = match self.mover {
            Colour::Black => (column, row),
            Colour::White => (row, column),
        };
        (row + 1) * self.stride() + column + 1
    }

    /// The places of all cells, in order.
    pub fn inside(&self) -> impl Iterator<Item = usize> + use<> {
        let (stride, columns) = (self.stride(), self.columns);
        (1..=self.rows).flat_map(move |row| (1..=columns).map(move |column| row * stride + column))
    }

    /// The places of the margin beside the mover's edges, and of that beside the opponent's; corners
    /// belong to both.
    pub fn margin(&self) -> [Vec<usize>; 2] {
        let (stride, places) = (self.stride(), self.places());
        let own = (0..stride).chain(places - stride..places);
        let others = (0..self.rows + 2).flat_map(|row| [row * stride, (row + 1) * stride - 1]);
        [own.collect(), others.collect()]
    }

    /// The steps to a place and its six neighbours from the place `stride + 1` before it.
    pub fn steps(&self) -> [usize; 7] {
        let stride = self.stride();
        let here = stride + 1;
        [
            here - stride,
            here - stride + 1,
            here - 1,
            here,
            here + 1,
            here + stride - 1,
            here + stride,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Geometry;

    #[test]
    fn steps_lead_to_the_neighbours_of_a_cell() {
        for (width, height) in [(1, 1), (3, 5), (11, 11)] {
            let size = BoardSize::new(width, height).unwrap();
            let geometry = Geometry::<2>::of(size);
            for mover in Colour::ALL {
                let grid = Grid::new(size, mover);
                let [own, others] = grid.margin();
                assert!(
                    own.iter()
                        .chain(&others)
                        .all(|&place| place < grid.places())
                );
                let inside: Vec<usize> = grid.inside().collect();
                for cell in size.all() {
                    let first = grid.place(cell) - grid.stride() - 1;
                    let near = grid.steps().map(|step| first + step);
                    let mut seen: Vec<usize> = near.into_iter().collect();
                    seen.retain(|place| inside.contains(place));
                    let cells = geometry.neighbours(cell).with(cell);
                    let mut wanted: Vec<usize> =
                        cells.iter().map(|cell| grid.place(cell)).collect();
                    wanted.sort_unstable();
                    assert_eq!(seen, wanted);
                }
            }
        }
    }
}
