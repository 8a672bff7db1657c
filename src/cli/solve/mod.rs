//! `mustplay solve`: proves the winner of one position or of many.
//!
//! Positions of one size are solved together and share their results. Each solution is written to
//! the `--out` file at once, as a line, and is skipped in later runs: an interrupted run can
//! continue, with the claims of the `--claims` file.

mod run;
mod series;
pub mod store;
pub mod tasks;

use super::files;
use super::game::GameChoice;
use super::ledger::Ledger;
use super::solution::{self, Solution};
use super::store::access::WorkerArguments;
use super::values::{self, SolverOptions};
use crate::hex::{BoardSize, Position};
use anyhow::{Result, ensure};
use clap::ArgGroup;
use run::SolveRun;
use std::path::PathBuf;
use std::time::Duration;
use store::SolveStore;
use tasks::{SolveTask, WIDEST, tasks};

/// The arguments of `mustplay solve`.
#[derive(clap::Args, Clone, Debug)]
#[command(group(ArgGroup::new("subject").required(true)))]
#[allow(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct SolveArguments {
    /// Game whose last position is solved (a file, - for standard input, a HexWorld link, or
    /// moves), or a list of positions in JSON, such as positions/puzzles.json
    #[arg(value_name = "FILE", group = "subject")]
    pub file: Option<PathBuf>,

    /// Use the game's position after this many moves instead of the last
    #[arg(long, value_name = "N", requires = "file")]
    pub moves: Option<usize>,

    #[command(flatten)]
    pub choice: GameChoice,

    /// Board size of the openings: 7, or columns x rows such as 6x7
    #[arg(
        long,
        default_value = "7",
        value_name = "SIZE",
        value_parser = values::size,
        conflicts_with = "file"
    )]
    pub size: BoardSize,

    /// Solve the position after this first move by Black
    #[arg(long, value_name = "CELL", group = "subject")]
    pub opening: Option<String>,

    /// Solve the position after each first move (one of each rotated pair) and draw a map at the
    /// end; or none: solve the empty board
    #[arg(long, value_name = "all|none", value_parser = ["all", "none"], group = "subject")]
    pub openings: Option<String>,

    /// Solve the positions one by one in the order of the list, each from an empty table
    #[arg(long, conflicts_with = "claims")]
    pub apart: bool,

    /// Also prove how many moves the shortest win takes, if the loser resists as long as it can; the
    /// limits hold for this once more
    #[arg(long, conflicts_with_all = ["certificate", "store"])]
    pub shortest: bool,

    /// Read claims from this file and add new ones, so that results of earlier runs or other shards
    /// need not be proved again
    #[arg(long, value_name = "FILE.jsonl")]
    pub claims: Option<PathBuf>,

    /// Time limit per position
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    pub time: Option<Duration>,

    /// Node limit per position
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// Solver options, such as hash=1000,threads=2 (the command `param_dfpn` lists them)
    #[arg(long, value_name = "KEY=VALUE,...", default_value = "", value_parser = values::solver_options)]
    pub options: SolverOptions,

    /// Positions to solve in parallel; idle threads help with the remaining positions, and all
    /// threads help to write the certificate
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = values::jobs)]
    pub jobs: usize,

    /// Solve only the i-th of every n positions, to divide the work among machines
    #[arg(long, value_name = "i/n", value_parser = shard)]
    pub shard: Option<(usize, usize)>,

    /// Write each solution to this file as a line of JSON; positions already solved in the file are
    /// skipped
    #[arg(long, value_name = "FILE.jsonl")]
    pub out: Option<PathBuf>,

    /// Draw the map of openings to this file
    #[arg(long, value_name = "FILE.svg", requires = "openings")]
    pub svg: Option<PathBuf>,

    /// Print the map of openings as a HexWiki hexboard
    #[arg(long, requires = "openings", conflicts_with = "json")]
    pub hexboard: bool,

    /// Write a certificate, which `mustplay verify` checks, to this file: of one position, or of
    /// all decided positions of a board together
    #[arg(long, value_name = "FILE.json[.gz]", conflicts_with = "apart")]
    pub certificate: Option<PathBuf>,

    /// Print lines of JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub store: SolveStore,

    #[command(flatten)]
    pub behaviour: WorkerArguments,
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let read = || {
        let (one, all) = text.split_once('/')?;
        Some((one.parse().ok()?, all.parse().ok()?))
    };
    read()
        .filter(|&(one, all)| (1..=all).contains(&one))
        .ok_or_else(|| "i/n with i from 1 to n".to_owned())
}

/// Solves the positions.
pub fn run(arguments: &SolveArguments) -> Result<()> {
    let mut all = tasks(arguments)?;
    if let Some((one, of)) = arguments.shard {
        let mut index = 0;
        all.retain(|_| {
            index += 1;
            (index - 1) % of == one - 1
        });
    }
    let sizes = all.iter().map(|task| task.position.size());
    ensure!(
        arguments.certificate.is_none()
            || sizes.clone().all(|size| Some(size) == sizes.clone().next()),
        "a certificate covers positions of one board size, but these differ in size"
    );
    for path in [&arguments.certificate, &arguments.svg]
        .into_iter()
        .flatten()
    {
        files::check(path)?;
        let mut kept = arguments.claims.iter().chain(&arguments.out);
        ensure!(
            kept.all(|other| other != path),
            "{} is both read and replaced",
            path.display()
        );
    }
    let (kept, ledger) = match &arguments.out {
        Some(path) => Ledger::open(path, solution::read)?,
        None => (Vec::new(), Ledger::default()),
    };
    let solved = |task: &SolveTask| {
        let like = task.unsolved(&arguments.options.text);
        let is_enough = |kept: &&Solution| {
            kept.winner.is_some() && !(arguments.shortest && kept.shortest.is_none())
        };
        kept.iter()
            .find(|kept| is_enough(kept) && kept.is_of(&like))
            .map(|kept| Solution {
                id: like.id,
                expected: like.expected,
                ..kept.clone()
            })
    };
    let (before, left): (Vec<_>, Vec<_>) = all
        .iter()
        .map(|task| (solved(task), task))
        .partition(|(solved, _)| solved.is_some());
    let mut run = SolveRun {
        arguments,
        ledger,
        total: all.len(),
        done: Vec::new(),
        before: 0,
        no_certificate: None,
    };
    for solution in before.into_iter().filter_map(|(solution, _)| solution) {
        run.show(&solution)?;
        run.done.push(solution);
    }
    run.before = run.done.len();
    // A known result is not a proof.
    let mut left: Vec<&SolveTask> = match arguments.certificate {
        None => left.into_iter().map(|(_, task)| task).collect(),
        Some(_) => all.iter().collect(),
    };
    if arguments.openings.is_some() && !arguments.apart {
        left.sort_by_key(|task| from_the_middle(&task.position));
    }
    run.search(&left)?;
    run.end()
}

/// How far the stones lie from the middle together, in half cells, squared: openings in the middle
/// are decided soonest.
fn from_the_middle(position: &Position<WIDEST>) -> usize {
    let size = position.size();
    let stones = position.geometry().all() - position.empty();
    let distance = |cell| {
        let across = (2 * size.column(cell) + 1).abs_diff(size.width());
        let down = (2 * size.row(cell) + 1).abs_diff(size.height());
        across * across + down * down
    };
    stones.iter().map(distance).sum()
}
