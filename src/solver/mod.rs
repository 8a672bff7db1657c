//! Proof: the winner of a position, by depth-first proof-number search with connections at its
//! leaves (Pawlewicz et al. 2014, §VII.A).
//!
//! Every result comes with a **carrier**: the winner wins even if all other empty cells are the
//! opponent's. So a refutation rules out all moves that do not touch its carrier, and a result
//! serves other positions too.
//!
//! - [`Solver`]: proves, and keeps what it has found out;
//! - [`ProveOptions`]: how it proves;
//! - [`AnySolver`]: the same for a board whose size is known at run time;
//! - [`Series`]: positions of one board that are solved together, from one table and one store of
//!   claims ([`ClaimStore`]);
//! - [`NodeProver`]: the solver at nodes of a player's tree;
//! - [`JobSolver`]: works at pieces of proofs that others keep, and shares claims with them as
//!   [`Fact`]s;
//! - [`ProofResult`]: what came out;
//! - [`ProofLimits`]: what it may take;
//! - [`certify`], [`certify_all`]: write what it has found out as a
//!   [certificate](crate::certificate).

mod alone;
mod answers;
mod any;
mod capture;
mod certify;
mod claim;
mod claim_bank;
mod claim_store;
mod claim_writer;
mod claims;
mod derive;
mod draft;
mod excerpt;
mod fact;
mod image;
mod job;
mod known;
mod leaf;
mod node;
mod node_prover;
mod numbers;
mod options;
mod position;
mod regions;
mod reporter;
mod result;
mod search;
mod selection;
mod series;
mod spare;
mod table;

pub use answers::Origin;
pub use any::{AnySolver, solver};
pub use certify::{NotCertified, certify, certify_all};
pub use claim_store::{BadClaim, CLAIM_FORMAT, ClaimRecord, ClaimStore};
pub use excerpt::BadExcerpt;
pub use fact::Fact;
pub use image::Image;
pub use job::{JobMove, JobResult, JobSolver, OpenPosition};
pub use node_prover::{NodeProver, OpenLeaves, ProofTask};
pub use numbers::{INFINITE, ProofNumbers};
pub use options::{ProveOptions, SolverConnections};
pub use position::Solver;
pub use result::{ProofLimits, ProofResult};
pub use search::SearchEnd;
pub use series::{NoSeries, Series, SeriesLimits, SeriesResult, SeriesTask};
