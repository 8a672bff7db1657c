//! Predicts the positions that the next visits will reach, so that other threads evaluate them
//! ahead.

use super::graph::{PositionKey, SearchGraph};
use super::node::NodeIndex;
use super::selection::Selected;
use crate::hex::Position;
use std::collections::{HashMap, HashSet};

/// How many visits ahead positions are predicted.
const LOOKAHEAD: usize = 16;

/// Visits that are expected to be made next, counted as if each had found the mean of its node.
#[derive(Default)]
pub(super) struct VirtualVisits {
    moves: HashMap<(NodeIndex, usize), u32>,
    nodes: HashMap<NodeIndex, u32>,
}

impl VirtualVisits {
    /// The virtual visits of the move of a node at an index.
    pub fn of_move(&self, at: NodeIndex, index: usize) -> u32 {
        self.moves.get(&(at, index)).copied().unwrap_or(0)
    }

    /// The virtual visits of a node.
    pub fn of_node(&self, at: NodeIndex) -> u32 {
        self.nodes.get(&at).copied().unwrap_or(0)
    }

    fn add(&mut self, at: NodeIndex, index: usize) {
        *self.nodes.entry(at).or_default() += 1;
        *self.moves.entry((at, index)).or_default() += 1;
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
        while let Selected::Move(index) = self.select(at, ahead) {
            let node = self.node(at);
            position.play(node.moves()[index].0);
            let edge = node.edge(index);
            let visits = edge.visits + ahead.of_move(at, index);
            ahead.add(at, index);
            let Some(child) = edge.child else {
                return Some(position);
            };
            let node = self.node(child);
            if !node.is_open() || node.visits() + ahead.of_node(child) > visits {
                return None;
            }
            at = child;
        }
        None
    }
}
