//! Analyses of positions in the graph, where they pay: what they decide is proved, and moves that
//! need not be considered are left out.

use super::graph::Look;
use crate::analysis::{Analysis, AnalysisCursor, CursorPool};
use crate::board::{Cell, CellSet};
use crate::policy_value::{Judgement, WHOLE};

/// What an analysis says of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seen<const W: usize> {
    /// Whether the side to move wins.
    Decided(bool),
    /// The moves worth considering.
    Moves(CellSet<W>),
}

impl<const W: usize> Seen<W> {
    /// What an analysis says.
    pub fn of(analysis: &Analysis<W>) -> Self {
        let to_move = analysis.position().to_move();
        match analysis.decided() {
            Some((winner, _)) => Self::Decided(winner == to_move),
            None => Self::Moves(analysis.consider()),
        }
    }
}

impl<const W: usize> Look<W> {
    /// Of the moves of a judgement these.
    pub fn new(judgement: &Judgement, moves: CellSet<W>) -> Self {
        let left = judgement.moves.iter();
        let left = left.filter(|(cell, _)| moves.contains(*cell));
        let sum: u32 = left.map(|&(_, prior)| u32::from(prior)).sum();
        let scale = f64::from(WHOLE) / f64::from(sum.max(1));
        Self { moves, scale }
    }
}

/// Analyses that move along lines from the root.
pub(super) struct Lookout<const W: usize> {
    root: Analysis<W>,
    cursors: CursorPool<W>,
}

impl<const W: usize> Lookout<W> {
    /// Looks from this root, in so many bytes at most but for one of each thread.
    pub fn new(root: &Analysis<W>, most_bytes: usize) -> Self {
        let mut root = root.clone();
        root.forget_past();
        Self {
            cursors: CursorPool::new(root.position().size().cells(), most_bytes),
            root,
        }
    }

    /// What an analysis says of the end of a line from the root.
    pub fn look(&mut self, line: &[Cell]) -> Seen<W> {
        let cursor = self.cursors.take(line);
        let mut cursor = cursor.unwrap_or_else(|| AnalysisCursor::new(self.root.clone()));
        let seen = Seen::of(cursor.go_to(line));
        self.cursors.give_back(cursor);
        seen
    }
}
