//! The objects of a JSON file, one after the other: those of an array, or those that follow each
//! other in a file of JSON lines. Only one is in memory at a time, so an export may have any
//! length.

use super::{FormatError, too_many};
use crate::hex::sgf::{ReadLimits, TextPosition};
use std::io::{BufRead, ErrorKind};

/// The most bytes of one object.
const LONGEST_ITEM: usize = 16 << 20;

/// An object, and where it begins.
pub(super) struct Item<'a> {
    pub bytes: &'a [u8],
    pub place: TextPosition,
}

/// What may come next between objects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    /// Nothing was read.
    Start,
    /// An object, and not the end: after `[` only the end, too.
    ArrayStart,
    ArrayObject,
    /// A comma or the end of the array.
    ArrayComma,
    /// Objects without an array.
    Lines,
    /// Nothing.
    End,
}

/// Splits a file into its objects.
pub(super) struct Items<R> {
    input: R,
    item: Vec<u8>,
    place: TextPosition,
    next: Between,
    limits: ReadLimits,
    /// How many objects were read, and how many values they have.
    objects: usize,
    values: usize,
}

impl<R: BufRead> Items<R> {
    /// A file, after these bytes of it.
    pub fn new(input: R, before: &[u8], limits: ReadLimits) -> Self {
        let mut items = Self {
            input,
            item: Vec::new(),
            place: TextPosition { line: 1, column: 1 },
            next: Between::Start,
            limits,
            objects: 0,
            values: 0,
        };
        items.pass_over(before);
        items
    }

    /// Whether the file is one object or more without an array around them.
    pub fn is_array(&self) -> bool {
        !matches!(self.next, Between::Start | Between::Lines)
    }

    /// The next object; `None` at the end.
    pub fn next(&mut self) -> Result<Option<Item<'_>>, FormatError> {
        while let Some(&byte) = filled(&mut self.input)?.first() {
            let (next, expected) = match (self.next, byte) {
                (_, b' ' | b'\t' | b'\r' | b'\n') => (Some(self.next), ""),
                (Between::Start, b'[') => (Some(Between::ArrayStart), ""),
                (Between::Start | Between::Lines, b'{') => return self.object(Between::Lines),
                (Between::ArrayStart | Between::ArrayObject, b'{') => {
                    return self.object(Between::ArrayComma);
                }
                (Between::ArrayStart | Between::ArrayComma, b']') => (Some(Between::End), ""),
                (Between::ArrayComma, b',') => (Some(Between::ArrayObject), ""),
                (Between::ArrayComma, _) => (None, "',' or ']' after an object"),
                (Between::End, _) => (None, "nothing after the last ']'"),
                _ => (None, "'{' before a game or a position"),
            };
            let Some(next) = next else {
                return Err(self.unexpected(expected, byte));
            };
            self.next = next;
            self.input.consume(1);
            self.pass_over(&[byte]);
        }
        match self.next {
            Between::Start | Between::Lines | Between::End => Ok(None),
            _ => Err(self.error("the file ends inside an array: ']' is missing")),
        }
    }

    /// Reads an object from its `{`.
    fn object(&mut self, next: Between) -> Result<Option<Item<'_>>, FormatError> {
        self.item.clear();
        let start = self.place;
        let mut state = Nesting::default();
        self.objects += 1;
        if self.objects > self.limits.games {
            return Err(self.error(&too_many(self.limits.games, "games")));
        }
        loop {
            let chunk = filled(&mut self.input)?;
            if chunk.is_empty() {
                let item = std::mem::take(&mut self.item);
                self.pass_over(&item);
                return Err(self.error("the file ends inside an object: '}' is missing"));
            }
            let end = state.end_in(chunk);
            let taken = end.unwrap_or(chunk.len());
            self.item.extend_from_slice(&chunk[..taken]);
            self.input.consume(taken);
            if self.item.len() > LONGEST_ITEM {
                return Err(self.error("this object is larger than 16 MB"));
            }
            if self.values + state.values > self.limits.parts {
                return Err(self.error(&too_many(self.limits.parts, "values")));
            }
            if end.is_some() {
                break;
            }
        }
        self.next = next;
        self.values += state.values;
        let item = std::mem::take(&mut self.item);
        self.pass_over(&item);
        self.item = item;
        Ok(Some(Item {
            bytes: &self.item,
            place: start,
        }))
    }

    /// Counts lines and columns.
    fn pass_over(&mut self, bytes: &[u8]) {
        let lines = bytes.split(|&byte| byte == b'\n').count() - 1;
        let last = bytes.iter().rposition(|&byte| byte == b'\n');
        let line = last.map_or(bytes, |last| &bytes[last + 1..]);
        let columns = line.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32;
        if lines > 0 {
            self.place.line = self.place.line.saturating_add(lines as u32);
            self.place.column = 1;
        }
        self.place.column = self.place.column.saturating_add(columns);
    }

    fn error(&self, problem: &str) -> FormatError {
        FormatError::Text {
            place: self.place,
            problem: problem.to_owned(),
        }
    }

    fn unexpected(&self, expected: &str, byte: u8) -> FormatError {
        let found = char::from(byte).escape_default();
        self.error(&format!("expected {expected}, found '{found}'"))
    }
}

/// What comes next of the input; nothing at its end.
pub(super) fn filled<R: BufRead>(input: &mut R) -> Result<&[u8], FormatError> {
    while let Err(error) = input.fill_buf() {
        if error.kind() != ErrorKind::Interrupted {
            return Err(FormatError::Input(error.to_string()));
        }
    }
    let bytes = input.fill_buf();
    bytes.map_err(|error| FormatError::Input(error.to_string()))
}

/// Where a byte stands in an object.
#[derive(Default)]
struct Nesting {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// How many values have begun, about: a list or object, and each after a comma.
    values: usize,
}

impl Nesting {
    /// How many bytes of this part belong to the object, if it ends here.
    fn end_in(&mut self, part: &[u8]) -> Option<usize> {
        for (at, &byte) in part.iter().enumerate() {
            if self.escaped {
                self.escaped = false;
            } else if self.in_string {
                match byte {
                    b'"' => self.in_string = false,
                    b'\\' => self.escaped = true,
                    _ => {}
                }
            } else {
                match byte {
                    b'"' => self.in_string = true,
                    b'{' | b'[' => {
                        self.values += 1;
                        self.depth += 1;
                    }
                    b',' => self.values += 1,
                    b'}' | b']' => {
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
    use std::io::BufReader;

    fn split(text: &str, buffer: usize) -> Result<Vec<(String, u32, u32)>, String> {
        let mut items = Items::new(
            BufReader::with_capacity(buffer, text.as_bytes()),
            b"",
            ReadLimits::default(),
        );
        let mut all = Vec::new();
        while let Some(item) = items.next().map_err(|why| why.to_string())? {
            let text = String::from_utf8_lossy(item.bytes).into_owned();
            all.push((text, item.place.line, item.place.column));
        }
        Ok(all)
    }

    #[test]
    fn objects_are_found_whatever_is_in_them() {
        let object = r#"{"a":"}\"]{","b":[{},[1]]}"#;
        for buffer in [1, 2, 7, 1000] {
            let array = split(&format!("[{object},\n {object}]\n"), buffer).unwrap();
            let places: Vec<_> = array.iter().map(|item| (item.1, item.2)).collect();
            assert_eq!(places, [(1, 2), (2, 2)]);
            assert!(array.iter().all(|item| item.0 == object));
            let lines = split(&format!("{object}\n{object}"), buffer).unwrap();
            assert_eq!((lines.len(), lines[1].1), (2, 2));
        }
        assert_eq!(split("[ ]", 3), Ok(Vec::new()));
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, why) in [
            (
                "[{} {}]",
                "line 1, column 5: expected ',' or ']' after an object, found '{'",
            ),
            (
                "[{},]",
                "line 1, column 5: expected '{' before a game or a position, found ']'",
            ),
            (
                "[{}]\n{}",
                "line 2, column 1: expected nothing after the last ']', found '{'",
            ),
            (
                "[{}",
                "line 1, column 4: the file ends inside an array: ']' is missing",
            ),
            (
                "[\n{\"a\":[}",
                "line 2, column 8: the file ends inside an object: '}' is missing",
            ),
            (
                "{},{}",
                "line 1, column 3: expected '{' before a game or a position, found ','",
            ),
            (
                "[1]",
                "line 1, column 2: expected '{' before a game or a position, found '1'",
            ),
        ] {
            assert_eq!(split(text, 5).unwrap_err(), why, "{text}");
        }
    }
}
