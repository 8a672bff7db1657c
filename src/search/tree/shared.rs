//! What the threads of a search share. One thread makes the visits, in the order in which it would
//! make them alone; the others evaluate positions that it will probably reach. An evaluation
//! depends on the position alone, so the graph is the same on any number of threads.

use super::graph::{PositionKey, SearchGraph};
use crate::base::lock::unpoisoned;
use crate::hex::Position;
use crate::network::Evaluator;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// How long a thread without work waits, at most, before it tries again.
const MAX_WAIT: Duration = Duration::from_millis(1);

/// The graph of a search, for one thread at a time.
pub(super) struct SharedGraph<'a, const W: usize> {
    state: Mutex<State<'a, W>>,
    /// Notified when a position was evaluated.
    evaluated: Condvar,
    is_stopped: AtomicBool,
}

/// What a thread has while it holds the lock.
pub(super) struct State<'a, const W: usize> {
    /// The graph.
    pub graph: &'a mut SearchGraph<W>,
    /// Positions that a thread evaluates.
    pending: HashSet<PositionKey<W>>,
}

impl<'a, const W: usize> SharedGraph<'a, W> {
    /// Shares a graph.
    pub fn new(graph: &'a mut SearchGraph<W>) -> Self {
        Self {
            state: Mutex::new(State {
                graph,
                pending: HashSet::new(),
            }),
            evaluated: Condvar::new(),
            is_stopped: AtomicBool::new(false),
        }
    }

    /// Waits for the graph.
    pub fn lock(&self) -> MutexGuard<'_, State<'a, W>> {
        unpoisoned(self.state.lock())
    }

    fn wait<'b>(&self, state: MutexGuard<'b, State<'a, W>>) -> MutexGuard<'b, State<'a, W>> {
        let waited = self.evaluated.wait_timeout(state, MAX_WAIT);
        unpoisoned(waited).0
    }

    /// Has the graph keep the evaluation of a position: evaluates it, or waits for the thread that
    /// does. The graph is free for other threads meanwhile.
    pub fn evaluate<'b>(
        &'b self,
        mut state: MutexGuard<'b, State<'a, W>>,
        position: &Position<W>,
        evaluator: &mut Evaluator,
    ) -> MutexGuard<'b, State<'a, W>> {
        let key = PositionKey::new(position);
        if !state.pending.insert(key) {
            while state.pending.contains(&key) {
                state = self.wait(state);
            }
            return state;
        }
        drop(state);
        let evaluation = evaluator.evaluate(position);
        state = self.lock();
        state.pending.remove(&key);
        state.graph.store_evaluation(position, evaluation);
        state
    }

    /// Evaluates positions that the visits will probably reach, until the search stops.
    pub fn evaluate_ahead(&self, mut evaluator: Evaluator) {
        while !self.is_stopped.load(Ordering::Relaxed) {
            let state = self.lock();
            if let Some(position) = state.graph.predict(&state.pending) {
                drop(self.evaluate(state, &position, &mut evaluator));
                self.evaluated.notify_all();
            } else {
                // A stop between the test and the wait is seen after the wait.
                drop(self.wait(state));
            }
        }
    }

    /// Stops the evaluations ahead.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.evaluated.notify_all();
    }
}
