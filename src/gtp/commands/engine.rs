//! Commands that ask for moves, and the clock.

use crate::gtp::{Call, Command, Drawing, Failure, Session, label};
use crate::hex::{Board, Colour, Move};
use crate::hex::{TimeControl, TimeLeft};
use crate::think::RootMove;
use std::time::Duration;

pub const COMMANDS: [Command; 7] = [
    Command {
        name: "genmove",
        arguments: "COLOUR",
        help: "Chooses a move for a colour, plays it and prints it.",
        run: genmove,
    },
    Command {
        name: "reg_genmove",
        arguments: "COLOUR [points]",
        help: "Chooses a move as genmove does, without playing it; with points, prints a cell or \
            fails.",
        run: |session, call| {
            let only_points = call.asks_for(1, "points")?;
            match chosen(session, call)? {
                Move::Resign if only_points => Err(Failure::new("the player would resign")),
                Move::Swap if only_points => Err(Failure::new(
                    "the player would swap: it would take over Black's first stone",
                )),
                mv => Ok(mv.name(session.game.size()).to_string()),
            }
        },
    },
    Command {
        name: "search-get-pv",
        arguments: "[COLOUR]",
        help: "Prints the line that the player's last search expects from the current position, \
            with COLOUR to move.",
        run: expected_line,
    },
    Command {
        name: "search-scores",
        arguments: "[COLOUR [labels]]",
        help: "Lists the moves of the player's last search with their scores: W3 won in 3, L2 \
            lost in 2; labels are win rates in percent, for the current position only.",
        run: scores,
    },
    Command {
        name: "search-values",
        arguments: "COLOUR",
        help: "Searches the position as for a move of COLOUR: the win rate of each move in \
            percent, over its visits if the player counts them.",
        run: values,
    },
    Command {
        name: "time_settings",
        arguments: "MAIN PERIOD MOVES",
        help: "Gives both players MAIN seconds, then PERIOD seconds for every MOVES moves; 0 1 0 for no limit.",
        run: time_settings,
    },
    Command {
        name: "time_left",
        arguments: "[COLOUR [SECONDS [MOVES]]]",
        help: "Prints the seconds left for one or both players, or sets them, with the moves left \
            in the period.",
        run: time_left,
    },
];

fn genmove(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let colour = call.colour(0)?;
    if session.has_status_bar()
        && let Some(winner) = session.game.board().winner()
    {
        // HexGui would write a resignation into the game.
        let over = format!("the game is over: {winner} has connected {}", sides(winner));
        if let Some(last) = session.game.last_stone() {
            let drawing = Drawing::of_cell(colour, last, "won", &over);
            call.observer.conclude(&drawing);
        }
        return Err(Failure(over));
    }
    let (player, game) = (&mut session.player, &mut session.game);
    let mv = player.play(game, colour, &session.options, call.observer)?;
    Ok(mv.name(session.game.size()).to_string())
}

/// The edges that a colour connects.
fn sides(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "top and bottom",
        Colour::White => "left and right",
    }
}

/// The label of each move of a new search, which the text of the status bar is about as well.
fn values(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let chosen = chosen(session, call)?;
    let position = position(session, call.colour(0)?);
    if chosen == Move::Swap {
        return Err(Failure::new("the player would swap, without a search"));
    }
    let none = || Failure::new("the player chose a move without searching");
    let report = session.player.report_on(&position).ok_or_else(none)?;
    let name = |one: &RootMove| position.size().name(one.cell);
    let pair = |one: &RootMove| {
        let value = label::searched(one, report.scale)?;
        Some(format!("{} {value}", name(one)))
    };
    let pairs: Vec<String> = report.moves.iter().filter_map(pair).collect();
    if pairs.is_empty() {
        return Err(none());
    }
    let side = position.to_move().title();
    let best = report
        .moves
        .iter()
        .find(|one| chosen == Move::Place(one.cell));
    let best = best.and_then(|one| {
        let score = label::score(one.score?, report.scale);
        Some(format!(", best {}, {score}", name(one)))
    });
    let shown = report.moves.iter().filter(|one| one.score.is_some());
    let visits: u64 = shown.map(|one| u64::from(one.visits)).sum();
    let [counted, below] = if visits == 0 {
        [String::new(), String::new()]
    } else {
        [format!("; {visits} visits"), ", visits below".to_owned()]
    };
    call.observer.caption(&format!(
        "{side} to move{}{counted}; cells: {side}'s win rates{below}",
        best.unwrap_or_default()
    ));
    Ok(pairs.join(" "))
}

/// The move of the player, which is not played.
fn chosen(session: &mut Session, call: &Call) -> Result<Move, Failure> {
    let (player, game) = (&mut session.player, &session.game);
    Ok(player.choose(game, call.colour(0)?, &session.options, call.observer))
}

/// The position on the board with this colour to move.
fn position(session: &Session, colour: Colour) -> Board {
    let mut board = *session.game.board();
    board.set_to_move(colour);
    board
}

fn unsearched() -> Failure {
    Failure::new("the last search was of another position")
}

fn expected_line(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let board = session.game.board();
    let position = position(session, call.colour_or(0, board.to_move())?);
    let line = session.player.line_from(&position).ok_or_else(unsearched)?;
    if line.is_empty() {
        return Err(Failure::new("the expected line ends here"));
    }
    Ok(position.size().names(line.iter().copied()))
}

fn scores(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let board = *session.game.board();
    let colour = call.colour_or(0, board.to_move())?;
    let report = if call.asks_for(1, "labels")? {
        session.player.report_on(&position(session, colour))
    } else {
        // Scripts query the search after genmove.
        session.player.report_of(&board)
    };
    let report = report.ok_or_else(unsearched)?;
    let short = call.get(1).is_some();
    let pair = |one: &RootMove| {
        let value = if short {
            label::score(one.score?, report.scale)
        } else {
            label::exact(one.score?)
        };
        Some(format!("{} {value}", board.size().name(one.cell)))
    };
    let pairs: Vec<String> = report.moves.iter().filter_map(pair).collect();
    if pairs.is_empty() {
        return Err(Failure::new(
            "the player chose its last move without a search",
        ));
    }
    Ok(pairs.join(" "))
}

fn time_settings(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let control = TimeControl {
        main: call.seconds(0)?,
        period: call.seconds(1)?,
        moves: call.whole(2)?,
        increment: Duration::ZERO,
    };
    // The protocol's encoding of no limit.
    let free = !control.period.is_zero() && control.moves == 0;
    session.game.clock.set((!free).then_some(control));
    Ok(String::new())
}

fn time_left(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let clock = &mut session.game.clock;
    let formatted =
        |left: Option<TimeLeft>| left.map_or("unlimited".to_owned(), |left| seconds(left.time));
    if call.get(0).is_none() {
        let both = Colour::ALL.map(|colour| format!("{colour} {}", formatted(clock.left(colour))));
        return Ok(both.join(" "));
    }
    let colour = call.colour(0)?;
    if call.get(1).is_none() {
        return Ok(formatted(clock.left(colour)));
    }
    let moves = call.get(2).map_or(Ok(0), |_| call.whole(2))?;
    clock.set_left(
        colour,
        TimeLeft {
            time: call.seconds(1)?,
            moves,
        },
    );
    Ok(String::new())
}

/// Seconds to a tenth, without `.0`.
fn seconds(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    if tenths.is_multiple_of(10) {
        (tenths / 10).to_string()
    } else {
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}
