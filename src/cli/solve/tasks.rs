//! The tasks of `mustplay solve`: the position of a game, the positions of a list, or openings.

use super::SolveArguments;
use crate::cli::solution::{FORMAT, Solution};
use crate::cli::{files, game};
use crate::cluster::proof::RootTask;
use crate::hex::record::PositionRecord;
use crate::hex::{BoardSize, Colour, Position};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde::de::IgnoredAny;
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
    /// A line of moves makes it a game, where it is alone.
    moves: Option<IgnoredAny>,
}

/// A list of positions in any of its forms.
#[derive(Deserialize)]
#[serde(untagged)]
enum PositionList {
    Bare(Vec<PositionEntry>),
    Named { positions: Vec<PositionEntry> },
    One(PositionEntry),
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
    fn task(self, number: usize) -> Result<SolveTask> {
        let id = self
            .id
            .unwrap_or_else(|| format!("position {}", number + 1));
        let winner = self.winner.as_deref().map(str::parse::<Colour>);
        Ok(SolveTask {
            position: (self.position.board().map_err(anyhow::Error::from))
                .and_then(|board| Ok(board.with_connections()?))
                .with_context(|| id.clone())?,
            expected: match winner {
                Some(winner) => Some(winner.with_context(|| format!("{id}: winner"))?.to_string()),
                None => None,
            },
            id,
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

fn tasks_of_file(path: &Path, arguments: &SolveArguments) -> Result<Vec<SolveTask>> {
    let name = path.display();
    let game = || {
        let game = arguments.choice.read(path, arguments.moves)?;
        Ok(vec![SolveTask {
            id: game::name(path),
            position: game.board().with_connections()?,
            expected: None,
        }])
    };
    if path.extension().is_none_or(|kind| kind != "json") {
        return game();
    }
    let text = files::text(path)?;
    let entries = match serde_json::from_str(&text) {
        Ok(PositionList::Bare(entries) | PositionList::Named { positions: entries }) => entries,
        Ok(PositionList::One(entry)) if entry.moves.is_none() => vec![entry],
        Ok(PositionList::One(_)) => return game(),
        Err(_) if text.contains("\"boardsize\"") => return game(),
        Err(why) => {
            return Err(why).with_context(|| format!("{name} is not a list of positions"));
        }
    };
    ensure!(arguments.moves.is_none(), "--moves applies to games only");
    let entries = entries.into_iter().enumerate();
    entries.map(|(number, entry)| entry.task(number)).collect()
}
