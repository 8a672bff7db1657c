//! The observer of work that takes time.

use super::{RootMove, Score, ScoreScale, is_late};
use crate::base::instant::Instant;
use crate::hex::{Cell, Colour};
use std::time::Duration;

/// The kind of work that asks whether to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkKind {
    /// It has a limit of its own.
    Limited,
    /// It goes on until it is stopped.
    Endless,
}

/// How far a search has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// The last completed iteration.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// The side to move at the root.
    pub colour: Colour,
    /// The score of the position for that side.
    pub score: Option<Score>,
    /// The principal variation.
    pub pv: Vec<Cell>,
    /// What is known of the moves, and what kind of work found it.
    pub found: Found,
}

/// What work has found out about the moves of a position.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    /// By a search: the moves that it searched, the best first, and what their scores mean.
    Search(Vec<RootMove>, ScoreScale),
    /// By an opening book: its moves, the best first.
    Book(Vec<RootMove>),
    /// By a solver.
    Proof {
        /// The share of the whole proof that is done.
        done: f64,
        /// The moves that are still open, each with the share of its refutation that is done.
        open: Vec<(Cell, f64)>,
    },
}

/// Watches work. The core reports and asks through this trait alone.
pub trait Observer: Sync {
    /// Whether the work must end soon, with its best answer so far. Work asks every few
    /// milliseconds.
    fn should_stop(&self, work: WorkKind) -> bool;

    /// Called when an iteration is complete, or from time to time.
    fn progress(&self, _progress: &Progress) {}

    /// Called while a certificate is written, with the number of its claims so far.
    fn certified(&self, _claims: usize) {}
}

/// Never stops the work and ignores its progress.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn should_stop(&self, _work: WorkKind) -> bool {
        false
    }
}

/// An observer that also ends work at a time.
#[derive(Clone, Copy)]
pub struct Until<'a> {
    /// The observer.
    pub observer: &'a dyn Observer,
    /// The time.
    pub until: Option<Instant>,
}

impl Until<'static> {
    /// Never ends the work.
    pub const NEVER: Self = Self {
        observer: &NoObserver,
        until: None,
    };
}

impl Until<'_> {
    /// Whether work that has a limit must end.
    pub fn is_over(&self) -> bool {
        self.should_stop(WorkKind::Limited)
    }
}

impl Observer for Until<'_> {
    fn should_stop(&self, work: WorkKind) -> bool {
        is_late(self.until) || self.observer.should_stop(work)
    }

    fn progress(&self, progress: &Progress) {
        self.observer.progress(progress);
    }

    fn certified(&self, claims: usize) {
        self.observer.certified(claims);
    }
}
