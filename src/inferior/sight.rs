//! The board as one colour sees it, kept up to date as cells are coloured, and what makes a cell dead in it.
//!
//! A **sight** is the group-condensed graph with the chains taken out: its nodes are the empty cells and the
//! colour's two edges, and cells that touch one chain, or one edge, are neighbours. A stone of the colour makes
//! the cell's neighbours a clique and takes the cell out ([`Sight::join`]); a stone of the opponent takes it out
//! ([`Sight::cut`]). Both are a few set operations for each neighbour.
//!
//! The colour wins along a path from edge to edge, and needs no path with a short cut. A short cut is also what
//! two cells have that touch one edge: the path starts at that edge, so the later of them can follow it at once.
//! That is why an edge, besides being a node, makes its neighbours a clique.
//!
//! A path without short cuts enters and leaves a cell by two neighbours that are no neighbours of each other. So a
//! cell whose neighbours form a clique is **dead**. In most cells they do not, but one stone more may do it:
//!
//! ```text
//!     p - k          v has the neighbours p, q, k; p and q are neighbours, k is none of q's: cutting k leaves a
//!      \ / \         clique. It is also made one by joining k if p and q are both neighbours of k, or by joining
//!       v - q        a cell further away that p, q and k all touch.
//! ```
//!
//! A [`Flaw`] holds these stones. To find it takes one set operation for each neighbour.

use crate::board::{Cell, CellSet, Colour, End, EndSet, Geometry, Position};

/// What keeps the neighbours of a cell from being a clique: the stones that would make them one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Flaw<const W: usize> {
    /// Cells that the opponent takes out.
    pub cut_by: CellSet<W>,
    /// Cells that the colour itself takes.
    pub joined_by: CellSet<W>,
}

/// The graph of one colour.
#[derive(Clone)]
pub(super) struct Sight<const W: usize> {
    /// Every cell of the board, empty or not.
    all: CellSet<W>,
    edges: [End; 2],
    /// The neighbours of each empty cell and of the two edges, under its index.
    near: Vec<EndSet<W>>,
}

impl<const W: usize> Sight<W> {
    /// The graph of `colour` in a position.
    pub fn new(position: &Position<W>, colour: Colour) -> Self {
        let mut sight = Self::of_empty_board(position.geometry(), colour);
        // Taken out first, the opponent's stones make the joins smaller.
        for cell in position.stones(!colour) {
            sight.cut(cell);
        }
        for cell in position.stones(colour) {
            sight.join(cell);
        }
        sight
    }

    fn of_empty_board(geometry: &Geometry<W>, colour: Colour) -> Self {
        let size = geometry.size();
        let edges = colour.edges().map(|edge| End::edge(size, edge));
        let mut near: Vec<EndSet<W>> = size
            .all()
            .map(|cell| geometry.neighbours(cell).as_ends())
            .collect();
        near.resize(size.cells() + 4, EndSet::EMPTY);
        for (edge, end) in colour.edges().into_iter().zip(edges) {
            let border = geometry.border(edge);
            near[end.index()] = border.as_ends();
            for cell in border {
                let all = near[cell.index()] | border.as_ends().with(end);
                near[cell.index()] = all.without(cell.into());
            }
        }
        Self {
            all: geometry.all(),
            edges,
            near,
        }
    }

    /// Makes this the same as another of the same board, without allocating.
    pub fn copy_from(&mut self, other: &Self) {
        (self.all, self.edges) = (other.all, other.edges);
        self.near.clone_from(&other.near);
    }

    /// The neighbours of an empty cell.
    pub fn near(&self, cell: Cell) -> EndSet<W> {
        self.near[cell.index()]
    }

    /// The cells that touch each of the two edges.
    pub fn borders(&self) -> [EndSet<W>; 2] {
        self.edges.map(|edge| self.near[edge.index()])
    }

    /// Whether the edges are joined.
    pub fn is_won(&self) -> bool {
        self.near[self.edges[0].index()].contains(self.edges[1])
    }

    /// A stone of the colour on an empty cell.
    pub fn join(&mut self, cell: Cell) {
        let around = self.near[cell.index()];
        for end in around {
            let all = self.near[end.index()] | around;
            self.near[end.index()] = all.without(cell.into()).without(end);
        }
    }

    /// A stone of the opponent on an empty cell.
    pub fn cut(&mut self, cell: Cell) {
        for end in self.near[cell.index()] {
            self.near[end.index()].remove(cell.into());
        }
    }

    /// The cells of which these are neighbours, and the cells themselves.
    pub fn surroundings(&self, ends: EndSet<W>) -> EndSet<W> {
        ends.iter()
            .fold(ends, |all, end| all | self.near[end.index()])
    }

    /// Whether these ends are all neighbours of each other.
    pub fn is_clique(&self, ends: EndSet<W>) -> bool {
        ends.iter()
            .all(|end| ends.without(end).is_subset(self.near[end.index()]))
    }

    /// What keeps the neighbours of an empty cell from being a clique; `None` if they are one.
    pub fn flaw(&self, cell: Cell) -> Option<Flaw<W>> {
        let around = self.near[cell.index()];
        match self.edges.into_iter().find(|&edge| around.contains(edge)) {
            Some(edge) => self.flaw_at(cell, edge),
            None => self.flaw_inside(cell),
        }
    }

    /// The flaw of a cell that touches this edge. All that touch the edge are a clique: what does not is left.
    fn flaw_at(&self, cell: Cell, edge: End) -> Option<Flaw<W>> {
        let border = self.near[edge.index()];
        let outside = (self.near[cell.index()] - border).without(edge);
        let first = outside.first()?;
        let mut flaw = Flaw {
            cut_by: CellSet::EMPTY,
            joined_by: outside
                .iter()
                .fold(border, |common, end| common & self.near[end.index()])
                .without(cell.into())
                .cells_in(self.all),
        };
        let cells = outside.cells_in(self.all);
        if let Some(only) = cells.first().filter(|_| outside == EndSet::of(first)) {
            flaw.cut_by.insert(only);
            let further = self.near[only.index()] - border;
            if further.without(edge).without(cell.into()).is_empty() {
                flaw.joined_by.insert(only);
            }
        }
        Some(flaw)
    }

    /// The flaw of a cell that touches no edge.
    fn flaw_inside(&self, cell: Cell) -> Option<Flaw<W>> {
        let around = self.near[cell.index()];
        // Neighbours in every pair that is missing; those in none; what touches all that miss one.
        let (mut in_all, mut in_none, mut common) = (around, around, None);
        for end in around {
            let missing = (around - self.near[end.index()]).without(end);
            if missing.is_empty() {
                continue;
            }
            in_none.remove(end);
            let near = self.near[end.index()];
            common = Some(common.map_or(near - around, |common| common & near));
            in_all = if missing.len() == 1 {
                in_all & missing.with(end)
            } else {
                in_all & EndSet::of(end)
            };
        }
        common.map(|common: EndSet<W>| Flaw {
            cut_by: in_all.cells_in(self.all),
            joined_by: (in_none | common).without(cell.into()).cells_in(self.all),
        })
    }
}
