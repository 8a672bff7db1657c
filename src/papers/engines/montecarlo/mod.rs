//! Monte Carlo tree search with an analysis at every expanded node, and playouts: `MoHex` as the
//! papers describe it.
//!
//! A visit selects a leaf from the root down by mean value, all-moves-as-first (RAVE) and prior,
//! fills the board at random from there ([`Playout`]), and backs the winner up to every node on its
//! path. A leaf with enough visits is evaluated by its analysis ([`crate::knowledge::analysis`]).
//! If that decides the leaf, the leaf and its ancestors, as far as follows, are proved. Otherwise
//! the leaf is expanded by the moves worth considering: the power through their cells gives their
//! priors, and the resistance of the circuits a value that is backed up with the weight of several
//! playouts. Playouts start on the filled board of the last expanded node. After Gelly and Silver
//! 2011 (RAVE), Arneson, Hayward and Henderson 2010 (fill-in and mustplay in the tree, bridges in
//! playouts), Rosin 2011 (priors that fade with visits), and Huang et al. 2013 (learned patterns).
//!
//! Read in this order:
//!
//! 1. `search`: [`MonteCarloSearch`], the visits of one thread, and the tree that follows the game;
//!    `run`: when a search ends, and what it reports; [`MonteCarloOptions`];
//! 2. `tree`: nodes, selection, backup; `proofs`: what is proved in the tree;
//! 3. `evaluation`: what an analysis gives for a leaf;
//! 4. [`playout`]: fills a board at random, saving bridges;
//! 5. [`patterns`]: features of moves and their weights, learned from games, for priors and
//!    playouts;
//! 6. `player_search`: the search of a player.
//!
//! `tried.md` lists ideas that were removed.

mod evaluation;
mod options;
pub mod patterns;
mod player_search;
pub mod playout;
mod proofs;
mod run;
mod search;
mod tree;

pub use options::MonteCarloOptions;
pub use patterns::PatternWeights;
pub use player_search::search;
pub use playout::Playout;
pub use search::MonteCarloSearch;
