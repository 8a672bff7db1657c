//! `mustplay solve --store`: puts the tasks into a store and works on them until they are done,
//! alone or together with other processes started in the same way.

use super::SolveArguments;
use super::tasks::SolveTask;
use crate::at_width;
use crate::base::lock::unpoisoned;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::ProgressLine;
use crate::cli::solution::{FORMAT, Solution};
use crate::cli::store::access::{SET_ASIDE, WorkerArguments, report, worker_name};
use crate::cli::values;
use crate::cluster::proof::{
    MachineClock, Pace, ProofJobs, ProofSpec, Prover, Root, RootTask, WorkObserver, ask,
};
use crate::cluster::{Project, ProjectKind, Store, StoreWorker};
use crate::hex::BoardSize;
use crate::hex::record::PositionRecord;
use crate::solver::ProveOptions;
use anyhow::{Result, bail};
use std::collections::HashSet;
use std::sync::Mutex;
use std::time::Duration;

/// The fraction of other workers' facts that is checked by default.
pub const VERIFIED: f64 = 0.02;

/// The arguments of a run with a store.
#[derive(clap::Args, Clone, Debug)]
pub struct SolveStore {
    /// Share the work through this store (a file name, or the address of a PostgreSQL database),
    /// and work on it
    #[arg(long, value_name = "FILE|URL", conflicts_with_all = ["apart", "claims", "time", "nodes", "shard", "certificate"])]
    pub store: Option<String>,

    /// With a store: target seconds per job
    #[arg(long, default_value = "10", value_name = "SECONDS", value_parser = values::seconds, requires = "store")]
    pub job_time: Duration,

    /// With a store: node limit per job, 0 for no limit
    #[arg(long, default_value_t = 0, value_name = "N", requires = "store")]
    pub job_nodes: u64,

    /// With a store: fraction of other workers' results to verify by certificate before using them
    #[arg(long, default_value_t = VERIFIED, value_name = "SHARE", value_parser = values::share, requires = "store")]
    pub verify: f64,
}

/// A worker at proofs.
pub struct ProofWork<'a> {
    /// The store.
    pub store: &'a Mutex<Store>,
    /// The worker.
    pub worker: StoreWorker,
    /// Its settings.
    pub behaviour: &'a WorkerArguments,
    /// Its threads.
    pub threads: usize,
    /// The fraction of other workers' facts that is checked.
    pub verify: f64,
}

impl ProofWork<'_> {
    /// Works on the roots that `asked` chooses until they are done.
    pub fn run(
        &self,
        jobs: ProofJobs,
        options: ProveOptions,
        asked: &(dyn Fn(&Root) -> bool + Sync),
        observer: &dyn WorkObserver,
    ) -> Result<()> {
        let clock = MachineClock::start();
        at_width!(jobs.size, W => {
            let prover = Prover::<W>::new(
                jobs, options, self.store, &clock, self.worker, self.behaviour.lease,
            );
            let prover = prover.verifying(self.verify);
            let done = prover.run(self.threads, asked, observer);
            if done.is_err() {
                // A lease that cannot be returned expires.
                let _ = prover.give_back();
            }
            done?;
        });
        Ok(())
    }
}

/// Shows each result once.
struct Finder<'a> {
    interrupt: Interrupt,
    names: HashSet<&'a str>,
    progress: &'a ProgressLine,
    reported: Mutex<(HashSet<String>, Option<anyhow::Error>)>,
    keep: &'a (dyn Fn(Solution) -> Result<()> + Sync),
}

impl WorkObserver for Finder<'_> {
    fn should_stop(&self) -> bool {
        let reported = unpoisoned(self.reported.lock());
        self.interrupt.is_pressed() || reported.1.is_some()
    }

    fn report(&self, text: &str) {
        self.progress.clear();
        report(text);
    }

    fn known(&self, roots: &[Root]) {
        let mut reported = unpoisoned(self.reported.lock());
        for root in roots {
            if root.winner.is_some()
                && self.names.contains(root.name.as_str())
                && reported.0.insert(root.name.clone())
            {
                self.progress.clear();
                if let Err(why) = (self.keep)(known_solution(root)) {
                    reported.1.get_or_insert(why);
                }
            }
        }
    }
}

/// The known result of a requested position.
pub fn known_solution(root: &Root) -> Solution {
    let size = root.position.size();
    let mover = root.position.to_move();
    let best = root.best.filter(|_| root.winner == Some(mover));
    let best = best.map(|cell| size.name(cell));
    Solution {
        format: FORMAT.to_owned(),
        id: root.name.clone(),
        position: PositionRecord::new(&root.position),
        winner: root.winner.map(|winner| winner.to_string()),
        line: best.clone().into_iter().collect(),
        best,
        nodes: root.positions,
        shortest: None,
        at_least: None,
        builds: 0,
        seconds: (root.seconds * 1e4).round() / 1e4,
        follows: root.follows.clone(),
        options: String::new(),
        expected: None,
    }
}

/// Puts the tasks of one size into the store and works at them; each solution is passed to `keep`.
pub fn run(
    url: &str,
    tasks: &[&SolveTask],
    arguments: &SolveArguments,
    progress: &ProgressLine,
    keep: &(dyn Fn(Solution) -> Result<()> + Sync),
) -> Result<()> {
    let Some(size) = tasks.first().map(|task| task.position.size()) else {
        return Ok(());
    };
    let mut store = arguments.behaviour.open(url, true)?;
    let (jobs, worker) = begin(&mut store, size, tasks, arguments)?;
    let store = Mutex::new(store);
    let finder = Finder {
        interrupt: Interrupt::listen(),
        names: tasks.iter().map(|task| task.id.as_str()).collect(),
        progress,
        reported: Mutex::default(),
        keep,
    };
    let work = ProofWork {
        store: &store,
        worker,
        behaviour: &arguments.behaviour,
        threads: arguments.jobs,
        verify: arguments.store.verify,
    };
    let options = arguments.options.values.without_limits();
    let asked = |root: &Root| finder.names.contains(root.name.as_str());
    let done = work.run(jobs, options, &asked, &finder);
    let mut store = unpoisoned(store.into_inner());
    // A failed write is not an error here.
    let _ = store.write(|tx| Ok(worker.end(tx)?));
    done?;
    let (found, failed) = unpoisoned(finder.reported.into_inner());
    if let Some(why) = failed {
        return Err(why);
    }
    if found.len() < tasks.len() && !finder.interrupt.is_pressed() {
        bail!(
            "{} of {} are not solved because jobs were set aside: {SET_ASIDE}",
            tasks.len() - found.len(),
            tasks.len()
        );
    }
    Ok(())
}

/// Writes the requested files.
fn begin(
    store: &mut Store,
    size: BoardSize,
    tasks: &[&SolveTask],
    arguments: &SolveArguments,
) -> Result<(ProofJobs, StoreWorker)> {
    let pace = Pace {
        seconds: arguments.store.job_time.as_secs_f64(),
        positions: arguments.store.job_nodes,
    };
    let spec = ProofSpec::new(size, &arguments.options.values, pace);
    let asked: Vec<RootTask> = tasks.iter().map(|task| task.root()).collect();
    let name = worker_name();
    let begun = store.write(|tx| {
        let project = Project::begin(tx, ProjectKind::Proofs, &spec.name(), &spec.write(), &[])?;
        ask(tx, project.id, size, &asked)?;
        Ok((
            spec.jobs(project.id)?,
            StoreWorker::begin(tx, &name, arguments.jobs)?,
        ))
    })?;
    Ok(begun)
}
