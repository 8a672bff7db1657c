//! What a search starts from: an analysis, or stones alone.

use crate::hex::{Cell, Colour, Position};
use crate::knowledge::analysis::Analysis;
use crate::knowledge::evaluate::longest_resistance;
use crate::think::Until;
use std::any::Any;
use std::sync::Arc;

/// A position with what is known of it before a search.
pub trait SearchRoot: Any + Send {
    /// Plays a move that is not taken back.
    fn play_on(&mut self, cell: Cell);

    /// The side whose win is proved here.
    fn proved_winner(&self) -> Option<Colour>;

    /// A move of the side to move after which its win is proved as it is here; once the time is up,
    /// the first one found.
    fn keep_winning(&mut self, end: &Until) -> Option<Cell>;

    /// A move of the side to move, whose loss is proved, that makes the win hard to find; once the
    /// time is up, the best one found.
    fn hold_out(&mut self, end: &Until) -> Option<Cell>;

    /// A copy.
    fn copied(&self) -> Box<dyn SearchRoot>;
}

/// The root as the type that it is; `None` if it is another one.
pub(super) fn downcast<R: SearchRoot>(root: Box<dyn SearchRoot>) -> Option<R> {
    let root: Box<dyn Any> = root;
    root.downcast().ok().map(|root| *root)
}

/// One root for the engine and its search; it is copied when one of them changes it.
impl<R: SearchRoot + Clone + Sync + 'static> SearchRoot for Arc<R> {
    fn play_on(&mut self, cell: Cell) {
        Arc::make_mut(self).play_on(cell);
    }

    fn proved_winner(&self) -> Option<Colour> {
        R::proved_winner(self)
    }

    fn keep_winning(&mut self, end: &Until) -> Option<Cell> {
        Arc::make_mut(self).keep_winning(end)
    }

    fn hold_out(&mut self, end: &Until) -> Option<Cell> {
        Arc::make_mut(self).hold_out(end)
    }

    fn copied(&self) -> Box<dyn SearchRoot> {
        Box::new(Arc::clone(self))
    }
}

/// Stones alone prove nothing.
impl<const W: usize> SearchRoot for Position<W> {
    fn play_on(&mut self, cell: Cell) {
        self.play(cell);
    }

    fn proved_winner(&self) -> Option<Colour> {
        None
    }

    fn keep_winning(&mut self, _end: &Until) -> Option<Cell> {
        None
    }

    fn hold_out(&mut self, _end: &Until) -> Option<Cell> {
        longest_resistance(self, self.empty())
    }

    fn copied(&self) -> Box<dyn SearchRoot> {
        Box::new(*self)
    }
}

/// Connections prove wins, and those of an analysis that goes on from move to move are not lost: an
/// intrusion leaves at least a semi of a full.
impl<const W: usize> SearchRoot for Analysis<W> {
    fn play_on(&mut self, cell: Cell) {
        self.play(cell);
        self.forget_past();
    }

    fn proved_winner(&self) -> Option<Colour> {
        Analysis::proved_winner(self)
    }

    fn keep_winning(&mut self, end: &Until) -> Option<Cell> {
        Analysis::keep_winning(self, end)
    }

    fn hold_out(&mut self, end: &Until) -> Option<Cell> {
        Analysis::hold_out(self, end)
    }

    fn copied(&self) -> Box<dyn SearchRoot> {
        Box::new(self.clone())
    }
}
