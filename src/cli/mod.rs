//! The command line, one file a subcommand. Exit codes: 0 done, 1 a file or claim fails, 2 wrong
//! usage.

pub mod analyze;
mod answer;
pub mod bench;
pub mod book;
pub mod examples;
mod files;
pub mod gtp;
pub mod guard;
mod gzip;
pub mod learn;
mod ledger;
pub mod manual;
pub mod matches;
pub mod merge;
pub mod openings;
pub mod papers;
pub mod play;
pub mod progress;
pub mod puzzle;
pub mod review;
pub mod show;
pub mod solution;
pub mod solve;
mod values;
pub mod verify;

use crate::game::{Game, sgf};
use anyhow::{Context, Result};
use std::path::Path;

/// The first game of a file, up to a number of moves if one is given.
fn game_of(path: &Path, moves: Option<usize>) -> Result<Game> {
    let name = path.display();
    let bytes = files::bytes(path)?;
    let file = sgf::parse(&bytes).with_context(|| format!("cannot read {name}"))?;
    let tree = file
        .games
        .first()
        .with_context(|| format!("there is no game in {name}"))?;
    sgf::to_game(tree, moves).with_context(|| format!("cannot read {name}"))
}
