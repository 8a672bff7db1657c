//! What can be learned from games: the weights of moves and of networks that Monte Carlo tree
//! search goes by, and what moves cost in SEX search.
//!
//! - [`Example`]: a position of a game with the features of all its moves, and the move that was
//!   played;
//! - [`Ranking`]: how strong features are, so that the moves played are as likely as they can be;
//! - [`Trial`]: a position whose line a search missed, with the right move; [`learn`]: what moves
//!   should cost so that it finds them;
//! - [`TrainingSample`]: a position as a network sees it, with the move that was played and who won;
//! - [`Trainer`]: a network that learns from samples.

mod categories;
mod examples;
mod gradient;
mod network;
mod ranking;

pub use categories::{Learned, Tests, Trial, learn, trials};
pub use examples::{Example, examples};
pub use gradient::{Loss, TrainingSample};
pub use network::{Trainer, training_samples};
pub use ranking::{Fit, Ranking};
