//! Proofs as jobs: job-level proof-number search (Wu et al. 2013).
//!
//! The store holds the upper part of the proof tree. An inner node is a position whose moves that
//! may still win are nodes too; equal and symmetric positions are one node. A worker leases a leaf
//! ([`select`]) and searches it within a [`Budget`](crate::think::Budget), with its own table and
//! claims, which it keeps from job to job. It returns the winner and its carrier, or numbers and, if
//! the leaf took much work, its moves as new leaves. Then the numbers and the winners above are
//! updated ([`refresh`]).
//!
//! Of the free leaves the one that is most likely to be needed is leased ([`JobNode::need`]): the
//! most-proving leaf first, then replies that a refutation of the best may leave open, and only then
//! siblings of a move that is expected to win. Nothing is decided by that.
//!
//! These decisions are pure functions on any [`ProofTree`]: that of a store, or one in memory for
//! the simulation and the tests.

mod budget;
mod clock;
mod consistency;
mod leasing;
mod load;
mod need;
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
pub use consistency::{inspect, set_aside};
use leasing::excerpts;
pub use leasing::{Excerpt, LeafLease, ProofJobs, give_back, lease, reclaim, supply, tidy};
pub use load::{LoadFigures, load};
pub use node::{JobEdge, JobNode, JobNodeId, JobNodeState, ProofTree, Widening};
pub use outcome::{Finished, JobOutcome, JobReport, finish};
pub use prover::{Asked, Prover, WorkObserver};
pub use root::{Root, RootTask, ask, retry, roots};
pub use selection::{LeafSelection, RootView, select};
#[cfg(feature = "sqlite")]
pub use simulation::{Cluster, ClusterFigures, simulate};
pub use spec::ProofSpec;
pub use table::TableTree;
use text::below;
pub use text::{canonical, read_position, write_position};
pub use update::{mark, refresh, update};

use crate::hex::{BoardSize, CellSet, Position};

/// Words of sets on any board.
pub const WIDE: usize = BoardSize::WORDS_WITH_CONNECTIONS;

/// Cells of any board.
pub type WideCells = CellSet<WIDE>;

/// A position on any board.
pub type WidePosition = Position<WIDE>;
