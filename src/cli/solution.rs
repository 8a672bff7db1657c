//! What was found out about a position, as a line of JSON, and maps of who wins after which
//! opening.

use crate::board::record::{PositionRecord, check_format};
use crate::board::{Board, BoardSize, Cell, Colour, Position};
use crate::game::draw::{CellMark, Picture, Tint, svg};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// What every line says of itself.
pub const FORMAT: &str = "mustplay-solution/1";

/// A position and what was found out about it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Solution {
    /// [`FORMAT`].
    pub format: String,
    /// What the position is called.
    pub id: String,
    /// The position.
    #[serde(flatten)]
    pub position: PositionRecord,
    /// Who wins; nothing if that was not found out within the limits.
    pub winner: Option<String>,
    /// A winning move of the side to move, if it has one.
    pub best: Option<String>,
    /// What both sides do, as far as it is known.
    pub line: Vec<String>,
    /// Positions looked at.
    pub nodes: u64,
    /// How many times connections were brought up to date.
    pub builds: u64,
    /// The time it took.
    pub seconds: f64,
    /// With which options, where they were given.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub options: String,
    /// Who wins by what is known from elsewhere, where that was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
}

impl Solution {
    /// The cell of the opening, if the position is one stone of Black's with White to move.
    fn opening(&self) -> Option<Cell> {
        match (&self.position.black[..], &self.position.white[..]) {
            ([cell], []) => self.position.size().ok()?.read(cell).ok(),
            _ => None,
        }
    }

    /// Whether this is about the same position.
    pub fn is_of(&self, other: &Self) -> bool {
        let [one, other] = [self, other].map(|solution| solution.position.board());
        one.is_ok() && one == other
    }

    /// Whether it contradicts what was told of the position.
    pub fn is_unexpected(&self) -> bool {
        matches!((&self.winner, &self.expected), (Some(found), Some(told)) if found != told)
    }
}

/// The lines of a file.
pub fn read(text: &str) -> Result<Vec<Solution>> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let solution = |(number, line): (usize, &str)| {
        let what = || format!("line {}", number + 1);
        let solution: Solution = serde_json::from_str(line).with_context(what)?;
        check_format(&solution.format, FORMAT).with_context(what)?;
        solution.position.board().with_context(what)?;
        Ok(solution)
    };
    lines.map(solution).collect()
}

/// Who wins after which opening, the turned ones included.
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

/// The board with B where Black's opening wins, W where it loses, ? where that is not known.
pub fn map(size: BoardSize, solutions: &[Solution]) -> String {
    let winners = winners(size, solutions);
    let mut text = format!("{size}\n");
    for row in 0..size.height() {
        text.push_str(&" ".repeat(row));
        let letters: Vec<&str> = winners[row * size.width()..][..size.width()]
            .iter()
            .map(|winner| match winner {
                Some(Colour::Black) => "B",
                Some(Colour::White) => "W",
                None => "?",
            })
            .collect();
        let _ = writeln!(text, "{}", letters.join(" "));
    }
    text
}

/// The same as a picture.
pub fn picture(size: BoardSize, solutions: &[Solution]) -> String {
    let marks: Vec<CellMark> = size
        .all()
        .zip(winners(size, solutions))
        .filter_map(|(cell, winner)| {
            let (tint, text) = match winner? {
                Colour::Black => (Tint::Black, "B"),
                Colour::White => (Tint::White, "W"),
            };
            Some(CellMark {
                cell,
                tint,
                strength: 1.0,
                text: text.to_owned(),
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
