//! An explainer for a board whose size is known at run time.

use super::explainer::Explainer;
use super::explanation::{Explanation, MoveExplanation, MoveHint};
use super::win::Win;
use crate::at_width;
use crate::hex::{BoardSize, Cell, IllegalMove, any_width};
use crate::think::{Budget, Observer};

any_width! {
    /// An [`Explainer`] of any width.
    pub trait AnyExplainer for Explainer {
        /// As [`Explainer::explain`].
        fn explain(&mut self, board: &Board, budget: Budget, observer: &dyn Observer)
            -> Explanation;

        /// As [`Explainer::estimate`].
        fn estimate(&mut self, board: &Board, budget: Budget, observer: &dyn Observer)
            -> Explanation;

        /// As [`Explainer::prove`].
        fn prove(&mut self, board: &Board, budget: Budget, observer: &dyn Observer)
            -> Option<Win>;

        /// As [`Explainer::prove_after`].
        fn prove_after(
            &mut self,
            board: &Board,
            cell: Cell,
            known: Option<&Win>,
            budget: Budget,
            observer: &dyn Observer,
        ) -> Option<Win>;

        /// As [`Explainer::hint`].
        fn hint(&mut self, board: &Board, budget: Budget, observer: &dyn Observer)
            -> Option<MoveHint>;

        /// As [`Explainer::explain_move`].
        fn explain_move(
            &mut self,
            board: &Board,
            cell: Cell,
            budget: Budget,
            observer: &dyn Observer,
        ) -> Result<MoveExplanation, IllegalMove>;
    }
}

/// An explainer for boards of this size.
pub fn explainer(size: BoardSize) -> Box<dyn AnyExplainer> {
    at_width!(size, W => Box::new(Explainer::<W>::new(size)))
}
