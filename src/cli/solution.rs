//! The solution of a position as a line of JSON, and maps of the winners after openings.

use crate::hex::draw::{CellMark, Picture, Tint, svg};
use crate::hex::format::{HexboardCell, hexboard};
use crate::hex::record::{PositionRecord, check_format};
use crate::hex::{Board, BoardSize, Cell, Colour, Position};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// The format of each line.
pub const FORMAT: &str = "mustplay-solution/1";

/// A position with what the solver found.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Solution {
    /// [`FORMAT`].
    pub format: String,
    /// The name of the position.
    pub id: String,
    /// The position.
    #[serde(flatten)]
    pub position: PositionRecord,
    /// The winner; nothing if it was not found within the limits.
    pub winner: Option<String>,
    /// A winning move of the side to move, if it has one.
    pub best: Option<String>,
    /// A line of best play, as far as it is known.
    pub line: Vec<String>,
    /// The moves of the shortest win from here on, those of both sides, if that was asked for and
    /// is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest: Option<usize>,
    /// The moves that it takes at least, if that is all that was proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<usize>,
    /// Nodes searched.
    pub nodes: u64,
    /// How many times connections were updated.
    pub builds: u64,
    /// The time.
    pub seconds: f64,
    /// The position from which it follows, with the symmetry if there is one, unless it was
    /// searched to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows: Option<String>,
    /// The options, if any were given.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub options: String,
    /// The winner by other sources, if the task named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
}

impl Solution {
    /// The cell of the opening, if the position is one black stone with White to move.
    fn opening(&self) -> Option<Cell> {
        match (&self.position.black[..], &self.position.white[..]) {
            ([cell], []) => self.position.size().ok()?.read(cell).ok(),
            _ => None,
        }
    }

    /// Whether both are of the same position.
    pub fn is_of(&self, other: &Self) -> bool {
        let [one, other] = [self, other].map(|solution| solution.position.board());
        one.is_ok() && one == other
    }

    /// Whether the winner is not the expected one.
    pub fn is_unexpected(&self) -> bool {
        matches!((&self.winner, &self.expected), (Some(found), Some(stated)) if found != stated)
    }
}

/// The lines of a file.
pub fn read(text: &str) -> Result<Vec<Solution>> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let solution = |(number, line): (usize, &str)| {
        let what = || format!("line {}", number + 1);
        let mut solution: Solution = serde_json::from_str(line).with_context(what)?;
        check_format(&solution.format, FORMAT).with_context(what)?;
        // Normalises the spelling of names and colours.
        let board = solution.position.board().with_context(what)?;
        solution.position = PositionRecord::new(&board);
        for winner in [&mut solution.winner, &mut solution.expected]
            .into_iter()
            .flatten()
        {
            *winner = winner.parse::<Colour>().with_context(what)?.to_string();
        }
        if solution.winner != Some(solution.position.to_move.clone()) {
            solution.best = None;
        }
        Ok(solution)
    };
    lines.map(solution).collect()
}

/// The winner after each opening, rotated ones included.
fn winners(size: BoardSize, solutions: &[Solution]) -> Vec<Option<Colour>> {
    let mut winners = vec![None; size.cells()];
    for solution in solutions {
        let opening = solution.opening();
        let winner = solution.winner.as_ref().and_then(|name| name.parse().ok());
        if let (Some(cell), Some(winner)) = (opening, winner)
            && solution.position.size() == Ok(size)
        {
            for cell in [cell, size.rotate(cell)] {
                winners[cell.index()] = Some(winner);
            }
        }
    }
    winners
}

/// The board with B where Black's opening wins, W where it loses, ? where the winner is not known.
pub fn map(size: BoardSize, solutions: &[Solution]) -> String {
    let winners = winners(size, solutions);
    let mut text = format!("{size}\n");
    for row in 0..size.height() {
        text.push_str(&" ".repeat(row));
        let letters: Vec<&str> = winners[row * size.width()..][..size.width()]
            .iter()
            .map(|winner| match winner {
                Some(winner) => winner.letter(),
                None => "?",
            })
            .collect();
        let _ = writeln!(text, "{}", letters.join(" "));
    }
    text
}

/// The board with the opening from which each opening follows, `.` where it was searched; nothing
/// where all were.
pub fn origins(size: BoardSize, solutions: &[Solution]) -> String {
    let mut names = vec![".".to_owned(); size.cells()];
    for solution in solutions {
        if let (Some(cell), Some(origin)) = (solution.opening(), &solution.follows) {
            let board = format!("{size} ");
            let origin = origin.strip_prefix(&board).unwrap_or(origin);
            // A reflection exchanges the colours: it follows from the reply.
            let name = origin
                .split_once(' ')
                .map_or(origin.to_owned(), |(name, image)| {
                    name.to_owned()
                        + if image.starts_with("reflected") {
                            "'"
                        } else {
                            ""
                        }
                });
            for cell in [cell, size.rotate(cell)] {
                names[cell.index()].clone_from(&name);
            }
        }
    }
    if names.iter().all(|name| name == ".") {
        return String::new();
    }
    let widest = names.iter().map(String::len).max().unwrap_or(1);
    let mut text = "follows from (' reflected), . was searched\n".to_owned();
    for row in 0..size.height() {
        let names = &names[row * size.width()..][..size.width()];
        let cells: Vec<String> = names.iter().map(|name| format!("{name:widest$}")).collect();
        let line = " ".repeat(row * widest.div_ceil(2)) + &cells.join(" ");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The map for the HexWiki: a red stone where Black's opening wins, a blue one where it loses.
pub fn wiki_map(size: BoardSize, solutions: &[Solution]) -> String {
    let cells = size.all().zip(winners(size, solutions));
    let cells: Vec<HexboardCell> = cells
        .map(|(cell, stone)| HexboardCell {
            cell,
            stone,
            label: String::new(),
        })
        .collect();
    hexboard(size, &cells) + "\n"
}

/// The map as a picture.
pub fn picture(size: BoardSize, solutions: &[Solution]) -> String {
    let marks: Vec<CellMark> = size
        .all()
        .zip(winners(size, solutions))
        .filter_map(|(cell, winner)| {
            let winner = winner?;
            let tint = match winner {
                Colour::Black => Tint::Black,
                Colour::White => Tint::White,
            };
            Some(CellMark {
                cell,
                tint,
                strength: 1.0,
                text: winner.letter().to_owned(),
            })
        })
        .collect();
    let board: Board = Position::new(size);
    let picture = Picture {
        board: &board,
        last: None,
    };
    svg(&picture, &marks)
}
