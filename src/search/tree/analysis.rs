//! Analysis, step 2 of a visit: a node with enough visits is analysed. That may decide it, and
//! leaves out moves that need not be considered; a network that reads analyses evaluates it anew.

use super::graph::SearchGraph;
use super::node::NodeIndex;
use super::outcome::Outcome;
use crate::base::instant::Instant;
use crate::hex::{Cell, CellSet};
use crate::knowledge::analysis::{Analysis, AnalysisCursor, CursorPool};
use crate::network::{Evaluator, Prediction, WHOLE};
use crate::solver::OpenLeaves;
use std::sync::Arc;
use std::time::Duration;

/// What an analysis finds for a node.
#[derive(Clone, Debug)]
pub(super) enum AnalysisResult<const W: usize> {
    /// What is proved for the side to move, and the cells that the winner needs, whatever happens
    /// elsewhere, if they are known.
    Decided(Outcome, Option<CellSet<W>>),
    /// The moves worth considering, and the evaluation of a network that reads analyses.
    Open(CellSet<W>, Option<Prediction>),
}

/// What a node keeps of its analysis.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeAnalysis<const W: usize> {
    /// The visits as which the evaluation of the node counts.
    pub weight: f64,
    /// The leaves that the solver left open when it gave the node up.
    pub open_leaves: OpenLeaves,
    moves: CellSet<W>,
    prior_scale: f64,
}

impl<const W: usize> NodeAnalysis<W> {
    /// An analysis that leaves these of all moves of its node, whose evaluation counts as so many
    /// visits.
    pub fn new(all: &[(Cell, u16)], moves: CellSet<W>, weight: f64) -> Self {
        let mut analysis = Self {
            weight,
            open_leaves: OpenLeaves::default(),
            moves,
            prior_scale: 1.0,
        };
        analysis.restrict(all, moves);
        analysis
    }

    /// The moves worth considering.
    pub fn moves(&self) -> CellSet<W> {
        self.moves
    }

    /// What the priors of these moves are multiplied by, so that their sum is 1.
    pub fn prior_scale(&self) -> f64 {
        self.prior_scale
    }

    /// Leaves out the moves that are not among these, of all moves of its node.
    pub fn restrict(&mut self, all: &[(Cell, u16)], moves: CellSet<W>) {
        self.moves &= moves;
        let left = all.iter().filter(|(cell, _)| self.moves.contains(*cell));
        let sum: u32 = left.map(|&(_, prior)| u32::from(prior)).sum();
        self.prior_scale = f64::from(WHOLE) / f64::from(sum.max(1));
    }

    /// Considers one more move, whose prior is 0.
    pub fn add(&mut self, cell: Cell) {
        self.moves.insert(cell);
    }
}

impl<const W: usize> SearchGraph<W> {
    /// Gives the result of an analysis to the last node of a path from the root, and decides the
    /// nodes above it as far as that follows.
    pub fn apply_analysis(&mut self, path: &[NodeIndex], line: &[Cell], result: AnalysisResult<W>) {
        let at = *path.last().expect("a path from the root");
        match result {
            AnalysisResult::Decided(outcome, carrier) => {
                self.node_mut(at).decide(outcome, 0);
                self.conclude_above(path, line, carrier);
            }
            AnalysisResult::Open(moves, evaluation) => {
                let mut weight = 1.0;
                if let Some(evaluation) = evaluation {
                    weight = self.options().analysis_weight;
                    self.node_mut(at).set_evaluation(evaluation);
                }
                self.node_mut(at).set_analysis(moves, weight);
                self.renew(at);
            }
        }
    }
}

/// Analyses the nodes below a root.
pub(super) struct NodeAnalyzer<const W: usize> {
    /// The network that reads analyses; without one, leaf evaluations stand.
    evaluator: Option<Evaluator>,
    /// The analysis of the root, and others that move along lines from it. `None` where no node is
    /// to be analysed.
    root: Option<(Arc<Analysis<W>>, CursorPool<W>)>,
    /// The time that an analysis may take: that of the slowest so far, but the longer ago it was
    /// the less it counts.
    slowest: Option<Duration>,
}

impl<const W: usize> NodeAnalyzer<W> {
    /// An analyzer without a root.
    pub fn new(evaluator: Option<Evaluator>) -> Self {
        Self {
            evaluator,
            root: None,
            slowest: None,
        }
    }

    /// Analyses no node from now on.
    pub fn stop(&mut self) {
        self.root = None;
    }

    /// Analyses nodes below this root from now on, in so many bytes at most but for one analysis of
    /// each thread.
    pub fn follow(&mut self, root: &Arc<Analysis<W>>, most_bytes: usize) {
        let cursors = CursorPool::new(root.position().size().cells(), most_bytes);
        self.slowest.get_or_insert(root.slowest_move());
        self.root = Some((Arc::clone(root), cursors));
    }

    /// Whether it has a root.
    pub fn is_active(&self) -> bool {
        self.root.is_some()
    }

    /// Whether a network reads its analyses.
    pub fn evaluates(&self) -> bool {
        self.evaluator.is_some()
    }

    /// Whether it has a root and time for an analysis, which may take twice as long as the slowest
    /// so far. On a large board it takes a fifth of a short move.
    pub fn has_time(&self, until: Option<Instant>) -> bool {
        let slowest = self.slowest.unwrap_or_default();
        self.is_active() && until.is_none_or(|until| Instant::now() + 2 * slowest <= until)
    }

    /// Analyses the position at the end of a line from the root.
    pub fn analyze(&mut self, line: &[Cell]) -> AnalysisResult<W> {
        let begun = Instant::now();
        let (root, cursors) = self.root.as_mut().expect("a root");
        let cursor = cursors.take(line);
        let mut cursor = cursor.unwrap_or_else(|| AnalysisCursor::new(Analysis::clone(root)));
        let result = result_of(cursor.go_to(line), self.evaluator.as_mut());
        cursors.give_back(cursor);
        let slowest = self.slowest.unwrap_or_default();
        self.slowest = Some(begun.elapsed().max(slowest / 10 * 9));
        result
    }

    /// What an analysis finds for its own position.
    pub fn read(&mut self, analysis: &Analysis<W>) -> AnalysisResult<W> {
        result_of(analysis, self.evaluator.as_mut())
    }
}

fn result_of<const W: usize>(
    analysis: &Analysis<W>,
    evaluator: Option<&mut Evaluator>,
) -> AnalysisResult<W> {
    let to_move = analysis.position().to_move();
    if let Some(decision) = analysis.decision() {
        let outcome = if decision.winner == to_move {
            Outcome::Won
        } else {
            Outcome::Lost
        };
        return AnalysisResult::Decided(outcome, Some(decision.carrier));
    }
    let moves = analysis.consider();
    if moves.is_empty() {
        return AnalysisResult::Decided(Outcome::Lost, None);
    }
    AnalysisResult::Open(
        moves,
        evaluator.and_then(|one| one.evaluate_analysis(analysis)),
    )
}
