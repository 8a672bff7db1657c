//! The clock of a worker: that of its machine, or of a simulated cluster.

use std::time::{Duration, Instant};

/// A clock, with hooks for the simulation.
pub trait WorkClock: Sync {
    /// The time since a fixed moment.
    fn now(&self) -> Duration;

    /// Waits.
    fn sleep(&self, time: Duration);

    /// Called at each position of a search by a worker that renews its leases this often. Returns
    /// whether it must renew them now, because no thread does.
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
    /// A clock that starts now.
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
