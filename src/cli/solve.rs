//! `mustplay solve`: proves the winner of one position or of many.
//!
//! Positions of one size are solved together and share their results. Each solution is written to
//! the `--out` file at once, as a line, and is skipped in later runs: an interrupted run can
//! continue, with the claims of the `--claims` file.

use super::certificate_file;
use super::claim_file::ClaimFile;
use super::game::GameChoice;
use super::interrupt::{Interrupt, Watch, proof_words};
use super::ledger::Ledger;
use super::merge::line;
use super::progress::ProgressLine;
use super::solution::{self, FORMAT, Solution};
use super::solve_store::{self, SolveStore};
use super::solve_tasks::{SolveTask, WIDEST, tasks};
use super::store::access::WorkerArguments;
use super::values::{self, SolverOptions};
use super::{answer::answer, files};
use crate::at_width;
use crate::base::instant::Instant;
use crate::base::jobs;
use crate::base::lock::unpoisoned;
use crate::hex::record::{PositionRecord, names};
use crate::hex::{BoardSize, Colour, Position};
use crate::solver::{
    ClaimStore, ProveOptions, Series, SeriesResult, SeriesTask, ShortestSearch, Solver,
};
use crate::think::Budget;
use anyhow::{Context, Result, bail, ensure};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

/// The arguments of `mustplay solve`.
#[derive(clap::Args, Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct SolveArguments {
    /// Game whose last position is solved (a file, - for standard input, a HexWorld link, or
    /// moves), or a list of positions in JSON, such as positions/puzzles.json
    #[arg(value_name = "FILE", required_unless_present_any = ["opening", "openings"])]
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
    #[arg(long, value_name = "CELL", conflicts_with = "file")]
    pub opening: Option<String>,

    /// Solve the position after each first move (one of each rotated pair) and draw a map at the
    /// end; or none: solve the empty board
    #[arg(long, value_name = "all|none", value_parser = ["all", "none"], conflicts_with_all = ["file", "opening"])]
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

/// A run: its solutions, and the file where they are kept.
struct SolveRun<'a> {
    arguments: &'a SolveArguments,
    ledger: Ledger,
    done: Vec<Solution>,
    /// How many of them were solved before.
    before: usize,
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
    let (kept, ledger) = match &arguments.out {
        Some(path) => Ledger::open(path, solution::read)?,
        None => (Vec::new(), Ledger::default()),
    };
    let solved = |task: &SolveTask| {
        let like = unsolved(task, &arguments.options.text);
        let is_enough = |kept: &&Solution| {
            kept.winner.is_some() && !(arguments.shortest && kept.shortest.is_none())
        };
        kept.iter()
            .find(|kept| is_enough(kept) && kept.is_of(&like))
            .cloned()
    };
    let (before, left): (Vec<_>, Vec<_>) = all
        .iter()
        .map(|task| (solved(task), task))
        .partition(|(solved, _)| solved.is_some());
    let mut run = SolveRun {
        arguments,
        ledger,
        done: Vec::new(),
        before: 0,
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

/// Solves positions of one size together, and passes each solution to `keep`.
fn together<const W: usize>(
    tasks: &[&SolveTask],
    arguments: &SolveArguments,
    progress: &ProgressLine,
    keep: &(dyn Fn(Solution) -> Result<()> + Sync),
) -> Result<()> {
    if let Some(url) = &arguments.store.store {
        return solve_store::run(url, tasks, arguments, progress, keep);
    }
    let Some(size) = tasks.first().map(|task| task.position.size()) else {
        return Ok(());
    };
    let store = match &arguments.claims {
        Some(path) => Some(Box::new(ClaimFile::open(path)?) as Box<dyn ClaimStore>),
        None => None,
    };
    let task = |task: &&SolveTask| SeriesTask {
        name: task.id.clone(),
        position: task.position.resize::<W>(),
    };
    let options = arguments.options.values;
    let mut series = Series::new(size, options, tasks.iter().map(task).collect(), store)?
        .with_threads(arguments.jobs);
    if arguments.certificate.is_some() {
        series = series.with_certificate();
    }
    let budget = budget(arguments);
    let interrupt = Interrupt::listen();
    let watch = Watch {
        interrupt,
        until: None,
        show: &|found| progress.within(&proof_words(found)),
    };
    let decided = Mutex::new(Vec::new());
    let work = |_: usize, (): &()| -> Result<()> {
        // One for each winner.
        let mut searches: [Option<ShortestSearch<W>>; 2] = [None, None];
        while !interrupt.is_pressed()
            && let Some(found) = series.next(budget, &watch)?
        {
            progress.clear();
            if found.result.winner.is_some() {
                let mut decided = unpoisoned(decided.lock());
                decided.push(found.task);
            }
            let task = tasks[found.task];
            let mut solution = solution(task, &found, &arguments.options.text);
            if let Some(winner) = found.result.winner.filter(|_| arguments.shortest) {
                let search = &mut searches[winner.index()];
                add_shortest(&mut solution, search, winner, (options, budget), &watch);
            }
            keep(solution)?;
        }
        Ok(())
    };
    match arguments.jobs {
        1 => work(0, &())?,
        jobs => jobs::each(&vec![(); jobs], jobs, work)?,
    }
    if let Some(path) = &arguments.certificate {
        let mut decided = unpoisoned(decided.into_inner());
        decided.sort_unstable();
        let position = |&task: &usize| tasks[task].position.resize::<W>();
        let decided: Vec<Position<W>> = decided.iter().map(position).collect();
        let watch = Watch {
            interrupt,
            until: None,
            show: &|found| progress.within(&format!("certificate: {}", proof_words(found))),
        };
        let is_joint = tasks.len() > 1;
        let bytes = certificate(&series.into_solver(), &decided, is_joint, budget, &watch)?;
        progress.clear();
        certificate_file::write(path, bytes)?;
    }
    Ok(())
}

/// The certificate of one position, or the joint certificate of several.
fn certificate<const W: usize>(
    solver: &Solver<W>,
    decided: &[Position<W>],
    is_joint: bool,
    budget: Budget,
    watch: &Watch,
) -> Result<Vec<u8>> {
    let limits = || budget.from_now();
    let bytes = match decided {
        [] => bail!("no certificate written: no position is decided"),
        [position] if !is_joint => {
            let certificate = solver.certify(position, limits(), watch);
            serde_json::to_vec(&certificate.context("no certificate")?)
        }
        _ => {
            let certificate = solver.certify_all(decided, limits, watch);
            serde_json::to_vec(&certificate.context("no certificate")?)
        }
    };
    Ok(bytes?)
}

/// The budget of a position: the command line comes before the solver's options.
fn budget(arguments: &SolveArguments) -> Budget {
    let own = arguments.options.values.budget();
    Budget {
        time: arguments.time.or(own.time),
        nodes: arguments.nodes.or(own.nodes),
        ..own
    }
}

/// The solution of a task before the search.
fn unsolved(task: &SolveTask, options: &str) -> Solution {
    Solution {
        format: FORMAT.to_owned(),
        id: task.id.clone(),
        position: PositionRecord::new(&task.position),
        winner: None,
        best: None,
        line: Vec::new(),
        shortest: None,
        at_least: None,
        nodes: 0,
        builds: 0,
        seconds: 0.0,
        follows: None,
        options: options.to_owned(),
        expected: task.expected.clone(),
    }
}

impl SolveRun<'_> {
    /// Solves what is left: together, those of each size, or apart.
    fn search(&mut self, left: &[&SolveTask]) -> Result<()> {
        let arguments = self.arguments;
        let progress = ProgressLine::new(left.len(), 0);
        let mut groups: Vec<Vec<&SolveTask>> = Vec::new();
        for &task in left {
            let alike = |group: &&mut Vec<&SolveTask>| {
                !arguments.apart && group[0].position.size() == task.position.size()
            };
            match groups.iter_mut().find(alike) {
                Some(group) => group.push(task),
                None => groups.push(vec![task]),
            }
        }
        let run = Mutex::new((self, 0));
        let keep = |found: Solution| {
            let mut run = unpoisoned(run.lock());
            run.1 += 1;
            let name = found.id.clone();
            run.0.keep(found)?;
            progress.at(run.1, &name);
            Ok(())
        };
        let solve = |_: usize, group: &Vec<&SolveTask>| {
            let size = group[0].position.size();
            at_width!(size, W => together::<W>(group, arguments, &progress, &keep))
        };
        let solved = if arguments.apart {
            jobs::each(&groups, arguments.jobs, solve)
        } else {
            groups.iter().try_for_each(|group| solve(0, group))
        };
        progress.clear();
        solved
    }

    fn keep(&mut self, found: Solution) -> Result<()> {
        // Solved before, and once more for its certificate.
        let before = &self.done[..self.before];
        if before.iter().any(|done| done.is_of(&found)) {
            return Ok(());
        }
        self.ledger.add(&line(&found))?;
        self.show(&found)?;
        self.done.push(found);
        Ok(())
    }

    fn show(&self, found: &Solution) -> Result<()> {
        let text = if self.arguments.json {
            line(found)
        } else {
            words(found)
        };
        answer(&format!("{text}\n"))
    }

    /// Writes the map and the totals at the end.
    fn end(self) -> Result<()> {
        let done = &self.done;
        if let Some(path) = &self.arguments.svg {
            files::write(path, solution::picture(self.arguments.size, done))?;
        }
        if !self.arguments.json && done.len() != 1 {
            let nodes: u64 = done.iter().map(|one| one.nodes).sum();
            // The sum of an empty list is -0.
            let seconds = done.iter().fold(0.0, |sum, one| sum + one.seconds);
            let solved = done.iter().filter(|one| one.winner.is_some()).count();
            let mut text = format!(
                "{solved} of {} solved, {nodes} positions, {seconds:.2} s\n",
                done.len()
            );
            if self.arguments.openings.is_some() {
                let size = self.arguments.size;
                text.push_str(&if self.arguments.hexboard {
                    solution::wiki_map(size, done)
                } else {
                    solution::map(size, done) + &solution::origins(size, done)
                });
            }
            answer(&text)?;
        }
        if let Some(wrong) = done.iter().find(|one| one.is_unexpected()) {
            bail!("{}: differs from the expected winner", wrong.id);
        }
        Ok(())
    }
}

/// What was found for a task.
fn solution<const W: usize>(task: &SolveTask, found: &SeriesResult<W>, options: &str) -> Solution {
    let (size, result) = (task.position.size(), &found.result);
    let name = |cell| size.name(cell);
    Solution {
        winner: result.winner.map(|winner| winner.to_string()),
        // The best estimated move of an open position may lose.
        best: result
            .best
            .filter(|_| result.winner == Some(task.position.to_move()))
            .map(name),
        line: found.line.iter().copied().map(name).collect(),
        nodes: result.nodes,
        builds: result.builds,
        seconds: (found.time.as_secs_f64() * 1e4).round() / 1e4,
        follows: found.origin.as_ref().map(ToString::to_string),
        ..unsolved(task, options)
    }
}

/// Adds the shortest win of this winner to a solution.
fn add_shortest<const W: usize>(
    solution: &mut Solution,
    search: &mut Option<ShortestSearch<W>>,
    winner: Colour,
    (options, budget): (ProveOptions, Budget),
    watch: &Watch,
) {
    let board = solution.position.board();
    let position: Position<W> = board.expect("written from a position").resize();
    let new = || ShortestSearch::new(position.size(), winner, options.table_bytes);
    let search = search.get_or_insert_with(new);
    let start = Instant::now();
    let win = search.find(&position, budget.from_now(), watch);
    let time = start.elapsed();
    let moves = Some(win.moves(winner, position.to_move()));
    if win.is_proved {
        solution.shortest = moves;
        let size = position.size();
        solution.line = names(size, win.line.iter().copied());
        let first = solution
            .line
            .first()
            .filter(|_| winner == position.to_move());
        solution.best = first.cloned();
    } else {
        solution.at_least = moves;
    }
    solution.nodes += win.nodes;
    solution.seconds += (time.as_secs_f64() * 1e4).round() / 1e4;
}

/// A solution as text.
fn words(found: &Solution) -> String {
    let verdict = match &found.winner {
        Some(winner) => format!("{winner} wins"),
        None => "not solved".to_owned(),
    };
    let best = match (&found.best, &found.winner) {
        (Some(best), Some(winner)) if *winner == found.position.to_move => format!(" by {best}"),
        _ => String::new(),
    };
    let length = match (found.shortest, found.at_least) {
        (Some(0), _) => " already".to_owned(),
        (Some(1), _) => " in 1 move".to_owned(),
        (Some(moves), _) => format!(" in {moves} moves: {}", found.line.join(" ")),
        (None, Some(moves)) => format!(" in at least {moves} moves"),
        _ => String::new(),
    };
    let wrong = if found.is_unexpected() {
        ", EXPECTED OTHERWISE"
    } else {
        ""
    };
    let follows = match &found.follows {
        Some(name) => format!(", follows from {name}"),
        None => String::new(),
    };
    format!(
        "{:12} {verdict}{best}{length}{wrong}{follows}, {} positions, {:.3} s",
        found.id, found.nodes, found.seconds
    )
}
