//! Learning: from games, the weights of moves that Monte Carlo tree search uses; by proof,
//! templates.
//!
//! - [`Example`]: a position of a game with the features of all its moves, and the move that was
//!   played;
//! - [`templates`]: the finder of edge templates;
//! - [`Ranking`]: how strong features are, so that the moves played are as likely as they can be.

mod examples;
mod ranking;
pub mod templates;

pub use examples::{Example, examples};
pub use ranking::{Fit, RankedChoice, Ranking};
