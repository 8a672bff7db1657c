//! Commands that read and write games.

use crate::game::sgf;
use crate::protocol::command::shortened;
use crate::protocol::{Call, Command, Failure, Session};
use std::fs;

pub const COMMANDS: [Command; 2] = [
    Command {
        name: "loadsgf",
        arguments: "FILE [N]",
        help: "Loads the first game of an SGF file, its first N moves or all; on an error nothing changes.",
        run: load,
        menu: None,
    },
    Command {
        name: "printsgf",
        arguments: "[FILE]",
        help: "Writes the game as SGF, into a file or as the answer.",
        run: print,
        menu: None,
    },
];

fn load(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let path = call.text(0)?;
    let moves = call
        .get(1)
        .map(|_| call.whole(1))
        .transpose()?
        .map(|most| most as usize);
    let failed = |why: String| Failure(format!("cannot load {}: {why}", shortened(path)));
    let bytes = fs::read(path).map_err(|error| failed(error.to_string()))?;
    let file = sgf::parse(&bytes).map_err(|error| failed(error.to_string()))?;
    let tree = file
        .games
        .first()
        .ok_or_else(|| failed("there is no game in it".to_owned()))?;
    let game = sgf::to_game(tree, moves).map_err(|error| failed(error.to_string()))?;
    session.start(game);
    Ok(String::new())
}

fn print(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let text = sgf::from_game(&session.game).to_string();
    let Some(path) = call.get(0) else {
        return Ok(text);
    };
    let failed =
        |error: std::io::Error| Failure(format!("cannot write {}: {error}", shortened(path)));
    fs::write(path, text).map_err(failed)?;
    Ok(String::new())
}
