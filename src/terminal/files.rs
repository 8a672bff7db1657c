//! Saving, loading and resuming games.

use super::record::{self, SavedGame};
use super::session::PlaySession;
use crate::base::files;
use crate::base::message::plain;
use crate::base::parameter::shortened;
use crate::hex::Colour;
use crate::hex::Game;
use crate::hex::format::LONGEST_FILE;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

impl PlaySession<'_> {
    /// Saves the game to the archive once the user has changed it. A failure is reported once and
    /// not retried.
    pub fn keep(&mut self) -> io::Result<()> {
        if !self.touched {
            return Ok(());
        }
        let saved = self.saved();
        if let Some(archive) = &mut self.archive
            && let Err(error) = archive.keep(&saved)
        {
            self.archive = None;
            return self.print(&format!(
                "This game cannot be saved automatically ({}); 'save FILE' may still work.",
                plain(&error.to_string())
            ));
        }
        Ok(())
    }

    /// The newest unfinished game of the archive; reports newer files that cannot be read.
    fn unfinished(&mut self) -> io::Result<Option<(PathBuf, SavedGame)>> {
        let mut reports = Vec::new();
        let report = |path: &Path, why: String| {
            let (path, why) = (path.display(), plain(&why));
            reports.push(format!("Cannot read the saved game {path} ({why})."));
        };
        let archive = self.archive.as_mut();
        let found = archive.and_then(|archive| archive.unfinished(report));
        for text in reports {
            self.print(&text)?;
        }
        Ok(found)
    }

    /// Offers the unfinished game, if there is one.
    pub fn offer(&mut self) -> io::Result<()> {
        match self.unfinished()? {
            None => Ok(()),
            Some((_, saved)) => {
                let what = described(&saved);
                self.print(&format!(
                    "You have an unfinished game ({what}). Type 'resume' to continue."
                ))
            }
        }
    }

    /// Continues the unfinished game.
    pub fn resume(&mut self) -> io::Result<()> {
        let Some((path, saved)) = self.unfinished()? else {
            return self
                .print("There is no unfinished game. Type 'load FILE' to load one from a file.");
        };
        self.take_up(saved);
        self.touched = true;
        if let Some(archive) = &mut self.archive {
            archive.go_on(path);
        }
        self.answer()?;
        self.draw()
    }

    /// Continues a game from a file. In a file of another program the user takes the side to move.
    pub fn take_up(&mut self, saved: SavedGame) {
        let (person, level) = saved.sides.unwrap_or((saved.game.to_move(), self.level));
        (self.person, self.level, self.swap) = (person, level, saved.swap);
        self.begin(saved.game);
    }

    /// Saves the game in a file. An existing file is overwritten only if this game came from it.
    pub fn save(&mut self, file: &str) -> io::Result<()> {
        let path = Path::new(file);
        if self.file.as_deref() != Some(file) && path.exists() {
            return self.print(&format!(
                "The file {} exists already; choose another name.",
                shortened(file)
            ));
        }
        match files::write(path, record::write(&self.saved())) {
            Ok(()) => {
                self.file = Some(file.to_owned());
                self.print(&format!("Saved in {file}."))
            }
            Err(error) => {
                let why = plain(&error.to_string());
                self.print(&format!("Cannot write {}: {why}.", shortened(file)))
            }
        }
    }

    /// Loads the game of a file.
    pub fn load(&mut self, file: &str) -> io::Result<()> {
        let file_read = File::open(file).and_then(|file| files::read_at_most(file, LONGEST_FILE));
        let read = match file_read {
            // A link is not a file name.
            Err(_) if file.contains('#') => Ok(file.as_bytes().to_vec()),
            read => read.map_err(|error| error.to_string()),
        };
        match read.and_then(|bytes| record::read(&bytes).map_err(|error| error.to_string())) {
            Err(why) => {
                let (file, why) = (shortened(file), plain(&why));
                self.print(&format!(
                    "Cannot read {file} ({why}); the current game continues."
                ))
            }
            Ok(saved) => {
                let what = described(&saved);
                self.take_up(saved);
                self.file = Some(file.to_owned());
                self.print(&format!("Loaded {file} ({what})."))?;
                self.answer()?;
                self.draw()
            }
        }
    }

    /// Prints the last message.
    pub fn part(&mut self) -> io::Result<()> {
        let kept = self.touched && self.archive.is_some() && self.game.outcome().is_none();
        if kept {
            self.print("The game is saved and will be offered next time.")?;
        }
        Ok(())
    }
}

/// A short description of a game.
fn described(saved: &SavedGame) -> String {
    let game: &Game = &saved.game;
    let moves = game.events().len();
    let moves = match moves {
        1 => "1 move".to_owned(),
        _ => format!("{moves} moves"),
    };
    let sides = match saved.sides {
        Some((Colour::Black, level)) => format!(", you are Black, level {level}"),
        Some((Colour::White, level)) => format!(", you are White, level {level}"),
        None => String::new(),
    };
    format!("{}, {moves}{sides}", game.size())
}
