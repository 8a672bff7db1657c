//! Saves games automatically, each in a numbered file in the user's folder. The newest unfinished
//! one is offered again.

use super::record::{self, SavedGame};
use crate::base::files;
use etcetera::BaseStrategy;
use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The extension of the files.
const EXTENSION: &str = "sgf";

/// Files with greater numbers are not ours: nobody plays that many games, and the next number must
/// exist.
const MOST: u32 = 99_999_999;

/// The folder, the file of the current game once it has one, and the files that cannot be read.
pub struct Archive {
    folder: PathBuf,
    file: Option<PathBuf>,
    unreadable: HashSet<PathBuf>,
}

/// The platform's default folder for user state: on Linux the XDG state folder. `None` without a
/// home folder.
pub fn usual_folder() -> Option<PathBuf> {
    let places = etcetera::choose_base_strategy().ok()?;
    let state = places.state_dir().unwrap_or_else(|| places.data_dir());
    Some(state.join("mustplay").join("games"))
}

impl Archive {
    /// The archive in a folder, which need not exist yet.
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            file: None,
            unreadable: HashSet::new(),
        }
    }

    /// The numbers of its files.
    fn numbers(&self) -> Vec<u32> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let number = |path: PathBuf| {
            let number = path.file_stem()?.to_str()?.parse().ok();
            number.filter(|&number| number <= MOST && self.path(number) == path)
        };
        entries.filter_map(|entry| number(entry.path())).collect()
    }

    fn path(&self, number: u32) -> PathBuf {
        self.folder.join(format!("{number:04}.{EXTENSION}"))
    }

    /// The newest unfinished game that can be read and is not the current one. `report` gets each
    /// newer file that cannot be read, once, and why.
    pub fn unfinished(
        &mut self,
        mut report: impl FnMut(&Path, String),
    ) -> Option<(PathBuf, SavedGame)> {
        let mut numbers = self.numbers();
        numbers.sort_unstable();
        for number in numbers.into_iter().rev() {
            let path = self.path(number);
            if self.file.as_ref() == Some(&path) {
                continue;
            }
            match read(&path) {
                Ok(saved) if saved.game.outcome().is_none() => return Some((path, saved)),
                Ok(_) => {}
                Err(why) => {
                    if self.unreadable.insert(path.clone()) {
                        report(&path, why);
                    }
                }
            }
        }
        None
    }

    /// The current game gets a new file.
    pub fn begin(&mut self) {
        self.file = None;
    }

    /// The current game is saved in this file.
    pub fn go_on(&mut self, path: PathBuf) {
        self.file = Some(path);
    }

    /// Saves the game.
    pub fn keep(&mut self, saved: &SavedGame) -> io::Result<()> {
        let text = record::write(saved);
        if let Some(path) = &self.file {
            return files::write(path, text);
        }
        fs::create_dir_all(&self.folder)?;
        let mut number = self.numbers().into_iter().max().map_or(1, |last| last + 1);
        // Another session may take a number at the same time.
        let path = loop {
            let path = self.path(number);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => break path,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        };
        files::write(&path, text).inspect_err(|_| {
            // The number was taken by an empty file.
            let _ = fs::remove_file(&path);
        })?;
        self.file = Some(path);
        Ok(())
    }
}

/// Reads the game of a file.
fn read(path: &Path) -> Result<SavedGame, String> {
    let bytes = files::read(path).map_err(|why| why.to_string())?;
    record::read(&bytes).map_err(|why| why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_others_do_not_count() {
        let folder = std::env::temp_dir().join(format!("mustplay-archive-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in [
            "0003.sgf",
            "4294967295.sgf",
            "0009.txt",
            "last.sgf",
            "-4.sgf",
        ] {
            fs::write(folder.join(name), "").unwrap();
        }
        let mut archive = Archive::new(folder.clone());
        archive
            .keep(&SavedGame::of(crate::hex::Game::new("5".parse().unwrap())))
            .unwrap();
        assert!(fs::metadata(folder.join("0004.sgf")).unwrap().len() > 0);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 6);
        fs::remove_dir_all(folder).unwrap();
    }
}
