//! Commands about inferior cells, and the whole analysis of a position.

use crate::gtp::board_connections::WIDEST;
use crate::gtp::{Call, Command, Failure, Session};
use crate::hex::Colour;
use crate::knowledge::analysis::{Analysis, report, words};
use crate::knowledge::inferior::{FillKind, Inferior};

pub const COMMANDS: [Command; 3] = [
    Command {
        name: "compute-fillin",
        arguments: "COLOUR",
        help: "Lists the cells that can be filled in without changing the winner: cell and code \
            (fdb, fdw: dead; fcb, fcw: captured).",
        run: |session, call| {
            call.colour(0)?;
            Ok(fill(&inferior(session, call)?, session).join(" "))
        },
    },
    Command {
        name: "compute-inferior",
        arguments: "COLOUR",
        help: "Lists the same and the moves that COLOUR need not consider, with the reason: \
            iv[..] vulnerable, ir[..] reversible, id[..] dominated.",
        run: |session, call| {
            let inferior = inferior(session, call)?;
            let size = session.game.board().size();
            let mut pairs = fill(&inferior, session);
            let pruned = inferior.pruned().iter();
            pairs.extend(
                pruned.map(|&(cell, why)| format!("{} {}", size.name(cell), why.code(size))),
            );
            Ok(pairs.join(" "))
        },
    },
    Command {
        name: "analyze",
        arguments: "[COLOUR [words]]",
        help: "Analyses the position without a search, with COLOUR (default: the side to move) to \
            move: one line of JSON, or words. It evaluates the position after fill-in, and so \
            more exactly than the eval commands, which take the stones as they stand.",
        run: |session, call| {
            let mut board = session.game.board().with_connections()?;
            board.set_to_move(call.colour_or(0, board.to_move())?);
            let in_words = call.asks_for(1, "words")?;
            let analysis =
                Analysis::watched(&board, session.options.player.analysis(), call.observer);
            Ok(if in_words {
                let filled = "resistance and potential: after fill-in, unlike Resistance";
                format!("{}\n{filled}", words(&analysis))
            } else {
                report(&analysis).to_string()
            })
        },
    },
];

/// The inferior cells with the colour of the first argument to move.
fn inferior(session: &Session, call: &Call) -> Result<Inferior<WIDEST>, Failure> {
    let mut board = session.game.board().with_connections()?;
    board.set_to_move(call.colour(0)?);
    Ok(Inferior::new(
        &board,
        session.options.player.analysis().inferior,
    ))
}

/// `cell code` for each filled cell.
fn fill(inferior: &Inferior<WIDEST>, session: &Session) -> Vec<String> {
    let size = session.game.board().size();
    let mut pairs: Vec<_> = FillKind::ALL
        .into_iter()
        .flat_map(|kind| Colour::ALL.map(|colour| (kind, colour)))
        .flat_map(|(kind, colour)| {
            let cells = inferior.filled(kind, colour).iter();
            cells.map(move |cell| (cell, kind.code(colour)))
        })
        .collect();
    pairs.sort_unstable_by_key(|(cell, _)| cell.index());
    let named = pairs.into_iter();
    named
        .map(|(cell, code)| format!("{} {code}", size.name(cell)))
        .collect()
}
