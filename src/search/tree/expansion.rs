//! Expansion, step 3 of a visit: a leaf becomes a node with the evaluation of the network.

use super::graph::SearchGraph;
use super::node::SearchNode;
use super::visit::Visit;
use crate::hex::Position;

/// Whether the side that has just moved has won.
pub(super) fn is_over<const W: usize>(position: &Position<W>) -> bool {
    let mover = !position.to_move();
    position.geometry().joins(position.stones(mover), mover)
}

impl<const W: usize> SearchGraph<W> {
    /// Whether the network is to evaluate a position before it can have a node.
    pub fn needs_evaluation(&self, position: &Position<W>) -> bool {
        !self.has_evaluation(position) && self.find(position).is_none() && !is_over(position)
    }

    /// Gives the last move of a visit its node: that of the position, or a new one. Returns whether
    /// that is a new one with an evaluation.
    pub fn expand(&mut self, visit: &Visit<W>) -> bool {
        let Some((at, index)) = visit.edges().next_back() else {
            return false;
        };
        let position = visit.position();
        let found = self.find(position);
        let evaluation = if found.is_none() {
            self.take_evaluation(position)
        } else {
            None
        };
        let is_evaluated = evaluation.is_some();
        let child = found.unwrap_or_else(|| {
            // A position without an evaluation is over.
            let node = evaluation.map_or_else(SearchNode::lost, SearchNode::new);
            self.insert(position, node)
        });
        self.node_mut(at).edge_mut(index).child = Some(child);
        is_evaluated
    }
}
