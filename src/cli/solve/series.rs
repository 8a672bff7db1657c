//! Positions of one size, solved together.

use super::tasks::SolveTask;
use super::{SolveArguments, store};
use crate::base::instant::Instant;
use crate::base::jobs;
use crate::base::lock::unpoisoned;
use crate::cli::certificate_file;
use crate::cli::claim_file::ClaimFile;
use crate::cli::interrupt::{Interrupt, Watch, proof_words};
use crate::cli::progress::ProgressLine;
use crate::cli::solution::Solution;
use crate::hex::record::names;
use crate::hex::{Colour, Position};
use crate::solver::{
    ClaimStore, NotCertified, ProveOptions, Series, SeriesResult, SeriesTask, ShortestSearch,
    Solver,
};
use crate::think::{Budget, Observer, Progress, WorkKind};
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Solves positions of one size together, and passes each solution to `keep`; then writes the
/// certificate, or says why there is none.
pub fn run<const W: usize>(
    tasks: &[&SolveTask],
    arguments: &SolveArguments,
    progress: &ProgressLine,
    keep: &(dyn Fn(Solution) -> Result<()> + Sync),
) -> Result<Result<()>> {
    if let Some(url) = &arguments.store.store {
        return store::run(url, tasks, arguments, progress, keep).map(Ok);
    }
    let Some(size) = tasks.first().map(|task| task.position.size()) else {
        return Ok(Ok(()));
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
    let series = Series::new(size, options, tasks.iter().map(task).collect(), store);
    let claims = arguments.claims.as_deref().unwrap_or(Path::new(""));
    let mut series = series
        .with_context(|| format!("cannot read {}", claims.display()))?
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
        let watch = CertificateWatch {
            interrupt,
            was_pressed: interrupt.is_pressed(),
            line: progress,
            claims: AtomicUsize::new(0),
        };
        let is_joint = tasks.len() > 1;
        let bytes = certificate(&series.into_solver(), &decided, is_joint, budget, &watch);
        let bytes = bytes.map_err(|why| match &arguments.claims {
            Some(claims) if why.downcast_ref::<NotCertified>().is_some_and(is_broken) => {
                why.context(format!("a claim in {} may be wrong", claims.display()))
            }
            _ => why,
        });
        progress.clear();
        return Ok(bytes.and_then(|bytes| certificate_file::write(path, bytes)));
    }
    Ok(Ok(()))
}

fn is_broken(why: &NotCertified) -> bool {
    matches!(why, NotCertified::Broken(_))
}

/// Ends the writing of a certificate at Ctrl-C, and shows how long it is.
struct CertificateWatch<'a> {
    interrupt: Interrupt,
    /// Whether Ctrl-C has ended the search: what was proved is to be written.
    was_pressed: bool,
    line: &'a ProgressLine,
    claims: AtomicUsize,
}

impl Observer for CertificateWatch<'_> {
    fn should_stop(&self, _work: WorkKind) -> bool {
        !self.was_pressed && self.interrupt.is_pressed()
    }

    fn progress(&self, progress: &Progress) {
        let claims = self.claims.load(Ordering::Relaxed);
        let words = format!("certificate: {claims} claims; {}", proof_words(progress));
        self.line.within(&words);
    }

    fn certified(&self, claims: usize) {
        self.claims.store(claims, Ordering::Relaxed);
        self.line.within(&format!("certificate: {claims} claims"));
    }
}

/// The certificate of one position, or the joint certificate of several.
fn certificate<const W: usize>(
    solver: &Solver<W>,
    decided: &[Position<W>],
    is_joint: bool,
    budget: Budget,
    watch: &CertificateWatch,
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
        ..task.unsolved(options)
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
