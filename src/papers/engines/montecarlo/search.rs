//! The search, whose tree outlives the move: it goes on in the part below the moves played.

use super::options::MonteCarloOptions;
use super::run::Run;
use super::shared_tree::SharedTree;
use super::worker::{BaseAnalysis, LockedTree, SharedWork, Worker, WorkerSignal, lock};
use crate::hex::{BoardSize, Cell, Colour, Position};
use crate::knowledge::analysis::Analysis;
use crate::network::{Evaluator, Quantised};
use crate::solver::{NodeProver, Solver};
use crate::think::{Observer, SearchLimits, SearchOutcome};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The most moves that a tree advances at once: an own move and the answer to it.
const MAX_ADVANCE: usize = 2;

/// After so many moves of a game the root becomes the base: an analysis that moved along a line
/// finds somewhat less than one from scratch.
const MAX_BASE_DISTANCE: usize = 16;

/// A search that keeps its tree from move to move.
pub struct MonteCarloSearch<const W: usize> {
    options: MonteCarloOptions,
    network: Arc<Quantised>,
    tree: LockedTree<W>,
    prover: Mutex<NodeProver<W>>,
    /// The position at the root of the tree.
    root: Option<Position<W>>,
    base: Option<BaseAnalysis<W>>,
}

impl<const W: usize> MonteCarloSearch<W> {
    /// A search on boards of this size by the shipped network; the seed is of its playouts.
    pub fn new(size: BoardSize, options: MonteCarloOptions, seed: u64) -> Self {
        Self::with_network(size, options, Arc::clone(Quantised::shipped_looks()), seed)
    }

    /// The same by a network that reads what analyses see.
    pub fn with_network(
        size: BoardSize,
        options: MonteCarloOptions,
        network: Arc<Quantised>,
        seed: u64,
    ) -> Self {
        Self {
            network,
            tree: Mutex::new(SharedTree::new(size, options, seed)),
            prover: Mutex::new(NodeProver::new(size, options.proof_bytes())),
            root: None,
            base: None,
            options,
        }
    }

    /// The bytes that its trees may take.
    pub fn bytes(&self) -> usize {
        2 * lock(&self.tree).tree.bytes() + self.options.proof_bytes()
    }

    /// The solver that tries nodes of the tree, if it does.
    pub fn solver(&mut self) -> Option<&mut Solver<W>> {
        let prover = self.prover.get_mut();
        let prover = prover.unwrap_or_else(PoisonError::into_inner);
        (self.options.proofs > 0.0).then(|| prover.solver())
    }

    /// Searches a position from its analysis, which does not decide it.
    pub fn search(
        &mut self,
        analysis: &Analysis<W>,
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        self.follow(analysis.position());
        self.run(analysis, limits, observer)
    }

    fn run(
        &mut self,
        analysis: &Analysis<W>,
        limits: SearchLimits,
        observer: &dyn Observer,
    ) -> SearchOutcome {
        let mut run = Run::new(&self.tree, analysis.position().to_move(), limits, observer);
        {
            let mut tree = lock(&self.tree);
            if tree.root_depth() >= MAX_BASE_DISTANCE {
                self.base = None;
            }
            if self.base.is_none() {
                tree.move_base_to_root();
            }
            tree.begin(analysis.position().to_move());
        }
        let base = &*self.base.get_or_insert_with(|| {
            let mut base = analysis.clone();
            base.forget_past();
            Mutex::new(base)
        });
        let signal = &WorkerSignal::default();
        let shared = SharedWork {
            tree: &self.tree,
            prover: &self.prover,
            signal,
            base,
            root: analysis.position(),
            limits,
            observer,
        };
        let worker = || {
            let evaluator = Evaluator::new(Arc::clone(&self.network));
            Worker::new(self.options, evaluator, shared)
        };
        thread::scope(|scope| {
            let mut own = worker();
            own.begin(analysis);
            for _ in 1..limits.threads {
                let mut other = worker();
                scope.spawn(move || {
                    while !signal.is_stopped() {
                        other.work();
                    }
                });
            }
            while !run.is_over() {
                own.work();
            }
            signal.stop();
        });
        if analysis.is_cut() {
            // The next search begins with a better one.
            self.base = None;
        }
        run.outcome()
    }

    /// Brings the root to a position: in the same tree if it is there, else in a new one.
    fn follow(&mut self, position: &Position<W>) {
        let root = self.root.replace(*position);
        let moves = root
            .filter(|_| self.options.keep_tree)
            .and_then(|root| moves_between(&root, position));
        let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        let kept = match moves.as_deref() {
            Some([]) if !tree.tree.children(0).is_empty() => true,
            Some(moves) => tree.advance(moves),
            None => false,
        };
        if !kept {
            tree.clear();
            self.base = None;
        }
    }
}

/// The moves that lead from a position to another, if they are few.
fn moves_between<const W: usize>(from: &Position<W>, to: &Position<W>) -> Option<Vec<Cell>> {
    let fits = from.size() == to.size()
        && Colour::ALL
            .into_iter()
            .all(|colour| from.stones(colour).is_subset(to.stones(colour)));
    let new = from.empty() - to.empty();
    if !fits || new.len() > MAX_ADVANCE {
        return None;
    }
    let mut position = *from;
    let mut moves = Vec::new();
    while moves.len() < new.len() {
        let own = to.stones(position.to_move()) - from.stones(position.to_move());
        let cell = own.iter().find(|cell| !moves.contains(cell))?;
        position.play(cell);
        moves.push(cell);
    }
    (position == *to).then_some(moves)
}
