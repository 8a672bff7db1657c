//! From bytes to a [`Collection`].

use super::tree::{Collection, NodeId, Property, SgfTree, value_end};
use super::{Problem, ReadLimits, SgfError, TextPosition};
use crate::hex::BoardSize;
use std::borrow::Cow;

/// Reads a file: UTF-8, or Latin-1 where it is not UTF-8 (the format's old default).
pub fn parse(bytes: &[u8]) -> Result<Collection, SgfError> {
    let (text, is_utf8) = text_of(bytes);
    let mut parser = Parser::new(&text, ReadLimits::default());
    let mut games = Vec::new();
    while let Some(tree) = parser.next_game(games.len())? {
        games.push(if is_utf8 { tree } else { in_utf8(tree) });
    }
    Ok(Collection { games })
}

/// Reads the games of a file that is split into them, one after the other.
pub struct TreeParser {
    limits: ReadLimits,
    /// Where the file goes on.
    place: TextPosition,
    games: usize,
    parts: usize,
}

impl TreeParser {
    /// A parser of a file that holds no more than this.
    pub fn new(limits: ReadLimits) -> Self {
        Self {
            limits,
            place: TextPosition { line: 1, column: 1 },
            games: 0,
            parts: 0,
        }
    }

    /// The game in the next bytes of the file, which hold one and what stands before it; `None` if
    /// they hold only white space behind a game.
    pub fn game(&mut self, bytes: &[u8]) -> Result<Option<SgfTree>, SgfError> {
        let (text, is_utf8) = text_of(bytes);
        let mut parser = Parser::new(&text, self.limits);
        (parser.place, parser.parts) = (self.place, self.parts);
        let tree = parser.next_game(self.games);
        self.games += 1;
        self.parts = parser.parts;
        parser.at = text.len();
        self.place = parser.place();
        Ok(tree?.map(|tree| if is_utf8 { tree } else { in_utf8(tree) }))
    }
}

/// The text of a file without a byte order mark, and whether it is UTF-8.
fn text_of(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (text.into(), true);
    }
    let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    (text.into(), false)
}

/// The tree of a file that was not UTF-8: its text is UTF-8 from here on, and is written as UTF-8.
fn in_utf8(mut tree: SgfTree) -> SgfTree {
    for property in &mut tree.node_mut(tree.root()).properties {
        if property.name() == "CA" {
            *property = property.with_text("UTF-8");
        }
    }
    tree
}

/// How many cells the values of a setup name, about: a rectangle may be a whole board.
fn cells(values: &str) -> usize {
    let largest = BoardSize::MOST_CELLS;
    values.matches('[').count() + largest * values.matches(':').count()
}

/// A `(` that waits for its `)`.
struct Open {
    /// The last node since.
    last: NodeId,
    /// Whether a variation inside it has ended: then no more nodes may follow.
    branched: bool,
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    /// The position of the character at `counted`.
    place: TextPosition,
    counted: usize,
    limits: ReadLimits,
    /// How many nodes and properties were read.
    parts: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, limits: ReadLimits) -> Self {
        Self {
            text,
            at: 0,
            place: TextPosition { line: 1, column: 1 },
            counted: 0,
            limits,
            parts: 0,
        }
    }

    /// The game that comes after so many; `None` at the end of the text.
    fn next_game(&mut self, games: usize) -> Result<Option<SgfTree>, SgfError> {
        match self.peek_token() {
            None if games > 0 => Ok(None),
            Some(b'(') if games >= self.limits.games => {
                Err(self.too_many(self.limits.games, "games"))
            }
            Some(b'(') => self.game().map(Some),
            _ => Err(self.unexpected("'(' before a game")),
        }
    }

    /// Reads a game from its `(`.
    fn game(&mut self) -> Result<SgfTree, SgfError> {
        self.at += 1;
        let root = self.first_node()?;
        let mut tree = SgfTree::new(root);
        let mut open = vec![Open {
            last: tree.root(),
            branched: false,
        }];
        while let Some(current) = open.last_mut() {
            match self.peek_token() {
                Some(b';') if !current.branched => {
                    self.at += 1;
                    current.last = tree.add(current.last, self.properties()?);
                }
                Some(b'(') => {
                    current.branched = true;
                    let parent = current.last;
                    self.at += 1;
                    let last = tree.add(parent, self.first_node()?);
                    open.push(Open {
                        last,
                        branched: false,
                    });
                }
                Some(b')') => {
                    self.at += 1;
                    open.pop();
                }
                None => return Err(self.error_here(Problem::Unfinished("a game: ')' is missing"))),
                _ if current.branched => {
                    return Err(self.unexpected("'(' or ')' after a variation"));
                }
                _ => return Err(self.unexpected("';', '(', ')' or a property")),
            }
        }
        Ok(tree)
    }

    /// The node that must follow a `(`.
    fn first_node(&mut self) -> Result<Vec<Property>, SgfError> {
        if self.peek_token() == Some(b';') {
            self.at += 1;
            self.properties()
        } else {
            Err(self.unexpected("';' before the first node"))
        }
    }

    /// The properties of a node.
    fn properties(&mut self) -> Result<Vec<Property>, SgfError> {
        let mut properties = Vec::new();
        loop {
            // The node itself, then each property before it is read.
            self.count(1)?;
            self.skip_space();
            let letters = self
                .rest()
                .bytes()
                .take_while(u8::is_ascii_alphabetic)
                .count();
            if letters == 0 {
                return Ok(properties);
            }
            let place = self.place();
            let written = &self.rest()[..letters];
            // Before FF[4] names could hold lower-case letters, which do not count.
            let name = if written.bytes().all(|b| b.is_ascii_uppercase()) {
                Cow::Borrowed(written)
            } else {
                Cow::Owned(written.chars().filter(char::is_ascii_uppercase).collect())
            };
            if name.is_empty() {
                return Err(self.unexpected("a property in upper case"));
            }
            self.at += letters;
            let values = self.values()?;
            if matches!(&*name, "AB" | "AW" | "AE") {
                self.count(cells(&values))?;
            }
            // Most nodes are one move: capacity for one property, not the usual four.
            if properties.is_empty() {
                properties.reserve_exact(1);
            }
            properties.push(Property::read(&name, values, place));
        }
    }

    /// The values of a property as they stand, without white space between them.
    fn values(&mut self) -> Result<String, SgfError> {
        let mut values = String::new();
        while self.peek_token() == Some(b'[') {
            let value = &self.rest()[1..];
            let Some(end) = value_end(value) else {
                self.at += 1;
                return Err(self.error_here(Problem::Unfinished("a value: ']' is missing")));
            };
            values.push_str(&self.rest()[..end + 2]);
            self.at += end + 2;
        }
        if values.is_empty() {
            Err(self.unexpected("'[' and a value"))
        } else {
            Ok(values)
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        // Control characters too: some systems end a file with one.
        let space = |c: char| c.is_whitespace() || c.is_control();
        self.at += rest.len() - rest.trim_start_matches(space).len();
    }

    fn peek_token(&mut self) -> Option<u8> {
        self.skip_space();
        self.text.as_bytes().get(self.at).copied()
    }

    /// The current position. Counts on from the last call, so that all calls together are linear.
    fn place(&mut self) -> TextPosition {
        for &byte in &self.text.as_bytes()[self.counted..self.at] {
            if byte == b'\n' {
                self.place = TextPosition {
                    line: self.place.line.saturating_add(1),
                    column: 1,
                };
            } else if byte & 0xC0 != 0x80 {
                // The first byte of a character; the others are not counted.
                self.place.column = self.place.column.saturating_add(1);
            }
        }
        self.counted = self.at;
        self.place
    }

    /// Counts parts of the file, so many at most.
    fn count(&mut self, parts: usize) -> Result<(), SgfError> {
        self.parts += parts;
        if self.parts > self.limits.parts {
            let what = "nodes, properties and set-up cells";
            return Err(self.too_many(self.limits.parts, what));
        }
        Ok(())
    }

    fn too_many(&mut self, most: usize, what: &'static str) -> SgfError {
        self.error_here(Problem::TooMany { most, what })
    }

    fn error_here(&mut self, problem: Problem) -> SgfError {
        SgfError {
            place: self.place(),
            problem,
        }
    }

    /// An error at the next character.
    fn unexpected(&mut self, expected: &'static str) -> SgfError {
        let found = self.rest().chars().next();
        let found = found.map_or("the end of the file".to_owned(), |c| {
            format!("'{}'", c.escape_debug())
        });
        self.error_here(Problem::Syntax { expected, found })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fails(text: &str) -> String {
        parse(text.as_bytes()).expect_err(text).to_string()
    }

    #[test]
    fn errors_say_where_and_what() {
        assert_eq!(
            fails(""),
            "line 1, column 1: expected '(' before a game, found the end of the file"
        );
        assert_eq!(
            fails(" \n hello"),
            "line 2, column 2: expected '(' before a game, found 'h'"
        );
        assert_eq!(
            fails("(;B[a1]"),
            "line 1, column 8: the file ends inside a game: ')' is missing"
        );
        assert_eq!(
            fails("(;C[a\\]b"),
            "line 1, column 5: the file ends inside a value: ']' is missing"
        );
        assert_eq!(
            fails("(B[a1])"),
            "line 1, column 2: expected ';' before the first node, found 'B'"
        );
        assert_eq!(
            fails("()"),
            "line 1, column 2: expected ';' before the first node, found ')'"
        );
        assert_eq!(
            fails("(;B)"),
            "line 1, column 4: expected '[' and a value, found ')'"
        );
        assert_eq!(
            fails("(;é)"),
            "line 1, column 3: expected ';', '(', ')' or a property, found 'é'"
        );
        assert_eq!(
            fails("(;C[é]\n1)"),
            "line 2, column 1: expected ';', '(', ')' or a property, found '1'"
        );
        assert_eq!(
            fails("(;(;)é)"),
            "line 1, column 6: expected '(' or ')' after a variation, found 'é'"
        );
        assert_eq!(
            fails("(;(;);)"),
            "line 1, column 6: expected '(' or ')' after a variation, found ';'"
        );
        assert_eq!(
            fails("(;b[a1])"),
            "line 1, column 3: expected a property in upper case, found 'b'"
        );
        assert_eq!(
            fails("(;)x"),
            "line 1, column 4: expected '(' before a game, found 'x'"
        );
    }

    #[test]
    fn white_space_long_names_and_several_games_are_fine() {
        let file = parse(b"\xEF\xBB\xBF(\n; Black [a1] [b2]\t;\r\n)(;SZ[5])\n\x1a\0").unwrap();
        assert_eq!(file.games.len(), 2);
        assert_eq!(file.to_string(), "(;B[a1][b2];)\n(;SZ[5])\n");
    }

    #[test]
    fn what_is_not_utf8_is_latin1() {
        let file = parse(b"(;CA[ISO-8859-1]PB[Andr\xE9])").unwrap();
        assert_eq!(file.to_string(), "(;CA[UTF-8]PB[Andr\u{e9}])\n");
    }

    #[test]
    fn nesting_a_hundred_thousand_deep_neither_overflows_nor_crawls() {
        let depth = 100_000;
        let text = ["(;".repeat(depth), ")".repeat(depth)].concat();
        let file = parse(text.as_bytes()).unwrap();
        assert_eq!(file.games[0].len(), depth);
        assert_eq!(parse(file.to_string().as_bytes()).unwrap(), file);
        assert!(parse("(;".repeat(depth).as_bytes()).is_err());
    }
}
