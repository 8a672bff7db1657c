//! An explainer for a board whose size is known at run time.

use super::explainer::{ExplainLimits, Explainer, Explanation, MoveExplanation, MoveHint};
use super::win::Win;
use crate::at_width;
use crate::board::{Board, BoardSize, Cell, IllegalMove};
use crate::think::Observer;

/// An [`Explainer`], whatever the width of its sets.
pub trait AnyExplainer: Send {
    /// As [`Explainer::explain`].
    fn explain(
        &mut self,
        board: &Board,
        limits: ExplainLimits,
        observer: &dyn Observer,
    ) -> Explanation;

    /// As [`Explainer::estimate`].
    fn estimate(
        &mut self,
        board: &Board,
        limits: ExplainLimits,
        observer: &dyn Observer,
    ) -> Explanation;

    /// As [`Explainer::prove`].
    fn prove(
        &mut self,
        board: &Board,
        limits: ExplainLimits,
        observer: &dyn Observer,
    ) -> Option<Win>;

    /// As [`Explainer::prove_after`].
    fn prove_after(
        &mut self,
        board: &Board,
        cell: Cell,
        known: Option<&Win>,
        limits: ExplainLimits,
        observer: &dyn Observer,
    ) -> Option<Win>;

    /// As [`Explainer::hint`].
    fn hint(
        &mut self,
        board: &Board,
        limits: ExplainLimits,
        observer: &dyn Observer,
    ) -> Option<MoveHint>;

    /// As [`Explainer::explain_move`].
    fn explain_move(
        &mut self,
        board: &Board,
        cell: Cell,
        limits: ExplainLimits,
        observer: &dyn Observer,
    ) -> Result<MoveExplanation, IllegalMove>;
}

impl<const W: usize> AnyExplainer for Explainer<W> {
    fn explain(
        &mut self,
        board: &Board,
        limits: ExplainLimits,
        observer: &dyn Observer,
    ) -> Explanation {
        Explainer::explain(self, &board.resize(), limits, observer)
    }

    fn estimate(
        &mut self,
        board: &Board,
        limits: ExplainLimits,
        observer: &dyn Observer,
    ) -> Explanation {
        Explainer::estimate(self, &board.resize(), limits, observer)
    }

    fn prove(
        &mut self,
        board: &Board,
        limits: ExplainLimits,
        observer: &dyn Observer,
    ) -> Option<Win> {
        Explainer::prove(self, &board.resize(), limits, observer)
    }

    fn prove_after(
        &mut self,
        board: &Board,
        cell: Cell,
        known: Option<&Win>,
        limits: ExplainLimits,
        observer: &dyn Observer,
    ) -> Option<Win> {
        Explainer::prove_after(self, &board.resize(), cell, known, limits, observer)
    }

    fn hint(
        &mut self,
        board: &Board,
        limits: ExplainLimits,
        observer: &dyn Observer,
    ) -> Option<MoveHint> {
        Explainer::hint(self, &board.resize(), limits, observer)
    }

    fn explain_move(
        &mut self,
        board: &Board,
        cell: Cell,
        limits: ExplainLimits,
        observer: &dyn Observer,
    ) -> Result<MoveExplanation, IllegalMove> {
        Explainer::explain_move(self, &board.resize(), cell, limits, observer)
    }
}

/// An explainer for boards of this size.
pub fn explainer(size: BoardSize) -> Box<dyn AnyExplainer> {
    at_width!(size, W => Box::new(Explainer::<W>::new(size)))
}
