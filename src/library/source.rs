//! What a page asks of a library, wherever it is.

use super::explore::Explored;
use super::filter::{GameFilter, NoSuchPlayer};
use super::game::LibraryGame;
use super::window::{Local, Window};
use crate::hex::{Board, Colour};

/// Games, and proofs, of positions.
pub trait GameSource: Send + Sync {
    /// How many games there are.
    fn games(&self) -> usize;

    /// As [`Library::explore`](super::Library::explore).
    fn explore(
        &self,
        board: &Board,
        filter: &GameFilter,
        most: usize,
    ) -> Result<Explored, NoSuchPlayer>;

    /// As [`Library::local`](super::Library::local).
    fn local(
        &self,
        board: &Board,
        window: &Window,
        filter: &GameFilter,
    ) -> Result<Local, NoSuchPlayer>;

    /// The game of a number; an error if it cannot be read.
    fn game(&self, id: i64) -> Result<Option<LibraryGame>, String>;

    /// The winner of each of these positions of one board, where a proof is known.
    fn winners(&self, boards: &[Board]) -> Vec<Option<Colour>>;
}
