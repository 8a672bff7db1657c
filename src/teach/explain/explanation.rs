//! What explains a position or a move.

use super::estimate::Estimate;
use super::mustplay::Mustplay;
use super::win::Win;
use crate::hex::{BoardSize, Cell, Colour};
use std::time::{Duration, Instant};

/// What an explanation may cost beside the connections of the position: half of the time goes to
/// the proof, and half, if there is none, to the estimate; nodes count for each. Without either the
/// work goes on until the observer stops it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExplainLimits {
    /// The time.
    pub time: Option<Duration>,
    /// Positions for the solver, and visits for the search.
    pub nodes: Option<u64>,
}

impl ExplainLimits {
    /// Limits in time.
    pub fn of_time(time: Duration) -> Self {
        Self {
            time: Some(time),
            nodes: None,
        }
    }

    /// Limits in positions and visits: the explanation is the same each time.
    pub fn of_nodes(nodes: u64) -> Self {
        Self {
            time: None,
            nodes: Some(nodes),
        }
    }

    /// Half of the time.
    pub(super) fn halved(self) -> Self {
        Self {
            time: self.time.map(|time| time / 2),
            ..self
        }
    }

    /// The end of the time, from now on.
    pub(super) fn until(self) -> Option<Instant> {
        self.time.and_then(|time| Instant::now().checked_add(time))
    }
}

/// What explains a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The board.
    pub size: BoardSize,
    /// The side to move.
    pub to_move: Colour,
    /// The proved win.
    pub win: Option<Win>,
    /// Where the side to move must play, if the opponent threatens to win by a connection.
    pub mustplay: Option<Mustplay>,
    /// The estimate, if nothing is proved and there was time for one.
    pub estimate: Option<Estimate>,
}

/// A move to play.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveHint {
    /// The move.
    pub cell: Cell,
    /// Why it is the move to play.
    pub explanation: Explanation,
}

/// What explains a move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveExplanation {
    /// The move.
    pub cell: Cell,
    /// The side that makes it.
    pub mover: Colour,
    /// Where that side must play before it; the move loses if it is not among these cells.
    pub mustplay: Option<Mustplay>,
    /// The position after it. If the opponent wins there, its best move is the refutation.
    pub after: Explanation,
}
