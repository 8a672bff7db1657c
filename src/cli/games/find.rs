//! `mustplay games find`: games by position, by a part of the board, or by player.

use super::filter::LibraryArguments;
use crate::cli::answer::answer;
use crate::cli::files;
use crate::cli::game::GameChoice;
use crate::cluster::Store;
use crate::hex::{Board, Colour, sgf};
use crate::library::{Explored, FoundGame, Library, Local, Window, game_table};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The arguments of `mustplay games find`.
#[derive(clap::Args, Clone, Debug)]
pub struct FindArguments {
    /// The position: that of a game in a file, a link or moves. Without it, all games that meet the
    /// other conditions
    #[arg(value_name = "GAME")]
    file: Option<PathBuf>,

    /// Use the position after this many moves instead of the last
    #[arg(long, value_name = "N", requires = "file")]
    moves: Option<usize>,

    #[command(flatten)]
    choice: GameChoice,

    #[command(flatten)]
    library: LibraryArguments,

    /// Find what was played in this part of the board, wherever it looked as it does in the position:
    /// two corners of a rectangle
    #[arg(
        long,
        value_name = "CELL-CELL",
        requires = "file",
        conflicts_with = "out"
    )]
    window: Option<String>,

    /// List at most this many games
    #[arg(long, default_value_t = 10, value_name = "N")]
    limit: usize,

    /// Also write all games found to this file
    #[arg(long, value_name = "FILE.sgf")]
    out: Option<PathBuf>,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// Finds them.
pub fn run(arguments: &FindArguments) -> Result<()> {
    let game = arguments.file.as_deref();
    let game = game.map(|file| arguments.choice.read(file, arguments.moves));
    let board = game.transpose()?.map(|game| *game.board());
    let window = arguments.window.as_deref().zip(board.as_ref());
    let window = window
        .map(|(text, board)| Window::read(text, board.size()))
        .transpose()
        .context("--window")?;
    let (mut store, library) = arguments.library.load()?;
    let filter = arguments.library.filter();
    if let (Some(board), Some(window)) = (&board, &window) {
        let local = library.local(board, window, &filter)?;
        return answer(&if arguments.json {
            format!("{}\n", local_json(&local, board))
        } else {
            local_text(&local, board)
        });
    }
    let most = match arguments.out {
        Some(_) => usize::MAX,
        None => arguments.limit,
    };
    let mut found = match &board {
        Some(board) => library.explore(board, &filter, most)?,
        None => library.list(&filter, most)?,
    };
    if let Some(out) = &arguments.out {
        write(out, &found.games, &mut store)?;
        found.games.truncate(arguments.limit);
    }
    answer(&if arguments.json {
        format!("{}\n", found_json(&found, board.as_ref()))
    } else {
        found_text(&found, board.as_ref(), &library)
    })
}

/// Writes games to a file.
fn write(out: &Path, games: &[FoundGame], store: &mut Store) -> Result<()> {
    let mut text = String::new();
    for found in games {
        let Some(game) = store.read(|tx| game_table::game(tx, found.id))? else {
            continue;
        };
        let game = game.game().context("a game of the library")?;
        let _ = write!(text, "{}", sgf::from_game(&game));
    }
    files::write(out, text)
}

fn plural(games: usize) -> String {
    if games == 1 {
        "1 game".to_owned()
    } else {
        format!("{games} games")
    }
}

fn times(count: usize) -> String {
    if count == 1 {
        "once".to_owned()
    } else {
        format!("{count} times")
    }
}

fn found_text(found: &Explored, board: Option<&Board>, library: &Library) -> String {
    let games = plural(found.score.games);
    let all = library.games().len();
    let Some(board) = board else {
        let mut text = format!("{games} of {all}\n");
        list(&mut text, &found.games);
        return text;
    };
    let mover = board.to_move();
    let mut text = format!("{games} of {all} came to this position");
    let won = found.score.words(mover);
    let _ = match won.as_str() {
        "" => writeln!(text),
        won => writeln!(text, "; {} to move won {won}", mover.title()),
    };
    if !found.moves.is_empty() {
        let _ = writeln!(
            text,
            "\n{:<12}{:>7}  {} wins",
            "move",
            "games",
            mover.title()
        );
    }
    for one in &found.moves {
        let won = one.score.words(mover);
        let line = format!("{:<12}{:>7}  {won}", one.name.to_string(), one.score.games);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if !found.games.is_empty() {
        text.push('\n');
    }
    list(&mut text, &found.games);
    text
}

/// A game a line.
fn list(text: &mut String, games: &[FoundGame]) {
    for game in games {
        let _ = writeln!(text, "{game}");
    }
}

fn found_json(found: &Explored, board: Option<&Board>) -> Value {
    let mover = board.map_or(Colour::Black, Board::to_move);
    let moves = found.moves.iter().map(|one| {
        let mut object = one.score.json(mover);
        object["move"] = json!(one.name.to_string());
        object
    });
    let moves: Vec<Value> = moves.collect();
    let games: Vec<Value> = found.games.iter().map(FoundGame::json).collect();
    let mut object = found.score.json(mover);
    object["to_move"] = json!(board.map(|board| board.to_move().to_string()));
    object["moves"] = json!(moves);
    object["list"] = json!(games);
    object
}

fn local_text(local: &Local, board: &Board) -> String {
    let count = local.score.games;
    let mut text = match (count, local.left) {
        (0, _) => "not found\n".to_owned(),
        (_, 0) => format!("found {}\n", times(count)),
        (_, left) => format!(
            "found {}, {left} of them the last stones there\n",
            times(count)
        ),
    };
    if !local.moves.is_empty() {
        let _ = writeln!(
            text,
            "\n{:<7}{:<6}{:>7}  its side wins",
            "side", "move", "times"
        );
    }
    for one in &local.moves {
        let name = board.size().name(one.cell);
        let won = one.score.words(one.colour);
        let side = one.colour.to_string();
        let line = format!("{side:<7}{name:<6}{:>7}  {won}", one.score.games);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn local_json(local: &Local, board: &Board) -> Value {
    let moves = local.moves.iter().map(|one| {
        let mut object = one.score.json(one.colour);
        object["colour"] = json!(one.colour.to_string());
        object["move"] = json!(board.size().name(one.cell));
        object
    });
    let moves: Vec<Value> = moves.collect();
    json!({ "times": local.score.games, "left": local.left, "moves": moves })
}
