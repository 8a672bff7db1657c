//! Commands about proofs: the winner, and the winning moves.

use crate::board::{Colour, Position};
use crate::protocol::board_connections::WIDEST;
use crate::protocol::{Call, Command, Failure, Menu, Session};

const SOLVE: &str = "Proves who wins with COLOUR to move, or the side whose turn it is; empty if it was stopped before.";

const FIND: &str = "The moves that are proved to win for COLOUR, row by row: all of them, unless it was stopped before.";

/// A line of the menu.
const fn menu(
    shown_as: &'static str,
    label: &'static str,
    arguments: &'static str,
) -> Option<Menu> {
    Some(Menu {
        shown_as,
        label,
        arguments,
    })
}

const fn command(
    name: &'static str,
    arguments: &'static str,
    help: &'static str,
    run: fn(&mut Session, &Call) -> Result<String, Failure>,
    menu: Option<Menu>,
) -> Command {
    Command {
        name,
        arguments,
        help,
        run,
        menu,
    }
}

pub const COMMANDS: [Command; 8] = [
    command(
        "dfpn-solve-state",
        "[COLOUR]",
        SOLVE,
        solve,
        menu("string", "Who wins", "%m"),
    ),
    command("dfs-solve-state", "[COLOUR]", SOLVE, solve, None),
    command("solve-state", "[COLOUR]", SOLVE, solve, None),
    command(
        "dfpn-solver-find-winning",
        "COLOUR",
        FIND,
        find,
        menu("plist", "Winning moves", "%m"),
    ),
    command("dfs-solver-find-winning", "COLOUR", FIND, find, None),
    command(
        "dfpn-get-pv",
        "COLOUR",
        "What both sides do as far as the solver knows: the winner its winning moves, the loser what took longest.",
        |session, call| {
            let (size, position) = (session.game.size(), position(session, call.colour(0)?));
            let line = session.solver().line(&position);
            Ok(size.names(line))
        },
        menu("var", "Line of the proof", "%m"),
    ),
    command(
        "dfpn-get-bounds",
        "COLOUR",
        "What the solver knows of the moves of COLOUR: W wins, L loses, else how much is left to prove that it wins and that it loses.",
        bounds,
        menu("pspairs", "Bounds of the proof", "%m"),
    ),
    command(
        "dfpn-clear-tt",
        "",
        "Forgets all that the solver has found out.",
        |session, _| {
            session.caches.forget_proofs();
            Ok(String::new())
        },
        None,
    ),
];

/// The position on the board with this colour to move.
fn position(session: &Session, colour: Colour) -> Position<WIDEST> {
    let mut position = *session.game.board();
    position.set_to_move(colour);
    position
}

fn solve(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let colour = match call.get(0) {
        Some(_) => call.colour(0)?,
        None => session.game.board().to_move(),
    };
    let position = position(session, colour);
    let limits = session.options.proof_limits();
    let verdict = session.solver().solve(&position, limits, call.observer);
    Ok(match verdict.winner {
        Some(winner) => winner.to_string(),
        None => "empty".to_owned(),
    })
}

fn find(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let position = position(session, call.colour(0)?);
    if position.winner().is_some() {
        return Ok(String::new());
    }
    let limits = session.options.proof_limits();
    let solver = session.solver();
    let (moves, _) = solver.winning_moves(&position, false, limits, call.observer);
    Ok(session.game.size().names(moves))
}

fn bounds(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let position = position(session, call.colour(0)?);
    let size = session.game.size();
    let known = session.solver().proof_numbers(&position);
    let pairs = known.into_iter().map(|(cell, [win, loss])| {
        let name = size.name(cell);
        match (win, loss) {
            (0, _) => format!("{name} W"),
            (_, 0) => format!("{name} L"),
            _ => format!("{name} {win}:{loss}"),
        }
    });
    Ok(pairs.collect::<Vec<_>>().join(" "))
}
