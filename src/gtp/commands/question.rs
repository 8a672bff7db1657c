//! Whether two ends are connected.

use super::connections::named;
use crate::base::parameter::shortened;
use crate::gtp::{Call, Command, Failure, Session};
use crate::hex::Colour;
use crate::solver::{ConnectionQuestion, Joining, connection};
use crate::teach::explain::connection_words;
use crate::think::Limits;
use std::time::Duration;

/// The time for an answer if the solver's options set no limit.
const TIME: Duration = Duration::from_secs(2);

pub const COMMANDS: [Command; 1] = [Command {
    name: "connection",
    arguments: "A B [COLOUR|words|cells]",
    help: "Proves whether two ends, each a cell or an edge, are connected: connected; first, with \
        the move that joins them and the one that parts them; apart; or open. A colon and the \
        empty cells needed follow; after within, the cells to which COLOUR has to keep to be \
        parted. Empty cells count as stones of COLOUR (default: of the other end, else the side to \
        move). words is a sentence, cells are those needed.",
    run,
}];

fn run(session: &mut Session, call: &Call) -> Result<String, Failure> {
    let board = *session.game.board();
    let size = board.size();
    let ends = [named(size, call, 0)?, named(size, call, 1)?];
    let form = call.get(2).unwrap_or_default();
    let wanted: Option<Colour> = form.parse().ok();
    if wanted.is_none() && !["", "words", "cells"].contains(&form) {
        return Err(Failure(format!(
            "expected a colour, words or cells, found {}",
            shortened(form)
        )));
    }
    let own = ConnectionQuestion::colour(&board, ends);
    if own.is_some_and(|own| wanted.is_some_and(|wanted| wanted != own)) {
        return Err(Failure::new("an end is of the other colour"));
    }
    let colour = own.or(wanted).unwrap_or(board.to_move());
    let limits = session.options.proof_limits();
    let limits = if limits.is_endless() {
        Limits::from_now(TIME)
    } else {
        limits
    };
    let answer = connection(&board, ends, colour, limits, call.observer)
        .map_err(|why| Failure(why.to_string()))?;
    let words = connection_words(size, colour, ends, &answer);
    if form == "words" {
        return Ok(words);
    }
    call.observer.caption(&words);
    let cells = size.names(answer.carrier);
    if form == "cells" {
        return Ok(cells);
    }
    let name = |cell| size.name(cell);
    let kind = match answer.joining {
        Joining::Connected => "connected".to_owned(),
        Joining::First { joins, cuts } => {
            let cuts = cuts.map(|cell| format!(" {}", name(cell)));
            format!("first {}{}", name(joins), cuts.unwrap_or_default())
        }
        Joining::Apart => "apart".to_owned(),
        Joining::Open => return Ok("open".to_owned()),
    };
    let within = answer
        .within
        .map(|cells| format!(" within {}", size.names(cells)));
    let told = format!("{kind} : {cells}{}", within.unwrap_or_default());
    Ok(told.trim_end().to_owned())
}
