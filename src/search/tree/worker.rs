//! The thread that makes the visits: the steps of a visit.

use super::analysis::NodeAnalyzer;
use super::graph::SearchGraph;
use super::node::NodeIndex;
use super::options::TreeOptions;
use super::prover::TreeProver;
use super::run::TreeRun;
use super::search::TreeWork;
use super::selection::Stop;
use super::shared::SharedGraph;
use super::visit::Visit;
use crate::hex::{BoardSize, Position};
use crate::knowledge::analysis::Analysis;
use crate::network::{Evaluator, Prediction};
use crate::solver::Solver;
use std::sync::Arc;

/// What the thread that makes the visits has for itself.
pub(super) struct TreeWorker<const W: usize> {
    /// Evaluates leaves.
    evaluator: Evaluator,
    analyzer: NodeAnalyzer<W>,
    prover: TreeProver<W>,
    work: TreeWork,
}

impl<const W: usize> TreeWorker<W> {
    /// A worker with a network for leaves, and maybe one that reads analyses.
    pub fn new(
        evaluator: Evaluator,
        analysis_evaluator: Option<Evaluator>,
        size: BoardSize,
        options: &TreeOptions,
    ) -> Self {
        Self {
            evaluator,
            analyzer: NodeAnalyzer::new(analysis_evaluator),
            prover: TreeProver::new(size, options),
            work: TreeWork::default(),
        }
    }

    /// Begins with another root, below which no node is analysed.
    pub fn restart(&mut self) {
        self.analyzer.stop();
        self.prover.clear();
        self.work.depth = 0;
    }

    /// Begins with another root, below which nodes are analysed if the options want that.
    pub fn follow(&mut self, root: &Arc<Analysis<W>>, options: &TreeOptions) {
        self.restart();
        if options.analysis_visits > 0 {
            self.analyzer.follow(root, options.analysis_bytes());
        }
    }

    /// Begins with another game.
    pub fn forget_game(&mut self) {
        self.prover.reset_margin();
    }

    /// The network that evaluates leaves.
    pub fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.evaluator
    }

    /// The solver that tries nodes.
    pub fn solver(&mut self) -> &mut Solver<W> {
        self.prover.solver()
    }

    /// What was done so far.
    pub fn work(&self) -> &TreeWork {
        &self.work
    }

    /// The evaluation of a position that is to be the root.
    pub fn evaluate_root(&mut self, graph: &mut SearchGraph<W>, root: &Position<W>) -> Prediction {
        self.work.evaluations += 1;
        let known = graph.take_evaluation(root);
        known.unwrap_or_else(|| self.evaluator.evaluate(root))
    }

    /// Applies an analysis of the root, unless a network has read an analysis of it before.
    pub fn analyze_root(&mut self, graph: &mut SearchGraph<W>, analysis: &Analysis<W>) {
        let is_analyzed = graph.node(NodeIndex::ROOT).analysis().is_some();
        if !(is_analyzed && self.analyzer.evaluates()) {
            let result = self.analyzer.read(analysis);
            graph.apply_analysis(&[NodeIndex::ROOT], &[], result);
        }
    }

    /// Makes one visit; the solver tries nodes only in a run. The graph is free for the other
    /// threads while this one analyses, evaluates and proves.
    pub fn visit(&mut self, shared: &SharedGraph<W>, run: Option<&TreeRun>) {
        let mut state = shared.lock();
        let mut visit = Visit::new(state.graph.position());
        loop {
            // 1. Selection.
            let may_analyze = self.analyzer.has_time(run.and_then(TreeRun::latest_end));
            match state.graph.descend(&mut visit, may_analyze) {
                Stop::Node => break,
                // 2. Analysis; then the selection goes on.
                Stop::Analysis => {
                    drop(state);
                    let result = self.analyzer.analyze(visit.line());
                    self.work.analyses += 1;
                    state = shared.lock();
                    let (nodes, line) = (visit.nodes(), visit.line());
                    state.graph.apply_analysis(nodes, line, result);
                }
                // 3. Expansion, with the evaluation of the network.
                Stop::Leaf => {
                    let position = visit.position();
                    while state.graph.needs_evaluation(position) {
                        state = shared.evaluate(state, position, &mut self.evaluator);
                    }
                    self.work.evaluations += u64::from(state.graph.expand(&visit));
                    break;
                }
            }
        }
        // 4. Backup.
        state.graph.back_up(&visit);
        self.work.visits += 1;
        self.work.depth = self.work.depth.max(visit.line().len() as u32);
        // 5. Proof, by the solver.
        if let Some(run) = run.filter(|_| self.analyzer.is_active()) {
            self.prover.note(state.graph, &visit);
            drop(state);
            self.prover.prove(shared, run, &mut self.work);
        }
    }
}
