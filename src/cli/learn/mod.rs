//! `mustplay learn patterns` and `categories`: weights from games of `mustplay match --out`;
//! `games` and `network`: self-play, and a network from it; `templates`, `interior` and
//! `on-demand`: templates, by proof.

mod categories;
pub mod games;
mod interior;
mod network;
mod on_demand;
mod templates;

use crate::arena::journal;
use crate::arena::record::GameRecord;
use crate::at_width;
use crate::cli::progress::ProgressLine;
use crate::cli::{answer::answer, files};
use crate::hex::{BoardSize, Cell, Position};
use crate::knowledge::analysis::Recipe;
use crate::papers::engines::montecarlo::PLAYOUT_KIND;
use crate::papers::engines::montecarlo::pattern::KINDS;
use crate::papers::engines::montecarlo::{Example, examples};
use crate::train::ranking::{Fit, Ranking};
use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use std::fmt::Write as _;
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
    /// The weights of moves by the patterns around them, for playouts and priors of Monte Carlo
    /// tree search
    Patterns(PatternsArguments),
    /// The costs of moves in SEX search by category, from positions in which the value of a move
    /// drops after the next
    Categories(categories::CategoriesArguments),
    /// Games that a network of policy and value plays with itself
    Games(games::GamesArguments),
    /// The network of policy and value from such games
    Network(network::NetworkArguments),
    /// Edge templates: minimal connections to an edge, by proof
    Templates(templates::TemplatesArguments),
    /// Interior templates: minimal connections of two stones away from all edges, by proof
    Interior(interior::InteriorArguments),
    /// How many stones near an edge are joined to it although no connection says so, and what
    /// proofs of that cost
    OnDemand(on_demand::OnDemandArguments),
}

#[derive(clap::Args, Clone, Debug)]
struct PatternsArguments {
    /// Games written by `mustplay match --out`
    #[arg(long, value_name = "FILE.jsonl", required = true, num_args = 1..)]
    games: Vec<PathBuf>,

    /// The file for the weights
    #[arg(long, value_name = "FILE.txt")]
    out: PathBuf,

    /// Rounds of improving the weights
    #[arg(long, value_name = "N", default_value_t = 30)]
    rounds: usize,

    /// How often a pattern of the six neighbours must occur to get a weight
    #[arg(long, value_name = "N", default_value_t = 20)]
    least: u32,

    /// The same for patterns of all twelve
    #[arg(long, value_name = "N", default_value_t = 300)]
    least_wide: u32,
}

/// Learns weights.
pub fn run(options: &LearnArguments) -> Result<()> {
    match &options.task {
        LearnTask::Patterns(options) => patterns(options),
        LearnTask::Categories(options) => categories::run(options),
        LearnTask::Games(options) => games::run(options),
        LearnTask::Network(options) => network::run(options),
        LearnTask::Templates(options) => templates::run(options),
        LearnTask::Interior(options) => interior::run(options),
        LearnTask::OnDemand(options) => on_demand::run(options),
    }
}

fn patterns(options: &PatternsArguments) -> Result<()> {
    let take = |record: &GameRecord, size| at_width!(size, W => taken::<W>(record, size));
    let (sets, games) = gathered(&options.games, take)?;
    let [learned, held] = &sets;
    let (rounds, least) = (options.rounds, options.least);
    let (play, play_fit) = fitted(&sets, &[least], rounds, |example| {
        example
            .moves
            .iter()
            .map(|features| vec![features[0]])
            .collect()
    });
    let all = [least, options.least_wide, 1, 1, 1];
    let (prior, prior_fit) = fitted(&sets, &all, rounds, |example| {
        example
            .moves
            .iter()
            .map(|features| features.to_vec())
            .collect()
    });
    let mut text = format!(
        "# Weights of moves, by `mustplay learn patterns`: {} positions of {games} games, and {} held out.\n",
        learned.len(),
        held.len()
    );
    for (name, fit) in [("playouts", play_fit), ("priors", prior_fit)] {
        let line = said(name, &fit);
        answer(&format!("{line}\n"))?;
        let _ = writeln!(text, "# {line}");
    }
    list(&mut text, PLAYOUT_KIND, &play.strengths(0));
    for (kind, name) in KINDS.iter().enumerate() {
        list(&mut text, name, &prior.strengths(kind));
    }
    answer(&format!("{} weights\n", text.lines().count() - 3))?;
    files::write(&options.out, text)
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
        "there are too few games to learn from"
    );
    Ok((sets, records.len()))
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

/// Strengths fitted to the first set, and their fit on the second.
fn fitted(
    [learned, held]: &[Vec<Example>; 2],
    least: &[u32],
    rounds: usize,
    moves: impl Fn(&Example) -> Vec<Vec<u32>>,
) -> (Ranking, Fit) {
    let choice = |example: &Example| (moves(example), example.played);
    let mut ranking = Ranking::new(learned.iter().map(choice), least);
    for _ in 0..rounds {
        ranking.improve();
    }
    let fit = ranking.fit(held.iter().map(choice));
    (ranking, fit)
}

fn said(name: &str, fit: &Fit) -> String {
    format!(
        "{name}: the moves of {} positions held out have a mean log-likelihood of {:.4} ({:.4} if all moves are as likely); {:.1}% are the likeliest",
        fit.choices,
        fit.likelihood,
        fit.even,
        100.0 * fit.first
    )
}

fn list(text: &mut String, kind: &str, strengths: &[(u32, f64)]) {
    for (feature, strength) in strengths {
        let _ = writeln!(text, "{kind} {feature:x} {strength:.4}");
    }
}
