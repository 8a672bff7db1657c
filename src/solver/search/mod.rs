//! Depth-first proof-number search of one position, by one thread or several.
//!
//! - `ProofWorker`: one thread of a search: the algorithm, in `worker`, `selection` and `alone`;
//! - `SharedSearch`: what the threads of a search share; [`SearchEnd`]: when it ends;
//! - `LeafEvaluator`: the evaluation of a leaf, from an analysis that follows the search;
//! - `ProofNode`: what is known of a position; `ProofTable`: the transposition table of these;
//! - `PolicyOrder`: the order of moves by a network;
//! - `RegionBook`: what is known of regions that are games of their own;
//! - `SpareThreads`: threads that have nothing to do and take part in the searches of others;
//! - `Reporter`: reports the progress of a search to an observer.

mod alone;
mod leaf;
mod node;
mod policy_order;
mod regions;
mod reporter;
mod selection;
mod shared;
mod spare;
mod table;
mod worker;

pub use leaf::LeafEvaluator;
pub use node::{OrderedMove, ProofNode};
pub use regions::RegionBook;
pub use reporter::Reporter;
pub use shared::{SearchEnd, SharedSearch};
pub use spare::SpareThreads;
pub use table::ProofTable;
pub use worker::ProofWorker;
