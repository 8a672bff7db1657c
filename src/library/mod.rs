//! What a store knows of positions: libraries of games, that is what was played and how it scored; and
//! analyses that are kept.
//!
//! The games are rows of a [store](crate::cluster). A [`Library`] holds them in memory, a hundred
//! thousand in some hundred megabytes, and answers from there: for each number of stones it has the
//! hashes of all positions in one list, so that finding a position is one pass over the list of its
//! number of stones. Positions that are the same but for a symmetry of the board or the order of the
//! moves are one.
//!
//! - [`LibraryGame`]: a game as it is kept; [`game_table`]: its row, and adding and reading rows;
//! - [`Library`]: the games of a store in memory; [`GameFilter`]: some of them;
//! - [`Library::explore`]: the moves of a position;
//! - [`Window`]: a part of the board, and what was played there wherever it looked the same;
//! - [`Library::statistics`]: numbers of games, players and results;
//! - [`KeptAnalysis`]: what a search found in a position; [`analysis_table`]: its row;
//! - [`PageStore`]: what a page asks of a store; [`SharedStore`]: a store that many requests share,
//!   with its games in memory.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod analysis;
#[cfg(not(target_arch = "wasm32"))]
pub mod analysis_table;
mod columns;
mod explore;
mod filter;
mod game;
#[cfg(not(target_arch = "wasm32"))]
pub mod game_table;
mod games;
mod page_store;
mod replay;
mod score;
#[cfg(not(target_arch = "wasm32"))]
mod shared_store;
mod statistics;
mod step;
mod window;

pub use analysis::{KeptAnalysis, KeptMove};
pub use explore::{Explored, ExploredMove, FoundGame};
pub use filter::{GameFilter, NoSuchPlayer};
pub use game::{GameDate, LibraryGame};
pub use games::{KeptGame, Library};
pub use page_store::PageStore;
pub use score::Score;
#[cfg(not(target_arch = "wasm32"))]
pub use shared_store::SharedStore;
pub use statistics::{LibraryStatistics, PlayerScore};
pub use step::{Step, StepKind};
pub use window::{Local, LocalMove, Window, WindowFault};
