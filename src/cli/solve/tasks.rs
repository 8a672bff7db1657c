//! The tasks of `mustplay solve`: the position of a game, the positions of a list, or openings.

use super::SolveArguments;
use crate::cli::game;
use crate::cli::solution::{FORMAT, Solution};
use crate::cluster::proof::RootTask;
use crate::hex::record::{self, PositionRecord};
use crate::hex::{BoardSize, Colour, Position};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;
use std::io::{BufRead, Cursor, Read};
use std::path::Path;

/// Words of sets on any board.
pub const WIDEST: usize = BoardSize::WORDS_WITH_CONNECTIONS;

/// A position of a list.
#[derive(Deserialize)]
struct PositionEntry {
    id: Option<String>,
    #[serde(flatten)]
    position: PositionRecord,
    winner: Option<String>,
    /// The moves to be made from there.
    #[serde(default)]
    moves: Vec<String>,
}

/// A position to be solved.
#[derive(Clone)]
pub struct SolveTask {
    /// Its name.
    pub id: String,
    /// The position.
    pub position: Position<WIDEST>,
    /// The winner that the list names.
    pub expected: Option<String>,
}

impl SolveTask {
    /// The same as a request to workers.
    pub fn root(&self) -> RootTask {
        RootTask {
            name: self.id.clone(),
            position: self.position,
        }
    }

    /// Its solution before the search.
    pub fn unsolved(&self, options: &str) -> Solution {
        Solution {
            format: FORMAT.to_owned(),
            id: self.id.clone(),
            position: PositionRecord::new(&self.position),
            winner: None,
            best: None,
            line: Vec::new(),
            shortest: None,
            at_least: None,
            nodes: 0,
            builds: 0,
            seconds: 0.0,
            follows: None,
            options: options.to_owned(),
            expected: self.expected.clone(),
        }
    }
}

impl PositionEntry {
    fn task(self, id: String) -> Result<SolveTask> {
        let winner = self.winner.as_deref().map(str::parse::<Colour>);
        let mut board = self.position.board()?;
        record::play(&mut board, &self.moves)?;
        Ok(SolveTask {
            position: board.with_connections()?,
            expected: match winner {
                Some(winner) => Some(winner.context("winner")?.to_string()),
                None => None,
            },
            id: self.id.unwrap_or(id),
        })
    }
}

/// The tasks: a game's position, a list, or openings.
pub fn tasks(arguments: &SolveArguments) -> Result<Vec<SolveTask>> {
    if let Some(path) = &arguments.file {
        return tasks_of_file(path, arguments);
    }
    let size = arguments.size;
    if arguments.openings.as_deref() == Some("none") {
        return Ok(vec![SolveTask {
            id: size.to_string(),
            position: Position::new(size),
            expected: None,
        }]);
    }
    openings(size, arguments.opening.as_deref())
}

/// The positions after this first move, or after each: one of each rotated pair.
pub fn openings(size: BoardSize, opening: Option<&str>) -> Result<Vec<SolveTask>> {
    let cells = match opening {
        Some(name) => vec![
            size.read(name)
                .with_context(|| format!("{name} on {size}"))?,
        ],
        None => size
            .all()
            .filter(|&cell| cell.index() <= size.rotate(cell).index())
            .collect(),
    };
    let task = |cell| {
        let mut position = Position::new(size);
        position.play(cell);
        SolveTask {
            id: format!("{size} {}", size.name(cell)),
            position,
            expected: None,
        }
    };
    Ok(cells.into_iter().map(task).collect())
}

/// The tasks of a file: a list of positions, or a game.
fn tasks_of_file(path: &Path, arguments: &SolveArguments) -> Result<Vec<SolveTask>> {
    let mut input = arguments.choice.open(path, arguments.moves)?;
    let cannot = || format!("cannot read {}", game::name(path));
    let start = input.fill_buf().with_context(cannot)?;
    let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
    if matches!(first, Some(b'[' | b'{')) {
        let mut text = String::new();
        input.read_to_string(&mut text).with_context(cannot)?;
        if let Some(entries) = positions(&text) {
            ensure!(arguments.moves.is_none(), "--moves applies to games only");
            let entries = entries.into_iter().enumerate();
            return entries
                .map(|(number, entry)| task_of(entry, number).with_context(cannot))
                .collect();
        }
        input = Box::new(Cursor::new(text));
    }
    let game = arguments.choice.read_from(input, path, arguments.moves)?;
    Ok(vec![SolveTask {
        id: game::name(path),
        position: game.board().with_connections()?,
        expected: None,
    }])
}

/// The positions of a list, by itself or as `positions`, or a single one; `None` if the text is
/// something else.
fn positions(text: &str) -> Option<Vec<Value>> {
    let entries = match serde_json::from_str(text).ok()? {
        Value::Array(entries) => entries,
        Value::Object(mut fields) => match fields.remove("positions") {
            Some(Value::Array(entries)) => entries,
            // A line of moves makes it a game.
            None if fields.contains_key("to_move") && !fields.contains_key("moves") => {
                vec![Value::Object(fields)]
            }
            _ => return None,
        },
        _ => return None,
    };
    let is_game = |entry: &Value| entry.get("boardsize").is_some();
    (!entries.iter().any(is_game)).then_some(entries)
}

/// The task of a position of a list.
fn task_of(entry: Value, number: usize) -> Result<SolveTask> {
    let id = format!("position {}", number + 1);
    let name = entry.get("id").and_then(Value::as_str);
    let name = name.unwrap_or(&id).to_owned();
    let entry = serde_json::from_value::<PositionEntry>(entry).map_err(anyhow::Error::from);
    entry.and_then(|entry| entry.task(id)).context(name)
}
