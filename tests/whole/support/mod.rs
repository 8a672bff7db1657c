//! What the tests share: the program under test, folders and files, random positions, and judges
//! that share nothing with the engine but the board.

pub mod browser;
pub mod conversation;
pub mod engine;
pub mod folder;
pub mod matches;
pub mod referee;
pub mod sampling;
pub mod served;
pub mod small_boards;
pub mod viewer;
