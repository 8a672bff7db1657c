//! `mustplay analyze GAME`: the analysis of a game's position, or whether two ends are connected, as
//! text or as JSON.

use super::answer::answer;
use super::certificate_file;
use super::game::GameArguments;
use super::values;
use crate::base::parameter::shortened;
use crate::hex::Board;
use crate::knowledge::analysis::{Analysis, AnalysisOptions, Recipe, report, words};
use crate::solver::{ConnectionQuestion, connection};
use crate::teach::explain::{connection_report, connection_words};
use crate::think::{Limits, NoObserver};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `mustplay analyze`.
#[derive(clap::Args, Clone, Debug)]
pub struct AnalyzeArguments {
    #[command(flatten)]
    pub game: GameArguments,

    /// Say instead whether these two ends, each a cell or an edge (north, south, west, east), are
    /// connected
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pub connection: Vec<String>,

    /// Time limit for --connection
    #[arg(
        long,
        default_value = "2",
        value_name = "SECONDS",
        value_parser = values::seconds,
        requires = "connection"
    )]
    pub time: Duration,

    /// With --connection, write a certificate of the answer to this file: of the games of Hex in
    /// which joining the ends is joining the edges
    #[arg(long, value_name = "FILE.json[.gz]", requires = "connection")]
    pub certificate: Option<PathBuf>,

    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints the analysis.
pub fn run(options: &AnalyzeArguments) -> Result<()> {
    let game = options.game.read()?;
    if let [one, other] = options.connection.as_slice() {
        return connected(options, game.board(), [one, other]);
    }
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

/// Prints whether two ends are connected.
fn connected(options: &AnalyzeArguments, board: &Board, ends: [&String; 2]) -> Result<()> {
    let size = board.size();
    let end = |name: &String| match size.read_end(name) {
        Ok(end) => Ok(end),
        Err(why) => bail!("{why}: {}", shortened(name)),
    };
    let ends = [end(ends[0])?, end(ends[1])?];
    let colour = ConnectionQuestion::colour(board, ends).unwrap_or(board.to_move());
    let limits = Limits::from_now(options.time);
    let found = match &options.certificate {
        None => connection(board, ends, colour, limits, &NoObserver)?,
        Some(path) => {
            let question = ConnectionQuestion::new(board, colour, ends)?;
            let proved = question.certify(|| Limits::from_now(options.time), &NoObserver);
            let (found, certificate) = proved.context("no certificate")?;
            certificate_file::write(path, serde_json::to_vec(&certificate)?)?;
            found
        }
    };
    let text = if options.json {
        connection_report(size, colour, ends, &found).to_string()
    } else {
        let cells = size.names(found.carrier);
        let words = connection_words(size, colour, ends, &found);
        let cells = (!cells.is_empty()).then(|| format!("\nCells: {cells}"));
        words + &cells.unwrap_or_default()
    };
    answer(&format!("{text}\n"))
}
