//! Positions from which matches start: read from files, written to files, made by rule, and told
//! apart by symmetry.
//!
//! Two kinds of file. Plain: a line of moves, Black first; `empty` for none; `#` starts a comment.
//! JSON: objects with the fields of every position of this program (`width`, `height`, `black`,
//! `white`, `to_move`) and `moves`, one a line, in a list, or in the `positions` of a file of late
//! positions; those of another size are passed over.

use crate::hex::Game;
use crate::hex::record::{self, BadRecord, PositionRecord, names};
use crate::hex::{Board, BoardSize, Cell, Colour};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashSet;

/// The format of a file of openings in JSON.
pub const FORMAT: &str = "mustplay-openings/1";

/// The line of an opening without moves.
const EMPTY: &str = "empty";

/// Stones, and moves from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    start: Board,
    moves: Vec<Cell>,
}

/// Why a list of openings cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadOpenings {
    /// A wrong move or field.
    #[error("line {line}: {why}")]
    Record {
        /// Counted from 1; 0 where it is unknown.
        line: usize,
        /// What is wrong.
        why: BadRecord,
    },
    /// One side has already won.
    #[error("line {0}: the game is over")]
    Over(usize),
    /// Not JSON, or not of this kind.
    #[error("{0}")]
    Json(String),
    /// There is none of this size.
    #[error("there is no opening for {0}")]
    None(BoardSize),
}

#[derive(Deserialize, Serialize)]
struct OpeningRecord {
    #[serde(flatten)]
    start: PositionRecord,
    moves: Vec<String>,
}

impl Opening {
    /// The empty board and these moves, in turn.
    pub fn of_moves(size: BoardSize, moves: &str) -> Result<Self, BadOpenings> {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        Self::new(Board::new(size), &moves, 0)
    }

    fn new(start: Board, moves: &[impl AsRef<str>], line: usize) -> Result<Self, BadOpenings> {
        let mut board = start;
        let wrong = |why| BadOpenings::Record { line, why };
        let moves = record::play(&mut board, moves).map_err(wrong)?;
        if board.winner().is_some() || board.empty().is_empty() {
            return Err(BadOpenings::Over(line));
        }
        Ok(Self { start, moves })
    }

    fn of_record(record: &OpeningRecord, line: usize) -> Result<Self, BadOpenings> {
        let start = record.start.board();
        let start = start.map_err(|why| BadOpenings::Record { line, why })?;
        Self::new(start, &record.moves, line)
    }

    /// The moves, in turn.
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// The position after the moves.
    pub fn board(&self) -> Board {
        let mut board = self.start;
        for &cell in &self.moves {
            board.play(cell);
        }
        board
    }

    /// A game that starts with it.
    pub fn game(&self, size: BoardSize) -> Game {
        let mut game = Game::new(size);
        let stones = Colour::ALL.map(|colour| self.start.stones(colour));
        if !(stones[0] | stones[1]).is_empty() || self.start.to_move() == Colour::White {
            let stones = Colour::ALL.into_iter().flat_map(|colour| {
                stones[colour.index()]
                    .iter()
                    .map(move |c| (c, Some(colour)))
            });
            // The cells are on the board and empty: that was checked when the opening was made.
            let _ = game.set_up(stones, self.start.to_move());
        }
        for &cell in &self.moves {
            let _ = game.place(game.to_move(), cell);
        }
        game
    }

    /// A key that is the same for all openings that lead to the same position, up to symmetry.
    fn class(&self) -> String {
        let board = self.board();
        let turned = board.rotated();
        let mut all = vec![board, turned];
        if board.size().is_square() {
            all.extend([board.reflected(), turned.reflected()]);
        }
        let shape = |board: &Board| {
            let stones = Colour::ALL.map(|colour| board.size().names(board.stones(colour)));
            format!("{} {stones:?}", board.to_move())
        };
        all.iter().map(shape).min().unwrap_or_default()
    }

    /// The opening in JSON: a position with moves.
    pub fn to_json(&self) -> serde_json::Value {
        json!(self.record())
    }

    fn record(&self) -> OpeningRecord {
        OpeningRecord {
            start: PositionRecord::new(&self.start),
            moves: names(self.start.size(), self.moves.iter().copied()),
        }
    }
}

/// Reads either kind of file; at least one opening of this size.
pub fn read(size: BoardSize, text: &str) -> Result<Vec<Opening>, BadOpenings> {
    let openings = if text.trim_start().starts_with(['{', '[']) {
        read_json(size, text)?
    } else {
        read_plain(size, text)?
    };
    if openings.is_empty() {
        return Err(BadOpenings::None(size));
    }
    Ok(openings)
}

fn read_plain(size: BoardSize, text: &str) -> Result<Vec<Opening>, BadOpenings> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().filter(|&w| w != EMPTY).collect();
        openings.push(Opening::new(Board::new(size), &words, number + 1)?);
    }
    Ok(openings)
}

fn read_json(size: BoardSize, text: &str) -> Result<Vec<Opening>, BadOpenings> {
    let wrong = |why: serde_json::Error| BadOpenings::Json(why.to_string());
    let mut openings = Vec::new();
    let mut records = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>() {
        match value.map_err(wrong)? {
            serde_json::Value::Array(list) => records.extend(list),
            serde_json::Value::Object(mut file) => match file.remove("positions") {
                Some(serde_json::Value::Array(list)) => records.extend(list),
                _ => records.push(serde_json::Value::Object(file)),
            },
            other => records.push(other),
        }
    }
    for (number, mut value) in records.into_iter().enumerate() {
        // A header.
        if value.get("format").is_some() && value.get("width").is_none() {
            continue;
        }
        add_defaults(&mut value);
        let record: OpeningRecord = serde_json::from_value(value).map_err(wrong)?;
        if (record.start.width, record.start.height) == (size.width(), size.height()) {
            openings.push(Opening::of_record(&record, number + 1)?);
        }
    }
    Ok(openings)
}

/// An opening may leave out the fields that are as on the empty board, and the moves.
fn add_defaults(value: &mut serde_json::Value) {
    if let Some(fields) = value.as_object_mut() {
        for name in ["black", "white", "moves"] {
            fields.entry(name).or_insert_with(|| json!([]));
        }
        fields.entry("to_move").or_insert_with(|| json!("black"));
    }
}

/// Plain lines if all openings start on the empty board with Black to move, else JSON lines.
/// [`read`] reads both.
pub fn write(openings: &[Opening]) -> String {
    let plain = openings.iter().all(|opening| {
        let start = &opening.start;
        start.empty().len() == start.size().cells() && start.to_move() == Colour::Black
    });
    if !plain {
        let format = json!({ "format": FORMAT }).to_string();
        let lines = openings.iter().map(|opening| opening.to_json().to_string());
        return std::iter::once(format)
            .chain(lines)
            .map(|line| line + "\n")
            .collect();
    }
    let line = |opening: &Opening| {
        let names = opening.start.size().names(opening.moves.iter().copied());
        let names = if names.is_empty() { EMPTY } else { &names };
        format!("{names}\n")
    };
    openings.iter().map(line).collect()
}

/// Of openings that lead to the same position up to symmetry, the first. Turning the board changes
/// nothing; reflecting a square one and exchanging the colours changes nothing either, since both
/// engines play both.
#[must_use]
pub fn distinct(openings: Vec<Opening>) -> Vec<Opening> {
    let mut seen = HashSet::new();
    openings
        .into_iter()
        .filter(|opening| seen.insert(opening.class()))
        .collect()
}

/// Every opening of one stone, up to symmetry. The board of one cell has none: there the game is
/// over.
pub fn one_stone(size: BoardSize) -> Vec<Opening> {
    let opening = |cell| Opening::new(Board::new(size), &[&size.name(cell)], 0).ok();
    distinct(size.all().filter_map(opening).collect())
}

/// Openings of two stones, up to symmetry: Black on the first two or the last two rows, the corners
/// of the outer ones left out (the openings of Pawlewicz et al. 2014, §VII.B), where a stone is
/// neither too strong nor too weak; White on one of the five cells in the middle of the short
/// diagonal. None on boards under 5x5 and rectangles.
pub fn two_stones(size: BoardSize) -> Vec<Opening> {
    let (width, height) = (size.width(), size.height());
    if width < 5 || width != height {
        return Vec::new();
    }
    let rows =
        [1, height - 2].map(|row| (0..width).filter_map(move |column| size.cell(column, row)));
    let ends =
        [0, height - 1].map(|row| (1..width - 1).filter_map(move |column| size.cell(column, row)));
    let first = rows.into_iter().flatten().chain(ends.into_iter().flatten());
    let middle = width / 2;
    let replies: Vec<Cell> = (middle - 2..=middle + 2)
        .filter_map(|column| size.cell(column, width - 1 - column))
        .collect();
    let opening = |first: Cell, reply: Cell| {
        Opening::new(Board::new(size), &[&size.name(first), &size.name(reply)], 0).ok()
    };
    let all = first.flat_map(|first| {
        replies
            .iter()
            .filter_map(move |&reply| opening(first, reply))
    });
    distinct(all.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(text: &str) -> BoardSize {
        text.parse().unwrap()
    }

    fn read_back(openings: &[Opening]) -> Vec<Opening> {
        read(openings[0].start.size(), &write(openings)).unwrap()
    }

    #[test]
    fn plain_lines_are_read_and_written() {
        let openings = read(size("5"), "# two\na2 D3 # good\n\n empty\r\nc3\n").unwrap();
        assert_eq!(write(&openings), "a2 d3\nempty\nc3\n");
        assert_eq!(read_back(&openings), openings);
        assert_eq!(openings[0].game(size("5")).to_move(), Colour::Black);
    }

    #[test]
    fn json_is_read_and_written() {
        let text = r#"{"format": "mustplay-openings/1"}
            {"width":5,"height":5,"black":["a1"],"white":["b2","c3"],"to_move":"white","moves":["d4"]}
            [{"width":4,"height":5}, {"width":5,"height":5,"moves":["a2"]}]"#;
        let openings = read(size("5"), text).unwrap();
        assert_eq!(openings.len(), 2);
        assert_eq!(read_back(&openings), openings);
        let game = openings[0].game(size("5"));
        assert_eq!(game.to_move(), Colour::Black);
        assert_eq!(*game.board(), openings[0].board());
        assert_eq!(game.board().stones(Colour::White).len(), 3);
    }

    #[test]
    fn late_positions_are_openings() {
        let text = r#"{"format": "mustplay-late/1", "positions": [
            {"width":5,"height":5,"black":["a1"],"white":[],"to_move":"white","winning_moves":["c3"]},
            {"width":4,"height":4,"black":["a1"],"white":[],"to_move":"white"}]}"#;
        let openings = read(size("5"), text).unwrap();
        assert_eq!(openings.len(), 1);
        assert_eq!(openings[0].board().to_move(), Colour::White);
    }

    #[test]
    fn errors_say_why_a_line_is_not_an_opening() {
        let why = |text: &str| read(size("2"), text).unwrap_err().to_string();
        assert_eq!(why("a1\nc1\n"), "line 2: c1: off the board");
        assert_eq!(why("a1 a1"), "line 1: a1: occupied");
        assert_eq!(why("a1 b1 a2"), "line 1: the game is over");
        assert_eq!(why("# none"), "there is no opening for 2x2");
        assert!(why("{\"width\":2}").contains("height"));
        assert!(why("{").contains("EOF"));
        assert!(why(r#"{"width":2,"height":2,"to_move":"red"}"#).contains("not a colour"));
        assert!(
            why(r#"{"width":2,"height":2,"black":["a1"],"white":["a1"]}"#).contains("occupied")
        );
    }

    #[test]
    fn symmetric_openings_are_one() {
        let openings = read(size("5"), "a2 b1\nb1 a2\ne4 d5\nd5 e4\nb1\nd5\n").unwrap();
        let kept = write(&distinct(openings));
        // d5 e4 is b1 a2 turned; reflected with the colours exchanged, b1 a2 is Black b1, White a2
        // again.
        assert_eq!(kept, "a2 b1\nb1 a2\nb1\n");
        assert_eq!(one_stone(size("5")).len(), 13);
        assert_eq!(one_stone(size("4x5")).len(), 10);
        assert!(one_stone(size("1")).is_empty());
        assert_eq!(two_stones(size("11")).len(), 100);
        assert!(two_stones(size("4")).is_empty());
    }

    fn check(name: &str, heading: &str, openings: &[Opening]) {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/openings");
        let path = path.join(name);
        let text = format!("# {heading}\n{}", write(openings));
        if std::env::var_os("MUSTPLAY_BLESS").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap();
        assert_eq!(kept, text, "{name}");
        assert_eq!(read(openings[0].start.size(), &kept).unwrap(), openings);
    }

    #[test]
    fn the_files_of_openings_are_as_they_are_made() {
        for side in 5..=9 {
            let size = BoardSize::square(side).unwrap();
            let heading = format!("Every opening of one stone on {size}, up to turning the board.");
            check(&format!("one-stone-{size}.txt"), &heading, &one_stone(size));
        }
        check(
            "two-stones-11x11.txt",
            "Openings of two stones on 11x11, up to symmetry: Black on rows 1, 2, 10 and 11 (without a1, k1, \
             a11, k11), White on d8, e7, f6, g5 or h4.",
            &two_stones(size("11")),
        );
        let balanced = include_str!("../../positions/openings/balanced-11x11.txt");
        let balanced = read(size("11"), balanced).unwrap();
        assert_eq!(balanced.len(), 24);
        assert_eq!(distinct(balanced).len(), 24);
    }
}
