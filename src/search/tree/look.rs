//! Analyses of positions in the graph, where they pay: what they decide is proved, and moves that
//! need not be considered are left out.

use super::graph::Look;
use crate::hex::{Cell, CellSet};
use crate::knowledge::analysis::{Analysis, AnalysisCursor, CursorPool};
use crate::network::{Evaluator, Judgement, WHOLE};
use crate::solver::OpenLeaves;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What an analysis says of a position.
#[derive(Clone, Debug)]
pub(super) enum Seen<const W: usize> {
    /// Whether the side to move wins, and the cells that the winner needs, whatever happens
    /// elsewhere, if they are known.
    Decided(bool, Option<CellSet<W>>),
    /// The moves worth considering, and what a network says that reads analyses.
    Moves(CellSet<W>, Option<Judgement>),
}

impl<const W: usize> Seen<W> {
    /// What an analysis says.
    pub fn of(analysis: &Analysis<W>, evaluator: Option<&mut Evaluator>) -> Self {
        let to_move = analysis.position().to_move();
        if let Some(decision) = analysis.decision() {
            return Self::Decided(decision.winner == to_move, Some(decision.carrier));
        }
        let moves = analysis.consider();
        if moves.is_empty() {
            return Self::Decided(false, None);
        }
        Self::Moves(moves, evaluator.and_then(|one| one.judge_look(analysis)))
    }
}

impl<const W: usize> Look<W> {
    /// Of the moves of a judgement these; its chance counts as so many visits.
    pub fn new(judgement: &Judgement, moves: CellSet<W>, weight: f64) -> Self {
        let mut look = Self {
            moves,
            scale: 1.0,
            weight,
            open_leaves: OpenLeaves::default(),
        };
        look.keep_moves(judgement, moves);
        look
    }

    /// Keeps these of the moves worth considering.
    pub fn keep_moves(&mut self, judgement: &Judgement, moves: CellSet<W>) {
        self.moves &= moves;
        let left = judgement.moves.iter();
        let left = left.filter(|(cell, _)| self.moves.contains(*cell));
        let sum: u32 = left.map(|&(_, prior)| u32::from(prior)).sum();
        self.scale = f64::from(WHOLE) / f64::from(sum.max(1));
    }
}

/// Analyses that move along lines from the root.
pub(super) struct Lookout<const W: usize> {
    root: Arc<Analysis<W>>,
    evaluator: Option<Evaluator>,
    cursors: CursorPool<W>,
    /// The time that a look may take: that of the slowest so far, but the longer ago it was the
    /// less it counts.
    pub slowest: Duration,
    /// When the last one is to be over.
    pub until: Option<Instant>,
}

impl<const W: usize> Lookout<W> {
    /// Looks from this root, in so many bytes at most but for one of each thread; the slowest look
    /// so far took this time.
    pub fn new(
        root: &Arc<Analysis<W>>,
        most_bytes: usize,
        evaluator: Option<Evaluator>,
        slowest: Duration,
    ) -> Self {
        Self {
            cursors: CursorPool::new(root.position().size().cells(), most_bytes),
            root: Arc::clone(root),
            evaluator,
            slowest,
            until: None,
        }
    }

    /// Whether there is time for a look, which may take twice as long as the slowest so far. On a
    /// large board it takes a fifth of a short move.
    pub fn has_time(&self) -> bool {
        self.until
            .is_none_or(|until| Instant::now() + 2 * self.slowest <= until)
    }

    /// What an analysis says of the end of a line from the root.
    pub fn look(&mut self, line: &[Cell]) -> Seen<W> {
        let begun = Instant::now();
        let cursor = self.cursors.take(line);
        let new = || AnalysisCursor::new(Analysis::clone(&self.root));
        let mut cursor = cursor.unwrap_or_else(new);
        let seen = Seen::of(cursor.go_to(line), self.evaluator.as_mut());
        self.cursors.give_back(cursor);
        self.slowest = begun.elapsed().max(self.slowest / 10 * 9);
        seen
    }
}
