//! What lies next to what for one colour: cells that touch, and cells with a chain of the colour
//! between them (van Rijswijck 2000, §5.1; McMahan 2000, §2.3, "expands" groups the same way).
//!
//! Both edges count as chains, so a cell at one edge is a neighbour of all others there: on an
//! empty 5x5 board a5 and b5 are neighbours of e5 for Black. A neighbourhood is a set: who is
//! reached both directly and through a chain counts once.

use crate::hex::{Cell, CellSet, Chains, Colour, Edge, End, EndSet};
use crate::knowledge::connect::Connections;

/// The neighbourhood of every empty cell.
#[derive(Clone, Debug)]
pub struct Neighbourhood<const W: usize> {
    colour: Colour,
    empty: CellSet<W>,
    /// The empty cells beside each edge, or beside a chain that has reached it.
    beside_edges: [CellSet<W>; 2],
    /// The neighbours of each empty cell, under its index.
    of: Vec<CellSet<W>>,
    joined: bool,
}

impl<const W: usize> Neighbourhood<W> {
    /// The state of the neighbours.
    pub fn new(chains: &Chains<W>, colour: Colour) -> Self {
        let mut made = Self::touching(chains, colour);
        for lead in chains.leads(colour) {
            if let Some(chain) = chains.chain(lead) {
                made.join(chain.liberties);
            }
        }
        made
    }

    /// Chains that a full joins to an edge count as parts of that edge (van Rijswijck 2000, §6.4,
    /// "edge extension", with every connection that is known for an edge pattern).
    pub fn extended(connections: &Connections<W>) -> Self {
        let joined = |edge| connections.joined_to(edge, true);
        Self::with_edges(
            connections.chains(),
            connections.colour(),
            connections.edges().map(joined),
        )
    }

    /// Chains with these leads count as parts of the first and of the second edge.
    pub fn with_edges(chains: &Chains<W>, colour: Colour, joined: [EndSet<W>; 2]) -> Self {
        let mut made = Self::touching(chains, colour);
        let mut inner = chains.leads(colour).collect::<EndSet<W>>();
        for (joined, beside) in joined.into_iter().zip(&mut made.beside_edges) {
            for end in joined & inner {
                inner.remove(end);
                if let Some(chain) = chains.chain(end) {
                    *beside |= chain.liberties;
                }
            }
        }
        let edges = made.beside_edges;
        let inner = inner.iter().filter_map(|lead| chains.chain(lead));
        for group in inner.map(|chain| chain.liberties).chain(edges) {
            made.join(group);
        }
        made
    }

    /// Cells that a full joins are neighbours, and so are those that fulls join to one chain.
    pub fn of_fulls(connections: &Connections<W>) -> Self {
        let (chains, colour) = (connections.chains(), connections.colour());
        let mut made = Self::touching(chains, colour);
        for cell in made.empty {
            let near = connections
                .joined_to(cell.into(), true)
                .cells_in(made.empty);
            if let Some(of) = made.of.get_mut(cell.index()) {
                *of |= near;
            }
        }
        made.beside_edges = connections
            .edges()
            .map(|edge| connections.joined_to(edge, true).cells_in(made.empty));
        for lead in chains.leads(colour) {
            made.join(connections.joined_to(lead, true).cells_in(made.empty));
        }
        made
    }

    /// Cells that touch, and what lies beside the edges.
    fn touching(chains: &Chains<W>, colour: Colour) -> Self {
        let (geometry, empty) = (chains.geometry(), chains.empty());
        let size = geometry.size();
        let mut of = vec![CellSet::EMPTY; size.cells()];
        for cell in empty {
            of[cell.index()] = geometry.neighbours(cell) & empty;
        }
        let edges = colour.edges().map(|edge: Edge| End::edge(size, edge));
        let beside = |edge: End| {
            chains
                .chain(edge)
                .map_or(CellSet::EMPTY, |chain| chain.liberties)
        };
        Self {
            colour,
            empty,
            beside_edges: edges.map(beside),
            of,
            joined: chains.lead(edges[0]) == chains.lead(edges[1]),
        }
    }

    /// Makes cells neighbours of each other.
    fn join(&mut self, group: CellSet<W>) {
        for cell in group {
            self.of[cell.index()] |= group.without(cell);
        }
    }

    /// Its colour.
    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// The empty cells.
    pub fn empty(&self) -> CellSet<W> {
        self.empty
    }

    /// Whether the two edges are joined by stones.
    pub fn is_joined(&self) -> bool {
        self.joined
    }

    /// The neighbours of an empty cell.
    pub fn of(&self, cell: Cell) -> CellSet<W> {
        self.of[cell.index()]
    }

    /// The cells at each edge.
    pub fn beside_edges(&self) -> [CellSet<W>; 2] {
        self.beside_edges
    }
}
