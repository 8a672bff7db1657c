//! Proofs in the tree: those of evaluations, and what follows for ancestors and sibling moves.

use super::tree::{NodeState, Tree, TreeNode};
use crate::hex::CellSet;

impl<const W: usize> Tree<W> {
    pub(super) fn solve(&mut self, index: usize, won: bool, proof_distance: u16) {
        let node = &mut self.nodes[index];
        node.state = if won { NodeState::Won } else { NodeState::Lost };
        node.proof_distance = proof_distance;
    }

    /// Solves a node if its children decide it, and returns whether they do.
    pub(super) fn solve_by_children(&mut self, index: usize) -> bool {
        let children = self.children(index).iter();
        let lost = children
            .clone()
            .filter(|child| child.state == NodeState::Lost);
        if let Some(distance) = lost.map(|child| child.proof_distance).min() {
            self.solve(index, true, distance + 1);
            return true;
        }
        if children.clone().any(|child| child.state != NodeState::Won) {
            return false;
        }
        let distance = children.map(|child| child.proof_distance).max();
        self.solve(index, false, distance.unwrap_or(0) + 1);
        true
    }

    /// Solves the ancestors of the last node of a path, which is solved, as far as that follows.
    /// Also refutes the siblings of a refuted move outside the carrier of its refutation, because
    /// the same reply answers them. The carrier is the winner's at the last node, if known.
    pub(super) fn solve_ancestors(&mut self, path: &[usize], mut carrier: Option<CellSet<W>>) {
        for pair in path.windows(2).rev() {
            let (ancestor, below) = (pair[0], pair[1]);
            let TreeNode { state, cell, .. } = self.nodes[below];
            if let (NodeState::Won, Some(carrier)) = (state, carrier) {
                self.refute_outside(ancestor, below, carrier);
            }
            if !self.solve_by_children(ancestor) {
                break;
            }
            // The carrier of the answers to all moves together is unknown.
            carrier = carrier.filter(|_| state == NodeState::Lost);
            carrier = carrier.map(|carrier| carrier.with(cell));
        }
    }

    /// Refutes the open children of a node outside the carrier of a refutation.
    fn refute_outside(&mut self, index: usize, refuted: usize, carrier: CellSet<W>) {
        let distance = self.nodes[refuted].proof_distance;
        for child in self.nodes[index].child_range() {
            let node = &self.nodes[child];
            if !node.is_solved() && !carrier.contains(node.cell) {
                self.solve(child, true, distance);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NodeState::{Leaf, Lost, Won};
    use super::*;
    use crate::hex::Cell;
    use crate::papers::engines::montecarlo::evaluation::LeafEvaluation;

    const PRIORS: [f32; 4] = [0.4, 0.3, 0.2, 0.1];

    fn evaluation(won: Option<bool>, carrier: &[u16]) -> LeafEvaluation<1> {
        let moves = (0..4).map(Cell::new).zip(PRIORS);
        LeafEvaluation {
            won,
            carrier: won.map(|_| cells(carrier)),
            for_black: 0.5,
            moves: moves.filter(|_| won.is_none()).collect(),
            filled_board: [CellSet::EMPTY; 2],
        }
    }

    fn cells(indices: &[u16]) -> CellSet<1> {
        indices
            .iter()
            .map(|&index| Cell::new(index.into()))
            .collect()
    }

    /// A root with four moves.
    fn tree() -> Tree<1> {
        let mut tree = Tree::new(1 << 16);
        assert!(tree.attach(&[0], &evaluation(None, &[])));
        tree
    }

    fn states(tree: &Tree<1>) -> Vec<NodeState> {
        let children = tree.children(0).iter();
        children.map(|child| child.state).collect()
    }

    #[test]
    fn a_refutation_refutes_the_moves_that_it_does_not_need() {
        let mut tree = tree();
        // The reply to the first move needs cells 2 and 3, so it answers cell 1 too.
        assert!(tree.attach(&[0, 1], &evaluation(Some(true), &[2, 3])));
        assert_eq!(states(&tree), [Won, Won, Leaf, Leaf]);
        assert!(!tree.root().is_solved());
        // The same for the third move, and with it the last.
        assert!(tree.attach(&[0, 3], &evaluation(Some(true), &[0, 1])));
        assert_eq!(states(&tree), [Won; 4]);
        assert_eq!(tree.root().state, Lost);
    }

    #[test]
    fn a_win_below_needs_its_move_too() {
        let mut tree = tree();
        assert!(tree.attach(&[0, 1], &evaluation(None, &[])));
        // After the moves 0 and 1 the side to move has lost, against the carrier 2: the answer 1
        // refutes the move 0 and with it whatever leaves 1 and 2 alone.
        let below = tree.node(1).child_range().start + 1;
        assert!(tree.attach(&[0, 1, below], &evaluation(Some(false), &[2])));
        assert_eq!(states(&tree), [Won, Leaf, Leaf, Won]);
    }
}
