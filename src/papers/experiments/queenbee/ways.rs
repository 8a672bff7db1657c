//! Ways from edge to edge by stones and bridges, on boards of a word.

use crate::hex::{BoardSize, Colour, Edge, Geometry};

/// A bridge from a cell or from an edge: its other end, and the two cells between.
#[derive(Clone, Copy)]
struct Bridge {
    to: usize,
    between: u64,
}

/// The board as one side sees it.
pub struct EdgePaths {
    near: Vec<u64>,
    bridges: Vec<Vec<Bridge>>,
    /// Cells beside each of the side's edges, and bridges to each.
    edges: [u64; 2],
    edge_bridges: [Vec<Bridge>; 2],
}

/// The cells of a set.
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

impl EdgePaths {
    /// The board for this side.
    pub fn new(size: BoardSize, colour: Colour) -> Self {
        let (cells, geometry) = (size.cells(), Geometry::<1>::of(size));
        let near: Vec<u64> = size
            .all()
            .map(|cell| geometry.neighbours(cell).words()[0])
            .collect();
        let edges = Edge::ALL.into_iter().filter(|edge| edge.colour() == colour);
        let rows: Vec<u64> = edges.map(|edge| geometry.border(edge).words()[0]).collect();
        let between = |a: usize, beside: u64| near[a] & beside;
        let pair = |set: u64| set.count_ones() == 2;
        let bridges = (0..cells).map(|from| {
            let others = (0..cells).filter(|&to| to != from && near[from] & 1 << to == 0);
            let all = others.map(|to| Bridge {
                to,
                between: between(from, near[to]),
            });
            all.filter(|bridge| pair(bridge.between)).collect()
        });
        let edge_bridges = [0, 1].map(|edge: usize| {
            let off = (0..cells).filter(|to| rows[edge] & 1 << to == 0);
            let all = off.map(|to| Bridge {
                to,
                between: between(to, rows[edge]),
            });
            all.filter(|bridge| pair(bridge.between)).collect()
        });
        Self {
            bridges: bridges.collect(),
            edges: [rows[0], rows[1]],
            edge_bridges,
            near,
        }
    }

    /// The fewest additional stones that connect an edge to each cell, including the stone on the
    /// cell.
    fn distances(&self, edge: usize, own: u64, free: u64) -> Vec<u8> {
        let mut distances = vec![u8::MAX; self.near.len()];
        let mut reached = 0;
        let open = |bridge: &&Bridge| bridge.between & !free == 0;
        let bridged = self.edge_bridges[edge].iter().filter(open);
        let mut next =
            bridged.fold(self.edges[edge], |set, bridge| set | 1 << bridge.to) & (own | free);
        let mut cost = 0;
        while next != 0 {
            // Own stones cost nothing more.
            let mut layer = next & own;
            let mut later = next & free;
            while layer != 0 {
                let mut grown = 0;
                for cell in bits(layer) {
                    distances[cell] = cost;
                    grown |= self.beyond(cell, free);
                }
                reached |= layer;
                grown &= (own | free) & !reached;
                layer = grown & own;
                later |= grown & free;
            }
            cost += 1;
            reached |= later;
            next = 0;
            for cell in bits(later) {
                distances[cell] = cost;
                next |= self.beyond(cell, free);
            }
            next &= (own | free) & !reached;
        }
        distances
    }

    /// The stones of the shortest way through each empty cell, lowest first, and of the shortest
    /// way of all.
    pub fn through(&self, own: u64, free: u64) -> (Vec<(u8, usize)>, u8) {
        let [from, to] = [0, 1].map(|edge| self.distances(edge, own, free));
        let way = |cell: usize| from[cell].saturating_add(to[cell]);
        let mut cells: Vec<(u8, usize)> = bits(free)
            .map(|cell| (way(cell).saturating_sub(1), cell))
            .collect();
        cells.sort_unstable();
        let over_stones = bits(own).map(way).min().unwrap_or(u8::MAX);
        let over_cells = cells.first().map_or(u8::MAX, |&(way, _)| way);
        (cells, over_stones.min(over_cells))
    }

    /// The cells one step from a cell.
    fn beyond(&self, cell: usize, free: u64) -> u64 {
        let open = |bridge: &&Bridge| bridge.between & !free == 0;
        let bridged = self.bridges[cell].iter().filter(open);
        bridged.fold(self.near[cell], |set, bridge| set | 1 << bridge.to)
    }

    /// The bridges of a connection from edge to edge in which no two share a cell, if there is one.
    pub fn connection(&self, own: u64, free: u64) -> Option<u64> {
        let direct = bits(self.edges[0] & own).map(|cell| (cell, 0));
        let bridged = self.edge_bridges[0].iter();
        let bridged =
            bridged.filter(|bridge| bridge.between & !free == 0 && own & 1 << bridge.to != 0);
        let mut starts = direct.chain(bridged.map(|bridge| (bridge.to, bridge.between)));
        starts.find_map(|(cell, used)| self.onward(cell, 0, used, own, free))
    }

    fn onward(&self, cell: usize, seen: u64, used: u64, own: u64, free: u64) -> Option<u64> {
        if self.edges[1] & 1 << cell != 0 {
            return Some(used);
        }
        let (seen, left) = (seen | 1 << cell, free & !used);
        let open = |bridge: &&Bridge| bridge.between & !left == 0;
        let mut home = self.edge_bridges[1].iter().filter(open);
        if let Some(bridge) = home.find(|bridge| bridge.to == cell) {
            return Some(used | bridge.between);
        }
        let mut near = bits(self.near[cell] & own & !seen);
        near.find_map(|next| self.onward(next, seen, used, own, free))
            .or_else(|| {
                let bridges = self.bridges[cell].iter().filter(open);
                let mut bridges = bridges.filter(|bridge| own & !seen & 1 << bridge.to != 0);
                bridges.find_map(|bridge| {
                    self.onward(bridge.to, seen, used | bridge.between, own, free)
                })
            })
    }
}
