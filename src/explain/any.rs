//! An explainer for a board whose size is known at run time.

use super::explainer::{Budget, Explainer, Explanation, Hint, Why};
use super::win::Win;
use crate::at_width;
use crate::board::{Board, BoardSize, Cell, IllegalMove};
use crate::think::Observer;

/// An [`Explainer`], whatever the width of its sets.
pub trait AnyExplainer: Send {
    /// As [`Explainer::explain`].
    fn explain(&mut self, board: &Board, budget: Budget, observer: &dyn Observer) -> Explanation;

    /// As [`Explainer::think`].
    fn think(&mut self, board: &Board, budget: Budget, observer: &dyn Observer) -> Explanation;

    /// As [`Explainer::settle`].
    fn settle(&mut self, board: &Board, budget: Budget, observer: &dyn Observer) -> Option<Win>;

    /// As [`Explainer::settle_after`].
    fn settle_after(
        &mut self,
        board: &Board,
        cell: Cell,
        known: Option<&Win>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Option<Win>;

    /// As [`Explainer::hint`].
    fn hint(&mut self, board: &Board, budget: Budget, observer: &dyn Observer) -> Option<Hint>;

    /// As [`Explainer::why`].
    fn why(
        &mut self,
        board: &Board,
        cell: Cell,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Why, IllegalMove>;
}

impl<const W: usize> AnyExplainer for Explainer<W> {
    fn explain(&mut self, board: &Board, budget: Budget, observer: &dyn Observer) -> Explanation {
        Explainer::explain(self, &board.resize(), budget, observer)
    }

    fn think(&mut self, board: &Board, budget: Budget, observer: &dyn Observer) -> Explanation {
        Explainer::think(self, &board.resize(), budget, observer)
    }

    fn settle(&mut self, board: &Board, budget: Budget, observer: &dyn Observer) -> Option<Win> {
        Explainer::settle(self, &board.resize(), budget, observer)
    }

    fn settle_after(
        &mut self,
        board: &Board,
        cell: Cell,
        known: Option<&Win>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Option<Win> {
        Explainer::settle_after(self, &board.resize(), cell, known, budget, observer)
    }

    fn hint(&mut self, board: &Board, budget: Budget, observer: &dyn Observer) -> Option<Hint> {
        Explainer::hint(self, &board.resize(), budget, observer)
    }

    fn why(
        &mut self,
        board: &Board,
        cell: Cell,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Why, IllegalMove> {
        Explainer::why(self, &board.resize(), cell, budget, observer)
    }
}

/// An explainer for boards of this size.
pub fn explainer(size: BoardSize) -> Box<dyn AnyExplainer> {
    at_width!(size, W => Box::new(Explainer::<W>::new(size)))
}
