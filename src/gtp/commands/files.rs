//! Commands that read and write games.

use crate::base::files;
use crate::base::message::plain;
use crate::base::parameter::shortened;
use crate::gtp::{Call, Command, Failure, Session};
use crate::hex::format::{self, ReadSettings, link};
use crate::hex::sgf;
use std::fs;
use std::io;
use std::path::Path;

pub const COMMANDS: [Command; 3] = [
    Command {
        name: "loadsgf",
        arguments: "FILE [N]",
        help: "Loads the first game of a file (SGF, a HexWorld link, JSON, moves, a drawn board), \
            all moves or the first N; on an error nothing changes.",
        run: load,
    },
    Command {
        name: "printsgf",
        arguments: "[FILE]",
        help: "Writes the game as SGF to a file or as the answer, with the comments and \
            variations of a loaded file.",
        run: print,
    },
    Command {
        name: "printlink",
        arguments: "",
        help: "Prints a HexWorld link to the game; stones that were set up become moves, with \
            passes between them.",
        run: |session, _| Ok(link(&session.game)),
    },
];

fn load(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let path = call.text(0)?;
    let moves = call
        .get(1)
        .map(|_| call.whole(1))
        .transpose()?
        .map(|most| most as usize);
    let failed = |why: String| Failure(format!("cannot load {}: {}", shortened(path), plain(&why)));
    let bytes = read(Path::new(path)).map_err(|error| failed(error.to_string()))?;
    let settings = ReadSettings {
        moves,
        ..ReadSettings::default()
    };
    let game = format::read(&bytes, settings).map_err(|error| failed(error.to_string()))?;
    session.start_game(game);
    Ok(String::new())
}

fn print(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let text = sgf::from_game(&session.game).to_string();
    let Some(path) = call.get(0) else {
        return Ok(text);
    };
    let failed = |error: io::Error| {
        let why = plain(&error.to_string());
        Failure(format!("cannot write {}: {why}", shortened(path)))
    };
    write(Path::new(path), &text).map_err(failed)?;
    Ok(String::new())
}

/// Reads a plain file only: a pipe or a device might never end.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a plain file"));
    }
    files::read(path)
}

/// Writes a plain file only: others might block.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other("not a plain file"));
    }
    files::write(path, text)
}
