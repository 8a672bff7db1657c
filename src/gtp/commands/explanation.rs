//! Commands that explain: why a side wins or a move loses, and what to play.

use crate::gtp::client::OneSide;
use crate::gtp::command::free_cell;
use crate::gtp::{Call, Command, Failure, Session, label};
use crate::hex::draw::CellMark;
use crate::hex::{Cell, SwapRight};
use crate::teach::explain::{AnyExplainer, Explanation, SwapAdvice, hint_in};
use crate::think::Budget;

const EXPLAIN: &str = "Explains what MOVE of COLOUR (default: the side to move) leads to, or \
    without MOVE what that side should play, with allow_swap also whether to swap, and why: proved, \
    or estimated within max_time; param_dfpn nodelimit limits both.";

const CELLS: &str = "Lists the cells that explain mentions: the carrier of a win, or the mustplay of the side to \
     move.";

pub const COMMANDS: [Command; 2] = [
    Command {
        name: "explain",
        arguments: "[COLOUR] [MOVE]",
        help: EXPLAIN,
        run: |session, call| Ok(label::paragraphs(&explained(session, call)?.0)),
    },
    Command {
        name: "explain-cells",
        arguments: "[COLOUR] [MOVE]",
        help: CELLS,
        run: |session, call| {
            let size = session.game.size();
            let marks = explained(session, call)?.1;
            let mut cells: Vec<Cell> = marks.iter().map(|mark| mark.cell).collect();
            cells.sort_unstable();
            Ok(size.names(cells))
        },
    },
];

/// An explanation in words, and its marks on the board.
fn explained(session: &mut Session, call: &Call) -> Result<(String, Vec<CellMark>), Failure> {
    let mut board = *session.game.board();
    // No cell has the name of a colour.
    let coloured = call.colour(0).is_ok();
    if call.get(1).is_some() && !coloured {
        call.colour(0)?;
    }
    if coloured {
        board.set_to_move(call.colour(0)?);
    }
    let mover = board.to_move();
    let cell = call.get(usize::from(coloured));
    let cell = cell
        .map(|text| free_cell(&board, mover, text))
        .transpose()?;
    let budget = Budget {
        time: session.options.player.budget().time,
        nodes: session.options.solver.budget().nodes,
        depth: None,
    };
    let observer = &OneSide::new(call.observer, mover);
    // As for genmove: offered as swap-pieces, which needs a square board in either style.
    let style = session.options.swap_style();
    let style = style.filter(|_| board.size().is_square());
    let right = session.game.swap_right(mover, style);
    let explainer: &mut dyn AnyExplainer = session.caches.explainer(board.size());
    if let Some(cell) = cell {
        let why = explainer.explain_move(&board, cell, budget, observer);
        let why = why.map_err(|why| Failure(why.to_string()))?;
        return Ok((why.words(), why.marks()));
    }
    let advice = match right {
        SwapRight::None => None,
        right => hint_in(explainer, &session.game, right, budget, observer),
    };
    if let Some(hint) = advice.filter(|hint| hint.swap.is_some()) {
        let marks = match &hint.swap {
            Some(SwapAdvice::Keep(_)) => hint.explanation().map(Explanation::marks),
            _ => Some(hint.marks()),
        };
        return Ok((hint.words(), marks.unwrap_or_default()));
    }
    if let Some(hint) = explainer.hint(&board, budget, observer) {
        return Ok((hint.words(), hint.explanation.marks()));
    }
    let explanation = explainer.explain(&board, budget, observer);
    Ok((explanation.words(), explanation.marks()))
}
