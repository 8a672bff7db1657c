//! Play at a terminal, for people: a board, a prompt, moves and a few commands; and puzzles, posed
//! there.
//!
//! - `table`: the game, who plays whom, and what goes on between two lines of input;
//! - `moves`: stones, swaps, what is taken back, and the program's own moves;
//! - `files`: games that are saved, loaded, taken up again;
//! - `advice`: hints, reasons, and what can be laid over the board;
//! - `advisor`: who explains, and a refutation as it is drawn;
//! - `pose`: puzzles, one after the other;
//! - `command`: what a line asks for, and what could have been asked instead;
//! - `screen`: where lines come from and where text goes: a terminal, or pipes, where all is plain;
//! - `thought`: work that takes time, with a sign that it goes on and ctrl-C to end it; `keys`: the
//!   keyboard meanwhile;
//! - `record`, `archive`: a game with its players as a file; the files of all games.
//!
//! Every line is answered; what cannot be done gets a sentence that says what can.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod advice;
mod advisor;
mod archive;
mod command;
mod files;
#[cfg(unix)]
mod keys;
mod moves;
mod pose;
mod record;
mod screen;
mod session;
mod thinking;

pub use archive::usual_folder;
pub use pose::pose;
pub use screen::{Screen, wants_colours};
pub use session::{PlaySettings, play};
