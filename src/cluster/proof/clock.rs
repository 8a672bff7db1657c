//! The time by which a worker works: that of its machine, or of a simulated cluster.

use std::time::{Duration, Instant};

/// A clock, and what is told to it.
pub trait WorkClock: Sync {
    /// The time since some beginning.
    fn now(&self) -> Duration;

    /// Waits.
    fn sleep(&self, time: Duration);

    /// Called at each position of a search by a worker that looks after its leases so often;
    /// whether it has to do that now, as no thread does.
    fn position(&self, _every: Duration) -> bool {
        false
    }

    /// Called before each transaction of a worker.
    fn transaction(&self) {}
}

/// The clock of this machine.
#[derive(Clone, Copy, Debug)]
pub struct MachineClock(Instant);

impl MachineClock {
    /// A clock that begins now.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl WorkClock for MachineClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep(&self, time: Duration) {
        std::thread::sleep(time);
    }
}
