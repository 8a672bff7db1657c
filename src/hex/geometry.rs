//! What touches what on a board of a given size: tables made once per size and width, kept for
//! good.
//!
//! The neighbours of (column, row) are (±1, 0), (0, ±1), (+1, -1) and (-1, +1):
//!
//! ```text
//!     a   b   c
//!   1   .   2   3           c1 and b1 are b2's upper neighbours,
//!     2   4  b2   5         a2 and c2 lie beside it,
//!       3   6   7   .       a3 and b3 below
//! ```
//!
//! Neighbours come from a table, not from shifts: rows need not align with words, so one code
//! serves every size. The tables of 19x19 take 40 kB, those of 32x32 280 kB; that of a size in use is
//! never freed.

use super::{BoardSize, Cell, CellSet, Colour, Edge, End, EndSet};
use crate::base::lock::unpoisoned;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// The steps from a cell to its six neighbours, as (columns, rows).
pub const STEPS: [(isize, isize); 6] = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];

/// The tables of one size.
pub struct Geometry<const W: usize> {
    size: BoardSize,
    all: CellSet<W>,
    borders: [CellSet<W>; 4],
    neighbours: Vec<CellSet<W>>,
    near: Vec<EndSet<W>>,
}

/// All tables made so far, by size and width.
static MADE: Mutex<BTreeMap<(BoardSize, usize), &(dyn Any + Send + Sync)>> =
    Mutex::new(BTreeMap::new());

impl<const W: usize> Geometry<W> {
    /// The tables of this size, made at the first call. Asserts that `W` words are enough for it.
    pub fn of(size: BoardSize) -> &'static Self {
        assert!(
            size.words() <= W,
            "{size} needs {} words, not {W}",
            size.words()
        );
        let mut made = unpoisoned(MADE.lock());
        let known = *made
            .entry((size, W))
            .or_insert_with(|| Box::leak(Box::new(Self::make(size))));
        known.downcast_ref().expect("kept under its own width")
    }

    fn make(size: BoardSize) -> Self {
        let neighbours: Vec<CellSet<W>> = size
            .all()
            .map(|cell| around(size, cell).collect())
            .collect();
        let border = |edge: Edge| {
            size.all()
                .filter(|&cell| touches(size, cell, edge))
                .collect()
        };
        let near = size.all().map(|cell| {
            let edges = Edge::ALL
                .into_iter()
                .filter(|&edge| touches(size, cell, edge));
            edges.fold(neighbours[cell.index()].as_ends(), |near, edge| {
                near.with(End::edge(size, edge))
            })
        });
        Self {
            size,
            all: size.all().collect(),
            borders: Edge::ALL.map(border),
            near: near.collect(),
            neighbours,
        }
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Every cell.
    pub fn all(&self) -> CellSet<W> {
        self.all
    }

    /// The cells beside an edge.
    pub fn border(&self, edge: Edge) -> CellSet<W> {
        self.borders[edge.index()]
    }

    /// The up to six cells beside a cell.
    pub fn neighbours(&self, cell: Cell) -> CellSet<W> {
        self.neighbours[cell.index()]
    }

    /// The cells and edges (of both colours) beside a cell.
    pub fn near(&self, cell: Cell) -> EndSet<W> {
        self.near[cell.index()]
    }

    /// Every cell beside one of these; some of these themselves may be among them.
    pub fn neighbours_of(&self, cells: CellSet<W>) -> CellSet<W> {
        cells
            .iter()
            .fold(CellSet::EMPTY, |all, cell| all | self.neighbours(cell))
    }

    /// The cells of `within` that can be walked to from those of `from` that are in it.
    pub fn reach(&self, from: CellSet<W>, within: CellSet<W>) -> CellSet<W> {
        let mut reached = from & within;
        let mut fresh = reached;
        while !fresh.is_empty() {
            fresh = self.neighbours_of(fresh) & (within - reached);
            reached |= fresh;
        }
        reached
    }

    /// Whether these cells of one colour join its two edges.
    pub fn joins(&self, stones: CellSet<W>, colour: Colour) -> bool {
        let [start, goal] = colour.edges();
        !self
            .reach(self.border(start), stones)
            .is_disjoint(self.border(goal))
    }
}

/// The cells beside a cell.
fn around(size: BoardSize, cell: Cell) -> impl Iterator<Item = Cell> {
    let (column, row) = (size.column(cell), size.row(cell));
    STEPS.into_iter().filter_map(move |(right, down)| {
        size.cell(
            column.checked_add_signed(right)?,
            row.checked_add_signed(down)?,
        )
    })
}

/// Whether a cell lies beside an edge.
fn touches(size: BoardSize, cell: Cell, edge: Edge) -> bool {
    match edge {
        Edge::North => size.row(cell) == 0,
        Edge::South => size.row(cell) + 1 == size.height(),
        Edge::West => size.column(cell) == 0,
        Edge::East => size.column(cell) + 1 == size.width(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_as_the_board_is_drawn() {
        let size = BoardSize::new(4, 3).unwrap();
        let tables = Geometry::<1>::of(size);
        let beside = |name: &str| size.names(tables.neighbours(size.read(name).unwrap()));
        // a1 top left is the acute corner.
        assert_eq!(beside("a1"), "b1 a2");
        assert_eq!(beside("d1"), "c1 c2 d2");
        assert_eq!(beside("a3"), "a2 b2 b3");
        assert_eq!(beside("d3"), "d2 c3");
        assert_eq!(beside("b2"), "b1 c1 a2 c2 a3 b3");
        let near: Vec<_> = tables
            .near(size.read("a3").unwrap())
            .iter()
            .map(|end| end.name(size))
            .collect();
        assert_eq!(near, ["a2", "b2", "b3", "south", "west"]);
    }

    #[test]
    fn neighbours_are_mutual_on_every_size() {
        let sides = || (1..=19).chain([24, 27, 32]);
        for (width, height) in sides().flat_map(|w| sides().map(move |h| (w, h))) {
            let size = BoardSize::new(width, height).unwrap();
            let tables = Geometry::<17>::of(size);
            let degrees: usize = size.all().map(|cell| tables.neighbours(cell).len()).sum();
            // Three directions of lines: rows, columns, diagonals.
            let links = (width - 1) * height + width * (height - 1) + (width - 1) * (height - 1);
            assert_eq!(degrees, 2 * links);
            for cell in size.all() {
                let near = tables.neighbours(cell);
                assert!(!near.contains(cell));
                assert!(
                    near.iter()
                        .all(|other| tables.neighbours(other).contains(cell))
                );
            }
        }
    }

    #[test]
    fn tables_are_made_once() {
        let size = BoardSize::square(5).unwrap();
        assert!(std::ptr::eq(
            Geometry::<1>::of(size),
            Geometry::<1>::of(size)
        ));
    }

    #[test]
    #[should_panic(expected = "11x11 needs 2 words, not 1")]
    fn too_few_words_are_refused() {
        Geometry::<1>::of(BoardSize::square(11).unwrap());
    }
}
