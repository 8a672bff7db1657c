//! Commands about the board and the game on it.

use crate::base::parameter::shortened;
use crate::gtp::command::illegal_move;
use crate::gtp::{Call, Command, Failure, Session};
use crate::hex::SwapRight;
use crate::hex::draw::{Picture, text};
use crate::hex::{Cell, Colour, Edge, MoveName, NotAMove};
use crate::hex::{Game, GameResult, SwapStyle};
use std::fmt::Display;

pub const COMMANDS: [Command; 9] = [
    Command {
        name: "boardsize",
        arguments: "WIDTH [HEIGHT]",
        help: "Clears the board and sets its size, 1 to 32 columns and rows.",
        run: board_size,
    },
    Command {
        name: "clear_board",
        arguments: "",
        help: "Clears the board and the game, and resets the clocks.",
        run: |session, _| {
            session.start_game(Game::new(session.game.size()));
            Ok(String::new())
        },
    },
    Command {
        name: "play",
        arguments: "COLOUR MOVE",
        help: "Plays a move for a colour, in any order: a cell, swap-pieces, swap-sides, pass or resign.",
        run: |session, call| {
            let colour = call.colour(0)?;
            let style = session.options.game.swap_style;
            play(&mut session.game, colour, call.text(1)?, style)?;
            Ok(String::new())
        },
    },
    Command {
        name: "play-game",
        arguments: "[MOVE ...]",
        help: "Clears the board and plays these moves, Black first; if one is illegal, nothing changes.",
        run: play_game,
    },
    Command {
        name: "undo",
        arguments: "",
        help: "Takes back the last move.",
        run: |session, _| {
            session.game.undo();
            Ok(String::new())
        },
    },
    Command {
        name: "showboard",
        arguments: "",
        help: "Draws the board: Black (B) connects top and bottom, White (W) left and right.",
        run: |session, _| Ok(show_board(&session.game)),
    },
    Command {
        name: "all_legal_moves",
        arguments: "[COLOUR [points]]",
        help: "Lists the legal moves of COLOUR (default: the side to move): cells row by row and, \
            unless points are requested, resign and an allowed swap-pieces.",
        run: all_legal_moves,
    },
    Command {
        name: "group-get",
        arguments: "CELL",
        help: "Lists the stones of the chain on a cell.",
        run: group_get,
    },
    Command {
        name: "final_score",
        arguments: "",
        help: "Prints the winner: B+ or W+.",
        run: |session, _| match session.game.outcome() {
            Some(outcome) => Ok(format!("{}+", outcome.winner.letter())),
            None => Err(Failure::new("cannot score")),
        },
    },
];

fn board_size(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let width = call.text(0)?;
    let height = call.get(1).unwrap_or(width);
    let size = format!("{width}x{height}")
        .parse()
        .map_err(|_| Failure::new("unacceptable size"))?;
    session.start_game(Game::new(size));
    Ok(String::new())
}

/// Plays the move in the text: a cell, a swap, `resign`.
fn play(game: &mut Game, colour: Colour, text: &str, style: SwapStyle) -> Result<(), Failure> {
    let illegal = |why: &dyn Display| illegal_move(colour, text, why);
    let name: MoveName = text.parse().map_err(|why: NotAMove| illegal(&why))?;
    let (mv, named) = name.on(game.size()).map_err(|why| illegal(&why))?;
    let style = if named == SwapStyle::Sides {
        named
    } else {
        style
    };
    game.play(colour, mv, style).map_err(|why| illegal(&why))
}

fn play_game(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let mut game = Game::new(session.game.size());
    for text in call.arguments {
        let colour = game.to_move();
        play(&mut game, colour, text, session.options.game.swap_style)?;
    }
    session.start_game(game);
    Ok(String::new())
}

fn show_board(game: &Game) -> String {
    let size = game.size();
    let state = match game.outcome() {
        Some(GameResult {
            winner,
            by_resignation: false,
        }) => format!("{winner} has won"),
        Some(GameResult {
            winner,
            by_resignation: true,
        }) => format!("{} has resigned, {winner} wins", !winner),
        None => format!("{} to move", game.to_move()),
    };
    let last = game
        .last_stone()
        .map(|cell| format!(", last {}", size.name(cell)));
    let picture = Picture {
        board: game.board(),
        last: game.last_stone(),
    };
    format!(
        "\n{}\n{size}, {state}{}",
        text(&picture, false),
        last.unwrap_or_default()
    )
}

fn all_legal_moves(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let game = &session.game;
    let colour = call.colour_or(0, game.to_move())?;
    let only_points = call.asks_for(1, "points")?;
    let mut moves: Vec<String> = game
        .board()
        .empty()
        .iter()
        .map(|cell| game.size().name(cell))
        .collect();
    if !only_points {
        moves.push(MoveName::Resign.to_string());
        let swap = game.swap_right(colour, session.options.swap_style());
        if swap == SwapRight::MaySwap {
            moves.push(MoveName::Swap(SwapStyle::Pieces).to_string());
        }
    }
    Ok(moves.join(" "))
}

fn group_get(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let board = session.game.board();
    let cell: Cell = match call.cell(0, board.size()) {
        Err(_) if call.text(0)?.parse::<Edge>().is_ok() => {
            return Err(Failure(format!(
                "not a stone: {}",
                shortened(call.text(0)?)
            )));
        }
        cell => cell?,
    };
    let string = board.string_of(cell);
    if string.is_empty() {
        return Err(Failure(format!("no stone on {}", board.size().name(cell))));
    }
    // Row by row, and so the captain, the lowest cell, comes first.
    Ok(board.size().names(string))
}
