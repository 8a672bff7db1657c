//! The solver: the winner of a position, by depth-first proof-number search with connections at its
//! leaves (Pawlewicz et al. 2014, §VII.A).
//!
//! Every result comes with a **carrier**: the winner wins even if all other empty cells are the
//! opponent's. So a refutation rules out all moves that do not touch its carrier, and a result
//! serves other positions too, as a claim.
//!
//! ```
//! use mustplay::certificate::check;
//! use mustplay::hex::{Board, Colour};
//! use mustplay::solver::{ProveOptions, solver};
//! use mustplay::think::{Limits, NoObserver};
//!
//! let mut board = Board::new("5".parse()?);
//! board.play(board.size().read("c3")?);
//! let mut solver = solver(board.size(), ProveOptions::default());
//!
//! let proof = solver.solve(&board, Limits::default(), &NoObserver);
//! assert_eq!(proof.winner, Some(Colour::Black));
//! // White may have all empty cells that Black does not need.
//! assert!(proof.carrier.len() < board.empty().len());
//!
//! let certificate = solver.certify(&board, Limits::default(), &NoObserver)?;
//! assert_eq!(check(&certificate)?.winner, Colour::Black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A tour
//!
//! - [`Solver`] (`solve`, `known`): proves, and keeps what it has found out; [`AnySolver`]: the
//!   same for a board whose size is known at run time. It takes [`ProveOptions`] and
//!   [`Limits`](crate::think::Limits) and returns a [`ProofResult`].
//! - `search`: the search of one position: its threads, leaves, nodes and table.
//! - `claims`: results that hold in many positions.
//! - `certify`: writes what a solver has found out as a [certificate](crate::certificate)
//!   ([`Solver::certify`], [`Solver::certify_all`]), whose format, rules and checker are a module
//!   apart.
//!
//! What uses a solver:
//!
//! - [`Series`]: positions of one board that are solved together, from one table and one store of
//!   claims;
//! - [`connection`]: whether two ends are connected, as a [`ConnectionQuestion`];
//! - [`ShortestSearch`]: how many stones the winner needs, a search of its own;
//! - [`NodeProver`]: the solver at nodes of a player's tree;
//! - [`JobSolver`]: works at pieces of proofs that others keep (an `excerpt` is what it knows of
//!   one), and exchanges facts with them.
//!
//! # Claims
//!
//! Two nouns have this name. A claim of the solver is a result that holds in many positions; a
//! claim of a certificate is a statement about two ends, and follows from others by a rule.
//!
//! | type | what it is for |
//! |---|---|
//! | `claims::Claim` | the winner, the side to move, the stones and cells that it needs: compared with positions in the search |
//! | `claims::KeptClaim` | a claim in the solver's memory, with the position in which its proof is found |
//! | [`Fact`] | a claim that travels between solvers, whatever the width of their boards, with the work that it took |
//! | [`ClaimRecord`] | a fact as text, in a file or another [`ClaimStore`]; `cluster::facts` adds the number of its row |
//! | [`CertificateNode`](crate::certificate::CertificateNode) | a claim of a certificate as text: how it follows |
//! | `certificate::CertificateStep` | the same with cells of a board |
//! | `certificate::CertificateClaim` | what it states, concluded from its step by the rules |

mod any;
mod certify;
mod claims;
mod connection;
mod excerpt;
mod job;
mod known;
mod node_prover;
mod numbers;
mod options;
mod result;
mod search;
mod series;
mod shortest;
mod solve;

pub use any::{AnySolver, solver};
pub use certify::NotCertified;
pub use claims::{BadClaim, CLAIM_FORMAT, ClaimRecord, ClaimStore, Fact, KnownWinners, Origin};
pub use connection::{
    ConnectionAnswer, ConnectionQuestion, Joining, NoCertificate, NoQuestion, connection,
    connection_by_rules, short_limits,
};
pub use excerpt::BadExcerpt;
pub use job::{JobMove, JobResult, JobSolver, OpenPosition};
pub use node_prover::{NodeProver, OpenLeaves, ProofTask};
pub use numbers::{INFINITE, ProofNumbers};
pub use options::ProveOptions;
pub use result::ProofResult;
pub use search::SearchEnd;
pub use series::{NoSeries, Series, SeriesResult, SeriesTask};
pub use shortest::{ShortestSearch, ShortestWin};
pub use solve::Solver;
