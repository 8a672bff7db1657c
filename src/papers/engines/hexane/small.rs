//! The graph induced by a set of cells, small enough that a set of its nodes is one word.
//!
//! The cells come first, in order, then the owned nodes, starting with the two ends. Cells that are
//! neither in the set nor owned are left out, so a connection found here is one of the whole graph
//! that needs no cell outside the set.
//!
//! It answers three questions for every position:
//!
//! - [`Small::bridged`]: do bridges alone join the ends? Exactly: a path of chains, each joined to
//!   the next by two free cells that no other bridge of the path needs. So a yes never becomes a no
//!   by a move of the connector, or by a move of the cutter outside the path.
//! - [`Small::moves_needed`]: a lower bound on the moves until they do. A path that costs one for
//!   each cell to play, and nothing for chains and for a free cell between two cells to play, is no
//!   longer than any bridge path, and each move shortens it by at most one.
//! - [`Small::spread`]: bridge distances with overlaps allowed, for move ordering.
//!
//! Each takes a few hundred instructions.

use super::Shannon;
use super::{CellSet, EndSet, WIDTH};
use crate::hex::{Cell, End};

/// A position: the connector's nodes, including those it owned from the start, and the free cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The connector's nodes.
    pub own: u64,
    /// The free cells.
    pub free: u64,
}

impl State {
    /// After the connector's move.
    pub fn joined(self, cell: u64) -> Self {
        Self {
            own: self.own | cell,
            free: self.free & !cell,
        }
    }

    /// After the cutter's move.
    pub fn cut(self, cell: u64) -> Self {
        Self {
            free: self.free & !cell,
            ..self
        }
    }
}

/// The graph of a set of cells.
#[derive(Clone, Debug)]
pub struct Small {
    cells: Vec<Cell>,
    adjacent: Vec<u64>,
    ends: [usize; 2],
    start: State,
}

/// The nodes of a word, lowest first.
pub fn nodes(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let node = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            node
        })
    })
}

impl Small {
    /// The graph of these cells with two owned ends; `None` if there are more than 64 nodes.
    pub fn new(shannon: &Shannon, ends: [End; 2], set: CellSet) -> Option<Self> {
        let set = set & shannon.empty();
        let [a, b] = ends;
        let mut nodes: Vec<End> = set.iter().map(End::cell).chain([a]).collect();
        if b != a {
            nodes.push(b);
        }
        let inside = set.as_ends() | shannon.owned();
        // A chain that touches only one node leads nowhere.
        let others = (shannon.owned() - EndSet::of(a).with(b))
            .into_iter()
            .filter(|&end| (shannon.adjacent(end) & inside).len() > 1);
        nodes.extend(others);
        if nodes.len() > 64 {
            return None;
        }
        let mut place = vec![None; WIDTH * 64];
        for (index, end) in nodes.iter().enumerate() {
            place[end.index()] = Some(index);
        }
        let word = |end: &End| {
            let beside = shannon.adjacent(*end).into_iter();
            let inside = beside.filter_map(|other| place[other.index()]);
            inside.fold(0_u64, |word, index| word | 1 << index)
        };
        let adjacent: Vec<u64> = nodes.iter().map(word).collect();
        let all = u64::MAX >> (64 - nodes.len());
        let free = (1_u64 << set.len()) - 1;
        Some(Self {
            cells: set.iter().collect(),
            ends: [a, b].map(|end| place[end.index()].unwrap_or_default()),
            adjacent,
            start: State {
                own: all & !free,
                free,
            },
        })
    }

    /// The position before any move.
    pub fn start(&self) -> State {
        self.start
    }

    /// The number of cells to play on.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The cells of a word.
    pub fn cells(&self, word: u64) -> CellSet {
        nodes(word).map(|node| self.cells[node]).collect()
    }

    fn around(&self, set: u64) -> u64 {
        nodes(set).fold(0, |all, node| all | self.adjacent[node])
    }

    /// The chain of `own` that holds `node`.
    fn chain(&self, node: usize, own: u64) -> u64 {
        let (mut chain, mut fresh) = (1 << node, 1 << node);
        while fresh != 0 {
            fresh = self.around(fresh) & own & !chain;
            chain |= fresh;
        }
        chain
    }

    /// Whether bridges alone join the ends, and the cells that they need.
    pub fn bridged(&self, state: State) -> Option<u64> {
        let first = self.chain(self.ends[0], state.own);
        if first >> self.ends[1] & 1 == 1 {
            return Some(0);
        }
        let last = self.chain(self.ends[1], state.own);
        let [start, goal] = [first, last].map(|chain| self.around(chain) & state.free);
        if start.count_ones() < 2 || goal.count_ones() < 2 {
            return None;
        }
        if (start & goal).count_ones() > 1 {
            return Some(two_lowest(start & goal));
        }
        let mut between = Between::default();
        let mut rest = state.own & !first & !last;
        while rest != 0 {
            let chain = self.chain(rest.trailing_zeros() as usize, state.own);
            rest &= !chain;
            between.add(self.around(chain) & state.free);
        }
        let all = (1_u64 << between.count) - 1;
        if between.reaches(start, goal, all) {
            between.path(start, goal, all, state.free)
        } else {
            None
        }
    }

    /// A lower bound of the moves until bridges join the ends; `None` if they never can.
    pub fn moves_needed(&self, state: State) -> Option<usize> {
        let goal = 1_u64 << self.ends[1];
        let mut reached = self.chain(self.ends[0], state.own);
        for moves in 0.. {
            let beside = loop {
                let near = self.around(reached);
                let over = self.around(near & state.free);
                let chains = (near | over) & state.own & !reached;
                if chains == 0 {
                    break (near | over) & state.free & !reached;
                }
                reached |= chains;
            };
            if reached & goal != 0 {
                return Some(moves);
            }
            if beside == 0 {
                return None;
            }
            reached |= beside;
        }
        None
    }

    /// The nodes at each bridge distance from the first or second end, cells counting themselves.
    pub fn spread(&self, end: usize, state: State) -> Vec<u64> {
        let mut levels = Vec::with_capacity(8);
        let mut reached = self.chain(self.ends[end], state.own);
        let mut level = reached;
        while level != 0 {
            // Chains that are touched or bridged cost nothing.
            let near = loop {
                let near = self.around(reached);
                let free = near & state.free & !reached;
                let open = state.own & !reached;
                let chains = open & near | self.bridged_to(free, open);
                if chains == 0 {
                    break free;
                }
                level |= chains;
                reached |= chains;
            };
            levels.push(level);
            level = (near | self.bridged_to(near, state.free)) & !reached;
            reached |= level;
        }
        levels
    }

    /// The nodes of `among` that have two neighbours in `near`.
    fn bridged_to(&self, near: u64, among: u64) -> u64 {
        let (mut once, mut twice) = (0, 0);
        for node in nodes(near) {
            twice |= once & self.adjacent[node];
            once |= self.adjacent[node];
        }
        twice & among
    }

    /// The cells on shortest bridge paths by these two spreads.
    pub fn on_shortest(&self, state: State, spreads: [&[u64]; 2]) -> u64 {
        let [from, to] = spreads;
        let goal = 1_u64 << self.ends[1];
        let Some(length) = from.iter().position(|level| level & goal != 0) else {
            return 0;
        };
        let pairs = (1..=length).map(|near| from[near] & to.get(length + 1 - near).unwrap_or(&0));
        pairs.fold(0, |all, cells| all | cells) & state.free
    }

    /// The number of free cells beside the chain of the first or second end.
    pub fn degree(&self, end: usize, state: State) -> u32 {
        let chain = self.chain(self.ends[end], state.own);
        (self.around(chain) & state.free).count_ones()
    }

    /// The cells of existing bridges between chains.
    pub fn completed(&self, state: State) -> u64 {
        let mut chains = Between::default();
        let mut rest = state.own;
        while rest != 0 {
            let chain = self.chain(rest.trailing_zeros() as usize, state.own);
            rest &= !chain;
            chains.add(self.around(chain) & state.free);
        }
        chains.common_pairs()
    }
}

fn two_lowest(set: u64) -> u64 {
    let rest = set & (set - 1);
    (set & set.wrapping_neg()) | (rest & rest.wrapping_neg())
}

/// The free cells beside each chain.
struct Between {
    near: [u64; 64],
    count: usize,
}

impl Default for Between {
    fn default() -> Self {
        Self {
            near: [0; 64],
            count: 0,
        }
    }
}

impl Between {
    fn add(&mut self, near: u64) {
        if near.count_ones() > 1 {
            self.near[self.count] = near;
            self.count += 1;
        }
    }

    /// Whether bridges that may overlap lead from one to the other: a quick test for no.
    fn reaches(&self, start: u64, goal: u64, mut unused: u64) -> bool {
        let mut waiting = [0; 64];
        let mut count = 1;
        waiting[0] = start;
        while count > 0 {
            count -= 1;
            let near = waiting[count];
            if (near & goal).count_ones() > 1 {
                return true;
            }
            for chain in nodes(unused) {
                if (near & self.near[chain]).count_ones() > 1 {
                    unused &= !(1 << chain);
                    waiting[count] = self.near[chain];
                    count += 1;
                }
            }
        }
        false
    }

    /// The cells of bridges from one to the other that do not overlap.
    fn path(&self, near: u64, goal: u64, unused: u64, free: u64) -> Option<u64> {
        let last = near & goal & free;
        if last.count_ones() > 1 {
            return Some(two_lowest(last));
        }
        for chain in nodes(unused) {
            let common = near & self.near[chain] & free;
            for one in nodes(common) {
                for other in nodes(common & (u64::MAX << one << 1)) {
                    let bridge = 1 << one | 1 << other;
                    let (unused, free) = (unused & !(1 << chain), free & !bridge);
                    if let Some(rest) = self.path(self.near[chain], goal, unused, free) {
                        return Some(rest | bridge);
                    }
                }
            }
        }
        None
    }

    fn common_pairs(&self) -> u64 {
        let mut all = 0;
        for one in 0..self.count {
            for other in 0..one {
                let common = self.near[one] & self.near[other];
                if common.count_ones() > 1 {
                    all |= common;
                }
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Bit;

    fn small(empty: usize, owned: usize, links: &[(usize, usize)], ends: [usize; 2]) -> Small {
        let shannon: Shannon = Shannon::new(empty, owned, links.iter().copied());
        Small::new(&shannon, ends.map(End::from_bit), shannon.empty()).unwrap()
    }

    #[test]
    fn bridges_may_touch_but_not_overlap() {
        // Two ends, 4 and 5, and a chain, 6, between; the bridges to it need 0 and 1, and two of 1,
        // 2, 3.
        let links = [
            (0, 4),
            (1, 4),
            (0, 6),
            (1, 6),
            (1, 5),
            (2, 5),
            (3, 5),
            (2, 6),
            (3, 6),
        ];
        let graph = small(4, 3, &links, [4, 5]);
        let start = graph.start();
        assert_eq!(graph.bridged(start), Some(0b1111));
        // Without 3 they overlap in 1.
        assert_eq!(graph.bridged(start.cut(0b1000)), None);
        assert_eq!(graph.moves_needed(start.cut(0b1000)), Some(0));
        assert_eq!(graph.bridged(start.cut(0b1000).joined(0b10)), Some(0));
        assert_eq!(graph.completed(start), 0b1111);
    }

    #[test]
    fn distances_are_counted_in_moves() {
        // A line of five cells from 5 to 6: bridging cells between moves cost nothing.
        let links = [(5, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 6)];
        let graph = small(5, 2, &links, [5, 6]);
        assert_eq!(graph.moves_needed(graph.start()), Some(2));
        assert_eq!(graph.moves_needed(graph.start().cut(0b100)), None);
        let spread = graph.spread(0, graph.start());
        assert_eq!(spread.len(), 6);
        let back = graph.spread(1, graph.start());
        assert_eq!(graph.on_shortest(graph.start(), [&spread, &back]), 0b11111);
    }
}
