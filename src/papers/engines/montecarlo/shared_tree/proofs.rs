//! Which nodes the solver tries, and what its results come to.

use super::{LeafTask, SharedTree};
use crate::hex::Cell;
use crate::papers::engines::montecarlo::tree::NodeState;
use crate::solver::{ProofResult, ProofTask};

impl<const W: usize> SharedTree<W> {
    /// Notes the nodes of the path whose visits have doubled, where the solver may decide them with
    /// the positions that go with their visits.
    pub(super) fn note_due(&mut self, added: f32) {
        if self.options.proofs <= 0.0 {
            return;
        }
        let unit = self.options.visits_of_evaluation();
        let first = unit * self.options.proofs_from as f32;
        for (depth, &index) in self.path.iter().enumerate() {
            let node = self.tree.node(index);
            let doubled = |visits: f32| (visits / first).log2().floor();
            let is_due = node.visits >= first
                && node.state == NodeState::Expanded
                && doubled(node.visits) > doubled(node.visits - added);
            let positions = (node.visits / unit * self.options.proofs).ceil();
            if is_due && positions >= self.tree.expected_proof(index) {
                let moves = &self.moves[self.root_depth..self.root_depth + depth];
                #[allow(clippy::cast_sign_loss, reason = "visits are never less than 0")]
                self.due.push(ProofTask {
                    path: self.path[..=depth].to_vec(),
                    moves: moves.to_vec(),
                    positions: positions as u64,
                });
            }
        }
    }

    /// The next node for the solver, within the limit of nodes, if one is due; the tree stays as it
    /// is until [`SharedTree::store_proof`].
    pub fn next_proof(&mut self, node_limit: Option<u64>) -> Option<ProofTask> {
        let left = node_limit.map_or(u64::MAX, |most| most.saturating_sub(self.spent()));
        while let Some(mut task) = self.due.pop() {
            task.positions = task.positions.min(left);
            let is_open = |&index: &usize| self.tree.node(index).state == NodeState::Expanded;
            if left > 0 && task.path.iter().all(is_open) {
                self.is_proving = true;
                return Some(task);
            }
        }
        None
    }

    /// Takes what the solver found at a node, if it had the time to try.
    pub fn store_proof(&mut self, task: &ProofTask, result: Option<&ProofResult<W>>) {
        self.is_proving = false;
        let Some(result) = result else {
            return;
        };
        self.counts.proof_positions += result.nodes;
        let to_move = match task.moves.len() % 2 {
            0 => self.root_to_move,
            _ => !self.root_to_move,
        };
        if let Some(winner) = result.winner {
            let won = winner == to_move;
            let best = result.best.filter(|_| won);
            self.tree.settle(&task.path, won, result.carrier, best);
        } else if let Some(&node) = task.path.last() {
            let leaves = result.numbers.least();
            self.tree.note_open_leaves(node, leaves);
            self.due.extend(task.rest(leaves));
        }
    }

    /// Whether a worker proves at this moment.
    pub fn is_proving(&self) -> bool {
        self.is_proving
    }

    /// Selects the leaf that the next visit is likely to come to, for a worker to evaluate while
    /// another one proves.
    pub fn claim_ahead(&mut self) -> Option<Vec<Cell>> {
        match self.select() {
            LeafTask::Evaluate => self.claim_leaf(),
            LeafTask::PlayOut(_) | LeafTask::Nothing => None,
        }
    }
}
