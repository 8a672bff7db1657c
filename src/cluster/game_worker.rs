//! A worker for games: it leases their numbers, plays them and writes the results.

use super::jobs;
use super::lease::{self, Holder};
use super::threads;
use super::{Store, StoreFault, StoreWorker};
use crate::base::lock::unpoisoned;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long to wait while other workers play the remaining games.
const IDLE: Duration = Duration::from_millis(300);

/// A worker for a project of games.
pub struct GameWorker<'a> {
    /// The store.
    pub store: &'a Mutex<Store>,
    /// The worker.
    pub worker: StoreWorker,
    /// Seconds after which a lease must be renewed.
    pub seconds: f64,
    /// The project.
    pub project: i64,
    /// The number of games of the project.
    pub games: u64,
}

/// A result and the positions it took.
pub type StoredGame = (Vec<u8>, u64);

impl GameWorker<'_> {
    /// Plays on several threads until all games are finished. `make` creates a player for each
    /// thread. `play` plays the game of a number; it returns nothing if it was interrupted, and an
    /// error ends the work.
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
                let over = count.done + count.aside == count.all;
                if next.is_none() && !over && !lease::is_any(tx, self.project)? {
                    let open = (count.all - count.done - count.aside) as usize;
                    let why = "they are in no known state";
                    return Err(StoreFault::Stuck { open, why });
                }
                Ok((next, over))
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

    /// Renews the leases of this worker until the work ends.
    fn keep(&self, ended: &AtomicBool) {
        let every = Duration::from_secs_f64((self.seconds / 4.0).clamp(0.05, 1e3));
        while !ended.load(Ordering::Relaxed) {
            std::thread::park_timeout(every);
            // A thread finds and reports the fault when its game ends.
            let _ = unpoisoned(self.store.lock())
                .write(|tx| lease::renew(tx, self.worker, self.seconds));
        }
    }
}
