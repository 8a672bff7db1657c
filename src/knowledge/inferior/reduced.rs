//! The board as one colour sees it, kept up to date as cells are coloured, and what makes a cell
//! dead in it.
//!
//! A **graph** is the group-condensed graph with the chains taken out: its nodes are the empty
//! cells and the colour's two edges, and cells that touch one chain, or one edge, are neighbours. A
//! stone of the colour makes the cell's neighbours a clique and takes the cell out
//! ([`ReducedGraph::join`]); a stone of the opponent takes it out ([`ReducedGraph::cut`]). Both are
//! a few set operations for each neighbour.
//!
//! The colour wins along a path from edge to edge, and needs no path with a short cut. A short cut
//! also exists between two cells that touch one edge: the path starts at that edge, so the later of
//! them can follow it at once. That is why an edge, besides being a node, makes its neighbours a
//! clique.
//!
//! A path without short cuts enters and leaves a cell by two neighbours that are no neighbours of
//! each other. So a cell whose neighbours form a clique is **dead**. In most cells they do not, but
//! one stone more may do it:
//!
//! ```text
//!     q - p          v has the neighbours q, p and k; q and k are not neighbours. Cutting q or k
//!      \ / \         leaves a clique; joining p makes one, for p is a neighbour of both, and so
//!       v - k        does joining a cell further away that touches q and k.
//! ```
//!
//! A [`Flaw`] holds these stones. To find it takes one set operation for each neighbour.

use crate::hex::{Cell, CellSet, Colour, End, EndSet, Geometry, Position};

/// The stones that would make the neighbours of a cell a clique.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Flaw<const W: usize> {
    /// Cells that the opponent takes out.
    pub cut_by: CellSet<W>,
    /// Cells that the colour itself takes.
    pub joined_by: CellSet<W>,
}

/// The graph of one colour.
#[derive(Clone, Debug)]
pub(super) struct ReducedGraph<const W: usize> {
    /// Every cell of the board, empty or not.
    all: CellSet<W>,
    edges: [End; 2],
    /// The neighbours of each empty cell and of the two edges, and the end itself, under its index.
    near: Vec<EndSet<W>>,
    /// The ends whose neighbours changed.
    changed: EndSet<W>,
}

impl<const W: usize> ReducedGraph<W> {
    /// The graph of `colour` in a position.
    pub fn new(position: &Position<W>, colour: Colour) -> Self {
        let mut graph = Self::of_empty_board(position.geometry(), colour);
        // Taken out first, the opponent's stones make the joins smaller.
        for cell in position.stones(!colour) {
            graph.cut(cell);
        }
        for cell in position.stones(colour) {
            graph.join(cell);
        }
        graph
    }

    fn of_empty_board(geometry: &Geometry<W>, colour: Colour) -> Self {
        let size = geometry.size();
        let edges = colour.edges().map(|edge| End::edge(size, edge));
        let mut near: Vec<EndSet<W>> = size
            .all()
            .map(|cell| geometry.neighbours(cell).with(cell).as_ends())
            .collect();
        near.resize(size.cells() + 4, EndSet::EMPTY);
        for (edge, end) in colour.edges().into_iter().zip(edges) {
            let border = geometry.border(edge);
            let touching = border.as_ends().with(end);
            near[end.index()] = touching;
            for cell in border {
                near[cell.index()] |= touching;
            }
        }
        Self {
            all: geometry.all(),
            edges,
            near,
            changed: EndSet::EMPTY,
        }
    }

    /// Starts to record changes.
    pub fn note_changes(&mut self) {
        self.changed = EndSet::EMPTY;
    }

    /// Takes back what has changed since this was a copy of another.
    pub fn restore(&mut self, other: &Self) {
        for end in self.changed {
            self.near[end.index()] = other.near[end.index()];
        }
        self.changed = EndSet::EMPTY;
    }

    /// The neighbours of an empty cell.
    pub fn near(&self, cell: Cell) -> EndSet<W> {
        self.near[cell.index()].without(cell.into())
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
        let around = self.near(cell);
        let gone = EndSet::of(cell.into());
        self.changed |= around;
        for end in around {
            let near = &mut self.near[end.index()];
            *near = (*near | around) - gone;
        }
    }

    /// A stone of the opponent on an empty cell.
    pub fn cut(&mut self, cell: Cell) {
        let around = self.near(cell);
        let gone = EndSet::of(cell.into());
        self.changed |= around;
        for end in around {
            self.near[end.index()] -= gone;
        }
    }

    /// The ends whose flaws a stone of the colour on an empty cell may change. Cells at one edge
    /// are neighbours of each other whatever happens, so changes do not spread along it.
    pub fn touched_by_join(&self, cell: Cell) -> EndSet<W> {
        let around = self.off_edges(cell.into());
        around
            .iter()
            .fold(around, |all, end| all | self.off_edges(end))
    }

    /// The ends whose flaws a stone of the opponent on an empty cell may change.
    pub fn touched_by_cut(&self, cell: Cell) -> EndSet<W> {
        self.off_edges(cell.into())
    }

    /// The neighbours of an end, without those along an edge that it touches.
    fn off_edges(&self, end: End) -> EndSet<W> {
        let near = self.near[end.index()];
        let touched = self.edges.into_iter().filter(|&edge| near.contains(edge));
        touched.fold(near, |left, edge| left - self.near[edge.index()])
    }

    /// Whether these ends are all neighbours of each other.
    pub fn is_clique(&self, ends: EndSet<W>) -> bool {
        ends.iter()
            .all(|end| ends.is_subset(self.near[end.index()]))
    }

    /// The flaw of an empty cell; `None` if its neighbours are a clique.
    pub fn flaw(&self, cell: Cell) -> Option<Flaw<W>> {
        let near = self.near[cell.index()];
        match self.edges.into_iter().find(|&edge| near.contains(edge)) {
            Some(edge) => self.flaw_at(cell, edge),
            None => self.flaw_inside(cell),
        }
    }

    /// The flaw of a cell that touches this edge. The cells that touch the edge are a clique, so
    /// only the others remain.
    fn flaw_at(&self, cell: Cell, edge: End) -> Option<Flaw<W>> {
        let border = self.near[edge.index()];
        let outside = self.near[cell.index()] - border;
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
            if (self.near[only.index()] - border)
                .without(only.into())
                .is_empty()
            {
                flaw.joined_by.insert(only);
            }
        }
        Some(flaw)
    }

    /// The flaw of a cell that touches no edge.
    fn flaw_inside(&self, cell: Cell) -> Option<Flaw<W>> {
        let around = self.near(cell);
        // What some neighbour misses; what all that miss one touch; the first that misses several,
        // and how many do.
        let mut missed = EndSet::EMPTY;
        let mut common = self.all.as_ends();
        let (mut centre, mut several) = (None, 0);
        for end in around {
            let near = self.near[end.index()];
            let missing = around - near;
            if missing.is_empty() {
                continue;
            }
            missed |= missing;
            common &= near;
            if several < 2 && missing.len() > 1 {
                several += 1;
                centre = Some((end, missing.len()));
            }
        }
        if missed.is_empty() {
            return None;
        }
        // One cell is in all pairs that are missing if there is one pair, or one neighbour misses
        // all others that miss one.
        let cut_by = match centre {
            None if missed.len() == 2 => missed,
            Some((end, missing)) if several == 1 && missed.len() == missing + 1 => EndSet::of(end),
            _ => EndSet::EMPTY,
        };
        Some(Flaw {
            cut_by: cut_by.cells_in(self.all),
            joined_by: ((around - missed) | (common - around))
                .cells_in(self.all)
                .without(cell),
        })
    }
}
