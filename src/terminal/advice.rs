//! Hints, reasons, and overlays of the board.

use super::advisor::{Explained, Refuted, patience};
use super::session::PlaySession;
use super::thinking::{Waited, think};
use crate::hex::draw::CellMark;
use crate::hex::{Cell, Move};
use crate::player::PlayerOptions;
use crate::teach::explain::{AnyExplainer, hint_in};
use crate::teach::overlay::Overlay;
use crate::think::{Budget, Observer};
use std::io;

impl PlaySession<'_> {
    /// The overlay in use, as marks with a legend. One that cannot be shown is reported and turned
    /// off.
    pub fn shown(&mut self) -> io::Result<(Vec<CellMark>, Option<String>)> {
        let board = self.board();
        let Some(overlay) = self.overlay.clone() else {
            return Ok((Vec::new(), None));
        };
        if board.winner().is_some() {
            return Ok((Vec::new(), None));
        }
        let wanted = overlay.clone();
        // Uses the strongest player's analysis at every level.
        let options = PlayerOptions::default().analysis();
        let thought = think(self.screen, board.size(), move |thinker| {
            wanted.marks(&board, options, thinker)
        });
        match thought {
            Waited::Done(Ok(marks)) if marks.is_empty() => {
                Ok((marks, Some(nothing(&overlay).to_owned())))
            }
            Waited::Done(Ok(mut marks)) => {
                for mark in &mut marks {
                    // The reply that makes a move useless does not fit into a cell.
                    mark.text = mark.text.split('[').next().unwrap_or_default().to_owned();
                }
                Ok((marks, Some(legend(&overlay))))
            }
            Waited::Done(Err(why)) => {
                self.overlay = None;
                let why = format!("Nothing to show: {why}.");
                Ok((Vec::new(), Some(why)))
            }
            Waited::Failed => {
                self.overlay = None;
                let why = "This cannot be shown because of a bug in mustplay.";
                Ok((Vec::new(), Some(why.to_owned())))
            }
            Waited::Left => {
                self.leaving = true;
                Ok((Vec::new(), None))
            }
        }
    }

    /// Suggests a move or a swap and explains it.
    pub fn hint(&mut self) -> io::Result<()> {
        if !self.may_move()? {
            return Ok(());
        }
        let game = self.game.clone();
        let right = self.swap_right();
        let found = self.explained(move |explainer, budget, observer| {
            hint_in(explainer, &game, right, budget, observer)
        })?;
        match found.flatten() {
            Some(hint) => {
                let words = match hint.mv() {
                    Some(Move::Swap) => format!("{} Type 'swap'.", hint.words()),
                    _ => hint.words(),
                };
                self.print(&words)
            }
            None => Ok(()),
        }
    }

    /// Explains a move: the winner after it, the reason, and the cells involved.
    pub fn why(&mut self, cell: Cell) -> io::Result<()> {
        if !self.may_move()? {
            return Ok(());
        }
        let board = self.board();
        let found = self.explained(move |explainer, budget, observer| {
            explainer.explain_move(&board, cell, budget, observer)
        })?;
        match found {
            Some(Ok(why)) => {
                Refuted::new(&self.board(), &why).draw(self.screen)?;
                let words = why.words();
                self.print(&words)
            }
            Some(Err(_)) => {
                let refusal = self.taken(cell);
                self.print(&refusal)
            }
            None => Ok(()),
        }
    }

    /// The explainer's answer; `None` if the user has left or the explainer failed, which is
    /// reported.
    fn explained<T: Send + 'static>(
        &mut self,
        question: impl FnOnce(&mut dyn AnyExplainer, Budget, &dyn Observer) -> T + Send + 'static,
    ) -> io::Result<Option<T>> {
        let size = self.game.size();
        let patience = patience(self.level);
        Ok(
            match self.advisor.ask(self.screen, size, patience, question)? {
                Explained::Found(found) => Some(found),
                Explained::Nothing => None,
                Explained::Left => {
                    self.leaving = true;
                    None
                }
            },
        )
    }
}

/// The legend of an overlay.
fn legend(overlay: &Overlay) -> String {
    match overlay {
        Overlay::Energy => {
            "Energy: how important each cell is, in percent of the highest; cells without a \
             number can be ignored."
                .to_owned()
        }
        Overlay::TwoDistance => {
            "Two-distances: how far each side is from connecting through a cell; the lowest are \
             best."
                .to_owned()
        }
        Overlay::Mustplay => "Mustplay: if any move wins, one of those marked * does.".to_owned(),
        Overlay::Inferior => {
            "Inferior: fd dead and fc captured cells (b or w: for which side they can be filled \
             in); moves that can be ignored: iv vulnerable, ir reversible, id dominated."
                .to_owned()
        }
        Overlay::Connection(from, to) => format!(
            "Connection of {from} and {to}: * is safe whatever the opponent does; + is safe after \
             a move at 'key'."
        ),
    }
}

/// The sentence for an empty overlay.
fn nothing(overlay: &Overlay) -> &'static str {
    match overlay {
        Overlay::Energy | Overlay::TwoDistance => {
            "No cell matters any more: the winner is decided."
        }
        Overlay::Mustplay => "Every move loses: the opponent's threats leave no cell to play.",
        Overlay::Inferior => "No cell is known to be inferior.",
        Overlay::Connection(..) => "They touch and need no cell.",
    }
}
