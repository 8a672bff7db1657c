//! Positions of one board, such as its openings, that are solved together.
//!
//! In Hex it does not depend on the way to a position, or on other searched positions, who wins:
//! there are no draws, and no rule depends on the history. So all positions share one table and one
//! store of claims, and what is found out in one holds in all:
//!
//! - a win that does without the stones in which two positions differ wins both (if White answers
//!   a1 by d4, and what it needs leaves out b1, it answers b1 by d4, too);
//! - on a square board it also holds reflected, with the colours exchanged: if White, to move, wins
//!   by a reply to an opening that Black has no use for, Black wins by opening there;
//! - a win that lacks one stone is a threat: the opponent has to play where it is needed.
//!
//! A position that follows from a decided one is not searched. The others are searched in turn, a
//! little each, then twice as much, so that the easiest are solved first, and the replies that won
//! elsewhere are tried first.

use super::claims::{Answers, BadClaim, Claim, ClaimRecord, ClaimStore, Fact, Origin, claims_of};
use super::options::ProveOptions;
use super::result::ProofResult;
use super::solve::Solver;
use crate::base::instant::Instant;
use crate::base::lock::unpoisoned;
use crate::hex::{BoardSize, Cell, Position};
use crate::think::{Budget, Limits, Observer, WorkKind, is_late};
use std::io;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

/// Nodes for which a position is searched at first.
const FIRST: u64 = 400;

/// A position of a series.
#[derive(Clone, Debug)]
pub struct SeriesTask<const W: usize> {
    /// Its name.
    pub name: String,
    /// The position.
    pub position: Position<W>,
}

/// Why a series does not begin.
#[derive(Debug, thiserror::Error)]
pub enum NoSeries {
    /// The store of claims cannot be read.
    #[error(transparent)]
    Store(#[from] io::Error),
    /// The store holds something that is no claim.
    #[error("claim {0} of this board: {1}")]
    Claim(usize, BadClaim),
}

/// What came out for a position of a series.
#[derive(Clone, Debug)]
pub struct SeriesResult<const W: usize> {
    /// The number of the task.
    pub task: usize,
    /// What is known of it; its positions and builds are those that were spent on it.
    pub result: ProofResult<W>,
    /// From which other position it follows, if it was not searched to its end.
    pub origin: Option<Origin>,
    /// The time that was spent on it.
    pub time: Duration,
    /// What both sides do, as far as the table knows.
    pub line: Vec<Cell>,
}

/// How far a task is.
#[derive(Clone, Copy, Debug, Default)]
struct TaskState {
    busy: bool,
    closed: bool,
    nodes: u64,
    builds: u64,
    time: Duration,
}

/// What the threads that work at a series share.
struct SeriesState<const W: usize> {
    tasks: Vec<TaskState>,
    answers: Answers<W>,
    store: Option<Box<dyn ClaimStore>>,
}

/// Positions that are solved together.
pub struct Series<const W: usize> {
    solver: Solver<W>,
    size: BoardSize,
    tasks: Vec<SeriesTask<W>>,
    state: Mutex<SeriesState<W>>,
}

impl<const W: usize> Series<W> {
    /// A series that starts with what a store knows, if there is one. Panics if a position has
    /// another size.
    pub fn new(
        size: BoardSize,
        options: ProveOptions,
        tasks: Vec<SeriesTask<W>>,
        mut store: Option<Box<dyn ClaimStore>>,
    ) -> Result<Self, NoSeries> {
        assert!(tasks.iter().all(|task| task.position.size() == size));
        // A single position is searched as ever.
        let solver = if tasks.len() > 1 || store.is_some() {
            Solver::of_several(size, options)
        } else {
            Solver::new(size, options)
        };
        let mut answers = Answers::new(size);
        let known = store.as_mut().map(|store| store.known(size)).transpose()?;
        for (number, record) in known.unwrap_or_default().into_iter().enumerate() {
            let claim = record.claim(size);
            let claim = claim.map_err(|why| NoSeries::Claim(number + 1, why))?;
            solver.claims().believe(claim, true);
            if let Some(name) = record.of {
                answers.keep(claim, &name);
            }
        }
        let state = SeriesState {
            tasks: vec![TaskState::default(); tasks.len()],
            answers,
            store,
        };
        Ok(Self {
            solver,
            size,
            tasks,
            state: Mutex::new(state),
        })
    }

    /// The same for so many threads that call [`Self::next`]: those that find nothing left take
    /// part in the searches of the others.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.solver.set_spare(threads.saturating_sub(1));
        self
    }

    /// The same whose solver will write a certificate.
    #[must_use]
    pub fn with_certificate(self) -> Self {
        self.solver.claims().keep_former();
        self
    }

    /// The positions.
    pub fn tasks(&self) -> &[SeriesTask<W>] {
        &self.tasks
    }

    /// The solver, with all that it has found out.
    pub fn into_solver(mut self) -> Solver<W> {
        self.solver.end_searches();
        self.solver
    }

    fn state(&self) -> MutexGuard<'_, SeriesState<W>> {
        unpoisoned(self.state.lock())
    }

    /// Works until a position is decided, or left open because it has spent its budget or because
    /// of the observer; `None` once there is none left to take up. Several threads may call it at
    /// once. An error is one of the store.
    pub fn next(
        &self,
        budget: Budget,
        observer: &dyn Observer,
    ) -> io::Result<Option<SeriesResult<W>>> {
        while let Some((task, alone)) = self.take() {
            if let Some(found) = self.work(task, alone, budget, observer)? {
                return Ok(Some(found));
            }
        }
        self.solver.spare().add();
        Ok(None)
    }

    /// Takes the position of those that are open on which least was spent; and whether no other is
    /// open.
    fn take(&self) -> Option<(usize, bool)> {
        let mut state = self.state();
        let open = state.tasks.iter().filter(|task| !task.closed).count();
        let free = state.tasks.iter().enumerate();
        let free = free.filter(|(_, task)| !task.busy && !task.closed);
        let task = free.min_by_key(|(_, task)| task.nodes)?.0;
        state.tasks[task].busy = true;
        Some((task, open == 1))
    }

    /// Searches a position for a while, or to its end if it is alone, unless it follows from
    /// another.
    fn work(
        &self,
        task: usize,
        alone: bool,
        budget: Budget,
        observer: &dyn Observer,
    ) -> io::Result<Option<SeriesResult<W>>> {
        let position = &self.tasks[task].position;
        let start = Instant::now();
        if let Some((result, origin)) = self.following(position) {
            return Ok(Some(self.close(task, result, Some(origin), start)));
        }
        let spent = self.state().tasks[task];
        let most = budget.nodes.unwrap_or(u64::MAX);
        let slice = if alone {
            u64::MAX
        } else {
            spent.nodes.max(FIRST)
        };
        let left = Limits {
            nodes: Some(slice.min(most.saturating_sub(spent.nodes))),
            until: budget
                .time
                .and_then(|time| start.checked_add(time.saturating_sub(spent.time))),
            ..Limits::default()
        };
        let replies = self.state().answers.replies(position);
        let mut result = self.solver.search(position, &replies, left, observer);
        self.solver.find_move(position, &mut result, left, observer);
        self.keep(task, &mut result, left, observer)?;
        if result.winner.is_some()
            || is_late(left.until)
            || spent.nodes + result.nodes >= most
            || observer.should_stop(WorkKind::Limited)
        {
            return Ok(Some(self.close(task, result, None, start)));
        }
        let mut state = self.state();
        let task = &mut state.tasks[task];
        task.busy = false;
        task.nodes += result.nodes;
        task.builds += result.builds;
        task.time += start.elapsed();
        Ok(None)
    }

    fn close(
        &self,
        task: usize,
        mut result: ProofResult<W>,
        origin: Option<Origin>,
        start: Instant,
    ) -> SeriesResult<W> {
        let line = self.solver.line(&self.tasks[task].position);
        let mut state = self.state();
        let spent = &mut state.tasks[task];
        (spent.closed, spent.busy) = (true, false);
        result.nodes += spent.nodes;
        result.builds += spent.builds;
        SeriesResult {
            task,
            result,
            origin,
            time: spent.time + start.elapsed(),
            line,
        }
    }

    /// What follows for a position from those that are decided.
    fn following(&self, position: &Position<W>) -> Option<(ProofResult<W>, Origin)> {
        if self.solver.options().claims == 0 {
            return None;
        }
        self.state().answers.following(position)
    }

    /// Keeps what was found out: the claim of the position, that of the one after its winning
    /// move, and those that took much work.
    fn keep(
        &self,
        task: usize,
        result: &mut ProofResult<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> io::Result<()> {
        let name = &self.tasks[task].name;
        let answers = self.answers(task, result, limits, observer);
        let mut claims = self.solver.claims();
        let facts = claims.take_facts();
        let mut state = self.state();
        let mut records = Vec::new();
        for (claim, position) in answers {
            if state.answers.keep(claim, name) {
                claims.keep_found(claim, &position);
                records.push(ClaimRecord::new(&claim, self.size, Some(name)));
            }
        }
        drop(claims);
        if let Some(store) = &mut state.store {
            records.extend(facts.iter().map(Fact::record));
            store.keep(&records)?;
        }
        Ok(())
    }

    /// The claims of a position that is decided, where there is something to do with them.
    fn answers(
        &self,
        task: usize,
        result: &mut ProofResult<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Vec<(Claim<W>, Position<W>)> {
        if self.solver.options().claims == 0
            || (self.tasks.len() == 1 && self.state().store.is_none())
        {
            return Vec::new();
        }
        let position = &self.tasks[task].position;
        claims_of(&self.solver, position, result, limits, observer)
    }
}
