//! `mustplay learn patterns`: the weights of moves by the patterns around them, from games.

use super::{fit_line, gathered, played};
use crate::arena::record::GameRecord;
use crate::at_width;
use crate::cli::{answer::answer, files};
use crate::hex::BoardSize;
use crate::knowledge::analysis::Recipe;
use crate::papers::engines::montecarlo::patterns::{Example, LearningOptions, examples, learn};
use anyhow::Result;
use std::fmt::Write as _;
use std::path::PathBuf;

#[derive(clap::Args, Clone, Debug)]
pub(super) struct PatternsArguments {
    /// Games written by `mustplay match --out`
    #[arg(long, value_name = "FILE.jsonl", required = true, num_args = 1..)]
    games: Vec<PathBuf>,

    /// Output file for the weights
    #[arg(long, value_name = "FILE.txt")]
    out: PathBuf,

    /// Rounds of fitting the weights
    #[arg(long, value_name = "N", default_value_t = 30)]
    rounds: usize,

    /// Occurrences a pattern of the six neighbours needs to get a weight
    #[arg(long, value_name = "N", default_value_t = 20)]
    least: u32,

    /// The same for patterns of all twelve neighbours
    #[arg(long, value_name = "N", default_value_t = 300)]
    least_wide: u32,
}

/// Learns the weights.
pub(super) fn run(options: &PatternsArguments) -> Result<()> {
    let take = |record: &GameRecord, size| at_width!(size, W => taken::<W>(record, size));
    let (sets, games) = gathered(&options.games, take)?;
    let learned = learn(
        &sets,
        LearningOptions {
            rounds: options.rounds,
            least: options.least,
            least_wide: options.least_wide,
        },
    );
    let mut text = format!(
        "# Weights of moves, by `mustplay learn patterns`: {} positions of {games} games, and {} held out.\n",
        sets[0].len(),
        sets[1].len()
    );
    for (name, fit) in [("playouts", learned.playouts), ("priors", learned.priors)] {
        let line = fit_line(name, &fit);
        answer(&format!("{line}\n"))?;
        let _ = writeln!(text, "# {line}");
    }
    answer(&format!("{} weights\n", learned.lines.lines().count()))?;
    files::write(&options.out, text + &learned.lines)
}

/// The samples of a game.
fn taken<const W: usize>(record: &GameRecord, size: BoardSize) -> Result<Vec<Example>> {
    let (start, cells) = played::<W>(record, size)?;
    Ok(examples(
        &cells,
        start,
        record.opening,
        Recipe::Quick.options(),
    ))
}
