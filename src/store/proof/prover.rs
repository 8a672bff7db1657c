//! A worker at proofs: leases leaves, works at them with one table and one set of claims for all of
//! its threads, and writes what it finds out.
//!
//! The end of a job and the lease of the next are one transaction, in which the worker also learns the
//! facts of the others. Beside its threads it keeps its leases, and learns more facts meanwhile; a job
//! that has become needless, as something above it is decided, is ended.

use super::super::facts::FactBook;
use super::super::lease::{self, Holder, Lease};
use super::super::threads::{self, lock};
use super::super::{Store, StoreFault, Transaction, Worker};
use super::{
    JobOutcome, JobReport, LeafLease, Numbers, ProofJobs, Root, finish, give_back, lease as take,
    roots, supply, tidy,
};
use crate::prove::{JobResult, JobSolver, ProofLimits, ProveOptions};
use crate::think::{Observer, WorkKind};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a worker asks whether there is something to do again, at first and at most.
const IDLE: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(2)];

/// How often facts are asked for during a job.
const FACTS: Duration = Duration::from_secs(3);

/// Which of the positions that were asked for a worker works at.
pub type Asked<'a> = &'a (dyn Fn(&Root) -> bool + Sync);

/// Hears of the work.
pub trait WorkObserver: Sync {
    /// Whether to end it.
    fn should_stop(&self) -> bool;

    /// Called before each job, and when there is none: what is known of what was asked for.
    fn known(&self, _roots: &[Root]) {}
}

/// A worker at a project of proofs.
pub struct Prover<'a, const W: usize> {
    jobs: ProofJobs,
    store: &'a Mutex<Store>,
    solver: JobSolver<W>,
    book: Mutex<FactBook>,
    worker: Worker,
    /// Seconds after which a lease must be renewed.
    seconds: f64,
    /// The jobs of the threads.
    busy: Mutex<HashMap<i64, RunningJob>>,
}

/// A job that a thread is busy with.
struct RunningJob {
    lease: Lease,
    start: Instant,
    /// Whether it is to end.
    ends: bool,
}

/// Ends a job when its time is up, or it has become needless.
struct JobWatch<'a, const W: usize> {
    prover: &'a Prover<'a, W>,
    slot: i64,
    observer: &'a dyn WorkObserver,
}

impl<const W: usize> Observer for JobWatch<'_, W> {
    fn should_stop(&self, _: WorkKind) -> bool {
        let needless = || {
            lock(&self.prover.busy)
                .get(&self.slot)
                .is_some_and(|job| job.ends)
        };
        self.observer.should_stop() || needless()
    }
}

impl<'a, const W: usize> Prover<'a, W> {
    /// A worker whose leases last so many seconds.
    pub fn new(
        jobs: ProofJobs,
        options: ProveOptions,
        store: &'a Mutex<Store>,
        worker: Worker,
        seconds: f64,
    ) -> Self {
        Self {
            jobs,
            store,
            solver: JobSolver::new(jobs.size, options),
            book: Mutex::default(),
            worker,
            seconds,
            busy: Mutex::default(),
        }
    }

    /// The solver, with all that it has found out.
    pub fn into_solver(self) -> JobSolver<W> {
        self.solver
    }

    /// Works on so many threads until all that is asked for is done, or the observer ends it.
    pub fn run(
        &self,
        count: usize,
        asked: Asked<'_>,
        observer: &dyn WorkObserver,
    ) -> Result<(), StoreFault> {
        threads::run(
            count,
            |ended| self.keep(ended),
            |slot, failed| self.work(slot, asked, observer, failed),
        )
    }

    fn holder(&self, slot: i64) -> Holder {
        Holder {
            worker: self.worker,
            slot,
            seconds: self.seconds,
        }
    }

    /// One thread.
    fn work(
        &self,
        slot: i64,
        asked: Asked<'_>,
        observer: &dyn WorkObserver,
        failed: &Mutex<Option<StoreFault>>,
    ) -> Result<(), StoreFault> {
        let mut done: Option<(LeafLease, JobReport)> = None;
        let mut idle = IDLE[0];
        loop {
            let stops = observer.should_stop() || lock(failed).is_some();
            let (leaf, known) = self.step(slot, done.as_ref(), asked, !stops)?;
            observer.known(&known);
            done = None;
            lock(&self.busy).remove(&slot);
            if stops || known.iter().filter(|root| asked(root)).all(Root::is_over) {
                return Ok(());
            }
            let Some(leaf) = leaf else {
                std::thread::sleep(idle);
                idle = (2 * idle).min(IDLE[1]);
                continue;
            };
            idle = IDLE[0];
            let running = RunningJob {
                lease: leaf.lease.clone(),
                start: Instant::now(),
                ends: false,
            };
            lock(&self.busy).insert(slot, running);
            let report = self.job(slot, &leaf, observer);
            done = Some((leaf, report));
        }
    }

    /// Writes the end of a job, learns what is new, and takes the next, unless that is not wanted.
    fn step(
        &self,
        slot: i64,
        done: Option<&(LeafLease, JobReport)>,
        asked: Asked<'_>,
        more: bool,
    ) -> Result<(Option<LeafLease>, Vec<Root>), StoreFault> {
        let (jobs, holder) = (self.jobs, self.holder(slot));
        lock(self.store).write(|tx| {
            if let Some((leaf, report)) = done {
                finish(tx, jobs, holder, leaf, report)?;
            }
            tidy(tx, jobs, holder)?;
            self.learn(tx)?;
            let known = roots(tx, jobs.project, jobs.size)?;
            if !more {
                return Ok((None, known));
            }
            let wanted: Vec<Root> = known.iter().filter(|root| asked(root)).cloned().collect();
            Ok((take(tx, jobs, holder, &wanted)?, known))
        })
    }

    /// Believes the facts that are new.
    fn learn(&self, tx: &mut Transaction<'_>) -> Result<(), StoreFault> {
        for claim in lock(&self.book).pull(tx, self.jobs.size)? {
            if claim.worker != Some(self.worker.id) {
                self.solver.believe(&claim.record)?;
            }
        }
        Ok(())
    }

    /// Works at a leaf.
    fn job(&self, slot: i64, leaf: &LeafLease, observer: &dyn WorkObserver) -> JobReport {
        let start = Instant::now();
        let watch = JobWatch {
            prover: self,
            slot,
            observer,
        };
        let limits = ProofLimits {
            until: Duration::try_from_secs_f64(leaf.budget.seconds)
                .ok()
                .and_then(|time| start.checked_add(time)),
            nodes: Some(leaf.budget.positions),
        };
        let position = leaf.position.resize::<W>();
        let found = self
            .solver
            .work(&position, leaf.name.as_deref(), limits, &watch);
        let facts = lock(&self.book).worth(found.facts.clone());
        JobReport {
            follows: found.origin.as_ref().map(ToString::to_string),
            positions: found.result.nodes,
            seconds: start.elapsed().as_secs_f64(),
            facts,
            outcome: outcome(&found),
        }
    }

    /// Keeps the leases of this worker until the work has ended.
    fn keep(&self, ended: &AtomicBool) {
        let every = Duration::from_secs_f64((self.seconds / 4.0).clamp(0.05, 1e3)).min(FACTS);
        while !ended.load(Ordering::Relaxed) {
            std::thread::park_timeout(every);
            if lock(&self.busy).is_empty() {
                continue;
            }
            let kept = lock(self.store).write(|tx| {
                let held = lease::renew(tx, self.worker, self.seconds)?;
                self.learn(tx)?;
                let short = supply(tx, self.jobs, self.seconds)?.is_short();
                Ok((needless(tx, &held)?, short))
            });
            // What is wrong is found, and told, by a thread when its job ends.
            let Ok((needless, short)) = kept else {
                continue;
            };
            for job in lock(&self.busy).values_mut() {
                let long = job.start.elapsed().as_secs_f64() >= self.jobs.pace.seconds;
                job.ends |= needless.contains(&job.lease.id) || (short && long);
            }
        }
    }

    /// Gives back what this worker holds.
    pub fn give_back(&self) -> Result<(), StoreFault> {
        let jobs = self.jobs;
        lock(self.store).write(|tx| {
            for lease in lease::held(tx, self.worker)? {
                if lease.project == jobs.project {
                    give_back(tx, jobs, &lease)?;
                }
            }
            Ok(())
        })
    }
}

/// The leases below something that is decided.
fn needless(tx: &mut Transaction<'_>, held: &[Lease]) -> Result<Vec<i64>, StoreFault> {
    let mut found = Vec::new();
    for lease in held {
        for node in &lease.path {
            let select = "SELECT count(*) FROM node WHERE id = $1 AND state IN ('black', 'white')";
            if tx.number(select, &[(*node).into()])? > 0 {
                found.push(lease.id);
                break;
            }
        }
    }
    Ok(found)
}

fn outcome<const W: usize>(found: &JobResult<W>) -> JobOutcome {
    let result = &found.result;
    if let Some(winner) = result.winner {
        return JobOutcome::Decided(winner, result.carrier.resize(), result.best);
    }
    let [proof, disproof] = result.proof_numbers;
    match &found.open {
        Some(open) => JobOutcome::Open(
            open.moves.clone(),
            open.cover.resize(),
            Numbers { proof, disproof },
        ),
        None => JobOutcome::Nothing,
    }
}
