//! What a search may spend.

use super::WorkKind;
use std::time::Instant;

/// The most that a search may spend.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchLimits {
    /// The time at which it ends.
    pub until: Option<Instant>,
    /// Whether time that is not used is kept for later moves, as by a clock.
    pub saves_time: bool,
    /// The time at which it ends if the choice of the move is unsure: later than `until`.
    pub unsure_until: Option<Instant>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Iterations.
    pub depth: Option<u32>,
    /// Threads; 0 counts as one.
    pub threads: usize,
    /// Whether the search goes on until the observer stops it, even if nothing is left to find.
    pub endless: bool,
    /// Whether a position with one move left is searched like any other, for its value.
    pub search_forced_moves: bool,
}

impl SearchLimits {
    /// The kind of work that is reported to an observer for these limits.
    pub fn work(&self) -> WorkKind {
        if self.endless {
            WorkKind::Endless
        } else {
            WorkKind::Limited
        }
    }
}
