//! Predicts the positions that the next visits will reach, so that other threads evaluate them
//! ahead.

use super::graph::{PositionKey, SearchGraph};
use super::node::NodeIndex;
use super::selection::Selected;
use crate::hex::Position;
use std::collections::{HashMap, HashSet};

/// How many visits ahead positions are predicted.
const LOOKAHEAD: usize = 16;

/// Visits that are expected to be made next, counted as if each had found the mean of its node: for
/// each node those of its first moves.
#[derive(Default)]
pub(super) struct VirtualVisits(HashMap<NodeIndex, Vec<u32>>);

impl VirtualVisits {
    /// The virtual visits of the first moves of a node.
    pub fn at(&self, at: NodeIndex) -> &[u32] {
        self.0.get(&at).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, at: NodeIndex, index: usize) {
        let moves = self.0.entry(at).or_default();
        if index >= moves.len() {
            moves.resize(index + 1, 0);
        }
        moves[index] += 1;
    }
}

impl<const W: usize> SearchGraph<W> {
    /// The first position whose evaluation the next visits will probably need and that is not
    /// pending.
    pub fn predict(&self, pending: &HashSet<PositionKey<W>>) -> Option<Position<W>> {
        let mut ahead = VirtualVisits::default();
        (0..LOOKAHEAD).find_map(|_| {
            let leaf = self.virtual_visit(&mut ahead)?;
            let is_pending = pending.contains(&PositionKey::new(&leaf));
            (!is_pending && self.needs_evaluation(&leaf)).then_some(leaf)
        })
    }

    /// Makes one virtual visit; the position that it ends at, if no move had led there before.
    fn virtual_visit(&self, ahead: &mut VirtualVisits) -> Option<Position<W>> {
        let (mut position, mut at) = (*self.position(), NodeIndex::ROOT);
        while let Selected::Move(index) = self.select(at, ahead.at(at)) {
            let node = self.node(at);
            position.play(node.moves()[index].0);
            let edge = node.edge(index);
            ahead.add(at, index);
            let Some(child) = edge.child else {
                return Some(position);
            };
            let visits = edge.visits + ahead.at(at)[index] - 1;
            let node = self.node(child);
            let of_child: u32 = ahead.at(child).iter().sum();
            if !node.is_open() || node.visits() + of_child > visits {
                return None;
            }
            at = child;
        }
        None
    }
}
