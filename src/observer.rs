//! Who watches work that takes time, and may ask it to end.

use crate::board::{Cell, Colour};
use std::time::Duration;

/// What kind of work asks whether to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// It has a limit of its own.
    Limited,
    /// It goes on until it is told to end.
    Endless,
}

/// How far a search has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// The iteration that is done.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// Whose turn it is at the root.
    pub colour: Colour,
    /// The score, as people read it.
    pub score: Option<String>,
    /// What both sides are expected to play.
    pub line: Vec<Cell>,
    /// The moves looked at, the best first, each with its score.
    pub moves: Vec<(Cell, String)>,
}

/// Watches work. The core reports and asks through this, and knows nothing of who is there.
pub trait Observer: Sync {
    /// Whether to finish soon, with the best answer so far. Work asks every few milliseconds.
    fn should_stop(&self, work: Work) -> bool;

    /// Hears how far a search has come.
    fn progress(&self, _progress: &Progress) {}
}

/// Nobody watches: work ends by itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {
    fn should_stop(&self, _work: Work) -> bool {
        false
    }
}
