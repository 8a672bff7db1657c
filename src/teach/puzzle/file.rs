//! Puzzles as JSON: an object with `positions`, one a line, which other commands read as any list
//! of positions.

use super::{Puzzle, Refutation};
use crate::hex::Board;
use crate::hex::format::link;
use crate::hex::record::{self, BadRecord, PositionRecord, WrongFormat, check_format, names};
use crate::hex::{AnyCells, Game};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// The name of the format.
pub const FORMAT: &str = "mustplay-puzzles/1";

#[derive(Deserialize)]
struct PuzzleFile {
    format: String,
    positions: Vec<PuzzleRecord>,
}

#[derive(Serialize, Deserialize)]
struct PuzzleRecord {
    id: String,
    #[serde(flatten)]
    position: PositionRecord,
    winner: String,
    winning_moves: Vec<String>,
    moves: Vec<String>,
    most_moves: u32,
    effort: u64,
    rank: u32,
    hardness: u32,
    /// A HexWorld link to the position.
    #[serde(default, skip_deserializing)]
    link: String,
    refutations: Vec<RefutationRecord>,
}

#[derive(Serialize, Deserialize)]
struct RefutationRecord {
    #[serde(rename = "move")]
    cell: String,
    moves: Vec<String>,
    carrier: Vec<String>,
}

/// Why a file of puzzles is not read.
#[derive(Debug, thiserror::Error)]
pub enum BadFile {
    /// Not JSON of this form.
    #[error("not a puzzle file")]
    Json(#[from] serde_json::Error),
    /// Another format.
    #[error(transparent)]
    Format(#[from] WrongFormat),
    /// A position that is no puzzle.
    #[error("{id}: {problem}")]
    Puzzle {
        /// Its name.
        id: String,
        /// The fault.
        problem: String,
    },
}

/// The file of these puzzles.
pub fn write(puzzles: &[Puzzle]) -> Result<String, serde_json::Error> {
    let mut text = format!("{{\"format\": \"{FORMAT}\", \"positions\": [");
    for (number, puzzle) in puzzles.iter().enumerate() {
        let line = serde_json::to_string(&record(puzzle, number + 1))?;
        let _ = write!(text, "{}\n{line}", if number == 0 { "" } else { "," });
    }
    text.push_str("\n]}\n");
    Ok(text)
}

fn record(puzzle: &Puzzle, number: usize) -> PuzzleRecord {
    let board = &puzzle.board;
    let size = board.size();
    let wrong = |refutation: &Refutation| RefutationRecord {
        cell: size.name(refutation.cell),
        moves: names(size, refutation.line.iter().copied()),
        carrier: names(size, refutation.carrier),
    };
    PuzzleRecord {
        id: format!("puzzle {number}"),
        position: PositionRecord::new(board),
        winner: board.to_move().to_string(),
        winning_moves: vec![size.name(puzzle.solution)],
        moves: names(size, puzzle.line.iter().copied()),
        most_moves: puzzle.moves,
        effort: puzzle.effort,
        rank: puzzle.rank,
        hardness: puzzle.hardness(),
        link: link(&Game::from_board(*board)),
        refutations: puzzle.refutations.iter().map(wrong).collect(),
    }
}

/// The puzzles of a file: its positions are valid and every line is legal. That they are puzzles
/// is not proved again.
pub fn read(text: &str) -> Result<Vec<Puzzle>, BadFile> {
    let file: PuzzleFile = serde_json::from_str(text)?;
    check_format(&file.format, FORMAT)?;
    let puzzle = |record: PuzzleRecord| {
        puzzle(&record).map_err(|problem| BadFile::Puzzle {
            id: record.id,
            problem,
        })
    };
    file.positions.into_iter().map(puzzle).collect()
}

fn puzzle(record: &PuzzleRecord) -> Result<Puzzle, String> {
    let words = |error: BadRecord| error.to_string();
    let board = record.position.board().map_err(words)?;
    let cell = |name: &String| record::cell(board.size(), name).map_err(words);
    let played =
        |mut board: Board, names: &[String]| record::play(&mut board, names).map_err(words);
    let line = played(board, &record.moves)?;
    let [solution] = &record.winning_moves[..] else {
        return Err("a puzzle must have one winning move".to_owned());
    };
    let solution = cell(solution)?;
    if line.first() != Some(&solution) {
        return Err("the line does not start with the winning move".to_owned());
    }
    let wrong = |wrong: &RefutationRecord| {
        let refuted = cell(&wrong.cell)?;
        let mut after = board;
        record::play(&mut after, &[&wrong.cell]).map_err(words)?;
        let carrier = wrong.carrier.iter().map(cell);
        Ok(Refutation {
            cell: refuted,
            line: played(after, &wrong.moves)?,
            carrier: carrier.collect::<Result<AnyCells, String>>()?,
        })
    };
    let refutations = record.refutations.iter().map(wrong);
    Ok(Puzzle {
        board,
        solution,
        line,
        moves: record.most_moves,
        effort: record.effort,
        rank: record.rank,
        refutations: refutations.collect::<Result<_, String>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{"format": "mustplay-puzzles/1", "positions": [
{"id":"puzzle 1","width":5,"height":5,"black":["b3","d4"],"white":["c3"],"to_move":"white","winner":"white","winning_moves":["c2"],"moves":["c2"],"most_moves":7,"effort":12,"rank":1,"hardness":10,"link":"","refutations":[{"move":"d1","moves":["b4","e1"],"carrier":["a1","b4"]}]}
]}
"#;

    #[test]
    fn puzzles_are_read_as_they_are_written() {
        let puzzles = read(TEXT).expect("a file");
        let puzzle = &puzzles[0];
        let size = puzzle.board.size();
        assert_eq!(size.name(puzzle.solution), "c2");
        assert_eq!((puzzle.moves, puzzle.effort, puzzle.rank), (7, 12, 1));
        assert_eq!(size.names(puzzle.refutations[0].carrier), "a1 b4");
        let link = link(&Game::from_board(puzzle.board));
        let expected = TEXT.replace("\"link\":\"\"", &format!("\"link\":\"{link}\""));
        assert_eq!(write(&puzzles).expect("JSON"), expected);
        let two = [puzzles[0].clone(), puzzles[0].clone()];
        let text = write(&two).expect("JSON");
        assert_eq!(read(&text).expect("a file").len(), 2);
        assert!(text.contains("puzzle 2"), "{text}");
    }

    #[test]
    fn what_is_no_puzzle_is_refused() {
        for (from, to, why) in [
            (r#"["c2"],"moves""#, r#"["c2","d2"],"moves""#, "puzzle 1: "),
            (r#""moves":["c2"]"#, r#""moves":["d2"]"#, "puzzle 1: "),
            (r#""moves":["c2"]"#, r#""moves":["c2","c2"]"#, "c2"),
            (r#""moves":["b4","e1"]"#, r#""moves":["d1"]"#, "d1"),
            (r#"["a1","b4"]"#, r#"["z9"]"#, "z9"),
            ("puzzles/1", "puzzles/2", "mustplay-puzzles/1"),
            ("\"rank\"", "\"place\"", "puzzle"),
        ] {
            let text = TEXT.replacen(from, to, 1);
            assert_ne!(text, TEXT, "{from}");
            let error = read(&text).expect_err("refused").to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
