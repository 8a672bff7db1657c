//! The games of an SGF file, one after the other. Only one is in memory at a time, so a collection may
//! have any length, and a faulty game does not hide those behind it.

use super::FormatError;
use super::items::filled;
use crate::hex::sgf::{Problem, ReadLimits, SgfTree, TreeParser};
use std::io::BufRead;

/// The most bytes of one game.
const LONGEST_TREE: usize = 16 << 20;

/// Splits a file into its games.
pub(super) struct Trees<R> {
    input: R,
    parser: TreeParser,
    /// The next game as it is written, and what stands before it.
    next: Vec<u8>,
    /// Whether nothing may follow.
    is_over: bool,
}

impl<R: BufRead> Trees<R> {
    /// A file, after these bytes of it.
    pub fn new(input: R, before: Vec<u8>, limits: ReadLimits) -> Result<Self, FormatError> {
        let mut trees = Self {
            input,
            parser: TreeParser::new(limits),
            next: before,
            is_over: false,
        };
        trees.read_ahead()?;
        Ok(trees)
    }

    /// Whether another game follows.
    pub fn has_more(&self) -> bool {
        !self.is_over && self.next.contains(&b'(')
    }

    /// The next game; `None` at the end.
    pub fn next(&mut self) -> Option<Result<SgfTree, FormatError>> {
        if self.is_over {
            return None;
        }
        let bytes = std::mem::take(&mut self.next);
        let tree = self.parser.game(&bytes);
        let ahead = self.read_ahead();
        self.is_over |= tree.as_ref().is_ok_and(Option::is_none) || self.next.is_empty();
        match (tree, ahead) {
            (Ok(tree), Ok(())) => tree.map(Ok),
            (Err(error), _) => {
                self.is_over |= matches!(error.problem, Problem::TooMany { .. });
                Some(Err(error.into()))
            }
            (_, Err(error)) => {
                self.is_over = true;
                Some(Err(error))
            }
        }
    }

    /// Reads up to the end of the next game, or of the file.
    fn read_ahead(&mut self) -> Result<(), FormatError> {
        let mut nesting = Nesting::default();
        nesting.end_in(&self.next);
        loop {
            let chunk = filled(&mut self.input)?;
            if chunk.is_empty() {
                return Ok(());
            }
            let end = nesting.end_in(chunk);
            let taken = end.unwrap_or(chunk.len());
            self.next.extend_from_slice(&chunk[..taken]);
            self.input.consume(taken);
            if self.next.len() > LONGEST_TREE {
                return Err(FormatError::Input("a game is larger than 16 MB".to_owned()));
            }
            if end.is_some() {
                return Ok(());
            }
        }
    }
}

/// Where a byte stands in a game.
#[derive(Default)]
struct Nesting {
    depth: usize,
    in_value: bool,
    escaped: bool,
}

impl Nesting {
    /// How many bytes of this part belong to the game, if it ends here.
    fn end_in(&mut self, part: &[u8]) -> Option<usize> {
        for (at, &byte) in part.iter().enumerate() {
            if self.escaped {
                self.escaped = false;
            } else if self.in_value {
                match byte {
                    b']' => self.in_value = false,
                    b'\\' => self.escaped = true,
                    _ => {}
                }
            } else {
                match byte {
                    b'(' => self.depth += 1,
                    b'[' if self.depth > 0 => self.in_value = true,
                    b')' if self.depth > 0 => {
                        self.depth -= 1;
                        if self.depth == 0 {
                            return Some(at + 1);
                        }
                    }
                    _ => {}
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::sgf::parse;
    use std::io::BufReader;

    fn split(text: &str, buffer: usize) -> Vec<Result<String, String>> {
        let input = BufReader::with_capacity(buffer, text.as_bytes());
        let mut trees = Trees::new(input, Vec::new(), ReadLimits::default()).unwrap();
        let mut all = Vec::new();
        while let Some(tree) = trees.next() {
            let text = |tree: SgfTree| {
                let games = vec![tree];
                crate::hex::sgf::Collection { games }.to_string()
            };
            all.push(tree.map(text).map_err(|why| why.to_string()));
        }
        all
    }

    #[test]
    fn games_are_those_of_the_whole_file() {
        let text = "(;C[\\]( \\\\];B[a1](;W[b2])(;W[c3]))\n\n (;SZ[5])(;)\n\x1a";
        let whole = parse(text.as_bytes()).unwrap().games.into_iter();
        let whole: Vec<String> = whole
            .map(|tree| crate::hex::sgf::Collection { games: vec![tree] }.to_string())
            .collect();
        for buffer in [1, 3, 1000] {
            let split: Result<Vec<String>, String> = split(text, buffer).into_iter().collect();
            assert_eq!(split.as_ref(), Ok(&whole));
        }
    }

    #[test]
    fn a_faulty_game_is_named_with_its_place_and_the_next_is_read() {
        let found = split("(;SZ[5])\n(;B)\n x (;C[\n](;)\n", 2);
        let expected = [
            Ok("(;SZ[5])\n"),
            Err("line 2, column 4: expected '[' and a value, found ')'"),
            Err("line 3, column 2: expected '(' before a game, found 'x'"),
        ];
        let found: Vec<Result<&str, &str>> = found
            .iter()
            .map(|one| one.as_deref().map_err(String::as_str))
            .collect();
        assert_eq!(found, expected);
        let open = split("(;SZ[5])(;C[\n](;)\n", 2);
        let why = "line 3, column 1: the file ends inside a game: ')' is missing";
        assert_eq!(open[1], Err(why.to_owned()));
    }
}
