//! Proofs on many workers, simulated: discrete events in virtual time.
//!
//! Everything is real except the time. Each worker is the [`Prover`] with its solver, its table and
//! its claims; all workers use one store in memory, and they search the real positions of the
//! proof. Only one worker runs at a time, until its next transaction: the one whose clock is
//! furthest behind. A position takes a constant time ([`Cluster::speed`]), and so does a
//! transaction, which waits for those of the others ([`Cluster::transaction`]). A run with given
//! numbers is thus repeated exactly, whatever else the machine does. A thousand workers need one
//! core, which runs all their searches one after the other.

use super::super::facts::FactsRead;
use super::super::{Address, Project, ProjectKind, Store, StoreFault, StoreWorker};
use super::{ProofSpec, Prover, Root, RootTask, WorkClock, WorkObserver, ask};
use crate::at_width;
use crate::base::lock::unpoisoned;
use crate::hex::BoardSize;
use crate::solver::ProveOptions;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Seconds after which a lease must be renewed.
const LEASE: f64 = 60.0;

/// A cluster to simulate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cluster {
    /// Workers.
    pub workers: usize,
    /// Positions a second of each worker.
    pub speed: f64,
    /// Seconds of a transaction in the database.
    pub transaction: f64,
    /// Seconds between the starts of one worker and the next.
    pub stagger: f64,
}

impl Cluster {
    /// When a worker starts, in microseconds.
    fn start(&self, worker: usize) -> u64 {
        micros(self.stagger) * worker as u64
    }
}

/// The result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClusterFigures {
    /// Seconds until all positions were decided.
    pub seconds: f64,
    /// Jobs.
    pub jobs: u64,
    /// Positions searched.
    pub positions: u64,
    /// Seconds of all workers spent on jobs.
    pub busy: f64,
    /// Transactions.
    pub transactions: u64,
    /// Seconds that workers waited for the database before their transactions began.
    pub queued: f64,
    /// Positions in the upper part of the proof tree.
    pub nodes: u64,
    /// Facts.
    pub facts: u64,
}

/// Which worker runs, and all clocks, in microseconds.
#[derive(Default)]
struct Turns {
    waiting: BTreeSet<(u64, usize)>,
    running: usize,
    free: u64,
    queued: u64,
    transactions: u64,
    over: Option<u64>,
}

/// The clocks of all workers.
struct VirtualTime {
    turns: Mutex<Turns>,
    wakes: Vec<Condvar>,
    /// The clock of the running worker.
    now: Arc<AtomicU64>,
}

impl VirtualTime {
    fn new(cluster: Cluster) -> Self {
        let others = 1..cluster.workers;
        let turns = Turns {
            waiting: others
                .map(|worker| (cluster.start(worker), worker))
                .collect(),
            ..Turns::default()
        };
        Self {
            turns: Mutex::new(turns),
            wakes: (0..cluster.workers).map(|_| Condvar::new()).collect(),
            now: Arc::default(),
        }
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        unpoisoned(self.turns.lock())
    }

    /// Waits for the turn of a worker.
    fn wait(&self, mut turns: MutexGuard<'_, Turns>, worker: usize) {
        while turns.running != worker {
            turns = unpoisoned(self.wakes[worker].wait(turns));
        }
    }

    /// Runs the worker whose clock is furthest behind.
    fn pass(&self, turns: &mut Turns) {
        if let Some((time, worker)) = turns.waiting.pop_first() {
            turns.running = worker;
            self.now.store(time, Ordering::Relaxed);
            self.wakes[worker].notify_one();
        }
    }

    /// Ends the turn of the running worker at a time of its clock.
    fn advance(&self, worker: usize, time: u64) {
        let mut turns = self.turns();
        turns.waiting.insert((time, worker));
        self.pass(&mut turns);
        self.wait(turns, worker);
    }

    fn now(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }
}

/// Runs the next worker when one has ended or failed.
struct TurnEnd<'a>(&'a VirtualTime);

impl Drop for TurnEnd<'_> {
    fn drop(&mut self) {
        self.0.pass(&mut self.0.turns());
    }
}

/// The clock of a worker.
struct WorkerClock<'a> {
    time: &'a VirtualTime,
    cluster: Cluster,
    worker: usize,
    /// Its time, which can be ahead of the others' between transactions, because workers interact
    /// only through these.
    now: AtomicU64,
    kept: AtomicU64,
}

#[allow(clippy::cast_sign_loss)] // Times are not below 0.
fn micros(seconds: f64) -> u64 {
    (seconds * 1e6) as u64
}

impl WorkClock for WorkerClock<'_> {
    fn now(&self) -> Duration {
        Duration::from_micros(self.now.load(Ordering::Relaxed))
    }

    fn sleep(&self, time: Duration) {
        self.wait(self.now() + time);
    }

    fn position(&self, every: Duration) -> bool {
        let step = micros(1.0 / self.cluster.speed);
        let now = step + self.now.fetch_add(step, Ordering::Relaxed);
        let due = now >= self.kept.load(Ordering::Relaxed) + every.as_micros() as u64;
        if due {
            self.kept.store(now, Ordering::Relaxed);
        }
        due
    }

    fn transaction(&self) {
        self.wait(self.now());
        let mut turns = self.time.turns();
        let now = self.time.now();
        let begin = now.max(turns.free);
        turns.free = begin + micros(self.cluster.transaction);
        turns.queued += begin - now;
        turns.transactions += 1;
        let end = turns.free;
        drop(turns);
        self.wait(Duration::from_micros(end));
    }
}

impl WorkerClock<'_> {
    /// Waits until all others have reached this worker's time.
    fn wait(&self, until: Duration) {
        let until = until.as_micros() as u64;
        self.now.store(until, Ordering::Relaxed);
        self.time.advance(self.worker, until);
    }
}

/// Notices when all positions are decided.
struct ClusterEnd<'a>(&'a VirtualTime);

impl WorkObserver for ClusterEnd<'_> {
    fn should_stop(&self) -> bool {
        self.0.turns().over.is_some()
    }

    fn known(&self, roots: &[Root]) {
        if roots.iter().all(Root::is_over) {
            let now = self.0.now();
            self.0.turns().over.get_or_insert(now);
        }
    }
}

/// Solves positions on a cluster.
pub fn simulate(
    cluster: Cluster,
    size: BoardSize,
    spec: &ProofSpec,
    tasks: &[RootTask],
) -> Result<ClusterFigures, StoreFault> {
    let time = VirtualTime::new(cluster);
    let now = Arc::clone(&time.now);
    let seconds = move || now.load(Ordering::Relaxed) as f64 / 1e6;
    let mut store = Store::open(&Address::read(":memory:")?, true)?.with_clock(seconds);
    let project = store.write(|tx| {
        let project = Project::begin(tx, ProjectKind::Proofs, &spec.name(), &spec.write(), &[])?;
        ask(tx, project.id, size, tasks)?;
        Ok(project.id)
    })?;
    let (store, read) = (Mutex::new(store), Arc::<FactsRead>::default());
    let (jobs, options) = (spec.jobs(project)?, spec.options(ProveOptions::DEFAULT)?);
    let failed: Mutex<Option<StoreFault>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for worker in 0..cluster.workers {
            let (time, store, read, failed) = (&time, &store, &read, &failed);
            scope.spawn(move || {
                time.wait(time.turns(), worker);
                let _end = TurnEnd(time);
                if time.turns().over.is_some() {
                    return;
                }
                let start = cluster.start(worker);
                let clock = WorkerClock {
                    time,
                    cluster,
                    worker,
                    now: AtomicU64::new(start),
                    kept: AtomicU64::new(start),
                };
                let name = format!("worker {worker}");
                let begun =
                    unpoisoned(store.lock()).write(|tx| Ok(StoreWorker::begin(tx, &name, 1)?));
                let done = begun.and_then(|worker| {
                    at_width!(size, W => {
                        let prover =
                            Prover::<W>::new(jobs, options, store, &clock, worker, LEASE);
                        prover.sharing(read).run_alone(&|_| true, &ClusterEnd(time))
                    })
                });
                if let Err(why) = done {
                    unpoisoned(failed.lock()).get_or_insert(why);
                    let now = time.now();
                    time.turns().over.get_or_insert(now);
                }
            });
        }
    });
    if let Some(why) = unpoisoned(failed.lock()).take() {
        return Err(why);
    }
    let mut store = unpoisoned(store.into_inner());
    figures(&time, &mut store)
}

fn figures(time: &VirtualTime, store: &mut Store) -> Result<ClusterFigures, StoreFault> {
    let turns = time.turns();
    store.read(|tx| {
        let count = |tx: &mut super::super::Transaction<'_>, what: &str| {
            let number = tx.number(&format!("SELECT {what}"), &[])?;
            Ok::<u64, StoreFault>(number.unsigned_abs())
        };
        let row = tx.first("SELECT sum(busy) FROM worker", &[])?;
        let busy = row.map_or(Ok(0.0), |row| row.real(0))?;
        Ok(ClusterFigures {
            seconds: turns.over.unwrap_or(0) as f64 / 1e6,
            jobs: count(tx, "sum(jobs) FROM worker")?,
            positions: count(tx, "sum(positions) FROM worker")?,
            busy,
            transactions: turns.transactions,
            queued: turns.queued as f64 / 1e6,
            nodes: count(tx, "count(*) FROM node")?,
            facts: count(tx, "count(*) FROM claim")?,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::Pace;
    use super::*;

    #[test]
    fn a_cluster_is_repeated_exactly_and_many_are_faster_than_one() {
        let size: BoardSize = "5".parse().unwrap();
        let pace = Pace {
            seconds: 10.0,
            positions: 0,
        };
        let spec = ProofSpec::new(size, &ProveOptions::DEFAULT, pace);
        let openings = size.all().take(13).map(|cell| {
            let mut position = super::super::WidePosition::new(size);
            position.play(cell);
            RootTask {
                name: size.name(cell),
                position,
            }
        });
        let openings: Vec<RootTask> = openings.collect();
        let run = |workers, stagger| {
            let cluster = Cluster {
                workers,
                speed: 20.0,
                transaction: 0.004,
                stagger,
            };
            simulate(cluster, size, &spec, &openings).unwrap()
        };
        let (alone, three) = (run(1, 0.0), run(3, 0.0));
        assert_eq!(three, run(3, 0.0));
        // Those that would start after the end do nothing.
        assert_eq!(alone, run(3, 2.0 * alone.seconds));
        assert!(three.seconds < 0.7 * alone.seconds, "{alone:?} {three:?}");
        assert!(alone.busy <= alone.seconds && three.busy <= 3.0 * three.seconds);
        assert!(three.transactions >= three.jobs && alone.positions > 0);
    }
}
