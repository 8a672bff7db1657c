//! What work may spend: a budget, counted from when it begins, and limits, within which it ends.

use super::{Observer, Until, WorkKind, is_late};
use crate::base::instant::Instant;
use std::time::Duration;

/// The most that one piece of work may spend, from when it begins: a move, an explanation, a
/// review, the proof of a position. Nothing is limited by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Time.
    pub time: Option<Duration>,
    /// Nodes: positions of a solver or of alpha-beta, visits of a tree.
    pub nodes: Option<u64>,
    /// Plies, of a search that deepens.
    pub depth: Option<u32>,
}

impl Budget {
    /// So much time.
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::default()
        }
    }

    /// So many nodes: the result is the same each time.
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            time: None,
            nodes: Some(nodes),
            depth: None,
        }
    }

    /// The limits of work that begins now.
    pub fn from_now(self) -> Limits {
        Limits {
            until: self.time.and_then(|time| Instant::now().checked_add(time)),
            nodes: self.nodes,
            depth: self.depth,
            ..Limits::default()
        }
    }
}

/// The limits of a search. Without a time, nodes and a depth it goes on until its observer stops
/// it, even if nothing is left to find.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The time at which it ends.
    pub until: Option<Instant>,
    /// The time at which it ends if the choice of the move is unsure: later than `until`. Where
    /// there is one, a clock runs, and time that is not used is kept for later moves.
    pub unsure_until: Option<Instant>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Iterations.
    pub depth: Option<u32>,
    /// Threads; 0 counts as one. A solver has its own option.
    pub threads: usize,
    /// Whether a position with one move left is searched like any other, for its value.
    pub search_forced_moves: bool,
}

impl Limits {
    /// A time at which the search ends, if there is one.
    pub fn until(until: Option<Instant>) -> Self {
        Self {
            until,
            ..Self::default()
        }
    }

    /// So much time from now on.
    pub fn from_now(time: Duration) -> Self {
        Budget::time(time).from_now()
    }

    /// So many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Budget::nodes(nodes).from_now()
    }

    /// What is left after so many nodes.
    #[must_use]
    pub fn after(self, nodes: u64) -> Self {
        Self {
            nodes: self.nodes.map(|most| most.saturating_sub(nodes)),
            ..self
        }
    }

    /// The same with half of the time that is left.
    #[must_use]
    pub fn half(self) -> Self {
        let now = Instant::now();
        let half = |until: Instant| now + until.saturating_duration_since(now) / 2;
        Self {
            until: self.until.map(half),
            ..self
        }
    }

    /// The time at which it ends, or earlier if this observer ends it.
    pub fn end<'a>(&self, observer: &'a dyn Observer) -> Until<'a> {
        Until {
            observer,
            until: self.until,
        }
    }

    /// Whether time that is not used is kept for later moves.
    pub fn saves_time(&self) -> bool {
        self.unsure_until.is_some()
    }

    /// Whether the search goes on until it is stopped.
    pub fn is_endless(&self) -> bool {
        self.until.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// The kind of work that has these limits.
    pub fn work(&self) -> WorkKind {
        if self.is_endless() {
            WorkKind::Endless
        } else {
            WorkKind::Limited
        }
    }

    /// Whether the time is up or the observer ends the work.
    pub fn is_over(&self, observer: &dyn Observer) -> bool {
        is_late(self.until) || observer.should_stop(self.work())
    }
}
