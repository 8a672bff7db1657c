//! A worker goes on with the search until an evaluation is missing, and makes it, or one ahead if
//! another worker makes it already. Several workers may run, each on a thread: one at a time has
//! the tree ([`SharedTree`]), while the others evaluate.

use super::evaluation::LeafEvaluation;
use super::options::MonteCarloOptions;
use super::pattern::PatternBoard;
use super::shared_tree::{SharedTree, Visit};
use super::weights::PatternWeights;
use crate::hex::{Cell, Colour, Position};
use crate::knowledge::analysis::{Analysis, AnalysisCursor};
use crate::network::Evaluator;
use crate::solver::{NodeProver, ProofTask};
use crate::think::{Observer, SearchLimits};
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// How long a worker without a leaf to evaluate waits, at most, before it tries again.
const MAX_WAIT: Duration = Duration::from_millis(1);

/// The analysis at the base, from which all cursors are cloned: behind a mutex, because an analysis
/// caches what it is asked for and so cannot be read by several threads at once.
pub(super) type BaseAnalysis<const W: usize> = Mutex<Analysis<W>>;

/// The tree that workers share.
pub(super) type LockedTree<const W: usize> = Mutex<SharedTree<W>>;

/// How often a worker tries to get the tree before it sleeps until it is free: a visit is mostly
/// shorter than the waking of a thread.
const TRIES: u32 = 20_000;

/// The tree, for one worker.
pub(super) fn lock<const W: usize>(tree: &LockedTree<W>) -> MutexGuard<'_, SharedTree<W>> {
    for _ in 0..TRIES {
        match tree.try_lock() {
            Ok(tree) => return tree,
            Err(TryLockError::Poisoned(tree)) => return tree.into_inner(),
            Err(TryLockError::WouldBlock) => spin_loop(),
        }
    }
    tree.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stops the workers of a search, and wakes those that wait for work.
#[derive(Debug, Default)]
pub(super) struct WorkerSignal {
    is_stopped: AtomicBool,
    /// Notified at each evaluation, and by the stop.
    work_available: Condvar,
}

impl WorkerSignal {
    /// Stops all workers.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.work_available.notify_all();
    }

    /// Whether the workers are to stop.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Wakes the workers that wait: an evaluation was stored.
    fn note_evaluation(&self) {
        self.work_available.notify_all();
    }
}

/// What the workers of one search share.
#[derive(Clone, Copy)]
pub(super) struct SharedWork<'a, const W: usize> {
    /// The tree.
    pub tree: &'a LockedTree<W>,
    /// Its solver.
    pub prover: &'a Mutex<NodeProver<W>>,
    /// Wakes and stops the workers.
    pub signal: &'a WorkerSignal,
    /// Where all cursors begin.
    pub base: &'a BaseAnalysis<W>,
    /// The position at the root.
    pub root: &'a Position<W>,
    /// What the search may spend.
    pub limits: SearchLimits,
    /// Whether to stop the solver.
    pub observer: &'a dyn Observer,
}

/// A worker.
pub(super) struct Worker<'a, const W: usize> {
    options: MonteCarloOptions,
    shared: SharedWork<'a, W>,
    evaluator: Evaluator,
    pattern_board: PatternBoard,
    /// The side to move at the base.
    base_to_move: Colour,
}

impl<'a, const W: usize> Worker<'a, W> {
    /// A worker of a search.
    pub fn new(
        options: MonteCarloOptions,
        evaluator: Evaluator,
        shared: SharedWork<'a, W>,
    ) -> Self {
        let (size, base_to_move) = {
            let analysis = shared.base.lock().unwrap_or_else(PoisonError::into_inner);
            (analysis.position().size(), analysis.position().to_move())
        };
        Self {
            options,
            shared,
            evaluator,
            pattern_board: PatternBoard::new(size),
            base_to_move,
        }
    }

    /// Expands the root by its analysis, unless it is expanded.
    pub fn begin(&mut self, analysis: &Analysis<W>) {
        if lock(self.shared.tree).root_is_leaf() {
            let evaluation = LeafEvaluation::new(analysis, &self.options, &mut self.evaluator);
            let evaluation = self.weigh_patterns(evaluation, &[]);
            lock(self.shared.tree).expand_root(&evaluation);
        }
    }

    /// Makes one visit, or one try of the solver that is due after one, or one evaluation that a
    /// visit needs or may need soon.
    pub fn work(&mut self) {
        let mut tree = lock(self.shared.tree);
        let most = self.shared.limits.nodes;
        if most.is_some_and(|most| tree.spent() >= most) || tree.is_over() {
            return self.wait(tree);
        }
        if tree.is_proving() {
            let leaf = tree.claim_ahead();
            return self.evaluate(tree, leaf);
        }
        if let Some(task) = tree.next_proof(most) {
            drop(tree);
            return self.prove(&task);
        }
        match tree.visit() {
            Visit::Done => {}
            Visit::NothingLeft => self.wait(tree),
            Visit::MissingEvaluation => {
                let leaf = tree.claim_leaf();
                self.evaluate(tree, leaf);
            }
        }
    }

    /// Lets the solver try a node.
    fn prove(&self, task: &ProofTask) {
        let SharedWork { limits, .. } = self.shared;
        let prover = self.shared.prover.lock();
        let mut prover = prover.unwrap_or_else(PoisonError::into_inner);
        let (until, observer) = (limits.until, self.shared.observer);
        let result = prover.prove(self.shared.root, task, until, observer);
        drop(prover);
        lock(self.shared.tree).store_proof(task, result.as_ref());
    }

    /// Evaluates the leaf that these moves lead to from the base, or waits if there is none.
    fn evaluate(&mut self, mut tree: MutexGuard<'_, SharedTree<W>>, leaf: Option<Vec<Cell>>) {
        let Some(moves) = leaf else {
            return self.wait(tree);
        };
        let cursor = tree.cursors.take(&moves);
        drop(tree);
        let mut cursor = cursor.unwrap_or_else(|| self.new_cursor());
        let analysis = cursor.go_to(&moves);
        let evaluation = LeafEvaluation::new(analysis, &self.options, &mut self.evaluator);
        let evaluation = self.weigh_patterns(evaluation, &moves);
        let mut tree = lock(self.shared.tree);
        tree.cursors.give_back(cursor);
        tree.store(moves, evaluation);
        drop(tree);
        self.shared.signal.note_evaluation();
    }

    fn new_cursor(&self) -> AnalysisCursor<W> {
        let base = self
            .shared
            .base
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        AnalysisCursor::new(base.clone())
    }

    /// Waits until another worker has evaluated a leaf, but not for long.
    fn wait(&self, tree: MutexGuard<'_, SharedTree<W>>) {
        // A stop between the test and the wait is seen after MAX_WAIT.
        let _ = self
            .shared
            .signal
            .work_available
            .wait_timeout(tree, MAX_WAIT);
    }

    /// Multiplies the priors at the end of a line by the learned weights of the moves' patterns.
    fn weigh_patterns(
        &mut self,
        mut evaluation: LeafEvaluation<W>,
        line: &[Cell],
    ) -> LeafEvaluation<W> {
        if self.options.pattern_power > 0.0 {
            let board = &mut self.pattern_board;
            board.set(evaluation.filled_board);
            let last = last_moves(line);
            let to_move = match line.len() % 2 {
                0 => self.base_to_move,
                _ => !self.base_to_move,
            };
            evaluation.scale_priors(|cell| {
                let features = board.features(cell, to_move, last);
                let weight = PatternWeights::shipped().weight(&features);
                weight.powf(self.options.pattern_power)
            });
        }
        evaluation
    }
}

/// The last move of a line and the one before.
fn last_moves(line: &[Cell]) -> [Option<Cell>; 2] {
    let count = line.len();
    [1, 2].map(|back| count.checked_sub(back).map(|index| line[index]))
}
