//! The games of a file, one after the other.

use super::items::{Items, filled};
use super::trees::Trees;
use super::{FormatError, ReadSettings, drawing, hexworld, moves, record};
use crate::base::files;
use crate::hex::Game;
use crate::hex::sgf::{self, TextPosition};
use std::collections::VecDeque;
use std::io::BufRead;

/// The most bytes of a file that is read as a whole. SGF and JSON are read game by game.
pub const LONGEST_FILE: u64 = 64 << 20;

/// Reads the games of a file, recognised by its content.
pub struct GameReader<R> {
    source: PageStore<R>,
    settings: ReadSettings,
    /// Games of the object that was read last.
    ready: VecDeque<Result<Game, FormatError>>,
    number: usize,
}

enum PageStore<R> {
    Trees(Trees<R>),
    Objects(Items<R>),
    /// All that there is lies ready, or an error has ended it.
    Done,
}

impl<R: BufRead> GameReader<R> {
    /// A reader of this input. An error in a file that is read as a whole is found here.
    pub fn new(mut input: R, settings: ReadSettings) -> Result<Self, FormatError> {
        let mut ready = VecDeque::new();
        let (mut bytes, first) = skip_space(&mut input)?;
        let source = match first {
            Some(b'{' | b'[') => PageStore::Objects(Items::new(input, &bytes, settings.limits)),
            Some(b'(') => PageStore::Trees(Trees::new(input, bytes, settings.limits)?),
            _ => {
                let rest = files::read_at_most(input, LONGEST_FILE);
                bytes.extend(rest.map_err(|error| FormatError::Input(error.to_string()))?);
                ready.push_back(Ok(one(&text_of(&bytes), settings)?));
                PageStore::Done
            }
        };
        Ok(Self {
            source,
            settings,
            ready,
            number: 0,
        })
    }

    /// The next game; `None` at the end. After an error in the file itself there is no more.
    pub fn next_game(&mut self) -> Option<Result<Game, FormatError>> {
        loop {
            if let Some(game) = self.ready.pop_front() {
                self.number += 1;
                return Some(game);
            }
            match &mut self.source {
                PageStore::Trees(trees) => {
                    let game = trees.next()?.and_then(|tree| {
                        sgf::to_game(&tree, self.settings.moves).map_err(FormatError::from)
                    });
                    self.ready.push_back(game);
                }
                PageStore::Objects(items) => match items.next() {
                    Ok(None) => return None,
                    Ok(Some(item)) => match record::read(&item, self.settings) {
                        Ok(games) => self.ready.extend(games),
                        Err(error) => self.ready.push_back(Err(error)),
                    },
                    Err(error) => {
                        self.source = PageStore::Done;
                        return Some(Err(error));
                    }
                },
                PageStore::Done => return None,
            }
        }
    }

    /// The game of this number, counted from 1. The rest of the file has to be well-formed.
    pub fn game(mut self, wanted: usize) -> Result<Game, FormatError> {
        let mut before = 0;
        while let Some(game) = self.next_game() {
            if self.number == wanted {
                let game = game.map_err(|error| self.named(error))?;
                return self.skip_rest().map(|()| game);
            }
            // A fault between the games, and none of another game.
            if self.number == before {
                return game;
            }
            before = self.number;
        }
        Err(FormatError::Missing {
            wanted,
            games: self.number,
        })
    }

    /// The error with the number of its game, where there are several.
    fn named(&self, error: FormatError) -> FormatError {
        let several = match &self.source {
            PageStore::Trees(trees) => self.number > 1 || trees.has_more(),
            PageStore::Objects(items) => self.number > 1 || items.is_array(),
            PageStore::Done => false,
        };
        if several && self.number > 0 {
            FormatError::Game {
                number: self.number,
                error: Box::new(error),
            }
        } else {
            error
        }
    }

    fn skip_rest(&mut self) -> Result<(), FormatError> {
        match &mut self.source {
            PageStore::Objects(items) => while items.next()?.is_some() {},
            PageStore::Trees(trees) => {
                while let Some(tree) = trees.next() {
                    tree?;
                }
            }
            PageStore::Done => {}
        }
        Ok(())
    }
}

/// The games, errors with their numbers.
impl<R: BufRead> Iterator for GameReader<R> {
    type Item = Result<Game, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.next_game()?;
        Some(game.map_err(|error| self.named(error)))
    }
}

/// The first game of a text.
pub fn read(bytes: &[u8], settings: ReadSettings) -> Result<Game, FormatError> {
    let mut reader = GameReader::new(bytes, settings)?;
    match reader.next_game() {
        Some(Ok(game)) => reader.skip_rest().map(|()| game),
        Some(Err(error)) => Err(reader.named(error)),
        None => Err(record::empty(TextPosition { line: 1, column: 1 })),
    }
}

/// A game of a format that holds one.
fn one(text: &str, settings: ReadSettings) -> Result<Game, FormatError> {
    if let Some(hash) = hexworld::hash_of(text) {
        hexworld::read(text, hash, settings)
    } else if drawing::is_drawing(text) {
        drawing::read(text, settings)
    } else {
        moves::read(text, settings)
    }
}

/// UTF-8, or Latin-1 where it is not UTF-8.
fn text_of(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_or_else(
        |_| bytes.iter().map(|&byte| char::from(byte)).collect(),
        str::to_owned,
    )
}

/// Takes the white space at the start, and a byte order mark; returns it, and the byte behind it.
fn skip_space<R: BufRead>(input: &mut R) -> Result<(Vec<u8>, Option<u8>), FormatError> {
    let mut space = Vec::new();
    loop {
        let next = filled(input)?.first().copied();
        match next {
            Some(byte)
                if (space.len() as u64) < LONGEST_FILE
                    && (byte.is_ascii_whitespace() || b"\xEF\xBB\xBF".contains(&byte)) =>
            {
                space.push(byte);
                input.consume(1);
            }
            _ => return Ok((space, next)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::sgf::ReadLimits;

    /// Each format is refused where it exceeds a limit, not before.
    #[test]
    fn limits_hold_in_every_format() {
        let read = |text: &str, parts: usize| {
            let limits = ReadLimits { games: 2, parts };
            let settings = ReadSettings {
                limits,
                ..ReadSettings::default()
            };
            let games = GameReader::new(text.as_bytes(), settings)?;
            games.collect::<Result<Vec<Game>, FormatError>>()
        };
        for (text, parts) in [
            ("(;SZ[5];B[a1](;W[b2])(;W[c3]))", 8),
            ("#5,a1b2c3", 3),
            ("5x5 1. a1 2. b2", 4),
            ("{\"boardsize\": 5, \"moves\": [\"a1\", \"b2\"]}", 4),
        ] {
            assert!(read(text, parts).is_ok(), "{text}");
            let why = read(text, parts - 1).expect_err(text).to_string();
            assert!(why.contains(&format!("more than {} ", parts - 1)), "{why}");
        }
        for game in ["(;SZ[5])", "{\"boardsize\": 5}"] {
            assert_eq!(read(&game.repeat(2), 100).map(|games| games.len()), Ok(2));
            let why = read(&game.repeat(3), 100).expect_err(game).to_string();
            assert!(why.contains("more than 2 games"), "{why}");
        }
    }
}
