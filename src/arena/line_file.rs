//! A file of JSON lines that grows: a header, then a line for each finished piece of work, written
//! in one piece, so that a kill loses the work in progress and nothing else. A kill in the middle of
//! writing leaves a last line without its end, which is cut off when the file is opened again. Twice
//! a second at most, and at the end, the file is synced to the disk, so that a power cut costs
//! little too. A lock keeps two processes from writing to one file.

use super::ArenaError;
use serde::Serialize;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const SYNC_EVERY: Duration = Duration::from_millis(500);

/// What a file holds, and the errors of opening one.
pub struct LineKind {
    /// The format that its header names.
    pub format: &'static str,
    /// The error for a file of another kind.
    pub other: &'static str,
    /// The error where another process writes to the file.
    pub busy: &'static str,
    /// The error for a file that holds something already, if that must not be.
    pub filled: Option<&'static str>,
}

/// An open file.
#[derive(Debug)]
pub struct LineFile {
    path: PathBuf,
    file: File,
    synced: Option<Instant>,
}

impl LineFile {
    /// Opens a file, or begins one with this header. `read` gets the whole lines that are there
    /// already; if it fails, the file stays as it is.
    pub fn open<T>(
        path: &Path,
        kind: &LineKind,
        header: &impl Serialize,
        read: impl FnOnce(&[u8]) -> Result<T, ArenaError>,
    ) -> Result<(Self, T), ArenaError> {
        let wrong = |why: io::Error| ArenaError::file(path, why);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(wrong)?;
        if !file.metadata().map_err(wrong)?.is_file() {
            return Err(ArenaError::file(path, "not a plain file"));
        }
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(ArenaError::file(path, kind.busy)),
            // Not every file system knows locks.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(wrong)?;
        keep_whole_lines(&mut text, kind).map_err(|why| ArenaError::file(path, why))?;
        let found = read(&text)?;
        file.set_len(text.len() as u64).map_err(wrong)?;
        file.seek(SeekFrom::End(0)).map_err(wrong)?;
        if text.is_empty() {
            file.write_all(line_of(header).as_bytes()).map_err(wrong)?;
        }
        let path = path.to_owned();
        let opened = Self {
            path,
            file,
            synced: None,
        };
        Ok((opened, found))
    }

    /// Adds a line.
    pub fn add(&mut self, value: &impl Serialize) -> Result<(), ArenaError> {
        let wrong = |why| ArenaError::file(&self.path, why);
        let line = line_of(value);
        self.file.write_all(line.as_bytes()).map_err(wrong)?;
        if self.synced.is_none_or(|at| at.elapsed() > SYNC_EVERY) {
            self.file.sync_data().map_err(wrong)?;
            self.synced = Some(Instant::now());
        }
        Ok(())
    }

    /// Syncs the file to the disk.
    pub fn finish(&self) -> Result<(), ArenaError> {
        let synced = self.file.sync_all();
        synced.map_err(|why| ArenaError::file(&self.path, why))
    }
}

/// Cuts off a last line without its end, and a header without lines. Another kind of file is an
/// error, and is not changed.
fn keep_whole_lines(text: &mut Vec<u8>, kind: &LineKind) -> Result<(), &'static str> {
    let start = format!("{{\"format\":\"{}\"", kind.format);
    let ours = start.bytes().zip(text.iter()).all(|(a, &b)| a == b);
    if !ours {
        return Err(kind.other);
    }
    let mut ends = text.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
    let (first, last) = (ends.next(), ends.next_back());
    let Some((_, (last, _))) = first.zip(last) else {
        text.clear();
        return Ok(());
    };
    if let Some(why) = kind.filled {
        return Err(why);
    }
    text.truncate(last + 1);
    Ok(())
}

/// A line of JSON. Texts and numbers always have one.
fn line_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines_stay_and_other_files_are_left_alone() {
        let start = "{\"format\":\"mustplay-game/1\",\"x\":1}\n";
        let kept = |text: &str, filled| {
            let kind = LineKind {
                format: "mustplay-game/1",
                other: "other",
                busy: "busy",
                filled,
            };
            let mut bytes = text.as_bytes().to_vec();
            let kept = keep_whole_lines(&mut bytes, &kind);
            kept.map(|()| String::from_utf8(bytes).unwrap())
        };
        let two = format!("{start}{{1}}\n{{2}}\n");
        assert_eq!(kept(&format!("{two}{{3"), None), Ok(two.clone()));
        assert_eq!(kept(&two, None), Ok(two.clone()));
        assert_eq!(kept(&two, Some("filled")), Err("filled"));
        for empty in ["", start, &start[..9], &format!("{start}{{1")] {
            for filled in [None, Some("filled")] {
                assert_eq!(kept(empty, filled), Ok(String::new()), "{empty}");
            }
        }
        for other in ["hello", "{\"format\":\"other/1\"}\n{1}\n", "\n"] {
            assert_eq!(kept(other, None), Err("other"), "{other}");
        }
    }
}
