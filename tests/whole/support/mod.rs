//! Shared code of the tests: the program under test, folders and files, random positions, and
//! independent oracles that share nothing with the engine but the board.

pub mod browser;
pub mod conversation;
pub mod engine;
pub mod file_server;
pub mod folder;
pub mod job_tree;
pub mod matches;
pub mod players;
pub mod referee;
pub mod sampling;
pub mod served;
#[cfg(all(unix, feature = "postgres", feature = "sqlite"))]
pub mod server;
pub mod skip;
pub mod small_boards;
pub mod viewer;
