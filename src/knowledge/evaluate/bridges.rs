//! Bridge distance (McMahan 2000, §2.3): how many cells a colour must still play until bridges
//! alone join two ends.
//!
//! ```text
//!     .   x   .         x and y are bridge adjacent: a and b lie beside both, and whichever the
//!       a   b   .       opponent takes, the other joins them
//!     .   y   .
//! ```
//!
//! A breadth-first search over the ends, as for the plain distance, that also steps across bridges.
//! Two bridges on one path must not need the same cell, so each end remembers the path on which it
//! was reached first, and steps that would overlap with it are not taken. That makes the result an
//! upper bound: the first path may bar a step that another as long would allow.

use crate::hex::{CellSet, End, EndSet, Graph};
use std::collections::VecDeque;

/// The way to an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path<const W: usize> {
    /// The cells to be played, the end itself among them if it is an empty cell.
    pub played: CellSet<W>,
    /// The cells that its bridges need.
    pub associated: CellSet<W>,
}

impl<const W: usize> Path<W> {
    /// How many cells are to be played.
    pub fn length(&self) -> usize {
        self.played.len()
    }
}

/// Shortest bridge paths from an end of a graph to all others, under their index; `None` where
/// there is none.
pub fn bridge_paths<const W: usize>(graph: &Graph<W>, from: End) -> Vec<Option<Path<W>>> {
    let ends = graph.ends();
    bridge_paths_through(ends, ends, graph.empty(), |end| graph.adjacent(end), from)
}

/// The same on any graph: some of its ends are empty, `adjacent` gives the ends beside each, and
/// paths pass only through ends of `through`. The start may be any.
pub fn bridge_paths_through<const W: usize>(
    ends: EndSet<W>,
    through: EndSet<W>,
    empty: CellSet<W>,
    adjacent: impl Fn(End) -> EndSet<W>,
    from: End,
) -> Vec<Option<Path<W>>> {
    let mut paths: Vec<Option<Path<W>>> = vec![None; W * 64];
    let as_empty = |end: End| EndSet::of(end).cells_in(empty);
    let mut done = EndSet::EMPTY;
    let mut waiting = VecDeque::from([(
        from,
        Path {
            played: as_empty(from),
            associated: CellSet::EMPTY,
        },
    )]);
    while let Some((end, path)) = waiting.pop_front() {
        if done.contains(end) || !ends.contains(end) {
            continue;
        }
        done.insert(end);
        paths[end.index()] = Some(path);
        if end != from && !through.contains(end) {
            continue;
        }
        let taken = path.played | path.associated;
        let mut step = |to: End, bridge: CellSet<W>| {
            let cell = as_empty(to);
            let played = path.played | cell;
            let associated = path.associated | bridge;
            if played.is_disjoint(associated) {
                let next = Path { played, associated };
                // Chains and edges have no cost: they come before all ends at the same distance.
                if cell.is_empty() {
                    waiting.push_front((to, next));
                } else {
                    waiting.push_back((to, next));
                }
            }
        };
        let beside = adjacent(end);
        for to in beside - done {
            step(to, CellSet::EMPTY);
        }
        let free = beside.cells_in(empty) - taken;
        for to in ends - beside - done {
            let mut common = (adjacent(to).cells_in(empty) & free).iter();
            if let (Some(a), Some(b)) = (common.next(), common.next()) {
                step(to, CellSet::of(a).with(b));
            }
        }
    }
    paths
}
