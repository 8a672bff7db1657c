//! Fulls from a lone cell to an edge that the rules do not find on an open board: worked out once,
//! and remembered.
//!
//! ```text
//!     .   .   .   x   .   .   .        A stone on the fourth row with room to its side. Below it lies
//!       .   .   .   .   .   .   .      the carrier; it fits wherever its cells are empty or ours.
//! ```
//!
//! [`super::edge_finder`] finds them; what it found is in `positions/learned/edge_fulls.txt`, and a
//! test proves every line of it by a search that knows the board alone. A build from scratch starts
//! with those that fit.
//!
//! Cells are named as they lie from the stone when the edge is below: `column/row`, columns to the
//! right of the stone's, rows up from the edge, which is row 0. By the symmetries of the board each
//! serves all four edges, and its mirror image too.

use crate::board::{BoardSize, Cell, CellSet, Colour, Edge};
use crate::shipped::checked;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

/// A full from a cell to its edge.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EdgeFull {
    /// The row of the cell, the row at the edge being 1.
    pub row: usize,
    /// The carrier: columns from the cell, rows from 0.
    pub carrier: BTreeSet<(isize, usize)>,
}

/// A line that is no edge full.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not an edge full: {0}")]
pub struct NotAnEdgeFull(String);

/// Those that fit a board: cell, edge, carrier.
pub(super) type Fitting<const W: usize> = Arc<[(Cell, Edge, CellSet<W>)]>;

impl EdgeFull {
    /// All that are remembered.
    pub fn all() -> &'static [Self] {
        static ALL: OnceLock<Vec<EdgeFull>> = OnceLock::new();
        ALL.get_or_init(|| {
            let text = include_str!("../../positions/learned/edge_fulls.txt");
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            let all: Result<_, NotAnEdgeFull> = lines.map(str::parse).collect();
            checked("positions/learned/edge_fulls.txt", all)
        })
    }

    /// Where it lies if the cell is in this column of a board, counted along the edge; `None` if it
    /// does not fit on.
    pub fn fit<const W: usize>(
        &self,
        size: BoardSize,
        edge: Edge,
        column: usize,
    ) -> Option<(Cell, CellSet<W>)> {
        let cell = at(size, edge, column.cast_signed(), self.row - 1)?;
        let mut carrier = CellSet::EMPTY;
        for &(right, row) in &self.carrier {
            carrier.insert(at(size, edge, column.cast_signed() + right, row)?);
        }
        Some((cell, carrier))
    }

    /// The mirror image.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let turn = |&(right, row): &(isize, usize)| {
            let up = row.cast_signed() - (self.row.cast_signed() - 1);
            (up - right, row)
        };
        Self {
            row: self.row,
            carrier: self.carrier.iter().map(turn).collect(),
        }
    }
}

/// The cell in this column along an edge, so many rows from it.
pub(super) fn at(size: BoardSize, edge: Edge, along: isize, row: usize) -> Option<Cell> {
    let along = usize::try_from(along).ok()?;
    let (width, height) = (size.width(), size.height());
    let (column, row) = match edge {
        Edge::South => (along, height.checked_sub(row + 1)?),
        Edge::North => (width.checked_sub(along + 1)?, row),
        Edge::East => (width.checked_sub(row + 1)?, along),
        Edge::West => (row, height.checked_sub(along + 1)?),
    };
    size.cell(column, row)
}

/// All that fit on a board, beside the edges of a colour.
pub(super) fn fitting<const W: usize>(size: BoardSize, colour: Colour) -> Fitting<W> {
    let mut found = Vec::new();
    for one in EdgeFull::all() {
        for one in [one.clone(), one.mirrored()] {
            for edge in colour.edges() {
                let length = size.width().max(size.height());
                let places = (0..length).filter_map(|column| one.fit(size, edge, column));
                found.extend(places.map(|(cell, carrier)| (cell, edge, carrier)));
            }
        }
    }
    found.sort_by_key(|&(cell, edge, carrier)| (carrier.len(), cell, edge.index()));
    found.dedup();
    found.into()
}

impl fmt::Display for EdgeFull {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:", self.row)?;
        for (column, row) in &self.carrier {
            write!(out, " {column}/{row}")?;
        }
        Ok(())
    }
}

impl FromStr for EdgeFull {
    type Err = NotAnEdgeFull;

    fn from_str(line: &str) -> Result<Self, NotAnEdgeFull> {
        let read = || {
            let (row, cells) = line.split_once(':')?;
            let row: usize = row.parse().ok().filter(|&row| row > 0)?;
            let carrier = cells.split_whitespace().map(|cell| {
                let (column, row) = cell.split_once('/')?;
                Some((column.parse().ok()?, row.parse().ok()?))
            });
            Some(Self {
                row,
                carrier: carrier.collect::<Option<_>>()?,
            })
        };
        read().ok_or_else(|| NotAnEdgeFull(line.to_owned()))
    }
}
