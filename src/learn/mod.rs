//! What can be learned from games: the weights of moves that Monte Carlo tree search goes by.
//!
//! - [`Example`]: a position of a game with the features of all its moves, and the move that was played;
//! - [`Ranking`]: how strong features are, so that the moves played are as likely as they can be.

mod examples;
mod ranking;

pub use examples::{Example, examples};
pub use ranking::{Fit, Ranking};
