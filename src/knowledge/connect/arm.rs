//! A full in the form in which the AND rule reads it.

use crate::hex::{Cell, CellSet, End, EndSet};

/// A processed full as seen from one end: its carrier and, as one more bit, the far end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm<const W: usize> {
    /// Carrier and far end.
    pub reach: EndSet<W>,
    /// The far end.
    pub far: End,
}

impl<const W: usize> Arm<W> {
    /// A full with this carrier to this end.
    #[inline]
    pub fn new(cells: CellSet<W>, far: End) -> Self {
        Self {
            reach: cells.as_ends().with(far),
            far,
        }
    }

    /// Whether a cell is in its carrier.
    pub fn needs(&self, cell: Cell) -> bool {
        self.reach.contains(cell.into()) && self.far != cell.into()
    }

    /// Its carrier, on a board of these cells.
    pub fn cells(&self, board: CellSet<W>) -> CellSet<W> {
        self.reach.without(self.far).cells_in(board)
    }
}
