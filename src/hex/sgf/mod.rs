//! Games in files: the Smart Game Format, `FF[4]`, for Hex (`GM[11]`).
//!
//! Two layers. [`Collection`] and [`SgfTree`] hold any SGF file as it is written, with variations,
//! comments and unknown properties: reading and writing it loses nothing but white space between
//! properties. [`to_game`] and [`from_game`] translate between a tree and a [`Game`](super::Game):
//! setup, colours, both swaps, passes, resignation, and the ways of Little Golem and of an old
//! HexGui. The game is that of the main line; it keeps the tree with its variations and comments,
//! and they are written again.
//!
//! For any bytes, [`parse()`] returns a collection or an [`SgfError`] with line and column. It does
//! not recurse, so a file may be nested a million deep, and it takes linear time. Written here,
//! since crates for SGF read points of Go, not cells of Hex.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod dialect;
mod parse;
mod read;
mod tree;
mod write;

pub use parse::{TreeParser, parse};
pub use read::to_game;
pub use tree::{Collection, NodeId, Property, SgfNode, SgfTree};
pub use write::from_game;

use super::BoardSize;

/// How much a text may hold. Without limits, memory alone bounds what is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadLimits {
    /// The games.
    pub games: usize,
    /// The parts: nodes, properties and set-up cells of SGF; moves, or values of JSON, in the other formats.
    pub parts: usize,
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self {
            games: usize::MAX,
            parts: usize::MAX,
        }
    }
}

/// A position in a file. Lines and columns are counted from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextPosition {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// An error in a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {}, column {}: {problem}", place.line, place.column)]
pub struct SgfError {
    /// Its position.
    pub place: TextPosition,
    /// The problem.
    pub problem: Problem,
}

/// The problems that a file can have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// The file is not written in SGF.
    #[error("expected {expected}, found {found}")]
    Syntax {
        /// What is expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// The file ends too early.
    #[error("the file ends inside {0}")]
    Unfinished(&'static str),
    /// More than a reader accepts.
    #[error("more than {most} {what}")]
    TooMany {
        /// The limit.
        most: usize,
        /// Its unit.
        what: &'static str,
    },
    /// The file of another game.
    #[error("not a game of Hex: GM[{0}], Hex is GM[11]")]
    OtherGame(String),
    /// A size that is not accepted.
    #[error("unacceptable size SZ[{0}]: 1 to {most} columns and rows", most = BoardSize::LONGEST)]
    Size(String),
    /// A value that does not name a cell.
    #[error("{name}[{value}]: {why}")]
    Point {
        /// The property.
        name: String,
        /// Its value.
        value: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A move that the rules forbid.
    #[error("{name}[{value}]: illegal move ({why})")]
    Move {
        /// The property.
        name: String,
        /// Its value.
        value: String,
        /// The rule.
        why: String,
    },
}
