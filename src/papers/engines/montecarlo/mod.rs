//! Monte Carlo tree search with an analysis at every expanded node, the network's value and policy,
//! and playouts.
//!
//! A visit selects a leaf from the root down by mean value, all-moves-as-first (RAVE) and prior
//! ([`MonteCarloOptions`]), plays the rest of the game at random ([`Playout`]), and backs the
//! winner up to every node on its path. A leaf with enough visits gets an evaluation, from its
//! analysis ([`crate::knowledge::analysis`]). Either that decides the leaf, and its ancestors as far as
//! follows, exactly as proved; or the leaf is expanded by the moves that are worth considering: the
//! network's policy gives their priors, and its value is backed up with the weight of so many
//! playouts. Playouts begin on the filled board of the last expanded node. After Gelly and Silver
//! 2011 (RAVE), Arneson, Hayward and Henderson 2010 (`MoHex`: fill-in and mustplay in the tree,
//! bridges in playouts) and Rosin 2011 (priors that fade with visits).
//!
//! - [`MonteCarloSearch`]: the search, whose tree is kept from move to move; [`MonteCarloOptions`];
//! - `Run`: one search of it: its end and its reports; `Worker`: one thread of that;
//! - `SharedTree`: the tree with visits and evaluations made ahead; `Tree`: nodes, statistics,
//!   proofs;
//! - `LeafEvaluation`: what an analysis says of a leaf;
//! - [`Playout`]: a board that is filled at random; [`XorShift`]: the random numbers;
//! - [`ring`]: the neighbours of a cell as a number, and the bridge saves they ask for;
//!   [`pattern`]: features of moves; [`PatternWeights`]: their weights, learned from games.

mod evaluation;
mod examples;
mod options;
pub mod pattern;
mod player_search;
mod playout;
pub mod ring;
mod run;
mod search;
mod shared_tree;
mod tree;
mod weights;
mod worker;
mod xorshift;

pub use examples::{Example, examples};
pub use options::MonteCarloOptions;
pub use player_search::search;
pub use playout::{Playout, PlayoutPolicy};
pub use search::MonteCarloSearch;
pub use weights::{BadWeight, PLAYOUT_KIND, PatternWeights};
pub use xorshift::XorShift;
