//! Proofs as jobs: job-level proof-number search (Wu et al. 2013).
//!
//! The upper part of the proof tree lies in the store. Its inner nodes are positions of which only
//! moves are left that may still win, each a node, too; equal and symmetric positions are one node.
//! A worker leases the leaf that is needed most ([`select`]), and works at it with a
//! [`Budget`](crate::think::Budget) and with a table and claims of its own that last from job to
//! job. It comes back with the winner and its carrier, or with numbers, and if the leaf was much
//! work, with its moves as new leaves. Then the numbers and the winners above are brought up to
//! date ([`refresh`]).
//!
//! A leaf that another works at counts as if it had failed there: the next worker goes where most
//! is to be won besides. Nothing is decided by that: what counts so is kept apart
//! ([`JobNode::busy`]).
//!
//! What is decided here is pure and works on any [`ProofTree`]: one of a store, or one in memory,
//! with which the simulation and the tests work.

mod budget;
mod clock;
mod load;
mod node;
mod outcome;
mod prover;
mod root;
mod selection;
#[cfg(feature = "sqlite")]
mod simulation;
mod spec;
mod table;
mod text;
mod update;
mod verify;

pub use budget::{Pace, Supply, expected_positions, is_split};
pub use clock::{MachineClock, WorkClock};
pub use load::{LoadFigures, load};
pub use node::{JobEdge, JobNode, JobNodeId, JobNodeState, ProofTree, Widening};
use outcome::excerpts;
pub use outcome::{
    Excerpt, Finished, JobOutcome, JobReport, LeafLease, ProofJobs, finish, give_back, lease,
    reclaim, supply, tidy,
};
pub use prover::{Asked, Prover, WorkObserver};
pub use root::{Root, RootTask, ask, retry, roots};
pub use selection::{LeafSelection, RootView, select};
#[cfg(feature = "sqlite")]
pub use simulation::{Cluster, ClusterFigures, simulate};
pub use spec::ProofSpec;
pub use table::TableTree;
pub use text::{canonical, read_position, write_position};
pub use update::{mark, refresh, update};

use crate::hex::{BoardSize, CellSet, Position};

/// Words of sets on any board.
pub const WIDE: usize = BoardSize::MOST_WORDS;

/// Cells of any board.
pub type WideCells = CellSet<WIDE>;

/// A position on any board.
pub type WidePosition = Position<WIDE>;
