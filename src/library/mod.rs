//! Libraries of games: what was played in a position, and how it scored.
//!
//! The games are rows of a [store](crate::cluster). A [`Library`] holds them in memory, a hundred
//! thousand in some hundred megabytes, and answers from there: for each number of stones it has the
//! hashes of all positions in one list, so that finding a position is one pass over the list of its
//! number of stones. Positions that are the same but for a symmetry of the board or the order of the
//! moves are one.
//!
//! - [`LibraryGame`]: a game as it is kept; [`table`]: its row, and adding and reading rows;
//! - [`Library`]: the games of a store in memory; [`GameFilter`]: some of them;
//! - [`Library::explore`]: the moves of a position;
//! - [`Window`]: a part of the board, and what was played there wherever it looked the same;
//! - [`Library::statistics`]: numbers of games, players and results;
//! - [`SharedLibrary`]: a library that many requests share and that follows its store.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod columns;
mod explore;
mod filter;
mod game;
mod games;
mod replay;
mod score;
#[cfg(not(target_arch = "wasm32"))]
mod shared;
mod source;
mod statistics;
mod step;
#[cfg(not(target_arch = "wasm32"))]
pub mod table;
mod window;

pub use explore::{Explored, ExploredMove, FoundGame};
pub use filter::{GameFilter, NoSuchPlayer};
pub use game::{GameDate, LibraryGame};
pub use games::{KeptGame, Library};
pub use score::Score;
#[cfg(not(target_arch = "wasm32"))]
pub use shared::SharedLibrary;
pub use source::GameSource;
pub use statistics::{LibraryStatistics, PlayerScore};
pub use step::{Step, StepKind};
pub use window::{Local, LocalMove, Window, WindowFault};
