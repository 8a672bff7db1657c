//! Cells that a stone captures: cells that its colour may count as its own once the stone is there.
//!
//! A stone on the second row captures the two cells between it and its edge:
//!
//! ```text
//!     .   x   .   .
//!       a   b   .        x is Black's, the row below it is the last: whichever of a and b White
//!     ─────────────      takes, Black takes the other, and White's stone has two neighbours left
//!      south             that touch each other: it is dead, it can join nothing.
//! ```
//!
//! So two carriers that meet in x may share a and b: the cells are as good as coloured (Henderson
//! and Hayward's captured-set intersection; Pawlewicz et al. 2014, §III). A connection that uses
//! this needs both cells, and they join its carrier.

use crate::hex::{BoardSize, Cell, CellSet, Chains, Colour, Edge, End, EndSet};

/// For each cell, the pairs of border cells that a stone of one colour there captures: one for each
/// edge that lies next but one.
#[derive(Clone)]
pub struct Captures {
    pairs: Vec<[Option<[Cell; 2]>; 2]>,
}

/// What an end captures: pairs of cells, of which some may overlap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Captured<const W: usize> {
    pairs: Vec<CellSet<W>>,
    all: CellSet<W>,
}

impl Captures {
    /// The table of a colour on a board of this size.
    pub fn new(size: BoardSize, colour: Colour) -> Self {
        let pair = |cell, edge| below(size, cell, edge);
        Self {
            pairs: size
                .all()
                .map(|cell| colour.edges().map(|edge| pair(cell, edge)))
                .collect(),
        }
    }

    /// A table in which nothing is captured.
    pub fn none() -> Self {
        Self { pairs: Vec::new() }
    }

    /// What an end captures where these chains are.
    pub fn by<const W: usize>(&self, end: End, chains: &Chains<W>) -> Captured<W> {
        if self.pairs.is_empty() {
            return Captured::default();
        }
        let board = chains.geometry().all();
        let stones = match chains.chain(end) {
            Some(chain) => chain.members.cells_in(board),
            None => EndSet::of(end).cells_in(board),
        };
        self.of(stones, chains.empty())
    }

    /// What stones on these cells capture while those are empty.
    fn of<const W: usize>(&self, stones: CellSet<W>, empty: CellSet<W>) -> Captured<W> {
        let pairs = stones
            .iter()
            .flat_map(|cell| self.pairs[cell.index()].iter().flatten());
        let pairs = pairs.map(|pair| pair.iter().copied().collect::<CellSet<W>>());
        let pairs: Vec<CellSet<W>> = pairs.filter(|pair| pair.is_subset(empty)).collect();
        Captured::of_pairs(pairs)
    }
}

impl<const W: usize> Captured<W> {
    /// These pairs.
    pub fn of_pairs(pairs: Vec<CellSet<W>>) -> Self {
        let all = pairs.iter().fold(CellSet::EMPTY, |all, &pair| all | pair);
        Self { pairs, all }
    }

    /// The pairs.
    pub fn pairs(&self) -> impl Iterator<Item = CellSet<W>> {
        self.pairs.iter().copied()
    }

    /// Every cell of a pair.
    pub fn all(&self) -> CellSet<W> {
        self.all
    }

    /// Pairs that together hold these cells: no two of them share a cell, none holds one of
    /// `avoided`.
    pub fn cover(&self, cells: CellSet<W>, avoided: CellSet<W>) -> Option<CellSet<W>> {
        if !cells.is_subset(self.all) {
            return None;
        }
        let mut chosen = CellSet::EMPTY;
        for cell in cells {
            if !chosen.contains(cell) {
                let taken = chosen | avoided;
                let fits = |pair: &&CellSet<W>| pair.contains(cell) && pair.is_disjoint(taken);
                chosen |= *self.pairs.iter().find(fits)?;
            }
        }
        Some(chosen)
    }

    /// The pairs of two ends that hold neither of them.
    pub fn with(&self, other: &Self, ends: EndSet<W>) -> Self {
        let pairs: Vec<CellSet<W>> = self
            .pairs
            .iter()
            .chain(&other.pairs)
            .copied()
            .filter(|pair| pair.as_ends().is_disjoint(ends))
            .collect();
        Self::of_pairs(pairs)
    }
}

/// The two cells between a cell on the second row and its edge.
fn below(size: BoardSize, cell: Cell, edge: Edge) -> Option<[Cell; 2]> {
    let (column, row) = (size.column(cell), size.row(cell));
    let two = match edge {
        Edge::South if row + 2 == size.height() => {
            [(column.checked_sub(1)?, row + 1), (column, row + 1)]
        }
        Edge::North if row == 1 => [(column, 0), (column + 1, 0)],
        Edge::East if column + 2 == size.width() => {
            [(column + 1, row.checked_sub(1)?), (column + 1, row)]
        }
        Edge::West if column == 1 => [(0, row), (0, row + 1)],
        _ => return None,
    };
    let cells = two.map(|(column, row)| size.cell(column, row));
    Some([cells[0]?, cells[1]?])
}
