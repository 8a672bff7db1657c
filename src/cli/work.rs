//! `mustplay work`: a worker that processes a store's jobs.

use super::answer::answer;
use super::interrupt::Interrupt;
use super::learn::games::GamesSpec;
use super::match_store::MatchSpec;
use super::solve::store::{ProofWork, VERIFIED};
use super::store::access::{SET_ASIDE, StoreArguments, WorkerArguments, report, worker_name};
use super::values::{self, SolverOptions};
use crate::base::lock::unpoisoned;
use crate::cluster::proof::{ProofSpec, Root, WorkObserver, roots};
use crate::cluster::{GameWorker, Project, ProjectKind, Store, StoreWorker, Transaction, jobs};
use crate::solver::ProveOptions;
use anyhow::{Result, ensure};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How long to wait before asking an idle store again.
const WAIT: Duration = Duration::from_secs(2);

/// The arguments of `mustplay work`.
#[derive(clap::Args, Clone, Debug)]
pub struct WorkArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// Jobs to run in parallel
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = values::jobs)]
    jobs: usize,

    /// Solver options for this machine, such as hash=1000,threads=2; options of the work itself
    /// come from the store
    #[arg(long, value_name = "KEY=VALUE,...", default_value = "", value_parser = values::solver_options)]
    options: SolverOptions,

    /// Wait for more work when all jobs are done
    #[arg(long)]
    wait: bool,

    /// Fraction of other workers' results to verify by certificate before using them
    #[arg(long, default_value_t = VERIFIED, value_name = "SHARE", value_parser = values::share)]
    verify: f64,

    #[command(flatten)]
    behaviour: WorkerArguments,
}

/// Ends the work at ctrl-C.
struct Ended(Interrupt);

impl WorkObserver for Ended {
    fn report(&self, text: &str) {
        report(text);
    }

    fn should_stop(&self) -> bool {
        self.0.is_pressed()
    }
}

/// Works.
pub fn run(arguments: &WorkArguments) -> Result<()> {
    let options = arguments.options.values;
    let interrupt = Interrupt::listen();
    let mut store = arguments.behaviour.open(&arguments.store.store, false)?;
    let worker = store.write(|tx| Ok(StoreWorker::begin(tx, &worker_name(), arguments.jobs)?))?;
    let store = Mutex::new(store);
    let start = Instant::now();
    let done = projects(arguments, options, worker, &store, interrupt);
    // A failed write is not an error here.
    let _ = unpoisoned(store.lock()).write(|tx| Ok(worker.end(tx)?));
    done?;
    let select = "SELECT jobs FROM worker WHERE id = $1";
    let jobs = unpoisoned(store.lock()).read(|tx| Ok(tx.number(select, &[worker.id.into()])?))?;
    answer(&format!(
        "{jobs} jobs in {:.0} s\n",
        start.elapsed().as_secs_f64()
    ))
}

/// A worker for the games of a project.
fn games<'a>(
    arguments: &WorkArguments,
    worker: StoreWorker,
    store: &'a Mutex<Store>,
    project: i64,
) -> GameWorker<'a> {
    GameWorker {
        store,
        worker,
        seconds: arguments.behaviour.lease,
        project,
        games: u64::MAX,
    }
}

/// How many games of a project were set aside.
fn aside(store: &Mutex<Store>, project: i64) -> Result<u64> {
    let count = |tx: &mut Transaction<'_>| jobs::count(tx, project, u64::MAX);
    Ok(unpoisoned(store.lock()).read(count)?.aside)
}

/// Works on all projects, oldest first.
fn projects(
    arguments: &WorkArguments,
    options: ProveOptions,
    worker: StoreWorker,
    store: &Mutex<Store>,
    interrupt: Interrupt,
) -> Result<()> {
    let work = ProofWork {
        store,
        worker,
        behaviour: &arguments.behaviour,
        threads: arguments.jobs,
        verify: arguments.verify,
    };
    let mut reported = 0;
    loop {
        let mut open = 0;
        let projects = unpoisoned(store.lock()).read(Project::all)?;
        for project in projects {
            if interrupt.is_pressed() {
                return Ok(());
            }
            project.admits()?;
            match project.kind {
                ProjectKind::Proofs => {
                    let spec = ProofSpec::read(&project.spec)?;
                    spec.admits(&arguments.options.text, &options)?;
                    let (jobs, options) = (spec.jobs(project.id)?, spec.options(options)?);
                    work.run(jobs, options, &|_: &Root| true, &Ended(interrupt))?;
                    let read = |tx: &mut Transaction<'_>| roots(tx, project.id, jobs.size);
                    let roots = unpoisoned(store.lock()).read(read)?;
                    open += roots.iter().filter(|root| root.winner.is_none()).count() as u64;
                }
                ProjectKind::Games => {
                    let spec: GamesSpec = serde_json::from_str(&project.spec)?;
                    let network = unpoisoned(store.lock()).read(|tx| project.data(tx))?;
                    let games = games(arguments, worker, store, project.id);
                    spec.work(&games, &network, arguments.jobs, interrupt)?;
                    open += aside(store, project.id)?;
                }
                ProjectKind::Match => {
                    let spec = MatchSpec::read(&project.spec)?;
                    if spec.needs_programs() {
                        report(&format!(
                            "{}: skipped because it starts programs: run the match's own command \
                             with --store",
                            project.name
                        ));
                        continue;
                    }
                    let openings = unpoisoned(store.lock()).read(|tx| project.data(tx))?;
                    let games = games(arguments, worker, store, project.id);
                    spec.work(&games, &openings, arguments.jobs, interrupt)?;
                    open += aside(store, project.id)?;
                }
            }
        }
        if interrupt.is_pressed() {
            return Ok(());
        }
        let stuck = format!(
            "nothing can be leased, and {open} are open, because jobs were set aside: {SET_ASIDE}"
        );
        if !arguments.wait {
            ensure!(open == 0, stuck);
            return Ok(());
        }
        if open > reported {
            report(&stuck);
        }
        reported = open;
        let next = Instant::now() + WAIT;
        while Instant::now() < next {
            if interrupt.is_pressed() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
