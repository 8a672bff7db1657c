//! The client of a running command: it may stop the command and receives parts of an open answer.

use crate::hex::{Cell, Colour};
use crate::think::{Observer, Progress, WorkKind};

/// The client, as a command sees it. A front-end that draws follows the progress of a search
/// through [`Observer::progress`].
pub trait Client: Observer {
    /// Whether any line has arrived after the request, or the input has ended.
    fn has_sent_more(&self) -> bool;

    /// Whether the input has ended, or `quit` has come in.
    fn has_ended(&self) -> bool;

    /// Writes some lines of the answer, which stays open until the command returns; its text is
    /// then left out. Does nothing if answers are not written incrementally.
    fn write_lines(&self, lines: &str);

    /// Draws while the command runs.
    fn draw(&self, _drawing: &Drawing) {}

    /// Draws what remains on the board after the command.
    fn conclude(&self, _drawing: &Drawing) {}

    /// Sets the text of the status bar for the cells of the answer, instead of their legend.
    fn caption(&self, _text: &str) {}
}

/// A picture in a front-end that draws, with a text in its status bar. It has at least one move
/// and one label, or the front-end fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The side that makes the first move.
    pub colour: Colour,
    /// A line of play. The first cell is marked in green, the second in red.
    pub line: Vec<Cell>,
    /// Texts on cells, of at most four characters.
    pub labels: Vec<(Cell, String)>,
    /// The text of the status bar.
    pub status: String,
}

impl Drawing {
    /// One marked cell.
    pub fn of_cell(colour: Colour, cell: Cell, label: &str, status: &str) -> Self {
        Self {
            colour,
            line: vec![cell],
            labels: vec![(cell, label.to_owned())],
            status: status.to_owned(),
        }
    }
}

/// Passes on the progress of work on positions with one side to move. Work on the replies to its
/// moves would be drawn on a board on which these moves have not been made.
pub struct OneSide<'a> {
    observer: &'a dyn Observer,
    side: Colour,
}

impl<'a> OneSide<'a> {
    /// An observer of work for this side.
    pub fn new(observer: &'a dyn Observer, side: Colour) -> Self {
        Self { observer, side }
    }
}

impl Observer for OneSide<'_> {
    fn should_stop(&self, work: WorkKind) -> bool {
        self.observer.should_stop(work)
    }

    fn progress(&self, progress: &Progress) {
        if progress.colour == self.side {
            self.observer.progress(progress);
        }
    }
}
