//! Commands that explain: why a side wins or a move loses, and what to play.

use crate::gtp::client::OneSide;
use crate::gtp::command::free_cell;
use crate::gtp::{Call, Command, Drawing, Failure, Session, label};
use crate::hex::draw::CellMark;
use crate::hex::{BoardSize, Cell, Colour, SwapRight};
use crate::teach::explain::{
    AnyExplainer, Estimate, Explanation, MoveExplanation, MoveHint, SwapAdvice, hint_in,
};
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
        run: |session, call| {
            let explained = explained(session, call)?;
            if let Some(drawing) = &explained.drawing {
                call.observer.conclude(drawing);
            }
            Ok(label::paragraphs(&explained.words))
        },
    },
    Command {
        name: "explain-cells",
        arguments: "[COLOUR] [MOVE]",
        help: CELLS,
        run: |session, call| {
            let size = session.game.size();
            let marks = explained(session, call)?.marks;
            let mut cells: Vec<Cell> = marks.iter().map(|mark| mark.cell).collect();
            cells.sort_unstable();
            Ok(size.names(cells))
        },
    },
];

/// What is shown of an explanation.
struct Explained {
    words: String,
    /// The cells that it mentions.
    marks: Vec<CellMark>,
    /// The move, and the answer to it.
    drawing: Option<Drawing>,
}

/// The move to play, with what is known of it.
fn of_hint(hint: &MoveHint) -> Explained {
    let explanation = &hint.explanation;
    let side = explanation.to_move;
    let win = explanation.win.as_ref();
    let estimate = explanation.estimate.as_ref();
    let known = Known {
        wins: win.map(|win| win.winner == side),
        chances: estimate.and_then(Estimate::chances),
    };
    let (size, words) = (explanation.size, hint.words());
    Explained {
        drawing: Some(known.drawing(size, side, vec![hint.cell], &words)),
        marks: explanation.marks(),
        words,
    }
}

/// A move, with what is known of it, and the best answer.
fn of_move(why: &MoveExplanation) -> Explained {
    let (win, estimate) = (why.after.win.as_ref(), why.after.estimate.as_ref());
    let chances = estimate.and_then(Estimate::chances);
    let known = Known {
        wins: why.verdict(),
        chances: chances.map(|share| 1.0 - share),
    };
    let answer = match win {
        Some(win) => win.best.filter(|_| win.winner != why.mover),
        None => estimate.map(|estimate| estimate.best),
    };
    let line: Vec<Cell> = [why.cell].into_iter().chain(answer).collect();
    let words = why.words();
    Explained {
        drawing: Some(known.drawing(why.after.size, why.mover, line, &words)),
        marks: why.marks(),
        words,
    }
}

/// What is known of a move.
struct Known {
    wins: Option<bool>,
    chances: Option<f64>,
}

impl Known {
    /// The picture of a line that begins with the move, with the words if the status bar shows
    /// them all.
    fn drawing(&self, size: BoardSize, colour: Colour, line: Vec<Cell>, words: &str) -> Drawing {
        let label = match (self.wins, self.chances) {
            (Some(true), _) => "W".to_owned(),
            (Some(false), _) => "L".to_owned(),
            (None, Some(chances)) => label::percent(chances),
            (None, None) => "?".to_owned(),
        };
        let [first, second] = [0, 1].map(|number| line.get(number).copied());
        let answer = second.map(|cell| format!(", red: the answer {}", size.name(cell)));
        let name = first.map(|cell| size.name(cell)).unwrap_or_default();
        let status = if words.chars().count() <= label::STATUS_WIDTH {
            words.to_owned()
        } else {
            format!(
                "Green: {name}{} (W wins, L loses); the window says why.",
                answer.unwrap_or_default()
            )
        };
        Drawing {
            colour,
            labels: first.map(|cell| (cell, label)).into_iter().collect(),
            line,
            status,
        }
    }
}

fn explained(session: &mut Session, call: &Call) -> Result<Explained, Failure> {
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
    let right = session.options.swap_right(&session.game, mover);
    let explainer: &mut dyn AnyExplainer = session.caches.explainer(board.size());
    if let Some(cell) = cell {
        let why = explainer.explain_move(&board, cell, budget, observer);
        let why = why.map_err(|why| Failure(why.to_string()))?;
        return Ok(of_move(&why));
    }
    let advice = match right {
        SwapRight::None => None,
        right => hint_in(explainer, &session.game, right, budget, observer),
    };
    if let Some(hint) = advice.as_ref().filter(|hint| hint.swap.is_some()) {
        let marks = match &hint.swap {
            Some(SwapAdvice::Keep(_)) => hint.explanation().map(Explanation::marks),
            _ => Some(hint.marks()),
        };
        return Ok(Explained {
            words: hint.words(),
            marks: marks.unwrap_or_default(),
            drawing: None,
        });
    }
    let hint = advice.and_then(|advice| advice.stone);
    if let Some(hint) = hint.or_else(|| explainer.hint(&board, budget, observer)) {
        return Ok(of_hint(&hint));
    }
    let explanation = explainer.explain(&board, budget, observer);
    Ok(Explained {
        words: explanation.words(),
        marks: explanation.marks(),
        drawing: None,
    })
}
