//! Moves from an opening book.
//!
//! A book move should be at least as good as one that the player would find itself, so a position
//! counts as known only if the book has spent several times as much on it, and on the positions
//! after it, as the player may spend on a move. The report names the book as the source of a move.
//! In a position that is lost by the book the player searches, which resists longest.

use crate::hex::{Board, Move};
use crate::player::book::{Book, shipped};
use crate::player::{BookUse, MoveReport, MoveRequest, PlayerOptions};
use crate::think::{Found, Progress, RootMove, Score, ScoreScale};
use std::sync::Arc;
use std::time::Duration;

/// Visits that count for a second where only the time of a move is limited.
const PACE: u64 = 4_000;

/// Reads a book for a player.
#[derive(Clone, Debug)]
pub(in crate::player) struct BookReader {
    own: Option<Arc<Book>>,
    /// The least effort that counts, as a multiple of the limit of a move.
    effort: u64,
}

/// The book that a player with these options reads on the board of a game: the one of its options,
/// or the shipped one.
pub fn book<'a>(own: Option<&'a Arc<Book>>, board: &Board) -> Option<&'a Book> {
    let own = own.map(|book| &**book);
    let own = own.filter(|book| book.size() == board.size());
    own.or_else(|| shipped(board.size()))
}

/// The budget of a move, in visits.
fn allowed(request: &MoveRequest) -> u64 {
    let budget = request.time().budget();
    let time = budget.time.unwrap_or(Duration::MAX);
    let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let paced = time.saturating_mul(PACE) / 1000;
    budget.nodes.map_or(paced, |nodes| nodes.min(paced))
}

impl BookReader {
    /// The reader of a player with these options; `None` if they ask for no moves of a book.
    pub fn new(options: &PlayerOptions) -> Option<Self> {
        (options.player.book == BookUse::All).then(|| Self {
            own: options.book.clone(),
            effort: options.player.book_effort,
        })
    }

    fn book(&self, board: &Board) -> Option<&Book> {
        book(self.own.as_ref(), board)
    }

    /// The value of a position that the book knows well enough.
    fn value(&self, request: &MoveRequest, board: &Board) -> Option<Score> {
        let (value, effort) = self.book(board)?.value(board)?;
        let enough = allowed(request).saturating_mul(self.effort);
        (value.is_proved() || effort >= enough).then_some(value)
    }

    /// A move that the book knows well enough, with its report.
    pub fn choose(&self, request: &MoveRequest) -> Option<(Move, MoveReport)> {
        let mut board = *request.game.board();
        board.set_to_move(request.colour);
        let value = self.value(request, &board);
        let value = value.filter(|value| !value.is_lost())?;
        let book = self.book(&board)?;
        let choices = book.choices(&board);
        let best = choices.first()?;
        // A position that its analysis decides has no move in the book.
        if best.value != value {
            return None;
        }
        let moves = choices.iter();
        let report = MoveReport {
            best: Some(best.cell),
            score: Some(format!("{value} (book)")),
            value: Some(value),
            pv: book.best_line(&board),
            moves: moves
                .map(|choice| RootMove::known(choice.cell, choice.value))
                .collect(),
            scale: ScoreScale::Mean,
            ..MoveReport::default()
        };
        request.observer.progress(&Progress {
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            colour: request.colour,
            score: report.value,
            pv: report.pv.clone(),
            found: Found::Book(report.moves.clone()),
        });
        Some((Move::Place(best.cell), report))
    }
}
