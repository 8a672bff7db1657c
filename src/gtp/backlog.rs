//! The memory of the requests that wait, which is bounded.

use crate::base::lock::unpoisoned;
use std::sync::{Condvar, Mutex, MutexGuard};

/// Nothing is read while the requests that wait take this many bytes: some 25,000 short ones.
pub const MOST_WAITING: usize = 4 << 20;

/// The memory of the requests that wait.
#[derive(Default)]
pub struct Backlog {
    waiting: Mutex<Waiting>,
    less: Condvar,
}

#[derive(Default)]
struct Waiting {
    bytes: usize,
    /// Whether nothing takes requests any more.
    closed: bool,
}

impl Backlog {
    /// Waits until there is memory left, and counts these bytes. One request is let in, whatever
    /// it takes.
    pub fn enter(&self, bytes: usize) {
        let is_full = |waiting: &mut Waiting| !waiting.closed && waiting.bytes >= MOST_WAITING;
        unpoisoned(self.less.wait_while(self.waiting(), is_full)).bytes += bytes;
    }

    /// Takes these bytes off.
    pub fn leave(&self, bytes: usize) {
        self.waiting().bytes -= bytes;
        self.less.notify_one();
    }

    /// Lets everything in: it will not be answered.
    pub fn close(&self) {
        self.waiting().closed = true;
        self.less.notify_one();
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        unpoisoned(self.waiting.lock())
    }
}
