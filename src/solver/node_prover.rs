//! The solver at nodes of a player's tree: it decides what is nearly decided with fewer positions
//! than the tree needs, because it searches for a proof and nothing else.
//!
//! Each time the visits of a node have doubled the solver may get another try at it
//! ([`ProofTask`]), with as many positions as go with its visits; but only if, by the leaves open
//! at the last try, this many may suffice ([`positions_for`]). In the middle of a game that is
//! hardly ever so, near its end nearly always. Its table and its claims live as long as the tree,
//! so a try goes on where the last one ended, and what was proved at one node serves the others.
//! What it proves comes with a carrier, which refutes the moves beside it too.

use super::options::ProveOptions;
use super::result::ProofResult;
use super::search::LeafEvaluator;
use super::solve::Solver;
use crate::base::instant::Instant;
use crate::hex::{BoardSize, Cell, Position};
use crate::think::{Limits, Observer, WorkKind};
use std::time::Duration;

/// A task is done in parts: after each it is seen whether the rest may do, and the search can
/// report and end. A part has a quarter of the positions, but no fewer and no more than these.
const PART: std::ops::RangeInclusive<u64> = 16..=200;

/// Before the solver has tried a node, so many open moves count as one open leaf; where there are
/// more open moves than a few, each has more leaves, too. In games of 11x11 that leaves out half of
/// the positions and an eighth of the proofs.
const MOVES_A_LEAF: f32 = 4.0;
const FEW_MOVES: f32 = 25.0;

/// The positions that the solver is expected to need where so many leaves are open: their square,
/// since each has leaves below it.
fn positions_for(leaves: f32) -> f32 {
    leaves * leaves
}

/// How many leaves the solver had to decide at least when it gave a node up: no more than it can
/// hold, and 0 before its first try.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpenLeaves(u8);

impl OpenLeaves {
    /// So many were left.
    pub fn of(leaves: u32) -> Self {
        Self(leaves.clamp(1, u8::MAX.into()) as u8)
    }

    /// The positions that the solver is expected to need; before its first try, by the moves that
    /// are open.
    pub fn expected_positions(self, open_moves: usize) -> f32 {
        positions_for(match self.0 {
            0 => open_moves as f32 / MOVES_A_LEAF * (open_moves as f32 / FEW_MOVES).max(1.0),
            known => f32::from(known),
        })
    }
}

/// A node that the solver is to decide, in a tree that finds its nodes by `N`.
#[derive(Clone, Debug)]
pub struct ProofTask<N = usize> {
    /// The nodes from the root to it.
    pub path: Vec<N>,
    /// The moves from the root to it.
    pub moves: Vec<Cell>,
    /// Positions that it may take.
    pub positions: u64,
}

impl<N: Clone> ProofTask<N> {
    /// The positions of its next part.
    fn part(&self) -> u64 {
        let part = (self.positions / 4).clamp(*PART.start(), *PART.end());
        part.min(self.positions)
    }

    /// What is left of it after its next part, which ended with so many open leaves; `None` if it
    /// is done, or there is no hope.
    pub fn rest(&self, leaves: u32) -> Option<Self> {
        let positions = self.positions - self.part();
        let is_hopeful = positions_for(leaves as f32) <= positions as f32;
        (positions > 0 && is_hopeful).then(|| Self {
            positions,
            ..self.clone()
        })
    }
}

/// The solver of one tree.
pub struct NodeProver<const W: usize> {
    size: BoardSize,
    bytes: usize,
    /// `None` before the first task.
    solver: Option<Solver<W>>,
    /// The analysis of its leaves, which goes from task to task below a root.
    leaves: Option<LeafEvaluator<W>>,
    /// The longest time that a position took, on average over a task.
    slowest: Duration,
    spent: Duration,
}

impl<const W: usize> NodeProver<W> {
    /// A solver that knows nothing, whose table may take so many bytes.
    pub fn new(size: BoardSize, bytes: usize) -> Self {
        Self {
            size,
            bytes,
            solver: None,
            leaves: None,
            slowest: Duration::ZERO,
            spent: Duration::ZERO,
        }
    }

    /// The time of all tries.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// The solver.
    pub fn solver(&mut self) -> &mut Solver<W> {
        let options = ProveOptions {
            // Claims may take a tenth of it besides.
            table_bytes: self.bytes / 11 * 10,
            ..ProveOptions::default()
        };
        let size = self.size;
        self.solver
            .get_or_insert_with(|| Solver::new(size, options))
    }

    /// Tries to decide the position that the moves of a task lead to from the root; `None` if there
    /// is no time to begin.
    pub fn prove<N: Clone>(
        &mut self,
        root: &Position<W>,
        task: &ProofTask<N>,
        until: Option<Instant>,
        observer: &dyn Observer,
    ) -> Option<ProofResult<W>> {
        let begun = Instant::now();
        if until.is_some_and(|until| begun + 2 * self.slowest > until) {
            // One moment in which the machine was busy is not the end of all tries.
            self.slowest = self.slowest / 10 * 9;
            return None;
        }
        let leaves = self.leaves.take().filter(|leaves| leaves.root() == root);
        let options = self.solver().options();
        let mut leaves = leaves.unwrap_or_else(|| LeafEvaluator::new(root, options));
        let limits = Limits {
            until,
            nodes: Some(task.part()),
            ..Limits::default()
        };
        let solver = self.solver();
        let result = solver.solve_below(&mut leaves, &task.moves, limits, &Silent(observer));
        self.leaves = Some(leaves);
        // The first position takes longest: all connections are built.
        let positions = result.nodes.clamp(1, 1 << 20) as u32;
        let time = begun.elapsed();
        self.slowest = self.slowest.max(time / positions);
        self.spent += time;
        Some(result)
    }
}

/// An observer that can only stop the work: the search itself reports progress.
struct Silent<'a>(&'a dyn Observer);

impl Observer for Silent<'_> {
    fn should_stop(&self, work: WorkKind) -> bool {
        self.0.should_stop(work)
    }
}
