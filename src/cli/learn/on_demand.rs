//! `mustplay learn on-demand`: what proofs near the edge would add to the templates.

use crate::cli::answer::answer;
use crate::cli::game::{self, GameChoice};
use crate::cli::interrupt::{Interrupt, Watch};
use crate::cli::values;
use crate::train::templates::{OnDemand, OnDemandCounts};
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args, Clone, Debug)]
pub(super) struct OnDemandArguments {
    /// Game files in any format
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,

    /// Use the positions after this many moves instead of the last
    #[arg(long, value_name = "N")]
    moves: Option<usize>,

    /// Highest row of the stones
    #[arg(long, value_name = "ROW", default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=7))]
    rows: u8,

    /// Columns of the window on each side of the stone
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=5))]
    reach: u8,

    /// Maximum number of positions per proof
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = values::count)]
    nodes: usize,
}

/// Goes through all games and reports the counts.
pub(super) fn run(options: &OnDemandArguments) -> Result<()> {
    let mut boards = Vec::new();
    for file in &options.games {
        let cannot = || format!("cannot read {}", game::name(file));
        for read in GameChoice::default().games(file, options.moves)? {
            boards.push(*read.with_context(cannot)?.board());
        }
    }
    let search = OnDemand {
        rows: options.rows.into(),
        reach: options.reach.into(),
        nodes: options.nodes as u64,
    };
    let watch = Watch {
        interrupt: Interrupt::listen(),
        until: None,
        show: &|_| {},
    };
    answer(&words(&search.count(&boards, &watch)))
}

fn words(counts: &OnDemandCounts) -> String {
    let milliseconds =
        |time: Duration, count: usize| time.as_secs_f64() * 1e3 / count.max(1) as f64;
    let [joined, apart, open] = counts.outcomes;
    format!(
        "{} positions, the connections of both sides {:.3} ms each\n\
         {} stones near an edge that no connection joins to it, {} different windows\n\
         {joined} windows are joined all the same ({} stones), {apart} are not, {open} stayed open\n\
         a proof {:.3} ms, those of a position {:.3} ms\n",
        counts.positions,
        milliseconds(counts.builds, counts.positions),
        counts.stones,
        counts.windows,
        counts.joined_stones,
        milliseconds(counts.proofs, counts.windows),
        milliseconds(counts.proofs, counts.positions),
    )
}
