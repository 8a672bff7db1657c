//! Play and puzzles in the terminal: a board, a prompt, moves and a few commands.
//!
//! - `session`: the game, its sides, and the loop over lines of input;
//! - `moves`: stones, swaps, undo, and the program's moves;
//! - `files`: saving, loading and resuming games;
//! - `advice`: hints, reasons, and overlays of the board;
//! - `advisor`: the explainer, and the drawing of a refutation;
//! - `pose`: presents puzzles, one after the other; `lesson`: the first lesson;
//! - `command`: reads moves and commands;
//! - `screen`: input and output through a terminal, or plain through pipes;
//! - `thinking`: long work, with a spinner and Ctrl-C to end it; `keys`: the keyboard meanwhile,
//!   `ctrl_c`: Ctrl-C alone, on Windows; `columns`: the width of its line;
//! - `record`, `archive`: a game with its players as a file; the files of all games.
//!
//! Every line gets an answer; an error names what is possible instead.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod advice;
mod advisor;
mod archive;
mod columns;
mod command;
#[cfg(not(unix))]
mod ctrl_c;
mod files;
#[cfg(unix)]
mod keys;
mod lesson;
mod moves;
mod pose;
mod record;
mod screen;
mod session;
mod thinking;

pub use archive::usual_folder;
pub use columns::{columns, cut};
pub use pose::pose;
pub use record::SavedGame;
pub use screen::{Screen, wants_colours};
pub use session::{PlaySettings, play};
