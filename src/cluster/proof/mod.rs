//! Proofs as jobs: job-level proof-number search (Wu et al. 2013).
//!
//! The store holds the upper part of the proof tree. An inner node is a position whose moves that
//! may still win are nodes too; equal and symmetric positions are one node. A worker leases the
//! most-proving leaf ([`select`]) and searches it within a [`Budget`](crate::think::Budget), with
//! its own table and claims, which it keeps from job to job. It returns the winner and its carrier,
//! or numbers and, if the leaf took much work, its moves as new leaves. Then the numbers and the
//! winners above are updated ([`refresh`]).
//!
//! A leased leaf counts as nearer to the result that its numbers let expect. Where all moves have
//! to be refuted, the next worker is thus sent to another of them; where a leased move is expected
//! to win, not to its siblings, which would then be needless, but to other places in the tree.
//! Nothing is decided by that: these numbers are kept separately ([`JobNode::busy`]).
//!
//! These decisions are pure functions on any [`ProofTree`]: that of a store, or one in memory for
//! the simulation and the tests.

mod budget;
mod clock;
mod consistency;
mod leasing;
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
pub use text::{canonical, read_position, write_position};
pub use update::{mark, refresh, update};

use crate::hex::{BoardSize, CellSet, Position};

/// Words of sets on any board.
pub const WIDE: usize = BoardSize::WORDS_WITH_CONNECTIONS;

/// Cells of any board.
pub type WideCells = CellSet<WIDE>;

/// A position on any board.
pub type WidePosition = Position<WIDE>;
