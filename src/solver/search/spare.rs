//! Threads that have nothing to do take part in the searches of others.

use crate::base::lock::unpoisoned;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

/// The threads of several searches that are spare. A search asks for them while it goes on
/// ([`Self::lend`]); they are shared evenly.
#[derive(Debug, Default)]
pub struct SpareThreads {
    most: usize,
    state: Mutex<SpareState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct SpareState {
    free: usize,
    lent: usize,
    searches: usize,
}

impl SpareThreads {
    /// None yet, and so many at most.
    pub fn new(most: usize) -> Self {
        Self {
            most,
            ..Self::default()
        }
    }

    /// How many there may be.
    pub fn most(&self) -> usize {
        self.most
    }

    fn state(&self) -> MutexGuard<'_, SpareState> {
        unpoisoned(self.state.lock())
    }

    /// A thread has nothing left to do.
    pub fn add(&self) {
        self.state().free += 1;
        self.changed.notify_all();
    }

    /// Lends a search what is spare, until it has stopped: `start` begins the work of each. How
    /// many these were, to be given back when they are done.
    pub fn lend(&self, stopped: &AtomicBool, mut start: impl FnMut(usize)) -> usize {
        let mut lent = 0;
        let mut state = self.state();
        state.searches += 1;
        while !stopped.load(Ordering::Relaxed) {
            let share = (state.free + state.lent).div_ceil(state.searches);
            if state.free > 0 && lent < share.min(self.most) {
                state.free -= 1;
                state.lent += 1;
                start(lent);
                lent += 1;
            } else {
                state = unpoisoned(self.changed.wait(state));
            }
        }
        state.searches -= 1;
        lent
    }

    /// Takes back what was lent to a search.
    pub fn take_back(&self, lent: usize) {
        let mut state = self.state();
        state.lent -= lent;
        state.free += lent;
        self.changed.notify_all();
    }

    /// Ends a search, for those who wait in [`Self::lend`] too.
    pub fn stop(&self, stopped: &AtomicBool) {
        let _state = self.state();
        stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn two_searches_share_what_is_spare_and_give_it_back() {
        let spare = SpareThreads::new(4);
        let stopped = [AtomicBool::new(false), AtomicBool::new(false)];
        let counts = [AtomicUsize::new(0), AtomicUsize::new(0)];
        let lend = |search: usize| {
            let count = |_| {
                counts[search].fetch_add(1, Ordering::Relaxed);
            };
            let lent = spare.lend(&stopped[search], count);
            spare.take_back(lent);
            lent
        };
        std::thread::scope(|scope| {
            let searches = [scope.spawn(|| lend(0)), scope.spawn(|| lend(1))];
            while spare.state().searches < 2 {
                std::thread::yield_now();
            }
            for _ in 0..4 {
                spare.add();
            }
            while spare.state().free > 0 {
                std::thread::yield_now();
            }
            spare.stop(&stopped[0]);
            let [one, other] = searches;
            assert_eq!(one.join().unwrap(), 2);
            // The other search gets what the first had.
            while counts[1].load(Ordering::Relaxed) < 4 {
                std::thread::yield_now();
            }
            spare.stop(&stopped[1]);
            assert_eq!(other.join().unwrap(), 4);
        });
        let state = spare.state();
        assert_eq!((state.free, state.lent, state.searches), (4, 0, 0));
    }
}
