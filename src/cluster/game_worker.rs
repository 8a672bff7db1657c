//! A worker at games: leases numbers, plays, and writes results.

use super::jobs;
use super::lease::{self, Holder};
use super::threads;
use super::{Store, StoreFault, StoreWorker};
use crate::base::lock::unpoisoned;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long to wait where all that is left is being played by others.
const IDLE: Duration = Duration::from_millis(300);

/// A worker at a project of games.
pub struct GameWorker<'a> {
    /// The store.
    pub store: &'a Mutex<Store>,
    /// The worker.
    pub worker: StoreWorker,
    /// Seconds after which a lease must be renewed.
    pub seconds: f64,
    /// The project.
    pub project: i64,
    /// Games to be played: their numbers are below this.
    pub games: u64,
}

/// A result, and how many positions it took.
pub type StoredGame = (Vec<u8>, u64);

impl GameWorker<'_> {
    /// Plays on so many threads until all games are finished. Each thread has a player of its own,
    /// made by `make`; `play` plays the game of a number, and answers nothing if it was ended. An
    /// error of `play` ends the work.
    pub fn run<P, E: Send + From<StoreFault>>(
        &self,
        count: usize,
        make: impl Fn() -> Result<P, E> + Sync,
        play: impl Fn(&mut P, u64) -> Result<Option<StoredGame>, E> + Sync,
    ) -> Result<(), E> {
        threads::run(
            count,
            |ended| self.keep(ended),
            |slot, failed| self.work(slot, failed, &make, &play),
        )
    }

    /// One thread.
    fn work<P, E: From<StoreFault>>(
        &self,
        slot: i64,
        failed: &Mutex<Option<E>>,
        make: &impl Fn() -> Result<P, E>,
        play: &impl Fn(&mut P, u64) -> Result<Option<StoredGame>, E>,
    ) -> Result<(), E> {
        let holder = Holder {
            worker: self.worker,
            slot,
            seconds: self.seconds,
        };
        let mut player = make()?;
        while unpoisoned(failed.lock()).is_none() {
            let (next, over) = unpoisoned(self.store.lock()).write(|tx| {
                self.worker.is_there(tx)?;
                let next = jobs::lease(tx, self.project, self.games, holder)?;
                let count = jobs::count(tx, self.project, self.games)?;
                Ok((next, count.done + count.aside == count.all))
            })?;
            let Some((lease, number)) = next else {
                if over {
                    break;
                }
                std::thread::sleep(IDLE);
                continue;
            };
            let start = Instant::now();
            let played = play(&mut player, number);
            let seconds = start.elapsed().as_secs_f64();
            match played {
                Ok(Some((result, positions))) => unpoisoned(self.store.lock())
                    .write(|tx| jobs::finish(tx, holder, &lease, &result, seconds, positions))?,
                ended => {
                    unpoisoned(self.store.lock()).write(|tx| jobs::give_back(tx, &lease))?;
                    ended?;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Keeps the leases of this worker until the work has ended.
    fn keep(&self, ended: &AtomicBool) {
        let every = Duration::from_secs_f64((self.seconds / 4.0).clamp(0.05, 1e3));
        while !ended.load(Ordering::Relaxed) {
            std::thread::park_timeout(every);
            // What is wrong is found, and told, by a thread when its game ends.
            let _ = unpoisoned(self.store.lock())
                .write(|tx| lease::renew(tx, self.worker, self.seconds));
        }
    }
}
