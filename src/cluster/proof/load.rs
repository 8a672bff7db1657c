//! Measures how many jobs a second a store can handle: connections lease leaves and write invented
//! results as fast as possible.
//!
//! Each transaction is that of a worker between two jobs: the end of one with some facts, the
//! others' new facts, and the lease of the next. Most leaves get moves and the others a winner, so
//! the tree outlasts the measurement.

use super::super::{Project, ProjectKind, Store, StoreFault, StoreWorker};
use super::{
    JobOutcome, JobReport, LeafLease, MachineClock, Pace, ProofSpec, Prover, RootTask, WideCells,
    WidePosition, ask,
};
use crate::base::lock::unpoisoned;
use crate::hex::{BoardSize, Colour};
use crate::solver::{Fact, JobMove, ProofNumbers, ProveOptions};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Facts that a job writes.
const FACTS: usize = 5;

/// The share of leaves that get moves.
const OPENED: f64 = 0.8;

/// Moves that a leaf gets.
const MOVES: usize = 8;

/// Words of a set on the board.
const W: usize = 2;

/// The result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LoadFigures {
    /// Jobs.
    pub jobs: u64,
    /// Seconds.
    pub seconds: f64,
    /// Seconds of each transaction, including the wait for its turn.
    pub transaction: f64,
}

/// Works for a time with each of these connections to an empty store.
pub fn load(mut stores: Vec<Store>, time: Duration) -> Result<LoadFigures, StoreFault> {
    let size = BoardSize::USUAL;
    let pace = Pace {
        seconds: 1e-9,
        positions: 0,
    };
    let spec = ProofSpec::new(size, &ProveOptions::DEFAULT, pace);
    let Some(first) = stores.first_mut() else {
        return Err(StoreFault::Differs("no connection".to_owned()));
    };
    let project = first.write(|tx| {
        if !Project::all(tx)?.is_empty() {
            let why = "this store has work in it: name an empty database or a new file";
            return Err(StoreFault::Differs(why.to_owned()));
        }
        let project = Project::begin(tx, ProjectKind::Proofs, "load", &spec.write(), &[])?;
        let tasks: Vec<RootTask> = size.all().map(|cell| opening(size, cell)).collect();
        ask(tx, project.id, size, &tasks)?;
        Ok(project.id)
    })?;
    let jobs = spec.jobs(project)?;
    let clock = MachineClock::start();
    let start = Instant::now();
    let end = start + time;
    let found: Mutex<Vec<Result<(u64, f64), StoreFault>>> = Mutex::default();
    std::thread::scope(|scope| {
        for (number, mut store) in stores.into_iter().enumerate() {
            let (found, clock) = (&found, &clock);
            scope.spawn(move || {
                let name = format!("load {number}");
                let begun = store.write(|tx| Ok(StoreWorker::begin(tx, &name, 1)?));
                let done = begun.and_then(|worker| {
                    let store = Mutex::new(store);
                    let options = ProveOptions::DEFAULT;
                    let prover = Prover::<W>::new(jobs, options, &store, clock, worker, 60.0);
                    connection(&prover, number as u64, end)
                });
                unpoisoned(found.lock()).push(done);
            });
        }
    });
    let mut figures = LoadFigures {
        jobs: 0,
        seconds: start.elapsed().as_secs_f64(),
        transaction: 0.0,
    };
    for done in found.into_inner().unwrap_or_default() {
        let (jobs, seconds) = done?;
        figures.jobs += jobs;
        figures.transaction += seconds;
    }
    figures.transaction /= figures.jobs.max(1) as f64;
    Ok(figures)
}

fn opening(size: BoardSize, cell: crate::hex::Cell) -> RootTask {
    let mut position = WidePosition::new(size);
    position.play(cell);
    RootTask {
        name: size.name(cell),
        position,
    }
}

/// One connection: jobs, and the seconds of their transactions.
fn connection(prover: &Prover<'_, W>, number: u64, end: Instant) -> Result<(u64, f64), StoreFault> {
    let random = &mut StdRng::seed_from_u64(number);
    let mut done: Option<(LeafLease, JobReport)> = None;
    let (mut jobs, mut seconds) = (0, 0.0);
    while Instant::now() < end {
        let start = Instant::now();
        let (leaf, known) = prover.step(0, done.as_ref(), &|_| true, true)?;
        jobs += u64::from(done.is_some());
        seconds += start.elapsed().as_secs_f64();
        done = None;
        match leaf {
            Some(leaf) => {
                let report = report(&leaf, random);
                done = Some((leaf, report));
            }
            None if known.iter().all(super::Root::is_over) => break,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    Ok((jobs, seconds))
}

/// An invented result.
fn report(leaf: &LeafLease, random: &mut StdRng) -> JobReport {
    let position = &leaf.position;
    let cells: Vec<_> = position.empty().iter().collect();
    let some = |random: &mut StdRng, count: usize| -> WideCells {
        let one = |_| cells[random.random_range(0..cells.len())];
        (0..count).map(one).collect()
    };
    let facts = (0..FACTS).map(|_| {
        let winner = Colour::ALL[random.random_range(0..2)];
        let carrier = position.empty() - some(random, 24);
        Fact::of_result(position, winner, carrier, None, 1000)
    });
    // The cells must connect the winner's edges, or the result cannot be read again.
    let facts = facts.filter(|fact| Fact::read(&fact.record()).is_ok());
    let facts = facts.collect();
    let outcome = if random.random_bool(OPENED) && cells.len() > 2 * MOVES {
        let number = random.random_range(1..100);
        let moves = some(random, MOVES).iter().map(|cell| JobMove {
            cell,
            numbers: ProofNumbers::new(number, number),
            work: 1000,
        });
        let numbers = ProofNumbers::new(number, number);
        JobOutcome::Open(moves.collect(), position.empty(), numbers)
    } else {
        let winner = Colour::ALL[random.random_range(0..2)];
        JobOutcome::Decided(winner, position.empty(), None)
    };
    JobReport {
        outcome,
        follows: None,
        positions: 10_000,
        seconds: 10.0,
        facts,
        excerpt: None,
    }
}
