//! `mustplay analyze FILE.sgf`: the analysis of a game's position, as text or as JSON.

use super::answer::answer;
use super::game_of;
use crate::analysis::{Analysis, AnalysisOptions, report, words};
use crate::players::PlayerOptions;
use anyhow::Result;
use std::path::PathBuf;

/// The arguments of `mustplay analyze`.
#[derive(clap::Args, Clone, Debug)]
pub struct AnalyzeArguments {
    /// The game
    #[arg(value_name = "FILE.sgf")]
    pub file: PathBuf,

    /// The position after this many moves instead of the last
    #[arg(long, value_name = "N")]
    pub moves: Option<usize>,

    /// Print JSON, on one line
    #[arg(long)]
    pub json: bool,
}

/// Prints the analysis.
pub fn run(options: &AnalyzeArguments) -> Result<()> {
    let game = game_of(&options.file, options.moves)?;
    let look = AnalysisOptions {
        two_threads: true,
        ..PlayerOptions::default().analysis()
    };
    let analysis = Analysis::new(game.board(), look);
    let text = if options.json {
        report(&analysis).to_string()
    } else {
        words(&analysis)
    };
    answer(&format!("{text}\n"))
}
