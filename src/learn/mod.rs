//! Learning from games: the weights of moves and of networks that Monte Carlo tree search uses.
//!
//! - [`Example`]: a position of a game with the features of all its moves, and the move that was
//!   played;
//! - [`Ranking`]: how strong features are, so that the moves played are as likely as they can be;
//! - [`TrainingSample`]: a position as a network sees it, with the move that was played and who won;
//! - [`Trainer`]: a network that learns from samples.

mod examples;
mod gradient;
mod network;
mod ranking;

pub use examples::{Example, examples};
pub use gradient::{Loss, TrainingSample};
pub use network::{Trainer, training_samples};
pub use ranking::{Fit, RankedChoice, Ranking};
