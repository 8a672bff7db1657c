//! The solver: the winner of a position, by depth-first proof-number search with connections at its
//! leaves (Pawlewicz et al. 2014, §VII.A).
//!
//! Every result comes with a **carrier**: the winner wins even if all other empty cells are the
//! opponent's. So a refutation rules out all moves that do not touch its carrier, and a result
//! serves other positions too, as a claim.
//!
//! # A tour
//!
//! - [`Solver`] (`solve`, `known`): proves, and keeps what it has found out; [`AnySolver`]: the same
//!   for a board whose size is known at run time. It takes [`ProveOptions`] and [`ProofLimits`] and
//!   returns a [`ProofResult`].
//! - `search`: the search of one position: its threads, leaves, nodes and table.
//! - `claims`: results that hold in many positions. Of a `Claim` the solver's memory has a
//!   `KeptClaim`, other solvers get a [`Fact`], and a file or [`ClaimStore`] has a [`ClaimRecord`].
//! - `certify`: writes what a solver has found out as a [certificate](crate::certificate)
//!   ([`certify()`], [`certify_all`]), whose format, rules and checker are a module apart.
//!
//! What uses a solver:
//!
//! - [`Series`]: positions of one board that are solved together, from one table and one store of
//!   claims;
//! - [`NodeProver`]: the solver at nodes of a player's tree;
//! - [`JobSolver`]: works at pieces of proofs that others keep (an `excerpt` is what it knows of
//!   one), and exchanges facts with them.

mod any;
mod certify;
mod claims;
mod excerpt;
mod image;
mod job;
mod known;
mod node_prover;
mod numbers;
mod options;
mod result;
mod search;
mod series;
mod solve;

pub use any::{AnySolver, solver};
pub use certify::{NotCertified, certify, certify_all};
pub use claims::{BadClaim, CLAIM_FORMAT, ClaimRecord, ClaimStore, Fact, Origin};
pub use excerpt::BadExcerpt;
pub use image::Image;
pub use job::{JobMove, JobResult, JobSolver, OpenPosition};
pub use node_prover::{NodeProver, OpenLeaves, ProofTask};
pub use numbers::{INFINITE, ProofNumbers};
pub use options::{ProveOptions, SolverConnections};
pub use result::{ProofLimits, ProofResult};
pub use search::SearchEnd;
pub use series::{NoSeries, Series, SeriesLimits, SeriesResult, SeriesTask};
pub use solve::Solver;
