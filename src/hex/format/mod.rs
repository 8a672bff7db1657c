//! Games and positions as people paste them, recognised by their content.
//!
//! | what | example | file |
//! |---|---|---|
//! | SGF, of any program | `(;` first | [`sgf`](super::sgf) |
//! | JSON of PlayHex and of this program | `{` or `[` first | `record`, many games by `items` |
//! | a HexWorld link, or its hash | `#` and a digit first, or `/#` after an address | `hexworld` |
//! | a drawn board | a line that begins with a row's number and `\` | `drawing` |
//! | moves | anything else | `moves` |
//!
//! All but SGF come down to a board and a list of steps (`steps`). An error has the line and the
//! column of the fault, and names what was expected there. [`GameReader`] reads the games of a file
//! one after the other, without holding a long export in memory; [`read`] reads one.
//!
//! Written are links ([`link()`]) and the drawings of the HexWiki ([`hexboard_of`]).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod drawing;
mod hexboard;
mod hexworld;
mod items;
mod link;
mod moves;
mod reader;
mod record;
mod steps;
mod trees;

pub use super::sgf::ReadLimits;
pub use hexboard::{HexboardCell, hexboard, hexboard_of};
pub use link::{link, link_at};
pub use reader::{GameReader, LONGEST_FILE, read};

use super::sgf::{SgfError, TextPosition};
use crate::hex::BoardSize;

/// How games are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReadSettings {
    /// How many moves to read at most; setup is not counted. Without it, a game is read to its end,
    /// and a link to its cursor.
    pub moves: Option<usize>,
    /// The board size to assume if the moves do not name one.
    pub size: Option<BoardSize>,
    /// How much a text may hold.
    pub limits: ReadLimits,
}

/// Why a text is not read as a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FormatError {
    /// A fault in SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// A fault in another format.
    #[error("line {}, column {}: {problem}", place.line, place.column)]
    Text {
        /// Its position.
        place: TextPosition,
        /// The problem.
        problem: String,
    },
    /// A fault in one of several games.
    #[error("game {number}: {error}")]
    Game {
        /// The number of the game, counted from 1.
        number: usize,
        /// Its fault.
        error: Box<FormatError>,
    },
    /// Fewer games than that.
    #[error("there is no game {wanted}: the file has {games}")]
    Missing {
        /// The number of the game that is wanted.
        wanted: usize,
        /// How many there are.
        games: usize,
    },
    /// The input ended with an error.
    #[error("{0}")]
    Input(String),
}

impl FormatError {
    /// A fault at a byte of a text.
    fn at(text: &str, at: usize, problem: impl Into<String>) -> Self {
        Self::Text {
            place: place(text, at),
            problem: problem.into(),
        }
    }
}

/// The reason for refusing a text of more parts than this.
fn too_many(most: usize, what: &str) -> String {
    format!("more than {most} {what}")
}

/// The position of a byte.
fn place(text: &str, at: usize) -> TextPosition {
    let before = text.get(..at).unwrap_or(text);
    let (lines, last) = match before.rsplit_once('\n') {
        Some((lines, last)) => (lines.matches('\n').count() + 1, last),
        None => (0, before),
    };
    TextPosition {
        line: lines as u32 + 1,
        column: last.chars().count() as u32 + 1,
    }
}

/// The beginning of a text as an error quotes it.
fn quoted(text: &str) -> String {
    let word: String = text.chars().take_while(|c| !c.is_whitespace()).collect();
    let short: String = word.chars().take(20).collect();
    match short.as_str() {
        "" => "the end".to_owned(),
        short => format!("'{}'", short.escape_debug()),
    }
}

/// The limit, for a size beyond it.
fn unacceptable_size(text: &str) -> String {
    let most = BoardSize::LONGEST;
    format!("unacceptable size {text}: 1 to {most} columns and rows")
}
