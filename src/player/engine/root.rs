//! What a search starts from: an analysis, or stones alone.

use crate::hex::{Cell, Colour, Position};
use crate::knowledge::analysis::Analysis;
use crate::knowledge::evaluate::longest_resistance;
use std::sync::Arc;
use std::time::Instant;

/// A position with what an engine knows of it before it searches.
pub(in crate::player) trait SearchRoot<const W: usize>: Clone + Send {
    /// Plays a move that is not taken back.
    fn play_on(&mut self, cell: Cell);

    /// The side whose win is proved here.
    fn proved_winner(&self) -> Option<Colour>;

    /// A move of the side to move after which its win is proved as it is here; once the time is up,
    /// the first one found.
    fn keep_winning(&mut self, until: Option<Instant>) -> Option<Cell>;

    /// A move of the side to move, whose loss is proved, that makes the win hard to find; once the
    /// time is up, the best one found.
    fn hold_out(&mut self, until: Option<Instant>) -> Option<Cell>;
}

/// One root for the player and its engine; it is copied when one of them changes it.
impl<R: SearchRoot<W> + Sync, const W: usize> SearchRoot<W> for Arc<R> {
    fn play_on(&mut self, cell: Cell) {
        Arc::make_mut(self).play_on(cell);
    }

    fn proved_winner(&self) -> Option<Colour> {
        R::proved_winner(self)
    }

    fn keep_winning(&mut self, until: Option<Instant>) -> Option<Cell> {
        Arc::make_mut(self).keep_winning(until)
    }

    fn hold_out(&mut self, until: Option<Instant>) -> Option<Cell> {
        Arc::make_mut(self).hold_out(until)
    }
}

/// Stones alone prove nothing.
impl<const W: usize> SearchRoot<W> for Position<W> {
    fn play_on(&mut self, cell: Cell) {
        self.play(cell);
    }

    fn proved_winner(&self) -> Option<Colour> {
        None
    }

    fn keep_winning(&mut self, _until: Option<Instant>) -> Option<Cell> {
        None
    }

    fn hold_out(&mut self, _until: Option<Instant>) -> Option<Cell> {
        longest_resistance(self, self.empty())
    }
}

/// Connections prove wins, and those of an analysis that goes on from move to move are not lost: an
/// intrusion leaves at least a semi of a full.
impl<const W: usize> SearchRoot<W> for Analysis<W> {
    fn play_on(&mut self, cell: Cell) {
        self.play(cell);
        self.forget_past();
    }

    fn proved_winner(&self) -> Option<Colour> {
        Analysis::proved_winner(self)
    }

    fn keep_winning(&mut self, until: Option<Instant>) -> Option<Cell> {
        Analysis::keep_winning(self, until)
    }

    fn hold_out(&mut self, until: Option<Instant>) -> Option<Cell> {
        Analysis::hold_out(self, until)
    }
}
