//! Commands that ask for moves, and the clock.

use crate::board::{Cell, Colour, Move};
use crate::game::{TimeControl, TimeLeft};
use crate::protocol::{Call, Command, Failure, Menu, Session};
use std::time::Duration;

pub const COMMANDS: [Command; 6] = [
    Command {
        name: "genmove",
        arguments: "COLOUR",
        help: "Chooses a move for a colour, plays it and names it.",
        run: |session, call| generate(session, call, true),
        menu: None,
    },
    Command {
        name: "reg_genmove",
        arguments: "COLOUR",
        help: "Chooses a move as genmove does, without playing it.",
        run: |session, call| generate(session, call, false),
        menu: Some(Menu {
            shown_as: "move",
            label: "Suggest a move",
            arguments: "%m",
        }),
    },
    Command {
        name: "search-get-pv",
        arguments: "",
        help: "What the player expected both sides to play when it last chose a move, from the side that was to move.",
        run: |session, _| {
            let size = session.game.size();
            let line = session.player.report().map(|report| &report.pv);
            Ok(line.map_or_else(String::new, |line| size.names(line.iter().copied())))
        },
        menu: Some(Menu {
            shown_as: "var",
            label: "Expected line",
            arguments: "",
        }),
    },
    Command {
        name: "search-scores",
        arguments: "",
        help: "The moves that the player looked at when it last chose a move, each with its score: W3 won in 3, L2 lost in 2.",
        run: |session, _| {
            let size = session.game.size();
            let pair = |(cell, score): &(Cell, String)| {
                let word = score.replace("won in ", "W").replace("lost in ", "L");
                format!("{} {word}", size.name(*cell))
            };
            let moves = session.player.report().map(|report| report.moves.iter());
            let pairs: Vec<String> = moves.into_iter().flatten().map(pair).collect();
            Ok(pairs.join(" "))
        },
        menu: Some(Menu {
            shown_as: "pspairs",
            label: "Scores of moves",
            arguments: "",
        }),
    },
    Command {
        name: "time_settings",
        arguments: "MAIN PERIOD MOVES",
        help: "Gives both players MAIN seconds, then PERIOD seconds for every MOVES moves; 0 1 0 for no limit.",
        run: time_settings,
        menu: None,
    },
    Command {
        name: "time_left",
        arguments: "[COLOUR [SECONDS [MOVES]]]",
        help: "The seconds that a player has left, or both have; sets them, with the moves of a period.",
        run: time_left,
        menu: Some(Menu {
            shown_as: "string",
            label: "Time left",
            arguments: "",
        }),
    },
];

fn generate(session: &mut Session, call: &Call, played: bool) -> Result<String, Failure> {
    let (colour, observer) = (call.colour(0)?, call.observer);
    let Session {
        game,
        options,
        player,
        ..
    } = session;
    let mv = if played {
        player.play(game, colour, options, observer)?
    } else {
        player.choose(game, colour, options, observer)
    };
    Ok(match mv {
        Move::Place(cell) => game.size().name(cell),
        Move::Swap => "swap-pieces".to_owned(),
        Move::Pass => "pass".to_owned(),
        Move::Resign => "resign".to_owned(),
    })
}

fn time_settings(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let control = TimeControl {
        main: call.seconds(0)?,
        period: call.seconds(1)?,
        moves: call.whole(2)?,
    };
    // The protocol's way to say that there is no limit.
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

/// Seconds to a tenth, without a needless point.
fn seconds(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    if tenths.is_multiple_of(10) {
        (tenths / 10).to_string()
    } else {
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}
