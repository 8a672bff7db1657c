//! What the threads of a search share. One thread makes the visits, in the order in which it would
//! make them alone; the others evaluate positions that it will probably reach, and so does that
//! thread while another one evaluates what it needs next. An evaluation depends on the position
//! alone, so the graph is the same on any number of threads.

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

    /// A step towards the evaluation of a position that is needed: evaluates it, or another one
    /// ahead while another thread does. The graph is free for other threads meanwhile.
    pub fn evaluate<'b>(
        &'b self,
        state: MutexGuard<'b, State<'a, W>>,
        position: &Position<W>,
        evaluator: &mut Evaluator,
    ) -> MutexGuard<'b, State<'a, W>> {
        if state.pending.contains(&PositionKey::new(position)) {
            self.evaluate_predicted(state, evaluator)
        } else {
            self.evaluate_new(state, position, evaluator)
        }
    }

    /// Evaluates positions that the visits will probably reach, until the search stops.
    pub fn evaluate_ahead(&self, mut evaluator: Evaluator) {
        while !self.is_stopped.load(Ordering::Relaxed) {
            // A stop between the test and a wait is seen after the wait.
            drop(self.evaluate_predicted(self.lock(), &mut evaluator));
        }
    }

    /// Evaluates a position that the visits will probably reach, or waits if there is none.
    fn evaluate_predicted<'b>(
        &'b self,
        state: MutexGuard<'b, State<'a, W>>,
        evaluator: &mut Evaluator,
    ) -> MutexGuard<'b, State<'a, W>> {
        match state.graph.predict(&state.pending) {
            Some(position) => self.evaluate_new(state, &position, evaluator),
            None => self.wait(state),
        }
    }

    /// Evaluates a position that is not pending.
    fn evaluate_new<'b>(
        &'b self,
        mut state: MutexGuard<'b, State<'a, W>>,
        position: &Position<W>,
        evaluator: &mut Evaluator,
    ) -> MutexGuard<'b, State<'a, W>> {
        let key = PositionKey::new(position);
        state.pending.insert(key);
        drop(state);
        let evaluation = evaluator.evaluate(position);
        state = self.lock();
        state.pending.remove(&key);
        state.graph.store_evaluation(position, evaluation);
        self.evaluated.notify_all();
        state
    }

    /// Stops the evaluations ahead.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.evaluated.notify_all();
    }
}
