//! Search for the best move.
//!
//! - [`tree`]: tree search (PUCT) on the networks, which the shipped player uses;
//! - [`alpha_beta`]: iterative deepening with principal variation search and a combinatorial
//!   transposition table.

pub mod alpha_beta;
pub mod tree;
