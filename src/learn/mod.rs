//! Learning from games: the weights of moves that Monte Carlo tree search uses.
//!
//! - [`Example`]: a position of a game with the features of all its moves, and the move that was
//!   played;
//! - [`Ranking`]: how strong features are, so that the moves played are as likely as they can be.

mod examples;
mod ranking;

pub use examples::{Example, examples};
pub use ranking::{Fit, RankedChoice, Ranking};
