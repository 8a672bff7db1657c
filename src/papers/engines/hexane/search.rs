//! The search for a connection on a fixed set of cells (McMahan 2000, §4.2): negamax with two
//! values, which stops at the first deciding move.
//!
//! A position is **connected** at depth 0 if bridges join the ends. At a greater depth it is
//! connected if some move of the connector, or every move of the cutter, makes it connected at one
//! less. That defines the value. The switches of [`LocalOptions`] only save work, except for the
//! one that restricts the connector. A no is a no to this depth on this set.
//!
//! **Associated sets.** The thesis unites what its moves need and omits what is needed elsewhere.
//! Here:
//!
//! ```text
//!     bridges join the ends        the cells of those bridges
//!     the connector moves m        m and what is needed after m
//!     the cutter moves             what is needed after each move tried; where moves are left out because threats
//!                                  meet elsewhere, also those threats; because they disturb nothing, nothing more
//!     the table says connected     the set kept beside it, or all cells that are free
//! ```
//!
//! By induction the connector can join the ends by moves in the set alone, whatever the cutter
//! does.
//!
//! **k-connections** (§2.2) let the connector start with k moves in a row. With one, the question
//! is whether it connects if it moves first. The order of its first moves does not matter, so each
//! set of them is tried once.
//!
//! The cost is up to n!/(n-d)! positions to depth d on n cells; in practice its square root and
//! less.

use super::LocalOptions;
use super::small::{Small, State, nodes};
use super::table::Table;
use std::collections::HashMap;

/// Whether to stop the search; called every few hundred positions.
pub type Stop<'a> = dyn Fn() -> bool + 'a;

/// The work of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Positions searched.
    pub nodes: u64,
    /// Positions found in the table.
    pub known: u64,
    /// Positions given up because too few moves were left.
    pub too_far: u64,
    /// Positions where threats left the cutter fewer moves, or none.
    pub confined: u64,
    /// Sets searched.
    pub sets: u64,
}

impl std::ops::AddAssign for Work {
    fn add_assign(&mut self, more: Self) {
        self.nodes += more.nodes;
        self.known += more.known;
        self.too_far += more.too_far;
        self.confined += more.confined;
        self.sets += more.sets;
    }
}

/// The answer of a search, in nodes of its graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// These first moves connect with this associated set, at this depth.
    Connected {
        /// The moves with which the connector begins.
        played: u64,
        /// The cells that it needs after them.
        needed: u64,
        /// The number of plies searched.
        depth: usize,
    },
    /// Not connected within this many plies; final if they are as many as the cells.
    Unconnected(usize),
    /// The search was stopped before it had a result.
    Stopped,
}

/// The search must stop without a result.
struct Stopped;

/// A search on one set.
pub struct Search<'a> {
    graph: &'a Small,
    options: LocalOptions,
    /// The number of the connector's first moves.
    first: usize,
    /// The depth in plies.
    limit: usize,
    played: u64,
    table: Option<Table>,
    sets: HashMap<(u64, u64), u64>,
    work: Work,
    most_nodes: u64,
    stop: &'a Stop<'a>,
}

impl<'a> Search<'a> {
    /// A search in which the connector starts with `first` moves.
    pub fn new(graph: &'a Small, first: usize, options: LocalOptions, stop: &'a Stop<'a>) -> Self {
        let table = options
            .table
            .then(|| Table::new(graph.len(), options.table_positions));
        Self {
            graph,
            options,
            first,
            limit: 0,
            played: 0,
            table,
            sets: HashMap::new(),
            work: Work {
                sets: 1,
                ..Work::default()
            },
            most_nodes: options.nodes,
            stop,
        }
    }

    /// Searches a connection and returns the result with its cost.
    pub fn run(mut self) -> (Found, Work) {
        let found = self.deepen().unwrap_or(Found::Stopped);
        (found, self.work)
    }

    /// Iterative deepening from the least depth at which a connection can show (§4.2.3). It
    /// searches only depths that give the connector one more move, because a last move of the
    /// cutter changes nothing.
    fn deepen(&mut self) -> Result<Found, Stopped> {
        let deepest = self.options.depth.max(self.first).min(self.graph.len());
        let Some(needed) = self.graph.moves_needed(self.graph.start()) else {
            return Ok(Found::Unconnected(self.graph.len()));
        };
        let least = (self.first..=deepest).find(|&depth| self.own_moves(0, depth) >= needed);
        self.limit = match least {
            Some(depth) if self.options.deepening => depth,
            _ => deepest,
        };
        loop {
            self.played = 0;
            if let Some(set) = self.solve(self.graph.start(), 0, 0)? {
                return Ok(Found::Connected {
                    played: self.played,
                    needed: set & !self.played,
                    depth: self.limit,
                });
            }
            if self.limit >= deepest {
                return Ok(Found::Unconnected(deepest));
            }
            self.limit = (self.limit + 2).min(deepest);
            if let Some(table) = &mut self.table {
                table.forget_failures();
            }
        }
    }

    /// Whether the connector makes the move of this ply.
    fn is_own(&self, ply: usize) -> bool {
        ply < self.first || (ply - self.first) % 2 == 1
    }

    /// The number of the connector's moves between two plies.
    fn own_moves(&self, from: usize, to: usize) -> usize {
        let before = |ply: usize| ply.min(self.first) + ply.saturating_sub(self.first) / 2;
        before(to) - before(from)
    }

    /// The associated set if the position is connected. `tried` are the first moves that have
    /// failed.
    fn solve(&mut self, state: State, ply: usize, tried: u64) -> Result<Option<u64>, Stopped> {
        self.work.nodes += 1;
        if self.work.nodes > self.most_nodes
            || (self.work.nodes.is_multiple_of(256) && (self.stop)())
        {
            return Err(Stopped);
        }
        // 1. At the end of the line.
        if (ply >= self.first || state.free == 0)
            && let Some(bridges) = self.graph.bridged(state)
        {
            return Ok(Some(bridges));
        }
        if ply >= self.limit || state.free == 0 {
            return Ok(None);
        }
        // 2. Too far away.
        let left = self.own_moves(ply, self.limit);
        let needed = self.graph.moves_needed(state);
        if self.options.depth_distance && needed.is_none_or(|needed| needed > left) {
            self.work.too_far += 1;
            return Ok(None);
        }
        // 3. Known.
        let key = self.key(state);
        if ply >= self.first {
            match self
                .table
                .as_ref()
                .and_then(|table| table.get(key.0, key.1))
            {
                Some(true) => {
                    self.work.known += 1;
                    return Ok(Some(self.sets.get(&key).copied().unwrap_or(state.free)));
                }
                Some(false) => {
                    self.work.known += 1;
                    return Ok(None);
                }
                None => {}
            }
        }
        // 4. Searched.
        let set = if self.is_own(ply) {
            self.join(state, ply, tried)?
        } else {
            let threats = self.options.intersection && left > 0 && needed.is_some_and(|n| n <= 1);
            self.cut(state, ply, threats)?
        };
        if ply >= self.first {
            self.remember(key, set);
        }
        Ok(set)
    }

    /// Some move of the connector.
    fn join(&mut self, state: State, ply: usize, mut tried: u64) -> Result<Option<u64>, Stopped> {
        let from = self.options.shortest_from;
        let open = if from > 0 && ply >= from {
            let spreads = [0, 1].map(|end| self.graph.spread(end, state));
            let [a, b] = &spreads;
            self.graph.on_shortest(state, [a, b])
        } else {
            state.free
        };
        let first = ply < self.first;
        for cell in self.ordered(state, open & !tried) {
            let cell = 1 << cell;
            if let Some(set) = self.solve(state.joined(cell), ply + 1, tried)? {
                if first {
                    self.played |= cell;
                }
                return Ok(Some(set | cell));
            }
            if first {
                tried |= cell;
            }
        }
        Ok(None)
    }

    /// Every move of the cutter that may disturb.
    fn cut(&mut self, state: State, ply: usize, threats: bool) -> Result<Option<u64>, Stopped> {
        let (mut open, mut set) = (state.free, 0);
        if threats {
            (open, set) = self.threats(state);
            self.work.confined += u64::from(open != state.free);
        }
        for cell in self.ordered(state, open) {
            let cell = 1 << cell;
            if open & cell == 0 {
                continue;
            }
            let Some(after) = self.solve(state.cut(cell), ply + 1, 0)? else {
                return Ok(None);
            };
            set |= after;
            if self.options.disturbing {
                open &= after;
            }
        }
        Ok(Some(set))
    }

    /// The cells common to all threats (a move and the bridges that join the ends after it), and
    /// the cells of enough threats to show that.
    fn threats(&self, state: State) -> (u64, u64) {
        let (mut meet, mut set) = (state.free, 0);
        for cell in nodes(state.free) {
            let cell = 1 << cell;
            if let Some(bridges) = self.graph.bridged(state.joined(cell)) {
                let threat = bridges | cell;
                if meet & !threat != 0 {
                    meet &= threat;
                    set |= threat;
                }
            }
            if meet == 0 {
                break;
            }
        }
        (meet, set)
    }

    /// Cells in the order in which to try them (§4.2.4): on shortest bridge paths first, then by
    /// their distance from the end with fewer free cells beside it, those of bridges that stand
    /// last.
    fn ordered(&self, state: State, cells: u64) -> Vec<usize> {
        let mut order: Vec<usize> = nodes(cells).collect();
        if order.len() < 2 {
            return order;
        }
        if !self.options.ordering {
            order.sort_by_key(|&cell| mixed(state.own ^ state.free.rotate_left(17), cell));
            return order;
        }
        let spreads = [0, 1].map(|end| self.graph.spread(end, state));
        let [a, b] = &spreads;
        let shortest = self.graph.on_shortest(state, [a, b]);
        let completed = self.graph.completed(state);
        let narrow = usize::from(self.graph.degree(1, state) < self.graph.degree(0, state));
        let mut distance = [u8::MAX; 64];
        for (level, &cells) in spreads[narrow].iter().enumerate() {
            for cell in nodes(cells) {
                distance[cell] = level as u8;
            }
        }
        let has = |set: u64, cell: usize| set >> cell & 1 == 1;
        order.sort_by_key(|&cell| (!has(shortest, cell), distance[cell], has(completed, cell)));
        order
    }

    /// What has been played, and by the connector.
    fn key(&self, state: State) -> (u64, u64) {
        let start = self.graph.start();
        (start.free & !state.free, state.own & !start.own)
    }

    fn remember(&mut self, key: (u64, u64), set: Option<u64>) {
        let Some(table) = &mut self.table else {
            return;
        };
        table.set(key.0, key.1, set.is_some());
        if let Some(set) = set.filter(|_| self.sets.len() < self.options.table_sets) {
            self.sets.insert(key, set);
        }
    }
}

/// A pseudorandom number for a cell, the same each time.
fn mixed(seed: u64, cell: usize) -> u64 {
    let mut x = (seed ^ (cell as u64)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ (x >> 32)
}
