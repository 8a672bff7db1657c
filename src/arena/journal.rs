//! The one writer of a match. Each game is a line, written in one piece before its slot takes the
//! next game, so a match that is killed loses the games in play and nothing else. A kill in the
//! middle of writing leaves a last line without its end: it is cut off, and its game played again.
//! Twice a second at most, and at the end, the file is synced to the disk, so that a power cut
//! costs little too.

use super::ArenaError;
use super::record::{FORMAT, GameRecord, MatchHeader};
use crate::base::files;
use crate::hex::Colour;
use crate::hex::record::check_format;
use crate::hex::{Game, sgf};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const SYNC_EVERY: Duration = Duration::from_millis(500);

/// Where the games of a match go.
#[derive(Debug, Default)]
pub struct Journal {
    file: Option<(PathBuf, File)>,
    folder: Option<PathBuf>,
    synced: Option<Instant>,
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
        let wrong = |why: std::io::Error| ArenaError::file(path, why);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(wrong)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(ArenaError::file(
                    path,
                    "another match is writing to this file",
                ));
            }
            // Not every file system knows locks.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(wrong)?;
        keep_whole_lines(&mut text, resume).map_err(|why| ArenaError::file(path, why))?;
        file.set_len(text.len() as u64).map_err(wrong)?;
        file.seek(SeekFrom::End(0)).map_err(wrong)?;
        let records = read(path, &text, Some(header))?;
        if text.is_empty() {
            file.write_all(line_of(header).as_bytes()).map_err(wrong)?;
        }
        journal.file = Some((path.to_owned(), file));
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
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        let wrong = |why| ArenaError::file(path, why);
        file.write_all(line_of(record).as_bytes()).map_err(wrong)?;
        if self.synced.is_none_or(|at| at.elapsed() > SYNC_EVERY) {
            file.sync_data().map_err(wrong)?;
            self.synced = Some(Instant::now());
        }
        Ok(())
    }

    /// Syncs the file to the disk.
    pub fn finish(&mut self) -> Result<(), ArenaError> {
        match &self.file {
            Some((path, file)) => file.sync_all().map_err(|why| ArenaError::file(path, why)),
            None => Ok(()),
        }
    }
}

/// Cuts off a last line without its end, and a header without games. Another kind of file is an
/// error, and is not changed.
fn keep_whole_lines(text: &mut Vec<u8>, resume: bool) -> Result<(), &'static str> {
    let start = format!("{{\"format\":\"{FORMAT}\"");
    let ours = start.bytes().zip(text.iter()).all(|(a, &b)| a == b);
    if !ours {
        return Err("is not a file of games");
    }
    let mut ends = text.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
    let (first, last) = (ends.next(), ends.next_back());
    let Some((_, (last, _))) = first.zip(last) else {
        text.clear();
        return Ok(());
    };
    if !resume {
        return Err("already holds games; use --resume to continue them");
    }
    text.truncate(last + 1);
    Ok(())
}

/// A line of JSON. Texts and numbers always have one.
fn line_of(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// The games in the text of a file; with a header, they must have been played under it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_games_stay_and_other_files_are_left_alone() {
        let start = "{\"format\":\"mustplay-game/1\",\"x\":1}\n";
        let kept = |text: &str, resume| {
            let mut bytes = text.as_bytes().to_vec();
            let kept = keep_whole_lines(&mut bytes, resume);
            kept.map(|()| String::from_utf8(bytes).unwrap())
        };
        let two = format!("{start}{{1}}\n{{2}}\n");
        assert_eq!(kept(&format!("{two}{{3"), true), Ok(two.clone()));
        assert_eq!(kept(&two, true), Ok(two.clone()));
        assert!(kept(&two, false).unwrap_err().contains("--resume"));
        for empty in ["", start, &start[..9], &format!("{start}{{1")] {
            assert_eq!(kept(empty, false), Ok(String::new()), "{empty}");
            assert_eq!(kept(empty, true), Ok(String::new()), "{empty}");
        }
        for other in ["hello", "{\"format\":\"other/1\"}\n{1}\n", "\n"] {
            assert_eq!(kept(other, true), Err("is not a file of games"), "{other}");
        }
    }
}
