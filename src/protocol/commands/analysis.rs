//! Commands about inferior cells, and the whole analysis of a position.

use crate::analysis::{Analysis, report};
use crate::board::Colour;
use crate::inferior::{FillKind, Inferior};
use crate::protocol::board_connections::WIDEST;
use crate::protocol::{Call, Command, Failure, Menu, Session};

pub const COMMANDS: [Command; 3] = [
    Command {
        name: "compute-fillin",
        arguments: "COLOUR",
        help: "The cells that can be filled without changing who wins, whoever moves: cell and code (fdb, fdw: dead; fcb, fcw: captured).",
        run: |session, call| {
            call.colour(0)?;
            Ok(fill(&inferior(session, call)?, session).join(" "))
        },
        menu: menu("Fill-in"),
    },
    Command {
        name: "compute-inferior",
        arguments: "COLOUR",
        help: "The same, and the moves that COLOUR need not consider: iv[..] vulnerable, ir[..] reversible, id[..] dominated, by what.",
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
        menu: menu("Inferior cells"),
    },
    Command {
        name: "analyze",
        arguments: "[COLOUR]",
        help: "All that can be said of the position with COLOUR, or else the side whose turn it is, to move: JSON on one line.",
        run: |session, call| {
            let mut board = *session.game.board();
            if call.get(0).is_some() {
                board.set_to_move(call.colour(0)?);
            }
            let analysis =
                Analysis::watched(&board, session.options.player.analysis(), call.observer);
            Ok(report(&analysis).to_string())
        },
        menu: Some(Menu {
            shown_as: "string",
            label: "Analysis (JSON)",
            arguments: "%m",
        }),
    },
];

const fn menu(label: &'static str) -> Option<Menu> {
    Some(Menu {
        shown_as: "inferior",
        label,
        arguments: "%m",
    })
}

/// What is inferior with the colour of the first argument to move.
fn inferior(session: &Session, call: &Call) -> Result<Inferior<WIDEST>, Failure> {
    let mut board = *session.game.board();
    board.set_to_move(call.colour(0)?);
    Ok(Inferior::new(
        &board,
        session.options.player.analysis().inferior,
    ))
}

/// `cell code` for what is filled.
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
