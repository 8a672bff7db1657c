//! A model of `HexGui` 0.10 displaying answers: drawings on its board, the status bar, windows, and
//! answers it does not display.

use crate::support::engine::Answer;
use mustplay::hex::draw::{CellMark, Picture, Tint, svg};
use mustplay::hex::{Board, BoardSize, Cell, Colour, Edge};
use std::collections::BTreeMap;

/// The number of characters visible in one line on a cell, and in the status bar.
const LABEL: usize = 4;
const STATUS: usize = 110;

/// The display of an answer.
#[derive(Debug)]
pub enum Seen {
    /// A line in the status bar.
    Status(String),
    /// A window with several lines.
    Window(String),
    /// Marks and texts on cells.
    Marks(Vec<CellMark>),
    /// Stones of a line of play, numbered from 1.
    Line(Vec<(Colour, Cell)>),
    /// A dialog with options.
    Dialog(usize),
    /// Nothing but a line in the shell window.
    Nothing,
}

/// What the viewer shows after a number of answers.
#[derive(Default)]
pub struct Screen {
    /// Marks and texts on cells.
    pub marks: Vec<CellMark>,
    /// Numbered stones.
    pub line: Vec<(Colour, Cell)>,
    /// The status bar.
    pub status: String,
    /// The last window with several lines.
    pub window: String,
}

impl Screen {
    /// The display after some blocks of live graphics and the answer to an entry of this type.
    /// Texts leave the picture; cells replace it, even if there are none, and leave the status bar;
    /// errors show nowhere.
    pub fn show(&mut self, viewer: &Viewer, kind: &str, blocks: &[String], answer: &Answer) {
        for block in blocks {
            let (marks, status) = viewer.drawn_block(block);
            self.replace(marks, Vec::new());
            self.status = status;
        }
        if !answer.good {
            return;
        }
        match viewer.shows(kind, &answer.text) {
            Seen::Status(text) => self.status = text,
            Seen::Window(text) => self.window = text,
            Seen::Marks(marks) => self.replace(marks, Vec::new()),
            Seen::Line(line) => self.replace(Vec::new(), line),
            // A list of connections is empty, and its window draws nothing.
            Seen::Nothing if ["string", "param", "vc"].contains(&kind) => {}
            Seen::Nothing => self.replace(Vec::new(), Vec::new()),
            Seen::Dialog(_) => {}
        }
    }

    fn replace(&mut self, marks: Vec<CellMark>, line: Vec<(Colour, Cell)>) {
        (self.marks, self.line) = (marks, line);
    }

    /// The text on a cell.
    pub fn text_on(&self, cell: Cell) -> Option<&str> {
        let on = |mark: &&CellMark| mark.cell == cell && !mark.text.is_empty();
        self.marks.iter().find(on).map(|mark| mark.text.as_str())
    }
}

/// The board of the viewer, with the side to move that it shows.
#[derive(Clone, Copy)]
pub struct Viewer {
    pub board: Board,
}

/// The visible characters of one line on a cell, which is centred and cut at both ends.
pub fn clipped(line: &str) -> String {
    let cut = line.chars().count().saturating_sub(LABEL);
    line.chars().skip(cut.div_ceil(2)).take(LABEL).collect()
}

impl Viewer {
    fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// The field with this name; `None` for an edge.
    fn field(&self, name: &str) -> Option<Cell> {
        if name.parse::<Edge>().is_ok() {
            return None;
        }
        let cell = self.size().read(name);
        Some(cell.unwrap_or_else(|_| panic!("no field of the board: {name}")))
    }

    /// The command that the viewer sends for a menu entry and the user's choices.
    pub fn command(&self, entry: &str, colour: Colour, cells: [Cell; 2]) -> String {
        let [one, other] = cells.map(|cell| self.size().name(cell));
        entry
            .replace("%m", &self.board.to_move().letter().to_lowercase())
            .replace("%c", &colour.to_string())
            .replace("%p", &one)
            .replace("%P", &format!("{one} {other}"))
    }

    /// The display of a successful answer to an entry of this type.
    pub fn shows(&self, kind: &str, answer: &str) -> Seen {
        let text = answer.trim();
        if text.is_empty() {
            return Seen::Nothing;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        match kind {
            "string" if text.contains('\n') => Seen::Window(text.to_owned()),
            "string" => Seen::Status(text.chars().take(STATUS).collect()),
            "plist" | "group" => {
                let fields = words.iter().filter_map(|word| self.field(word));
                Seen::Marks(fields.map(|cell| mark(cell, Tint::Good, "")).collect())
            }
            "pspairs" => Seen::Marks(self.labels(&words)),
            "var" => Seen::Line(self.line(&words)),
            "inferior" => Seen::Marks(self.inferior(&words)),
            "vc" => Seen::Marks(self.connections(text)),
            "param" => Seen::Dialog(options(text)),
            other => panic!("a type that plays moves, or an unknown type: {other}"),
        }
    }

    /// Texts on cells, in two lines, each of them cut.
    fn labels(&self, words: &[&str]) -> Vec<CellMark> {
        assert!(words.len().is_multiple_of(2), "{words:?}");
        let label = |pair: &[&str]| {
            let lines: Vec<String> = pair[1].split('@').take(2).map(clipped).collect();
            let cell = self.field(pair[0]).expect("a label is on a cell");
            mark(cell, Tint::Warm, &lines.join("\n"))
        };
        words.chunks(2).map(label).collect()
    }

    /// Stones of alternating colours, starting with the side to move.
    fn line(&self, words: &[&str]) -> Vec<(Colour, Cell)> {
        let mut board = self.board;
        let stone = |word: &&str| {
            let (colour, cell) = (board.to_move(), self.field(word).expect("a cell"));
            assert_eq!(board.try_play(cell), Ok(()), "{words:?}");
            (colour, cell)
        };
        words.iter().map(stone).collect()
    }

    /// Painted cells; a killer, a reverser or a dominator must be on the board.
    fn inferior(&self, words: &[&str]) -> Vec<CellMark> {
        assert!(words.len().is_multiple_of(2), "{words:?}");
        let cell = |pair: &[&str]| {
            let (field, code) = (self.field(pair[0]).expect("a cell"), pair[1]);
            let tint = match code {
                "fdb" | "fcb" | "fpb" => Tint::Black,
                "fdw" | "fcw" | "fpw" => Tint::White,
                "x" => Tint::Dull,
                _ => {
                    let inner = ["iv[", "ir[", "id["]
                        .iter()
                        .find_map(|kind| code.strip_prefix(kind));
                    let inner = inner.and_then(|rest| rest.strip_suffix(']')).expect(code);
                    assert!(inner.split('-').all(|other| self.field(other).is_some()));
                    Tint::Cool
                }
            };
            mark(field, tint, "")
        };
        words.chunks(2).map(cell).collect()
    }

    /// The carrier of the first connection, its ends, and its key.
    fn connections(&self, text: &str) -> Vec<CellMark> {
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            assert!(["black", "white"].contains(&words[0]) && ["full", "semi"].contains(&words[3]));
            assert_eq!(words[5], "[", "{line}");
        }
        let words: Vec<&str> = text.lines().next().expect("a line").split(' ').collect();
        let carrier = words[6..].iter().take_while(|word| **word != "]");
        let carrier = carrier.filter_map(|word| self.field(word));
        let mut marks: Vec<CellMark> = carrier.map(|cell| mark(cell, Tint::Good, "")).collect();
        let ends = words[1..3].iter().filter_map(|word| self.field(word));
        marks.extend(ends.map(|cell| mark(cell, Tint::Cool, "")));
        if words[3] == "semi" && words.last() != Some(&"]") {
            let key = self.field(words[words.len() - 1]).expect("a key");
            marks.push(mark(key, Tint::Warm, ""));
        }
        marks
    }

    /// The display of a block of live graphics: the line, the labels, and the status bar. Panics
    /// where it would end the viewer's command thread.
    pub fn live(&self, block: &str) -> (Vec<(Colour, Cell)>, Vec<CellMark>, String) {
        let (line, labels, status) = parts(block);
        let moves: Vec<&str> = line.iter().skip(1).step_by(2).map(String::as_str).collect();
        let stones = self.line(&moves);
        for (letter, (colour, _)) in line.iter().step_by(2).zip(&stones) {
            assert_eq!(*letter, colour.letter(), "{block}");
        }
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        (stones, self.labels(&labels), status)
    }

    /// The marks and the status bar of any block. The cells may have stones: the first is painted,
    /// and so is the second.
    pub fn drawn_block(&self, block: &str) -> (Vec<CellMark>, String) {
        let (line, labels, status) = parts(block);
        let cells = line.iter().skip(1).step_by(2).zip([Tint::Good, Tint::Warm]);
        let painted = cells.map(|(name, tint)| mark(self.field(name).expect("a cell"), tint, ""));
        let mut marks: Vec<CellMark> = painted.collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        marks.extend(self.labels(&labels));
        (marks, status)
    }

    /// The board as drawn by the viewer, with these marks.
    pub fn picture(&self, seen: &Seen) -> String {
        let mut board = self.board;
        let marks = match seen {
            Seen::Marks(marks) => marks.clone(),
            Seen::Line(line) => {
                for &(colour, cell) in line {
                    board.place(colour, cell);
                }
                let numbered = line.iter().enumerate();
                numbered
                    .map(|(number, &(colour, cell))| {
                        let tint = match colour {
                            Colour::Black => Tint::Black,
                            Colour::White => Tint::White,
                        };
                        mark(cell, tint, &(number + 1).to_string())
                    })
                    .collect()
            }
            other => panic!("nothing is drawn: {other:?}"),
        };
        svg(
            &Picture {
                board: &board,
                last: None,
            },
            &marks,
        )
    }
}

/// The words of the line and of the labels of a block, and its text for the status bar. Panics
/// where the block would end the viewer's command thread.
fn parts(block: &str) -> (Vec<String>, Vec<String>, String) {
    let lines: Vec<&str> = block.trim_end().lines().collect();
    assert_eq!((lines.len(), lines[0], lines[1]), (5, "gogui-gfx:", "ab"));
    let rest = |start: &str, line: &'_ str| {
        let words = line.strip_prefix(start).expect(start).split_whitespace();
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    let (line, labels) = (rest("VAR", lines[2]), rest("LABEL", lines[3]));
    assert!(!line.is_empty() && line.len().is_multiple_of(2), "{block}");
    assert!(
        !labels.is_empty() && labels.len().is_multiple_of(2),
        "{block}"
    );
    let text = lines[4].strip_prefix("TEXT ").expect("a text");
    assert!(!text.is_empty(), "{block}");
    (line, labels, text.chars().take(STATUS).collect())
}

fn mark(cell: Cell, tint: Tint, text: &str) -> CellMark {
    CellMark {
        cell,
        tint,
        strength: 0.6,
        text: text.to_owned(),
    }
}

/// The number of options in a dialog.
fn options(text: &str) -> usize {
    for line in text.lines() {
        let (kind, setting) = line.split_once("] ").expect("a kind");
        let (key, value) = setting.split_once(' ').expect("a value");
        assert!(!key.is_empty());
        match kind {
            "[bool" => assert!(value == "0" || value == "1", "{line}"),
            "[string" => {}
            list => {
                let words = list.strip_prefix("[list/").expect("a list");
                assert!(words.split('/').any(|word| word == value), "{line}");
            }
        }
    }
    text.lines().count()
}

/// The stones in the answer to `showboard`, found by the row labels alone.
pub fn drawn(text: &str, size: (usize, usize)) -> BTreeMap<String, char> {
    let mut stones = BTreeMap::new();
    let rows: Vec<&str> = text.lines().filter(|line| line.contains('\\')).collect();
    assert_eq!(rows.len(), size.1, "{text}");
    for (number, row) in rows.into_iter().enumerate() {
        let inner = row.split('\\').nth(1).expect("between the edges");
        let letters: Vec<char> = inner.chars().filter(|c| "BW.".contains(*c)).collect();
        assert_eq!(letters.len(), size.0, "{row}");
        for (column, letter) in letters
            .into_iter()
            .enumerate()
            .filter(|&(_, letter)| letter != '.')
        {
            let column = char::from(b'a' + column as u8);
            stones.insert(format!("{column}{}", number + 1), letter);
        }
    }
    stones
}

/// A block of live graphics is drawn in full, for the side to move, on empty cells.
pub fn check_live(viewer: &Viewer, block: &str) {
    let (_, marks, status) = viewer.live(block);
    let text = block.trim_end().lines().last().expect("a text");
    assert_eq!(Some(status.as_str()), text.strip_prefix("TEXT "), "cut");
    for mark in marks {
        let name = viewer.board.size().name(mark.cell);
        assert!(block.contains(&format!(" {name} {}", mark.text)), "{block}");
        assert!(viewer.board.empty().contains(mark.cell));
    }
    assert!(!block.contains("depth 0"), "{block}");
}
