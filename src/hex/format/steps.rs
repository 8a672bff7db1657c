//! A game as a board and a list of steps: what every format but SGF comes down to.

use super::{FormatError, ReadSettings, quoted};
use crate::hex::{BoardSize, Cell, Colour, Move, NotACell};
use crate::hex::{Game, SwapStyle};

/// A move, and where it stands in its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MoveStep {
    /// The mover, or the side to move if the text names none.
    pub colour: Option<Colour>,
    pub mv: Move,
    pub style: SwapStyle,
    /// Its first byte.
    pub at: usize,
}

impl MoveStep {
    /// A move of the side to move.
    pub fn new(mv: Move, at: usize) -> Self {
        Self {
            colour: None,
            mv,
            style: SwapStyle::Pieces,
            at,
        }
    }
}

/// Makes the moves, as many as are wanted.
pub(super) fn follow(
    game: &mut Game,
    text: &str,
    steps: &[MoveStep],
    settings: ReadSettings,
) -> Result<(), FormatError> {
    for step in steps.iter().take(settings.moves.unwrap_or(usize::MAX)) {
        let colour = step.colour.unwrap_or(game.to_move());
        game.play(colour, step.mv, step.style).map_err(|why| {
            let rest = text.get(step.at..).unwrap_or_default();
            let name = match step.mv {
                Move::Place(cell) => game.size().name(cell),
                _ => quoted(rest),
            };
            FormatError::at(text, step.at, format!("illegal move {name}: {why}"))
        })?;
    }
    Ok(())
}

/// The length of the name of a cell at the start of a text: one or two letters and digits.
pub(super) fn cell_length(text: &str) -> Option<usize> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = text.bytes().skip(letters);
    let digits = digits.take_while(u8::is_ascii_digit).count();
    (matches!(letters, 1 | 2) && digits > 0).then_some(letters + digits)
}

/// The cell of a name that stands at a byte of a text.
pub(super) fn cell(
    size: BoardSize,
    text: &str,
    at: usize,
    length: usize,
) -> Result<Cell, FormatError> {
    let name = text.get(at..at + length).unwrap_or_default();
    size.read(name).map_err(|why| {
        let name = quoted(name);
        let problem = match why {
            NotACell::Unreadable => format!("{name} is not a cell"),
            NotACell::OffBoard => format!("{name} is off the board {size}"),
        };
        FormatError::at(text, at, problem)
    })
}
