//! Explanations: why a side wins or a move loses, what must be defended and what to play, in words
//! and cells.

use super::play::written;
use super::{Reply, Request, rounded};
use crate::hex::AnyCells;
use crate::hex::record::names;
use crate::hex::{BoardSize, Cell, SwapStyle};
use crate::teach::explain::{
    Estimate, Explanation, GameHint, MoveHint, Mustplay, Proof, StoneValue, SwapAdvice, Win,
    hint_in,
};
use crate::think::{Budget, ScoreScale};
use crate::web::call::Call;
use crate::web::page_state::PageState;
use crate::web::refusal::Refusal;
use serde_json::{Value, json};

/// The default time in seconds.
const SECONDS: f64 = 3.0;

/// Explains a position, or a move in it: `{"game", "move", "seconds"}`.
pub fn explain(
    request: &Request,
    state: &mut PageState,
    call: &dyn Call,
) -> Result<Reply, Refusal> {
    let board = request.open_board()?;
    let size = board.size();
    let budget = Budget::time(request.seconds(20.0, SECONDS)?);
    let explainer = state.explainer(size);
    let Some(cell) = request.cell("move", size)? else {
        let explanation = explainer.explain(&board, budget, call);
        return Ok(Reply::Json(reply(&explanation, &explanation.words())));
    };
    let explained = explainer.explain_move(&board, cell, budget, call);
    let explained = explained.map_err(|why| Refusal::bad(format!("{why}.")))?;
    let mut answer = reply(&explained.after, &explained.words());
    answer["move"] = json!(size.name(cell));
    answer["wins"] = json!(explained.verdict());
    answer["before"] = json!(explained.mustplay.as_ref().map(|must| mustplay(size, must)));
    Ok(Reply::Json(answer))
}

/// A move to play and the reason: `{"game", "seconds", "swap"}`. With the swap rule the move may be
/// a swap. `advice` is what to print; `words` explains the move alone.
pub fn hint(request: &Request, state: &mut PageState, call: &dyn Call) -> Result<Reply, Refusal> {
    let game = request.game()?;
    let size = request.open_board()?.size();
    let budget = Budget::time(request.seconds(20.0, SECONDS)?);
    let style = request.flag("swap")?.then_some(SwapStyle::on(size));
    let right = game.swap_right(game.to_move(), style);
    let hint = hint_in(state.explainer(size), &game, right, budget, call);
    let none = || Refusal::bad("There is no move to suggest.");
    let (hint, mv) = hint
        .and_then(|hint| hint.mv().map(|mv| (hint, mv)))
        .ok_or_else(none)?;
    let mut answer = match hint.explanation() {
        Some(explanation) => reply(explanation, &words(&hint)),
        None => json!({ "words": words(&hint), "to_move": game.to_move().to_string() }),
    };
    answer["move"] = json!(written(size, mv));
    answer["advice"] = json!(hint.words());
    answer["swap"] = json!(hint.swap.as_ref().map(|advice| swap(size, advice)));
    Ok(Reply::Json(answer))
}

/// Why the move of a hint is to be played.
fn words(hint: &GameHint) -> String {
    let stone = hint.stone.as_ref().map(MoveHint::words);
    stone.unwrap_or_else(|| hint.words())
}

fn swap(size: BoardSize, advice: &SwapAdvice) -> Value {
    let (what, stone): (&str, &StoneValue) = match advice {
        SwapAdvice::Open(stone, _) => ("open", stone),
        SwapAdvice::Swap(stone) => ("swap", stone),
        SwapAdvice::Keep(stone) => ("keep", stone),
    };
    json!({
        "do": what,
        "stone": size.name(stone.stone),
        "share": rounded(stone.value.win_rate(ScoreScale::Mean)),
        "words": advice.words(size),
    })
}

fn reply(explanation: &Explanation, words: &str) -> Value {
    let size = explanation.size;
    json!({
        "words": words,
        "to_move": explanation.to_move.to_string(),
        "win": explanation.win.as_ref().map(|one| win(size, one)),
        "mustplay": explanation.mustplay.as_ref().map(|one| mustplay(size, one)),
        "estimate": explanation.estimate.as_ref().map(|one| estimate(size, one)),
    })
}

fn list(size: BoardSize, cells: AnyCells) -> Vec<String> {
    names(size, cells)
}

fn line(size: BoardSize, cells: &[Cell]) -> Vec<String> {
    names(size, cells.iter().copied())
}

/// A proved win.
pub fn win(size: BoardSize, win: &Win) -> Value {
    let links = win.links.iter().map(|link| {
        json!({
            "words": link.words(size),
            "cells": list(size, link.carrier),
            "ends": link.ends.map(|end| end.name(size)),
        })
    });
    json!({
        "winner": win.winner.to_string(),
        "proof": match win.proof {
            Proof::Joined => "joined",
            Proof::Connection => "connection",
            Proof::Solver => "solver",
            Proof::Search => "search",
        },
        "best": win.best.map(|cell| size.name(cell)),
        "cells": list(size, win.carrier),
        "most_moves": win.most_moves(),
        "links": links.collect::<Vec<_>>(),
        "line": line(size, &win.line),
        "words": win.words(size),
    })
}

fn mustplay(size: BoardSize, must: &Mustplay) -> Value {
    json!({
        "words": must.words(size),
        "cells": list(size, must.cells),
        "threat": must.threat.map(|(key, cells)| json!({
            "key": size.name(key),
            "cells": list(size, cells),
        })),
    })
}

fn estimate(size: BoardSize, estimated: &Estimate) -> Value {
    json!({
        "words": estimated.words(size),
        "best": size.name(estimated.best),
        "share": estimated.chances().map(rounded),
        "line": line(size, &estimated.line),
    })
}
