//! Games that a network plays with itself, to learn from them.
//!
//! - [`SelfPlay`]: plays a game by [`Plan`];
//! - [`KnownGame`]: a game of others, from which one may go on;
//! - [`PlayedGame`], [`Played`]: what is kept of it;
//! - `file`: many games in a file;
//! - [`Sample`]: a position with what is to be learned from it.

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
pub use sample::Sample;
