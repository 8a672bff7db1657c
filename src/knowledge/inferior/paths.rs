//! Cells on no path: what lies behind a cell or an edge, seen from both edges of a colour.
//!
//! A path without short cuts leaves its first edge, touches it and the other edge in one cell each,
//! the first and the last, and visits no cell twice. Take the graph in which the cells at one edge
//! are no neighbours of each other, and join the two edges by an extra arc: a cell on such a path
//! lies on a cycle through that arc, and a depth-first search finds these cells (Hopcroft and
//! Tarjan 1973). Where the search goes on from cell p to a part that has no arc back to a cell
//! before p, p is an articulation point and that part is dead.
//!
//! ```text
//!     . . . . . .         White comes from the east edge into what lies right of Black's wall, but
//!      . . W . . .        leaves it for the west past no cell that does not touch that edge
//!       . . . . B .       itself: White has no use for d5 or the other cells there. Their
//!        W . . B . .      neighbours form no cliques, so this takes a depth-first search.
//!         . B B . . .
//!          B B . W . .
//! ```
//!
//! One pass over the graph, a few microseconds on 11x11.

use super::reduced::ReducedGraph;
use crate::hex::{Cell, CellSet};

/// The cells of `empty` that are on no path of this graph.
pub(super) fn off_all_paths<const W: usize>(
    graph: &ReducedGraph<W>,
    empty: CellSet<W>,
) -> CellSet<W> {
    let [from, to] = graph.borders().map(|border| border.cells_in(empty));
    let mut walk = PathWalk {
        graph,
        starts: from - to,
        goals: to - from,
        inner: empty - from - to,
        order: vec![0; empty.iter().last().map_or(0, Cell::index) + 1],
        last: FIRST_EDGE,
        seen: CellSet::EMPTY,
        hanging: CellSet::EMPTY,
    };
    for start in walk.starts {
        if !walk.seen.contains(start) {
            walk.part(start, FIRST_EDGE);
        }
    }
    // Cells at both edges are paths by themselves.
    empty - (from & to) - (walk.seen - walk.hanging)
}

/// The numbers of the edges in the order of the search, which begins with the arc between them.
const LAST_EDGE: u16 = 0;
const FIRST_EDGE: u16 = 1;

struct PathWalk<'a, const W: usize> {
    graph: &'a ReducedGraph<W>,
    /// The cells that touch one edge only.
    starts: CellSet<W>,
    goals: CellSet<W>,
    inner: CellSet<W>,
    /// The number of each cell in the order of the search.
    order: Vec<u16>,
    last: u16,
    seen: CellSet<W>,
    /// The parts that only one cell or edge joins to the rest.
    hanging: CellSet<W>,
}

impl<const W: usize> PathWalk<'_, W> {
    /// Searches the part behind a cell, entered from the node with the number `from`; the lowest
    /// number that it touches.
    fn part(&mut self, cell: Cell, from: u16) -> u16 {
        let before = self.seen;
        let lowest = self.visit(cell);
        if lowest >= from {
            self.hanging |= self.seen - before;
        }
        lowest
    }

    fn visit(&mut self, cell: Cell) -> u16 {
        self.last += 1;
        let own = self.last;
        self.order[cell.index()] = own;
        self.seen.insert(cell);
        let (mut ways, mut lowest) = (self.inner, own);
        if self.starts.contains(cell) {
            (ways, lowest) = (ways | self.goals, FIRST_EDGE);
        } else if self.goals.contains(cell) {
            (ways, lowest) = (ways | self.starts, LAST_EDGE);
        } else {
            ways = ways | self.starts | self.goals;
        }
        for next in self.graph.near(cell).cells_in(ways) {
            lowest = lowest.min(if self.seen.contains(next) {
                self.order[next.index()]
            } else {
                self.part(next, own)
            });
        }
        lowest
    }
}
