//! A command, and parsing its arguments.

use super::Session;
use super::client::Client;
use crate::base::parameter::{ParameterError, shortened};
use crate::hex::{Board, BoardSize, Cell, Colour, IllegalMove, NotACell, TooLarge};

/// One command. The table of these (`commands`) is the dispatcher, `list_commands`, `help` and the
/// errors about arguments.
#[derive(Clone, Copy)]
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// Its arguments, as help shows them: `COLOUR MOVE`, `FILE [N]`, `[MOVE ...]`.
    pub arguments: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// Its handler.
    pub run: fn(&mut Session, &Call) -> Result<String, Failure>,
}

/// Why a command failed, for the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure(pub String);

impl Failure {
    /// A failure for this reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

impl From<TooLarge> for Failure {
    fn from(error: TooLarge) -> Self {
        Self(error.to_string())
    }
}

impl From<ParameterError> for Failure {
    fn from(error: ParameterError) -> Self {
        Self(error.to_string())
    }
}

impl Command {
    /// Its name and arguments: `play COLOUR MOVE`.
    pub fn usage(&self) -> String {
        [self.name, self.arguments].join(" ").trim_end().to_owned()
    }

    /// The fewest and the most arguments that it takes.
    fn arity(&self) -> (usize, usize) {
        let mut depth = 0_usize;
        let (mut least, mut most) = (0, 0_usize);
        for word in self.arguments.split_whitespace() {
            depth += word.matches('[').count();
            if word.trim_end_matches(']') == "..." {
                most = usize::MAX;
            } else {
                least += usize::from(depth == 0);
                most = most.saturating_add(1);
            }
            depth = depth.saturating_sub(word.matches(']').count());
        }
        (least, most)
    }

    /// Whether it takes so many arguments.
    pub fn check_count(&self, count: usize) -> Result<(), Failure> {
        let (least, most) = self.arity();
        let problem = match count {
            _ if count < least => "too few arguments",
            _ if count > most => "too many arguments",
            _ => return Ok(()),
        };
        Err(Failure(format!("{problem} (usage: {})", self.usage())))
    }
}

/// A running command.
pub struct Call<'a> {
    /// The command.
    pub command: &'a Command,
    /// Its arguments, as many as it takes.
    pub arguments: &'a [String],
    /// The client, which may interrupt it.
    pub observer: &'a dyn Client,
}

impl Call<'_> {
    /// An argument, if it was given.
    pub fn get(&self, index: usize) -> Option<&str> {
        self.arguments.get(index).map(String::as_str)
    }

    /// A required argument.
    pub fn text(&self, index: usize) -> Result<&str, Failure> {
        let missing = || {
            Failure(format!(
                "too few arguments (usage: {})",
                self.command.usage()
            ))
        };
        self.get(index).ok_or_else(missing)
    }

    /// A colour.
    pub fn colour(&self, index: usize) -> Result<Colour, Failure> {
        let text = self.text(index)?;
        text.parse().map_err(|_| {
            Failure(format!(
                "not a colour: {} (b, w, black, white)",
                shortened(text)
            ))
        })
    }

    /// The colour of an argument, or this default.
    pub fn colour_or(&self, index: usize, other: Colour) -> Result<Colour, Failure> {
        self.get(index).map_or(Ok(other), |_| self.colour(index))
    }

    /// Whether an argument requests another form of the answer: `labels`, `points` or `words`.
    pub fn asks_for(&self, index: usize, form: &str) -> Result<bool, Failure> {
        match self.get(index) {
            None => Ok(false),
            Some(text) if text == form => Ok(true),
            Some(other) => Err(Failure(format!(
                "expected {form}, found {}",
                shortened(other)
            ))),
        }
    }

    /// A cell of the board.
    pub fn cell(&self, index: usize, size: BoardSize) -> Result<Cell, Failure> {
        let text = self.text(index)?;
        size.read(text).map_err(|why| match why {
            NotACell::Unreadable => Failure(format!("not a cell: {}", shortened(text))),
            NotACell::OffBoard => Failure(format!("off the board: {}", shortened(text))),
        })
    }

    /// A whole number.
    pub fn whole(&self, index: usize) -> Result<u32, Failure> {
        let text = self.text(index)?;
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.then(|| text.parse().ok()).flatten();
        number.ok_or_else(|| Failure(format!("not a whole number: {}", shortened(text))))
    }

    /// A time in seconds, fractions allowed.
    pub fn seconds(&self, index: usize) -> Result<std::time::Duration, Failure> {
        const MOST: f64 = 1e9;
        let text = self.text(index)?;
        let seconds = text
            .parse()
            .ok()
            .filter(|seconds| (0.0..=MOST).contains(seconds));
        let wrong = || Failure(format!("not a number of seconds: {}", shortened(text)));
        seconds
            .map(std::time::Duration::from_secs_f64)
            .ok_or_else(wrong)
    }
}

/// The error for an illegal move.
pub fn illegal_move(colour: Colour, text: &str, why: impl std::fmt::Display) -> Failure {
    Failure(format!(
        "illegal move: {colour} {} ({why})",
        shortened(text)
    ))
}

/// The cell that a move names, if a stone may be placed there.
pub fn free_cell(board: &Board, colour: Colour, text: &str) -> Result<Cell, Failure> {
    let cell = board.size().read(text).map_err(|why| match why {
        NotACell::Unreadable => illegal_move(colour, text, "not a move"),
        NotACell::OffBoard => illegal_move(colour, text, IllegalMove::OffBoard),
    })?;
    board
        .check(cell)
        .map_err(|why| illegal_move(colour, text, why))?;
    Ok(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arity_follows_from_the_arguments_as_written() {
        let arity = |arguments| {
            let run = |_: &mut Session, _: &Call| Ok(String::new());
            Command {
                name: "x",
                arguments,
                help: "",
                run,
            }
            .arity()
        };
        assert_eq!(arity(""), (0, 0));
        assert_eq!(arity("COLOUR MOVE"), (2, 2));
        assert_eq!(arity("FILE [N]"), (1, 2));
        assert_eq!(arity("[COLOUR [SECONDS [STONES]]]"), (0, 3));
        assert_eq!(arity("[MOVE ...]"), (0, usize::MAX));
        assert_eq!(arity("[KEY VALUE]"), (0, 2));
    }
}
