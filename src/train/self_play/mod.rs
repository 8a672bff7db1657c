//! Self-play: games that a network plays against itself for training.
//!
//! - [`SelfPlay`]: plays a game by [`Plan`];
//! - [`KnownGame`]: another game that self-play can continue;
//! - [`PlayedGame`], [`Played`]: the record of it;
//! - `file`: many games in a file;
//! - [`Sample`], [`ValueTarget`]: a position with its targets.

mod fast;
pub mod file;
mod game;
mod known;
mod opening;
mod play;
mod sample;

pub use game::{BadGame, Played, PlayedGame};
pub use known::{KnownGame, NoKnownGame};
pub use play::{Plan, SelfPlay};
pub use sample::{Sample, ValueTarget};
