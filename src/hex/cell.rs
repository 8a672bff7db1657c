//! A cell of a board, and an end of a connection: small numbers with names.
//!
//! Both live in one space of bits, so that a set of either is a few words ([`super::Set`]): the
//! cells row by row from a1, then the four edges in the order of [`Edge::ALL`]. On a board of n
//! cells, bit n is the north edge and bit n + 3 the east one.

use super::{BoardSize, Edge};
use std::num::NonZeroU16;

/// Something that has a bit in a [`super::Set`].
pub trait Bit: Copy + Eq {
    /// Its place in the set.
    fn bit(self) -> usize;
    /// The element at this index.
    fn from_bit(bit: usize) -> Self;
}

/// A number below 2^16 - 1, stored as one more, so that an `Option` of it takes no more space.
fn niche(index: usize) -> NonZeroU16 {
    NonZeroU16::MIN.saturating_add(index as u16)
}

/// A cell: row times width plus column. Which point that is depends on the [`BoardSize`], which
/// also makes, names and reads cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(NonZeroU16);

impl Cell {
    /// The cell with this index in row-major order.
    pub fn new(index: usize) -> Self {
        Self(niche(index))
    }

    /// Its index in row-major order.
    pub fn index(self) -> usize {
        usize::from(self.0.get() - 1)
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cell({})", self.index())
    }
}

impl Bit for Cell {
    fn bit(self) -> usize {
        self.index()
    }

    fn from_bit(bit: usize) -> Self {
        Self::new(bit)
    }
}

/// An end of a connection: an empty cell, a chain (named by one of its cells or by the edge that it
/// has reached) or an edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct End(NonZeroU16);

impl End {
    /// The end that is this cell, or the chain named by it.
    pub fn cell(cell: Cell) -> Self {
        Self(cell.0)
    }

    /// The end that is this edge of a board of this size.
    pub fn edge(size: BoardSize, edge: Edge) -> Self {
        Self(niche(size.cells() + edge.index()))
    }

    /// Its place in the space of bits.
    pub fn index(self) -> usize {
        usize::from(self.0.get() - 1)
    }

    /// The cell, unless this is an edge.
    pub fn as_cell(self, size: BoardSize) -> Option<Cell> {
        (self.index() < size.cells()).then_some(Cell(self.0))
    }

    /// The edge, if this is one.
    pub fn as_edge(self, size: BoardSize) -> Option<Edge> {
        Edge::ALL
            .get(self.index().checked_sub(size.cells())?)
            .copied()
    }

    /// The name: `c3`, or `north`.
    pub fn name(self, size: BoardSize) -> String {
        match self.as_edge(size) {
            Some(edge) => edge.to_string(),
            None => size.name(Cell(self.0)),
        }
    }
}

impl std::fmt::Debug for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "End({})", self.index())
    }
}

impl From<Cell> for End {
    fn from(cell: Cell) -> Self {
        Self::cell(cell)
    }
}

impl Bit for End {
    fn bit(self) -> usize {
        self.index()
    }

    fn from_bit(bit: usize) -> Self {
        Self(niche(bit))
    }
}

const _: () = assert!(size_of::<Option<Cell>>() == 2 && size_of::<Option<End>>() == 2);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_edges_share_one_space() {
        let size = BoardSize::new(5, 4).unwrap();
        let cell = size.cell(2, 3).unwrap();
        assert_eq!(cell.index(), 17);
        assert_eq!(End::cell(cell).as_cell(size), Some(cell));
        assert_eq!(End::cell(cell).as_edge(size), None);
        assert_eq!(End::cell(cell).name(size), "c4");
        for edge in Edge::ALL {
            let end = End::edge(size, edge);
            assert_eq!(end.index(), 20 + edge.index());
            assert_eq!((end.as_cell(size), end.as_edge(size)), (None, Some(edge)));
            assert_eq!(end.name(size), edge.to_string());
        }
    }
}
