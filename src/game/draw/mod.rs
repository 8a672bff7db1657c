//! Boards as people see them: as text for terminals, as SVG for everything else.

mod svg;
mod text;

pub use svg::svg;
pub use text::{Paper, marked_text, text};

use crate::board::{Board, Cell};

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The stones.
    pub board: &'a Board,
    /// The stone to be marked as the last.
    pub last: Option<Cell>,
}

/// How a cell is tinted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// What holds, what must be played.
    Good,
    /// What is not there yet.
    Cool,
    /// The more, the more depends on it.
    Warm,
    /// What need not be looked at.
    Dull,
    /// As good as Black's.
    Black,
    /// As good as White's.
    White,
}

/// Something to be seen on a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct CellMark {
    /// Where.
    pub cell: Cell,
    /// In which colour.
    pub tint: Tint,
    /// How strongly, from 0 to 1.
    pub strength: f64,
    /// What is written there.
    pub text: String,
}
