//! Learning from games: the weights of moves and of networks that Monte Carlo tree search uses.
//!
//! - [`Example`]: a position of a game with the features of all its moves, and the move that was
//!   played;
//! - [`Ranking`]: how strong features are, so that the moves played are as likely as they can be;
//! - [`Lesson`]: a position as a network sees it, with the move that was played and who won;
//! - [`Learner`]: a network that learns from lessons.

mod examples;
mod gradient;
mod network;
mod ranking;

pub use examples::{Example, examples};
pub use gradient::{Lesson, Loss};
pub use network::{Learner, lessons};
pub use ranking::{Fit, RankedChoice, Ranking};
