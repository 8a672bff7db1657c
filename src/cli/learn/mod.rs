//! `mustplay learn patterns` and `categories`: weights from games of `mustplay match --out`;
//! `games`, `proofs` and `network`: self-play, positions of proofs, and a network from them; `ladder`
//! and `truth`: measures of a network; `templates`, `interior` and
//! `on-demand`: templates, by proof.

mod categories;
pub mod games;
mod interior;
mod ladder;
mod network;
mod on_demand;
mod patterns;
mod proofs;
mod rounds;
mod templates;
mod truth;

use crate::arena::journal;
use crate::arena::record::GameRecord;
use crate::cli::files;
use crate::cli::progress::ProgressLine;
use crate::hex::{BoardSize, Cell, Position};
use crate::train::ranking::Fit;
use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The arguments of `mustplay learn`.
#[derive(clap::Args, Clone, Debug)]
pub struct LearnArguments {
    #[command(subcommand)]
    task: LearnTask,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum LearnTask {
    /// Weights of moves by the patterns around them, for playouts and priors of Monte Carlo tree
    /// search
    Patterns(patterns::PatternsArguments),
    /// Costs of moves by category for SEX search, from positions where the value drops after the
    /// next move
    Categories(categories::CategoriesArguments),
    /// Self-play games of a policy and value network
    Games(games::GamesArguments),
    /// Positions that the solver searches, with what a network says of them: for the small network
    /// that orders the solver's moves
    Proofs(proofs::ProofsArguments),
    /// A policy and value network, trained on self-play games
    Network(network::NetworkArguments),
    /// Play and learn in turns, starting from a network
    Rounds(rounds::RoundsArguments),
    /// Measure a network: values of empty boards, matches against other networks and engines
    Ladder(ladder::LadderArguments),
    /// Measure how often a network is right where the solver knows the answer
    Truth(truth::TruthArguments),
    /// Edge templates: proved minimal connections to an edge
    Templates(templates::TemplatesArguments),
    /// Interior templates: proved minimal connections of two stones away from all edges
    Interior(interior::InteriorArguments),
    /// Count stones near an edge whose connection to it the rules miss, and measure what proving it
    /// costs
    OnDemand(on_demand::OnDemandArguments),
}

/// Learns weights.
pub fn run(options: &LearnArguments) -> Result<()> {
    match &options.task {
        LearnTask::Patterns(options) => patterns::run(options),
        LearnTask::Categories(options) => categories::run(options),
        LearnTask::Games(options) => games::run(options),
        LearnTask::Proofs(options) => proofs::run(options),
        LearnTask::Network(options) => network::run(options),
        LearnTask::Rounds(options) => rounds::run(options),
        LearnTask::Ladder(options) => ladder::run(options),
        LearnTask::Truth(options) => truth::run(options),
        LearnTask::Templates(options) => templates::run(options),
        LearnTask::Interior(options) => interior::run(options),
        LearnTask::OnDemand(options) => on_demand::run(options),
    }
}

/// The samples of all games: for training and held out, neither of them empty; and the number of
/// games.
fn gathered<T: Send>(
    files: &[PathBuf],
    taken: impl Fn(&GameRecord, BoardSize) -> Result<Vec<T>> + Sync,
) -> Result<([Vec<T>; 2], usize)> {
    let mut records = Vec::new();
    for path in files {
        let text = files::bytes(path)?;
        let found = journal::read(path, &text, None)?;
        records.extend(found.into_iter().map(|record| (path, record)));
    }
    let progress = ProgressLine::new(records.len(), 0);
    let done = AtomicUsize::new(0);
    // In the order of the games, with any number of threads.
    let found: Vec<Result<Vec<T>>> = records
        .par_iter()
        .map(|(path, record)| {
            let size = record.start.size().map_err(anyhow::Error::from);
            let found = size
                .and_then(|size| taken(record, size))
                .with_context(|| format!("{}, game {}", path.display(), record.game));
            progress.at(done.fetch_add(1, Ordering::Relaxed), "games");
            found
        })
        .collect();
    progress.clear();
    let mut sets = [Vec::new(), Vec::new()];
    for ((_, record), found) in records.iter().zip(found) {
        sets[usize::from(is_held_out(record))].extend(found?);
    }
    ensure!(
        sets.iter().all(|set| !set.is_empty()),
        "too few games to learn from"
    );
    Ok((sets, records.len()))
}

/// The start of a game, and its moves.
fn played<const W: usize>(
    record: &GameRecord,
    size: BoardSize,
) -> Result<(Position<W>, Vec<Cell>)> {
    let start = record.start.board()?.resize();
    // Moves after a swap are left out: the colours are exchanged there.
    let cells = record.moves.iter().map_while(|name| size.read(name).ok());
    Ok((start, cells.collect()))
}

/// Whether a game is held out: both games of a pair, which have the same opening, or neither.
fn is_held_out(record: &GameRecord) -> bool {
    record.pair % 10 == 9
}

fn fit_line(name: &str, fit: &Fit) -> String {
    format!(
        "{name}: on the moves of {} held-out positions the mean log-likelihood is {:.4} ({:.4} if \
         all moves are equally probable); {:.1}% are predicted first",
        fit.choices,
        fit.likelihood,
        fit.even,
        100.0 * fit.first
    )
}
