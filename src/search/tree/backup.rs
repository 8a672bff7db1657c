//! Backup, step 4 of a visit: from its last node to the root each node counts the visit and takes
//! the mean of its moves anew. It is decided if its move is and that decides it.

use super::graph::SearchGraph;
use super::node::NodeIndex;
use super::outcome::Outcome;
use super::visit::Visit;

impl<const W: usize> SearchGraph<W> {
    /// Ends a visit.
    pub fn back_up(&mut self, visit: &Visit<W>) {
        for (at, index) in visit.edges().rev() {
            self.node_mut(at).edge_mut(index).visits += 1;
            self.renew(at);
            self.conclude(at, index);
        }
    }

    /// Takes the visits of a node and their mean anew from its moves. Moves that are refuted or
    /// need not be considered do not count in the mean.
    pub fn renew(&mut self, at: NodeIndex) {
        let node = self.node(at);
        let Some(evaluation) = node.evaluation() else {
            return;
        };
        let (own, weight, value) = if let Some(before) = &node.value_before {
            (before.visits, f64::from(before.visits), before.value)
        } else {
            let weight = node.analysis().map_or(1.0, |analysis| analysis.weight);
            (1, weight, evaluation.win())
        };
        let (mut visits, mut count, mut sum) = (own, weight, weight * value);
        let mut squares = weight * value * value;
        for child in node.children() {
            visits += child.visits;
            if child.visits == 0 || !node.considers(child.cell) {
                continue;
            }
            let below = self.node(child.node);
            if below.outcome() != Outcome::Won {
                let child_visits = f64::from(child.visits);
                count += child_visits;
                sum += child_visits * (1.0 - below.mean());
                squares += child_visits * below.opponent_mean_square();
            }
        }
        self.node_mut(at)
            .set_statistics(visits, sum / count, squares / count);
    }
}
