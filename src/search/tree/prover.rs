//! Proof, step 5 of a visit: the solver tries nodes that it may decide with few positions. What
//! follows from a proof is in [`super::decided`].

use super::graph::SearchGraph;
use super::node::{NodeIndex, SearchNode};
use super::options::TreeOptions;
use super::run::TreeRun;
use super::search::TreeWork;
use super::shared::SharedGraph;
use super::visit::Visit;
use crate::hex::BoardSize;
use crate::solver::{NodeProver, OpenLeaves, ProofResult, ProofTask, Solver};

/// How many times the positions that a proof is expected to take must be available for the solver
/// to try. Where its tries fail, in the middle of a game, they cost visits and bring nothing; where
/// they succeed, there is more to prove. At 0.2 s a move on 11x11, after 14, 22 and 30 moves, the
/// solver takes 3, 12 and 25% of the time so; 13, 26 and 43% if it begins with a margin of 1, for
/// as many proofs. To ask it at the root alone sooner, with half as many positions as visits and a
/// margin of 1, wins 39 of 80 games at 0.2 s, and proves 45 of 74 won positions instead of 43.
#[derive(Clone, Copy, PartialEq, Debug)]
struct ProofMargin(f32);

impl ProofMargin {
    const FIRST: f32 = 16.0;
    const MOST: f32 = 32.0;
    const AFTER_FAILURE: f32 = 1.2;
    const AFTER_PROOF: f32 = 0.25;

    fn adapt(&mut self, has_proved: bool) {
        let change = if has_proved {
            Self::AFTER_PROOF
        } else {
            Self::AFTER_FAILURE
        };
        self.0 = (self.0 * change).clamp(1.0, Self::MOST);
    }
}

/// The solver of a search, and the nodes that it is to try.
pub(super) struct TreeProver<const W: usize> {
    prover: NodeProver<W>,
    /// The next one last.
    due: Vec<ProofTask<NodeIndex>>,
    margin: ProofMargin,
}

impl<const W: usize> TreeProver<W> {
    /// A prover that knows nothing.
    pub fn new(size: BoardSize, options: &TreeOptions) -> Self {
        Self {
            prover: NodeProver::new(size, options.proof_bytes()),
            due: Vec::new(),
            margin: ProofMargin(ProofMargin::FIRST),
        }
    }

    /// The solver.
    pub fn solver(&mut self) -> &mut Solver<W> {
        self.prover.solver()
    }

    /// Drops the nodes that are due, since the root has changed.
    pub fn clear(&mut self) {
        self.due.clear();
    }

    /// Begins with the first margin again, since another game has begun.
    pub fn reset_margin(&mut self) {
        self.margin = ProofMargin(ProofMargin::FIRST);
    }

    /// Notes the nodes of a visit whose visits have doubled, where the solver may decide them with
    /// the positions that go with their visits.
    pub fn note(&mut self, graph: &SearchGraph<W>, visit: &Visit<W>) {
        let options = graph.options();
        if options.proofs <= 0.0 {
            return;
        }
        let first = options.proofs_from;
        let from = usize::from(!graph.root_is_whole());
        for (depth, (at, _)) in visit.edges().enumerate().skip(from) {
            let node = graph.node(at);
            let has_doubled = node.visits().is_multiple_of(first)
                && (node.visits() / first).is_power_of_two()
                && node.is_open();
            let Some(analysis) = node.analysis().filter(|_| has_doubled) else {
                continue;
            };
            let positions = (f64::from(node.visits()) * options.proofs).ceil();
            let left = graph.moves_left(node).count();
            let expected = analysis.open_leaves.expected_positions(left);
            if positions >= f64::from(self.margin.0 * expected) {
                #[allow(clippy::cast_sign_loss, reason = "visits are never less than 0")]
                self.due.push(ProofTask {
                    path: visit.nodes()[..=depth].to_vec(),
                    moves: visit.line()[..depth].to_vec(),
                    positions: positions as u64,
                });
            }
        }
    }

    /// Tries the nodes that are due. The graph is free for the other threads meanwhile.
    pub fn prove(&mut self, shared: &SharedGraph<W>, run: &TreeRun, work: &mut TreeWork) {
        loop {
            let state = shared.lock();
            let Some(task) = self.next(state.graph, run.left(work)) else {
                return;
            };
            let root = *state.graph.position();
            drop(state);
            let result = self.prover.prove(&root, &task, run.end(), run.observer());
            work.solving = self.prover.spent();
            if let Some(result) = result {
                work.proof_positions += result.nodes;
                self.settle(shared.lock().graph, &task, &result);
            }
        }
    }

    /// The next node that is still open, with so many positions at most.
    fn next(&mut self, graph: &SearchGraph<W>, left: Option<u64>) -> Option<ProofTask<NodeIndex>> {
        while let Some(mut task) = self.due.pop() {
            task.positions = left.map_or(task.positions, |left| task.positions.min(left));
            let is_open = task.path.iter().all(|&at| graph.node(at).is_open());
            if task.positions > 0 && is_open {
                return Some(task);
            }
        }
        None
    }

    /// Adds what the solver found to the graph; what is left of the task is due next.
    fn settle(
        &mut self,
        graph: &mut SearchGraph<W>,
        task: &ProofTask<NodeIndex>,
        result: &ProofResult<W>,
    ) {
        self.margin.adapt(result.winner.is_some());
        if result.winner.is_some() {
            graph.apply_proof(task, result);
            return;
        }
        let leaves = result.numbers.least();
        let node = task.path.last().map(|&at| graph.node_mut(at));
        if let Some(analysis) = node.and_then(SearchNode::analysis_mut) {
            analysis.open_leaves = OpenLeaves::of(leaves);
        }
        self.due.extend(task.rest(leaves));
    }
}
