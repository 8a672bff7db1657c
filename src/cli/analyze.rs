//! `mustplay analyze GAME`: the analysis of a game's position, as text or as JSON.

use super::answer::answer;
use super::game::GameArguments;
use crate::knowledge::analysis::{Analysis, AnalysisOptions, Recipe, report, words};
use anyhow::Result;

/// The arguments of `mustplay analyze`.
#[derive(clap::Args, Clone, Debug)]
pub struct AnalyzeArguments {
    #[command(flatten)]
    pub game: GameArguments,

    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints the analysis.
pub fn run(options: &AnalyzeArguments) -> Result<()> {
    let game = options.game.read()?;
    let analysis_options = AnalysisOptions {
        two_threads: true,
        ..Recipe::Quick.options()
    };
    let analysis = Analysis::new(game.board(), analysis_options);
    let text = if options.json {
        report(&analysis).to_string()
    } else {
        words(&analysis)
    };
    answer(&format!("{text}\n"))
}
