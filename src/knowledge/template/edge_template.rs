//! An edge template as it lies from its stone.
//!
//! Points are named as they lie when the edge is below: columns to the right of the stone's, rows
//! up from the edge, whose row is 0. A step up goes to the same column or to the one on the right,
//! so the mirror image of (column, row) is (rows above the stone - column, row).

use crate::hex::{BoardSize, Cell, CellSet, Edge};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// Columns to the right of the stone, rows up from the edge.
pub type Point = (isize, usize);

/// A stone, others of its colour if it needs any, and the cells in which it is joined to its edge.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EdgeTemplate {
    /// The row of the stone, the row at the edge being 1.
    pub row: usize,
    /// The other stones.
    pub others: BTreeSet<Point>,
    /// The carrier.
    pub carrier: BTreeSet<Point>,
}

/// A line that is no edge template.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not an edge template: {0}")]
pub struct NotATemplate(String);

/// A template on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedTemplate<const W: usize> {
    /// The stone.
    pub stone: Cell,
    /// The edge that it is joined to.
    pub edge: Edge,
    /// The other stones.
    pub others: CellSet<W>,
    /// The cells that must be empty, or its colour's.
    pub carrier: CellSet<W>,
}

impl<const W: usize> PlacedTemplate<W> {
    /// Whether it holds where these cells are empty and these are its colour's; if the stone is not
    /// there yet, as soon as it is.
    pub fn holds(&self, empty: CellSet<W>, own: CellSet<W>) -> bool {
        self.others.is_subset(own) && self.carrier.is_subset(empty | own)
    }
}

impl EdgeTemplate {
    /// Where it lies if the stone is in this column of a board, counted along the edge; `None` if
    /// it does not fit on.
    pub fn fit<const W: usize>(
        &self,
        size: BoardSize,
        edge: Edge,
        column: usize,
    ) -> Option<PlacedTemplate<W>> {
        let column = column.cast_signed();
        let at = |&(right, row): &Point| cell_along(size, edge, column + right, row);
        Some(PlacedTemplate {
            stone: at(&(0, self.row - 1))?,
            edge,
            others: self.others.iter().map(at).collect::<Option<_>>()?,
            carrier: self.carrier.iter().map(at).collect::<Option<_>>()?,
        })
    }

    /// The mirror image.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let turn = |points: &BTreeSet<Point>| {
            let turned = points.iter().map(|&(right, row)| {
                let up = row.cast_signed() + 1 - self.row.cast_signed();
                (up - right, row)
            });
            turned.collect()
        };
        Self {
            row: self.row,
            others: turn(&self.others),
            carrier: turn(&self.carrier),
        }
    }

    /// The same for both mirror images: the one that comes first.
    #[must_use]
    pub fn canonical(self) -> Self {
        let mirrored = self.mirrored();
        self.min(mirrored)
    }

    /// How many columns it takes on each of its rows, the highest first, stones included.
    pub fn widths(&self) -> Vec<usize> {
        let points = || self.points();
        let highest = points().map(|(_, row)| row).max().unwrap_or_default();
        let width = |row: usize| {
            let columns = || points().filter(|at| at.1 == row).map(|at| at.0);
            let (left, right) = (columns().min(), columns().max());
            left.zip(right)
                .map_or(0, |(left, right)| right.abs_diff(left) + 1)
        };
        (0..=highest).rev().map(width).collect()
    }

    /// The stones and the carrier.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let stone = std::iter::once((0, self.row - 1));
        let rest = self.others.iter().chain(&self.carrier).copied();
        stone.chain(rest)
    }

    /// Whether another does at least the same where this one fits.
    pub fn is_served_by(&self, other: &Self) -> bool {
        let own = |point| self.others.contains(point) || self.carrier.contains(point);
        self.row == other.row
            && other.others.is_subset(&self.others)
            && other.carrier.iter().all(own)
    }
}

/// The cell in this column along an edge, so many rows from it.
pub fn cell_along(size: BoardSize, edge: Edge, along: isize, row: usize) -> Option<Cell> {
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

/// The column of a cell along an edge, and how many rows from it: what [`cell_along`] undoes.
pub fn place_along(size: BoardSize, edge: Edge, cell: Cell) -> (usize, usize) {
    let (column, row) = (size.column(cell), size.row(cell));
    match edge {
        Edge::South => (column, size.height() - 1 - row),
        Edge::North => (size.width() - 1 - column, row),
        Edge::East => (row, size.width() - 1 - column),
        Edge::West => (size.height() - 1 - row, column),
    }
}

impl fmt::Display for EdgeTemplate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.row)?;
        for (column, row) in &self.others {
            write!(out, " {column}/{row}")?;
        }
        write!(out, ":")?;
        for (column, row) in &self.carrier {
            write!(out, " {column}/{row}")?;
        }
        Ok(())
    }
}

impl FromStr for EdgeTemplate {
    type Err = NotATemplate;

    fn from_str(line: &str) -> Result<Self, NotATemplate> {
        let points = |text: &str| -> Option<BTreeSet<Point>> {
            let point = |word: &str| {
                let (column, row) = word.split_once('/')?;
                Some((column.parse().ok()?, row.parse().ok()?))
            };
            text.split_whitespace().map(point).collect()
        };
        let read = || {
            let (stones, carrier) = line.split_once(':')?;
            let (row, others) = stones.split_once(' ').unwrap_or((stones, ""));
            let row: usize = row.parse().ok().filter(|row| (1..=19).contains(row))?;
            let (others, carrier) = (points(others)?, points(carrier)?);
            let apart = others.is_disjoint(&carrier);
            let stone = (0, row - 1);
            let free = !others.contains(&stone) && !carrier.contains(&stone);
            (apart && free).then_some(Self {
                row,
                others,
                carrier,
            })
        };
        read().ok_or_else(|| NotATemplate(line.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THIRD_ROW: &str = "3: -1/1 -2/0 -1/0 0/0 0/1 1/0 1/1 1/2";

    #[test]
    fn text_and_mirror_images() {
        let one: EdgeTemplate = THIRD_ROW.parse().expect("a template");
        assert_eq!(one.to_string().parse(), Ok(one.clone()));
        assert_eq!(one.widths(), [2, 3, 4]);
        assert_eq!(one.mirrored().widths(), [2, 3, 4]);
        assert_ne!(one.mirrored(), one);
        assert_eq!(one.mirrored().mirrored(), one);
        assert_eq!(one.clone().canonical(), one.mirrored().canonical());
        for bad in ["", "3", "0: 0/0", "3: 0/2", "3 1/1: 1/1", "3: 1", "20: 0/0"] {
            assert!(bad.parse::<EdgeTemplate>().is_err(), "{bad}");
        }
    }

    #[test]
    fn it_fits_at_every_edge_with_enough_space() {
        let one: EdgeTemplate = THIRD_ROW.parse().expect("a template");
        let size: BoardSize = "6x5".parse().expect("a size");
        for edge in Edge::ALL {
            let along = if matches!(edge, Edge::North | Edge::South) {
                6
            } else {
                5
            };
            let places: Vec<PlacedTemplate<1>> = (0..along)
                .filter_map(|at| one.fit(size, edge, at))
                .collect();
            assert_eq!(places.len(), along - 3, "{edge:?}");
            for placed in places {
                let (column, row) = place_along(size, edge, placed.stone);
                let again = one.fit(size, edge, column);
                assert_eq!((again, row), (Some(placed), 2));
                assert_eq!(placed.carrier.len(), 8);
                assert!(!placed.carrier.contains(placed.stone));
            }
        }
        let low: BoardSize = "9x2".parse().expect("a size");
        assert_eq!(one.fit::<1>(low, Edge::South, 4), None);
    }

    #[test]
    fn what_needs_less_serves() {
        let read = |text: &str| text.parse::<EdgeTemplate>().expect("a template");
        let (small, large) = (read("2: -1/0 0/0"), read("2: -1/0 0/0 1/0"));
        assert!(large.is_served_by(&small) && !small.is_served_by(&large));
        let stone = read("2 -1/0: 0/0");
        assert!(stone.is_served_by(&small) && !small.is_served_by(&stone));
    }
}
