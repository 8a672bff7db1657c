//! What a page asks of a store, and what it keeps there.

use super::analysis::KeptAnalysis;
use super::explore::Explored;
use super::filter::{GameFilter, NoSuchPlayer};
use super::game::LibraryGame;
use super::window::{Local, Window};
use crate::hex::{Board, Colour};
use crate::solver::Fact;

/// Games, analyses and facts.
pub trait PageStore: Send + Sync {
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

    /// The kept analysis of a position, if there is one that can be read.
    fn analysis(&self, board: &Board) -> Option<KeptAnalysis>;

    /// Keeps an analysis, if the store is written to and has none with as many visits.
    fn keep_analysis(&self, board: &Board, analysis: &KeptAnalysis);

    /// Keeps a proved fact, if the store is written to.
    fn keep_fact(&self, fact: &Fact);
}
