//! `mustplay games`: libraries of games.

mod add;
mod filter;
mod find;
mod stats;

use anyhow::Result;
use clap::Subcommand;

/// The tasks of `mustplay games`.
#[derive(Subcommand, Clone, Debug)]
pub enum GamesTask {
    /// Add games to a library
    Add(add::AddArguments),
    /// Find games by position, by a part of the board, or by player
    Find(Box<find::FindArguments>),
    /// Show numbers of games, players and results
    Stats(stats::StatsArguments),
}

/// Does it.
pub fn run(task: &GamesTask) -> Result<()> {
    match task {
        GamesTask::Add(arguments) => add::run(arguments),
        GamesTask::Find(arguments) => find::run(arguments),
        GamesTask::Stats(arguments) => stats::run(arguments),
    }
}
