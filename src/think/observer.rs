//! The observer of work that takes time.

use crate::board::{Cell, Colour};
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
    /// The score as text.
    pub score: Option<String>,
    /// The principal variation.
    pub pv: Vec<Cell>,
    /// The moves that were searched, the best first, each with its score.
    pub moves: Vec<(Cell, String)>,
}

/// Watches work. The core reports and asks through this trait alone.
pub trait Observer: Sync {
    /// Whether the work must end soon, with its best answer so far. Work asks every few
    /// milliseconds.
    fn should_stop(&self, work: WorkKind) -> bool;

    /// Called when an iteration is complete, or from time to time.
    fn progress(&self, _progress: &Progress) {}
}

/// Never stops the work and ignores its progress.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn should_stop(&self, _work: WorkKind) -> bool {
        false
    }
}
