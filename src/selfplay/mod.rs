//! Games that a network plays with itself, to learn from them.
//!
//! - [`SelfPlay`]: plays a game by [`Plan`];
//! - [`PlayedGame`], [`Played`]: what is kept of it;
//! - [`file`]: many games in a file;
//! - [`Sample`]: a position with what is to be learned from it.

pub mod file;
mod game;
mod play;
mod sample;

pub use game::{BadGame, Played, PlayedGame};
pub use play::{Plan, SelfPlay};
pub use sample::Sample;
