//! `mustplay bench`: a fixed amount of search on fixed positions. The number printed last, the
//! nodes searched, changes only when behaviour changes: a commit that changes it on purpose says so
//! in its last line (`Bench: N`), and `.ci/run` compares.

mod late;
mod sight;

use crate::at_width;
use crate::base::parameter::Choice;
use crate::cli::{answer::answer, values};
use crate::hex::Position;
use crate::hex::record::PositionRecord;
use crate::knowledge::analysis::Analysis;
use crate::papers::engines::queenbee;
use crate::player::{BEST_LEVEL, PlayerName, PlayerOptions};
use crate::search::alpha_beta::{self, ConnectedPosition, PlainPosition, TranspositionTable};
use crate::think::NoObserver;
use crate::think::{SearchLimits, SearchOutcome};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The arguments of `mustplay bench`.
#[derive(clap::Args, Clone, Debug)]
pub struct BenchArguments {
    /// Print the result of each position
    #[arg(long)]
    pub verbose: bool,
    /// Instead: the depth that these players reach on four boards of 11x11
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    pub players: Vec<String>,
    /// Instead: in how many late positions of this file, by mustplay puzzle late, these players
    /// keep the win
    #[arg(long, value_name = "FILE.json", requires = "players")]
    pub late: Option<PathBuf>,
    /// Positions that are played at a time, each on a thread of its own
    #[arg(long, value_name = "N", requires = "late", default_value = "1", value_parser = values::jobs)]
    pub jobs: usize,
    /// Seconds for each search of a player
    #[arg(long, value_name = "SECONDS", requires = "players", default_value = "1", value_parser = values::seconds)]
    pub time: Duration,
}

/// The file of positions.
#[derive(Deserialize)]
struct BenchFile {
    positions: Vec<BenchPosition>,
}

#[derive(Deserialize)]
struct BenchPosition {
    id: String,
    #[serde(flatten)]
    position: PositionRecord,
    depth: u32,
}

/// Searches all positions with connections, and without.
pub fn run(options: &BenchArguments) -> Result<()> {
    if let Some(file) = &options.late {
        return late::run(file, &options.players, options.time, options.jobs);
    }
    if !options.players.is_empty() {
        return sight::run(&options.players, options.time);
    }
    let file: BenchFile = serde_json::from_str(include_str!("../../../positions/bench.json"))
        .context("cannot read the positions")?;
    let start = Instant::now();
    let (mut nodes, mut evaluations) = (0, 0);
    for entry in &file.positions {
        let board = entry.position.board()?;
        let size = board.size();
        let both = at_width!(size, W => searched(&board.resize::<W>(), entry.depth));
        for (outcome, name) in both.iter().zip(["mustplay", "queenbee"]) {
            nodes += outcome.nodes;
            evaluations += outcome.evaluations;
            if options.verbose {
                let best = outcome.best.map(|cell| size.name(cell));
                let score = outcome.score.map(|score| score.to_string());
                answer(&format!(
                    "{:20} {name:8} {:4} {:10} nodes {:6}\n",
                    entry.id,
                    best.as_deref().unwrap_or("-"),
                    score.as_deref().unwrap_or("at a look"),
                    outcome.nodes
                ))?;
            }
        }
    }
    let time = start.elapsed().as_secs_f64();
    writeln!(
        io::stderr(),
        "{} positions in {time:.1} s, {evaluations} evaluations",
        file.positions.len()
    )?;
    answer(&format!("{nodes}\n"))
}

/// The searches of the default player and of one without connections.
fn searched<const W: usize>(position: &Position<W>, depth: u32) -> Vec<SearchOutcome> {
    let limits = |depth| SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    };
    let outcome = |name| {
        let player = PlayerOptions::of(name, BEST_LEVEL);
        let options = &player.search;
        let own = queenbee::QueenbeeOptions::default();
        let table = TranspositionTable::new(options.table_bytes);
        if name != PlayerName::MUSTPLAY {
            let plain = PlainPosition::new(position, None);
            let selection = queenbee::selection(options, &own);
            let limits = limits(depth + 1);
            return alpha_beta::search(plain, options, &*selection, &table, limits, &NoObserver);
        }
        let analysis = Analysis::new(position, player.analysis());
        let connected = ConnectedPosition::new(analysis, options.judge, options.order);
        let selection = queenbee::selection(options, &own);
        alpha_beta::search(
            connected,
            options,
            &*selection,
            &table,
            limits(depth),
            &NoObserver,
        )
    };
    let queenbee = PlayerName::of("queenbee").unwrap_or(PlayerName::MUSTPLAY);
    vec![outcome(PlayerName::MUSTPLAY), outcome(queenbee)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_forty_and_open() {
        let text = include_str!("../../../positions/bench.json");
        let file: BenchFile = serde_json::from_str(text).unwrap();
        assert_eq!(file.positions.len(), 40);
        for entry in &file.positions {
            let position = entry.position.board().unwrap();
            assert!(
                position.winner().is_none() && entry.depth > 0,
                "{}",
                entry.id
            );
        }
    }
}
