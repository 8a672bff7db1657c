//! Drawings of boards: as text for terminals, as SVG for everything else.

mod svg;
mod text;

pub use svg::{TitledDrawing, svg, svg_sheet};
pub use text::{TextStyle, marked_text, text};

use crate::hex::{Board, Cell};

/// The position to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The stones.
    pub board: &'a Board,
    /// The stone to be marked as the last.
    pub last: Option<Cell>,
}

/// The tint of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// What holds, what must be played.
    Good,
    /// What is not there yet.
    Cool,
    /// The more, the more depends on it.
    Warm,
    /// Cells that can be ignored.
    Dull,
    /// As good as Black's.
    Black,
    /// As good as White's.
    White,
}

/// A mark on a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct CellMark {
    /// The cell.
    pub cell: Cell,
    /// The colour.
    pub tint: Tint,
    /// The strength, from 0 to 1.
    pub strength: f64,
    /// The text on it.
    pub text: String,
}
