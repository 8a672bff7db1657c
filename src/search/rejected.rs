//! The ideas that the Queenbee thesis tried and gave up (van Rijswijck 2000, §6.5), each a switch
//! that is off by default: null moves, pruning above a threshold, balanced evaluation. (Singular
//! extensions are in [`super::select`].)
//!
//! They change estimates and what is searched, so they may overlook what matters; but what is said
//! to be proved stays proved: a position that one of them leaves alone gets an estimate, never a
//! win or a loss.

use super::position::SearchPosition;
use super::select::{Node, Selection};
use super::worker::{PvsWorker, Stopped, Window};
use crate::think::Score;

impl<F: SearchPosition<W>, const W: usize> PvsWorker<'_, F, W> {
    /// What the position that stands is worth at a look: with the switch for it, the mean of that
    /// and of what the position before was worth, both for the side to move, so that nobody gains
    /// by having the last word.
    pub(super) fn estimate(&self) -> Score {
        let own = self.field.estimate();
        let value = match self.before {
            Some(before) => i64::midpoint(own.into(), -i64::from(before)),
            None => own.into(),
        };
        Score::estimate(value.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
    }

    /// The score of a position that is left alone because it is good enough for the side to move,
    /// which could even pass.
    pub(super) fn good_enough(
        &mut self,
        selection: Selection,
        place: Node,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        if self.options.prune {
            let now = Score::estimate(self.field.estimate());
            if now > Score::estimate(self.options.prune_threshold) {
                return Ok(Some(now));
            }
        }
        self.null_move(selection, place, window)
    }

    /// Passes, and searches what the opponent makes of it less deep (Goetsch and Campbell 1990).
    /// Since a move never harms who makes it, a position that is too good after a pass is too good.
    /// Nobody passes twice in a line.
    fn null_move(
        &mut self,
        selection: Selection,
        place: Node,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let plies = self.options.null_move;
        if plies == 0 || self.passed || window.beta.is_proved() || !self.field.pass() {
            return Ok(None);
        }
        self.passed = true;
        let before = self.before.take();
        let next = Node {
            ply: place.ply + 1,
            left: selection.less(place, plies),
        };
        // Just below beta, so that only whether it is reached is asked.
        let zero = Window::of_nothing(window.beta.previous()).below();
        let score = self.node(selection, next, zero, None, None);
        self.before = before;
        self.passed = false;
        self.field.pass();
        self.lines[place.ply].clear();
        let score = score?.to_parent();
        Ok((score >= window.beta).then_some(window.beta))
    }
}
