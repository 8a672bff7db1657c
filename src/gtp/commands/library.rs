//! Commands about the library of games.

use crate::gtp::{Call, Command, Failure, Session};
use crate::hex::Board;
use crate::library::{Explored, GameFilter, PageStore};

pub const COMMANDS: [Command; 2] = [
    Command {
        name: "library-moves",
        arguments: "[COLOUR [labels]]",
        help: "Lists the moves of COLOUR (default: the side to move) in the games of the library \
            (--store), with their number, the share that COLOUR won, and the interval of its \
            chance; labels are numbers of games.",
        run: moves,
    },
    Command {
        name: "library-games",
        arguments: "[N]",
        help: "Lists N (default 10) of the games of the library that came to the position, those \
            with the highest ratings first.",
        run: games,
    },
];

fn library(session: &Session) -> Result<&dyn PageStore, Failure> {
    let library = session.library.as_deref();
    library.ok_or_else(|| Failure::new("no library: start the program with --store"))
}

fn explore(session: &Session, board: &Board, most: usize) -> Result<Explored, Failure> {
    let found = library(session)?.explore(board, &GameFilter::default(), most);
    found.map_err(|why| Failure::new(why.to_string()))
}

fn moves(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let mut board = *session.game.board();
    let mover = call.colour_or(0, board.to_move())?;
    board.set_to_move(mover);
    let short = call.asks_for(1, "labels")?;
    let found = explore(session, &board, 0)?;
    let lines = found.moves.iter().map(|one| {
        let (name, games) = (one.name, one.score.games);
        match one.score.words(mover) {
            _ if short => format!("{name} {games}"),
            words if words.is_empty() => format!("{name} {games}"),
            words => format!("{name} {games} {words}"),
        }
    });
    let lines: Vec<String> = lines.collect();
    Ok(lines.join(if short { " " } else { "\n" }))
}

fn games(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let most = match call.get(0) {
        Some(_) => call.whole(0)? as usize,
        None => 10,
    };
    let found = explore(session, session.game.board(), most)?;
    let lines = found.games.iter().map(ToString::to_string);
    Ok(lines.collect::<Vec<_>>().join("\n"))
}
