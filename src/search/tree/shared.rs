//! A search on several threads. One makes the visits, in the order in which it would make them
//! alone; the others judge positions that it is likely to come to. A judgement depends on the
//! position alone, so the graph is the same on any number of threads.

use super::descent::Step;
use super::graph::PositionKey;
use super::run::Run;
use super::search::PuctSearch;
use crate::base::lock::unpoisoned;
use crate::network::Evaluator;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

/// How long a thread without work waits, at most, before it tries again.
const MAX_WAIT: Duration = Duration::from_millis(1);

/// What the threads have in common.
struct State<'a, const W: usize> {
    search: &'a mut PuctSearch<W>,
    /// Positions that are being judged.
    busy: HashSet<PositionKey<W>>,
}

/// A search for several threads.
pub(super) struct SharedSearch<'a, const W: usize> {
    state: Mutex<State<'a, W>>,
    /// Notified when a position was judged.
    judged: Condvar,
    is_stopped: AtomicBool,
}

impl<'a, const W: usize> SharedSearch<'a, W> {
    /// Shares a search.
    pub fn new(search: &'a mut PuctSearch<W>) -> Self {
        Self {
            state: Mutex::new(State {
                search,
                busy: HashSet::new(),
            }),
            judged: Condvar::new(),
            is_stopped: AtomicBool::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<'a, W>> {
        unpoisoned(self.state.lock())
    }

    /// Makes visits until they are enough, while so many threads judge ahead.
    pub fn run(&self, evaluator: &Evaluator, ahead: usize, run: &mut Run) {
        thread::scope(|scope| {
            for _ in 0..ahead {
                let mut evaluator = evaluator.clone();
                scope.spawn(move || self.judge_ahead(&mut evaluator));
            }
            let mut evaluator = evaluator.clone();
            while !run.is_over(self.lock().search) {
                self.visit(&mut evaluator);
                while self.prove(run) {}
            }
            self.is_stopped.store(true, Ordering::Relaxed);
            self.judged.notify_all();
        });
    }

    /// One visit; the search is free for the others while it analyses and judges.
    fn visit(&self, evaluator: &mut Evaluator) {
        let mut state = self.lock();
        let mut descent = state.search.descend();
        loop {
            match state.search.step(&mut descent) {
                Step::Done => return state.search.back_up(&descent),
                Step::Look => {
                    let mut lookout = state.search.lookout.take();
                    drop(state);
                    let seen = lookout.as_mut().map(|out| out.look(&descent.line));
                    state = self.lock();
                    state.search.lookout = lookout;
                    state.search.see_at(&descent, seen);
                }
                Step::Judge => {
                    let key = PositionKey::new(&descent.position);
                    if state.busy.insert(key) {
                        drop(state);
                        let judgement = evaluator.judge(&descent.position);
                        state = self.lock();
                        state.busy.remove(&key);
                        state.search.know(&descent.position, judgement);
                    } else {
                        while state.busy.contains(&key) {
                            state = unpoisoned(self.judged.wait_timeout(state, MAX_WAIT)).0;
                        }
                    }
                }
            }
        }
    }

    /// Lets the solver try the next node that is due, if there is one, and says whether there was;
    /// the search is free for the others meanwhile.
    fn prove(&self, run: &Run) -> bool {
        let mut state = self.lock();
        let left = run.left(state.search);
        let Some(task) = state.search.next_proof(left) else {
            return false;
        };
        let (mut prover, root) = (state.search.take_prover(), state.search.root);
        drop(state);
        let result = run.prove(prover.as_mut(), &root, &task);
        let mut state = self.lock();
        state.search.put_prover(prover);
        state.search.settle(&task, result.as_ref());
        true
    }

    /// Judges positions ahead until the search stops.
    fn judge_ahead(&self, evaluator: &mut Evaluator) {
        while !self.is_stopped.load(Ordering::Relaxed) {
            let mut state = self.lock();
            let Some(position) = state.search.predict(&state.busy) else {
                // A stop between the test and the wait is seen after the wait.
                drop(self.judged.wait_timeout(state, MAX_WAIT));
                continue;
            };
            let key = PositionKey::new(&position);
            state.busy.insert(key);
            drop(state);
            let judgement = evaluator.judge(&position);
            let mut state = self.lock();
            state.busy.remove(&key);
            state.search.know(&position, judgement);
            drop(state);
            self.judged.notify_all();
        }
    }
}
