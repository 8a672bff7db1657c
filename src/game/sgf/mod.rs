//! Games in files: the Smart Game Format, `FF[4]`, for Hex (`GM[11]`).
//!
//! Two layers. [`Collection`] and [`SgfTree`] hold any SGF file as it is written, variations, comments
//! and unknown properties included: reading and writing again loses nothing but white space between
//! properties. [`to_game`] and [`from_game`] translate between the main line of a tree and a
//! [`Game`](super::Game): setup, colours, both swaps, resignation, the swap rule of an old HexGui.
//!
//! Whatever the bytes, [`parse()`] gives a collection or an [`SgfError`] with line and column. It
//! does not recurse, so nesting a million deep is as fine as any other file, and takes linear time.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod parse;
mod read;
mod tree;
mod write;

pub use parse::parse;
pub use read::to_game;
pub use tree::{Collection, NodeId, Property, SgfNode, SgfTree};
pub use write::from_game;

/// Where something stands in a file, both counted from 1; columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextPosition {
    /// The line.
    pub line: u32,
    /// The character in it.
    pub column: u32,
}

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {}, column {}: {problem}", place.line, place.column)]
pub struct SgfError {
    /// Where.
    pub place: TextPosition,
    /// What.
    pub problem: Problem,
}

/// What can be wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// The file is not written in SGF.
    #[error("expected {expected}, found {found}")]
    Syntax {
        /// What may stand here.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// The file ends in the middle of something.
    #[error("the file ends inside {0}")]
    Unfinished(&'static str),
    /// Another game's file.
    #[error("not a game of Hex: GM[{0}], Hex is GM[11]")]
    OtherGame(String),
    /// A size that no board has.
    #[error("unacceptable size SZ[{0}]")]
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
