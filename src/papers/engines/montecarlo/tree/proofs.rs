//! What is proved in the tree: by evaluations, by the solver, and what follows for the nodes above
//! and the moves beside.

use super::{NodeState, Tree, TreeNode};
use crate::hex::{Cell, CellSet};
use crate::solver::OpenLeaves;

impl<const W: usize> Tree<W> {
    pub(super) fn solve(&mut self, index: usize, won: bool, proof_distance: u16) {
        let node = &mut self.nodes[index];
        node.state = if won { NodeState::Won } else { NodeState::Lost };
        node.proof_distance = proof_distance;
    }

    /// Solves a node if its children decide it, and says whether they do.
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

    /// Notes how many leaves the solver would have had to decide at least when it gave a node up.
    pub fn note_open_leaves(&mut self, index: usize, leaves: u32) {
        self.nodes[index].open_leaves = OpenLeaves::of(leaves);
    }

    /// The positions that the solver is expected to need at an expanded node, by the leaves that
    /// were open when it gave up the last time; before its first try, by the moves.
    pub fn expected_proof(&self, index: usize) -> f32 {
        let open = self.children(index).iter();
        let open = open.filter(|child| !child.is_solved()).count();
        self.nodes[index].open_leaves.expected_positions(open)
    }

    /// Takes a proof of the last node of a path, which is expanded: whether its side to move wins,
    /// the carrier that the winner needs, and a move that wins. False if there was no room for that
    /// move, and nothing changes.
    pub fn settle(
        &mut self,
        path: &[usize],
        won: bool,
        carrier: CellSet<W>,
        best: Option<Cell>,
    ) -> bool {
        let Some(&node) = path.last() else {
            return false;
        };
        if won {
            let Some(child) = best.and_then(|cell| self.child_for(node, cell)) else {
                return false;
            };
            self.solve(child, false, 0);
            self.solve_by_children(node);
        } else {
            self.solve(node, false, 0);
        }
        self.solve_ancestors(path, Some(carrier));
        true
    }

    /// Solves the ancestors of the last node of a path, which is solved, as far as that follows,
    /// and refutes the moves beside a refuted one that the carrier of its refutation leaves out:
    /// what answers that move answers them. The carrier is that of the winner at the last node, if
    /// it is known.
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
            // The answers to all moves together have no carrier that is known.
            carrier = carrier.filter(|_| state == NodeState::Lost);
            carrier = carrier.map(|carrier| carrier.with(cell));
        }
    }

    /// Refutes the open children of a node that the carrier of a refutation leaves out.
    fn refute_outside(&mut self, index: usize, refuted: usize, carrier: CellSet<W>) {
        let distance = self.nodes[refuted].proof_distance;
        for child in self.nodes[index].child_range() {
            let node = &self.nodes[child];
            if !node.is_solved() && !carrier.contains(node.cell) {
                self.solve(child, true, distance);
            }
        }
    }

    /// The child for a move, which is added if it was not worth considering; `None` if there is no
    /// room.
    fn child_for(&mut self, index: usize, cell: Cell) -> Option<usize> {
        let children = self.nodes[index].child_range();
        let known = children
            .clone()
            .find(|&child| self.nodes[child].cell == cell);
        if known.is_some() {
            return known;
        }
        if !self.has_room(children.len() + 1) {
            return None;
        }
        let first = self.nodes.len();
        self.nodes.extend_from_within(children.clone());
        self.nodes.push(TreeNode::new(cell, 0.0));
        let node = &mut self.nodes[index];
        (node.first_child, node.child_count) = (first as u32, children.len() as u16 + 1);
        Some(first + children.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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

    /// A root with four moves, the first of which has four as well.
    fn tree() -> Tree<1> {
        let mut tree = Tree::new(1 << 16);
        assert!(tree.attach(&[0], &evaluation(None, &[])));
        assert!(tree.attach(&[0, 1], &evaluation(None, &[])));
        tree
    }

    fn states(tree: &Tree<1>, index: usize) -> Vec<NodeState> {
        tree.children(index)
            .iter()
            .map(|child| child.state)
            .collect()
    }

    #[test]
    fn a_refutation_refutes_the_moves_that_it_does_not_need() {
        use NodeState::{Leaf, Lost, Won};
        let mut tree = tree();
        // The first move loses to cell 3, and what needs the cells 2 and 3 answers cell 1, too.
        assert!(tree.settle(&[0, 1], true, cells(&[2, 3]), Some(Cell::new(3))));
        assert_eq!(states(&tree, 0), [Won, Won, Leaf, Leaf]);
        assert_eq!(states(&tree, 1)[3], Lost);
        assert!(!tree.root().is_solved());
        // An evaluation says the same of the third, and of the last with it.
        assert!(tree.attach(&[0, 3], &evaluation(Some(true), &[0, 1])));
        assert_eq!(states(&tree, 0), [Won; 4]);
        assert_eq!(tree.root().state, Lost);
    }

    #[test]
    fn a_win_below_needs_its_move_too() {
        use NodeState::{Leaf, Won};
        let mut tree = tree();
        // After the moves 0 and 1 the side to move has lost, against the carrier 2: the answer 1
        // refutes the move 0 and with it whatever leaves 1 and 2 alone.
        let below = tree.node(1).child_range().start + 1;
        assert!(tree.attach(&[0, 1, below], &evaluation(Some(false), &[2])));
        assert_eq!(states(&tree, 0), [Won, Leaf, Leaf, Won]);
    }

    #[test]
    fn a_winning_move_that_was_left_out_is_added() {
        let mut tree = tree();
        let before = tree.children(1).len();
        assert!(tree.settle(&[0, 1], true, cells(&[7]), Some(Cell::new(7))));
        let added = tree.children(1).last().expect("a child");
        assert_eq!(
            (tree.children(1).len(), added.cell),
            (before + 1, Cell::new(7))
        );
        assert_eq!(
            tree.best_child(1).map(|best| tree.node(best).cell),
            Some(Cell::new(7))
        );
        assert_eq!(tree.node(1).state, NodeState::Won);
    }

    #[test]
    fn more_is_expected_where_more_is_open() {
        let mut tree = tree();
        assert!((tree.expected_proof(0) - 1.0).abs() < 1e-6);
        tree.note_open_leaves(0, 7);
        assert!((tree.expected_proof(0) - 49.0).abs() < 1e-6);
        tree.note_open_leaves(0, 7000);
        assert!((tree.expected_proof(0) - 255.0 * 255.0).abs() < 1e-3);
    }
}
