//! A book as text, `mustplay-book/1`: lines of JSON. The first has `width`, `height`, and `turn`,
//! the tempo bias in thousandths by which local values are corrected. Every other is a position:
//!
//! ```text
//!     {"moves":["c2","f6"],"alternative":"d5","local":"-0.031","negamax":"+0.012","effort":20011}
//! ```
//!
//! Conditions, checked whenever a book is read: the `moves` are legal; they lead to a
//! [folded](super::Fold) position that no other line leads to, and without the last of them to a
//! position of an earlier line; shorter lines come before longer ones, and lines of the same length
//! in the order of their cells; the `alternative` is legal and leads out of the book; the `negamax`
//! value is the best of the `local` one and those that the moves of the book lead to.

use super::tree::Book;
use crate::hex::record::check_format;
use crate::hex::{BoardSize, Cell};
use crate::think::Score;
use serde::{Deserialize, Serialize};

/// The format, as the first line names it.
pub const FORMAT: &str = "mustplay-book/1";

/// Why a text is not a book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct BadBook {
    /// Counted from 1.
    pub line: usize,
    /// The fault.
    pub why: String,
}

#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    width: usize,
    height: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turn: Option<i32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    moves: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    alternative: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    local: Option<String>,
    negamax: String,
    effort: u64,
}

/// The text of a book.
pub fn write(book: &Book) -> String {
    let size = book.size();
    let header = Header {
        format: FORMAT.to_owned(),
        width: size.width(),
        height: size.height(),
        turn: book.tempo_bias,
    };
    let name = |&cell: &Cell| size.name(cell);
    // Texts and numbers can always be serialised.
    let mut text = serde_json::to_string(&header).unwrap_or_default() + "\n";
    for index in book.in_order() {
        let node = &book.nodes()[index];
        let record = Record {
            moves: node.line.iter().map(name).collect(),
            alternative: node.alternative.as_ref().map(name),
            local: node.local.map(|local| local.to_string()),
            negamax: node.negamax.to_string(),
            effort: node.effort,
        };
        text += &serde_json::to_string(&record).unwrap_or_default();
        text.push('\n');
    }
    text
}

/// A book that is being read: first the positions, then, once all are there, their values.
struct Reading {
    book: Book,
    /// The line of the file of each position.
    lines: Vec<usize>,
    negamax: Vec<Score>,
}

/// Reads a book, and checks all conditions.
pub fn read(text: &str) -> Result<Book, BadBook> {
    let mut lines = text.lines().enumerate();
    let bad = |line: usize, why: String| BadBook {
        line: line + 1,
        why,
    };
    let (_, first) = lines.next().unwrap_or_default();
    let header: Header = serde_json::from_str(first).map_err(|why| bad(0, why.to_string()))?;
    check_format(&header.format, FORMAT).map_err(|why| bad(0, why.to_string()))?;
    let size =
        BoardSize::new(header.width, header.height).map_err(|why| bad(0, why.to_string()))?;
    let size = size.with_connections();
    let size = size.map_err(|why| bad(0, why.to_string()))?;
    let mut reading = Reading {
        book: Book::new(size),
        lines: Vec::new(),
        negamax: Vec::new(),
    };
    reading.book.tempo_bias = header.turn;
    for (line, text) in lines {
        let record = serde_json::from_str(text).map_err(|why| bad(line, why.to_string()))?;
        reading.take(&record).map_err(|why| bad(line, why))?;
        reading.lines.push(line);
    }
    reading.check().map_err(|(line, why)| bad(line, why))?;
    Ok(reading.book)
}

impl Reading {
    fn take(&mut self, record: &Record) -> Result<(), String> {
        let size = self.book.size();
        let mut board = crate::hex::Board::new(size);
        let mut line = Vec::new();
        for name in &record.moves {
            if board.winner().is_some() {
                return Err(format!("{name}: the game is over"));
            }
            let cell = size.read(name).map_err(|why| format!("{name}: {why}"))?;
            let played = board.try_play(cell);
            played.map_err(|why| format!("{name}: {why}"))?;
            line.push(cell);
        }
        if let Some(last) = self.book.nodes().last() {
            let before = (last.line.len(), &last.line);
            if before == (line.len(), &line) {
                return Err("the position is already in the book".to_owned());
            }
            if before > (line.len(), &line) {
                return Err("the line is out of order".to_owned());
            }
        }
        let (index, _) = self.book.add(&board).map_err(|why| why.to_string())?;
        if self.book.nodes()[index].board != board {
            return Err("the position is not folded: it is to be turned".to_owned());
        }
        if let Some((_, before)) = line.split_last() {
            let mut board = crate::hex::Board::new(size);
            for &cell in before {
                board.play(cell);
            }
            if self.book.find(&board).is_none() {
                return Err("the line before the last move is not in the book".to_owned());
            }
        }
        let alternative = record.alternative.as_deref();
        let alternative = alternative.map(|name| {
            let cell = size.read(name).map_err(|why| format!("{name}: {why}"))?;
            let free = board.check(cell);
            free.map_err(|why| format!("{name}: {why}")).map(|()| cell)
        });
        let value = |text: &str| {
            let score = text.parse::<Score>();
            score.map_err(|_| format!("no value: {text}"))
        };
        let node = self.book.node_mut(index);
        node.alternative = alternative.transpose()?;
        node.local = record.local.as_deref().map(value).transpose()?;
        node.line = line;
        node.effort = record.effort;
        node.negamax = value(&record.negamax)?;
        self.negamax.push(node.negamax);
        Ok(())
    }

    /// Checks what depends on later positions.
    fn check(&self) -> Result<(), (usize, String)> {
        for (index, node) in self.book.nodes().iter().enumerate() {
            let wrong = |why: String| Err((self.lines[index], why));
            let name = |cell: Cell| self.book.size().name(cell);
            if let Some(cell) = node.alternative {
                if self.book.after(index, cell).is_some() {
                    return wrong(format!("the alternative {} is in the book", name(cell)));
                }
                if node.local.is_none() {
                    return wrong(format!("the alternative {} has no value", name(cell)));
                }
            } else if node.local.is_some_and(|local| !local.is_proved()) {
                return wrong("the local value is that of no move".to_owned());
            }
            if node.board.winner().is_some() && node.local != Some(Score::LOST) {
                return wrong("the game is over, and its value is another".to_owned());
            }
            let Some(value) = self.book.negamax_of(index) else {
                return wrong("the position has no value".to_owned());
            };
            if value != self.negamax[index] {
                return wrong(format!(
                    "negamax is {}, the best of what is below is {value}",
                    self.negamax[index]
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sound book of 3x3: the centre wins, b1 and the answer to it have estimates.
    const GOOD: &str = r#"{"format":"mustplay-book/1","width":3,"height":3,"turn":5}
{"moves":[],"alternative":"a1","local":"-0.500","negamax":"won in 3","effort":3}
{"moves":["b1"],"alternative":"c1","local":"+0.050","negamax":"+0.200","effort":2}
{"moves":["b2"],"alternative":"a1","local":"lost in 2","negamax":"lost in 2","effort":1}
{"moves":["b1","b2"],"alternative":"a3","local":"-0.200","negamax":"-0.200","effort":9}
"#;

    #[test]
    fn a_book_comes_back_as_it_was_written() {
        let book = read(GOOD).unwrap();
        assert_eq!(write(&book), GOOD);
        assert_eq!((book.nodes().len(), book.tempo_bias), (4, Some(5)));
        assert_eq!((book.effort(0), book.effort(1)), (15, 11));
    }

    /// A sound text, a faulty one in its index, and the line and text of the error.
    const FAULTS: [(&str, &str, usize, &str); 21] = [
        (
            "book/1",
            "game/1",
            1,
            "not of the format mustplay-book/1 but of mustplay-game/1",
        ),
        ("\"width\":3", "\"width\":300", 1, "columns and rows"),
        ("{\"moves\":[\"b1\"],", "{\"moves\":[\"b1\"]", 3, "expected"),
        ("[\"b1\"]", "[\"d1\"]", 3, "off the board"),
        ("[\"b1\",\"b2\"]", "[\"b1\",\"b1\"]", 5, "occupied"),
        ("[\"b2\"]", "[\"b1\"]", 4, "already in the book"),
        ("[\"b2\"]", "[\"b3\"]", 4, "already in the book"),
        ("[\"b2\"]", "[\"a1\"]", 4, "out of order"),
        ("[\"b1\",\"b2\"]", "[\"c2\",\"b2\"]", 5, "leads to it"),
        (
            "[\"b1\"]",
            "[\"c1\",\"a1\"]",
            3,
            "no position of the book leads",
        ),
        (
            "\"alternative\":\"c1\"",
            "\"alternative\":\"b1\"",
            3,
            "b1: occupied",
        ),
        (
            "\"alternative\":\"c1\"",
            "\"alternative\":\"z9\"",
            3,
            "z9: off the board",
        ),
        (
            "\"alternative\":\"c1\"",
            "\"alternative\":\"b2\"",
            3,
            "b2 is in the book",
        ),
        (
            "\"alternative\":\"a1\",\"local\":\"-0.500\"",
            "\"alternative\":\"b3\",\"local\":\"-0.500\"",
            2,
            "b3 is in the book",
        ),
        ("\"alternative\":\"c1\",", "", 3, "that of no move"),
        ("\"local\":\"+0.050\",", "", 3, "c1 has no value"),
        (
            "\"local\":\"+0.050\"",
            "\"local\":\"high\"",
            3,
            "no value: high",
        ),
        (
            "\"negamax\":\"+0.200\"",
            "\"negamax\":\"+0.201\"",
            3,
            "the best of what is below is +0.200",
        ),
        (
            "\"negamax\":\"won in 3\"",
            "\"negamax\":\"won in 4\"",
            2,
            "below is won in 3",
        ),
        (
            "\"alternative\":\"a3\",\"local\":\"-0.200\",",
            "",
            5,
            "has no value",
        ),
        (
            "\"effort\":9",
            "\"effort\":9,\"extra\":1",
            5,
            "unknown field",
        ),
    ];

    #[test]
    fn every_fault_is_found() {
        for (good, bad, line, why) in FAULTS {
            assert!(GOOD.contains(good), "{good}");
            let found = read(&GOOD.replacen(good, bad, 1)).unwrap_err();
            assert!(
                found.line == line && found.why.contains(why),
                "{bad}: {found}"
            );
        }
        assert!(read("").is_err() && read("hello").is_err());
        // A line of the file twice, and a position that is not folded.
        let line = GOOD.lines().nth(2).unwrap();
        let twice = GOOD.replacen(line, &format!("{line}\n{line}"), 1);
        assert!(
            read(&twice)
                .unwrap_err()
                .why
                .contains("already in the book")
        );
        let turned = GOOD
            .replacen("[\"b1\"]", "[\"b3\"]", 1)
            .lines()
            .take(3)
            .collect::<Vec<_>>()
            .join("\n");
        assert!(read(&turned).unwrap_err().why.contains("turned"));
        // A position below another one, but not below that of its own line.
        let other = r#"{"moves":["a1","b2","b1"],"alternative":"c3","local":"+0.1","negamax":"+0.1","effort":1}"#;
        let found = read(&format!("{GOOD}{other}\n")).unwrap_err();
        assert!(
            found.why.contains("the line before the last move"),
            "{found}"
        );
        let over = "{\"moves\":[\"a1\",\"b1\",\"a2\",\"b2\",\"a3\",\"c3\"]";
        let over = GOOD.replacen("{\"moves\":[\"b1\",\"b2\"]", over, 1);
        assert!(read(&over).unwrap_err().why.contains("the game is over"));
    }
}
