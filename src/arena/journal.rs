//! The one writer of a match. Each game is a line, written before its slot takes the next game, so
//! a match that is killed loses the games in play and nothing else, see `line_file`.

use super::ArenaError;
use super::line_file::{LineFile, LineKind};
use super::record::{FORMAT, GameRecord, MatchHeader};
use crate::base::files;
use crate::hex::Colour;
use crate::hex::record::check_format;
use crate::hex::{Game, sgf};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the games of a match go.
#[derive(Debug, Default)]
pub struct Journal {
    file: Option<LineFile>,
    folder: Option<PathBuf>,
}

impl Journal {
    /// Opens the files that were asked for. With `resume`, games that are there already are
    /// returned and stay; without, a file that holds something is an error.
    pub fn open(
        path: Option<&Path>,
        folder: Option<&Path>,
        header: &MatchHeader,
        resume: bool,
    ) -> Result<(Self, Vec<GameRecord>), ArenaError> {
        let mut journal = Self {
            folder: folder.map(Path::to_owned),
            ..Self::default()
        };
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(|why| ArenaError::file(folder, why))?;
        }
        let Some(path) = path else {
            return Ok((journal, Vec::new()));
        };
        let kind = LineKind {
            format: FORMAT,
            other: "is not a file of games",
            busy: "another match is writing to this file",
            filled: (!resume).then_some("already holds games; use --resume to continue them"),
        };
        let (file, records) =
            LineFile::open(path, &kind, header, |text| read(path, text, Some(header)))?;
        journal.file = Some(file);
        Ok((journal, records))
    }

    /// Writes a game.
    pub fn add(&mut self, record: &GameRecord, game: &Game) -> Result<(), ArenaError> {
        if let Some(folder) = &self.folder {
            let path = folder.join(format!("game-{:06}.sgf", record.game));
            files::write(&path, sgf(record, game)).map_err(|why| ArenaError::file(&path, why))?;
        }
        self.write(record)
    }

    /// Writes a game to the file alone.
    pub fn write(&mut self, record: &GameRecord) -> Result<(), ArenaError> {
        self.file.as_mut().map_or(Ok(()), |file| file.add(record))
    }

    /// Syncs the file to the disk.
    pub fn finish(&mut self) -> Result<(), ArenaError> {
        self.file.as_ref().map_or(Ok(()), LineFile::finish)
    }
}

/// The games in the text of a file; with a header, they must have been played under it, and by the
/// rules.
pub fn read(
    path: &Path,
    text: &[u8],
    header: Option<&MatchHeader>,
) -> Result<Vec<GameRecord>, ArenaError> {
    let mut records = Vec::<GameRecord>::new();
    let mut seen = std::collections::HashSet::new();
    for (number, line) in text.split(|&byte| byte == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let wrong = |why: String| ArenaError::file(path, format!("line {}: {why}", number + 1));
        if number == 0 {
            let found: MatchHeader =
                serde_json::from_slice(line).map_err(|why| wrong(why.to_string()))?;
            check_format(&found.format, FORMAT).map_err(|why| wrong(why.to_string()))?;
            let difference = header.and_then(|wanted| found.difference(wanted));
            if let Some((name, there, here)) = difference {
                let why = format!("another match: {name} is {there}, not {here}");
                return Err(wrong(why));
            }
            continue;
        }
        let record: GameRecord =
            serde_json::from_slice(line).map_err(|why| wrong(why.to_string()))?;
        if !seen.insert(record.game) {
            return Err(wrong(format!("game {} occurs twice", record.game)));
        }
        if header.is_some() {
            let checked = record.check();
            checked.map_err(|why| wrong(format!("game {}: {why}", record.game)))?;
        }
        records.push(record);
    }
    Ok(records)
}

/// A game as SGF, with players and result.
fn sgf(record: &GameRecord, game: &Game) -> String {
    let mut collection = sgf::from_game(game);
    let how = match record.reason {
        super::Reason::Joined => "",
        super::Reason::Timeout => "T",
        super::Reason::Resignation => "R",
        _ => "F",
    };
    let winner = record.winner().map_or("?", Colour::letter);
    let mut properties = vec![
        sgf::Property::new("PB", [&record.black_engine]),
        sgf::Property::new("PW", [&record.white_engine]),
        sgf::Property::new("RE", [format!("{winner}+{how}")]),
    ];
    if !record.detail.is_empty() {
        properties.push(sgf::Property::new("C", [&record.detail]));
    }
    for tree in &mut collection.games {
        let root = tree.root();
        let node = tree.node_mut(root);
        node.properties.retain(|property| property.name() != "RE");
        node.properties.append(&mut properties);
    }
    collection.to_string()
}
