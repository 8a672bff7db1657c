//! The game argument of a subcommand: a file in any supported format, standard input, or the text
//! itself.

use crate::hex::BoardSize;
use crate::hex::format::{self, GameReader, ReadSettings};
use crate::hex::{Event, Game};
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Standard input as a file.
const STDIN: &str = "-";

/// The size of the read buffer: exports are long.
const BUFFER: usize = 1 << 16;

/// A game, and its position.
#[derive(clap::Args, Clone, Debug)]
pub struct GameArguments {
    /// Game: a file (SGF, JSON, moves, a drawn board), - for standard input, a HexWorld link, or
    /// moves
    #[arg(value_name = "GAME")]
    pub file: PathBuf,

    /// Use the position after this many moves instead of the last
    #[arg(long, value_name = "N")]
    pub moves: Option<usize>,

    #[command(flatten)]
    pub choice: GameChoice,
}

/// Which game of a file.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct GameChoice {
    /// Number of the game in a file that holds several
    #[arg(long = "game", value_name = "N", default_value = "1")]
    pub number: NonZeroUsize,

    /// Board size to assume if the moves do not name one [default: 11, or the next larger common
    /// size that contains all cells]
    #[arg(long = "board", value_name = "SIZE")]
    pub board: Option<BoardSize>,
}

impl Default for GameChoice {
    fn default() -> Self {
        Self {
            number: NonZeroUsize::MIN,
            board: None,
        }
    }
}

impl GameArguments {
    /// The game.
    pub fn read(&self) -> Result<Game> {
        self.choice.read(&self.file, self.moves)
    }
}

impl GameChoice {
    /// The game of a file, up to a number of moves if one is given.
    pub fn read(&self, file: &Path, moves: Option<usize>) -> Result<Game> {
        self.read_from(self.open(file, moves)?, file, moves)
    }

    /// The same from what [`GameChoice::open`] has opened.
    pub fn read_from(
        &self,
        input: Box<dyn BufRead>,
        file: &Path,
        moves: Option<usize>,
    ) -> Result<Game> {
        let reader = self.reader(input, file, moves)?;
        let game = reader.game(self.number.get());
        let game = game.with_context(|| format!("cannot read {}", name(file)))?;
        if let Some(wanted) = moves {
            note_missing_moves(&game, wanted);
        }
        Ok(game)
    }

    /// All games of a file.
    pub fn games(&self, file: &Path, moves: Option<usize>) -> Result<GameReader<Box<dyn BufRead>>> {
        self.reader(self.open(file, moves)?, file, moves)
    }

    /// A file, standard input, or the text itself.
    pub fn open(&self, file: &Path, moves: Option<usize>) -> Result<Box<dyn BufRead>> {
        open(file, self.settings(moves))
    }

    fn reader(
        &self,
        input: Box<dyn BufRead>,
        file: &Path,
        moves: Option<usize>,
    ) -> Result<GameReader<Box<dyn BufRead>>> {
        let reader = GameReader::new(input, self.settings(moves));
        reader.with_context(|| format!("cannot read {}", name(file)))
    }

    fn settings(&self, moves: Option<usize>) -> ReadSettings {
        ReadSettings {
            moves,
            size: self.board,
            ..ReadSettings::default()
        }
    }
}

/// Says that a game has fewer moves than were asked for.
fn note_missing_moves(game: &Game, wanted: usize) {
    let is_move = |event: &&Event| !matches!(event, Event::Setup(_));
    let moves = game.events().filter(is_move).count();
    let resigned = game.outcome().is_some_and(|outcome| outcome.by_resignation);
    if wanted > moves + usize::from(resigned) {
        let plural = if moves == 1 { "" } else { "s" };
        // A closed stderr must not stop the program.
        let _ = writeln!(
            io::stderr(),
            "mustplay: the game has {moves} move{plural}, not {wanted}: this is its last position"
        );
    }
}

/// The name of a file for messages.
pub fn name(file: &Path) -> String {
    if file == Path::new(STDIN) {
        "standard input".to_owned()
    } else {
        file.display().to_string()
    }
}

/// A file, standard input, or the text itself if no such file exists and it is a game.
fn open(file: &Path, settings: ReadSettings) -> Result<Box<dyn BufRead>> {
    if file == Path::new(STDIN) {
        return Ok(Box::new(BufReader::with_capacity(BUFFER, io::stdin())));
    }
    match File::open(file) {
        Ok(file) => Ok(Box::new(BufReader::with_capacity(BUFFER, file))),
        Err(error) => {
            let text = file.to_str().unwrap_or_default().to_owned();
            // Text without a file extension is meant as moves: report their error.
            let named = file.extension().is_some_and(|end| {
                let end = end.to_string_lossy();
                !end.contains(char::is_whitespace)
            });
            let words = text.contains(char::is_whitespace) && !named;
            let is_moves = words || text.contains('#') || text.contains("://");
            if is_moves || format::read(text.as_bytes(), settings).is_ok() {
                return Ok(Box::new(io::Cursor::new(text)));
            }
            Err(error).with_context(|| format!("cannot read {}", file.display()))
        }
    }
}
