//! Boards as people see them: as text for terminals, as SVG for everything else.

mod svg;
mod text;

pub use svg::svg;
pub use text::text;

use crate::board::{Board, Cell};

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The stones.
    pub board: &'a Board,
    /// The stone to be marked as the last.
    pub last: Option<Cell>,
}
