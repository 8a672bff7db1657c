//! The explainer, kept between questions, and the drawing of refutations.

use super::screen::Screen;
use super::thinking::{Waited, think};
use crate::hex::draw::{CellMark, Picture, Tint, marked_text};
use crate::hex::{Board, BoardSize, Cell, Colour};
use crate::teach::explain::{AnyExplainer, MoveExplanation, explainer};
use crate::think::{Budget, Observer};
use std::io;
use std::time::Duration;

/// The positions of an explanation where no user waits who may interrupt it.
const NODES: u64 = 1000;

/// The time of an explanation while a user waits who plays at this level: whoever plays against a
/// quick level wants quick hints.
pub fn patience(level: u64) -> Duration {
    Duration::from_millis(match level {
        ..=5 => 1500,
        6..=9 => 3000,
        _ => 6000,
    })
}

/// The maximum number of drawn moves of a line: each takes one digit.
const DIGITS: usize = 9;

/// The explainer; `None` while it works in its thread.
#[derive(Default)]
pub struct Advisor(Option<(BoardSize, Box<dyn AnyExplainer>)>);

/// The outcome of a question.
pub enum Explained<T> {
    /// The answer.
    Found(T),
    /// The program failed, which has been reported.
    Nothing,
    /// The user has left.
    Left,
}

impl Advisor {
    /// Asks it about a board of this size, for this time.
    pub fn ask<T: Send + 'static>(
        &mut self,
        screen: &mut Screen,
        size: BoardSize,
        patience: Duration,
        question: impl FnOnce(&mut dyn AnyExplainer, Budget, &dyn Observer) -> T + Send + 'static,
    ) -> io::Result<Explained<T>> {
        let kept = self.0.take().filter(|(kept, _)| *kept == size);
        let mut explainer = kept.map_or_else(|| explainer(size), |(_, explainer)| explainer);
        let budget = if screen.lively {
            Budget::time(patience)
        } else {
            // With pipes, the output must be reproducible.
            Budget::nodes(NODES)
        };
        let thought = think(screen, size, move |observer| {
            let found = question(explainer.as_mut(), budget, observer);
            (explainer, found)
        });
        match thought {
            Waited::Done((explainer, found)) => {
                self.0 = Some((size, explainer));
                Ok(Explained::Found(found))
            }
            Waited::Failed => {
                screen.print("This cannot be explained because of a bug in mustplay.")?;
                Ok(Explained::Nothing)
            }
            Waited::Left => Ok(Explained::Left),
        }
    }
}

/// The refutation of a move, to be drawn.
pub struct Refuted<'a> {
    /// The move, and the board before it.
    pub cell: Cell,
    pub board: Board,
    /// The winner after it, if known.
    pub winner: Option<Colour>,
    /// The cells to be marked.
    pub marks: Vec<CellMark>,
    /// A line of play, from the answer on.
    pub line: &'a [Cell],
}

impl<'a> Refuted<'a> {
    /// The refutation that an explainer found.
    pub fn new(board: &Board, why: &'a MoveExplanation) -> Self {
        let win = why.after.win.as_ref();
        Self {
            cell: why.cell,
            board: *board,
            winner: win.map(|win| win.winner),
            marks: why.marks(),
            line: win.map_or(&[], |win| &win.line),
        }
    }

    /// Draws the cells that the winner needs, and a line of play as digits.
    pub fn draw(mut self, screen: &mut Screen) -> io::Result<()> {
        if self.board.try_play(self.cell).is_err() {
            return Ok(());
        }
        let answered = self.marks.iter().any(|mark| mark.text == "*");
        for (number, &cell) in self.line.iter().take(DIGITS).enumerate() {
            self.marks.retain(|mark| mark.cell != cell);
            self.marks.push(CellMark {
                cell,
                tint: Tint::Warm,
                strength: 1.0,
                text: (number + 1).to_string(),
            });
        }
        let picture = Picture {
            board: &self.board,
            last: Some(self.cell),
        };
        let drawing = marked_text(&picture, &self.marks, screen.paper);
        screen.draw(&drawing)?;
        let Some(winner) = self.winner.filter(|_| !self.marks.is_empty()) else {
            return Ok(());
        };
        let line = if !self.line.is_empty() {
            "; the numbers show one line of play"
        } else if answered {
            "; * is its first move"
        } else {
            ""
        };
        screen.print(&format!(
            "+ marks the cells {} needs{line}.",
            winner.title()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_levels_have_quick_hints() {
        let times: Vec<Duration> = (1..=10).map(patience).collect();
        assert!(times.is_sorted());
        assert!(times[..5].iter().all(|&time| time < Duration::from_secs(2)));
    }
}
