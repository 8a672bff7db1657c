//! The Shannon game on the vertices of a graph (McMahan 2000, §2.1): two players colour empty cells
//! in turn; the **connector** wants a path of its own between two ends, and the **cutter** wants to
//! prevent it.
//!
//! The graph omits the cutter's cells. Its nodes are the ends of [`board`](crate::hex): empty
//! **cells**, and **owned** nodes of the connector. For a board it is the group-condensed graph;
//! for any other graph the numbers are only names.

use super::{CellSet, EndSet, Graph, Path, WIDTH};
use crate::hex::{Bit, Cell, End};
use crate::knowledge::evaluate::bridge_paths_through;

/// A graph to play on, as the connector sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shannon {
    empty: CellSet,
    owned: EndSet,
    /// The neighbours of each end, by index.
    adjacent: Vec<EndSet>,
}

/// The cells of shortest paths from one end to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Routes {
    /// The number of cells to play if stones must touch; `None` without a path.
    pub literal: Option<usize>,
    /// The cells of all such paths.
    pub literal_cells: CellSet,
    /// The number of cells to play if bridges suffice.
    pub bridged: Option<usize>,
    /// Bridge paths of that length, one for each cell where paths from both ends can meet.
    pub bridge_paths: Vec<Path>,
}

impl Routes {
    /// The cells of all these paths, and those that their bridges need: the first set to search
    /// (§4.2.1).
    pub fn cells(&self) -> CellSet {
        let bridges = self.bridge_paths.iter();
        bridges.fold(self.literal_cells, |cells, path| {
            cells | path.played | path.associated
        })
    }
}

/// The distances from one end.
#[derive(Clone, Debug)]
pub struct Ways {
    /// The ends at each literal distance, cells counting themselves.
    literal: Vec<EndSet>,
    bridged: Vec<Option<Path>>,
}

impl Ways {
    /// The cells of one shortest path of touching stones to an owned node that passes through no
    /// other owned node.
    pub fn literal_path(&self, shannon: &Shannon, to: End) -> Option<CellSet> {
        let length = self.literal.iter().position(|level| level.contains(to))?;
        let mut path = CellSet::EMPTY;
        let mut at = to;
        for level in self.literal.get(1..=length)?.iter().rev() {
            let beside = (shannon.adjacent(at) & *level).cells_in(shannon.empty);
            let cell = beside.first()?;
            path.insert(cell);
            at = cell.into();
        }
        Some(path)
    }
}

impl Shannon {
    /// A graph of `empty` cells, numbered from 0, and `owned` nodes after them. Asserts that `W`
    /// words hold them all.
    pub fn new(
        empty: usize,
        owned: usize,
        links: impl IntoIterator<Item = (usize, usize)>,
    ) -> Self {
        let nodes = empty + owned;
        assert!(nodes <= WIDTH * 64, "{nodes} nodes in {WIDTH} words");
        let mut adjacent = vec![EndSet::EMPTY; WIDTH * 64];
        for (a, b) in links {
            assert!(
                a != b && a < nodes && b < nodes,
                "no link between {a} and {b}"
            );
            adjacent[a].insert(End::from_bit(b));
            adjacent[b].insert(End::from_bit(a));
        }
        Self {
            empty: (0..empty).map(Cell::new).collect(),
            owned: (empty..nodes).map(End::from_bit).collect(),
            adjacent,
        }
    }

    /// The cells still empty.
    pub fn empty(&self) -> CellSet {
        self.empty
    }

    /// The connector's nodes.
    pub fn owned(&self) -> EndSet {
        self.owned
    }

    /// The neighbours of an end.
    pub fn adjacent(&self, end: End) -> EndSet {
        self.adjacent[end.index()]
    }

    /// These cells and all their neighbours: the next wider set (§4.2.1).
    #[must_use]
    pub fn widened(&self, cells: CellSet) -> CellSet {
        cells.iter().fold(cells, |wider, cell| {
            wider | self.adjacent(cell.into()).cells_in(self.empty)
        })
    }

    /// The same graph with only these of its cells.
    #[must_use]
    pub fn within(&self, cells: CellSet) -> Self {
        Self {
            empty: self.empty & cells,
            ..self.clone()
        }
    }

    /// The number of cells to play until touching stones join two owned nodes; `None` if they
    /// cannot.
    pub fn distance(&self, [a, b]: [End; 2]) -> Option<usize> {
        let levels = self.levels(a, self.empty.as_ends() | self.owned);
        levels.iter().position(|level| level.contains(b))
    }

    /// Whether stones on these cells alone would join two ends.
    pub fn joins(&self, [a, b]: [End; 2], cells: CellSet) -> bool {
        let inside = (cells & self.empty).as_ends() | self.owned;
        let (mut reached, mut fresh) = (EndSet::of(a), EndSet::of(a));
        while !fresh.is_empty() && !reached.contains(b) {
            let beside = fresh
                .iter()
                .fold(EndSet::EMPTY, |all, end| all | self.adjacent(end));
            fresh = (beside & inside) - reached;
            reached |= fresh;
        }
        reached.contains(b)
    }

    /// The distances from an end to all others through no owned node except those of `through`.
    pub fn ways(&self, from: End, through: EndSet) -> Ways {
        let ends = self.empty.as_ends() | self.owned;
        let through = through | self.empty.as_ends();
        Ways {
            literal: self.levels(from, through),
            bridged: bridge_paths_through(
                ends,
                through,
                self.empty,
                |end| self.adjacent(end) & ends,
                from,
            ),
        }
    }

    /// The ends at each distance from one, if stones must touch.
    fn levels(&self, from: End, through: EndSet) -> Vec<EndSet> {
        let mut levels = Vec::new();
        let mut level = EndSet::of(from);
        let mut reached = level;
        while !level.is_empty() {
            // Owned nodes cost nothing.
            let cells = loop {
                let beside = self.beside(level, from, through) - reached;
                let owned = beside & self.owned;
                if owned.is_empty() {
                    break beside.cells_in(self.empty).as_ends();
                }
                level |= owned;
                reached |= owned;
            };
            levels.push(level);
            level = cells;
            reached |= level;
        }
        levels
    }

    fn beside(&self, ends: EndSet, from: End, through: EndSet) -> EndSet {
        let open = (ends & through) | (ends & EndSet::of(from));
        open.iter()
            .fold(EndSet::EMPTY, |all, end| all | self.adjacent(end))
    }

    /// The shortest paths between two owned nodes, from the distances of each.
    pub fn routes(&self, [a, b]: [End; 2], [from_a, from_b]: [&Ways; 2]) -> Routes {
        let literal = from_a.literal.iter().position(|level| level.contains(b));
        let mut literal_cells = CellSet::EMPTY;
        if let Some(length) = literal {
            for near in 1..=length {
                let far = from_b.literal.get(length + 1 - near);
                let far = far.copied().unwrap_or_default();
                literal_cells |= (from_a.literal[near] & far).cells_in(self.empty);
            }
        }
        let mut bridge_paths: Vec<Path> = Vec::new();
        let mut bridged = usize::MAX;
        for meeting in self.empty.as_ends().with(a).with(b) {
            let halves = (
                from_a.bridged[meeting.index()],
                from_b.bridged[meeting.index()],
            );
            let (Some(one), Some(other)) = halves else {
                continue;
            };
            let played = one.played | other.played;
            let associated = one.associated | other.associated;
            let apart = one.associated.is_disjoint(other.associated);
            if !apart || !played.is_disjoint(associated) || played.len() > bridged {
                continue;
            }
            if played.len() < bridged {
                bridged = played.len();
                bridge_paths.clear();
            }
            let path = Path { played, associated };
            if !bridge_paths.contains(&path) {
                bridge_paths.push(path);
            }
        }
        Routes {
            literal,
            literal_cells,
            bridged: (bridged < usize::MAX).then_some(bridged),
            bridge_paths,
        }
    }

    /// The shortest paths between two owned nodes, through any others.
    pub fn routes_between(&self, ends: [End; 2]) -> Routes {
        let [a, b] = ends.map(|end| self.ways(end, self.owned));
        self.routes(ends, [&a, &b])
    }
}

/// A colour's graph of a board: its chains and edges are owned.
impl From<&Graph> for Shannon {
    fn from(graph: &Graph) -> Self {
        let owned = graph.ends() - graph.empty().as_ends();
        let adjacent = (0..WIDTH * 64).map(End::from_bit).map(|end| {
            if graph.ends().contains(end) {
                graph.adjacent(end)
            } else {
                EndSet::EMPTY
            }
        });
        Self {
            empty: graph.empty(),
            owned,
            adjacent: adjacent.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Chains, Position};
    use super::*;
    use crate::hex::Colour;
    use crate::position;

    #[test]
    fn overlapping_bridges_make_no_path() {
        // The Figure 3 of the thesis: b2 is needed by both bridges of a2-c1-b3.
        let position: Position = position! { 3 x 3:
            . . B
             B . .
              . B .
        };
        let chains = Chains::new(&position);
        let shannon = Shannon::from(&Graph::new(&chains, Colour::White));
        assert_eq!(shannon.owned().len(), 2);
        let line: Shannon = Shannon::new(
            3,
            3,
            [(0, 3), (1, 3), (0, 4), (1, 4), (1, 5), (2, 5), (2, 4)],
        );
        let [a, b, c] = [3, 4, 5].map(End::from_bit);
        let lengths = |ends| line.routes_between(ends).bridged;
        assert_eq!(
            [lengths([a, b]), lengths([b, c]), lengths([a, c])],
            [Some(0), Some(0), Some(1)]
        );
    }

    #[test]
    fn the_first_set_holds_all_shortest_paths() {
        let position: Position = position! { 4 x 4:
            . . . .
             . B . .
              . . . .
               . . . .
        };
        let size = position.size();
        let graph = Graph::new(&Chains::new(&position), Colour::Black);
        let shannon = Shannon::from(&graph);
        let b2 = End::cell(size.read("b2").unwrap());
        let [north, south] = graph.edges();
        let up = shannon.routes_between([b2, north]);
        assert_eq!((up.literal, up.bridged), (Some(1), Some(0)));
        assert_eq!(size.names(up.cells()), "b1 c1");
        let down = shannon.routes_between([south, b2]);
        assert_eq!((down.literal, down.bridged), (Some(2), Some(1)));
        assert_eq!(size.names(down.cells()), "c2 a3 b3 c3 a4 b4 c4");
        assert_eq!(size.names(shannon.widened(up.cells())), "a1 b1 c1 d1 a2 c2");
    }
}
