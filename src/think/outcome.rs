//! What a search found.

use super::{Score, ScoreScale};
use crate::hex::Cell;
use std::time::Duration;

/// What a search found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchOutcome {
    /// The best move; `None` on a full board.
    pub best: Option<Cell>,
    /// The score of the position for the side to move; `None` before the first iteration has one.
    pub score: Option<Score>,
    /// The principal variation.
    pub pv: Vec<Cell>,
    /// The iterations that were completed.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// The time of a solver within the search, where that is measured.
    pub solving: Duration,
    /// The moves at the root, the best first.
    pub moves: Vec<RootMove>,
    /// What its estimates mean.
    pub scale: ScoreScale,
}

/// A move at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove {
    /// The move.
    pub cell: Cell,
    /// Its score, or an upper bound of it, from the last iteration that searched the move; `None`
    /// if none did.
    pub score: Option<Score>,
    /// How often a search that counts visits chose it; 0 in others.
    pub visits: u32,
    /// The probability that it had before the search; `None` in searches without.
    pub prior: Option<f32>,
}

impl RootMove {
    /// A move that was not searched, with its score.
    pub fn known(cell: Cell, score: Score) -> Self {
        Self {
            cell,
            score: Some(score),
            visits: 0,
            prior: None,
        }
    }
}
