//! A worker for proofs: it leases leaves, searches them with one table and one set of claims for
//! all of its threads, and writes the results.
//!
//! The end of a job and the lease of the next are one transaction, which also reads the others' new
//! facts. Beside its threads the worker renews its leases and reads more facts. It stops a job that
//! has become needless because something above it is decided.

mod renewal;

use super::super::facts::{self, FactBook, FactsRead};
use super::super::lease::{Holder, Lease};
use super::super::threads;
use super::super::{Store, StoreFault, StoreWorker, Transaction};
use super::verify::{Verifier, verify};
use super::{
    JobNodeId, JobOutcome, JobReport, LeafLease, ProofJobs, Root, Supply, WorkClock, excerpts,
    finish, lease, roots, set_aside, tidy,
};
use crate::base::lock::unpoisoned;
use crate::solver::{Fact, JobResult, JobSolver, ProveOptions};
use crate::think::{Limits, Observer, WorkKind};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long an idle worker waits before it asks for work again, at first and at most.
const IDLE: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(2)];

/// The report of a long wait.
const WAITING: &str = "no job is free: waiting for those of other workers; \
    `mustplay store status --view busy` lists them";

/// How long a worker waits for the jobs of others until it reports that.
const SILENT: Duration = Duration::from_secs(10);

/// Which requested positions a worker searches.
pub type Asked<'a> = &'a (dyn Fn(&Root) -> bool + Sync);

/// Observes the work.
pub trait WorkObserver: Sync {
    /// Whether to stop.
    fn should_stop(&self) -> bool;

    /// Called before each job, and when there is none, with the state of the requested positions.
    fn known(&self, _roots: &[Root]) {}

    /// Called with what a user should know: nodes that were set aside, a long wait.
    fn report(&self, _text: &str) {}
}

/// A worker for a project of proofs.
pub struct Prover<'a, const W: usize> {
    jobs: ProofJobs,
    store: &'a Mutex<Store>,
    clock: &'a dyn WorkClock,
    solver: JobSolver<W>,
    book: Mutex<FactBook>,
    worker: StoreWorker,
    /// Facts to write.
    unwritten: Mutex<Vec<Fact>>,
    /// The excerpts of other workers that were read: the nodes, and the positions searched for them
    /// at that time.
    seen: Mutex<HashMap<JobNodeId, u64>>,
    /// Facts of others to verify before use.
    verifier: Mutex<Verifier>,
    options: ProveOptions,
    /// Active threads, and the least work of a fact.
    workers: AtomicU64,
    least: AtomicU32,
    /// Seconds after which a lease must be renewed.
    seconds: f64,
    /// The jobs of the threads.
    busy: Mutex<HashMap<i64, RunningJob>>,
}

/// The job of a thread.
struct RunningJob {
    lease: Lease,
    start: Duration,
    /// Whether to stop it.
    ends: bool,
}

/// Stops a job when its time is up or it has become needless.
struct JobWatch<'a, const W: usize> {
    prover: &'a Prover<'a, W>,
    /// The thread, if it runs the job.
    slot: Option<i64>,
    /// When its time is up.
    until: Duration,
    observer: &'a dyn WorkObserver,
}

impl<const W: usize> Observer for JobWatch<'_, W> {
    fn should_stop(&self, _: WorkKind) -> bool {
        let needless = || {
            let busy = unpoisoned(self.prover.busy.lock());
            let job = self.slot.and_then(|slot| busy.get(&slot));
            job.is_some_and(|job| job.ends)
        };
        if self.prover.clock.position(self.prover.every()) {
            self.prover.renew_leases();
        }
        self.prover.clock.now() >= self.until || self.observer.should_stop() || needless()
    }
}

impl<'a, const W: usize> Prover<'a, W> {
    /// A worker whose leases last this many seconds.
    pub fn new(
        jobs: ProofJobs,
        options: ProveOptions,
        store: &'a Mutex<Store>,
        clock: &'a dyn WorkClock,
        worker: StoreWorker,
        seconds: f64,
    ) -> Self {
        Self {
            jobs,
            store,
            clock,
            solver: JobSolver::new(jobs.size, options),
            book: Mutex::default(),
            seen: Mutex::default(),
            unwritten: Mutex::default(),
            verifier: Mutex::default(),
            options,
            workers: AtomicU64::new(1),
            least: AtomicU32::new(facts::WORTH),
            worker,
            seconds,
            busy: Mutex::default(),
        }
    }

    /// The same worker, which verifies its part of a sample of the others' facts before it uses
    /// them.
    #[must_use]
    pub fn verifying(self, share: f64) -> Self {
        let verifier = Mutex::new(Verifier::new(share, self.worker.id));
        Self { verifier, ..self }
    }

    /// The same worker, one of several in this process.
    #[must_use]
    pub fn sharing(self, read: &Arc<FactsRead>) -> Self {
        let book = Mutex::new(FactBook::sharing(Arc::clone(read)));
        Self { book, ..self }
    }

    /// The solver with its results.
    pub fn into_solver(self) -> JobSolver<W> {
        self.solver
    }

    /// Works on several threads until all requested positions are decided or the observer stops it.
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

    /// Works on the calling thread, which also renews the leases when the clock says so.
    pub fn run_alone(
        &self,
        asked: Asked<'_>,
        observer: &dyn WorkObserver,
    ) -> Result<(), StoreFault> {
        self.work(0, asked, observer, &Mutex::new(None))
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
        let begun = self.clock.now();
        let mut waits: Option<Duration> = None;
        loop {
            let stops = observer.should_stop() || unpoisoned(failed.lock()).is_some();
            let (leaf, known) = self.careful_step(slot, done.as_ref(), asked, !stops, observer)?;
            observer.known(&known);
            done = None;
            unpoisoned(self.busy.lock()).remove(&slot);
            if stops || known.iter().filter(|root| asked(root)).all(Root::is_over) {
                return Ok(());
            }
            let Some(leaf) = leaf else {
                // There is no other work.
                let now = self.clock.now();
                if now.saturating_sub(*waits.get_or_insert(now)) >= SILENT {
                    waits = Some(Duration::MAX);
                    observer.report(WAITING);
                }
                if !self.verify_one(Duration::MAX, observer)? {
                    self.clock.sleep(idle);
                    idle = (2 * idle).min(IDLE[1]);
                }
                continue;
            };
            (idle, waits) = (IDLE[0], None);
            // The lease is renewed while facts are verified; the job's time starts after that.
            self.begin(slot, &leaf);
            while self.verify_one(self.clock.now().saturating_sub(begun), observer)? {}
            self.begin(slot, &leaf);
            let report = self.job(slot, &leaf, observer);
            done = Some((leaf, report));
        }
    }

    /// A step, again after nodes whose rows contradict each other have been set aside.
    fn careful_step(
        &self,
        slot: i64,
        done: Option<&(LeafLease, JobReport)>,
        asked: Asked<'_>,
        more: bool,
        observer: &dyn WorkObserver,
    ) -> Result<(Option<LeafLease>, Vec<Root>), StoreFault> {
        let mut known = HashSet::new();
        loop {
            let fault = match self.step(slot, done, asked, more) {
                // A node that was set aside and is wrong again would be so for ever.
                Err(StoreFault::Inconsistent { node, worker, why }) if known.insert(node) => {
                    StoreFault::Inconsistent { node, worker, why }
                }
                other => return other,
            };
            let jobs = self.jobs;
            let aside =
                unpoisoned(self.store.lock()).write(|tx| set_aside(tx, jobs, fault.clone()))?;
            for fault in aside {
                observer.report(&format!("{fault}; set aside"));
            }
        }
    }

    /// Writes the end of a job, reads new facts, and leases the next leaf unless none is wanted.
    pub(super) fn step(
        &self,
        slot: i64,
        done: Option<&(LeafLease, JobReport)>,
        asked: Asked<'_>,
        more: bool,
    ) -> Result<(Option<LeafLease>, Vec<Root>), StoreFault> {
        let (jobs, holder) = (self.jobs, self.holder(slot));
        self.clock.transaction();
        let step = unpoisoned(self.store.lock()).write(|tx| {
            unpoisoned(self.verifier.lock()).write(tx)?;
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
            let mut leaf = lease(tx, jobs, holder, &wanted)?;
            if let Some(leaf) = &leaf {
                self.note_supply(leaf.supply);
            }
            if let Some(leaf) = leaf.as_mut().filter(|leaf| leaf.supply.workers > 1) {
                let seen = unpoisoned(self.seen.lock());
                leaf.excerpts = excerpts(tx, jobs, &leaf.lease, self.worker, &seen)?;
            }
            Ok((leaf, known))
        });
        if step.is_ok() {
            unpoisoned(self.verifier.lock()).written();
        }
        step
    }

    /// Reads how many workers there are and how much they have searched.
    fn note_supply(&self, supply: Supply) {
        self.workers.store(supply.workers, Ordering::Relaxed);
        let least = facts::worth(supply.workers, supply.positions);
        self.least.store(least, Ordering::Relaxed);
        self.solver.share_from(least);
    }

    /// The facts to write.
    fn worth(&self, facts: Vec<Fact>) -> Vec<Fact> {
        unpoisoned(self.book.lock()).worth(facts, self.least.load(Ordering::Relaxed))
    }

    /// Adds the new facts to the solver.
    fn learn(&self, tx: &mut Transaction<'_>) -> Result<(), StoreFault> {
        for stored in unpoisoned(self.book.lock()).pull(tx, self.jobs.size)? {
            let workers = self.workers.load(Ordering::Relaxed);
            let own = stored.worker == Some(self.worker.id);
            if !own && !unpoisoned(self.verifier.lock()).takes(&stored, workers) {
                self.solver.believe(&stored.fact);
            }
        }
        Ok(())
    }

    /// Records that a thread starts on a leaf.
    fn begin(&self, slot: i64, leaf: &LeafLease) {
        let running = RunningJob {
            lease: leaf.lease.clone(),
            start: self.clock.now(),
            ends: false,
        };
        unpoisoned(self.busy.lock()).insert(slot, running);
    }

    /// Verifies a fact, if one is due and a worker that has worked this long has time for it, and
    /// adds it to the solver if it is right. Returns whether there was one.
    fn verify_one(
        &self,
        worked: Duration,
        observer: &dyn WorkObserver,
    ) -> Result<bool, StoreFault> {
        let watch = JobWatch {
            prover: self,
            slot: None,
            until: Duration::MAX,
            observer,
        };
        let Some(stored) = unpoisoned(self.verifier.lock()).next(worked) else {
            return Ok(false);
        };
        let start = self.clock.now();
        let confirmed = verify(&stored, self.options, &watch)?.is_some();
        if confirmed {
            self.solver.believe(&stored.fact);
        }
        let time = self.clock.now().saturating_sub(start);
        unpoisoned(self.verifier.lock()).checked(&stored, confirmed, time);
        Ok(true)
    }

    /// Searches a leaf.
    fn job(&self, slot: i64, leaf: &LeafLease, observer: &dyn WorkObserver) -> JobReport {
        let start = self.clock.now();
        let time = leaf.budget.time.unwrap_or(Duration::MAX);
        let watch = JobWatch {
            prover: self,
            slot: Some(slot),
            until: start.saturating_add(time),
            observer,
        };
        // Its time is that of the clock, and the watch's.
        let limits = Limits {
            nodes: leaf.budget.nodes,
            ..Limits::default()
        };
        for known in &leaf.excerpts {
            // An unreadable excerpt is ignored.
            let _ = self.solver.take_in(&known.position.resize(), &known.data);
            unpoisoned(self.seen.lock()).insert(known.node, known.positions);
        }
        let position = leaf.position.resize::<W>();
        let found = self
            .solver
            .work(&position, leaf.name.as_deref(), limits, leaf.ends, &watch);
        let mut facts = std::mem::take(&mut *unpoisoned(self.unwritten.lock()));
        facts.extend(self.worth(found.facts.clone()));
        let shared = leaf.supply.workers > 1;
        JobReport {
            follows: found.origin.as_ref().map(ToString::to_string),
            positions: found.result.nodes,
            seconds: self.clock.now().saturating_sub(start).as_secs_f64(),
            facts,
            excerpt: (shared && found.result.winner.is_none())
                .then(|| self.solver.excerpt(&position, leaf.image))
                .flatten(),
            outcome: outcome(&found),
        }
    }
}

fn outcome<const W: usize>(found: &JobResult<W>) -> JobOutcome {
    let result = &found.result;
    if let Some(winner) = result.winner {
        return JobOutcome::Decided(winner, result.carrier.resize(), result.best);
    }
    match &found.open {
        Some(open) => JobOutcome::Open(open.moves.clone(), open.cover.resize(), result.numbers),
        None => JobOutcome::Nothing,
    }
}
