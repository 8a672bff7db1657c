//! The group-condensed graph of a colour (McMahan 2000, §2; Anshelevich 2002, §2; van Rijswijck
//! 2000, §5.1): the board as that colour sees it. The opponent's stones are gone; each of its own
//! chains is one node, and a chain that has reached an edge is that edge. Its nodes are the
//! **ends**: empty cells, chains, edges.
//!
//! ```text
//!     a   b   c
//!   1   .   B   .       Black's graph of this position: b1 belongs to north, whose neighbours
//!     2   .   W   .     are a1, c1 and a2; b2 is missing; a2 is adjacent to a1, north and a3
//!       3   .   .   .
//! ```
//!
//! [`Graph::adjacent`] is that graph. [`Graph::neighbours`] goes one step further, for evaluations:
//! empty cells that touch the same chain are neighbours of each other; edges stay ends. The graph
//! is made from [`Chains`] in one pass over the board, about a microsecond on 11x11.

use super::{BoardSize, Cell, CellSet, Chains, Colour, Edge, End, EndSet};

/// The graph of one colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph<const W: usize> {
    size: BoardSize,
    colour: Colour,
    empty: CellSet<W>,
    /// The chains that have not reached an edge, by their leads.
    inner: EndSet<W>,
    edges: [End; 2],
    /// The ends beside each end, under its index; empty where there is no end.
    adjacent: Vec<EndSet<W>>,
}

impl<const W: usize> Graph<W> {
    /// The graph of `colour` where these chains are.
    pub fn new(chains: &Chains<W>, colour: Colour) -> Self {
        let size = chains.size();
        let geometry = chains.geometry();
        let empty = chains.empty();
        let mut adjacent = vec![EndSet::EMPTY; size.cells() + Edge::ALL.len()];
        for cell in empty {
            adjacent[cell.index()] = (geometry.neighbours(cell) & empty).as_ends();
        }
        let mut inner = EndSet::EMPTY;
        for lead in chains.leads(colour) {
            let Some(chain) = chains.chain(lead) else {
                continue;
            };
            adjacent[lead.index()] = chain.liberties.as_ends();
            for cell in chain.liberties {
                adjacent[cell.index()].insert(lead);
            }
            if lead.as_cell(size).is_some() {
                inner.insert(lead);
            }
        }
        let edges = colour.edges().map(|edge| {
            let end = End::edge(size, edge);
            chains.lead(end).unwrap_or(end)
        });
        Self {
            size,
            colour,
            empty,
            inner,
            edges,
            adjacent,
        }
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Its colour.
    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// The ends that are empty cells.
    pub fn empty(&self) -> CellSet<W> {
        self.empty
    }

    /// The two edges: the same end twice once they are joined.
    pub fn edges(&self) -> [End; 2] {
        self.edges
    }

    /// Every end there is.
    pub fn ends(&self) -> EndSet<W> {
        self.edges
            .into_iter()
            .fold(self.empty.as_ends() | self.inner, EndSet::with)
    }

    /// The ends beside an end; empty if it is not an end of this graph.
    pub fn adjacent(&self, end: End) -> EndSet<W> {
        self.adjacent[end.index()]
    }

    /// The empty cells and edges that become adjacent when this colour plays on an empty cell:
    /// those beside it, and those across a chain beside it. Not the cell itself.
    pub fn neighbours(&self, cell: Cell) -> EndSet<W> {
        let beside = self.adjacent(cell.into());
        self.across(cell, beside, beside & self.inner) - self.inner
    }

    /// As [`Graph::neighbours`], the edges taken for chains as well: only cells are left (van
    /// Rijswijck 2000, §5.1: on an empty 5x5 board a5 is a neighbour of e5 for Black).
    pub fn neighbours_through_edges(&self, cell: Cell) -> CellSet<W> {
        let beside = self.adjacent(cell.into());
        self.across(cell, beside, beside - self.empty.as_ends())
            .cells_in(self.empty)
    }

    /// `beside` and all ends beside the chains of `through`, without the cell itself.
    fn across(&self, cell: Cell, beside: EndSet<W>, through: EndSet<W>) -> EndSet<W> {
        let all = through
            .iter()
            .fold(beside, |all, chain| all | self.adjacent(chain));
        all.without(cell.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Position;
    use crate::position;

    fn names(size: BoardSize, ends: EndSet<1>) -> String {
        ends.iter()
            .map(|end| end.name(size))
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn graph(position: &Position<1>, colour: Colour) -> Graph<1> {
        Graph::new(&Chains::new(position), colour)
    }

    #[test]
    fn a_chain_is_one_node() {
        let position: Position<1> = position! { 4 x 4:
            . . . .
             . B B .
              . . W .
               . . . .
        };
        let size = position.size();
        let black = graph(&position, Colour::Black);
        let at = |name: &str| size.read(name).unwrap();
        assert_eq!(
            names(size, black.adjacent(at("b2").into())),
            "b1 c1 d1 a2 d2 a3 b3"
        );
        // c2 is part of the chain that b2 leads, c3 is White's: neither is an end.
        assert!(
            black.adjacent(at("c2").into()).is_empty()
                && black.adjacent(at("c3").into()).is_empty()
        );
        assert_eq!(names(size, black.adjacent(at("b3").into())), "b2 a3 a4 b4");
        assert_eq!(
            names(size, black.neighbours(at("b3"))),
            "b1 c1 d1 a2 d2 a3 a4 b4"
        );
        assert_eq!(
            names(size, black.neighbours(at("b1"))),
            "a1 c1 d1 a2 d2 a3 b3 north"
        );
        let ends = "a1 b1 c1 d1 a2 b2 d2 a3 b3 d3 a4 b4 c4 d4 north south";
        assert_eq!(names(size, black.ends()), ends);
        let white = graph(&position, Colour::White);
        assert_eq!(
            names(size, white.adjacent(at("c3").into())),
            "d2 b3 d3 b4 c4"
        );
        assert_eq!(
            names(size, white.edges().into_iter().collect()),
            "west east"
        );
    }

    #[test]
    fn a_chain_at_an_edge_is_the_edge() {
        let position: Position<1> = position! { 3 x 3:
            . B .
             . W .
              . . .
        };
        let size = position.size();
        let black = graph(&position, Colour::Black);
        let north = End::edge(size, Edge::North);
        assert_eq!(names(size, black.adjacent(north)), "a1 c1 a2");
        assert_eq!(
            names(size, black.neighbours(size.read("a2").unwrap())),
            "a1 a3 north"
        );
        // Through the edge, c1 lies beside a2.
        let through = black.neighbours_through_edges(size.read("a2").unwrap());
        assert_eq!(size.names(through), "a1 c1 a3");
    }

    #[test]
    fn joined_edges_are_one_end() {
        let black = graph(&position! { 2 x 2: B . / B W }, Colour::Black);
        assert_eq!(black.edges()[0], black.edges()[1]);
        assert_eq!(names(black.size(), black.ends()), "b1 north");
    }

    #[test]
    fn the_neighbourhood_of_the_thesis() {
        let position = Position::<1>::new(BoardSize::square(5).unwrap());
        let size = position.size();
        let black = graph(&position, Colour::Black);
        let e5 = black.neighbours_through_edges(size.read("e5").unwrap());
        assert_eq!(size.names(e5), "e4 a5 b5 c5 d5");
    }
}
